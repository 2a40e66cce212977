//! Trees to programs, and what is refused.

use super::super::program::MAX_REGISTERS;
use super::*;

/// The value by recursion over the scene, each primitive compiled alone.
fn recursive(scene: &Scene, id: &str, p: DVec3, scale: f64) -> Option<f64> {
    let node = scene.nodes.iter().find(|n| n.id == id).unwrap();
    let scale = scale * node.scale.x;
    let children = scene.nodes.iter().filter(|n| n.parent.as_deref() == Some(id));
    let values: Vec<_> = children.map(|n| recursive(scene, &n.id, p, scale)).collect();
    let k = match node.kind.blend() {
        Some(Blend::Smooth { radius }) => radius * scale,
        _ => 0.0,
    };
    let smin = move |a: f64, b: f64| {
        let h = if k > 0.0 { (k - (a - b).abs()).max(0.0) / k } else { 0.0 };
        a.min(b) - h * h * k / 4.0
    };
    match node.kind {
        Kind::Union { .. } | Kind::Group => values.into_iter().flatten().reduce(smin),
        Kind::Intersect { .. } => {
            values.into_iter().collect::<Option<Vec<_>>>()?.into_iter().reduce(|a, b| -smin(-a, -b))
        }
        Kind::Subtract { .. } => {
            let first = (*values.first()?)?;
            Some(values[1..].iter().flatten().fold(first, |a, &b| -smin(-a, b)))
        }
        _ => Some(field(scene, id).value(p)),
    }
}

#[test]
fn programs_agree_with_recursion() {
    let mut rng = Rng::new(30);
    let mut empty = 0;
    for seed in 0..300 {
        let scene = random_tree(seed);
        let f = field(&scene, "0");
        assert!(f.compiled.program.registers <= 5, "25 nodes need at most 5 registers");
        for _ in 0..20 {
            let p = rng.point(2.0);
            let Some(expected) = recursive(&scene, "0", p, 1.0) else {
                empty += 1;
                assert_eq!((f.value(p), f.bounds()), (1e300, Bounds::EMPTY));
                continue;
            };
            assert!((f.value(p) - expected).abs() < 1e-14, "seed {seed} at {p}");
        }
    }
    assert!(empty > 0, "the trees include empty operators");
}

#[test]
fn transforms_of_ancestors_outside_of_the_solid_count() {
    let group =
        Node { at: DVec3::X * 10.0, scale: DVec3::splat(2.0), turn: DVec3::Z * 90.0, ..Node::new("g", Kind::Group) };
    let ball = Node { at: DVec3::X * 3.0, ..node("b", Some("g"), Kind::Sphere { radius: 1.0 }) };
    let f = field(&scene([ball, group]), "b");
    // x turns to y: the centre is at (10, 6, 0), the radius is 2.
    assert_eq!(f.value(DVec3::new(10.0, 6.0, 0.0)), -2.0);
    assert_eq!(f.bounds(), Bounds::new(DVec3::new(8.0, 4.0, -2.0), DVec3::new(12.0, 8.0, 2.0)));
}

#[test]
fn empty_solids() {
    for kind in [
        Kind::Group,
        Kind::Union { blend: Blend::Hard },
        Kind::Subtract { blend: Blend::Hard },
        Kind::Intersect { blend: Blend::Hard },
    ] {
        let f = of_kind(kind);
        let sample = f.sample(DVec3::ONE);
        assert_eq!((f.value(DVec3::ONE), sample.value), (1e300, 1e300));
        assert_eq!((sample.gradient, sample.feature), (DVec3::ZERO, true));
        let mut out = [0.0_f32; 2];
        f.values(Points { x: &[0.0; 2], y: &[0.0; 2], z: &[0.0; 2] }, &mut out, &mut Scratch::default());
        assert_eq!(out, [1e38; 2]);
        assert_eq!(f.trace_ray(DVec3::ZERO, DVec3::X, f64::INFINITY, |_, _| {}), None);
    }
}

#[test]
fn all_roots_compile_by_themselves() {
    let solids = Field::solids(&scene([
        node("a", None, Kind::all()[0].clone()),
        node("b", None, Kind::Sphere { radius: -1.0 }),
        node("c", None, Kind::Group),
        node("d", Some("c"), Kind::all()[1].clone()),
    ]));
    let ids: Vec<_> = solids.iter().map(|(id, field)| (id.as_str(), field.is_ok())).collect();
    assert_eq!(ids, [("a", true), ("b", false), ("c", true)]);
}

/// A chain as deep as the limit allows, each link the second operand of the one above.
#[test]
fn deep_chains_compile() {
    let half = MAX_NODES / 2;
    let mut nodes = Vec::new();
    for i in 0..half {
        let parent = i.checked_sub(1).map(|i| format!("s{i}"));
        let kind = Kind::Subtract { blend: Blend::Hard };
        let small = Kind::Sphere { radius: 1.0 / (1.0 + i as f64) };
        nodes.push(node(&format!("s{i}"), parent.as_deref(), kind));
        nodes.insert(nodes.len() - 1, node(&format!("b{i}"), Some(&format!("s{i}")), small));
    }
    let scene = scene(nodes);
    let f = field(&scene, "s0");
    assert_eq!(f.compiled.program.registers, 2);
    // Ball 0 without (ball 1 without (...)): at 0.75 only ball 0 holds the point, at 0.4 balls 0 and 1 do.
    assert!(f.value(DVec3::X * 0.75) < 0.0);
    assert!(f.value(DVec3::X * 0.4) > 0.0);
}

/// The deepest need of registers: a full binary tree.
#[test]
fn full_trees_fit_the_registers() {
    let kind = Kind::Union { blend: Blend::Hard };
    let depth = 15;
    let mut nodes = vec![node("1", None, kind.clone())];
    for i in 2..(1_usize << (depth + 1)) {
        let leaf = i >> depth == 1;
        let kind = if leaf { Kind::Sphere { radius: 0.1 } } else { kind.clone() };
        let at = if leaf { DVec3::X * i as f64 } else { DVec3::ZERO };
        nodes.push(Node { at, ..node(&i.to_string(), Some(&(i / 2).to_string()), kind) });
    }
    let f = field(&scene(nodes), "1");
    assert_eq!(f.compiled.program.registers, depth + 1);
    assert!(f.compiled.program.registers <= MAX_REGISTERS);
    assert!((f.value(DVec3::X * 40_000.25) - 0.15).abs() < 1e-11);
}

#[test]
fn too_many_nodes_are_refused() {
    let mut nodes = vec![node("all", None, Kind::Group)];
    nodes.extend((0..MAX_NODES).map(|i| node(&i.to_string(), Some("all"), Kind::all()[0].clone())));
    let error = Field::compile(&scene(nodes), "all").unwrap_err();
    assert_eq!(error.node, "all");
    assert!(error.message.contains("100000"), "{error}");
}

#[track_caller]
fn refused(nodes: impl Into<Vec<Node>>, id: &str, culprit: &str, field: &str) {
    let error = Field::compile(&scene(nodes), id).unwrap_err();
    assert_eq!(error.node, culprit, "{error}");
    assert!(error.message.contains(field), "{error}");
}

#[test]
fn broken_trees_are_refused() {
    refused([], "a", "a", "no node");
    refused([node("a", Some("ghost"), Kind::all()[0].clone())], "a", "a", "parent is \"ghost\"");
    refused([node("a", Some("a"), Kind::Group)], "a", "a", "parent");
    let cycle = [node("a", Some("b"), Kind::Group), node("b", Some("a"), Kind::Group)];
    refused(cycle, "a", "a", "cycle");
    refused([node("a", None, Kind::all()[0].clone()), node("a", None, Kind::all()[1].clone())], "a", "a", "id is used");
    let nested = [
        node("g", None, Kind::Group),
        node("x", Some("g"), Kind::all()[0].clone()),
        node("x", Some("g"), Kind::all()[0].clone()),
    ];
    refused(nested, "g", "x", "id is used");
    refused(
        [node("a", None, Kind::all()[0].clone()), node("b", Some("a"), Kind::all()[0].clone())],
        "a",
        "b",
        "parent is \"a\", a Sphere",
    );
}

#[test]
fn bad_numbers_are_refused_by_field_name() {
    for bad in [0.0, -0.0, -1.0, f64::NAN, f64::INFINITY, 1e-320, 1e200] {
        let solid = |kind| [Node::new("n", kind)];
        refused(solid(Kind::Sphere { radius: bad }), "n", "n", "kind.radius");
        refused(solid(Kind::Box { half: DVec3::new(1.0, bad, 1.0), round: 0.0 }), "n", "n", "kind.half.y");
        refused(solid(Kind::Cylinder { radius: 1.0, half_height: bad }), "n", "n", "kind.half_height");
        refused(solid(Kind::Capsule { radius: bad, half_height: 1.0 }), "n", "n", "kind.radius");
        refused(solid(Kind::Torus { major: bad, minor: 1.0 }), "n", "n", "kind.major");
        refused(solid(Kind::Torus { major: 1.0, minor: bad }), "n", "n", "kind.minor");
        refused(solid(Kind::Cone { radius: 1.0, half_height: bad }), "n", "n", "kind.half_height");
        refused([Node { scale: DVec3::splat(bad), ..Node::new("n", Kind::all()[0].clone()) }], "n", "n", "scale");
    }
    for bad in [-0.1, f64::NAN, f64::INFINITY, 0.31] {
        let half = DVec3::new(2.0, 0.3, 0.6);
        refused([Node::new("n", Kind::Box { half, round: bad })], "n", "n", "kind.round");
    }
    for bad in [-0.1, f64::NAN, f64::INFINITY] {
        refused([Node::new("n", Kind::Union { blend: smooth(bad) })], "n", "n", "kind.blend.radius");
        refused([Node { at: DVec3::X * bad.sqrt(), ..Node::new("n", Kind::all()[0].clone()) }], "n", "n", "at is");
        refused([Node { turn: DVec3::X * bad.sqrt(), ..Node::new("n", Kind::all()[0].clone()) }], "n", "n", "turn is");
    }
    refused([Node { at: DVec3::X * 1e200, ..Node::new("n", Kind::all()[0].clone()) }], "n", "n", "at, in the world");
    refused([Node { color: DVec3::NAN, ..Node::new("n", Kind::all()[0].clone()) }], "n", "n", "color");
    let outer = Node { scale: DVec3::splat(1e80), ..Node::new("g", Kind::Group) };
    let inner = Node { scale: DVec3::splat(1e80), ..node("n", Some("g"), Kind::all()[0].clone()) };
    refused([outer, inner], "g", "n", "scale");
}

#[test]
fn fields_are_shared_between_threads() {
    fn shared<T: Clone + Send + Sync + 'static>(_: &T) {}
    shared(&of_kind(Kind::all()[0].clone()));
}
