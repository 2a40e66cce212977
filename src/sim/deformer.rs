//! The soft "stress ball".
use crate::math::Transform;
use crate::mesh::Mesh;
use crate::scene::DeformerIntegrator;
use glam::DVec3;

/// State of a deformer. Positions and velocities are in its local frame, metres.
#[derive(Clone, Debug, PartialEq)]
pub struct DeformerState {
    /// Its id.
    pub id: String,
    /// Local to world.
    pub world_from_local: Transform,
    /// Rest shape, local.
    pub rest: Mesh,
    /// Displaced positions, local.
    pub positions: Vec<DVec3>,
    /// Velocities, local axes, m/s in world size (the tutorials' rule).
    pub velocities: Vec<DVec3>,
    /// Normals of the displaced surface, local, recomputed each tick.
    pub normals: Vec<DVec3>,
    /// 1/s².
    pub spring: f64,
    /// 1/s.
    pub damping: f64,
    /// How a tick is computed.
    pub integrator: DeformerIntegrator,
}

impl DeformerState {
    /// The displaced surface in world coordinates, with normals.
    #[must_use]
    pub fn world_mesh(&self) -> Mesh {
        todo!("sim helper")
    }

    /// Largest displacement from rest, metres in the world.
    #[must_use]
    pub fn max_displacement(&self) -> f64 {
        todo!("sim helper")
    }
}

/// Force at distance `d`: F / (1 + d²).
#[must_use]
pub fn attenuation(force: f64, d: f64) -> f64 {
    force / (1.0 + d * d)
}

/// Closed-form step of x'' = -k x - c v + f: returns (x, v) after `dt` seconds.
#[must_use]
pub fn damped_spring_step(x: f64, v: f64, k: f64, c: f64, f: f64, dt: f64) -> (f64, f64) {
    let _ = (x, v, k, c, f, dt);
    todo!("sim helper")
}
