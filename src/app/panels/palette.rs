//! The command palette: type a few letters, press Enter.

use crate::app::action::Action;
use crate::app::command::{CommandContext, shortcut_text};
use crate::app::model::Model;
use crate::app::palette_search::{Found, search};
use crate::app::theme::{self, ROW_HEIGHT};
use egui::text::{LayoutJob, TextFormat};
use egui::{Align2, Area, Context, FontId, Frame, Id, Key, Modifiers, Order, ScrollArea, Sense, Ui, WidgetInfo, vec2};

/// What the palette remembers while it is open.
#[derive(Debug, Default)]
pub(crate) struct PaletteState {
    open: bool,
    query: String,
    chosen: usize,
}

impl PaletteState {
    /// Opens it empty, or closes it.
    pub(crate) fn toggle(&mut self) {
        *self = Self { open: !self.open, ..Self::default() };
    }

    /// True while it is shown.
    pub(crate) fn is_open(&self) -> bool {
        self.open
    }
}

/// The palette, if it is open.
pub(crate) fn palette_ui(ctx: &Context, model: &Model, state: &mut PaletteState, out: &mut Vec<Action>) {
    if !state.open {
        return;
    }
    let width = (ctx.content_rect().width() - 32.0).clamp(160.0, 520.0);
    let area = Area::new(Id::unique("command palette"))
        .order(Order::Foreground)
        .anchor(Align2::CENTER_TOP, vec2(0.0, 64.0))
        .show(ctx, |ui| {
            Frame::window(ui.style()).inner_margin(8).show(ui, |ui| {
                ui.set_width(width);
                contents_ui(ui, model, state, out);
            });
        });
    let elsewhere = ctx.input(|i| i.pointer.any_pressed())
        && ctx.input(|i| i.pointer.interact_pos()).is_some_and(|p| !area.response.rect.contains(p));
    if elsewhere {
        state.open = false;
    }
}

fn contents_ui(ui: &mut Ui, model: &Model, state: &mut PaletteState, out: &mut Vec<Action>) {
    let mut found = search(&state.query);
    let keys = ui.input_mut(|i| {
        let mut pressed = |key| i.consume_key(Modifiers::NONE, key);
        (pressed(Key::ArrowDown), pressed(Key::ArrowUp), pressed(Key::Enter), pressed(Key::Escape))
    });
    let (down, up, enter, escape) = keys;
    let last = found.len().saturating_sub(1);
    state.chosen = if down { (state.chosen + 1).min(last) } else { state.chosen.min(last) };
    state.chosen = if up { state.chosen.saturating_sub(1) } else { state.chosen };
    let edit = egui::TextEdit::singleline(&mut state.query).hint_text("Type a command").desired_width(f32::INFINITY);
    let response = ui.add(edit);
    super::fields::name_it(ui, &response, "Command");
    response.request_focus();
    if response.changed() {
        // A slow frame may hold letters and the Enter after them: it is for what they find.
        found = search(&state.query);
        state.chosen = 0;
    }
    ui.add_space(4.0);
    let context = model.command_context();
    let clicked = list_ui(ui, &found, state.chosen, &context, down || up);
    let chosen = clicked.or(enter.then_some(state.chosen)).and_then(|i| found.get(i));
    if let Some(found) = chosen.filter(|f| f.command.enabled(&context).is_ok()) {
        out.push(Action::Command(found.command));
        state.open = false;
    }
    if escape {
        state.open = false;
    }
}

/// The commands that match; the index of a clicked one.
fn list_ui(ui: &mut Ui, found: &[Found], chosen: usize, context: &CommandContext, follow: bool) -> Option<usize> {
    if found.is_empty() {
        ui.weak("No command has these letters.");
    }
    let mut clicked = None;
    let height = (ui.ctx().content_rect().height() - 180.0).clamp(48.0, 320.0);
    ScrollArea::vertical().max_height(height).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 0.0;
        for (i, found) in found.iter().enumerate() {
            let response = item_ui(ui, found, i == chosen, found.command.enabled(context));
            if i == chosen && follow {
                response.scroll_to_me(None);
            }
            if response.clicked() {
                clicked = Some(i);
            }
        }
    });
    clicked
}

fn item_ui(ui: &mut Ui, found: &Found, chosen: bool, enabled: Result<(), &str>) -> egui::Response {
    let colors = theme::colors(ui.visuals());
    let command = found.command;
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW_HEIGHT), Sense::click());
    response.widget_info(|| WidgetInfo::selected(egui::Role::Button, enabled.is_ok(), chosen, command.label()));
    if chosen || response.hovered() {
        ui.painter().rect_filled(rect, theme::RADIUS, if chosen { colors.selected } else { colors.field });
    }
    let text = if enabled.is_ok() { colors.text } else { colors.weak };
    let galley = ui.painter().layout_job(emphasised(found, text, colors.accent));
    let y = rect.center().y;
    ui.painter().galley(egui::pos2(rect.left() + 8.0, y - 0.5 * galley.size().y), galley, text);
    let right = match enabled {
        Ok(()) => format!("{}   {}", shortcut_text(command), command.info().menu.label()),
        Err(reason) => reason.to_owned(),
    };
    let at = egui::pos2(rect.right() - 8.0, y);
    ui.painter().text(at, Align2::RIGHT_CENTER, right, FontId::proportional(12.0), colors.weak);
    match enabled {
        Ok(()) => response.on_hover_text(command.tip()),
        Err(reason) => response.on_hover_text(reason),
    }
}

/// The label with the letters that matched in the accent colour.
fn emphasised(found: &Found, text: egui::Color32, accent: egui::Color32) -> LayoutJob {
    let mut job = LayoutJob::default();
    for (i, letter) in found.command.label().chars().enumerate() {
        let color = if found.matched.contains(&i) { accent } else { text };
        job.append(&letter.to_string(), 0.0, TextFormat::simple(FontId::proportional(13.0), color));
    }
    job
}
