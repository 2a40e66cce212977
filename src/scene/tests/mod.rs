//! Tests of the document: text, edits, complaints, saving.

mod edits;
mod issues;
mod kinds;
mod saving;
mod text;

use super::*;
use glam::DVec3;

/// A scene with everything in it, written by hand; the fixture of version 1.
const FULL: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/scenes/v1.ron"));

#[track_caller]
fn full() -> Scene {
    Scene::from_ron(FULL).unwrap_or_else(|error| panic!("{error}"))
}

/// Cases of property tests. Failures are printed with their input and not kept in files.
fn config() -> proptest::test_runner::Config {
    proptest::test_runner::Config { cases: 128, failure_persistence: None, ..Default::default() }
}
