//! What to paint: lines and polygons with a role, no colours.

use super::handles::{ARROW, CENTER, Placed, RING, SCALE_ARM, VIEW_RING};
use super::{Axis, Frame, Gizmo, Handle, Tool};
use crate::draw::Camera;
use glam::DVec2;

/// Which colour a shape has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tint {
    /// An axis' own.
    Axis(Axis),
    /// Neutral.
    View,
    /// Under the pointer, or dragged.
    Highlight,
}

/// Geometry of a shape, points.
#[derive(Clone, Debug, PartialEq)]
pub enum Outline {
    /// An open or closed line.
    Line {
        /// Its points.
        points: Vec<DVec2>,
        /// Points.
        width: f64,
    },
    /// A filled convex polygon.
    Polygon(Vec<DVec2>),
}

/// One thing to paint, in the order given.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    /// Geometry.
    pub outline: Outline,
    /// Colour.
    pub tint: Tint,
    /// 0 to 1.
    pub opacity: f32,
}

const WIDTH: f64 = 2.5;
const FAINT: f32 = 0.25;

/// What to paint for a gizmo; nothing if it lies behind the eye.
#[must_use]
pub fn shapes(gizmo: &Gizmo, tool: Tool, camera: &Camera, size: DVec2, frame: &Frame) -> Vec<Shape> {
    let Some(placed) = Placed::new(camera, size, frame) else { return Vec::new() };
    let canvas = Canvas { placed: &placed, highlighted: gizmo.highlighted(), dragging: gizmo.is_dragging() };
    let mut out = Vec::new();
    match tool {
        Tool::Move => canvas.draw_move(&mut out),
        Tool::Rotate => canvas.draw_rotate(&mut out),
        Tool::Scale => canvas.draw_scale(&mut out),
        Tool::Select | Tool::Poke => {}
    }
    let is_finite = |s: &Shape| match &s.outline {
        Outline::Line { points, .. } | Outline::Polygon(points) => points.iter().all(|p| p.is_finite()),
    };
    out.retain(is_finite);
    out
}

struct Canvas<'a> {
    placed: &'a Placed<'a>,
    highlighted: Option<Handle>,
    dragging: bool,
}

impl Canvas<'_> {
    fn shape(&self, handle: Handle, own: Tint, opacity: f32, outline: Outline) -> Shape {
        let is_highlighted = self.highlighted == Some(handle);
        // In a drag the other handles step back.
        let opacity = if self.dragging && !is_highlighted { opacity * FAINT } else { opacity };
        Shape { outline, tint: if is_highlighted { Tint::Highlight } else { own }, opacity }
    }

    fn draw_move(&self, out: &mut Vec<Shape>) {
        for axis in Axis::ALL.into_iter().filter(|a| self.placed.shows_plane(*a)) {
            if let Some(square) = self.placed.square(axis) {
                let handle = Handle::MovePlane(axis);
                out.push(self.shape(handle, Tint::Axis(axis), 0.45, Outline::Polygon(square.to_vec())));
            }
        }
        for axis in self.far_to_near() {
            self.arrow(axis, out);
        }
        let center = Outline::Line { points: square_round(self.placed.center, CENTER), width: 1.5 };
        out.push(self.shape(Handle::MoveView, Tint::View, 1.0, center));
    }

    fn draw_rotate(&self, out: &mut Vec<Shape>) {
        for axis in Axis::ALL {
            let ring = self.placed.ring(self.placed.axis(axis), RING);
            // Runs of points on the same side of the pivot, each with one point more, so that they join.
            let mut start = 0;
            for end in 1..=ring.len() {
                if end < ring.len() && ring[end].is_behind == ring[start].is_behind {
                    continue;
                }
                let points = ring[start..(end + 1).min(ring.len())].iter().map(|p| p.at).collect();
                let opacity = if ring[start].is_behind { FAINT } else { 1.0 };
                let outline = Outline::Line { points, width: WIDTH };
                out.push(self.shape(Handle::TurnAxis(axis), Tint::Axis(axis), opacity, outline));
                start = end;
            }
        }
        let outline = Outline::Line { points: circle(self.placed.center, VIEW_RING), width: 1.5 };
        out.push(self.shape(Handle::TurnView, Tint::View, 0.8, outline));
    }

    fn draw_scale(&self, out: &mut Vec<Shape>) {
        for axis in self.far_to_near() {
            let direction = self.placed.axis(axis);
            let ends = self.placed.at(direction * CENTER * 1.5).zip(self.placed.at(direction * SCALE_ARM));
            let Some((from, to)) = ends else { continue };
            let line = Outline::Line { points: vec![from, to], width: WIDTH };
            out.push(self.shape(Handle::Scale, Tint::Axis(axis), 1.0, line));
            let knob = Outline::Polygon(square_round(to, 5.0)[..4].to_vec());
            out.push(self.shape(Handle::Scale, Tint::Axis(axis), 1.0, knob));
        }
        let center = Outline::Polygon(square_round(self.placed.center, CENTER)[..4].to_vec());
        out.push(self.shape(Handle::Scale, Tint::View, 1.0, center));
    }

    fn arrow(&self, axis: Axis, out: &mut Vec<Shape>) {
        let direction = self.placed.axis(axis);
        let ends = self.placed.at(direction * CENTER * 1.5).zip(self.placed.at(direction * ARROW));
        let Some((from, to)) = ends else { return };
        let handle = Handle::MoveAxis(axis);
        let line = Outline::Line { points: vec![from, to], width: WIDTH };
        out.push(self.shape(handle, Tint::Axis(axis), 1.0, line));
        let along = (to - from).normalize_or_zero();
        let (back, side) = (to - along * 14.0, along.perp() * 5.0);
        out.push(self.shape(handle, Tint::Axis(axis), 1.0, Outline::Polygon(vec![to, back + side, back - side])));
    }

    /// Axes that do not point at the eye, the farthest end first.
    fn far_to_near(&self) -> Vec<Axis> {
        let mut axes: Vec<Axis> = Axis::ALL.into_iter().filter(|a| self.placed.shows_axis(*a)).collect();
        let depth = |a: &Axis| self.placed.axis(*a).dot(self.placed.sight());
        axes.sort_by(|a, b| depth(b).total_cmp(&depth(a)));
        axes
    }
}

/// Closed: the first corner comes again.
fn square_round(center: DVec2, half: f64) -> Vec<DVec2> {
    [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0)]
        .map(|(x, y)| center + DVec2::new(x, y) * half)
        .to_vec()
}

fn circle(center: DVec2, radius: f64) -> Vec<DVec2> {
    let segments = super::handles::RING_SEGMENTS;
    (0..=segments)
        .map(|i| center + DVec2::from_angle(std::f64::consts::TAU * i as f64 / segments as f64) * radius)
        .collect()
}
