//! Pokes: a ray meets the deformed surface nearest to its origin, and a force acts from above the hit.

use super::anchors::acts_in;
use super::deformer::{DeformerState, PointForce};
use super::setup::unit;
use crate::mesh::{Bvh, RayHit};
use crate::scene::{Act, Input};
use glam::DVec3;

/// What a poke did in the last tick; drawn as an overlay.
#[derive(Clone, Debug, PartialEq)]
pub struct PokeTrace {
    /// Start of the ray, metres.
    pub origin: DVec3,
    /// Unit direction.
    pub direction: DVec3,
    /// What it hit.
    pub hit: Option<PokeHit>,
}

/// Where a poke hit.
#[derive(Clone, Debug, PartialEq)]
pub struct PokeHit {
    /// Id of the deformer.
    pub deformer: String,
    /// Point on the deformed surface, metres.
    pub point: DVec3,
    /// Unit normal there, smooth over the triangle.
    pub normal: DVec3,
    /// `point + normal * offset`, metres.
    pub force_point: DVec3,
}

/// Casts the pokes of a tick against the deformed surfaces as they are at its start. Forces go to the deformer that is
/// hit first and to no other; each deformer's list is cleared before.
pub(super) fn cast(
    inputs: &[Input],
    tick: u32,
    deformers: &[DeformerState],
    trees: &mut [Bvh],
    forces: &mut [Vec<PointForce>],
    traces: &mut Vec<PokeTrace>,
) {
    traces.clear();
    for list in forces.iter_mut() {
        list.clear();
    }
    let pokes = inputs.iter().filter(|input| acts_in(input, tick)).filter_map(|input| match input.act {
        Act::Poke { origin, direction, force, offset } => Some((origin, direction, force, offset)),
        Act::MoveAnchor { .. } => None,
    });
    for (n, (origin, direction, force, offset)) in pokes.enumerate() {
        // The surfaces do not move between the pokes of a tick, so the first poke fits the trees for all.
        if n == 0 {
            for (tree, deformer) in trees.iter_mut().zip(deformers) {
                tree.refit(&deformer.positions, &deformer.rest.triangles);
            }
        }
        // The second way serves lengths whose square overflows or vanishes; the first is what hashes were made with.
        let direction = direction.try_normalize().or_else(|| unit(direction)).unwrap_or(DVec3::ZERO);
        let hit = nearest(origin, direction, deformers, trees).map(|(index, hit)| {
            let (at, hit) = force_point(&deformers[index], &hit, offset);
            forces[index].push(PointForce { at, force });
            hit
        });
        traces.push(PokeTrace { origin, direction, hit });
    }
}

/// The nearest hit over all deformers, in the deformer's local frame. Earlier ones win ties. Lengths along the ray
/// compare across frames because the direction is transformed with the origin.
fn nearest(origin: DVec3, direction: DVec3, deformers: &[DeformerState], trees: &[Bvh]) -> Option<(usize, RayHit)> {
    if direction == DVec3::ZERO || !origin.is_finite() {
        return None;
    }
    let mut best: Option<(usize, RayHit)> = None;
    for (index, (deformer, tree)) in deformers.iter().zip(trees).enumerate() {
        let frame = &deformer.world_from_local;
        let (o, d) = (frame.inverse_point(origin), frame.inverse_vector(direction));
        if let Some(hit) = tree.ray(&deformer.positions, &deformer.rest.triangles, o, d)
            && best.is_none_or(|(_, b)| hit.t < b.t)
        {
            best = Some((index, hit));
        }
    }
    best
}

/// The force point in local coordinates, and the hit for the overlay. The offset is in world metres at any scale.
fn force_point(deformer: &DeformerState, hit: &RayHit, offset: f64) -> (DVec3, PokeHit) {
    let [a, b, c] = deformer.rest.triangles[hit.triangle as usize].map(|v| deformer.normals[v as usize]);
    let smooth = a * hit.weights.x + b * hit.weights.y + c * hit.weights.z;
    let frame = &deformer.world_from_local;
    let normal = frame.turn * smooth.try_normalize().unwrap_or(hit.normal);
    let point = frame.point(hit.point);
    let force_point = point + normal * offset;
    (frame.inverse_point(force_point), PokeHit { deformer: deformer.id.clone(), point, normal, force_point })
}
