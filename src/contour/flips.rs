//! The hole in dual contouring's manifold guarantee, and its cure.
//!
//! An ambiguous face has four cut edges. Where all four lie in one cycle on both sides of the face, four quads share the
//! dual edge between the two vertices. Joining the face's inside corners instead, in both cells, splits both cycles.
//! Only splits happen, so one pass in a fixed order leaves no such face.

use super::grid::{Cell, Grid, add, storage_key};
use super::solid::Solid;
use super::surface::Surface;
use super::table::{Face, Flips, JOINED, Mask, cycles};
use rayon::prelude::*;
use std::collections::BTreeMap;

/// The face between `cell` and the next cell along `axis`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct SharedFace {
    cell: Cell,
    axis: usize,
}

/// Signs and face rules of cells.
trait Cases {
    fn case(&self, cell: Cell) -> Option<(Mask, Flips)>;
    fn set_flips(&mut self, cell: Cell, flips: Flips);
}

impl SharedFace {
    /// Both cells with their side of the face.
    fn sides(self) -> [(Cell, Face); 2] {
        let mut next = self.cell;
        next[self.axis] += 1;
        [(self.cell, Face::new(self.axis, true)), (next, Face::new(self.axis, false))]
    }

    /// True if its four cut edges lie in one cycle on both sides.
    fn is_joined_twice(self, cases: &impl Cases) -> bool {
        self.sides().into_iter().all(|(cell, face)| {
            cases.case(cell).is_some_and(|(mask, flips)| cycles(mask, flips).joins_ambiguous_face(mask, face))
        })
    }
}

/// Flips the faces that are still joined twice when their turn comes; returns how many.
fn resolve(faces: &[SharedFace], cases: &mut impl Cases) -> u64 {
    let mut flipped = 0;
    for face in faces {
        if face.is_joined_twice(cases) {
            flipped += 1;
            for (cell, side) in face.sides() {
                if let Some((_, flips)) = cases.case(cell) {
                    cases.set_flips(cell, flips.with(side));
                }
            }
        }
    }
    flipped
}

impl<S: Solid> Cases for Surface<S> {
    fn case(&self, cell: Cell) -> Option<(Mask, Flips)> {
        self.cell(cell).map(|c| (c.mask, c.flips))
    }

    fn set_flips(&mut self, cell: Cell, flips: Flips) {
        Self::set_flips(self, cell, flips);
    }
}

/// Flips faces of a whole surface; returns how many.
pub(super) fn flip_joined_faces<S: Solid>(surface: &mut Surface<S>) -> u64 {
    let shared = &*surface;
    let faces: Vec<SharedFace> = shared
        .sheets
        .par_iter()
        .filter(|sheet| sheet.block.has_joined_faces)
        .flat_map_iter(|sheet| sheet.cells().iter().map(|c| (add(sheet.low(), c.place()), c.mask)))
        .filter(|(_, mask)| JOINED[usize::from(mask.0)] != 0)
        .flat_map_iter(|(cell, _)| (0..3).map(move |axis| SharedFace { cell, axis }))
        .filter(|face| face.is_joined_twice(shared))
        .collect();
    let flipped = resolve(&faces, surface);
    surface.renumber_flipped();
    flipped
}

/// The cells that were asked for; signs come from a function.
struct Sparse {
    cells: BTreeMap<([i32; 3], u16), (Mask, Flips)>,
}

impl Cases for Sparse {
    fn case(&self, cell: Cell) -> Option<(Mask, Flips)> {
        self.cells.get(&storage_key(cell)).copied()
    }

    fn set_flips(&mut self, cell: Cell, flips: Flips) {
        if let Some(case) = self.cells.get_mut(&storage_key(cell)) {
            case.1 = flips;
        }
    }
}

/// The face rules of one cell, as the whole surface would have them: whether a face is flipped depends only on cells
/// that are linked by joined faces, so only those are visited.
pub(super) fn flips_of_cell(grid: &Grid, cell: Cell, mut mask_of: impl FnMut(Cell) -> Mask) -> Flips {
    let mut known = Sparse { cells: BTreeMap::new() };
    let mut faces = Vec::new();
    let mut todo = vec![cell];
    while let Some(here) = todo.pop() {
        for face in Face::all() {
            let mut step = [0; 3];
            step[face.axis()] = if face.is_high() { 1 } else { -1 };
            let there = add(here, step);
            for c in [here, there] {
                if grid.contains(c) {
                    known.cells.entry(storage_key(c)).or_insert_with(|| (mask_of(c), Flips::default()));
                }
            }
            let shared = SharedFace { cell: if face.is_high() { here } else { there }, axis: face.axis() };
            if !faces.contains(&shared) && shared.is_joined_twice(&known) {
                faces.push(shared);
                todo.push(there);
            }
        }
    }
    faces.sort_by_key(|f| (storage_key(f.cell), f.axis));
    resolve(&faces, &mut known);
    known.case(cell).map_or(Flips::default(), |(_, flips)| flips)
}
