//! Millions of points a second, one core: the whole program at points spread evenly over the cube.

use crate::agree;
use crate::clock::{Clock, medians};
use crate::ours::Ours;
use crate::scenes::{Cloud, Scene};
use crate::table::{Target, number, print};
use crate::theirs::{Theirs, with_derivatives};
use fidget::jit::JitFunction;
use fidget::vm::VmFunction;
use isolab::field::Scratch;
use serde::Serialize;
use std::hint::black_box;

/// Points in a round.
const POINTS: usize = 32_768;
/// Points in a call: each contender is measured with all of these, and its best counts.
const BATCHES: [usize; 3] = [256, 2048, 16_384];

/// Isolab divided by fidget's JIT.
const VALUES: Target = Target { floor: 4.0, goal: 4.0 };
const GRADIENTS: Target = Target { floor: 4.0, goal: 10.0 };

/// One row. Speeds are millions of points a second.
#[derive(Serialize)]
pub struct Evaluation {
    scene: &'static str,
    what: &'static str,
    isolab: f64,
    jit: f64,
    /// The JIT's function called directly, without the copy of the coordinates that its documented evaluator makes.
    bare_jit: f64,
    vm: f64,
    /// Isolab divided by fidget's JIT, documented and bare.
    ratio: f64,
    bare_ratio: f64,
    target: Option<Target>,
}

/// Values in 32 bits, held against fidget's, and in 64 bits, for information: fidget has none.
pub fn values(scene: &Scene) -> Vec<Evaluation> {
    let ours = Ours::new(&scene.solid);
    let (jit, vm) = (Theirs::<JitFunction>::new(&scene.solid), Theirs::<VmFunction>::new(&scene.solid));
    let (mut jit, mut bare, mut vm) = (jit.values(), jit.bare_values(), vm.values());
    let cloud = Cloud::uniform(POINTS);
    let wide = cloud.widened();
    agree::values(scene.name, &ours, &mut jit, &cloud);
    agree::values(scene.name, &ours, &mut vm, &cloud);
    let (mut narrow_out, mut narrow_scratch) = (vec![0.0; POINTS], Scratch::<f32>::default());
    let (mut wide_out, mut wide_scratch) = (vec![0.0; POINTS], Scratch::<f64>::default());
    let [narrow, wide, jit, bare, vm] = best_speeds(|batch| {
        medians(
            Clock::Processor,
            [
                Some(&mut || ours.values(&cloud, batch, black_box(&mut narrow_out), &mut narrow_scratch)),
                Some(&mut || ours.values(&wide, batch, black_box(&mut wide_out), &mut wide_scratch)),
                Some(&mut || jit.eval(&cloud, batch, |out| _ = black_box(out))),
                Some(&mut || bare.eval(&cloud, batch, |out| _ = black_box(out))),
                Some(&mut || vm.eval(&cloud, batch, |out| _ = black_box(out))),
            ],
        )
    });
    let theirs = [jit, bare, vm];
    vec![
        Evaluation::new(scene, "values, 32 bits", narrow, theirs, Some(VALUES)),
        Evaluation::new(scene, "values, 64 bits", wide, theirs, None),
    ]
}

/// Values and gradients.
pub fn gradients(scene: &Scene) -> Vec<Evaluation> {
    let ours = Ours::new(&scene.solid);
    let (jit, vm) = (Theirs::<JitFunction>::new(&scene.solid), Theirs::<VmFunction>::new(&scene.solid));
    let (mut jit, mut bare, mut vm) = (jit.gradients(), jit.bare_gradients(), vm.gradients());
    let cloud = Cloud::uniform(POINTS);
    let seeded = with_derivatives(&cloud);
    let wide = cloud.widened();
    agree::gradients(scene.name, &ours, &mut jit, &cloud);
    let (mut narrow_out, mut narrow_scratch) = (std::array::from_fn(|_| vec![0.0; POINTS]), Scratch::<f32>::default());
    let (mut wide_out, mut wide_scratch) = (std::array::from_fn(|_| vec![0.0; POINTS]), Scratch::<f64>::default());
    let [narrow, wide, jit, bare, vm] = best_speeds(|batch| {
        medians(
            Clock::Processor,
            [
                Some(&mut || ours.slopes(&cloud, batch, black_box(&mut narrow_out), &mut narrow_scratch)),
                Some(&mut || ours.slopes(&wide, batch, black_box(&mut wide_out), &mut wide_scratch)),
                Some(&mut || jit.eval(&seeded, batch, |out| _ = black_box(out))),
                Some(&mut || bare.eval(&seeded, batch, |out| _ = black_box(out))),
                Some(&mut || vm.eval(&seeded, batch, |out| _ = black_box(out))),
            ],
        )
    });
    let theirs = [jit, bare, vm];
    vec![
        Evaluation::new(scene, "gradients, 32 bits", narrow, theirs, Some(GRADIENTS)),
        Evaluation::new(scene, "gradients, 64 bits", wide, theirs, None),
    ]
}

impl Evaluation {
    fn new(scene: &Scene, what: &'static str, isolab: f64, theirs: [f64; 3], target: Option<Target>) -> Self {
        let [jit, bare_jit, vm] = theirs;
        let (ratio, bare_ratio) = (isolab / jit, isolab / bare_jit);
        Self { scene: scene.name, what, isolab, jit, bare_jit, vm, ratio, bare_ratio, target }
    }
}

/// Millions of points a second at each contender's best batch size, from seconds a round.
fn best_speeds<const N: usize>(mut seconds: impl FnMut(usize) -> [Option<f64>; N]) -> [f64; N] {
    let mut best = [0.0_f64; N];
    for batch in BATCHES {
        for (best, seconds) in best.iter_mut().zip(seconds(batch)) {
            *best = best.max(seconds.map_or(0.0, |s| 1e-6 * POINTS as f64 / s));
        }
    }
    best
}

pub fn print_all(rows: &[Evaluation]) {
    let cells = rows.iter().map(|r| {
        let speeds = [r.isolab, r.jit, r.bare_jit, r.vm, r.bare_ratio, r.ratio].map(|v| number(Some(v)));
        [vec![r.scene.to_owned(), r.what.to_owned()], speeds.to_vec(), Target::cells(r.target, r.ratio)].concat()
    });
    let head =
        ["scene", "what", "Isolab", "JIT", "bare JIT", "VM", "Isolab / bare", "Isolab / JIT", "floor", "goal", "holds"];
    print("Field evaluation, one core, million points a second (unpruned)", &head, cells.collect());
}
