//! Ropes against solids and the floor: a small sphere per particle is pushed out along the field's gradient.

use super::rope::RopeState;
use crate::field::Field;
use crate::math::Bounds;
use glam::DVec3;
use std::sync::Arc;

/// Everything that ropes may collide with.
#[derive(Clone, Debug)]
pub(super) struct Surroundings {
    pub solids: Arc<[Field]>,
    bounds: Vec<Bounds>,
    floor: Option<f64>,
    up: DVec3,
}

impl Surroundings {
    pub(super) fn new(solids: Arc<[Field]>, floor: Option<f64>, gravity: DVec3) -> Self {
        let up = (-gravity).try_normalize().unwrap_or(DVec3::Y);
        Self { bounds: solids.iter().map(Field::bounds).collect(), solids, floor, up }
    }

    /// What one rope collides with: everything or nothing.
    pub(super) fn obstacles(&self, collide: bool) -> Obstacles<'_> {
        if collide {
            Obstacles { solids: &self.solids, bounds: &self.bounds, floor: self.floor, up: self.up }
        } else {
            Obstacles { solids: &[], bounds: &[], floor: None, up: self.up }
        }
    }
}

/// What a rope collides with.
#[derive(Clone, Copy, Debug)]
pub(super) struct Obstacles<'a> {
    /// Compiled solids.
    pub solids: &'a [Field],
    /// Their bounds, in the same order.
    pub bounds: &'a [Bounds],
    /// Height of the floor, metres.
    pub floor: Option<f64>,
    /// Where a particle goes whose surroundings name no direction: against gravity. Unit length.
    pub up: DVec3,
}

/// A solid may need several pushes where its value only bounds the distance (blends, scaled parts).
const MAX_PUSHES: u32 = 8;
/// Penetration that ends the pushes early, metres: a tenth of a micrometre, far below what can be seen.
const CLOSE_ENOUGH: f64 = 1e-7;

impl Obstacles<'_> {
    /// Pushes every free particle out to the rope's radius and marks it as in contact. True if one was pushed.
    pub(super) fn collide(&self, rope: &mut RopeState) -> bool {
        if self.solids.is_empty() && self.floor.is_none() {
            return false;
        }
        let mut any = false;
        let mut links = LinksToAnchor::default();
        for i in 0..rope.positions.len() {
            let radius = links.next(&rope.pinned, i).map_or(rope.radius, |n| reach(rope.radius, rope.segment, n));
            if !rope.pinned[i] && self.push_particle(rope, i, radius) {
                rope.contacts[i] = true;
                any = true;
            }
        }
        any
    }

    /// Distance of a point to the nearest obstacle, metres, negative inside; infinite where all are farther than
    /// `reach`. Solids whose value only bounds the distance are at least as far as it says.
    pub(super) fn distance(&self, p: DVec3, reach: f64) -> f64 {
        self.nearest(p, reach).map_or(f64::INFINITY, |(distance, _)| distance)
    }

    /// Unit normal of the nearest obstacle at a point.
    pub(super) fn normal(&self, p: DVec3, reach: f64) -> DVec3 {
        match self.nearest(p, reach) {
            Some((_, Some(solid))) => solid.sample(p).gradient.try_normalize().unwrap_or(self.up),
            Some((_, None)) => DVec3::Y,
            None => self.up,
        }
    }

    /// Distance of the nearest obstacle, and the solid; none for the floor.
    fn nearest(&self, p: DVec3, reach: f64) -> Option<(f64, Option<&Field>)> {
        let floor = self.floor.map(|floor| (p.y - floor, None));
        let near = self.solids.iter().zip(self.bounds).filter(|(_, bounds)| bounds.grown(reach).contains(p));
        let solids = near.map(|(solid, _)| (solid.value(p), Some(solid)));
        solids.chain(floor).min_by(|a, b| a.0.total_cmp(&b.0))
    }

    /// Where a point goes that is nearer than `radius` to obstacles.
    pub(super) fn pushed_out(&self, p: DVec3, radius: f64) -> DVec3 {
        let mut point = RopeState::at_rest("", vec![p], 0.0, radius);
        self.collide(&mut point);
        point.positions[0]
    }

    /// A second round follows where a push out of one obstacle may have led into another.
    fn push_particle(&self, rope: &mut RopeState, particle: usize, radius: f64) -> bool {
        let mut pushed = self.push_round(rope, particle, radius);
        if pushed && self.solids.len() + usize::from(self.floor.is_some()) > 1 {
            pushed |= self.push_round(rope, particle, radius);
        }
        pushed
    }

    fn push_round(&self, rope: &mut RopeState, particle: usize, radius: f64) -> bool {
        let mut pushed = false;
        for (solid, bounds) in self.solids.iter().zip(self.bounds) {
            let from = rope.positions[particle];
            // Outside of the grown box the surface is farther than the radius, and the field need not be asked.
            if !bounds.grown(radius).contains(from) {
                continue;
            }
            if let Some((to, normal)) = push_out(solid, from, radius, self.up) {
                settle(rope, particle, to, normal);
                pushed = true;
            }
        }
        if let Some(floor) = self.floor {
            let from = rope.positions[particle];
            if from.y - floor < radius {
                settle(rope, particle, DVec3::new(from.x, floor + radius, from.z), DVec3::Y);
                pushed = true;
            }
        }
        pushed
    }
}

/// How near the axis may come to an obstacle, metres, so many links from an anchor. Anchors may lie on a surface, and
/// links shorter than the radius could not all be a radius away from it: the rope rises from it at 30 degrees.
pub(super) fn reach(radius: f64, segment: f64, links: usize) -> f64 {
    radius.min(0.5 * segment * links as f64)
}

/// Number of links from each particle to the nearest anchored one, particle after particle.
#[derive(Clone, Copy, Debug, Default)]
struct LinksToAnchor {
    last: Option<usize>,
    /// Index of the next anchor at or behind the particle, or the number of particles.
    ahead: usize,
}

impl LinksToAnchor {
    /// For particle `i`, which must be one more than that of the call before; none without anchors.
    fn next(&mut self, pinned: &[bool], i: usize) -> Option<usize> {
        while self.ahead < pinned.len() && (self.ahead < i || !pinned[self.ahead]) {
            self.ahead += 1;
        }
        if pinned[i] {
            self.last = Some(i);
        }
        let behind = self.last.map(|last| i - last);
        let ahead = (self.ahead < pinned.len()).then(|| self.ahead - i);
        behind.into_iter().chain(ahead).min()
    }
}

/// Where a particle inside of `radius` goes, and the unit normal there. None if it is far enough.
fn push_out(solid: &Field, from: DVec3, radius: f64, up: DVec3) -> Option<(DVec3, DVec3)> {
    // The value alone is cheaper than the gradient, and most particles are far from everything.
    let near = solid.value(from) < radius;
    if !near {
        return None;
    }
    let mut to = from;
    let mut normal = up;
    for _ in 0..MAX_PUSHES {
        let sample = solid.sample(to);
        let depth = radius - sample.value;
        if !(depth > CLOSE_ENOUGH && depth.is_finite()) {
            break;
        }
        let slope = sample.gradient.length();
        // A gradient much below 1 belongs to a centre or an axis, where the distance says how far but not whither.
        let step = if slope > 0.1 {
            normal = sample.gradient / slope;
            depth / slope
        } else {
            depth
        };
        to += normal * step;
    }
    Some((to, normal))
}

/// Moves a particle to a contact and takes the normal part of its velocity: contacts are inelastic.
///
/// Verlet reads a push as speed: a particle 0.2 m inside at rest would leave at 10 m/s. And an inward speed that was
/// kept would grow by gravity from tick to tick while the rope lies still. The velocity along the surface stays, since
/// the tutorials know no friction.
fn settle(rope: &mut RopeState, particle: usize, to: DVec3, normal: DVec3) {
    rope.positions[particle] = to;
    let previous = &mut rope.previous[particle];
    *previous += normal * (to - *previous).dot(normal);
}

#[cfg(test)]
#[path = "collide_tests.rs"]
mod tests;
