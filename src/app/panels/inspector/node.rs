//! Parameters of a node.

use super::{Scale, header_ui, transform_ui};
use crate::app::action::Action;
use crate::app::icons;
use crate::app::model::Model;
use crate::app::panels::fields::{self, Changes, Spec};
use crate::app::{theme, words};
use crate::pipeline::Solid;
use crate::scene::{Edit, Kind, Node, Object, Param};
use egui::{RichText, Ui};

/// Everything about one node.
pub(super) fn node_ui(ui: &mut Ui, model: &Model, node: &Node, out: &mut Vec<Action>) {
    let sort = if node.parent.is_none() { "Solid" } else { node.kind.description() };
    header_ui(ui, model, icons::of_kind(&node.kind), &node.id, sort, out);
    let mut copy = node.clone();
    let mut changes = Changes::default();
    fields::section_ui(ui, "Shape", |ui| {
        kind_ui(ui, &mut changes, &mut copy.kind);
        params_ui(ui, &mut changes, &mut copy.kind);
    });
    transform_ui(ui, &mut changes, &mut copy.at, &mut copy.turn, Scale::Each(&mut copy.scale));
    fields::section_ui(ui, "Material", |ui| {
        fields::color_ui(ui, &mut changes, &mut copy.color, false);
        fields::note_ui(ui, &mut changes, &node.id, &mut copy.note);
    });
    facts_ui(ui, model, node);
    changes.emit(&node.id, || Edit::Replace { object: Object::Node(copy) }, out);
}

/// Switches between kinds, which keep what they share.
fn kind_ui(ui: &mut Ui, changes: &mut Changes, kind: &mut Kind) {
    let labels: Vec<String> = Kind::all().iter().map(Kind::label).collect();
    let options: Vec<(&str, &str, &str)> =
        Kind::all().iter().zip(&labels).map(|(k, label)| (k.name(), label.as_str(), k.description())).collect();
    let mut name = kind.name();
    if fields::choice_ui(ui, changes, ("Kind", "What the node is"), &mut name, &options)
        && let Some(template) = Kind::named(name)
    {
        *kind = template.carrying_over(kind);
    }
}

/// The fields of a kind, as its registry has them. Lists say only how long they are.
fn params_ui(ui: &mut Ui, changes: &mut Changes, kind: &mut Kind) {
    let (choices, lists, params) = (kind.choices(), kind.lists(), kind.params());
    if choices.is_empty() && lists.is_empty() && params.is_empty() {
        ui.weak(kind.description());
    }
    for choice in &choices {
        let options: Vec<_> = choice.options.iter().map(|o| (o.name, o.name, o.description)).collect();
        let mut value = choice.value;
        if fields::choice_ui(ui, changes, (choice.label, choice.tip), &mut value, &options)
            && let Some(changed) = kind.with_choice(choice.name, value)
        {
            *kind = changed;
        }
    }
    for list in &lists {
        fields::fact_ui(ui, list.label, list.tip, words::counted(list.value.len(), "entry"));
    }
    for param in &params {
        let mut value = param.value;
        if fields::number_ui(ui, changes, &spec(param), &mut value)
            && let Some(changed) = kind.with_param(param.name, value)
        {
            *kind = changed;
        }
    }
}

/// How a number is shown and dragged. Dragging stops far inside of what may be typed.
fn spec(param: &Param) -> Spec {
    let Param { label, unit, tip, .. } = *param;
    let (min, max, speed) = match unit {
        "m" if param.positive => (1e-4, 1e4_f64.min(param.max), 0.005),
        "m" => (param.min.max(-1e4), 1e4_f64.min(param.max), 0.005),
        "" if param.integer => (param.min, param.max, 0.1),
        "" => (param.min, param.max, 0.01),
        _ => (param.min, param.max, 0.5),
    };
    Spec { label, unit, tip, speed, min, max, whole: param.integer }
}

/// Most triangles that are tested for crossings as soon as they are shown; beyond that the frame would be late.
const TESTED_AT_ONCE: usize = 100_000;

/// Pairs of triangles that cross: dual contouring may have some where sheets come close. Not counted in a drag.
fn intersections_ui(ui: &mut Ui, model: &Model, solid: &Solid) {
    let tip = "Pairs of triangles that share no vertex and meet, by an exact test";
    if model.document.in_gesture() || model.is_preview() {
        fields::fact_ui(ui, "Crossing", tip, fields::DIFFERS);
    } else if solid.mesh().triangles.len() > TESTED_AT_ONCE {
        fields::fact_ui(ui, "Crossing", tip, "See isolab mesh --report");
    } else {
        let pairs = solid.self_intersections();
        let colors = theme::colors(ui.visuals());
        let color = if pairs == 0 { colors.good } else { colors.warm };
        fields::fact_ui(ui, "Crossing", tip, RichText::new(words::counted(pairs, "pair")).color(color));
    }
}

/// Bounds, exactness and the mesh of a solid; bounds of other nodes belong to their solid.
fn facts_ui(ui: &mut Ui, model: &Model, node: &Node) {
    let Some(solid) = model.built.as_ref().and_then(|b| b.solids.iter().find(|s| s.id == node.id)) else {
        if node.parent.is_some() {
            return;
        }
        fields::section_ui(ui, "Facts", |ui| {
            ui.weak("Not built yet, or left out because of an issue.");
        });
        return;
    };
    fields::section_ui(ui, "Facts", |ui| {
        let bounds = solid.field.bounds();
        let size = if bounds.is_finite() && !bounds.is_empty() {
            bounds.size().to_array().map(fields::short).join(" × ") + " m"
        } else if bounds.is_empty() {
            "Empty".to_owned()
        } else {
            "Infinite, cut by the domain".to_owned()
        };
        fields::fact_ui(ui, "Size", "Bounds of the solid", size);
        let exact = if solid.field.is_exact() { "Exact" } else { "A bound" };
        fields::fact_ui(ui, "Distance", "Whether the field is the true distance outside of the solid", exact);
        let mesh = solid.mesh();
        fields::fact_ui(ui, "Triangles", "Triangles of its mesh", words::grouped(mesh.triangles.len()));
        fields::fact_ui(ui, "Vertices", "Vertices of its mesh", words::grouped(mesh.positions.len()));
        let stats = solid.contoured.stats;
        let clamped = "Vertices whose free QEF minimiser lay outside of their cell";
        fields::fact_ui(ui, "Clamped", clamped, words::grouped(stats.clamped as usize));
        intersections_ui(ui, model, solid);
        let ms = solid.timings.contour.as_secs_f64() * 1e3;
        fields::fact_ui(ui, "Contoured in", "Time from field to mesh", format!("{ms:.1} ms"));
        if stats.capped {
            ui.weak("Cut and capped at the border of the domain.");
        }
    });
}
