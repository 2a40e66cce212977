//! What is contoured: a field, cut by the domain.

use crate::field::{Field, Points, Sample, Scratch};
use crate::math::Bounds;
use glam::DVec3;

/// What contouring asks of a solid. [`Field`] is the one that matters; tests contour noise and broken functions, which
/// no scene can express.
pub(super) trait Solid: Sync {
    /// Values of many points; each has the bits of [`Solid::value`].
    fn values(&self, points: Points<'_, f64>, out: &mut [f64], scratch: &mut Scratch<f64>);
    /// Value at a point, negative inside.
    fn value(&self, p: DVec3) -> f64;
    /// Value, gradient and material at a point.
    fn sample(&self, p: DVec3) -> Sample;
    /// A box that holds the surface.
    fn bounds(&self) -> Bounds;
    /// Greatest rate of change in a region.
    fn lipschitz(&self, region: &Bounds) -> f64;
}

impl Solid for Field {
    fn values(&self, points: Points<'_, f64>, out: &mut [f64], scratch: &mut Scratch<f64>) {
        Self::values(self, points, out, scratch);
    }

    fn value(&self, p: DVec3) -> f64 {
        Self::value(self, p)
    }

    fn sample(&self, p: DVec3) -> Sample {
        Self::sample(self, p)
    }

    fn bounds(&self) -> Bounds {
        Self::bounds(self)
    }

    fn lipschitz(&self, region: &Bounds) -> f64 {
        Self::lipschitz(self, region)
    }
}

/// A solid intersected with the domain: max(solid, distance to the domain's walls). So what reaches the border gets a
/// flat cap there, with a sharp rim, like any other intersection.
#[derive(Debug)]
pub(super) struct Capped<'a, S> {
    pub(super) solid: &'a S,
    pub(super) domain: Bounds,
}

/// What a capped solid says about a point.
#[derive(Clone, Copy, Debug)]
pub(super) struct CappedSample {
    /// As of the solid, with the cap's value and gradient where that decides.
    pub(super) sample: Sample,
    /// True if a wall of the domain decided.
    pub(super) capped: bool,
}

impl<S: Solid> Capped<'_, S> {
    /// Distance to the nearest wall: exact inside of the domain, a bound with the right sign outside.
    fn cap(&self, p: DVec3) -> f64 {
        (self.domain.min - p).max(p - self.domain.max).max_element()
    }

    /// NaN of the solid stays NaN, so that it can be counted; `f64::max` would drop it, and be inside.
    fn joined(&self, value: f64, p: DVec3) -> f64 {
        if value.is_nan() { value } else { value.max(self.cap(p)) }
    }

    pub(super) fn value(&self, p: DVec3) -> f64 {
        self.joined(self.solid.value(p), p)
    }

    /// Values of many points, each with the bits of [`Capped::value`].
    pub(super) fn values(&self, points: Points<'_, f64>, out: &mut [f64], scratch: &mut Scratch<f64>) {
        self.solid.values(points, out, scratch);
        for (i, v) in out.iter_mut().enumerate() {
            *v = self.joined(*v, DVec3::new(points.x[i], points.y[i], points.z[i]));
        }
    }

    pub(super) fn sample(&self, p: DVec3) -> CappedSample {
        let mut sample = self.solid.sample(p);
        let cap = self.cap(p);
        let capped = cap > sample.value;
        if capped {
            let (low, high) = (self.domain.min - p, p - self.domain.max);
            let wall = |i: usize| low[i] == cap || high[i] == cap;
            let axis = (0..3).find(|&i| wall(i)).unwrap_or(0);
            sample.gradient = if high[axis] == cap { DVec3::AXES[axis] } else { -DVec3::AXES[axis] };
            sample.feature = (0..3).filter(|&i| wall(i)).count() > 1;
            sample.value = cap;
        }
        sample.feature |= cap == sample.value && !capped;
        CappedSample { sample, capped }
    }

    /// False only if no surface can lie in the region, by the solid's Lipschitz factor there. A factor or value that is
    /// NaN proves nothing.
    pub(super) fn may_cross(&self, region: &Bounds) -> bool {
        let center = region.center();
        // A little more than half the diagonal: the bound must survive rounding.
        let radius = 0.5 * region.size().length() * (1.0 + 1e-9);
        let cap = self.cap(center);
        if cap > radius {
            return false;
        }
        let value = self.solid.value(center);
        let reach = radius * self.solid.lipschitz(region) * (1.0 + 1e-9);
        let outside = value > reach;
        let inside = value < -reach && cap < -radius;
        !(outside || inside)
    }
}
