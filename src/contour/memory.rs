//! What a contour leaves behind for the next one.

use super::grid::Grid;
use super::octree::{Keep, Octree};
use super::parts::{Parts, bytes};
use super::solid::{Solid, Walls};
use super::{ContourError, Contoured, Settings, Watch, contour_with};
use crate::field::Field;

/// What a contour of one solid leaves behind: regions with their short fields, blocks with their crossings, vertices and
/// triangles. About 200 bytes for each cell with surface.
#[derive(Debug)]
pub struct Memory {
    kept: Option<Kept<Field>>,
    /// Most bytes to keep.
    budget: usize,
}

/// What is kept, and for which contours it holds.
#[derive(Debug)]
pub(super) struct Kept<S> {
    settings: Settings,
    grid: Grid,
    walls: Walls,
    octree: Octree<S>,
    parts: Parts<S>,
    /// Bytes of this contour's solid and of those before, parts of which may have been taken over.
    solids: usize,
}

impl Memory {
    /// Most bytes that one solid's memory takes by default: room for about a million cells with surface. Larger solids are
    /// contoured from nothing each time.
    pub const DEFAULT_BUDGET: usize = 256 << 20;

    /// A memory that forgets what takes more than so many bytes.
    #[must_use]
    pub fn with_budget(bytes: usize) -> Self {
        Self { kept: None, budget: bytes }
    }

    /// From now on, forget what takes more than so many bytes: several solids may share one budget.
    pub fn set_budget(&mut self, bytes: usize) {
        self.budget = bytes;
    }

    /// Bytes that it holds, roughly.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.kept.as_ref().map_or(0, Kept::bytes)
    }
}

impl Default for Memory {
    fn default() -> Self {
        Self::with_budget(Self::DEFAULT_BUDGET)
    }
}

impl<S: Solid> Kept<S> {
    /// What a contour of `solid` leaves that may have taken over from `old`.
    pub(super) fn new(
        (solid, settings): (&S, &Settings),
        (grid, walls): (Grid, Walls),
        octree: Octree<S>,
        parts: Parts<S>,
        old: Option<&Self>,
    ) -> Self {
        let solids = solid.bytes() + old.map_or(0, |old| old.solids);
        Self { settings: *settings, grid, walls, octree, parts, solids }
    }

    /// The octree, if it is one of the same lattice and the walls that cut the solid are the same.
    pub(super) fn octree(&self, grid: &Grid, walls: &Walls) -> Option<&Octree<S>> {
        let same_lattice = self.grid.h == grid.h && self.grid.anchor == grid.anchor;
        (same_lattice && self.walls.hard == walls.hard).then_some(&self.octree)
    }

    /// The parts, if they were made in the same way. Whether their blocks are the same is seen block by block.
    pub(super) fn parts(&self, settings: &Settings) -> Option<&Parts<S>> {
        (self.settings == *settings).then_some(&self.parts)
    }

    /// The octree, for tests that look into it.
    #[cfg(test)]
    pub(super) fn octree_of_any_grid(&self) -> &Octree<S> {
        &self.octree
    }

    fn bytes(&self) -> usize {
        // A short program of a few instructions, and the region round it.
        const REGION: usize = 1024;
        bytes(&self.parts) + self.octree.regions() * REGION + self.solids
    }
}

/// As [`contour`](super::contour), bit for bit, but takes over what `memory` has of the last contour and what has not
/// changed since: blocks in which the field, without the parts that cannot decide there, is what it was. So the time of an
/// edit grows with what it touches. [`Stats::reused_blocks`](super::Stats::reused_blocks) says how much was taken over.
///
/// The last contour may have been of any field and any settings; the more they have in common the better. The lattice of
/// corners does not move with a solid's bounds, and a changed method, sharpness or bias costs no samples.
///
/// # Errors
/// As [`contour`](super::contour). The memory is then what it was.
pub fn contour_again(
    field: &Field,
    settings: &Settings,
    memory: &mut Memory,
    watch: &Watch,
) -> Result<Contoured, ContourError> {
    let (contoured, kept) = contour_with(field, settings, Keep::All, memory.kept.as_ref(), watch)?;
    memory.kept = kept.filter(|kept| kept.bytes() <= memory.budget);
    Ok(contoured)
}
