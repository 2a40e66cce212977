//! Where the surface cuts an edge of the grid.

use super::grid::Grid;
use super::recorder::Recorder;
use super::solid::{Capped, Solid};
use super::table::Edge;
use crate::field::{Points, Sample, Scratch, Slopes};
use glam::DVec3;

/// Width of the final bracket, in cells.
const TOLERANCE: f64 = 1e-4;
/// A guess keeps this distance from both ends of the bracket: two good guesses then close it from both sides.
const LEAST_STEP: f64 = 0.9 * TOLERANCE;
/// Three steps halve the bracket at least, so 48 steps reach 2⁻¹⁶. Flat faces take two, smooth fields three to eight.
const MOST_STEPS: usize = 48;

/// Gradients are asked this far beyond the crossing, in cells. A face of a solid on a layer of corners puts crossings
/// exactly on its creases, where both sheets tie; a step along the edge tells which of them the edge leaves through.
const NUDGE: f64 = TOLERANCE;
/// A sheet that the edge meets at less than about 0.06 degrees is not the one it leaves through.
const GRAZING: f64 = 1e-3;

/// Where the surface cuts an edge of the grid.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Crossing {
    /// Position along the edge: 0 at its lower corner, 1 at the other.
    pub t: f64,
    /// Unit gradient of the sheet that the edge leaves through; zero where the field has none.
    pub normal: DVec3,
    /// True where a wall of the domain decided.
    pub capped: bool,
    /// True if the normal was asked just inside of the surface, not just outside.
    pub from_inside: bool,
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

impl GridEdge {
    fn point(&self, grid: &Grid, t: f64) -> DVec3 {
        grid.edge_point(self.low, self.axis, t)
    }

    /// The direction along the edge that leaves the solid.
    fn outward(&self, ends: [f64; 2]) -> f64 {
        if ends[0] < 0.0 { 1.0 } else { -1.0 }
    }
}

impl Crossing {
    /// What the solid says where the normal was asked.
    pub(super) fn sample<S: Solid>(
        &self,
        solid: &Capped<'_, S>,
        grid: &Grid,
        edge: GridEdge,
        low_inside: bool,
    ) -> Sample {
        let outward = if low_inside == self.from_inside { -1.0 } else { 1.0 };
        solid.sample(edge.point(grid, self.t + outward * NUDGE))
    }

    /// Position in cell units of the cell in which the edge has this number.
    pub(super) fn local(&self, edge: Edge) -> DVec3 {
        DVec3::from_array(edge.low().offset().map(f64::from)) + DVec3::AXES[edge.axis()] * self.t
    }
}

/// Finds the crossings of edges whose end values have different signs. Each depends on nothing but its edge, so that every
/// cell which asks gets the same bits; but all edges of a block are solved together: each round asks the field for the next
/// guess of every edge at once. Buffers are kept from block to block.
#[derive(Default)]
pub(super) struct CrossingSolver {
    brackets: Vec<Bracket>,
    /// Edges that have a question to the field, and where along the edge.
    open: Vec<(u32, f64)>,
    points: [Vec<f64>; 3],
    values: Vec<f64>,
    gradients: [Vec<f64>; 3],
    scratch: Scratch<f64>,
    crossings: Vec<Crossing>,
}

impl CrossingSolver {
    /// The crossings of edges with the values at their ends.
    pub(super) fn solve<S: Solid, R: Recorder>(
        &mut self,
        solid: &Capped<'_, S>,
        grid: &Grid,
        edges: &[(GridEdge, [f64; 2])],
        recorder: &mut R,
    ) -> &[Crossing] {
        self.find_roots(solid, grid, edges, recorder);
        self.crossings.clear();
        self.crossings.extend(self.brackets.iter().map(|b| Crossing { t: b.root(), ..Crossing::default() }));
        self.find_normals(solid, grid, edges);
        &self.crossings
    }

    fn find_roots<S: Solid, R: Recorder>(
        &mut self,
        solid: &Capped<'_, S>,
        grid: &Grid,
        edges: &[(GridEdge, [f64; 2])],
        recorder: &mut R,
    ) {
        self.brackets.clear();
        self.open.clear();
        for (i, (place, ends)) in edges.iter().enumerate() {
            recorder.root_step(place.edge.0, 0.0, ends[0]);
            recorder.root_step(place.edge.0, 1.0, ends[1]);
            self.brackets.push(Bracket::new(*ends));
            self.open.push((i as u32, 0.0));
        }
        loop {
            let brackets = &mut self.brackets;
            self.open.retain_mut(|(i, t)| brackets[*i as usize].guess().map(|guess| *t = guess).is_some());
            if self.open.is_empty() {
                return;
            }
            self.place_points(grid, edges);
            let [x, y, z] = &self.points;
            self.values.resize(self.open.len(), 0.0);
            solid.values(Points { x, y, z }, &mut self.values, &mut self.scratch);
            for (&(i, t), &value) in self.open.iter().zip(&self.values) {
                recorder.root_step(edges[i as usize].0.edge.0, t, value);
                self.brackets[i as usize].tell(t, value);
            }
        }
    }

    /// The normal of the sheet that each edge leaves through: from just outside of the crossing (where the greater operand
    /// of an intersection decides), or from just inside if the surface there runs along the edge (where the lesser operand
    /// of a union decides).
    fn find_normals<S: Solid>(&mut self, solid: &Capped<'_, S>, grid: &Grid, edges: &[(GridEdge, [f64; 2])]) {
        let nudged = |(i, (place, ends)): (usize, &(GridEdge, [f64; 2])), crossings: &[Crossing]| {
            (i as u32, crossings[i].t + place.outward(*ends) * NUDGE)
        };
        self.open.clear();
        self.open.extend(edges.iter().enumerate().map(|edge| nudged(edge, &self.crossings)));
        self.ask_normals(solid, grid, edges, false);
        let leaves = |i: u32, crossings: &[Crossing]| {
            let (place, ends) = &edges[i as usize];
            crossings[i as usize].normal[place.axis] * place.outward(*ends)
        };
        self.open.retain(|&(i, _)| leaves(i, &self.crossings) <= GRAZING);
        for (i, t) in &mut self.open {
            let (place, ends) = &edges[*i as usize];
            *t = self.crossings[*i as usize].t - place.outward(*ends) * NUDGE;
        }
        if !self.open.is_empty() {
            self.ask_normals(solid, grid, edges, true);
        }
    }

    /// Asks for the gradients at the open points; from inside, only better ones are taken.
    fn ask_normals<S: Solid>(
        &mut self,
        solid: &Capped<'_, S>,
        grid: &Grid,
        edges: &[(GridEdge, [f64; 2])],
        from_inside: bool,
    ) {
        self.place_points(grid, edges);
        self.values.resize(self.open.len(), 0.0);
        self.gradients.iter_mut().for_each(|axis| axis.resize(self.open.len(), 0.0));
        let ([px, py, pz], [x, y, z]) = (&self.points, &mut self.gradients);
        let out = Slopes { value: &mut self.values, x, y, z };
        solid.slopes_of_solid(Points { x: px, y: py, z: pz }, out, &mut self.scratch);
        for (k, &(i, _)) in self.open.iter().enumerate() {
            let at = |of: &[Vec<f64>; 3]| DVec3::new(of[0][k], of[1][k], of[2][k]);
            let cap = solid.cap_at(at(&self.points), self.values[k]);
            let gradient = cap.map_or_else(|| at(&self.gradients), |cap| cap.normal);
            let normal = gradient.try_normalize().unwrap_or(DVec3::ZERO);
            let (place, ends) = &edges[i as usize];
            let crossing = &mut self.crossings[i as usize];
            let is_better = (normal[place.axis] - crossing.normal[place.axis]) * place.outward(*ends) > 0.0;
            if !from_inside || is_better {
                *crossing = Crossing { t: crossing.t, normal, capped: cap.is_some(), from_inside };
            }
        }
    }

    /// The open questions as points.
    fn place_points(&mut self, grid: &Grid, edges: &[(GridEdge, [f64; 2])]) {
        self.points.iter_mut().for_each(Vec::clear);
        for &(i, t) in &self.open {
            let p = edges[i as usize].0.point(grid, t);
            (0..3).for_each(|axis| self.points[axis].push(p[axis]));
        }
    }
}

/// A bracket round a root in 0..1, given the values at both ends, one of them below zero and the other not. The Illinois
/// variant of regula falsi (Dowell and Jarratt 1971) with a bisection whenever three steps have not halved the bracket. NaN
/// counts as outside.
#[derive(Clone, Copy, Debug)]
struct Bracket {
    low: f64,
    high: f64,
    at_low: f64,
    at_high: f64,
    /// An end that stays twice loses half of its weight, which pulls the next guess across the root.
    low_weight: f64,
    high_weight: f64,
    low_inside: bool,
    moved_low: Option<bool>,
    /// Width three steps ago.
    checkpoint: f64,
    steps: usize,
    /// A guess whose value was zero.
    exact: Option<f64>,
}

impl Bracket {
    fn new([at_low, at_high]: [f64; 2]) -> Self {
        Self {
            low: 0.0,
            high: 1.0,
            at_low,
            at_high,
            low_weight: at_low,
            high_weight: at_high,
            low_inside: at_low < 0.0,
            moved_low: None,
            checkpoint: 1.0,
            steps: 0,
            exact: None,
        }
    }

    /// Where to ask next; none when the bracket is narrow enough.
    fn guess(&mut self) -> Option<f64> {
        let width = self.high - self.low;
        if width <= TOLERANCE || self.steps >= MOST_STEPS || self.exact.is_some() {
            return None;
        }
        if self.steps.is_multiple_of(3) {
            self.checkpoint = width;
        }
        let slow = self.steps % 3 == 2 && width > 0.5 * self.checkpoint;
        self.steps += 1;
        let middle = 0.5 * (self.low + self.high);
        if slow || width <= 2.0 * LEAST_STEP {
            return Some(middle);
        }
        let guess = secant(self.low, self.high, self.low_weight, self.high_weight);
        Some(guess.clamp(self.low + LEAST_STEP, self.high - LEAST_STEP))
    }

    /// The value at the last guess.
    fn tell(&mut self, t: f64, value: f64) {
        if value == 0.0 {
            self.exact = Some(t);
            return;
        }
        let moves_low = (value < 0.0) == self.low_inside;
        let twice = self.moved_low == Some(moves_low);
        let loss = if twice { 0.5 } else { 1.0 };
        if moves_low {
            (self.low, self.at_low, self.low_weight) = (t, value, value);
            self.high_weight *= loss;
        } else {
            (self.high, self.at_high, self.high_weight) = (t, value, value);
            self.low_weight *= loss;
        }
        self.moved_low = Some(moves_low);
    }

    fn root(&self) -> f64 {
        self.exact.unwrap_or_else(|| secant(self.low, self.high, self.at_low, self.at_high))
    }
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
        let mut bracket = Bracket::new([f(0.0), f(1.0)]);
        while let Some(t) = bracket.guess() {
            calls += 1;
            bracket.tell(t, f(t));
        }
        (bracket.root(), calls)
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
