//! Knobs: points of the selected node in the picture that are dragged to change one of its numbers, such as a radius.
//!
//! Pure maths, as the gizmo: [`Knobs::update`] takes a frame's pointer and keys and gives a number's new value. Where
//! the points are is said by the registry of kinds ([`crate::scene::Handle`]). Positions in the picture are points from
//! the viewport's top left.

mod guides;

pub use guides::guides;

use super::gizmo::{GizmoInput, Phase, Snap, on_line};
use super::number::{self, Unit};
use crate::draw::Camera;
use crate::scene::{Edit, Node, Object, Param, Scene};
use glam::{DVec2, DVec3};

/// Radius of a knob, points.
pub const RADIUS: f64 = 5.0;
/// How near the pointer must come, points.
const REACH: f64 = 8.0;
/// Knobs nearer to the gizmo's middle than this are drawn away from it, where they can be grabbed, points.
const AWAY: f64 = 30.0;
/// Knobs nearer than this to where they are at 0 are drawn out from there, since several may be 0, points.
const OUT: f64 = 18.0;
/// Half of the box in the gizmo's middle that can be grabbed, points.
const MIDDLE: f64 = 9.0;
/// Movement with Shift, of the movement without; steps of snapping too.
const FINE: f64 = 0.1;
/// Directions shorter than this in the picture, of 1, point at the eye.
const END_ON: f64 = 0.06;

/// A knob in the world.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Knob {
    /// The number that it sets.
    pub param: Param,
    /// Where it is when the number is 0, metres.
    pub origin: DVec3,
    /// Where it goes, of length 1.
    pub direction: DVec3,
    /// Metres of the world for each unit of the number; never 0.
    pub scale: f64,
}

/// The knobs of a node, in the order of its kind. None for a node whose place in the world is not known.
#[must_use]
pub fn knobs_of(scene: &Scene, id: &str) -> Vec<Knob> {
    let (Some(node), Some(world)) = (scene.node(id), scene.world_from_node(id)) else { return Vec::new() };
    let knob = |handle: crate::scene::Handle| {
        let way = world.vector(handle.direction);
        let (length, direction) = (way.length(), way.try_normalize()?);
        let knob = Knob {
            param: node.kind.param(handle.param)?,
            origin: world.point(handle.origin),
            direction,
            scale: length * handle.scale,
        };
        (knob.scale.is_finite() && knob.scale != 0.0 && knob.origin.is_finite()).then_some(knob)
    };
    node.kind.handles().into_iter().filter_map(knob).collect()
}

/// The edit that gives a number of a node another value.
#[must_use]
pub fn edit_of(scene: &Scene, id: &str, param: &str, value: f64) -> Option<Edit> {
    let node = scene.node(id)?;
    let kind = node.kind.with_param(param, value)?;
    Some(Edit::Replace { object: Object::Node(Node { kind, ..node.clone() }) })
}

impl Knob {
    /// Where it is, metres.
    #[must_use]
    pub fn position(&self) -> DVec3 {
        self.origin + self.direction * (self.param.value * self.scale)
    }

    /// Its number in words: "Radius 0.5 m".
    #[must_use]
    pub fn text(&self) -> String {
        let Param { label, unit, value, .. } = self.param;
        let gap = if unit.is_empty() || unit.starts_with('°') { "" } else { " " };
        format!("{label} {}{gap}{unit}", number::format(value))
    }

    /// Where it is in the picture, and where it is drawn: elsewhere if the gizmo's middle or others may be in the way.
    #[must_use]
    pub fn seen(&self, camera: &Camera, size: DVec2, gizmo: Option<DVec2>) -> Option<Seen> {
        let at = camera.project(self.position(), size).filter(|p| p.is_finite())?;
        let lacks = |from: Option<DVec2>, least: f64| from.map_or(0.0, |from| least - (at - from).length());
        let out = lacks(camera.project(self.origin, size), OUT).max(lacks(gizmo, AWAY)).max(0.0);
        Some(Seen { at, drawn: at + self.way_in_picture(camera, size) * out })
    }

    /// The direction in which the number grows, of length 1; up for what points at the eye.
    fn way_in_picture(&self, camera: &Camera, size: DVec2) -> DVec2 {
        let (from, step) = (self.position(), self.direction * self.scale.signum());
        let pixel = camera.pixel_size_at(from, size);
        let ends = camera.project(from, size).zip(camera.project(from + step * pixel, size));
        let way = ends.map_or(DVec2::ZERO, |(a, b)| b - a);
        if way.is_finite() && way.length() > END_ON { way.normalize() } else { DVec2::NEG_Y }
    }
}

/// Places of a knob in the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Seen {
    /// Where it is.
    pub at: DVec2,
    /// Where it is drawn and grabbed.
    pub drawn: DVec2,
}

/// Result of a frame.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct KnobOutput {
    /// What became of the drag.
    pub phase: Phase,
    /// Name of the number that is dragged, and its new value; none when idle or cancelled.
    pub change: Option<(&'static str, f64)>,
    /// The pointer is on a knob, or a drag is under way: a press is not for what lies below.
    pub captures_pointer: bool,
}

/// A drag under way.
#[derive(Clone, Debug, PartialEq)]
struct Drag {
    /// As it was at the start.
    knob: Knob,
    /// From where it is to where it is drawn: stays as it was, or it would not follow the pointer.
    push: DVec2,
    /// It points at the eye: there is no way along it in the picture.
    is_end_on: bool,
    last: DVec2,
    /// Change of the number so far, before steps and limits.
    raw: f64,
    typed: String,
}

/// State from frame to frame.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Knobs {
    hovered: Option<&'static str>,
    drag: Option<Drag>,
}

impl Knobs {
    /// Name of the number whose knob is under the pointer, or dragged.
    #[must_use]
    pub fn highlighted(&self) -> Option<&'static str> {
        self.drag.as_ref().map(|d| d.knob.param.name).or(self.hovered)
    }

    /// True during a drag.
    #[must_use]
    pub fn is_dragging(&self) -> bool {
        self.drag.is_some()
    }

    /// From where the dragged knob is to where it is drawn.
    #[must_use]
    pub fn push(&self) -> Option<DVec2> {
        self.drag.as_ref().map(|d| d.push)
    }

    /// Ends a drag without a result. Cancel the gesture too.
    pub fn reset(&mut self) {
        *self = Self::default();
    }

    /// A frame. `gizmo` is the gizmo's middle in the picture, if there is one.
    pub fn update(
        &mut self,
        camera: &Camera,
        size: DVec2,
        knobs: &[Knob],
        gizmo: Option<DVec2>,
        input: &GizmoInput,
        snap: &Snap,
    ) -> KnobOutput {
        if self.drag.is_some() {
            return self.continue_drag(camera, size, input, snap);
        }
        let cursor = input.cursor.filter(|c| input.hovered && c.is_finite());
        let hit = cursor.and_then(|cursor| hit(camera, size, knobs, gizmo, cursor));
        self.hovered = hit.as_ref().map(|(knob, _)| knob.param.name);
        let idle = KnobOutput { captures_pointer: hit.is_some(), ..KnobOutput::default() };
        let (Some((knob, push)), Some(cursor), true) = (hit, cursor, input.pressed) else { return idle };
        let is_end_on = on_line(camera, size, (knob.position(), knob.direction), cursor - push).is_none();
        self.drag = Some(Drag { knob, push, is_end_on, last: cursor, raw: 0.0, typed: String::new() });
        KnobOutput { phase: Phase::Started, change: Some((knob.param.name, knob.param.value)), ..idle }
    }

    fn continue_drag(&mut self, camera: &Camera, size: DVec2, input: &GizmoInput, snap: &Snap) -> KnobOutput {
        let captured = KnobOutput { captures_pointer: true, ..KnobOutput::default() };
        let Some(drag) = self.drag.as_mut().filter(|_| !input.cancel) else {
            self.reset();
            return KnobOutput { phase: Phase::Cancelled, ..captured };
        };
        drag.advance(camera, size, input);
        let change = Some((drag.knob.param.name, drag.value(camera, size, input, snap)));
        let ended = input.confirm || !input.down;
        if ended {
            self.drag = None;
        }
        KnobOutput { phase: if ended { Phase::Committed } else { Phase::Dragging }, change, ..captured }
    }
}

/// The nearest knob within reach, and its push; none where the gizmo's middle is nearer.
fn hit(camera: &Camera, size: DVec2, knobs: &[Knob], gizmo: Option<DVec2>, cursor: DVec2) -> Option<(Knob, DVec2)> {
    let near = |knob: &Knob| {
        let seen = knob.seen(camera, size, gizmo)?;
        let distance = (seen.drawn - cursor).length();
        (distance <= REACH).then_some((distance, *knob, seen.drawn - seen.at))
    };
    let (distance, knob, push) = knobs.iter().filter_map(near).min_by(|a, b| a.0.total_cmp(&b.0))?;
    let to_gizmo = gizmo.map(|middle| cursor - middle).filter(|d| d.abs().max_element() <= MIDDLE);
    to_gizmo.is_none_or(|d| distance < d.length()).then_some((knob, push))
}

impl Drag {
    fn advance(&mut self, camera: &Camera, size: DVec2, input: &GizmoInput) {
        if input.backspace {
            self.typed.pop();
        }
        self.typed.push_str(&input.typed);
        self.typed.truncate(32);
        let Some(cursor) = input.cursor.filter(|c| c.is_finite()) else { return };
        let way = if self.is_end_on {
            // By the pointer's way up, whichever way its number grows.
            (self.last.y - cursor.y) * camera.pixel_size_at(self.knob.position(), size) / self.knob.scale.abs()
        } else {
            let along = |at: DVec2| on_line(camera, size, (self.knob.position(), self.knob.direction), at - self.push);
            along(cursor).zip(along(self.last)).map_or(0.0, |(to, from)| (to - from) / self.knob.scale)
        };
        // A jump that cannot be followed (a point behind the eye) is left out.
        if way.is_finite() {
            self.raw += way * if input.fine { FINE } else { 1.0 };
        }
        self.last = cursor;
    }

    /// The number as it is dragged to: typed, or in steps, or with as many digits as the picture can show.
    fn value(&self, camera: &Camera, size: DVec2, input: &GizmoInput, snap: &Snap) -> f64 {
        let param = &self.knob.param;
        if let Some(typed) = number::parse(&self.typed, Unit::from_name(param.unit)).ok().filter(|v| v.is_finite()) {
            return param.clamped(typed);
        }
        if self.raw == 0.0 {
            return param.value;
        }
        let fine = if input.fine { FINE } else { 1.0 };
        let step = if param.integer {
            1.0
        } else if snap.on != input.invert_snap {
            fine * match param.unit {
                "m" => snap.length,
                "" => snap.factor,
                _ => snap.angle_deg,
            }
        } else {
            let pixel = camera.pixel_size_at(self.knob.position(), size) / self.knob.scale.abs();
            fine * 10.0_f64.powf(pixel.log10().floor())
        };
        param.clamped(rounded(param.value + self.raw, step))
    }
}

/// The nearest multiple of a step, with the bits of its decimal for steps that are a power of ten.
fn rounded(value: f64, step: f64) -> f64 {
    if !(step.is_finite() && step > 0.0) {
        return value;
    }
    let inverse = (1.0 / step).round();
    let is_part = inverse >= 1.0 && (inverse * step - 1.0).abs() < 1e-9;
    let near = if is_part { (value * inverse).round() / inverse } else { (value / step).round() * step };
    if near.is_finite() { near } else { value }
}

#[cfg(test)]
mod tests;
