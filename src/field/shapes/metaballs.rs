//! Balls that flow into each other (Blinn 1982; the kernel with an end is that of Wyvill, McPheeters and Wyvill 1986
//! with one power for another).
//!
//! A ball is felt up to its support R = reach · radius, as k(d) = (1 - (d/R)²)³. Space is solid where the sum of all
//! exceeds t = k(radius), so that a lone ball has its radius. The value is (t - sum) / s with s the steepest slope of
//! the smallest ball, which no single ball exceeds; where nothing is felt, the distance to the nearest support is
//! added, so that the value keeps growing. Where supports overlap their slopes add up: there it may be more than the
//! distance, by the factor of [`Solid::lipschitz`].

use super::super::Real;
use super::super::class::Class;
use super::super::formula::{Formula, Slope, VisitFormula};
use super::vector::{direction, is_zero, length3};
use super::{Cast, Solid, cast};
use glam::DVec3;

/// |dk/dd| is the largest at d = R / √5: 6/√5 (4/5)² / R.
const STEEPEST_AT: f64 = 0.447_213_595_499_957_9;

/// A ball's support.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Ball<T> {
    at: [T; 3],
    support: T,
    /// 1 / support.
    inverse: T,
}

cast!(Ball { at, support, inverse });

/// Several balls.
#[derive(Clone, Debug, PartialEq)]
pub struct Metaballs {
    balls: Vec<Ball<f64>>,
    /// For each ball, how many supports touch its own, with itself.
    neighbours: Vec<u32>,
    /// The sum on the surface.
    threshold: f64,
    /// Metres per unit of the sum.
    scale: f64,
}

/// k(d)'s slope, per support, at d = t · R, without its sign.
fn kernel_slope(t: f64) -> f64 {
    let rest = (1.0 - t * t).max(0.0);
    6.0 * t * rest * rest
}

impl Metaballs {
    /// Centres and radii in metres; `reach`, above 1, is the ratio of a support to its radius.
    pub fn new(balls: impl IntoIterator<Item = (DVec3, f64)>, reach: f64) -> Self {
        let ball = |(at, radius): (DVec3, f64)| {
            let support = radius * reach;
            Ball { at: at.to_array(), support, inverse: 1.0 / support }
        };
        let balls: Vec<_> = balls.into_iter().map(ball).collect();
        let touching = |a: &Ball<f64>, b: &&Ball<f64>| {
            (DVec3::from_array(a.at) - DVec3::from_array(b.at)).length() <= a.support + b.support
        };
        let neighbours = balls.iter().map(|a| balls.iter().filter(|b| touching(a, b)).count() as u32).collect();
        let smallest = balls.iter().fold(f64::INFINITY, |least, ball| least.min(ball.support));
        let rest = 1.0 - 1.0 / (reach * reach);
        let scale = if balls.is_empty() { 1.0 } else { smallest / kernel_slope(STEEPEST_AT) };
        Self { balls, neighbours, threshold: rest * rest * rest, scale }
    }

    /// How far from its centre a ball can make the value as low as `level`.
    ///
    /// Where it is, the sum is at least t - level / scale, and so the largest of the kernels felt there at least that,
    /// over their number; whose supports all touch the ball's.
    fn radius(&self, ball: &Ball<f64>, neighbours: u32, level: f64) -> f64 {
        let sum = self.threshold - level / self.scale;
        if sum > 0.0 {
            let rest = 1.0 - libm::cbrt(sum / f64::from(neighbours));
            ball.support * rest.max(0.0).sqrt()
        } else {
            ball.support - sum * self.scale
        }
    }
}

/// The balls in the type of the evaluation, some of them or as they are.
trait Balls<T: Real>: Copy {
    /// Folds over all balls, in order.
    fn fold<S>(self, start: S, add: impl Fn(S, Ball<T>) -> S) -> S;
}

/// A few balls: the loop over them is unrolled, so that the loop over points is vectorised.
#[derive(Clone, Copy)]
struct Few<T, const N: usize>([Ball<T>; N]);

impl<T: Real, const N: usize> Balls<T> for Few<T, N> {
    #[inline(always)]
    fn fold<S>(self, start: S, add: impl Fn(S, Ball<T>) -> S) -> S {
        let mut state = start;
        for i in 0..N {
            state = add(state, self.0[i]);
        }
        state
    }
}

#[derive(Clone, Copy)]
struct Many<'a>(&'a [Ball<f64>]);

impl<T: Real> Balls<T> for Many<'_> {
    #[inline(always)]
    fn fold<S>(self, start: S, add: impl Fn(S, Ball<T>) -> S) -> S {
        let mut state = start;
        for ball in self.0 {
            state = add(state, ball.cast());
        }
        state
    }
}

/// All balls' sum.
#[derive(Clone, Copy)]
struct Blobs<T, B> {
    balls: B,
    threshold: T,
    scale: T,
}

impl<T: Real> Ball<T> {
    /// From the centre, in supports.
    #[inline(always)]
    fn off_centre(self, [x, y, z]: [T; 3]) -> [T; 3] {
        let [a, b, c] = self.at;
        [(x - a) * self.inverse, (y - b) * self.inverse, (z - c) * self.inverse]
    }
}

/// What is left of a kernel's inner power: 0 outside of the support.
#[inline(always)]
fn rest<T: Real>([x, y, z]: [T; 3]) -> T {
    T::ZERO.max(T::ONE - (x * x + y * y + z * z))
}

impl<T: Real, B: Balls<T>> Formula<T> for Blobs<T, B> {
    #[inline(always)]
    fn value(self, p: [T; 3]) -> T {
        let (sum, away) = self.balls.fold((T::ZERO, T::FAR), |(sum, away), ball| {
            let d = ball.off_centre(p);
            let rest = rest(d);
            let past = ball.support * (length3(d[0], d[1], d[2]) - T::ONE);
            (sum + rest * rest * rest, away.min(past))
        });
        (self.threshold - sum) * self.scale + T::ZERO.max(away)
    }

    #[inline(always)]
    fn slope(self, p: [T; 3]) -> Slope<T> {
        let start = ([T::ZERO; 3], T::FAR, [T::ZERO; 3], false);
        let (sum, away, nearest, tie) = self.balls.fold(start, |(sum, away, nearest, tie), ball| {
            let d = ball.off_centre(p);
            let rest = rest(d);
            let steepness = T::from_f64(6.0) * (rest * rest) * ball.inverse;
            let past = ball.support * (length3(d[0], d[1], d[2]) - T::ONE);
            let (nearer, equal) = (past < away, past == away);
            let pick = |i: usize| if nearer { d[i] } else { nearest[i] };
            let sum = [sum[0] + d[0] * steepness, sum[1] + d[1] * steepness, sum[2] + d[2] * steepness];
            (sum, away.min(past), [pick(0), pick(1), pick(2)], !nearer & (tie | equal))
        });
        let outside = away > T::ZERO;
        let out = direction(nearest);
        let along = |i: usize| sum[i] * self.scale + if outside { out[i] } else { T::ZERO };
        let gradient = [along(0), along(1), along(2)];
        Slope { gradient, feature: (outside & tie) | is_zero(gradient) }
    }
}

impl Metaballs {
    /// `N` balls, filled up with ones that are felt nowhere.
    #[inline(always)]
    fn few<T: Real, const N: usize>(&self) -> Few<T, N> {
        // Distances to it overflow to infinity, and its kernel to 0.
        let none = Ball { at: [T::FAR; 3], support: T::ONE, inverse: T::ONE };
        Few(std::array::from_fn(|i| self.balls.get(i).map_or(none, |ball| ball.cast())))
    }
}

impl Solid for Metaballs {
    #[inline(always)]
    fn visit<T: Real>(&self, visitor: impl VisitFormula<T>) {
        let (threshold, scale) = (self.threshold.cast(), self.scale.cast());
        match self.balls.len() {
            0..=4 => visitor.visit(Blobs { balls: self.few::<T, 4>(), threshold, scale }),
            _ => visitor.visit(Blobs { balls: Many(&self.balls), threshold, scale }),
        }
    }

    fn reach(&self, d: DVec3, level: f64) -> f64 {
        let length = d.length();
        let most =
            |(ball, &n): (&Ball<f64>, &u32)| DVec3::from_array(ball.at).dot(d) + self.radius(ball, n, level) * length;
        self.balls.iter().zip(&self.neighbours).map(most).fold(f64::NEG_INFINITY, f64::max)
    }

    /// The bound of a lone ball holds; of several, values may be too large.
    fn class(&self) -> Class {
        if self.neighbours.iter().all(|&n| n == 1) { Class::Bound } else { Class::Neither }
    }

    /// Each kernel that is felt in the ball changes at most as steeply as it does anywhere between the nearest and the
    /// farthest distance; outside of all supports there is the slope 1 of a distance.
    fn lipschitz(&self, center: DVec3, radius: f64) -> f64 {
        let mut steepest = 0.0;
        let mut may_leave = true;
        for ball in &self.balls {
            let distance = (center - DVec3::from_array(ball.at)).length();
            let near = (distance - radius).max(0.0) * ball.inverse;
            let far = (distance + radius) * ball.inverse;
            may_leave &= far >= 1.0;
            if near < 1.0 {
                steepest += kernel_slope(STEEPEST_AT.clamp(near, far)) * ball.inverse * self.scale;
            }
        }
        if may_leave { steepest.max(1.0) } else { steepest }
    }
}
