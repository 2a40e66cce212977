//! Elongation: p - clamp(p, -half, half), which on each axis is a shift or a constant and so never lengthens
//! (Quilez, "Distance functions", the signed variant).

use crate::field::Real;
use crate::field::formula::Map;
use crate::math::Bounds;
use glam::DVec3;

/// Pushes the parts together again.
#[derive(Clone, Copy)]
pub(in crate::field) struct Apart<T> {
    half: [T; 3],
}

impl<T: Real> Apart<T> {
    #[inline(always)]
    pub(in crate::field) fn new(half: DVec3) -> Self {
        Self { half: half.to_array().map(T::from_f64) }
    }
}

impl<T: Real> Map<T> for Apart<T> {
    #[inline(always)]
    fn point(self, p: [T; 3]) -> [T; 3] {
        std::array::from_fn(|i| p[i] - (-self.half[i]).max(self.half[i].min(p[i])))
    }

    #[inline(always)]
    fn pull(self, p: [T; 3], gradient: [T; 3]) -> [T; 3] {
        std::array::from_fn(|i| if p[i].abs() < self.half[i] { T::ZERO } else { gradient[i] })
    }
}

/// The sides move apart; a child that lies to one side of a cut only moves.
pub(in crate::field) fn image(half: DVec3, local: &Bounds) -> Bounds {
    let mut image = *local;
    for i in 0..3 {
        image.min[i] += if local.min[i] > 0.0 { half[i] } else { -half[i] };
        image.max[i] += if local.max[i] < 0.0 { -half[i] } else { half[i] };
    }
    image
}
