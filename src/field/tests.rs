//! Right answers come from geometry: dense surface samples, dual numbers, a recursive evaluator, closed forms.

mod batches;
mod bumps;
mod compiling;
mod dual;
mod exactness;
mod gradients;
mod implicit;
mod nodes;
mod pruning;
mod rays;
mod shapes;
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

/// Turned, moved and scaled at random, but for the root; only hard and smooth booleans.
fn random_tree(seed: u64) -> Scene {
    let mut rng = Rng::new(seed);
    let mut nodes = vec![node("0", None, random_operator(&mut rng))];
    let mut operators = vec![0];
    for i in 1..2 + rng.below(24) {
        let parent = operators[rng.below(operators.len())].to_string();
        let leaf = i < 3 || rng.below(3) > 0;
        let kind = if leaf { primitives()[rng.below(8)].clone() } else { random_operator(&mut rng) };
        if !leaf {
            operators.push(i);
        }
        nodes.push(Node {
            at: rng.point(0.7),
            turn: if rng.below(2) == 0 { DVec3::ZERO } else { rng.point(180.0) },
            scale: DVec3::splat(rng.range(0.5, 1.5)),
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

/// A kind with all of its numbers and choices at random: from half of to one and a half times those of a new node.
fn random_kind(rng: &mut Rng, kind: &Kind) -> Kind {
    let mut random = kind.clone();
    for choice in kind.choices() {
        let option = choice.options[rng.below(choice.options.len())];
        random = random.with_choice(choice.name, option.name).expect("an option of the registry");
    }
    // Some limits follow from numbers set before.
    for name in random.params().into_iter().map(|p| p.name).collect::<Vec<_>>() {
        let param = random.param(name).expect("a number of the registry");
        let wish = param.value * rng.range(0.5, 1.5) + if param.value == 0.0 { rng.range(-0.1, 0.1) } else { 0.0 };
        random = random.with_param(name, param.clamped(wish)).expect("a number of the registry");
    }
    random
}

/// A tree of any kinds with any transforms; `first` is among them.
fn tree_of_all_kinds(seed: u64, first: &Kind) -> Scene {
    let mut rng = Rng::new(seed ^ 0xA11);
    let kinds = Kind::all();
    let root = if first.is_operator() { random_kind(&mut rng, first) } else { random_operator(&mut rng) };
    let mut nodes = vec![node("0", None, root)];
    let mut operators = vec![0];
    for i in 1..3 + rng.below(12) {
        let kind = if i == 1 && !first.is_operator() { first } else { &kinds[rng.below(kinds.len())] };
        // Repetitions inside of repetitions cost more than they tell.
        let repeats = |k: &Kind| matches!(k, Kind::Repeat { .. } | Kind::PolarRepeat { .. });
        let kind = if repeats(kind) && operators.len() > 2 { &Kind::Group } else { kind };
        let parent = operators[rng.below(operators.len())].to_string();
        if kind.is_operator() {
            operators.push(i);
        }
        let uniform = DVec3::splat(rng.range(0.6, 1.4));
        nodes.push(Node {
            at: if rng.below(3) == 0 { DVec3::ZERO } else { rng.point(0.6) },
            turn: if rng.below(2) == 0 { DVec3::ZERO } else { rng.point(180.0) },
            scale: if rng.below(4) == 0 { uniform + rng.point(0.3) } else { uniform },
            color: rng.point(0.5) + 0.5,
            ..node(&i.to_string(), Some(&parent), random_kind(&mut rng, kind))
        });
    }
    scene(nodes)
}

/// Fields of random trees in which each kind comes up; empty and refused ones are left out.
fn fields_of_all_kinds(count: u64) -> impl Iterator<Item = (u64, Field)> {
    let kinds = Kind::all();
    (0..count).filter_map(move |seed| {
        let scene = tree_of_all_kinds(seed, &kinds[seed as usize % kinds.len()]);
        let field = Field::compile(&scene, "0").ok()?;
        (!field.bounds().is_empty()).then_some((seed, field))
    })
}
