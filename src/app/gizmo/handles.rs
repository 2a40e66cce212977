//! What can be grabbed, where it is in the picture, and which one lies under the pointer.

use super::{Frame, Tool};
use crate::draw::Camera;
use glam::{DVec2, DVec3};

/// One of the gizmo's axes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Axis {
    /// Red.
    X,
    /// Green.
    Y,
    /// Blue.
    Z,
}

impl Axis {
    /// All three.
    pub const ALL: [Self; 3] = [Self::X, Self::Y, Self::Z];

    /// 0, 1, 2.
    #[must_use]
    pub fn index(self) -> usize {
        self as usize
    }

    /// In lower case.
    #[must_use]
    pub fn name(self) -> &'static str {
        ["x", "y", "z"][self.index()]
    }

    /// The two others, in an order that keeps them right-handed.
    #[must_use]
    pub fn others(self) -> [Self; 2] {
        match self {
            Self::X => [Self::Y, Self::Z],
            Self::Y => [Self::Z, Self::X],
            Self::Z => [Self::X, Self::Y],
        }
    }
}

/// A part of the gizmo that can be dragged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Handle {
    /// Moves along an axis.
    MoveAxis(Axis),
    /// Moves in the plane across an axis.
    MovePlane(Axis),
    /// Moves in the plane that faces the eye.
    MoveView,
    /// Turns about an axis.
    TurnAxis(Axis),
    /// Turns about the line of sight.
    TurnView,
    /// Scales by the same factor along all axes.
    Scale,
}

/// Length of the arrows, points.
pub(super) const ARROW: f64 = 84.0;
/// Near and far side of the squares, points from the pivot.
pub(super) const SQUARE: (f64, f64) = (24.0, 42.0);
/// Half of the box at the pivot, points.
pub(super) const CENTER: f64 = 7.0;
/// Radius of the rings about axes, and of the one that faces the eye, points.
pub(super) const RING: f64 = 74.0;
/// See [`RING`].
pub(super) const VIEW_RING: f64 = 90.0;
/// Length of the scale handles, points.
pub(super) const SCALE_ARM: f64 = 66.0;
/// How near the pointer must come, points.
const REACH: f64 = 7.0;
/// An axis shorter than this in the picture (of 1) points at the eye and cannot be dragged along.
pub(super) const MIN_ARROW_SHOWN: f64 = 0.12;
/// A plane seen flatter than this (sine of the angle) cannot be dragged in.
pub(super) const MIN_PLANE_SHOWN: f64 = 0.12;
/// Segments of a ring.
pub(super) const RING_SEGMENTS: usize = 64;

/// The gizmo in a picture.
pub(super) struct Placed<'a> {
    pub(super) camera: &'a Camera,
    pub(super) size: DVec2,
    pub(super) frame: &'a Frame,
    /// Metres per point at the pivot.
    pub(super) scale: f64,
    /// The pivot in the picture.
    pub(super) center: DVec2,
}

impl<'a> Placed<'a> {
    /// None if the pivot lies behind the eye or is not finite.
    pub(super) fn new(camera: &'a Camera, size: DVec2, frame: &'a Frame) -> Option<Self> {
        let center = frame.pivot.is_finite().then(|| camera.project(frame.pivot, size)).flatten()?;
        let scale = camera.pixel_size_at(frame.pivot, size);
        (scale.is_finite() && scale > 0.0).then_some(Self { camera, size, frame, scale, center })
    }

    pub(super) fn axis(&self, axis: Axis) -> DVec3 {
        self.frame.axes.col(axis.index())
    }

    /// From the eye to the pivot.
    pub(super) fn sight(&self) -> DVec3 {
        if self.camera.ortho {
            return self.camera.forward();
        }
        (self.frame.pivot - self.camera.eye).try_normalize().unwrap_or(self.camera.forward())
    }

    /// Where a point at some points from the pivot is seen.
    pub(super) fn at(&self, offset_points: DVec3) -> Option<DVec2> {
        self.camera.project(self.frame.pivot + offset_points * self.scale, self.size)
    }

    /// False for an axis that points at the eye.
    pub(super) fn shows_axis(&self, axis: Axis) -> bool {
        self.sight().cross(self.axis(axis)).length() >= MIN_ARROW_SHOWN
    }

    /// False for the plane across an axis when it is seen edge-on.
    pub(super) fn shows_plane(&self, axis: Axis) -> bool {
        self.sight().dot(self.axis(axis)).abs() >= MIN_PLANE_SHOWN
    }

    /// Corners of the square across an axis.
    pub(super) fn square(&self, axis: Axis) -> Option<[DVec2; 4]> {
        let [u, v] = axis.others().map(|a| self.axis(a));
        let (near, far) = SQUARE;
        let corner = |a: f64, b: f64| self.at(u * a + v * b);
        Some([corner(near, near)?, corner(far, near)?, corner(far, far)?, corner(near, far)?])
    }

    /// A closed ring about a unit axis. The half behind the pivot is marked.
    pub(super) fn ring(&self, axis: DVec3, radius: f64) -> Vec<RingPoint> {
        let (u, v) = axis.any_orthonormal_pair();
        let sight = self.sight();
        (0..=RING_SEGMENTS)
            .filter_map(|i| {
                let angle = std::f64::consts::TAU * i as f64 / RING_SEGMENTS as f64;
                let direction = u * angle.cos() + v * angle.sin();
                let at = self.at(direction * radius)?;
                Some(RingPoint { at, is_behind: direction.dot(sight) > 0.02 })
            })
            .collect()
    }
}

/// A point of a ring in the picture.
pub(super) struct RingPoint {
    pub(super) at: DVec2,
    pub(super) is_behind: bool,
}

/// The handle under the pointer.
pub(super) fn hit(tool: Tool, camera: &Camera, size: DVec2, frame: &Frame, cursor: DVec2) -> Option<Handle> {
    let placed = Placed::new(camera, size, frame)?;
    if !cursor.is_finite() {
        return None;
    }
    match tool {
        Tool::Move => hit_move(&placed, cursor),
        Tool::Rotate => hit_rotate(&placed, cursor),
        Tool::Scale => hit_scale(&placed, cursor),
        Tool::Select | Tool::Poke => None,
    }
}

fn hit_move(placed: &Placed<'_>, cursor: DVec2) -> Option<Handle> {
    if (cursor - placed.center).abs().max_element() <= CENTER + 2.0 {
        return Some(Handle::MoveView);
    }
    let in_square = |a: &Axis| placed.shows_plane(*a) && placed.square(*a).is_some_and(|s| is_inside(&s, cursor));
    if let Some(axis) = Axis::ALL.into_iter().find(in_square) {
        return Some(Handle::MovePlane(axis));
    }
    nearest_arm(placed, cursor, ARROW).map(Handle::MoveAxis)
}

fn hit_rotate(placed: &Placed<'_>, cursor: DVec2) -> Option<Handle> {
    let ring_distance = |axis: Axis| {
        let ring = placed.ring(placed.axis(axis), RING);
        let front = ring.windows(2).filter(|w| !(w[0].is_behind && w[1].is_behind));
        front.map(|w| distance_to_segment(cursor, w[0].at, w[1].at)).fold(f64::INFINITY, f64::min)
    };
    let nearest = nearest(Axis::ALL.map(|a| (Handle::TurnAxis(a), ring_distance(a))));
    nearest.or_else(|| {
        let from_view_ring = ((cursor - placed.center).length() - VIEW_RING).abs();
        (from_view_ring <= REACH).then_some(Handle::TurnView)
    })
}

fn hit_scale(placed: &Placed<'_>, cursor: DVec2) -> Option<Handle> {
    let at_center = (cursor - placed.center).abs().max_element() <= CENTER + 4.0;
    (at_center || nearest_arm(placed, cursor, SCALE_ARM).is_some()).then_some(Handle::Scale)
}

fn nearest_arm(placed: &Placed<'_>, cursor: DVec2, length: f64) -> Option<Axis> {
    let arm_distance = |axis: Axis| {
        let ends = placed.at(placed.axis(axis) * CENTER * 1.5).zip(placed.at(placed.axis(axis) * length));
        let shown = ends.filter(|_| placed.shows_axis(axis));
        shown.map_or(f64::INFINITY, |(a, b)| distance_to_segment(cursor, a, b))
    };
    nearest(Axis::ALL.map(|a| (a, arm_distance(a))))
}

/// The one with the least distance, if it is within reach.
fn nearest<T>(options: [(T, f64); 3]) -> Option<T> {
    options.into_iter().filter(|(_, d)| *d <= REACH).min_by(|a, b| a.1.total_cmp(&b.1)).map(|(t, _)| t)
}

fn distance_to_segment(p: DVec2, a: DVec2, b: DVec2) -> f64 {
    let ab = b - a;
    let t = (p - a).dot(ab) / ab.length_squared();
    // A segment without length gives NaN, which clamp keeps: then it is the point a.
    let t = if t.is_finite() { t.clamp(0.0, 1.0) } else { 0.0 };
    (p - a - ab * t).length()
}

/// For a convex polygon of either orientation.
fn is_inside(polygon: &[DVec2], p: DVec2) -> bool {
    let sides = (0..polygon.len()).map(|i| {
        let (a, b) = (polygon[i], polygon[(i + 1) % polygon.len()]);
        (b - a).perp_dot(p - a)
    });
    let (mut left, mut right) = (false, false);
    for side in sides {
        left |= side > 0.0;
        right |= side < 0.0;
    }
    left != right
}
