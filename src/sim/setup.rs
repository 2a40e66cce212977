//! Scene -> the start of a world. Refuses, by its path in the document, what cannot be stepped.

use super::SimError;
use super::anchors::{Anchor, AnchorPose, Target};
use super::collide::Surroundings;
use super::deformer::DeformerState;
use super::rope::{RopeSolver, RopeState};
use super::rope_clear;
use super::rope_start::{Layout, start_positions};
use crate::math::Transform;
use crate::mesh::cube_sphere;
use crate::scene::{self, AnchorTarget, Body, Rope, Scene, SurfacePoint, limits};
use glam::DVec3;
use std::ops::RangeInclusive;

/// What a rope's state does not hold: how it steps, and its anchors.
#[derive(Clone, Debug)]
pub(super) struct RopeHold {
    pub solver: RopeSolver,
    pub collide: bool,
    pub anchors: Vec<Anchor>,
    pub poses: Vec<AnchorPose>,
}

/// `Ok` or the complaint, so that a check is one line.
fn ensure(holds: bool, path: impl FnOnce() -> String, message: impl FnOnce() -> String) -> Result<(), SimError> {
    if holds { Ok(()) } else { Err(SimError::Setup { path: path(), message: message() }) }
}

/// A count within its limits.
fn ensure_range(
    count: u32,
    range: &RangeInclusive<u32>,
    what: &str,
    path: impl FnOnce() -> String,
) -> Result<(), SimError> {
    ensure(range.contains(&count), path, || {
        format!("{count} {what} are out of range; use {} to {}.", range.start(), range.end())
    })
}

/// Checks `simulation`.
pub(super) fn check_settings(settings: &scene::SimulationSettings) -> Result<(), SimError> {
    let path = |field: &'static str| move || format!("simulation.{field}");
    ensure(settings.dt.is_finite() && settings.dt > 0.0, path("dt"), || {
        format!("A tick of {:?} s cannot be stepped; use a time above 0, such as 0.02.", settings.dt)
    })?;
    ensure_range(settings.substeps, &limits::SUBSTEPS, "substeps", path("substeps"))?;
    ensure(settings.gravity.is_finite(), path("gravity"), || "Gravity is not finite; use three numbers.".into())?;
    ensure(settings.floor.is_none_or(f64::is_finite), path("floor"), || {
        "The floor's height is not finite; use a number or leave it out.".into()
    })
}

/// The deformer `scene.deformers[index]` at rest.
pub(super) fn deformer(scene: &Scene, index: usize) -> Result<DeformerState, SimError> {
    let d = &scene.deformers[index];
    let path = |field: &'static str| move || format!("deformers[{index}].{field}");
    ensure(d.at.is_finite() && d.turn.is_finite(), path("at"), || {
        format!("The place of \"{}\" is not finite; use three numbers for at and turn.", d.id)
    })?;
    ensure(d.scale.is_finite() && d.scale > 0.0, path("scale"), || {
        format!("A scale of {:?} leaves nothing of \"{}\"; use a number above 0.", d.scale, d.id)
    })?;
    ensure(d.spring.is_finite() && d.spring >= 0.0, path("spring"), || {
        format!("A spring of {:?} is not a stiffness; use 0 or more.", d.spring)
    })?;
    ensure(d.damping.is_finite() && d.damping >= 0.0, path("damping"), || {
        format!("A damping of {:?} would add energy; use 0 or more.", d.damping)
    })?;
    let Body::CubeSphere { grid, radius } = d.body;
    ensure_range(grid, &limits::GRID, "quads along an edge", path("body.grid"))?;
    ensure(radius.is_finite() && radius > 0.0, path("body.radius"), || {
        format!("A radius of {radius:?} m leaves nothing of \"{}\"; use a number above 0.", d.id)
    })?;
    let frame = Transform::new(d.at, d.turn, d.scale);
    Ok(DeformerState::at_rest(d.id.clone(), cube_sphere(grid, radius), frame, d.spring, d.damping, d.integrator))
}

/// The rope `scene.ropes[index]` at its start, clear of what it may collide with.
pub(super) fn rope(
    scene: &Scene,
    index: usize,
    deformers: &[DeformerState],
    surroundings: &Surroundings,
) -> Result<(RopeState, RopeHold), SimError> {
    let rope = &scene.ropes[index];
    check_rope(rope, index)?;
    let mut anchors = Vec::with_capacity(rope.anchors.len());
    for n in 0..rope.anchors.len() {
        anchors.push(anchor(scene, index, n, deformers)?);
    }
    let poses: Vec<_> = anchors.iter().map(|a| AnchorPose { at: a.target.at(deformers), moved: false }).collect();
    let segment = rope.length / f64::from(rope.segments);
    let mut held: Vec<_> = anchors.iter().zip(&poses).map(|(a, pose)| (a.particle, pose.at)).collect();
    held.sort_by_key(|&(particle, _)| particle);
    let layout = Layout {
        segments: rope.segments as usize,
        segment,
        anchors: &held,
        at: rope.at,
        lay: unit(rope.lay).unwrap_or(DVec3::NEG_Y),
        gravity: scene.simulation.gravity,
        start: rope.start,
    };
    let mut positions = start_positions(&layout);
    let obstacles = surroundings.obstacles(rope.collide);
    rope_clear::clear(&layout, rope.radius, &obstacles, &mut positions);
    let mut state = RopeState::at_rest(rope.id.clone(), positions, segment, rope.radius);
    for anchor in &anchors {
        state.pinned[anchor.particle] = true;
    }
    let settings = &scene.simulation;
    let solver = RopeSolver::new(rope.damping, settings.gravity, rope.iterations, settings.dt, settings.substeps);
    solver.clear_start(&mut state, &obstacles);
    Ok((state, RopeHold { solver, collide: rope.collide, anchors, poses }))
}

/// Checks a rope's numbers.
fn check_rope(rope: &Rope, index: usize) -> Result<(), SimError> {
    let path = |field: &'static str| move || format!("ropes[{index}].{field}");
    ensure_range(rope.segments, &limits::SEGMENTS, "segments", path("segments"))?;
    ensure(rope.length.is_finite() && rope.length >= 0.0, path("length"), || {
        format!("A length of {:?} m is not one; use a number above 0.", rope.length)
    })?;
    ensure(rope.radius.is_finite() && rope.radius >= 0.0, path("radius"), || {
        format!("A radius of {:?} m is not one; use 0 or more.", rope.radius)
    })?;
    ensure((0.0..=1.0).contains(&rope.damping), path("damping"), || {
        format!("Damping keeps a part of the velocity, and {:?} is not a part; use 0 to 1.", rope.damping)
    })?;
    ensure_range(rope.iterations, &limits::ITERATIONS, "iterations", path("iterations"))?;
    ensure(rope.at.is_finite(), path("at"), || {
        format!("The place of \"{}\" is not finite; use three numbers.", rope.id)
    })?;
    ensure(unit(rope.lay).is_some(), path("lay"), || {
        format!("\"{}\" has no direction to be laid out in; use three numbers that are not all 0.", rope.id)
    })?;
    for (n, anchor) in rope.anchors.iter().enumerate() {
        let path = move || format!("ropes[{index}].anchors[{n}].particle");
        ensure(anchor.particle <= rope.segments, path, || {
            format!("\"{}\" has particles 0 to {}, but an anchor names {}.", rope.id, rope.segments, anchor.particle)
        })?;
        // Two anchors would fight over one particle, and the later would win unseen.
        let twice = rope.anchors[..n].iter().any(|earlier| earlier.particle == anchor.particle);
        ensure(!twice, path, || {
            format!("Particle {} of \"{}\" is held twice; remove one of the anchors.", anchor.particle, rope.id)
        })?;
    }
    Ok(())
}

/// Unit vector of any finite vector but zero, however small or large.
pub(super) fn unit(v: DVec3) -> Option<DVec3> {
    let largest = v.abs().max_element();
    if largest.is_finite() && largest > 0.0 { (v / largest).try_normalize() } else { None }
}

/// Resolves anchor `n` of rope `index`.
fn anchor(scene: &Scene, index: usize, n: usize, deformers: &[DeformerState]) -> Result<Anchor, SimError> {
    let anchor = &scene.ropes[index].anchors[n];
    let path = || format!("ropes[{index}].anchors[{n}].to");
    let refuse = |message: String| SimError::Setup { path: path(), message };
    let target = match &anchor.to {
        AnchorTarget::World { at } => Target::Point(*at),
        AnchorTarget::Node { id, at } => {
            let frame = scene.world_from_node(id).ok_or_else(|| {
                refuse(format!("There is no node \"{id}\", or it is its own ancestor; name one of the scene's nodes."))
            })?;
            Target::Point(frame.point(*at))
        }
        AnchorTarget::Deformer { id, on } => {
            let deformer = deformers
                .iter()
                .position(|d| d.id == *id)
                .ok_or_else(|| refuse(format!("There is no deformer \"{id}\"; name one of the scene's deformers.")))?;
            let (corners, weights) = surface_point(&deformers[deformer], *on).map_err(refuse)?;
            Target::Surface { deformer, corners, weights }
        }
    };
    ensure(target.at(deformers).is_finite(), path, || {
        "The anchor's place is not finite; use numbers of a size that a scene can have.".into()
    })?;
    Ok(Anchor { particle: anchor.particle as usize, target })
}

/// Vertices and weights of a point on a deformer.
fn surface_point(deformer: &DeformerState, on: SurfacePoint) -> Result<([u32; 3], DVec3), String> {
    match on {
        SurfacePoint::Vertex(v) if (v as usize) < deformer.positions.len() => Ok(([v; 3], DVec3::X)),
        SurfacePoint::Vertex(v) => {
            Err(format!("\"{}\" has {} vertices, and {v} is not one.", deformer.id, deformer.positions.len()))
        }
        SurfacePoint::Triangle { index, weights } => match deformer.rest.triangles.get(index as usize) {
            Some(corners) => Ok((*corners, weights)),
            None => {
                let count = deformer.rest.triangles.len();
                Err(format!("\"{}\" has {count} triangles, and {index} is not one.", deformer.id))
            }
        },
    }
}
