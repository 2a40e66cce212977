//! `isolab probe`.

use super::Exit;
use super::args::ProbeArgs;
use super::console::{Console, Failure, load};
use crate::contour::{Cell, CellReport, ContourError, Grid, explain_cell};
use crate::field::Field;
use crate::inspect::text::{self, printable, quoted};
use crate::pipeline::{compile_solid, compile_solids, contour_settings};
use crate::scene::Scene;
use glam::DVec3;

/// Longest ray, metres.
const MAX_RAY: f64 = 1e4;

/// What is said of a solid without a grid.
const NO_GRID: &str = "The solid has no grid: it is empty, or infinite and far from the origin.\n";

pub(super) fn run(args: &ProbeArgs, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let scene = load(&args.scene)?;
    let solids = match &args.solid {
        Some(id) => vec![(id.clone(), compile_solid(&scene, id)?)],
        None => compile_solids(&scene)?,
    };
    if solids.is_empty() {
        return Err(Failure::fails("the scene has no solids to look into"));
    }
    let answer = match (args.cell, args.at, args.ray) {
        (Some(cell), _, _) => probe_cell(&scene, &solids, cell)?,
        (_, Some(at), _) => probe_point(&scene, &solids, at)?,
        (_, _, Some([origin, direction])) => probe_ray(&scene, &solids, origin, direction)?,
        (None, None, None) => return Err(Failure::usage("give one of --cell, --at and --ray")),
    };
    console.say(&answer)?;
    Ok(Exit::Holds)
}

type Solids = [(String, Field)];

fn probe_cell(scene: &Scene, solids: &Solids, cell: Cell) -> Result<String, Failure> {
    let [(id, field)] = solids else {
        let known = solids.iter().map(|(id, _)| printable(id)).collect::<Vec<_>>().join(", ");
        return Err(Failure::usage(format!("each solid has a grid of its own: name one with --solid, of {known}")));
    };
    let Some(Grid { cells, .. }) = grid(scene, field)? else {
        return Err(Failure::usage(format!("solid {}: {NO_GRID}", quoted(id))));
    };
    if (0..3).any(|axis| !(0..cells[axis]).contains(&cell[axis])) {
        let [i, j, k] = cells.map(|n| n - 1);
        return Err(Failure::usage(format!("the cells of {} are 0,0,0 to {i},{j},{k}", quoted(id))));
    }
    Ok(format!("Solid {}\n{}", quoted(id), text::cell(scene, &explain(scene, field, cell)?)))
}

fn probe_point(scene: &Scene, solids: &Solids, at: DVec3) -> Result<String, Failure> {
    // The least value belongs to the union of all solids.
    let nearest = solids.iter().min_by(|(_, a), (_, b)| a.value(at).total_cmp(&b.value(at)));
    let Some((id, field)) = nearest else { return Ok(String::new()) };
    let mut answer = format!("Solid {}\n{}", quoted(id), text::sample(scene, at, &field.sample(at)));
    match grid(scene, field)?.map(|grid| grid.cell_at(at)) {
        Some(Some(cell)) => answer.push_str(&text::cell(scene, &explain(scene, field, cell)?)),
        Some(None) => answer.push_str("The point is outside of the grid.\n"),
        None => answer.push_str(NO_GRID),
    }
    Ok(answer)
}

fn probe_ray(scene: &Scene, solids: &Solids, origin: DVec3, direction: DVec3) -> Result<String, Failure> {
    let traces = solids.iter().map(|(id, field)| {
        let mut steps = Vec::new();
        let hit = field.trace_ray(origin, direction, MAX_RAY, |at, value| steps.push((at, value)));
        (id, field, steps, hit)
    });
    let first = traces.min_by(|a, b| a.3.unwrap_or(f64::INFINITY).total_cmp(&b.3.unwrap_or(f64::INFINITY)));
    let Some((id, field, steps, hit)) = first else { return Ok(String::new()) };
    let cell = match hit {
        Some(t) => grid(scene, field)?.and_then(|grid| grid.cell_at(origin + direction * t)),
        None => None,
    };
    let mut answer = format!("Solid {}\n{}", quoted(id), text::ray(origin, direction, &steps, hit, cell));
    if let Some(cell) = cell {
        answer.push_str(&text::cell(scene, &explain(scene, field, cell)?));
    }
    Ok(answer)
}

fn explain(scene: &Scene, field: &Field, cell: Cell) -> Result<CellReport, Failure> {
    explain_cell(field, &contour_settings(scene, 1.0), cell).map_err(|error| Failure::fails(error.to_string()))
}

/// The solid's grid, which has a first cell; none if there is nothing to contour.
fn grid(scene: &Scene, field: &Field) -> Result<Option<Grid>, Failure> {
    match explain_cell(field, &contour_settings(scene, 1.0), [0, 0, 0]) {
        Ok(report) => Ok(Some(report.grid)),
        Err(ContourError::NoSuchCell { .. }) => Ok(None),
        Err(error) => Err(Failure::fails(error.to_string())),
    }
}
