//! Where a command's words go, and how a command ends.

use super::Exit;
use crate::inspect::text::{printable, printable_lines};
use crate::pipeline::Progress;
use crate::scene::{Issue, Severity, check_target};
use crate::{Error, Scene};
use std::io::{ErrorKind, IsTerminal, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

/// Time between two signs of progress; what takes less shows none.
const PROGRESS_PERIOD: Duration = Duration::from_millis(300);

/// Most issues of a scene that are printed; a generated scene can have 100,000.
const MAX_LISTED: usize = 50;

/// Standard output and standard error of a command.
pub(super) struct Console<'a> {
    out: &'a mut dyn Write,
    err: &'a mut dyn Write,
    owns_terminal: bool,
    progress: Arc<Progress>,
}

/// Why a command ends without an answer.
#[derive(Debug)]
pub(super) struct Failure {
    pub exit: Exit,
    /// A sentence; printed after "error: ".
    pub message: String,
}

impl<'a> Console<'a> {
    /// `owns_terminal` is true for the program: it handles Ctrl-C and shows progress.
    pub fn new(out: &'a mut dyn Write, err: &'a mut dyn Write, owns_terminal: bool) -> Self {
        Self { out, err, owns_terminal, progress: Arc::default() }
    }

    /// Carries out a command and tells how it failed, if it did.
    pub fn end(&mut self, command: impl FnOnce(&mut Self) -> Result<Exit, Failure>) -> Exit {
        let result = command(self).and_then(|exit| {
            self.out.flush().map_err(Failure::output)?;
            Ok(exit)
        });
        result.unwrap_or_else(|failure| {
            self.error(&failure.message);
            failure.exit
        })
    }

    /// Text for standard output. What could steer a terminal is escaped, here and in [`Console::complain`]: names come
    /// from files.
    pub fn say(&mut self, text: &str) -> Result<(), Failure> {
        self.write(printable_lines(text).as_bytes())
    }

    /// Bytes for standard output.
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        self.out.write_all(bytes).map_err(Failure::output)
    }

    /// Text for standard error. If that cannot be written there is no place left to say so.
    pub fn complain(&mut self, text: &str) {
        let _ = self.err.write_all(printable_lines(text).as_bytes());
    }

    /// A sentence for standard error.
    pub fn error(&mut self, message: &str) {
        self.complain(&format!("error: {}\n", message.trim_end()));
    }

    /// The scene's warnings that concern a command, for standard error.
    pub fn warn(&mut self, scene: &Scene, concerns: impl Fn(&Issue) -> bool) {
        let mut issues = scene.issues();
        issues.retain(|i| i.severity == Severity::Warning && concerns(i));
        self.complain(&list(&issues, ""));
    }

    /// Cancel and progress of the command's long work.
    pub fn progress(&self) -> Arc<Progress> {
        Arc::clone(&self.progress)
    }

    /// From now on Ctrl-C cancels the work, where the program owns the terminal: what has begun to be written is
    /// finished, and the program ends at the next look at its progress. Pressed again it ends the program at once.
    pub fn catch_interrupts(&self) {
        if self.owns_terminal {
            let progress = self.progress();
            // Without a handler Ctrl-C ends the program at once, which is nearly as good: files are renamed into place.
            let _ = ctrlc::set_handler(move || {
                if progress.is_cancelled() {
                    std::process::exit(i32::from(Exit::Interrupted as u8));
                }
                progress.cancel();
            });
        }
    }

    /// Carries out long work; if a person looks on, its progress is shown until it ends.
    pub fn with_progress<T>(&self, label: &str, work: impl FnOnce(&Progress) -> T) -> T {
        let progress = &*self.progress;
        if !self.owns_terminal || !std::io::stderr().is_terminal() {
            return work(progress);
        }
        // The channel closes when the work ends, by an answer or by a panic.
        let (working, ended) = std::sync::mpsc::channel::<()>();
        std::thread::scope(|scope| {
            scope.spawn(move || show_progress(label, progress, &ended));
            let answer = work(progress);
            drop(working);
            answer
        })
    }
}

/// Rewrites one line of the terminal from time to time, and clears it at the end. The time tells work that goes on from
/// work that hangs where the progress stands still, as in compiling one huge solid.
fn show_progress(label: &str, progress: &Progress, ended: &Receiver<()>) {
    let start = Instant::now();
    let mut width = 0;
    while ended.recv_timeout(PROGRESS_PERIOD) == Err(RecvTimeoutError::Timeout) {
        let (percent, secs) = (progress.permille() / 10, start.elapsed().as_secs());
        let line = printable(&format!("{label} {percent:3} %, {secs} s")).into_owned();
        width = width.max(line.chars().count());
        let _ = write!(std::io::stderr(), "\r{line:<width$}");
    }
    if width > 0 {
        let _ = write!(std::io::stderr(), "\r{:width$}\r", "");
    }
}

/// The issues, a line each after `indent`; of many only the first, and how many more there are.
pub(super) fn list(issues: &[Issue], indent: &str) -> String {
    let line = |issue: &Issue| format!("{indent}{}\n", printable(issue.to_string().trim_end()));
    let mut lines: String = issues.iter().take(MAX_LISTED).map(line).collect();
    if issues.len() > MAX_LISTED {
        lines.push_str(&format!("{indent}and {} more\n", issues.len() - MAX_LISTED));
    }
    lines
}

impl Failure {
    pub fn fails(message: impl Into<String>) -> Self {
        Self { exit: Exit::Fails, message: message.into() }
    }

    pub fn usage(message: impl Into<String>) -> Self {
        Self { exit: Exit::Usage, message: message.into() }
    }

    pub fn file(message: impl Into<String>) -> Self {
        Self { exit: Exit::File, message: message.into() }
    }

    pub fn interrupted() -> Self {
        Self::interrupted_but("nothing was written")
    }

    /// Interrupted, and what was done or not.
    pub fn interrupted_but(left: &str) -> Self {
        Self { exit: Exit::Interrupted, message: format!("interrupted; {left}") }
    }

    fn output(error: std::io::Error) -> Self {
        Self::file(format!("cannot write to standard output: {error}"))
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        if error.is_cancelled() {
            return Self::interrupted();
        }
        match &error {
            Error::Read(_) => Self::file(error.to_string()),
            Error::Save(_) => Self::file(printable(&error.to_string())),
            Error::NotFound { .. } => Self::usage(printable(&error.to_string())),
            Error::Issues(issues) => Self::fails(format!("the scene has errors:\n{}", list(issues, "  "))),
            _ => Self::fails(printable(&error.to_string())),
        }
    }
}

/// Reads a scene file.
pub(super) fn load(path: &Path) -> Result<Scene, Failure> {
    load_with_text(path).map(|(scene, _)| scene)
}

/// Reads a scene file, and gives its text too.
pub(super) fn load_with_text(path: &Path) -> Result<(Scene, String), Failure> {
    if is_stdout(path) && !path.exists() {
        return Err(Failure::usage(
            "a scene is not read from standard input: name its file, or /dev/stdin where there is one",
        ));
    }
    Scene::load_with_text(path).map_err(|error| Failure::file(error.to_string()))
}

/// Refuses an output that could not be written or would destroy the input, before anything is computed.
pub(super) fn refuse_bad_target(output: &Path, input: &Path) -> Result<(), Failure> {
    let same = || Some(input.canonicalize().ok()? == output.canonicalize().ok()?);
    if same() == Some(true) {
        let message = format!("the output {} is the scene itself: name another file", shown(output));
        return Err(Failure::usage(message));
    }
    check_target(output).map(drop).map_err(|error| Failure::file(printable(&error.to_string())))
}

/// A path in a line of text.
pub(super) fn shown(path: &Path) -> String {
    printable(&path.display().to_string()).into_owned()
}

/// True for the name that means standard output.
pub(super) fn is_stdout(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// A writer that goes quiet when its reader went away, as `| head -1` does: the command goes on to its exit code.
pub(super) struct Pipe<W> {
    inner: W,
    closed: bool,
}

impl<W: Write> Pipe<W> {
    pub fn new(inner: W) -> Self {
        Self { inner, closed: false }
    }

    fn quietly<T>(&mut self, result: std::io::Result<T>, lost: T) -> std::io::Result<T> {
        match result {
            Err(error) if error.kind() == ErrorKind::BrokenPipe => {
                self.closed = true;
                Ok(lost)
            }
            other => other,
        }
    }
}

impl<W: Write> Write for Pipe<W> {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        if self.closed {
            return Ok(bytes.len());
        }
        let written = self.inner.write(bytes);
        self.quietly(written, bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        if self.closed {
            return Ok(());
        }
        let flushed = self.inner.flush();
        self.quietly(flushed, ())
    }
}
