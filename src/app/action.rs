//! What panels ask for. Panels read and emit; one dispatcher acts (`dispatch.rs`).

use super::command::Command;
use super::selection::Subject;
use crate::scene::{Edit, View};
use glam::DVec3;
use std::path::PathBuf;

/// A wish of a panel, a key or a menu.
#[derive(Clone, Debug)]
pub(crate) enum Action {
    /// Something that a person can invoke by name.
    Command(Command),
    /// Shows everything that can be added, with the corner of the list at a place in the window.
    OpenAdd(egui::Pos2),
    /// One change, one undo entry.
    Edit {
        /// What the undo entry is called.
        label: String,
        /// The change.
        edit: Edit,
    },
    /// A change while something is dragged: all of them until the pointer is released are one undo entry.
    Live {
        /// What the undo entry is called.
        label: String,
        /// The change of the scene as it was when the drag began.
        edit: Edit,
    },
    /// Ends the drag: keep what it did.
    Commit,
    /// Ends the drag: restore.
    Cancel,
    /// Changes what is selected.
    Select(Select),
    /// The pointer is over this object in the viewport.
    Hover(Option<String>),
    /// Gives an object another name.
    Rename {
        /// Present id.
        from: String,
        /// New id.
        to: String,
    },
    /// Camera, overlays, hidden objects.
    View(View),
    /// Goes to a tick.
    Seek(u32),
    /// Simulated seconds per second.
    Speed(f64),
    /// Explains something in the Report pane.
    Inspect(Subject),
    /// Closes the window of settings, or that of keys.
    CloseWindow,
    /// Closes the explanation.
    CloseReport,
    /// The poke tool is held on a ray.
    Poke {
        /// Start of the ray, metres.
        origin: DVec3,
        /// Direction.
        direction: DVec3,
    },
    /// The poke tool was released.
    PokeEnd,
    /// Evaluates the scene's expectations.
    CheckNow,
    /// Opens this file, after asking about unsaved changes.
    Open(PathBuf),
    /// Opens an embedded example, after asking about unsaved changes.
    Example(usize),
    /// Puts text on the clipboard.
    Copy {
        /// The text.
        text: String,
        /// What the log says was copied.
        what: &'static str,
    },
    /// Inserts the objects of pasted text.
    Paste(String),
    /// Stops the build that runs.
    CancelBuild,
    /// An answer of a dialog.
    Dialog(super::dialogs::Answer),
}

/// A change of what is selected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Select {
    /// Only this.
    Only(String),
    /// This too, or no longer.
    Toggle(String),
    /// From the last clicked row to this one.
    ExtendTo {
        /// The clicked row.
        id: String,
        /// All rows as shown.
        rows: Vec<String>,
    },
    /// A page of the inspector that belongs to no object.
    Page(Page),
    /// Nothing.
    Clear,
}

/// What the inspector shows when no object is selected.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(crate) enum Page {
    /// The scene: counts, issues, expectations.
    #[default]
    Scene,
    /// Contour settings.
    Contour,
    /// Simulation settings.
    Simulation,
    /// An input of the track.
    Input(usize),
}

/// What the left mouse button does in the viewport.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Tool {
    /// Click selects.
    #[default]
    Select,
    /// Moves the selection.
    Move,
    /// Turns the selection.
    Rotate,
    /// Scales the selection.
    Scale,
    /// Pushes deformers.
    Poke,
    /// A click explains a cell.
    Inspect,
}
