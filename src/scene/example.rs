//! A small scene that shows what a kind of node does: `scenes/nodes/` holds them as files.

use super::{Blend, Category, Domain, Expect, Kind, Node, Scene, View};
use glam::DVec3;

/// Colour of what an operator works on, and of shapes alone.
const STEEL: DVec3 = DVec3::new(0.42, 0.58, 0.74);
/// Colour of a second operand.
const AMBER: DVec3 = DVec3::new(0.88, 0.6, 0.32);

/// How far most examples reach from the origin, metres.
const REACH: f64 = 0.8;
/// Where the eye is for an example of that reach, metres.
const EYE: DVec3 = DVec3::new(2.0, 1.6, 2.6);
/// Cells from the middle of an example to its side.
const CELLS: f64 = 24.0;

impl Kind {
    /// Name of its example's file in `scenes/nodes/`, without the ending: `box_frame`.
    #[must_use]
    pub fn file_name(&self) -> String {
        self.label().to_lowercase().replace(' ', "_")
    }

    /// A small scene that shows what this kind does: a primitive alone, an operator with children. It has no issues.
    /// What stands in it does not depend on the values of `self`.
    #[must_use]
    pub fn example(&self) -> Scene {
        let show = Show::of(self);
        let mut scene = Scene { nodes: show.nodes, expect: vec![Expect::Closed], ..Scene::default() };
        scene.contour.cell = rounded(show.reach / CELLS, 1e3);
        if let Some([min, max]) = show.domain {
            scene.contour.domain = Domain::Box { min, max };
        }
        let eye = (EYE * (show.reach / REACH)).to_array().map(|x| rounded(x, 1e2));
        scene.view = View { eye: eye.into(), target: DVec3::ZERO, ..View::default() };
        scene
    }
}

fn rounded(value: f64, parts: f64) -> f64 {
    (value * parts).round() / parts
}

/// What an example consists of.
struct Show {
    nodes: Vec<Node>,
    reach: f64,
    domain: Option<[DVec3; 2]>,
}

impl Show {
    fn of(kind: &Kind) -> Self {
        match kind.category() {
            Category::Solids | Category::Implicit => Self::shape(kind.name()),
            Category::Combine => Self::combined(kind.name()),
            Category::Deform => Self::deformed(kind.name()),
            Category::Shell => Self::shelled(kind.name()),
        }
    }

    fn new(nodes: Vec<Node>, reach: f64) -> Self {
        Self { nodes, reach, domain: None }
    }

    /// A shape alone, with a new node's values. What has no end is cut by a domain.
    fn shape(name: &str) -> Self {
        let mut node = told(new(name), STEEL);
        let cube = |half: f64| Some([DVec3::splat(-half), DVec3::splat(half)]);
        let (reach, domain) = match name {
            "Plane" | "Slab" => {
                node.turn = DVec3::new(0.0, 0.0, 20.0);
                (0.9, Some([DVec3::new(-0.8, -0.6, -0.8), DVec3::new(0.8, 0.7, 0.8)]))
            }
            "Gyroid" | "SchwarzP" | "SchwarzD" => (1.1, cube(0.8)),
            "Terrain" => (1.6, Some([DVec3::new(-1.5, -0.5, -1.5), DVec3::new(1.5, 0.8, 1.5)])),
            _ => (REACH, None),
        };
        Self { domain, ..Self::new(vec![node], reach) }
    }

    /// Two shapes of two colours.
    fn combined(name: &str) -> Self {
        let (kind, ball_at) = match name {
            "Union" => (Kind::Union { blend: Blend::Smooth { radius: 0.2 } }, DVec3::new(0.35, 0.4, 0.2)),
            "Subtract" => (Kind::Subtract { blend: Blend::Round { radius: 0.06 } }, DVec3::new(0.4, 0.4, 0.4)),
            "Intersect" => (Kind::Intersect { blend: Blend::Chamfer { radius: 0.05 } }, DVec3::new(0.15, 0.15, 0.1)),
            _ => (new(name), DVec3::new(0.35, 0.4, 0.2)),
        };
        let mut top = told(kind, STEEL);
        if matches!(top.kind, Kind::Group) {
            top.turn = DVec3::new(0.0, 30.0, 15.0);
            top.scale = DVec3::new(1.0, 1.3, 0.8);
        }
        let block = child(&top, "block", boxed(0.45, 0.35, 0.4), STEEL);
        let ball = Node { at: ball_at, ..child(&top, "ball", Kind::Sphere { radius: 0.4 }, AMBER) };
        Self::new(vec![top, block, ball], REACH)
    }

    /// Shapes in a space that is copied, bent or shaken.
    fn deformed(name: &str) -> Self {
        let top = told(new(name), STEEL);
        let at = |x: f64, y: f64, z: f64| DVec3::new(x, y, z);
        let part = |id: &str, kind: Kind| child(&top, id, kind, STEEL);
        let (children, reach) = match name {
            "Mirror" => (
                vec![
                    Node {
                        at: at(0.25, 0.0, 0.0),
                        ..part("body", Kind::Box { half: at(0.35, 0.18, 0.28), round: 0.15 })
                    },
                    Node {
                        at: at(0.65, 0.25, 0.0),
                        turn: at(0.0, 0.0, -50.0),
                        color: AMBER,
                        ..part("wing", Kind::Capsule { radius: 0.08, half_height: 0.3 })
                    },
                ],
                1.0,
            ),
            "Repeat" => (vec![part("block", Kind::Box { half: DVec3::splat(0.16), round: 0.04 })], 0.9),
            "PolarRepeat" => (
                vec![
                    part("hub", Kind::Cylinder { radius: 0.3, half_height: 0.15 }),
                    Node { at: at(0.5, 0.0, 0.0), color: AMBER, ..part("spoke", boxed(0.3, 0.08, 0.08)) },
                ],
                0.9,
            ),
            "Elongate" => (vec![part("ring", Kind::Torus { major: 0.35, minor: 0.12 })], 0.9),
            "Bend" => (vec![part("bar", boxed(0.8, 0.12, 0.2))], 0.9),
            "Shear" => (vec![part("pillar", Kind::Cylinder { radius: 0.35, half_height: 0.5 })], REACH),
            "Displace" | "Noise" => (vec![part("ball", Kind::Sphere { radius: 0.55 })], REACH),
            "Taper" => (vec![part("block", boxed(0.4, 0.5, 0.4))], REACH),
            _ => (vec![part("bar", boxed(0.25, 0.7, 0.25))], REACH),
        };
        Self::new(std::iter::once(top).chain(children).collect(), reach)
    }

    /// A shape with its surface moved; hollow ones are cut open, so that one sees inside.
    fn shelled(name: &str) -> Self {
        let mut top = told(new(name), STEEL);
        if matches!(top.kind, Kind::Offset { .. } | Kind::Round { .. }) {
            let block = child(&top, "block", boxed(0.5, 0.3, 0.4), STEEL);
            return Self::new(vec![top, block], REACH);
        }
        let cut = Node { color: STEEL, ..Node::new("opened", Kind::Subtract { blend: Blend::Hard }) };
        top.parent = Some(cut.id.clone());
        let ball = child(&top, "ball", Kind::Sphere { radius: 0.6 }, STEEL);
        let corner = child(&cut, "corner", boxed(0.5, 0.5, 0.5), AMBER);
        let corner = Node { at: DVec3::splat(0.5), ..corner };
        Self::new(vec![cut, top, ball, corner], REACH)
    }
}

/// The kind of this name with the values of a new node.
fn new(name: &str) -> Kind {
    Kind::named(name).unwrap_or(Kind::Group)
}

fn boxed(x: f64, y: f64, z: f64) -> Kind {
    Kind::Box { half: DVec3::new(x, y, z), round: 0.0 }
}

/// The node that the example is about; its note says what it does.
fn told(kind: Kind, color: DVec3) -> Node {
    let note = format!("{}.", kind.description());
    Node { color, note, ..Node::new(kind.label().to_lowercase(), kind) }
}

fn child(parent: &Node, id: &str, kind: Kind, color: DVec3) -> Node {
    Node { parent: Some(parent.id.clone()), color, ..Node::new(id, kind) }
}
