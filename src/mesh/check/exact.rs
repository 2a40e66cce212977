//! Do two triangles meet? Exact, by the signs of adaptive determinants (crate `robust`, Shewchuk 1997).
//!
//! Exact signs of flat neighbourhoods are dear: every determinant there is zero, which only the longest expansion can
//! tell. So a separating axis in plain floating point, with a margin for its rounding, answers first for the many
//! pairs that are clearly apart.

use glam::DVec3;
use robust::{Coord, Coord3D, orient2d, orient3d};

/// True if the closed triangles have a point in common. Triangles of no area never meet anything.
pub(super) fn triangles_meet(a: [DVec3; 3], b: [DVec3; 3]) -> bool {
    if clearly_apart(a, b) {
        return false;
    }
    let (Some(drop_a), Some(drop_b)) = (projection(a), projection(b)) else { return false };
    let side_of_b = b.map(|p| side(a, p));
    if all_same_side(side_of_b) || all_same_side(a.map(|p| side(b, p))) {
        return false;
    }
    // Where two triangles meet, an edge of one meets the other.
    edges(b).iter().any(|e| segment_meets(*e, a, drop_a)) || edges(a).iter().any(|e| segment_meets(*e, b, drop_b))
}

/// Rounding of a projection, relative to its terms, is a few units of 2⁻⁵³; this is a thousand times that.
const MARGIN: f64 = 1e-13;

/// True if an axis separates the triangles by more than rounding: a normal of one, or in its plane the normal of an
/// edge. (Axes across two edges are left to the exact test.) Any axis will do, its own rounding included.
fn clearly_apart(a: [DVec3; 3], b: [DVec3; 3]) -> bool {
    let origin = a[0];
    let (a, b) = (a.map(|p| p - origin), b.map(|p| p - origin));
    let reach = a.iter().chain(&b).fold(0.0, |r: f64, p| r.max(p.abs().max_element()));
    let separates = |axis: DVec3| {
        let [(a_min, a_max), (b_min, b_max)] = [a, b].map(|t| {
            let d = t.map(|p| axis.dot(p));
            (d[0].min(d[1]).min(d[2]), d[0].max(d[1]).max(d[2]))
        });
        let margin = MARGIN * reach * axis.abs().element_sum();
        b_min - a_max > margin || a_min - b_max > margin
    };
    [a, b].iter().any(|&t| {
        let normal = (t[1] - t[0]).cross(t[2] - t[0]);
        separates(normal) || edges(t).iter().any(|[p, q]| separates(normal.cross(*q - *p)))
    })
}

fn edges([a, b, c]: [DVec3; 3]) -> [[DVec3; 2]; 3] {
    [[a, b], [b, c], [c, a]]
}

/// An axis along which the triangle can be flattened without losing its area; none if it has no area.
fn projection(t: [DVec3; 3]) -> Option<usize> {
    (0..3).find(|&axis| side_2d(t.map(|p| flat(p, axis))) != 0.0)
}

fn flat(p: DVec3, drop: usize) -> Coord<f64> {
    Coord { x: p[(drop + 1) % 3], y: p[(drop + 2) % 3] }
}

fn side_2d([a, b, c]: [Coord<f64>; 3]) -> f64 {
    orient2d(a, b, c)
}

fn side([a, b, c]: [DVec3; 3], p: DVec3) -> f64 {
    let [a, b, c, p] = [a, b, c, p].map(|p| Coord3D { x: p.x, y: p.y, z: p.z });
    orient3d(a, b, c, p)
}

fn all_same_side(s: [f64; 3]) -> bool {
    s.iter().all(|v| *v > 0.0) || s.iter().all(|v| *v < 0.0)
}

fn segment_meets([p, q]: [DVec3; 2], t: [DVec3; 3], drop: usize) -> bool {
    let (side_p, side_q) = (side(t, p), side(t, q));
    if side_p == 0.0 && side_q == 0.0 {
        return flat_segment_meets([flat(p, drop), flat(q, drop)], t.map(|c| flat(c, drop)));
    }
    if (side_p > 0.0 && side_q > 0.0) || (side_p < 0.0 && side_q < 0.0) {
        return false;
    }
    // The line goes through the triangle if it passes all three edges on the same side.
    let [a, b, c] = t;
    let s = [side([p, q, a], b), side([p, q, b], c), side([p, q, c], a)];
    s.iter().all(|v| *v >= 0.0) || s.iter().all(|v| *v <= 0.0)
}

fn flat_segment_meets([p, q]: [Coord<f64>; 2], t: [Coord<f64>; 3]) -> bool {
    let inside = |p| {
        let s = [side_2d([t[0], t[1], p]), side_2d([t[1], t[2], p]), side_2d([t[2], t[0], p])];
        s.iter().all(|v| *v >= 0.0) || s.iter().all(|v| *v <= 0.0)
    };
    inside(p) || inside(q) || (0..3).any(|i| flat_segments_cross([p, q], [t[i], t[(i + 1) % 3]]))
}

/// Proper or touching crossing of two segments that are not parallel. Parallel overlaps have an end inside the
/// triangle or cross another of its edges.
fn flat_segments_cross([p, q]: [Coord<f64>; 2], [a, b]: [Coord<f64>; 2]) -> bool {
    let (pa, qa) = (side_2d([a, b, p]), side_2d([a, b, q]));
    let (ap, bp) = (side_2d([p, q, a]), side_2d([p, q, b]));
    let apart = |u: f64, v: f64| (u > 0.0 && v > 0.0) || (u < 0.0 && v < 0.0);
    let parallel = pa == 0.0 && qa == 0.0;
    !parallel && !apart(pa, qa) && !apart(ap, bp)
}
