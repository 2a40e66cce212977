//! How each named value of the format is written, for hints.

/// An example of the value with this name, if the format has one.
pub(super) fn example(name: &str) -> Option<&'static str> {
    EXAMPLES.iter().copied().find(|example| example.split('(').next() == Some(name))
}

/// True for names that stand alone, without brackets.
pub(super) fn stands_alone(name: &str) -> bool {
    example(name) == Some(name)
}

#[rustfmt::skip]
const EXAMPLES: [&str; 28] = [
    "Sphere(radius: 0.5)", "Box(half: (0.5, 0.5, 0.5))", "Cylinder(radius: 0.4, half_height: 0.5)",
    "Capsule(radius: 0.25, half_height: 0.5)", "Torus(major: 0.5, minor: 0.2)",
    "Cone(radius: 0.5, half_height: 0.5)", "Plane", "Union()", "Subtract()", "Intersect()", "Group",
    "Hard", "Smooth(radius: 0.05)",
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
    use crate::scene::{Kind, Scene};

    #[test]
    fn examples_can_be_read() {
        for kind in Kind::ALL {
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
