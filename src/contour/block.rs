//! One block of 8³ cells: the signs of its cells and the crossings of its edges, found once and never changed.

use super::crossing::{Crossing, CrossingSolver, GridEdge};
use super::grid::{BLOCK, Cell, Grid, add, local_index};
use super::solid::{Capped, Solid, Walls};
use super::table::{CASES, Corner, Edge, Flips, JOINED, Mask, cycles};
use crate::field::{Points, Scratch};
use crate::math::Bounds;
use glam::DVec3;
use std::sync::Mutex;

/// Cells of a block.
const CELLS: usize = (BLOCK * BLOCK * BLOCK) as usize;
/// Corners along the side of a block, both ends included.
const CORNERS: usize = BLOCK as usize + 1;

/// Blocks sample corners; cells on their low side may belong to quads whose edge is theirs. So a block asks its field this
/// far beyond its low sides, in cells,
const LOW_MARGIN: f64 = 1.0;
/// and this far beyond its high sides: crossings on its last corners are asked a nudge further.
const NUDGE_MARGIN: f64 = 0.01;

/// A cell that the surface passes through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SurfaceCell {
    /// Place in its block; see [`local_index`].
    pub(super) local: u16,
    pub(super) mask: Mask,
    pub(super) flips: Flips,
    /// Index of its first vertex among those of the block (dual contouring).
    pub(super) first: u16,
}

/// A cut edge of the grid, kept by the block of its lower corner.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct CutEdge {
    /// Three times the lower corner's place in the block, and the axis.
    pub(super) key: u16,
    /// True if the lower corner is inside.
    pub(super) low_inside: bool,
    pub(super) crossing: Crossing,
}

/// What was found in one sampled block.
#[derive(Debug)]
pub(super) struct Block<S> {
    /// The solid as short as it can be for this block; see [`region`] for where it holds.
    pub(super) solid: S,
    /// If that is long, it is shortened once more for the samples, crossings and vertices of each octant.
    octants: Option<Box<[Octant<S>; 8]>>,
    /// True if walls have a say in the block.
    is_walled: bool,
    /// Sorted by place.
    pub(super) cells: Vec<SurfaceCell>,
    /// Sorted by lower corner, then axis.
    pub(super) edges: Vec<CutEdge>,
    /// Place in `cells` of each cell.
    cell_ranks: Ranks<{ CELLS / 64 }>,
    /// Place in `edges` of each edge.
    edge_ranks: Ranks<{ 3 * CELLS / 64 }>,
    /// For each face (2·axis + side) whether the surface cuts it.
    pub(super) cut_faces: [bool; 6],
    /// True if a cell has an ambiguous face whose cut edges are all in one cycle; see [`super::flips`].
    pub(super) has_joined_faces: bool,
    pub(super) sampled_cells: u64,
    pub(super) nan_samples: u64,
}

/// A set of small numbers that knows how many of them lie below a number: one bit each, and counts of words.
#[derive(Clone, Debug)]
struct Ranks<const WORDS: usize> {
    bits: [u64; WORDS],
    /// Numbers in the words before.
    before: [u16; WORDS],
}

impl<const WORDS: usize> Ranks<WORDS> {
    fn new(members: impl Iterator<Item = u16>) -> Self {
        let mut ranks = Self { bits: [0; WORDS], before: [0; WORDS] };
        for i in members.map(usize::from) {
            ranks.bits[i / 64] |= 1 << (i % 64);
        }
        for word in 1..WORDS {
            ranks.before[word] = ranks.before[word - 1] + ranks.bits[word - 1].count_ones() as u16;
        }
        ranks
    }

    /// How many members are less than this one; none if it is not a member.
    fn rank(&self, i: u16) -> Option<usize> {
        let (word, bit) = (usize::from(i) / 64, i % 64);
        let bits = self.bits[word];
        let is_member = bits >> bit & 1 == 1;
        let below = bits & ((1 << bit) - 1);
        is_member.then(|| usize::from(self.before[word]) + below.count_ones() as usize)
    }
}

impl<S: Solid> Block<S> {
    /// The solid for all that the block asks.
    pub(super) fn capped(&self, walls: &Walls) -> Capped<'_, S> {
        Capped::near(&self.solid, self.is_walled.then_some(*walls))
    }

    /// The solid in a cell of the block, and on the edges from its least corner.
    pub(super) fn capped_in(&self, cell: Cell, walls: &Walls) -> Capped<'_, S> {
        let solid = self.octants.as_ref().map_or(&self.solid, |octants| &octants[octant_of(cell)].solid);
        Capped::near(solid, self.is_walled.then_some(*walls))
    }
}

impl<S> Block<S> {
    /// Place in `cells` of the cell with this [`local_index`].
    pub(super) fn find_cell(&self, local: u16) -> Option<usize> {
        self.cell_ranks.rank(local)
    }

    /// Place in `edges` of the edge along `axis` from the corner with this [`local_index`].
    pub(super) fn find_edge(&self, local: u16, axis: usize) -> Option<usize> {
        self.edge_ranks.rank(edge_key(local, axis))
    }
}

impl SurfaceCell {
    /// Coordinates in the block.
    pub(super) fn place(&self) -> Cell {
        unfold(self.local)
    }

    /// Its vertices, by dual contouring.
    pub(super) fn vertices(&self) -> usize {
        if self.flips.is_none() {
            CASES[usize::from(self.mask.0)].cycles.len()
        } else {
            cycles(self.mask, self.flips).len()
        }
    }
}

impl CutEdge {
    /// Lower corner's coordinates in the block, and axis.
    pub(super) fn place(&self) -> (Cell, usize) {
        (unfold(self.key / 3), usize::from(self.key % 3))
    }
}

fn edge_key(local: u16, axis: usize) -> u16 {
    3 * local + axis as u16
}

fn unfold(local: u16) -> Cell {
    let (local, n) = (i32::from(local), BLOCK);
    [local % n, local / n % n, local / (n * n)]
}

/// Gives the vertices of each cell their places, one after the other; returns how many there are.
pub(super) fn number_vertices(cells: &mut [SurfaceCell]) -> u16 {
    let mut next = 0;
    for cell in cells {
        cell.first = next;
        next += cell.vertices() as u16;
    }
    next
}

/// Half of a block's side.
const HALF: i32 = BLOCK / 2;

/// The octant of a block that a cell lies in.
fn octant_of(cell: Cell) -> usize {
    (0..3).fold(0, |bits, axis| bits | usize::from(cell[axis] >= HALF) << axis)
}

/// What is known about an eighth of a block.
#[derive(Debug)]
struct Octant<S> {
    /// The block's solid, shortened once more.
    solid: S,
    /// A value of the right sign for all of it, if it holds no surface.
    clear: Option<f64>,
}

/// A long solid, shortened for each octant of a block; walls keep octants from being clear.
fn octants<S: Solid>(solid: &S, grid: &Grid, low: [i32; 3], is_walled: bool) -> Option<Box<[Octant<S>; 8]>> {
    let of_octant = |octant: usize| {
        let offset = Corner(octant as u8).offset().map(|o| o * HALF);
        let low: [i64; 3] = std::array::from_fn(|i| grid.first[i] + i64::from(low[i] + offset[i]));
        let survey = solid.survey(&cube(grid, low, i64::from(HALF), [NUDGE_MARGIN; 2]));
        let is_clear = !is_walled && survey.value.abs() > survey.reach;
        Octant { solid: survey.solid, clear: is_clear.then_some(survey.value) }
    };
    solid.is_long().then(|| Box::new(std::array::from_fn(of_octant)))
}

/// Where a solid is asked for everything that concerns a cube of `side` cells whose least corner is `low`: samples,
/// crossings, vertices, and the diagonals of its quads.
pub(super) fn region(grid: &Grid, low: [i64; 3], side: i64) -> Bounds {
    cube(grid, low, side, [LOW_MARGIN, NUDGE_MARGIN])
}

/// A cube of cells with margins on its low and its high sides, in cells.
fn cube(grid: &Grid, low: [i64; 3], side: i64, margins: [f64; 2]) -> Bounds {
    let corner = |c: [i64; 3], margin: f64| grid.anchor + (DVec3::from_array(c.map(|v| v as f64)) + margin) * grid.h;
    Bounds::new(corner(low, -margins[0]), corner(low.map(|v| v + side), margins[1]))
}

/// Buffers that workers borrow and give back, so that a block allocates little more than what it keeps.
#[derive(Default)]
pub(super) struct Pool(Mutex<Vec<Sampler>>);

impl Pool {
    /// Lends a sampler, a used one if there is one.
    pub(super) fn with<R>(&self, work: impl FnOnce(&mut Sampler) -> R) -> R {
        // A panic while the lock is held is impossible: a push or pop is all that happens.
        let lock = || self.0.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let mut sampler = lock().pop().unwrap_or_default();
        let result = work(&mut sampler);
        lock().push(sampler);
        result
    }
}

/// The samples of one block.
#[derive(Default)]
pub(super) struct Sampler {
    /// Cells along each axis: fewer than [`BLOCK`] at the grid's end.
    cells: [i32; 3],
    x: Vec<f64>,
    y: Vec<f64>,
    z: Vec<f64>,
    /// Values at the corners, x fastest, one more a side than cells.
    values: Vec<f64>,
    /// For each row of corners along x one bit per corner: is it inside? By z, then y.
    inside: [[u16; CORNERS]; CORNERS],
    scratch: Scratch<f64>,
    /// Places of the corners of each octant, and the points and values of one of them.
    places: [Vec<usize>; 8],
    some: [Vec<f64>; 3],
    some_values: Vec<f64>,
    /// All cut edges with the values at their ends, and some of them.
    edges: Vec<(GridEdge, [f64; 2])>,
    chosen: Vec<(GridEdge, [f64; 2])>,
    solver: CrossingSolver,
}

impl Sampler {
    /// Samples one block of the grid, given by its integer coordinates; no walls if none has a say there.
    pub(super) fn block<S: Solid>(&mut self, solid: S, walls: Option<Walls>, grid: &Grid, index: [i32; 3]) -> Block<S> {
        let low = index.map(|b| b * BLOCK);
        let octants = octants(&solid, grid, low, walls.is_some());
        self.place_corners(grid, low);
        match &octants {
            None => self.take(&Capped::near(&solid, walls)),
            Some(octants) => self.take_octants(octants, walls),
        }
        self.find_inside();
        let mut cells = Vec::new();
        self.find_cells(&mut cells);
        let mut edges = self.cut_edges(low, &cells);
        match &octants {
            None => self.cross(&Capped::near(&solid, walls), grid, &mut edges, |_| true),
            Some(octants) => {
                self.ask_clear_ends(&Capped::near(&solid, walls), octants, grid, &edges);
                for (i, Octant { solid, .. }) in octants.iter().enumerate() {
                    self.cross(&Capped::near(solid, walls), grid, &mut edges, |cell| octant_of(cell) == i);
                }
            }
        }
        number_vertices(&mut cells);
        Block {
            octants,
            cell_ranks: Ranks::new(cells.iter().map(|c| c.local)),
            edge_ranks: Ranks::new(edges.iter().map(|e| e.key)),
            cut_faces: self.cut_faces(),
            has_joined_faces: cells.iter().any(|c| JOINED[usize::from(c.mask.0)] != 0),
            sampled_cells: self.cells.iter().map(|&n| n as u64).product(),
            nan_samples: self.own_nan_samples(),
            is_walled: walls.is_some(),
            solid,
            cells,
            edges,
        }
    }

    /// Places all corners of a block.
    fn place_corners(&mut self, grid: &Grid, low: [i32; 3]) {
        self.cells = std::array::from_fn(|i| (grid.cells[i] - low[i]).min(BLOCK));
        let [nx, ny, nz] = self.cells.map(|n| n as usize + 1);
        // Each coordinate of a corner depends on its own number alone.
        let line =
            |axis: usize| -> [f64; CORNERS] { std::array::from_fn(|i| grid.corner(low.map(|c| c + i as i32))[axis]) };
        let [x, y, z] = [line(0), line(1), line(2)];
        self.x.clear();
        self.y.clear();
        self.z.clear();
        for z in &z[..nz] {
            for y in &y[..ny] {
                self.x.extend_from_slice(&x[..nx]);
                self.y.extend(std::iter::repeat_n(*y, nx));
            }
            self.z.extend(std::iter::repeat_n(*z, nx * ny));
        }
        self.values.clear();
        self.values.resize(self.x.len(), 0.0);
    }

    /// Evaluates all corners.
    fn take<S: Solid>(&mut self, solid: &Capped<'_, S>) {
        let points = Points { x: &self.x, y: &self.y, z: &self.z };
        solid.values(points, &mut self.values, &mut self.scratch);
    }

    /// Evaluates the corners of each octant by its own solid. Corners in the middle belong to the higher octants.
    fn take_octants<S: Solid>(&mut self, octants: &[Octant<S>; 8], walls: Option<Walls>) {
        let [nx, ny, nz] = self.cells.map(|n| n as usize + 1);
        let mut places: [Vec<usize>; 8] = std::mem::take(&mut self.places);
        for (i, corner) in (0..nx * ny * nz).map(|i| (i, [i % nx, i / nx % ny, i / (nx * ny)])) {
            places[octant_of(corner.map(|c| c as i32))].push(i);
        }
        for (Octant { solid, clear }, places) in octants.iter().zip(&mut places) {
            if let Some(value) = clear {
                places.drain(..).for_each(|i| self.values[i] = *value);
                continue;
            }
            let [x, y, z] = &mut self.some;
            for (some, all) in [(&mut *x, &self.x), (y, &self.y), (z, &self.z)] {
                some.clear();
                some.extend(places.iter().map(|&i| all[i]));
            }
            let [x, y, z] = &self.some;
            self.some_values.resize(places.len(), 0.0);
            let solid = Capped::near(solid, walls);
            solid.values(Points { x, y, z }, &mut self.some_values, &mut self.scratch);
            for (i, value) in places.drain(..).zip(&self.some_values) {
                self.values[i] = *value;
            }
        }
        self.places = places;
    }

    fn find_inside(&mut self) {
        let [nx, ny, _] = self.cells.map(|n| n as usize + 1);
        self.inside = [[0; CORNERS]; CORNERS];
        for (i, row) in self.values.chunks_exact(nx).enumerate() {
            let bits = row.iter().enumerate().fold(0, |bits, (i, &v)| bits | u16::from(v < 0.0) << i);
            self.inside[i / ny][i % ny] = bits;
        }
    }

    fn value(&self, corner: [i32; 3]) -> f64 {
        let [nx, ny, _] = self.cells.map(|n| n + 1);
        self.values[(corner[0] + nx * (corner[1] + ny * corner[2])) as usize]
    }

    /// Cells whose corners have both signs.
    fn find_cells(&self, cells: &mut Vec<SurfaceCell>) {
        let [nx, ny, nz] = self.cells;
        for z in 0..nz as usize {
            for y in 0..ny as usize {
                let rows = [self.inside[z][y], self.inside[z][y + 1], self.inside[z + 1][y], self.inside[z + 1][y + 1]];
                let any = rows[0] | rows[1] | rows[2] | rows[3];
                let all = rows[0] & rows[1] & rows[2] & rows[3];
                let mut cut = (any | any >> 1) & !(all & all >> 1) & ((1 << nx) - 1);
                while cut != 0 {
                    let x = cut.trailing_zeros();
                    cut &= cut - 1;
                    let pair = |row: usize| (rows[row] >> x & 3) as u8;
                    let mask = Mask(pair(0) | pair(1) << 2 | pair(2) << 4 | pair(3) << 6);
                    let local = local_index([x as i32, y as i32, z as i32]);
                    cells.push(SurfaceCell { local, mask, flips: Flips::default(), first: 0 });
                }
            }
        }
    }

    /// The edges whose lower corner is a cell's lower corner, without their crossings.
    fn cut_edges(&mut self, low: [i32; 3], cells: &[SurfaceCell]) -> Vec<CutEdge> {
        self.edges.clear();
        let mut found = Vec::new();
        for cell in cells {
            for axis in (0..3).filter(|&axis| cell.mask.cuts(Edge::at_origin(axis))) {
                let at = cell.place();
                let end = add(at, Corner(1 << axis).offset());
                let place = GridEdge { low: add(low, at), axis, edge: Edge::at_origin(axis) };
                self.edges.push((place, [self.value(at), self.value(end)]));
                let (key, low_inside) = (edge_key(cell.local, axis), cell.mask.inside(Corner(0)));
                found.push(CutEdge { key, low_inside, crossing: Crossing::default() });
            }
        }
        found
    }

    /// Gives cut edges the true values of ends in clear octants, of which only the sign was known.
    fn ask_clear_ends<S: Solid>(
        &mut self,
        solid: &Capped<'_, S>,
        octants: &[Octant<S>; 8],
        grid: &Grid,
        cut: &[CutEdge],
    ) {
        for ((place, values), cut) in self.edges.iter_mut().zip(cut) {
            let (cell, axis) = cut.place();
            let end = Corner(1 << axis).offset();
            if octants[octant_of(add(cell, end))].clear.is_some() {
                values[1] = solid.value(grid.corner(add(place.low, end)));
            }
        }
    }

    /// Finds the crossings of those edges whose cell is chosen.
    fn cross<S: Solid>(
        &mut self,
        solid: &Capped<'_, S>,
        grid: &Grid,
        cut: &mut [CutEdge],
        is_chosen: impl Fn(Cell) -> bool,
    ) {
        let is_chosen = |cut: &CutEdge| is_chosen(cut.place().0);
        self.chosen.clear();
        self.chosen.extend(self.edges.iter().zip(&*cut).filter(|(_, cut)| is_chosen(cut)).map(|(edge, _)| *edge));
        let crossings = self.solver.solve(solid, grid, &self.chosen, &mut ());
        for (cut, crossing) in cut.iter_mut().filter(|cut| is_chosen(cut)).zip(crossings) {
            cut.crossing = *crossing;
        }
    }

    /// For each face whether it has corners inside and corners outside.
    fn cut_faces(&self) -> [bool; 6] {
        let [nx, ny, nz] = self.cells.map(|n| n as usize);
        let whole: u16 = (1 << (nx + 1)) - 1;
        let mut faces = [(0, whole); 6];
        let mut meet = |face: usize, bits: u16, of: u16| {
            let (any, all): (u16, u16) = faces[face];
            // Bits that do not lie on the face count as inside for `all` and as outside for `any`.
            faces[face] = (any | (bits & of), all & (bits | !of));
        };
        for z in 0..=nz {
            for y in 0..=ny {
                let row = self.inside[z][y];
                meet(0, row, 1);
                meet(1, row, 1 << nx);
                let sides = [(2, y == 0), (3, y == ny), (4, z == 0), (5, z == nz)];
                for (face, _) in sides.into_iter().filter(|(_, on_face)| *on_face) {
                    meet(face, row, whole);
                }
            }
        }
        faces.map(|(any, all)| any != 0 && all & whole != whole)
    }

    /// NaN samples at corners that no neighbour on a low side shares: these count once. (The outermost layer of a grid is
    /// not counted; nothing is inside there.)
    fn own_nan_samples(&self) -> u64 {
        let [nx, ny, nz] = self.cells;
        let mut count = 0;
        if self.values.iter().any(|v| v.is_nan()) {
            for z in 0..nz {
                for y in 0..ny {
                    count += (0..nx).filter(|&x| self.value([x, y, z]).is_nan()).count() as u64;
                }
            }
        }
        count
    }
}
