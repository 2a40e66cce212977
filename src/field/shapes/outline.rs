//! Whether a list of points is the outline of a simple polygon, decided exactly.

use glam::DVec2;
use robust::{Coord, orient2d};

/// The corners of a simple polygon, counter-clockwise (from x to y); no two in a row are the same.
///
/// # Errors
/// Says what keeps the points from being a simple polygon, with points counted from 1.
pub fn simple(points: &[DVec2]) -> Result<Vec<DVec2>, String> {
    if let Some(i) = points.iter().position(|p| !p.is_finite()) {
        return Err(format!("Point {} is not finite: give it two numbers.", i + 1));
    }
    // Points that repeat the one before, or the first one at the end, add nothing.
    let mut kept: Vec<usize> = Vec::with_capacity(points.len());
    for i in 0..points.len() {
        if kept.last().is_none_or(|&last| points[last] != points[i]) {
            kept.push(i);
        }
    }
    while kept.len() > 1 && points[kept[0]] == points[kept[kept.len() - 1]] {
        kept.pop();
    }
    if kept.len() < 3 {
        return Err(format!("An outline needs 3 different points or more; this one has {}.", kept.len()));
    }
    if let Some((i, j)) = first_contact(points, &kept) {
        let name = |k: usize| format!("point {} to {}", kept[k] + 1, kept[(k + 1) % kept.len()] + 1);
        return Err(format!(
            "The side from {} meets the side from {}: move a point so that the outline does not touch itself.",
            name(i),
            name(j)
        ));
    }
    let mut corners: Vec<DVec2> = kept.iter().map(|&i| points[i]).collect();
    if is_clockwise(&corners) {
        corners.reverse();
    }
    Ok(corners)
}

/// 1 if a, b, c turn left, -1 if right, 0 if they are on a line.
fn turn(a: DVec2, b: DVec2, c: DVec2) -> i32 {
    let coord = |p: DVec2| Coord { x: p.x, y: p.y };
    let area = orient2d(coord(a), coord(b), coord(c));
    i32::from(area > 0.0) - i32::from(area < 0.0)
}

/// By the corner that is the least in x, then y: it is convex, and its neighbours are not on a line with it on either
/// side.
fn is_clockwise(corners: &[DVec2]) -> bool {
    let n = corners.len();
    let least = (0..n)
        .min_by(|&i, &j| corners[i].x.total_cmp(&corners[j].x).then(corners[i].y.total_cmp(&corners[j].y)))
        .unwrap_or(0);
    turn(corners[(least + n - 1) % n], corners[least], corners[(least + 1) % n]) < 0
}

/// Two sides that share a point other than the corner of neighbours. Sides are swept in the order of their least x.
fn first_contact(points: &[DVec2], kept: &[usize]) -> Option<(usize, usize)> {
    let n = kept.len();
    let ends = |i: usize| (points[kept[i]], points[kept[(i + 1) % n]]);
    let mut order: Vec<usize> = (0..n).collect();
    let low = |i: usize| ends(i).0.x.min(ends(i).1.x);
    order.sort_by(|&i, &j| low(i).total_cmp(&low(j)).then(i.cmp(&j)));
    let mut open: Vec<usize> = Vec::new();
    for i in order {
        let (a, b) = ends(i);
        open.retain(|&j| ends(j).0.x.max(ends(j).1.x) >= a.x.min(b.x));
        for &j in &open {
            let (c, d) = ends(j);
            let contact = if b == c && (i + 1) % n == j {
                fold_back(a, b, d)
            } else if d == a && (j + 1) % n == i {
                fold_back(c, d, b)
            } else {
                meet(a, b, c, d)
            };
            if contact {
                return Some((i.min(j), i.max(j)));
            }
        }
        open.push(i);
    }
    None
}

/// True if b to c goes back over a to b.
fn fold_back(a: DVec2, b: DVec2, c: DVec2) -> bool {
    turn(a, b, c) == 0 && within(a, b, c) | within(c, b, a)
}

/// For three points on a line: true if `p` lies from a to b.
fn within(a: DVec2, b: DVec2, p: DVec2) -> bool {
    p.cmpge(a.min(b)).all() && p.cmple(a.max(b)).all()
}

/// True if the segments share a point.
fn meet(a: DVec2, b: DVec2, c: DVec2, d: DVec2) -> bool {
    let boxes = a.min(b).cmple(c.max(d)).all() && c.min(d).cmple(a.max(b)).all();
    boxes && turn(a, b, c) * turn(a, b, d) <= 0 && turn(c, d, a) * turn(c, d, b) <= 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn points(list: &[[f64; 2]]) -> Vec<DVec2> {
        list.iter().map(|&p| DVec2::from_array(p)).collect()
    }

    #[test]
    fn outlines_turn_left_and_drop_repeats() {
        let square = points(&[[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]]);
        assert_eq!(simple(&square), Ok(square.clone()));
        let mut turned: Vec<_> = square.iter().rev().copied().collect();
        turned.insert(1, turned[0]);
        turned.push(turned[0]);
        let corners = simple(&turned).unwrap();
        assert_eq!(corners.len(), 4);
        assert!(!is_clockwise(&corners));
        // A concave corner first, and a corner in the middle of a straight side.
        let arrow = points(&[[1.0, 1.0], [0.0, 3.0], [0.0, 1.5], [0.0, 0.0], [3.0, 1.0]]);
        assert!(simple(&arrow).is_ok_and(|corners| !is_clockwise(&corners)));
    }

    #[test]
    fn outlines_that_touch_themselves_are_refused() {
        for bad in [
            // A bow tie; a spike; a flat triangle; a corner on another side; a side on another side; two rings that
            // share a corner.
            points(&[[0.0, 0.0], [1.0, 1.0], [1.0, 0.0], [0.0, 1.0]]),
            points(&[[0.0, 0.0], [2.0, 0.0], [1.0, 0.0], [1.0, 1.0]]),
            points(&[[0.0, 0.0], [1.0, 1.0], [2.0, 2.0]]),
            points(&[[0.0, 0.0], [4.0, 0.0], [4.0, 2.0], [2.0, 0.0], [0.0, 2.0]]),
            points(&[[0.0, 0.0], [4.0, 0.0], [4.0, 2.0], [3.0, 0.0], [1.0, 0.0], [0.0, 2.0]]),
            points(&[[0.0, 0.0], [1.0, 0.0], [2.0, 1.0], [3.0, 0.0], [3.0, 2.0], [2.0, 1.0], [1.0, 2.0]]),
        ] {
            let message = simple(&bad).unwrap_err();
            assert!(message.contains("meets the side"), "{bad:?}: {message}");
        }
        assert_eq!(
            simple(&points(&[[0.0, 0.0], [1.0, 1.0], [1.0, 0.0], [0.0, 1.0]])).unwrap_err(),
            "The side from point 1 to 2 meets the side from point 3 to 4: \
             move a point so that the outline does not touch itself."
        );
        assert!(simple(&points(&[[0.0, 0.0], [1.0, 0.0], [0.0, 0.0]])).unwrap_err().contains("has 2"));
        assert!(simple(&points(&[[0.0, f64::NAN]])).unwrap_err().starts_with("Point 1"));
        assert!(simple(&[]).is_err());
    }
}
