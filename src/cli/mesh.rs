//! `isolab mesh`.

use super::Exit;
use super::args::MeshArgs;
use super::console::{Console, Failure, is_stdout, load, refuse_bad_target};
use crate::inspect::text::{self, printable, quoted};
use crate::mesh::Format;
use crate::pipeline::{Solid, build_solid, build_watched, concerns_solids};
use crate::scene::save_bytes;

/// Everything that can be refused without meshing is refused first; the file is written at the very end, by renaming.
pub(super) fn run(args: &MeshArgs, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let format = format(args)?;
    if !is_stdout(&args.output) {
        refuse_bad_target(&args.output, &args.scene)?;
    }
    let mut scene = load(&args.scene)?;
    if let Some(method) = args.method {
        scene.contour.method = method.into();
    }
    if let Some(cell) = args.cell {
        scene.contour.cell = cell;
    }
    console.warn(&scene, concerns_solids);
    console.catch_interrupts();
    let solids = console.with_progress("contouring", |progress| match &args.solid {
        Some(id) => build_solid(&scene, id, progress).map(|solid| vec![solid]),
        None => build_watched(&scene, progress).map(|built| built.solids),
    })?;
    for (id, why) in absences(&solids)? {
        console.complain(&format!("warning: solid {id} is not in the file. {why}\n"));
    }
    let bytes = encode(&solids, format)?;
    let report = args.report.then(|| report(&solids));
    if console.progress().is_cancelled() {
        return Err(Failure::interrupted());
    }
    if is_stdout(&args.output) {
        console.write(&bytes)?;
        console.complain(&report.unwrap_or_default());
    } else {
        save_bytes(&args.output, &bytes).map_err(|error| Failure::file(error.to_string()))?;
        console.say(&report.unwrap_or_default())?;
    }
    Ok(Exit::Holds)
}

fn format(args: &MeshArgs) -> Result<Format, Failure> {
    match args.format {
        Some(name) => Ok(name.into()),
        None if is_stdout(&args.output) => {
            Err(Failure::usage("standard output has no ending that tells the format: add --format obj or --format stl"))
        }
        None => Format::of_path(&args.output).map_err(|error| Failure::usage(error.to_string())),
    }
}

/// The solids without surface, in quotes, and why they have none. A file without any surface is refused.
fn absences(solids: &[Solid]) -> Result<Vec<(String, String)>, Failure> {
    let absences: Vec<_> = solids.iter().filter_map(|s| Some((quoted(&s.id), s.absence()?))).collect();
    if solids.is_empty() {
        return Err(Failure::fails("the scene has no solids, so nothing was written: add a node to it"));
    }
    if absences.len() < solids.len() {
        return Ok(absences);
    }
    let lines = absences.iter().map(|(id, why)| format!("\n  {id}: {why}"));
    Err(Failure::fails(format!("there is no surface, so nothing was written:{}", lines.collect::<String>())))
}

fn encode(solids: &[Solid], format: Format) -> Result<Vec<u8>, Failure> {
    let names: Vec<_> = solids.iter().map(|s| printable(&s.id)).collect();
    let parts: Vec<_> = names.iter().zip(solids).map(|(name, s)| (&**name, s.mesh())).collect();
    let mut bytes = Vec::new();
    crate::mesh::write(&parts, format, &mut bytes).map_err(|error| Failure::fails(printable(&error.to_string())))?;
    Ok(bytes)
}

fn report(solids: &[Solid]) -> String {
    let mut report = String::new();
    for solid in solids {
        let pairs = solid.mesh().self_intersections().len();
        report.push_str(&text::contoured(&solid.id, &solid.settings, &solid.contoured));
        report.push_str(&text::mesh_check(&solid.id, &solid.mesh().check(), Some(pairs)));
        let millis = |d: std::time::Duration| d.as_secs_f64() * 1e3;
        let (compile, contour) = (millis(solid.timings.compile), millis(solid.timings.contour));
        report.push_str(&format!("Time: compile {compile:.1} ms, contour {contour:.1} ms\n"));
    }
    report
}
