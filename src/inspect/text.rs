//! Reports as text.
//!
//! Columns are aligned, numbers have a fixed form and nothing depends on a clock or a path, so that golden files can
//! hold the text.

mod cell;
mod printable;
mod table;
#[cfg(test)]
mod tests;

pub use cell::cell;
pub use printable::{printable, printable_lines, quoted};

use crate::contour::{Cell, Contoured, Settings};
use crate::field::Sample;
use crate::mesh::{Check, Mesh};
use crate::scene::{Method, Scene};
use crate::sim::World;
use glam::DVec3;
use std::fmt::Write;
use table::{Table, number, point};

/// The checks of a mesh; `self_intersections` is the number of pairs when it was computed.
#[must_use]
pub fn mesh_check(name: &str, check: &Check, self_intersections: Option<usize>) -> String {
    let yes_no = |yes: bool| if yes { "yes" } else { "no" }.to_owned();
    let mut table = Table::new(2);
    let mut row = |label: &str, value: String| table.row([label.to_owned(), value]);
    row("closed", yes_no(check.is_closed()));
    row("manifold", yes_no(check.is_closed_manifold()));
    row("finite", yes_no(check.finite));
    row("vertices", check.vertices.to_string());
    row("edges", check.edges.to_string());
    row("triangles", check.triangles.to_string());
    row("components", check.components.to_string());
    row("Euler characteristic", check.euler.to_string());
    row("volume", format!("{} m³", number(check.volume)));
    row("area", format!("{} m²", number(check.area)));
    row("open edges", check.open_edges.to_string());
    row("edges of more than two triangles", check.non_manifold_edges.to_string());
    row("edges used twice in one direction", check.misoriented_edges.to_string());
    row("vertices of more than one fan", check.non_manifold_vertices.to_string());
    row("degenerate triangles", check.degenerate_triangles.to_string());
    row("duplicate triangles", check.duplicate_triangles.to_string());
    row("self-intersecting pairs", self_intersections.map_or("not computed".to_owned(), |n| n.to_string()));
    format!("Mesh {}\n{}", quoted(name), table.indented(2))
}

/// How a solid was contoured and what it cost in cells; without times, which differ from run to run.
#[must_use]
pub fn contoured(name: &str, settings: &Settings, contoured: &Contoured) -> String {
    let (grid, stats) = (&contoured.grid, &contoured.stats);
    let mut table = Table::new(2);
    let mut row = |label: &str, value: String| table.row([label.to_owned(), value]);
    row("method", method(settings.method).to_owned());
    row("cell", format!("{} m", number(grid.h)));
    row("grid", format!("{} x {} x {} cells from {}", grid.cells[0], grid.cells[1], grid.cells[2], point(grid.origin)));
    row("cells visited", format!("{} of {}", stats.visited_cells, stats.cells));
    row("cells with surface", stats.surface_cells.to_string());
    row("cut edges", stats.crossings.to_string());
    row("vertices", contoured.mesh.positions.len().to_string());
    row("triangles", contoured.mesh.triangles.len().to_string());
    row("vertices held in their cell", stats.clamped.to_string());
    row("samples that were NaN", stats.nan_samples.to_string());
    row("capped by the domain", if stats.capped { "yes" } else { "no" }.to_owned());
    format!("Solid {}\n{}", quoted(name), table.indented(2))
}

/// The state of all ropes and deformers at the present tick.
#[must_use]
pub fn world(world: &World) -> String {
    let mut text = format!("Tick {}\n", world.tick());
    for rope in world.ropes() {
        let contacts = rope.contacts.iter().filter(|c| **c).count();
        let shortest = rope.strains().fold(f64::INFINITY, f64::min);
        let mut table = Table::new(2);
        table.row(["segments".to_owned(), rope.positions.len().saturating_sub(1).to_string()]);
        table.row(["largest strain".to_owned(), number(rope.max_stretch())]);
        table.row(["least strain".to_owned(), number(shortest)]);
        table.row(["particles in contact".to_owned(), contacts.to_string()]);
        table.row(["particles held".to_owned(), rope.pinned.iter().filter(|p| **p).count().to_string()]);
        let _ = write!(text, "Rope {}\n{}", quoted(&rope.id), table.indented(2));
    }
    for deformer in world.deformers() {
        let speed = deformer.velocities.iter().map(|v| v.length()).fold(0.0, f64::max);
        let mut table = Table::new(2);
        table.row(["vertices".to_owned(), deformer.positions.len().to_string()]);
        table.row(["largest displacement".to_owned(), format!("{} m", number(deformer.max_displacement()))]);
        table.row(["largest speed".to_owned(), format!("{} m/s", number(speed))]);
        let _ = write!(text, "Deformer {}\n{}", quoted(&deformer.id), table.indented(2));
    }
    for (i, poke) in world.pokes().iter().enumerate() {
        let _ = match &poke.hit {
            Some(hit) => writeln!(text, "Poke {i} hits {} at {}", quoted(&hit.deformer), point(hit.point)),
            None => writeln!(text, "Poke {i} hits nothing"),
        };
    }
    let _ = writeln!(text, "State hash {:016x}", world.hash());
    text
}

/// What a field says about a point.
#[must_use]
pub fn sample(scene: &Scene, at: DVec3, sample: &Sample) -> String {
    let side = if sample.value < 0.0 { "inside" } else { "outside" };
    let mut table = Table::new(2);
    table.row(["value".to_owned(), format!("{}, {side}", distance(sample.value))]);
    table.row(["gradient".to_owned(), point(sample.gradient)]);
    table.row(["feature".to_owned(), if sample.feature { "yes" } else { "no" }.to_owned()]);
    table.row(["node".to_owned(), node_name(scene, sample.node)]);
    format!("Point {}\n{}", point(at), table.indented(2))
}

/// The steps of a sphere-traced ray: point and value of each, the distance of the hit, and the cell there.
#[must_use]
pub fn ray(origin: DVec3, direction: DVec3, steps: &[(DVec3, f64)], hit: Option<f64>, cell: Option<Cell>) -> String {
    let mut text = format!("Ray from {} along {}\n", point(origin), point(direction));
    let mut table = Table::new(3);
    table.row(["step", "point", "value"].map(str::to_owned));
    for (i, &(at, value)) in steps.iter().enumerate() {
        table.row([i.to_string(), point(at), distance(value)]);
    }
    text.push_str(&table.indented(2));
    let _ = match (hit, cell) {
        (Some(t), Some([i, j, k])) => writeln!(text, "  hit at {} m in cell {i},{j},{k}", number(t)),
        (Some(t), None) => writeln!(text, "  hit at {} m, outside of the grid", number(t)),
        (None, _) => writeln!(text, "  no hit"),
    };
    text
}

/// Vertices, triangles and closedness in one line, for lists.
#[must_use]
pub fn mesh_line(name: &str, mesh: &Mesh) -> String {
    let check = mesh.check();
    let state = if check.is_closed_manifold() { "closed and manifold" } else { "not closed and manifold" };
    format!("{}: {} vertices, {} triangles, {state}", quoted(name), check.vertices, check.triangles)
}

/// Name of an algorithm in a sentence.
#[must_use]
pub fn method(method: Method) -> &'static str {
    match method {
        Method::DualContouring => "dual contouring",
        Method::MarchingCubes => "marching cubes",
    }
}

/// A field's value. The greatest ones stand for "there is nothing".
fn distance(value: f64) -> String {
    /// What [`Field::value`](crate::field::Field::value) answers for an empty solid and beyond all numbers.
    const NOTHING: f64 = 1e300;
    if value.abs() >= NOTHING { "beyond all numbers".to_owned() } else { format!("{} m", number(value)) }
}

fn node_name(scene: &Scene, index: u32) -> String {
    scene.nodes.get(index as usize).map_or_else(|| format!("#{index}"), |n| quoted(&n.id))
}
