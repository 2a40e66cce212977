//! The registry of kinds: what is true of each of them, whatever it is.

use super::*;
use crate::scene::{Axis, Ball, Category, Entries, Param};
use glam::DVec2;
use proptest::prelude::*;
use std::collections::BTreeSet;

fn scene_of(kind: Kind) -> Scene {
    Scene { nodes: vec![Node::new("it", kind)], ..Scene::default() }
}

/// Errors of a scene with one node of this kind.
fn errors(kind: Kind) -> Vec<Issue> {
    scene_of(kind).issues().into_iter().filter(|issue| issue.severity == Severity::Error).collect()
}

#[track_caller]
fn assert_refused(kind: Kind, path: &str, message: &str, hint: &str) {
    let issues = errors(kind);
    let issue = issues.iter().find(|issue| issue.path == format!("nodes[0].kind.{path}"));
    let issue = issue.unwrap_or_else(|| panic!("no issue at {path} among {issues:#?}"));
    assert!(issue.message.contains(message) && issue.hint.contains(hint), "{issue}");
}

/// Every kind, operators with every blend.
fn all_with_blends() -> Vec<Kind> {
    let mut kinds: Vec<Kind> = Kind::all().to_vec();
    kinds.extend(Blend::all().into_iter().map(|blend| Kind::Union { blend }));
    kinds
}

#[test]
fn names_are_unique_and_descriptions_have_one_style() {
    let unique = |names: Vec<String>| names.iter().collect::<BTreeSet<_>>().len() == names.len();
    assert!(unique(Kind::all().iter().map(|k| k.name().to_owned()).collect()));
    assert!(unique(Kind::all().iter().map(|k| k.file_name()).collect()));
    let is_sentence = |text: &str| {
        text.starts_with(char::is_uppercase) && text.len() > 5 && !text.contains(['`', '\n']) && !text.ends_with('.')
    };
    for kind in all_with_blends() {
        let name = kind.name();
        assert!(is_sentence(kind.description()), "{name}: {}", kind.description());
        assert_eq!(Kind::named(name).map(|k| k.name()), Some(name));
        assert!(kind.keywords().iter().all(|word| *word == word.to_lowercase() && !word.is_empty()), "{name}");
        assert!(!kind.keywords().is_empty(), "{name}");
        let params = kind.params();
        let (choices, lists) = (kind.choices(), kind.lists());
        let fields: Vec<String> = params
            .iter()
            .map(|p| p.name.to_owned())
            .chain(choices.iter().map(|c| c.name.to_owned()))
            .chain(lists.iter().map(|l| l.name.to_owned()))
            .collect();
        assert!(unique(fields), "{name}");
        let labels = params.iter().map(|p| (p.label, p.tip)).chain(choices.iter().map(|c| (c.label, c.tip)));
        for (label, tip) in labels.chain(lists.iter().map(|l| (l.label, l.tip))) {
            assert!(label.starts_with(char::is_uppercase) && is_sentence(tip), "{name}: {label}: {tip}");
        }
        for option in choices.iter().flat_map(|choice| &choice.options) {
            assert!(is_sentence(option.description), "{}", option.name);
        }
    }
    let places: Vec<Category> = Kind::all().iter().map(Kind::category).collect();
    assert!(places.is_sorted(), "those of a category stand side by side");
    assert!(Category::ALL.iter().all(|category| category.kinds().count() > 0));
}

#[test]
fn new_nodes_have_their_defaults_and_no_issues() {
    for kind in all_with_blends() {
        for param in kind.params() {
            assert_eq!(param.value.to_bits(), param.default.to_bits(), "{kind:?} {}", param.name);
            assert!(param.allows(param.default) && param.min <= param.max, "{kind:?} {}", param.name);
        }
        for choice in kind.choices() {
            let is_option = |name: &str| choice.options.iter().any(|option| option.name == name);
            assert!(is_option(choice.default) && is_option(choice.value), "{}", choice.name);
        }
        assert!(kind.lists().iter().all(|list| list.default == list.value && list.counts.contains(&list.value.len())));
        assert_eq!(errors(kind.clone()), [], "{kind:?}");
    }
}

#[test]
fn parameters_can_be_read_and_set() {
    for kind in all_with_blends() {
        for param in kind.params() {
            let wanted = if param.integer { 7.0 } else { 0.125 };
            let changed = kind.with_param(param.name, wanted).expect(param.name);
            assert_eq!(changed.param(param.name).map(|p| p.value), Some(wanted), "{kind:?} {}", param.name);
            let others = |kind: &Kind| -> Vec<(&str, f64)> {
                kind.params().iter().filter(|p| p.name != param.name).map(|p| (p.name, p.value)).collect()
            };
            assert_eq!(others(&changed), others(&kind), "{} changes other numbers", param.name);
            assert_eq!(changed.with_param(param.name, param.value), Some(kind.clone()));
        }
        for choice in kind.choices() {
            for option in &choice.options {
                let changed = kind.with_choice(choice.name, option.name).expect(option.name);
                let now = changed.choices().into_iter().find(|c| c.name == choice.name).map(|c| c.value);
                assert_eq!(now, Some(option.name));
            }
            assert_eq!(kind.with_choice(choice.name, "Nothing"), None);
        }
        for list in kind.lists() {
            assert_eq!(kind.with_list(list.name, &list.value), Some(kind.clone()));
        }
        assert_eq!(kind.with_param("nothing", 1.0), None);
        assert_eq!(kind.with_choice("nothing", "Hard"), None);
    }
    let smooth = Kind::Union { blend: Blend::Smooth { radius: 0.2 } };
    assert_eq!(smooth.params()[0].name, "blend.radius");
    let stairs = smooth.with_choice("blend", "Stairs");
    assert_eq!(stairs, Some(Kind::Union { blend: Blend::Stairs { radius: 0.2, steps: 3 } }), "the radius is kept");
    assert_eq!(
        Kind::named("Prism").and_then(|k| k.with_param("sides", -5.0)).and_then(|k| k.param("sides")).map(|p| p.value),
        Some(0.0)
    );
}

/// Values at and beyond both ends of each range.
#[test]
fn ranges_are_checked_by_the_name_of_the_field() {
    for kind in all_with_blends() {
        for param in kind.params() {
            let with = |value: f64| kind.with_param(param.name, value).expect(param.name);
            let path = format!("nodes[0].kind.{}", param.name);
            let is_refused = |value: f64| errors(with(value)).iter().any(|issue| issue.path == path);
            let below = if param.integer { param.min - 1.0 } else { param.min - param.min.abs().max(1e-9) };
            assert_eq!(
                is_refused(below),
                !(param.integer && below < 0.0 || param.or_zero && below == 0.0),
                "{path} {below}"
            );
            assert!(is_refused(param.max * 2.0 + 1.0), "{path} {}", param.max);
            if !param.integer {
                assert!([f64::NAN, f64::INFINITY, f64::NEG_INFINITY].into_iter().all(is_refused), "{path}");
            }
            for value in [f64::NAN, f64::NEG_INFINITY, -1e300, -1.0, 0.0, 0.3, 1e300, f64::INFINITY] {
                let clamped = param.clamped(value);
                assert!(param.allows(clamped), "{path}: {value} became {clamped}");
                assert!(
                    !param.allows(value) || param.integer || clamped.to_bits() == value.to_bits(),
                    "{path} {value}"
                );
            }
        }
    }
}

/// Case C09: absurd counts are refused at once, by name, value and limit.
#[test]
fn absurd_counts_are_refused() {
    const ABSURD: u32 = 4_000_000_000;
    let repeat = Kind::Repeat { spacing: DVec3::ONE, count: [1, ABSURD, 1] };
    assert_refused(repeat.clone(), "count.y", "The count y of \"it\" is 4000000000.", "Use at most 10000.");
    assert_refused(Kind::PolarRepeat { count: ABSURD }, "count", "4000000000", "10000");
    assert_refused(Kind::PolarRepeat { count: 0 }, "count", "0", "at least 1");
    let prism = Kind::Prism { sides: ABSURD, radius: 1.0, half_height: 1.0 };
    assert_refused(prism, "sides", "\"it\" has 4000000000 sides.", "Use at most 64.");
    let stairs = Kind::Union { blend: Blend::Stairs { radius: 0.1, steps: ABSURD } };
    assert_refused(stairs, "blend.steps", "4000000000", "100");
    let terrain = Kind::named("Terrain").and_then(|k| k.with_param("octaves", 1e10)).expect("octaves");
    assert_refused(terrain, "octaves", "\"it\" has 4294967295 octaves.", "Use at most 12.");
    let balls = vec![Ball { at: DVec3::ZERO, radius: 1.0 }; 1001];
    assert_refused(Kind::Metaballs { balls, reach: 2.0 }, "balls", "\"it\" has 1001 balls.", "Use 1 to 1000.");
    let text = "(version: 1, nodes: [(id: \"it\", kind: PolarRepeat(count: 4000000000))])";
    assert_eq!(Scene::from_ron(text).expect("readable").issues().len(), 2, "the count, and that it is empty");
    assert!(Scene::from_ron(&text.replace("4000000000", "5000000000")).is_err(), "more than 32 bits hold");
    assert!(Scene::from_ron(&text.replace("4000000000", "-1")).is_err());
    assert_refused(repeat, "count.y", "", "");
}

#[test]
fn fields_must_fit_together() {
    let half = DVec3::new(0.5, 0.2, 0.4);
    assert_refused(
        Kind::Box { half, round: 0.3 },
        "round",
        "The rounding of \"it\" is 0.3.",
        "at most 0.2 m, the least half size",
    );
    assert_refused(Kind::BoxFrame { half, thickness: 0.41 }, "thickness", "0.41", "twice the least half size");
    assert_eq!(errors(Kind::BoxFrame { half, thickness: 0.4 }), []);
    let arc = |arc: f64| Kind::CappedTorus { major: 1.0, minor: 0.1, arc };
    assert_refused(arc(0.0), "arc", "0.0", "above 0");
    assert_refused(arc(360.5), "arc", "360.5", "at most 360.0 °");
    assert_eq!(errors(arc(360.0)), []);
    assert_refused(Kind::CappedCone { bottom: 0.0, top: 0.0, half_height: 1.0 }, "bottom", "Both radii", "above 0");
    assert_eq!(errors(Kind::CappedCone { bottom: 0.0, top: 0.5, half_height: 1.0 }), []);
    assert_eq!(errors(Kind::RoundedCone { bottom: 1.0, top: 0.1, half_height: 0.2 }), [], "one sphere in the other");
    let issues = scene_of(Kind::Repeat { spacing: DVec3::ZERO, count: [1; 3] }).issues();
    assert!(issues.iter().any(|i| i.severity == Severity::Warning && i.path == "nodes[0].kind.spacing"), "{issues:?}");
    let negative = Kind::Repeat { spacing: DVec3::new(0.0, -1.0, 0.0), count: [1; 3] };
    assert_refused(negative, "spacing.y", "-1.0", "0, or at least");
}

#[test]
fn polygons_are_simple() {
    let of = |points: &[(f64, f64)]| points.iter().map(|&p| DVec2::from(p)).collect::<Vec<_>>();
    let extruded = |points: &[(f64, f64)]| Kind::Extrusion { points: of(points), half_height: 0.1 };
    let turned = |points: &[(f64, f64)]| Kind::Revolution { points: of(points) };
    let triangle = [(0.0, 0.0), (1.0, 0.0), (0.0, 1.0)];
    assert_eq!(errors(extruded(&triangle)), []);
    assert_eq!(errors(turned(&triangle)), []);
    assert_refused(extruded(&triangle[..2]), "points", "\"it\" has 2 points.", "Use 3 to 1000.");
    let many: Vec<(f64, f64)> = (0..1001).map(|i| (f64::from(i), f64::from(i % 2))).collect();
    assert_refused(extruded(&many), "points", "1001 points", "Use 3 to 1000.");
    let crossing = [(0.0, 0.0), (1.0, 1.0), (1.0, 0.0), (0.0, 1.0)];
    assert_refused(extruded(&crossing), "points", "side 0 meets side 2", "reorder");
    assert_refused(extruded(&[(0.0, 0.0), (1.0, 0.0), (2.0, 0.0)]), "points", "touches itself", "");
    assert_refused(
        extruded(&[(0.0, 0.0), (1.0, 0.0), (1.0, 0.0), (0.0, 1.0)]),
        "points[1]",
        "Corners 1 and 2",
        "Remove",
    );
    assert_refused(turned(&[(0.0, 0.0), (1.0, 0.0), (-0.1, 1.0)]), "points[2]", "beyond the axis", "0 or more");
    assert_refused(extruded(&[(0.0, 0.0), (f64::NAN, 0.0), (0.0, 1.0)]), "points[1]", "NaN", "finite");
    assert_refused(extruded(&[(0.0, 0.0), (1e9, 0.0), (0.0, 1.0)]), "points[1]", "1e9", "1e7");
    let bad = vec![Ball { at: DVec3::ZERO, radius: 1.0 }, Ball { at: DVec3::ZERO, radius: 0.0 }];
    assert_refused(Kind::Metaballs { balls: bad, reach: 2.0 }, "balls[1].radius", "0.0", "above 0");
}

#[test]
fn handles_name_numbers_and_bring_them_back() {
    for kind in all_with_blends() {
        let handles = kind.handles();
        for handle in &handles {
            let param = kind.param(handle.param).unwrap_or_else(|| panic!("{} has no {}", kind.name(), handle.param));
            assert_eq!(handle.label, param.label);
            assert!((handle.direction.length() - 1.0).abs() < 1e-12 && handle.scale > 0.0, "{handle:?}");
            for value in [param.value, 0.25, -3.0] {
                assert!(
                    (handle.value_at(handle.position(value)) - value).abs() < 1e-9 * value.abs().max(1.0),
                    "{handle:?}"
                );
            }
        }
        let named: BTreeSet<_> = handles.iter().map(|handle| handle.param).collect();
        assert_eq!(named.len(), handles.len(), "{}: one handle for a number", kind.name());
    }
    let sphere = Kind::Sphere { radius: 2.0 };
    assert_eq!(sphere.handles()[0].position(2.0), DVec3::new(2.0, 0.0, 0.0));
    let mirror = Kind::Mirror { axis: Axis::Z, offset: 0.5 };
    assert_eq!(mirror.handles()[0].position(0.5), DVec3::new(0.0, 0.0, 0.5));
    assert_eq!(Kind::Union { blend: Blend::Hard }.handles(), []);
    assert_eq!(Kind::Union { blend: Blend::Smooth { radius: 0.1 } }.handles()[0].param, "blend.radius");
}

#[test]
fn other_kinds_take_over_what_they_share() {
    let cylinder = Kind::Cylinder { radius: 0.3, half_height: 2.0 };
    let new = |name: &str| Kind::named(name).expect("a kind");
    assert_eq!(new("Cone").carrying_over(&cylinder), Kind::Cone { radius: 0.3, half_height: 2.0 });
    assert_eq!(new("Sphere").carrying_over(&cylinder), Kind::Sphere { radius: 0.3 });
    assert_eq!(new("Plane").carrying_over(&cylinder), Kind::Plane);
    let union = Kind::Union { blend: Blend::Stairs { radius: 0.2, steps: 7 } };
    assert_eq!(new("Xor").carrying_over(&union), Kind::Xor { blend: Blend::Stairs { radius: 0.2, steps: 7 } });
    let flat = Kind::BoxFrame { half: DVec3::new(1.0, 0.1, 1.0), thickness: 0.05 };
    assert_eq!(new("Box").carrying_over(&flat), Kind::Box { half: DVec3::new(1.0, 0.1, 1.0), round: 0.0 });
    let lathe = new("Revolution");
    assert_eq!(new("Extrusion").carrying_over(&lathe).points(), lathe.points());
    assert_eq!(lathe.with_points(vec![DVec2::ONE]).and_then(|k| k.points()), Some(vec![DVec2::ONE]));
    assert_eq!(Kind::Plane.with_balls(vec![]), None);
}

#[test]
fn unknown_and_missing_fields_are_refused() {
    let reads = |kind: &str| Scene::from_ron(&format!("(version: 1, nodes: [(id: \"n\", kind: {kind})])"));
    for kind in all_with_blends() {
        let text = crate::scene::write::inline(&kind);
        assert_eq!(reads(&text).map(|s| s.nodes[0].kind.clone()).ok(), Some(kind.clone()), "{text}");
        if let Some(body) = text.strip_suffix(')') {
            let error = reads(&format!("{body}, wobble: 1.0)")).expect_err("an unknown field");
            assert!(error.to_string().contains("wobble"), "{error}");
        }
        for number in ["NaN", "inf", "-1e999"] {
            for param in kind.params().iter().filter(|p| !p.integer && !p.name.contains('.')) {
                let bad =
                    text.replace(&format!("{}: {:?}", param.name, param.value), &format!("{}: {number}", param.name));
                assert!(reads(&bad).is_err(), "{bad}");
            }
        }
    }
    assert!(
        reads("Sphere()").is_err()
            && reads("Torus(major: 1.0)").is_err()
            && reads("Extrusion(half_height: 1.0)").is_err()
    );
    assert!(reads("Extrusion(points: [(0, 0), (1, inf), (0, 1)], half_height: 1.0)").is_err());
    assert!(reads("Metaballs(balls: [(at: (0, 0, 0), radius: NaN)])").is_err());
}

/// What may be left out has the value of a new node.
#[test]
fn what_is_left_out_has_the_value_of_a_new_node() {
    let reads = |kind: &str| {
        let scene = Scene::from_ron(&format!("(version: 1, nodes: [(id: \"n\", kind: {kind})])"));
        scene.unwrap_or_else(|error| panic!("{error}")).nodes[0].kind.clone()
    };
    let short = [
        "Box(half: (0.5, 0.5, 0.5))",
        "Union()",
        "Mirror()",
        "Terrain(amplitude: 0.3, wavelength: 1.5, octaves: 5)",
        "Noise(amplitude: 0.06, wavelength: 0.4, octaves: 4)",
        "Shear(x: 0.4)",
    ];
    for text in short {
        let kind = reads(text);
        assert_eq!(Kind::named(kind.name()), Some(kind), "{text}");
    }
    assert_eq!(reads("Gyroid(period: 1.0)"), Kind::Gyroid { period: 1.0, level: 0.0, thickness: 0.0 });
}

#[test]
fn scales_are_one_number_or_three() {
    let reads = |scale: &str| {
        Scene::from_ron(&format!("(version: 1, nodes: [(id: \"n\", scale: {scale}, kind: Group)])"))
            .map(|s| s.nodes[0].scale)
    };
    assert_eq!(reads("2").ok(), Some(DVec3::splat(2.0)));
    assert_eq!(reads("0.1").ok(), Some(DVec3::splat(0.1)));
    assert_eq!(reads("1e-5").ok(), Some(DVec3::splat(1e-5)));
    assert_eq!(reads("-3").ok(), Some(DVec3::splat(-3.0)), "issues refuse it");
    assert_eq!(reads("(1, 2.5, 3)").ok(), Some(DVec3::new(1.0, 2.5, 3.0)));
    for bad in ["NaN", "inf", "-inf", "1e999", "(1, 2)", "(1, 2, 3, 4)", "(1, inf, 1)", "\"1\"", "()", "true"] {
        let error = reads(bad).expect_err(bad);
        assert!(error.to_string().contains("scale"), "{bad}: {error}");
    }
    let written = |scale: DVec3| {
        let mut scene = scene_of(Kind::Group);
        scene.nodes[0].scale = scale;
        let text = scene.to_ron();
        assert_eq!(Scene::from_ron(&text).expect("own text").nodes[0].scale, scale);
        text
    };
    assert!(written(DVec3::splat(0.3)).contains("scale: 0.3,"));
    assert!(written(DVec3::new(0.3, 1.0, 2.0)).contains("scale: (0.3, 1.0, 2.0),"));
    let issue = |scale: DVec3| {
        let mut scene = scene_of(Kind::Sphere { radius: 1.0 });
        scene.nodes[0].scale = scale;
        scene.issues().into_iter().map(|issue| issue.to_string()).collect::<String>()
    };
    assert_eq!(issue(DVec3::new(1.0, 2.0, 3.0)), "");
    assert!(issue(DVec3::new(1.0, 0.0, 3.0)).contains("The scale of \"it\" is (1.0, 0.0, 3.0)."));
    assert!(issue(DVec3::new(1.0, 1e9, 3.0)).contains("Use 1e-6 to 1e6."));
    assert!(issue(DVec3::new(1.0, f64::NAN, 3.0)).contains("The scale"));
}

/// The world transform of nested scales by axis is the product of the nodes' matrices.
#[test]
fn nested_scales_by_axis_multiply_as_matrices() {
    let node = |id: &str, parent: Option<&str>, at: DVec3, turn: DVec3, scale: DVec3| Node {
        parent: parent.map(str::to_owned),
        at,
        turn,
        scale,
        ..Node::new(id, Kind::Group)
    };
    let quarter = DVec3::new(0.0, 0.0, 90.0);
    let a = node("a", None, DVec3::new(1.0, 0.0, 0.0), DVec3::ZERO, DVec3::new(2.0, 3.0, 5.0));
    let b = node("b", Some("a"), DVec3::new(0.0, 1.0, 0.0), quarter, DVec3::new(7.0, 11.0, 13.0));
    let scene = Scene { nodes: vec![a, b], ..Scene::default() };
    let world = scene.world_from_node("b").expect("a node");
    // b: (x, y, z) -> (-11 y, 7 x + 1, 13 z); a: (x, y, z) -> (2 x + 1, 3 y, 5 z).
    assert_eq!(world.point(DVec3::new(1.0, 10.0, 100.0)), DVec3::new(1.0 - 220.0, 24.0, 6500.0));
    let half = DVec3::new(0.0, 0.0, 45.0);
    let sheared = Scene { nodes: vec![scene.nodes[0].clone(), Node { turn: half, ..scene.nodes[1].clone() }], ..scene };
    let [x, y] = [DVec3::X, DVec3::Y].map(|axis| sheared.world_from_node("b").expect("a node").vector(axis));
    assert!(x.dot(y).abs() > 1.0, "axes are no longer at right angles");
}

#[test]
fn examples_are_whole_scenes_of_their_kind() {
    for kind in Kind::all() {
        let scene = kind.example();
        assert_eq!(scene.issues(), [], "{}", kind.name());
        assert!(scene.nodes.iter().any(|node| node.kind.name() == kind.name()), "{}", kind.name());
        assert_eq!(Scene::from_ron(&scene.to_ron()).expect("own text"), scene);
        assert_eq!(scene.roots().count(), 1, "{}", kind.name());
    }
}

/// `scenes/nodes/` holds the examples. `isolab nodes --write-examples scenes/nodes` rewrites them.
#[test]
fn example_files_are_the_examples() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes/nodes");
    let mut wanted = BTreeSet::new();
    for kind in Kind::all() {
        let path = folder.join(kind.file_name()).with_extension("ron");
        if std::env::var_os("UPDATE_GOLDEN").is_some() {
            std::fs::write(&path, kind.example().to_ron()).expect("the example can be written");
        }
        let text = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(text == kind.example().to_ron(), "{} differs: run this test with UPDATE_GOLDEN=1", path.display());
        wanted.insert(path);
    }
    let entries = std::fs::read_dir(&folder).expect("the folder");
    let found: BTreeSet<_> = entries.map(|entry| entry.expect("an entry").path()).collect();
    assert_eq!(found, wanted);
}

/// A finite number of any size from random bits.
fn number_from(bits: u64, param: &Param) -> f64 {
    let value = f64::from_bits(bits);
    match value {
        _ if param.integer => f64::from(bits as u32),
        value if value.is_finite() => value,
        _ => -0.0,
    }
}

proptest! {
    #![proptest_config(config())]

    /// Files keep every bit of every number of every kind.
    #[test]
    fn files_keep_every_bit(
        place in 0..all_with_blends().len(),
        values in prop::collection::vec(any::<u64>(), 12),
        list in prop::collection::vec((-1e300..1e300_f64, -1.0..1.0_f64), 0..6),
    ) {
        let mut kind = all_with_blends()[place].clone();
        for (param, bits) in kind.params().iter().zip(&values) {
            let value = number_from(*bits, param);
            kind = kind.with_param(param.name, value).expect(param.name);
        }
        let points: Vec<DVec2> = list.iter().map(|&p| p.into()).collect();
        let balls: Vec<Ball> = list.iter().map(|&(x, r)| Ball { at: DVec3::splat(x), radius: r }).collect();
        for entries in [Entries::Points(points), Entries::Balls(balls)] {
            for name in ["points", "balls"] {
                kind = kind.with_list(name, &entries).unwrap_or(kind);
            }
        }
        let text = scene_of(kind.clone()).to_ron();
        let again = Scene::from_ron(&text).expect("own text");
        let bits = |kind: &Kind| -> Vec<u64> { kind.params().iter().map(|p| p.value.to_bits()).collect() };
        prop_assert_eq!(&again.nodes[0].kind, &kind);
        prop_assert_eq!(bits(&again.nodes[0].kind), bits(&kind));
        prop_assert_eq!(again.to_ron(), text);
    }

    /// No values whatever make the checks panic.
    #[test]
    fn checks_never_panic(place in 0..all_with_blends().len(), value in any::<f64>()) {
        let kind = &all_with_blends()[place];
        for param in kind.params() {
            let changed = kind.with_param(param.name, value).expect(param.name);
            let _ = scene_of(changed.clone()).issues();
            let _ = changed.handles();
            prop_assert!(param.allows(param.clamped(value)));
        }
    }
}
