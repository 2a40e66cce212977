//! Lines that show what a knob's number is about: the plane of a mirror, the axis of a twist, the reach of a blend.

use crate::math::Affine;
use crate::scene::Kind;
use glam::DVec3;
use std::f64::consts::TAU;

/// Segments of a circle.
const SEGMENTS: u32 = 48;

/// Lines in the world for a node of this kind; `extent` is how far they reach, metres.
#[must_use]
pub fn guides(kind: &Kind, world: &Affine, extent: f64) -> Vec<Vec<DVec3>> {
    let place = Place { world, extent };
    match kind {
        Kind::Mirror { axis, offset } => place.plane(axis.direction(), *offset),
        Kind::Bend { .. } => vec![place.axis(DVec3::Z)],
        Kind::Twist { .. }
        | Kind::Taper { .. }
        | Kind::Shear { .. }
        | Kind::PolarRepeat { .. }
        | Kind::Revolution { .. } => vec![place.axis(DVec3::Y)],
        _ => kind.param("blend.radius").map_or(Vec::new(), |radius| place.ball(radius.value)),
    }
}

struct Place<'a> {
    world: &'a Affine,
    extent: f64,
}

impl Place<'_> {
    /// A direction of the node's frame in the world, as long as the lines reach.
    fn reach(&self, local: DVec3) -> DVec3 {
        self.world.vector(local).normalize_or_zero() * self.extent
    }

    fn axis(&self, local: DVec3) -> Vec<DVec3> {
        let reach = self.reach(local);
        vec![self.world.at - reach, self.world.at + reach]
    }

    /// A square and the two lines through its middle.
    fn plane(&self, normal: DVec3, offset: f64) -> Vec<Vec<DVec3>> {
        let (u, v) = (DVec3::new(normal.z, normal.x, normal.y), DVec3::new(normal.y, normal.z, normal.x));
        let (u, v) = (self.reach(u), self.reach(v));
        let at = self.world.point(normal * offset);
        let corner = |a: f64, b: f64| at + u * a + v * b;
        let corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0)];
        vec![
            corners.into_iter().map(|(a, b)| corner(a, b)).collect(),
            vec![corner(-1.0, 0.0), corner(1.0, 0.0)],
            vec![corner(0.0, -1.0), corner(0.0, 1.0)],
        ]
    }

    /// Three circles.
    fn ball(&self, radius: f64) -> Vec<Vec<DVec3>> {
        let circle = |u: DVec3, v: DVec3| {
            (0..=SEGMENTS)
                .map(|i| f64::from(i) / f64::from(SEGMENTS) * TAU)
                .map(|angle| self.world.point((u * angle.cos() + v * angle.sin()) * radius))
                .collect()
        };
        vec![circle(DVec3::X, DVec3::Y), circle(DVec3::Y, DVec3::Z), circle(DVec3::Z, DVec3::X)]
    }
}
