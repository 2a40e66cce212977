//! `isolab probe`.

use super::Exit;
use super::args::ProbeArgs;
use super::console::{Console, Failure, load};
use crate::contour::{Cell, CellReport, Grid, explain_cell};
use crate::field::Field;
use crate::inspect::text;
use crate::pipeline::{compile_solids, contour_settings};
use crate::scene::Scene;
use glam::DVec3;

/// Longest ray, metres.
const MAX_RAY: f64 = 1e4;

pub(super) fn run(args: &ProbeArgs, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let scene = load(&args.scene)?;
    let mut solids = compile_solids(&scene)?;
    if let Some(id) = &args.solid {
        let known = solids.iter().map(|(known, _)| known.as_str()).collect::<Vec<_>>().join(", ");
        solids.retain(|(known, _)| known == id);
        if solids.is_empty() {
            return Err(Failure::usage(format!("there is no solid called \"{id}\"; there are: {known}")));
        }
    }
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
        let known = solids.iter().map(|(id, _)| id.as_str()).collect::<Vec<_>>().join(", ");
        return Err(Failure::usage(format!("each solid has a grid of its own: name one with --solid, of {known}")));
    };
    let Grid { cells, .. } = grid(scene, field)?;
    if (0..3).any(|axis| !(0..cells[axis]).contains(&cell[axis])) {
        let [i, j, k] = cells.map(|n| n - 1);
        return Err(Failure::usage(format!("the cells of \"{id}\" are 0,0,0 to {i},{j},{k}")));
    }
    Ok(format!("Solid \"{id}\"\n{}", text::cell(scene, &explain(scene, field, cell)?)))
}

fn probe_point(scene: &Scene, solids: &Solids, at: DVec3) -> Result<String, Failure> {
    // The least value belongs to the union of all solids.
    let nearest = solids.iter().min_by(|(_, a), (_, b)| a.value(at).total_cmp(&b.value(at)));
    let Some((id, field)) = nearest else { return Ok(String::new()) };
    let mut answer = format!("Solid \"{id}\"\n{}", text::sample(scene, at, &field.sample(at)));
    match grid(scene, field)?.cell_at(at) {
        Some(cell) => answer.push_str(&text::cell(scene, &explain(scene, field, cell)?)),
        None => answer.push_str("The point is outside of the grid.\n"),
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
        Some(t) => grid(scene, field)?.cell_at(origin + direction * t),
        None => None,
    };
    let mut answer = format!("Solid \"{id}\"\n{}", text::ray(origin, direction, &steps, hit, cell));
    if let Some(cell) = cell {
        answer.push_str(&text::cell(scene, &explain(scene, field, cell)?));
    }
    Ok(answer)
}

fn explain(scene: &Scene, field: &Field, cell: Cell) -> Result<CellReport, Failure> {
    explain_cell(field, &contour_settings(scene, 1.0), cell).map_err(|error| Failure::fails(error.to_string()))
}

/// The solid's grid; every grid has a first cell.
fn grid(scene: &Scene, field: &Field) -> Result<Grid, Failure> {
    Ok(explain(scene, field, [0, 0, 0])?.grid)
}
