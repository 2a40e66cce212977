//! The settings window.

use super::fields;
use crate::app::action::Action;
use crate::app::command::Command;
use crate::app::model::Model;
use crate::app::settings::{Settings, ThemeChoice};
use egui::{Context, Ui, Window};

/// The window with all settings. They are few, and all of them are commands too.
pub(crate) fn settings_ui(ctx: &Context, model: &Model, open: &mut bool, out: &mut Vec<Action>) {
    Window::new("Settings")
        .open(open)
        .collapsible(false)
        .resizable(false)
        .pivot(egui::Align2::CENTER_CENTER)
        .default_pos(ctx.content_rect().center())
        .default_width(320.0)
        .show(ctx, |ui| rows_ui(ui, &model.settings, out));
}

fn rows_ui(ui: &mut Ui, settings: &Settings, out: &mut Vec<Action>) {
    fields::row(ui, "Theme", "Colours of the window", |ui| {
        let choices = [
            (ThemeChoice::System, "System", Command::ThemeSystem),
            (ThemeChoice::Light, "Light", Command::ThemeLight),
            (ThemeChoice::Dark, "Dark", Command::ThemeDark),
        ];
        for (choice, label, command) in choices {
            if ui.selectable_label(settings.theme == choice, label).on_hover_text(command.tip()).clicked() {
                out.push(Action::Command(command));
            }
        }
    });
    fields::row(ui, "Zoom", "Enlargement of the whole window", |ui| {
        for (label, command) in [("−", Command::ZoomOut), ("100 %", Command::ZoomReset), ("+", Command::ZoomIn)] {
            let button = ui.button(label).on_hover_text(super::tip_with_key(command));
            fields::name_it(ui, &button, command.label());
            if button.clicked() {
                out.push(Action::Command(command));
            }
        }
        ui.weak(format!("Now {:.0} %", settings.ui_zoom * 100.0));
    });
    let switches = [
        ("Snap", settings.snap, Command::ToggleSnap),
        ("Local axes", settings.local_axes, Command::ToggleLocalAxes),
        ("Grid", settings.grid, Command::ToggleGrid),
    ];
    for (label, mut on, command) in switches {
        fields::row(ui, label, command.tip(), |ui| {
            let response = ui.checkbox(&mut on, "").on_hover_text(super::tip_with_key(command));
            fields::name_it(ui, &response, label);
            if response.changed() {
                out.push(Action::Command(command));
            }
        });
    }
    fields::row(ui, "Panes", "", |ui| super::command_button_ui(ui, Command::ResetLayout, out));
}
