//! Any simple polygon, drawn out along y or turned about it.

use super::super::Real;
use super::super::formula::VisitFormula;
use super::combine::{Extruded, PlaneSlope, Profile, Revolved};
use super::outline;
use super::prisms::Side;
use super::vector::direction;
use super::{Cast, Solid};
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
        let corners = outline::simple(points)?;
        let next = corners.iter().cycle().skip(1);
        let edges: Vec<Edge> = corners
            .iter()
            .zip(next)
            .filter(|&(&a, &b)| !(skip(a) && skip(b)))
            .filter_map(|(&a, &b)| Some(Edge { side: Side::new(a, b)?, to_y: b.y }))
            .collect();
        // Sides that are all on a line were refused, so that some are left.
        if edges.is_empty() {
            Err("The outline has no side off the axis.".to_owned())
        } else {
            Ok(Self { corners, edges })
        }
    }

    /// The greatest dot product with a corner.
    fn reach(&self, direction: DVec2) -> f64 {
        self.corners.iter().fold(f64::NEG_INFINITY, |most, c| most.max(c.dot(direction)))
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
    /// The nearer of both.
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        if other.square < self.square {
            return other;
        }
        let dot = self.offset[0] * other.offset[0] + self.offset[1] * other.offset[1];
        // Neighbours share their corner: that is one point, to rounding.
        let apart = (dot < self.square * T::from_f64(0.999)) | (self.square == T::ZERO);
        Self { tie: self.tie | ((other.square == self.square) & apart), ..self }
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
            return Err(format!(
                "Point {} is {} m beyond the axis: give it a distance of 0 or more.",
                i + 1,
                -points[i].x
            ));
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
