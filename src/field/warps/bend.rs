//! Bending a bar along x into an arc about z.
//!
//! The neutral line y = 0 keeps its length: it becomes a circle of radius R = 1 / rate through the origin, centred at
//! (0, R). Of the operator's point, the child is asked at (R φ, R - ρ), φ being the angle about the centre, from
//! straight below it, and ρ the distance to it.

use super::arc;
use crate::field::Real;
use crate::field::formula::Map;
use crate::math::{Bounds, cos, sin};
use glam::{DVec2, DVec3};
use std::f64::consts::PI;

/// A radius of this many metres, or more, is straight.
const STRAIGHT: f64 = 1e30;

/// True if the rate is too small to divide by.
pub(in crate::field) fn is_straight(rate: f64) -> bool {
    rate.abs() < 1.0 / STRAIGHT
}

/// Leaves points alone.
#[derive(Clone, Copy)]
pub(in crate::field) struct Straight;

impl<T: Real> Map<T> for Straight {
    #[inline(always)]
    fn point(self, p: [T; 3]) -> [T; 3] {
        p
    }

    #[inline(always)]
    fn pull(self, _: [T; 3], gradient: [T; 3]) -> [T; 3] {
        gradient
    }
}

/// Straightens the arc: rates of both signs, and without loss of digits also where the radius is large, since the
/// radius itself is never computed.
///
/// Only the part of the child on this side of the axis, rate · y < 1, appears, and of a bar that is longer than the
/// circle only the middle. The map jumps on the half plane x = 0 beyond the axis, where the ends of a bar meet.
#[derive(Clone, Copy)]
pub(in crate::field) struct Unbend<T> {
    rate: T,
    per_rate: T,
}

impl<T: Real> Unbend<T> {
    #[inline(always)]
    pub(in crate::field) fn new(rate: f64) -> Self {
        Self { rate: T::from_f64(rate), per_rate: T::from_f64(1.0 / rate) }
    }

    /// The vector from the axis to the point, in radii, y toward the neutral line; and its length.
    #[inline(always)]
    fn polar(self, x: T, y: T) -> (T, T, T) {
        let (u, v) = (self.rate * x, T::ONE - self.rate * y);
        (u, v, (u * u + v * v).sqrt())
    }
}

impl<T: Real> Map<T> for Unbend<T> {
    /// R - ρ = (R² - ρ²) / (R + ρ), where the square of R cancels.
    #[inline(always)]
    fn point(self, [x, y, z]: [T; 3]) -> [T; 3] {
        let (u, v, h) = self.polar(x, y);
        let below = (y + y - self.rate * (x * x + y * y)) / (T::ONE + h);
        [u.atan2(v) * self.per_rate, below, z]
    }

    /// The child's x grows by R / ρ along the arc, its y by 1 toward the axis. On the axis the gradient is 0.
    #[inline(always)]
    fn pull(self, [x, y, _]: [T; 3], [gx, gy, gz]: [T; 3]) -> [T; 3] {
        let (u, v, h) = self.polar(x, y);
        let inverse = T::ONE / h.max(T::from_f64(1e-30));
        let (u, v) = (u * inverse, v * inverse);
        let along = gx * inverse;
        [along * v - gy * u, along * u + gy * v, gz]
    }
}

/// An arc of a ring: its extremes lie at its ends, at the middle, or at a quarter of a turn.
pub(in crate::field) fn image(rate: f64, local: &Bounds) -> Bounds {
    if is_straight(rate) {
        return *local;
    }
    let (mut min, mut max) = (local.min, local.max);
    // What lies beyond the axis does not appear.
    let axis = 1.0 / rate;
    if rate > 0.0 {
        max.y = max.y.min(axis);
    } else {
        min.y = min.y.max(axis);
    }
    let (from, to) = ((rate.abs() * min.x).max(-PI), (rate.abs() * max.x).min(PI));
    if min.y > max.y || from > to {
        return Bounds::EMPTY;
    }
    if !min.y.is_finite() || !max.y.is_finite() {
        return Bounds { min: DVec3::NEG_INFINITY.with_z(min.z), max: DVec3::INFINITY.with_z(max.z) };
    }
    // x = (R - y) sin φ and y = R - (R - y) cos φ, without the difference of large radii.
    let bent = |y: f64, angle: f64| {
        let half = sin(0.5 * angle);
        DVec3::new((axis.abs() - y * axis.signum()) * sin(angle), y * cos(angle) + 2.0 * axis * half * half, 0.0)
    };
    let mut angles = arc::extremes(from, to);
    angles.extend([from, to, from.max(0.0).min(to)]);
    let mut out = Bounds::of_points(angles.iter().flat_map(|&angle| [bent(min.y, angle), bent(max.y, angle)]));
    // For the rounding of the angles.
    out = out.grown(1e-14 * out.size().max_element());
    (out.min.z, out.max.z) = (min.z, max.z);
    out
}

/// R / ρ where the ball is nearest to the axis, at least 1; infinite if it touches the axis or the half plane beyond.
pub(in crate::field) fn factor(rate: f64, center: DVec3, radius: f64) -> f64 {
    if is_straight(rate) {
        return 1.0;
    }
    let from_axis = DVec2::new(rate * center.x, 1.0 - rate * center.y);
    let radius = rate.abs() * radius;
    let nearest = from_axis.length() - radius;
    let meets_seam = from_axis.y <= 0.0 && from_axis.x.abs() <= radius;
    if nearest > 0.0 && !meets_seam { (1.0 / nearest).max(1.0) } else { f64::INFINITY }
}
