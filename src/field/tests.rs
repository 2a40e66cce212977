//! Right answers come from geometry: dense surface samples, dual numbers, a recursive evaluator, closed forms.

mod batches;
mod bumps;
mod compiling;
mod exactness;
mod gradients;
mod pruning;
mod rays;
mod trig;
mod warps;

use super::*;
use crate::scene::{Blend, Kind, Node};

/// A small generator, the same on every platform (xorshift64*, Vigna 2016).
struct Rng(u64);

impl Rng {
    fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    /// From `low` to `high`.
    fn range(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() >> 33) as usize % end
    }

    /// In the cube of the given half size.
    fn point(&mut self, half: f64) -> DVec3 {
        DVec3::new(self.range(-half, half), self.range(-half, half), self.range(-half, half))
    }
}

/// One of each primitive, a sharp and a rounded box.
fn primitives() -> Vec<Kind> {
    vec![
        Kind::Sphere { radius: 0.8 },
        Kind::Box { half: DVec3::new(0.9, 0.4, 0.6), round: 0.0 },
        Kind::Box { half: DVec3::new(0.9, 0.4, 0.6), round: 0.15 },
        Kind::Box { half: DVec3::new(0.9, 0.4, 0.6), round: 0.4 },
        Kind::Cylinder { radius: 0.5, half_height: 0.7 },
        Kind::Capsule { radius: 0.3, half_height: 0.6 },
        Kind::Torus { major: 0.7, minor: 0.2 },
        Kind::Cone { radius: 0.6, half_height: 0.8 },
        Kind::Plane,
    ]
}

fn node(id: &str, parent: Option<&str>, kind: Kind) -> Node {
    Node { parent: parent.map(str::to_owned), ..Node::new(id, kind) }
}

fn scene(nodes: impl Into<Vec<Node>>) -> Scene {
    Scene { nodes: nodes.into(), ..Scene::default() }
}

#[track_caller]
fn field(scene: &Scene, id: &str) -> Field {
    Field::compile(scene, id).unwrap()
}

#[track_caller]
fn of_kind(kind: Kind) -> Field {
    field(&scene([Node::new("solid", kind)]), "solid")
}

fn smooth(radius: f64) -> Blend {
    Blend::Smooth { radius }
}

/// Turned, moved and scaled at random, but for the root.
fn random_tree(seed: u64) -> Scene {
    let mut rng = Rng::new(seed);
    let mut nodes = vec![node("0", None, random_operator(&mut rng))];
    let mut operators = vec![0];
    for i in 1..2 + rng.below(24) {
        let parent = operators[rng.below(operators.len())].to_string();
        let leaf = i < 3 || rng.below(3) > 0;
        let kind = if leaf { primitives()[rng.below(8)] } else { random_operator(&mut rng) };
        if !leaf {
            operators.push(i);
        }
        nodes.push(Node {
            at: rng.point(0.7),
            turn: if rng.below(2) == 0 { DVec3::ZERO } else { rng.point(180.0) },
            scale: rng.range(0.5, 1.5),
            color: rng.point(0.5) + 0.5,
            ..node(&i.to_string(), Some(&parent), kind)
        });
    }
    scene(nodes)
}

fn random_operator(rng: &mut Rng) -> Kind {
    let blend = if rng.below(2) == 0 { Blend::Hard } else { smooth(rng.range(0.05, 0.6)) };
    match rng.below(5) {
        0 => Kind::Subtract { blend },
        1 => Kind::Intersect { blend },
        2 => Kind::Group,
        _ => Kind::Union { blend },
    }
}
