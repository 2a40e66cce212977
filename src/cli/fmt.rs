//! `isolab fmt`.

use super::Exit;
use super::args::FmtArgs;
use super::console::{Console, Failure, load_with_text, shown};
use crate::Scene;
use crate::scene::save_bytes;
use std::path::Path;

pub(super) fn run(args: &FmtArgs, console: &mut Console<'_>) -> Result<Exit, Failure> {
    console.catch_interrupts();
    let progress = console.progress();
    let mut worst = Exit::Holds;
    for path in &args.scenes {
        if progress.is_cancelled() {
            return Err(Failure::interrupted_but("the files named above are rewritten, the others are as they were"));
        }
        match format(args, path) {
            Ok(State::Unchanged) => {}
            Ok(State::Rewritten) => console.say(&format!("rewritten {}\n", shown(path)))?,
            Ok(State::WouldChange) => {
                console.say(&format!("would change {}\n", shown(path)))?;
                worst = worst.max(Exit::Fails);
            }
            Err(failure) => {
                console.error(&failure.message);
                worst = worst.max(failure.exit);
            }
        }
    }
    Ok(worst)
}

enum State {
    Unchanged,
    Rewritten,
    WouldChange,
}

fn format(args: &FmtArgs, path: &Path) -> Result<State, Failure> {
    let (scene, text) = load_with_text(path)?;
    let formatted = scene.to_ron();
    if text == formatted {
        return Ok(State::Unchanged);
    }
    if args.check {
        return Ok(State::WouldChange);
    }
    if Scene::has_comments(&text) && !args.drop_comments {
        return Err(Failure::fails(format!(
            "{} has comments, which would be lost, so it is left as it is: move them into notes, or add --drop-comments",
            shown(path)
        )));
    }
    save_bytes(path, formatted.as_bytes()).map_err(|error| Failure::file(error.to_string()))?;
    Ok(State::Rewritten)
}
