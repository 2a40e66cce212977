//! Points through the program: one by one, or in blocks, structure of arrays.
//!
//! Both run the same inlined functions, so they give the same bits: a single point is a block of one. A block passes
//! each instruction as a whole: the loop over its points has no branch on the instruction and the compiler vectorises
//! it. On x86-64 the loops are compiled for AVX-512 and AVX2 too, and the widest that the processor has is taken; without
//! fused multiply-add the width cannot change a bit.

use super::Real;
use super::blend::{Operation, VisitOperation};
use super::formula::{Formula, Map, Slope, VisitFormula, VisitMap};
use super::parts::{Alter, Placement, Tables};
use super::program::{MAX_REGISTERS, Op, Program};
use super::real::limited;
use glam::DVec3;

/// Points that pass an instruction together. 21 registers of 64 doubles fit the level-1 caches, gradients the level-2 ones.
pub(super) const BLOCK: usize = 64;

/// Points as structure of arrays; the three slices have one length.
#[derive(Clone, Copy, Debug)]
pub struct Points<'a, T> {
    /// x, metres.
    pub x: &'a [T],
    /// y, metres.
    pub y: &'a [T],
    /// z, metres.
    pub z: &'a [T],
}

/// Values and gradients as structure of arrays; the four slices have the length of the points.
#[derive(Debug)]
pub struct Slopes<'a, T> {
    /// Values, metres.
    pub value: &'a mut [T],
    /// Derivatives along x.
    pub x: &'a mut [T],
    /// Derivatives along y.
    pub y: &'a mut [T],
    /// Derivatives along z.
    pub z: &'a mut [T],
}

/// Numbers of the points of a block.
type Lanes<T, const N: usize> = [T; N];
/// Vectors of the points of a block, component by component.
type Vectors<T, const N: usize> = [[T; N]; 3];

/// Buffers of an evaluation, reused between batches.
#[derive(Clone, Debug, Default)]
pub struct Scratch<T: Real> {
    memory: Memory<T, BLOCK>,
}

#[cfg(test)]
impl<T: Real> Scratch<T> {
    pub(super) fn memory(&mut self) -> &mut Memory<T, BLOCK> {
        &mut self.memory
    }
}

/// What a program works on.
#[derive(Clone, Debug)]
pub(super) struct Memory<T, const N: usize> {
    frames: Vec<Vectors<T, N>>,
    registers: Vec<Lanes<T, N>>,
    gradients: Vec<Vectors<T, N>>,
}

impl<T, const N: usize> Default for Memory<T, N> {
    fn default() -> Self {
        Self { frames: Vec::new(), registers: Vec::new(), gradients: Vec::new() }
    }
}

impl<T: Real, const N: usize> Memory<T, N> {
    pub(super) fn fit(&mut self, program: &Program, with_gradients: bool) {
        let grow = |list: &mut Vec<Vectors<T, N>>, len| {
            if list.len() < len {
                list.resize(len, [[T::ZERO; N]; 3]);
            }
        };
        // One frame more: where a primitive's own points are put.
        grow(&mut self.frames, program.frames + 1);
        if with_gradients {
            grow(&mut self.gradients, program.registers);
        }
        if self.registers.len() < program.registers {
            self.registers.resize(program.registers, [T::ZERO; N]);
        }
    }
}

/// The frames that a single value keeps on the stack.
const FEW_FRAMES: usize = 6;

/// The value at one point.
pub(super) fn value(program: &Program, p: DVec3) -> f64 {
    let mut few = [[[0.0; 1]; 3]; FEW_FRAMES];
    let mut many = Vec::new();
    let frames = if program.frames < FEW_FRAMES {
        &mut few[..]
    } else {
        many.resize(program.frames + 1, [[0.0; 1]; 3]);
        &mut many[..]
    };
    frames[1] = [[p.x], [p.y], [p.z]];
    let mut registers = [[f64::FAR]; MAX_REGISTERS];
    let mut machine = Machine { tables: &program.tables, origin: DVec3::ZERO, frames, registers: &mut registers };
    for op in &program.ops {
        machine.step(op);
    }
    limited(registers[0][0])
}

/// The operands in their own order.
#[inline(always)]
pub(super) fn ordered<V>(lower: V, upper: V, swapped: bool) -> (V, V) {
    if swapped { (upper, lower) } else { (lower, upper) }
}

/// Values at many points relative to `origin`.
///
/// # Panics
/// If the slices differ in length.
pub(super) fn values<T: Real>(
    program: &Program,
    origin: DVec3,
    points: Points<'_, T>,
    out: &mut [T],
    scratch: &mut Scratch<T>,
) {
    check_lengths(&points, &[out.len()]);
    if program.ops.is_empty() {
        out.fill(T::FAR);
        return;
    }
    scratch.memory.fit(program, false);
    widest(ValuesJob { program, origin, points, out, memory: &mut scratch.memory });
}

/// Values and gradients at many points relative to `origin`.
///
/// # Panics
/// If the slices differ in length.
pub(super) fn slopes<T: Real>(
    program: &Program,
    origin: DVec3,
    points: Points<'_, T>,
    out: Slopes<'_, T>,
    scratch: &mut Scratch<T>,
) {
    check_lengths(&points, &[out.value.len(), out.x.len(), out.y.len(), out.z.len()]);
    if program.ops.is_empty() {
        out.value.fill(T::FAR);
        [out.x, out.y, out.z].into_iter().for_each(|axis| axis.fill(T::ZERO));
        return;
    }
    scratch.memory.fit(program, true);
    widest(SlopesJob { program, origin, points, out, memory: &mut scratch.memory });
}

fn check_lengths<T>(points: &Points<'_, T>, out: &[usize]) {
    let count = points.x.len();
    let same = points.y.len() == count && points.z.len() == count && out.iter().all(|&len| len == count);
    assert!(same, "coordinates and results must have one length");
}

/// Work that is compiled for several vector units.
pub(super) trait Job {
    /// Does it; inlined into functions of different target features.
    fn run(self);
}

/// Takes the widest vector unit that the processor has.
fn widest(job: impl Job) {
    #[cfg(target_arch = "x86_64")]
    {
        if std::arch::is_x86_feature_detected!("avx512f") {
            // SAFETY: the processor has just been found to have AVX-512.
            return unsafe { with_avx512(job) };
        }
        if std::arch::is_x86_feature_detected!("avx2") {
            // SAFETY: the processor has just been found to have AVX2.
            return unsafe { with_avx2(job) };
        }
    }
    job.run();
}

/// A job compiled for AVX2 (and not for fused multiply-add).
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
pub(super) fn with_avx2(job: impl Job) {
    job.run();
}

/// A job compiled for AVX-512 (and not for fused multiply-add).
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx512f")]
pub(super) fn with_avx512(job: impl Job) {
    job.run();
}

/// Values of a batch.
pub(super) struct ValuesJob<'a, T: Real> {
    pub(super) program: &'a Program,
    pub(super) origin: DVec3,
    pub(super) points: Points<'a, T>,
    pub(super) out: &'a mut [T],
    pub(super) memory: &'a mut Memory<T, BLOCK>,
}

impl<T: Real> Job for ValuesJob<'_, T> {
    #[inline(always)]
    fn run(self) {
        let Self { program, origin, points, out, memory } = self;
        let Memory { frames, registers, .. } = memory;
        let mut machine = Machine { tables: &program.tables, origin, frames, registers };
        for (i, out) in out.chunks_mut(BLOCK).enumerate() {
            load(points, i * BLOCK, out.len(), &mut machine.frames[1]);
            for op in &program.ops {
                machine.step(op);
            }
            for (out, value) in out.iter_mut().zip(&machine.registers[0]) {
                *out = limited(*value);
            }
        }
    }
}

/// Values and gradients of a batch.
pub(super) struct SlopesJob<'a, T: Real> {
    pub(super) program: &'a Program,
    pub(super) origin: DVec3,
    pub(super) points: Points<'a, T>,
    pub(super) out: Slopes<'a, T>,
    pub(super) memory: &'a mut Memory<T, BLOCK>,
}

impl<T: Real> Job for SlopesJob<'_, T> {
    #[inline(always)]
    fn run(self) {
        let Self { program, origin, points, out, memory } = self;
        let Memory { frames, registers, gradients } = memory;
        let machine = Machine { tables: &program.tables, origin, frames, registers };
        let mut machine = SlopeMachine { machine, gradients };
        for from in (0..out.value.len()).step_by(BLOCK) {
            let len = BLOCK.min(out.value.len() - from);
            load(points, from, len, &mut machine.machine.frames[1]);
            for op in &program.ops {
                machine.step(op);
            }
            for (out, value) in out.value[from..][..len].iter_mut().zip(&machine.machine.registers[0]) {
                *out = limited(*value);
            }
            for (out, axis) in [&mut *out.x, &mut *out.y, &mut *out.z].into_iter().zip(&machine.gradients[0]) {
                out[from..][..len].copy_from_slice(&axis[..len]);
            }
        }
    }
}

/// Fills a block; its end is padded with the last point, so that all loops have one length.
#[inline(always)]
fn load<T: Real, const N: usize>(points: Points<'_, T>, from: usize, len: usize, frame: &mut Vectors<T, N>) {
    for (lanes, axis) in frame.iter_mut().zip([points.x, points.y, points.z]) {
        let axis = &axis[from..][..len];
        lanes[..len].copy_from_slice(axis);
        lanes[len..].fill(axis[len - 1]);
    }
}

/// Runs instructions on a block. `frames[0]` is where a primitive's own points are put; frame `i` of the program is
/// `frames[i + 1]`.
struct Machine<'a, T, const N: usize> {
    tables: &'a Tables,
    /// What the points of frame 0 are relative to.
    origin: DVec3,
    frames: &'a mut [Vectors<T, N>],
    registers: &'a mut [Lanes<T, N>],
}

impl<T: Real, const N: usize> Machine<'_, T, N> {
    /// One instruction on values.
    #[inline(always)]
    fn step(&mut self, op: &Op) {
        let tables = self.tables;
        match *op {
            Op::Primitive { to, frame, primitive } => {
                let primitive = &tables.primitives[primitive as usize];
                let (points, at) = self.locate(&primitive.placement, frame);
                let out = &mut self.registers[usize::from(to)];
                primitive.shape.visit(Fill { points: &self.frames[points], at, out });
                scale(out, primitive.factor);
            }
            Op::Join { to, swapped, join } => {
                let (lower, upper) = pair(self.registers, to);
                tables.joins[join as usize].visit(Merge { lower, upper, swapped });
            }
            Op::Alter { to, frame, alter } => self.alter(to, frame, &tables.alters[alter as usize]),
            Op::Enter { from, passage } => {
                let passage = &tables.passages[passage as usize];
                let (points, at) = self.locate(&passage.placement, from);
                let to = usize::from(from) + 2;
                let (before, after) = self.frames.split_at_mut(to);
                passage.warp.visit(Cross { points: &before[points], at, out: &mut after[0] });
            }
            Op::Leave { to, passage, .. } => {
                scale(&mut self.registers[usize::from(to)], tables.passages[passage as usize].factor);
            }
            Op::Settle { .. } => {}
        }
    }

    /// Where in `frames` the points are that a node's function is asked at, once its position is taken off.
    #[inline(always)]
    fn locate(&mut self, placement: &Placement, frame: u8) -> (usize, [T; 3]) {
        let at = if frame == 0 { placement.at - self.origin } else { placement.at };
        let at = at.to_array().map(T::from_f64);
        let index = usize::from(frame) + 1;
        let Some(rows) = placement.rows else { return (index, at) };
        let rows = rows.map(|row| row.to_array().map(T::from_f64));
        let (own, frames) = self.frames.split_at_mut(1);
        let ([ox, oy, oz], [x, y, z]) = (&mut own[0], &frames[index - 1]);
        for i in 0..N {
            let d = [x[i] - at[0], y[i] - at[1], z[i] - at[2]];
            let [lx, ly, lz] = rows.map(|r| r[0] * d[0] + r[1] * d[1] + r[2] * d[2]);
            (ox[i], oy[i], oz[i]) = (lx, ly, lz);
        }
        (0, [T::ZERO; 3])
    }

    #[inline(always)]
    fn alter(&mut self, to: u8, frame: u8, alter: &Alter) {
        let to = usize::from(to);
        match *alter {
            Alter::Offset(d) => {
                let d = T::from_f64(d);
                self.registers[to].iter_mut().for_each(|v| *v = *v - d);
            }
            Alter::Onion(half) => {
                let half = T::from_f64(half);
                self.registers[to].iter_mut().for_each(|v| *v = v.abs() - half);
            }
            Alter::Shell(thickness) => {
                let thickness = T::from_f64(thickness);
                self.registers[to].iter_mut().for_each(|v| *v = v.max(-(*v + thickness)));
            }
            Alter::Bump { ref bump, ref placement, factor } => {
                let (points, at) = self.locate(placement, frame);
                let (points, out, factor) = (&self.frames[points], &mut self.registers[to], T::from_f64(factor));
                bump.visit(Raise { points, at, factor, out });
            }
        }
    }
}

#[inline(always)]
fn scale<T: Real, const N: usize>(out: &mut Lanes<T, N>, factor: f64) {
    if factor != 1.0 {
        let factor = T::from_f64(factor);
        out.iter_mut().for_each(|v| *v = *v * factor);
    }
}

/// Two registers side by side.
#[inline(always)]
fn pair<V>(registers: &mut [V], to: u8) -> (&mut V, &V) {
    let (lower, upper) = registers.split_at_mut(usize::from(to) + 1);
    (&mut lower[usize::from(to)], &upper[0])
}

/// Distances of a block.
struct Fill<'a, T, const N: usize> {
    points: &'a Vectors<T, N>,
    at: [T; 3],
    out: &'a mut Lanes<T, N>,
}

impl<T: Real, const N: usize> VisitFormula<T> for Fill<'_, T, N> {
    #[inline(always)]
    fn visit(self, formula: impl Formula<T>) {
        let Self { points: [x, y, z], at, out } = self;
        for i in 0..N {
            out[i] = formula.value([x[i] - at[0], y[i] - at[1], z[i] - at[2]]);
        }
    }
}

/// A bump is added to the values of a block.
struct Raise<'a, T, const N: usize> {
    points: &'a Vectors<T, N>,
    at: [T; 3],
    factor: T,
    out: &'a mut Lanes<T, N>,
}

impl<T: Real, const N: usize> VisitFormula<T> for Raise<'_, T, N> {
    #[inline(always)]
    fn visit(self, formula: impl Formula<T>) {
        let Self { points: [x, y, z], at, factor, out } = self;
        for i in 0..N {
            out[i] = out[i] + factor * formula.value([x[i] - at[0], y[i] - at[1], z[i] - at[2]]);
        }
    }
}

/// The points of a block go through a map.
struct Cross<'a, T, const N: usize> {
    points: &'a Vectors<T, N>,
    at: [T; 3],
    out: &'a mut Vectors<T, N>,
}

impl<T: Real, const N: usize> VisitMap<T> for Cross<'_, T, N> {
    #[inline(always)]
    fn visit(self, map: impl Map<T>) {
        let Self { points: [x, y, z], at, out: [ox, oy, oz] } = self;
        for i in 0..N {
            let [px, py, pz] = map.point([x[i] - at[0], y[i] - at[1], z[i] - at[2]]);
            (ox[i], oy[i], oz[i]) = (px, py, pz);
        }
    }
}

/// Joins two registers into the lower one.
struct Merge<'a, T, const N: usize> {
    lower: &'a mut Lanes<T, N>,
    upper: &'a Lanes<T, N>,
    swapped: bool,
}

impl<T: Real, const N: usize> VisitOperation<T> for Merge<'_, T, N> {
    #[inline(always)]
    fn visit(self, operation: impl Operation<T>) {
        let pairs = self.lower.iter_mut().zip(self.upper);
        if self.swapped {
            pairs.for_each(|(lower, upper)| *lower = operation.value(*upper, *lower));
        } else {
            pairs.for_each(|(lower, upper)| *lower = operation.value(*lower, *upper));
        }
    }
}

/// Runs instructions on a block, with gradients.
struct SlopeMachine<'a, T, const N: usize> {
    machine: Machine<'a, T, N>,
    gradients: &'a mut [Vectors<T, N>],
}

impl<T: Real, const N: usize> SlopeMachine<'_, T, N> {
    /// One instruction on values and gradients.
    #[inline(always)]
    fn step(&mut self, op: &Op) {
        let tables = self.machine.tables;
        match *op {
            Op::Primitive { to, frame, primitive } => {
                let primitive = &tables.primitives[primitive as usize];
                let (points, at) = self.machine.locate(&primitive.placement, frame);
                let gradient = &mut self.gradients[usize::from(to)];
                let out = &mut self.machine.registers[usize::from(to)];
                primitive.shape.visit(FillSlopes { points: &self.machine.frames[points], at, out, gradient });
                pull(gradient, &primitive.placement, primitive.factor);
                scale(out, primitive.factor);
            }
            Op::Join { to, swapped, join } => {
                let (lower, upper) = pair(self.machine.registers, to);
                let gradients = pair(self.gradients, to);
                tables.joins[join as usize].visit(MergeSlopes { lower, upper, gradients, swapped });
            }
            Op::Alter { to, frame, alter } => self.alter(to, frame, &tables.alters[alter as usize]),
            Op::Enter { .. } | Op::Settle { .. } => self.machine.step(op),
            Op::Leave { to, from, passage } => {
                let passage = &tables.passages[passage as usize];
                let (points, at) = self.machine.locate(&passage.placement, from);
                let gradient = &mut self.gradients[usize::from(to)];
                passage.warp.visit(Return { points: &self.machine.frames[points], at, gradient });
                pull(gradient, &passage.placement, passage.factor);
                scale(&mut self.machine.registers[usize::from(to)], passage.factor);
            }
        }
    }

    #[inline(always)]
    fn alter(&mut self, to: u8, frame: u8, alter: &Alter) {
        let register = usize::from(to);
        let turns_over = |v: T| match *alter {
            Alter::Offset(_) | Alter::Bump { .. } => false,
            Alter::Onion(_) => v < T::ZERO,
            Alter::Shell(thickness) => -(v + T::from_f64(thickness)) > v,
        };
        if let Alter::Bump { bump, placement, factor } = alter {
            let (points, at) = self.machine.locate(placement, frame);
            let (points, factor) = (&self.machine.frames[points], T::from_f64(*factor));
            let gradient = &mut self.gradients[register];
            bump.visit(RaiseSlopes { points, at, factor, placement, gradient });
        } else {
            let values = &self.machine.registers[register];
            for axis in &mut self.gradients[register] {
                for i in 0..N {
                    axis[i] = if turns_over(values[i]) { -axis[i] } else { axis[i] };
                }
            }
        }
        self.machine.alter(to, frame, alter);
    }
}

/// Local gradients become those of the frame: the transposed matrix times them, and times the factor.
#[inline(always)]
fn pull<T: Real, const N: usize>(gradient: &mut Vectors<T, N>, placement: &Placement, factor: f64) {
    if let Some(rows) = placement.rows {
        let columns = glam::DMat3::from_cols(rows[0], rows[1], rows[2]) * factor;
        let axes = columns.to_cols_array_2d().map(|axis| axis.map(T::from_f64));
        let [gx, gy, gz] = gradient;
        for i in 0..N {
            let g = [gx[i], gy[i], gz[i]];
            let world = |k: usize| axes[0][k] * g[0] + axes[1][k] * g[1] + axes[2][k] * g[2];
            (gx[i], gy[i], gz[i]) = (world(0), world(1), world(2));
        }
    } else {
        gradient.iter_mut().for_each(|axis| scale(axis, factor));
    }
}

/// Distances and gradients of a block.
struct FillSlopes<'a, T, const N: usize> {
    points: &'a Vectors<T, N>,
    at: [T; 3],
    out: &'a mut Lanes<T, N>,
    gradient: &'a mut Vectors<T, N>,
}

impl<T: Real, const N: usize> VisitFormula<T> for FillSlopes<'_, T, N> {
    #[inline(always)]
    fn visit(self, formula: impl Formula<T>) {
        let Self { points: [x, y, z], at, out, gradient: [gx, gy, gz] } = self;
        for i in 0..N {
            let p = [x[i] - at[0], y[i] - at[1], z[i] - at[2]];
            out[i] = formula.value(p);
            let Slope { gradient, .. } = formula.slope(p);
            (gx[i], gy[i], gz[i]) = (gradient[0], gradient[1], gradient[2]);
        }
    }
}

/// A bump's gradients are added to those of a block.
struct RaiseSlopes<'a, T, const N: usize> {
    points: &'a Vectors<T, N>,
    at: [T; 3],
    factor: T,
    placement: &'a Placement,
    gradient: &'a mut Vectors<T, N>,
}

impl<T: Real, const N: usize> VisitFormula<T> for RaiseSlopes<'_, T, N> {
    #[inline(always)]
    fn visit(self, formula: impl Formula<T>) {
        let Self { points: [x, y, z], at, factor, placement, gradient } = self;
        let mut own = [[T::ZERO; N]; 3];
        for i in 0..N {
            let Slope { gradient, .. } = formula.slope([x[i] - at[0], y[i] - at[1], z[i] - at[2]]);
            (own[0][i], own[1][i], own[2][i]) = (gradient[0], gradient[1], gradient[2]);
        }
        pull(&mut own, placement, 1.0);
        for (axis, own) in gradient.iter_mut().zip(&own) {
            for i in 0..N {
                axis[i] = axis[i] + factor * own[i];
            }
        }
    }
}

/// Gradients of a warp's children become those of its own frame.
struct Return<'a, T, const N: usize> {
    points: &'a Vectors<T, N>,
    at: [T; 3],
    gradient: &'a mut Vectors<T, N>,
}

impl<T: Real, const N: usize> VisitMap<T> for Return<'_, T, N> {
    #[inline(always)]
    fn visit(self, map: impl Map<T>) {
        let Self { points: [x, y, z], at, gradient: [gx, gy, gz] } = self;
        for i in 0..N {
            let p = [x[i] - at[0], y[i] - at[1], z[i] - at[2]];
            let [wx, wy, wz] = map.pull(p, [gx[i], gy[i], gz[i]]);
            (gx[i], gy[i], gz[i]) = (wx, wy, wz);
        }
    }
}

/// Joins two registers and their gradients into the lower ones.
struct MergeSlopes<'a, T, const N: usize> {
    lower: &'a mut Lanes<T, N>,
    upper: &'a Lanes<T, N>,
    gradients: (&'a mut Vectors<T, N>, &'a Vectors<T, N>),
    swapped: bool,
}

impl<T: Real, const N: usize> MergeSlopes<'_, T, N> {
    #[inline(always)]
    fn merge<const SWAPPED: bool>(self, operation: impl Operation<T>) {
        let Self { lower, upper, gradients: (gradient, with), .. } = self;
        for i in 0..N {
            let (a, b) = ordered(lower[i], upper[i], SWAPPED);
            let weights = operation.weights(a, b);
            for axis in 0..3 {
                let (ga, gb) = ordered(gradient[axis][i], with[axis][i], SWAPPED);
                gradient[axis][i] = operation.mix(weights, ga, gb);
            }
            lower[i] = operation.value(a, b);
        }
    }
}

impl<T: Real, const N: usize> VisitOperation<T> for MergeSlopes<'_, T, N> {
    #[inline(always)]
    fn visit(self, operation: impl Operation<T>) {
        if self.swapped { self.merge::<true>(operation) } else { self.merge::<false>(operation) }
    }
}
