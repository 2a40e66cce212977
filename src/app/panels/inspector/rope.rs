//! Parameters of a rope.

use super::{anchors, header_ui};
use crate::app::action::Action;
use crate::app::model::Model;
use crate::app::panels::fields::{self, Changes, Spec};
use crate::app::{icons, theme};
use crate::pipeline::Simulation;
use crate::scene::{Edit, Object, Rope, RopeStart, SimulationSettings};
use crate::sim::predicted_stretch;
use egui::{RichText, Ui};

/// Predicted stretch from which a rope looks like rubber: shown in the warm colour.
const WARN_STRETCH: f64 = 0.05;

/// Everything about one rope.
pub(super) fn rope_ui(ui: &mut Ui, model: &Model, rope: &Rope, out: &mut Vec<Action>) {
    header_ui(ui, model, icons::ROPE, &rope.id, "Rope", out);
    let mut copy = rope.clone();
    let mut changes = Changes::default();
    fields::section_ui(ui, "Shape", |ui| shape_ui(ui, &mut changes, &mut copy));
    fields::section_ui(ui, "Anchors", |ui| {
        anchors::anchors_ui(ui, &mut changes, model.document.scene(), &mut copy);
    });
    fields::section_ui(ui, "Motion", |ui| {
        motion_ui(ui, &mut changes, &mut copy, &model.document.scene().simulation);
    });
    fields::section_ui(ui, "Start", |ui| start_ui(ui, &mut changes, &mut copy));
    fields::section_ui(ui, "Material", |ui| {
        fields::color_ui(ui, &mut changes, &mut copy.color, false);
        fields::note_ui(ui, &mut changes, &rope.id, &mut copy.note);
    });
    facts_ui(ui, model, rope);
    changes.emit(&rope.id, || Edit::Replace { object: Object::Rope(copy) }, out);
}

fn shape_ui(ui: &mut Ui, changes: &mut Changes, rope: &mut Rope) {
    let spec = Spec::count("Segments", "There is one particle more than segments", 1.0, 2000.0);
    fields::count_ui(ui, changes, &spec, &mut rope.segments);
    fields::number_ui(ui, changes, &Spec::length("Length", "Rest length"), &mut rope.length);
    let spec = Spec::length("Radius", "Radius of the tube and of collision").within(1e-4, 10.0, 0.001);
    fields::number_ui(ui, changes, &spec, &mut rope.radius);
    let spec = Spec::count("Sides", "Sides of the tube", 3.0, 64.0);
    fields::count_ui(ui, changes, &spec, &mut rope.sides);
}

fn motion_ui(ui: &mut Ui, changes: &mut Changes, rope: &mut Rope, simulation: &SimulationSettings) {
    let spec = Spec::number("Damping", "", "Part of the velocity kept per step, 0 to 1").within(0.0, 1.0, 0.000_5);
    fields::number_ui(ui, changes, &spec, &mut rope.damping);
    iterations_ui(ui, changes, rope);
    stretch_ui(ui, rope, simulation);
    fields::toggle_ui(ui, changes, "Collide", "Whether it collides with solids and the floor", &mut rope.collide);
}

fn iterations_ui(ui: &mut Ui, changes: &mut Changes, rope: &mut Rope) {
    let tip = "Constraint sweeps per step. Short ropes: 4 to 8; long or fast ropes: 8 to 16";
    fields::row(ui, "Iterations", tip, |ui| {
        ui.spacing_mut().slider_width = (ui.available_width() - 32.0).max(40.0);
        let response = ui.add(egui::Slider::new(&mut rope.iterations, 1..=16).show_value(false));
        fields::name_it(ui, &response, "Iterations");
        changes.note(ui, &response, "iterations");
        response.on_hover_text(tip);
        ui.label(rope.iterations.to_string());
    });
}

/// What the sweeps will leave of the length, so that the slider knows its answer (SIM.md, P04).
fn stretch_ui(ui: &mut Ui, rope: &Rope, simulation: &SimulationSettings) {
    let substep = simulation.dt / f64::from(simulation.substeps.max(1));
    let gravity = simulation.gravity.length();
    let stretch = predicted_stretch(rope.segments, rope.length, rope.iterations, gravity, substep);
    let colors = theme::colors(ui.visuals());
    let text = if stretch.is_finite() { format!("{:.2} %", stretch * 100.0) } else { fields::DIFFERS.to_owned() };
    let color = if stretch < WARN_STRETCH { colors.good } else { colors.warm };
    let tip = "Worst strain of the settled hanging rope: N(N-1)·g·h² / (iterations·L), h the substep. More \
               iterations, more substeps or fewer segments make it smaller";
    fields::fact_ui(ui, "Will stretch", tip, RichText::new(text).color(color));
    ui.weak("Short ropes need 4 to 8 sweeps, long or fast ones 8 to 16.");
}

fn start_ui(ui: &mut Ui, changes: &mut Changes, rope: &mut Rope) {
    let options = [
        (RopeStart::Slack, "Slack", "A catenary of the rope's length where there is slack"),
        (RopeStart::Straight, "Straight", "Evenly spaced on the straight line between its anchors"),
    ];
    fields::choice_ui(ui, changes, ("Between", "Shape between two anchors"), &mut rope.start, &options);
    if rope.anchors.is_empty() {
        let spec = Spec::number("Position", "m", "Where a rope without anchors starts");
        fields::vec3_ui(ui, changes, &spec, &mut rope.at, [false; 3]);
    }
    let spec = Spec::number("Lay", "", "Direction in which free ends are laid out; any length but zero");
    fields::vec3_ui(ui, changes, &spec, &mut rope.lay, [false; 3]);
}

fn facts_ui(ui: &mut Ui, model: &Model, rope: &Rope) {
    let Some(state) = model.simulation().and_then(|s| s.rope(&rope.id).ok()) else { return };
    fields::section_ui(ui, "Now", |ui| {
        let tip = "Largest (length - rest) / rest of a segment at the present tick";
        fields::fact_ui(ui, "Stretch", tip, format!("{:.2} %", state.max_stretch() * 100.0));
        let touching = state.contacts.iter().filter(|c| **c).count();
        fields::fact_ui(ui, "Contacts", "Particles that touch a solid or the floor", touching.to_string());
        let pinned = state.pinned.iter().filter(|p| **p).count();
        fields::fact_ui(ui, "Pinned", "Particles that anchors hold", pinned.to_string());
        let world = model.simulation().map(Simulation::world);
        let index = world.and_then(|w| w.ropes().iter().position(|r| r.id == rope.id));
        let errors = world.zip(index).map(|(w, i)| w.anchor_errors(i));
        let worst = errors.into_iter().flatten().fold(0.0, |worst: f64, (_, error)| worst.max(error));
        let tip = "Largest distance of an anchored particle from what holds it; an input may have moved it away";
        fields::fact_ui(ui, "Anchor error", tip, format!("{} m", fields::short(worst)));
    });
}
