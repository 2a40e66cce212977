//! What commands do to a scene, as edits: adding, grouping, duplicating, pasting. Pure functions.

use super::pick::ancestors;
use crate::math::Affine;
use crate::scene::{Act, AnchorTarget, Deformer, Edit, Expect, Kind, Node, Object, Rope, Scene};
use glam::DVec3;
use std::collections::BTreeMap;

/// An edit and the ids to select after it.
pub(crate) type EditAndSelection = (Edit, Vec<String>);

/// A new node at the end of the list: inside the active operator, beside an active node's siblings, or a root.
pub(crate) fn add_node(scene: &Scene, active: Option<&str>, kind: Kind, target: DVec3) -> EditAndSelection {
    let id = scene.fresh_id(&kind.label().to_lowercase());
    let parent = active
        .and_then(|id| scene.node(id))
        .and_then(|n| if n.kind.is_operator() { Some(n.id.clone()) } else { n.parent.clone() });
    let world_from_parent = parent.as_deref().and_then(|p| scene.world_from_node(p));
    let at = world_from_parent.map_or(target, |t| t.inverse_point(target));
    // What has no end begins at the origin.
    let at =
        if matches!(kind, Kind::Plane | Kind::Slab { .. } | Kind::Terrain { .. }) { DVec3::ZERO } else { rounded(at) };
    let node = Node { parent, at, ..Node::new(id.clone(), kind) };
    (Edit::Insert { index: scene.nodes.len(), object: Object::Node(node) }, vec![id])
}

/// Positions made by the program are multiples of a centimetre: they are read and edited by hand.
fn rounded(p: DVec3) -> DVec3 {
    let rounded = (p * 100.0).round() / 100.0;
    if rounded.is_finite() { rounded } else { DVec3::ZERO }
}

/// Length of a new rope, metres.
const NEW_ROPE: f64 = 1.5;

/// A rope that hangs above `target`.
pub(crate) fn add_rope(scene: &Scene, target: DVec3) -> EditAndSelection {
    let id = scene.fresh_id("rope");
    // As far above as it is long, so that it does not hang through the floor; with sweeps enough to keep its length.
    let at = rounded(target + DVec3::Y * NEW_ROPE);
    let anchors = vec![crate::scene::Anchor { particle: 0, to: AnchorTarget::World { at } }];
    let rope = Rope { at, anchors, iterations: 16, ..Rope::new(id.clone(), 20, NEW_ROPE) };
    (Edit::Insert { index: scene.ropes.len(), object: Object::Rope(rope) }, vec![id])
}

/// A soft body at `target`.
pub(crate) fn add_deformer(scene: &Scene, target: DVec3) -> EditAndSelection {
    let id = scene.fresh_id("ball");
    let body = crate::scene::Body::CubeSphere { grid: 16, radius: 0.4 };
    let deformer = Deformer { at: rounded(target), body, ..Deformer::new(id.clone()) };
    (Edit::Insert { index: scene.deformers.len(), object: Object::Deformer(deformer) }, vec![id])
}

/// A new operator: inside the active one if it is an operator, else round the selected shapes, else an empty root.
pub(crate) fn add_operator(scene: &Scene, ids: &[String], kind: Kind, target: DVec3) -> EditAndSelection {
    let active = ids.last().map(String::as_str);
    let is_inside = active.and_then(|id| scene.node(id)).is_some_and(|n| n.kind.is_operator());
    let wrapped = if is_inside { None } else { wrap(scene, ids, kind.clone()) };
    wrapped.unwrap_or_else(|| add_node(scene, active, kind, target))
}

/// An operator in the place of the first of these nodes, with all of them as children, which stay where they are in the
/// world. None if there is no node.
pub(crate) fn wrap(scene: &Scene, ids: &[String], kind: Kind) -> Option<EditAndSelection> {
    let nodes: Vec<&str> =
        super::gizmo::top_level(scene, ids).into_iter().filter(|id| scene.node(id).is_some()).collect();
    let first = scene.nodes.iter().position(|n| nodes.contains(&n.id.as_str()))?;
    let parent = scene.nodes[first].parent.clone();
    // The operator lies at its parent's origin.
    let world_from_operator =
        parent.as_deref().map_or(Some(Affine::IDENTITY), |p| scene.world_from_node(p)).unwrap_or(Affine::IDENTITY);
    let id = scene.fresh_id(&kind.label().to_lowercase());
    let operator = Node { parent, color: scene.nodes[first].color, ..Node::new(id.clone(), kind) };
    let mut edits = vec![Edit::Insert { index: first, object: Object::Node(operator) }];
    for member in scene.nodes.iter().filter(|n| nodes.contains(&n.id.as_str())) {
        edits.push(Edit::Move { id: member.id.clone(), parent: Some(id.clone()), index: usize::MAX });
        if let Some(placed) = super::gizmo::placed_in(scene, &member.id, &world_from_operator) {
            let object = Object::Node(Node { parent: Some(id.clone()), ..placed });
            edits.push(Edit::Replace { object });
        }
    }
    Some((Edit::Batch(edits), vec![id]))
}

/// The objects and everything below them, as a scene of its own: what the clipboard carries.
pub(crate) fn fragment(scene: &Scene, ids: &[String]) -> Scene {
    let is_in = |id: &str| ids.iter().any(|i| i == id);
    let below = |node: &Node| ancestors(scene, &node.id).iter().any(|a| is_in(a));
    let mut nodes: Vec<Node> = scene.nodes.iter().filter(|n| below(n)).cloned().collect();
    let kept: Vec<String> = nodes.iter().map(|n| n.id.clone()).collect();
    for node in &mut nodes {
        node.parent = node.parent.take().filter(|p| kept.contains(p));
    }
    Scene {
        nodes,
        deformers: scene.deformers.iter().filter(|d| is_in(&d.id)).cloned().collect(),
        ropes: scene.ropes.iter().filter(|r| is_in(&r.id)).cloned().collect(),
        ..Scene::default()
    }
}

/// Puts a fragment into a scene, under fresh names; what it names inside of itself follows. Roots of the fragment become
/// children of `parent`.
pub(crate) fn insert_fragment(scene: &Scene, fragment: &Scene, parent: Option<&str>) -> EditAndSelection {
    let names = fresh_names(scene, fragment);
    let renamed = |id: &str| names.get(id).cloned().unwrap_or_else(|| id.to_owned());
    let mut edits = Vec::new();
    let mut selection = Vec::new();
    for (i, node) in fragment.nodes.iter().enumerate() {
        let is_root = node.parent.is_none();
        let parent = node.parent.as_deref().map(renamed).or_else(|| parent.map(str::to_owned));
        let copy = Node { id: renamed(&node.id), parent, ..node.clone() };
        if is_root {
            selection.push(copy.id.clone());
        }
        edits.push(Edit::Insert { index: scene.nodes.len() + i, object: Object::Node(copy) });
    }
    for deformer in &fragment.deformers {
        let copy = Deformer { id: renamed(&deformer.id), ..deformer.clone() };
        selection.push(copy.id.clone());
        edits.push(Edit::Insert { index: usize::MAX, object: Object::Deformer(copy) });
    }
    for rope in &fragment.ropes {
        let mut copy = Rope { id: renamed(&rope.id), ..rope.clone() };
        for anchor in &mut copy.anchors {
            if let AnchorTarget::Node { id, .. } | AnchorTarget::Deformer { id, .. } = &mut anchor.to {
                *id = renamed(id);
            }
        }
        selection.push(copy.id.clone());
        edits.push(Edit::Insert { index: usize::MAX, object: Object::Rope(copy) });
    }
    (Edit::Batch(edits), selection)
}

/// A free name for each object of the fragment.
fn fresh_names(scene: &Scene, fragment: &Scene) -> BTreeMap<String, String> {
    // Names that were given already are taken too; a scratch scene remembers them.
    let mut scratch = scene.clone();
    let mut names = BTreeMap::new();
    let nodes = fragment.nodes.iter().map(|n| &n.id);
    let others = fragment.deformers.iter().map(|d| &d.id).chain(fragment.ropes.iter().map(|r| &r.id));
    for id in nodes.chain(others) {
        let fresh = scratch.fresh_id(base_name(id));
        scratch.nodes.push(Node::new(fresh.clone(), Kind::Group));
        names.insert(id.clone(), fresh);
    }
    names
}

/// "block 2" and "block" give copies of the same series.
fn base_name(id: &str) -> &str {
    match id.rsplit_once(' ') {
        Some((base, number)) if !base.is_empty() && number.parse::<u32>().is_ok() => base,
        _ => id,
    }
}

/// Copies beside the originals. Each root of the selection keeps its parent.
pub(crate) fn duplicate(scene: &Scene, ids: &[String]) -> EditAndSelection {
    let mut all = (Vec::new(), Vec::new());
    let mut scratch = scene.clone();
    for id in super::gizmo::top_level(scene, ids) {
        let parent = scene.node(id).and_then(|n| n.parent.as_deref());
        let (edit, selection) = insert_fragment(&scratch, &fragment(scene, &[id.to_owned()]), parent);
        // Fresh names must be fresh against the copies before, too.
        if scratch.apply(&edit).is_ok() {
            all.0.push(edit);
            all.1.extend(selection);
        }
    }
    (Edit::Batch(all.0), all.1)
}

/// All ids of a scene in the order of the outliner.
pub(crate) fn all_ids(scene: &Scene) -> Vec<String> {
    let nodes = scene.nodes.iter().map(|n| n.id.clone());
    nodes.chain(scene.ropes.iter().map(|r| r.id.clone())).chain(scene.deformers.iter().map(|d| d.id.clone())).collect()
}

/// Counts what else names an object, for a message before it is deleted.
pub(crate) fn references(scene: &Scene, id: &str) -> usize {
    let anchors = scene.ropes.iter().flat_map(|r| &r.anchors).filter(|a| match &a.to {
        AnchorTarget::Node { id: to, .. } | AnchorTarget::Deformer { id: to, .. } => to == id,
        AnchorTarget::World { .. } => false,
    });
    let moves = scene.inputs.iter().filter(|i| matches!(&i.act, Act::MoveAnchor { rope, .. } if rope == id));
    let claims = scene.expect.iter().filter(|e| matches!(e, Expect::Stretch { rope, .. } if rope == id));
    anchors.count() + moves.count() + claims.count()
}
