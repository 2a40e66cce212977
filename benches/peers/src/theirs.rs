//! fidget's side: an expression tree, run by its compiler to machine code (JIT) or its interpreter (VM).

use crate::scenes::{Axis, Cloud, Octave, Solid};
use fidget::context::Tree;
use fidget::eval::{BulkEvaluator, MathFunction, Tape};
use fidget::mesh::{Mesh, Octree, Settings};
use fidget::render::{CancelToken, RenderHints, ThreadPool};
use fidget::shape::{Shape, ShapeBulkEval, ShapeTape, Transformable};
use fidget::types::Grad;
use fidget::var::Var;
use glam::{DVec2, DVec3};
use std::ops::Range;

pub struct Theirs<F> {
    shape: Shape<F>,
}

/// Evaluates many points in one call, as fidget's documentation has it; `E::Data` is `f32` (values) or [`Grad`] (values
/// and gradients).
pub struct Slices<E: BulkEvaluator> {
    evaluator: ShapeBulkEval<E>,
    tape: ShapeTape<E::Tape>,
}

/// The same without the copy of all coordinates that [`Slices`] begin with: the evaluator beneath, which fidget's own
/// mesher does not use either.
pub struct BareSlices<E: BulkEvaluator> {
    evaluator: E,
    tape: E::Tape,
    /// Which coordinate each argument of the tape is.
    arguments: Vec<usize>,
}

impl<F: MathFunction + RenderHints + Clone> Theirs<F> {
    pub fn new(solid: &Solid) -> Self {
        Self { shape: Shape::from(tree(solid)) }
    }

    pub fn values(&self) -> Slices<F::FloatSliceEval> {
        let tape = self.shape.float_slice_tape(F::TapeStorage::default());
        Slices { evaluator: Shape::<F>::new_float_slice_eval(), tape }
    }

    pub fn gradients(&self) -> Slices<F::GradSliceEval> {
        let tape = self.shape.grad_slice_tape(F::TapeStorage::default());
        Slices { evaluator: Shape::<F>::new_grad_slice_eval(), tape }
    }

    pub fn bare_values(&self) -> BareSlices<F::FloatSliceEval> {
        BareSlices::new(self.shape.inner().float_slice_tape(F::TapeStorage::default()))
    }

    pub fn bare_gradients(&self) -> BareSlices<F::GradSliceEval> {
        BareSlices::new(self.shape.inner().grad_slice_tape(F::TapeStorage::default()))
    }

    /// The octree of `2^depth` cells a side and its dual mesh; without a pool by the current thread alone.
    pub fn contour(&self, depth: u8, threads: Option<&ThreadPool>) -> Mesh {
        let settings = Settings { depth, threads, cancel: CancelToken::new(), ..Settings::default() };
        let shape = self.shape.clone().try_into().expect("no variables but x, y, z");
        Octree::build(&shape, &settings).expect("is never cancelled").walk_dual()
    }
}

impl<E: BulkEvaluator> Slices<E>
where
    E::Data: Transformable,
{
    /// Results at all points, so many at a time.
    pub fn eval(&mut self, cloud: &Cloud<E::Data>, batch: usize, mut out: impl FnMut(&[E::Data])) {
        for range in ranges(cloud.x.len(), batch) {
            let (x, y, z) = (&cloud.x[range.clone()], &cloud.y[range.clone()], &cloud.z[range]);
            out(self.evaluator.eval(&self.tape, x, y, z).expect("the coordinates have one length"));
        }
    }
}

impl<E: BulkEvaluator> BareSlices<E> {
    fn new(tape: E::Tape) -> Self {
        let mut arguments: Vec<_> = tape.vars().iter().collect();
        arguments.sort_by_key(|&(_, place)| place);
        let axis = |&(var, _): &(Var, usize)| match var {
            Var::X => 0,
            Var::Y => 1,
            _ => 2,
        };
        Self { evaluator: E::new(), arguments: arguments.iter().map(axis).collect(), tape }
    }

    /// Results at all points, so many at a time.
    pub fn eval(&mut self, cloud: &Cloud<E::Data>, batch: usize, mut out: impl FnMut(&[E::Data])) {
        for range in ranges(cloud.x.len(), batch) {
            let axes = [&cloud.x[range.clone()], &cloud.y[range.clone()], &cloud.z[range]];
            let arguments: [&[E::Data]; 3] = std::array::from_fn(|i| axes[self.arguments.get(i).copied().unwrap_or(i)]);
            out(&self.evaluator.eval(&self.tape, &arguments).expect("the arguments have one length")[0]);
        }
    }
}

fn ranges(length: usize, batch: usize) -> impl Iterator<Item = Range<usize>> {
    (0..length).step_by(batch).map(move |from| from..(from + batch).min(length))
}

/// Points with the derivatives of their own coordinates.
pub fn with_derivatives(cloud: &Cloud<f32>) -> Cloud<Grad> {
    let axis = |values: &[f32], d: [f32; 3]| values.iter().map(|&v| Grad::new(v, d[0], d[1], d[2])).collect();
    Cloud { x: axis(&cloud.x, [1.0, 0.0, 0.0]), y: axis(&cloud.y, [0.0, 1.0, 0.0]), z: axis(&cloud.z, [0.0, 0.0, 1.0]) }
}

fn constant(value: f64) -> Tree {
    Tree::constant(value as f32)
}

fn length<const N: usize>(v: [Tree; N]) -> Tree {
    v.into_iter().map(|c| c.square()).reduce(|a, b| a + b).map_or_else(|| constant(0.0), |sum| sum.sqrt())
}

/// The point relative to another.
fn from(at: DVec3) -> [Tree; 3] {
    let axes = [Tree::x(), Tree::y(), Tree::z()];
    std::array::from_fn(|i| if at[i] == 0.0 { axes[i].clone() } else { axes[i].clone() - constant(at[i]) })
}

/// Distance from an axis through `at`, and height along it.
fn cylindrical(at: DVec3, along: Axis) -> [Tree; 2] {
    let p = from(at);
    let (u, v, w) = ((along as usize + 1) % 3, (along as usize + 2) % 3, along as usize);
    [length([p[u].clone(), p[v].clone()]), p[w].clone()]
}

fn tree(solid: &Solid) -> Tree {
    match solid {
        Solid::Ball { at, radius } => length(from(*at)) - constant(*radius),
        Solid::RoundedBox { at, half, round } => rounded_box(from(*at), *half, *round),
        Solid::Rod { at, along, radius } => {
            let [r, _] = cylindrical(*at, *along);
            r - constant(*radius)
        }
        Solid::Ring { at, along, major, minor } => {
            let [r, h] = cylindrical(*at, *along);
            length([r - constant(*major), h]) - constant(*minor)
        }
        Solid::Capsule { from, to, radius } => capsule(*from, *to, *radius),
        Solid::GyroidShell { wavenumber, level } => gyroid_shell(*wavenumber, *level),
        Solid::Ground { octaves } => ground(*octaves),
        Solid::Union { blend, operands } if *blend > 0.0 => fold(operands, |a, b| smooth_min(a, b, *blend)),
        Solid::Union { operands, .. } => fold(operands, |a, b| a.min(b)),
        Solid::Subtract { operands } => fold(operands, |a, b| a.max(-b)),
        Solid::Intersect { operands } => fold(operands, |a, b| a.max(b)),
    }
}

fn fold(operands: &[Solid], join: impl Fn(Tree, Tree) -> Tree) -> Tree {
    operands.iter().map(tree).reduce(join).expect("operators have operands")
}

fn smooth_min(a: Tree, b: Tree, radius: f64) -> Tree {
    let overlap = (constant(radius) - (a.clone() - b.clone()).abs()).max(0.0);
    a.min(b) - overlap.square() * constant(0.25 / radius)
}

fn rounded_box(p: [Tree; 3], half: DVec3, round: f64) -> Tree {
    let [x, y, z]: [Tree; 3] = std::array::from_fn(|i| p[i].abs() - constant(half[i] - round));
    let outside = length([x.max(0.0), y.max(0.0), z.max(0.0)]);
    outside + x.max(y).max(z).min(0.0) - constant(round)
}

/// Divided by a bound of the gradient, as Isolab's value is.
fn gyroid_shell(wavenumber: f64, level: f64) -> Tree {
    let [x, y, z] = [Tree::x(), Tree::y(), Tree::z()].map(|axis| axis * constant(wavenumber));
    let g = x.sin() * y.cos() + y.sin() * z.cos() + z.sin() * x.cos();
    (g.abs() - constant(level)) * constant(1.0 / (wavenumber * 3.0_f64.sqrt()))
}

/// Divided by a bound of the gradient, as Isolab's value is.
fn ground(octaves: u32) -> Tree {
    let (mut height, mut steepest) = (constant(0.0), 0.0);
    for Octave { amplitude, u, v, phase } in (0..octaves).map(Octave::new) {
        let angle = |w: DVec2, phase: f64| Tree::x() * constant(w.x) - Tree::y() * constant(w.y) + constant(phase);
        height = height + angle(u, phase[0]).sin() * angle(v, phase[1]).sin() * constant(amplitude);
        steepest += amplitude * u.length();
    }
    (Tree::z() - height) * constant(1.0 / (1.0 + steepest * steepest).sqrt())
}

fn capsule(a: DVec3, b: DVec3, radius: f64) -> Tree {
    let (p, span) = (from(a), b - a);
    let slope = span / span.length_squared();
    let dot: [Tree; 3] = std::array::from_fn(|i| p[i].clone() * constant(slope[i]));
    let along = dot.into_iter().reduce(|a, b| a + b).expect("three terms").max(0.0).min(1.0);
    length(std::array::from_fn::<_, 3, _>(|i| p[i].clone() - along.clone() * constant(span[i]))) - constant(radius)
}
