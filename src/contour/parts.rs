//! The mesh, block by block: each has its own vertices, and triangles that name vertices by block and place. So a block's
//! part of the mesh does not depend on how many vertices others have, and can be taken over from the contour before.

use super::block::{Block, SurfaceCell};
use super::cell::Vertex;
use super::grid::{Cell, add};
use super::surface::{Near, Sheet, Surface};
use super::watch::{Stage, Watch};
use super::{ContourError, Contoured, VertexFact};
use super::solid::Solid;
use rayon::prelude::*;
use std::collections::HashMap;
use std::sync::Arc;

/// A vertex as a block sees it: which of the blocks in its [`Near`], and which vertex there. A block has at most 4 · 8³
/// vertices, so both fit 16 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct VertexRef(u16);

/// Bits of the vertex's place in its block.
const LOCAL_BITS: u32 = 13;

impl VertexRef {
    pub(super) fn new(octant: usize, local: u16) -> Self {
        Self((octant as u16) << LOCAL_BITS | local)
    }

    pub(super) fn octant(self) -> usize {
        usize::from(self.0 >> LOCAL_BITS)
    }

    pub(super) fn local(self) -> usize {
        usize::from(self.0 & ((1 << LOCAL_BITS) - 1))
    }
}

/// Three vertices, counter-clockwise seen from outside.
pub(super) type Triangle = [VertexRef; 3];

/// What the mesh of one block was made from, and what came of it.
#[derive(Clone, Debug)]
pub(super) struct Part<S> {
    block: Arc<Block<S>>,
    flipped: Option<Arc<Vec<SurfaceCell>>>,
    /// Their facts name cells by their coordinates in the block.
    vertices: Arc<Vec<Vertex>>,
    triangles: Arc<Vec<Triangle>>,
}

/// The parts of a contour by the coordinates of their blocks in the lattice.
pub(super) type Parts<S> = HashMap<[i64; 3], Part<S>>;

/// A contouring algorithm, block by block.
pub(super) trait Mesher<S: Solid>: Sync {
    /// Buffers of a worker.
    type Buffers: Default + Send;
    /// Where the blocks lie whose vertices a block's triangles join: 1 for the high sides, -1 for the low sides.
    const STEP: i32;
    /// True if a block's vertices depend on its neighbours on the high sides.
    const VERTICES_LOOK_AHEAD: bool;

    /// The vertices of a block.
    fn vertices(&self, surface: &Surface<S>, sheet: &Sheet<S>) -> Vec<Vertex>;
    /// The triangles of a block; `vertices` are those of all sheets.
    fn triangles(
        &self,
        surface: &Surface<S>,
        sheet: &Sheet<S>,
        vertices: &[Arc<Vec<Vertex>>],
        buffers: &mut Self::Buffers,
    ) -> Vec<Triangle>;
}

/// What the contour before left, and what of it still holds.
struct Before<'a, S> {
    surface: &'a Surface<S>,
    parts: Option<&'a Parts<S>>,
}

impl<'a, S: Solid> Before<'a, S> {
    fn part(&self, sheet: &Sheet<S>) -> Option<&'a Part<S>> {
        self.parts?.get(&sheet.place)
    }

    /// The sheet's part, if its block has not changed.
    fn same_block(&self, sheet: &Sheet<S>) -> Option<&'a Part<S>> {
        self.part(sheet).filter(|part| Arc::ptr_eq(&part.block, &sheet.block))
    }

    /// True if what `is_same` looks at is the same for all blocks near a sheet; those that are not there must not have been
    /// there before.
    fn all_same(
        &self,
        sheet: &Sheet<S>,
        near: &Near,
        step: i64,
        is_same: impl Fn(&Part<S>, &Sheet<S>, usize) -> bool,
    ) -> bool {
        let Some(parts) = self.parts else { return false };
        near.iter().enumerate().all(|(octant, slot)| {
            let place = std::array::from_fn(|i| sheet.place[i] + step * (octant >> i & 1) as i64);
            match (slot, parts.get(&place)) {
                (None, None) => true,
                (Some(slot), Some(part)) => is_same(part, &self.surface.sheets[*slot as usize], *slot as usize),
                _ => false,
            }
        })
    }
}

/// The mesh of a surface. `old` are parts of a contour with the same settings; `keep` is where to leave those of this one.
pub(super) fn mesh<S: Solid, M: Mesher<S>>(
    mesher: &M,
    surface: &Surface<S>,
    old: Option<&Parts<S>>,
    keep: Option<&mut Parts<S>>,
    watch: &Watch,
) -> Result<Contoured, ContourError> {
    let before = Before { surface, parts: old };
    let vertices = vertices(mesher, &before, watch)?;
    let triangles = triangles(mesher, &before, &vertices, watch)?;
    let mut out = assemble(surface, M::STEP, &vertices, &triangles);
    out.stats.clamped = out.facts.iter().filter(|f| f.clamped).count() as u64;
    out.fill_normals();
    if let Some(keep) = keep {
        let parts = surface.sheets.iter().zip(vertices).zip(triangles);
        keep.extend(parts.map(|((sheet, vertices), triangles)| {
            let (block, flipped) = (Arc::clone(&sheet.block), sheet.flipped.clone());
            (sheet.place, Part { block, flipped, vertices, triangles })
        }));
    }
    Ok(out)
}

/// Vertices of each sheet.
fn vertices<S: Solid, M: Mesher<S>>(
    mesher: &M,
    before: &Before<'_, S>,
    watch: &Watch,
) -> Result<Vec<Arc<Vec<Vertex>>>, ContourError> {
    let surface = before.surface;
    let stage = Stage::new(watch, 600, 900, surface.sheets.len() as u64);
    let of_sheet = |sheet: &Sheet<S>| {
        stage.tick()?;
        let same = before.same_block(sheet).filter(|part| part.flipped == sheet.flipped).filter(|_| {
            let same_block = |part: &Part<S>, sheet: &Sheet<S>, _| Arc::ptr_eq(&part.block, &sheet.block);
            !M::VERTICES_LOOK_AHEAD || before.all_same(sheet, &surface.near(sheet, 1), 1, same_block)
        });
        Ok(match same {
            Some(part) => Arc::clone(&part.vertices),
            None => Arc::new(mesher.vertices(surface, sheet)),
        })
    };
    surface.sheets.par_iter().map(of_sheet).collect()
}

/// Triangles of each sheet.
fn triangles<S: Solid, M: Mesher<S>>(
    mesher: &M,
    before: &Before<'_, S>,
    vertices: &[Arc<Vec<Vertex>>],
    watch: &Watch,
) -> Result<Vec<Arc<Vec<Triangle>>>, ContourError> {
    let surface = before.surface;
    let stage = Stage::new(watch, 900, 1000, surface.sheets.len() as u64);
    let of_sheet = |buffers: &mut M::Buffers, sheet: &Sheet<S>| {
        stage.tick()?;
        let same = before.same_block(sheet).filter(|_| {
            // Vertices that were taken over come from the same cells and crossings.
            let same_vertices = |part: &Part<S>, near: &Sheet<S>, slot: usize| {
                Arc::ptr_eq(&part.block, &near.block) && Arc::ptr_eq(&part.vertices, &vertices[slot])
            };
            before.all_same(sheet, &surface.near(sheet, M::STEP), i64::from(M::STEP), same_vertices)
        });
        Ok(match same {
            Some(part) => Arc::clone(&part.triangles),
            None => Arc::new(mesher.triangles(surface, sheet, vertices, buffers)),
        })
    };
    surface.sheets.par_iter().map_init(M::Buffers::default, of_sheet).collect()
}

/// All parts in the order of their sheets.
fn assemble<S: Solid>(
    surface: &Surface<S>,
    step: i32,
    vertices: &[Arc<Vec<Vertex>>],
    triangles: &[Arc<Vec<Triangle>>],
) -> Contoured {
    let mut out = Contoured::empty(surface.grid);
    out.stats = surface.stats;
    let total = vertices.iter().map(|v| v.len()).sum();
    out.mesh.positions.reserve_exact(total);
    out.mesh.normals.reserve_exact(total);
    out.mesh.colors.reserve_exact(total);
    out.facts.reserve_exact(total);
    let mut first = Vec::with_capacity(vertices.len());
    for (sheet, vertices) in surface.sheets.iter().zip(vertices) {
        first.push(out.facts.len() as u32);
        out.extend_vertices(sheet.low(), vertices);
    }
    out.mesh.triangles.reserve_exact(triangles.iter().map(|t| t.len()).sum());
    for (sheet, triangles) in surface.sheets.iter().zip(triangles) {
        let firsts = surface.near(sheet, step).map(|slot| slot.map_or(0, |slot| first[slot as usize]));
        let index = |v: VertexRef| firsts[v.octant()] + v.local() as u32;
        out.mesh.triangles.extend(triangles.iter().map(|t| t.map(index)));
    }
    out
}

/// Bytes that the parts and their blocks hold, roughly; the solids of blocks are not counted.
pub(super) fn bytes<S>(parts: &Parts<S>) -> usize {
    let of_part = |part: &Part<S>| {
        size_of::<Part<S>>()
            + size_of::<Block<S>>()
            + size_of_val(&*part.block.cells)
            + size_of_val(&*part.block.edges)
            + size_of_val(&**part.vertices)
            + size_of_val(&**part.triangles)
    };
    parts.values().map(of_part).sum()
}

impl Contoured {
    /// Appends the vertices of a block whose least cell is `low`.
    fn extend_vertices(&mut self, low: Cell, vertices: &[Vertex]) {
        self.mesh.positions.extend(vertices.iter().map(|v| v.position));
        self.mesh.normals.extend(vertices.iter().map(|v| v.normal));
        self.mesh.colors.extend(vertices.iter().map(|v| v.color));
        let in_grid = |v: &Vertex| VertexFact { cell: add(low, v.fact.cell), ..v.fact };
        self.facts.extend(vertices.iter().map(in_grid));
    }
}
