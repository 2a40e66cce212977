//! What is contoured: a field, cut by the domain.

use crate::field::{Field, Points, Sample, Scratch};
use crate::math::Bounds;
use glam::DVec3;

/// What contouring asks of a solid. [`Field`] is the one that matters; tests contour noise and broken functions, which
/// no scene can express.
pub(super) trait Solid: Clone + Send + Sync {
    /// Values of many points; each has the bits of [`Solid::value`].
    fn values(&self, points: Points<'_, f64>, out: &mut [f64], scratch: &mut Scratch<f64>);
    /// Value at a point, negative inside.
    fn value(&self, p: DVec3) -> f64;
    /// Value, gradient and material at a point.
    fn sample(&self, p: DVec3) -> Sample;
    /// A box that holds the surface.
    fn bounds(&self) -> Bounds;
    /// What is known about a region.
    fn survey(&self, region: &Bounds) -> Survey<Self>;
    /// True only if the other one has the same values and samples, bit for bit, wherever both mean anything.
    fn same_program(&self, other: &Self) -> bool;
}

/// What a solid knows about a region.
#[derive(Clone, Debug)]
pub(super) struct Survey<S> {
    /// The same solid within the region, bit for bit, without the parts that cannot decide there.
    pub(super) solid: S,
    /// Value at the region's centre.
    pub(super) value: f64,
    /// If |value| is larger, no surface passes through the region. Infinite or NaN: nothing is known.
    pub(super) reach: f64,
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

    fn survey(&self, region: &Bounds) -> Survey<Self> {
        let crate::field::Survey { field, value, reach, .. } = Self::survey(self, region);
        // The bound must survive rounding.
        Survey { solid: field, value, reach: reach * (1.0 + 1e-9) }
    }

    fn same_program(&self, other: &Self) -> bool {
        Self::same_program(self, other)
    }
}

/// Where a solid ends at the latest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Walls {
    /// The solid is intersected with this box: max(solid, distance to its walls). So what reaches a wall gets a flat cap
    /// there, with a sharp rim, like any other intersection.
    pub(super) hard: Bounds,
    /// Nothing is inside beyond this box, and nothing in it is changed. It surrounds the bounds of the solid: should they
    /// be wrong, the mesh is closed all the same.
    pub(super) fence: Bounds,
}

impl Walls {
    /// Distance to the nearest wall: exact inside of the domain, a bound with the right sign outside. Below everything
    /// where no wall has a say.
    fn cap(&self, p: DVec3) -> f64 {
        let cap = beyond(&self.hard, p);
        if self.fence.contains(p) { cap } else { cap.max(beyond(&self.fence, p)) }
    }

    /// True if no wall has a say in the region.
    fn are_far_from(&self, region: &Bounds) -> bool {
        self.hard == Bounds::EVERYTHING && self.fence.contains(region.min) && self.fence.contains(region.max)
    }

    /// False only if no surface can lie in the surveyed region. A reach or value that is NaN proves nothing.
    pub(super) fn may_cross<S>(&self, region: &Bounds, survey: &Survey<S>) -> bool {
        let radius = 0.5 * region.size().length() * (1.0 + 1e-9);
        let cap = beyond(&self.hard, region.center());
        if cap > radius {
            return false;
        }
        let fenced = self.fence.contains(region.min) && self.fence.contains(region.max);
        let outside = survey.value > survey.reach;
        let inside = survey.value < -survey.reach && cap < -radius && fenced;
        !(outside || inside)
    }
}

/// Distance to the nearest of a box's walls, negative inside.
fn beyond(walls: &Bounds, p: DVec3) -> f64 {
    (walls.min - p).max(p - walls.max).max_element()
}

/// A solid within its walls.
#[derive(Debug)]
pub(super) struct Capped<'a, S> {
    solid: &'a S,
    /// None where they have no say.
    walls: Option<Walls>,
}

/// What a capped solid says about a point.
#[derive(Clone, Copy, Debug)]
pub(super) struct CappedSample {
    /// As of the solid, with the cap's value and gradient where that decides.
    pub(super) sample: Sample,
    /// True if a wall of the domain decided.
    pub(super) capped: bool,
}

impl<'a, S: Solid> Capped<'a, S> {
    /// Everywhere.
    pub(super) fn new(solid: &'a S, walls: Walls) -> Self {
        Self { solid, walls: Some(walls) }
    }

    /// Within a region.
    pub(super) fn within(solid: &'a S, walls: &Walls, region: &Bounds) -> Self {
        Self { solid, walls: (!walls.are_far_from(region)).then_some(*walls) }
    }

    fn cap(&self, p: DVec3) -> f64 {
        self.walls.as_ref().map_or(f64::NEG_INFINITY, |walls| walls.cap(p))
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
        if self.walls.is_some() {
            for (i, v) in out.iter_mut().enumerate() {
                *v = self.joined(*v, DVec3::new(points.x[i], points.y[i], points.z[i]));
            }
        }
    }

    pub(super) fn sample(&self, p: DVec3) -> CappedSample {
        let mut sample = self.solid.sample(p);
        let Some(walls) = &self.walls else { return CappedSample { sample, capped: false } };
        let cap = walls.cap(p);
        let capped = cap > sample.value;
        if capped {
            let box_of = |walls: &Bounds| (walls.min - p, p - walls.max);
            let ((low, high), (low_fence, high_fence)) = (box_of(&walls.hard), box_of(&walls.fence));
            let is_wall = |i: usize, low: DVec3, high: DVec3| low[i] == cap || high[i] == cap;
            let at = |i: usize| is_wall(i, low, high) || is_wall(i, low_fence, high_fence);
            let axis = (0..3).find(|&i| at(i)).unwrap_or(0);
            let is_high = high[axis] == cap || high_fence[axis] == cap;
            sample.gradient = if is_high { DVec3::AXES[axis] } else { -DVec3::AXES[axis] };
            sample.feature = (0..3).filter(|&i| at(i)).count() > 1;
            sample.value = cap;
        }
        sample.feature |= cap == sample.value && !capped;
        CappedSample { sample, capped }
    }
}
