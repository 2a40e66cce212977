//! Where the surface cuts an edge of the grid.

use super::grid::Grid;
use super::recorder::Recorder;
use super::solid::{Capped, Solid};
use super::table::Edge;
use glam::DVec3;

/// Width of the final bracket, in cells.
const TOLERANCE: f64 = 1e-4;
/// A guess keeps this distance from both ends of the bracket: two good guesses then close it from both sides.
const LEAST_STEP: f64 = 0.9 * TOLERANCE;
/// Three steps halve the bracket at least, so 48 steps reach 2⁻¹⁶. Flat faces take two, smooth fields three to eight.
const MOST_STEPS: usize = 48;

/// Where the surface cuts an edge of the grid.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Crossing {
    /// Position along the edge: 0 at its lower corner, 1 at the other.
    pub t: f64,
    /// Unit gradient there; zero where the field has none.
    pub normal: DVec3,
    /// Material colour, sRGB.
    pub color: [f32; 3],
    /// Index in `Scene::nodes` of the primitive that decided there.
    pub node: u32,
    /// True where the gradient jumps or is undefined.
    pub feature: bool,
    /// True where a wall of the domain decided.
    pub capped: bool,
}

/// An edge of the grid as one of its cells sees it.
#[derive(Clone, Copy, Debug)]
pub(super) struct GridEdge {
    /// Corner of the grid at the lower end.
    pub(super) low: [i32; 3],
    /// Direction: 0 x, 1 y, 2 z.
    pub(super) axis: usize,
    /// Its number in that cell; only told to the recorder.
    pub(super) edge: Edge,
}

impl Crossing {
    /// Finds the crossing of an edge whose end values have different signs. Depends on nothing but the edge, so that every
    /// cell which asks gets the same bits.
    pub(super) fn solve<S: Solid, R: Recorder>(
        solid: &Capped<'_, S>,
        grid: &Grid,
        place: GridEdge,
        ends: [f64; 2],
        recorder: &mut R,
    ) -> Self {
        let point = |t| grid.edge_point(place.low, place.axis, t);
        recorder.root_step(place.edge.0, 0.0, ends[0]);
        recorder.root_step(place.edge.0, 1.0, ends[1]);
        let t = find_root(ends, |t| {
            let value = solid.value(point(t));
            recorder.root_step(place.edge.0, t, value);
            value
        });
        let there = solid.sample(point(t));
        let crossing = Self {
            t,
            normal: there.sample.gradient.try_normalize().unwrap_or(DVec3::ZERO),
            color: there.sample.color.as_vec3().to_array(),
            node: there.sample.node,
            feature: there.sample.feature,
            capped: there.capped,
        };
        recorder.crossing(place.edge.0, &crossing);
        crossing
    }

    /// Position in cell units of the cell in which the edge has this number.
    pub(super) fn local(&self, edge: Edge) -> DVec3 {
        DVec3::from_array(edge.low().offset().map(f64::from)) + DVec3::AXES[edge.axis()] * self.t
    }
}

/// A root of `f` in 0..1, given the values at both ends, one of them below zero and the other not. The Illinois variant
/// of regula falsi (Dowell and Jarratt 1971) with a bisection whenever three steps have not halved the bracket. NaN
/// counts as outside.
fn find_root(ends: [f64; 2], mut f: impl FnMut(f64) -> f64) -> f64 {
    let low_inside = ends[0] < 0.0;
    let (mut low, mut high) = (0.0, 1.0);
    let [mut at_low, mut at_high] = ends;
    // An end that stays twice loses half of its weight, which pulls the next guess across the root.
    let [mut low_weight, mut high_weight] = ends;
    let mut moved_low = None;
    let mut checkpoint = 1.0;
    for step in 0..MOST_STEPS {
        let width = high - low;
        if width <= TOLERANCE {
            break;
        }
        if step % 3 == 0 {
            checkpoint = width;
        }
        let slow = step % 3 == 2 && width > 0.5 * checkpoint;
        let t = if slow || width <= 2.0 * LEAST_STEP {
            0.5 * (low + high)
        } else {
            secant(low, high, low_weight, high_weight).clamp(low + LEAST_STEP, high - LEAST_STEP)
        };
        let value = f(t);
        if value == 0.0 {
            return t;
        }
        let moves_low = (value < 0.0) == low_inside;
        let twice = moved_low == Some(moves_low);
        if moves_low {
            (low, at_low, low_weight) = (t, value, value);
            high_weight *= if twice { 0.5 } else { 1.0 };
        } else {
            (high, at_high, high_weight) = (t, value, value);
            low_weight *= if twice { 0.5 } else { 1.0 };
        }
        moved_low = Some(moves_low);
    }
    secant(low, high, at_low, at_high)
}

/// Root of the line through two points; their middle where the values say nothing.
fn secant(low: f64, high: f64, at_low: f64, at_high: f64) -> f64 {
    let share = at_low / (at_low - at_high);
    if (0.0..=1.0).contains(&share) { low + (high - low) * share } else { 0.5 * (low + high) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Root and number of evaluations.
    fn root_of(f: impl Fn(f64) -> f64) -> (f64, usize) {
        let mut calls = 0;
        let root = find_root([f(0.0), f(1.0)], |t| {
            calls += 1;
            f(t)
        });
        (root, calls)
    }

    #[test]
    fn lines_are_exact_after_two_steps() {
        for root in [0.001, 0.3, 0.71, 0.999] {
            let (t, calls) = root_of(|t| 3.7 * (t - root));
            assert!((t - root).abs() < 1e-14 && calls <= 2, "{t} {root} {calls}");
            let (t, calls) = root_of(|t| 0.02 * (root - t));
            assert!((t - root).abs() < 1e-14 && calls <= 2, "{t} {root} {calls}");
        }
    }

    #[test]
    fn roots_at_an_end_are_exact() {
        assert_eq!(root_of(|t| t - 1.0).0, 1.0);
        assert_eq!(root_of(|t| -t).0, 0.0);
    }

    #[test]
    fn curved_flat_and_broken_functions_meet_the_tolerance() {
        let cube_root = 0.037_f64.cbrt();
        let cases: [(&dyn Fn(f64) -> f64, f64); 6] = [
            (&|t| t * t * t - 0.037, cube_root),
            (&|t| (t * t * t - 0.037) * 1e-300, cube_root),
            (&|t| libm::exp(20.0 * (t - 0.9)) - 1.0, 0.9),
            (&|t| if t < 0.123 { -1e-9 } else { 1e9 }, 0.123),
            (&|t| if t < 0.877 { -1.0 } else { f64::NAN }, 0.877),
            (&|t| if t < 0.5 { f64::INFINITY } else { -1.0 }, 0.5),
        ];
        for (i, (f, root)) in cases.into_iter().enumerate() {
            let (t, calls) = root_of(f);
            assert!((t - root).abs() <= TOLERANCE, "case {i}: {t} {root}");
            assert!(calls <= MOST_STEPS, "case {i}: {calls}");
        }
    }

    #[test]
    fn smooth_fields_take_few_steps() {
        let (_, calls) = root_of(|t| (0.3 + (t + 0.2) * (t + 0.2)).sqrt() - 0.8);
        assert!(calls <= 8, "{calls}");
    }
}
