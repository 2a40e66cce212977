//! Points through the program: one by one, or in blocks, structure of arrays.
//!
//! Both run the same inlined distance functions, so they give the same bits. A block passes each instruction as a
//! whole: the loop over its points has no branch on the instruction and the compiler vectorises it. On x86-64 the
//! loop is compiled twice and the wider one is taken where the processor has AVX2; without fused multiply-add the
//! width cannot change a bit.

use super::Real;
use super::blend::VisitJoin;
use super::primitives::Visit;
use super::program::{Instruction, MAX_REGISTERS, Program};
use super::real::limited;
use glam::DVec3;

/// Points that pass an instruction together. 17 registers of 64 doubles fit the smallest level-1 caches.
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

/// Buffers of an evaluation, reused between batches.
#[derive(Clone, Debug, Default)]
pub struct Scratch<T: Real> {
    /// Registers of [`BLOCK`] numbers each.
    registers: Vec<T>,
}

/// The value at one point.
pub(super) fn value(program: &Program, p: DVec3) -> f64 {
    let mut registers = [f64::FAR; MAX_REGISTERS];
    for instruction in &program.instructions {
        match instruction {
            Instruction::Primitive { to, primitive } => registers[usize::from(*to)] = primitive.value(p),
            Instruction::Join { to, join, swapped } => {
                let to = usize::from(*to);
                let (a, b) = ordered(registers[to], registers[to + 1], *swapped);
                registers[to] = join.value(a, b);
            }
        }
    }
    limited(registers[0])
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
    let same = points.x.len() == out.len() && points.y.len() == out.len() && points.z.len() == out.len();
    assert!(same, "coordinates and values must have one length");
    if program.instructions.is_empty() {
        out.fill(T::FAR);
        return;
    }
    scratch.registers.resize(program.registers * BLOCK, T::ZERO);
    run_widest(program, origin, points, out, &mut scratch.registers);
}

/// Takes the widest vector unit that the processor has.
fn run_widest<T: Real>(program: &Program, origin: DVec3, points: Points<'_, T>, out: &mut [T], registers: &mut [T]) {
    #[cfg(target_arch = "x86_64")]
    if std::arch::is_x86_feature_detected!("avx2") {
        // SAFETY: the processor has just been found to have AVX2.
        unsafe { run_avx2(program, origin, points, out, registers) };
        return;
    }
    run(program, origin, points, out, registers);
}

/// [`run`], compiled for AVX2 (and not for fused multiply-add).
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn run_avx2<T: Real>(program: &Program, origin: DVec3, points: Points<'_, T>, out: &mut [T], registers: &mut [T]) {
    run(program, origin, points, out, registers);
}

/// All blocks, for the target that it is inlined into.
#[inline(always)]
pub(super) fn run<T: Real>(
    program: &Program,
    origin: DVec3,
    points: Points<'_, T>,
    out: &mut [T],
    registers: &mut [T],
) {
    for (i, out) in out.chunks_mut(BLOCK).enumerate() {
        let (from, len) = (i * BLOCK, out.len());
        let block = Points { x: &points.x[from..][..len], y: &points.y[from..][..len], z: &points.z[from..][..len] };
        for instruction in &program.instructions {
            step(instruction, origin, block, len, registers);
        }
        for (out, value) in out.iter_mut().zip(&registers[..len]) {
            *out = limited(*value);
        }
    }
}

/// One instruction for one block.
#[inline(always)]
fn step<T: Real>(instruction: &Instruction, origin: DVec3, points: Points<'_, T>, len: usize, registers: &mut [T]) {
    match instruction {
        Instruction::Primitive { to, primitive } => {
            let out = &mut registers[usize::from(*to) * BLOCK..][..len];
            primitive.visit(origin, Fill { points, out });
        }
        Instruction::Join { to, join, swapped } => {
            let (lower, upper) = registers.split_at_mut((usize::from(*to) + 1) * BLOCK);
            let lower = &mut lower[usize::from(*to) * BLOCK..][..len];
            join.visit(Merge { lower, upper: &upper[..len], swapped: *swapped });
        }
    }
}

/// Distances of a block.
struct Fill<'a, T> {
    points: Points<'a, T>,
    out: &'a mut [T],
}

impl<T: Real> Visit<T> for Fill<'_, T> {
    #[inline(always)]
    fn visit(self, distance: impl Fn([T; 3]) -> T) {
        let Points { x, y, z } = self.points;
        for (((out, x), y), z) in self.out.iter_mut().zip(x).zip(y).zip(z) {
            *out = distance([*x, *y, *z]);
        }
    }
}

/// Joins two registers into the lower one.
struct Merge<'a, T> {
    lower: &'a mut [T],
    upper: &'a [T],
    swapped: bool,
}

impl<T: Real> VisitJoin<T> for Merge<'_, T> {
    #[inline(always)]
    fn visit(self, join: impl Fn(T, T) -> T) {
        let pairs = self.lower.iter_mut().zip(self.upper);
        if self.swapped {
            pairs.for_each(|(lower, upper)| *lower = join(*upper, *lower));
        } else {
            pairs.for_each(|(lower, upper)| *lower = join(*lower, *upper));
        }
    }
}
