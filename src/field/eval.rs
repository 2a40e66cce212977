//! Points through the program: one by one, or in blocks, structure of arrays.
//!
//! Both run the same functions, so they give the same bits: a single point is a block of one. A block passes each
//! instruction as a whole: the loop over its points has no branch on the instruction and the compiler vectorises it. On
//! x86-64 each loop is compiled for AVX-512 and for AVX2, and the wider unit that the processor has is taken; without fused
//! multiply-add the width cannot change a bit.

mod machine;
mod slopes;
mod unit;

use super::Real;
use super::program::{MAX_REGISTERS, Program};
use super::real::limited;
use glam::DVec3;
use machine::Machine;
use slopes::SlopeMachine;
use std::marker::PhantomData;
pub(super) use unit::Unit;
#[cfg(target_arch = "x86_64")]
use unit::{Avx2, Avx512};
use unit::{Narrow, Width};

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
