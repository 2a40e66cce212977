//! Other parents for nodes, without moving them in the world.

use super::apply::turn_to_degrees;
use crate::math::Affine;
use crate::scene::{Edit, Node, Object, Scene};
use glam::DVec3;

/// The edit that gives a node another parent and another place among the nodes; it stays where it is in the world.
#[must_use]
pub fn reparent_edit(scene: &Scene, id: &str, parent: Option<&str>, index: usize) -> Edit {
    let step = Edit::Move { id: id.to_owned(), parent: parent.map(str::to_owned), index };
    let present = scene.node(id).and_then(|n| n.parent.as_deref());
    if present == parent {
        return step;
    }
    let world_from_parent = parent.map_or(Some(Affine::IDENTITY), |p| scene.world_from_node(p));
    match world_from_parent.and_then(|t| placed_in(scene, id, &t)) {
        Some(node) => {
            let object = Object::Node(Node { parent: parent.map(str::to_owned), ..node });
            Edit::Batch(vec![step, Edit::Replace { object }])
        }
        None => step,
    }
}

/// The node with the numbers that leave it where it is, in a parent that lies there in the world; what a
/// parent with different scales shears is only matched as well as a turn and a scale can. None if its numbers
/// would do as they are, or if there are none that are finite.
#[must_use]
pub fn placed_in(scene: &Scene, id: &str, world_from_parent: &Affine) -> Option<Node> {
    let node = scene.node(id)?;
    let present = node.parent.as_deref().map_or(Some(Affine::IDENTITY), |p| scene.world_from_node(p));
    if present.is_some_and(|t| t == *world_from_parent) {
        return None;
    }
    let world = scene.world_from_node(id)?;
    let local = world_from_parent.inverse().then_child(&world);
    let at = tidy(local.at);
    let turn = turn_to_degrees(local.turn(), node.turn);
    let scale = evened(tidy(local.scale()));
    let is_usable = at.is_finite() && turn.is_finite() && scale.is_finite() && scale.min_element() > 0.0;
    is_usable.then(|| Node { at, turn, scale, ..node.clone() })
}

/// Scales that differ by no more than rounding become equal.
fn evened(scale: DVec3) -> DVec3 {
    let even = DVec3::splat(scale.x);
    if (scale - even).abs().max_element() <= 1e-14 * scale.x { even } else { scale }
}

/// Numbers within rounding errors of a short decimal become it: 0.3 instead of 0.30000000000000004.
fn tidy(v: DVec3) -> DVec3 {
    let tidy = |x: f64| {
        let short = (x * 1e9).round() / 1e9;
        // Adding 0 makes -0 a 0.
        if (x - short).abs() <= 1e-14 * x.abs().max(1.0) { short + 0.0 } else { x }
    };
    DVec3::from_array(v.to_array().map(tidy))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::Kind;

    fn scene() -> Scene {
        let group = |id: &str, at: DVec3, turn: DVec3, scale: f64| Node {
            at,
            turn,
            scale: DVec3::splat(scale),
            ..Node::new(id, Kind::Group)
        };
        let mut child = Node::new("child", Kind::Sphere { radius: 0.1 });
        child.at = DVec3::new(0.1, 0.2, 0.3);
        child.turn = DVec3::new(20.0, -30.0, 50.0);
        child.parent = Some("a".into());
        let nodes = vec![
            group("a", DVec3::new(1.0, 2.0, 3.0), DVec3::new(10.0, 20.0, 30.0), 2.0),
            group("b", DVec3::new(-0.3, 0.7, 0.0), DVec3::new(0.0, 90.0, 0.0), 0.5),
            group("plain", DVec3::ZERO, DVec3::ZERO, 1.0),
            child,
        ];
        Scene { nodes, ..Scene::default() }
    }

    #[track_caller]
    fn assert_stays(scene: &mut Scene, id: &str, parent: Option<&str>) {
        let before = scene.world_from_node(id).expect("it is there");
        let edit = reparent_edit(scene, id, parent, usize::MAX);
        scene.apply(&edit).expect("it can be moved");
        assert_eq!(scene.node(id).and_then(|n| n.parent.as_deref()), parent);
        let after = scene.world_from_node(id).expect("it is there");
        for local in [DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z] {
            let (was, is) = (before.point(local), after.point(local));
            assert!((was - is).length() < 1e-12, "{was} became {is}");
        }
    }

    #[test]
    fn other_parents_leave_it_where_it_is() {
        let mut scene = scene();
        for parent in [Some("b"), None, Some("plain"), Some("a"), Some("b"), Some("a")] {
            assert_stays(&mut scene, "child", parent);
        }
        let child = scene.node("child").expect("it is there");
        assert!((child.at - DVec3::new(0.1, 0.2, 0.3)).length() < 1e-12 && (child.scale - 1.0).length() < 1e-12);
        assert_stays(&mut scene, "b", Some("a"));
    }

    #[test]
    fn equal_parents_keep_every_bit() {
        let mut scene = scene();
        assert_stays(&mut scene, "child", None);
        let before = scene.node("child").cloned().expect("it is there");
        // From the world into a group that lies at its origin.
        let edit = reparent_edit(&scene, "child", Some("plain"), 0);
        assert!(matches!(edit, Edit::Move { .. }));
        scene.apply(&edit).expect("it can be moved");
        assert_eq!(scene.node("child"), Some(&Node { parent: Some("plain".into()), ..before }));
    }

    #[test]
    fn broken_parents_are_moved_plainly() {
        let mut scene = scene();
        scene.nodes[3].parent = Some("gone".into());
        assert!(matches!(reparent_edit(&scene, "child", Some("a"), 0), Edit::Move { .. }));
        scene.nodes[1].scale = DVec3::ZERO;
        assert!(matches!(reparent_edit(&scene, "a", Some("b"), 0), Edit::Move { .. }));
    }
}
