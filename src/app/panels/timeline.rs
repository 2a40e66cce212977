//! Transport, scrubber and the input track.

use super::inspector::{act_name, with_input};
use super::{command_icon_ui, fields};
use crate::app::action::{Action, Page, Select};
use crate::app::command::Command;
use crate::app::model::Model;
use crate::app::playback::Playback;
use crate::app::words::counted;
use crate::app::{icons, theme};
use crate::scene::Input;
use egui::{Align, Align2, FontId, Layout, Rect, RichText, Sense, Ui, WidgetInfo, pos2, vec2};

/// Height of the scrubber, points.
const SCRUBBER: f32 = 34.0;
/// Height of a bar of the input track, points.
const BAR: f32 = 20.0;
/// Room that the figures on the right of the transport need, points.
const READOUTS: f32 = 260.0;
/// Height of the ruler's figures above the track, points.
const RULER: f32 = 16.0;
/// The track shows at least this many ticks.
const LEAST_TICKS: u32 = 240;

/// What the pane remembers.
#[derive(Debug, Default)]
pub(crate) struct TimelineState {
    /// The input that is being dragged, its tick at the start, and the pointer's tick there.
    dragged: Option<(usize, u32, f32)>,
}

/// Ticks to points.
#[derive(Clone, Copy)]
struct Axis {
    left: f32,
    width: f32,
    ticks: f32,
}

impl Axis {
    fn x(&self, tick: f32) -> f32 {
        self.left + self.width * tick / self.ticks
    }

    fn tick(&self, x: f32) -> f32 {
        ((x - self.left) / self.width.max(1.0) * self.ticks).clamp(0.0, self.ticks)
    }
}

/// The whole pane.
pub(crate) fn timeline_ui(ui: &mut Ui, model: &Model, state: &mut TimelineState, out: &mut Vec<Action>) {
    egui::Frame::new().inner_margin(egui::Margin::symmetric(12, 4)).show(ui, |ui| {
        transport_ui(ui, model, out);
        let margin = 10.0;
        let axis = Axis {
            left: ui.min_rect().left() + margin,
            width: (ui.available_width() - 2.0 * margin).max(1.0),
            ticks: shown_ticks(model) as f32,
        };
        scrubber_ui(ui, model, axis, out);
        track_ui(ui, model, state, axis, out);
    });
}

/// The end of the axis: a round number beyond everything that is shown.
fn shown_ticks(model: &Model) -> u32 {
    let inputs = model.document.scene().inputs.iter().map(|i| i.tick.saturating_add(i.ticks)).max().unwrap_or(0);
    let last = model.simulation().map_or(0, |s| s.history().last_tick());
    let need = inputs.min(1_000_000).max(last).max(model.tick()).max(LEAST_TICKS - 1);
    let step = if need < 1000 { 60 } else { 600 };
    (need + 1).next_multiple_of(step)
}

fn transport_ui(ui: &mut Ui, model: &Model, out: &mut Vec<Action>) {
    let context = model.command_context();
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        let playing = model.playback.is_playing();
        let play = if playing { icons::PAUSE } else { icons::PLAY };
        for (icon, command, on) in [
            (icons::FIRST, Command::GoToStart, false),
            (icons::STEP_BACK, Command::StepBack, false),
            (play, Command::PlayPause, playing),
            (icons::STEP, Command::StepForward, false),
            (icons::LAST, Command::GoToEnd, false),
        ] {
            command_icon_ui(ui, icon, command, on, command.enabled(&context), out);
        }
        ui.add_space(12.0);
        ui.label(theme::heading(format!("Tick {}", model.tick())));
        ui.add_space(6.0);
        let secs = f64::from(model.tick()) * model.document.scene().simulation.dt;
        ui.weak(format!("{secs:.2} s"));
        ui.add_space(12.0);
        speed_ui(ui, model, out);
        if ui.available_width() > READOUTS {
            ui.with_layout(Layout::right_to_left(Align::Center), |ui| readouts_ui(ui, model));
        }
    });
}

fn speed_ui(ui: &mut Ui, model: &Model, out: &mut Vec<Action>) {
    let text = |speed: f64| format!("{speed}×");
    let combo = egui::ComboBox::from_id_salt("speed").width(56.0).selected_text(text(model.playback.speed()));
    let response = combo.show_ui(ui, |ui| {
        for speed in Playback::SPEEDS {
            if ui.selectable_label(speed == model.playback.speed(), text(speed)).clicked() {
                out.push(Action::Speed(speed));
            }
        }
    });
    fields::name_it(ui, &response.response, "Speed");
    response.response.on_hover_text("Simulated seconds per second");
}

fn readouts_ui(ui: &mut Ui, model: &Model) {
    let colors = theme::colors(ui.visuals());
    ui.spacing_mut().item_spacing.x = 12.0;
    let Some(simulation) = model.simulation() else { return };
    let history = simulation.history();
    let memory = history.memory_bytes() as f64 / (1024.0 * 1024.0);
    let count = history.keyframe_ticks().len();
    let text = format!("{}, {memory:.1} MB", counted(count, "keyframe"));
    ui.label(RichText::new(text).color(colors.weak)).on_hover_text("What going back in time needs to remember");
    let behind = model.playback.behind();
    if behind > 0 {
        let text = RichText::new(counted(usize::try_from(behind).unwrap_or(usize::MAX), "tick") + " behind")
            .color(colors.warm);
        ui.label(text).on_hover_text("Ticks left out since playing began: this machine is too slow for real time");
    }
}

fn scrubber_ui(ui: &mut Ui, model: &Model, axis: Axis, out: &mut Vec<Action>) {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), SCRUBBER), Sense::click_and_drag());
    response.widget_info(|| WidgetInfo::slider(model.simulation().is_some(), f64::from(model.tick()), "Time"));
    let track = Rect::from_min_max(pos2(axis.left, rect.top() + RULER), pos2(axis.left + axis.width, rect.bottom()));
    paint_ruler(ui, rect, track, axis);
    if let Some(simulation) = model.simulation() {
        paint_history(ui, track, axis, simulation.history());
    }
    paint_playhead(ui, rect, axis.x(model.tick() as f32), response.hovered() || response.dragged());
    if (response.dragged() || response.clicked())
        && let Some(pointer) = response.interact_pointer_pos()
    {
        out.push(Action::Seek(axis.tick(pointer.x).round() as u32));
    }
    if let Some(pointer) = response.hover_pos() {
        let tick = axis.tick(pointer.x).round();
        response.on_hover_text_at_pointer(format!("Tick {tick}. Drag to go there"));
    }
}

fn paint_ruler(ui: &Ui, rect: Rect, track: Rect, axis: Axis) {
    let colors = theme::colors(ui.visuals());
    ui.painter().rect_filled(track, theme::RADIUS, colors.field);
    let steps = [10.0, 20.0, 60.0, 120.0, 300.0, 600.0, 1200.0, 6000.0, 60_000.0, 600_000.0];
    let step = steps.into_iter().find(|s| axis.width * s / axis.ticks >= 56.0).unwrap_or(axis.ticks);
    let mut tick = 0.0;
    while tick <= axis.ticks {
        let x = axis.x(tick);
        ui.painter().vline(x, track.y_range(), egui::Stroke::new(1.0, colors.line));
        let align = if tick == 0.0 {
            Align2::LEFT_TOP
        } else if x > track.right() - 12.0 {
            Align2::RIGHT_TOP
        } else {
            Align2::CENTER_TOP
        };
        ui.painter().text(pos2(x, rect.top()), align, format!("{tick}"), FontId::proportional(10.0), colors.weak);
        tick += step;
    }
}

/// What is computed already, and keyframes.
fn paint_history(ui: &Ui, track: Rect, axis: Axis, history: &crate::sim::History) {
    let colors = theme::colors(ui.visuals());
    let done = Rect::from_min_max(track.min, pos2(axis.x(history.last_tick() as f32), track.bottom()));
    ui.painter().rect_filled(done, theme::RADIUS, colors.selected);
    let keyframes = history.keyframe_ticks();
    let every = (keyframes.len() / (axis.width as usize / 3).max(1)).max(1);
    for tick in keyframes.iter().step_by(every) {
        let x = axis.x(*tick as f32);
        let y = egui::Rangef::new(track.bottom() - 5.0, track.bottom() - 1.0);
        ui.painter().vline(x, y, egui::Stroke::new(1.0, colors.weak));
    }
}

fn paint_playhead(ui: &Ui, rect: Rect, x: f32, hot: bool) {
    let colors = theme::colors(ui.visuals());
    let color = if hot { colors.strong } else { colors.accent };
    ui.painter().vline(x, egui::Rangef::new(rect.top() + RULER, rect.bottom()), egui::Stroke::new(2.0, color));
    ui.painter().circle_filled(pos2(x, rect.top() + RULER), 5.0, color);
}

fn track_ui(ui: &mut Ui, model: &Model, state: &mut TimelineState, axis: Axis, out: &mut Vec<Action>) {
    let inputs = &model.document.scene().inputs;
    ui.add_space(4.0);
    if inputs.is_empty() {
        ui.weak("No inputs. Hold the poke tool (P) on a soft body to record one.");
        return;
    }
    let lanes = lanes(inputs);
    let count = lanes.iter().max().map_or(1, |l| l + 1);
    egui::ScrollArea::vertical().auto_shrink([false, true]).show(ui, |ui| {
        let size = vec2(ui.available_width(), (BAR + 2.0) * count as f32);
        let (rect, _) = ui.allocate_exact_size(size, Sense::hover());
        for (i, input) in inputs.iter().enumerate() {
            let top = rect.top() + (BAR + 2.0) * lanes[i] as f32;
            let later = inputs.iter().enumerate().filter(|(j, other)| lanes[*j] == lanes[i] && other.tick > input.tick);
            let free_to = later.map(|(_, other)| axis.x(other.tick as f32)).fold(rect.right(), f32::min);
            bar_ui(ui, model, state, axis, (i, input), egui::Rangef::new(top, free_to), out);
        }
    });
}

/// The first lane in which each input does not meet those before it.
fn lanes(inputs: &[Input]) -> Vec<usize> {
    const MAX_LANES: usize = 16;
    let mut ends: Vec<u32> = Vec::new();
    inputs
        .iter()
        .map(|input| {
            let free = ends.iter().position(|end| *end <= input.tick);
            let lane = free.unwrap_or(ends.len()).min(MAX_LANES - 1);
            let end = input.tick.saturating_add(input.ticks);
            match ends.get_mut(lane) {
                Some(slot) => *slot = end,
                None => ends.push(end),
            }
            lane
        })
        .collect()
}

/// One input: a click selects it, dragging moves it in time. `place` is the bar's top, and where the next bar of the
/// lane begins.
fn bar_ui(
    ui: &mut Ui,
    model: &Model,
    state: &mut TimelineState,
    axis: Axis,
    (index, input): (usize, &Input),
    place: egui::Rangef,
    out: &mut Vec<Action>,
) {
    let colors = theme::colors(ui.visuals());
    let top = place.min;
    let left = axis.x(input.tick as f32);
    let right = axis.x(input.tick.saturating_add(input.ticks) as f32).max(left + 6.0);
    let rect = Rect::from_min_max(pos2(left, top), pos2(right, top + BAR));
    let response = ui.interact(rect, ui.scope_id().with(("input", index)), Sense::click_and_drag());
    let name = format!("{} at tick {}", act_name(&input.act), input.tick);
    let selected = model.selection.is_empty() && model.page == Page::Input(index);
    response.widget_info(|| WidgetInfo::selected(egui::Role::Button, true, selected, &name));
    let fill = if selected { colors.accent } else { colors.warm.gamma_multiply(0.75) };
    ui.painter().rect_filled(rect, theme::RADIUS, fill);
    if response.hovered() {
        ui.painter().rect_stroke(rect, theme::RADIUS, egui::Stroke::new(1.0, colors.strong), egui::StrokeKind::Outside);
    }
    let label = ui.painter().layout_no_wrap(act_name(&input.act).into(), FontId::proportional(11.0), colors.weak);
    // Beside the bar if the next one leaves room: names on top of others cannot be read.
    let at = pos2(rect.right() + 4.0, rect.center().y - 0.5 * label.size().y);
    if at.x + label.size().x + 4.0 <= place.max {
        ui.painter().galley(at, label, colors.weak);
    }
    if response.clicked() || response.drag_started() {
        out.push(Action::Select(Select::Page(Page::Input(index))));
    }
    drag(&response, model, state, axis, (index, input), out);
    response.on_hover_text(format!(
        "{name}, for {}. Drag to move it, Delete removes it",
        counted(input.ticks as usize, "tick")
    ));
}

fn drag(
    response: &egui::Response,
    model: &Model,
    state: &mut TimelineState,
    axis: Axis,
    (index, input): (usize, &Input),
    out: &mut Vec<Action>,
) {
    let Some(pointer) = response.interact_pointer_pos() else { return };
    let at = axis.tick(pointer.x);
    if response.drag_started() {
        state.dragged = Some((index, input.tick, at));
    }
    let Some((_, from, start)) = state.dragged.filter(|d| d.0 == index && response.dragged()) else { return };
    let tick = (from as f32 + at - start).round().max(0.0) as u32;
    if tick != input.tick {
        let edit = with_input(model.document.scene(), index, Input { tick, ..input.clone() });
        out.push(Action::Live { label: "Move input".into(), edit });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::Act;
    use glam::DVec3;

    #[test]
    fn inputs_that_overlap_get_lanes_of_their_own() {
        let input = |tick, ticks| Input {
            tick,
            ticks,
            act: Act::Poke { origin: DVec3::Y, direction: DVec3::NEG_Y, force: 1.0, offset: 0.1 },
            note: String::new(),
        };
        assert_eq!(lanes(&[input(0, 10), input(5, 10), input(10, 5), input(12, 1)]), [0, 1, 0, 2]);
        assert_eq!(lanes(&[input(u32::MAX, u32::MAX), input(0, 1)]), [0, 1]);
    }
}
