//! The scene's claims: green or red, with what was found.

use crate::app::action::Action;
use crate::app::model::Model;
use crate::app::panels::fields::{self, Changes, Spec};
use crate::app::{icons, theme};
use crate::pipeline::Claim;
use crate::scene::{Edit, Expect, Scene};
use egui::{RichText, Ui};

/// All claims, buttons to check and to add.
pub(super) fn expectations_ui(ui: &mut Ui, model: &Model, out: &mut Vec<Action>) {
    let scene = model.document.scene();
    if scene.expect.is_empty() {
        ui.weak("None. What a scene expects of itself is tested here, by isolab check and by Scene::check.");
    }
    let fresh = model.claims.as_ref().filter(|c| c.revision == model.document.revision());
    let mut list = scene.expect.clone();
    let mut changes = Changes::default();
    let mut removed = None;
    for (i, expect) in list.iter_mut().enumerate() {
        let claim = fresh.and_then(|c| c.report.claims.get(i)).filter(|c| c.expect == *expect);
        ui.push_id(i, |ui| {
            if claim_ui(ui, &mut changes, scene, expect, claim) {
                removed = Some(i);
            }
        });
    }
    if let Some(i) = removed {
        list.remove(i);
        changes.set("list");
    }
    ui.horizontal(|ui| {
        let tip = "Builds the scene and runs it as far as its expectations need";
        let can = !scene.expect.is_empty() && !model.is_checking();
        let label = if model.is_checking() { "Checking..." } else { "Check now" };
        if ui.add_enabled(can, egui::Button::new(label)).on_hover_text(tip).clicked() {
            out.push(Action::CheckNow);
        }
        add_menu_ui(ui, model, &mut list, &mut changes);
    });
    changes.emit("expectations", || Edit::SetExpect(list), out);
}

fn add_menu_ui(ui: &mut Ui, model: &Model, list: &mut Vec<Expect>, changes: &mut Changes) {
    ui.menu_button("Add expectation", |ui| {
        if ui.button("Meshes are closed").clicked() {
            list.push(Expect::Closed);
            changes.set("list");
        }
        for rope in &model.document.scene().ropes {
            if ui.button(format!("Stretch of {}", rope.id)).clicked() {
                list.push(Expect::Stretch { rope: rope.id.clone(), at_most: 0.05, ticks: 240 });
                changes.set("list");
            }
        }
        let Some(simulation) = model.simulation() else { return };
        if ui.button(format!("State hash at tick {}", simulation.tick())).clicked() {
            let hash = format!("{:016x}", simulation.state_hash());
            list.push(Expect::StateHash { tick: simulation.tick(), hash });
            changes.set("list");
        }
    });
}

/// One claim; true if it is to be removed.
fn claim_ui(ui: &mut Ui, changes: &mut Changes, scene: &Scene, expect: &mut Expect, claim: Option<&Claim>) -> bool {
    let colors = theme::colors(ui.visuals());
    let (icon, color) = match claim.map(|c| c.holds) {
        Some(true) => (icons::CHECK, colors.good),
        Some(false) => (icons::FAIL, colors.bad),
        None => (icons::CLOCK, colors.weak),
    };
    let mut remove = false;
    ui.horizontal(|ui| {
        ui.label(icons::text(icon).color(color));
        let width = ui.available_width() - 40.0;
        ui.allocate_ui(egui::vec2(width, 24.0), |ui| {
            ui.set_min_width(width);
            ui.add(egui::Label::new(sentence(expect)).truncate());
        });
        let button = ui.button(icons::text(icons::TRASH)).on_hover_text("Remove this expectation");
        fields::name_it(ui, &button, "Remove expectation");
        remove = button.clicked();
    });
    details_ui(ui, changes, scene, expect);
    if let Some(claim) = claim {
        ui.add(egui::Label::new(RichText::new(&claim.found).color(color)).wrap());
    }
    ui.add_space(4.0);
    remove
}

fn sentence(expect: &Expect) -> String {
    match expect {
        Expect::Closed => "Meshes are closed and manifold".to_owned(),
        Expect::Stretch { rope, .. } => format!("Stretch of {rope}"),
        Expect::StateHash { tick, .. } => format!("State hash at tick {tick}"),
    }
}

fn details_ui(ui: &mut Ui, changes: &mut Changes, scene: &Scene, expect: &mut Expect) {
    match expect {
        Expect::Closed => {}
        Expect::Stretch { rope, at_most, ticks } => {
            let options: Vec<(String, &str, &str)> =
                scene.ropes.iter().map(|r| (r.id.clone(), r.id.as_str(), "The rope")).collect();
            fields::choice_ui(ui, changes, ("Rope", "The rope"), rope, &options);
            let spec = Spec::number("At most", "", "Largest allowed (length - rest) / rest; 0.02 is 2 %");
            fields::number_ui(ui, changes, &spec.within(0.0, 10.0, 0.001), at_most);
            fields::count_ui(ui, changes, &Spec::count("Ticks", "Number of ticks to run", 1.0, 1e6), ticks);
        }
        Expect::StateHash { hash, .. } => {
            fields::fact_ui(ui, "Hash", "16 hexadecimal digits", RichText::new(hash.as_str()).monospace());
        }
    }
}
