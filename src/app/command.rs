//! Everything a person can invoke, in one enum: menus, palette, key help and shortcuts come from it.

mod keys;
mod table;

pub use keys::{command_for_key, shortcut_text};

use crate::scene::{Kind, OverlayKind};

/// Something a person can invoke. Data comes from the selection and from dialogs, not from the command.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Command {
    // File
    /// An empty scene.
    New,
    /// The start scene.
    NewFromStart,
    /// Opens a file.
    Open,
    /// Reads the file again.
    Revert,
    /// Writes the file.
    Save,
    /// Writes another file.
    SaveAs,
    /// Writes the meshes.
    Export,
    /// Writes the picture.
    Screenshot,
    /// Ends the program.
    Quit,
    // Edit
    /// Takes back.
    Undo,
    /// Does again.
    Redo,
    /// Copies and deletes.
    Cut,
    /// Copies as RON.
    Copy,
    /// Pastes RON.
    Paste,
    /// Copies in place.
    Duplicate,
    /// Deletes with subtrees.
    Delete,
    /// Renames in place.
    Rename,
    /// Puts nodes into a group.
    Group,
    /// Selects everything.
    SelectAll,
    /// Selects nothing.
    SelectNone,
    /// Selects the parent of the active node.
    SelectParent,
    /// Puts the cursor into the outliner's filter.
    Filter,
    /// Opens the settings.
    Settings,
    // Add
    /// Adds a node of the kind of this name.
    AddNode(&'static str),
    /// Adds a rope.
    AddRope,
    /// Adds a deformer.
    AddDeformer,
    // Tool
    /// Clicks select.
    ToolSelect,
    /// The gizmo moves.
    ToolMove,
    /// The gizmo turns.
    ToolRotate,
    /// The gizmo scales.
    ToolScale,
    /// Holding the mouse on a deformer pokes it.
    ToolPoke,
    /// A click explains the cell under the pointer.
    ToolInspect,
    /// World or local axes.
    ToggleLocalAxes,
    /// Steps or free movement.
    ToggleSnap,
    // View
    /// Fits the selection into the picture.
    FrameSelection,
    /// Fits everything into the picture.
    FrameAll,
    /// Looks along -z.
    ViewFront,
    /// Looks along z.
    ViewBack,
    /// Looks along -x.
    ViewRight,
    /// Looks along x.
    ViewLeft,
    /// Looks down.
    ViewTop,
    /// Looks up.
    ViewBottom,
    /// Parallel or perspective.
    ToggleOrtho,
    /// Turns the camera by a step.
    OrbitLeft,
    /// Turns the camera by a step.
    OrbitRight,
    /// Turns the camera by a step.
    OrbitUp,
    /// Turns the camera by a step.
    OrbitDown,
    /// Hides the selection.
    Hide,
    /// Hides everything else.
    HideOthers,
    /// Shows everything.
    ShowAll,
    /// Shows the selection alone, or everything again.
    Solo,
    /// An overlay on or off.
    ToggleOverlay(OverlayKind),
    /// The grid on or off.
    ToggleGrid,
    // Time
    /// Runs or stops.
    PlayPause,
    /// One tick on.
    StepForward,
    /// One tick back.
    StepBack,
    /// Ten ticks on.
    StepForwardTen,
    /// Ten ticks back.
    StepBackTen,
    /// To tick 0.
    GoToStart,
    /// To the last computed tick.
    GoToEnd,
    // Window
    /// Searches commands.
    Palette,
    /// Lists the keys.
    KeyHelp,
    /// Larger text.
    ZoomIn,
    /// Smaller text.
    ZoomOut,
    /// Usual text.
    ZoomReset,
    /// Colours as the system has them.
    ThemeSystem,
    /// Light colours.
    ThemeLight,
    /// Dark colours.
    ThemeDark,
    /// The whole screen.
    FullScreen,
    /// Panes as at first.
    ResetLayout,
    /// Stops the build that runs.
    CancelBuild,
    /// What this program is.
    About,
}

/// Where a command stands in the menu bar.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Menu {
    /// Files and the program.
    File,
    /// Undo, clipboard, selection.
    Edit,
    /// New objects.
    Add,
    /// What the mouse does in the viewport.
    Tool,
    /// Camera, visibility, overlays.
    View,
    /// Playing and stepping.
    Time,
    /// The window itself and help.
    Window,
}

impl Menu {
    /// In the order of the menu bar.
    pub const ALL: [Self; 7] = [Self::File, Self::Edit, Self::Add, Self::Tool, Self::View, Self::Time, Self::Window];

    /// Title in the menu bar.
    #[must_use]
    pub fn label(self) -> &'static str {
        match self {
            Self::File => "File",
            Self::Edit => "Edit",
            Self::Add => "Add",
            Self::Tool => "Tool",
            Self::View => "View",
            Self::Time => "Time",
            Self::Window => "Window",
        }
    }
}

/// What decides whether a command can run now.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CommandContext {
    /// There is an undo entry or a gesture.
    pub can_undo: bool,
    /// There is a redo entry.
    pub can_redo: bool,
    /// The document has a file.
    pub has_file: bool,
    /// The document differs from its file.
    pub is_dirty: bool,
    /// Number of objects in the scene.
    pub objects: usize,
    /// Number of selected objects.
    pub selected: usize,
    /// Number of selected nodes.
    pub selected_nodes: usize,
    /// The active object is a node with a parent.
    pub active_has_parent: bool,
    /// Something is hidden.
    pub any_hidden: bool,
    /// There are solids with a mesh.
    pub has_mesh: bool,
    /// There are ropes or deformers.
    pub has_bodies: bool,
    /// There is a deformer.
    pub has_deformers: bool,
    /// The present tick.
    pub tick: u32,
    /// The last computed tick.
    pub last_tick: u32,
    /// A file dialog is open.
    pub dialog_open: bool,
    /// A build runs.
    pub is_building: bool,
    /// There is a viewport that draws.
    pub has_graphics: bool,
    /// A cell is explained.
    pub has_report: bool,
}

/// What is known about a command, whatever the state.
#[derive(Clone, Copy, Debug)]
pub struct CommandInfo {
    /// In sentence case; ends in "..." if it asks something.
    pub label: &'static str,
    /// One sentence.
    pub tip: &'static str,
    /// Where it stands.
    pub menu: Menu,
    /// A separator is drawn when it differs from that of the command before.
    pub section: u8,
    /// Keys of the preset "Engine", the shown one first.
    pub keys: &'static [egui::KeyboardShortcut],
}

impl Command {
    /// Every command, in menu order.
    #[must_use]
    pub fn all() -> &'static [Self] {
        table::all()
    }

    /// Commands of a menu, in order.
    pub fn of_menu(menu: Menu) -> impl Iterator<Item = Self> {
        Self::all().iter().copied().filter(move |c| c.info().menu == menu)
    }

    /// Label, tip, place and keys.
    #[must_use]
    pub fn info(self) -> CommandInfo {
        table::info(self)
    }

    /// In sentence case.
    #[must_use]
    pub fn label(self) -> &'static str {
        self.info().label
    }

    /// One sentence.
    #[must_use]
    pub fn tip(self) -> &'static str {
        self.info().tip
    }

    /// The node that an add command makes.
    #[must_use]
    pub fn kind(self) -> Option<Kind> {
        match self {
            Self::AddNode(name) => Kind::named(name),
            _ => None,
        }
    }

    /// Whether it can run now.
    ///
    /// # Errors
    /// Why not, as a sentence for a tooltip.
    pub fn enabled(self, context: &CommandContext) -> Result<(), &'static str> {
        let need = |holds: bool, reason: &'static str| if holds { Ok(()) } else { Err(reason) };
        match self {
            Self::Open | Self::SaveAs => need(!context.dialog_open, "A file dialog is open already"),
            Self::Revert => need(context.has_file, "This scene has no file yet"),
            Self::Save => need(context.is_dirty || !context.has_file, "There is nothing to save"),
            Self::Export => {
                need(!context.dialog_open, "A file dialog is open already")?;
                need(context.has_mesh, "There is no mesh to export")
            }
            Self::Screenshot => {
                need(!context.dialog_open, "A file dialog is open already")?;
                need(context.has_graphics, "Nothing is drawn without OpenGL")
            }
            Self::Undo => need(context.can_undo, "There is nothing to undo"),
            Self::Redo => need(context.can_redo, "There is nothing to redo"),
            Self::Cut | Self::Copy | Self::Duplicate | Self::Delete | Self::Hide | Self::HideOthers => {
                need(context.selected > 0, "Nothing is selected")
            }
            Self::Solo => need(context.selected > 0 || context.any_hidden, "Nothing is selected"),
            Self::SelectNone | Self::FrameSelection => {
                need(context.selected > 0 || context.has_report, "Nothing is selected")
            }
            Self::Rename => need(context.selected == 1, "Select one object to rename it"),
            Self::Group => need(context.selected_nodes > 0, "Select the nodes to group"),
            Self::SelectParent => need(context.active_has_parent, "The active object has no parent"),
            Self::SelectAll | Self::FrameAll => need(context.objects > 0, "The scene is empty"),
            Self::ShowAll => need(context.any_hidden, "Nothing is hidden"),
            Self::ToolInspect => need(context.has_mesh, "There is no mesh to explain"),
            Self::ToolPoke => need(context.has_deformers, "There is no deformer to poke: add one first"),
            Self::PlayPause | Self::StepForward | Self::StepForwardTen => {
                need(context.has_bodies, "Nothing moves: add a rope or a deformer first")
            }
            Self::StepBack | Self::StepBackTen | Self::GoToStart => need(context.tick > 0, "This is the first tick"),
            Self::GoToEnd => need(context.tick < context.last_tick, "This is the last computed tick"),
            Self::CancelBuild => need(context.is_building, "Nothing is being built"),
            _ => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests;
