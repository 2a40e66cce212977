//! Domain operators: where the children are asked for a point of the operator, and how far that stretches space.
//!
//! A warp does not touch the child's value. So the value of a twisted child is no distance any more; by how much it
//! may be off is asked of [`Warp::reach`], for one ball at a time: far from the axis a twist is much steeper than
//! near to it. Repetitions jump from copy to copy: each is several windows, side by side, and the operator is the
//! minimum over them (see [`Repeat`]).

use super::Real;
use super::class::Class;
use super::formula::VisitMap;
use super::warps::{bend, elongate, mirror, polar, repeat, taper, twist};
use crate::math::Bounds;
use glam::DVec3;

pub(super) use super::warps::{Polar, PolarRepeat, Repeat, Window};

/// One domain operator, lengths in metres in the operator's frame. Numbers are those of a checked scene: finite,
/// with half heights and the taper's top above zero.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Warp {
    /// The side of the plane where the coordinate is greater than `offset` is kept, and shown on both.
    Mirror {
        /// 0, 1, 2 for x, y, z.
        axis: usize,
        offset: f64,
    },
    /// One window of a repetition along the axes.
    Repeat(Window),
    /// One window of a repetition round y.
    Polar(Polar),
    /// The child is cut along its three middle planes and the parts are pulled apart, `half` each way; the gaps are
    /// filled with prisms of the cuts.
    Elongate { half: DVec3 },
    /// The section at height y is turned about the y axis by `rate` times y, radians per metre.
    Twist { rate: f64 },
    /// A bar along x is bent about z, toward +y for positive rates, radians per metre.
    Bend { rate: f64 },
    /// Sections across y are scaled, by 1 up to `-half_height`, by `top` from `half_height` on, linearly between.
    Taper { half_height: f64, top: f64 },
}

impl Warp {
    /// Hands the visitor the map from the operator's points to the children's.
    #[inline(always)]
    pub(super) fn visit<T: Real>(&self, visitor: impl VisitMap<T>) {
        match self {
            Self::Mirror { axis, offset } => mirror::visit(*axis, *offset, visitor),
            Self::Repeat(window) => visitor.visit(repeat::Nearest::new(window)),
            Self::Polar(window) => visitor.visit(polar::Nearest::new(window)),
            Self::Elongate { half } => visitor.visit(elongate::Apart::new(*half)),
            Self::Twist { rate } => visitor.visit(twist::Untwist::new(*rate)),
            Self::Bend { rate } if bend::is_straight(*rate) => visitor.visit(bend::Straight),
            Self::Bend { rate } => visitor.visit(bend::Unbend::new(*rate)),
            Self::Taper { half_height, top } => visitor.visit(taper::Widen::new(*half_height, *top)),
        }
    }

    /// A box that holds all points of the operator that map into `local`, the bounds of the children in their frame:
    /// infinite where the solid is, empty if none of it is left.
    pub(super) fn image(&self, local: &Bounds) -> Bounds {
        if local.is_empty() {
            return Bounds::EMPTY;
        }
        match self {
            Self::Mirror { axis, offset } => mirror::image(*axis, *offset, local),
            Self::Repeat(window) => repeat::image(window, local),
            Self::Polar(window) => polar::image(window, local),
            Self::Elongate { half } => elongate::image(*half, local),
            Self::Twist { rate } => twist::image(*rate, local),
            Self::Bend { rate } => bend::image(*rate, local),
            Self::Taper { half_height, top } => taper::image(*half_height, *top, local),
        }
    }

    /// The radius of a ball round the image of `center` that holds the image of the ball (`center`, `radius`):
    /// `radius` times a Lipschitz factor of the map over the ball. Infinite if the map jumps within the ball or is
    /// not bounded there.
    pub(super) fn reach(&self, center: DVec3, radius: f64) -> f64 {
        match self {
            Self::Mirror { .. } | Self::Elongate { .. } => radius,
            Self::Repeat(window) => repeat::reach(window, center, radius),
            Self::Polar(window) => polar::reach(window, center, radius),
            Self::Twist { rate } => radius * twist::factor(*rate, center, radius),
            Self::Bend { rate } => radius * bend::factor(*rate, center, radius),
            Self::Taper { half_height, top } => radius * taper::factor(*half_height, *top, center, radius),
        }
    }

    /// As [`Warp::reach`], but finite where a repetition jumps: then it covers the copies on both sides, and is no
    /// multiple of a Lipschitz factor. It bounds values over the ball, not their continuity.
    pub(super) fn spread(&self, center: DVec3, radius: f64) -> f64 {
        match self {
            Self::Repeat(window) => repeat::spread(window, center, radius),
            Self::Polar(window) => polar::spread(window, center, radius),
            _ => self.reach(center, radius),
        }
    }

    /// What becomes of the class of the children's union, whose bounds in their own frame are `local`.
    ///
    /// - Mirror: both halves are the same, so a point's own half is the nearer one. It stays exact if the child lies
    ///   on the kept side; else the distance to what the plane cut off is too small, a bound.
    /// - Repetitions: the minimum over the copies near by is the minimum over all, as distances go (see [`Repeat`]):
    ///   the class stays. Only a child that is exact makes it continuous from window to window.
    /// - Elongate: the map never lengthens, so the value never exceeds the distance, but the nearest point of the
    ///   child may lie across a cut, which is farther away now: a bound.
    /// - Twist, bend, taper: neither, unless they do nothing.
    pub(super) fn class(&self, child: Class, local: &Bounds) -> Class {
        match self {
            Self::Mirror { axis, offset } if local.min[*axis] >= *offset => child,
            Self::Elongate { half } if *half == DVec3::ZERO => child,
            Self::Mirror { .. } | Self::Elongate { .. } => child.max(Class::Bound),
            Self::Repeat(_) | Self::Polar(_) => child,
            Self::Bend { rate } if bend::is_straight(*rate) => child,
            Self::Twist { rate: 0.0 } | Self::Taper { top: 1.0, .. } => child,
            Self::Twist { .. } | Self::Bend { .. } | Self::Taper { .. } => Class::Neither,
        }
    }
}
