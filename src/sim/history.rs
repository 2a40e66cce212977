//! Keyframes and hashes: going back in time is restoring and stepping again.
use super::{SimError, World};
use crate::scene::Input;

/// A world that can go to any tick.
#[derive(Clone, Debug)]
pub struct History {
    world: World,
}

impl History {
    /// Starts at the world's tick, which must be 0. Keyframes stay below `budget_bytes`.
    #[must_use]
    pub fn new(world: World, budget_bytes: usize) -> Self {
        let _ = budget_bytes;
        Self { world }
    }

    /// The world at the present tick.
    #[must_use]
    pub fn world(&self) -> &World {
        &self.world
    }

    /// Goes to a tick: restores the nearest keyframe at or before it and steps on.
    ///
    /// # Errors
    /// As [`World::step`]; the world is then at the last good tick.
    pub fn seek(&mut self, tick: u32, inputs: &[Input]) -> Result<(), SimError> {
        let _ = (tick, inputs);
        todo!("sim helper")
    }

    /// Forgets everything after `tick`, since inputs there have changed. The world goes back if it is later.
    ///
    /// # Errors
    /// As [`World::step`].
    pub fn invalidate_after(&mut self, tick: u32, inputs: &[Input]) -> Result<(), SimError> {
        let _ = (tick, inputs);
        todo!("sim helper")
    }

    /// The last tick that was computed.
    #[must_use]
    pub fn last_tick(&self) -> u32 {
        todo!("sim helper")
    }

    /// Hash of a tick that was computed.
    #[must_use]
    pub fn hash_at(&self, tick: u32) -> Option<u64> {
        let _ = tick;
        todo!("sim helper")
    }

    /// Ticks with a keyframe, ascending.
    #[must_use]
    pub fn keyframe_ticks(&self) -> Vec<u32> {
        todo!("sim helper")
    }

    /// Memory of keyframes and hashes, bytes.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        todo!("sim helper")
    }
}
