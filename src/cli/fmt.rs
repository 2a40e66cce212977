//! `isolab fmt`.

use super::Exit;
use super::args::FmtArgs;
use super::console::{Console, Failure, load};
use crate::Scene;
use crate::scene::save_bytes;
use std::path::Path;

pub(super) fn run(args: &FmtArgs, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let mut worst = Exit::Holds;
    for path in &args.scenes {
        match format(args, path) {
            Ok(State::Unchanged) => {}
            Ok(State::Rewritten) => console.say(&format!("rewritten {}\n", path.display()))?,
            Ok(State::WouldChange) => {
                console.say(&format!("would change {}\n", path.display()))?;
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
    let formatted = load(path)?.to_ron();
    let text = std::fs::read_to_string(path)
        .map_err(|error| Failure::file(format!("cannot read {}: {error}", path.display())))?;
    if text == formatted {
        return Ok(State::Unchanged);
    }
    if args.check {
        return Ok(State::WouldChange);
    }
    if Scene::has_comments(&text) && !args.drop_comments {
        return Err(Failure::fails(format!(
            "{} has comments, which would be lost, so it is left as it is: move them into notes, or add --drop-comments",
            path.display()
        )));
    }
    save_bytes(path, formatted.as_bytes()).map_err(|error| Failure::file(error.to_string()))?;
    Ok(State::Rewritten)
}
