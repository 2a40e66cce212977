//! Safe saving: the path holds the old or the new bytes, never a mixture.

use super::Scene;
use std::path::{Path, PathBuf};

/// Why a file could not be written; the file at the path is as it was.
#[derive(Debug, thiserror::Error)]
#[error("cannot save {}: {step}: {source}", path.display())]
pub struct SaveError {
    /// The target.
    pub path: PathBuf,
    /// Which step failed, such as "writing the temporary file".
    pub step: &'static str,
    /// The cause.
    pub source: std::io::Error,
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

/// Replaces the file at `path` by `bytes`, safely. Meshes and pictures are written by it too.
///
/// # Errors
/// A [`SaveError`]; the old file is untouched and no temporary file is left.
pub fn save_bytes(path: &Path, bytes: &[u8]) -> Result<(), SaveError> {
    let _ = (path, bytes);
    todo!("scene helper")
}
