//! Which command a key press means.

use super::Command;
use egui::{Key, KeyboardShortcut, Modifiers};

/// The command of a key press, or none. Call it only when no text field has the keyboard.
///
/// Modifiers must match exactly, so that the more specific of two shortcuts wins by itself. Symbol keys are looked
/// up once more without Shift, since layouts differ in where they have them ("/" is Shift+7 on many).
#[must_use]
pub fn command_for_key(modifiers: Modifiers, key: Key) -> Option<Command> {
    let find = |modifiers: Modifiers| {
        Command::all()
            .iter()
            .copied()
            .find(|c| c.info().keys.iter().any(|k| k.logical_key == key && modifiers.matches_exact(k.modifiers)))
    };
    let without_shift = || {
        let symbol = !is_layout_free(key) && modifiers.shift;
        symbol.then(|| find(Modifiers { shift: false, ..modifiers })).flatten()
    };
    find(modifiers).or_else(without_shift)
}

/// Keys that are reached without Shift on every layout, or that have a shortcut with Shift of their own.
fn is_layout_free(key: Key) -> bool {
    !matches!(
        key,
        Key::Plus
            | Key::Minus
            | Key::Equals
            | Key::Comma
            | Key::Slash
            | Key::Period
            | Key::OpenBracket
            | Key::CloseBracket
    )
}

/// The first shortcut of a command as text, such as "Ctrl+Shift+Z"; empty if it has none.
#[must_use]
pub fn shortcut_text(command: Command) -> String {
    command.info().keys.first().map_or_else(String::new, key_text)
}

fn key_text(shortcut: &KeyboardShortcut) -> String {
    let is_mac = cfg!(target_os = "macos");
    shortcut.format(&egui::ModifierNames::NAMES, is_mac)
}
