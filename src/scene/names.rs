//! How each named value of the format is written, for hints.

use super::{Blend, Kind, write};
use std::sync::LazyLock;

/// An example of the value with this name, if the format has one.
pub(super) fn example(name: &str) -> Option<&'static str> {
    // Kinds and blends as new ones are written; a name that both have gives the kind.
    static REGISTERED: LazyLock<Vec<String>> = LazyLock::new(|| {
        let (kinds, blends) = (Kind::all(), Blend::all());
        kinds.iter().map(write::inline).chain(blends.iter().map(write::inline)).collect()
    });
    let all = REGISTERED.iter().map(String::as_str).chain(EXAMPLES);
    all.into_iter().find(|example| example.split('(').next() == Some(name))
}

/// True for names that stand alone, without brackets.
pub(super) fn stands_alone(name: &str) -> bool {
    example(name) == Some(name)
}

#[rustfmt::skip]
const EXAMPLES: [&str; 15] = [
    "CubeSphere(radius: 1.0)", "Stable", "Tutorial",
    "World(at: (0.0, 1.0, 0.0))", "Node(id: \"block\")", "Deformer(id: \"ball\")",
    "Vertex(0)", "Triangle(index: 0, weights: (0.2, 0.3, 0.5))",
    "Slack", "Straight",
    "Poke(origin: (0.0, 2.0, 0.0), direction: (0.0, -1.0, 0.0))",
    "MoveAnchor(rope: \"rope\", particle: 0, to: (0.0, 1.0, 0.0))",
    "Closed", "Stretch(rope: \"rope\", at_most: 0.05, ticks: 240)",
    "StateHash(tick: 100, hash: \"0123456789abcdef\")",
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::Scene;

    #[test]
    fn examples_can_be_read() {
        for kind in Kind::all() {
            let example = example(kind.name()).expect("one for each kind");
            let text = format!("(version: 1, nodes: [(id: \"n\", kind: {example})])");
            Scene::from_ron(&text).unwrap_or_else(|error| panic!("{error}"));
        }
        let [smooth, ball, node] = ["Smooth", "CubeSphere", "Node"].map(|name| example(name).expect("an example"));
        let [deformer, world, vertex] =
            ["Deformer", "World", "Triangle"].map(|name| example(name).expect("an example"));
        let [poke, carry, stretch, hash] =
            ["Poke", "MoveAnchor", "Stretch", "StateHash"].map(|name| example(name).expect("an example"));
        let on = deformer.replace(')', &format!(", on: {vertex})"));
        let text = format!(
            "(version: 1, nodes: [(id: \"n\", kind: Union(blend: {smooth}))], deformers: [(id: \"d\", body: {ball})],
              ropes: [(id: \"r\", segments: 4, length: 1.0, anchors: [(particle: 0, to: {node}), (particle: 1, to: {on}),
                (particle: 2, to: {world})])],
              inputs: [(tick: 0, act: {poke}), (tick: 0, act: {carry})], expect: [Closed, {stretch}, {hash}])"
        );
        Scene::from_ron(&text).unwrap_or_else(|error| panic!("{error}"));
        assert!(stands_alone("Plane") && stands_alone("Closed") && !stands_alone("Union") && !stands_alone("Ball"));
    }
}
