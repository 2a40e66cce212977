//! A program on a block of points, for values: the machine, and the loop of each instruction.

use super::unit::{Pass, Width};
use super::{Lanes, Memory, Points, TILES, row_mut, rows, rows_mut};
use crate::field::Real;
use crate::field::blend::{Operation, VisitOperation};
use crate::field::formula::{Formula, Map, VisitFormula, VisitMap};
use crate::field::parts::{Alter, Placement, Tables};
use crate::field::program::{Op, Program};
use crate::field::shape::Shape;
use glam::DVec3;
use std::marker::PhantomData;

/// Runs instructions on a block. Frame 0 of the list is where a primitive's own points are put; frame `i` of the program is
/// number `i + 1`.
pub(super) struct Machine<'a, T, W, const N: usize> {
    pub(super) tables: &'a Tables,
    /// What the points of frame 0 are relative to.
    pub(super) origin: DVec3,
    pub(super) frames: &'a mut [[T; N]],
    pub(super) registers: &'a mut [[T; N]],
    /// Tiles of a row, and how many of them are in use.
    pub(super) size: (usize, usize),
    pub(super) unit: PhantomData<W>,
}

impl<'a, T: Real, W: Width, const N: usize> Machine<'a, T, W, N> {
    pub(super) fn new(program: &'a Program, origin: DVec3, memory: &'a mut Memory<T, N>, points: usize) -> Self {
        let Memory { frames, registers, .. } = memory;
        let size = (TILES, points.div_ceil(N));
        Self { tables: &program.tables, origin, frames, registers, size, unit: PhantomData }
    }

    /// Fills the frame of the world; its end is padded with the last point, so that all tiles are full.
    pub(super) fn load(&mut self, points: Points<'_, T>, from: usize, len: usize) {
        for (lanes, axis) in rows_mut(self.frames, 1, self.size).into_iter().zip([points.x, points.y, points.z]) {
            let (lanes, axis) = (lanes.as_flattened_mut(), &axis[from..][..len]);
            lanes[..len].copy_from_slice(axis);
            lanes[len..].fill(axis[len - 1]);
        }
    }

    /// All instructions. A common primitive that is joined at once goes through one loop instead of two: the square roots of
    /// the one and the sums of the other are computed side by side.
    pub(super) fn run(&mut self, mut ops: &[Op]) {
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
    pub(super) fn step(&mut self, op: &Op) {
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
    pub(super) fn locate(&mut self, placement: &Placement, frame: u8) -> (usize, [T; 3]) {
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

    pub(super) fn alter(&mut self, to: u8, frame: u8, alter: &Alter) {
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
pub(super) struct Turn<'a, T, const N: usize> {
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
pub(super) struct Altered<'a, T, const N: usize> {
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
pub(super) struct Scaled<'a, T, const N: usize> {
    factor: T,
    out: &'a mut Lanes<T, N>,
}

impl<T: Real, const N: usize> Pass for Scaled<'_, T, N> {
    #[inline(always)]
    fn run(self) {
        self.out.as_flattened_mut().iter_mut().for_each(|v| *v = *v * self.factor);
    }
}

pub(super) fn scale<T: Real, W: Width, const N: usize>(out: &mut Lanes<T, N>, factor: f64) {
    if factor != 1.0 {
        W::run(Scaled { factor: T::from_f64(factor), out });
    }
}

/// Two registers side by side.
pub(super) fn pair<T, const N: usize>(
    registers: &mut [[T; N]],
    to: u8,
    (stride, tiles): (usize, usize),
) -> (&mut Lanes<T, N>, &mut Lanes<T, N>) {
    let (lower, upper) = registers[usize::from(to) * stride..].split_at_mut(stride);
    (&mut lower[..tiles], &mut upper[..tiles])
}

/// A function and what it is to be run on.
pub(super) struct With<F, V> {
    pub(super) function: F,
    pub(super) on: V,
}

/// Runs what it is given, with the function that a visit finds, on the unit `W`: each loop is a function of its own, which
/// compiles much faster than one with all loops in it.
pub(super) struct On<W, V> {
    pub(super) on: V,
    pub(super) unit: PhantomData<W>,
}

impl<W, V> On<W, V> {
    pub(super) fn new(on: V) -> Self {
        Self { on, unit: PhantomData }
    }
}

/// Lets visitors run their loops by [`On`].
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
    Raise: VisitFormula of Formula,
    Cross: VisitMap of Map,
    Merge: VisitOperation of Operation,
}

/// Distances of a block.
pub(super) struct Fill<'a, T, const N: usize> {
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
pub(super) struct Fuse<'a, T, W, const N: usize> {
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
pub(super) struct FuseWith<'a, T, W, O, const N: usize> {
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
pub(super) struct Fused<'a, T, F, O, const N: usize> {
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
pub(super) struct Raise<'a, T, const N: usize> {
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
pub(super) struct Cross<'a, T, const N: usize> {
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
pub(super) struct Merge<'a, T, const N: usize> {
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

pub(super) use visit_on_unit;
