//! Field -> mesh: marching cubes and dual contouring, and why a vertex is where it is. Layer 3.

mod explain;
mod grid;
mod qef;
mod recorder;
mod table;

pub use explain::{Candidate, CellReport, CrossingReport, VertexReport};
pub use grid::{Cell, Grid};
pub use qef::{Qef, QefSettings, Solution};
pub use recorder::Recorder;

use crate::field::Field;
use crate::math::Bounds;
use crate::mesh::Mesh;
use crate::scene::Method;
use std::sync::atomic::{AtomicBool, AtomicU32};

/// Most cells of a grid: above it, a contour is refused before anything is allocated.
pub const MAX_CELLS: u128 = 512 * 512 * 512;

/// How to contour.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Settings {
    /// The algorithm.
    pub method: Method,
    /// Edge length of a cell, metres.
    pub cell: f64,
    /// Where to look; none for the solid's own bounds with a margin of two cells (infinite sides: ±10 m).
    pub domain: Option<Bounds>,
    /// Creases whose normals differ by more than this are kept, degrees.
    pub sharpness_deg: f64,
    /// Strength of the pull toward the mass point; Tikhonov lambda is its square.
    pub bias: f64,
}

/// Facts kept for each vertex.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct VertexFact {
    /// The cell (dual contouring), or the cell of the edge's lower corner (marching cubes).
    pub cell: Cell,
    /// Which of the cell's vertices, in the order of its cycles.
    pub cycle: u8,
    /// Rank of the QEF after the cut-off: 1 flat, 2 edge, 3 corner; 0 for marching cubes.
    pub rank: u8,
    /// Square root of the QEF's error at the vertex, metres.
    pub residual: f32,
    /// True if the free minimiser lay outside of the cell.
    pub clamped: bool,
}

/// A mesh and what is known about it.
#[derive(Clone, Debug)]
pub struct Contoured {
    /// The mesh, with normals (field gradient) and colours.
    pub mesh: Mesh,
    /// One a vertex.
    pub facts: Vec<VertexFact>,
    /// The grid it was made on.
    pub grid: Grid,
    /// Counts.
    pub stats: Stats,
}

/// Counts of a contour.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Cells in the grid.
    pub cells: u64,
    /// Cells whose corners were evaluated.
    pub visited_cells: u64,
    /// Cells with surface.
    pub surface_cells: u64,
    /// Cut edges.
    pub crossings: u64,
    /// Vertices whose free minimiser lay outside of the cell.
    pub clamped: u64,
    /// Samples that were NaN; counted as outside.
    pub nan_samples: u64,
    /// True if a solid reached the border of the domain and was capped.
    pub capped: bool,
}

/// Cancel and progress of a contour: one relaxed load per block of work.
#[derive(Debug, Default)]
pub struct Watch {
    /// Set to stop.
    pub cancel: AtomicBool,
    /// Done, in thousandths.
    pub permille: AtomicU32,
}

/// Why there is no mesh.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum ContourError {
    /// The cell is not a size.
    #[error("contour.cell is {0}: it must be a finite number above 0")]
    BadCell(f64),
    /// A domain with an infinite, NaN or empty side.
    #[error("contour.domain is empty or not finite: give a min below max on each axis")]
    BadDomain,
    /// More cells than [`MAX_CELLS`].
    #[error(
        "a cell of {cell} m needs about {cells:.1e} cells, more than the limit of {limit:.1e}: use a cell of at least {suggested:.3e} m"
    )]
    TooManyCells {
        /// The wish.
        cell: f64,
        /// Estimate.
        cells: f64,
        /// [`MAX_CELLS`].
        limit: f64,
        /// A cell that fits.
        suggested: f64,
    },
    /// [`Watch::cancel`] was set.
    #[error("cancelled")]
    Cancelled,
}

/// Contours a solid. A solid without surface in the domain gives an empty mesh.
///
/// # Errors
/// Settings that cannot be carried out, before anything large is allocated; or cancelled.
pub fn contour(field: &Field, settings: &Settings, watch: &Watch) -> Result<Contoured, ContourError> {
    let _ = (field, settings, watch);
    todo!("contour helper")
}

/// Why the vertices of one cell are where they are; computed by the functions of the bulk run, with a recorder.
///
/// # Errors
/// As [`contour`].
pub fn explain_cell(field: &Field, settings: &Settings, cell: Cell) -> Result<CellReport, ContourError> {
    let _ = (field, settings, cell);
    todo!("contour helper")
}
