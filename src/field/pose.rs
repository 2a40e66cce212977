//! How a node stands in a frame of the program.

use super::parts::{Placement, largest_stretch};
use crate::math::{Bounds, Transform};
use glam::{DMat3, DVec3};

/// Maps the local points of a node to a frame.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Pose {
    /// The node's origin in the frame.
    pub(super) at: DVec3,
    pub(super) shape: Stretch,
}

/// What a pose does to directions and lengths.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Stretch {
    /// A rotation and a uniform scale: distances stay distances.
    Similar { turn: DMat3, scale: f64 },
    /// Any invertible matrix, and what a local value must be multiplied by so that it does not exceed the distance: the
    /// product of the least scales on the way, not of the matrix, so that blends keep their shape under it.
    General { linear: DMat3, factor: f64 },
}

impl Pose {
    pub(super) const IDENTITY: Self =
        Self { at: DVec3::ZERO, shape: Stretch::Similar { turn: DMat3::IDENTITY, scale: 1.0 } };

    /// `self` after the child's own transform.
    pub(super) fn then(&self, at: DVec3, turn: DMat3, scale: DVec3) -> Self {
        let at = self.point(at);
        let uniform = (scale.x == scale.y && scale.y == scale.z).then_some(scale.x);
        let shape = match (self.shape, uniform) {
            (Stretch::Similar { turn: outer, scale }, Some(inner)) => {
                Stretch::Similar { turn: outer * turn, scale: scale * inner }
            }
            _ => Stretch::General {
                linear: self.linear() * turn * DMat3::from_diagonal(scale),
                factor: self.factor() * scale.min_element(),
            },
        };
        Self { at, shape }
    }

    /// `self` after a linear map that multiplies lengths by at least `least`.
    pub(super) fn then_linear(&self, linear: DMat3, least: f64) -> Self {
        let shape = Stretch::General { linear: self.linear() * linear, factor: self.factor() * least };
        Self { shape, ..*self }
    }

    pub(super) fn linear(&self) -> DMat3 {
        match self.shape {
            Stretch::Similar { turn, scale } => turn * scale,
            Stretch::General { linear, .. } => linear,
        }
    }

    /// What a local length, and a local value, is multiplied by.
    pub(super) fn factor(&self) -> f64 {
        match self.shape {
            Stretch::Similar { scale, .. } => scale,
            Stretch::General { factor, .. } => factor,
        }
    }

    /// A local point in the frame.
    fn point(&self, local: DVec3) -> DVec3 {
        match self.shape {
            // As `Transform::point`: the scale before the turn.
            Stretch::Similar { turn, scale } => self.at + turn * (local * scale),
            Stretch::General { linear, .. } => self.at + linear * local,
        }
    }

    /// The way from the frame to local points.
    pub(super) fn placement(&self) -> Placement {
        match self.shape {
            Stretch::Similar { turn, scale } => {
                let is_moved = turn == DMat3::IDENTITY && scale == 1.0;
                let axes = turn.to_cols_array_2d().map(|axis| DVec3::from_array(axis) / scale);
                Placement { at: self.at, rows: (!is_moved).then_some(axes), stretch: 1.0 / scale }
            }
            Stretch::General { linear, .. } => {
                let inverse = linear.inverse();
                let transposed = inverse.transpose();
                let rows = [transposed.x_axis, transposed.y_axis, transposed.z_axis];
                Placement { at: self.at, rows: Some(rows), stretch: largest_stretch(&inverse) }
            }
        }
    }

    /// The way from the frame to the local points of a node whose scale is in its sizes.
    pub(super) fn placement_of_sizes(&self) -> Placement {
        match self.shape {
            Stretch::Similar { turn, .. } => {
                Self { at: self.at, shape: Stretch::Similar { turn, scale: 1.0 } }.placement()
            }
            Stretch::General { .. } => self.placement(),
        }
    }

    /// The least box that holds the image of a local box; infinite sides stay infinite only where they reach.
    pub(super) fn image(&self, local: &Bounds) -> Bounds {
        if local.is_empty() {
            return Bounds::EMPTY;
        }
        let axes = self.linear().to_cols_array_2d();
        let mut image = Bounds::new(self.at, self.at);
        for i in 0..3 {
            for (j, axis) in axes.iter().enumerate().filter(|(_, axis)| axis[i] != 0.0) {
                let ends = [axis[i] * local.min[j], axis[i] * local.max[j]];
                image.min[i] += ends[0].min(ends[1]);
                image.max[i] += ends[0].max(ends[1]);
            }
        }
        image
    }

    /// The transform of a node's fields.
    pub(super) fn turn_from(turn_deg: DVec3) -> DMat3 {
        Transform::new(DVec3::ZERO, turn_deg, 1.0).turn
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn close(a: DVec3, b: DVec3) -> bool {
        (a - b).length() < 1e-12 * (1.0 + b.length())
    }

    /// Nested scales against explicit matrix products, and the placement against the inverse.
    #[test]
    fn poses_are_products_of_matrices() {
        let turn = Pose::turn_from(DVec3::new(30.0, -50.0, 110.0));
        let (a, b) = (DVec3::new(1.0, 2.0, -3.0), DVec3::new(-0.5, 0.25, 4.0));
        for (outer, inner) in
            [(DVec3::splat(2.0), DVec3::splat(0.3)), (DVec3::new(2.0, 1.0, 0.5), DVec3::new(1.0, 3.0, 0.2))]
        {
            let pose = Pose::IDENTITY.then(a, turn, outer).then(b, turn.transpose(), inner);
            let local = DVec3::new(0.7, -1.1, 0.4);
            let by_hand = a + turn * (outer * (b + turn.transpose() * (inner * local)));
            assert!(close(pose.point(local), by_hand));
            assert!(close(pose.placement().local(by_hand), local));
            assert!((pose.factor() - outer.min_element() * inner.min_element()).abs() < 1e-15);
            assert!(pose.factor() * pose.placement().stretch <= 1.0 + 1e-9);
        }
    }

    #[test]
    fn images_of_infinite_boxes_are_infinite_only_where_they_reach() {
        let slab = Bounds::new(
            DVec3::new(f64::NEG_INFINITY, -1.0, f64::NEG_INFINITY),
            DVec3::new(f64::INFINITY, 1.0, f64::INFINITY),
        );
        let up = Pose::IDENTITY.then(DVec3::Y, DMat3::IDENTITY, DVec3::splat(2.0)).image(&slab);
        assert_eq!((up.min.y, up.max.y, up.max.x), (-1.0, 3.0, f64::INFINITY));
        let turned = Pose::IDENTITY.then(DVec3::ZERO, Pose::turn_from(DVec3::new(0.0, 0.0, 30.0)), DVec3::ONE);
        assert_eq!(turned.image(&slab).max.y, f64::INFINITY);
        assert!(turned.image(&Bounds::EMPTY).is_empty());
    }
}
