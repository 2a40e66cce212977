//! Keys -> commands. No shortcut acts while a text field has the keyboard, or while a drag in the viewport does.

use super::action::Action;
use super::command::{Command, command_for_key};
use super::panels::inspector::polygon_canvas_id;
use super::shell::IsolabApp;
use egui::{Context, Event, Key, Modifiers};

/// Takes the frame's key presses that mean a command.
pub(crate) fn collect(app: &IsolabApp, ctx: &Context, out: &mut Vec<Action>) {
    // A drag has the keys while a button is held: what follows its release in a slow frame is a shortcut again.
    let drag_has_keys = app.viewport.wants_keys() && ctx.input(|i| i.pointer.any_down());
    let dragging = app.model.document.in_gesture() && !app.viewport.is_dragging();
    if dragging && !ctx.text_edit_focused() && ctx.input(|i| i.key_pressed(Key::Escape)) {
        out.push(Action::Cancel);
        return;
    }
    let covered = app.dialog.is_some() || app.palette.is_open() || app.add.is_open();
    // An open menu has the keyboard: Escape closes it.
    if ctx.text_edit_focused() || drag_has_keys || egui::Popup::is_any_open(ctx) {
        return;
    }
    let has_window = app.settings_open || app.keys_open;
    if has_window && !covered && ctx.input_mut(|i| i.consume_key(Modifiers::NONE, Key::Escape)) {
        out.push(Action::CloseWindow);
    }
    // Tab and the arrows move between widgets; Space and Enter press the one that has the keyboard.
    let focused = ctx.memory(|m| m.focused());
    let widget = focused.is_some();
    let has_corners = focused == Some(polygon_canvas_id());
    ctx.input_mut(|input| {
        input.events.retain(|event| {
            // Delete removes a corner of the polygon that has the keyboard.
            if has_corners && matches!(event, Event::Key { key: Key::Delete, .. }) {
                return true;
            }
            let action = action_of(event, covered, widget);
            let used = action.is_some();
            out.extend(action);
            !used
        });
    });
}

fn action_of(event: &Event, covered: bool, widget: bool) -> Option<Action> {
    let command = match event {
        Event::Key { key, pressed: true, repeat, modifiers, .. } => {
            if widget && is_for_widgets(*key, *modifiers) {
                return None;
            }
            let command = command_for_key(*modifiers, *key)?;
            if *repeat && !may_repeat(command) {
                return None;
            }
            command
        }
        Event::Copy => Command::Copy,
        Event::Cut => Command::Cut,
        Event::Paste(text) if !covered => return Some(Action::Paste(text.clone())),
        _ => return None,
    };
    // Over a dialog only the palette's own key, which closes it again, means anything.
    (!covered || command == Command::Palette).then_some(Action::Command(command))
}

fn is_for_widgets(key: Key, modifiers: Modifiers) -> bool {
    let keys = [Key::Space, Key::Enter, Key::Tab, Key::ArrowUp, Key::ArrowDown, Key::ArrowLeft, Key::ArrowRight];
    modifiers.is_none() && keys.contains(&key)
}

/// Commands that go on while their key is held.
fn may_repeat(command: Command) -> bool {
    use Command::*;
    matches!(
        command,
        Undo | Redo
            | StepForward
            | StepBack
            | StepForwardTen
            | StepBackTen
            | ZoomIn
            | ZoomOut
            | OrbitLeft
            | OrbitRight
            | OrbitUp
            | OrbitDown
    )
}
