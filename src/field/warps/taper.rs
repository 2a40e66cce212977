//! Scaling of sections across y.

use crate::field::Real;
use crate::field::formula::Map;
use crate::math::Bounds;
use glam::{DVec2, DVec3};

/// Brings sections back to their size.
#[derive(Clone, Copy)]
pub(in crate::field) struct Widen<T> {
    half_height: T,
    /// Growth of the scale per metre of height.
    growth: T,
}

impl<T: Real> Widen<T> {
    #[inline(always)]
    pub(in crate::field) fn new(half_height: f64, top: f64) -> Self {
        Self { half_height: T::from_f64(half_height), growth: T::from_f64(growth(half_height, top)) }
    }

    /// One over the section's scale.
    #[inline(always)]
    fn inverse(self, y: T) -> T {
        let height = (-self.half_height).max(self.half_height.min(y)) + self.half_height;
        T::ONE / (T::ONE + self.growth * height)
    }
}

impl<T: Real> Map<T> for Widen<T> {
    #[inline(always)]
    fn point(self, [x, y, z]: [T; 3]) -> [T; 3] {
        let inverse = self.inverse(y);
        [x * inverse, y, z * inverse]
    }

    #[inline(always)]
    fn pull(self, [x, y, z]: [T; 3], [gx, gy, gz]: [T; 3]) -> [T; 3] {
        let inverse = self.inverse(y);
        let (gx, gz) = (gx * inverse, gz * inverse);
        let growth = if y.abs() < self.half_height { self.growth } else { T::ZERO };
        [gx, gy - growth * inverse * (x * gx + z * gz), gz]
    }
}

fn growth(half_height: f64, top: f64) -> f64 {
    (top - 1.0) / (2.0 * half_height)
}

fn scale(half_height: f64, top: f64, y: f64) -> f64 {
    1.0 + growth(half_height, top) * (y.clamp(-half_height, half_height) + half_height)
}

/// Sections as wide as at the end where they are the widest.
pub(in crate::field) fn image(half_height: f64, top: f64, local: &Bounds) -> Bounds {
    let (a, b) = (scale(half_height, top, local.min.y), scale(half_height, top, local.max.y));
    let (least, most) = (a.min(b), a.max(b));
    let mut image = *local;
    for i in [0, 2] {
        image.min[i] *= if local.min[i] < 0.0 { most } else { least };
        image.max[i] *= if local.max[i] < 0.0 { least } else { most };
    }
    image
}

/// The Jacobian at distance r from the axis, where the scale is s and grows by g per metre: 1/s across radius and
/// axis, and on the plane of radius and axis the matrix ((a, b), (0, 1)) with a = 1/s, b = r |g| / s² (its sign does
/// not matter). Of the two singular values of that, whose squares add up to a² + b² + 1 and multiply to a², the
/// larger one is at least 1 and a. The norm of a matrix without negative entries grows with each of them, so over a
/// ball the least s and the greatest r give a bound, and none is better if they meet in one point of the ball.
pub(in crate::field) fn factor(half_height: f64, top: f64, center: DVec3, radius: f64) -> f64 {
    let (low, high) = (center.y - radius, center.y + radius);
    let least = scale(half_height, top, low).min(scale(half_height, top, high));
    let sloped = low < half_height && high > -half_height;
    let growth = if sloped { growth(half_height, top).abs() } else { 0.0 };
    let farthest = DVec2::new(center.x, center.z).length() + radius;
    let (a, b) = (1.0 / least, farthest * growth / (least * least));
    let sum = a * a + b * b + 1.0;
    (0.5 * (sum + (sum * sum - 4.0 * a * a).max(0.0).sqrt())).sqrt()
}
