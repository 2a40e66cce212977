//! The bar at the bottom: latest message, figures, what is being built.

use super::log;
use crate::app::action::Action;
use crate::app::model::Model;
use crate::app::words::{counted, grouped};
use crate::app::{icons, theme};
use egui::{Align, Layout, RichText, Ui};

/// The whole bar.
pub(crate) fn status_ui(ui: &mut Ui, model: &Model, out: &mut Vec<Action>) {
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        ui.spacing_mut().item_spacing.x = 12.0;
        figures_ui(ui, model);
        building_ui(ui, model, out);
        ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
            ui.spacing_mut().item_spacing.x = 6.0;
            if let Some(line) = model.log.latest() {
                let (icon, color) = log::mark(ui, line.level);
                ui.label(icons::text(icon).size(13.0).color(color));
                let text = line.text.lines().next().unwrap_or_default();
                ui.add(egui::Label::new(text).truncate()).on_hover_text(&line.text);
            }
        });
    });
}

/// Right to left, since the bar fills from there.
fn figures_ui(ui: &mut Ui, model: &Model) {
    let mut figure = |text: String, tip: &str| {
        ui.label(RichText::new(text).color(theme::colors(ui.visuals()).weak)).on_hover_text(tip);
    };
    if let Some(ms) = model.tick_ms {
        figure(format!("Tick {ms:.2} ms"), "Time of one tick of the simulation");
    }
    if model.built.is_some() {
        figure(format!("Build {:.0} ms", model.build_ms()), "Time from scene to meshes at the last build");
        figure(
            format!("Solids {} triangles", grouped(model.triangles())),
            "Triangles of all solids, without ropes and soft bodies",
        );
    }
    let errors = model.issues.len();
    if errors > 0 {
        let warm = theme::colors(ui.visuals()).warm;
        let text = counted(errors, "issue");
        ui.label(RichText::new(text).color(warm)).on_hover_text("Shown in the inspector when nothing is selected");
    }
}

fn building_ui(ui: &mut Ui, model: &Model, out: &mut Vec<Action>) {
    let Some(permille) = model.build_progress() else { return };
    let button = ui.small_button(icons::text(icons::CLOSE).size(12.0)).on_hover_text("Stops building");
    super::fields::name_it(ui, &button, "Cancel build");
    if button.clicked() {
        out.push(Action::CancelBuild);
    }
    let bar = egui::ProgressBar::new(permille as f32 / 1000.0).desired_width(80.0).desired_height(8.0);
    ui.add(bar);
    ui.label(RichText::new(format!("Building {} %", permille / 10)).color(theme::colors(ui.visuals()).warm));
}
