//! Knobs of the selected node over the picture.

use super::ViewportState;
use super::input::Frame;
use crate::app::action::{Action, Tool};
use crate::app::gizmo::{Phase, Snap};
use crate::app::knobs::{Knob, RADIUS, edit_of, guides, knobs_of};
use crate::app::model::Model;
use crate::app::theme;
use crate::draw::Camera;
use egui::{Color32, FontId, Painter, Rect, Stroke, pos2, vec2};
use glam::{DVec2, DVec3};

/// Guides of a node without finite bounds reach this far, metres.
const EXTENT: f64 = 1.0;

/// The node whose knobs are shown, if any.
fn shown(model: &Model) -> Option<&str> {
    let [id] = model.selection.ids() else { return None };
    let fits = model.settings.handles && !matches!(model.tool, Tool::Poke | Tool::Inspect);
    (fits && model.document.scene().node(id).is_some()).then_some(id.as_str())
}

/// The gizmo's middle in the picture.
fn middle(model: &Model, camera: &Camera, size: DVec2) -> Option<DVec2> {
    let frame = super::gizmo_frame(model).filter(|_| super::gizmo_tool(model.tool).has_gizmo())?;
    camera.project(frame.pivot, size)
}

/// Lets knobs be dragged; true if one has the pointer.
pub(super) fn drag(
    model: &Model,
    state: &mut ViewportState,
    camera: &Camera,
    frame: &Frame,
    out: &mut Vec<Action>,
) -> bool {
    let id = shown(model);
    if id.is_none() && state.knobs.is_dragging() {
        // Gone in mid-drag, such as by undo from another place.
        state.knobs.reset();
        out.push(Action::Cancel);
    }
    let Some(id) = id.filter(|_| !state.gizmo.is_dragging()) else { return false };
    let document = &model.document;
    let base = if document.in_gesture() { document.gesture_base() } else { document.scene() };
    let knobs = knobs_of(document.scene(), id);
    let snap = Snap { on: model.settings.snap, ..Snap::default() };
    let input = frame.gizmo(state.knobs.is_dragging());
    let output = state.knobs.update(camera, state.size, &knobs, middle(model, camera, state.size), &input, &snap);
    if output.phase == Phase::Cancelled {
        out.push(Action::Cancel);
    }
    if let Some((param, value)) = output.change
        && let Some(edit) = edit_of(base, id, param, value)
    {
        let label = knobs.iter().find(|k| k.param.name == param).map_or(param, |k| k.param.label);
        out.push(Action::Live { label: format!("Change {} of {id}", label.to_lowercase()), edit });
    }
    if output.phase == Phase::Committed {
        out.push(Action::Commit);
    }
    output.captures_pointer
}

/// Knobs, and lines that show what their numbers are about.
pub(super) fn paint(painter: &Painter, model: &Model, state: &ViewportState, camera: &Camera, rect: Rect) {
    let Some(id) = shown(model) else { return };
    let scene = model.document.scene();
    let (Some(node), Some(world)) = (scene.node(id), scene.world_from_node(id)) else { return };
    let canvas = Canvas { painter, camera, rect, size: state.size };
    let bounds = model.facts(id).map(|f| f.bounds).filter(|b| b.is_finite() && !b.is_empty());
    let extent = bounds.map_or(EXTENT, |b| 0.5 * b.size().length());
    let colors = theme::colors(&painter.ctx().global_style().visuals);
    for line in guides(&node.kind, &world, extent) {
        canvas.line(&line, Stroke::new(1.0, colors.accent.gamma_multiply(0.6)));
    }
    let knobs = knobs_of(scene, id);
    let highlighted = state.knobs.highlighted();
    let middle = middle(model, camera, state.size);
    let of = |knob: &Knob| {
        let is_lit = highlighted == Some(knob.param.name);
        let seen = knob.seen(camera, state.size, middle)?;
        // While it is dragged it keeps its distance from the pointer.
        let drawn = state.knobs.push().filter(|_| is_lit).map_or(seen.drawn, |push| seen.at + push);
        Some((*knob, seen.at, drawn, is_lit))
    };
    let mut shown: Vec<_> = knobs.iter().filter_map(of).collect();
    // The one under the pointer over all others.
    shown.sort_by_key(|s| s.3);
    for (knob, at, drawn, is_lit) in shown {
        canvas.knob(&knob, (at, drawn), is_lit, state.gizmo.is_dragging());
    }
}

struct Canvas<'a> {
    painter: &'a Painter,
    camera: &'a Camera,
    rect: Rect,
    size: DVec2,
}

impl Canvas<'_> {
    fn place(&self, p: DVec2) -> egui::Pos2 {
        self.rect.min + vec2(p.x as f32, p.y as f32)
    }

    /// A line of the world; what lies behind the eye ends it.
    fn line(&self, points: &[DVec3], stroke: Stroke) {
        for ends in points.windows(2) {
            let seen = |p: DVec3| self.camera.project(p, self.size).filter(|p| p.length() < 1e5);
            if let Some((a, b)) = seen(ends[0]).zip(seen(ends[1])) {
                self.painter.line_segment([self.place(a), self.place(b)], stroke);
            }
        }
    }

    fn knob(&self, knob: &Knob, (at, drawn): (DVec2, DVec2), is_lit: bool, is_faint: bool) {
        let colors = theme::colors(&self.painter.ctx().global_style().visuals);
        let opacity = if is_faint { 0.35 } else { 1.0 };
        let color = if is_lit { colors.warm } else { colors.accent };
        if is_lit {
            self.line(&[knob.origin, knob.position()], Stroke::new(1.5, color));
        }
        let (from, to) = (self.place(at), self.place(drawn));
        if from.distance(to) > 1.0 {
            self.painter.line_segment([from, to], Stroke::new(1.0, color.gamma_multiply(opacity)));
        }
        let radius = RADIUS as f32 + if is_lit { 1.5 } else { 0.0 };
        self.painter.circle_filled(to, radius + 1.5, Color32::from_black_alpha(110).gamma_multiply(opacity));
        let rim = Stroke::new(2.0, color.gamma_multiply(opacity));
        self.painter.circle(to, radius - 1.0, Color32::WHITE.gamma_multiply(opacity), rim);
        if is_lit {
            self.label(&knob.text(), to);
        }
    }

    /// Name and value beside a knob, inside of the picture.
    fn label(&self, text: &str, beside: egui::Pos2) {
        let colors = theme::colors(&self.painter.ctx().global_style().visuals);
        let galley = self.painter.layout_no_wrap(text.to_owned(), FontId::proportional(13.0), colors.strong);
        let size = galley.size() + vec2(16.0, 8.0);
        let at = beside + vec2(14.0, -0.5 * size.y);
        let at =
            pos2(at.x.min(self.rect.right() - size.x - 4.0), at.y.clamp(self.rect.top(), self.rect.bottom() - size.y));
        self.painter.rect_filled(Rect::from_min_size(at, size), theme::RADIUS, colors.veil);
        self.painter.galley(at + vec2(8.0, 4.0), galley, colors.strong);
    }
}
