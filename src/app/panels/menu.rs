//! The menu bar, generated from the command table.

use super::{marked_item_ui, menu_item_ui};
use crate::app::action::Action;
use crate::app::command::{Command, CommandContext, Menu};
use crate::app::examples;
use crate::app::model::Model;
use crate::app::settings::ThemeChoice;
use crate::scene::Category;
use egui::Ui;

/// All menus.
pub(crate) fn menu_bar_ui(ui: &mut Ui, model: &Model, out: &mut Vec<Action>) {
    let context = model.command_context();
    egui::MenuBar::new().ui(ui, |ui| {
        for menu in Menu::ALL {
            ui.menu_button(menu.label(), |ui| menu_ui(ui, model, menu, &context, out));
        }
    });
}

fn menu_ui(ui: &mut Ui, model: &Model, menu: Menu, context: &CommandContext, out: &mut Vec<Action>) {
    ui.set_min_width(220.0);
    let mut section = None;
    let mut shown = [false; Category::ALL.len()];
    for command in Command::of_menu(menu) {
        let own = command.info().section;
        if section.is_some_and(|s| s != own) && category_of(command).is_none() {
            ui.separator();
        }
        section = Some(own);
        if let Some(category) = category_of(command) {
            // The nodes of a category stand in a menu of their own, where the first of them would.
            if !std::mem::replace(&mut shown[category as usize], true) {
                nodes_ui(ui, category, context, out);
            }
            continue;
        }
        match command {
            Command::Undo => undo_ui(ui, command, model.document.undo_label(), context, out),
            Command::Redo => undo_ui(ui, command, model.document.redo_label(), context, out),
            _ => marked_item_ui(ui, command, is_on(model, command), command.enabled(context), out),
        }
        if command == Command::Open {
            files_ui(ui, model, out);
        }
    }
}

/// Which nodes a command adds, if any.
fn category_of(command: Command) -> Option<Category> {
    command.kind().map(|kind| kind.category())
}

/// Commands that add nodes of one category.
fn nodes_ui(ui: &mut Ui, category: Category, context: &CommandContext, out: &mut Vec<Action>) {
    ui.menu_button(category.name(), |ui| {
        ui.set_min_width(180.0);
        for command in Command::of_menu(Menu::Add).filter(|c| category_of(*c) == Some(category)) {
            marked_item_ui(ui, command, None, command.enabled(context), out);
        }
    });
}

/// Undo and redo name what they would do.
fn undo_ui(ui: &mut Ui, command: Command, label: Option<&str>, context: &CommandContext, out: &mut Vec<Action>) {
    menu_item_ui(ui, command, command.enabled(context), out);
    if let Some(label) = label {
        ui.weak(format!("    {label}"));
    }
}

/// Whether a command that switches something shows a mark.
pub(crate) fn is_on(model: &Model, command: Command) -> Option<bool> {
    let view = &model.document.scene().view;
    let theme = |choice| Some(model.settings.theme == choice);
    match command {
        Command::ToggleOverlay(kind) => Some(view.overlays.contains(&kind)),
        Command::ToggleOrtho => Some(view.ortho),
        Command::ToggleGrid => Some(model.settings.grid),
        Command::ToggleSnap => Some(model.settings.snap),
        Command::ToggleLocalAxes => Some(model.settings.local_axes),
        Command::ThemeSystem => theme(ThemeChoice::System),
        Command::ThemeLight => theme(ThemeChoice::Light),
        Command::ThemeDark => theme(ThemeChoice::Dark),
        _ => None,
    }
}

/// Recent files and embedded examples.
fn files_ui(ui: &mut Ui, model: &Model, out: &mut Vec<Action>) {
    ui.menu_button("Open recent", |ui| {
        ui.set_min_width(240.0);
        if model.settings.recent.is_empty() {
            ui.weak("No recent files");
        }
        for path in &model.settings.recent {
            let name = path.file_name().map_or_else(|| path.to_string_lossy(), |n| n.to_string_lossy());
            if ui.button(name).on_hover_text(path.display().to_string()).clicked() {
                out.push(Action::Open(path.clone()));
            }
        }
    });
    ui.menu_button("Examples", |ui| examples_ui(ui, out));
}

/// Embedded examples, those of a group in a menu of their own. The empty scene and the welcome offer them too.
pub(crate) fn examples_ui(ui: &mut Ui, out: &mut Vec<Action>) {
    ui.set_min_width(180.0);
    for (group, places) in examples::groups() {
        if group.is_empty() {
            example_items_ui(ui, &places, out);
        } else {
            ui.menu_button(group, |ui| {
                ui.set_min_width(180.0);
                example_items_ui(ui, &places, out);
            });
        }
    }
}

fn example_items_ui(ui: &mut Ui, places: &[usize], out: &mut Vec<Action>) {
    for place in places {
        let example = &examples::all()[*place];
        if ui.button(&example.name).on_hover_text(example.tip).clicked() {
            out.push(Action::Example(*place));
            ui.close();
        }
    }
}
