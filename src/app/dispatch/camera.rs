//! Commands of the camera and of what is shown. They change the view, which is saved but never undone.

use crate::app::action::Tool;
use crate::app::command::Command;
use crate::app::edits;
use crate::app::orbit::{self, Preset, view_with_camera};
use crate::app::shell::IsolabApp;
use crate::draw::Camera;
use crate::math::Bounds;
use crate::scene::{Body, OverlayKind, View};
use glam::DVec2;

/// Step of orbiting by keys, degrees.
const STEP_DEG: f64 = 15.0;

/// Carries out a command of the view; false if it is none.
pub(super) fn command(app: &mut IsolabApp, command: Command) -> bool {
    match command {
        Command::FrameSelection => frame_selection(app),
        Command::FrameAll => frame(app, &edits::all_ids(app.model.document.scene())),
        Command::ViewFront => look(app, Preset::Front),
        Command::ViewBack => look(app, Preset::Back),
        Command::ViewRight => look(app, Preset::Right),
        Command::ViewLeft => look(app, Preset::Left),
        Command::ViewTop => look(app, Preset::Top),
        Command::ViewBottom => look(app, Preset::Bottom),
        Command::ToggleOrtho => change(app, |camera, _| orbit::toggle_ortho(camera)),
        Command::OrbitLeft => turn(app, DVec2::new(-STEP_DEG, 0.0)),
        Command::OrbitRight => turn(app, DVec2::new(STEP_DEG, 0.0)),
        Command::OrbitUp => turn(app, DVec2::new(0.0, STEP_DEG)),
        Command::OrbitDown => turn(app, DVec2::new(0.0, -STEP_DEG)),
        Command::Hide => hide(app),
        Command::HideOthers => hide_others(app),
        Command::ShowAll => show_all(app),
        Command::Solo => solo(app),
        Command::ToggleOverlay(kind) => toggle_overlay(app, kind),
        _ => return false,
    }
    true
}

/// Replaces the view; what is drawn changes only if more than the camera did.
pub(super) fn set_view(app: &mut IsolabApp, view: View) {
    let now = &app.model.document.scene().view;
    let drawn_otherwise = now.hidden != view.hidden || now.overlays != view.overlays;
    app.model.document.set_view(view);
    if drawn_otherwise {
        app.model.touch_picture();
    }
}

fn change(app: &mut IsolabApp, new: impl FnOnce(&Camera, DVec2) -> Camera) {
    let view = &app.model.document.scene().view;
    let camera = new(&Camera::of_view(view), app.viewport.size);
    let view = view_with_camera(view, &camera);
    set_view(app, view);
}

fn look(app: &mut IsolabApp, preset: Preset) {
    change(app, |camera, _| orbit::look_from(camera, preset));
}

fn turn(app: &mut IsolabApp, degrees: DVec2) {
    change(app, |camera, _| orbit::orbit_degrees(camera, degrees));
}

fn frame(app: &mut IsolabApp, ids: &[String]) {
    let bounds = ids.iter().map(|id| bounds_of(app, id)).fold(Bounds::EMPTY, |all, b| all.union(&b));
    change(app, |camera, size| orbit::frame(camera, &bounds, size));
}

/// The explained cell with its neighbours while one inspects, or if nothing else is selected; else what is selected.
fn frame_selection(app: &mut IsolabApp) {
    let inspects = app.model.tool == Tool::Inspect || app.model.selection.is_empty();
    match app.model.report.as_ref().filter(|_| inspects).map(|r| r.bounds) {
        Some(cell) => {
            let bounds = cell.grown(0.5 * cell.size().max_element());
            change(app, |camera, size| orbit::frame(camera, &bounds, size));
        }
        None => {
            let ids = app.model.selection.ids().to_vec();
            frame(app, &ids);
        }
    }
}

/// Where an object is drawn. Nodes below a root have no mesh of their own: their field tells.
fn bounds_of(app: &IsolabApp, id: &str) -> Bounds {
    let model = &app.model;
    let scene = model.document.scene();
    if let Some(solid) = model.built.as_ref().and_then(|b| b.solids.iter().find(|s| s.id == id)) {
        return solid.mesh().bounds();
    }
    if scene.node(id).is_some() {
        let field = crate::field::Field::compile(scene, id).map(|f| f.bounds());
        return field.ok().filter(Bounds::is_finite).unwrap_or(Bounds::EMPTY);
    }
    let world = model.simulation().map(|s| s.world());
    if let Some(rope) = world.and_then(|w| w.ropes().iter().find(|r| r.id == id)) {
        return Bounds::of_points(rope.positions.iter().copied()).grown(rope.radius);
    }
    let radius = |d: &crate::scene::Deformer| {
        let Body::CubeSphere { radius, .. } = d.body;
        Bounds::of_points([d.at]).grown(radius * d.scale)
    };
    scene.deformer(id).map_or(Bounds::EMPTY, radius)
}

fn change_hidden(app: &mut IsolabApp, change: impl FnOnce(&mut Vec<String>)) {
    let mut view = app.model.document.scene().view.clone();
    change(&mut view.hidden);
    set_view(app, view);
}

/// The picture has one mesh a solid: hiding a node below a root hides nothing, so its root is hidden.
fn roots_of_selection(app: &IsolabApp) -> Vec<String> {
    let scene = app.model.document.scene();
    let root =
        |id: &String| crate::app::pick::ancestors(scene, id).last().map_or_else(|| id.clone(), |r| (*r).to_owned());
    app.model.selection.ids().iter().map(root).collect()
}

fn hide(app: &mut IsolabApp) {
    let ids = roots_of_selection(app);
    change_hidden(app, |hidden| {
        hidden.extend(ids);
        hidden.sort();
        hidden.dedup();
    });
}

fn all_but(app: &IsolabApp, keep: &[String]) -> Vec<String> {
    let scene = app.model.document.scene();
    let roots = scene.roots().map(|n| &n.id);
    let all = roots.chain(scene.ropes.iter().map(|r| &r.id)).chain(scene.deformers.iter().map(|d| &d.id));
    all.filter(|id| !keep.contains(id)).cloned().collect()
}

fn hide_others(app: &mut IsolabApp) {
    let others = all_but(app, &roots_of_selection(app));
    change_hidden(app, |hidden| *hidden = others);
}

fn show_all(app: &mut IsolabApp) {
    app.model.before_solo = None;
    change_hidden(app, Vec::clear);
}

/// The selection alone; again: what was hidden before.
fn solo(app: &mut IsolabApp) {
    match app.model.before_solo.take() {
        Some(before) => change_hidden(app, |hidden| *hidden = before),
        None => {
            app.model.before_solo = Some(app.model.document.scene().view.hidden.clone());
            hide_others(app);
        }
    }
}

fn toggle_overlay(app: &mut IsolabApp, kind: OverlayKind) {
    let mut view = app.model.document.scene().view.clone();
    if view.overlays.contains(&kind) {
        view.overlays.retain(|k| *k != kind);
    } else {
        view.overlays.push(kind);
        view.overlays.sort();
    }
    set_view(app, view);
}
