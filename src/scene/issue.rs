//! Complaints about a scene that could be read.

use super::Scene;
use std::fmt;

/// How bad an issue is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The scene builds; something is probably not meant.
    Warning,
    /// The part that it names is left out, and a headless build is refused.
    Error,
}

/// The part of a scene that an issue is about.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Part {
    /// A node, deformer or rope, by id and, for duplicate ids, position.
    Object(String),
    /// `contour`.
    Contour,
    /// `simulation`.
    Simulation,
    /// `inputs[i]`.
    Input(usize),
    /// `expect[i]`.
    Expect(usize),
    /// `view`.
    View,
}

/// One complaint: the thing, the fault, the cure.
#[derive(Clone, Debug, PartialEq)]
pub struct Issue {
    /// How bad it is.
    pub severity: Severity,
    /// What it is about.
    pub part: Part,
    /// Path in the document, such as `nodes[2].kind.radius`.
    pub path: String,
    /// What is wrong, as a sentence that names the value.
    pub message: String,
    /// What to do.
    pub hint: String,
}

impl fmt::Display for Issue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let severity = match self.severity {
            Severity::Warning => "warning",
            Severity::Error => "error",
        };
        write!(f, "{severity}: {}: {} {}", self.path, self.message, self.hint)
    }
}

impl Scene {
    /// All issues of the scene, in document order. Never stops at the first.
    #[must_use]
    pub fn issues(&self) -> Vec<Issue> {
        Vec::new()
    }
}
