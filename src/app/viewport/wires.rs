//! The shapes of nodes as lines over the picture. Only roots have meshes of their own: what a primitive below one is,
//! where a blend or a subtraction has eaten it, shows in its edges.

mod outline;

use crate::scene::{Kind, Scene};
use glam::{DVec2, DVec3};
use std::f64::consts::TAU;
use std::sync::Arc;

/// Points of a whole circle.
const CIRCLE: u32 = 48;
/// Half size of the square that stands for a plane, metres.
const PLANE_HALF: f64 = 1.0;
/// More primitives below one node than this are not drawn: their lines would fill the picture.
const MAX_PRIMITIVES: usize = 64;

/// Lines of a shape in its own coordinates.
type Lines = Arc<Vec<Vec<DVec3>>>;

/// Lines that were found already: those of most kinds take a contouring.
#[derive(Debug, Default)]
pub(super) struct Cache {
    /// The last used at the end.
    known: Vec<(Kind, Lines)>,
}

impl Cache {
    fn of_kind(&mut self, kind: &Kind) -> Lines {
        let entry = match self.known.iter().position(|(known, _)| known == kind) {
            Some(i) => self.known.remove(i),
            None => (kind.clone(), Arc::new(of_kind(kind).unwrap_or_else(|| outline::of_kind(kind)))),
        };
        let lines = Arc::clone(&entry.1);
        self.known.push(entry);
        // As many as are drawn at once, and some more.
        let surplus = self.known.len().saturating_sub(2 * MAX_PRIMITIVES);
        self.known.drain(..surplus);
        lines
    }
}

/// Lines of a node and all below it, in world coordinates; empty if its transform is not known.
pub(super) fn of_node(scene: &Scene, id: &str, cache: &mut Cache) -> Vec<Vec<DVec3>> {
    let below = scene.with_descendants([id]);
    let primitives = scene.nodes.iter().filter(|n| below.contains(n.id.as_str()) && !n.kind.is_operator());
    let mut lines = Vec::new();
    for node in primitives.take(MAX_PRIMITIVES) {
        let Some(world) = scene.world_from_node(&node.id) else { continue };
        let local = cache.of_kind(&node.kind);
        lines.extend(local.iter().map(|line| line.iter().map(|p| world.point(*p)).collect()));
    }
    lines
}

/// Exact lines of the common shapes in their own coordinates: their edges, and the outlines that tell round ones apart.
/// None for kinds whose lines are found from their field.
fn of_kind(kind: &Kind) -> Option<Vec<Vec<DVec3>>> {
    Some(match *kind {
        Kind::Sphere { radius } => {
            vec![circle_xz(radius, 0.0), upright(circle_xy(radius, 0.0)), circle_xy(radius, 0.0)]
        }
        Kind::Box { half, .. } => of_box(half),
        Kind::Cylinder { radius, half_height } => {
            let mut lines = vec![circle_xz(radius, half_height), circle_xz(radius, -half_height)];
            lines.extend(around(radius).map(|p| vec![p.with_y(half_height), p.with_y(-half_height)]));
            lines
        }
        Kind::Capsule { radius, half_height } => {
            let outline = of_capsule(radius, half_height);
            let rims = [half_height, -half_height].map(|y| circle_xz(radius, y));
            rims.into_iter().chain([upright(outline.clone()), outline]).collect()
        }
        Kind::Torus { major, minor } => of_torus(major, minor),
        Kind::Cone { radius, half_height } => {
            let tip = DVec3::new(0.0, half_height, 0.0);
            let mut lines = vec![circle_xz(radius, -half_height)];
            lines.extend(around(radius).map(|p| vec![p.with_y(-half_height), tip]));
            lines
        }
        Kind::Plane => of_plane(),
        Kind::Slab { half_height } => {
            [half_height, -half_height].into_iter().flat_map(|y| square(PLANE_HALF, y)).collect()
        }
        _ => return None,
    })
}

fn of_box(half: DVec3) -> Vec<Vec<DVec3>> {
    let ring = |y: f64| -> Vec<DVec3> {
        let corners = [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0), (-1.0, -1.0)];
        corners.into_iter().map(|(x, z)| half * DVec3::new(x, y, z)).collect()
    };
    let (top, bottom) = (ring(1.0), ring(-1.0));
    let posts: Vec<_> = (0..4).map(|i| vec![top[i], bottom[i]]).collect();
    [top, bottom].into_iter().chain(posts).collect()
}

/// Two half circles in the plane of x and y, joined.
fn of_capsule(radius: f64, half_height: f64) -> Vec<DVec3> {
    let mut points: Vec<DVec3> = Vec::new();
    for i in 0..=CIRCLE {
        let angle = TAU * f64::from(i) / f64::from(CIRCLE);
        let y = if 2 * i <= CIRCLE { half_height } else { -half_height };
        points.push(DVec3::new(radius * angle.cos(), radius * angle.sin() + y, 0.0));
    }
    points.extend(points.first().copied());
    points
}

fn of_torus(major: f64, minor: f64) -> Vec<Vec<DVec3>> {
    let mut lines = vec![circle_xz(major + minor, 0.0), circle_xz((major - minor).max(0.0), 0.0)];
    let tube = circle_xy(minor, 0.0);
    lines.extend(around(1.0).map(|out| tube.iter().map(|p| out * (major + p.x) + DVec3::Y * p.y).collect()));
    lines
}

/// A square with its diagonals, and the way out of the half space.
fn of_plane() -> Vec<Vec<DVec3>> {
    let mut lines = square(PLANE_HALF, 0.0);
    lines.push(vec![DVec3::ZERO, DVec3::Y * 0.5 * PLANE_HALF]);
    lines
}

/// A square at a height, with its diagonals.
fn square(half: f64, y: f64) -> Vec<Vec<DVec3>> {
    let at = |x: f64, z: f64| DVec3::new(x * half, y, z * half);
    let sides = vec![at(-1.0, -1.0), at(1.0, -1.0), at(1.0, 1.0), at(-1.0, 1.0), at(-1.0, -1.0)];
    vec![sides, vec![at(-1.0, -1.0), at(1.0, 1.0)], vec![at(1.0, -1.0), at(-1.0, 1.0)]]
}

fn circle_xz(radius: f64, y: f64) -> Vec<DVec3> {
    circle_xy(radius, 0.0).into_iter().map(|p| DVec3::new(p.x, y, p.y)).collect()
}

fn circle_xy(radius: f64, z: f64) -> Vec<DVec3> {
    let point = |i| DVec2::from_angle(TAU * f64::from(i) / f64::from(CIRCLE)) * radius;
    (0..=CIRCLE).map(|i| point(i).extend(z)).collect()
}

/// Turned from the plane of x and y into that of z and y.
fn upright(line: Vec<DVec3>) -> Vec<DVec3> {
    line.into_iter().map(|p| DVec3::new(0.0, p.y, p.x)).collect()
}

/// Four points round the y axis.
fn around(radius: f64) -> impl Iterator<Item = DVec3> {
    [DVec3::X, DVec3::Z, DVec3::NEG_X, DVec3::NEG_Z].into_iter().map(move |p| p * radius)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::field::Field;
    use crate::scene::Node;

    fn placed(kind: &Kind) -> Scene {
        let mut node = Node::new("it", kind.clone());
        node.at = DVec3::new(1.0, -2.0, 0.5);
        node.turn = DVec3::new(20.0, 40.0, -70.0);
        node.scale = DVec3::splat(1.5);
        Scene { nodes: vec![node], ..Scene::default() }
    }

    /// Lines lie on the surface, to the bit where they are exact, but for the square of a plane, which has no end.
    #[test]
    fn lines_lie_on_the_surface() {
        for kind in Kind::all().iter().filter(|k| of_kind(k).is_some()) {
            let scene = placed(kind);
            let field = Field::compile(&scene, "it").expect("it compiles");
            let lines = of_node(&scene, "it", &mut Cache::default());
            assert!(lines.len() >= 3, "{}", kind.name());
            for point in lines.iter().flatten().filter(|_| *kind != Kind::Plane) {
                let distance = field.value(*point);
                assert!(distance.abs() < 1e-9, "{} at {point}: {distance}", kind.name());
            }
        }
    }

    /// Every shape has lines. Those from a mesh are off by no more than a chord is, except where a domain cuts.
    #[test]
    fn every_shape_has_lines() {
        let mut cache = Cache::default();
        for kind in Kind::all().iter().filter(|k| !k.is_operator()) {
            let scene = placed(kind);
            let field = Field::compile(&scene, "it").expect("it compiles");
            let lines = of_node(&scene, "it", &mut cache);
            assert!(!lines.is_empty(), "{} has no lines", kind.name());
            let bounds = field.bounds();
            let points = lines.iter().flatten().filter(|_| bounds.is_finite() && *kind != Kind::Plane);
            let least = 0.02 * bounds.size().max_element();
            for point in points {
                assert!(field.value(*point).abs() < least, "{} at {point}: {}", kind.name(), field.value(*point));
            }
            let again = of_node(&scene, "it", &mut cache);
            assert_eq!(lines, again, "from the cache");
        }
    }

    #[test]
    fn operators_show_what_is_below_them() {
        let child = |id: &str, parent: &str, kind| Node { parent: Some(parent.into()), ..Node::new(id, kind) };
        let [sphere, cube] = [Kind::all()[0].clone(), Kind::all()[1].clone()];
        let nodes = vec![
            Node::new("root", Kind::Group),
            child("inner", "root", Kind::Group),
            child("ball", "inner", sphere),
            child("cube", "root", cube),
        ];
        let scene = Scene { nodes, ..Scene::default() };
        let mut cache = Cache::default();
        let mut lines = |id| of_node(&scene, id, &mut cache).len();
        assert_eq!((lines("ball"), lines("cube"), lines("inner")), (3, 6, 3));
        assert_eq!(lines("root"), 9);
        assert_eq!(lines("gone"), 0);
    }
}
