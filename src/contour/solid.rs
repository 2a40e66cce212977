//! What is contoured: a field, cut by the domain.

use crate::field::{self, Field, Points, Sample, Scratch, Slopes};
use crate::math::Bounds;
use glam::DVec3;

/// What contouring asks of a solid. [`Field`] is the one that matters; tests contour noise and broken functions, which
/// no scene can express.
pub(super) trait Solid: Clone + Send + Sync {
    /// Values of many points; each has the bits of [`Solid::value`].
    fn values(&self, points: Points<'_, f64>, out: &mut [f64], scratch: &mut Scratch<f64>);
    /// Values and gradients of many points; each has the same bits in any batch.
    fn slopes(&self, points: Points<'_, f64>, out: Slopes<'_, f64>, scratch: &mut Scratch<f64>);
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
    /// Memory that it takes, roughly. Solids that were cut from one share most of it.
    fn bytes(&self) -> usize;
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
    /// No value in the region differs from that at the centre by more than this. Infinite or NaN: nothing is known.
    pub(super) spread: f64,
}

impl Solid for Field {
    fn values(&self, points: Points<'_, f64>, out: &mut [f64], scratch: &mut Scratch<f64>) {
        Self::values(self, points, out, scratch);
    }

    fn slopes(&self, points: Points<'_, f64>, out: Slopes<'_, f64>, scratch: &mut Scratch<f64>) {
        Self::slopes(self, points, out, scratch);
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
        // The bounds must survive rounding.
        const UP: f64 = 1.0 + 1e-9;
        let field::Survey { field, value, reach, spread } = Self::survey(self, region);
        Survey { solid: field, value, reach: reach * UP, spread: spread * UP }
    }

    fn same_program(&self, other: &Self) -> bool {
        Self::same_program(self, other)
    }

    fn bytes(&self) -> usize {
        // An instruction, and the sizes and place of a primitive.
        self.instructions() * 256
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

    /// True if no wall has a say in the surveyed region: it lies inside of them, and farther from them than any value in it
    /// can be below zero. Then the greater of value and distance is the value.
    pub(super) fn are_far_from<S>(&self, region: &Bounds, survey: &Survey<S>) -> bool {
        let within = |walls: &Bounds| walls.contains(region.min) && walls.contains(region.max);
        let room = -beyond(&self.hard, region.min).max(beyond(&self.hard, region.max));
        let far = room == f64::INFINITY || survey.value - survey.spread > -room;
        within(&self.hard) && within(&self.fence) && far
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

/// A wall that decides at a point.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cap {
    value: f64,
    /// Outward; one of them where several walls tie.
    pub(super) normal: DVec3,
    is_tie: bool,
}

impl<'a, S: Solid> Capped<'a, S> {
    /// Everywhere.
    pub(super) fn new(solid: &'a S, walls: Walls) -> Self {
        Self { solid, walls: Some(walls) }
    }

    /// Where walls may have a say or not.
    pub(super) fn near(solid: &'a S, walls: Option<Walls>) -> Self {
        Self { solid, walls }
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

    /// Values and gradients of many points, those of the solid alone: see [`Capped::cap_at`].
    pub(super) fn slopes_of_solid(&self, points: Points<'_, f64>, out: Slopes<'_, f64>, scratch: &mut Scratch<f64>) {
        self.solid.slopes(points, out, scratch);
    }

    /// The wall that decides at a point where the solid has a value; none where the solid decides.
    pub(super) fn cap_at(&self, p: DVec3, value: f64) -> Option<Cap> {
        let walls = self.walls.as_ref()?;
        let cap = walls.cap(p);
        if value.is_nan() || cap <= value {
            return None;
        }
        let is_wall = |of: f64| of == cap;
        let low = |i: usize| is_wall(walls.hard.min[i] - p[i]) || is_wall(walls.fence.min[i] - p[i]);
        let high = |i: usize| is_wall(p[i] - walls.hard.max[i]) || is_wall(p[i] - walls.fence.max[i]);
        let at = |i: &usize| low(*i) || high(*i);
        let axis = (0..3).find(at).unwrap_or(0);
        let normal = if high(axis) { DVec3::AXES[axis] } else { -DVec3::AXES[axis] };
        Some(Cap { value: cap, normal, is_tie: (0..3).filter(at).count() > 1 })
    }

    /// As the solid, with a wall's value and gradient where one decides.
    pub(super) fn sample(&self, p: DVec3) -> Sample {
        let mut sample = self.solid.sample(p);
        match self.cap_at(p, sample.value) {
            Some(Cap { value, normal, is_tie }) => {
                (sample.value, sample.gradient) = (value, normal);
                sample.feature |= is_tie;
            }
            None => sample.feature |= self.cap(p) == sample.value,
        }
        sample
    }
}
