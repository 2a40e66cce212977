//! A compiled solid: distance values, gradients, bounds. Layer 2. Negative inside, gradient outward.
//!
//! A [`Field`] is a flat program made from one root node of a scene. It is asked point by point in 64 bits
//! ([`Field::sample`]) or in batches, structure of arrays, in 32 or 64 bits ([`Field::values`]).

mod compile;
mod eval;
mod real;

pub use compile::{CompileError, MAX_NODES};
pub use eval::{Points, Scratch};
pub use real::Real;

use crate::math::Bounds;
use glam::DVec3;

/// What a field says about one point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// Signed distance or a bound of it, metres; negative inside.
    pub value: f64,
    /// Gradient; unit length for exact distances, never NaN. Zero only where it is undefined.
    pub gradient: DVec3,
    /// True where the gradient jumps or is undefined: a tie of two operands, an axis, a centre, a tip.
    pub feature: bool,
    /// Index in `Scene::nodes` of the primitive that decided the value.
    pub node: u32,
    /// Material colour, sRGB; blends mix it by the blend weight.
    pub color: DVec3,
}

/// A compiled solid. Cheap to clone, `Send + Sync`, immutable.
#[derive(Clone, Debug)]
pub struct Field {}

impl Field {
    /// Compiles the solid under root (or any) node `id`, in world coordinates.
    ///
    /// # Errors
    /// Names the node and the field that cannot be compiled.
    pub fn compile(scene: &crate::Scene, id: &str) -> Result<Self, CompileError> {
        let _ = (scene, id);
        todo!("field helper")
    }

    /// Signed distance (or a bound) at a world point, in 64 bits. Never NaN for finite points.
    #[must_use]
    pub fn value(&self, p: DVec3) -> f64 {
        let _ = p;
        todo!("field helper")
    }

    /// Value, gradient, deciding node and colour at a world point, in 64 bits. `sample(p).value` has the bits of
    /// `value(p)`.
    #[must_use]
    pub fn sample(&self, p: DVec3) -> Sample {
        let _ = p;
        todo!("field helper")
    }

    /// Values at many points; `T` is f32 or f64. For f64 each has the bits of [`Field::value`].
    pub fn values<T: Real>(&self, points: Points<'_, T>, out: &mut [T], scratch: &mut Scratch<T>) {
        let _ = (points, out, scratch);
        todo!("field helper")
    }

    /// A box that holds the surface: infinite sides for infinite solids, empty for empty ones.
    #[must_use]
    pub fn bounds(&self) -> Bounds {
        todo!("field helper")
    }

    /// |f(p) - f(q)| <= lipschitz · |p - q| for all points of `region`.
    #[must_use]
    pub fn lipschitz(&self, region: &Bounds) -> f64 {
        let _ = region;
        todo!("field helper")
    }

    /// True if |f| is the distance to the surface outside of the solid, at least.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        todo!("field helper")
    }

    /// First point of the ray with f <= 0, by sphere tracing; `direction` need not have unit length; returns the
    /// distance in metres. Each visited point is passed to `step` with its value.
    #[must_use]
    pub fn trace_ray(
        &self,
        origin: DVec3,
        direction: DVec3,
        max_distance: f64,
        step: impl FnMut(DVec3, f64),
    ) -> Option<f64> {
        let _ = (origin, direction, max_distance, step);
        todo!("field helper")
    }
}
