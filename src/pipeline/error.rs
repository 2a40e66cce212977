use crate::contour::ContourError;
use crate::field::CompileError;
use crate::scene::{Issue, ReadError, SaveError};
use crate::sim::SimError;

/// Any failure of the library's front door. Each `Display` names the thing, the fault and the cure.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// The file is no scene.
    #[error(transparent)]
    Read(Box<ReadError>),
    /// The scene cannot be written.
    #[error(transparent)]
    Save(#[from] SaveError),
    /// The scene has errors; all of them are listed.
    #[error("{}", list(.0))]
    Issues(Vec<Issue>),
    /// A solid cannot be compiled.
    #[error(transparent)]
    Compile(#[from] CompileError),
    /// A solid cannot be contoured.
    #[error("solid \"{solid}\": {source}")]
    Contour {
        /// Id of its root node.
        solid: String,
        /// The cause.
        source: ContourError,
    },
    /// The simulation cannot be made or cannot go on.
    #[error(transparent)]
    Sim(#[from] SimError),
    /// Nothing has this id; the message lists what there is.
    #[error("there is no {sort} called \"{id}\"; there are: {known}")]
    NotFound {
        /// Such as "rope".
        sort: &'static str,
        /// The wish.
        id: String,
        /// Ids that exist, separated by commas, or "none".
        known: String,
    },
}

fn list(issues: &[Issue]) -> String {
    issues.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

/// Boxed, since it is far larger than the others and each `Result` is as large as its largest error.
impl From<ReadError> for Error {
    fn from(error: ReadError) -> Self {
        Self::Read(Box::new(error))
    }
}

impl Error {
    pub(crate) fn not_found<'a>(sort: &'static str, id: &str, known: impl Iterator<Item = &'a str>) -> Self {
        let known = known.collect::<Vec<_>>().join(", ");
        let known = if known.is_empty() { "none".to_owned() } else { known };
        Self::NotFound { sort, id: id.to_owned(), known }
    }

    /// True if a build was stopped from outside.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        matches!(self, Self::Contour { source: ContourError::Cancelled, .. })
    }
}
