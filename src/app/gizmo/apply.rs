//! From a delta of the world to an edit of the scene.

use super::{Delta, Frame};
use crate::math::{Affine, Transform};
use crate::scene::{Anchor, AnchorTarget, Deformer, Edit, Node, Object, Rope, Scene};
use glam::{DMat3, DVec3};

/// Where the gizmo of these objects stands: the origin of a single object, the mean of several. `local` takes the axes
/// of the last one. None if none of them exists.
#[must_use]
pub fn frame_of(scene: &Scene, ids: &[String], local: bool) -> Option<Frame> {
    let origins: Vec<Affine> = ids.iter().filter_map(|id| world_of(scene, id)).collect();
    let active = origins.last()?;
    let pivot = origins.iter().map(|t| t.at).sum::<DVec3>() / origins.len() as f64;
    let axes = if local { active.turn() } else { DMat3::IDENTITY };
    pivot.is_finite().then_some(Frame { pivot, axes })
}

/// World transform of an object; a rope's is the middle of its anchors in the world, or where it starts.
fn world_of(scene: &Scene, id: &str) -> Option<Affine> {
    if let Some(d) = scene.deformer(id) {
        return Some(Transform::new(d.at, d.turn, d.scale).into());
    }
    if let Some(rope) = scene.rope(id) {
        let points: Vec<DVec3> = rope.anchors.iter().filter_map(world_anchor).collect();
        let at = if points.is_empty() { rope.at } else { points.iter().sum::<DVec3>() / points.len() as f64 };
        return Some(Affine { at, ..Affine::IDENTITY });
    }
    scene.world_from_node(id)
}

fn world_anchor(anchor: &Anchor) -> Option<DVec3> {
    match anchor.to {
        AnchorTarget::World { at } => Some(at),
        _ => None,
    }
}

/// The ids without those whose ancestor is among them too: moving a parent moves them already.
#[must_use]
pub fn top_level<'a>(scene: &Scene, ids: &'a [String]) -> Vec<&'a str> {
    let has_selected_ancestor = |id: &str| {
        let mut parent = scene.node(id).and_then(|n| n.parent.as_deref());
        // As many steps as there are nodes: a cycle ends too.
        for _ in 0..scene.nodes.len() {
            let Some(p) = parent else { return false };
            if ids.iter().any(|i| i == p) {
                return true;
            }
            parent = scene.node(p).and_then(|n| n.parent.as_deref());
        }
        false
    };
    ids.iter().map(String::as_str).filter(|id| !has_selected_ancestor(id)).collect()
}

/// The edit that moves, turns or scales objects of a scene in the world, about `pivot`. `scene` is the one from the
/// start of the drag. None if nothing can be changed.
#[must_use]
pub fn apply_delta(scene: &Scene, ids: &[String], delta: &Delta, pivot: DVec3) -> Option<Edit> {
    let change = Change { delta, pivot };
    let edits: Vec<Edit> = top_level(scene, ids)
        .into_iter()
        .filter_map(|id| change.object(scene, id))
        .map(|object| Edit::Replace { object })
        .collect();
    (!edits.is_empty()).then_some(Edit::Batch(edits))
}

/// The fields that place a node in its parent, or a deformer in the world.
#[derive(Clone, Copy)]
struct Placement {
    at: DVec3,
    turn: DVec3,
    scale: DVec3,
}

/// A delta and what it turns and scales about.
struct Change<'a> {
    delta: &'a Delta,
    pivot: DVec3,
}

impl Change<'_> {
    fn object(&self, scene: &Scene, id: &str) -> Option<Object> {
        if let Some(node) = scene.node(id) {
            let parent = match &node.parent {
                None => Affine::IDENTITY,
                Some(parent) => scene.world_from_node(parent)?,
            };
            return self.node(node, &parent, &scene.world_from_node(id)?).map(Object::Node);
        }
        if let Some(deformer) = scene.deformer(id) {
            return self.deformer(deformer).map(Object::Deformer);
        }
        scene.rope(id).and_then(|rope| self.rope(rope)).map(Object::Rope)
    }

    fn node(&self, node: &Node, world_from_parent: &Affine, world_from_node: &Affine) -> Option<Node> {
        let present = Placement { at: node.at, turn: node.turn, scale: node.scale };
        let Placement { at, turn, scale } = self.place(present, world_from_parent, world_from_node)?;
        Some(Node { at, turn, scale, ..node.clone() })
    }

    fn deformer(&self, deformer: &Deformer) -> Option<Deformer> {
        let present = Placement { at: deformer.at, turn: deformer.turn, scale: DVec3::splat(deformer.scale) };
        let world = Transform::new(deformer.at, deformer.turn, deformer.scale).into();
        let Placement { at, turn, scale } = self.place(present, &Affine::IDENTITY, &world)?;
        Some(Deformer { at, turn, scale: scale.x, ..deformer.clone() })
    }

    /// A rope has no transform: its points are changed, and its length.
    fn rope(&self, rope: &Rope) -> Option<Rope> {
        let mut rope = rope.clone();
        rope.at += self.way(rope.at);
        for anchor in &mut rope.anchors {
            if let AnchorTarget::World { at } = &mut anchor.to {
                *at += self.way(*at);
            }
        }
        match self.delta {
            Delta::Move(_) => {}
            Delta::Turn { axis, degrees } => rope.lay = rotation(*axis, *degrees) * rope.lay,
            Delta::Scale(factor) => rope.length *= factor,
        }
        let world = rope.anchors.iter().filter_map(world_anchor);
        world.chain([rope.at, rope.lay]).all(|p| p.is_finite()).then_some(rope)
    }

    /// How a world point is displaced. Exactly zero for the pivot itself when turning and scaling.
    fn way(&self, point: DVec3) -> DVec3 {
        let arm = point - self.pivot;
        match self.delta {
            Delta::Move(by) => *by,
            Delta::Turn { axis, degrees } => rotation(*axis, *degrees) * arm - arm,
            Delta::Scale(factor) => arm * (factor - 1.0),
        }
    }

    /// The new placement; what the delta leaves alone keeps its bits. None for results that are not finite.
    fn place(&self, present: Placement, world_from_parent: &Affine, world: &Affine) -> Option<Placement> {
        let Placement { mut at, mut turn, mut scale } = present;
        let way = self.way(world.at);
        if way != DVec3::ZERO {
            at += world_from_parent.inverse_vector(way);
        }
        match self.delta {
            Delta::Turn { axis, degrees } if *degrees != 0.0 => {
                let linear = rotation(*axis, *degrees) * world.linear;
                let local = world_from_parent.inverse().then_child(&Affine { linear, at: DVec3::ZERO });
                turn = turn_to_degrees(local.turn(), turn);
            }
            Delta::Scale(factor) => scale *= factor,
            _ => {}
        }
        let is_finite = at.is_finite() && turn.is_finite() && scale.is_finite();
        (is_finite && scale.min_element() > 0.0).then_some(Placement { at, turn, scale })
    }
}

/// Rotation by degrees about a unit axis. About a world axis it has the bits of a node's `turn`, exact at quarters.
fn rotation(axis: DVec3, degrees: f64) -> DMat3 {
    let along = |unit: DVec3| axis == unit || axis == -unit;
    if along(DVec3::X) || along(DVec3::Y) || along(DVec3::Z) {
        return Transform::new(DVec3::ZERO, axis * degrees, 1.0).turn;
    }
    DMat3::from_axis_angle(axis.normalize_or(DVec3::Y), degrees.to_radians())
}

/// Degrees about x, then y, then z that give a rotation: of all such triples the one nearest to `present`, so that
/// numbers do not jump while a ring is dragged.
pub(super) fn turn_to_degrees(turn: DMat3, present: DVec3) -> DVec3 {
    let (x, y, z) = (turn.x_axis, turn.y_axis, turn.z_axis);
    // Rz·Ry·Rx: the first column is (cos z cos y, sin z cos y, -sin y), the last row (-sin y, cos y sin x, cos y cos x).
    let flat = x.x.hypot(x.y);
    let pitch = (-x.z).atan2(flat);
    // Straight up or down only a sum of x and z is given: x keeps its value.
    let roll = if flat > 1e-13 { y.z.atan2(z.z) } else { present.x.to_radians() };
    // Rz·y, with x taken out; right even where x is made of rounding errors.
    let turned_y = y * roll.cos() - z * roll.sin();
    let solution = DVec3::new(roll, pitch, (-turned_y.x).atan2(turned_y.y));
    let first = solution * (180.0 / std::f64::consts::PI);
    let second = DVec3::new(first.x + 180.0, 180.0 - first.y, first.z + 180.0);
    let near = |s: DVec3| s - ((s - present) / 360.0).round() * 360.0;
    let (a, b) = (near(first), near(second));
    let best = if (b - present).length_squared() < (a - present).length_squared() { b } else { a };
    DVec3::from_array(best.to_array().map(tidy))
}

/// Whole degrees within rounding errors become whole: 45 instead of 45.00000000000001.
fn tidy(degrees: f64) -> f64 {
    let whole = degrees.round();
    // Adding 0 makes -0 a 0.
    if (degrees - whole).abs() < 1e-11 { whole + 0.0 } else { degrees }
}
