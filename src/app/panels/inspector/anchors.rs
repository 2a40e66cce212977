//! The list of a rope's anchors.

use crate::app::icons;
use crate::app::panels::fields::{self, Changes, Spec};
use crate::scene::{Anchor, AnchorTarget, Rope, Scene, SurfacePoint};
use egui::Ui;
use glam::DVec3;

/// Rows of all anchors and a button for one more.
pub(super) fn anchors_ui(ui: &mut Ui, changes: &mut Changes, scene: &Scene, rope: &mut Rope) {
    if rope.anchors.is_empty() {
        ui.weak("No anchors: the rope falls freely.");
    }
    let mut removed = None;
    let last = rope.segments;
    for (i, anchor) in rope.anchors.iter_mut().enumerate() {
        ui.push_id(i, |ui| {
            if anchor_ui(ui, changes, scene, anchor, last) {
                removed = Some(i);
            }
            ui.separator();
        });
    }
    if let Some(i) = removed {
        rope.anchors.remove(i);
        changes.set("anchors");
    }
    if ui.button("Add anchor").on_hover_text("Holds one more particle at a point of the world").clicked() {
        rope.anchors.push(Anchor { particle: free_particle(rope), to: AnchorTarget::World { at: rope.at } });
        changes.set("anchors");
    }
}

/// The first of both ends, then of all others, that no anchor holds.
fn free_particle(rope: &Rope) -> u32 {
    let taken = |p: u32| rope.anchors.iter().any(|a| a.particle == p);
    [0, rope.segments].into_iter().chain(1..rope.segments).find(|p| !taken(*p)).unwrap_or(0)
}

/// One anchor; true if it is to be removed.
fn anchor_ui(ui: &mut Ui, changes: &mut Changes, scene: &Scene, anchor: &mut Anchor, last: u32) -> bool {
    let spec = Spec::count("Particle", "Index of the held particle, 0 to segments", 0.0, f64::from(last));
    let mut remove = false;
    ui.horizontal(|ui| {
        let width = ui.available_width() - 40.0;
        ui.allocate_ui(egui::vec2(width, 24.0), |ui| fields::count_ui(ui, changes, &spec, &mut anchor.particle));
        let button = ui.button(icons::text(icons::TRASH)).on_hover_text("Remove this anchor");
        fields::name_it(ui, &button, "Remove anchor");
        remove = button.clicked();
    });
    target_ui(ui, changes, scene, &mut anchor.to);
    remove
}

/// What a target is called in the list of choices.
#[derive(Clone, PartialEq)]
enum Choice {
    World,
    Node(String),
    Deformer(String),
}

fn choice_of(target: &AnchorTarget) -> Choice {
    match target {
        AnchorTarget::World { .. } => Choice::World,
        AnchorTarget::Node { id, .. } => Choice::Node(id.clone()),
        AnchorTarget::Deformer { id, .. } => Choice::Deformer(id.clone()),
    }
}

fn target_ui(ui: &mut Ui, changes: &mut Changes, scene: &Scene, target: &mut AnchorTarget) {
    let mut choice = choice_of(target);
    let mut options = vec![(Choice::World, "World", "A point of the world")];
    options
        .extend(scene.nodes.iter().map(|n| (Choice::Node(n.id.clone()), n.id.as_str(), "A point in a node's frame")));
    let deformers = scene.deformers.iter();
    options
        .extend(deformers.map(|d| (Choice::Deformer(d.id.clone()), d.id.as_str(), "A point of a soft body's surface")));
    if fields::choice_ui(ui, changes, ("Held by", "What holds the particle"), &mut choice, &options) {
        *target = match choice {
            Choice::World => AnchorTarget::World { at: DVec3::ZERO },
            Choice::Node(id) => AnchorTarget::Node { id, at: DVec3::ZERO },
            Choice::Deformer(id) => AnchorTarget::Deformer { id, on: SurfacePoint::Vertex(0) },
        };
    }
    match target {
        AnchorTarget::World { at } => {
            let spec = Spec::number("At", "m", "The point of the world");
            fields::vec3_ui(ui, changes, &spec, at, [false; 3]);
        }
        AnchorTarget::Node { at, .. } => {
            let spec = Spec::number("At", "m", "The point in the node's frame");
            fields::vec3_ui(ui, changes, &spec, at, [false; 3]);
        }
        AnchorTarget::Deformer { on, .. } => surface_ui(ui, changes, on),
    }
}

fn surface_ui(ui: &mut Ui, changes: &mut Changes, on: &mut SurfacePoint) {
    match on {
        SurfacePoint::Vertex(vertex) => {
            let spec = Spec::count("Vertex", "Index of the body's vertex", 0.0, 1e6);
            fields::count_ui(ui, changes, &spec, vertex);
        }
        SurfacePoint::Triangle { index, weights } => {
            let spec = Spec::count("Triangle", "Index of the body's triangle", 0.0, 1e6);
            fields::count_ui(ui, changes, &spec, index);
            let spec = Spec::number("Weights", "", "Weights of its corners; their sum is 1").within(0.0, 1.0, 0.005);
            fields::vec3_ui(ui, changes, &spec, weights, [false; 3]);
        }
    }
}
