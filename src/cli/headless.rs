//! What the program does where no window can be opened.

use super::Exit;
use super::console::{Console, Failure, Pipe};
use crate::inspect::text;
use crate::{Scene, Simulation, build};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// How far the scene is run, ticks.
const TICKS: u32 = 120;

/// Name of the picture that is saved in the current folder where OpenGL can be had without a window: of the scene's
/// file, or of the start scene.
fn picture_name(scene: Option<&Path>) -> PathBuf {
    let mut name = std::ffi::OsString::from("isolab-");
    name.push(scene.and_then(Path::file_stem).unwrap_or("start".as_ref()));
    name.push(".png");
    name.into()
}

/// Debian's packages for a window; the first two suffice for `render`.
const PACKAGES: &str = "\
On Debian and Ubuntu a window needs a display and these packages:
  OpenGL   libegl1 libgl1-mesa-dri
  X11      libx11-6 libx11-xcb1 libxcursor1 libxi6 libxkbcommon-x11-0
  Wayland  libwayland-client0 libwayland-egl1 libxkbcommon0
Without a display:
  xvfb-run -a isolab                         the editor in a virtual display (package xvfb)
  isolab check SCENE                         issues and expectations
  isolab run SCENE --ticks 120               the report of a run
  isolab mesh SCENE -o part.stl              solids as a file
  isolab render SCENE -o shot.png            a picture; needs libegl1 and libgl1-mesa-dri, no display";

/// Says why there is no window and what would help, then does the job without one: builds the scene, runs it, prints
/// the report and, if OpenGL can be had offscreen, saves a picture. `path` is the scene's file; none for the start scene.
#[must_use]
pub fn headless_report(scene: &Scene, path: Option<&Path>, missing: &str) -> ExitCode {
    let mut out = Pipe::new(std::io::BufWriter::new(std::io::stdout()));
    let mut err = Pipe::new(std::io::stderr());
    write_headless_report(scene, path, missing, &mut out, &mut err).into()
}

/// As [`headless_report`], into the given writers.
pub fn write_headless_report(
    scene: &Scene,
    path: Option<&Path>,
    missing: &str,
    out: &mut dyn Write,
    err: &mut dyn Write,
) -> Exit {
    let mut console = Console::new(out, err, false);
    console.complain(&format!("No window can be opened: {missing}\n{PACKAGES}\n\n"));
    console.end(|console| report(scene, path, console))
}

fn report(scene: &Scene, path: Option<&Path>, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let built = build(scene)?;
    for solid in &built.solids {
        console.say(&text::contoured(&solid.id, &solid.settings, &solid.contoured))?;
        console.say(&text::mesh_check(&solid.id, &solid.mesh().check(), None))?;
    }
    let mut simulation = Simulation::new(scene)?;
    simulation.run_to(TICKS)?;
    console.say(&text::world(simulation.world()))?;
    save_picture(scene, &built, &simulation, &picture_name(path), console)?;
    Ok(Exit::Holds)
}

/// A picture is a gift, not the job: if there can be none, that is said and no failure.
#[cfg(feature = "gui")]
fn save_picture(
    scene: &Scene,
    built: &crate::Built,
    simulation: &Simulation,
    path: &Path,
    console: &mut Console<'_>,
) -> Result<(), Failure> {
    let saved = super::render::picture(scene, built, simulation, [1280, 720])
        .and_then(|png| crate::scene::save_bytes(path, &png).map_err(|error| Failure::file(error.to_string())));
    match saved {
        Ok(()) => console.say(&format!("Picture saved as {}\n", super::console::shown(path))),
        Err(failure) => {
            console.complain(&format!("No picture was saved: {}\n", failure.message));
            Ok(())
        }
    }
}

/// A build without the renderer has no picture to give.
#[cfg(not(feature = "gui"))]
fn save_picture(_: &Scene, _: &crate::Built, _: &Simulation, _: &Path, _: &mut Console<'_>) -> Result<(), Failure> {
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_picture_is_called_as_its_scene() {
        assert_eq!(picture_name(None), Path::new("isolab-start.png"));
        assert_eq!(picture_name(Some(Path::new("my/bridge 2.ron"))), Path::new("isolab-bridge 2.png"));
    }
}
