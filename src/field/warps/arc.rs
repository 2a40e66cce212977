//! Boxes round arcs.

use crate::math::{Bounds, cos, sin};
use glam::{DVec2, DVec3};
use std::f64::consts::{FRAC_PI_2, PI};

/// Angles between which a circle's extremes lie: the ends, and what lies between of the multiples of π/2.
/// All four of them for a whole turn or more.
pub(super) fn extremes(from: f64, to: f64) -> Vec<f64> {
    let quarters = |angle: f64| angle / FRAC_PI_2;
    let mut out = vec![from, to];
    if to - from >= 2.0 * PI || !(to - from).is_finite() {
        out = (0..4).map(|i| f64::from(i) * FRAC_PI_2).collect();
    } else {
        let mut i = quarters(from).ceil();
        while i <= quarters(to).floor() {
            out.push(i * FRAC_PI_2);
            i += 1.0;
        }
    }
    out
}

/// The box of `local` turned about the y axis by all angles between `from` and `to`, in the sense of a node's turn.
/// Infinite in x and z if it is so in one of them.
pub(super) fn swept(local: &Bounds, from: f64, to: f64) -> Bounds {
    let (min, max) = (local.min, local.max);
    let finite = [min.x, min.z, max.x, max.z].iter().all(|x| x.is_finite());
    if !finite {
        let across = DVec3::new(f64::INFINITY, 0.0, f64::INFINITY);
        return Bounds::new(min.with_x(0.0).with_z(0.0) - across, max.with_x(0.0).with_z(0.0) + across);
    }
    let corners = [(min.x, min.z), (min.x, max.z), (max.x, min.z), (max.x, max.z)];
    let points = corners.iter().flat_map(|&(x, z)| {
        let (radius, at) = (DVec2::new(x, z).length(), libm::atan2(x, z));
        extremes(at + from, at + to).into_iter().map(move |a| DVec3::new(sin(a), 0.0, cos(a)) * radius)
    });
    let mut out = Bounds::of_points(points);
    // For the rounding of the angles.
    out = out.grown(1e-14 * out.size().max_element());
    (out.min.y, out.max.y) = (min.y, max.y);
    out
}
