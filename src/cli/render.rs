//! `isolab render`.

use super::Exit;
use super::args::RenderArgs;
use super::console::{Console, Failure};

/// Draws offscreen. The file is written at the very end, by renaming.
#[cfg(feature = "gui")]
pub(super) fn run(args: &RenderArgs, console: &mut Console<'_>) -> Result<Exit, Failure> {
    use super::console::{is_stdout, load, refuse_bad_target};

    if !is_stdout(&args.output) {
        refuse_picture_name(&args.output)?;
        refuse_bad_target(&args.output, &args.scene)?;
    }
    let mut scene = load(&args.scene)?;
    if let Some(names) = &args.overlay {
        scene.view.overlays = names.iter().map(|&name| name.into()).collect();
    }
    let built = crate::build(&scene)?;
    let mut simulation = crate::Simulation::new(&scene)?;
    simulation.run_to(args.tick)?;
    let png = picture(&scene, &built, &simulation, args.size)?;
    if is_stdout(&args.output) {
        console.write(&png)?;
    } else {
        crate::scene::save_bytes(&args.output, &png).map_err(|error| Failure::file(error.to_string()))?;
    }
    Ok(Exit::Holds)
}

/// The scene as a PNG file, seen by its own camera.
#[cfg(feature = "gui")]
pub(super) fn picture(
    scene: &crate::Scene,
    built: &crate::Built,
    simulation: &crate::Simulation,
    size: [u32; 2],
) -> Result<Vec<u8>, Failure> {
    let _ = (scene, built, simulation, size);
    todo!()
}

/// A build without the renderer cannot draw.
#[cfg(not(feature = "gui"))]
pub(super) fn run(args: &RenderArgs, _: &mut Console<'_>) -> Result<Exit, Failure> {
    Err(Failure::usage(format!(
        "cannot draw {}: this program was built without a renderer; build it with the feature \"gui\"",
        args.scene.display()
    )))
}
