//! Rows of the inspector: label, value, unit, tooltip, accessible name.
//!
//! Fields change a copy of an object; [`Changes`] collects whether it changed and how, and turns the copy into one
//! [`Action`]: what changes while the pointer is down is a drag, and a whole drag is one undo entry.

use crate::app::action::Action;
use crate::app::number::{self, Unit};
use crate::app::theme;
use crate::scene::Edit;
use egui::{Align, Color32, DragValue, Layout, Response, RichText, Ui, vec2};
use glam::DVec3;

/// Width of the column of labels, points.
const LABEL_WIDTH: f32 = 92.0;

/// In narrower panes labels stand above their values, which would have no room beside them, points.
const STACKED_WIDTH: f32 = 200.0;

/// Shown for values in which the selected objects differ.
pub(crate) const DIFFERS: &str = "—";

/// How a number is shown and dragged.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spec {
    /// Label and accessible name.
    pub(crate) label: &'static str,
    /// Unit, or empty.
    pub(crate) unit: &'static str,
    /// One sentence.
    pub(crate) tip: &'static str,
    /// Change for each point of dragging.
    pub(crate) speed: f64,
    /// Least value that dragging reaches.
    pub(crate) min: f64,
    /// Greatest value that dragging reaches.
    pub(crate) max: f64,
    /// Whole numbers only.
    pub(crate) whole: bool,
}

impl Spec {
    /// A length in metres above zero.
    pub(crate) const fn length(label: &'static str, tip: &'static str) -> Self {
        Self { label, unit: "m", tip, speed: 0.005, min: 1e-4, max: 1e4, whole: false }
    }

    /// Any number.
    pub(crate) const fn number(label: &'static str, unit: &'static str, tip: &'static str) -> Self {
        Self { label, unit, tip, speed: 0.01, min: -1e6, max: 1e6, whole: false }
    }

    /// A whole number in a range.
    pub(crate) const fn count(label: &'static str, tip: &'static str, min: f64, max: f64) -> Self {
        Self { label, unit: "", tip, speed: 0.1, min, max, whole: true }
    }

    /// The same with another range and speed.
    pub(crate) const fn within(self, min: f64, max: f64, speed: f64) -> Self {
        Self { min, max, speed, ..self }
    }
}

/// What happened to the copy that the fields of a form change.
#[derive(Debug, Default)]
pub(crate) struct Changes {
    label: Option<String>,
    live: bool,
}

impl Changes {
    /// Notes a response: `what` goes into the undo entry's label.
    pub(crate) fn note(&mut self, ui: &Ui, response: &Response, what: &str) -> bool {
        if !response.changed() {
            return false;
        }
        self.set(what);
        // A typed value that is accepted by clicking elsewhere is no drag, though the pointer is down.
        self.live = response.dragged() || (ui.input(|i| i.pointer.any_down()) && !response.lost_focus());
        true
    }

    /// Notes a change that is complete by itself.
    pub(crate) fn set(&mut self, what: &str) {
        self.label = Some(what.to_lowercase());
    }

    /// Asks for the edit if something changed.
    pub(crate) fn emit(self, of: &str, edit: impl FnOnce() -> Edit, out: &mut Vec<Action>) {
        let Some(what) = self.label else { return };
        let (label, edit) = (format!("Change {what} of {of}"), edit());
        out.push(if self.live { Action::Live { label, edit } } else { Action::Edit { label, edit } });
    }
}

/// Gives a widget the name by which screen readers and tests know it.
pub(crate) fn name_it(ui: &Ui, response: &Response, name: &str) {
    ui.ctx().accesskit_node_builder(response.id, |node| node.set_label(name));
}

/// A label and, right of it, what `add` draws in the rest of the row; below it where the pane is narrow.
pub(crate) fn row<R>(ui: &mut Ui, label: &str, tip: &str, add: impl FnOnce(&mut Ui) -> R) -> R {
    if ui.available_width() < STACKED_WIDTH {
        let text = RichText::new(label).color(theme::colors(ui.visuals()).weak);
        let response = ui.add(egui::Label::new(text).truncate());
        if !tip.is_empty() {
            response.on_hover_text(tip);
        }
        return ui
            .horizontal(|ui| {
                ui.spacing_mut().item_spacing.x = 4.0;
                add(ui)
            })
            .inner;
    }
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let size = vec2(LABEL_WIDTH, ui.spacing().interact_size.y);
        let label = ui.allocate_ui_with_layout(size, Layout::left_to_right(Align::Center), |ui| {
            ui.set_min_width(LABEL_WIDTH);
            ui.add(egui::Label::new(RichText::new(label).color(theme::colors(ui.visuals()).weak)).truncate())
        });
        if !tip.is_empty() {
            label.inner.on_hover_text(tip);
        }
        add(ui)
    })
    .inner
}

/// Narrower fields show no unit; their tooltip does.
const UNIT_WIDTH: f32 = 100.0;

/// A number with as many decimals as there is room for in this width.
fn fitted(value: f64, width: f32) -> String {
    let full = number::format(value);
    let room = (width / 7.6).max(3.0) as usize;
    if full.chars().count() <= room || !full.contains('.') || full.contains('e') {
        return full;
    }
    let whole = full.find('.').unwrap_or(full.len());
    let text = format!("{value:.*}", room.saturating_sub(whole + 1).clamp(1, 6));
    let text = text.trim_end_matches('0').trim_end_matches('.');
    // Rather cut off than shown as zero.
    if matches!(text, "0" | "-0") { short(value) } else { text.to_owned() }
}

/// A number in a field of the given width; a dash when `differs`.
fn drag_value(ui: &mut Ui, spec: &Spec, value: &mut f64, width: f32, differs: bool, name: &str) -> Response {
    let (unit, original) = (spec.unit, *value);
    let room = width - 2.0 * ui.spacing().button_padding.x;
    let shown = if differs { DIFFERS.to_owned() } else { fitted(original, room) };
    let unchanged = shown.clone();
    let mut drag = DragValue::new(value)
        .speed(if spec.whole { spec.speed.max(0.1) } else { spec.speed })
        .range(spec.min..=spec.max)
        .clamp_existing_to_range(false)
        .update_while_editing(false)
        .clip_text(true)
        .custom_formatter(move |v, _| if v.to_bits() == original.to_bits() { shown.clone() } else { fitted(v, room) })
        // What is shown is rounded: leaving the field as it was must keep every bit.
        .custom_parser(move |text| {
            if text == unchanged { Some(original) } else { number::parse(text, Unit::from_name(unit)).ok() }
        });
    if !unit.is_empty() && width > UNIT_WIDTH {
        drag = drag.suffix(RichText::new(format!(" {unit}")).color(theme::colors(ui.visuals()).weak));
    }
    let response = ui.add_sized(vec2(width, ui.spacing().interact_size.y), drag);
    name_it(ui, &response, name);
    if spec.whole {
        *value = value.round();
    }
    // While it is dragged, the tooltip would only cover what changes.
    if response.dragged() { response } else { response.on_hover_text(tooltip(spec, original)) }
}

fn tooltip(spec: &Spec, value: f64) -> String {
    let value = number::format(value);
    format!("{}\n{value} {}\nDrag to change, Shift for fine steps, click to type", spec.tip, spec.unit)
}

/// A row with one number.
pub(crate) fn number_ui(ui: &mut Ui, changes: &mut Changes, spec: &Spec, value: &mut f64) -> bool {
    number_or_dash_ui(ui, changes, spec, value, false)
}

/// As [`number_ui`], but shows a dash when `differs`.
pub(crate) fn number_or_dash_ui(
    ui: &mut Ui,
    changes: &mut Changes,
    spec: &Spec,
    value: &mut f64,
    differs: bool,
) -> bool {
    row(ui, spec.label, spec.tip, |ui| {
        let width = ui.available_width();
        let response = drag_value(ui, spec, value, width, differs, spec.label);
        changes.note(ui, &response, spec.label)
    })
}

/// A row with a whole number.
pub(crate) fn count_ui(ui: &mut Ui, changes: &mut Changes, spec: &Spec, value: &mut u32) -> bool {
    let mut wide = f64::from(*value);
    let changed = number_ui(ui, changes, spec, &mut wide);
    if changed {
        *value = wide.clamp(0.0, f64::from(u32::MAX)) as u32;
    }
    changed
}

/// A row with x, y and z. `differs` tells for each axis whether the selected objects differ; the result tells which
/// axes changed.
pub(crate) fn vec3_ui(
    ui: &mut Ui,
    changes: &mut Changes,
    spec: &Spec,
    value: &mut DVec3,
    differs: [bool; 3],
) -> [bool; 3] {
    row(ui, spec.label, spec.tip, |ui| axes_ui(ui, changes, spec, value, differs, 0.0))
}

/// The fields of x, y and z; room of `reserved` points is left after them.
pub(crate) fn axes_ui(
    ui: &mut Ui,
    changes: &mut Changes,
    spec: &Spec,
    value: &mut DVec3,
    differs: [bool; 3],
    reserved: f32,
) -> [bool; 3] {
    let names = ["x", "y", "z"].map(|axis| format!("{} {axis}", spec.label));
    let width = ((ui.available_width() - reserved - 2.0 * 4.0) / 3.0).max(24.0);
    let axes = theme::colors(ui.visuals()).axes;
    std::array::from_fn(|i| {
        let response = drag_value(ui, spec, &mut value[i], width, differs[i], &names[i]);
        mark_axis(ui, &response, axes[i]);
        changes.note(ui, &response, spec.label)
    })
}

/// A row with the three numbers of a vector that have specs of their own; tells which of them changed.
pub(crate) fn vector_ui(
    ui: &mut Ui,
    changes: &mut Changes,
    (label, tip): (&str, &str),
    specs: &[Spec; 3],
    values: &mut [f64; 3],
) -> [bool; 3] {
    let axes = theme::colors(ui.visuals()).axes;
    row(ui, label, tip, |ui| {
        let width = ((ui.available_width() - 2.0 * 4.0) / 3.0).max(24.0);
        std::array::from_fn(|i| {
            let response = drag_value(ui, &specs[i], &mut values[i], width, false, specs[i].label);
            mark_axis(ui, &response, axes[i]);
            changes.note(ui, &response, specs[i].label)
        })
    })
}

/// A number in a list: a field without a label of its own. `what` is its accessible name and what the undo entry says.
pub(crate) fn cell_ui(
    ui: &mut Ui,
    changes: &mut Changes,
    spec: &Spec,
    value: &mut f64,
    width: f32,
    (name, what): (&str, &str),
) -> bool {
    // Rows of a list are narrow: every digit counts.
    ui.spacing_mut().button_padding.x = 3.0;
    let response = drag_value(ui, spec, value, width, false, name);
    changes.note(ui, &response, what)
}

/// A coloured edge that says which axis a field belongs to.
fn mark_axis(ui: &Ui, response: &Response, color: Color32) {
    let rect = response.rect.shrink2(vec2(0.0, 5.0));
    let edge = egui::Rect::from_min_size(rect.min + vec2(2.0, 0.0), vec2(2.0, rect.height()));
    ui.painter().rect_filled(edge, 1.0, color);
}

/// A row with a check box.
pub(crate) fn toggle_ui(ui: &mut Ui, changes: &mut Changes, label: &str, tip: &str, value: &mut bool) -> bool {
    row(ui, label, tip, |ui| {
        let response = ui.checkbox(value, "").on_hover_text(tip);
        name_it(ui, &response, label);
        changes.note(ui, &response, label)
    })
}

/// A row with a choice; `options` are (value, text, tooltip).
pub(crate) fn choice_ui<T: PartialEq + Clone>(
    ui: &mut Ui,
    changes: &mut Changes,
    (label, tip): (&str, &str),
    value: &mut T,
    options: &[(T, &str, &str)],
) -> bool {
    let shown = options.iter().find(|o| o.0 == *value).map_or(DIFFERS, |o| o.1);
    let mut picked = None;
    row(ui, label, tip, |ui| {
        let combo = egui::ComboBox::from_id_salt(label).width(ui.available_width()).truncate().selected_text(shown);
        let response = combo.show_ui(ui, |ui| {
            for (option, text, tip) in options {
                if ui.selectable_label(option == value, *text).on_hover_text(*tip).clicked() {
                    picked = Some(option.clone());
                }
            }
        });
        name_it(ui, &response.response, label);
        response.response.on_hover_text(tip);
    });
    match picked {
        Some(option) if option != *value => {
            *value = option;
            changes.set(label);
            true
        }
        _ => false,
    }
}

/// A row with a colour.
pub(crate) fn color_ui(ui: &mut Ui, changes: &mut Changes, value: &mut DVec3, differs: bool) -> bool {
    row(ui, "Colour", "Material colour, sRGB", |ui| {
        let mut bytes = value.to_array().map(|v| (v.clamp(0.0, 1.0) * 255.0).round() as u8);
        let response = ui.color_edit_button_srgb(&mut bytes);
        name_it(ui, &response, "Colour");
        if differs {
            ui.label(DIFFERS);
        } else {
            let [r, g, b] = bytes;
            ui.weak(format!("#{r:02x}{g:02x}{b:02x}"));
        }
        let changed = changes.note(ui, &response, "colour");
        if changed {
            *value = DVec3::from_array(bytes.map(|b| f64::from(b) / 255.0));
        }
        response.on_hover_text("Material colour, sRGB");
        changed
    })
}

/// A row with text that is taken over when the field is left or Enter is pressed.
pub(crate) fn note_ui(ui: &mut Ui, changes: &mut Changes, owner: &str, value: &mut String) {
    row(ui, "Note", "Free text that survives saving", |ui| {
        let id = ui.make_persistent_id(("note", owner));
        let mut draft = ui.data_mut(|d| d.get_temp::<String>(id)).unwrap_or_else(|| value.clone());
        let edit = egui::TextEdit::singleline(&mut draft).id(id).hint_text("None").desired_width(f32::INFINITY);
        let response = ui.add(edit);
        name_it(ui, &response, "Note");
        if response.has_focus() {
            ui.data_mut(|d| d.insert_temp(id, draft));
        } else {
            ui.data_mut(|d| d.remove::<String>(id));
            if response.lost_focus() && draft != *value && !ui.input(|i| i.key_pressed(egui::Key::Escape)) {
                *value = draft;
                changes.set("note");
            }
        }
    });
}

/// A row that only tells.
pub(crate) fn fact_ui(ui: &mut Ui, label: &str, tip: &str, value: impl Into<RichText>) {
    row(ui, label, tip, |ui| {
        let value: RichText = value.into();
        ui.add(egui::Label::new(value).truncate().selectable(true)).on_hover_text(tip);
    });
}

/// A titled, collapsible group of rows.
pub(crate) fn section_ui(ui: &mut Ui, title: &str, add: impl FnOnce(&mut Ui)) {
    ui.add_space(4.0);
    egui::CollapsingHeader::new(theme::heading(title)).default_open(true).show_unindented(ui, |ui| {
        ui.add_space(2.0);
        add(ui);
    });
    ui.add_space(4.0);
}

/// A number with three significant decimals, for facts that are read and not edited.
pub(crate) fn short(value: f64) -> String {
    if value == 0.0 || !value.is_finite() {
        return number::format(value);
    }
    let decimals = (2.0 - value.abs().log10().floor()).clamp(0.0, 6.0);
    let text = format!("{value:.*}", decimals as usize);
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_fit_into_their_field() {
        assert_eq!(fitted(0.617_996_4, 42.0), "0.618");
        assert_eq!(fitted(0.02, 8.0), "0.02", "no number but zero is shown as zero");
        assert_eq!(fitted(-0.000_123_4, 8.0), "-0.000123");
        assert_eq!(fitted(0.617_996_4, 184.0), "0.617996");
        assert_eq!(fitted(-12.345_678, 42.0), "-12.3");
        assert_eq!(fitted(0.3, 42.0), "0.3");
        assert_eq!(fitted(123_456.75, 14.0), "123456.8");
        assert_eq!(fitted(0.000_01, 42.0), "1e-5");
    }

    #[test]
    fn facts_have_three_digits() {
        assert_eq!(short(0.012_345), "0.0123");
        assert_eq!(short(1234.5), "1234");
        assert_eq!(short(0.0), "0");
        assert_eq!(short(2.5), "2.5");
    }
}
