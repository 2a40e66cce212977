//! Any simple polygon, drawn out along y or turned about it.

use super::super::Real;
use super::super::formula::VisitFormula;
use super::combine::{Extruded, PlaneSlope, Profile, Revolved};
use super::prisms::Side;
use super::vector::direction;
use super::{Cast, Solid};
use crate::math::{PolygonFault, is_clockwise, polygon_fault};
use glam::{DVec2, DVec3};
use std::sync::Arc;

/// A simple polygon.
#[derive(Debug, PartialEq)]
struct Polygon {
    corners: Vec<DVec2>,
    /// Those that are part of the surface; never empty.
    edges: Vec<Edge>,
}

/// A side of a polygon, with the polygon to its left.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Edge {
    side: Side<f64>,
    /// The second coordinate of its end, the same number as that of the next edge's start.
    to_y: f64,
}

impl Polygon {
    /// Edges for which `skip` holds at both ends are left out: the solid goes on beyond them.
    fn new(points: &[DVec2], skip: impl Fn(DVec2) -> bool) -> Result<Self, String> {
        check(points)?;
        let mut corners = points.to_vec();
        if is_clockwise(&corners) {
            corners.reverse();
        }
        let next = corners.iter().cycle().skip(1);
        let edges: Vec<Edge> = corners
            .iter()
            .zip(next)
            .filter(|&(&a, &b)| !(skip(a) && skip(b)))
            .filter_map(|(&a, &b)| Some(Edge { side: Side::new(a, b)?, to_y: b.y }))
            .collect();
        // Sides that are all on a line were refused, so that some are left.
        if edges.is_empty() {
            Err("the polygon has no side off the axis.".to_owned())
        } else {
            Ok(Self { corners, edges })
        }
    }

    /// The greatest dot product with a corner.
    fn reach(&self, direction: DVec2) -> f64 {
        self.corners.iter().fold(f64::NEG_INFINITY, |most, c| most.max(c.dot(direction)))
    }
}

/// What keeps the points from being a simple polygon, as a sentence; corners count from 0, as in a scene's file.
fn check(points: &[DVec2]) -> Result<(), String> {
    if points.len() < 3 {
        return Err(format!("a polygon needs 3 corners or more; this one has {}.", points.len()));
    }
    if let Some(i) = points.iter().position(|p| !p.is_finite()) {
        return Err(format!("corner {i} is {}: use finite numbers.", points[i]));
    }
    match polygon_fault(points) {
        None => Ok(()),
        Some(PolygonFault::Repeated(i)) => {
            Err(format!("corners {i} and {} are the same point: remove one of the two.", (i + 1) % points.len()))
        }
        Some(PolygonFault::Crossing(i, j)) => Err(format!(
            "the polygon touches itself: the sides from corner {i} and from corner {j} meet; move or reorder corners."
        )),
    }
}

/// The edges of a polygon as a profile.
#[derive(Clone, Copy)]
struct Edges<'a>(&'a [Edge]);

impl Edge {
    /// True if the ray from `q` to greater first coordinates crosses the edge. An edge owns its lower end but not its
    /// upper one, so that a ray through a corner counts right.
    #[inline(always)]
    fn is_crossed<T: Real>(self, q: [T; 2], off: T) -> bool {
        let from_below = T::from_f64(self.side.from[1]) <= q[1];
        let to_below = T::from_f64(self.to_y) <= q[1];
        (from_below != to_below) & ((off < T::ZERO) == from_below)
    }
}

impl<T: Real> Profile<T> for Edges<'_> {
    /// The nearest edge; the sign by how many edges a ray crosses. Both use the same distance from the edge's line,
    /// so that the sign can only be wrong where that distance is all rounding.
    #[inline(always)]
    fn value(self, q: [T; 2]) -> T {
        let (mut least, mut inside) = (None, false);
        for edge in self.0 {
            let (off, past) = Cast::<T>::cast(edge.side).off_and_past(q);
            let square = off * off + past * past;
            least = Some(least.map_or(square, |least: T| least.min(square)));
            inside ^= edge.is_crossed(q, off);
        }
        let distance = least.unwrap_or(T::FAR).sqrt();
        if inside { -distance } else { distance }
    }

    #[inline(always)]
    fn slope(self, q: [T; 2]) -> PlaneSlope<T> {
        let mut nearest: Option<Nearest<T>> = None;
        let mut inside = false;
        for edge in self.0 {
            let side = Cast::<T>::cast(edge.side);
            let (off, past) = side.off_and_past(q);
            inside ^= edge.is_crossed(q, off);
            let found = Nearest {
                square: off * off + past * past,
                offset: side.offset((off, past)),
                normal: (past == T::ZERO).then(|| side.normal()),
                tie: false,
            };
            nearest = Some(nearest.map_or(found, |n| n.or(found)));
        }
        nearest.map_or(PlaneSlope::smooth([T::ZERO; 2]), |n| n.slope(inside))
    }
}

/// The nearest point of a polygon so far.
#[derive(Clone, Copy)]
struct Nearest<T> {
    square: T,
    /// The vector from it.
    offset: [T; 2],
    /// The outward normal, unless the point is a corner.
    normal: Option<[T; 2]>,
    /// True if another point is as near.
    tie: bool,
}

impl<T: Real> Nearest<T> {
    /// The nearer of both, the first at a tie; to rounding, since a tie is seldom one in every digit.
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        let hair = T::from_f64(1.0 + 1e-14);
        let level = (other.square <= self.square * hair) & (self.square <= other.square * hair);
        let dot = self.offset[0] * other.offset[0] + self.offset[1] * other.offset[1];
        // Neighbours share their corner: that is one point.
        let apart = (dot < self.square * T::from_f64(0.999)) | (self.square == T::ZERO);
        let nearer = if other.square < self.square { other } else { self };
        Self { tie: level & (apart | self.tie) | (!level & nearer.tie), ..nearer }
    }

    #[inline(always)]
    fn slope(self, inside: bool) -> PlaneSlope<T> {
        let away = direction(self.offset);
        let away = if inside { away.map(|c| -c) } else { away };
        let mut slope = PlaneSlope::smooth(self.normal.unwrap_or(away));
        slope.feature |= self.tie;
        slope
    }
}

/// A simple polygon over (x, z), drawn out along y.
#[derive(Clone, Debug, PartialEq)]
pub struct Extrusion {
    polygon: Arc<Polygon>,
    half_height: f64,
}

impl Extrusion {
    /// # Errors
    /// Says what keeps the points from being a simple polygon.
    pub fn new(points: &[DVec2], half_height: f64) -> Result<Self, String> {
        Ok(Self { polygon: Arc::new(Polygon::new(points, |_| false)?), half_height })
    }
}

impl Solid for Extrusion {
    #[inline(always)]
    fn visit<T: Real>(&self, visitor: impl VisitFormula<T>) {
        visitor.visit(Extruded { profile: Edges(&self.polygon.edges), half_height: self.half_height.cast() });
    }

    fn reach(&self, d: DVec3, level: f64) -> f64 {
        self.polygon.reach(DVec2::new(d.x, d.z)) + self.half_height * d.y.abs() + level * d.length()
    }
}

/// A simple polygon over (distance from the y axis, y), turned about y. Edges on the axis make no surface.
#[derive(Clone, Debug, PartialEq)]
pub struct Revolution {
    polygon: Arc<Polygon>,
}

impl Revolution {
    /// # Errors
    /// Says what keeps the points from being a simple polygon on one side of the axis.
    pub fn new(points: &[DVec2]) -> Result<Self, String> {
        if let Some(i) = points.iter().position(|p| p.x < 0.0) {
            return Err(format!("corner {i} is {}, beyond the axis: use a distance of 0 or more.", points[i]));
        }
        Ok(Self { polygon: Arc::new(Polygon::new(points, |p| p.x == 0.0)?) })
    }
}

impl Solid for Revolution {
    #[inline(always)]
    fn visit<T: Real>(&self, visitor: impl VisitFormula<T>) {
        visitor.visit(Revolved(Edges(&self.polygon.edges)));
    }

    fn reach(&self, d: DVec3, level: f64) -> f64 {
        self.polygon.reach(DVec2::new(d.x.hypot(d.z), d.y)) + level * d.length()
    }
}
