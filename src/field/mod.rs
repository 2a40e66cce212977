//! A compiled solid: distance values, gradients, bounds. Layer 2. Negative inside, gradient outward.
//!
//! A [`Field`] is a flat program made from one root node of a scene. It is asked point by point in 64 bits
//! ([`Field::sample`]) or in batches, structure of arrays, in 32 or 64 bits ([`Field::values`], [`Field::slopes`]).
//!
//! ```text
//! nodes --compile--> program: instructions, and tables of parts (shapes, blends, alterations, warps)
//!                      |--eval-->   values and gradients, one point or blocks of them
//!                      |--sample--> value, gradient, deciding node, colour at a point
//!                      |--prune-->  a shorter program for a ball, and what is known about the values in it
//! ```
//!
//! A new shape is a struct in `shapes` and a line in `shape`; a new domain operator a file in `warps` and a variant of
//! `warp`; what the compiler then misses is named by the errors of a build. Sampled volumes, imported meshes and brushes
//! will be shapes that share their data.
//!
//! A point is inside if its value is below zero, strictly: -0.0 and the shared face of a solid and the tool that is
//! subtracted from it are outside.

mod blend;
mod bump;
mod class;
mod compile;
mod eval;
mod facts;
mod formula;
mod noise;
mod parts;
mod pose;
mod program;
mod prune;
mod real;
mod sample;
mod shape;
mod shapes;
#[cfg(test)]
mod tests;
mod trace;
mod trig;
mod warp;
mod warps;

pub use class::Class;
pub use compile::{CompileError, MAX_NODES};
pub use eval::{Points, Scratch, Slopes};
pub use facts::lipschitz_rule;
pub use real::Real;

use crate::Scene;
use crate::math::Bounds;
use compile::{Compiled, Tree};
use glam::DVec3;
use prune::Known;
use std::sync::Arc;

/// What a field says about one point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sample {
    /// Signed distance or a bound of it, metres; negative inside.
    pub value: f64,
    /// Gradient; unit length for exact distances, shorter where operands blend, never NaN. Where it is undefined it
    /// is zero or the part of it that is defined (the axis component on the axis of a cone).
    pub gradient: DVec3,
    /// True where the gradient jumps or is undefined: a tie of two operands, an axis, a centre, a tip. Always true
    /// where the gradient is zero.
    pub feature: bool,
    /// Index in `Scene::nodes` of the primitive that decided the value; 0 for an empty solid.
    pub node: u32,
    /// Material colour, sRGB; blends mix it by the blend weight.
    pub color: DVec3,
}

/// What [`Field::survey`] finds out about the ball round a region.
#[derive(Clone, Debug)]
pub struct Survey {
    /// The field of the region; see [`Field::pruned`].
    pub field: Field,
    /// Value at the centre.
    pub value: f64,
    /// If |value| is larger, no surface passes through the region. Infinite if nothing is known.
    pub reach: f64,
    /// No value in the region differs from that at the centre by more than this. Infinite if nothing is known.
    pub spread: f64,
}

/// A compiled solid. Cheap to clone, `Send + Sync`, immutable.
#[derive(Clone, Debug)]
pub struct Field {
    compiled: Arc<Compiled>,
}

impl Field {
    /// Compiles the solid under root (or any) node `id`, in world coordinates.
    ///
    /// An operator or group without children is empty. An empty operand adds nothing to a union, takes nothing away
    /// in a subtraction, and leaves nothing of an intersection. Each call links the whole scene: for all solids of a
    /// scene, call [`Field::solids`].
    ///
    /// # Errors
    /// Names the node and the field that cannot be compiled.
    pub fn compile(scene: &Scene, id: &str) -> Result<Self, CompileError> {
        let tree = Tree::new(scene);
        Self::of(&tree, tree.find(id)?)
    }

    /// Compiles every root node, in the order of the scene, with its id.
    #[must_use]
    pub fn solids(scene: &Scene) -> Vec<(String, Result<Self, CompileError>)> {
        let tree = Tree::new(scene);
        tree.roots().map(|i| (scene.nodes[i].id.clone(), Self::of(&tree, i))).collect()
    }

    fn of(tree: &Tree<'_>, node: usize) -> Result<Self, CompileError> {
        Ok(Self { compiled: Arc::new(tree.compile(node)?) })
    }

    /// Signed distance (or a bound) at a world point, in 64 bits. Never NaN: at most ±1e300, and 1e300 for an empty
    /// solid and where a coordinate is NaN or beyond about 1e150 m.
    #[must_use]
    pub fn value(&self, p: DVec3) -> f64 {
        eval::value(&self.compiled.program, p.to_array())
    }

    /// Value, gradient, deciding node and colour at a world point, in 64 bits. `sample(p).value` has the bits of
    /// `value(p)`.
    #[must_use]
    pub fn sample(&self, p: DVec3) -> Sample {
        sample::sample(&self.compiled.program, p)
    }

    /// [`Field::sample`] at many points; `out` is cleared first.
    pub fn samples(&self, points: &[DVec3], out: &mut Vec<Sample>) {
        out.clear();
        out.extend(points.iter().map(|&p| self.sample(p)));
    }

    /// Values at many points; `T` is f32 or f64. For f64 each has the bits of [`Field::value`].
    ///
    /// # Panics
    /// If the coordinates and `out` differ in length.
    pub fn values<T: Real>(&self, points: Points<'_, T>, out: &mut [T], scratch: &mut Scratch<T>) {
        self.values_about(DVec3::ZERO, points, out, scratch);
    }

    /// As [`Field::values`], at points given relative to `origin`: in 32 bits a block far from the world's origin
    /// keeps its precision, since each primitive is moved in 64 bits before it is rounded.
    ///
    /// # Panics
    /// If the coordinates and `out` differ in length.
    pub fn values_about<T: Real>(&self, origin: DVec3, points: Points<'_, T>, out: &mut [T], scratch: &mut Scratch<T>) {
        eval::values(&self.compiled.program, origin, points, out, scratch);
    }

    /// Values and gradients at many points; `T` is f32 or f64. Values have the bits of [`Field::values`]; a gradient is
    /// zero or one-sided where it is undefined, as in [`Sample::gradient`].
    ///
    /// # Panics
    /// If the coordinates and the parts of `out` differ in length.
    pub fn slopes<T: Real>(&self, points: Points<'_, T>, out: Slopes<'_, T>, scratch: &mut Scratch<T>) {
        self.slopes_about(DVec3::ZERO, points, out, scratch);
    }

    /// As [`Field::slopes`], at points given relative to `origin`; see [`Field::values_about`].
    ///
    /// # Panics
    /// If the coordinates and the parts of `out` differ in length.
    pub fn slopes_about<T: Real>(
        &self,
        origin: DVec3,
        points: Points<'_, T>,
        out: Slopes<'_, T>,
        scratch: &mut Scratch<T>,
    ) {
        eval::slopes(&self.compiled.program, origin, points, out, scratch);
    }

    /// A box that holds the solid: infinite sides for infinite solids, empty for empty ones. It is the least box for
    /// a primitive; a smooth union's is grown by how far it can bulge.
    #[must_use]
    pub fn bounds(&self) -> Bounds {
        self.compiled.bounds
    }

    /// A field with the same values and samples, bit for bit in 64 bits, within the ball round `region`, without the
    /// operands that cannot decide there: far fewer instructions for a small part of a large solid. Elsewhere its
    /// values mean nothing. Regions that are empty or not finite give the whole field.
    #[must_use]
    pub fn pruned(&self, region: &Bounds) -> Self {
        self.survey(region).field
    }

    /// [`Field::pruned`], and what is known about the values in the ball round `region`, in one pass.
    #[must_use]
    pub fn survey(&self, region: &Bounds) -> Survey {
        let program = &self.compiled.program;
        let center = region.center();
        let radius = 0.5 * region.size().length();
        if region.is_empty() || !(center.is_finite() && radius.is_finite()) {
            return Survey { field: self.clone(), value: f64::FAR, reach: f64::INFINITY, spread: f64::INFINITY };
        }
        if program.ops.is_empty() {
            return Survey { field: self.clone(), value: f64::FAR, reach: 0.0, spread: 0.0 };
        }
        let (short, Known { value, spread, reach }) = prune::pruned(program, center, radius);
        let field = if short.ops.len() == program.ops.len() {
            self.clone()
        } else {
            let Compiled { bounds, class, .. } = *self.compiled;
            Self { compiled: Arc::new(Compiled { program: short, bounds, class }) }
        };
        Survey { field, value, reach, spread }
    }

    /// True if both compute the same values and samples, bit for bit, by the same steps: node numbers and colours count.
    #[must_use]
    pub fn same_program(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.compiled, &other.compiled) || self.compiled.program == other.compiled.program
    }

    /// Number of instructions: how much an evaluation costs.
    #[must_use]
    pub fn instructions(&self) -> usize {
        self.compiled.program.ops.len()
    }

    /// |f(p) - f(q)| <= lipschitz · |p - q| for the center p and any point q of the ball round `region`; infinite if no
    /// bound is known, as where copies of a repetition jump.
    ///
    /// It is 1 for most of what can be authored: distances have it, minimum and maximum keep it, and the gradient
    /// of a smooth minimum is a mean of its operands' gradients. Twists, bends, tapers, bumps and some seams have more.
    #[must_use]
    pub fn lipschitz(&self, region: &Bounds) -> f64 {
        let radius = 0.5 * region.size().length();
        let spread = self.survey(region).spread;
        if radius > 0.0 { spread / radius } else { spread.max(1.0) }
    }

    /// What a value says about the distance.
    #[must_use]
    pub fn class(&self) -> Class {
        self.compiled.class
    }

    /// True if |f| is the distance to the surface outside of the solid, at least: for primitives and hard unions of
    /// them.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.compiled.class == Class::Exact
    }

    /// Where a ray enters the solid, by sphere tracing: the first point with f < 0, as a distance in metres; 0 if the
    /// origin is inside. `direction` need not have unit length. Each visited point is passed to `step` with its
    /// value.
    ///
    /// A surface without inside behind it, such as the shared face of a solid and the tool that is subtracted from
    /// it, is no hit. A hit lies at most 1e-12 of the distance (or 1e-12 m) behind the surface. A ray that grazes a
    /// surface takes longer and longer least steps after a thousand; it always ends. None for a zero direction and
    /// for numbers that are not finite, but `max_distance` may be infinite.
    #[must_use]
    pub fn trace_ray(
        &self,
        origin: DVec3,
        direction: DVec3,
        max_distance: f64,
        step: impl FnMut(DVec3, f64),
    ) -> Option<f64> {
        trace::trace(&self.compiled, origin, direction, max_distance, step)
    }
}
