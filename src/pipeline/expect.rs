//! A scene's claims, evaluated.
use crate::scene::{Expect, Issue, Scene};

/// One claim and whether it holds.
#[derive(Clone, Debug, PartialEq)]
pub struct Claim {
    /// The claim.
    pub expect: Expect,
    /// Whether it holds.
    pub holds: bool,
    /// What was found, as a sentence with the value.
    pub found: String,
}

/// Result of `Scene::check`.
#[derive(Clone, Debug, PartialEq)]
pub struct CheckReport {
    /// Issues of the scene.
    pub issues: Vec<Issue>,
    /// Its claims; empty when the scene has errors.
    pub claims: Vec<Claim>,
}

impl CheckReport {
    /// No error and no claim that fails.
    #[must_use]
    pub fn holds(&self) -> bool {
        self.issues.iter().all(|i| i.severity != crate::scene::Severity::Error) && self.claims.iter().all(|c| c.holds)
    }
}

impl Scene {
    /// Validates the scene and evaluates its claims: builds it and runs it as far as they need.
    #[must_use]
    pub fn check(&self) -> CheckReport {
        todo!("pipeline helper")
    }
}
