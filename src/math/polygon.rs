//! Whether a polygon is simple, and which way it goes round, told exactly.

use glam::DVec2;
use robust::{Coord, orient2d};
use std::cmp::Ordering;

/// Why a polygon is not simple.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PolygonFault {
    /// This corner and the next are the same point.
    Repeated(usize),
    /// These two sides have a point in common that they may not have. Side `i` goes from corner `i` to the next.
    Crossing(usize, usize),
}

/// The first fault of a polygon of at least three corners with finite coordinates. One without has an area: a polygon
/// on a line folds back on itself, which is a crossing.
///
/// Only sides that overlap along x are compared, in order of where they begin: about n log n for most polygons, n²
/// at worst.
#[must_use]
pub fn polygon_fault(points: &[DVec2]) -> Option<PolygonFault> {
    let n = points.len();
    let side = |i: usize| [points[i], points[(i + 1) % n]];
    if let Some(i) = (0..n).find(|&i| side(i)[0] == side(i)[1]) {
        return Some(PolygonFault::Repeated(i));
    }
    let span = |i: usize| (side(i)[0].x.min(side(i)[1].x), side(i)[0].x.max(side(i)[1].x));
    let mut order: Vec<usize> = (0..n).collect();
    order.sort_by(|&a, &b| span(a).0.total_cmp(&span(b).0).then(a.cmp(&b)));
    for (at, &a) in order.iter().enumerate() {
        let overlapping = order[at + 1..].iter().take_while(|&&b| span(b).0 <= span(a).1);
        for &b in overlapping {
            let (i, j) = (a.min(b), a.max(b));
            let meets = if j == i + 1 {
                folds_back(side(i)[0], side(i)[1], side(j)[1])
            } else if i == 0 && j == n - 1 {
                folds_back(side(j)[0], side(j)[1], side(i)[1])
            } else {
                touch(side(i), side(j))
            };
            if meets {
                return Some(PolygonFault::Crossing(i, j));
            }
        }
    }
    None
}

/// Whether a simple polygon goes round from y to x; false for a list without points.
#[must_use]
pub fn is_clockwise(points: &[DVec2]) -> bool {
    let n = points.len();
    let before = |&i: &usize, &j: &usize| points[i].x.total_cmp(&points[j].x).then(points[i].y.total_cmp(&points[j].y));
    // The corner that is the least in x, then y, is convex, and not on one line with its neighbours.
    let least = (0..n).min_by(before);
    least.is_some_and(|i| turn(points[(i + n - 1) % n], points[i], points[(i + 1) % n]) == Ordering::Less)
}

/// Whether the path a, b, c turns right back at b.
fn folds_back(a: DVec2, b: DVec2, c: DVec2) -> bool {
    turn(a, b, c) == Ordering::Equal && (on_one_side(a.x, b.x, c.x) || on_one_side(a.y, b.y, c.y))
}

/// Whether a and c are both above b, or both below.
fn on_one_side(a: f64, b: f64, c: f64) -> bool {
    (a > b && c > b) || (a < b && c < b)
}

/// Whether two segments have a point in common.
fn touch([a, b]: [DVec2; 2], [c, d]: [DVec2; 2]) -> bool {
    let sides = [turn(a, b, c), turn(a, b, d), turn(c, d, a), turn(c, d, b)];
    if sides[0] != sides[1] && sides[2] != sides[3] {
        return true;
    }
    let ends = [(a, b, c), (a, b, d), (c, d, a), (c, d, b)];
    ends.into_iter().zip(sides).any(|((from, to, p), side)| side == Ordering::Equal && in_box(from, to, p))
}

/// Whether p lies in the box of which `from` and `to` are opposite corners.
fn in_box(from: DVec2, to: DVec2, p: DVec2) -> bool {
    p.cmpge(from.min(to)).all() && p.cmple(from.max(to)).all()
}

/// Which way the path a, b, c turns.
fn turn(a: DVec2, b: DVec2, c: DVec2) -> Ordering {
    let coord = |p: DVec2| Coord { x: p.x, y: p.y };
    // Adding 0 makes -0 a 0.
    (orient2d(coord(a), coord(b), coord(c)) + 0.0).total_cmp(&0.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn of(points: &[(f64, f64)]) -> Option<PolygonFault> {
        polygon_fault(&points.iter().map(|&p| p.into()).collect::<Vec<DVec2>>())
    }

    #[test]
    fn simple_polygons_have_no_fault() {
        assert_eq!(of(&[(0.0, 0.0), (1.0, 0.0), (0.0, 1.0)]), None);
        assert_eq!(of(&[(0.0, 0.0), (0.5, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0)]), None, "a corner on a side");
        let comb: Vec<(f64, f64)> =
            (0..100).map(|i| (f64::from(i), f64::from(i % 2) * 5.0)).chain([(99.0, -1.0), (0.0, -1.0)]).collect();
        assert_eq!(of(&comb), None);
    }

    #[test]
    fn turning_follows_the_order_of_the_corners() {
        // A concave corner first, and a corner in the middle of the leftmost side.
        let mut arrow: Vec<DVec2> =
            [(1.0, 1.0), (0.0, 3.0), (0.0, 1.5), (0.0, 0.0), (3.0, 1.0)].map(DVec2::from).to_vec();
        assert!(!is_clockwise(&arrow));
        arrow.reverse();
        assert!(is_clockwise(&arrow));
        assert!(!is_clockwise(&[]));
    }

    #[test]
    fn faults_are_found() {
        assert_eq!(of(&[(0.0, 0.0), (1.0, 0.0), (1.0, 0.0), (0.0, 1.0)]), Some(PolygonFault::Repeated(1)));
        assert_eq!(of(&[(0.0, 0.0), (1.0, 1.0), (1.0, 0.0), (0.0, 1.0)]), Some(PolygonFault::Crossing(0, 2)));
        // All on a line.
        assert!(matches!(of(&[(0.0, 0.0), (1.0, 0.0), (2.0, 0.0)]), Some(PolygonFault::Crossing(..))));
        // A corner that touches another side.
        assert!(matches!(
            of(&[(0.0, 0.0), (2.0, 0.0), (2.0, 1.0), (1.0, 0.0), (0.0, 1.0)]),
            Some(PolygonFault::Crossing(..))
        ));
        // A spike.
        assert!(matches!(of(&[(0.0, 0.0), (2.0, 0.0), (1.0, 0.0), (1.0, 1.0)]), Some(PolygonFault::Crossing(..))));
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        /// Whole numbers from -4 to 4, where all cases occur often and plain arithmetic is exact.
        #[test]
        fn as_by_comparing_all_sides(corners in prop::collection::vec((-4_i32..=4, -4_i32..=4), 3..8)) {
            let n = corners.len();
            let at = |i: usize| corners[i % n];
            let cross = |o: (i32, i32), a: (i32, i32), b: (i32, i32)| {
                (a.0 - o.0) * (b.1 - o.1) - (a.1 - o.1) * (b.0 - o.0)
            };
            let between = |a: i32, p: i32, b: i32| p >= a.min(b) && p <= a.max(b);
            let holds = |i: usize, p| {
                let (a, b) = (at(i), at(i + 1));
                cross(a, b, p) == 0 && between(a.0, p.0, b.0) && between(a.1, p.1, b.1)
            };
            let mut is_simple = true;
            for i in 0..n {
                is_simple &= at(i) != at(i + 1);
                for j in (0..n).filter(|&j| j != i) {
                    let is_next = j == (i + 1) % n;
                    let is_last = i == (j + 1) % n;
                    // Of each other side the far ends may not lie on this one, and no two may cross within.
                    is_simple &= is_next || !holds(i, at(j));
                    is_simple &= is_last || !holds(i, at(j + 1));
                    let signs = [cross(at(i), at(i + 1), at(j)), cross(at(i), at(i + 1), at(j + 1)),
                        cross(at(j), at(j + 1), at(i)), cross(at(j), at(j + 1), at(i + 1))].map(i32::signum);
                    is_simple &= !(signs[0] * signs[1] < 0 && signs[2] * signs[3] < 0);
                }
            }
            let points: Vec<DVec2> = corners.iter().map(|&(x, y)| DVec2::new(f64::from(x), f64::from(y))).collect();
            prop_assert_eq!(polygon_fault(&points).is_none(), is_simple);
        }
    }
}
