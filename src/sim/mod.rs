//! Ropes and deformers, tick by tick, in double precision. Layer 3.
//!
//! A [`World`] is the state after some ticks. [`World::step`] is the table of contents of a tick. [`History`] keeps
//! keyframes and hashes; [`Clock`] turns wall time into whole ticks.
//!
//! | file | holds |
//! |---|---|
//! | `setup`, `rope_start`, `rope_clear` | a scene's ropes and deformers at tick 0 |
//! | `world` | the order of a tick |
//! | `anchors`, `poke` | what inputs do in a tick |
//! | `rope`, `collide` | one rope substep |
//! | `deformer`, `spring` | one deformer tick |
//! | `keyframe`, `history`, `hash` | going back, and proof that it is the same |
//! | `clock` | wall time to ticks |

mod anchors;
mod clock;
mod collide;
mod deformer;
mod hash;
mod history;
mod keyframe;
mod poke;
mod rope;
mod rope_clear;
mod rope_start;
mod setup;
mod spring;
mod world;

pub use clock::Clock;
pub use deformer::{DeformerState, attenuation};
pub use hash::state_hash;
pub use history::History;
pub use keyframe::Keyframe;
pub use poke::{PokeHit, PokeTrace};
pub use rope::{Recorder, RopeState, predicted_stretch};
pub use spring::damped_spring_step;
pub use world::{SimError, World};
