//! A polygon as a picture: drag corners, press a side to insert one, Delete or the menu removes one.

use crate::app::model::Model;
use crate::app::panels::fields::Changes;
use crate::app::theme;
use crate::scene::{Issue, Kind, List};
use egui::{Color32, CursorIcon, Id, Key, Painter, Pos2, Rect, Response, Sense, Stroke, Ui, WidgetInfo, pos2, vec2};
use glam::DVec2;

/// Height of the picture, points.
const HEIGHT: f32 = 200.0;
/// Height of the line of text at its bottom, points.
const TEXT: f32 = 18.0;
/// Room round the polygon, points.
const MARGIN: f64 = 20.0;
/// How near the pointer must come to a corner, points.
const REACH: f64 = 9.0;
/// How near it must come to a side, points.
const SIDE_REACH: f64 = 6.0;
/// Steps of snapping, metres.
const SNAP: f64 = 0.1;

/// The picture's id: it keeps the Delete key to itself while it has the keyboard.
pub(crate) fn canvas_id() -> Id {
    Id::unique("polygon canvas")
}

/// True for what is said below the picture: above it, where other issues stand, it would push the picture away in
/// mid-drag.
pub(super) fn shows(issue: &Issue) -> bool {
    issue.path.contains(".points")
}

/// What the plane of a polygon is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sheet {
    /// Names of its coordinates.
    pub(super) axes: [&'static str; 2],
    /// Whether the second coordinate is drawn upward: z comes toward the eye, seen from above.
    is_up: bool,
    /// The polygon is turned round the vertical axis: its other half is shown faintly.
    is_turned: bool,
}

impl Sheet {
    /// Of a kind with a polygon.
    pub(super) fn of(kind: &Kind) -> Self {
        let is_turned = matches!(kind, Kind::Revolution { .. });
        Self { axes: if is_turned { ["r", "y"] } else { ["x", "z"] }, is_up: is_turned, is_turned }
    }
}

/// What the picture remembers from frame to frame.
#[derive(Clone, Copy, Debug, Default)]
struct State {
    /// The corner that Delete removes.
    selected: Option<usize>,
    /// The corner that is dragged, and how the plane is mapped until it is released.
    dragged: Option<(usize, View)>,
}

/// From the plane to the picture.
#[derive(Clone, Copy, Debug)]
struct View {
    /// Point of the plane in the middle, metres.
    center: DVec2,
    /// Points for each metre, upward negative.
    scale: DVec2,
}

impl View {
    fn of(points: &[DVec2], sheet: &Sheet, size: DVec2) -> Self {
        let finite = || points.iter().copied().filter(|p| p.is_finite());
        let (mut low, mut high) = (DVec2::INFINITY, DVec2::NEG_INFINITY);
        for p in finite() {
            (low, high) = (low.min(p), high.max(p));
        }
        if sheet.is_turned {
            (low.x, high.x) = (low.x.min(-high.x), high.x.max(-low.x).max(0.0));
        }
        let extent = (high - low).max(DVec2::splat(1e-3));
        let room = (size - 2.0 * MARGIN).max(DVec2::ONE);
        let scale = (room / extent).min_element();
        let scale = if scale.is_finite() && scale > 0.0 { scale } else { 100.0 };
        let center = 0.5 * (low + high);
        let center = if center.is_finite() { center } else { DVec2::ZERO };
        Self { center, scale: DVec2::new(scale, if sheet.is_up { -scale } else { scale }) }
    }

    fn seen(&self, p: DVec2, rect: Rect) -> Pos2 {
        let d = (p - self.center) * self.scale;
        rect.center() + vec2(d.x as f32, d.y as f32)
    }

    fn plane(&self, at: Pos2, rect: Rect) -> DVec2 {
        let d = at - rect.center();
        DVec2::new(f64::from(d.x), f64::from(d.y)) / self.scale + self.center
    }
}

/// What lies under the pointer.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Spot {
    /// A corner.
    Corner(usize),
    /// A point of the side after this corner.
    Side(usize, DVec2),
}

/// The picture and what is done in it; `fault` says what is wrong with the polygon.
pub(super) fn polygon_ui(
    ui: &mut Ui,
    model: &Model,
    changes: &mut Changes,
    list: &List,
    sheet: &Sheet,
    fault: Option<&str>,
    points: &mut Vec<DVec2>,
) {
    let (frame, _) = ui.allocate_exact_size(vec2(ui.available_width(), HEIGHT), Sense::hover());
    let rect = frame.with_max_y(frame.bottom() - TEXT);
    let mut response = ui.interact(frame, canvas_id(), Sense::click_and_drag());
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Canvas, true, list.label));
    let mut state = ui.data(|d| d.get_temp::<State>(canvas_id())).unwrap_or_default();
    state.selected = state.selected.filter(|i| *i < points.len());
    state.dragged = state.dragged.filter(|(i, _)| *i < points.len() && ui.input(|i| i.pointer.any_down()));
    let fitted = View::of(points, sheet, DVec2::new(f64::from(rect.width()), f64::from(rect.height())));
    let view = state.dragged.map_or(fitted, |(_, view)| view);
    let canvas = Canvas { frame, rect, view, list, sheet };
    if canvas.act(ui, model, &mut response, &mut state, points) {
        response.mark_changed();
        if !changes.note(ui, &response, list.label) {
            changes.set(list.label);
        }
    }
    let spot = response.hover_pos().and_then(|at| spot(points, &view, rect, at));
    let lit = state.dragged.map(|(i, _)| Spot::Corner(i)).or(spot);
    canvas.paint(ui, points, lit, state.selected, fault.is_some(), response.has_focus());
    if let Some(lit) = lit {
        ui.ctx().set_cursor_icon(if matches!(lit, Spot::Corner(_)) { CursorIcon::Grab } else { CursorIcon::Copy });
    }
    ui.data_mut(|d| d.insert_temp(canvas_id(), state));
    if let Some(fault) = fault {
        let colors = theme::colors(ui.visuals());
        ui.add(egui::Label::new(egui::RichText::new(fault).color(colors.bad)).wrap());
    }
}

/// The nearest corner within reach, else the nearest point of a side.
fn spot(points: &[DVec2], view: &View, rect: Rect, at: Pos2) -> Option<Spot> {
    let place = |p: DVec2| {
        let p = view.seen(p, rect);
        DVec2::new(f64::from(p.x), f64::from(p.y))
    };
    let cursor = DVec2::new(f64::from(at.x), f64::from(at.y));
    let corners = points.iter().enumerate().map(|(i, p)| ((place(*p) - cursor).length(), i));
    let corner = corners.filter(|(d, _)| *d <= REACH).min_by(|a, b| a.0.total_cmp(&b.0));
    if let Some((_, i)) = corner {
        return Some(Spot::Corner(i));
    }
    let side = |i: usize| {
        let (a, b) = (points[i], points[(i + 1) % points.len()]);
        let (from, to) = (place(a), place(b));
        let along = ((cursor - from).dot(to - from) / (to - from).length_squared()).clamp(0.0, 1.0);
        let distance = (from.lerp(to, along) - cursor).length();
        (distance, Spot::Side(i, a.lerp(b, along)))
    };
    let sides = (0..points.len()).map(side).filter(|(d, _)| *d <= SIDE_REACH);
    sides.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, spot)| spot)
}

struct Canvas<'a> {
    /// The whole, text included.
    frame: Rect,
    /// Where the polygon is.
    rect: Rect,
    view: View,
    list: &'a List,
    sheet: &'a Sheet,
}

impl Canvas<'_> {
    /// Carries out what the pointer and the keys ask for; true if the polygon changed.
    fn act(&self, ui: &Ui, model: &Model, response: &mut Response, state: &mut State, points: &mut Vec<DVec2>) -> bool {
        let mut changed = false;
        let spot = |points: &[DVec2], at: Option<Pos2>| at.and_then(|at| spot(points, &self.view, self.rect, at));
        let can_insert = points.len() < *self.list.counts.end();
        let (origin, now) = ui.input(|i| (i.pointer.press_origin(), i.pointer.latest_pos()));
        if response.drag_started_by(egui::PointerButton::Primary) {
            response.request_focus();
            let grabbed = self.corner(points, spot(points, origin), can_insert);
            changed |= grabbed.is_some_and(|(_, inserted)| inserted);
            state.dragged = grabbed.map(|(i, _)| (i, self.view));
            state.selected = state.dragged.map(|d| d.0);
        }
        if response.clicked() {
            response.request_focus();
            let clicked = self.corner(points, spot(points, response.interact_pointer_pos()), can_insert);
            changed |= clicked.is_some_and(|(_, inserted)| inserted);
            state.selected = clicked.map(|c| c.0);
        }
        if let (Some((i, _)), Some(at), true) = (state.dragged, now, response.dragged()) {
            let snaps = model.settings.snap != ui.input(|i| i.modifiers.command);
            let point = self.rounded(self.view.plane(at, self.rect), snaps);
            changed |= points[i] != point;
            points[i] = point;
        }
        if response.secondary_clicked() {
            state.selected = match spot(points, response.interact_pointer_pos()) {
                Some(Spot::Corner(i)) => Some(i),
                _ => None,
            };
        }
        let deletes = response.has_focus() && ui.input_mut(|i| i.consume_key(egui::Modifiers::NONE, Key::Delete));
        changed |= self.menu(response, state, points);
        changed | (deletes && self.remove(state, points))
    }

    /// The corner at a spot, and whether it was inserted there.
    fn corner(&self, points: &mut Vec<DVec2>, spot: Option<Spot>, can_insert: bool) -> Option<(usize, bool)> {
        match spot? {
            Spot::Corner(i) => Some((i, false)),
            Spot::Side(i, at) if can_insert => {
                points.insert(i + 1, self.rounded(at, false));
                Some((i + 1, true))
            }
            Spot::Side(..) => None,
        }
    }

    /// As many digits as the picture can show; a profile does not cross its axis.
    fn rounded(&self, p: DVec2, snaps: bool) -> DVec2 {
        let inverse = if snaps { 1.0 / SNAP } else { 10.0_f64.powf(self.view.scale.x.log10().ceil()) };
        let inverse = if inverse.is_finite() && inverse > 0.0 { inverse.max(1.0).round() } else { 1e3 };
        let p = (p * inverse).round() / inverse;
        if self.sheet.is_turned { p.max(DVec2::new(0.0, f64::NEG_INFINITY)) } else { p }
    }

    fn remove(&self, state: &mut State, points: &mut Vec<DVec2>) -> bool {
        let can = points.len() > *self.list.counts.start();
        let Some(i) = state.selected.filter(|i| can && *i < points.len()) else { return false };
        points.remove(i);
        (state.selected, state.dragged) = (None, None);
        true
    }

    fn menu(&self, response: &Response, state: &mut State, points: &mut Vec<DVec2>) -> bool {
        let mut changed = false;
        response.context_menu(|ui| {
            let Some(i) = state.selected else {
                ui.weak("Corners have a menu; press a side to insert one.");
                return;
            };
            let can = points.len() > *self.list.counts.start();
            let delete = egui::Button::new("Delete corner").shortcut_text("Delete");
            let least = format!("There must be at least {}", self.list.counts.start());
            if ui.add_enabled(can, delete).on_disabled_hover_text(least).clicked() {
                changed = self.remove(state, points);
                ui.close();
            } else if ui.button("Insert corner after").clicked() {
                let next = points[(i + 1) % points.len()];
                points.insert(i + 1, self.rounded(0.5 * (points[i] + next), false));
                changed = true;
                ui.close();
            }
        });
        changed
    }

    fn paint(&self, ui: &Ui, points: &[DVec2], lit: Option<Spot>, selected: Option<usize>, bad: bool, focused: bool) {
        let colors = theme::colors(ui.visuals());
        let painter = ui.painter_at(self.frame);
        painter.rect_filled(self.frame, theme::RADIUS, ui.visuals().extreme_bg_color);
        self.grid(&painter, colors.line);
        let color = if bad { colors.bad } else { colors.accent };
        if self.sheet.is_turned {
            let mirrored: Vec<DVec2> = points.iter().map(|p| DVec2::new(-p.x, p.y)).collect();
            self.outline(&painter, &mirrored, color.gamma_multiply(0.4));
        }
        self.outline(&painter, points, color);
        for (i, p) in points.iter().enumerate() {
            let at = self.view.seen(*p, self.rect);
            let is_lit = lit == Some(Spot::Corner(i));
            let fill = if selected == Some(i) { color } else { ui.visuals().extreme_bg_color };
            let fill = if is_lit { colors.warm } else { fill };
            painter.circle(at, if is_lit { 6.0 } else { 4.5 }, fill, Stroke::new(2.0, color));
        }
        if let Some(Spot::Side(_, at)) = lit {
            painter.circle(self.view.seen(at, self.rect), 4.0, Color32::TRANSPARENT, Stroke::new(2.0, colors.warm));
        }
        self.label(&painter, points, lit, colors);
        let rim = if focused { colors.accent } else { colors.line };
        painter.rect_stroke(self.frame, theme::RADIUS, Stroke::new(1.0, rim), egui::StrokeKind::Inside);
    }

    fn outline(&self, painter: &Painter, points: &[DVec2], color: Color32) {
        let mut line: Vec<Pos2> = points.iter().map(|p| self.view.seen(*p, self.rect)).collect();
        line.extend(line.first().copied());
        painter.line(line, Stroke::new(1.5, color));
    }

    /// The two axes.
    fn grid(&self, painter: &Painter, color: Color32) {
        let origin = self.view.seen(DVec2::ZERO, self.rect);
        let stroke = Stroke::new(1.0, color);
        painter.vline(origin.x, self.rect.y_range(), stroke);
        painter.hline(self.rect.x_range(), origin.y, stroke);
    }

    /// Which way the axes go, and where the corner under the pointer is.
    fn label(&self, painter: &Painter, points: &[DVec2], lit: Option<Spot>, colors: &theme::Colors) {
        let [right, along] = self.sheet.axes;
        let font = egui::FontId::proportional(11.0);
        let (left, bottom) = (self.frame.left() + 6.0, self.frame.bottom() - 4.0);
        let arrow = if self.sheet.is_up { "↑" } else { "↓" };
        let text = match lit {
            Some(Spot::Corner(i)) => {
                let p = points.get(i).copied().unwrap_or_default();
                let number = crate::app::number::format;
                format!("Corner {i}: {right} {}, {along} {}", number(p.x), number(p.y))
            }
            Some(Spot::Side(..)) => "Press to insert a corner".to_owned(),
            None => format!("{right} → {along} {arrow}"),
        };
        painter.text(pos2(left, bottom), egui::Align2::LEFT_BOTTOM, text, font, colors.weak);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square() -> Vec<DVec2> {
        vec![DVec2::new(0.0, 0.0), DVec2::new(1.0, 0.0), DVec2::new(1.0, 1.0), DVec2::new(0.0, 1.0)]
    }

    fn sheet() -> Sheet {
        Sheet { axes: ["x", "z"], is_up: false, is_turned: false }
    }

    #[test]
    fn the_view_is_undone_by_its_inverse_and_holds_the_polygon() {
        let rect = Rect::from_min_size(pos2(10.0, 20.0), vec2(200.0, 180.0));
        for is_up in [false, true] {
            let sheet = Sheet { is_up, is_turned: is_up, ..sheet() };
            let view = View::of(&square(), &sheet, DVec2::new(200.0, 180.0));
            for p in square() {
                let seen = view.seen(p, rect);
                assert!(rect.contains(seen), "{seen:?}");
                assert!((view.plane(seen, rect) - p).length() < 1e-5);
            }
            let up = view.seen(DVec2::Y, rect).y < view.seen(DVec2::ZERO, rect).y;
            assert_eq!(up, is_up);
        }
    }

    #[test]
    fn hostile_polygons_have_a_view() {
        let rect = Rect::from_min_size(pos2(0.0, 0.0), vec2(200.0, 180.0));
        for points in [vec![], vec![DVec2::NAN; 3], vec![DVec2::ONE; 3], vec![DVec2::splat(f64::INFINITY), DVec2::ZERO]]
        {
            let view = View::of(&points, &sheet(), DVec2::new(200.0, 180.0));
            let seen = view.seen(DVec2::ZERO, rect);
            assert!(seen.x.is_finite() && seen.y.is_finite(), "{points:?}");
        }
    }

    #[test]
    fn corners_are_found_before_sides() {
        let rect = Rect::from_min_size(pos2(0.0, 0.0), vec2(180.0, 180.0));
        let view = View::of(&square(), &sheet(), DVec2::splat(180.0));
        let at = |p: DVec2| spot(&square(), &view, rect, view.seen(p, rect));
        assert_eq!(at(DVec2::new(1.0, 0.01)), Some(Spot::Corner(1)));
        assert!(
            matches!(at(DVec2::new(1.0, 0.5)), Some(Spot::Side(1, p)) if (p - DVec2::new(1.0, 0.5)).length() < 1e-6)
        );
        assert!(matches!(at(DVec2::new(0.0, 0.5)), Some(Spot::Side(3, _))), "the side that closes it");
        assert_eq!(at(DVec2::new(0.5, 0.5)), None);
    }
}
