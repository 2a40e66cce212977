//! Moving the camera: orbit, pan, zoom to the cursor, fly, fit, views. Pure functions on a [`Camera`], and
//! [`Navigator`], which turns the mouse and keys of a frame into them.

use crate::draw::Camera;
use crate::math::Bounds;
use crate::scene::View;
use glam::{DVec2, DVec3};

/// Steepest look up or down by orbiting, degrees: the horizon keeps a direction.
const MAX_PITCH_DEG: f64 = 89.9;
/// Turn per point of dragging, degrees: a window of 800 points is one turn and a bit.
const DEGREES_PER_POINT: f64 = 0.5;
/// Logarithm of the distance per point of wheel: a notch of 50 points is 22 %.
const ZOOM_PER_POINT: f64 = 0.005;
/// Distances that zooming keeps, metres.
const DISTANCE_RANGE: (f64, f64) = (1e-3, 1e5);
/// Flying speed in distances to the target per second.
const FLY_SPEED: f64 = 0.8;

/// A direction to look from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Preset {
    /// From +z.
    Front,
    /// From -z.
    Back,
    /// From +x.
    Right,
    /// From -x.
    Left,
    /// From +y.
    Top,
    /// From -y.
    Bottom,
}

impl Preset {
    /// All of them, each beside its opposite.
    pub const ALL: [Self; 6] = [Self::Front, Self::Back, Self::Right, Self::Left, Self::Top, Self::Bottom];

    /// Unit vector from the target to the eye.
    #[must_use]
    pub fn direction(self) -> DVec3 {
        match self {
            Self::Front => DVec3::Z,
            Self::Back => DVec3::NEG_Z,
            Self::Right => DVec3::X,
            Self::Left => DVec3::NEG_X,
            Self::Top => DVec3::Y,
            Self::Bottom => DVec3::NEG_Y,
        }
    }
}

/// The view with another camera.
#[must_use]
pub fn view_with_camera(view: &View, camera: &Camera) -> View {
    View { eye: camera.eye, target: camera.target, ortho: camera.ortho, ..view.clone() }
}

/// Turns round the target: the scene follows a drag of `delta` points.
#[must_use]
pub fn orbit(camera: &Camera, delta: DVec2) -> Camera {
    orbit_degrees(camera, DVec2::new(-delta.x, delta.y) * DEGREES_PER_POINT)
}

/// Turns round the target by degrees: x to the right, y up.
#[must_use]
pub fn orbit_degrees(camera: &Camera, degrees: DVec2) -> Camera {
    if !degrees.is_finite() || degrees == DVec2::ZERO {
        return *camera;
    }
    let offset = camera.eye - camera.target;
    let direction = turned(-camera.forward(), camera.right(), degrees);
    let distance = offset.length();
    let distance = if distance.is_finite() && distance > 0.0 { distance } else { camera.distance() };
    Camera { eye: camera.target + direction * distance, ..*camera }
}

/// A unit vector (from target to eye) turned by degrees of yaw and pitch. `right` gives the yaw near the poles.
fn turned(direction: DVec3, right: DVec3, degrees: DVec2) -> DVec3 {
    let yaw = (-right.z).atan2(right.x) + degrees.x.to_radians();
    let limit = MAX_PITCH_DEG.to_radians();
    let pitch = (direction.y.clamp(-1.0, 1.0).asin() + degrees.y.to_radians()).clamp(-limit, limit);
    DVec3::new(pitch.cos() * yaw.sin(), pitch.sin(), pitch.cos() * yaw.cos())
}

/// Moves sideways: what lies at the target's distance follows a drag of `delta` points.
#[must_use]
pub fn pan(camera: &Camera, delta: DVec2, size: DVec2) -> Camera {
    if !delta.is_finite() {
        return *camera;
    }
    let scale = camera.pixel_size_at(camera.target, size);
    moved(camera, (camera.up() * delta.y - camera.right() * delta.x) * scale)
}

/// Eye and target moved, unless the result is not finite.
fn moved(camera: &Camera, by: DVec3) -> Camera {
    let (eye, target) = (camera.eye + by, camera.target + by);
    if eye.is_finite() && target.is_finite() { Camera { eye, target, ..*camera } } else { *camera }
}

/// Goes nearer by `points` of wheel (negative: away) and keeps what lies under the cursor at the target's distance in
/// place. Points add up: 50 as one event or as fifty are the same.
#[must_use]
pub fn zoom(camera: &Camera, points: f64, cursor: Option<DVec2>, size: DVec2) -> Camera {
    zoom_by(camera, (-points * ZOOM_PER_POINT).exp(), cursor, size)
}

/// As [`zoom`], by a factor of the distance; 0.5 is twice as large.
#[must_use]
pub fn zoom_by(camera: &Camera, factor: f64, cursor: Option<DVec2>, size: DVec2) -> Camera {
    let distance = camera.distance();
    let wanted = (distance * factor).clamp(DISTANCE_RANGE.0, DISTANCE_RANGE.1);
    let factor = wanted / distance;
    if !factor.is_finite() || factor == 1.0 {
        return *camera;
    }
    let fixed = cursor.and_then(|c| on_target_plane(camera, c, size)).unwrap_or(camera.target);
    let target = fixed + (camera.target - fixed) * factor;
    let eye = target - camera.forward() * wanted;
    if eye.is_finite() && target.is_finite() { Camera { eye, target, ..*camera } } else { *camera }
}

/// The point under the cursor on the plane through the target that faces the eye.
fn on_target_plane(camera: &Camera, cursor: DVec2, size: DVec2) -> Option<DVec3> {
    if !cursor.is_finite() {
        return None;
    }
    let (origin, direction) = camera.ray(cursor, size);
    let forward = camera.forward();
    let t = (camera.target - origin).dot(forward) / direction.dot(forward);
    let point = origin + direction * t;
    point.is_finite().then_some(point)
}

/// Turns the head: the target moves, the eye stays. The scene moves against a drag of `delta` points.
#[must_use]
pub fn look(camera: &Camera, delta: DVec2) -> Camera {
    if !delta.is_finite() || delta == DVec2::ZERO {
        return *camera;
    }
    let degrees = DVec2::new(-delta.x, delta.y) * (0.5 * DEGREES_PER_POINT);
    let back = turned(-camera.forward(), camera.right(), degrees);
    Camera { target: camera.eye - back * camera.distance(), ..*camera }
}

/// Flies for `dt_secs`: x to the right, y up, z forward, each -1 to 1.
#[must_use]
pub fn fly(camera: &Camera, direction: DVec3, dt_secs: f64) -> Camera {
    let direction = direction.clamp_length_max(1.0);
    let dt_secs = dt_secs.clamp(0.0, 0.1);
    if !direction.is_finite() || !dt_secs.is_finite() {
        return *camera;
    }
    let axes = camera.right() * direction.x + camera.up() * direction.y + camera.forward() * direction.z;
    moved(camera, axes * (camera.distance() * FLY_SPEED * dt_secs))
}

/// Fits a box into the picture; unchanged for an empty or infinite one. A point gets half a metre round it.
#[must_use]
pub fn frame(camera: &Camera, bounds: &Bounds, size: DVec2) -> Camera {
    let is_point = !bounds.is_empty() && bounds.size().length() < 1e-6;
    let bounds = if is_point { bounds.grown(0.25) } else { *bounds };
    camera.framing(&bounds, size.x / size.y)
}

/// Looks at the target from a direction, at the same distance.
#[must_use]
pub fn look_from(camera: &Camera, preset: Preset) -> Camera {
    Camera { eye: camera.target + preset.direction() * camera.distance(), ..*camera }
}

/// The other projection.
#[must_use]
pub fn toggle_ortho(camera: &Camera) -> Camera {
    Camera { ortho: !camera.ortho, ..*camera }
}

/// Mouse and keys of a frame. Positions are points from the viewport's top left.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct NavigationInput {
    /// The pointer, if there is one.
    pub cursor: Option<DVec2>,
    /// The pointer is over the viewport and nothing lies above it.
    pub hovered: bool,
    /// How far the pointer moved, points.
    pub delta: DVec2,
    /// Left button is down.
    pub primary: bool,
    /// Middle button is down.
    pub middle: bool,
    /// Right button is down.
    pub secondary: bool,
    /// Alt is down.
    pub alt: bool,
    /// Shift is down.
    pub shift: bool,
    /// Wheel, points; positive is up and left.
    pub scroll: DVec2,
    /// Pinch: 1 is none, 2 twice as large.
    pub pinch: f64,
    /// WASD QE: x to the right, y up, z forward, each -1 to 1.
    pub fly: DVec3,
    /// Since the last frame, seconds.
    pub dt_secs: f64,
    /// The window has the keyboard and the mouse; a drag ends without.
    pub focused: bool,
}

/// What a drag of the mouse does to the camera.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Navigation {
    /// Turns round the target.
    Orbit,
    /// Moves sideways.
    Pan,
    /// Moves nearer and away.
    Dolly,
    /// Turns the head, and flies with WASD QE.
    Fly,
}

/// Remembers the drag under way: it began in the viewport, and goes on outside of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Navigator {
    drag: Option<Navigation>,
    held: Option<Button>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Button {
    Primary,
    Middle,
    Secondary,
}

impl Navigator {
    /// The drag under way.
    #[must_use]
    pub fn drag(&self) -> Option<Navigation> {
        self.drag
    }

    /// The camera after a frame's input.
    #[must_use]
    pub fn update(&mut self, camera: &Camera, input: &NavigationInput, size: DVec2) -> Camera {
        self.follow_buttons(input);
        let mut next = match self.drag {
            None => *camera,
            Some(Navigation::Orbit) => orbit(camera, input.delta),
            Some(Navigation::Pan) => pan(camera, input.delta, size),
            Some(Navigation::Dolly) => zoom(camera, input.delta.x - input.delta.y, None, size),
            Some(Navigation::Fly) => fly(&look(camera, input.delta), input.fly, input.dt_secs),
        };
        if input.hovered {
            // Some systems turn the wheel sideways while Shift is held.
            let wheel = if input.scroll.y == 0.0 { input.scroll.x } else { input.scroll.y };
            next = zoom(&next, wheel, input.cursor, size);
            if input.pinch.is_finite() && input.pinch > 0.0 {
                next = zoom_by(&next, 1.0 / input.pinch, input.cursor, size);
            }
        }
        next
    }

    /// Starts and ends drags. A drag keeps its meaning when modifiers change under way.
    fn follow_buttons(&mut self, input: &NavigationInput) {
        let down = |b: Button| match b {
            Button::Primary => input.primary,
            Button::Middle => input.middle,
            Button::Secondary => input.secondary,
        };
        if !input.focused || self.held.is_some_and(|b| !down(b)) {
            *self = Self::default();
        }
        if self.held.is_some() || !input.focused {
            return;
        }
        let pressed = [Button::Middle, Button::Secondary, Button::Primary].into_iter().find(|b| down(*b));
        let Some(button) = pressed else { return };
        // A press outside is remembered too: dragging into the viewport is no drag of the camera.
        self.held = Some(button);
        self.drag = input.hovered.then(|| meaning(button, input.alt, input.shift)).flatten();
    }
}

fn meaning(button: Button, alt: bool, shift: bool) -> Option<Navigation> {
    match (button, alt, shift) {
        (Button::Middle, false, true) | (Button::Middle, true, _) => Some(Navigation::Pan),
        (Button::Middle, false, false) | (Button::Primary, true, _) => Some(Navigation::Orbit),
        (Button::Secondary, true, _) => Some(Navigation::Dolly),
        (Button::Secondary, false, _) => Some(Navigation::Fly),
        (Button::Primary, false, _) => None,
    }
}

#[cfg(test)]
mod tests;
