//! What lies under the pointer: solids, deformers, ropes, along one ray.

use crate::math::Bounds;
use crate::mesh::{Bvh, Mesh};
use crate::pipeline::{Built, Solid};
use crate::scene::Scene;
use crate::sim::{DeformerState, RopeState, World};
use glam::DVec3;
use std::sync::Arc;

/// A thing under the pointer.
#[derive(Clone, Debug, PartialEq)]
pub struct Pick {
    /// What it is.
    pub target: Target,
    /// Where the ray meets it, metres.
    pub point: DVec3,
    /// Unit normal there.
    pub normal: DVec3,
    /// From the start of the ray, metres.
    pub distance: f64,
}

/// What a ray met.
#[derive(Clone, Debug, PartialEq)]
pub enum Target {
    /// The mesh of a solid.
    Solid {
        /// Id of its root node.
        solid: String,
        /// Id of the primitive that decided the surface there; the root's where that is not known.
        node: String,
        /// Index of the triangle.
        triangle: u32,
        /// Index of the triangle's corner that is nearest.
        vertex: u32,
    },
    /// The surface of a deformer.
    Deformer {
        /// Its id.
        id: String,
        /// Index of the triangle.
        triangle: u32,
        /// Index of the triangle's corner that is nearest.
        vertex: u32,
    },
    /// A rope.
    Rope {
        /// Its id.
        id: String,
        /// Index of the particle that is nearest.
        particle: u32,
    },
}

impl Target {
    /// Id of the object that a click selects first.
    #[must_use]
    pub fn id(&self) -> &str {
        match self {
            Self::Solid { node, .. } => node,
            Self::Deformer { id, .. } | Self::Rope { id, .. } => id,
        }
    }
}

/// What there is to pick.
#[derive(Clone, Copy, Debug)]
pub struct Pickable<'a> {
    /// The scene that was built: names the nodes of [`crate::field::Sample::node`] and hides what it hides.
    pub scene: &'a Scene,
    /// Solids.
    pub built: Option<&'a Built>,
    /// Ropes and deformers, at the present tick.
    pub world: Option<&'a World>,
    /// Ids that are not drawn, and so not picked.
    pub hidden: &'a [String],
}

/// A ray and how wide the pointer is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PickRay {
    /// Start, metres.
    pub origin: DVec3,
    /// Any length but zero.
    pub direction: DVec3,
    /// Ropes are met up to this many metres beside their surface, per metre along the ray and at its start: thin ones
    /// can be clicked too. `(per metre, at the start)`; perspective has the first, parallel projection the second.
    pub slack: (f64, f64),
}

/// Keeps the trees of meshes between clicks.
#[derive(Debug, Default)]
pub struct Picker {
    solids: Vec<SolidTree>,
    deformers: Vec<DeformerTree>,
}

/// A tree, and the mesh it is of: while it is held, its address is not used again.
#[derive(Debug)]
struct SolidTree {
    contoured: Arc<crate::contour::Contoured>,
    bvh: Bvh,
}

#[derive(Debug)]
struct DeformerTree {
    id: String,
    triangles: usize,
    /// World positions at the tick of the last fit.
    mesh: Mesh,
    tick: u32,
    bvh: Bvh,
}

impl Picker {
    /// The nearest thing on the ray.
    #[must_use]
    pub fn pick(&mut self, ray: &PickRay, things: &Pickable<'_>) -> Option<Pick> {
        self.pick_all(ray, things).into_iter().next()
    }

    /// The nearest point of each solid, deformer and rope on the ray, the nearest first: for Alt+click.
    #[must_use]
    pub fn pick_all(&mut self, ray: &PickRay, things: &Pickable<'_>) -> Vec<Pick> {
        let Some(direction) = ray.direction.try_normalize().filter(|_| ray.origin.is_finite()) else {
            return Vec::new();
        };
        let ray = PickRay { direction, ..*ray };
        let shown = |id: &str| !things.hidden.iter().any(|h| h == id);
        let mut found: Vec<Pick> = Vec::new();
        if let Some(built) = things.built {
            self.keep_solids(built);
            let solids = built.solids.iter().filter(|s| shown(&s.id));
            found.extend(solids.filter_map(|s| self.solid(s, &ray, things.scene)));
        }
        if let Some(world) = things.world {
            let deformers = world.deformers().iter().filter(|d| shown(&d.id));
            found.extend(deformers.filter_map(|d| self.deformer(d, world.tick(), &ray)));
            found.extend(world.ropes().iter().filter(|r| shown(&r.id)).filter_map(|r| rope(r, &ray)));
        }
        found.sort_by(|a, b| a.distance.total_cmp(&b.distance));
        found
    }

    /// Forgets trees of meshes that are gone.
    fn keep_solids(&mut self, built: &Built) {
        let is_there = |t: &SolidTree| built.solids.iter().any(|s| Arc::ptr_eq(&s.contoured, &t.contoured));
        self.solids.retain(is_there);
    }

    fn solid(&mut self, solid: &Solid, ray: &PickRay, scene: &Scene) -> Option<Pick> {
        let place = self.solids.iter().position(|t| Arc::ptr_eq(&t.contoured, &solid.contoured));
        let place = place.unwrap_or_else(|| {
            let contoured = Arc::clone(&solid.contoured);
            let bvh = Bvh::new(&contoured.mesh);
            self.solids.push(SolidTree { contoured, bvh });
            self.solids.len() - 1
        });
        let mesh = solid.mesh();
        let hit = self.solids[place].bvh.ray(&mesh.positions, &mesh.triangles, ray.origin, ray.direction)?;
        let sample = solid.field.sample(hit.point);
        let node = scene
            .nodes
            .get(sample.node as usize)
            .filter(|n| ancestors(scene, &n.id).last() == Some(&solid.id.as_str()))
            .map_or(&solid.id, |n| &n.id);
        let vertex = nearest_corner(mesh, hit.triangle, hit.weights);
        let target = Target::Solid { solid: solid.id.clone(), node: node.clone(), triangle: hit.triangle, vertex };
        Some(Pick { target, point: hit.point, normal: hit.normal, distance: hit.t })
    }

    fn deformer(&mut self, state: &DeformerState, tick: u32, ray: &PickRay) -> Option<Pick> {
        let tree = self.deformer_tree(state, tick);
        let hit = tree.bvh.ray(&tree.mesh.positions, &tree.mesh.triangles, ray.origin, ray.direction)?;
        let vertex = nearest_corner(&tree.mesh, hit.triangle, hit.weights);
        let target = Target::Deformer { id: state.id.clone(), triangle: hit.triangle, vertex };
        Some(Pick { target, point: hit.point, normal: hit.normal, distance: hit.t })
    }

    /// The tree at the present tick: fitted anew when the state moved, made anew when the body changed.
    fn deformer_tree(&mut self, state: &DeformerState, tick: u32) -> &DeformerTree {
        let triangles = state.rest.triangles.len();
        let known = self.deformers.iter().position(|t| t.id == state.id && t.triangles == triangles);
        let place = known.unwrap_or_else(|| {
            self.deformers.retain(|t| t.id != state.id);
            let mesh = state.world_mesh();
            let bvh = Bvh::new(&mesh);
            self.deformers.push(DeformerTree { id: state.id.clone(), triangles, mesh, tick, bvh });
            self.deformers.len() - 1
        });
        let tree = &mut self.deformers[place];
        // The same tick can have another state after an edit, so positions are compared and not the tick alone.
        let moved = known.is_some() && {
            let mesh = state.world_mesh();
            let differs = tree.tick != tick || tree.mesh.positions != mesh.positions;
            tree.mesh = mesh;
            differs
        };
        if moved {
            tree.tick = tick;
            tree.bvh.refit(&tree.mesh.positions, &tree.mesh.triangles);
        }
        tree
    }
}

fn nearest_corner(mesh: &Mesh, triangle: u32, weights: DVec3) -> u32 {
    mesh.triangles[triangle as usize][weights.max_position()]
}

/// A rope as a chain of capsules.
fn rope(state: &RopeState, ray: &PickRay) -> Option<Pick> {
    let reach = state.radius + ray.slack.1;
    let grown = Bounds::of_points(state.positions.iter().copied());
    if grown.is_empty() {
        return None;
    }
    let segments = state.positions.windows(2).enumerate();
    let nearest = segments
        .filter_map(|(i, w)| {
            let (t, u) = closest(ray, w[0], w[1])?;
            let on_rope = w[0].lerp(w[1], u);
            let gap = (ray.origin + ray.direction * t - on_rope).length();
            let is_hit = gap <= reach + ray.slack.0 * t;
            // The surface lies in front of the middle.
            let depth = (t - (state.radius * state.radius - gap * gap).max(0.0).sqrt()).max(0.0);
            is_hit.then_some((depth, i + usize::from(u > 0.5), on_rope))
        })
        .min_by(|a, b| a.0.total_cmp(&b.0))?;
    let (distance, particle, on_rope) = nearest;
    let point = ray.origin + ray.direction * distance;
    let normal = (point - on_rope).try_normalize().unwrap_or(-ray.direction);
    let target = Target::Rope { id: state.id.clone(), particle: u32::try_from(particle).ok()? };
    Some(Pick { target, point, normal, distance })
}

/// Parameters of the nearest points of a ray (metres) and a segment (0 to 1); none behind the start or for NaN.
fn closest(ray: &PickRay, a: DVec3, b: DVec3) -> Option<(f64, f64)> {
    let (d, e, w) = (ray.direction, b - a, ray.origin - a);
    let (de, ee) = (d.dot(e), e.length_squared());
    let denominator = ee - de * de;
    // Parallel, or of no length: any point of the segment does.
    let u = if denominator > 1e-12 * ee { (w.dot(e) - w.dot(d) * de) / denominator } else { 0.0 };
    let u = u.clamp(0.0, 1.0);
    let t = (a + e * u - ray.origin).dot(d);
    (t >= 0.0 && u.is_finite()).then_some((t, u))
}

/// The id itself, its parent, and so on up to the root.
#[must_use]
pub fn ancestors<'a>(scene: &'a Scene, id: &'a str) -> Vec<&'a str> {
    let mut chain = vec![id];
    // As many steps as there are nodes: a cycle ends too.
    while chain.len() <= scene.nodes.len()
        && let Some(parent) = chain.last().and_then(|id| scene.node(id)).and_then(|n| n.parent.as_deref())
    {
        chain.push(parent);
    }
    chain
}

/// What a click on `id` selects. The first click selects the primitive that made the surface there; each further click
/// goes one level up, and from the root back to the primitive.
#[must_use]
pub fn click_selects<'a>(scene: &'a Scene, id: &'a str, selected: &[String]) -> &'a str {
    let chain = ancestors(scene, id);
    let [present] = selected else { return id };
    let place = chain.iter().position(|c| c == present);
    place.and_then(|p| chain.get(p + 1)).copied().unwrap_or(id)
}

#[cfg(test)]
mod tests;
