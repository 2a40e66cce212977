//! Mouse and keys of a frame, as camera and gizmo want them.

use crate::app::gizmo::{Axis, GizmoInput};
use crate::app::orbit::NavigationInput;
use egui::{Event, Key, Modifiers, PointerButton, Rect, Response, Ui};
use glam::{DVec2, DVec3};

/// What happened in this frame. Positions are points from the viewport's top left.
#[derive(Clone, Debug)]
pub(super) struct Frame {
    pub(super) cursor: Option<DVec2>,
    pub(super) hovered: bool,
    pub(super) pressed: bool,
    pub(super) down: bool,
    pub(super) released: bool,
    pub(super) modifiers: Modifiers,
    delta: DVec2,
    middle: bool,
    secondary: bool,
    scroll: DVec2,
    pinch: f64,
    fly: DVec3,
    dt_secs: f64,
    focused: bool,
    cancel: bool,
    confirm: bool,
    backspace: bool,
    constrain: Option<(Axis, bool)>,
    typed: String,
}

impl Frame {
    /// Reads egui's input.
    pub(super) fn gather(ui: &Ui, rect: Rect, response: &Response) -> Self {
        let typing = ui.ctx().text_edit_focused();
        let hovered = response.contains_pointer();
        ui.input(|i| {
            let down = |button| i.pointer.button_down(button);
            let key = |key| !typing && i.key_pressed(key);
            let held = |plus: Key, minus: Key| {
                let value = |k| if !typing && i.key_down(k) { 1.0 } else { 0.0 };
                value(plus) - value(minus)
            };
            let vec = |v: egui::Vec2| DVec2::new(f64::from(v.x), f64::from(v.y));
            Self {
                cursor: i.pointer.latest_pos().map(|p| vec(p - rect.min)),
                hovered,
                pressed: i.pointer.button_pressed(PointerButton::Primary),
                down: down(PointerButton::Primary),
                released: i.pointer.button_released(PointerButton::Primary),
                modifiers: i.modifiers,
                delta: vec(i.pointer.delta()),
                middle: down(PointerButton::Middle),
                secondary: down(PointerButton::Secondary),
                scroll: vec(i.smooth_scroll_delta),
                pinch: f64::from(i.zoom_delta()),
                fly: DVec3::new(held(Key::D, Key::A), held(Key::E, Key::Q), held(Key::W, Key::S)),
                dt_secs: f64::from(i.stable_dt),
                focused: i.focused,
                cancel: key(Key::Escape) || !i.focused,
                confirm: key(Key::Enter),
                backspace: key(Key::Backspace),
                constrain: [(Key::X, Axis::X), (Key::Y, Axis::Y), (Key::Z, Axis::Z)]
                    .into_iter()
                    .find(|(k, _)| key(*k))
                    .map(|(_, axis)| (axis, i.modifiers.shift)),
                typed: if typing { String::new() } else { typed(&i.events) },
            }
        })
    }

    /// The same for what lies below something that has the pointer.
    pub(super) fn without_pointer_if(&self, is_taken: bool) -> Self {
        let Self { hovered, pressed, .. } = *self;
        Self { hovered: hovered && !is_taken, pressed: pressed && !is_taken, ..self.clone() }
    }

    /// For the camera.
    pub(super) fn navigation(&self) -> NavigationInput {
        NavigationInput {
            cursor: self.cursor,
            hovered: self.hovered,
            delta: self.delta,
            primary: self.down,
            middle: self.middle,
            secondary: self.secondary,
            alt: self.modifiers.alt,
            shift: self.modifiers.shift,
            scroll: self.scroll,
            pinch: self.pinch,
            fly: self.fly,
            dt_secs: self.dt_secs,
            focused: self.focused,
        }
    }

    /// For the gizmo; keys matter only during a drag. Alt is the camera's.
    pub(super) fn gizmo(&self, dragging: bool) -> GizmoInput {
        let alt = self.modifiers.alt;
        GizmoInput {
            cursor: self.cursor,
            hovered: self.hovered && !alt,
            pressed: self.pressed && !alt,
            down: self.down,
            invert_snap: self.modifiers.command,
            fine: self.modifiers.shift,
            cancel: dragging && self.cancel,
            confirm: dragging && self.confirm,
            constrain: self.constrain.filter(|_| dragging),
            typed: if dragging { self.typed.clone() } else { String::new() },
            backspace: dragging && self.backspace,
        }
    }
}

/// Characters of numbers that were typed.
fn typed(events: &[Event]) -> String {
    let texts = events.iter().filter_map(|e| if let Event::Text(text) = e { Some(text.as_str()) } else { None });
    texts.flat_map(str::chars).filter(|c| c.is_ascii_digit() || "+-.,".contains(*c)).collect()
}
