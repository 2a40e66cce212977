//! Label, tip, menu and keys of each command.

use super::{Command, CommandInfo, Menu};
use crate::scene::{Kind, OverlayKind};
use egui::{Key, KeyboardShortcut, Modifiers};
use std::sync::LazyLock;

const NONE: Modifiers = Modifiers::NONE;
const CTRL: Modifiers = Modifiers::COMMAND;
const SHIFT: Modifiers = Modifiers::SHIFT;
const ALT: Modifiers = Modifiers::ALT;
const CTRL_SHIFT: Modifiers = Modifiers::COMMAND.plus(Modifiers::SHIFT);

const fn key(modifiers: Modifiers, key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(modifiers, key)
}

/// In the order of menus.
pub(super) fn all() -> &'static [Command] {
    static ALL: LazyLock<Vec<Command>> = LazyLock::new(|| {
        let nodes = Kind::all().iter().map(|kind| Command::AddNode(kind.name()));
        BEFORE_NODES.iter().copied().chain(nodes).chain(AFTER_NODES.iter().copied()).collect()
    });
    &ALL
}

/// Commands before those that add nodes.
const BEFORE_NODES: &[Command] = {
    use Command::*;
    &[
        New,
        NewFromStart,
        Open,
        Revert,
        Save,
        SaveAs,
        Export,
        Screenshot,
        Quit,
        Undo,
        Redo,
        Cut,
        Copy,
        Paste,
        Duplicate,
        Delete,
        Rename,
        Group,
        SelectAll,
        SelectNone,
        SelectParent,
        Filter,
        Settings,
    ]
};

/// Commands after those that add nodes.
const AFTER_NODES: &[Command] = {
    use Command::*;
    &[
        AddRope,
        AddDeformer,
        ToolSelect,
        ToolMove,
        ToolRotate,
        ToolScale,
        ToolPoke,
        ToolInspect,
        ToggleLocalAxes,
        ToggleSnap,
        FrameSelection,
        FrameAll,
        ViewFront,
        ViewBack,
        ViewRight,
        ViewLeft,
        ViewTop,
        ViewBottom,
        ToggleOrtho,
        OrbitLeft,
        OrbitRight,
        OrbitUp,
        OrbitDown,
        Hide,
        HideOthers,
        ShowAll,
        Solo,
        ToggleGrid,
        ToggleOverlay(OverlayKind::Normals),
        ToggleOverlay(OverlayKind::Crossings),
        ToggleOverlay(OverlayKind::QefPoints),
        ToggleOverlay(OverlayKind::Cells),
        ToggleOverlay(OverlayKind::Rays),
        ToggleOverlay(OverlayKind::Velocities),
        ToggleOverlay(OverlayKind::Strain),
        ToggleOverlay(OverlayKind::Wireframe),
        PlayPause,
        StepForward,
        StepBack,
        StepForwardTen,
        StepBackTen,
        GoToStart,
        GoToEnd,
        Palette,
        KeyHelp,
        ZoomIn,
        ZoomOut,
        ZoomReset,
        ThemeSystem,
        ThemeLight,
        ThemeDark,
        FullScreen,
        ResetLayout,
        CancelBuild,
        About,
    ]
};

/// The table, one menu a function.
pub(super) fn info(command: Command) -> CommandInfo {
    file(command)
        .or_else(|| edit(command))
        .or_else(|| add(command))
        .or_else(|| tool(command))
        .or_else(|| camera(command))
        .or_else(|| visibility(command))
        .or_else(|| time(command))
        .unwrap_or_else(|| window(command))
}

type Row = (u8, &'static str, &'static str, &'static [KeyboardShortcut]);

fn row(menu: Menu, (section, label, tip, keys): Row) -> CommandInfo {
    CommandInfo { label, tip, menu, section, keys }
}

fn file(command: Command) -> Option<CommandInfo> {
    let row_data: Row = match command {
        Command::New => (0, "New", "Start with an empty scene", const { &[key(CTRL, Key::N)] }),
        Command::NewFromStart => {
            (0, "New from start scene", "Start with the scene that shows a bit of everything", &[])
        }
        Command::Open => (0, "Open...", "Open a scene file", const { &[key(CTRL, Key::O)] }),
        Command::Revert => (1, "Revert", "Read the file again and drop all changes", &[]),
        Command::Save => (1, "Save", "Write the scene to its file", const { &[key(CTRL, Key::S)] }),
        Command::SaveAs => (1, "Save as...", "Write the scene to another file", const { &[key(CTRL_SHIFT, Key::S)] }),
        Command::Export => {
            (2, "Export meshes...", "Write the solids' meshes as OBJ or STL", const { &[key(CTRL, Key::E)] })
        }
        Command::Screenshot => {
            (2, "Save screenshot...", "Write the viewport's picture as PNG", const { &[key(CTRL, Key::F12)] })
        }
        Command::Quit => (3, "Quit", "Close the window; asks when there are changes", const { &[key(CTRL, Key::Q)] }),
        _ => return None,
    };
    Some(row(Menu::File, row_data))
}

fn edit(command: Command) -> Option<CommandInfo> {
    let row_data: Row = match command {
        Command::Undo => (0, "Undo", "Take the last change back", const { &[key(CTRL, Key::Z)] }),
        Command::Redo => {
            (0, "Redo", "Do the last undone change again", const { &[key(CTRL_SHIFT, Key::Z), key(CTRL, Key::Y)] })
        }
        Command::Cut => (1, "Cut", "Copy the selection as RON and delete it", const { &[key(CTRL, Key::X)] }),
        Command::Copy => {
            (1, "Copy", "Copy the selection as RON, for this or any other scene", const { &[key(CTRL, Key::C)] })
        }
        Command::Paste => (1, "Paste", "Add the objects of the clipboard", const { &[key(CTRL, Key::V)] }),
        Command::Duplicate => (2, "Duplicate", "Copy the selection in place", const { &[key(CTRL, Key::D)] }),
        Command::Delete => {
            (2, "Delete", "Delete the selection with everything inside", const { &[key(NONE, Key::Delete)] })
        }
        Command::Rename => (2, "Rename", "Give the selected object another name", const { &[key(NONE, Key::F2)] }),
        Command::Group => (2, "Group", "Put the selected nodes into a new group", const { &[key(CTRL, Key::G)] }),
        Command::SelectAll => (3, "Select all", "Select every object", const { &[key(CTRL, Key::A)] }),
        Command::SelectNone => (3, "Select none", "Select nothing", const { &[key(NONE, Key::Escape)] }),
        Command::SelectParent => (
            3,
            "Select parent",
            "Select the node that the active one belongs to",
            const { &[key(NONE, Key::OpenBracket)] },
        ),
        Command::Filter => {
            (3, "Filter outliner", "Show only objects whose name holds a text", const { &[key(CTRL, Key::F)] })
        }
        Command::Settings => (4, "Settings...", "Theme, text size and keys", const { &[key(CTRL, Key::Comma)] }),
        _ => return None,
    };
    Some(row(Menu::Edit, row_data))
}

fn add(command: Command) -> Option<CommandInfo> {
    let row_data: Row = match command {
        Command::AddNode(name) => return node(name),
        Command::AddRope => (9, "Add rope", "Add a rope that hangs from a point", &[]),
        Command::AddDeformer => (9, "Add soft ball", "Add a soft ball to poke", &[]),
        _ => return None,
    };
    Some(row(Menu::Add, row_data))
}

/// Adding nodes: each category is a section.
fn node(name: &str) -> Option<CommandInfo> {
    static ROWS: LazyLock<Vec<(String, String)>> = LazyLock::new(|| {
        let sentence = |kind: &Kind| {
            let takes = if kind.is_operator() { "; takes the selection in" } else { "" };
            (format!("Add {}", lower_first(&kind.label())), format!("{}{takes}", kind.description()))
        };
        Kind::all().iter().map(sentence).collect()
    });
    let place = Kind::all().iter().position(|kind| kind.name() == name)?;
    let (label, tip) = &ROWS[place];
    Some(row(Menu::Add, (Kind::all()[place].category() as u8, label, tip, &[])))
}

/// "Box frame" as it stands within a sentence; names such as "Schwarz P" stay.
fn lower_first(label: &str) -> String {
    let is_name = label.chars().next_back().is_some_and(char::is_uppercase);
    let mut chars = label.chars();
    match chars.next() {
        Some(first) if !is_name => first.to_lowercase().chain(chars).collect(),
        _ => label.to_owned(),
    }
}

fn tool(command: Command) -> Option<CommandInfo> {
    let row_data: Row = match command {
        Command::ToolSelect => (0, "Select", "Click to select, without a gizmo", const { &[key(NONE, Key::Q)] }),
        Command::ToolMove => {
            (0, "Move", "Drag arrows or squares to move the selection", const { &[key(NONE, Key::W)] })
        }
        Command::ToolRotate => (0, "Rotate", "Drag rings to turn the selection", const { &[key(NONE, Key::E)] }),
        Command::ToolScale => (0, "Scale", "Drag the box to scale the selection", const { &[key(NONE, Key::R)] }),
        Command::ToolPoke => (0, "Poke", "Hold the mouse on a soft ball to push it", const { &[key(NONE, Key::P)] }),
        Command::ToolInspect => (0, "Inspect", "Click a surface to explain its vertex", const { &[key(NONE, Key::I)] }),
        Command::ToggleLocalAxes => (
            1,
            "Local axes",
            "Gizmo along the object's own axes instead of the world's",
            const { &[key(NONE, Key::T)] },
        ),
        Command::ToggleSnap => {
            (1, "Snap", "Move by 0.1 m, turn by 15 degrees; Ctrl inverts it in a drag", const { &[key(NONE, Key::Y)] })
        }
        _ => return None,
    };
    Some(row(Menu::Tool, row_data))
}

fn camera(command: Command) -> Option<CommandInfo> {
    let row_data: Row = match command {
        Command::FrameSelection => (
            0,
            "Frame selection",
            "Move the camera so that the selection fills the picture",
            const { &[key(NONE, Key::F)] },
        ),
        Command::FrameAll => {
            (0, "Frame all", "Move the camera so that everything is seen", const { &[key(NONE, Key::Home)] })
        }
        Command::ViewFront => (1, "Front view", "Look along -z", const { &[key(NONE, Key::Num1)] }),
        Command::ViewBack => (1, "Back view", "Look along z", const { &[key(CTRL, Key::Num1), key(ALT, Key::Num1)] }),
        Command::ViewRight => (1, "Right view", "Look along -x", const { &[key(NONE, Key::Num3)] }),
        Command::ViewLeft => (1, "Left view", "Look along x", const { &[key(CTRL, Key::Num3), key(ALT, Key::Num3)] }),
        Command::ViewTop => (1, "Top view", "Look straight down", const { &[key(NONE, Key::Num7)] }),
        Command::ViewBottom => {
            (1, "Bottom view", "Look straight up", const { &[key(CTRL, Key::Num7), key(ALT, Key::Num7)] })
        }
        Command::ToggleOrtho => {
            (1, "Parallel projection", "Draw without perspective", const { &[key(NONE, Key::Num5)] })
        }
        Command::OrbitLeft => (2, "Orbit left", "Turn the camera by 15 degrees", const { &[key(NONE, Key::Num4)] }),
        Command::OrbitRight => (2, "Orbit right", "Turn the camera by 15 degrees", const { &[key(NONE, Key::Num6)] }),
        Command::OrbitUp => (2, "Orbit up", "Raise the camera by 15 degrees", const { &[key(NONE, Key::Num8)] }),
        Command::OrbitDown => (2, "Orbit down", "Lower the camera by 15 degrees", const { &[key(NONE, Key::Num2)] }),
        _ => return None,
    };
    Some(row(Menu::View, row_data))
}

fn visibility(command: Command) -> Option<CommandInfo> {
    let row_data: Row = match command {
        Command::Hide => (3, "Hide", "Do not draw the selection", const { &[key(NONE, Key::H)] }),
        Command::HideOthers => (3, "Hide others", "Draw the selection only", const { &[key(SHIFT, Key::H)] }),
        Command::ShowAll => (3, "Show all", "Draw everything again", const { &[key(ALT, Key::H)] }),
        Command::Solo => {
            (3, "Solo", "Draw the selection only; once more draws everything", const { &[key(NONE, Key::Slash)] })
        }
        Command::ToggleGrid => (4, "Grid", "Draw the grid and the axes", &[]),
        Command::ToggleOverlay(overlay) => return Some(row(Menu::View, overlay_row(overlay))),
        _ => return None,
    };
    Some(row(Menu::View, row_data))
}

fn overlay_row(overlay: OverlayKind) -> Row {
    match overlay {
        OverlayKind::Normals => (4, "Normals", "Draw the normal of each vertex", &[]),
        OverlayKind::Crossings => (4, "Crossings", "Draw where the surface cuts grid edges, with gradients", &[]),
        OverlayKind::QefPoints => (4, "QEF points", "Draw the free and the chosen minimiser of each cell", &[]),
        OverlayKind::Cells => (4, "Cells", "Draw the cells that hold surface", &[]),
        OverlayKind::Rays => (4, "Debug rays", "Draw poke rays, hit points, normals and force points", &[]),
        OverlayKind::Velocities => (4, "Velocities", "Draw the velocities of particles and vertices", &[]),
        OverlayKind::Strain => (4, "Strain", "Colour rope segments by strain", &[]),
        OverlayKind::Wireframe => (4, "Wireframe", "Draw the edges of triangles", const { &[key(SHIFT, Key::Z)] }),
    }
}

fn time(command: Command) -> Option<CommandInfo> {
    let row_data: Row = match command {
        Command::PlayPause => (
            0,
            "Play or pause",
            "Run the simulation, or stop it",
            const { &[key(NONE, Key::Space), key(NONE, Key::F5), key(SHIFT, Key::F5)] },
        ),
        Command::StepForward => {
            (1, "Step forward", "One tick on", const { &[key(NONE, Key::ArrowRight), key(NONE, Key::F10)] })
        }
        Command::StepBack => {
            (1, "Step back", "One tick back", const { &[key(NONE, Key::ArrowLeft), key(SHIFT, Key::F10)] })
        }
        Command::StepForwardTen => (1, "Step ten forward", "Ten ticks on", const { &[key(CTRL, Key::ArrowRight)] }),
        Command::StepBackTen => (1, "Step ten back", "Ten ticks back", const { &[key(CTRL, Key::ArrowLeft)] }),
        Command::GoToStart => (2, "Go to start", "Back to tick 0", const { &[key(SHIFT, Key::ArrowLeft)] }),
        Command::GoToEnd => (2, "Go to end", "On to the last computed tick", const { &[key(SHIFT, Key::ArrowRight)] }),
        _ => return None,
    };
    Some(row(Menu::Time, row_data))
}

fn window(command: Command) -> CommandInfo {
    let row_data: Row = match command {
        Command::Palette => (0, "Command palette", "Search commands by name", const { &[key(CTRL, Key::P)] }),
        Command::KeyHelp => (0, "Keys", "List all keys", const { &[key(NONE, Key::F1)] }),
        Command::ZoomIn => {
            (1, "Larger text", "Enlarge the whole window", const { &[key(CTRL, Key::Plus), key(CTRL, Key::Equals)] })
        }
        Command::ZoomOut => (1, "Smaller text", "Shrink the whole window", const { &[key(CTRL, Key::Minus)] }),
        Command::ZoomReset => (1, "Usual text size", "Neither enlarge nor shrink", const { &[key(CTRL, Key::Num0)] }),
        Command::ThemeSystem => (2, "System theme", "Light or dark, as the system is", &[]),
        Command::ThemeLight => (2, "Light theme", "Dark text on light grey", &[]),
        Command::ThemeDark => (2, "Dark theme", "Light text on dark grey", &[]),
        Command::FullScreen => {
            (3, "Full screen", "Use the whole screen, or a window again", const { &[key(NONE, Key::F11)] })
        }
        Command::ResetLayout => (3, "Reset layout", "Put all panes back to where they were at first", &[]),
        Command::CancelBuild => (4, "Cancel build", "Stop the build that runs; the last mesh stays", &[]),
        _ => (5, "About Isolab", "Version and licence", &[]),
    };
    row(Menu::Window, row_data)
}
