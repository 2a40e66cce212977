//! Controls that lie on the picture: tools, overlays, statistics, the view compass.

use super::{ViewportState, paint};
use crate::app::action::{Action, Tool};
use crate::app::command::{Command, shortcut_text};
use crate::app::icons;
use crate::app::model::Model;
use crate::app::panels::{command_icon_ui, fields, tip_with_key};
use crate::app::theme;
use crate::app::words::grouped;
use crate::draw::{Camera, palette};
use crate::inspect::Role;
use crate::scene::OverlayKind;
use egui::containers::menu::{MenuButton, MenuConfig};
use egui::{
    Align2, Color32, FontId, Frame, PopupCloseBehavior, Pos2, Rect, RichText, Sense, Stroke, Ui, UiBuilder, WidgetInfo,
    pos2, vec2,
};

/// Distance of the controls from the border, points.
const MARGIN: f32 = 8.0;
/// Below this size the controls would cover the picture.
const LEAST_SIZE: f32 = 180.0;

/// Narrower pictures show no compass: the tools need the room.
const WIDE: f32 = 480.0;
/// Lower pictures show no figures and no legend.
const TALL: f32 = 260.0;
/// Height of the row of tools, points.
const TOOLS: f32 = 40.0;
/// Width of the figures, points.
const FIGURES: f32 = 144.0;

/// All controls.
pub(super) fn widgets_ui(
    ui: &mut Ui,
    model: &Model,
    state: &ViewportState,
    camera: &Camera,
    rect: Rect,
    out: &mut Vec<Action>,
) {
    if rect.width() < LEAST_SIZE || rect.height() < LEAST_SIZE {
        return;
    }
    let inner = rect.shrink(MARGIN);
    ui.scope_builder(UiBuilder::new().max_rect(inner), |ui| tools_ui(ui, model, out));
    if inner.width() >= WIDE {
        let corner = pos2(inner.right() - 76.0, inner.top());
        compass_ui(ui, camera, Rect::from_min_size(corner, vec2(76.0, 76.0)), out);
    }
    // Bottom left and right; where there is not room for both, the legend is of more use.
    let legend = legend_ui(ui, model, inner);
    let room = legend.map_or(inner.width(), |r| inner.right() - r.right()) - MARGIN;
    let figures = (inner.height() >= TALL && room >= FIGURES).then(|| statistics_ui(ui, model, state, inner)).flatten();
    let taken: Vec<Rect> = legend.into_iter().chain(figures).collect();
    paint::hint(&ui.painter_at(rect), inner, model, &taken);
}

fn veil(ui: &Ui) -> Frame {
    Frame::new().fill(theme::colors(ui.visuals()).veil).corner_radius(theme::RADIUS).inner_margin(2)
}

fn tools_ui(ui: &mut Ui, model: &Model, out: &mut Vec<Action>) {
    let context = model.command_context();
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 6.0;
        veil(ui).show(ui, |ui| add_button_ui(ui, out));
        veil(ui).show(ui, |ui| {
            ui.spacing_mut().item_spacing.x = 2.0;
            for (icon, command, tool) in [
                (icons::SELECT, Command::ToolSelect, Tool::Select),
                (icons::MOVE, Command::ToolMove, Tool::Move),
                (icons::ROTATE, Command::ToolRotate, Tool::Rotate),
                (icons::SCALE, Command::ToolScale, Tool::Scale),
                (icons::POKE, Command::ToolPoke, Tool::Poke),
                (icons::INSPECT, Command::ToolInspect, Tool::Inspect),
            ] {
                command_icon_ui(ui, icon, command, model.tool == tool, command.enabled(&context), out);
            }
        });
        veil(ui).show(ui, |ui| {
            ui.spacing_mut().item_spacing.x = 2.0;
            let settings = &model.settings;
            command_icon_ui(ui, icons::SNAP, Command::ToggleSnap, settings.snap, Ok(()), out);
            command_icon_ui(ui, icons::HANDLES, Command::ToggleHandles, settings.handles, Ok(()), out);
            let (on, local) = (model.settings.local_axes, Command::ToggleLocalAxes);
            let label = if on { "Local" } else { "World" };
            let button = ui.button(label).on_hover_text(tip_with_key(local));
            fields::name_it(ui, &button, local.label());
            if button.clicked() {
                out.push(Action::Command(local));
            }
        });
        veil(ui).show(ui, |ui| overlays_menu_ui(ui, model, out));
    });
}

/// Opens the list of what can be added, below it.
fn add_button_ui(ui: &mut Ui, out: &mut Vec<Action>) {
    let button = egui::Button::new(icons::text(icons::PLUS)).min_size(vec2(28.0, 24.0));
    let add = ui.add(button).on_hover_text(tip_with_key(Command::AddMenu));
    fields::name_it(ui, &add, Command::AddMenu.label());
    if add.clicked() {
        out.push(Action::OpenAdd(add.rect.left_bottom() + vec2(0.0, 6.0)));
    }
}

fn overlays_menu_ui(ui: &mut Ui, model: &Model, out: &mut Vec<Action>) {
    let view = &model.document.scene().view;
    let label = if ui.available_width() < 120.0 { "" } else { "Overlays" };
    let config = MenuConfig::new().close_behavior(PopupCloseBehavior::CloseOnClickOutside);
    let button = MenuButton::new((icons::text(icons::OVERLAYS), label)).config(config);
    let (response, _) = button.ui(ui, |ui| {
        ui.set_min_width(220.0);
        for kind in OverlayKind::ALL {
            let command = Command::ToggleOverlay(kind);
            let mut on = view.overlays.contains(&kind);
            if ui.checkbox(&mut on, command.label()).on_hover_text(tip_with_key(command)).changed() {
                out.push(Action::Command(command));
            }
        }
        ui.separator();
        for (command, mut on) in
            [(Command::ToggleGrid, model.settings.grid), (Command::ToggleHandles, model.settings.handles)]
        {
            if ui.checkbox(&mut on, command.label()).on_hover_text(tip_with_key(command)).changed() {
                out.push(Action::Command(command));
            }
        }
    });
    fields::name_it(ui, &response, "Overlays");
    response.on_hover_text("What is drawn over the picture");
}

/// What is drawn over the picture, each role once.
fn shown_roles(model: &Model) -> Vec<Role> {
    let overlays = &model.document.scene().view.overlays;
    let pokes = model.simulation().is_some_and(|s| !s.world().pokes().is_empty());
    // Rays are on by default; their legend only shows while there are any.
    let shown = overlays.iter().filter(|o| **o != OverlayKind::Rays || pokes);
    let mut roles: Vec<Role> = shown.flat_map(|o| palette::legend(*o)).copied().collect();
    if let Some(report) = &model.report {
        let overlay = &report.overlay;
        let points = overlay.points.iter().map(|p| p.1);
        let lines = overlay.lines.iter().chain(&overlay.arrows).map(|l| l.2);
        roles.extend(lines.chain(points));
    }
    let mut seen = std::collections::BTreeSet::new();
    roles.retain(|role| seen.insert(*role));
    roles
}

/// Colours of what is drawn over the picture, bottom left; as many as there is room for below the tools.
fn legend_ui(ui: &Ui, model: &Model, inner: Rect) -> Option<Rect> {
    let mut roles = shown_roles(model);
    let line = 18.0;
    roles.truncate(((inner.height() - TOOLS - 8.0) / line).max(0.0) as usize);
    if roles.is_empty() || inner.height() < TALL {
        return None;
    }
    let dark = ui.visuals().dark_mode;
    let theme = if dark { palette::Theme::Dark } else { palette::Theme::Light };
    let colors = theme::colors(ui.visuals());
    let size = vec2(168.0, line * roles.len() as f32 + 8.0);
    let rect = Rect::from_min_size(pos2(inner.left(), inner.bottom() - size.y), size);
    ui.painter().rect_filled(rect, theme::RADIUS, colors.veil);
    for (i, role) in roles.iter().enumerate() {
        let y = rect.top() + 4.0 + line * (i as f32 + 0.5);
        let [r, g, b, _] = palette::role_color(*role, theme);
        // Some colours are nearly that of the ground.
        let rim = Stroke::new(1.0, colors.weak.gamma_multiply(0.6));
        ui.painter().circle(pos2(rect.left() + 12.0, y), 4.0, Color32::from_rgb(r, g, b), rim);
        let (at, font) = (pos2(rect.left() + 24.0, y), FontId::proportional(12.0));
        ui.painter().text(at, Align2::LEFT_CENTER, palette::role_label(*role), font, colors.text);
    }
    Some(rect)
}

/// Figures, bottom right.
fn statistics_ui(ui: &Ui, model: &Model, state: &ViewportState, inner: Rect) -> Option<Rect> {
    let statistics = state.graphics.statistics()?;
    let mut lines = vec![format!("{} triangles drawn", grouped(statistics.triangles as usize))];
    lines.push(format!("Build {:.0} ms", model.build_ms()));
    if let Some(ms) = model.tick_ms {
        lines.push(format!("Tick {ms:.2} ms"));
    }
    lines.push(format!("Frame {:.0} ms", statistics.time.as_secs_f64() * 1e3));
    let colors = theme::colors(ui.visuals());
    let line = 16.0;
    let size = vec2(FIGURES, line * lines.len() as f32 + 8.0);
    let rect = Rect::from_min_size(inner.max - size, size);
    ui.painter().rect_filled(rect, theme::RADIUS, colors.veil);
    for (i, text) in lines.iter().enumerate() {
        let at = pos2(rect.right() - 8.0, rect.top() + 4.0 + line * (i as f32 + 0.5));
        ui.painter().text(at, Align2::RIGHT_CENTER, text, FontId::proportional(11.0), colors.text);
    }
    Some(rect)
}

/// The six ends of the axes, the nearest last.
fn compass_ui(ui: &mut Ui, camera: &Camera, rect: Rect, out: &mut Vec<Action>) {
    let colors = theme::colors(ui.visuals());
    ui.painter().circle_filled(rect.center(), 0.5 * rect.width(), colors.veil);
    let (right, up, forward) = (camera.right(), camera.up(), camera.forward());
    let mut ends: Vec<End> = [
        (glam::DVec3::X, Command::ViewRight, "X", 0, true),
        (glam::DVec3::Y, Command::ViewTop, "Y", 1, true),
        (glam::DVec3::Z, Command::ViewFront, "Z", 2, true),
        (glam::DVec3::NEG_X, Command::ViewLeft, "", 0, false),
        (glam::DVec3::NEG_Y, Command::ViewBottom, "", 1, false),
        (glam::DVec3::NEG_Z, Command::ViewBack, "", 2, false),
    ]
    .into_iter()
    .map(|(axis, command, letter, color, positive)| {
        let offset = vec2(axis.dot(right) as f32, -axis.dot(up) as f32) * 26.0;
        End {
            at: rect.center() + offset,
            depth: axis.dot(forward),
            command,
            letter,
            color: colors.axes[color],
            positive,
        }
    })
    .collect();
    ends.sort_by(|a, b| b.depth.total_cmp(&a.depth));
    for end in &ends {
        end_ui(ui, rect.center(), end, out);
    }
}

struct End {
    at: Pos2,
    /// Along the view; greater is farther away.
    depth: f64,
    command: Command,
    letter: &'static str,
    color: Color32,
    positive: bool,
}

fn end_ui(ui: &mut Ui, center: Pos2, end: &End, out: &mut Vec<Action>) {
    let colors = theme::colors(ui.visuals());
    let radius = if end.positive { 9.0 } else { 7.0 };
    let hit = Rect::from_center_size(end.at, vec2(2.0 * radius, 2.0 * radius));
    let response = ui.interact(hit, ui.scope_id().with(("compass", end.command)), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Button, true, end.command.label()));
    let fade = if end.depth > 0.2 { 0.55 } else { 1.0 };
    let color = if response.hovered() { colors.strong } else { end.color.gamma_multiply(fade) };
    if end.positive {
        ui.painter().line_segment([center, end.at], Stroke::new(2.0, color));
        ui.painter().circle_filled(end.at, radius, color);
        let font = FontId::new(11.0, theme::medium());
        ui.painter().text(end.at, Align2::CENTER_CENTER, end.letter, font, colors.chrome);
    } else {
        ui.painter().circle_filled(end.at, radius, colors.veil);
        ui.painter().circle_stroke(end.at, radius - 1.0, Stroke::new(1.5, color));
    }
    let key = shortcut_text(end.command);
    let tip = RichText::new(if key.is_empty() {
        end.command.label().to_owned()
    } else {
        format!("{} ({key})", end.command.label())
    });
    if response.on_hover_text(tip).clicked() {
        out.push(Action::Command(end.command));
    }
}
