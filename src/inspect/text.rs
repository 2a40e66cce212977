//! Reports as text.

use crate::contour::CellReport;
use crate::mesh::Check;
use crate::scene::Scene;

/// Why the vertices of a cell are where they are.
#[must_use]
pub fn cell(scene: &Scene, report: &CellReport) -> String {
    let _ = (scene, report);
    todo!("pipeline helper")
}

/// The checks of a mesh; `self_intersections` is the number of pairs when it was computed.
#[must_use]
pub fn mesh_check(name: &str, check: &Check, self_intersections: Option<usize>) -> String {
    let _ = (name, check, self_intersections);
    todo!("pipeline helper")
}
