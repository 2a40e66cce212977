//! From the whole grid down to the blocks that may hold surface. Each region of the octree has its own shortened solid,
//! cut from that of its parent, so that a block asks only the few primitives that matter there.
//!
//! The octree stands still in the lattice, whatever part of it the grid covers, and what is found in a region depends on
//! nothing but the region's shortened solid. So a region whose solid is what it was the time before is taken over with all
//! that is in it, without a question to the field.

use super::ContourError;
use super::block::{Block, Pool, region};
use super::grid::{BLOCK, Grid};
use super::solid::{Solid, Walls};
use super::watch::Stage;
use rayon::prelude::*;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// A region of the octree: a cube of 2^level blocks a side, at a multiple of its size in the lattice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    level: u32,
    index: [i64; 3],
}

/// The blocks that a grid covers, counted in the lattice: from `low` to below `high`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Range {
    low: [i64; 3],
    high: [i64; 3],
}

/// A region that may hold surface.
#[derive(Debug)]
enum Region<S> {
    /// Its octants; none where there is no surface.
    Split {
        /// The solid within the region; none where nobody will ask whether it has changed.
        solid: Option<S>,
        octants: [Option<Arc<Region<S>>>; 8],
    },
    /// A block that was sampled.
    Leaf(Arc<Block<S>>),
}

/// The regions of a contour, as far as they are kept.
#[derive(Debug)]
pub(super) struct Octree<S> {
    range: Range,
    level: u32,
    roots: BTreeMap<Place, Arc<Region<S>>>,
    /// Cells of sampled blocks that were not kept since they hold no surface.
    pub(super) empty_cells: u64,
    /// NaN samples in these.
    pub(super) empty_nan_samples: u64,
    /// Blocks that were sampled for this contour and not taken over.
    pub(super) sampled_blocks: u64,
}

/// What a contour keeps of its octree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Keep {
    /// What the mesh is made from: blocks with surface.
    Surface,
    /// All that the next contour could take over.
    All,
}

impl Place {
    /// The blocks of the region, from the first to below the second.
    fn blocks(&self) -> ([i64; 3], [i64; 3]) {
        (self.index.map(|v| v << self.level), self.index.map(|v| (v + 1) << self.level))
    }

    fn octant(&self, octant: usize) -> Self {
        let bit = |axis: usize| (octant >> axis & 1) as i64;
        Self { level: self.level - 1, index: std::array::from_fn(|i| 2 * self.index[i] + bit(i)) }
    }
}

impl Range {
    pub(super) fn of(grid: &Grid) -> Self {
        let (low, size) = (grid.first_block(), grid.blocks());
        Self { low, high: std::array::from_fn(|i| low[i] + i64::from(size[i])) }
    }

    pub(super) fn volume(&self) -> u64 {
        (0..3).map(|i| (self.high[i] - self.low[i]).max(0).unsigned_abs()).product()
    }

    /// The part of a region that lies in the range.
    fn clipped(&self, place: &Place) -> Self {
        let (low, high) = place.blocks();
        Self {
            low: std::array::from_fn(|i| low[i].max(self.low[i])),
            high: std::array::from_fn(|i| high[i].min(self.high[i])),
        }
    }

    /// What the border of the grid makes of a region: which part of it is there, and where it meets the border, whose
    /// outermost corners are outside whatever the solid says.
    fn view(&self, place: &Place) -> (Self, [[bool; 2]; 3]) {
        let (low, high) = place.blocks();
        (self.clipped(place), std::array::from_fn(|i| [low[i] <= self.low[i], high[i] >= self.high[i]]))
    }
}

impl<S: Solid> Region<S> {
    fn solid(&self) -> Option<&S> {
        match self {
            Self::Split { solid, .. } => solid.as_ref(),
            Self::Leaf(block) => Some(&block.solid),
        }
    }

    fn octant(&self, octant: usize) -> Option<&Arc<Self>> {
        match self {
            Self::Split { octants, .. } => octants[octant].as_ref(),
            Self::Leaf(_) => None,
        }
    }
}

impl<S: Solid> Octree<S> {
    /// Descends into everything that may hold surface. What `old` remembers of regions that have not changed is taken over;
    /// it must be of the same lattice and have the same walls, but for the fence.
    pub(super) fn descend(
        solid: &S,
        grid: &Grid,
        walls: &Walls,
        keep: Keep,
        old: Option<&Self>,
        stage: &Stage<'_>,
    ) -> Result<Self, ContourError> {
        let range = Range::of(grid);
        let level = grid.blocks().into_iter().max().unwrap_or(1).max(1).unsigned_abs().next_power_of_two().ilog2();
        // A region's solid depends on where the descent began.
        let old = old.filter(|old| old.level == level);
        let counts = Counts::default();
        let descent = Descent { grid, walls, range, keep, old, stage, counts: &counts, pool: Pool::default() };
        let places = roots(range, level);
        let visit = |place: Place| {
            let old = old.and_then(|old| old.roots.get(&place));
            Ok(descent.visit(place, solid, old)?.map(|region| (place, region)))
        };
        let found: Vec<_> = places.into_par_iter().map(visit).collect::<Result<_, ContourError>>()?;
        Ok(Self {
            range,
            level,
            roots: found.into_iter().flatten().collect(),
            empty_cells: counts.empty_cells.into_inner(),
            empty_nan_samples: counts.empty_nan_samples.into_inner(),
            sampled_blocks: counts.sampled_blocks.into_inner(),
        })
    }

    /// All blocks that were sampled and kept, with their coordinates in the lattice; in no order that means something.
    pub(super) fn blocks(&self) -> Vec<([i64; 3], &Arc<Block<S>>)> {
        let mut blocks = Vec::new();
        let mut todo: Vec<(Place, &Region<S>)> = self.roots.iter().map(|(p, r)| (*p, &**r)).collect();
        while let Some((place, region)) = todo.pop() {
            match region {
                Region::Leaf(block) => blocks.push((place.index, block)),
                Region::Split { octants, .. } => {
                    let octants = octants.iter().enumerate();
                    todo.extend(octants.filter_map(|(i, r)| Some((place.octant(i), &**r.as_ref()?))));
                }
            }
        }
        blocks
    }

    /// Number of regions that are kept, blocks included.
    pub(super) fn regions(&self) -> usize {
        let mut count = 0;
        let mut todo: Vec<&Region<S>> = self.roots.values().map(|r| &**r).collect();
        while let Some(region) = todo.pop() {
            count += 1;
            if let Region::Split { octants, .. } = region {
                todo.extend(octants.iter().flatten().map(|r| &**r));
            }
        }
        count
    }
}

/// The regions of a level that the range touches: at most two along each axis, if the level is that of the whole grid.
fn roots(range: Range, level: u32) -> Vec<Place> {
    let along = |i: usize| (range.low[i] >> level)..=((range.high[i] - 1) >> level);
    let mut places = Vec::new();
    for z in along(2) {
        for y in along(1) {
            places.extend(along(0).map(|x| Place { level, index: [x, y, z] }));
        }
    }
    places
}

/// Sums over all workers.
#[derive(Default)]
struct Counts {
    empty_cells: AtomicU64,
    empty_nan_samples: AtomicU64,
    sampled_blocks: AtomicU64,
}

/// One descent.
struct Descent<'a, S> {
    grid: &'a Grid,
    walls: &'a Walls,
    range: Range,
    keep: Keep,
    old: Option<&'a Octree<S>>,
    stage: &'a Stage<'a>,
    counts: &'a Counts,
    pool: Pool,
}

impl<S: Solid> Descent<'_, S> {
    /// The region, if it may hold surface; `parent` is the solid of the region round it.
    fn visit(
        &self,
        place: Place,
        parent: &S,
        old: Option<&Arc<Region<S>>>,
    ) -> Result<Option<Arc<Region<S>>>, ContourError> {
        self.stage.check()?;
        let here = self.range.clipped(&place);
        if here.volume() == 0 {
            return Ok(None);
        }
        let cells = |v: i64| v * i64::from(BLOCK);
        let bounds = region(self.grid, place.blocks().0.map(cells), cells(1 << place.level));
        let survey = parent.survey(&bounds);
        if !self.walls.may_cross(&bounds, &survey) {
            self.stage.advance(here.volume());
            return Ok(None);
        }
        if let Some(old) = old.filter(|old| self.is_unchanged(&place, old, &survey.solid)) {
            self.stage.advance(here.volume());
            return Ok(Some(Arc::clone(old)));
        }
        if place.level == 0 { Ok(self.sample(&place, survey.solid)) } else { self.split(&place, survey.solid, old) }
    }

    fn is_unchanged(&self, place: &Place, old: &Region<S>, solid: &S) -> bool {
        let same_view = self.old.is_some_and(|old| old.range.view(place) == self.range.view(place));
        same_view && old.solid().is_some_and(|old| old.same_program(solid))
    }

    fn split(
        &self,
        place: &Place,
        solid: S,
        old: Option<&Arc<Region<S>>>,
    ) -> Result<Option<Arc<Region<S>>>, ContourError> {
        let visit = |i: usize| self.visit(place.octant(i), &solid, old.and_then(|old| old.octant(i)));
        let mut octants: [Result<_, _>; 8] = std::array::from_fn(|_| Ok(None));
        octants.par_iter_mut().enumerate().for_each(|(i, octant)| *octant = visit(i));
        let mut found = [const { None }; 8];
        for (found, octant) in found.iter_mut().zip(octants) {
            *found = octant?;
        }
        let keep_all = self.keep == Keep::All;
        let holds_something = keep_all || found.iter().any(Option::is_some);
        let solid = keep_all.then_some(solid);
        Ok(holds_something.then(|| Arc::new(Region::Split { solid, octants: found })))
    }

    fn sample(&self, place: &Place, solid: S) -> Option<Arc<Region<S>>> {
        let index = std::array::from_fn(|i| (place.index[i] - self.range.low[i]) as i32);
        let block = self.pool.with(|sampler| sampler.block(solid, self.walls, self.grid, index));
        self.counts.sampled_blocks.fetch_add(1, Ordering::Relaxed);
        self.stage.advance(1);
        if self.keep == Keep::Surface && block.cells.is_empty() {
            self.counts.empty_cells.fetch_add(block.sampled_cells, Ordering::Relaxed);
            self.counts.empty_nan_samples.fetch_add(block.nan_samples, Ordering::Relaxed);
            return None;
        }
        Some(Arc::new(Region::Leaf(Arc::new(block))))
    }
}
