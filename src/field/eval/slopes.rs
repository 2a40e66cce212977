//! A program on a block of points, for values and gradients.

use super::machine::{Machine, On, With, pair, scale, visit_on_unit};
use super::unit::{Pass, Width};
use super::{Lanes, TILES, row, row_mut, rows, rows_mut};
use crate::field::Real;
use crate::field::blend::{Operation, VisitOperation};
use crate::field::formula::{Formula, Map, Slope, VisitFormula, VisitMap};
use crate::field::parts::{Alter, Placement};
use crate::field::program::Op;

visit_on_unit! {
    FillSlopes: VisitFormula of Formula,
    FillGradients: VisitFormula of Formula,
    Return: VisitMap of Map,
    MergeSlopes: VisitOperation of Operation,
}

/// Runs instructions on a block, with gradients.
pub(super) struct SlopeMachine<'a, T, W, const N: usize> {
    pub(super) machine: Machine<'a, T, W, N>,
    pub(super) gradients: &'a mut [[T; N]],
}

impl<T: Real, W: Width, const N: usize> SlopeMachine<'_, T, W, N> {
    /// One instruction on values and gradients.
    pub(super) fn step(&mut self, op: &Op) {
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
pub(super) fn exchanged<'a, T: Copy, const N: usize>(
    mut a: [&'a mut Lanes<T, N>; 3],
    mut b: [&'a mut Lanes<T, N>; 3],
) -> [[&'a mut Lanes<T, N>; 3]; 2] {
    for (a, b) in a.iter_mut().zip(&mut b) {
        a.swap_with_slice(b);
    }
    [a, b]
}

/// Gradients follow their values through an alteration that needs no place.
pub(super) struct TurnedOver<'a, T, const N: usize> {
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
pub(super) struct Sum<'a, T, const N: usize> {
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
pub(super) fn pull<T: Real, W: Width, const N: usize>(
    gradient: [&mut Lanes<T, N>; 3],
    placement: &Placement,
    factor: f64,
) {
    if let Some(rows) = placement.rows {
        let rows = rows.map(|row| (row * factor).to_array().map(T::from_f64));
        W::run(Pulled { rows, gradient });
    } else {
        gradient.into_iter().for_each(|axis| scale::<T, W, N>(axis, factor));
    }
}

/// See [`pull`].
pub(super) struct Pulled<'a, T, const N: usize> {
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
pub(super) struct FillSlopes<'a, T, const N: usize> {
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
pub(super) struct FillGradients<'a, T, const N: usize> {
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
pub(super) struct Return<'a, T, const N: usize> {
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
pub(super) struct MergeSlopes<'a, T, const N: usize> {
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
