//! Headless commands. Layer 6.
//!
//! [`run`] is the program's entry; [`run_with`] is the same with the output captured. A command answers with an [`Exit`]
//! or fails with a sentence on standard error.

mod args;
mod check;
mod console;
mod fmt;
mod headless;
mod mesh;
mod nodes;
mod probe;
mod render;
mod simulate;
#[cfg(test)]
mod tests;

pub use args::{Args, Command, EXIT_CODES};
pub use headless::{headless_report, write_headless_report};

use clap::{CommandFactory, Parser};
use console::{Console, Pipe};
use std::ffi::{OsStr, OsString};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// What the program is to do after the command line was read.
#[derive(Debug)]
pub enum Start {
    /// Open the editor on this scene, or on the start scene.
    Editor(Option<PathBuf>),
    /// A command was carried out.
    Done(Exit),
}

/// Exit codes of the program, from best to worst; a batch ends with the worst of its files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// All is well: everything that was asked holds and is written.
    Holds = 0,
    /// A scene has errors, a claim fails, a value is not finite, a file is not formatted.
    Fails = 1,
    /// The command line asks for something that does not exist or makes no sense.
    Usage = 2,
    /// A file that cannot be read, is no scene, or cannot be written.
    File = 3,
    /// Stopped by Ctrl-C; no file is left half written.
    Interrupted = 130,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

/// Reads the command line and carries out what needs no window. A closed pipe ends the output, not the program, and
/// Ctrl-C leaves no partial file.
#[must_use]
pub fn run(args: impl IntoIterator<Item = OsString>) -> Start {
    ignore_file_size_signal();
    let mut out = Pipe::new(std::io::BufWriter::new(std::io::stdout()));
    let mut err = Pipe::new(std::io::stderr());
    start(args, &mut Console::new(&mut out, &mut err, true))
}

/// As [`run`], into the given writers, and without a handler of Ctrl-C.
pub fn run_with(args: impl IntoIterator<Item = OsString>, out: &mut dyn Write, err: &mut dyn Write) -> Start {
    start(args, &mut Console::new(out, err, false))
}

fn start(args: impl IntoIterator<Item = OsString>, console: &mut Console<'_>) -> Start {
    let words: Vec<OsString> = args.into_iter().collect();
    let parsed = Args::try_parse_from(&words);
    let took_no_command = parsed.as_ref().map_or_else(clap::Error::use_stderr, |args| args.command.is_none());
    if let Some(word) = words.get(1).filter(|_| took_no_command)
        && let Some(command) = meant_command(word)
    {
        let word = word.to_string_lossy();
        console.error(&format!("there is neither a command nor a file called \"{word}\"; did you mean \"{command}\"?"));
        return Start::Done(Exit::Usage);
    }
    let args = match parsed {
        Ok(args) => args,
        // Help and version are no errors: they go to standard output.
        Err(error) if !error.use_stderr() => {
            return Start::Done(console.end(|console| {
                console.say(&error.render().to_string())?;
                Ok(Exit::Holds)
            }));
        }
        Err(error) => {
            console.complain(&error.render().to_string());
            return Start::Done(Exit::Usage);
        }
    };
    let Some(command) = args.command else { return Start::Editor(args.scene) };
    Start::Done(console.end(|console| match &command {
        Command::Check(args) => check::run(args, console),
        Command::Mesh(args) => mesh::run(args, console),
        Command::Run(args) => simulate::run(args, console),
        Command::Render(args) => render::run(args, console),
        Command::Probe(args) => probe::run(args, console),
        Command::Fmt(args) => fmt::run(args, console),
        Command::Nodes(args) => nodes::run(args, console),
    }))
}

/// The command whose name was probably mistyped, if a word is neither a command nor a file, nor looks like one.
fn meant_command(word: &OsStr) -> Option<String> {
    /// As similar as "chekc" and "check" (0.93) or "ru" and "run" (0.89), but not "scene" and "render" (0.58).
    const SIMILAR: f64 = 0.8;
    let path = Path::new(word);
    let text = word.to_str()?;
    if path.exists() || path.extension().is_some() || path.components().count() != 1 {
        return None;
    }
    let args = Args::command();
    let known = args.get_subcommands().map(|c| (c.get_name(), strsim::jaro(c.get_name(), text)));
    let (name, likeness) = known.max_by(|(_, a), (_, b)| a.total_cmp(b))?;
    (name != text && likeness > SIMILAR).then(|| name.to_owned())
}

/// Beyond a limit of file sizes (`ulimit -f`) the system sends a signal that ends the program before it can say why and
/// remove its temporary file. Ignored, the write fails as on a full disk.
fn ignore_file_size_signal() {
    #[cfg(unix)]
    // SAFETY: ignoring a signal installs no handler, so nothing of ours ever runs in signal context.
    unsafe {
        libc::signal(libc::SIGXFSZ, libc::SIG_IGN);
    }
}
