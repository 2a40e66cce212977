//! Reading and writing.

use super::*;

#[test]
fn full_scene_is_written_as_it_was_read() {
    assert_eq!(full().to_ron(), FULL);
}
