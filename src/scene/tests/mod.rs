//! Tests of the document: text, edits, complaints, saving.

mod text;

use super::*;
use glam::DVec3;

/// A scene with everything in it, written by hand.
const FULL: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/scenes/v1.ron"));

#[track_caller]
fn full() -> Scene {
    Scene::from_ron(FULL).unwrap_or_else(|error| panic!("{error}"))
}
