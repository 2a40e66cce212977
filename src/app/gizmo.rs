//! The gizmo: arrows, squares, rings and a box that move, turn and scale the selection.
//!
//! Pure maths: [`Gizmo::update`] takes a frame's pointer and keys and gives a [`Delta`] of the world, [`shapes`] what
//! to paint. Positions in the picture are points from the viewport's top left. [`apply_delta`] makes an edit of it.

mod apply;
mod drag;
mod handles;
mod reparent;
mod shapes;

pub use apply::{apply_delta, frame_of, top_level};
pub(in crate::app) use drag::on_line;
pub use handles::{Axis, Handle};
pub use reparent::{placed_in, reparent_edit};
pub use shapes::{Outline, Shape, Tint, shapes};

use crate::draw::Camera;
use drag::Drag;
use glam::{DMat3, DVec2, DVec3};

/// What the left mouse button does in the viewport.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tool {
    /// Selects, without a gizmo.
    Select,
    /// Moves.
    #[default]
    Move,
    /// Turns.
    Rotate,
    /// Scales.
    Scale,
    /// Pokes deformers; no gizmo.
    Poke,
}

impl Tool {
    /// True if it shows a gizmo.
    #[must_use]
    pub fn has_gizmo(self) -> bool {
        matches!(self, Self::Move | Self::Rotate | Self::Scale)
    }
}

/// Where the gizmo stands, and its axes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Frame {
    /// What it moves, turns and scales about, metres.
    pub pivot: DVec3,
    /// Unit axes as columns.
    pub axes: DMat3,
}

impl Frame {
    /// At a point, with the world's axes.
    #[must_use]
    pub fn world(pivot: DVec3) -> Self {
        Self { pivot, axes: DMat3::IDENTITY }
    }
}

/// A change of the world that the gizmo asks for, from the start of the drag.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Delta {
    /// Translation, metres.
    Move(DVec3),
    /// Rotation about the pivot.
    Turn {
        /// Unit axis.
        axis: DVec3,
        /// Degrees, right-handed.
        degrees: f64,
    },
    /// Scaling about the pivot by a factor above 0.
    Scale(f64),
}

/// Steps of snapping.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Snap {
    /// Snap unless Ctrl is held (else: snap if it is).
    pub on: bool,
    /// Metres.
    pub length: f64,
    /// Degrees.
    pub angle_deg: f64,
    /// Of the factor.
    pub factor: f64,
}

impl Default for Snap {
    fn default() -> Self {
        Self { on: false, length: 0.1, angle_deg: 15.0, factor: 0.1 }
    }
}

/// Pointer and keys of a frame.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GizmoInput {
    /// The pointer, points; it may lie outside of the viewport during a drag.
    pub cursor: Option<DVec2>,
    /// The pointer is over the viewport and nothing lies above it.
    pub hovered: bool,
    /// The left button went down in this frame.
    pub pressed: bool,
    /// The left button is down.
    pub down: bool,
    /// Ctrl is down: inverts snapping, read anew in each frame.
    pub invert_snap: bool,
    /// Shift is down: a tenth of the movement, and of the steps.
    pub fine: bool,
    /// Esc was pressed, or the window lost the focus.
    pub cancel: bool,
    /// Enter was pressed.
    pub confirm: bool,
    /// X, Y or Z was pressed in a drag: that axis only. With Shift: the plane across it.
    pub constrain: Option<(Axis, bool)>,
    /// Characters typed in a drag, such as "1.5".
    pub typed: String,
    /// Backspace was pressed in a drag.
    pub backspace: bool,
}

/// What became of the drag in this frame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Phase {
    /// No drag.
    #[default]
    Idle,
    /// A drag began: start a gesture.
    Started,
    /// It goes on: preview the delta.
    Dragging,
    /// It ended: preview the delta and commit.
    Committed,
    /// Esc: cancel the gesture.
    Cancelled,
}

/// Result of a frame.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GizmoOutput {
    /// What became of the drag.
    pub phase: Phase,
    /// The change from the start of the drag; none when idle or cancelled.
    pub delta: Option<Delta>,
    /// Pivot of the drag: the one it began with, whatever the selection does meanwhile.
    pub pivot: DVec3,
    /// The change in words, such as "x 0.3 m"; empty when idle.
    pub readout: String,
    /// The pointer is on a handle, or a drag is under way: a click is not for the scene below.
    pub captures_pointer: bool,
}

/// State from frame to frame.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Gizmo {
    hovered: Option<Handle>,
    drag: Option<Drag>,
}

impl Gizmo {
    /// The handle under the pointer, or the one that is dragged.
    #[must_use]
    pub fn highlighted(&self) -> Option<Handle> {
        self.drag.as_ref().map(|d| d.handle()).or(self.hovered)
    }

    /// True during a drag.
    #[must_use]
    pub fn is_dragging(&self) -> bool {
        self.drag.is_some()
    }

    /// Ends a drag without a result, such as when the selection is gone. Cancel the gesture too.
    pub fn reset(&mut self) {
        *self = Self::default();
    }

    /// A frame. `frame` is none if nothing is selected.
    pub fn update(
        &mut self,
        tool: Tool,
        camera: &Camera,
        size: DVec2,
        frame: Option<Frame>,
        input: &GizmoInput,
        snap: &Snap,
    ) -> GizmoOutput {
        if self.drag.is_some() {
            return self.continue_drag(camera, size, input, snap);
        }
        self.hovered = frame
            .filter(|_| input.hovered && tool.has_gizmo())
            .zip(input.cursor)
            .and_then(|(frame, cursor)| handles::hit(tool, camera, size, &frame, cursor));
        let captures_pointer = self.hovered.is_some();
        let idle = GizmoOutput { captures_pointer, ..GizmoOutput::default() };
        let (Some(handle), Some(frame), Some(cursor), true) = (self.hovered, frame, input.cursor, input.pressed) else {
            return idle;
        };
        let drag = Drag::new(handle, frame, camera, size, cursor);
        let delta = drag.delta(snap, input);
        self.drag = Some(drag);
        GizmoOutput { phase: Phase::Started, delta: Some(delta), pivot: frame.pivot, ..idle }
    }

    fn continue_drag(&mut self, camera: &Camera, size: DVec2, input: &GizmoInput, snap: &Snap) -> GizmoOutput {
        let Some(drag) = &mut self.drag else { return GizmoOutput::default() };
        let pivot = drag.pivot();
        if input.cancel {
            self.reset();
            return GizmoOutput { phase: Phase::Cancelled, pivot, captures_pointer: true, ..GizmoOutput::default() };
        }
        drag.advance(camera, size, input);
        let delta = drag.delta(snap, input);
        let readout = drag.readout(&delta);
        let ended = input.confirm || !input.down;
        let phase = if ended { Phase::Committed } else { Phase::Dragging };
        if ended {
            self.drag = None;
        }
        GizmoOutput { phase, delta: Some(delta), pivot, readout, captures_pointer: true }
    }
}

#[cfg(test)]
mod tests;
