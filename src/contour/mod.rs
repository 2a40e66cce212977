//! Field -> mesh: marching cubes and dual contouring, and why a vertex is where it is. Layer 3.
//!
//! ```text
//! settings, bounds --grid--> Grid --octree--> Blocks (short fields, signs of cells, crossings of edges)
//!                                                |  surface: which block is where
//!                                                |  dual: flips, QEF per cycle, quad per edge
//!                                                |  cubes: vertex per edge, triangles per cycle
//!                                                v
//!                                             Parts (vertices and triangles of a block)
//!                                                |  joined in the order of their blocks
//!                                                v
//!                                             Contoured (mesh, facts, stats)
//! ```
//!
//! Blocks of 8³ cells are the unit of parallel work and of memory; results are joined in their order, so they do not depend
//! on threads. Blocks and parts that an edit does not touch are taken over by the next contour: see [`contour_again`].
//! Inside is a value below zero, strictly: zero, -0.0 and NaN are outside.

mod block;
mod cell;
mod crossing;
mod cubes;
mod dual;
mod explain;
mod flips;
mod grid;
mod memory;
mod octree;
mod parts;
mod qef;
mod recorder;
mod solid;
mod surface;
mod table;
#[cfg(test)]
mod tests;
mod watch;

pub use crossing::Crossing;
pub use explain::{Candidate, CellReport, CrossingReport, VertexReport, explain_cell, explain_vertex};
pub use grid::{Cell, Grid};
pub use memory::{Memory, contour_again};
pub use qef::{Qef, QefSettings, Solution};
pub use recorder::{Recorder, Tried};
pub use watch::Watch;

use crate::field::Field;
use crate::math::Bounds;
use crate::mesh::Mesh;
use crate::scene::Method;
use glam::DVec3;
use grid::{Layout, storage_key};
use memory::Kept;
use octree::{Keep, Octree, Range as BlockRange};
use qef::Solver;
use solid::Solid;
use std::ops::Range;
use std::sync::atomic::Ordering;
use surface::Surface;
use watch::Stage;

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
    /// Which of the cell's vertices, in the order of its cycles; for marching cubes which of its cut edges. It is the
    /// index in [`CellReport::vertices`].
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
    /// One a vertex, sorted by block of cells and then by cell: see [`Contoured::vertices_of_cell`].
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
    /// Crossings where the field has no gradient; they only move the mass point.
    pub zero_gradients: u64,
    /// Ambiguous faces whose rule was turned over, so that no four quads share an edge.
    pub flipped_faces: u64,
    /// True if a solid reached the border of the domain and was capped.
    pub capped: bool,
    /// Blocks of 8³ cells that were sampled for this contour.
    pub rebuilt_blocks: u64,
    /// Blocks that were taken over from the contour before; see [`contour_again`].
    pub reused_blocks: u64,
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
    /// A cell that the coordinates cannot resolve.
    #[error(
        "contour.cell is {cell} m, too fine for coordinates of {coordinate:.3e} m, which have 16 digits: use a cell of at least {suggested:.3e} m or move the solid toward the origin"
    )]
    CellTooFine {
        /// The wish.
        cell: f64,
        /// Greatest coordinate of the domain, metres.
        coordinate: f64,
        /// A cell that can be resolved.
        suggested: f64,
    },
    /// The sharpness is not an angle.
    #[error("contour.sharpness is {0}: it must be between 0 and 180 degrees")]
    BadSharpness(f64),
    /// The bias is not a strength.
    #[error("contour.bias is {0}: it must be a finite number, 0 or more")]
    BadBias(f64),
    /// A cell outside of the grid was asked for.
    #[error("there is no cell {cell:?}: the grid has {cells:?} cells, counted from 0")]
    NoSuchCell {
        /// The wish.
        cell: Cell,
        /// Size of the grid.
        cells: [i32; 3],
    },
    /// A vertex that the mesh does not have was asked for, or field and settings are not those of the mesh.
    #[error("there is no vertex {vertex}: the mesh has {vertices}, or it was made with other settings")]
    NoSuchVertex {
        /// The wish.
        vertex: u32,
        /// Number of vertices.
        vertices: usize,
    },
    /// [`Watch::cancel`] was set.
    #[error("cancelled")]
    Cancelled,
}

impl Settings {
    /// Refuses numbers that no algorithm can use; the cell and the domain are checked where the grid is made.
    fn check(&self) -> Result<(), ContourError> {
        if !(0.0..=180.0).contains(&self.sharpness_deg) {
            return Err(ContourError::BadSharpness(self.sharpness_deg));
        }
        if !(self.bias >= 0.0 && self.bias.is_finite()) {
            return Err(ContourError::BadBias(self.bias));
        }
        Ok(())
    }

    fn qef(&self) -> QefSettings {
        QefSettings { sharpness_deg: self.sharpness_deg, bias: self.bias }
    }
}

impl Contoured {
    /// Indices of the vertices whose fact names this cell; empty for cells without any.
    #[must_use]
    pub fn vertices_of_cell(&self, cell: Cell) -> Range<usize> {
        let key = storage_key(cell);
        let start = self.facts.partition_point(|f| storage_key(f.cell) < key);
        let end = self.facts.partition_point(|f| storage_key(f.cell) <= key);
        start..end
    }
}

/// Contours a solid. A solid without surface in the domain gives an empty mesh.
///
/// # Errors
/// Settings that cannot be carried out, before anything large is allocated; or cancelled.
pub fn contour(field: &Field, settings: &Settings, watch: &Watch) -> Result<Contoured, ContourError> {
    contour_solid(field, settings, watch)
}

fn contour_solid<S: Solid>(solid: &S, settings: &Settings, watch: &Watch) -> Result<Contoured, ContourError> {
    Ok(contour_with(solid, settings, Keep::Surface, None, watch)?.0)
}

/// Contours a solid, taking over what `old` remembers and still holds; with what the next contour may take over, if all is
/// to be kept.
fn contour_with<S: Solid>(
    solid: &S,
    settings: &Settings,
    keep: Keep,
    old: Option<&Kept<S>>,
    watch: &Watch,
) -> Result<(Contoured, Option<Kept<S>>), ContourError> {
    settings.check()?;
    let Some(Layout { grid, walls }) = Layout::new(&solid.bounds(), settings)? else {
        return Ok((Contoured::empty(Grid::new(DVec3::ZERO, settings.cell, [0; 3])), None));
    };
    let stage = Stage::new(watch, 0, 600, BlockRange::of(&grid).volume());
    let old_octree = old.and_then(|old| old.octree(&grid, &walls));
    let octree = Octree::descend(solid, &grid, &walls, keep, old_octree, &stage)?;
    let mut surface = Surface::new(solid, &grid, &walls, &octree, watch)?;
    let mut parts = parts::Parts::default();
    let kept_parts = (keep == Keep::All).then_some(&mut parts);
    let old_parts = old.and_then(|old| old.parts(settings));
    let contoured = match settings.method {
        Method::DualContouring => {
            surface.stats.flipped_faces = flips::flip_joined_faces(&mut surface);
            let mesher = dual::Dual { solver: Solver::new(&settings.qef()) };
            parts::mesh(&mesher, &surface, old_parts, kept_parts, watch)?
        }
        Method::MarchingCubes => parts::mesh(&cubes::Cubes, &surface, old_parts, kept_parts, watch)?,
    };
    watch.permille.store(1000, Ordering::Relaxed);
    let kept = (keep == Keep::All).then(|| Kept::new(settings, grid, walls, octree, parts));
    Ok((contoured, kept))
}
