//! What is painted over the picture with egui: gizmo, readout, frame.

use super::input::Frame;
use crate::app::gizmo::{Axis, Outline, Shape, Tint};
use crate::app::model::Model;
use crate::app::theme;
use egui::{Align2, Color32, FontId, Painter, Pos2, Rect, Stroke, StrokeKind, pos2, vec2};
use glam::DVec2;

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

/// A frame in the warm colour while the scene is edited in mid-run, and a line that says what the picture lacks.
pub(super) fn frame_of_mode(painter: &Painter, rect: Rect, model: &Model) {
    let colors = theme::colors(&painter.ctx().global_style().visuals);
    let tick = model.tick();
    if tick > 0 {
        let stroke = Stroke::new(2.0, colors.warm.gamma_multiply(0.8));
        painter.rect_stroke(rect, 0.0, stroke, StrokeKind::Inside);
    }
    let text = match (model.is_stale(), model.is_simulating_again(), model.is_preview(), tick) {
        (_, true, _, _) => "Simulating again...".to_owned(),
        (true, _, _, _) => "Building... the last finished mesh is shown".to_owned(),
        (_, _, true, _) => "Preview".to_owned(),
        (_, _, _, 0) => return,
        (_, _, _, tick) => format!("Tick {tick}: edits change the scene and run it again"),
    };
    let galley = painter.layout_no_wrap(text, FontId::proportional(12.0), colors.warm);
    let size = galley.size() + vec2(16.0, 8.0);
    let at = Align2::CENTER_BOTTOM.align_size_within_rect(size, rect.shrink(12.0)).min;
    painter.rect_filled(Rect::from_min_size(at, size), theme::RADIUS, colors.veil);
    painter.galley(at + vec2(8.0, 4.0), galley, colors.warm);
}
