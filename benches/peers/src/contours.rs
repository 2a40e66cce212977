//! Milliseconds of a whole contour: from a compiled solid to a mesh.

use crate::agree;
use crate::clock::{Clock, medians};
use crate::ours::Ours;
use crate::scenes::{Scene, blobs};
use crate::table::{Target, number, print};
use crate::theirs::Theirs;
use fidget::jit::JitFunction;
use fidget::mesh::Mesh;
use fidget::render::ThreadPool as TheirPool;
use fidget::vm::VmFunction;
use rayon::ThreadPool;
use serde::Serialize;

/// Cells a side at which the targets hold.
const TARGET_CELLS: u32 = 256;
/// Two threads against one.
const THREADS: Target = Target { floor: 1.6, goal: 1.9 };
/// Cells a side of the comparison of 2,000 blobs with 200, and how many times as long they may take.
const MANY_CELLS: u32 = 128;
const MANY_AT_MOST: f64 = 4.0;
/// What doubling the resolution may multiply the time by: the surface's part in it is 4.
const GROWTH_AT_MOST: f64 = 4.5;

/// The better of fidget's JIT and VM divided by Isolab.
fn target(scene: &str) -> Target {
    match scene {
        "s1" => Target { floor: 10.0, goal: 30.0 },
        "s2" => Target { floor: 8.0, goal: 20.0 },
        "s3" => Target { floor: 40.0, goal: 100.0 },
        _ => Target { floor: 20.0, goal: 60.0 },
    }
}

/// One contender's contour.
#[derive(Clone, Copy, Serialize)]
pub struct Time {
    milliseconds: f64,
    /// Divided by the time at half as many cells a side.
    growth: Option<f64>,
}

/// One row: one thread, processor time.
#[derive(Serialize)]
pub struct Contour {
    scene: &'static str,
    cells: u32,
    isolab: Time,
    jit: Option<Time>,
    vm: Option<Time>,
    isolab_triangles: usize,
    fidget_triangles: Option<usize>,
    /// The better of fidget's times divided by Isolab's.
    ratio: Option<f64>,
    target: Option<Target>,
}

/// Contours of a scene at each number of cells a side (powers of two, ascending). An engine of fidget's that took longer
/// than `patience` seconds is left out of what is finer.
pub fn contours(scene: &Scene, cells: &[u32], patience: f64) -> Vec<Contour> {
    let ours = Ours::new(&scene.solid);
    let (jit, vm) = (Theirs::<JitFunction>::new(&scene.solid), Theirs::<VmFunction>::new(&scene.solid));
    let one = pool(1);
    let mut rows: Vec<Contour> = Vec::new();
    for &cells in cells {
        let (mut our_mesh, mut their_mesh, mut vm_mesh) = (None, None, None);
        let before = rows.last();
        let half = |time: &dyn Fn(&Contour) -> Option<Time>| before.filter(|b| 2 * b.cells == cells).and_then(time);
        let patient = |time: &dyn Fn(&Contour) -> Option<Time>| {
            before.is_none_or(|b| time(b).is_some_and(|t| t.milliseconds < 1e3 * patience))
        };
        let seconds = medians(
            Clock::Processor,
            [
                Some(&mut || our_mesh = Some(one.install(|| ours.contour(cells)))),
                patient(&|b| b.jit).then_some(&mut || their_mesh = Some(jit.contour(depth(cells), None))),
                patient(&|b| b.vm).then_some(&mut || vm_mesh = Some(vm.contour(depth(cells), None))),
            ],
        );
        let their_mesh = their_mesh.or(vm_mesh);
        let our_mesh = our_mesh.expect("is always run");
        if let Some(mesh) = &their_mesh {
            agree::mesh(scene.name, &ours, cells, mesh);
        }
        let time = |seconds: Option<f64>, half: Option<Time>| {
            seconds.map(|s| Time { milliseconds: 1e3 * s, growth: half.map(|h| 1e3 * s / h.milliseconds) })
        };
        let isolab = time(seconds[0], half(&|b| Some(b.isolab))).expect("is always run");
        let (jit, vm) = (time(seconds[1], half(&|b| b.jit)), time(seconds[2], half(&|b| b.vm)));
        let best = [jit, vm].into_iter().flatten().map(|t| t.milliseconds).reduce(f64::min);
        rows.push(Contour {
            scene: scene.name,
            cells,
            isolab,
            jit,
            vm,
            isolab_triangles: our_mesh.mesh.triangles.len(),
            fidget_triangles: their_mesh.map(|m: Mesh| m.triangles.len()),
            ratio: best.map(|b| b / isolab.milliseconds),
            target: (cells == TARGET_CELLS).then(|| target(scene.name)),
        });
    }
    rows
}

/// Two threads against one, on the wall: means something on an idle machine only.
#[derive(Serialize)]
pub struct Threads {
    scene: &'static str,
    cells: u32,
    /// Milliseconds of one thread and of two.
    isolab: [f64; 2],
    fidget: [f64; 2],
    target: Target,
}

/// Isolab and fidget's JIT.
pub fn threads(scene: &Scene, cells: u32) -> Threads {
    let ours = Ours::new(&scene.solid);
    let pools = [pool(1), pool(2)];
    let (jit, two) = (Theirs::<JitFunction>::new(&scene.solid), TheirPool::Custom(pool(2)));
    let times = medians(
        Clock::Wall,
        [
            Some(&mut || _ = pools[0].install(|| ours.contour(cells))),
            Some(&mut || _ = pools[1].install(|| ours.contour(cells))),
            Some(&mut || _ = jit.contour(depth(cells), None)),
            Some(&mut || _ = jit.contour(depth(cells), Some(&two))),
        ],
    );
    let [a, b, c, d] = times.map(|s| 1e3 * s.unwrap_or(f64::NAN));
    Threads { scene: scene.name, cells, isolab: [a, b], fidget: [c, d], target: THREADS }
}

/// A chain of more primitives against one of fewer, Isolab alone.
#[derive(Serialize)]
pub struct Many {
    few: usize,
    many: usize,
    cells: u32,
    few_milliseconds: f64,
    many_milliseconds: f64,
    ratio: f64,
    at_most: f64,
}

pub fn many() -> Many {
    let (few, many) = (200, 2000);
    let solids = [few, many].map(|count| Ours::new(&blobs(count)));
    let one = pool(1);
    let [few_seconds, many_seconds] = medians(
        Clock::Processor,
        [
            Some(&mut || _ = one.install(|| solids[0].contour(MANY_CELLS))),
            Some(&mut || _ = one.install(|| solids[1].contour(MANY_CELLS))),
        ],
    )
    .map(|s| s.unwrap_or(f64::NAN));
    Many {
        few,
        many,
        cells: MANY_CELLS,
        few_milliseconds: 1e3 * few_seconds,
        many_milliseconds: 1e3 * many_seconds,
        ratio: many_seconds / few_seconds,
        at_most: MANY_AT_MOST,
    }
}

pub fn pool(threads: usize) -> ThreadPool {
    rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads can be started")
}

/// Levels of an octree of so many cells a side.
fn depth(cells: u32) -> u8 {
    cells.ilog2() as u8
}

pub fn print_all(rows: &[Contour]) {
    let cells = rows.iter().map(|r| {
        let time = |t: Option<Time>| [number(t.map(|t| t.milliseconds)), number(t.and_then(|t| t.growth))];
        let count = |n: Option<usize>| n.map_or("-".to_owned(), |n| n.to_string());
        [
            vec![r.scene.to_owned(), r.cells.to_string()],
            time(Some(r.isolab)).to_vec(),
            time(r.jit).to_vec(),
            time(r.vm).to_vec(),
            vec![count(Some(r.isolab_triangles)), count(r.fidget_triangles), number(r.ratio)],
            Target::cells(r.target, r.ratio.unwrap_or(0.0)),
        ]
        .concat()
    });
    let head = [
        "scene",
        "cells",
        "Isolab",
        "growth",
        "JIT",
        "growth",
        "VM",
        "growth",
        "triangles",
        "fidget's",
        "fidget / Isolab",
        "floor",
        "goal",
        "holds",
    ];
    print("Whole contour, one thread, milliseconds of processor time", &head, cells.collect());
    if !rows.is_empty() {
        println!("  growth: against half the cells a side; Isolab's may be {GROWTH_AT_MOST} at most\n");
    }
}

pub fn print_threads(rows: &[Threads]) {
    let cells = rows.iter().map(|r| {
        let speedups = [r.isolab, r.fidget].map(|[one, two]| one / two);
        let measured = [r.isolab[0], r.isolab[1], speedups[0], r.fidget[0], r.fidget[1], speedups[1]];
        let measured = measured.map(|v| number(Some(v)));
        [vec![r.scene.to_owned(), r.cells.to_string()], measured.to_vec(), Target::cells(Some(r.target), speedups[0])]
            .concat()
    });
    let head = ["scene", "cells", "Isolab 1", "2", "faster", "fidget 1", "2", "faster", "floor", "goal", "holds"];
    print("One and two threads, milliseconds on the wall (needs an idle machine)", &head, cells.collect());
}

pub fn print_many(rows: &[Many]) {
    let cells = rows.iter().map(|r| {
        let holds = if r.ratio <= r.at_most { "yes" } else { "NO" };
        let measured = [r.few_milliseconds, r.many_milliseconds, r.ratio, r.at_most].map(|v| number(Some(v)));
        [vec![r.few.to_string(), r.many.to_string(), r.cells.to_string()], measured.to_vec(), vec![holds.to_owned()]]
            .concat()
    });
    let head = ["few", "many", "cells", "few ms", "many ms", "times", "at most", "holds"];
    print("More primitives in the same space, Isolab, one thread", &head, cells.collect());
}
