//! The editor. Layer 6.
//!
//! ```text
//! keys, menus, panes --Action--> dispatch --Edit--> Document --refresh--> Built, Simulation --> panes
//! ```
//!
//! Functions ending in `_ui` read the [`model`] and emit actions; `dispatch` carries them out, one call each. Only
//! [`document::Document`] changes a scene. Colours are in `theme` and in `draw`'s palette, nowhere else.

mod action;
pub mod command;
mod dialogs;
mod dispatch;
pub mod document;
mod edits;
mod examples;
pub mod files;
pub mod gizmo;
mod icons;
pub mod knobs;
mod layout;
mod log;
mod model;
pub mod number;
pub mod orbit;
pub mod palette_search;
mod panels;
pub mod pick;
pub mod playback;
pub mod selection;
pub mod settings;
mod shell;
mod shortcuts;
mod theme;
mod thumbnails;
mod viewport;
mod window;
mod words;

pub use shell::{IsolabApp, Options};
pub use window::{StartError, run};

#[cfg(test)]
mod tests;
