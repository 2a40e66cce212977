//! What an algorithm tells while it runs. Every method has an empty body, and `()` records nothing.

use super::crossing::Crossing;
use super::{Qef, Solution};
use crate::field::Sample;
use crate::math::SymEigen3;
use glam::DVec3;

/// Listens to the contouring of one cell. Cannot change a result: its methods return nothing.
///
/// Order of calls: `corners`; for each cut edge `root_step`s and then `crossing`; for each vertex `cycle`, `qef`,
/// `candidate`s, `choice` (only if the free minimiser lies outside) and `vertex`. Points are in cell units from the
/// cell's lower corner.
pub trait Recorder {
    /// Field values at the corners, and bit i set if corner i is inside.
    fn corners(&mut self, values: &[f64; 8], mask: u8) {
        let _ = (values, mask);
    }

    /// Root finding asked the field at `t` along an edge; the ends come first.
    fn root_step(&mut self, edge: u8, t: f64, value: f64) {
        let _ = (edge, t, value);
    }

    /// The surface crosses an edge here; `there` is what the field says where the normal was asked.
    fn crossing(&mut self, edge: u8, crossing: &Crossing, there: &Sample) {
        let _ = (edge, crossing, there);
    }

    /// A vertex begins: the edges of its cycle, in order, or one edge for marching cubes; and which cycle.
    fn cycle(&mut self, edges: &[u8], cycle: u8) {
        let _ = (edges, cycle);
    }

    /// The QEF of the cycle, the eigenvalues of its matrix and its rank after the cut-off.
    fn qef(&mut self, qef: &Qef, eigen: &SymEigen3, rank: u8) {
        let _ = (qef, eigen, rank);
    }

    /// A point was tried: first the free minimiser, then active sets.
    fn candidate(&mut self, tried: &Tried) {
        let _ = tried;
    }

    /// Which of the candidates won; 0, the free minimiser, if this is not called.
    fn choice(&mut self, index: usize) {
        let _ = index;
    }

    /// The vertex ends.
    fn vertex(&mut self, position: DVec3, solution: &Solution) {
        let _ = (position, solution);
    }
}

impl Recorder for () {}

/// A point that solving a QEF tried.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tried {
    /// For each axis -1 (fixed at the low side), 0 (free), 1 (fixed at the high side).
    pub fixed: [i8; 3],
    /// Minimiser with these coordinates fixed, cell units.
    pub point: DVec3,
    /// Objective with the bias, cell units squared.
    pub objective: f64,
    /// True if it lies in the cell.
    pub feasible: bool,
}
