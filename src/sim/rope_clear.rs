//! Start shapes that would begin inside of a solid or below the floor are laid round it instead, link by link, with every
//! link at its rest length. Pushing particles out would collapse what hangs into the floor to a point.

use super::collide::{Obstacles, reach};
use super::rope_start::{Layout, span};
use crate::math;
use crate::scene::RopeStart;
use glam::DVec3;
use std::f64::consts::{FRAC_PI_2, PI};

/// Angles between directions that are tried, radians: 5 degrees for a link, 10 for a whole span.
const LINK_STEP: f64 = PI / 36.0;
const SPAN_STEP: f64 = PI / 18.0;
/// Along a surface or up a slope, but not back: 125 degrees. From an anchor on a surface 120 are needed.
const ONWARD: f64 = LINK_STEP * 25.0;
/// Halvings of a step between a blocked and a free direction. 5 degrees become a thousandth of one.
const HALVINGS: u32 = 12;
/// Least length of what remains of a unit vector without its part along another, for it to have a direction.
const TANGENT: f64 = 1e-3;
/// Rounding of a span whose anchors lie on the surface, metres.
const ON_SURFACE: f64 = 1e-6;

/// Lays those ends and spans anew that have a free particle nearer to an obstacle than the rope's radius.
pub(super) fn clear(layout: &Layout<'_>, radius: f64, obstacles: &Obstacles<'_>, points: &mut [DVec3]) {
    let room = Room { obstacles, radius, segment: layout.segment, is_anchored: !layout.anchors.is_empty() };
    let (Some(&(first, _)), Some(&(last, _))) = (layout.anchors.first(), layout.anchors.last()) else {
        if room.clearance(points[0], radius) < 0.0 {
            points[0] = obstacles.pushed_out(points[0], radius);
        }
        return room.lay_end(layout, points);
    };
    points[..=first].reverse();
    room.lay_end(layout, &mut points[..=first]);
    points[..=first].reverse();
    room.lay_end(layout, &mut points[last..]);
    for pair in layout.anchors.windows(2) {
        room.lay_span(layout, &mut points[pair[0].0..=pair[1].0]);
    }
}

/// Where a rope may be.
struct Room<'a> {
    obstacles: &'a Obstacles<'a>,
    radius: f64,
    segment: f64,
    is_anchored: bool,
}

/// A direction to start from, unit vectors across it to turn toward, and where links start.
struct Fan<'a> {
    ahead: DVec3,
    sides: &'a [DVec3],
    from: DVec3,
    /// How near links may end to an obstacle.
    reach: f64,
}

impl Room<'_> {
    /// Distance to the nearest obstacle beyond `reach`, metres; negative inside.
    fn clearance(&self, p: DVec3, reach: f64) -> f64 {
        self.obstacles.distance(p, reach) - reach
    }

    /// How near the axis may come to an obstacle so many links from the first particle of an end.
    fn reach(&self, links: usize) -> f64 {
        if self.is_anchored { reach(self.radius, self.segment, links) } else { self.radius }
    }

    /// Lays a free end from its first particle, which stays: straight on where there is room, along surfaces otherwise.
    fn lay_end(&self, layout: &Layout<'_>, points: &mut [DVec3]) {
        let clear = |i: usize, p: DVec3| self.clearance(p, self.reach(i)) >= 0.0;
        if (1..points.len()).all(|i| clear(i, points[i])) {
            return;
        }
        let mut heading = None;
        for i in 1..points.len() {
            let from = points[i - 1];
            let ahead = from + layout.lay * layout.segment;
            points[i] = if clear(i, ahead) {
                ahead
            } else {
                let normal = self.obstacles.normal(ahead, self.radius);
                let sides = sides(layout.lay, normal, heading, layout.gravity);
                let direction = self.turn(&Fan { ahead: layout.lay, sides: &sides, from, reach: self.reach(i) });
                heading = Some(direction);
                from + direction * layout.segment
            };
        }
    }

    /// The direction nearest to straight on, toward the first side that has one, for which a link ends in the free, or
    /// at least its axis does. If none does, the one that ends least deep.
    fn turn(&self, fan: &Fan<'_>) -> DVec3 {
        let clearance = |direction: DVec3| self.clearance(fan.from + direction * self.segment, fan.reach);
        let axis_only = -fan.reach - ON_SURFACE;
        for (least, limit) in [(0.0, ONWARD), (axis_only, ONWARD), (0.0, PI), (axis_only, PI)] {
            for &side in fan.sides {
                let toward = |angle: f64| fan.ahead * math::cos(angle) + side * math::sin(angle);
                if let Some(angle) = first_free(LINK_STEP, limit, |angle| clearance(toward(angle)) >= least) {
                    return toward(angle);
                }
            }
        }
        let mut best = (clearance(fan.ahead), fan.ahead);
        for &side in fan.sides {
            for angle in angles(SPAN_STEP, PI) {
                let direction = fan.ahead * math::cos(angle) + side * math::sin(angle);
                let free = clearance(direction);
                if free > best.0 {
                    best = (free, direction);
                }
            }
        }
        best.1
    }

    /// Swings a hanging span about the line between its anchors until it is free: a rope that is too long to hang
    /// over a floor starts slanted or lying. If no slant frees it all, its axis at least has to be free, and the rest
    /// is pushed.
    fn lay_span(&self, layout: &Layout<'_>, points: &mut [DVec3]) {
        let links = points.len() - 1;
        let Some(down) = layout.gravity.try_normalize().filter(|_| layout.start == RopeStart::Slack) else { return };
        let free_by = |least: f64, points: &[DVec3]| {
            (1..links).all(|i| self.clearance(points[i], self.reach(i.min(links - i))) >= least)
        };
        if links < 2 || free_by(0.0, points) {
            return;
        }
        let (a, b) = (points[0], points[links]);
        let across = (b - a).cross(down).try_normalize().unwrap_or_else(|| down.any_orthonormal_vector());
        let mut swung = points.to_vec();
        let (right_angle, half_turn) = (FRAC_PI_2 + 0.01, PI);
        for (least, limit) in
            [(0.0, right_angle), (-self.radius, right_angle), (0.0, half_turn), (-self.radius, half_turn)]
        {
            for side in [across, -across] {
                let mut is_free = |angle: f64| {
                    let gravity = down * math::cos(angle) + side * math::sin(angle);
                    span(a, b, &Layout { gravity, ..*layout }, &mut swung);
                    free_by(least - ON_SURFACE, &swung)
                };
                if let Some(angle) = first_free(SPAN_STEP, limit, &mut is_free) {
                    is_free(angle);
                    points.copy_from_slice(&swung);
                    return;
                }
            }
        }
    }
}

/// `step`, twice `step`, and so on up to `limit`.
fn angles(step: f64, limit: f64) -> impl Iterator<Item = f64> {
    (1..).map(move |n| step * f64::from(n)).take_while(move |&angle| angle <= limit + 1e-9)
}

/// About the least angle up to `limit` that is free; 0 is taken to be blocked.
fn first_free(step: f64, limit: f64, mut is_free: impl FnMut(f64) -> bool) -> Option<f64> {
    let mut free = angles(step, limit).find(|&angle| is_free(angle))?;
    let mut blocked = free - step;
    for _ in 0..HALVINGS {
        let middle = 0.5 * (blocked + free);
        if is_free(middle) { free = middle } else { blocked = middle }
    }
    Some(free)
}

/// Unit vectors across `ahead`, best first: off the surface, onward, down, and four that always exist.
fn sides(ahead: DVec3, normal: DVec3, heading: Option<DVec3>, gravity: DVec3) -> Vec<DVec3> {
    let across = |v: DVec3| {
        let rest = v - ahead * v.dot(ahead);
        (rest.length() > TANGENT).then(|| rest.normalize())
    };
    let down = gravity.try_normalize().and_then(across);
    let level = across(DVec3::X).unwrap_or_else(|| ahead.any_orthonormal_vector());
    let third = ahead.cross(level);
    let preferred = [across(normal), heading.and_then(across), down];
    preferred.into_iter().flatten().chain([level, third, -third, -level]).collect()
}

#[cfg(test)]
#[path = "rope_clear_tests.rs"]
mod tests;
