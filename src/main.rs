//! The program: `isolab`. Without a subcommand it opens the editor; where no window can be had, it says why and does the
//! job headless.

use isolab::cli::{self, Exit, Start};
use isolab::scene::{START_SCENE, Scene};
use std::path::PathBuf;
use std::process::ExitCode;

fn main() -> ExitCode {
    match cli::run(std::env::args_os()) {
        Start::Done(exit) => exit.into(),
        Start::Editor(scene) => editor(scene),
    }
}

/// The editor, or a report where it cannot be opened.
fn editor(path: Option<PathBuf>) -> ExitCode {
    let Err(missing) = open_window(path.clone()) else { return ExitCode::SUCCESS };
    let scene = match &path {
        Some(path) => Scene::load(path),
        None => Scene::from_ron(START_SCENE),
    };
    match scene {
        Ok(scene) => cli::headless_report(&scene, path.as_deref(), &missing),
        Err(error) => {
            eprintln!("error: {missing}\nerror: {error}");
            Exit::File.into()
        }
    }
}

#[cfg(feature = "gui")]
fn open_window(scene: Option<PathBuf>) -> Result<(), String> {
    isolab::app::run(scene).map_err(|error| error.to_string())
}

#[cfg(not(feature = "gui"))]
fn open_window(_scene: Option<PathBuf>) -> Result<(), String> {
    Err("this program was built without the feature \"gui\"".to_owned())
}
