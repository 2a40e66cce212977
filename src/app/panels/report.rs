//! Why is it so? The explanation of one cell, as the command line prints it.

use crate::app::action::Action;
use crate::app::model::{Model, Report};
use crate::app::{icons, theme};
use egui::{RichText, ScrollArea, Ui};

/// The whole pane.
pub(crate) fn report_ui(ui: &mut Ui, model: &Model, out: &mut Vec<Action>) {
    egui::Frame::new().inner_margin(egui::Margin::symmetric(12, 4)).show(ui, |ui| {
        let Some(report) = &model.report else {
            empty_ui(ui);
            return;
        };
        buttons_ui(ui, report, out);
        ScrollArea::both().auto_shrink(false).show(ui, |ui| {
            let text = RichText::new(&report.text).monospace();
            ui.add(egui::Label::new(text).selectable(true).wrap_mode(egui::TextWrapMode::Extend));
        });
    });
}

fn empty_ui(ui: &mut Ui) {
    ui.add_space(16.0);
    ui.vertical_centered(|ui| {
        let color = theme::colors(ui.visuals()).weak;
        ui.label(icons::text(icons::INSPECT).size(22.0).color(color));
        ui.label("Why is this vertex here?");
        ui.weak("Take the inspect tool (I), or hold Alt, and click the surface of a solid.");
    });
}

fn buttons_ui(ui: &mut Ui, report: &Report, out: &mut Vec<Action>) {
    ui.horizontal_wrapped(|ui| {
        ui.label(theme::heading(&report.title));
        let mut copy = |ui: &mut Ui, icon: &str, label: &str, tip: &str, text: &str, what: &'static str| {
            if ui.button((icons::text(icon), label)).on_hover_text(tip).clicked() {
                out.push(Action::Copy { text: text.to_owned(), what });
            }
        };
        copy(ui, icons::COPY, "Copy report", "Copies this text", &report.text, "The report");
        let tip = "Copies the command that prints this report without a window";
        copy(ui, icons::TERMINAL, "Copy as command line", tip, &report.command_line, "The command line");
        let tip = "Copies a Rust test that holds the vertex where it is";
        copy(ui, icons::TEST, "Copy as test", tip, &report.test, "The test");
        let close =
            ui.button(icons::text(icons::CLOSE)).on_hover_text("Closes the report and clears the picture of it");
        super::fields::name_it(ui, &close, "Close report");
        if close.clicked() {
            out.push(Action::CloseReport);
        }
        if report.stale {
            let warm = theme::colors(ui.visuals()).warm;
            ui.label(icons::text(icons::STALE).color(warm));
            ui.label(RichText::new("The scene has changed since").color(warm));
        }
    });
}
