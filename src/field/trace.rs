//! Sphere tracing (Hart 1996): no surface is nearer than |f| divided by the Lipschitz factor, so a ray may step that far.

use super::class::Class;
use super::compile::Compiled;
use super::eval;
use super::prune;
use glam::DVec3;

/// Steps after which the least step starts to grow, so that a ray that grazes a surface ends.
const CAREFUL_STEPS: u32 = 1024;
/// Growth of the least step per step after that: it doubles every 14 steps.
const GROWTH: f64 = 1.05;
/// Tries to find a clear ball; each shrinks it by 10 % at least.
const MOST_SHRINKS: u32 = 12;
/// Least step, relative to the largest coordinate involved or 1 m: far above rounding, far below a cell.
const LEAST_STEP: f64 = 1e-10;

/// A ray of unit direction.
struct Ray<'a> {
    solid: &'a Compiled,
    origin: DVec3,
    direction: DVec3,
}

/// First point with f < 0; see [`super::Field::trace_ray`].
pub(super) fn trace(
    solid: &Compiled,
    origin: DVec3,
    direction: DVec3,
    max_distance: f64,
    mut step: impl FnMut(DVec3, f64),
) -> Option<f64> {
    let largest = direction.abs().max_element();
    if !(largest > 0.0 && largest.is_finite() && origin.is_finite() && max_distance >= 0.0) {
        return None;
    }
    let ray = Ray { solid, origin, direction: (direction / largest).normalize() };
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
        let clear = ray.clearance(t, value);
        // No surface is nearer, so bisection need not look there.
        outside = (t + clear).min(max_distance).min(f64::MAX);
        t = (t + clear.max(least)).min(max_distance).min(f64::MAX);
    }
    None
}

impl Ray<'_> {
    fn value(&self, t: f64, step: &mut impl FnMut(DVec3, f64)) -> f64 {
        let p = self.origin + self.direction * t;
        let value = eval::value(&self.solid.program, p.to_array());
        step(p, value);
        value
    }

    /// A distance within which there is no surface, where f has this value. Where f is more than a bound of the distance,
    /// the ball is shrunk until its reach is less than f; a factor that grows with the ball makes that a search.
    fn clearance(&self, t: f64, value: f64) -> f64 {
        if self.solid.class <= Class::Bound || value <= 0.0 {
            return value.max(0.0);
        }
        let center = self.origin + self.direction * t;
        let mut radius = value;
        for _ in 0..MOST_SHRINKS {
            let reach = prune::pruned(&self.solid.program, center, radius).1.reach;
            if reach < value {
                return radius;
            }
            let ratio = value / reach;
            radius *= if ratio.is_finite() { (0.95 * ratio).clamp(0.05, 0.9) } else { 0.05 };
        }
        0.0
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
