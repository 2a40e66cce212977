//! Ropes and deformers, tick by tick, in double precision. Layer 3.
//!
//! A [`World`] is the state after some ticks. [`World::step`] is the table of contents of a tick. [`History`] keeps
//! keyframes and hashes; [`Clock`] turns wall time into whole ticks.

mod clock;
mod deformer;
mod hash;
mod history;
mod rope;
mod world;

pub use clock::Clock;
pub use deformer::{DeformerState, attenuation, damped_spring_step};
pub use hash::state_hash;
pub use history::History;
pub use rope::{RopeState, predicted_stretch};
pub use world::{Keyframe, PokeHit, PokeTrace, SimError, World};
