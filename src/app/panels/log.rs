//! All messages of this session.

use crate::app::action::Action;
use crate::app::log::{Level, Log};
use crate::app::{icons, theme};
use egui::{ScrollArea, Ui};

/// The whole pane.
pub(crate) fn log_ui(ui: &mut Ui, log: &Log, out: &mut Vec<Action>) {
    egui::Frame::new().inner_margin(egui::Margin::symmetric(12, 4)).show(ui, |ui| {
        ui.horizontal(|ui| {
            ui.weak(format!("{} messages", log.lines().len()));
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                if ui.button("Copy all").on_hover_text("Copies all messages").clicked() {
                    let lines: Vec<&str> = log.lines().iter().map(|l| l.text.as_str()).collect();
                    out.push(Action::Copy { text: lines.join("\n"), what: "The log" });
                }
            });
        });
        ScrollArea::vertical().auto_shrink(false).stick_to_bottom(true).show(ui, |ui| {
            for line in log.lines() {
                line_ui(ui, line);
            }
        });
    });
}

fn line_ui(ui: &mut Ui, line: &crate::app::log::Line) {
    let (icon, color) = mark(ui, line.level);
    ui.horizontal_top(|ui| {
        ui.label(icons::text(icon).size(13.0).color(color));
        let again = if line.count > 1 { format!(" (×{})", line.count) } else { String::new() };
        ui.add(egui::Label::new(format!("{}{again}", line.text)).wrap().selectable(true));
    });
}

/// Icon and colour of a level.
pub(crate) fn mark(ui: &Ui, level: Level) -> (&'static str, egui::Color32) {
    let colors = theme::colors(ui.visuals());
    match level {
        Level::Info => (icons::INFO, colors.weak),
        Level::Warning => (icons::WARNING, colors.warm),
        Level::Error => (icons::ERROR, colors.bad),
    }
}
