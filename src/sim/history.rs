//! Keyframes and hashes: going back in time is restoring and stepping again.

use super::{Keyframe, SimError, World};
use crate::scene::Input;

/// A world that can go to any tick.
///
/// It keeps a keyframe every so many ticks and a hash of every tick. When the keyframes outgrow their budget, every
/// second one is dropped and the spacing doubles, so that a long run costs no more memory than a short one and going
/// back costs at most a spacing of ticks.
#[derive(Clone, Debug)]
pub struct History {
    world: World,
    budget_bytes: usize,
    /// Ticks between keyframes; a power of two.
    spacing: u32,
    /// Ascending ticks; the first is tick 0 and stays.
    keyframes: Vec<Keyframe>,
    keyframe_bytes: usize,
    /// Hash of each tick that was computed, from 0.
    hashes: Vec<u64>,
}

impl History {
    /// Starts at the world's tick, which must be 0. Keyframes stay below `budget_bytes`, but for the one of tick 0,
    /// which always stays.
    #[must_use]
    pub fn new(world: World, budget_bytes: usize) -> Self {
        let start = world.keyframe();
        Self {
            budget_bytes,
            spacing: 1,
            keyframe_bytes: start.memory_bytes(),
            hashes: vec![world.hash()],
            keyframes: vec![start],
            world,
        }
    }

    /// The world at the present tick.
    #[must_use]
    pub fn world(&self) -> &World {
        &self.world
    }

    /// Goes to a tick: restores the nearest keyframe at or before it and steps on. Inputs must be those that the
    /// computed ticks were computed with; after changing them call [`History::invalidate_after`].
    ///
    /// # Errors
    /// As [`World::step`]; the world is then at the last good tick.
    pub fn seek(&mut self, tick: u32, inputs: &[Input]) -> Result<(), SimError> {
        let nearest = self.keyframes.partition_point(|k| k.tick <= tick).saturating_sub(1);
        let keyframe = &self.keyframes[nearest];
        // Stepping on from where the world is beats a keyframe that lies further back.
        if self.world.tick() > tick || keyframe.tick > self.world.tick() {
            self.world.restore(keyframe);
        }
        while self.world.tick() < tick {
            self.world.step(inputs)?;
            self.remember();
        }
        Ok(())
    }

    /// Forgets everything after `tick`, since inputs there have changed. The world goes back if it is later.
    ///
    /// # Errors
    /// As [`World::step`].
    pub fn invalidate_after(&mut self, tick: u32, inputs: &[Input]) -> Result<(), SimError> {
        let kept = self.keyframes.partition_point(|k| k.tick <= tick);
        self.keyframes.truncate(kept);
        self.keyframe_bytes = self.keyframes.iter().map(Keyframe::memory_bytes).sum();
        self.hashes.truncate((tick as usize).saturating_add(1));
        if self.world.tick() > tick { self.seek(tick, inputs) } else { Ok(()) }
    }

    /// The last tick that was computed.
    #[must_use]
    pub fn last_tick(&self) -> u32 {
        u32::try_from(self.hashes.len() - 1).unwrap_or(u32::MAX)
    }

    /// Hash of a tick that was computed.
    #[must_use]
    pub fn hash_at(&self, tick: u32) -> Option<u64> {
        self.hashes.get(tick as usize).copied()
    }

    /// Ticks with a keyframe, ascending.
    #[must_use]
    pub fn keyframe_ticks(&self) -> Vec<u32> {
        self.keyframes.iter().map(|k| k.tick).collect()
    }

    /// Memory of keyframes and hashes, bytes.
    #[must_use]
    pub fn memory_bytes(&self) -> usize {
        self.keyframe_bytes + self.hashes.len() * size_of::<u64>()
    }

    /// Keeps hash and keyframe of the world's tick if it is new.
    fn remember(&mut self) {
        let tick = self.world.tick();
        if tick as usize == self.hashes.len() {
            self.hashes.push(self.world.hash());
        }
        let after_last = self.keyframes.last().is_none_or(|k| k.tick < tick);
        if after_last && tick.is_multiple_of(self.spacing) {
            let keyframe = self.world.keyframe();
            self.keyframe_bytes += keyframe.memory_bytes();
            self.keyframes.push(keyframe);
            self.thin();
        }
    }

    /// Drops every second keyframe until the rest fits the budget.
    fn thin(&mut self) {
        while self.keyframe_bytes > self.budget_bytes && self.keyframes.len() > 1 {
            self.spacing = self.spacing.saturating_mul(2);
            let spacing = self.spacing;
            self.keyframes.retain(|k| k.tick.is_multiple_of(spacing));
            self.keyframe_bytes = self.keyframes.iter().map(Keyframe::memory_bytes).sum();
        }
    }
}

#[cfg(test)]
#[path = "history_tests.rs"]
mod tests;
