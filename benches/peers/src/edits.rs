//! Milliseconds from an edit of one node to the new mesh, Isolab alone.

use crate::clock::{Clock, medians};
use crate::contours::pool;
use crate::ours::Ours;
use crate::scenes::{Solid, blobs, part};
use crate::table::{number, print};
use isolab::contour::Memory;
use serde::Serialize;

/// One row: one thread, processor time.
#[derive(Serialize)]
pub struct Edit {
    scene: &'static str,
    cells: u32,
    /// The whole contour.
    whole_milliseconds: f64,
    /// Compiling the edited scene and contouring what the edit touched.
    edit_milliseconds: f64,
    /// At most; the goal is wanted.
    floor: Option<f64>,
    goal: Option<f64>,
}

pub fn edits() -> Vec<Edit> {
    vec![
        edit("s2", part, 64, Some([16.0, 5.0])),
        edit("s3", || blobs(200), 128, Some([25.0, 8.0])),
        edit("2,000 blobs", || blobs(2000), 128, None),
    ]
}

/// Moves one node back and forth.
fn edit(scene: &'static str, solid: impl Fn() -> Solid, cells: u32, target: Option<[f64; 2]>) -> Edit {
    let mut versions = [solid(), solid()];
    assert!(versions[1].nudge(), "{scene} has a node to edit");
    let one = pool(1);
    let (mut memory, mut turn) = (Memory::default(), 0);
    let [whole, edit] = medians(
        Clock::Processor,
        [
            Some(&mut || _ = one.install(|| Ours::new(&versions[0]).contour(cells))),
            Some(&mut || {
                turn += 1;
                _ = one.install(|| Ours::new(&versions[turn % 2]).contour_again(cells, &mut memory));
            }),
        ],
    )
    .map(|seconds| 1e3 * seconds.unwrap_or(f64::NAN));
    let [floor, goal] = [0, 1].map(|i| target.map(|t| t[i]));
    Edit { scene, cells, whole_milliseconds: whole, edit_milliseconds: edit, floor, goal }
}

pub fn print_all(rows: &[Edit]) {
    let cells = rows.iter().map(|r| {
        let measured = [Some(r.whole_milliseconds), Some(r.edit_milliseconds), r.floor, r.goal].map(number);
        let within = |limit: Option<f64>| limit.is_some_and(|limit| r.edit_milliseconds <= limit);
        let holds = match (within(r.goal), within(r.floor), r.floor) {
            (true, ..) => "goal",
            (_, true, _) => "floor",
            (.., Some(_)) => "NEITHER",
            (.., None) => "",
        };
        [vec![r.scene.to_owned(), r.cells.to_string()], measured.to_vec(), vec![holds.to_owned()]].concat()
    });
    let head = ["scene", "cells", "whole", "edit", "floor", "goal", "holds"];
    print("Edit of one node to the new mesh, Isolab, one thread, milliseconds (at most)", &head, cells.collect());
}
