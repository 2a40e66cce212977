//! All blocks with surface, and how one finds the cells and edges of another.

use super::ContourError;
use super::Stats;
use super::block::{Block, Pool, SurfaceCell, number_vertices};
use super::cell::Plane;
use super::grid::{BLOCK, Cell, Grid, add, local_index};
use super::octree::Octree;
use super::solid::{Solid, Walls};
use super::table::{EDGES, Edge, Flips};
use super::watch::{Stage, Watch};
use rayon::prelude::*;
use std::sync::Arc;

/// Integer coordinates of a block in the grid.
type BlockIndex = [i32; 3];

/// A block that holds no surface or was not sampled yet.
const NO_BLOCK: u32 = u32::MAX;
/// A block that was or will be sampled.
const SAMPLED: u32 = u32::MAX - 1;

/// The surface in one block.
#[derive(Debug)]
pub(super) struct Sheet<S> {
    /// The block's coordinates in the grid.
    pub(super) index: BlockIndex,
    /// The block's coordinates in the lattice.
    pub(super) place: [i64; 3],
    pub(super) block: Arc<Block<S>>,
    /// Its cells, if some of them have flipped faces.
    pub(super) flipped: Option<Arc<Vec<SurfaceCell>>>,
}

/// All cells with surface and all cut edges of a grid.
#[derive(Debug)]
pub(super) struct Surface<S> {
    pub(super) grid: Grid,
    pub(super) walls: Walls,
    /// In the order of their index, x fastest.
    pub(super) sheets: Vec<Sheet<S>>,
    /// Place in `sheets` of each block of the grid.
    slots: Vec<u32>,
    pub(super) stats: Stats,
}

/// A sheet and its seven neighbours on the high sides (or low sides): bit i of the number is set for a step along axis i.
/// None where there is no surface.
pub(super) type Near = [Option<u32>; 8];

impl<S> Sheet<S> {
    /// Its cells, sorted by place.
    pub(super) fn cells(&self) -> &[SurfaceCell] {
        self.flipped.as_ref().map_or(&self.block.cells, |cells| cells)
    }

    /// Grid coordinates of its least cell.
    pub(super) fn low(&self) -> Cell {
        self.index.map(|b| b * BLOCK)
    }
}

impl<S: Solid> Surface<S> {
    /// From the blocks of an octree. Should its solid have lied about a region, the mesh is closed all the same: where the
    /// border of a sampled block is cut, the neighbour there is sampled too.
    pub(super) fn new(
        solid: &S,
        grid: &Grid,
        walls: &Walls,
        octree: &Octree<S>,
        watch: &Watch,
    ) -> Result<Self, ContourError> {
        let dims = grid.blocks();
        let first = grid.first_block();
        let sheet = |(place, block): ([i64; 3], &Arc<Block<S>>)| {
            let index = std::array::from_fn(|i| (place[i] - first[i]) as i32);
            Sheet { index, place, block: Arc::clone(block), flipped: None }
        };
        let mut sheets: Vec<Sheet<S>> = octree.blocks().into_iter().map(sheet).collect();
        let taken_over = (sheets.len() as u64).saturating_sub(octree.sampled_blocks);
        let slots = vec![NO_BLOCK; dims.iter().map(|&n| n as usize).product()];
        let mut surface = Self { grid: *grid, walls: *walls, sheets: Vec::new(), slots, stats: Stats::default() };
        let more = surface.sample_neighbours(solid, &sheets, watch)?;
        let rebuilt_blocks = octree.sampled_blocks + more.len() as u64;
        sheets.extend(more);
        surface.stats = Stats { rebuilt_blocks, reused_blocks: taken_over, ..count(grid, &sheets) };
        surface.stats.visited_cells += octree.empty_cells;
        surface.stats.nan_samples += octree.empty_nan_samples;
        sheets.retain(|s| !s.block.cells.is_empty());
        sheets.sort_unstable_by_key(|s| linear(dims, s.index));
        surface.slots.fill(NO_BLOCK);
        for (i, sheet) in sheets.iter().enumerate() {
            surface.slots[linear(dims, sheet.index)] = i as u32;
        }
        surface.sheets = sheets;
        Ok(surface)
    }

    /// Samples blocks beyond cut faces until there are none.
    fn sample_neighbours(
        &mut self,
        solid: &S,
        sheets: &[Sheet<S>],
        watch: &Watch,
    ) -> Result<Vec<Sheet<S>>, ContourError> {
        let dims = self.grid.blocks();
        for sheet in sheets {
            self.slots[linear(dims, sheet.index)] = SAMPLED;
        }
        let pool = Pool::default();
        let first = self.grid.first_block();
        let mut wanted = self.neighbours_wanted(sheets);
        let mut all = Vec::new();
        while !wanted.is_empty() {
            let stage = Stage::new(watch, 0, 0, wanted.len() as u64);
            let sample = |index: BlockIndex| {
                stage.tick()?;
                let block = pool.with(|sampler| sampler.block(solid.clone(), Some(self.walls), &self.grid, index));
                let place = std::array::from_fn(|i| first[i] + i64::from(index[i]));
                Ok(Sheet { index, place, block: Arc::new(block), flipped: None })
            };
            let found: Vec<_> = wanted.par_iter().map(|&index| sample(index)).collect::<Result<_, ContourError>>()?;
            wanted = self.neighbours_wanted(&found);
            all.extend(found);
        }
        Ok(all)
    }

    /// Blocks beyond cut faces that were not sampled; marks them.
    fn neighbours_wanted(&mut self, found: &[Sheet<S>]) -> Vec<BlockIndex> {
        let dims = self.grid.blocks();
        let mut wanted = Vec::new();
        for sheet in found {
            for (face, _) in sheet.block.cut_faces.iter().enumerate().filter(|(_, cut)| **cut) {
                let mut index = sheet.index;
                index[face / 2] += if face % 2 == 1 { 1 } else { -1 };
                let exists = (0..3).all(|i| (0..dims[i]).contains(&index[i]));
                if exists && self.slots[linear(dims, index)] == NO_BLOCK {
                    self.slots[linear(dims, index)] = SAMPLED;
                    wanted.push(index);
                }
            }
        }
        wanted
    }

    /// The sheet at a block, by its index in `sheets`.
    fn slot(&self, index: BlockIndex) -> Option<u32> {
        let dims = self.grid.blocks();
        if !(0..3).all(|i| (0..dims[i]).contains(&index[i])) {
            return None;
        }
        Some(self.slots[linear(dims, index)]).filter(|&slot| slot < SAMPLED)
    }

    /// A sheet and its neighbours on the high sides (`step` 1) or low sides (-1).
    pub(super) fn near(&self, sheet: &Sheet<S>, step: i32) -> Near {
        let bit = |octant: usize, axis: usize| (octant >> axis & 1) as i32;
        std::array::from_fn(|octant| self.slot(add(sheet.index, std::array::from_fn(|i| step * bit(octant, i)))))
    }

    /// A neighbour by its number in [`Near`].
    pub(super) fn neighbour(&self, near: &Near, octant: usize) -> Option<&Sheet<S>> {
        near[octant].map(|slot| &self.sheets[slot as usize])
    }

    /// The crossings of a cycle's edges, in their order: of a cell given by its coordinates in the block, and the block's
    /// neighbours on the high sides.
    pub(super) fn planes<'b>(
        &self,
        ahead: &Near,
        cell: Cell,
        edges: &[Edge],
        buffer: &'b mut [Plane; EDGES],
    ) -> &'b [Plane] {
        let mut count = 0;
        for &edge in edges {
            let (octant, local) = split_ahead(add(cell, edge.low().offset()));
            // Always there: the block of every cut edge is sampled.
            if let Some(sheet) = self.neighbour(ahead, octant)
                && let Some(place) = sheet.block.find_edge(local, edge.axis())
            {
                let crossing = &sheet.block.edges[place].crossing;
                buffer[count] = (crossing.local(edge), crossing.normal);
                count += 1;
            }
        }
        &buffer[..count]
    }

    /// The cell at grid coordinates, if the surface passes through it.
    pub(super) fn cell(&self, cell: Cell) -> Option<&SurfaceCell> {
        let sheet = &self.sheets[self.slot(cell.map(|c| c.div_euclid(BLOCK)))? as usize];
        Some(&sheet.cells()[sheet.block.find_cell(local_index(cell))?])
    }

    /// Sets the face rules of a cell.
    pub(super) fn set_flips(&mut self, cell: Cell, flips: Flips) {
        let Some(slot) = self.slot(cell.map(|c| c.div_euclid(BLOCK))) else { return };
        let sheet = &mut self.sheets[slot as usize];
        if let Some(place) = sheet.block.find_cell(local_index(cell)) {
            let cells = sheet.flipped.get_or_insert_with(|| Arc::new(sheet.block.cells.clone()));
            Arc::make_mut(cells)[place].flips = flips;
        }
    }

    /// Numbers the vertices of cells anew where faces were flipped.
    pub(super) fn renumber_flipped(&mut self) {
        for cells in self.sheets.iter_mut().filter_map(|s| s.flipped.as_mut()) {
            number_vertices(Arc::make_mut(cells).as_mut_slice());
        }
    }
}

/// Which of the blocks ahead holds a corner, given by coordinates in a block that may be one too high; and its
/// [`local_index`] there.
pub(super) fn split_ahead(c: Cell) -> (usize, u16) {
    let octant = (0..3).fold(0, |bits, i| bits | usize::from(c[i] >= BLOCK) << i);
    (octant, local_index(c))
}

/// As [`split_ahead`], for blocks behind and coordinates that may be one too low.
pub(super) fn split_behind(c: Cell) -> (usize, u16) {
    let octant = (0..3).fold(0, |bits, i| bits | usize::from(c[i] < 0) << i);
    (octant, local_index(c))
}

fn linear(dims: [i32; 3], index: BlockIndex) -> usize {
    let [x, y, z] = index.map(|v| v as usize);
    x + dims[0] as usize * (y + dims[1] as usize * z)
}

fn count<S>(grid: &Grid, sheets: &[Sheet<S>]) -> Stats {
    let mut stats = Stats { cells: grid.cells.iter().map(|&n| n as u64).product(), ..Stats::default() };
    for block in sheets.iter().map(|s| &s.block) {
        stats.visited_cells += block.sampled_cells;
        stats.surface_cells += block.cells.len() as u64;
        stats.crossings += block.edges.len() as u64;
        stats.nan_samples += block.nan_samples;
        stats.capped |= block.edges.iter().any(|e| e.crossing.capped);
        stats.zero_gradients += block.edges.iter().filter(|e| e.crossing.normal == glam::DVec3::ZERO).count() as u64;
    }
    stats
}
