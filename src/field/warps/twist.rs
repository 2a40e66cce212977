//! Twist about the y axis.

use super::arc;
use crate::field::Real;
use crate::field::formula::Map;
use crate::math::Bounds;
use glam::{DVec2, DVec3};

/// Turns each section back.
#[derive(Clone, Copy)]
pub(in crate::field) struct Untwist<T> {
    rate: T,
}

impl<T: Real> Untwist<T> {
    #[inline(always)]
    pub(in crate::field) fn new(rate: f64) -> Self {
        Self { rate: T::from_f64(rate) }
    }
}

impl<T: Real> Map<T> for Untwist<T> {
    #[inline(always)]
    fn point(self, [x, y, z]: [T; 3]) -> [T; 3] {
        let (s, c) = (self.rate * y).sin_cos();
        [x * c - z * s, y, x * s + z * c]
    }

    #[inline(always)]
    fn pull(self, p: [T; 3], [gx, gy, gz]: [T; 3]) -> [T; 3] {
        let (s, c) = (self.rate * p[1]).sin_cos();
        let [qx, _, qz] = self.point(p);
        // As y grows, the child's point runs round its circle: (-qz, qx) times the rate.
        [gx * c + gz * s, gy + self.rate * (gz * qx - gx * qz), gz * c - gx * s]
    }
}

/// Swept by all turns between those of the bottom and the top.
pub(in crate::field) fn image(rate: f64, local: &Bounds) -> Bounds {
    if rate == 0.0 {
        return *local;
    }
    let (a, b) = (rate * local.min.y, rate * local.max.y);
    arc::swept(local, a.min(b), a.max(b))
}

/// The Jacobian at distance r from the axis is a rotation times the shear 1 + s t yᵀ, s = |rate| r, t tangential;
/// its largest singular value is (s + √(s² + 4)) / 2, which grows with r.
pub(in crate::field) fn factor(rate: f64, center: DVec3, radius: f64) -> f64 {
    let s = rate.abs() * (DVec2::new(center.x, center.z).length() + radius);
    0.5 * (s + (s * s + 4.0).sqrt())
}
