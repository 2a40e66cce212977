//! One row: chevron, icon, name, issue mark, eye.

use super::drop::{self, Dragged, Place};
use super::rows::Target;
use super::{OutlinerState, Row};
use crate::app::action::{Action, Select};
use crate::app::command::Command;
use crate::app::icons;
use crate::app::model::Model;
use crate::app::panels::fields;
use crate::app::pick::ancestors;
use crate::app::theme::{self, ROW_HEIGHT};
use crate::scene::Severity;
use egui::{Align2, CursorIcon, FontId, Rect, Response, Sense, Ui, WidgetInfo, pos2, vec2};

/// Indent for each level of the tree, points.
const INDENT: f32 = 16.0;

/// Places of the parts of a row.
struct Parts {
    row: Rect,
    chevron: Rect,
    icon: Rect,
    name: Rect,
    issue: Rect,
    eye: Rect,
}

impl Parts {
    /// `marks` is the number of marks on the right that leave the name less room.
    fn of(row: Rect, depth: usize, marks: usize) -> Self {
        let square = |x: f32| Rect::from_min_size(pos2(x, row.top()), vec2(20.0, row.height()));
        // Deep trees keep room for the name.
        let left = row.left() + 4.0 + INDENT * (depth.min(12) as f32);
        let (chevron, icon) = (square(left), square(left + 18.0));
        let eye = square(row.right() - 28.0);
        let issue = square(row.right() - 50.0);
        let end = [row.right() - 8.0, eye.left() - 2.0, issue.left() - 2.0][marks.min(2)];
        let name = Rect::from_min_max(pos2(icon.right() + 4.0, row.top()), pos2(end, row.bottom()));
        Self { row, chevron, icon, name, issue, eye }
    }
}

/// Draws a row and handles it.
pub(super) fn row_ui(
    ui: &mut Ui,
    model: &Model,
    state: &mut OutlinerState,
    row: &Row,
    shown: &[Row],
    out: &mut Vec<Action>,
) {
    if row.target == Target::Title {
        title_ui(ui, &row.label);
        return;
    }
    let sense = if is_node(model, row) { Sense::click_and_drag() } else { Sense::click() };
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), ROW_HEIGHT), Sense::hover());
    let response = ui.interact(rect, ui.scope_id().with(("row", &row.label)), sense);
    let selected = is_selected(model, row);
    response.widget_info(|| WidgetInfo::selected(egui::Role::Button, true, selected, &row.label));
    if row.id().is_some() && state.reveal.as_deref() == row.id() {
        response.scroll_to_me(None);
    }
    let parts = Parts::of(rect, row.depth, marks(model, row, response.contains_pointer()));
    background_ui(ui, &response, selected, model.hovered.as_deref().is_some_and(|h| Some(h) == row.id()));
    chevron_ui(ui, state, row, &parts);
    name_ui(ui, model, state, row, &parts, selected, out);
    issue_ui(ui, model, row, &parts);
    eye_ui(ui, model, row, &parts, response.contains_pointer(), out);
    click(ui, &response, state, row, shown, out);
    drag_ui(ui, model, &response, row, out);
    if row.id().is_some() {
        response.context_menu(|ui| context_menu_ui(ui, model, row, out));
    }
}

/// An issue takes two places, so that its mark does not move when the eye appears.
fn marks(model: &Model, row: &Row, hovered: bool) -> usize {
    let has_issue = row.part.as_ref().is_some_and(|part| model.issues.iter().any(|i| i.part == *part));
    let has_eye = row.id().is_some_and(|id| hovered || is_hidden(model, id));
    if has_issue { 2 } else { usize::from(has_eye) }
}

fn title_ui(ui: &mut Ui, text: &str) {
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), ROW_HEIGHT + 4.0), Sense::hover());
    let at = pos2(rect.left() + 12.0, rect.bottom() - 4.0);
    let color = theme::colors(ui.visuals()).weak;
    ui.painter().text(at, Align2::LEFT_BOTTOM, text, FontId::new(11.0, theme::medium()), color);
}

fn is_node(model: &Model, row: &Row) -> bool {
    row.id().is_some_and(|id| model.document.scene().node(id).is_some())
}

fn is_selected(model: &Model, row: &Row) -> bool {
    match &row.target {
        Target::Object => model.selection.contains(&row.label),
        Target::Page(page) => model.selection.is_empty() && model.page == *page,
        Target::Title => false,
    }
}

fn background_ui(ui: &Ui, response: &Response, selected: bool, hovered_in_view: bool) {
    let colors = theme::colors(ui.visuals());
    let rect = response.rect.shrink2(vec2(4.0, 0.0));
    if selected {
        ui.painter().rect_filled(rect, theme::RADIUS, colors.selected);
    } else if response.hovered() || hovered_in_view {
        ui.painter().rect_filled(rect, theme::RADIUS, colors.field);
    }
    if response.has_focus() {
        let stroke = egui::Stroke::new(1.0, colors.accent);
        ui.painter().rect_stroke(rect, theme::RADIUS, stroke, egui::StrokeKind::Inside);
    }
}

fn chevron_ui(ui: &mut Ui, state: &mut OutlinerState, row: &Row, parts: &Parts) {
    let Some(open) = row.open else { return };
    let response = ui.interact(parts.chevron, ui.scope_id().with(("chevron", &row.label)), Sense::click());
    let name = format!("{} {}", if open { "Collapse" } else { "Expand" }, row.label);
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Button, true, &name));
    let icon = if open { icons::CHEVRON_DOWN } else { icons::CHEVRON_RIGHT };
    let colors = theme::colors(ui.visuals());
    let color = if response.hovered() { colors.strong } else { colors.weak };
    ui.painter().text(parts.chevron.center(), Align2::CENTER_CENTER, icon, icons::font(14.0), color);
    if response.clicked() && !state.collapsed.remove(&row.label) {
        state.collapsed.insert(row.label.clone());
    }
}

fn name_ui(
    ui: &mut Ui,
    model: &Model,
    state: &mut OutlinerState,
    row: &Row,
    parts: &Parts,
    selected: bool,
    out: &mut Vec<Action>,
) {
    let colors = theme::colors(ui.visuals());
    let hidden = row.id().is_some_and(|id| is_hidden(model, id));
    let color = match (hidden, selected) {
        (true, _) => colors.weak,
        (false, true) => colors.strong,
        (false, false) => colors.text,
    };
    let icon_color = if selected { colors.accent } else { colors.weak };
    ui.painter().text(parts.icon.center(), Align2::CENTER_CENTER, row.icon, icons::font(15.0), icon_color);
    if state.renaming.as_ref().is_some_and(|r| Some(r.id.as_str()) == row.id()) {
        rename_ui(ui, state, parts, out);
        return;
    }
    let galley = egui::WidgetText::from(&*row.label).into_galley(
        ui,
        Some(egui::TextWrapMode::Truncate),
        parts.name.width(),
        egui::TextStyle::Body,
    );
    let at = pos2(parts.name.left(), parts.row.center().y - 0.5 * galley.size().y);
    ui.painter().galley(at, galley, color);
}

/// The field of a rename: Enter or leaving it renames, Escape does not.
fn rename_ui(ui: &mut Ui, state: &mut OutlinerState, parts: &Parts, out: &mut Vec<Action>) {
    let Some(renaming) = &mut state.renaming else { return };
    let rect = parts.name.shrink2(vec2(0.0, 1.0));
    let id = ui.scope_id().with("rename");
    let edit = egui::TextEdit::singleline(&mut renaming.draft).id(id).margin(vec2(4.0, 2.0));
    let response = ui.put(rect, edit);
    fields::name_it(ui, &response, "New name");
    if std::mem::take(&mut renaming.fresh) {
        response.request_focus();
        let end = renaming.draft.chars().count();
        let mut text = egui::TextEdit::load_state(ui.ctx(), id).unwrap_or_default();
        let all = egui::text::CCursorRange::two(egui::text::CCursor::new(0), egui::text::CCursor::new(end));
        text.cursor.set_char_range(Some(all));
        text.store(ui.ctx(), id);
        return;
    }
    if !response.has_focus() {
        let cancelled = ui.input(|i| i.key_pressed(egui::Key::Escape));
        if let Some(Renamed { from, to }) = finished(state.renaming.take(), cancelled) {
            out.push(Action::Rename { from, to });
        }
    }
}

struct Renamed {
    from: String,
    to: String,
}

fn finished(renaming: Option<super::Renaming>, cancelled: bool) -> Option<Renamed> {
    let renaming = renaming.filter(|r| !cancelled && r.draft != r.id)?;
    Some(Renamed { from: renaming.id, to: renaming.draft })
}

fn issue_ui(ui: &mut Ui, model: &Model, row: &Row, parts: &Parts) {
    let Some(part) = &row.part else { return };
    let issues: Vec<_> = model.issues.iter().filter(|i| i.part == *part).collect();
    let Some(worst) = issues.iter().map(|i| i.severity).max() else { return };
    let colors = theme::colors(ui.visuals());
    let (icon, color) = match worst {
        Severity::Error => (icons::ERROR, colors.bad),
        Severity::Warning => (icons::WARNING, colors.warm),
    };
    ui.painter().text(parts.issue.center(), Align2::CENTER_CENTER, icon, icons::font(14.0), color);
    let response = ui.interact(parts.issue, ui.scope_id().with(("issue", &row.label)), Sense::hover());
    let text: Vec<String> = issues.iter().map(|i| format!("{} {}", i.message, i.hint)).collect();
    response.on_hover_text(text.join("\n"));
}

/// The object that is drawn for this one: a node's root, since only roots have meshes.
fn drawn_as<'a>(model: &'a Model, id: &'a str) -> &'a str {
    ancestors(model.document.scene(), id).last().copied().unwrap_or(id)
}

fn is_hidden(model: &Model, id: &str) -> bool {
    let drawn = drawn_as(model, id);
    model.document.scene().view.hidden.iter().any(|h| h == drawn)
}

fn eye_ui(ui: &mut Ui, model: &Model, row: &Row, parts: &Parts, row_hovered: bool, out: &mut Vec<Action>) {
    let Some(id) = row.id() else { return };
    let (hidden, root) = (is_hidden(model, id), drawn_as(model, id));
    let can = root == id;
    let sense = if can { Sense::click() } else { Sense::hover() };
    let response = ui.interact(parts.eye, ui.scope_id().with(("eye", id)), sense);
    let name = format!("{} {id}", if hidden { "Show" } else { "Hide" });
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Button, can, &name));
    if hidden || row_hovered || response.hovered() {
        let icon = if hidden { icons::EYE_OFF } else { icons::EYE };
        let colors = theme::colors(ui.visuals());
        let color = match (can, response.hovered()) {
            (false, _) => colors.weak.gamma_multiply(0.5),
            (true, true) => colors.strong,
            (true, false) => colors.weak,
        };
        ui.painter().text(parts.eye.center(), Align2::CENTER_CENTER, icon, icons::font(14.0), color);
    }
    let tip = if can {
        "Shows or hides it; never changes the scene's result".to_owned()
    } else {
        format!("{id} has no mesh of its own: it is shown and hidden with {root}")
    };
    if response.on_hover_text(tip).clicked() && can {
        let mut view = model.document.scene().view.clone();
        if hidden {
            view.hidden.retain(|h| h != id);
        } else {
            view.hidden.push(id.to_owned());
        }
        out.push(Action::View(view));
    }
}

fn click(ui: &Ui, response: &Response, state: &mut OutlinerState, row: &Row, shown: &[Row], out: &mut Vec<Action>) {
    if let (true, Some(id)) = (response.double_clicked(), row.id()) {
        state.rename(id);
        return;
    }
    let secondary = response.secondary_clicked();
    if !response.clicked() && !secondary {
        return;
    }
    let modifiers = ui.input(|i| i.modifiers);
    let select = match row.id() {
        Some(id) if modifiers.command => Some(Select::Toggle(id.to_owned())),
        Some(id) if modifiers.shift => {
            let rows = shown.iter().filter_map(|r| r.id().map(str::to_owned)).collect();
            Some(Select::ExtendTo { id: id.to_owned(), rows })
        }
        _ => row.select(),
    };
    out.extend(select.map(Action::Select));
}

fn drag_ui(ui: &mut Ui, model: &Model, response: &Response, row: &Row, out: &mut Vec<Action>) {
    let Some(id) = row.id().filter(|_| is_node(model, row)) else { return };
    if response.drag_started_by(egui::PointerButton::Primary) {
        response.dnd_set_drag_payload(Dragged(id.to_owned()));
    }
    if response.dragged() {
        ui.ctx().set_cursor_icon(CursorIcon::Grabbing);
    }
    let Some(pointer) = ui.input(|i| i.pointer.interact_pos()) else { return };
    let scene = model.document.scene();
    let takes_children = scene.node(id).is_some_and(|n| n.kind.is_operator());
    let place = Place::at(response.rect, pointer.y, takes_children);
    if let Some(dragged) = response.dnd_hover_payload::<Dragged>() {
        let possible = drop::move_edit(scene, &dragged.0, id, place).is_some();
        mark_ui(ui, response.rect, place, possible);
    }
    if let Some(dragged) = response.dnd_release_payload::<Dragged>()
        && let Some(edit) = drop::move_edit(scene, &dragged.0, id, place)
    {
        out.push(Action::Edit { label: format!("Move {}", dragged.0), edit });
    }
}

/// Shows where the dragged node would land.
fn mark_ui(ui: &Ui, rect: Rect, place: Place, possible: bool) {
    let colors = theme::colors(ui.visuals());
    let stroke = egui::Stroke::new(2.0, if possible { colors.accent } else { colors.bad });
    match place {
        Place::Before => ui.painter().hline(rect.x_range(), rect.top(), stroke),
        Place::After => ui.painter().hline(rect.x_range(), rect.bottom(), stroke),
        Place::Into => {
            ui.painter().rect_stroke(rect.shrink2(vec2(4.0, 0.0)), theme::RADIUS, stroke, egui::StrokeKind::Inside)
        }
    };
}

fn context_menu_ui(ui: &mut Ui, model: &Model, row: &Row, out: &mut Vec<Action>) {
    let mut groups: Vec<&[Command]> = vec![
        &[Command::Rename, Command::Duplicate, Command::Delete],
        &[Command::FrameSelection, Command::Hide, Command::Solo],
    ];
    if is_node(model, row) {
        groups.insert(1, &[Command::Group, Command::SelectParent]);
    }
    let context = model.command_context();
    for (i, group) in groups.into_iter().enumerate() {
        if i > 0 {
            ui.separator();
        }
        for command in group {
            crate::app::panels::menu_item_ui(ui, *command, command.enabled(&context), out);
        }
    }
}
