//! A small scene that shows what a kind of node is.

use crate::scene::{Blend, Domain, Kind, Node, Scene};
use glam::DVec3;

/// Colour of what is shown, and of its second operand.
const COLORS: [DVec3; 2] = [DVec3::new(0.42, 0.6, 0.85), DVec3::new(0.9, 0.62, 0.35)];

/// The kind itself, or with something in it that shows what it does.
pub(super) fn of_kind(kind: &Kind) -> Scene {
    let mut scene = Scene::default();
    scene.nodes.push(Node { color: COLORS[0], ..Node::new("it", blended(kind)) });
    if kind.is_operator() {
        scene.nodes.extend(operands(kind));
    }
    let half = DVec3::new(0.8, 0.8, 0.8);
    scene.contour.domain = Domain::Box { min: -half, max: half };
    if kind.is_operator() || matches!(kind, Kind::Sphere { .. }) {
        scene.contour.domain = Domain::Auto;
    }
    scene.view.target = DVec3::ZERO;
    scene.view.eye = DVec3::new(2.0, 1.6, 3.0);
    scene
}

/// Blends are shown as a blend, so that they can be told from a hard union.
fn blended(kind: &Kind) -> Kind {
    if matches!(kind, Kind::Xor { .. }) || kind.blend() != Some(Blend::Hard) {
        return kind.clone();
    }
    let soft = kind.with_choice("blend", "Smooth").and_then(|k| k.with_param("blend.radius", 0.15));
    soft.unwrap_or_else(|| kind.clone())
}

fn operands(kind: &Kind) -> Vec<Node> {
    let child = |id: &str, kind: Kind, at: DVec3, color: DVec3| Node {
        parent: Some("it".into()),
        at,
        color,
        ..Node::new(id, kind)
    };
    let cube = |half: DVec3, round: f64| Kind::Box { half, round };
    let ball = |radius: f64| Kind::Sphere { radius };
    let one = |kind: Kind, at: DVec3| vec![child("a", kind, at, COLORS[0])];
    match kind {
        Kind::Union { .. } | Kind::Subtract { .. } | Kind::Intersect { .. } | Kind::Xor { .. } | Kind::Group => vec![
            child("a", cube(DVec3::splat(0.45), 0.0), DVec3::ZERO, COLORS[0]),
            child("b", ball(0.45), DVec3::new(0.35, 0.35, 0.35), COLORS[1]),
        ],
        Kind::Mirror { .. } => one(Kind::Cone { radius: 0.3, half_height: 0.45 }, DVec3::new(0.4, 0.0, 0.0)),
        Kind::Repeat { .. } => one(ball(0.18), DVec3::ZERO),
        Kind::PolarRepeat { .. } => one(cube(DVec3::new(0.25, 0.12, 0.08), 0.0), DVec3::new(0.45, 0.0, 0.0)),
        Kind::Elongate { .. } => one(Kind::Torus { major: 0.35, minor: 0.14 }, DVec3::ZERO),
        Kind::Twist { .. } => one(cube(DVec3::new(0.3, 0.7, 0.15), 0.0), DVec3::ZERO),
        Kind::Bend { .. } => one(cube(DVec3::new(0.8, 0.12, 0.2), 0.0), DVec3::ZERO),
        Kind::Displace { .. } | Kind::Noise { .. } => one(ball(0.5), DVec3::ZERO),
        Kind::Onion { .. } | Kind::Shell { .. } => one(cube(DVec3::splat(0.45), 0.0), DVec3::ZERO),
        _ => one(cube(DVec3::new(0.4, 0.5, 0.3), 0.0), DVec3::ZERO),
    }
}
