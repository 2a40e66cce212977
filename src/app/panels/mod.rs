//! The panes and overlays of the window. Functions ending in `_ui` read the model and emit actions.

pub(crate) mod add;
pub(crate) mod fields;
pub(crate) mod inspector;
pub(crate) mod keys;
pub(crate) mod log;
pub(crate) mod menu;
pub(crate) mod outliner;
pub(crate) mod palette;
pub(crate) mod report;
pub(crate) mod settings;
pub(crate) mod status;
pub(crate) mod timeline;

use crate::app::action::Action;
use crate::app::command::{Command, shortcut_text};
use crate::app::icons;
use egui::{Button, Ui};

/// One entry of a menu: label, key, tooltip; grey with the reason when it cannot run.
pub(crate) fn menu_item_ui(ui: &mut Ui, command: Command, enabled: Result<(), &str>, out: &mut Vec<Action>) {
    marked_item_ui(ui, command, None, enabled, out);
}

/// As [`menu_item_ui`], with a mark in front when `on`.
pub(crate) fn marked_item_ui(
    ui: &mut Ui,
    command: Command,
    on: Option<bool>,
    enabled: Result<(), &str>,
    out: &mut Vec<Action>,
) {
    let mut button = Button::new(command.label()).shortcut_text(shortcut_text(command));
    if on == Some(true) {
        button = button.right_text(icons::text(icons::CHECK));
        button = button.shortcut_text(shortcut_text(command));
    }
    let response = ui.add_enabled(enabled.is_ok(), button);
    fields::name_it(ui, &response, command.label());
    let response = match enabled {
        Ok(()) => response.on_hover_text(command.tip()),
        Err(reason) => response.on_disabled_hover_text(reason),
    };
    if response.clicked() {
        out.push(Action::Command(command));
        ui.close();
    }
}

/// A plain button for a command.
pub(crate) fn command_button_ui(ui: &mut Ui, command: Command, out: &mut Vec<Action>) {
    if ui.button(command.label()).on_hover_text(tip_with_key(command)).clicked() {
        out.push(Action::Command(command));
    }
}

/// The tip of a command, and its key.
pub(crate) fn tip_with_key(command: Command) -> String {
    let key = shortcut_text(command);
    if key.is_empty() { command.tip().to_owned() } else { format!("{} ({key})", command.tip()) }
}

/// A square button with an icon; `on` draws it pressed.
pub(crate) fn icon_button_ui(
    ui: &mut Ui,
    (icon, name, tip): (&str, &str, &str),
    on: bool,
    enabled: Result<(), &str>,
) -> bool {
    let button = Button::new(icons::text(icon)).selected(on).min_size(egui::vec2(28.0, 24.0));
    let response = ui.add_enabled(enabled.is_ok(), button);
    fields::name_it(ui, &response, name);
    let response = match enabled {
        Ok(()) => response.on_hover_text(tip),
        Err(reason) => response.on_disabled_hover_text(reason),
    };
    response.clicked()
}

/// A square button for a command.
pub(crate) fn command_icon_ui(
    ui: &mut Ui,
    icon: &str,
    command: Command,
    on: bool,
    enabled: Result<(), &str>,
    out: &mut Vec<Action>,
) {
    if icon_button_ui(ui, (icon, command.label(), &tip_with_key(command)), on, enabled) {
        out.push(Action::Command(command));
    }
}
