//! What a click and a held button do.

use super::ViewportState;
use super::input::Frame;
use crate::app::action::{Action, Select, Tool};
use crate::app::model::Model;
use crate::app::pick::{Pick, PickRay, Pickable, Picker, Target, click_selects};
use crate::app::selection::Subject;
use crate::draw::Camera;
use crate::sim::{PokeHit, PokeTrace};
use glam::DVec2;

/// How far beside a rope a click still meets it, points.
const SLACK_POINTS: f64 = 4.0;

/// What lies under a point of the picture.
pub(super) fn pick(model: &Model, picker: &mut Picker, camera: &Camera, cursor: DVec2, size: DVec2) -> Option<Pick> {
    let (origin, direction) = camera.ray(cursor, size);
    let pixel = camera.pixel_size_at(camera.target, size) * SLACK_POINTS;
    let slack = if camera.ortho { (0.0, pixel) } else { (pixel / camera.distance(), 0.0) };
    let scene = model.document.scene();
    let things = Pickable {
        scene,
        built: model.built.as_ref(),
        world: model.simulation().map(|s| s.world()),
        hidden: &scene.view.hidden,
    };
    picker.pick(&PickRay { origin, direction, slack }, &things)
}

/// A click selects, or explains the cell under the pointer.
pub(super) fn click(model: &Model, pick: Option<&Pick>, frame: &Frame, out: &mut Vec<Action>) {
    let explains = model.tool == Tool::Inspect || frame.modifiers.alt;
    let Some(pick) = pick else {
        if !explains && !frame.modifiers.shift {
            out.push(Action::Select(Select::Clear));
        }
        return;
    };
    if explains {
        out.extend(subject(model, pick).map(Action::Inspect));
        return;
    }
    let id = pick.target.id();
    if frame.modifiers.shift || frame.modifiers.command {
        out.push(Action::Select(Select::Toggle(id.to_owned())));
        return;
    }
    let id = click_selects(model.document.scene(), id, model.selection.ids());
    out.push(Action::Select(Select::Only(id.to_owned())));
}

/// The cell whose vertex is nearest to where a solid was hit.
fn subject(model: &Model, pick: &Pick) -> Option<Subject> {
    let Target::Solid { solid: id, vertex, .. } = &pick.target else { return None };
    let solid = model.built.as_ref()?.solids.iter().find(|s| s.id == *id)?;
    let cell = solid.contoured.facts.get(*vertex as usize)?.cell;
    Some(Subject::Cell { solid: id.clone(), cell, vertex: Some(*vertex) })
}

/// Holding the left button on a soft body pokes it; it goes on beside it until the release.
pub(super) fn poke(state: &mut ViewportState, camera: &Camera, frame: &Frame, out: &mut Vec<Action>) {
    let on_body = matches!(state.pick.as_ref().map(|p| &p.target), Some(Target::Deformer { .. }));
    if frame.pressed && frame.hovered && on_body && !frame.modifiers.alt && !state.ignore_drag {
        state.poking = true;
    }
    if !state.poking {
        return;
    }
    if !frame.down {
        state.poking = false;
        out.push(Action::PokeEnd);
        return;
    }
    if let Some(cursor) = frame.cursor {
        let (origin, direction) = camera.ray(cursor, state.size);
        out.push(Action::Poke { origin, direction });
    }
}

/// Where a poke would hit, for the overlay.
pub(super) fn poke_preview(pick: &Pick, camera: &Camera, frame: &Frame, size: DVec2) -> Option<PokeTrace> {
    let Target::Deformer { id, .. } = &pick.target else { return None };
    let (origin, direction) = camera.ray(frame.cursor?, size);
    let force_point = pick.point + pick.normal * crate::app::model::POKE_OFFSET;
    let hit = PokeHit { deformer: id.clone(), point: pick.point, normal: pick.normal, force_point };
    Some(PokeTrace { origin, direction, hit: Some(hit) })
}
