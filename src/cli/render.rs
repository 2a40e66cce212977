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
    // A picture shows everything; what the scene claims is no part of it.
    console.warn(&scene, |issue| !matches!(issue.part, crate::scene::Part::Expect(_)));
    console.catch_interrupts();
    let built = console.with_progress("contouring", |progress| crate::pipeline::build_watched(&scene, progress))?;
    let mut simulation = crate::Simulation::new(&scene)?;
    console.with_progress("running", |progress| simulation.run_watched(args.tick, progress))?;
    let png = picture(&scene, &built, &simulation, args.size)?;
    if console.progress().is_cancelled() {
        return Err(Failure::interrupted());
    }
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
    use crate::draw::{Camera, Device, Offscreen, Target, Theme, picture_of};

    let [width, height] = size;
    let picture = picture_of(scene, built, Some(simulation), Theme::default());
    let target = Target { width, height, pixels_per_point: 1.0, samples: Some(SAMPLES) };
    let png = Offscreen::new(Device::Any)
        .and_then(|mut offscreen| offscreen.render(&picture, &Camera::of_view(&scene.view), target))
        .and_then(|image| image.png());
    png.map_err(|error| Failure::fails(error.to_string()))
}

/// Looks are worth more than speed in a picture that is drawn once, and the same on every machine.
#[cfg(feature = "gui")]
const SAMPLES: u32 = 4;

/// Refuses a name that would not tell what is in the file.
#[cfg(feature = "gui")]
fn refuse_picture_name(output: &std::path::Path) -> Result<(), Failure> {
    let png = output.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("png"));
    if png {
        Ok(())
    } else {
        Err(Failure::usage(format!("unknown picture format {}: use .png", super::console::shown(output))))
    }
}

/// A build without the renderer cannot draw.
#[cfg(not(feature = "gui"))]
pub(super) fn run(args: &RenderArgs, _: &mut Console<'_>) -> Result<Exit, Failure> {
    Err(Failure::usage(format!(
        "cannot draw {}: this program was built without a renderer; build it with the feature \"gui\"",
        args.scene.display()
    )))
}
