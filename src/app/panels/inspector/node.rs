//! Parameters of a node.

use super::{header_ui, transform_ui};
use crate::app::action::Action;
use crate::app::icons;
use crate::app::model::Model;
use crate::app::panels::fields::{self, Changes, Spec};
use crate::app::{theme, words};
use crate::pipeline::Solid;
use crate::scene::{Blend, Edit, Kind, Node, Object};
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
    transform_ui(ui, &mut changes, &mut copy.at, &mut copy.turn, &mut copy.scale);
    fields::section_ui(ui, "Material", |ui| {
        fields::color_ui(ui, &mut changes, &mut copy.color, false);
        fields::note_ui(ui, &mut changes, &node.id, &mut copy.note);
    });
    facts_ui(ui, model, node);
    changes.emit(&node.id, || Edit::Replace { object: Object::Node(copy) }, out);
}

/// Switches between kinds: primitives among each other and operators among each other keep what they share.
fn kind_ui(ui: &mut Ui, changes: &mut Changes, kind: &mut Kind) {
    let options: Vec<(&str, &str, &str)> = Kind::ALL.iter().map(|k| (k.name(), k.name(), k.description())).collect();
    let mut name = kind.name();
    if fields::choice_ui(ui, changes, ("Kind", "What the node is"), &mut name, &options)
        && let Some(template) = Kind::ALL.iter().find(|k| k.name() == name)
    {
        *kind = carry_over(kind, *template);
    }
}

/// The new kind with the sizes of the old one where both have them.
fn carry_over(old: &Kind, new: Kind) -> Kind {
    let (radius, half_height) = extent(old);
    let radius = radius.unwrap_or(0.5);
    let half = half_height.unwrap_or(radius);
    match new {
        Kind::Sphere { .. } => Kind::Sphere { radius },
        Kind::Box { .. } => Kind::Box { half: glam::DVec3::new(radius, half, radius), round: 0.0 },
        Kind::Cylinder { .. } => Kind::Cylinder { radius, half_height: half },
        Kind::Capsule { .. } => Kind::Capsule { radius, half_height: half },
        Kind::Cone { .. } => Kind::Cone { radius, half_height: half },
        Kind::Torus { .. } => Kind::Torus { major: radius, minor: 0.4 * radius },
        Kind::Union { .. } => Kind::Union { blend: old.blend().unwrap_or_default() },
        Kind::Subtract { .. } => Kind::Subtract { blend: old.blend().unwrap_or_default() },
        Kind::Intersect { .. } => Kind::Intersect { blend: old.blend().unwrap_or_default() },
        Kind::Plane | Kind::Group => new,
    }
}

/// Radius and half height of a primitive, as far as it has them.
fn extent(kind: &Kind) -> (Option<f64>, Option<f64>) {
    match *kind {
        Kind::Sphere { radius } => (Some(radius), None),
        Kind::Box { half, .. } => (Some(half.x), Some(half.y)),
        Kind::Cylinder { radius, half_height }
        | Kind::Capsule { radius, half_height }
        | Kind::Cone { radius, half_height } => (Some(radius), Some(half_height)),
        Kind::Torus { major, minor } => (Some(major), Some(minor)),
        _ => (None, None),
    }
}

const RADIUS: Spec = Spec::length("Radius", "From the axis or centre to the surface");
const HALF_HEIGHT: Spec = Spec::length("Half height", "From the centre to the top, along y");

fn params_ui(ui: &mut Ui, changes: &mut Changes, kind: &mut Kind) {
    match kind {
        Kind::Sphere { radius } => {
            fields::number_ui(ui, changes, &RADIUS, radius);
        }
        Kind::Box { half, round } => {
            let spec = Spec { label: "Half size", ..Spec::length("", "Half of the size along x, y, z") };
            fields::vec3_ui(ui, changes, &spec, half, [false; 3]);
            let most = half.min_element().max(0.0);
            let spec = Spec::length("Rounding", "Radius of edges and corners, at most the least half size");
            fields::number_ui(ui, changes, &spec.within(0.0, most, 0.005), round);
        }
        Kind::Cylinder { radius, half_height }
        | Kind::Capsule { radius, half_height }
        | Kind::Cone { radius, half_height } => {
            fields::number_ui(ui, changes, &RADIUS, radius);
            fields::number_ui(ui, changes, &HALF_HEIGHT, half_height);
        }
        Kind::Torus { major, minor } => {
            let spec = Spec::length("Ring radius", "From the centre to the middle of the tube");
            fields::number_ui(ui, changes, &spec, major);
            fields::number_ui(ui, changes, &Spec::length("Tube radius", "Radius of the tube"), minor);
        }
        Kind::Union { blend } | Kind::Subtract { blend } | Kind::Intersect { blend } => blend_ui(ui, changes, blend),
        Kind::Plane | Kind::Group => {
            ui.weak(kind.description());
        }
    }
}

fn blend_ui(ui: &mut Ui, changes: &mut Changes, blend: &mut Blend) {
    let was = if let Blend::Smooth { radius } = *blend { radius } else { 0.1 };
    let mut smooth = matches!(blend, Blend::Smooth { .. });
    let options =
        [(false, "Hard", "Operands meet in a crease"), (true, "Smooth", "Operands are blended where they are close")];
    if fields::choice_ui(ui, changes, ("Blend", "How the children meet"), &mut smooth, &options) {
        *blend = if smooth { Blend::Smooth { radius: was } } else { Blend::Hard };
    }
    if let Blend::Smooth { radius } = blend {
        let spec = Spec::length("Blend radius", "Where operands differ by less than this they are blended");
        fields::number_ui(ui, changes, &spec, radius);
    }
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
