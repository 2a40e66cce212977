//! Safe saving: the path holds the old or the new bytes, never a mixture.

use super::{Scene, printable};
use std::fs::{self, File, OpenOptions};
use std::io::{Error, ErrorKind, Read as _, Seek as _, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

/// How temporary files end: `.start.ron.1234-Ab12Cd.isolab-tmp` beside `start.ron`, written by process 1234.
const TEMPORARY_SUFFIX: &str = ".isolab-tmp";

/// Temporary files of a target older than this were left by a process that was killed, and are removed by the next
/// save, as are younger ones whose process is known to be gone. No save takes nearly that long.
const STALE_AFTER: Duration = Duration::from_secs(3600);

/// Most symbolic links that are followed one after the other, as Linux has it.
const MAX_LINKS: usize = 40;

/// Why a file could not be written; the file at the path is as it was.
#[derive(Debug, thiserror::Error)]
#[error("cannot save {}: {step}: {source}", printable(&path.to_string_lossy()))]
pub struct SaveError {
    /// The target.
    pub path: PathBuf,
    /// Which step failed, such as "writing the temporary file".
    pub step: &'static str,
    /// The cause.
    pub source: Error,
}

impl Scene {
    /// Writes a temporary file in the same folder, syncs, reads it back, renames, syncs the folder. Symbolic links
    /// and file modes survive.
    ///
    /// # Errors
    /// A [`SaveError`]; the old file is untouched and no temporary file is left.
    pub fn save(&self, path: impl AsRef<Path>) -> Result<(), SaveError> {
        save_bytes(path.as_ref(), self.to_ron().as_bytes())
    }
}

/// Replaces the file at `path` by `bytes`, safely. Meshes and pictures are written by it too. What is no file (a
/// device, a pipe) cannot be replaced and is written to. A read-only file is refused, although its folder would let
/// it be replaced.
///
/// # Errors
/// A [`SaveError`]; the old file is untouched and no temporary file is left. Only when the very last step fails,
/// "syncing the folder", the new file is there, and a power cut may still bring the old one back.
pub fn save_bytes(path: &Path, bytes: &[u8]) -> Result<(), SaveError> {
    let at = |step| move |source| SaveError { path: path.to_owned(), step, source };
    let (target, old) = look_at(path)?;
    if old.as_ref().is_some_and(|meta| !meta.is_file()) {
        return write_through(&target, bytes).map_err(at("writing to the device or pipe"));
    }
    let folder = folder_of(&target);
    let prefix = temporary_prefix(&target);
    let mut temporary = new_temporary(folder, &prefix).map_err(at("creating the temporary file"))?;
    temporary.write_all(bytes).map_err(at("writing the temporary file"))?;
    if let Some(meta) = &old {
        temporary.as_file().set_permissions(meta.permissions()).map_err(at("keeping the file's mode"))?;
    }
    temporary.as_file().sync_all().map_err(at("syncing the temporary file"))?;
    compare(temporary.as_file_mut(), bytes).map_err(at("reading the temporary file back"))?;
    let saved = temporary.persist(&target).map_err(|error| at("renaming the temporary file")(error.error))?;
    remove_stale(folder, &prefix, &saved);
    sync_folder(folder).map_err(at("syncing the folder"))
}

/// Refuses at once what [`save_bytes`] would refuse at the end of long work, and leaves everything as it is. Returns the
/// file that `path` leads to over symbolic links.
///
/// # Errors
/// As [`save_bytes`], but for what only the writing itself shows, such as a full disk.
pub fn check_target(path: &Path) -> Result<PathBuf, SaveError> {
    let (target, old) = look_at(path)?;
    if old.is_none_or(|meta| meta.is_file()) {
        // Permissions, mounts and quotas are best asked by trying; the file goes away at once.
        let created = new_temporary(folder_of(&target), &temporary_prefix(&target));
        created.map_err(|source| SaveError { path: path.to_owned(), step: "creating the temporary file", source })?;
    }
    Ok(target)
}

/// The file that `path` leads to and what is known of it, if it is there. Refuses what cannot be replaced.
fn look_at(path: &Path) -> Result<(PathBuf, Option<fs::Metadata>), SaveError> {
    let at = |step| move |source| SaveError { path: path.to_owned(), step, source };
    let refused = |kind, fault: &str| at("looking at the old file")(Error::new(kind, fault));
    if path.to_string_lossy().ends_with(std::path::is_separator) {
        return Err(refused(ErrorKind::IsADirectory, "it names a folder; add the name of a file"));
    }
    let target = follow_links(path).map_err(at("following symbolic links"))?;
    let old = match fs::metadata(&target) {
        Ok(meta) => Some(meta),
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        Err(error) => return Err(at("looking at the old file")(error)),
    };
    match &old {
        Some(meta) if meta.is_dir() => {
            Err(refused(ErrorKind::IsADirectory, "it is a folder; add the name of a file in it"))
        }
        Some(meta) if meta.is_file() && meta.permissions().readonly() => {
            Err(refused(ErrorKind::PermissionDenied, "the file is read-only"))
        }
        None if !folder_of(&target).is_dir() => {
            let fault = format!("there is no folder {}; create it first", folder_of(&target).display());
            Err(at("creating the temporary file")(Error::new(ErrorKind::NotFound, fault)))
        }
        _ => Ok((target, old)),
    }
}

/// The file that `path` leads to. It need not exist.
fn follow_links(path: &Path) -> Result<PathBuf, Error> {
    let mut target = path.to_owned();
    for _link in 0..MAX_LINKS {
        match fs::read_link(&target) {
            // A relative link starts at the folder of the link.
            Ok(next) => target = folder_of(&target).join(next),
            // Not a link, or not there.
            Err(_) => return Ok(target),
        }
    }
    Err(Error::other("they lead round in a circle"))
}

fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

fn temporary_prefix(target: &Path) -> String {
    format!(".{}.", target.file_name().unwrap_or_default().to_string_lossy())
}

/// An empty file that removes itself unless it is persisted.
fn new_temporary(folder: &Path, prefix: &str) -> Result<tempfile::NamedTempFile, Error> {
    let prefix = format!("{prefix}{}-", std::process::id());
    let mut builder = tempfile::Builder::new();
    builder.prefix(&prefix).suffix(TEMPORARY_SUFFIX);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        // As any new file: readable by whom the umask allows, not by the owner alone.
        builder.permissions(fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder)
}

/// Reads a file from its start and compares it.
fn compare(file: &mut File, bytes: &[u8]) -> Result<(), Error> {
    let mut found = Vec::with_capacity(bytes.len());
    file.rewind()?;
    file.read_to_end(&mut found)?;
    if found == bytes {
        Ok(())
    } else {
        Err(Error::new(ErrorKind::InvalidData, "it holds other bytes than were written"))
    }
}

fn write_through(target: &Path, bytes: &[u8]) -> Result<(), Error> {
    let mut file = OpenOptions::new().write(true).open(target)?;
    file.write_all(bytes)?;
    file.flush()
}

/// Removes what killed processes left behind. Failing to is no failure of the save. Ages are measured against the
/// file just saved, by the file system's own clock.
fn remove_stale(folder: &Path, prefix: &str, saved: &File) {
    let Some(now) = saved.metadata().and_then(|meta| meta.modified()).ok() else { return };
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let name = entry.file_name();
        let name = name.to_string_lossy();
        let Some(unique) = name.strip_prefix(prefix).and_then(|rest| rest.strip_suffix(TEMPORARY_SUFFIX)) else {
            continue;
        };
        let age = || now.duration_since(entry.metadata().ok()?.modified().ok()?).ok();
        if is_of_dead_process(unique) || age().is_some_and(|age| age > STALE_AFTER) {
            let _ = fs::remove_file(entry.path());
        }
    }
}

/// Whether the process that a temporary file is named after has ended. Told only where processes can be looked up as
/// files.
fn is_of_dead_process(unique: &str) -> bool {
    let Some(process) = unique.split_once('-').and_then(|(process, _)| process.parse::<u32>().ok()) else {
        return false;
    };
    let processes = Path::new("/proc");
    cfg!(target_os = "linux") && processes.join("self").exists() && !processes.join(process.to_string()).exists()
}

/// Makes the rename itself survive a power cut.
fn sync_folder(folder: &Path) -> Result<(), Error> {
    if !cfg!(unix) {
        // Folders cannot be opened as files there.
        return Ok(());
    }
    match File::open(folder)?.sync_all() {
        // Some network file systems cannot sync a folder.
        Err(error) if matches!(error.kind(), ErrorKind::InvalidInput | ErrorKind::Unsupported) => Ok(()),
        result => result,
    }
}
