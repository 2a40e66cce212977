//! What is painted over the picture with egui: gizmo, readout, frame.

use super::input::Frame;
use crate::app::gizmo::{Axis, Outline, Shape, Tint};
use crate::app::model::Model;
use crate::app::theme;
use crate::draw::Camera;
use egui::{Align2, Color32, FontId, Painter, Pos2, Rect, Stroke, StrokeKind, pos2, vec2};
use glam::{DVec2, DVec3};

/// The gizmo.
pub(super) fn gizmo(painter: &Painter, rect: Rect, shapes: &[Shape]) {
    let colors = theme::colors(&painter.ctx().global_style().visuals);
    let at = |p: &DVec2| rect.min + vec2(p.x as f32, p.y as f32);
    for shape in shapes {
        let color = match shape.tint {
            Tint::Axis(Axis::X) => colors.axes[0],
            Tint::Axis(Axis::Y) => colors.axes[1],
            Tint::Axis(Axis::Z) => colors.axes[2],
            Tint::View => colors.strong,
            Tint::Highlight => colors.warm,
        }
        .gamma_multiply(shape.opacity);
        match &shape.outline {
            Outline::Line { points, width } => {
                let points: Vec<Pos2> = points.iter().map(at).collect();
                let halo =
                    Stroke::new(*width as f32 + 2.0, Color32::from_black_alpha(90).gamma_multiply(shape.opacity));
                painter.line(points.clone(), halo);
                painter.line(points, Stroke::new(*width as f32, color));
            }
            Outline::Polygon(points) => {
                let points = points.iter().map(at).collect();
                painter.add(egui::Shape::convex_polygon(points, color, Stroke::NONE));
            }
        }
    }
}

/// Lines of a node's shape, over everything: strong if it is selected, faint if the pointer is over it.
pub(super) fn wires(painter: &Painter, rect: Rect, camera: &Camera, lines: &[Vec<DVec3>], is_selected: bool) {
    let colors = theme::colors(&painter.ctx().global_style().visuals);
    let size = DVec2::new(f64::from(rect.width()), f64::from(rect.height()));
    let (width, opacity) = if is_selected { (1.5, 1.0) } else { (1.0, 0.7) };
    let seen = |point: &DVec3| camera.project(*point, size).filter(|p| p.length() < 1e5);
    for line in lines {
        // What lies behind the eye ends a line.
        for part in line.iter().map(seen).collect::<Vec<_>>().split(Option::is_none) {
            let points: Vec<Pos2> = part.iter().flatten().map(|p| rect.min + vec2(p.x as f32, p.y as f32)).collect();
            if points.len() > 1 {
                let halo = colors.veil.gamma_multiply(opacity);
                painter.line(points.clone(), Stroke::new(width + 2.0, halo));
                painter.line(points, Stroke::new(width, colors.accent.gamma_multiply(opacity)));
            }
        }
    }
}

/// What a drag does, beside the pointer.
pub(super) fn readout(painter: &Painter, frame: &Frame, rect: Rect, text: &str) {
    let Some(cursor) = frame.cursor.filter(|_| !text.is_empty()) else { return };
    let colors = theme::colors(&painter.ctx().global_style().visuals);
    let galley = painter.layout_no_wrap(text.to_owned(), FontId::proportional(13.0), colors.strong);
    let at = rect.min + vec2(cursor.x as f32, cursor.y as f32) + vec2(20.0, 20.0);
    let size = galley.size() + vec2(16.0, 8.0);
    // Stays inside of the picture.
    let at = pos2(at.x.min(rect.right() - size.x - 4.0), at.y.min(rect.bottom() - size.y - 4.0));
    painter.rect_filled(Rect::from_min_size(at, size), theme::RADIUS, colors.veil);
    painter.galley(at + vec2(8.0, 4.0), galley, colors.strong);
}

/// A frame in the warm colour while the scene is edited in mid-run.
pub(super) fn frame_of_mode(painter: &Painter, rect: Rect, model: &Model) {
    if model.tick() > 0 {
        let colors = theme::colors(&painter.ctx().global_style().visuals);
        let stroke = Stroke::new(2.0, colors.warm.gamma_multiply(0.8));
        painter.rect_stroke(rect, 0.0, stroke, StrokeKind::Inside);
    }
}

/// What the picture lacks, or what edits do now: a line at the bottom, above what lies there already.
pub(super) fn hint(painter: &Painter, inner: Rect, model: &Model, taken: &[Rect]) {
    let colors = theme::colors(&painter.ctx().global_style().visuals);
    let text = match (model.is_stale(), model.is_simulating_again(), model.is_preview(), model.tick()) {
        (_, true, _, _) => "Simulating again...".to_owned(),
        (true, _, _, _) => "Building... the last finished mesh is shown".to_owned(),
        (_, _, true, _) => "Preview".to_owned(),
        (_, _, _, 0) => return,
        (_, _, _, tick) => format!("Tick {tick}: edits change the scene and run it again"),
    };
    let room = (inner.width() - 16.0).max(0.0);
    let galley = painter.layout(text, FontId::proportional(12.0), colors.warm, room);
    let size = galley.size() + vec2(16.0, 8.0);
    let mut plate = Align2::CENTER_BOTTOM.align_size_within_rect(size, inner);
    if let Some(top) = taken.iter().filter(|r| r.intersects(plate.expand(4.0))).map(|r| r.top()).reduce(f32::min) {
        plate = plate.translate(vec2(0.0, top - 4.0 - plate.bottom()));
    }
    if plate.top() >= inner.top() {
        painter.rect_filled(plate, theme::RADIUS, colors.veil);
        painter.galley(plate.min + vec2(8.0, 4.0), galley, colors.warm);
    }
}
