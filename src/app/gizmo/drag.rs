//! A drag from its start to now: pointer movement in, delta out.

use super::handles::{MIN_ARROW_SHOWN, MIN_PLANE_SHOWN};
use super::{Axis, Delta, Frame, GizmoInput, Handle, Snap};
use crate::app::number::{self, Unit};
use crate::draw::Camera;
use glam::{DVec2, DVec3};

/// Movement with Shift, of the movement without; steps of snapping too.
const FINE: f64 = 0.1;
/// Factors that scaling gives.
const FACTOR_RANGE: (f64, f64) = (1e-3, 1e3);
/// Nearer to the pivot than this, points, the ratio of distances is too coarse: scaling then goes by the way.
const MIN_LEVER: f64 = 24.0;
/// Way that scales by e, points.
const POINTS_PER_E: f64 = 120.0;

/// A drag under way. Movement is summed over frames, so that Shift can change its weight at any moment.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Drag {
    handle: Handle,
    frame: Frame,
    /// The line of sight at the start; what faces the eye stays where it was.
    sight: DVec3,
    start: DVec2,
    last: DVec2,
    /// Metres along the frame's axes (the world's, for `MoveView`), degrees in x, or the factor's logarithm in x.
    raw: DVec3,
    typed: String,
}

impl Drag {
    pub(super) fn new(handle: Handle, frame: Frame, camera: &Camera, size: DVec2, cursor: DVec2) -> Self {
        let center = camera.project(frame.pivot, size).unwrap_or(cursor);
        let sight = if camera.ortho { camera.forward() } else { camera.ray(center, size).1 };
        Self { handle, frame, sight, start: cursor, last: cursor, raw: DVec3::ZERO, typed: String::new() }
    }

    pub(super) fn handle(&self) -> Handle {
        self.handle
    }

    pub(super) fn pivot(&self) -> DVec3 {
        self.frame.pivot
    }

    /// Takes in a frame's movement and keys.
    pub(super) fn advance(&mut self, camera: &Camera, size: DVec2, input: &GizmoInput) {
        if let Some((axis, plane)) = input.constrain {
            self.constrain(axis, plane, camera, size);
        }
        self.type_in(input);
        let Some(cursor) = input.cursor.filter(|c| c.is_finite()) else { return };
        let step = self.step(camera, size, self.last, cursor);
        // A jump that cannot be followed (a plane seen edge-on, a point behind the eye) is left out.
        if step.is_finite() {
            self.raw += step * if input.fine { FINE } else { 1.0 };
        }
        self.last = cursor;
    }

    /// The same key once more goes back to the unconstrained handle.
    fn constrain(&mut self, axis: Axis, plane: bool, camera: &Camera, size: DVec2) {
        let next = match self.handle {
            Handle::Scale => return,
            Handle::TurnAxis(a) if a == axis => Handle::TurnView,
            Handle::TurnAxis(_) | Handle::TurnView => Handle::TurnAxis(axis),
            Handle::MoveAxis(a) if a == axis && !plane => Handle::MoveView,
            Handle::MovePlane(a) if a == axis && plane => Handle::MoveView,
            _ if plane => Handle::MovePlane(axis),
            _ => Handle::MoveAxis(axis),
        };
        self.handle = next;
        // The way so far counts as if the new handle had been used from the start.
        let way = self.step(camera, size, self.start, self.last);
        self.raw = if way.is_finite() { way } else { DVec3::ZERO };
    }

    fn type_in(&mut self, input: &GizmoInput) {
        if input.backspace {
            self.typed.pop();
        }
        let fits =
            |c: &char| c.is_ascii_digit() || matches!(c, '.' | ',' | '-' | '+' | '*' | '/' | '(' | ')' | 'm' | 'c');
        self.typed.extend(input.typed.chars().filter(fits));
        self.typed.truncate(32);
    }

    /// What a movement of the pointer means for the handle, in the units of [`Drag::raw`].
    fn step(&self, camera: &Camera, size: DVec2, from: DVec2, to: DVec2) -> DVec3 {
        if from == to {
            return DVec3::ZERO;
        }
        match self.handle {
            Handle::MoveAxis(axis) => {
                let along = |p| self.along_axis(camera, size, axis, p);
                unit(axis) * (along(to) - along(from))
            }
            Handle::MovePlane(axis) => {
                let normal = self.axis(axis);
                let way = self.in_plane(camera, size, normal, to) - self.in_plane(camera, size, normal, from);
                // Rounding must not move it off the plane.
                self.frame.axes.transpose() * way * (DVec3::ONE - unit(axis))
            }
            Handle::MoveView => {
                self.in_plane(camera, size, self.sight, to) - self.in_plane(camera, size, self.sight, from)
            }
            Handle::TurnAxis(axis) => DVec3::X * self.turn(camera, size, self.axis(axis), from, to),
            Handle::TurnView => DVec3::X * self.turn(camera, size, -self.sight, from, to),
            Handle::Scale => DVec3::X * self.scale(camera, size, from, to),
        }
    }

    fn axis(&self, axis: Axis) -> DVec3 {
        self.frame.axes.col(axis.index())
    }

    /// Metres along the axis of its point that is nearest to the pointer's ray.
    fn along_axis(&self, camera: &Camera, size: DVec2, axis: Axis, at: DVec2) -> f64 {
        let pivot = self.frame.pivot;
        // What points at the eye goes by the pointer's way up and down, at the scale of the pivot.
        on_line(camera, size, (pivot, self.axis(axis)), at).unwrap_or(-at.y * camera.pixel_size_at(pivot, size))
    }

    /// Where the pointer's ray meets the plane through the pivot, relative to the pivot; NaN if it does not.
    fn in_plane(&self, camera: &Camera, size: DVec2, normal: DVec3, at: DVec2) -> DVec3 {
        let (origin, ray) = camera.ray(at, size);
        let cosine = ray.dot(normal);
        let t = (self.frame.pivot - origin).dot(normal) / cosine;
        let behind = t < 0.0 && !camera.ortho;
        if cosine.abs() < 0.1 * MIN_PLANE_SHOWN || behind {
            return DVec3::NAN;
        }
        origin + ray * t - self.frame.pivot
    }

    /// Degrees about the axis between two places of the pointer, the short way round.
    fn turn(&self, camera: &Camera, size: DVec2, axis: DVec3, from: DVec2, to: DVec2) -> f64 {
        let sight = self.sight;
        if sight.dot(axis).abs() < MIN_PLANE_SHOWN {
            return self.turn_edge_on(camera, size, axis, to - from);
        }
        let (a, b) = (self.in_plane(camera, size, axis, from), self.in_plane(camera, size, axis, to));
        a.cross(b).dot(axis).atan2(a.dot(b)).to_degrees()
    }

    /// A ring seen from the side: its nearest part follows the pointer.
    fn turn_edge_on(&self, camera: &Camera, size: DVec2, axis: DVec3, way: DVec2) -> f64 {
        let tangent = axis.cross(-self.sight);
        let radius_points = super::handles::RING;
        let scale = camera.pixel_size_at(self.frame.pivot, size);
        let ends = camera
            .project(self.frame.pivot, size)
            .zip(camera.project(self.frame.pivot + tangent * scale * radius_points, size));
        let Some((a, b)) = ends else { return f64::NAN };
        (way.dot(b - a) / (b - a).length() / radius_points).to_degrees()
    }

    /// Logarithm of the factor between two places of the pointer.
    fn scale(&self, camera: &Camera, size: DVec2, from: DVec2, to: DVec2) -> f64 {
        let Some(center) = camera.project(self.frame.pivot, size) else { return f64::NAN };
        let start = (self.start - center).length();
        if start < MIN_LEVER {
            let way = to - from;
            return (way.x - way.y) / POINTS_PER_E;
        }
        let distance = |p: DVec2| (p - center).length().max(1.0);
        (distance(to) / distance(from)).ln()
    }

    /// The change from the start of the drag, snapped.
    pub(super) fn delta(&self, snap: &Snap, input: &GizmoInput) -> Delta {
        let snaps = snap.on != input.invert_snap;
        let fine = if input.fine { FINE } else { 1.0 };
        let round = |value: f64, step: f64| if snaps { rounded(value, step * fine) } else { value };
        let typed = self.typed_value();
        match self.handle {
            Handle::MoveAxis(axis) => {
                let way = typed.unwrap_or_else(|| round(self.raw[axis.index()], snap.length));
                Delta::Move(self.axis(axis) * way)
            }
            Handle::MovePlane(_) => {
                let way = self.raw.to_array().map(|v| round(v, snap.length));
                Delta::Move(self.frame.axes * DVec3::from_array(way))
            }
            Handle::MoveView => Delta::Move(DVec3::from_array(self.raw.to_array().map(|v| round(v, snap.length)))),
            Handle::TurnAxis(axis) => self.turn_delta(self.axis(axis), typed, round(self.raw.x, snap.angle_deg)),
            Handle::TurnView => self.turn_delta(-self.sight, typed, round(self.raw.x, snap.angle_deg)),
            Handle::Scale => {
                let (least, most) = FACTOR_RANGE;
                let free = round(self.raw.x.exp(), snap.factor);
                let factor = typed.filter(|f| *f > 0.0).unwrap_or(free);
                // A factor snapped to 0 would lose the object: the least step is kept.
                let floor = if snaps && typed.is_none() { snap.factor * fine } else { least };
                Delta::Scale(factor.clamp(floor.clamp(least, most), most))
            }
        }
    }

    fn turn_delta(&self, axis: DVec3, typed: Option<f64>, degrees: f64) -> Delta {
        Delta::Turn { axis, degrees: typed.unwrap_or(degrees) }
    }

    /// The typed number; none while it is no number yet.
    fn typed_value(&self) -> Option<f64> {
        let unit = match self.handle {
            Handle::Scale => Unit::None,
            Handle::TurnAxis(_) | Handle::TurnView => Unit::Degrees,
            _ => Unit::Metres,
        };
        number::parse(&self.typed, unit).ok()
    }

    /// The change in words.
    pub(super) fn readout(&self, delta: &Delta) -> String {
        let typed = if self.typed.is_empty() { String::new() } else { format!(" [{}]", self.typed) };
        let show = |v: f64| number::format((v * 1e4).round() / 1e4);
        let text = match (self.handle, delta) {
            (Handle::MoveAxis(axis), Delta::Move(by)) => {
                format!("{} {} m", axis.name(), show(by.dot(self.axis(axis))))
            }
            (_, Delta::Move(by)) => format!("x {}  y {}  z {} m", show(by.x), show(by.y), show(by.z)),
            (Handle::TurnAxis(axis), Delta::Turn { degrees, .. }) => format!("{} {}°", axis.name(), show(*degrees)),
            (_, Delta::Turn { degrees, .. }) => format!("{}°", show(*degrees)),
            (_, Delta::Scale(factor)) => format!("× {}", show(*factor)),
        };
        text + &typed
    }
}

fn unit(axis: Axis) -> DVec3 {
    DVec3::AXES[axis.index()]
}

/// Metres along a line (a point of it and its unit direction) of its point that is nearest to the pointer's ray; none if
/// it points at the eye there.
pub(in crate::app) fn on_line(
    camera: &Camera,
    size: DVec2,
    (point, direction): (DVec3, DVec3),
    at: DVec2,
) -> Option<f64> {
    let (origin, ray) = camera.ray(at, size);
    let across = ray - direction * ray.dot(direction);
    let sine_squared = across.length_squared();
    if sine_squared < MIN_ARROW_SHOWN * MIN_ARROW_SHOWN * 0.25 {
        return None;
    }
    // Where the ray meets the plane that holds the line and faces the ray most.
    let w = point - origin;
    let t = w.dot(across) / sine_squared;
    Some((ray * t - w).dot(direction))
}

/// The nearest multiple of a step; the value itself for a step that is none.
fn rounded(value: f64, step: f64) -> f64 {
    if step > 0.0 && step.is_finite() { (value / step).round() * step } else { value }
}
