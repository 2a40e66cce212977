//! How two operands meet, hard or smooth.
//!
//! The smooth minimum is the quadratic polynomial one (Inigo Quilez, "Smooth minimum", the quadratic family): with
//! `h = max(k - |a - b|, 0) / k`, it is `min(a, b) - h² k / 4`. It differs from the minimum only where the operands
//! differ by less than the radius `k`, and most at a tie, by `k / 4`. Its derivative by the lesser operand is
//! `1 - h / 2` and by the greater `h / 2`: two weights of sum 1. So the gradient is a weighted mean of the
//! operands' gradients, a blend of 1-Lipschitz operands is 1-Lipschitz, and the same weights mix colours.

use super::Real;

/// A binary operator on solids.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operator {
    /// What either holds.
    Union,
    /// The first without the second.
    Subtract,
    /// What both hold.
    Intersect,
}

/// An operator and its blend radius.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Join {
    pub(super) operator: Operator,
    /// World metres; 0 is a hard crease.
    pub(super) radius: f64,
}

/// The numbers of a smooth minimum in the type of the evaluation.
#[derive(Clone, Copy)]
pub(super) struct Smooth<T> {
    radius: T,
    quarter_inverse: T,
}

impl<T: Real> Smooth<T> {
    /// For a radius above zero. The factor is held finite, since in 32 bits a tiny radius is zero and `0 · ∞` is NaN.
    #[inline(always)]
    pub(super) fn new(radius: f64) -> Self {
        Self { radius: T::from_f64(radius), quarter_inverse: T::FAR.min(T::from_f64(0.25 / radius)) }
    }

    /// Smooth minimum. Zero comes first in the maximum, so that two infinite operands, whose difference is NaN, do
    /// not blend.
    #[inline(always)]
    pub(super) fn min(self, a: T, b: T) -> T {
        let overlap = T::ZERO.max(self.radius - (a - b).abs());
        a.min(b) - overlap * overlap * self.quarter_inverse
    }
}

/// What is done to the values of two operands. Like [`super::primitives::Visit`]: one `match`, outside of the loop.
pub(super) trait VisitJoin<T: Real> {
    fn visit(self, join: impl Fn(T, T) -> T);
}

impl Join {
    /// Hands the visitor the function of two values that this operator is.
    #[inline(always)]
    pub(super) fn visit<T: Real>(self, visitor: impl VisitJoin<T>) {
        let smooth = Smooth::new(self.radius);
        match (self.operator, self.radius > 0.0) {
            (Operator::Union, false) => visitor.visit(|a: T, b: T| a.min(b)),
            (Operator::Subtract, false) => visitor.visit(|a: T, b: T| a.max(-b)),
            (Operator::Intersect, false) => visitor.visit(|a: T, b: T| a.max(b)),
            (Operator::Union, true) => visitor.visit(|a: T, b: T| smooth.min(a, b)),
            (Operator::Subtract, true) => visitor.visit(|a: T, b: T| -smooth.min(-a, b)),
            (Operator::Intersect, true) => visitor.visit(|a: T, b: T| -smooth.min(-a, -b)),
        }
    }

    /// The value of the joined solid.
    #[inline(always)]
    pub(super) fn value<T: Real>(self, a: T, b: T) -> T {
        struct One<'a, T>(T, T, &'a mut T);
        impl<T: Real> VisitJoin<T> for One<'_, T> {
            #[inline(always)]
            fn visit(self, join: impl Fn(T, T) -> T) {
                *self.2 = join(self.0, self.1);
            }
        }
        let mut out = a;
        self.visit(One(a, b, &mut out));
        out
    }

    /// The weight of the second operand in gradient and colour, 0 to 1. `b` is its value with the operator's sign:
    /// negated for a subtraction. At a hard tie the first operand has all the weight.
    pub(super) fn second_weight(self, a: f64, b: f64) -> f64 {
        let second_decides = match self.operator {
            Operator::Union => b < a,
            Operator::Subtract | Operator::Intersect => b > a,
        };
        let h = if self.radius > 0.0 { 0.0_f64.max((self.radius - (a - b).abs()) / self.radius) } else { 0.0 };
        if second_decides { 1.0 - 0.5 * h } else { 0.5 * h }
    }

    /// How far a smooth union of `count` operands may reach below their minimum, world metres.
    ///
    /// The smooth minimum grows with both operands, so the chain is lowest where all are equal: each step then takes
    /// the depth `m` so far to `m + (k - m)² / 4k`, which starts with `k / 4` and never exceeds `k`.
    pub(super) fn bulge(radius: f64, count: usize) -> f64 {
        if count > 1000 {
            return radius;
        }
        let mut depth = 0.0; // in radii
        for _ in 1..count {
            depth += (1.0 - depth) * (1.0 - depth) / 4.0;
        }
        depth * radius
    }
}
