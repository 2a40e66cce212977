//! Parameters of a node.

use super::{Scale, header_ui, params, transform_ui};
use crate::app::action::Action;
use crate::app::dispatch::sentence;
use crate::app::icons;
use crate::app::model::{Facts, Model};
use crate::app::panels::fields::{self, Changes};
use crate::app::{theme, words};
use crate::field::Class;
use crate::math::Bounds;
use crate::pipeline::Solid;
use crate::scene::{Edit, Node, Object};
use egui::{RichText, Ui};

/// Everything about one node.
pub(super) fn node_ui(ui: &mut Ui, model: &Model, node: &Node, out: &mut Vec<Action>) {
    header_ui(ui, model, icons::of_kind(&node.kind), &node.id, node.kind.description(), out);
    let mut copy = node.clone();
    let mut changes = Changes::default();
    fields::section_ui(ui, "Shape", |ui| {
        params::kind_ui(ui, &mut changes, &mut copy.kind);
        params::params_ui(ui, model, &mut changes, &mut copy);
        empty_ui(ui, model, node);
    });
    let place = (&mut copy.at, &mut copy.turn);
    transform_ui(ui, &mut changes, &node.id, place, Scale::Each(&mut copy.scale));
    fields::section_ui(ui, "Material", |ui| {
        fields::color_ui(ui, &mut changes, &mut copy.color, false);
        fields::note_ui(ui, &mut changes, &node.id, &mut copy.note);
    });
    facts_ui(ui, model, node);
    mesh_ui(ui, model, node);
    changes.emit(&node.id, || Edit::Replace { object: Object::Node(copy) }, out);
}

/// What an operator without anything in it lacks.
fn empty_ui(ui: &mut Ui, model: &Model, node: &Node) {
    let has_children = model.document.scene().nodes.iter().any(|n| n.parent.as_deref() == Some(&node.id));
    if has_children || !node.kind.is_operator() {
        return;
    }
    let colors = theme::colors(ui.visuals());
    let key = crate::app::command::shortcut_text(crate::app::command::Command::AddMenu);
    ui.horizontal_top(|ui| {
        ui.label(icons::text(icons::INFO).color(colors.warm));
        let text =
            format!("It is empty and shows nothing: add shapes to it ({key}), or drag rows of the outliner onto it.");
        ui.add(egui::Label::new(RichText::new(text).color(colors.warm)).wrap());
    });
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

/// What the field of a node promises.
fn facts_ui(ui: &mut Ui, model: &Model, node: &Node) {
    fields::section_ui(ui, "Facts", |ui| match model.facts_or_fault(&node.id) {
        Some(Ok(facts)) => field_facts_ui(ui, facts),
        Some(Err(fault)) => {
            ui.add(egui::Label::new(RichText::new(sentence(fault)).weak()).wrap());
        }
        None => {
            ui.weak("Not known yet.");
        }
    });
}

fn field_facts_ui(ui: &mut Ui, facts: &Facts) {
    let (class, tip) = match facts.class {
        Class::Exact => ("Exact", "The value is the distance to the surface, outside of the solid at least"),
        Class::Bound => ("A lower bound", "The value is never more than the distance to the surface"),
        Class::Neither => {
            ("Neither exact nor a bound", "Only the value divided by the steepness is never more than the distance")
        }
    };
    fields::fact_ui(ui, "Distance", tip, class);
    let tip = "Lipschitz factor over the bounds: no value changes faster than this by the metre. \
               It is 1 for distances; sphere tracing and culling divide by it";
    let steepness = match facts.lipschitz {
        Some(factor) if factor.is_finite() => format!("At most {}", fields::short(factor)),
        Some(_) => "No bound is known".to_owned(),
        None => "Has no bounds to look in".to_owned(),
    };
    fields::fact_ui(ui, "Steepness", tip, steepness);
    let Bounds { min, max } = facts.bounds;
    let row = |v: glam::DVec3| v.to_array().map(fields::short).join(", ") + " m";
    if facts.bounds.is_empty() {
        fields::fact_ui(ui, "Bounds", "A box that holds it", "Empty");
    } else if !facts.bounds.is_finite() {
        fields::fact_ui(ui, "Bounds", "A box that holds it", "Infinite, cut by the domain");
    } else {
        let size = facts.bounds.size().to_array().map(fields::short).join(" × ") + " m";
        fields::fact_ui(ui, "Size", "Edges of the box that holds it, along the world's axes", size);
        fields::fact_ui(ui, "From", "Least corner of that box, in the world", row(min));
        fields::fact_ui(ui, "To", "Greatest corner of that box, in the world", row(max));
    }
    let tip = "Instructions of its program: what a value costs, before pruning";
    fields::fact_ui(ui, "Program", tip, words::counted(facts.instructions, "step"));
}

/// The mesh of a solid; other nodes are part of their root's.
fn mesh_ui(ui: &mut Ui, model: &Model, node: &Node) {
    if node.parent.is_some() {
        return;
    }
    fields::section_ui(ui, "Mesh", |ui| {
        let Some(solid) = model.built.as_ref().and_then(|b| b.solids.iter().find(|s| s.id == node.id)) else {
            ui.weak("Not built yet, or left out because of an issue.");
            return;
        };
        let mesh = solid.mesh();
        fields::fact_ui(ui, "Triangles", "Triangles of its mesh", words::grouped(mesh.triangles.len()));
        fields::fact_ui(ui, "Vertices", "Vertices of its mesh", words::grouped(mesh.positions.len()));
        let stats = solid.contoured.stats;
        let clamped = "Vertices whose free QEF minimiser lay outside of their cell";
        fields::fact_ui(ui, "Clamped", clamped, words::grouped(stats.clamped as usize));
        intersections_ui(ui, model, solid);
        let ms = solid.timings.contour.as_secs_f64() * 1e3;
        fields::fact_ui(ui, "Contoured in", "Time from field to mesh", format!("{ms:.1} ms"));
        let (rebuilt, all) = solid.rebuilt_blocks();
        let tip = "Blocks of the grid that the last edit made anew; what its bounds do not touch is taken over";
        let blocks = format!("{} of {}", words::grouped(rebuilt as usize), words::counted(all as usize, "block"));
        fields::fact_ui(ui, "Rebuilt", tip, blocks);
        if stats.capped {
            ui.weak("Cut and capped at the border of the domain.");
        }
    });
}
