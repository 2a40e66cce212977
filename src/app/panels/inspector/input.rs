//! One input of the track.

use crate::app::action::{Action, Page, Select};
use crate::app::icons;
use crate::app::model::Model;
use crate::app::panels::fields::{self, Changes, Spec};
use crate::app::theme;
use crate::scene::{Act, Edit, Input, Part, Scene};
use egui::Ui;

/// What is done, when and for how long.
pub(super) fn input_ui(ui: &mut Ui, model: &Model, index: usize, out: &mut Vec<Action>) {
    let scene = model.document.scene();
    let Some(input) = scene.inputs.get(index) else {
        ui.weak("This input is gone.");
        return;
    };
    ui.horizontal(|ui| {
        ui.label(icons::text(icons::INPUT).color(theme::colors(ui.visuals()).accent));
        ui.label(theme::heading(format!("{} {}", act_name(&input.act), index + 1)));
    });
    ui.weak("Input: done to the scene while time runs");
    super::issues_ui(ui, model, &Part::Input(index));
    let mut copy = input.clone();
    let mut changes = Changes::default();
    fields::section_ui(ui, "When", |ui| {
        let spec = Spec::count("Tick", "First tick: it acts in the step from this tick to the next", 0.0, 1e6);
        fields::count_ui(ui, &mut changes, &spec, &mut copy.tick);
        let spec = Spec::count("Ticks", "For how many ticks", 1.0, 1e6);
        fields::count_ui(ui, &mut changes, &spec, &mut copy.ticks);
    });
    fields::section_ui(ui, "What", |ui| act_ui(ui, &mut changes, scene, &mut copy.act));
    fields::note_ui(ui, &mut changes, &format!("input {index}"), &mut copy.note);
    changes.emit("the input", || with_input(scene, index, copy), out);
    ui.add_space(8.0);
    ui.horizontal(|ui| {
        if ui.button("Go to its tick").clicked() {
            out.push(Action::Seek(input.tick));
        }
        if ui.button("Delete input").clicked() {
            out.push(Action::Edit { label: "Delete input".into(), edit: without_input(scene, index) });
            out.push(Action::Select(Select::Page(Page::Scene)));
        }
    });
}

/// Name of what an input does.
pub(crate) fn act_name(act: &Act) -> &'static str {
    match act {
        Act::Poke { .. } => "Poke",
        Act::MoveAnchor { .. } => "Move anchor",
    }
}

/// The edit that replaces one input.
pub(crate) fn with_input(scene: &Scene, index: usize, input: Input) -> Edit {
    let mut inputs = scene.inputs.clone();
    if let Some(slot) = inputs.get_mut(index) {
        *slot = input;
    }
    Edit::SetInputs(inputs)
}

/// The edit that removes one input.
pub(crate) fn without_input(scene: &Scene, index: usize) -> Edit {
    let mut inputs = scene.inputs.clone();
    if index < inputs.len() {
        inputs.remove(index);
    }
    Edit::SetInputs(inputs)
}

fn act_ui(ui: &mut Ui, changes: &mut Changes, scene: &Scene, act: &mut Act) {
    match act {
        Act::Poke { origin, direction, force, offset } => {
            fields::vec3_ui(ui, changes, &Spec::number("Origin", "m", "Start of the ray"), origin, [false; 3]);
            let spec = Spec::number("Direction", "", "Direction of the ray; any length but zero");
            fields::vec3_ui(ui, changes, &spec, direction, [false; 3]);
            let spec = Spec::number("Force", "m/s²", "At the force point, for each unit mass").within(-1e4, 1e4, 0.1);
            fields::number_ui(ui, changes, &spec, force);
            let spec = Spec::number("Offset", "m", "Distance of the force point from the hit along the normal");
            fields::number_ui(ui, changes, &spec, offset);
        }
        Act::MoveAnchor { rope, particle, to } => {
            let options: Vec<(String, &str, &str)> =
                scene.ropes.iter().map(|r| (r.id.clone(), r.id.as_str(), "The rope whose anchor moves")).collect();
            fields::choice_ui(ui, changes, ("Rope", "The rope whose anchor moves"), rope, &options);
            let spec = Spec::count("Particle", "The anchored particle", 0.0, 1e6);
            fields::count_ui(ui, changes, &spec, particle);
            fields::vec3_ui(ui, changes, &Spec::number("To", "m", "Where it is at the end"), to, [false; 3]);
        }
    }
}
