//! Points through the program: one by one, or in blocks, structure of arrays.
//!
//! Both run the same functions, so they give the same bits: a single point is a block of one. A block passes each
//! instruction as a whole: the loop over its points has no branch on the instruction and the compiler vectorises it. On
//! x86-64 each loop is compiled for AVX-512 and for AVX2, and the wider unit that the processor has is taken; without fused
//! multiply-add the width cannot change a bit.

use super::Real;
use super::blend::{Operation, VisitOperation};
use super::formula::{Formula, Map, Slope, VisitFormula, VisitMap};
use super::parts::{Alter, Placement, Tables};
use super::program::{MAX_REGISTERS, Op, Program};
use super::real::limited;
use super::shape::Shape;
use glam::DVec3;
use std::marker::PhantomData;

/// Points of a tile: the length of the innermost loops.
const TILE: usize = 64;
/// Most tiles that pass an instruction together, which spreads what an instruction costs besides its loop. The few registers
/// that most programs need fit the level-1 caches, gradients the level-2 ones.
const TILES: usize = 12;

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

/// Buffers of an evaluation, reused between batches.
#[derive(Clone, Debug, Default)]
pub struct Scratch<T: Real> {
    memory: Memory<T, TILE>,
}

#[cfg(test)]
impl<T: Real> Scratch<T> {
    pub(super) fn memory(&mut self) -> &mut Memory<T, TILE> {
        &mut self.memory
    }
}

/// Numbers of the points of a block, tile by tile.
type Lanes<T, const N: usize> = [[T; N]];

/// What a program works on: lists of rows of `TILES` tiles each.
#[derive(Clone, Debug)]
pub(super) struct Memory<T, const N: usize> {
    /// Three rows a frame: x, y, z.
    frames: Vec<[T; N]>,
    registers: Vec<[T; N]>,
    /// Three rows a register.
    gradients: Vec<[T; N]>,
}

impl<T, const N: usize> Default for Memory<T, N> {
    fn default() -> Self {
        Self { frames: Vec::new(), registers: Vec::new(), gradients: Vec::new() }
    }
}

impl<T: Real, const N: usize> Memory<T, N> {
    #[cfg(target_arch = "x86_64")]
    fn new(program: &Program, with_gradients: bool) -> Self {
        let mut memory = Self::default();
        memory.fit(program, with_gradients);
        memory
    }

    pub(super) fn fit(&mut self, program: &Program, with_gradients: bool) {
        let grow = |list: &mut Vec<[T; N]>, rows: usize| {
            if list.len() < rows * TILES {
                list.resize(rows * TILES, [T::ZERO; N]);
            }
        };
        // One frame more: where a primitive's own points are put.
        grow(&mut self.frames, 3 * (program.frames + 1));
        grow(&mut self.registers, program.registers);
        if with_gradients {
            grow(&mut self.gradients, 3 * program.registers);
        }
    }
}

/// A row of tiles of a list.
fn row<T, const N: usize>(list: &[[T; N]], index: usize, (stride, tiles): (usize, usize)) -> &Lanes<T, N> {
    &list[index * stride..][..tiles]
}

fn row_mut<T, const N: usize>(list: &mut [[T; N]], index: usize, (stride, tiles): (usize, usize)) -> &mut Lanes<T, N> {
    &mut list[index * stride..][..tiles]
}

/// Three rows: the components of vectors.
fn rows<T, const N: usize>(list: &[[T; N]], index: usize, size: (usize, usize)) -> [&Lanes<T, N>; 3] {
    std::array::from_fn(|axis| row(list, 3 * index + axis, size))
}

fn rows_mut<T, const N: usize>(list: &mut [[T; N]], index: usize, size: (usize, usize)) -> [&mut Lanes<T, N>; 3] {
    let (stride, tiles) = size;
    let (x, rest) = list[3 * index * stride..].split_at_mut(stride);
    let (y, z) = rest.split_at_mut(stride);
    [&mut x[..tiles], &mut y[..tiles], &mut z[..tiles]]
}

/// The frames that a single value keeps on the stack.
const FEW_FRAMES: usize = 6;

/// The value at one point.
pub(super) fn value<T: Real>(program: &Program, p: [T; 3]) -> T {
    let mut few = [[T::ZERO]; 3 * FEW_FRAMES];
    let mut many = Vec::new();
    let frames = if program.frames < FEW_FRAMES {
        &mut few[..]
    } else {
        many.resize(3 * (program.frames + 1), [T::ZERO]);
        &mut many[..]
    };
    for (lane, axis) in frames[3..].iter_mut().zip(p) {
        *lane = [axis];
    }
    let mut registers = [[T::FAR]; MAX_REGISTERS];
    let mut machine = Machine {
        tables: &program.tables,
        origin: DVec3::ZERO,
        frames,
        registers: &mut registers,
        size: (1, 1),
        unit: PhantomData::<Narrow>,
    };
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
    run_values(Unit::widest(), program, (origin, points), out, &mut scratch.memory);
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
    run_slopes(Unit::widest(), program, (origin, points), out, &mut scratch.memory);
}

fn check_lengths<T>(points: &Points<'_, T>, out: &[usize]) {
    let count = points.x.len();
    let same = points.y.len() == count && points.z.len() == count && out.iter().all(|&len| len == count);
    assert!(same, "coordinates and results must have one length");
}

/// A vector unit of the processor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Unit {
    /// What every processor of the target has.
    Narrow,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Unit {
    /// All that this processor has, the widest last.
    pub(super) fn available() -> impl DoubleEndedIterator<Item = Self> {
        #[cfg(target_arch = "x86_64")]
        let wide = [
            std::arch::is_x86_feature_detected!("avx2").then_some(Self::Avx2),
            std::arch::is_x86_feature_detected!("avx512f").then_some(Self::Avx512),
        ];
        #[cfg(not(target_arch = "x86_64"))]
        let wide = [];
        [Some(Self::Narrow)].into_iter().chain(wide).flatten()
    }

    fn widest() -> Self {
        Self::available().next_back().unwrap_or(Self::Narrow)
    }
}

/// Values on one of the available units.
pub(super) fn run_values<T: Real>(
    unit: Unit,
    program: &Program,
    at: (DVec3, Points<'_, T>),
    out: &mut [T],
    memory: &mut Memory<T, TILE>,
) {
    match unit {
        // On x86-64 a processor without AVX2 is rare enough to go point by point, which spares compiling all loops again.
        #[cfg(target_arch = "x86_64")]
        Unit::Narrow => values_with::<T, Narrow, 1>(program, at, out, &mut Memory::new(program, false)),
        #[cfg(not(target_arch = "x86_64"))]
        Unit::Narrow => values_with::<T, Narrow, TILE>(program, at, out, memory),
        #[cfg(target_arch = "x86_64")]
        Unit::Avx2 => values_with::<T, Avx2, TILE>(program, at, out, memory),
        #[cfg(target_arch = "x86_64")]
        Unit::Avx512 => values_with::<T, Avx512, TILE>(program, at, out, memory),
    }
}

/// Values and gradients on one of the available units.
pub(super) fn run_slopes<T: Real>(
    unit: Unit,
    program: &Program,
    at: (DVec3, Points<'_, T>),
    out: Slopes<'_, T>,
    memory: &mut Memory<T, TILE>,
) {
    match unit {
        #[cfg(target_arch = "x86_64")]
        Unit::Narrow => slopes_with::<T, Narrow, 1>(program, at, out, &mut Memory::new(program, true)),
        #[cfg(not(target_arch = "x86_64"))]
        Unit::Narrow => slopes_with::<T, Narrow, TILE>(program, at, out, memory),
        #[cfg(target_arch = "x86_64")]
        Unit::Avx2 => slopes_with::<T, Avx2, TILE>(program, at, out, memory),
        #[cfg(target_arch = "x86_64")]
        Unit::Avx512 => slopes_with::<T, Avx512, TILE>(program, at, out, memory),
    }
}

/// A loop over the points of a block.
trait Pass {
    /// Runs it; inlined into functions of different target features.
    fn run(self);
}

/// A vector unit as a type, so that each loop is compiled for it.
trait Width {
    fn run(pass: impl Pass);
}

/// See [`Unit::Narrow`].
enum Narrow {}

impl Width for Narrow {
    #[inline(always)]
    fn run(pass: impl Pass) {
        pass.run();
    }
}

/// See [`Unit::Avx2`]. Only [`run_values`] and [`run_slopes`] choose it, for an available unit.
#[cfg(target_arch = "x86_64")]
enum Avx2 {}

#[cfg(target_arch = "x86_64")]
impl Width for Avx2 {
    #[inline]
    fn run(pass: impl Pass) {
        #[target_feature(enable = "avx2")]
        fn wide(pass: impl Pass) {
            pass.run();
        }
        // SAFETY: the unit is available.
        unsafe { wide(pass) }
    }
}

/// See [`Unit::Avx512`]. Only [`run_values`] and [`run_slopes`] choose it, for an available unit.
#[cfg(target_arch = "x86_64")]
enum Avx512 {}

#[cfg(target_arch = "x86_64")]
impl Width for Avx512 {
    #[inline]
    fn run(pass: impl Pass) {
        #[target_feature(enable = "avx512f")]
        fn wide(pass: impl Pass) {
            pass.run();
        }
        // SAFETY: the unit is available.
        unsafe { wide(pass) }
    }
}

fn values_with<T: Real, W: Width, const N: usize>(
    program: &Program,
    (origin, points): (DVec3, Points<'_, T>),
    out: &mut [T],
    memory: &mut Memory<T, N>,
) {
    for (i, out) in out.chunks_mut(N * TILES).enumerate() {
        let mut machine = Machine::<T, W, N>::new(program, origin, memory, out.len());
        machine.load(points, i * N * TILES, out.len());
        machine.run(&program.ops);
        for (out, value) in out.iter_mut().zip(row(machine.registers, 0, machine.size).as_flattened()) {
            *out = limited(*value);
        }
    }
}

fn slopes_with<T: Real, W: Width, const N: usize>(
    program: &Program,
    (origin, points): (DVec3, Points<'_, T>),
    out: Slopes<'_, T>,
    memory: &mut Memory<T, N>,
) {
    // Out of the memory while the machine has the rest.
    let mut gradients = std::mem::take(&mut memory.gradients);
    for from in (0..out.value.len()).step_by(N * TILES) {
        let len = (N * TILES).min(out.value.len() - from);
        let machine = Machine::<T, W, N>::new(program, origin, memory, len);
        let size = machine.size;
        let mut machine = SlopeMachine { machine, gradients: &mut gradients };
        machine.machine.load(points, from, len);
        for op in &program.ops {
            machine.step(op);
        }
        for (out, value) in
            out.value[from..][..len].iter_mut().zip(row(machine.machine.registers, 0, size).as_flattened())
        {
            *out = limited(*value);
        }
        for (out, axis) in [&mut *out.x, &mut *out.y, &mut *out.z].into_iter().zip(rows(&gradients, 0, size)) {
            out[from..][..len].copy_from_slice(&axis.as_flattened()[..len]);
        }
    }
    memory.gradients = gradients;
}

/// Runs instructions on a block. Frame 0 of the list is where a primitive's own points are put; frame `i` of the program is
/// number `i + 1`.
struct Machine<'a, T, W, const N: usize> {
    tables: &'a Tables,
    /// What the points of frame 0 are relative to.
    origin: DVec3,
    frames: &'a mut [[T; N]],
    registers: &'a mut [[T; N]],
    /// Tiles of a row, and how many of them are in use.
    size: (usize, usize),
    unit: PhantomData<W>,
}

impl<'a, T: Real, W: Width, const N: usize> Machine<'a, T, W, N> {
    fn new(program: &'a Program, origin: DVec3, memory: &'a mut Memory<T, N>, points: usize) -> Self {
        let Memory { frames, registers, .. } = memory;
        let size = (TILES, points.div_ceil(N));
        Self { tables: &program.tables, origin, frames, registers, size, unit: PhantomData }
    }

    /// Fills the frame of the world; its end is padded with the last point, so that all tiles are full.
    fn load(&mut self, points: Points<'_, T>, from: usize, len: usize) {
        for (lanes, axis) in rows_mut(self.frames, 1, self.size).into_iter().zip([points.x, points.y, points.z]) {
            let (lanes, axis) = (lanes.as_flattened_mut(), &axis[from..][..len]);
            lanes[..len].copy_from_slice(axis);
            lanes[len..].fill(axis[len - 1]);
        }
    }

    /// All instructions. A common primitive that is joined at once goes through one loop instead of two: the square roots of
    /// the one and the sums of the other are computed side by side.
    fn run(&mut self, mut ops: &[Op]) {
        while let [op, after @ ..] = ops {
            ops = match after {
                [join, rest @ ..] if self.fused(op, join) => rest,
                _ => {
                    self.step(op);
                    after
                }
            };
        }
    }

    /// Runs a primitive and the join that takes it as second operand, if there is a loop for both.
    fn fused(&mut self, op: &Op, next: &Op) -> bool {
        let (Op::Primitive { to, frame, primitive }, Op::Join { to: into, swapped: false, join }) = (*op, *next) else {
            return false;
        };
        let (primitive, join) = (&self.tables.primitives[primitive as usize], self.tables.joins[join as usize]);
        let is_common = primitive.factor == 1.0 && primitive.shape.is_common() && join.is_common();
        if to != into + 1 || !is_common {
            return false;
        }
        let (points, at) = self.locate(&primitive.placement, frame);
        let points = rows(self.frames, points, self.size);
        let out = row_mut(self.registers, usize::from(into), self.size);
        join.visit_common(Fuse { shape: &primitive.shape, points, at, out, unit: PhantomData::<W> });
        true
    }

    /// One instruction on values.
    fn step(&mut self, op: &Op) {
        let tables = self.tables;
        match *op {
            Op::Primitive { to, frame, primitive } => {
                let primitive = &tables.primitives[primitive as usize];
                let (points, at) = self.locate(&primitive.placement, frame);
                let out = row_mut(self.registers, usize::from(to), self.size);
                primitive.shape.visit(On::<W, _>::new(Fill { points: rows(self.frames, points, self.size), at, out }));
                scale::<T, W, N>(out, primitive.factor);
            }
            Op::Join { to, swapped, join } => {
                let (lower, upper) = pair(self.registers, to, self.size);
                if swapped {
                    lower.swap_with_slice(upper);
                }
                tables.joins[join as usize].visit(On::<W, _>::new(Merge { lower, upper }));
            }
            Op::Alter { to, frame, alter } => self.alter(to, frame, &tables.alters[alter as usize]),
            Op::Enter { from, passage } => {
                let passage = &tables.passages[passage as usize];
                let (points, at) = self.locate(&passage.placement, from);
                let (before, after) = self.frames.split_at_mut(3 * (usize::from(from) + 2) * self.size.0);
                let (points, out) = (rows(before, points, self.size), rows_mut(after, 0, self.size));
                passage.warp.visit(On::<W, _>::new(Cross { points, at, out }));
            }
            Op::Leave { to, passage, .. } => {
                scale::<T, W, N>(
                    row_mut(self.registers, usize::from(to), self.size),
                    tables.passages[passage as usize].factor,
                );
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
        let (own, frames) = self.frames.split_at_mut(3 * self.size.0);
        let points = self::rows(frames, index - 1, self.size);
        W::run(Turn { points, at, rows, out: rows_mut(own, 0, self.size) });
        (0, [T::ZERO; 3])
    }

    fn alter(&mut self, to: u8, frame: u8, alter: &Alter) {
        let to = usize::from(to);
        if let Alter::Bump { bump, placement, factor } = alter {
            let (points, at) = self.locate(placement, frame);
            let (points, factor) = (rows(self.frames, points, self.size), T::from_f64(*factor));
            let out = row_mut(self.registers, to, self.size);
            bump.visit(On::<W, _>::new(Raise { points, at, factor, out }));
        } else {
            W::run(Altered { alter, out: row_mut(self.registers, to, self.size) });
        }
    }
}

/// Moves and turns the points of a frame into that of a node.
struct Turn<'a, T, const N: usize> {
    points: [&'a Lanes<T, N>; 3],
    at: [T; 3],
    rows: [[T; 3]; 3],
    out: [&'a mut Lanes<T, N>; 3],
}

impl<T: Real, const N: usize> Pass for Turn<'_, T, N> {
    #[inline(always)]
    fn run(self) {
        let Self { points: [x, y, z], at, rows, out: [ox, oy, oz] } = self;
        for t in 0..ox.len() {
            let (x, y, z, ox, oy, oz) = (&x[t], &y[t], &z[t], &mut ox[t], &mut oy[t], &mut oz[t]);
            for i in 0..N {
                let d = [x[i] - at[0], y[i] - at[1], z[i] - at[2]];
                let [lx, ly, lz] = rows.map(|r| r[0] * d[0] + r[1] * d[1] + r[2] * d[2]);
                (ox[i], oy[i], oz[i]) = (lx, ly, lz);
            }
        }
    }
}

/// What needs no place is done to the values of a block.
struct Altered<'a, T, const N: usize> {
    alter: &'a Alter,
    out: &'a mut Lanes<T, N>,
}

impl<T: Real, const N: usize> Pass for Altered<'_, T, N> {
    #[inline(always)]
    fn run(self) {
        match *self.alter {
            Alter::Offset(d) => {
                let d = T::from_f64(d);
                self.out.as_flattened_mut().iter_mut().for_each(|v| *v = *v - d);
            }
            Alter::Onion(half) => {
                let half = T::from_f64(half);
                self.out.as_flattened_mut().iter_mut().for_each(|v| *v = v.abs() - half);
            }
            Alter::Shell(thickness) => {
                let thickness = T::from_f64(thickness);
                self.out.as_flattened_mut().iter_mut().for_each(|v| *v = v.max(-(*v + thickness)));
            }
            Alter::Bump { .. } => {}
        }
    }
}

/// Values are multiplied.
struct Scaled<'a, T, const N: usize> {
    factor: T,
    out: &'a mut Lanes<T, N>,
}

impl<T: Real, const N: usize> Pass for Scaled<'_, T, N> {
    #[inline(always)]
    fn run(self) {
        self.out.as_flattened_mut().iter_mut().for_each(|v| *v = *v * self.factor);
    }
}

fn scale<T: Real, W: Width, const N: usize>(out: &mut Lanes<T, N>, factor: f64) {
    if factor != 1.0 {
        W::run(Scaled { factor: T::from_f64(factor), out });
    }
}

/// Two registers side by side.
fn pair<T, const N: usize>(
    registers: &mut [[T; N]],
    to: u8,
    (stride, tiles): (usize, usize),
) -> (&mut Lanes<T, N>, &mut Lanes<T, N>) {
    let (lower, upper) = registers[usize::from(to) * stride..].split_at_mut(stride);
    (&mut lower[..tiles], &mut upper[..tiles])
}

/// A function and what it is to be run on.
struct With<F, V> {
    function: F,
    on: V,
}

/// Runs what it is given, with the function that a visit finds, on the unit `W`: each loop is a function of its own, which
/// compiles much faster than one with all loops in it.
struct On<W, V> {
    on: V,
    unit: PhantomData<W>,
}

impl<W, V> On<W, V> {
    fn new(on: V) -> Self {
        Self { on, unit: PhantomData }
    }
}

macro_rules! visit_on_unit {
    ($($visitor:ident: $visit:ident of $function:ident),* $(,)?) => {$(
        impl<T: Real, W: Width, const N: usize> $visit<T> for On<W, $visitor<'_, T, N>> {
            fn visit(self, function: impl $function<T>) {
                W::run(With { function, on: self.on });
            }
        }
    )*};
}

visit_on_unit! {
    Fill: VisitFormula of Formula,
    FillSlopes: VisitFormula of Formula,
    Raise: VisitFormula of Formula,
    FillGradients: VisitFormula of Formula,
    Cross: VisitMap of Map,
    Return: VisitMap of Map,
    Merge: VisitOperation of Operation,
    MergeSlopes: VisitOperation of Operation,
}

/// Distances of a block.
struct Fill<'a, T, const N: usize> {
    points: [&'a Lanes<T, N>; 3],
    at: [T; 3],
    out: &'a mut Lanes<T, N>,
}

impl<T: Real, F: Formula<T>, const N: usize> Pass for With<F, Fill<'_, T, N>> {
    #[inline(always)]
    fn run(self) {
        let Self { function: formula, on } = self;
        let Fill { points: [x, y, z], at, out } = on;
        for t in 0..out.len() {
            let (x, y, z, out) = (&x[t], &y[t], &z[t], &mut out[t]);
            for i in 0..N {
                out[i] = formula.value([x[i] - at[0], y[i] - at[1], z[i] - at[2]]);
            }
        }
    }
}

/// Joins a primitive that is yet to be visited.
struct Fuse<'a, T, W, const N: usize> {
    shape: &'a Shape,
    points: [&'a Lanes<T, N>; 3],
    at: [T; 3],
    out: &'a mut Lanes<T, N>,
    unit: PhantomData<W>,
}

impl<T: Real, W: Width, const N: usize> VisitOperation<T> for Fuse<'_, T, W, N> {
    fn visit(self, operation: impl Operation<T>) {
        let Self { shape, points, at, out, .. } = self;
        shape.visit_common(FuseWith { operation, points, at, out, unit: PhantomData::<W> });
    }
}

/// As [`Fuse`], with a known operation.
struct FuseWith<'a, T, W, O, const N: usize> {
    operation: O,
    points: [&'a Lanes<T, N>; 3],
    at: [T; 3],
    out: &'a mut Lanes<T, N>,
    unit: PhantomData<W>,
}

impl<T: Real, W: Width, O: Operation<T>, const N: usize> VisitFormula<T> for FuseWith<'_, T, W, O, N> {
    fn visit(self, formula: impl Formula<T>) {
        let Self { operation, points, at, out, .. } = self;
        W::run(Fused { formula, operation, points, at, out });
    }
}

/// Distances of a block, joined to what is there.
struct Fused<'a, T, F, O, const N: usize> {
    formula: F,
    operation: O,
    points: [&'a Lanes<T, N>; 3],
    at: [T; 3],
    out: &'a mut Lanes<T, N>,
}

impl<T: Real, F: Formula<T>, O: Operation<T>, const N: usize> Pass for Fused<'_, T, F, O, N> {
    #[inline(always)]
    fn run(self) {
        let Self { formula, operation, points: [x, y, z], at, out } = self;
        for t in 0..out.len() {
            let (x, y, z, out) = (&x[t], &y[t], &z[t], &mut out[t]);
            for i in 0..N {
                out[i] = operation.value(out[i], formula.value([x[i] - at[0], y[i] - at[1], z[i] - at[2]]));
            }
        }
    }
}

/// A bump is added to the values of a block.
struct Raise<'a, T, const N: usize> {
    points: [&'a Lanes<T, N>; 3],
    at: [T; 3],
    factor: T,
    out: &'a mut Lanes<T, N>,
}

impl<T: Real, F: Formula<T>, const N: usize> Pass for With<F, Raise<'_, T, N>> {
    #[inline(always)]
    fn run(self) {
        let Self { function: formula, on } = self;
        let Raise { points: [x, y, z], at, factor, out } = on;
        for t in 0..out.len() {
            let (x, y, z, out) = (&x[t], &y[t], &z[t], &mut out[t]);
            for i in 0..N {
                out[i] = out[i] + factor * formula.value([x[i] - at[0], y[i] - at[1], z[i] - at[2]]);
            }
        }
    }
}

/// The points of a block go through a map.
struct Cross<'a, T, const N: usize> {
    points: [&'a Lanes<T, N>; 3],
    at: [T; 3],
    out: [&'a mut Lanes<T, N>; 3],
}

impl<T: Real, F: Map<T>, const N: usize> Pass for With<F, Cross<'_, T, N>> {
    #[inline(always)]
    fn run(self) {
        let Self { function: map, on } = self;
        let Cross { points: [x, y, z], at, out: [ox, oy, oz] } = on;
        for t in 0..ox.len() {
            let (x, y, z, ox, oy, oz) = (&x[t], &y[t], &z[t], &mut ox[t], &mut oy[t], &mut oz[t]);
            for i in 0..N {
                let [px, py, pz] = map.point([x[i] - at[0], y[i] - at[1], z[i] - at[2]]);
                (ox[i], oy[i], oz[i]) = (px, py, pz);
            }
        }
    }
}

/// Joins two registers into the lower one.
struct Merge<'a, T, const N: usize> {
    lower: &'a mut Lanes<T, N>,
    upper: &'a Lanes<T, N>,
}

impl<T: Real, F: Operation<T>, const N: usize> Pass for With<F, Merge<'_, T, N>> {
    #[inline(always)]
    fn run(self) {
        let Self { function: operation, on: Merge { lower, upper } } = self;
        for t in 0..lower.len() {
            let (upper, lower) = (&upper[t], &mut lower[t]);
            for i in 0..N {
                lower[i] = operation.value(lower[i], upper[i]);
            }
        }
    }
}

/// Runs instructions on a block, with gradients.
struct SlopeMachine<'a, T, W, const N: usize> {
    machine: Machine<'a, T, W, N>,
    gradients: &'a mut [[T; N]],
}

impl<T: Real, W: Width, const N: usize> SlopeMachine<'_, T, W, N> {
    /// One instruction on values and gradients.
    fn step(&mut self, op: &Op) {
        let Machine { tables, size, .. } = self.machine;
        match *op {
            Op::Primitive { to, frame, primitive } => {
                let primitive = &tables.primitives[primitive as usize];
                let (points, at) = self.machine.locate(&primitive.placement, frame);
                let gradient = rows_mut(self.gradients, usize::from(to), size);
                let out = row_mut(self.machine.registers, usize::from(to), size);
                let points = rows(self.machine.frames, points, size);
                primitive.shape.visit(On::<W, _>::new(FillSlopes { points, at, out, gradient }));
                let gradient = rows_mut(self.gradients, usize::from(to), size);
                pull::<T, W, N>(gradient, &primitive.placement, primitive.factor);
                scale::<T, W, N>(row_mut(self.machine.registers, usize::from(to), size), primitive.factor);
            }
            Op::Join { to, swapped, join } => {
                let (lower, upper) = pair(self.machine.registers, to, size);
                let (gradient, other) = self.gradients.split_at_mut(3 * (usize::from(to) + 1) * size.0);
                let gradient = rows_mut(gradient, usize::from(to), size);
                let other = rows_mut(other, 0, size);
                if swapped {
                    lower.swap_with_slice(upper);
                }
                let [gradient, other] = if swapped { exchanged(gradient, other) } else { [gradient, other] };
                tables.joins[join as usize].visit(On::<W, _>::new(MergeSlopes { lower, upper, gradient, other }));
            }
            Op::Alter { to, frame, alter } => self.alter(to, frame, &tables.alters[alter as usize]),
            Op::Enter { .. } | Op::Settle { .. } => self.machine.step(op),
            Op::Leave { to, from, passage } => {
                let passage = &tables.passages[passage as usize];
                let (points, at) = self.machine.locate(&passage.placement, from);
                let points = rows(self.machine.frames, points, size);
                let gradient = rows_mut(self.gradients, usize::from(to), size);
                passage.warp.visit(On::<W, _>::new(Return { points, at, gradient }));
                let gradient = rows_mut(self.gradients, usize::from(to), size);
                pull::<T, W, N>(gradient, &passage.placement, passage.factor);
                scale::<T, W, N>(row_mut(self.machine.registers, usize::from(to), size), passage.factor);
            }
        }
    }

    fn alter(&mut self, to: u8, frame: u8, alter: &Alter) {
        let register = usize::from(to);
        let size = self.machine.size;
        let gradient = rows_mut(self.gradients, register, size);
        if let Alter::Bump { bump, placement, factor } = alter {
            let (points, at) = self.machine.locate(placement, frame);
            let mut own = [[[T::ZERO; N]; TILES]; 3];
            let tiles = size.1;
            let points = rows(self.machine.frames, points, size);
            bump.visit(On::<W, _>::new(FillGradients {
                points,
                at,
                gradient: own.each_mut().map(|axis| &mut axis[..tiles]),
            }));
            pull::<T, W, N>(own.each_mut().map(|axis| &mut axis[..tiles]), placement, *factor);
            W::run(Sum { gradient, own: own.each_ref().map(|axis| &axis[..tiles]) });
        } else {
            W::run(TurnedOver { alter, values: row(self.machine.registers, register, size), gradient });
        }
        self.machine.alter(to, frame, alter);
    }
}

/// Two vectors of rows with their contents exchanged.
fn exchanged<'a, T: Copy, const N: usize>(
    mut a: [&'a mut Lanes<T, N>; 3],
    mut b: [&'a mut Lanes<T, N>; 3],
) -> [[&'a mut Lanes<T, N>; 3]; 2] {
    for (a, b) in a.iter_mut().zip(&mut b) {
        a.swap_with_slice(b);
    }
    [a, b]
}

/// Gradients follow their values through an alteration that needs no place.
struct TurnedOver<'a, T, const N: usize> {
    alter: &'a Alter,
    values: &'a Lanes<T, N>,
    gradient: [&'a mut Lanes<T, N>; 3],
}

impl<T: Real, const N: usize> Pass for TurnedOver<'_, T, N> {
    #[inline(always)]
    fn run(self) {
        // The value below which a gradient turns over: that of an onion's middle, and of a shell's.
        let below = match *self.alter {
            Alter::Offset(_) | Alter::Bump { .. } => return,
            Alter::Onion(_) => T::ZERO,
            Alter::Shell(thickness) => -T::from_f64(0.5 * thickness),
        };
        for axis in self.gradient {
            for (tile, values) in axis.iter_mut().zip(self.values) {
                for i in 0..N {
                    tile[i] = if values[i] < below { -tile[i] } else { tile[i] };
                }
            }
        }
    }
}

/// Gradients are added up.
struct Sum<'a, T, const N: usize> {
    gradient: [&'a mut Lanes<T, N>; 3],
    own: [&'a Lanes<T, N>; 3],
}

impl<T: Real, const N: usize> Pass for Sum<'_, T, N> {
    #[inline(always)]
    fn run(self) {
        for (axis, own) in self.gradient.into_iter().zip(self.own) {
            for (sum, own) in axis.as_flattened_mut().iter_mut().zip(own.as_flattened()) {
                *sum = *sum + *own;
            }
        }
    }
}

/// Local gradients become those of the frame: the transposed matrix times them, and times the factor.
fn pull<T: Real, W: Width, const N: usize>(gradient: [&mut Lanes<T, N>; 3], placement: &Placement, factor: f64) {
    if let Some(rows) = placement.rows {
        let rows = rows.map(|row| (row * factor).to_array().map(T::from_f64));
        W::run(Pulled { rows, gradient });
    } else {
        gradient.into_iter().for_each(|axis| scale::<T, W, N>(axis, factor));
    }
}

/// See [`pull`].
struct Pulled<'a, T, const N: usize> {
    rows: [[T; 3]; 3],
    gradient: [&'a mut Lanes<T, N>; 3],
}

impl<T: Real, const N: usize> Pass for Pulled<'_, T, N> {
    #[inline(always)]
    fn run(self) {
        let Self { rows, gradient: [gx, gy, gz] } = self;
        for t in 0..gx.len() {
            let (gx, gy, gz) = (&mut gx[t], &mut gy[t], &mut gz[t]);
            for i in 0..N {
                let g = [gx[i], gy[i], gz[i]];
                let world = |k: usize| rows[0][k] * g[0] + rows[1][k] * g[1] + rows[2][k] * g[2];
                (gx[i], gy[i], gz[i]) = (world(0), world(1), world(2));
            }
        }
    }
}

/// Distances and gradients of a block.
struct FillSlopes<'a, T, const N: usize> {
    points: [&'a Lanes<T, N>; 3],
    at: [T; 3],
    out: &'a mut Lanes<T, N>,
    gradient: [&'a mut Lanes<T, N>; 3],
}

impl<T: Real, F: Formula<T>, const N: usize> Pass for With<F, FillSlopes<'_, T, N>> {
    #[inline(always)]
    fn run(self) {
        let Self { function: formula, on } = self;
        let FillSlopes { points: [x, y, z], at, out, gradient: [gx, gy, gz] } = on;
        for t in 0..out.len() {
            let (x, y, z, out, gx, gy, gz) = (&x[t], &y[t], &z[t], &mut out[t], &mut gx[t], &mut gy[t], &mut gz[t]);
            for i in 0..N {
                let p = [x[i] - at[0], y[i] - at[1], z[i] - at[2]];
                out[i] = formula.value(p);
                let Slope { gradient, .. } = formula.slope(p);
                (gx[i], gy[i], gz[i]) = (gradient[0], gradient[1], gradient[2]);
            }
        }
    }
}

/// Gradients of a block alone.
struct FillGradients<'a, T, const N: usize> {
    points: [&'a Lanes<T, N>; 3],
    at: [T; 3],
    gradient: [&'a mut Lanes<T, N>; 3],
}

impl<T: Real, F: Formula<T>, const N: usize> Pass for With<F, FillGradients<'_, T, N>> {
    #[inline(always)]
    fn run(self) {
        let Self { function: formula, on } = self;
        let FillGradients { points: [x, y, z], at, gradient: [gx, gy, gz] } = on;
        for t in 0..gx.len() {
            let (x, y, z, gx, gy, gz) = (&x[t], &y[t], &z[t], &mut gx[t], &mut gy[t], &mut gz[t]);
            for i in 0..N {
                let Slope { gradient, .. } = formula.slope([x[i] - at[0], y[i] - at[1], z[i] - at[2]]);
                (gx[i], gy[i], gz[i]) = (gradient[0], gradient[1], gradient[2]);
            }
        }
    }
}

/// Gradients of a warp's children become those of its own frame.
struct Return<'a, T, const N: usize> {
    points: [&'a Lanes<T, N>; 3],
    at: [T; 3],
    gradient: [&'a mut Lanes<T, N>; 3],
}

impl<T: Real, F: Map<T>, const N: usize> Pass for With<F, Return<'_, T, N>> {
    #[inline(always)]
    fn run(self) {
        let Self { function: map, on } = self;
        let Return { points: [x, y, z], at, gradient: [gx, gy, gz] } = on;
        for t in 0..gx.len() {
            let (x, y, z, gx, gy, gz) = (&x[t], &y[t], &z[t], &mut gx[t], &mut gy[t], &mut gz[t]);
            for i in 0..N {
                let p = [x[i] - at[0], y[i] - at[1], z[i] - at[2]];
                let [wx, wy, wz] = map.pull(p, [gx[i], gy[i], gz[i]]);
                (gx[i], gy[i], gz[i]) = (wx, wy, wz);
            }
        }
    }
}

/// Joins two registers and their gradients into the lower ones.
struct MergeSlopes<'a, T, const N: usize> {
    lower: &'a mut Lanes<T, N>,
    upper: &'a Lanes<T, N>,
    gradient: [&'a mut Lanes<T, N>; 3],
    other: [&'a mut Lanes<T, N>; 3],
}

impl<T: Real, F: Operation<T>, const N: usize> Pass for With<F, MergeSlopes<'_, T, N>> {
    #[inline(always)]
    fn run(self) {
        let Self { function: operation, on: MergeSlopes { lower, upper, gradient: [gx, gy, gz], other: [ox, oy, oz] } } =
            self;
        for t in 0..lower.len() {
            let (upper, ox, oy, oz, lower, gx, gy, gz) =
                (&upper[t], &ox[t], &oy[t], &oz[t], &mut lower[t], &mut gx[t], &mut gy[t], &mut gz[t]);
            for i in 0..N {
                let (a, b) = (lower[i], upper[i]);
                let weights = operation.weights(a, b);
                gx[i] = operation.mix(weights, gx[i], ox[i]);
                gy[i] = operation.mix(weights, gy[i], oy[i]);
                gz[i] = operation.mix(weights, gz[i], oz[i]);
                lower[i] = operation.value(a, b);
            }
        }
    }
}
