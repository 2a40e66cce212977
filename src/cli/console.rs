//! Where a command's words go, and how a command ends.

use super::Exit;
use crate::contour::Watch;
use crate::{Error, Scene};
use std::io::{ErrorKind, IsTerminal, Write};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::Duration;

/// Time between two signs of progress; what takes less shows none.
const PROGRESS_PERIOD: Duration = Duration::from_millis(300);

/// Standard output and standard error of a command.
pub(super) struct Console<'a> {
    out: &'a mut dyn Write,
    err: &'a mut dyn Write,
    owns_terminal: bool,
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
        Self { out, err, owns_terminal }
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

    /// Text for standard output.
    pub fn say(&mut self, text: &str) -> Result<(), Failure> {
        self.write(text.as_bytes())
    }

    /// Bytes for standard output.
    pub fn write(&mut self, bytes: &[u8]) -> Result<(), Failure> {
        self.out.write_all(bytes).map_err(Failure::output)
    }

    /// Text for standard error. If that cannot be written there is no place left to say so.
    pub fn complain(&mut self, text: &str) {
        let _ = self.err.write_all(text.as_bytes());
    }

    /// A sentence for standard error.
    pub fn error(&mut self, message: &str) {
        self.complain(&format!("error: {}\n", message.trim_end()));
    }

    /// A watch that Ctrl-C cancels, where the program owns the terminal. What has begun to be written is finished then,
    /// and the program ends at the next look at the watch.
    pub fn watch_interrupts(&self) -> Arc<Watch> {
        let watch = Arc::new(Watch::default());
        if self.owns_terminal {
            let handler = Arc::clone(&watch);
            // Without a handler Ctrl-C ends the program at once, which is nearly as good: files are renamed into place.
            let _ = ctrlc::set_handler(move || handler.cancel.store(true, Ordering::Relaxed));
        }
        watch
    }

    /// Carries out long work; if a person looks on, its progress is shown until it ends.
    pub fn with_progress<T>(&self, watch: &Watch, work: impl FnOnce() -> T) -> T {
        if !self.owns_terminal || !std::io::stderr().is_terminal() {
            return work();
        }
        // The channel closes when the work ends, by an answer or by a panic.
        let (working, ended) = std::sync::mpsc::channel::<()>();
        std::thread::scope(|scope| {
            scope.spawn(move || show_progress(watch, &ended));
            let answer = work();
            drop(working);
            answer
        })
    }
}

/// Rewrites one line of the terminal from time to time, and clears it at the end.
fn show_progress(watch: &Watch, ended: &Receiver<()>) {
    let mut shown = false;
    while ended.recv_timeout(PROGRESS_PERIOD) == Err(RecvTimeoutError::Timeout) {
        let percent = watch.permille.load(Ordering::Relaxed) / 10;
        let _ = write!(std::io::stderr(), "\rcontouring {percent:3} %");
        shown = true;
    }
    if shown {
        let _ = write!(std::io::stderr(), "\r{:18}\r", "");
    }
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
        Self { exit: Exit::Interrupted, message: "interrupted; nothing was written".to_owned() }
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
            Error::Read(_) | Error::Save(_) => Self::file(error.to_string()),
            Error::NotFound { .. } => Self::usage(error.to_string()),
            Error::Issues(issues) => {
                let lines = issues.iter().map(|i| format!("\n  {i}"));
                Self::fails(format!("the scene has errors:{}", lines.collect::<String>()))
            }
            _ => Self::fails(error.to_string()),
        }
    }
}

/// Reads a scene file.
pub(super) fn load(path: &Path) -> Result<Scene, Failure> {
    Scene::load(path).map_err(|error| Failure::file(error.to_string()))
}

/// Refuses an output that could not be written or would destroy the input, before anything is computed.
pub(super) fn refuse_bad_target(output: &Path, input: &Path) -> Result<(), Failure> {
    // A symbolic link is followed when it is written, so the folder that counts is that of its target.
    let target = output.canonicalize().unwrap_or_else(|_| output.to_owned());
    if input.canonicalize().is_ok_and(|input| input == target) {
        return Err(Failure::usage(format!("the output {} is the scene itself: name another file", output.display())));
    }
    if target.is_dir() {
        return Err(Failure::file(format!("cannot write {}: it is a folder; name a file in it", output.display())));
    }
    let folder = target.parent().filter(|f| !f.as_os_str().is_empty()).unwrap_or(Path::new("."));
    if !folder.is_dir() {
        return Err(Failure::file(format!(
            "cannot write {}: there is no folder {}; create it first",
            output.display(),
            folder.display()
        )));
    }
    // Permissions, mounts and quotas are best asked by trying; the file goes away at once.
    match tempfile::Builder::new().prefix(".isolab-").tempfile_in(folder) {
        Ok(_) => Ok(()),
        Err(error) => Err(Failure::file(format!("cannot write into the folder {}: {error}", folder.display()))),
    }
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
