//! What holds a rope's particles, and where it is during a tick.

use super::deformer::DeformerState;
use super::rope::RopeState;
use crate::scene::{Act, Input};
use glam::DVec3;

/// A particle and what holds it; stays the same from tick to tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Anchor {
    pub particle: usize,
    pub target: Target,
}

/// What holds a particle, resolved from the scene.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Target {
    /// A point of the world, metres. Nodes do not move in time, so their points are of the world too.
    Point(DVec3),
    /// A point of a deformer's surface: the vertices of a triangle and their weights.
    Surface { deformer: usize, corners: [u32; 3], weights: DVec3 },
}

impl Target {
    /// Where it is now, in the world, metres.
    pub(super) fn at(&self, deformers: &[DeformerState]) -> DVec3 {
        match *self {
            Self::Point(at) => at,
            Self::Surface { deformer, corners, weights } => deformers[deformer].world_surface_point(corners, weights),
        }
    }
}

/// Where an anchor is; changes from tick to tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct AnchorPose {
    /// In the world, metres.
    pub at: DVec3,
    /// An input has moved it: it stays where it was put and no longer follows its target.
    pub moved: bool,
}

/// Where an anchor goes in a tick: to a point, in so many substeps from now on. The path is straight and even, and
/// depends on nothing but where the anchor is and how much is left, so that any keyframe continues it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct AnchorPath {
    pub to: DVec3,
    pub substeps_left: f64,
}

impl AnchorPath {
    /// The anchor's next position.
    pub(super) fn advance(&mut self, at: DVec3) -> DVec3 {
        let next = if self.substeps_left <= 1.0 { self.to } else { at + (self.to - at) / self.substeps_left };
        self.substeps_left -= 1.0;
        next
    }
}

/// The paths of a rope's anchors in the step from `tick` to `tick + 1`; marks those that an input moves.
pub(super) fn plan(
    rope: &str,
    anchors: &[Anchor],
    poses: &mut [AnchorPose],
    deformers: &[DeformerState],
    (inputs, tick, substeps): (&[Input], u32, u32),
    paths: &mut Vec<AnchorPath>,
) {
    paths.clear();
    for (anchor, pose) in anchors.iter().zip(poses) {
        let to = if pose.moved { pose.at } else { anchor.target.at(deformers) };
        let mut path = AnchorPath { to, substeps_left: f64::from(substeps) };
        for input in inputs {
            let Act::MoveAnchor { rope: moved_rope, particle, to } = &input.act else { continue };
            if moved_rope == rope && *particle as usize == anchor.particle && acts_in(input, tick) {
                let ticks_left = f64::from(input.ticks.max(1) - (tick - input.tick));
                path = AnchorPath { to: *to, substeps_left: ticks_left * f64::from(substeps) };
                pose.moved = true;
            }
        }
        paths.push(path);
    }
}

/// Whether an input acts in the step from `tick` to `tick + 1`.
pub(super) fn acts_in(input: &Input, tick: u32) -> bool {
    tick >= input.tick && tick - input.tick < input.ticks.max(1)
}

/// Writes the anchors' positions for one substep, before the rope is stepped: written after it, the drawn rope would
/// be one step late.
pub(super) fn write(rope: &mut RopeState, anchors: &[Anchor], poses: &mut [AnchorPose], paths: &mut [AnchorPath]) {
    for ((anchor, pose), path) in anchors.iter().zip(poses).zip(paths) {
        pose.at = path.advance(pose.at);
        rope.place(anchor.particle, pose.at);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_path_is_straight_even_and_ends_exactly() {
        let to = DVec3::new(0.3, -0.7, 1.1);
        let mut path = AnchorPath { to, substeps_left: 7.0 };
        let mut at = DVec3::ZERO;
        for n in 1..=7 {
            at = path.advance(at);
            assert!((at - to * (f64::from(n) / 7.0)).length() < 1e-15);
        }
        assert_eq!(at, to);
    }

    #[test]
    fn inputs_act_for_their_ticks() {
        let act = Act::MoveAnchor { rope: "r".into(), particle: 0, to: DVec3::ZERO };
        let input = Input { tick: 5, ticks: 2, act, note: String::new() };
        let acting: Vec<u32> = (0..10).filter(|&t| acts_in(&input, t)).collect();
        assert_eq!(acting, [5, 6]);
        let forever = Input { ticks: u32::MAX, ..input };
        assert!(acts_in(&forever, u32::MAX));
    }
}
