use super::transform::turn_from_degrees;
use super::{Bounds, Transform};
use glam::{DMat3, DVec3};

/// A linear map, then a move: what nested scales, turns and moves make together. With scales that differ by axis a
/// turned child is sheared, which no [`Transform`] can say.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Affine {
    /// Scale, turn and shear: its columns are where the axes go.
    pub linear: DMat3,
    /// Translation, metres.
    pub at: DVec3,
}

impl Affine {
    /// Maps every point to itself.
    pub const IDENTITY: Self = Self { linear: DMat3::IDENTITY, at: DVec3::ZERO };

    /// From the fields of a scene node: scale along the axes, then turn about x, then y, then z, in degrees, then move.
    #[must_use]
    pub fn new(at: DVec3, turn_deg: DVec3, scale: DVec3) -> Self {
        Self { linear: turn_from_degrees(turn_deg) * DMat3::from_diagonal(scale), at }
    }

    /// Local point to parent point.
    #[must_use]
    pub fn point(&self, local: DVec3) -> DVec3 {
        self.at + self.linear * local
    }

    /// Local direction to parent direction; lengths change as the map has it.
    #[must_use]
    pub fn vector(&self, local: DVec3) -> DVec3 {
        self.linear * local
    }

    /// Parent point to local point. Not finite where the map has no inverse.
    #[must_use]
    pub fn inverse_point(&self, parent: DVec3) -> DVec3 {
        self.inverse_vector(parent - self.at)
    }

    /// Parent direction to local direction. Not finite where the map has no inverse.
    #[must_use]
    pub fn inverse_vector(&self, parent: DVec3) -> DVec3 {
        inverse(&self.linear) * parent
    }

    /// The map from parent to local coordinates. Not finite where there is none.
    #[must_use]
    pub fn inverse(&self) -> Self {
        let linear = inverse(&self.linear);
        Self { linear, at: -(linear * self.at) }
    }

    /// `self` after `child`: maps the child's local coordinates to `self`'s parent coordinates.
    #[must_use]
    pub fn then_child(&self, child: &Self) -> Self {
        Self { linear: self.linear * child.linear, at: self.point(child.at) }
    }

    /// Lengths of the images of the three axes.
    #[must_use]
    pub fn scale(&self) -> DVec3 {
        let [x, y, z] = [self.linear.x_axis, self.linear.y_axis, self.linear.z_axis];
        DVec3::new(x.length(), y.length(), z.length())
    }

    /// The turn in it: the image of x keeps its direction, that of y its plane with x (Gram-Schmidt). The identity
    /// where an axis vanishes.
    #[must_use]
    pub fn turn(&self) -> DMat3 {
        let axes = || {
            let x = self.linear.x_axis.try_normalize()?;
            let y = self.linear.y_axis.try_normalize()?;
            // Twice is enough (Kahan, Parlett 1980): nearly parallel axes would leave an error otherwise.
            let y = (y - x * x.dot(y)).try_normalize()?;
            let y = (y - x * x.dot(y)).try_normalize()?;
            Some(DMat3::from_cols(x, y, x.cross(y)))
        };
        axes().unwrap_or(DMat3::IDENTITY)
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

impl From<Transform> for Affine {
    fn from(transform: Transform) -> Self {
        Self { linear: transform.turn * transform.scale, at: transform.at }
    }
}

/// The inverse by cofactors of columns of length 1, so that no scale overflows a determinant.
fn inverse(m: &DMat3) -> DMat3 {
    let lengths = DVec3::new(m.x_axis.length(), m.y_axis.length(), m.z_axis.length());
    let unit = DMat3::from_cols(m.x_axis / lengths.x, m.y_axis / lengths.y, m.z_axis / lengths.z);
    let rows = [unit.y_axis.cross(unit.z_axis), unit.z_axis.cross(unit.x_axis), unit.x_axis.cross(unit.y_axis)];
    let determinant = unit.x_axis.dot(rows[0]);
    let [x, y, z] = rows.map(|row| row / determinant);
    DMat3::from_cols(x / lengths.x, y / lengths.y, z / lengths.z).transpose()
}

#[cfg(test)]
mod tests {
    use super::*;
    use glam::{DMat4, DQuat};

    /// The same map by glam's own 4x4 matrices.
    fn matrix(at: DVec3, turn_deg: DVec3, scale: DVec3) -> DMat4 {
        let [x, y, z] = turn_deg.to_array().map(f64::to_radians);
        let turn = DQuat::from_rotation_z(z) * DQuat::from_rotation_y(y) * DQuat::from_rotation_x(x);
        DMat4::from_translation(at) * DMat4::from_quat(turn) * DMat4::from_scale(scale)
    }

    const NESTED: [[DVec3; 3]; 3] = [
        [DVec3::new(1.0, -2.0, 3.0), DVec3::new(10.0, 200.0, -33.0), DVec3::new(2.0, 0.5, 1.25)],
        [DVec3::new(0.0, 4.0, 0.5), DVec3::new(0.0, 0.0, 45.0), DVec3::new(0.1, 3.0, 1.0)],
        [DVec3::new(-0.3, 0.2, 0.1), DVec3::new(70.0, -15.0, 5.0), DVec3::new(1.5, 1.5, 0.2)],
    ];

    #[test]
    fn nested_scales_are_products_of_matrices() {
        let mut affine = Affine::IDENTITY;
        let mut product = DMat4::IDENTITY;
        for [at, turn, scale] in NESTED {
            affine = affine.then_child(&Affine::new(at, turn, scale));
            product *= matrix(at, turn, scale);
            for p in [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z, DVec3::new(0.3, 0.7, -1.1)] {
                assert!((affine.point(p) - product.transform_point3(p)).length() < 1e-13);
                assert!((affine.vector(p) - product.transform_vector3(p)).length() < 1e-13);
                assert!((affine.inverse_point(affine.point(p)) - p).length() < 1e-12);
                assert!((affine.inverse().point(affine.point(p)) - p).length() < 1e-12);
                assert!((affine.inverse_vector(affine.vector(p)) - p).length() < 1e-12);
            }
        }
    }

    #[test]
    fn scale_comes_before_turn() {
        // x grows to 2, then the quarter turn about z brings it to y.
        let map = Affine::new(DVec3::ZERO, DVec3::new(0.0, 0.0, 90.0), DVec3::new(2.0, 3.0, 4.0));
        assert_eq!(map.vector(DVec3::X), DVec3::Y * 2.0);
        assert_eq!(map.scale(), DVec3::new(2.0, 3.0, 4.0));
    }

    #[test]
    fn a_uniform_map_is_a_transform() {
        let [at, turn, _] = NESTED[0];
        let (affine, transform) = (Affine::new(at, turn, DVec3::splat(2.5)), Transform::new(at, turn, 2.5));
        let p = DVec3::new(0.3, 0.7, -1.1);
        assert!((affine.point(p) - transform.point(p)).length() < 1e-14);
        assert_eq!(Affine::from(transform).point(DVec3::ZERO), at);
        for (own, other) in affine.turn().to_cols_array().into_iter().zip(transform.turn.to_cols_array()) {
            assert!((own - other).abs() < 1e-15);
        }
    }

    #[test]
    fn extreme_scales_have_an_inverse() {
        for scale in [1e-100, 1e-6, 1e6, 1e100] {
            let map = Affine::new(DVec3::ZERO, DVec3::new(30.0, 40.0, 50.0), DVec3::new(scale, 2.0 * scale, scale));
            let p = DVec3::new(0.3, 0.7, -1.1);
            assert!((map.inverse_vector(map.vector(p)) - p).length() < 1e-14, "{scale}");
        }
        assert!(!Affine::new(DVec3::ZERO, DVec3::ZERO, DVec3::new(0.0, 1.0, 1.0)).inverse_point(DVec3::X).is_finite());
    }
}
