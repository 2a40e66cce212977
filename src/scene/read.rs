//! RON -> scene.

use super::Scene;
use std::path::{Path, PathBuf};

/// Why a text is no scene: where, what, and what to do. `Display` prints the line with a caret, the path in the
/// document and a hint.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{}", self.render())]
pub struct ReadError {
    /// The file, when there is one.
    pub file: Option<PathBuf>,
    /// Line, from 1; 0 when the fault has no place (file missing, too large, not UTF-8).
    pub line: usize,
    /// Column in characters, from 1.
    pub column: usize,
    /// Path in the document, such as `nodes[2].kind.radius`; empty when unknown.
    pub path: String,
    /// What is wrong.
    pub message: String,
    /// What to do; may be empty.
    pub hint: String,
    /// The source line, for the caret.
    pub source_line: String,
}

impl ReadError {
    fn render(&self) -> String {
        todo!("scene helper")
    }
}

impl Scene {
    /// Reads a scene from RON text: a leading byte order mark and CRLF are fine, unknown fields, newer versions and
    /// numbers that are not finite are refused.
    ///
    /// # Errors
    /// A [`ReadError`] with line, column, path and hint.
    pub fn from_ron(text: &str) -> Result<Self, ReadError> {
        let _ = text;
        todo!("scene helper")
    }

    /// Reads a scene file.
    ///
    /// # Errors
    /// As [`Scene::from_ron`], or a file that is missing, larger than 64 MiB, or not UTF-8.
    pub fn load(path: impl AsRef<Path>) -> Result<Self, ReadError> {
        let _ = path;
        todo!("scene helper")
    }

    /// True if the text holds comments, which saving would drop.
    #[must_use]
    pub fn has_comments(text: &str) -> bool {
        let _ = text;
        todo!("scene helper")
    }
}
