use super::{Bounds, cos, sin};
use glam::{DMat3, DVec3};

/// Scale, then turn, then move: maps local to parent coordinates.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Transform {
    /// Translation, metres.
    pub at: DVec3,
    /// Rotation.
    pub turn: DMat3,
    /// Uniform scale, above zero.
    pub scale: f64,
}

impl Transform {
    /// Maps every point to itself.
    pub const IDENTITY: Self = Self { at: DVec3::ZERO, turn: DMat3::IDENTITY, scale: 1.0 };

    /// From the fields of a scene node: `turn_deg` turns about x, then y, then z, in degrees.
    #[must_use]
    pub fn new(at: DVec3, turn_deg: DVec3, scale: f64) -> Self {
        Self { at, turn: turn_from_degrees(turn_deg), scale }
    }

    /// Local point to parent point.
    #[must_use]
    pub fn point(&self, local: DVec3) -> DVec3 {
        self.at + self.turn * (local * self.scale)
    }

    /// Parent point to local point.
    #[must_use]
    pub fn inverse_point(&self, parent: DVec3) -> DVec3 {
        self.turn.transpose() * (parent - self.at) / self.scale
    }

    /// Local direction to parent direction; lengths are scaled.
    #[must_use]
    pub fn vector(&self, local: DVec3) -> DVec3 {
        self.turn * (local * self.scale)
    }

    /// Parent direction to local direction; lengths are scaled.
    #[must_use]
    pub fn inverse_vector(&self, parent: DVec3) -> DVec3 {
        self.turn.transpose() * parent / self.scale
    }

    /// `self` after `child`: maps the child's local coordinates to `self`'s parent coordinates.
    #[must_use]
    pub fn then_child(&self, child: &Self) -> Self {
        Self { at: self.point(child.at), turn: self.turn * child.turn, scale: self.scale * child.scale }
    }

    /// The box round the eight transformed corners. Infinite and empty boxes stay so.
    #[must_use]
    pub fn bounds(&self, local: &Bounds) -> Bounds {
        if local.is_empty() {
            return Bounds::EMPTY;
        }
        if !local.is_finite() {
            return Bounds::EVERYTHING;
        }
        Bounds::of_points(local.corners().map(|c| self.point(c)))
    }
}

/// Rotation by degrees about x, then y, then z. Multiples of 90 degrees are exact.
pub(super) fn turn_from_degrees(deg: DVec3) -> DMat3 {
    let [x, y, z] = deg.to_array().map(sin_cos_degrees);
    let rx = DMat3::from_cols(DVec3::X, DVec3::new(0.0, x.1, x.0), DVec3::new(0.0, -x.0, x.1));
    let ry = DMat3::from_cols(DVec3::new(y.1, 0.0, -y.0), DVec3::Y, DVec3::new(y.0, 0.0, y.1));
    let rz = DMat3::from_cols(DVec3::new(z.1, z.0, 0.0), DVec3::new(-z.0, z.1, 0.0), DVec3::Z);
    rz * ry * rx
}

/// Sine and cosine of degrees; exact at quarter turns, so that a box turned by 90 degrees keeps flat faces.
fn sin_cos_degrees(deg: f64) -> (f64, f64) {
    match deg.rem_euclid(360.0) {
        0.0 => (0.0, 1.0),
        90.0 => (1.0, 0.0),
        180.0 => (0.0, -1.0),
        270.0 => (-1.0, 0.0),
        d => (sin(d.to_radians()), cos(d.to_radians())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_go_x_then_y_then_z() {
        let t = Transform::new(DVec3::ZERO, DVec3::new(90.0, 90.0, 0.0), 1.0);
        // y -> z by the turn about x, z -> x by the turn about y.
        assert_eq!(t.vector(DVec3::Y), DVec3::X);
    }

    #[test]
    fn inverse_undoes() {
        let t = Transform::new(DVec3::new(1.0, -2.0, 3.0), DVec3::new(10.0, 200.0, -33.0), 2.5);
        let p = DVec3::new(0.3, 0.7, -1.1);
        assert!((t.inverse_point(t.point(p)) - p).length() < 1e-14);
        let child = Transform::new(DVec3::new(0.0, 4.0, 0.0), DVec3::new(0.0, 0.0, 45.0), 0.5);
        assert!((t.then_child(&child).point(p) - t.point(child.point(p))).length() < 1e-14);
    }
}
