//! Checks of deformers and ropes.

use super::checker::{Checker, Found, Place};
use crate::scene::{AnchorTarget, Body, Deformer, DeformerIntegrator, Rope, SurfacePoint, limits, number};
use std::collections::HashMap;

impl Body {
    /// Number of vertices of its surface (cube sphere: 6·grid² + 2).
    #[must_use]
    pub fn vertex_count(&self) -> u64 {
        match self {
            Self::CubeSphere { grid, .. } => 6 * u64::from(*grid).pow(2) + 2,
        }
    }

    /// Number of triangles of its surface (cube sphere: 12·grid²).
    #[must_use]
    pub fn triangle_count(&self) -> u64 {
        match self {
            Self::CubeSphere { grid, .. } => 12 * u64::from(*grid).pow(2),
        }
    }
}

/// What all bodies of a sort may have together. Those that fit are kept, in the order of the file.
struct Budget {
    what: &'static str,
    hint: &'static str,
    most: u64,
    spent: u64,
}

impl Budget {
    fn new(what: &'static str, hint: &'static str, most: u64) -> Self {
        Self { what, hint, most, spent: 0 }
    }
}

impl Checker<'_> {
    /// Takes a body's part of a budget; an error if that is more than is left, and then nothing is taken.
    fn spend(&mut self, at: &Place, field: &str, sort: &str, budget: &mut Budget, cost: u64) {
        let total = budget.spent.saturating_add(cost);
        if total <= budget.most {
            budget.spent = total;
            return;
        }
        let (what, most) = (budget.what, budget.most);
        let message = format!("With {} the {sort} have {total} {what} together.", at.name());
        self.error(at, field, message, format!("{}: at most {most} are possible.", budget.hint));
    }

    pub(super) fn deformers(&mut self) {
        let scene = self.scene;
        let mut vertices = Budget::new("vertices", "Use a smaller grid, or fewer deformers", limits::MAX_VERTICES);
        for (i, deformer) in scene.deformers.iter().enumerate() {
            let found = Found::Deformer(i);
            let at = Place::object(&deformer.id, found);
            self.spend(&at, "body", "deformers", &mut vertices, deformer.body.vertex_count());
            self.id(&at, &deformer.id, found);
            self.point(&at, "at", deformer.at);
            self.vector(&at, "turn", deformer.turn, limits::MAX_TURN);
            self.scale(&at, deformer.scale);
            self.color(&at, "color", deformer.color);
            let Body::CubeSphere { grid, radius } = deformer.body;
            self.whole(&at, "body.grid", grid, &limits::GRID);
            self.size(&at, "body.radius", radius);
            self.number(&at, "spring", deformer.spring, 0.0..=limits::MAX_STIFFNESS);
            self.number(&at, "damping", deformer.damping, 0.0..=limits::MAX_STIFFNESS);
            if deformer.integrator == DeformerIntegrator::Tutorial {
                self.tutorial_stability(&at, deformer);
            }
        }
    }

    /// One step of the tutorials' rule is a matrix with determinant 1 - c·dt and trace 2 - c·dt - (1 - c·dt)·k·dt²:
    /// it is stable if c·dt < 1 and k·dt² < 2(2 - c·dt)/(1 - c·dt), by the Jury conditions.
    fn tutorial_stability(&mut self, at: &Place, deformer: &Deformer) {
        let dt = self.scene.simulation.dt;
        let damping = deformer.damping * dt;
        let spring = deformer.spring * dt * dt;
        let limit = 2.0 * (2.0 - damping) / (1.0 - damping);
        let id = &deformer.id;
        let hint = "Use the Stable integrator, a shorter dt, or less.";
        if damping >= 1.0 {
            let message = format!("\"{id}\" never comes to rest: damping times dt is {damping:.3}, not below 1.");
            self.warn(at, "damping", message, hint);
        } else if spring >= limit {
            let message = format!("\"{id}\" blows up: spring times dt squared is {spring:.3}, not below {limit:.3}.");
            self.warn(at, "spring", message, hint);
        }
    }

    pub(super) fn ropes(&mut self) {
        let scene = self.scene;
        let substeps = u64::from(scene.simulation.substeps);
        let mut particles = Budget::new("particles", "Use fewer segments, or fewer ropes", limits::MAX_PARTICLES);
        let hint = "Use fewer segments, iterations, substeps, or ropes";
        let mut corrections = Budget::new("corrections of segments per tick", hint, limits::MAX_CORRECTIONS);
        for (i, rope) in scene.ropes.iter().enumerate() {
            let found = Found::Rope(i);
            let at = Place::object(&rope.id, found);
            let segments = u64::from(rope.segments);
            let sweeps = u64::from(rope.iterations).saturating_mul(substeps);
            self.spend(&at, "segments", "ropes", &mut particles, segments + 1);
            self.spend(&at, "iterations", "ropes", &mut corrections, segments.saturating_mul(sweeps));
            self.id(&at, &rope.id, found);
            self.whole(&at, "segments", rope.segments, &limits::SEGMENTS);
            self.size(&at, "length", rope.length);
            self.size(&at, "radius", rope.radius);
            self.whole(&at, "sides", rope.sides, &limits::SIDES);
            self.point(&at, "at", rope.at);
            self.direction(&at, "lay", rope.lay);
            self.number(&at, "damping", rope.damping, limits::ROPE_DAMPING);
            let hint = "Use 1 to 16: 4 to 8 suit short ropes, 8 to 16 long or fast ones.";
            self.whole_with_hint(&at, "iterations", rope.iterations, &limits::ITERATIONS, hint);
            self.color(&at, "color", rope.color);
            self.anchors(&at, rope);
        }
    }

    fn anchors(&mut self, at: &Place, rope: &Rope) {
        let mut held: HashMap<u32, usize> = HashMap::new();
        for (i, anchor) in rope.anchors.iter().enumerate() {
            let here = at.inner(&format!("anchors[{i}]"));
            let (id, particle) = (&rope.id, anchor.particle);
            if particle > rope.segments {
                let message = format!("An anchor of \"{id}\" holds particle {particle}, which the rope does not have.");
                self.error(&here, "particle", message, format!("Particles are 0 to {}.", rope.segments));
            }
            let first = *held.entry(particle).or_insert(i);
            if first != i {
                let message = format!("Two anchors of \"{id}\" hold particle {particle}: anchors[{first}] does too.");
                self.error(&here, "particle", message, "Remove one of the two.");
            }
            self.anchor_target(&here, rope, &anchor.to);
        }
    }

    fn anchor_target(&mut self, at: &Place, rope: &Rope, to: &AnchorTarget) {
        let (id, wanted) = match to {
            AnchorTarget::World { at: point } => return self.point(at, "to.at", *point),
            AnchorTarget::Node { id, at: point } => {
                self.point(at, "to.at", *point);
                (id, "a node")
            }
            AnchorTarget::Deformer { id, .. } => (id, "a deformer"),
        };
        match (self.find(id), to) {
            (Some(Found::Deformer(i)), AnchorTarget::Deformer { on, .. }) => {
                self.surface_point(at, id, *on, self.scene.deformers[i].body);
            }
            (Some(Found::Node(_)), AnchorTarget::Node { .. }) => {}
            (Some(found), _) => {
                let message = format!("An anchor of \"{}\" holds to \"{id}\", {}.", rope.id, found.sort());
                self.error(at, "to.id", message, format!("Name {wanted}, or anchor it to another sort of thing."));
            }
            (None, _) => {
                let message = format!("An anchor of \"{}\" holds to \"{id}\", which is not in the scene.", rope.id);
                self.error(at, "to.id", message, format!("Name {wanted}, or remove the anchor."));
            }
        }
    }

    fn surface_point(&mut self, at: &Place, deformer: &str, on: SurfacePoint, body: Body) {
        match on {
            SurfacePoint::Vertex(vertex) => {
                let count = body.vertex_count();
                if u64::from(vertex) >= count {
                    let message = format!("\"{deformer}\" has no vertex {vertex}.");
                    self.error(at, "to.on", message, format!("Its vertices are 0 to {}.", count.saturating_sub(1)));
                }
            }
            SurfacePoint::Triangle { index, weights } => {
                let count = body.triangle_count();
                if u64::from(index) >= count {
                    let message = format!("\"{deformer}\" has no triangle {index}.");
                    self.error(at, "to.on.index", message, format!("It has {count} triangles, counted from 0."));
                }
                let sum = weights.element_sum();
                let is_point = weights.is_finite()
                    && (sum - 1.0).abs() <= limits::WEIGHT_TOLERANCE
                    && weights.min_element() >= -limits::WEIGHT_TOLERANCE;
                if !is_point {
                    let [a, b, c] = weights.to_array();
                    let [a, b, c, sum] = [a, b, c, sum].map(number);
                    let message =
                        format!("The weights ({a}, {b}, {c}) are no point of a triangle: their sum is {sum}.");
                    self.error(at, "to.on.weights", message, "Use three weights of 0 or more whose sum is 1.");
                }
            }
        }
    }
}
