//! Reports -> text, and -> overlays. Layer 4.
//!
//! The text is the one that the panel shows, that "Copy report" copies, that the command line prints and that golden
//! tests hold.

pub mod overlay;
pub mod text;

pub use overlay::{Overlay, Role};
