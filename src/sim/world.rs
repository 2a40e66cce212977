//! All ropes and deformers, and the order of a tick.
use super::{DeformerState, RopeState};
use crate::field::Field;
use crate::scene::{Input, Scene};
use glam::DVec3;
use std::sync::Arc;

/// What a poke did in the last tick; drawn as an overlay.
#[derive(Clone, Debug, PartialEq)]
pub struct PokeTrace {
    /// Start of the ray, metres.
    pub origin: DVec3,
    /// Unit direction.
    pub direction: DVec3,
    /// What it hit.
    pub hit: Option<PokeHit>,
}

/// Where a poke hit.
#[derive(Clone, Debug, PartialEq)]
pub struct PokeHit {
    /// Id of the deformer.
    pub deformer: String,
    /// Point on the deformed surface, metres.
    pub point: DVec3,
    /// Unit normal there.
    pub normal: DVec3,
    /// `point + normal * offset`, metres.
    pub force_point: DVec3,
}

/// Why a world cannot be made or cannot go on.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SimError {
    /// A value of the scene.
    #[error("{path}: {message}")]
    Setup {
        /// Path in the document.
        path: String,
        /// What is wrong and what to do.
        message: String,
    },
    /// The first value that is not finite.
    #[error("{object}: {element} is not finite after {phase} of tick {tick}; reset restores the start")]
    NotFinite {
        /// Id of the rope or deformer.
        object: String,
        /// Such as "particle 5".
        element: String,
        /// Such as "integrate".
        phase: &'static str,
        /// The tick that was being computed.
        tick: u32,
    },
}

/// State after [`World::tick`] ticks. Knows its solids and settings, not its inputs.
#[derive(Clone, Debug)]
pub struct World {
    tick: u32,
    ropes: Vec<RopeState>,
    deformers: Vec<DeformerState>,
    pokes: Vec<PokeTrace>,
    solids: Arc<[Field]>,
}

/// A copy of what changes from tick to tick.
#[derive(Clone, Debug, PartialEq)]
pub struct Keyframe {
    /// The tick.
    pub tick: u32,
}

impl World {
    /// The world at tick 0. Solids are what ropes collide with.
    ///
    /// # Errors
    /// [`SimError::Setup`] names the field that cannot be used.
    pub fn new(scene: &Scene, solids: Arc<[Field]>) -> Result<Self, SimError> {
        let _ = (scene, solids);
        todo!("sim helper")
    }

    /// One tick: inputs, then for each substep anchors, integrate, solve, collide; then deformers.
    ///
    /// # Errors
    /// [`SimError::NotFinite`]; the world is then as before the tick.
    pub fn step(&mut self, inputs: &[Input]) -> Result<(), SimError> {
        let _ = inputs;
        todo!("sim helper")
    }

    /// Ticks done.
    #[must_use]
    pub fn tick(&self) -> u32 {
        self.tick
    }

    /// Ropes in scene order.
    #[must_use]
    pub fn ropes(&self) -> &[RopeState] {
        &self.ropes
    }

    /// Deformers in scene order.
    #[must_use]
    pub fn deformers(&self) -> &[DeformerState] {
        &self.deformers
    }

    /// The pokes of the last tick.
    #[must_use]
    pub fn pokes(&self) -> &[PokeTrace] {
        &self.pokes
    }

    /// What ropes collide with.
    #[must_use]
    pub fn solids(&self) -> &Arc<[Field]> {
        &self.solids
    }

    /// Hash over positions and previous positions of ropes, displaced positions and velocities of deformers, in scene
    /// order.
    #[must_use]
    pub fn hash(&self) -> u64 {
        todo!("sim helper")
    }

    /// Copies what changes.
    #[must_use]
    pub fn keyframe(&self) -> Keyframe {
        todo!("sim helper")
    }

    /// Goes to a keyframe of this world.
    pub fn restore(&mut self, keyframe: &Keyframe) {
        let _ = keyframe;
        todo!("sim helper")
    }
}
