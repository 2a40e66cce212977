//! The background builder: the latest request wins, previews finish, final builds can be cancelled.
use super::Built;
use crate::scene::Scene;
use std::sync::Arc;

/// How fine a build is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quality {
    /// Coarse, while something is dragged; never cancelled.
    Preview,
    /// As the scene says; cancelled by a newer request.
    Final,
}

/// A wish to build.
#[derive(Clone, Debug)]
pub struct Request {
    /// Grows with each change of the document.
    pub revision: u64,
    /// What to build.
    pub scene: Arc<Scene>,
    /// How fine.
    pub quality: Quality,
}

/// What came of a request.
#[derive(Clone, Debug)]
pub struct BuildResult {
    /// The request's revision.
    pub revision: u64,
    /// The request's quality.
    pub quality: Quality,
    /// What could be built; solids with faults are missing and listed in its issues.
    pub built: Built,
}

/// A thread that builds. Dropping it cancels what runs and joins the thread.
#[derive(Debug)]
pub struct Worker {}

impl Worker {
    /// Starts the thread. `wake` is called from it whenever a result is ready or progress was made.
    #[must_use]
    pub fn new(wake: impl Fn() + Send + 'static) -> Self {
        let _ = wake;
        todo!("pipeline helper")
    }

    /// Asks for a build; replaces a request that has not begun.
    pub fn request(&self, request: Request) {
        let _ = request;
        todo!("pipeline helper")
    }

    /// The latest finished build, once.
    #[must_use]
    pub fn poll(&self) -> Option<BuildResult> {
        todo!("pipeline helper")
    }

    /// Progress of the build that runs, in thousandths; none when idle.
    #[must_use]
    pub fn progress(&self) -> Option<u32> {
        todo!("pipeline helper")
    }

    /// Stops the build that runs, if it is a final one; its result is dropped.
    pub fn cancel(&self) {
        todo!("pipeline helper")
    }
}
