//! A scene that runs.
use super::Error;
use crate::scene::{Input, Scene};
use crate::sim::{DeformerState, History, RopeState, World};

/// A scene's ropes and deformers in time. Going back restores a keyframe and steps again, to the same bits.
#[derive(Clone, Debug)]
pub struct Simulation {
    history: History,
    inputs: Vec<Input>,
}

impl Simulation {
    /// Compiles the solids (no contour is needed) and starts at tick 0.
    ///
    /// # Errors
    /// A scene with errors is refused with all of them.
    pub fn new(scene: &Scene) -> Result<Self, Error> {
        let _ = scene;
        todo!("pipeline helper")
    }

    /// As [`Simulation::new`], but leaves out the parts that have errors: the editor shows what it can.
    #[must_use]
    pub fn lenient(scene: &Scene) -> Self {
        let _ = scene;
        todo!("pipeline helper")
    }

    /// Goes to a tick, forward or back.
    ///
    /// # Errors
    /// The first value that is not finite; the state is then that of the last good tick.
    pub fn run_to(&mut self, tick: u32) -> Result<(), Error> {
        let _ = tick;
        todo!("pipeline helper")
    }

    /// One tick forward.
    ///
    /// # Errors
    /// As [`Simulation::run_to`].
    pub fn step(&mut self) -> Result<(), Error> {
        self.run_to(self.tick() + 1)
    }

    /// The present tick.
    #[must_use]
    pub fn tick(&self) -> u32 {
        self.world().tick()
    }

    /// The present state.
    #[must_use]
    pub fn world(&self) -> &World {
        self.history.world()
    }

    /// Keyframes and hashes.
    #[must_use]
    pub fn history(&self) -> &History {
        &self.history
    }

    /// The input track.
    #[must_use]
    pub fn inputs(&self) -> &[Input] {
        &self.inputs
    }

    /// Replaces the input track; what lies after the first change is simulated again when asked for, and the present
    /// tick is kept.
    ///
    /// # Errors
    /// As [`Simulation::run_to`].
    pub fn set_inputs(&mut self, inputs: Vec<Input>) -> Result<(), Error> {
        let _ = inputs;
        todo!("pipeline helper")
    }

    /// A rope's state.
    ///
    /// # Errors
    /// [`Error::NotFound`] lists the ropes.
    pub fn rope(&self, id: &str) -> Result<&RopeState, Error> {
        let _ = id;
        todo!("pipeline helper")
    }

    /// A deformer's state.
    ///
    /// # Errors
    /// [`Error::NotFound`] lists the deformers.
    pub fn deformer(&self, id: &str) -> Result<&DeformerState, Error> {
        let _ = id;
        todo!("pipeline helper")
    }

    /// Hash of the present state.
    #[must_use]
    pub fn state_hash(&self) -> u64 {
        self.world().hash()
    }
}
