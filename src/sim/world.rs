//! All ropes and deformers, and the order of a tick.

use super::anchors::{self, AnchorPath};
use super::collide::Surroundings;
use super::deformer::{DeformerState, PointForce};
use super::hash::Fnv1a;
use super::keyframe::{DeformerFrame, Keyframe, RopeFrame};
use super::poke::{self, PokeTrace};
use super::rope::{Recorder, RopeState};
use super::setup::{self, RopeHold};
use crate::field::Field;
use crate::mesh::Bvh;
use crate::scene::{self, Input, Scene};
use glam::DVec3;
use std::sync::Arc;

/// Why a world cannot be made or cannot go on.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum SimError {
    /// A value of the scene.
    #[error("{path}: {}", scene::printable(message))]
    Setup {
        /// Path in the document.
        path: String,
        /// What is wrong and what to do.
        message: String,
    },
    /// The first value that is not finite.
    #[error(
        "{element} of \"{}\" is not finite after the phase \"{phase}\" of tick {tick}. \
         Use a shorter dt, more substeps, weaker springs or forces, or the Stable integrator.",
        scene::printable(object)
    )]
    NotFinite {
        /// Id of the rope or deformer.
        object: String,
        /// Such as "Particle 5".
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
    dt_secs: f64,
    substeps: u32,
    ropes: Vec<RopeState>,
    holds: Vec<RopeHold>,
    deformers: Vec<DeformerState>,
    trees: Vec<Bvh>,
    pokes: Vec<PokeTrace>,
    surroundings: Surroundings,
    scratch: Scratch,
}

/// Buffers that are reused from tick to tick. They carry nothing over.
#[derive(Clone, Debug, Default)]
struct Scratch {
    before: Keyframe,
    forces: Vec<Vec<PointForce>>,
    accelerations: Vec<DVec3>,
    paths: Vec<AnchorPath>,
}

impl World {
    /// The world at tick 0. Solids are what ropes collide with.
    ///
    /// # Errors
    /// [`SimError::Setup`] names the field that cannot be used.
    pub fn new(scene: &Scene, solids: Arc<[Field]>) -> Result<Self, SimError> {
        let settings = &scene.simulation;
        setup::check_settings(settings)?;
        let deformers = (0..scene.deformers.len()).map(|i| setup::deformer(scene, i)).collect::<Result<Vec<_>, _>>()?;
        let mut world = Self {
            tick: 0,
            dt_secs: settings.dt,
            substeps: settings.substeps,
            ropes: Vec::with_capacity(scene.ropes.len()),
            holds: Vec::with_capacity(scene.ropes.len()),
            trees: deformers.iter().map(|d| Bvh::new(&d.rest)).collect(),
            scratch: Scratch { forces: vec![Vec::new(); deformers.len()], ..Scratch::default() },
            deformers,
            pokes: Vec::new(),
            surroundings: Surroundings::new(solids, settings.floor, settings.gravity),
        };
        for index in 0..scene.ropes.len() {
            let (rope, hold) = setup::rope(scene, index, &world.deformers, &world.surroundings)?;
            world.ropes.push(rope);
            world.holds.push(hold);
        }
        Ok(world)
    }

    /// One tick: pokes of the inputs, deformers, then for each substep of each rope anchors, integrate, solve, collide.
    /// Deformers come first, so that a rope that hangs on one ends where its surface is drawn.
    ///
    /// # Errors
    /// [`SimError::NotFinite`]; the world is then as before the tick.
    pub fn step(&mut self, inputs: &[Input]) -> Result<(), SimError> {
        self.step_recorded(inputs, &mut ())
    }

    /// As [`World::step`], watched by a recorder, which cannot change the result.
    ///
    /// # Errors
    /// As [`World::step`].
    pub fn step_recorded(&mut self, inputs: &[Input], recorder: &mut impl Recorder) -> Result<(), SimError> {
        let mut before = std::mem::take(&mut self.scratch.before);
        self.save(&mut before);
        let stepped = self.step_all(inputs, recorder);
        match stepped {
            Ok(()) => self.tick = self.tick.saturating_add(1),
            Err(_) => self.restore(&before),
        }
        self.scratch.before = before;
        stepped
    }

    fn step_all(&mut self, inputs: &[Input], recorder: &mut impl Recorder) -> Result<(), SimError> {
        let Scratch { forces, .. } = &mut self.scratch;
        poke::cast(inputs, self.tick, &self.deformers, &mut self.trees, forces, &mut self.pokes);
        self.step_deformers()?;
        for index in 0..self.ropes.len() {
            self.step_rope(index, inputs, recorder)?;
        }
        Ok(())
    }

    fn step_deformers(&mut self) -> Result<(), SimError> {
        let Scratch { forces, accelerations, .. } = &mut self.scratch;
        for (deformer, forces) in self.deformers.iter_mut().zip(forces) {
            deformer.step(forces, self.dt_secs, accelerations).map_err(|fault| SimError::NotFinite {
                object: deformer.id.clone(),
                element: format!("Vertex {}", fault.vertex),
                phase: fault.phase,
                tick: self.tick.saturating_add(1),
            })?;
        }
        Ok(())
    }

    /// All substeps of one rope. Ropes do not touch each other, so each may run its substeps alone.
    fn step_rope(&mut self, index: usize, inputs: &[Input], recorder: &mut impl Recorder) -> Result<(), SimError> {
        let (rope, hold) = (&mut self.ropes[index], &mut self.holds[index]);
        let obstacles = self.surroundings.obstacles(hold.collide);
        let paths = &mut self.scratch.paths;
        let when = (inputs, self.tick, self.substeps);
        anchors::plan(&rope.id, &hold.anchors, &mut hold.poses, &self.deformers, when, paths);
        for _ in 0..self.substeps {
            anchors::write(rope, &hold.anchors, &mut hold.poses, paths);
            let stepped = rope.check_finite("anchors").and_then(|()| hold.solver.substep(rope, &obstacles, recorder));
            stepped.map_err(|fault| SimError::NotFinite {
                object: rope.id.clone(),
                element: format!("Particle {}", fault.particle),
                phase: fault.phase,
                tick: self.tick.saturating_add(1),
            })?;
        }
        Ok(())
    }

    /// Ticks done.
    #[must_use]
    pub fn tick(&self) -> u32 {
        self.tick
    }

    /// Length of a tick, seconds.
    #[must_use]
    pub fn dt_secs(&self) -> f64 {
        self.dt_secs
    }

    /// Length of a rope's substep, seconds: what [`RopeState::velocities`] divides by.
    #[must_use]
    pub fn substep_secs(&self) -> f64 {
        self.dt_secs / f64::from(self.substeps)
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
        &self.surroundings.solids
    }

    /// Anchors of rope `index` in scene order: the particle, and how far it is from what holds it, metres. More than
    /// rounding means that an anchor is applied late, or that an input has moved it away.
    pub fn anchor_errors(&self, index: usize) -> impl Iterator<Item = (usize, f64)> + '_ {
        let rope = self.ropes.get(index).zip(self.holds.get(index));
        rope.into_iter().flat_map(|(rope, hold)| {
            hold.anchors.iter().map(|anchor| {
                (anchor.particle, (rope.positions[anchor.particle] - anchor.target.at(&self.deformers)).length())
            })
        })
    }

    /// Hash over positions and previous positions of ropes, displaced positions and velocities of deformers, in scene
    /// order.
    #[must_use]
    pub fn hash(&self) -> u64 {
        let mut hash = Fnv1a::new();
        for rope in &self.ropes {
            hash.points(&rope.positions);
            hash.points(&rope.previous);
        }
        for deformer in &self.deformers {
            hash.points(&deformer.positions);
            hash.points(&deformer.velocities);
        }
        hash.finish()
    }

    /// Copies what changes.
    #[must_use]
    pub fn keyframe(&self) -> Keyframe {
        let mut keyframe = Keyframe::default();
        self.save(&mut keyframe);
        keyframe
    }

    /// As [`World::keyframe`], into buffers that are reused.
    fn save(&self, into: &mut Keyframe) {
        into.tick = self.tick;
        into.ropes.resize_with(self.ropes.len(), RopeFrame::default);
        for ((frame, rope), hold) in into.ropes.iter_mut().zip(&self.ropes).zip(&self.holds) {
            frame.positions.clone_from(&rope.positions);
            frame.previous.clone_from(&rope.previous);
            frame.contacts.clone_from(&rope.contacts);
            frame.poses.clone_from(&hold.poses);
        }
        into.deformers.resize_with(self.deformers.len(), DeformerFrame::default);
        for (frame, deformer) in into.deformers.iter_mut().zip(&self.deformers) {
            frame.positions.clone_from(&deformer.positions);
            frame.velocities.clone_from(&deformer.velocities);
        }
        into.pokes.clone_from(&self.pokes);
    }

    /// Goes to a keyframe of this world.
    pub fn restore(&mut self, keyframe: &Keyframe) {
        self.tick = keyframe.tick;
        for ((frame, rope), hold) in keyframe.ropes.iter().zip(&mut self.ropes).zip(&mut self.holds) {
            rope.positions.clone_from(&frame.positions);
            rope.previous.clone_from(&frame.previous);
            rope.contacts.clone_from(&frame.contacts);
            hold.poses.clone_from(&frame.poses);
        }
        for (frame, deformer) in keyframe.deformers.iter().zip(&mut self.deformers) {
            deformer.positions.clone_from(&frame.positions);
            deformer.velocities.clone_from(&frame.velocities);
            deformer.recompute_normals();
        }
        self.pokes.clone_from(&keyframe.pokes);
    }
}

#[cfg(test)]
#[path = "world_tests.rs"]
mod tests;
