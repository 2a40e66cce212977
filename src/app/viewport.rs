//! The picture and everything that is done in it: camera, hover, clicks, gizmo, poke.

mod graphics;
mod input;
mod knobs;
mod paint;
mod tools;
mod widgets;
mod wires;

pub(crate) use graphics::Graphics;

use super::action::{Action, Tool};
use super::gizmo::{self, Gizmo, GizmoOutput};
use super::knobs::Knobs;
use super::model::Model;
use super::orbit::{Navigator, view_with_camera};
use super::pick::{Pick, Picker};
use super::words::counted;
use crate::draw::{Camera, Picture, Theme, picture_of};
use crate::inspect::Overlay;
use crate::pipeline::Built;
use egui::{Rect, Response, Sense, Ui, WidgetInfo};
use glam::DVec2;
use std::sync::Arc;

/// What the viewport remembers from frame to frame.
pub(crate) struct ViewportState {
    /// Draws; a sentence where that is not possible.
    pub(crate) graphics: Graphics,
    navigator: Navigator,
    gizmo: Gizmo,
    knobs: Knobs,
    wires: wires::Cache,
    picker: Picker,
    /// What is under the pointer, as of `picked_for`.
    pick: Option<Pick>,
    picked_for: Option<(DVec2, u64, Camera)>,
    cached: Option<(PictureKey, Picture)>,
    /// Size at the last frame, points.
    pub(crate) size: DVec2,
    /// The left button is held with the poke tool.
    poking: bool,
    /// A drag was cancelled: nothing more until the button is released.
    ignore_drag: bool,
}

/// What a picture depends on, but for highlights and the camera.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct PictureKey {
    revision: u64,
    theme: Theme,
    grid: bool,
}

impl ViewportState {
    /// A viewport that draws with these graphics.
    pub(crate) fn new(graphics: Graphics) -> Self {
        Self {
            graphics,
            navigator: Navigator::default(),
            gizmo: Gizmo::default(),
            knobs: Knobs::default(),
            wires: wires::Cache::default(),
            picker: Picker::default(),
            pick: None,
            picked_for: None,
            cached: None,
            size: DVec2::new(800.0, 600.0),
            poking: false,
            ignore_drag: false,
        }
    }

    /// True while keys belong to a drag in the viewport and not to shortcuts.
    pub(crate) fn wants_keys(&self) -> bool {
        self.is_dragging() || self.navigator.drag() == Some(super::orbit::Navigation::Fly)
    }

    /// True while the gizmo or a knob is dragged.
    pub(crate) fn is_dragging(&self) -> bool {
        self.gizmo.is_dragging() || self.knobs.is_dragging()
    }

    /// True while frames are needed to go on moving.
    pub(crate) fn is_moving(&self) -> bool {
        self.navigator.drag() == Some(super::orbit::Navigation::Fly)
    }

    /// Ends drags without a result: the gesture was cancelled elsewhere.
    pub(crate) fn cancel_drag(&mut self) {
        self.gizmo.reset();
        self.knobs.reset();
        self.poking = false;
        self.ignore_drag = true;
    }
}

/// The whole pane.
pub(crate) fn viewport_ui(ui: &mut Ui, model: &Model, state: &mut ViewportState, out: &mut Vec<Action>) {
    let (rect, response) = ui.allocate_exact_size(ui.available_size().max(egui::Vec2::ZERO), Sense::click_and_drag());
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Canvas, true, "3D viewport"));
    if rect.width() < 1.0 || rect.height() < 1.0 {
        return;
    }
    state.size = DVec2::new(f64::from(rect.width()), f64::from(rect.height()));
    let camera = Camera::of_view(&model.document.scene().view);
    let frame = input::Frame::gather(ui, rect, &response);
    if frame.released {
        state.ignore_drag = false;
    }
    let moved = navigate(model, state, &camera, &frame, out);
    let on_knob = knobs::drag(model, state, &moved, &frame, out);
    let mut gizmo = drag_gizmo(model, state, &moved, &frame.without_pointer_if(on_knob), out);
    gizmo.captures_pointer |= on_knob;
    hover(model, state, &moved, &frame, &gizmo, out);
    act(model, state, &moved, &frame, &response, &gizmo, out);
    draw_ui(ui, model, state, &moved, rect, &frame, &gizmo);
    widgets::widgets_ui(ui, model, state, &moved, rect, out);
}

/// Moves the camera; the new one is shown in the same frame.
fn navigate(
    model: &Model,
    state: &mut ViewportState,
    camera: &Camera,
    frame: &input::Frame,
    out: &mut Vec<Action>,
) -> Camera {
    if state.is_dragging() || state.poking {
        return *camera;
    }
    let next = state.navigator.update(camera, &frame.navigation(), state.size);
    if next != *camera {
        out.push(Action::View(view_with_camera(&model.document.scene().view, &next)));
    }
    next
}

fn gizmo_tool(tool: Tool) -> gizmo::Tool {
    match tool {
        Tool::Select | Tool::Inspect => gizmo::Tool::Select,
        Tool::Move => gizmo::Tool::Move,
        Tool::Rotate => gizmo::Tool::Rotate,
        Tool::Scale => gizmo::Tool::Scale,
        Tool::Poke => gizmo::Tool::Poke,
    }
}

fn drag_gizmo(
    model: &Model,
    state: &mut ViewportState,
    camera: &Camera,
    frame: &input::Frame,
    out: &mut Vec<Action>,
) -> GizmoOutput {
    let tool = gizmo_tool(model.tool);
    let standing = gizmo_frame(model);
    let snap = gizmo::Snap { on: model.settings.snap, ..gizmo::Snap::default() };
    let input = frame.gizmo(state.gizmo.is_dragging());
    let output = state.gizmo.update(tool, camera, state.size, standing, &input, &snap);
    let label = match model.tool {
        Tool::Rotate => "Rotate",
        Tool::Scale => "Scale",
        _ => "Move",
    };
    let base = if model.document.in_gesture() { model.document.gesture_base() } else { model.document.scene() };
    let edit = output.delta.and_then(|d| gizmo::apply_delta(base, model.selection.ids(), &d, output.pivot));
    match output.phase {
        gizmo::Phase::Idle => {}
        gizmo::Phase::Cancelled => out.push(Action::Cancel),
        _ => out.extend(edit.map(|edit| Action::Live { label: format!("{label} {}", what(model)), edit })),
    }
    if output.phase == gizmo::Phase::Committed {
        out.push(Action::Commit);
    }
    output
}

fn gizmo_frame(model: &Model) -> Option<gizmo::Frame> {
    gizmo::frame_of(model.document.scene(), model.selection.ids(), model.settings.local_axes)
}

/// Name of what is selected, for labels of undo entries.
fn what(model: &Model) -> String {
    match model.selection.ids() {
        [id] => id.clone(),
        ids => counted(ids.len(), "object"),
    }
}

/// Finds what is under the pointer, if anything that matters changed.
fn hover(
    model: &Model,
    state: &mut ViewportState,
    camera: &Camera,
    frame: &input::Frame,
    gizmo: &GizmoOutput,
    out: &mut Vec<Action>,
) {
    let busy = gizmo.captures_pointer || state.navigator.drag().is_some();
    let cursor = frame.cursor.filter(|_| frame.hovered && !busy);
    let key = cursor.map(|c| (c, model.picture_revision(), *camera));
    if key != state.picked_for {
        state.picked_for = key;
        state.pick = cursor.and_then(|c| tools::pick(model, &mut state.picker, camera, c, state.size));
    }
    let hovered = state.pick.as_ref().map(|p| p.target.id().to_owned());
    if hovered != model.hovered && (cursor.is_some() || state.size != DVec2::ZERO) {
        out.push(Action::Hover(hovered));
    }
}

/// Clicks, and holding the poke tool.
fn act(
    model: &Model,
    state: &mut ViewportState,
    camera: &Camera,
    frame: &input::Frame,
    response: &Response,
    gizmo: &GizmoOutput,
    out: &mut Vec<Action>,
) {
    if model.tool == Tool::Poke {
        tools::poke(state, camera, frame, out);
        return;
    }
    if response.clicked() && !gizmo.captures_pointer && gizmo.phase == gizmo::Phase::Idle {
        tools::click(model, state.pick.as_ref(), frame, out);
    }
}

/// The picture of the model, from the cache if nothing but highlights changed.
fn picture(model: &Model, state: &mut ViewportState, theme: Theme) -> Picture {
    let key = PictureKey { revision: model.picture_revision(), theme, grid: model.settings.grid };
    if state.cached.as_ref().is_none_or(|(cached, _)| *cached != key) {
        let nothing = Built { solids: Vec::new(), issues: Vec::new() };
        let built = model.built.as_ref().unwrap_or(&nothing);
        let mut picture = picture_of(model.document.scene(), built, model.simulation(), theme);
        picture.grid = model.settings.grid;
        if let Some(report) = &model.report {
            let mut overlay = Overlay::clone(&picture.overlay);
            overlay.extend(report.overlay.clone());
            picture.overlay = Arc::new(overlay);
        }
        state.cached = Some((key, picture));
    }
    let mut picture = state.cached.as_ref().map(|c| c.1.clone()).unwrap_or_default();
    // What is selected below a root has no mesh: its lines are drawn instead (`wires_ui`).
    let hovered = model.hovered.as_deref().map(|id| drawn_id(model, id));
    picture.set_highlight(model.selection.ids(), hovered.as_deref());
    picture
}

/// The id under which an object is drawn: its root's, for nodes.
fn drawn_id(model: &Model, id: &str) -> String {
    super::pick::ancestors(model.document.scene(), id).last().map_or(id, |root| root).to_owned()
}

/// Lines of the nodes below roots that are selected or under the pointer.
fn wires_ui(painter: &egui::Painter, model: &Model, cache: &mut wires::Cache, camera: &Camera, rect: Rect) {
    let scene = model.document.scene();
    let is_below = |id: &&String| scene.node(id).is_some_and(|n| n.parent.is_some());
    let selected = model.selection.ids().iter().filter(is_below);
    let hovered = model.hovered.iter().filter(|id| !model.selection.contains(id)).filter(is_below);
    for (id, is_selected) in hovered.map(|id| (id, false)).chain(selected.map(|id| (id, true))) {
        paint::wires(painter, rect, camera, &wires::of_node(scene, id, cache), is_selected);
    }
}

/// The picture, then what is painted over it.
fn draw_ui(
    ui: &Ui,
    model: &Model,
    state: &mut ViewportState,
    camera: &Camera,
    rect: Rect,
    frame: &input::Frame,
    gizmo: &GizmoOutput,
) {
    let theme = if ui.visuals().dark_mode { Theme::Dark } else { Theme::Light };
    let mut picture = picture(model, state, theme);
    if model.tool == Tool::Poke
        && !model.is_poking()
        && let Some(trace) = state.pick.as_ref().and_then(|p| tools::poke_preview(p, camera, frame, state.size))
    {
        let mut overlay = Overlay::clone(&picture.overlay);
        overlay.extend(crate::inspect::overlay::pokes(&[trace]));
        picture.overlay = Arc::new(overlay);
    }
    state.graphics.draw_ui(ui, rect, picture, *camera);
    let painter = ui.painter_at(rect);
    wires_ui(&painter, model, &mut state.wires, camera, rect);
    if let Some(standing) = gizmo_frame(model) {
        let shapes = gizmo::shapes(&state.gizmo, gizmo_tool(model.tool), camera, state.size, &standing);
        paint::gizmo(&painter, rect, &shapes);
    }
    knobs::paint(&painter, model, state, camera, rect);
    paint::readout(&painter, frame, rect, &gizmo.readout);
    paint::frame_of_mode(&painter, rect, model);
}
