//! Recovery copies: what was not saved when the program ended badly is offered at each start until it is answered.

use super::super::document::Document;
use crate::scene::{ReadError, Scene, save_bytes};
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime};

/// Writes recovery copies of one document into a folder that holds nothing the user owns.
///
/// Each session has a number of its own, so that a new session never touches copies of an old one. Two generations
/// are written in turn: a crash while one is written leaves the other.
#[derive(Clone, Debug)]
pub struct Recovery {
    folder: Option<PathBuf>,
    session: String,
    next: Generation,
    last_revision: Option<u64>,
    last_write: Option<Duration>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Generation {
    A,
    B,
}

impl Generation {
    const ALL: [Self; 2] = [Self::A, Self::B];

    fn other(self) -> Self {
        if self == Self::A { Self::B } else { Self::A }
    }

    fn letter(self) -> &'static str {
        if self == Self::A { "a" } else { "b" }
    }
}

/// Work that a former session left.
#[derive(Clone, Debug, PartialEq)]
pub struct Recoverable {
    /// Names the session; for [`Recovery::discard`].
    pub session: String,
    /// The file that was edited; none for an untitled scene.
    pub original: Option<PathBuf>,
    /// When the newest readable copy was written.
    pub written: SystemTime,
    /// The scene.
    pub scene: Scene,
    /// Copies that could not be read, and why.
    pub faults: Vec<ReadError>,
}

impl Recovery {
    /// Time between copies.
    pub const INTERVAL: Duration = Duration::from_secs(30);

    /// For a folder such as [`super::super::settings::Store::recovery_folder`]; none writes nothing.
    #[must_use]
    pub fn new(folder: Option<PathBuf>) -> Self {
        let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
        // Process ids are used again; with the time they are not.
        let session = format!("{:x}-{:x}", since.as_millis(), std::process::id());
        Self::with_session(folder, session)
    }

    pub(super) fn with_session(folder: Option<PathBuf>, session: String) -> Self {
        Self { folder, session, next: Generation::A, last_revision: None, last_write: None }
    }

    /// Writes a copy if the document is dirty, differs from the last copy, and [`Recovery::INTERVAL`] has passed.
    /// `now` is the time since any fixed moment. Returns whether it wrote.
    ///
    /// # Errors
    /// A sentence for the log; it is tried again after the interval.
    pub fn tick(&mut self, document: &Document, now: Duration) -> Result<bool, String> {
        if !document.is_dirty() {
            // Undone to what the file holds: an older copy is nothing to offer.
            if self.last_revision.is_some() {
                self.clear();
            }
            return Ok(false);
        }
        if self.last_revision == Some(document.revision()) {
            return Ok(false);
        }
        // The first change starts the interval.
        let since = *self.last_write.get_or_insert(now);
        if now.saturating_sub(since) < Self::INTERVAL {
            return Ok(false);
        }
        self.last_write = Some(now);
        self.write(document).map(|()| true)
    }

    /// Writes a copy now.
    ///
    /// # Errors
    /// A sentence for the log.
    pub fn write(&mut self, document: &Document) -> Result<(), String> {
        let Some(folder) = &self.folder else { return Ok(()) };
        let fault = |e: &dyn std::fmt::Display| format!("The recovery copy cannot be written: {e}");
        std::fs::create_dir_all(folder).map_err(|e| fault(&e))?;
        let original = document.path().map(|p| std::path::absolute(p).unwrap_or_else(|_| p.to_owned()));
        let origin = original.map(|p| p.to_string_lossy().into_owned()).unwrap_or_default();
        save_bytes(&folder.join(format!("{}.origin", self.session)), origin.as_bytes()).map_err(|e| fault(&e))?;
        let copy = copy_path(folder, &self.session, self.next);
        document.scene().save(copy).map_err(|e| fault(&e))?;
        self.next = self.next.other();
        self.last_revision = Some(document.revision());
        Ok(())
    }

    /// Removes this session's copies: after saving, opening another file, or quitting in peace.
    pub fn clear(&mut self) {
        if let Some(folder) = &self.folder {
            remove_session(folder, &self.session);
        }
        self.last_revision = None;
        self.last_write = None;
    }

    /// What former sessions left, the newest first. Copies of sessions that still run are not told apart: ask at start.
    #[must_use]
    pub fn list(&self) -> Vec<Recoverable> {
        let Some(folder) = &self.folder else { return Vec::new() };
        let mut found: Vec<_> = sessions(folder)
            .into_iter()
            .filter(|s| *s != self.session && !is_running(s))
            .filter_map(|s| read_session(folder, s))
            .collect();
        found.sort_by_key(|r| std::cmp::Reverse(r.written));
        found
    }

    /// Removes the copies of a former session, after a person accepted or refused them.
    pub fn discard(&self, session: &str) {
        if let Some(folder) = &self.folder {
            remove_session(folder, session);
        }
    }
}

fn copy_path(folder: &Path, session: &str, generation: Generation) -> PathBuf {
    folder.join(format!("{session}.{}.ron", generation.letter()))
}

/// Names of all sessions with a copy, sorted.
fn sessions(folder: &Path) -> Vec<String> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let mut names: Vec<String> = entries
        .filter_map(|e| e.ok()?.file_name().into_string().ok())
        .filter_map(|n| Some(n.strip_suffix(".a.ron").or(n.strip_suffix(".b.ron"))?.to_owned()))
        .collect();
    names.sort();
    names.dedup();
    names
}

/// True if the process of a session still lives, which is another window with its own work. Only told on Linux.
fn is_running(session: &str) -> bool {
    let id = session.split_once('-').and_then(|(_, id)| u32::from_str_radix(id, 16).ok());
    let Some(id) = id.filter(|id| *id != std::process::id()) else { return false };
    let name = |id: &str| std::fs::read_to_string(format!("/proc/{id}/comm")).ok();
    // The id may have been given to another program since.
    name(&id.to_string()).is_some_and(|n| Some(n) == name("self"))
}

/// The newest readable copy; none if there is no copy at all that can be read.
fn read_session(folder: &Path, session: String) -> Option<Recoverable> {
    let mut copies: Vec<(SystemTime, PathBuf)> = Generation::ALL
        .into_iter()
        .map(|g| copy_path(folder, &session, g))
        .filter_map(|p| Some((std::fs::metadata(&p).ok()?.modified().ok()?, p)))
        .collect();
    copies.sort();
    let mut faults = Vec::new();
    while let Some((written, path)) = copies.pop() {
        match Scene::load(&path) {
            Ok(scene) => {
                let origin = std::fs::read_to_string(folder.join(format!("{session}.origin"))).ok();
                let original = origin.filter(|o| !o.is_empty()).map(PathBuf::from);
                return Some(Recoverable { session, original, written, scene, faults });
            }
            Err(fault) => faults.push(fault),
        }
    }
    None
}

fn remove_session(folder: &Path, session: &str) {
    let copies = Generation::ALL.map(|g| copy_path(folder, session, g));
    for path in copies.into_iter().chain([folder.join(format!("{session}.origin"))]) {
        match std::fs::remove_file(&path) {
            Err(e) if e.kind() != std::io::ErrorKind::NotFound => {
                log::warn!("The recovery copy {} cannot be removed: {e}", path.display());
            }
            _ => {}
        }
    }
}
