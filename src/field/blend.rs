//! How two operands meet.
//!
//! Every blend is a union of two values. Subtraction is the union of the complements' complement, `-U(-a, b)`;
//! intersection is `-U(-a, -b)`; the exclusive one is the first minus what both hold, `-U(-min(a, b), max(a, b))`.
//!
//! The smooth minima are those of Inigo Quilez, "Smooth minimum" (quadratic, cubic, circular): `min(a, b)` less a
//! function of `|a - b|`. They differ from the minimum only where the operands differ by less than their reach; their
//! derivatives by both operands are two weights of sum 1, so the gradient is a weighted mean of the operands' gradients and a
//! blend of 1-Lipschitz operands is 1-Lipschitz. Round, chamfer and stairs are those of Mercury, "hg_sdf" (2015): their seams
//! have true cross-sections where the operands' gradients are orthogonal. Where both are parallel, the gradient of round and
//! chamfer is sqrt 2 times as long.
//!
//! Where one operand cannot matter, each blend returns the other one's very bits: pruning relies on it.

use super::Real;
use std::f64::consts::{FRAC_1_SQRT_2, SQRT_2};

/// A binary operator on solids.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operator {
    /// What either holds.
    Union,
    /// The first without the second.
    Subtract,
    /// What both hold.
    Intersect,
    /// What exactly one holds.
    Xor,
}

/// The shape of a seam; lengths in the unit of the values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Seam {
    /// A crease.
    Hard,
    /// Quadratic smooth minimum, blending where operands differ by less than the radius.
    Smooth(f64),
    /// Cubic smooth minimum: its second derivative is continuous.
    Cubic(f64),
    /// Circular smooth minimum: a fillet of this radius where operands are orthogonal.
    Circular(f64),
    /// A fillet of exactly this radius between orthogonal planes.
    Round(f64),
    /// A flat cut at 45 degrees.
    Chamfer(f64),
    /// Steps instead of the chamfer.
    Stairs { radius: f64, steps: f64 },
    /// A channel along the seam.
    Groove { width: f64, depth: f64 },
}

/// An operator and its seam.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Join {
    pub(super) operator: Operator,
    pub(super) seam: Seam,
}

/// A function of two values with its derivatives.
pub(super) trait Operation<T: Real>: Copy {
    /// The value of the joined solid.
    fn value(self, a: T, b: T) -> T;

    /// Derivatives by `a` and `b`; of the first operand at ties.
    fn weights(self, a: T, b: T) -> [T; 2];

    /// One component of the gradient.
    #[inline(always)]
    fn mix(self, [wa, wb]: [T; 2], ga: T, gb: T) -> T {
        wa * ga + wb * gb
    }
}

/// What is done with an operation once it is known which one it is: one `match`, outside of the loop.
pub(super) trait VisitOperation<T: Real> {
    /// Is called once.
    fn visit(self, operation: impl Operation<T>);
}

/// The lesser value.
#[derive(Clone, Copy)]
struct Least;

impl<T: Real> Operation<T> for Least {
    #[inline(always)]
    fn value(self, a: T, b: T) -> T {
        a.min(b)
    }
    #[inline(always)]
    fn weights(self, a: T, b: T) -> [T; 2] {
        if b < a { [T::ZERO, T::ONE] } else { [T::ONE, T::ZERO] }
    }
    #[inline(always)]
    fn mix(self, [wa, wb]: [T; 2], ga: T, gb: T) -> T {
        if wb > wa { gb } else { ga }
    }
}

/// `h = max(1 - |a - b| / k, 0)`, from which the smooth minima are made. Zero comes first in the maximum, so that two
/// infinite operands, whose difference is NaN, do not blend. The inverse is held finite, since in 32 bits a tiny reach is
/// zero and `0 · ∞` is NaN.
#[inline(always)]
fn overlap<T: Real>(a: T, b: T, reach: T) -> T {
    T::ZERO.max(reach - (a - b).abs())
}

#[inline(always)]
fn inverse<T: Real>(x: f64) -> T {
    T::FAR.min(T::from_f64(1.0 / x))
}

/// The weights of a smooth minimum, given that of the greater operand.
#[inline(always)]
fn lesser_first<T: Real>(a: T, b: T, greater: T) -> [T; 2] {
    let lesser = T::ONE - greater;
    if b < a { [greater, lesser] } else { [lesser, greater] }
}

/// `min - h² k / 4`.
#[derive(Clone, Copy)]
struct Quadratic<T> {
    reach: T,
    quarter_inverse: T,
}

impl<T: Real> Quadratic<T> {
    #[inline(always)]
    fn new(reach: f64) -> Self {
        Self { reach: T::from_f64(reach), quarter_inverse: inverse(4.0 * reach) }
    }
}

impl<T: Real> Operation<T> for Quadratic<T> {
    #[inline(always)]
    fn value(self, a: T, b: T) -> T {
        let overlap = overlap(a, b, self.reach);
        a.min(b) - overlap * overlap * self.quarter_inverse
    }
    #[inline(always)]
    fn weights(self, a: T, b: T) -> [T; 2] {
        let two = T::ONE + T::ONE;
        lesser_first(a, b, overlap(a, b, self.reach) * self.quarter_inverse * two)
    }
}

/// `min - h³ k / 6`.
#[derive(Clone, Copy)]
struct Cubic<T> {
    reach: T,
    inverse: T,
}

impl<T: Real> Operation<T> for Cubic<T> {
    #[inline(always)]
    fn value(self, a: T, b: T) -> T {
        let h = overlap(a, b, self.reach) * self.inverse;
        a.min(b) - h * h * h * self.reach * T::from_f64(1.0 / 6.0)
    }
    #[inline(always)]
    fn weights(self, a: T, b: T) -> [T; 2] {
        let h = overlap(a, b, self.reach) * self.inverse;
        lesser_first(a, b, h * h * T::from_f64(0.5))
    }
}

/// `min - k (1 + h - sqrt(1 - h (h - 2))) / 2` with `k = radius / (1 - sqrt ½)`.
#[derive(Clone, Copy)]
struct Circular<T> {
    reach: T,
    inverse: T,
}

impl<T: Real> Circular<T> {
    /// `h`, and the root above; never below 1, since `h` lies in 0..1.
    #[inline(always)]
    fn parts(self, a: T, b: T) -> (T, T) {
        let h = overlap(a, b, self.reach) * self.inverse;
        (h, (T::ONE + h * (T::ONE + T::ONE - h)).sqrt())
    }
}

impl<T: Real> Operation<T> for Circular<T> {
    #[inline(always)]
    fn value(self, a: T, b: T) -> T {
        let (h, root) = self.parts(a, b);
        a.min(b) - T::ZERO.max(T::ONE + h - root) * self.reach * T::from_f64(0.5)
    }
    #[inline(always)]
    fn weights(self, a: T, b: T) -> [T; 2] {
        let (h, root) = self.parts(a, b);
        lesser_first(a, b, (T::ONE - (T::ONE - h) / root) * T::from_f64(0.5))
    }
}

/// A quarter of a circle where both values are below the radius.
#[derive(Clone, Copy)]
struct Fillet<T> {
    radius: T,
}

impl<T: Real> Fillet<T> {
    #[inline(always)]
    fn parts(self, a: T, b: T) -> (T, T, T) {
        let (u, v) = (T::ZERO.max(self.radius - a), T::ZERO.max(self.radius - b));
        (u, v, (u * u + v * v).sqrt())
    }
}

impl<T: Real> Operation<T> for Fillet<T> {
    #[inline(always)]
    fn value(self, a: T, b: T) -> T {
        let (_, _, root) = self.parts(a, b);
        // Rounding must not touch the value where only one operand is near.
        if a.max(b) < self.radius { self.radius - root } else { a.min(b) }
    }
    #[inline(always)]
    fn weights(self, a: T, b: T) -> [T; 2] {
        let (u, v, root) = self.parts(a, b);
        let inverse = T::ONE / if root > T::ZERO { root } else { T::ONE };
        if a.max(b) < self.radius { [u * inverse, v * inverse] } else { Least.weights(a, b) }
    }
}

/// The plane at 45 degrees through both values' level `radius`.
#[derive(Clone, Copy)]
struct Bevel<T> {
    radius: T,
}

impl<T: Real> Bevel<T> {
    #[inline(always)]
    fn cut(self, a: T, b: T) -> T {
        (a + b - self.radius) * T::from_f64(FRAC_1_SQRT_2)
    }
}

impl<T: Real> Operation<T> for Bevel<T> {
    #[inline(always)]
    fn value(self, a: T, b: T) -> T {
        a.min(b).min(self.cut(a, b))
    }
    #[inline(always)]
    fn weights(self, a: T, b: T) -> [T; 2] {
        let diagonal = T::from_f64(FRAC_1_SQRT_2);
        if self.cut(a, b) < a.min(b) { [diagonal, diagonal] } else { Least.weights(a, b) }
    }
}

/// `steps` stairs between the values' levels `radius`.
#[derive(Clone, Copy)]
struct Steps<T> {
    radius: T,
    step: T,
    half_inverse: T,
}

impl<T: Real> Steps<T> {
    /// The sum of half the operands, and the triangle wave of their difference with its slope.
    #[inline(always)]
    fn parts(self, a: T, b: T) -> (T, T, T) {
        let two = T::ONE + T::ONE;
        let across = b - self.radius - a + self.step;
        let phase = across - (across * self.half_inverse).floor() * self.step * two;
        let wave = phase - self.step;
        let slope = if wave < T::ZERO { -T::ONE } else { T::ONE };
        (b - self.radius + a, wave.abs(), slope)
    }

    #[inline(always)]
    fn stairs(self, a: T, b: T) -> T {
        let (sum, wave, _) = self.parts(a, b);
        (sum + wave) * T::from_f64(0.5)
    }
}

impl<T: Real> Operation<T> for Steps<T> {
    #[inline(always)]
    fn value(self, a: T, b: T) -> T {
        // Only where the operands differ by less than the radius: beyond, rounding must not touch the value.
        let stairs = if (a - b).abs() < self.radius { self.stairs(a, b) } else { T::FAR };
        a.min(b).min(stairs)
    }
    #[inline(always)]
    fn weights(self, a: T, b: T) -> [T; 2] {
        let (_, _, slope) = self.parts(a, b);
        let half = T::from_f64(0.5);
        let treads = [half - half * slope, half + half * slope];
        let near = (a - b).abs() < self.radius && self.stairs(a, b) < a.min(b);
        if near { treads } else { Least.weights(a, b) }
    }
}

/// What lies within half the width of both surfaces is removed, down to the depth.
#[derive(Clone, Copy)]
struct Channel<T> {
    half_width: T,
    depth: T,
}

impl<T: Real> Channel<T> {
    /// Floor and walls of the channel.
    #[inline(always)]
    fn parts(self, a: T, b: T) -> (T, T) {
        (a.min(b) + self.depth, self.half_width - a.abs().max(b.abs()))
    }
}

impl<T: Real> Operation<T> for Channel<T> {
    #[inline(always)]
    fn value(self, a: T, b: T) -> T {
        let (floor, walls) = self.parts(a, b);
        a.min(b).max(floor.min(walls))
    }
    #[inline(always)]
    fn weights(self, a: T, b: T) -> [T; 2] {
        let (floor, walls) = self.parts(a, b);
        let wall = if a.abs() < b.abs() { [T::ZERO, -T::ONE.copysign(b)] } else { [-T::ONE.copysign(a), T::ZERO] };
        let by_wall = walls < floor && walls > a.min(b);
        if by_wall { wall } else { Least.weights(a, b) }
    }
}

/// `s U(sa a, sb b)`, or with both operands replaced by `-min(a, b)` and `max(a, b)` first. The signs and the flag are the
/// same for all points, so one loop serves all operators; plain and smooth ones, which most solids are made of, have loops
/// of their own.
#[derive(Clone, Copy)]
struct Signed<T, U> {
    sign: T,
    first: T,
    second: T,
    exclusive: bool,
    union: U,
}

impl<T: Real, U> Signed<T, U> {
    fn new(operator: Operator, union: U) -> Self {
        let (one, minus) = (T::ONE, -T::ONE);
        let [sign, first, second] = match operator {
            Operator::Union => [one, one, one],
            Operator::Subtract => [minus, minus, one],
            Operator::Intersect => [minus, minus, minus],
            Operator::Xor => [minus, one, one],
        };
        Self { sign, first, second, exclusive: operator == Operator::Xor, union }
    }

    #[inline(always)]
    fn operands(&self, a: T, b: T) -> (T, T) {
        let (least, greatest) = (-a.min(b), a.max(b));
        if self.exclusive { (least, greatest) } else { (a * self.first, b * self.second) }
    }
}

impl<T: Real, U: Operation<T>> Operation<T> for Signed<T, U> {
    #[inline(always)]
    fn value(self, a: T, b: T) -> T {
        let (x, y) = self.operands(a, b);
        self.sign * self.union.value(x, y)
    }
    #[inline(always)]
    fn weights(self, a: T, b: T) -> [T; 2] {
        let (x, y) = self.operands(a, b);
        let [wx, wy] = self.union.weights(x, y);
        let (wx, wy) = (self.sign * wx, self.sign * wy);
        // The first replaced operand is the lesser's complement.
        let exclusive = if b < a { [wy, -wx] } else { [-wx, wy] };
        if self.exclusive { exclusive } else { [wx * self.first, wy * self.second] }
    }
}

/// `max(a, -b)`.
#[derive(Clone, Copy)]
struct Difference;

impl<T: Real> Operation<T> for Difference {
    #[inline(always)]
    fn value(self, a: T, b: T) -> T {
        a.max(-b)
    }
    #[inline(always)]
    fn weights(self, a: T, b: T) -> [T; 2] {
        if -b > a { [T::ZERO, -T::ONE] } else { [T::ONE, T::ZERO] }
    }
    #[inline(always)]
    fn mix(self, [wa, _]: [T; 2], ga: T, gb: T) -> T {
        if wa > T::ZERO { ga } else { -gb }
    }
}

/// The greater value.
#[derive(Clone, Copy)]
struct Greatest;

impl<T: Real> Operation<T> for Greatest {
    #[inline(always)]
    fn value(self, a: T, b: T) -> T {
        a.max(b)
    }
    #[inline(always)]
    fn weights(self, a: T, b: T) -> [T; 2] {
        if b > a { [T::ZERO, T::ONE] } else { [T::ONE, T::ZERO] }
    }
    #[inline(always)]
    fn mix(self, [wa, wb]: [T; 2], ga: T, gb: T) -> T {
        if wb > wa { gb } else { ga }
    }
}

impl Join {
    pub(super) const PLAIN_UNION: Self = Self { operator: Operator::Union, seam: Seam::Hard };

    /// Hands the visitor the function of two values that this operator is.
    #[inline(always)]
    pub(super) fn visit<T: Real>(self, visitor: impl VisitOperation<T>) {
        let real = T::from_f64;
        let operator = self.operator;
        match self.seam {
            Seam::Hard => match operator {
                Operator::Union => visitor.visit(Least),
                Operator::Subtract => visitor.visit(Difference),
                Operator::Intersect => visitor.visit(Greatest),
                Operator::Xor => visitor.visit(Signed::new(operator, Least)),
            },
            Seam::Smooth(k) => {
                let smooth = Quadratic::new(k);
                match operator {
                    Operator::Union => visitor.visit(smooth),
                    _ => visitor.visit(Signed::new(operator, smooth)),
                }
            }
            Seam::Cubic(k) => visitor.visit(Signed::new(operator, Cubic { reach: real(k), inverse: inverse(k) })),
            Seam::Circular(radius) => {
                let k = circular_reach(radius);
                visitor.visit(Signed::new(operator, Circular { reach: real(k), inverse: inverse(k) }));
            }
            Seam::Round(radius) => visitor.visit(Signed::new(operator, Fillet { radius: real(radius) })),
            Seam::Chamfer(radius) => visitor.visit(Signed::new(operator, Bevel { radius: real(radius) })),
            Seam::Stairs { radius, steps } => {
                let step = radius / steps;
                let steps = Steps { radius: real(radius), step: real(step), half_inverse: inverse(2.0 * step) };
                visitor.visit(Signed::new(operator, steps));
            }
            Seam::Groove { width, depth } => {
                let channel = Channel { half_width: real(0.5 * width), depth: real(depth) };
                visitor.visit(Signed::new(operator, channel));
            }
        }
    }

    /// Plain booleans and the smooth union: what most solids are joined by.
    pub(super) fn is_common(self) -> bool {
        match self.seam {
            Seam::Hard => self.operator != Operator::Xor,
            Seam::Smooth(_) => self.operator == Operator::Union,
            _ => false,
        }
    }

    /// [`Join::visit`] for common joins; does nothing for others.
    #[inline(always)]
    pub(super) fn visit_common<T: Real>(self, visitor: impl VisitOperation<T>) {
        match (self.operator, self.seam) {
            (Operator::Union, Seam::Hard) => visitor.visit(Least),
            (Operator::Subtract, Seam::Hard) => visitor.visit(Difference),
            (Operator::Intersect, Seam::Hard) => visitor.visit(Greatest),
            (Operator::Union, Seam::Smooth(k)) => visitor.visit(Quadratic::new(k)),
            _ => {}
        }
    }

    /// The value of the joined solid.
    #[inline(always)]
    pub(super) fn value<T: Real>(self, a: T, b: T) -> T {
        struct One<'a, T>(T, T, &'a mut T);
        impl<T: Real> VisitOperation<T> for One<'_, T> {
            #[inline(always)]
            fn visit(self, operation: impl Operation<T>) {
                *self.2 = operation.value(self.0, self.1);
            }
        }
        let mut out = a;
        if self.is_common() {
            self.visit_common(One(a, b, &mut out));
        } else {
            self.visit(One(a, b, &mut out));
        }
        out
    }

    /// The derivatives of the joined value by both operands.
    pub(super) fn weights<T: Real>(self, a: T, b: T) -> [T; 2] {
        struct One<'a, T>(T, T, &'a mut [T; 2]);
        impl<T: Real> VisitOperation<T> for One<'_, T> {
            #[inline(always)]
            fn visit(self, operation: impl Operation<T>) {
                *self.2 = operation.weights(self.0, self.1);
            }
        }
        let mut out = [T::ONE, T::ZERO];
        self.visit(One(a, b, &mut out));
        out
    }

    /// True where two operands tie in a crease, so that the gradient jumps.
    pub(super) fn is_crease(self, a: f64, b: f64) -> bool {
        let tie = a.abs() == b.abs();
        match self.seam {
            Seam::Hard | Seam::Chamfer(_) | Seam::Stairs { .. } | Seam::Groove { .. } => tie,
            // Smooth all over; the fillet ends where both values reach its radius.
            Seam::Smooth(_) | Seam::Cubic(_) | Seam::Circular(_) => false,
            Seam::Round(radius) => tie && a.abs() >= radius,
        }
    }

    /// How much the joined value can change where its operands change by at most the given amounts.
    pub(super) fn spread(self, a: f64, b: f64) -> f64 {
        match self.seam {
            Seam::Round(_) => (a * a + b * b).sqrt().max(a).max(b),
            Seam::Chamfer(_) => ((a + b) * FRAC_1_SQRT_2).max(a).max(b),
            _ => a.max(b),
        }
    }

    /// How far a union of `count` operands may reach below their minimum.
    ///
    /// A union grows with both operands, so the chain is lowest where all are equal. Each step then adds what two operands
    /// give that differ by the depth so far.
    pub(super) fn bulge(self, count: usize) -> f64 {
        if self.operator != Operator::Union {
            return 0.0;
        }
        let mut depth = 0.0;
        for _ in 1..count.min(1000) {
            depth += self.seam.sink(depth);
        }
        if count > 1000 { self.seam.deepest() } else { depth }
    }
}

/// Where the circular smooth minimum of a radius begins.
fn circular_reach(radius: f64) -> f64 {
    radius / (1.0 - FRAC_1_SQRT_2)
}

impl Seam {
    /// The same seam in a frame where lengths are `factor` times as long.
    pub(super) fn scaled(self, factor: f64) -> Self {
        match self {
            Self::Hard => Self::Hard,
            Self::Smooth(r) => Self::Smooth(r * factor),
            Self::Cubic(r) => Self::Cubic(r * factor),
            Self::Circular(r) => Self::Circular(r * factor),
            Self::Round(r) => Self::Round(r * factor),
            Self::Chamfer(r) => Self::Chamfer(r * factor),
            Self::Stairs { radius, steps } => Self::Stairs { radius: radius * factor, steps },
            Self::Groove { width, depth } => Self::Groove { width: width * factor, depth: depth * factor },
        }
    }

    /// False for the seams whose gradient can be longer than those of the operands.
    pub(super) fn keeps_lipschitz(self) -> bool {
        !matches!(self, Self::Round(_) | Self::Chamfer(_))
    }

    /// How far below the lesser of two operands the union reaches at most, if they differ by `depth`.
    fn sink(self, depth: f64) -> f64 {
        let left = |k: f64| (k - depth).max(0.0);
        match self {
            Self::Hard | Self::Groove { .. } => 0.0,
            Self::Smooth(k) => left(k) * left(k) / (4.0 * k),
            Self::Cubic(k) => left(k) * left(k) * left(k) / (6.0 * k * k),
            Self::Circular(radius) => {
                let k = circular_reach(radius);
                let h = left(k) / k;
                0.5 * k * (1.0 + h - (1.0 + h * (2.0 - h)).sqrt())
            }
            Self::Stairs { radius, .. } => 0.5 * left(radius),
            // U = r - sqrt((r - a)² + (r - b)²) <= d implies that the lesser is at most d / sqrt 2 + r (1 - 1 / sqrt 2).
            Self::Round(radius) => left(radius) * (1.0 - FRAC_1_SQRT_2),
            // U = (a + b - r) / sqrt 2 <= d implies that the lesser is at most d / sqrt 2 + r / 2.
            Self::Chamfer(radius) => (0.5 * radius - depth * (1.0 - FRAC_1_SQRT_2)).max(0.0),
        }
    }

    /// The limit of the depth of long chains.
    fn deepest(self) -> f64 {
        match self {
            Self::Hard | Self::Groove { .. } => 0.0,
            Self::Smooth(k) | Self::Cubic(k) | Self::Round(k) | Self::Stairs { radius: k, .. } => k,
            Self::Circular(radius) => circular_reach(radius),
            Self::Chamfer(radius) => radius / (2.0 - SQRT_2),
        }
    }

    /// If a union's first operand lies in `low..=high`, a second one above this cannot matter.
    fn irrelevant_above(self, low: f64, high: f64) -> f64 {
        match self {
            Self::Hard => high,
            Self::Smooth(k) | Self::Cubic(k) | Self::Stairs { radius: k, .. } => high + k,
            Self::Circular(radius) => high + circular_reach(radius),
            Self::Round(radius) => high.max(radius),
            // (a + b - r) / sqrt 2 >= a.
            Self::Chamfer(radius) => high.max(radius + (SQRT_2 - 1.0) * high.max(0.0)),
            // half the width - b <= a.
            Self::Groove { width, .. } => high.max(0.5 * width + (-low).max(0.0)),
        }
    }
}

/// Values that an operand can have in a region.
#[derive(Clone, Copy, Debug)]
pub(super) struct Span {
    pub(super) low: f64,
    pub(super) high: f64,
}

impl Span {
    fn negated(self) -> Self {
        Self { low: -self.high, high: -self.low }
    }
}

/// Which operands of a join matter in a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kept {
    Both,
    First,
    Second,
}

/// Room for rounding, relative to the numbers compared. Generous, so that it also covers 32 bits.
const SLACK: f64 = 1e-5;

impl Join {
    /// Which operands decide all over a region. What is kept alone has the very bits of the joined value; a tool that
    /// decides stays together with what it cuts, since its value must be negated.
    pub(super) fn kept(self, a: Span, b: Span) -> Kept {
        match self.operator {
            Operator::Union if self.drops(a, b) => Kept::First,
            Operator::Union if self.drops(b, a) => Kept::Second,
            Operator::Subtract if self.drops(a.negated(), b) => Kept::First,
            Operator::Intersect if self.drops(a.negated(), b.negated()) => Kept::First,
            Operator::Intersect if self.drops(b.negated(), a.negated()) => Kept::Second,
            Operator::Xor if is_above(b, a.high) && self.drops(a.negated(), b) => Kept::First,
            Operator::Xor if is_above(a, b.high) && self.drops(b.negated(), a) => Kept::Second,
            _ => Kept::Both,
        }
    }

    /// True if the union of both is the first.
    fn drops(self, first: Span, second: Span) -> bool {
        is_above(second, self.seam.irrelevant_above(first.low, first.high))
    }
}

/// True if a span lies above a number by more than rounding. False for spans that are not finite.
fn is_above(span: Span, bound: f64) -> bool {
    span.low > bound + SLACK * (span.low.abs() + bound.abs() + (span.high - span.low).abs())
}

impl Join {
    /// True for a plain minimum or maximum.
    pub(super) fn is_plain(self) -> bool {
        self.seam == Seam::Hard
    }
}
