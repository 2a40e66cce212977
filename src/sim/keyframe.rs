//! What changes from tick to tick.

use super::anchors::AnchorPose;
use super::poke::PokeTrace;
use glam::DVec3;

/// A copy of what changes from tick to tick. Restoring it and stepping on gives the bits of the straight run.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Keyframe {
    /// The tick.
    pub tick: u32,
    pub(super) ropes: Vec<RopeFrame>,
    pub(super) deformers: Vec<DeformerFrame>,
    pub(super) pokes: Vec<PokeTrace>,
}

/// What changes of a rope.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct RopeFrame {
    pub positions: Vec<DVec3>,
    pub previous: Vec<DVec3>,
    pub contacts: Vec<bool>,
    pub poses: Vec<AnchorPose>,
}

/// What changes of a deformer. Normals follow from positions.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct DeformerFrame {
    pub positions: Vec<DVec3>,
    pub velocities: Vec<DVec3>,
}

impl Keyframe {
    /// Memory that it holds, bytes.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        let point = size_of::<DVec3>();
        let rope = |r: &RopeFrame| {
            size_of::<RopeFrame>()
                + (r.positions.len() + r.previous.len()) * point
                + r.contacts.len()
                + r.poses.len() * size_of::<AnchorPose>()
        };
        let deformer =
            |d: &DeformerFrame| size_of::<DeformerFrame>() + (d.positions.len() + d.velocities.len()) * point;
        let poke = |p: &PokeTrace| size_of::<PokeTrace>() + p.hit.as_ref().map_or(0, |h| h.deformer.len());
        size_of::<Self>()
            + self.ropes.iter().map(rope).sum::<usize>()
            + self.deformers.iter().map(deformer).sum::<usize>()
            + self.pokes.iter().map(poke).sum::<usize>()
    }
}
