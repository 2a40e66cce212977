//! Reports about one cell.

use super::{Cell, Grid};
use crate::scene::Method;
use glam::{DMat3, DVec3};

/// Why the vertices of one cell are where they are.
#[derive(Clone, Debug, PartialEq)]
pub struct CellReport {
    /// The algorithm.
    pub method: Method,
    /// The grid.
    pub grid: Grid,
    /// The cell.
    pub cell: Cell,
    /// Field values at the eight corners, x fastest, metres.
    pub corners: [f64; 8],
    /// Bit i is set if corner i is inside (value < 0).
    pub mask: u8,
    /// All cut edges of the cell.
    pub crossings: Vec<CrossingReport>,
    /// One a cycle (dual contouring), or one a cut edge (marching cubes).
    pub vertices: Vec<VertexReport>,
}

/// One cut edge.
#[derive(Clone, Debug, PartialEq)]
pub struct CrossingReport {
    /// Edge index, 0 to 11.
    pub edge: u8,
    /// The crossing, metres.
    pub point: DVec3,
    /// Unit normal there; zero where the field has none.
    pub normal: DVec3,
    /// Parameters and values that root finding visited, in order.
    pub steps: Vec<(f64, f64)>,
    /// Index in `Scene::nodes` of the primitive that decided there.
    pub node: u32,
    /// True where the gradient jumps or is undefined.
    pub feature: bool,
    /// Which cycle owns it.
    pub cycle: u8,
}

/// One vertex of a cell.
#[derive(Clone, Debug, PartialEq)]
pub struct VertexReport {
    /// Edges of its cycle, in order.
    pub edges: Vec<u8>,
    /// Mean of its crossings, metres.
    pub mass_point: DVec3,
    /// Sum of n nᵀ.
    pub matrix: DMat3,
    /// Eigenvalues of the matrix, greatest first.
    pub eigenvalues: DVec3,
    /// Eigenvectors as columns.
    pub eigenvectors: DMat3,
    /// Rank after the cut-off.
    pub rank: u8,
    /// Minimiser without constraint, metres.
    pub free: DVec3,
    /// The points that were tried; one when the free minimiser lies in the cell.
    pub candidates: Vec<Candidate>,
    /// Index in `candidates` of the winner.
    pub choice: usize,
    /// The vertex, metres.
    pub position: DVec3,
    /// Square root of the plain error at the vertex, metres.
    pub residual: f64,
    /// True if the free minimiser lay outside of the cell.
    pub clamped: bool,
}

/// One active set of the constrained problem.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate {
    /// For each axis -1 (fixed at the low side), 0 (free), 1 (fixed at the high side).
    pub fixed: [i8; 3],
    /// The point, metres.
    pub point: DVec3,
    /// Objective with the bias, cell units squared.
    pub objective: f64,
    /// True if it lies in the cell.
    pub feasible: bool,
}
