//! Complaints: every rule, all at once, and what is left without the broken parts.

use super::*;
use proptest::prelude::*;

#[test]
fn full_scene_has_no_issues() {
    assert_eq!(full().issues(), Vec::new());
    assert_eq!(Scene::default().issues(), Vec::new());
}

/// Text in the full scene, its replacement, severity, path and part of the message of the one issue that follows.
#[rustfmt::skip]
const RULES: &[(&str, &str, Severity, &str, &str)] = {
    use Severity::{Error, Warning};
    &[
        ("id: \"ring\"", "id: \"\"", Error, "nodes[4].id", "The id of nodes[4] is empty."),
        ("id: \"ring\"", "id: \"ball\"", Error, "deformers[0].id", "The id \"ball\" is used twice: nodes[4]"),
        ("parent: \"both\"", "parent: \"ghost\"", Error, "nodes[7].parent", "\"ghost\", which is not in the scene"),
        ("parent: \"both\"", "parent: \"ring\"", Error, "nodes[7].parent", "\"ring\", a Torus"),
        ("parent: \"both\"", "parent: \"ball\"", Error, "nodes[7].parent", "\"ball\", a deformer"),
        ("radius: 0.2,", "radius: -0.5,", Error, "nodes[2].kind.radius", "The radius of \"bore\" is -0.5."),
        ("radius: 0.2,", "radius: 0.0,", Error, "nodes[2].kind.radius", "0.0"),
        ("radius: 0.2,", "radius: 1e-320,", Error, "nodes[2].kind.radius", "1e-320"),
        ("radius: 0.2,", "radius: 1e300,", Error, "nodes[2].kind.radius", "1e300"),
        ("minor: 0.2", "minor: -1.0", Error, "nodes[4].kind.minor", "-1.0"),
        ("half: (0.6, 0.3", "half: (0.6, -0.3", Error, "nodes[1].kind.half.y", "The half height (y) of \"block\" is -0.3."),
        ("round: 0.05", "round: 0.5", Error, "nodes[1].kind.round", "0.5"),
        ("round: 0.05", "round: -0.1", Error, "nodes[1].kind.round", "-0.1"),
        ("Smooth(radius: 0.05)", "Smooth(radius: 0.0)", Error, "nodes[0].kind.blend.radius", "The blend radius of \"part\" is 0.0."),
        ("scale: 0.5", "scale: 0.0", Error, "nodes[3].scale", "0.0"),
        ("scale: 0.5", "scale: -2.0", Error, "nodes[3].scale", "-2.0"),
        ("scale: 0.5", "scale: 1e9", Error, "nodes[3].scale", "1e9"),
        ("at: (-2.0,", "at: (-2e7,", Error, "nodes[3].at", "The position of \"others\" is (-2e7, 0.0, 0.0)."),
        ("turn: (90.0", "turn: (1e7", Error, "nodes[2].turn", "The rotation of \"bore\" is (1e7, 0.0, 0.0)."),
        ("color: (0.7,", "color: (1.5,", Warning, "nodes[0].color", "(1.5, 0.72, 0.8)"),
        ("cell: 0.05", "cell: 0.0", Error, "contour.cell", "0.0"),
        ("cell: 0.05", "cell: -0.1", Error, "contour.cell", "-0.1"),
        ("cell: 0.05", "cell: 1e-320", Error, "contour.cell", "1e-320"),
        ("cell: 0.05", "cell: 1e-7", Warning, "contour.cell", "1e21 such cells"),
        ("min: (-3.0", "min: (3.0", Error, "contour.domain", "along x it goes from 3.0 to 3.0"),
        ("min: (-3.0", "min: (-1e9", Error, "contour.domain.min", "The least corner (min) of contour is (-1e9, "),
        ("sharpness: 15.0", "sharpness: 181.0", Error, "contour.sharpness", "181.0"),
        ("sharpness: 15.0", "sharpness: -1.0", Error, "contour.sharpness", "-1.0"),
        ("bias: 0.01", "bias: 1.5", Error, "contour.bias", "1.5"),
        ("grid: 20", "grid: 201", Error, "deformers[0].body.grid", "201"),
        ("radius: 0.5), spring", "radius: -0.5), spring", Error, "deformers[0].body.radius", "-0.5"),
        ("spring: 20.0", "spring: -1.0", Error, "deformers[0].spring", "-1.0"),
        ("damping: 5.0", "damping: -1.0", Error, "deformers[0].damping", "-1.0"),
        ("damping: 5.0, integrator: Stable", "damping: 50.0, integrator: Tutorial", Warning, "deformers[0].damping", "damping times dt is 1.000, not below 1"),
        ("20.0, damping: 5.0, integrator: Stable", "12000.0, damping: 5.0, integrator: Tutorial", Warning, "deformers[0].spring", "is 4.800, not below 4.222"),
        ("segments: 31", "segments: 30", Error, "ropes[0].anchors[2].particle", "holds particle 31"),
        ("segments: 4,", "segments: 0,", Error, "ropes[1].segments", "0"),
        ("segments: 4,", "segments: 10001,", Error, "ropes[1].segments", "10001"),
        ("length: 1.0", "length: 0.0", Error, "ropes[1].length", "0.0"),
        ("radius: 0.02", "radius: -0.02", Error, "ropes[0].radius", "-0.02"),
        ("sides: 8", "sides: 2", Error, "ropes[0].sides", "2"),
        ("sides: 8", "sides: 65", Error, "ropes[0].sides", "65"),
        ("lay: (1.0", "lay: (0.0", Error, "ropes[1].lay", "(0.0, 0.0, 0.0)"),
        ("damping: 0.995", "damping: 1.01", Error, "ropes[0].damping", "1.01"),
        ("iterations: 8", "iterations: 0", Error, "ropes[0].iterations", "\"leash\" has 0 iterations."),
        ("iterations: 8", "iterations: 17", Error, "ropes[0].iterations", "17"),
        ("particle: 15, to: W", "particle: 31, to: W", Error, "ropes[0].anchors[2].particle", "Two anchors of \"leash\" hold particle 31"),
        ("Node(id: \"block\"", "Node(id: \"ghost\"", Error, "ropes[0].anchors[0].to.id", "\"ghost\", which is not in the scene"),
        ("Node(id: \"block\"", "Node(id: \"ball\"", Error, "ropes[0].anchors[0].to.id", "\"ball\", a deformer"),
        ("Vertex(5)", "Vertex(2402)", Error, "ropes[1].anchors[0].to.on", "no vertex 2402"),
        ("index: 7", "index: 4800", Error, "ropes[0].anchors[2].to.on.index", "no triangle 4800"),
        ("(0.25, 0.25, 0.5)", "(0.25, 0.25, 0.25)", Error, "ropes[0].anchors[2].to.on.weights", "their sum is 0.75"),
        ("(0.25, 0.25, 0.5)", "(1.5, -1.0, 0.5)", Error, "ropes[0].anchors[2].to.on.weights", "no point of a triangle"),
        ("dt: 0.02", "dt: 0.0", Error, "simulation.dt", "0.0"),
        ("dt: 0.02", "dt: 0.6", Error, "simulation.dt", "0.6"),
        ("gravity: (0.0, -9.81", "gravity: (0.0, -1e7", Error, "simulation.gravity", "(0.0, -1e7, 0.0)"),
        ("substeps: 1", "substeps: 65", Error, "simulation.substeps", "65"),
        ("floor: 0.0", "floor: 1e30", Error, "simulation.floor", "1e30"),
        ("ticks: 5", "ticks: 0", Error, "inputs[0].ticks", "0"),
        ("tick: 30", "tick: 4294967295", Error, "inputs[0].tick", "4294967300"),
        ("direction: (0.0, -1.0", "direction: (0.0, 0.0", Error, "inputs[0].act.direction", "(0.0, 0.0, 0.0)"),
        ("force: 10.0", "force: 1e10", Error, "inputs[0].act.force", "1e10"),
        ("MoveAnchor(rope: \"leash\"", "MoveAnchor(rope: \"ghost\"", Error, "inputs[1].act.rope", "no rope called \"ghost\""),
        ("MoveAnchor(rope: \"leash\"", "MoveAnchor(rope: \"ball\"", Error, "inputs[1].act.rope", "\"ball\" is a deformer"),
        ("particle: 15, to: (0", "particle: 14, to: (0", Error, "inputs[1].act.particle", "Particle 14 of \"leash\" has no anchor"),
        ("Stretch(rope: \"leash\"", "Stretch(rope: \"ghost\"", Error, "expect[1].rope", "\"ghost\""),
        ("at_most: 0.1", "at_most: -0.1", Error, "expect[1].at_most", "-0.1"),
        ("ticks: 120", "ticks: 1000001", Error, "expect[1].ticks", "1000001"),
        ("0123456789abcdef", "0123456789abcde", Error, "expect[2].hash", "0123456789abcde"),
        ("0123456789abcdef", "0123456789abcdeg", Error, "expect[2].hash", "0123456789abcdeg"),
        ("eye: (4.0, 3.0, 6.0)", "eye: (0.0, 0.5, 0.0)", Warning, "view.eye", "looks nowhere"),
        ("hidden: [\"ground\"]", "hidden: [\"ghost\"]", Warning, "view.hidden[0]", "\"ghost\""),
    ]
};

#[test]
fn every_rule_names_place_value_and_cure() {
    for (from, to, severity, path, message) in RULES {
        let scene = Scene::from_ron(&FULL.replacen(from, to, 1)).unwrap_or_else(|error| panic!("{to}: {error}"));
        let issues = scene.issues();
        let issue = issues.iter().find(|issue| issue.path == *path);
        let issue = issue.unwrap_or_else(|| panic!("{to}: no issue at {path} among {issues:#?}"));
        assert_eq!(issue.severity, *severity, "{issue}");
        assert!(issue.message.contains(message), "{to}: {issue}");
        assert!(issue.message.ends_with('.') && issue.hint.ends_with('.'), "{issue}");
    }
}

#[test]
fn an_empty_domain_is_one_issue() {
    let scene =
        Scene::from_ron("(version: 1, contour: (domain: Box(min: (0, 0, 0), max: (0, -1, 1))))").expect("readable");
    let issues = scene.issues();
    let expected = "The domain is empty: along x it goes from 0.0 to 0.0, along y it goes from 0.0 to -1.0.";
    assert_eq!(issues.iter().map(|issue| issue.message.as_str()).collect::<Vec<_>>(), [expected]);
}

#[test]
fn directions_of_any_length_but_zero_are_fine() {
    for (direction, count) in
        [("(0, 0, -1e300)", 0), ("(0, 1e-320, 0)", 0), ("(0, -1e308, 1e308)", 0), ("(0, 0, -0.0)", 1)]
    {
        let text = format!("(version: 1, inputs: [(tick: 0, act: Poke(origin: (0, 0, 0), direction: {direction}))])");
        assert_eq!(Scene::from_ron(&text).expect("readable").issues().len(), count, "{direction}");
    }
}

/// Each body alone is fine; together they would take more memory than there is.
#[test]
fn bodies_share_budgets() {
    let mut scene = Scene::default();
    scene.deformers.extend(
        (0..300)
            .map(|i| Deformer { body: Body::CubeSphere { grid: 200, radius: 1.0 }, ..Deformer::new(format!("d{i}")) }),
    );
    scene.ropes.extend((0..1000).map(|i| Rope::new(format!("r{i}"), 10_000, 1.0)));
    let issues = scene.issues();
    // 240 002 vertices each, 2 000 000 in all; 10 001 particles each, 1 000 000 in all.
    assert_eq!(issues[0].path, "deformers[8].body");
    assert_eq!(issues[0].message, "With \"d8\" the deformers have 2160018 vertices together.");
    let rope = &issues[300 - 8];
    assert_eq!(rope.path, "ropes[99].segments");
    assert_eq!(rope.message, "With \"r99\" the ropes have 1000100 particles together.");
    let sound = scene.sound_part(&issues);
    assert_eq!((sound.deformers.len(), sound.ropes.len(), sound.issues()), (8, 99, Vec::new()));
}

#[test]
fn work_per_tick_has_a_budget() {
    let mut scene = Scene::default();
    scene.simulation.substeps = 64;
    scene.ropes.extend((0..90).map(|i| Rope { iterations: 16, ..Rope::new(format!("r{i}"), 10_000, 1.0) }));
    let issues = scene.issues();
    // 10 240 000 corrections each.
    assert_eq!((issues[0].path.as_str(), issues.len()), ("ropes[24].iterations", 90 - 24));
    assert_eq!(issues[0].message, "With \"r24\" the ropes have 256000000 corrections of segments per tick together.");
}

#[test]
fn all_issues_come_at_once_in_document_order() {
    // Replacements that do not touch each other's text.
    let broken = ["nodes[2].kind.radius", "contour.cell", "deformers[0].spring", "ropes[1].length", "simulation.dt"];
    let rules = RULES.iter().filter(|rule| broken.contains(&rule.3) && rule.1.contains('-') || rule.1 == "length: 0.0");
    let text = rules.fold(FULL.to_owned(), |text, (from, to, ..)| text.replacen(from, to, 1));
    let text = text.replacen("dt: 0.02", "dt: 0.6", 1);
    let issues = Scene::from_ron(&text).expect("it can be read").issues();
    let paths: Vec<&str> = issues.iter().map(|issue| issue.path.as_str()).collect();
    assert_eq!(paths, broken);
}

#[test]
fn cycles_are_found_and_what_hangs_on_them_is_not_blamed() {
    let mut scene = full();
    let group = |id: &str, parent: &str| Node { parent: Some(parent.to_owned()), ..Node::new(id, Kind::Group) };
    scene.nodes.extend([group("c", "a"), group("a", "b"), group("b", "c"), group("hanging", "b"), group("own", "own")]);
    let issues = scene.issues();
    let errors: Vec<&str> = issues.iter().filter(|i| i.severity == Severity::Error).map(|i| i.path.as_str()).collect();
    assert_eq!(errors, ["nodes[10].parent", "nodes[11].parent", "nodes[12].parent", "nodes[14].parent"]);
    let broken: Vec<String> = scene.broken_ids(&issues).into_iter().collect();
    assert_eq!(broken, ["a", "b", "c", "hanging", "own"]);
}

#[test]
fn depth_and_products_of_scales_are_limited() {
    let mut scene = Scene::default();
    for i in 0..30_000_u32 {
        let parent = i.checked_sub(1).map(|above| above.to_string());
        scene.nodes.push(Node { parent, scale: DVec3::splat(0.5), ..Node::new(i.to_string(), Kind::Group) });
    }
    let issues = scene.issues();
    let errors: Vec<&str> = issues.iter().filter(|i| i.severity == Severity::Error).map(|i| i.path.as_str()).collect();
    // 0.5^20 is the first product below 1e-6, at depth 20.
    assert_eq!(errors, ["nodes[19].scale", "nodes[256].parent"]);
    assert_eq!(scene.broken_ids(&issues).len(), 30_000);
}

#[test]
fn empty_operators_are_warned_of() {
    let mut scene = full();
    scene.nodes.retain(|n| n.id != "bore" && n.parent.as_deref() != Some("others"));
    let issues = scene.issues();
    let found: Vec<(&str, Severity)> = issues.iter().map(|i| (i.path.as_str(), i.severity)).collect();
    assert_eq!(found, [("nodes[0].kind", Severity::Warning), ("nodes[2].kind", Severity::Warning)]);
}

#[test]
fn numbers_that_are_not_finite_are_issues_of_scenes_made_by_programs() {
    let mut scene = full();
    scene.nodes[8].kind = Kind::Sphere { radius: f64::NAN };
    scene.nodes[8].at.x = f64::INFINITY;
    scene.contour.cell = f64::NAN;
    scene.simulation.dt = f64::NAN;
    scene.deformers[0].spring = f64::NAN;
    scene.ropes[0].lay.y = f64::NAN;
    let issues = scene.issues();
    let paths: Vec<&str> = issues.iter().map(|i| i.path.as_str()).collect();
    let expected =
        ["nodes[8].at", "nodes[8].kind.radius", "contour.cell", "deformers[0].spring", "ropes[0].lay", "simulation.dt"];
    assert_eq!(paths, expected);
}

#[test]
fn a_broken_node_takes_its_solid_and_what_hangs_on_it() {
    let scene = Scene::from_ron(&FULL.replacen("radius: 0.2,", "radius: -0.2,", 1)).expect("it can be read");
    let issues = scene.issues();
    let broken: Vec<String> = scene.broken_ids(&issues).into_iter().collect();
    assert_eq!(broken, ["block", "bore", "leash", "part"]);
    let sound = scene.sound_part(&issues);
    assert!(sound.inputs.len() == 1 && sound.expect.len() == 2 && sound.nodes.len() == 7);
}

proptest! {
    #![proptest_config(config())]

    /// Whatever is broken, what remains has no errors.
    #[test]
    fn sound_part_is_sound(picks in proptest::collection::vec(0..RULES.len(), 1..12)) {
        let text = picks.iter().fold(FULL.to_owned(), |text, &i| text.replacen(RULES[i].0, RULES[i].1, 1));
        let Ok(scene) = Scene::from_ron(&text) else { return Ok(()) };
        let sound = scene.sound_part(&scene.issues());
        let errors: Vec<Issue> = sound.issues().into_iter().filter(|i| i.severity == Severity::Error).collect();
        prop_assert_eq!(errors, Vec::new());
    }
}
