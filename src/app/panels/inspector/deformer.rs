//! Parameters of a deformer.

use super::{Scale, header_ui, transform_ui};
use crate::app::action::Action;
use crate::app::icons;
use crate::app::model::Model;
use crate::app::panels::fields::{self, Changes, Spec};
use crate::scene::{Body, Deformer, DeformerIntegrator, Edit, Object};
use egui::Ui;

/// Everything about one deformer.
pub(super) fn deformer_ui(ui: &mut Ui, model: &Model, deformer: &Deformer, out: &mut Vec<Action>) {
    header_ui(ui, model, icons::DEFORMER, &deformer.id, "Soft body", out);
    let mut copy = deformer.clone();
    let mut changes = Changes::default();
    fields::section_ui(ui, "Body", |ui| {
        let Body::CubeSphere { grid, radius } = &mut copy.body;
        let spec = Spec::count("Grid", "Quads along an edge of the cube it is made from", 1.0, 200.0);
        fields::count_ui(ui, &mut changes, &spec, grid);
        fields::number_ui(ui, &mut changes, &Spec::length("Radius", "Radius at rest"), radius);
    });
    fields::section_ui(ui, "Spring", |ui| {
        let spec = Spec::number("Stiffness", "1/s²", "Pull back to rest for each metre and unit mass");
        fields::number_ui(ui, &mut changes, &spec.within(0.0, 1e4, 0.2), &mut copy.spring);
        let spec = Spec::number("Damping", "1/s", "How fast motion dies");
        fields::number_ui(ui, &mut changes, &spec.within(0.0, 1e3, 0.05), &mut copy.damping);
        let options = [
            (DeformerIntegrator::Stable, "Stable", "The closed-form damped spring: stable at any step and stiffness"),
            (
                DeformerIntegrator::Tutorial,
                "Tutorial",
                "The tutorials' rule, bit for bit; diverges if damping times dt exceeds 1",
            ),
        ];
        let about = ("Integrator", "How a tick is computed");
        fields::choice_ui(ui, &mut changes, about, &mut copy.integrator, &options);
        if copy.integrator == DeformerIntegrator::Tutorial {
            let margin = copy.damping * model.document.scene().simulation.dt;
            fields::fact_ui(ui, "Damping × dt", "Above 1 the tutorials' rule diverges", fields::short(margin));
        }
    });
    transform_ui(ui, &mut changes, &mut copy.at, &mut copy.turn, Scale::Uniform(&mut copy.scale));
    fields::section_ui(ui, "Material", |ui| {
        fields::color_ui(ui, &mut changes, &mut copy.color, false);
        fields::note_ui(ui, &mut changes, &deformer.id, &mut copy.note);
    });
    facts_ui(ui, model, deformer);
    changes.emit(&deformer.id, || Edit::Replace { object: Object::Deformer(copy) }, out);
}

fn facts_ui(ui: &mut Ui, model: &Model, deformer: &Deformer) {
    let Some(state) = model.simulation().and_then(|s| s.deformer(&deformer.id).ok()) else { return };
    fields::section_ui(ui, "Now", |ui| {
        let dent = format!("{} m", fields::short(state.max_displacement()));
        fields::fact_ui(ui, "Displacement", "Largest distance of a vertex from rest", dent);
        let count = crate::app::words::grouped(state.positions.len());
        fields::fact_ui(ui, "Vertices", "Vertices of the body", count);
    });
}
