//! The soft "stress ball": every vertex on a damped spring of its own.

use super::spring::SpringStep;
use crate::math::Transform;
use crate::mesh::{Mesh, vertex_normals};
use crate::scene::DeformerIntegrator;
use glam::DVec3;

/// A vertex closer to the force point than this has no direction to be pushed in and stays, metres in the world.
const NO_DIRECTION: f64 = 1e-5;

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

/// A force that acts on a deformer for one tick.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct PointForce {
    /// Where it acts from, local, metres.
    pub at: DVec3,
    /// At distance 0, m/s².
    pub force: f64,
}

/// The first value of a deformer that is not finite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct DeformerFault {
    pub vertex: usize,
    pub phase: &'static str,
}

impl DeformerState {
    /// A deformer at rest.
    #[must_use]
    pub fn at_rest(
        id: impl Into<String>,
        rest: Mesh,
        world_from_local: Transform,
        spring: f64,
        damping: f64,
        integrator: DeformerIntegrator,
    ) -> Self {
        let mut state = Self {
            id: id.into(),
            world_from_local,
            positions: rest.positions.clone(),
            velocities: vec![DVec3::ZERO; rest.positions.len()],
            normals: Vec::new(),
            rest,
            spring,
            damping,
            integrator,
        };
        state.recompute_normals();
        state
    }

    /// The displaced surface in world coordinates, with normals.
    #[must_use]
    pub fn world_mesh(&self) -> Mesh {
        let mut mesh = Mesh { triangles: self.rest.triangles.clone(), uvs: self.rest.uvs.clone(), ..Mesh::default() };
        self.world_mesh_into(&mut mesh);
        mesh
    }

    /// Positions and normals of [`Self::world_mesh`] into a mesh that an earlier call made: triangles stay as they
    /// are, and nothing is allocated.
    pub fn world_mesh_into(&self, mesh: &mut Mesh) {
        mesh.positions.clear();
        mesh.positions.extend(self.positions.iter().map(|&p| self.world_from_local.point(p)));
        mesh.normals.clear();
        mesh.normals.extend(self.normals.iter().map(|&n| self.world_from_local.turn * n));
    }

    /// Largest displacement from rest, metres in the world.
    #[must_use]
    pub fn max_displacement(&self) -> f64 {
        let local = self.positions.iter().zip(&self.rest.positions).map(|(x, o)| (*x - *o).length());
        local.fold(0.0, f64::max) * self.world_from_local.scale
    }

    /// Position of a surface point in the world, metres. `weights` are barycentric.
    pub(super) fn world_surface_point(&self, corners: [u32; 3], weights: DVec3) -> DVec3 {
        let [a, b, c] = corners.map(|v| self.positions[v as usize]);
        self.world_from_local.point(a * weights.x + b * weights.y + c * weights.z)
    }

    /// One tick: forces, spring and damping, move, normals. `accelerations` is a buffer that is reused.
    pub(super) fn step(
        &mut self,
        forces: &[PointForce],
        dt: f64,
        accelerations: &mut Vec<DVec3>,
    ) -> Result<(), DeformerFault> {
        match self.integrator {
            DeformerIntegrator::Tutorial => self.step_tutorial(forces, dt)?,
            DeformerIntegrator::Stable => self.step_stable(forces, dt, accelerations)?,
        }
        self.recompute_normals();
        Ok(())
    }

    /// The tutorials' rule: force, then spring, then damping, then the move with the new velocity.
    fn step_tutorial(&mut self, forces: &[PointForce], dt: f64) -> Result<(), DeformerFault> {
        for force in forces {
            self.add_force(*force, dt);
        }
        self.check_finite("force")?;
        self.update(dt);
        self.check_finite("spring")
    }

    /// Adds force·dt to the velocities.
    pub(super) fn add_force(&mut self, force: PointForce, dt: f64) {
        let scale = self.world_from_local.scale;
        for (x, v) in self.positions.iter().zip(&mut self.velocities) {
            let (direction, acceleration) = push_on(*x, force, scale);
            *v += direction * (acceleration * dt);
        }
    }

    /// Spring first, damping second, the move last. Scale makes all of it work in world size.
    pub(super) fn update(&mut self, dt: f64) {
        let scale = self.world_from_local.scale;
        let stiffness = self.spring * dt;
        let kept = 1.0 - self.damping * dt;
        let step = dt / scale;
        for ((x, v), o) in self.positions.iter_mut().zip(&mut self.velocities).zip(&self.rest.positions) {
            let displacement = (*x - *o) * scale;
            let velocity = (*v - displacement * stiffness) * kept;
            *v = velocity;
            *x += velocity * step;
        }
    }

    /// The closed-form spring, with the forces at the tick's start held constant over the tick.
    fn step_stable(
        &mut self,
        forces: &[PointForce],
        dt: f64,
        accelerations: &mut Vec<DVec3>,
    ) -> Result<(), DeformerFault> {
        let scale = self.world_from_local.scale;
        accelerations.clear();
        accelerations.resize(self.positions.len(), DVec3::ZERO);
        for force in forces {
            for (x, a) in self.positions.iter().zip(accelerations.iter_mut()) {
                let (direction, acceleration) = push_on(*x, *force, scale);
                *a += direction * acceleration;
            }
        }
        if let Some(vertex) = accelerations.iter().position(|a| !a.is_finite()) {
            return Err(DeformerFault { vertex, phase: "force" });
        }
        let spring = SpringStep::new(self.spring, self.damping, dt);
        let vertices = self.positions.iter_mut().zip(&mut self.velocities).zip(&self.rest.positions);
        for (((x, v), o), a) in vertices.zip(accelerations.iter()) {
            let displacement = (*x - *o) * scale;
            let moved = displacement * spring.xx + *v * spring.xv + *a * spring.xf;
            *v = displacement * spring.vx + *v * spring.vv + *a * spring.vf;
            *x = *o + moved / scale;
        }
        self.check_finite("spring")
    }

    pub(super) fn recompute_normals(&mut self) {
        vertex_normals(&self.positions, &self.rest.triangles, &mut self.normals);
    }

    /// The first vertex whose position or velocity is not finite.
    pub(super) fn check_finite(&self, phase: &'static str) -> Result<(), DeformerFault> {
        let mut vertices = self.positions.iter().zip(&self.velocities);
        match vertices.position(|(x, v)| !(x.is_finite() && v.is_finite())) {
            Some(vertex) => Err(DeformerFault { vertex, phase }),
            None => Ok(()),
        }
    }
}

/// Unit direction and strength of a force on a vertex. The direction is zero at the force point itself, where the
/// force is strongest and points nowhere.
fn push_on(x: DVec3, force: PointForce, scale: f64) -> (DVec3, f64) {
    let r = (x - force.at) * scale;
    let squared = r.x * r.x + r.y * r.y + r.z * r.z;
    let distance = squared.sqrt();
    let direction = if distance > NO_DIRECTION { r / distance } else { DVec3::ZERO };
    (direction, attenuation(force.force, squared))
}

/// Force at a distance whose square is `squared`: F / (1 + d²).
#[must_use]
pub fn attenuation(force: f64, squared: f64) -> f64 {
    force / (1.0 + squared)
}

#[cfg(test)]
#[path = "deformer_tests.rs"]
mod tests;
