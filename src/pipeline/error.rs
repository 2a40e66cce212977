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
    /// A panic was caught.
    #[error("it came upon a fault of Isolab ({0}); please report it with the scene")]
    Fault(String),
    /// Stopped from outside, by [`Progress::cancel`](super::Progress::cancel).
    #[error("cancelled")]
    Cancelled,
}

/// Most issues that a message lists, and most ids: nobody reads more, and a generated scene can have 100,000.
const MAX_LISTED: usize = 50;

fn list(issues: &[Issue]) -> String {
    let mut lines: Vec<_> = issues.iter().take(MAX_LISTED).map(ToString::to_string).collect();
    if issues.len() > MAX_LISTED {
        lines.push(format!("and {} more", issues.len() - MAX_LISTED));
    }
    lines.join("\n")
}

/// Boxed, since it is far larger than the others and each `Result` is as large as its largest error.
impl From<ReadError> for Error {
    fn from(error: ReadError) -> Self {
        Self::Read(Box::new(error))
    }
}

impl Error {
    pub(crate) fn not_found<'a>(sort: &'static str, id: &str, known: impl Iterator<Item = &'a str>) -> Self {
        let mut ids: Vec<_> = known.collect();
        let more = ids.len().saturating_sub(MAX_LISTED);
        ids.truncate(MAX_LISTED);
        let mut known = if ids.is_empty() { "none".to_owned() } else { ids.join(", ") };
        if more > 0 {
            known.push_str(&format!(" and {more} more"));
        }
        Self::NotFound { sort, id: id.to_owned(), known }
    }

    /// True if a build was stopped from outside.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        matches!(self, Self::Cancelled | Self::Contour { source: ContourError::Cancelled, .. })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{Part, Severity};

    #[test]
    fn long_lists_are_cut_and_counted() {
        let issue = |i| Issue {
            severity: Severity::Error,
            part: Part::Scene,
            path: format!("nodes[{i}]"),
            message: "A fault.".to_owned(),
            hint: "A cure.".to_owned(),
        };
        let text = Error::Issues((0..20_000).map(issue).collect()).to_string();
        assert_eq!(text.lines().count(), MAX_LISTED + 1);
        assert!(text.ends_with("\nand 19950 more"), "{text}");
        let ids: Vec<_> = (0..60).map(|i| i.to_string()).collect();
        let text = Error::not_found("rope", "r", ids.iter().map(String::as_str)).to_string();
        assert!(text.ends_with("48, 49 and 10 more"), "{text}");
    }
}
