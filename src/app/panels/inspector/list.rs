//! Rows of lists: the corners of a polygon, the balls of a blob. Each row can be changed, moved and removed.

use crate::app::icons;
use crate::app::panels::fields::{self, Changes, Spec};
use crate::scene::{Ball, List};
use egui::{Button, Ui, vec2};
use glam::{DVec2, DVec3};

/// Width of the number of a row, points.
const INDEX: f32 = 16.0;
/// Width of the buttons of a row, points.
const BUTTONS: f32 = 3.0 * BUTTON + 4.0;
/// Width of one of them, points.
const BUTTON: f32 = 20.0;
/// Radius of a new ball where there is none to take it from, metres.
const NEW_RADIUS: f64 = 0.25;

/// What a row's buttons ask for.
#[derive(Clone, Copy, PartialEq)]
enum Ask {
    Up,
    Down,
    Remove,
}

/// Corners as numbers; `axes` names their coordinates.
pub(super) fn points_ui(
    ui: &mut Ui,
    changes: &mut Changes,
    list: &List,
    axes: [&'static str; 2],
    points: &mut Vec<DVec2>,
) {
    let mut asked = None;
    let count = points.len();
    for (i, point) in points.iter_mut().enumerate() {
        ui.push_id(i, |ui| {
            ui.horizontal(|ui| {
                index_ui(ui, i);
                let width = ((ui.available_width() - BUTTONS - 4.0) / 2.0).max(24.0);
                for (k, axis) in axes.into_iter().enumerate() {
                    let spec = coordinate(axis);
                    let name = format!("Corner {i} {axis}");
                    fields::cell_ui(ui, changes, &spec, &mut point[k], width, (&name, list.label));
                }
                asked = buttons_ui(ui, i, count, *list.counts.start()).map(|ask| (i, ask)).or(asked);
            });
        });
    }
    carry_out(changes, list, points, asked);
    let can = points.len() < *list.counts.end();
    if add_button_ui(ui, "Add corner", "Adds a corner in the middle of the last side", can) {
        let (a, b) = (points.last().copied().unwrap_or_default(), points.first().copied().unwrap_or(DVec2::X));
        points.push(0.5 * (a + b));
        changes.set(list.label);
    }
}

/// Centres and radii of balls.
pub(super) fn balls_ui(ui: &mut Ui, changes: &mut Changes, list: &List, balls: &mut Vec<Ball>) {
    let mut asked = None;
    let count = balls.len();
    for (i, ball) in balls.iter_mut().enumerate() {
        ui.push_id(i, |ui| {
            ui.horizontal(|ui| {
                index_ui(ui, i);
                let width = ((ui.available_width() - BUTTONS - 3.0 * 4.0) / 4.0).max(24.0);
                for (k, axis) in ["x", "y", "z"].into_iter().enumerate() {
                    let name = format!("Ball {i} {axis}");
                    fields::cell_ui(ui, changes, &coordinate(axis), &mut ball.at[k], width, (&name, list.label));
                }
                let spec = Spec::length("Radius", "Radius that it has alone");
                let name = format!("Ball {i} radius");
                fields::cell_ui(ui, changes, &spec, &mut ball.radius, width, (&name, list.label));
                asked = buttons_ui(ui, i, count, *list.counts.start()).map(|ask| (i, ask)).or(asked);
            });
        });
    }
    carry_out(changes, list, balls, asked);
    let can = balls.len() < *list.counts.end();
    if add_button_ui(ui, "Add ball", "Adds a ball beside the last one", can) {
        let last = balls.last().copied().unwrap_or(Ball { at: DVec3::ZERO, radius: NEW_RADIUS });
        balls.push(Ball { at: last.at + DVec3::X * last.radius, ..last });
        changes.set(list.label);
    }
}

fn coordinate(axis: &'static str) -> Spec {
    let tip = match axis {
        "r" => "Distance from the axis",
        "x" => "Along x",
        "y" => "Along y",
        _ => "Along z",
    };
    let min = if axis == "r" { 0.0 } else { -1e4 };
    Spec::number(axis, "m", tip).within(min, 1e4, 0.005)
}

/// Counted from 0, as issues and the file do.
fn index_ui(ui: &mut Ui, i: usize) {
    ui.spacing_mut().item_spacing.x = 4.0;
    let size = vec2(INDEX, ui.spacing().interact_size.y);
    ui.allocate_ui_with_layout(size, egui::Layout::right_to_left(egui::Align::Center), |ui| {
        ui.set_min_width(INDEX);
        ui.weak(i.to_string());
    });
}

fn buttons_ui(ui: &mut Ui, i: usize, count: usize, least: usize) -> Option<Ask> {
    ui.spacing_mut().item_spacing.x = 0.0;
    ui.spacing_mut().button_padding.x = 0.0;
    let least_tip = format!("There must be at least {least}");
    let all = [
        (Ask::Up, icons::ARROW_UP, "Move up", i > 0, "It is the first"),
        (Ask::Down, icons::ARROW_DOWN, "Move down", i + 1 < count, "It is the last"),
        (Ask::Remove, icons::CLOSE, "Remove", count > least, least_tip.as_str()),
    ];
    let mut asked = None;
    for (ask, icon, tip, can, reason) in all {
        let button = Button::new(icons::text(icon)).frame_when_inactive(false).min_size(vec2(BUTTON, 24.0));
        let response = ui.add_enabled(can, button).on_hover_text(tip).on_disabled_hover_text(reason);
        fields::name_it(ui, &response, &format!("{tip} {i}"));
        if response.clicked() {
            asked = Some(ask);
        }
    }
    asked
}

fn carry_out<T>(changes: &mut Changes, list: &List, entries: &mut Vec<T>, asked: Option<(usize, Ask)>) {
    let Some((i, ask)) = asked else { return };
    match ask {
        Ask::Up => entries.swap(i - 1, i),
        Ask::Down => entries.swap(i, i + 1),
        Ask::Remove => {
            entries.remove(i);
        }
    }
    changes.set(list.label);
}

fn add_button_ui(ui: &mut Ui, label: &str, tip: &str, can: bool) -> bool {
    let button = Button::new((icons::text(icons::PLUS), label));
    let response = ui.add_enabled(can, button).on_hover_text(tip).on_disabled_hover_text("There cannot be more");
    fields::name_it(ui, &response, label);
    response.clicked()
}
