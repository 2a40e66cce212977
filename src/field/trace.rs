//! Sphere tracing (Hart 1996): no surface is nearer than |f|, so a ray may step that far.

use super::eval;
use super::program::Program;
use glam::DVec3;

/// Steps after which the least step starts to grow, so that a ray that grazes a surface ends.
const CAREFUL_STEPS: u32 = 1024;
/// Growth of the least step per step after that: it doubles every 14 steps.
const GROWTH: f64 = 1.05;
/// Least step, relative to the largest coordinate involved or 1 m: far above rounding, far below a cell.
const LEAST_STEP: f64 = 1e-10;

/// A ray of unit direction.
struct Ray<'a> {
    program: &'a Program,
    origin: DVec3,
    direction: DVec3,
}

/// First point with f < 0; see [`super::Field::trace_ray`].
pub(super) fn trace(
    program: &Program,
    origin: DVec3,
    direction: DVec3,
    max_distance: f64,
    mut step: impl FnMut(DVec3, f64),
) -> Option<f64> {
    let largest = direction.abs().max_element();
    if !(largest > 0.0 && largest.is_finite() && origin.is_finite() && max_distance >= 0.0) {
        return None;
    }
    let ray = Ray { program, origin, direction: (direction / largest).normalize() };
    let (mut outside, mut t) = (0.0, 0.0_f64);
    let mut growth = 1.0;
    for count in 0_u32.. {
        let value = ray.value(t, &mut step);
        if value < 0.0 {
            return Some(ray.first_inside(outside, t, &mut step));
        }
        if t >= max_distance || t >= f64::MAX {
            break;
        }
        if count >= CAREFUL_STEPS {
            growth *= GROWTH;
        }
        let least = LEAST_STEP * growth * origin.abs().max_element().max(t).max(1.0);
        // No surface is nearer than `value`, so bisection need not look there.
        outside = (t + value).min(max_distance).min(f64::MAX);
        t = (t + value.max(least)).min(max_distance).min(f64::MAX);
    }
    None
}

impl Ray<'_> {
    fn value(&self, t: f64, step: &mut impl FnMut(DVec3, f64)) -> f64 {
        let p = self.origin + self.direction * t;
        let value = eval::value(self.program, p);
        step(p, value);
        value
    }

    /// The least t with f < 0 that bisection finds between a point outside and one inside, to 1e-12 of t.
    fn first_inside(&self, mut outside: f64, mut inside: f64, step: &mut impl FnMut(DVec3, f64)) -> f64 {
        while inside - outside > 1e-12 * inside.max(1.0) {
            let middle = outside + 0.5 * (inside - outside);
            if self.value(middle, step) < 0.0 {
                inside = middle;
            } else {
                outside = middle;
            }
        }
        inside
    }
}
