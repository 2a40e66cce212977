//! Which blocks of the grid hold surface, the signs of their cells, and the crossings of their edges.
//!
//! Blocks that a Lipschitz bound proves empty are never sampled, so time and memory grow with the surface. Should the
//! bound be wrong, the mesh is closed all the same: a sampled block whose border is cut asks for the neighbour there.

use super::crossing::{Crossing, GridEdge};
use super::grid::{BLOCK, Cell, Grid, local_index};
use super::solid::{Capped, Solid};
use super::table::{Corner, EDGES, Edge, Flips, Mask, cycles};
use super::watch::{Stage, Watch};
use super::{ContourError, Stats};
use crate::field::{Points, Scratch};
use crate::math::Bounds;
use rayon::prelude::*;

/// Integer coordinates of a block.
type BlockIndex = [i32; 3];

/// A block that is known to be empty or was not sampled yet.
const NO_BLOCK: u32 = u32::MAX;
/// A block that waits to be sampled.
const PENDING: u32 = u32::MAX - 1;

/// A cell that the surface passes through.
#[derive(Clone, Copy, Debug)]
pub(super) struct SurfaceCell {
    /// Place in its block; see [`local_index`].
    local: u16,
    pub(super) mask: Mask,
    pub(super) flips: Flips,
    /// Index of its first vertex in the mesh (dual contouring).
    pub(super) first_vertex: u32,
}

/// A cut edge of the grid, kept by the block of its lower corner.
#[derive(Clone, Copy, Debug)]
pub(super) struct CutEdge {
    /// Three times the lower corner's place in the block, and the axis.
    key: u16,
    /// True if the lower corner is inside.
    pub(super) low_inside: bool,
    pub(super) crossing: Crossing,
}

/// What was found in one sampled block.
#[derive(Debug, Default)]
pub(super) struct Block {
    index: BlockIndex,
    /// Sorted by place.
    pub(super) cells: Vec<SurfaceCell>,
    /// Sorted by lower corner, then axis.
    pub(super) edges: Vec<CutEdge>,
    /// Index in the mesh of the vertex of the first edge (marching cubes).
    pub(super) first_edge: u32,
    /// For each face (2·axis + side) whether the surface cuts it.
    cut_faces: [bool; 6],
    sampled_cells: u64,
    nan_samples: u64,
}

/// All cells with surface and all cut edges of a grid.
#[derive(Debug)]
pub(super) struct Surface {
    pub(super) grid: Grid,
    /// Blocks with surface, in the order of their index, x fastest.
    pub(super) blocks: Vec<Block>,
    /// Place in `blocks` of each block of the grid.
    slots: Vec<u32>,
    pub(super) stats: Stats,
}

impl Surface {
    /// Samples the solid wherever its surface may be.
    pub(super) fn sample<S: Solid>(solid: &Capped<'_, S>, grid: &Grid, watch: &Watch) -> Result<Self, ContourError> {
        let dims = grid.blocks();
        let mut slots = vec![NO_BLOCK; dims.iter().map(|&n| n as usize).product()];
        let mut wanted = candidate_blocks(solid, grid, watch)?;
        for &index in &wanted {
            slots[linear(dims, index)] = PENDING;
        }
        let mut blocks = Vec::new();
        while !wanted.is_empty() {
            let found = sample_blocks(solid, grid, &wanted, watch)?;
            wanted = neighbours_wanted(&found, dims, &mut slots);
            blocks.extend(found);
        }
        let stats = count(grid, &blocks);
        blocks.retain(|b| !b.cells.is_empty());
        blocks.sort_unstable_by_key(|b| linear(dims, b.index));
        slots.fill(NO_BLOCK);
        for (i, block) in blocks.iter().enumerate() {
            slots[linear(dims, block.index)] = i as u32;
        }
        Ok(Self { grid: *grid, blocks, slots, stats })
    }

    /// The cell, if the surface passes through it.
    pub(super) fn cell(&self, cell: Cell) -> Option<&SurfaceCell> {
        let block = &self.blocks[self.slot(cell)?];
        block.cells.get(block.find_cell(cell)?)
    }

    /// The cell, to change it.
    pub(super) fn cell_mut(&mut self, cell: Cell) -> Option<&mut SurfaceCell> {
        let slot = self.slot(cell)?;
        let block = &mut self.blocks[slot];
        let place = block.find_cell(cell)?;
        block.cells.get_mut(place)
    }

    /// A cut edge by its lower corner, and the index of its vertex in marching cubes.
    pub(super) fn edge(&self, low: [i32; 3], axis: usize) -> Option<(&CutEdge, u32)> {
        let block = &self.blocks[self.slot(low)?];
        let key = edge_key(local_index(low), axis);
        let place = block.edges.binary_search_by_key(&key, |e| e.key).ok()?;
        Some((&block.edges[place], block.first_edge + place as u32))
    }

    /// Crossings of a cell's cut edges; those of other edges are meaningless.
    pub(super) fn crossings(&self, cell: Cell, mask: Mask) -> [Crossing; EDGES] {
        let mut crossings = [Crossing::default(); EDGES];
        for edge in Edge::all().filter(|&e| mask.cuts(e)) {
            // Always there: the block of every cut edge is sampled.
            if let Some((cut, _)) = self.edge(add(cell, edge.low().offset()), edge.axis()) {
                crossings[edge.0 as usize] = cut.crossing;
            }
        }
        crossings
    }

    /// Gives each cycle of each cell its vertex, in order; returns their number.
    pub(super) fn number_cycles(&mut self) -> u32 {
        let mut next = 0;
        for cell in self.blocks.iter_mut().flat_map(|b| &mut b.cells) {
            cell.first_vertex = next;
            next += cycles(cell.mask, cell.flips).len() as u32;
        }
        next
    }

    /// Gives each cut edge its vertex, in order; returns their number.
    pub(super) fn number_edges(&mut self) -> u32 {
        let mut next = 0;
        for block in &mut self.blocks {
            block.first_edge = next;
            next += block.edges.len() as u32;
        }
        next
    }

    fn slot(&self, cell: Cell) -> Option<usize> {
        let dims = self.grid.blocks();
        let index = cell.map(|c| c.div_euclid(BLOCK));
        if !(0..3).all(|i| (0..dims[i]).contains(&index[i])) {
            return None;
        }
        let slot = self.slots[linear(dims, index)];
        (slot != NO_BLOCK).then_some(slot as usize)
    }
}

impl Block {
    fn find_cell(&self, cell: Cell) -> Option<usize> {
        self.cells.binary_search_by_key(&local_index(cell), |c| c.local).ok()
    }

    /// Grid coordinates of one of its cells.
    pub(super) fn cell_at(&self, cell: &SurfaceCell) -> Cell {
        self.unfold(cell.local)
    }

    /// Lower corner and axis of one of its edges.
    pub(super) fn place_of(&self, edge: &CutEdge) -> ([i32; 3], usize) {
        (self.unfold(edge.key / 3), usize::from(edge.key % 3))
    }

    fn unfold(&self, local: u16) -> Cell {
        let (local, n) = (i32::from(local), BLOCK);
        add(self.index.map(|b| b * n), [local % n, local / n % n, local / (n * n)])
    }
}

/// Sum of integer coordinates.
pub(super) fn add(a: [i32; 3], b: [i32; 3]) -> [i32; 3] {
    std::array::from_fn(|i| a[i] + b[i])
}

fn edge_key(local: u16, axis: usize) -> u16 {
    3 * local + axis as u16
}

fn linear(dims: [i32; 3], index: BlockIndex) -> usize {
    let [x, y, z] = index.map(|v| v as usize);
    x + dims[0] as usize * (y + dims[1] as usize * z)
}

/// Descends from the whole grid to blocks, level by level, and drops every region that holds no surface.
fn candidate_blocks<S: Solid>(
    solid: &Capped<'_, S>,
    grid: &Grid,
    watch: &Watch,
) -> Result<Vec<BlockIndex>, ContourError> {
    let dims = grid.blocks();
    let mut side = dims.into_iter().max().unwrap_or(1).max(1).unsigned_abs().next_power_of_two() as i32;
    let mut regions = vec![[0; 3]];
    loop {
        let stage = Stage::new(watch, 0, 0, regions.len());
        let kept = regions.into_par_iter().map(|low| {
            stage.tick()?;
            let high: BlockIndex = std::array::from_fn(|i| (low[i] + side).min(dims[i]));
            let corner = |b: BlockIndex| grid.corner(std::array::from_fn(|i| (b[i] * BLOCK).min(grid.cells[i])));
            Ok(solid.may_cross(&Bounds::new(corner(low), corner(high))).then_some(low))
        });
        let kept: Vec<Option<BlockIndex>> = kept.collect::<Result<_, ContourError>>()?;
        let kept = kept.into_iter().flatten();
        if side == 1 {
            return Ok(kept.collect());
        }
        side /= 2;
        let half = |low: BlockIndex, octant| add(low, Corner(octant).offset().map(|o| o * side));
        let exists = |b: &BlockIndex| (0..3).all(|i| b[i] < dims[i]);
        regions = kept.flat_map(|low| (0..8).map(move |o| half(low, o))).filter(exists).collect();
    }
}

fn sample_blocks<S: Solid>(
    solid: &Capped<'_, S>,
    grid: &Grid,
    wanted: &[BlockIndex],
    watch: &Watch,
) -> Result<Vec<Block>, ContourError> {
    let stage = Stage::new(watch, 0, 600, wanted.len());
    wanted
        .par_iter()
        .map_init(Samples::default, |samples, &index| {
            stage.tick()?;
            samples.take(solid, grid, index);
            Ok(samples.find_surface(solid, grid))
        })
        .collect()
}

/// Blocks beyond cut faces that were not sampled; marks them.
fn neighbours_wanted(found: &[Block], dims: [i32; 3], slots: &mut [u32]) -> Vec<BlockIndex> {
    let mut wanted = Vec::new();
    for block in found {
        for (face, _) in block.cut_faces.iter().enumerate().filter(|(_, cut)| **cut) {
            let mut index = block.index;
            index[face / 2] += if face % 2 == 1 { 1 } else { -1 };
            let exists = (0..3).all(|i| (0..dims[i]).contains(&index[i]));
            if exists && slots[linear(dims, index)] == NO_BLOCK {
                slots[linear(dims, index)] = PENDING;
                wanted.push(index);
            }
        }
    }
    wanted
}

fn count(grid: &Grid, blocks: &[Block]) -> Stats {
    let mut stats = Stats { cells: grid.cells.iter().map(|&n| n as u64).product(), ..Stats::default() };
    for block in blocks {
        stats.visited_cells += block.sampled_cells;
        stats.surface_cells += block.cells.len() as u64;
        stats.crossings += block.edges.len() as u64;
        stats.nan_samples += block.nan_samples;
        stats.capped |= block.edges.iter().any(|e| e.crossing.capped);
        stats.zero_gradients += block.edges.iter().filter(|e| e.crossing.normal == glam::DVec3::ZERO).count() as u64;
    }
    stats
}

/// The samples of one block: buffers of a worker, reused from block to block.
#[derive(Default)]
struct Samples {
    index: BlockIndex,
    /// Cells along each axis: fewer than [`BLOCK`] at the grid's end.
    cells: [i32; 3],
    x: Vec<f64>,
    y: Vec<f64>,
    z: Vec<f64>,
    /// Values at the corners, x fastest, one more a side than cells.
    values: Vec<f64>,
    scratch: Scratch<f64>,
}

impl Samples {
    /// Evaluates all corners of a block.
    fn take<S: Solid>(&mut self, solid: &Capped<'_, S>, grid: &Grid, index: BlockIndex) {
        self.index = index;
        self.cells = std::array::from_fn(|i| (grid.cells[i] - index[i] * BLOCK).min(BLOCK));
        self.x.clear();
        self.y.clear();
        self.z.clear();
        for_each(self.cells.map(|n| n + 1), |c| {
            let p = grid.corner(add(index.map(|b| b * BLOCK), c));
            self.x.push(p.x);
            self.y.push(p.y);
            self.z.push(p.z);
        });
        self.values.resize(self.x.len(), 0.0);
        let points = Points { x: &self.x, y: &self.y, z: &self.z };
        solid.values(points, &mut self.values, &mut self.scratch);
    }

    fn value(&self, corner: [i32; 3]) -> f64 {
        let [nx, ny, _] = self.cells.map(|n| n + 1);
        self.values[(corner[0] + nx * (corner[1] + ny * corner[2])) as usize]
    }

    /// Signs of the cells, and crossings of the edges whose lower corner is a cell's lower corner.
    fn find_surface<S: Solid>(&self, solid: &Capped<'_, S>, grid: &Grid) -> Block {
        let mut block = Block {
            index: self.index,
            cut_faces: self.cut_faces(),
            sampled_cells: self.cells.iter().map(|&n| n as u64).product(),
            nan_samples: self.new_nan_samples(grid),
            ..Block::default()
        };
        for_each(self.cells, |cell| {
            let values = std::array::from_fn(|i| self.value(add(cell, Corner(i as u8).offset())));
            let mask = Mask::of_values(&values);
            if !mask.is_cut() {
                return;
            }
            let local = local_index(cell);
            block.cells.push(SurfaceCell { local, mask, flips: Flips::default(), first_vertex: 0 });
            for axis in 0..3 {
                let edge = Edge::at_origin(axis);
                if mask.cuts(edge) {
                    let low = add(self.index.map(|b| b * BLOCK), cell);
                    let ends = [values[0], values[1 << axis]];
                    let crossing = Crossing::solve(solid, grid, GridEdge { low, axis, edge }, ends, &mut ());
                    let key = edge_key(local, axis);
                    block.edges.push(CutEdge { key, low_inside: mask.inside(Corner(0)), crossing });
                }
            }
        });
        block
    }

    /// For each face whether it has corners inside and corners outside.
    fn cut_faces(&self) -> [bool; 6] {
        let mut seen = [[false; 2]; 6];
        for_each(self.cells.map(|n| n + 1), |c| {
            let inside = usize::from(self.value(c) < 0.0);
            for axis in 0..3 {
                if c[axis] == 0 {
                    seen[2 * axis][inside] = true;
                }
                if c[axis] == self.cells[axis] {
                    seen[2 * axis + 1][inside] = true;
                }
            }
        });
        seen.map(|[outside, inside]| outside && inside)
    }

    /// NaN samples at corners that belong to this block alone: neighbours share the others, which count once.
    fn new_nan_samples(&self, grid: &Grid) -> u64 {
        let mut count = 0;
        for_each(self.cells.map(|n| n + 1), |c| {
            let is_last = |i: usize| self.index[i] * BLOCK + self.cells[i] == grid.cells[i];
            let own = (0..3).all(|i| c[i] < self.cells[i] || is_last(i));
            count += u64::from(own && self.value(c).is_nan());
        });
        count
    }
}

/// Visits all integer coordinates below `size`, x fastest.
fn for_each(size: [i32; 3], mut visit: impl FnMut([i32; 3])) {
    for z in 0..size[2] {
        for y in 0..size[1] {
            for x in 0..size[0] {
                visit([x, y, z]);
            }
        }
    }
}
