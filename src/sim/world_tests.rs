//! Whole scenes: golden runs through the front door, cases C39 and C40, pokes, anchors, refusals.

use super::*;
use crate::mesh::RayHit;
use crate::scene::{
    Act, AnchorTarget, Body, Deformer, DeformerIntegrator, Kind, Node, Rope, RopeStart, SimulationSettings,
    SurfacePoint,
};
use crate::sim::{Clock, state_hash};

/// Tolerance that the checklist asks for unless it says otherwise.
const TOLERANCE: f64 = 1e-6;

fn held(particle: u32, at: DVec3) -> crate::scene::Anchor {
    crate::scene::Anchor { particle, to: AnchorTarget::World { at } }
}

fn input(tick: u32, ticks: u32, act: Act) -> Input {
    Input { tick, ticks, act, note: String::new() }
}

fn scene_of(ropes: Vec<Rope>) -> Scene {
    Scene { ropes, simulation: one_step_a_tick(), ..Scene::default() }
}

/// The tutorials know no substeps, and golden numbers are theirs.
fn one_step_a_tick() -> SimulationSettings {
    SimulationSettings { substeps: 1, ..SimulationSettings::default() }
}

/// Compiles every root node.
fn world_of(scene: &Scene) -> World {
    let roots = scene.nodes.iter().filter(|n| n.parent.is_none());
    let solids: Vec<Field> = roots.map(|n| Field::compile(scene, &n.id).expect("compiles")).collect();
    World::new(scene, solids.into()).expect("sound scene")
}

fn run(world: &mut World, ticks: u32, inputs: &[Input]) {
    for _ in 0..ticks {
        world.step(inputs).expect("finite");
    }
}

fn positions_hash(world: &World) -> u64 {
    state_hash(world.ropes()[0].positions.iter().copied())
}

/// R1: 5 particles on +x, the first held.
fn r1() -> Scene {
    let mut rope = Rope::new("rope", 4, 1.0);
    rope.lay = DVec3::X;
    rope.anchors = vec![held(0, DVec3::ZERO)];
    scene_of(vec![rope])
}

#[test]
fn golden_r1_through_a_world() {
    let mut world = world_of(&r1());
    for (tick, hash) in [(1, 0xa757_9e09_5145_e662), (60, 0x5b07_44e8_08e5_96ae), (300, 0xfab9_62b2_936d_6f2a_u64)] {
        let left = tick - world.tick();
        run(&mut world, left, &[]);
        assert_eq!(positions_hash(&world), hash, "tick {tick}");
    }
}

#[test]
fn golden_r2_through_a_world() {
    let mut rope = Rope::new("rope", 4, 1.2);
    rope.start = RopeStart::Straight;
    rope.anchors = vec![held(0, DVec3::ZERO), held(4, DVec3::X)];
    let mut world = world_of(&scene_of(vec![rope]));
    run(&mut world, 300, &[]);
    // 1.2 / 4 is not the double 0.3 of the golden run, so its bits are checked on the core and its digits here.
    assert!((world.ropes()[0].positions[2] - DVec3::new(0.500110, -0.303205, 0.0)).length() < 2e-6);
}

#[test]
fn golden_r3_through_a_world() {
    let carry = |n: u32| {
        let to = DVec3::new(0.01 * f64::from(n), 0.0, 0.0);
        input(n - 1, 1, Act::MoveAnchor { rope: "rope".into(), particle: 0, to })
    };
    let inputs: Vec<Input> = (1..=60).map(carry).collect();
    let mut world = world_of(&r1());
    run(&mut world, 60, &inputs);
    assert_eq!(positions_hash(&world), 0x60ef_486d_4502_decb);
}

#[test]
fn p03_iterations_are_1_to_16() {
    assert_eq!(Rope::new("new", 4, 1.0).iterations, 8);
    for iterations in [0, 17] {
        let mut scene = r1();
        scene.ropes[0].iterations = iterations;
        let error = World::new(&scene, Vec::new().into()).expect_err("out of range");
        let expected = format!("ropes[0].iterations: {iterations} iterations are out of range; use 1 to 16.");
        assert_eq!(error.to_string(), expected);
    }
}

#[test]
fn p05_frames_do_not_change_the_state() {
    let run_frames = |frames: u64| {
        let (mut world, mut clock) = (world_of(&r1()), Clock::new());
        let at = |frame: u64| frame * 1_000_000_000 / frames;
        for f in 0..frames {
            let ticks = clock.advance(at(f + 1) - at(f), world.dt_secs());
            run(&mut world, ticks, &[]);
        }
        (world.tick(), world.hash())
    };
    let expected = run_frames(50);
    assert_eq!(expected.0, 50);
    assert_eq!(run_frames(10), expected);
    assert_eq!(run_frames(144), expected);
}

#[test]
fn p06_segments_not_particles() {
    let world = world_of(&r1());
    assert_eq!(world.ropes()[0].segment, 0.25);
    assert_eq!(world.ropes()[0].positions.len(), 5);
}

#[test]
fn r07_anchors_are_written_before_the_step() {
    let mut world = world_of(&r1());
    let to = DVec3::new(0.6, 0.0, 0.0);
    let inputs = [input(0, 60, Act::MoveAnchor { rope: "rope".into(), particle: 0, to })];
    for n in 1..=60 {
        run(&mut world, 1, &inputs);
        assert!((world.ropes()[0].positions[0].x - 0.01 * f64::from(n)).abs() < 1e-15, "no step late");
        assert_eq!(world.ropes()[0].positions[0], world.ropes()[0].previous[0]);
    }
    run(&mut world, 5, &inputs);
    assert_eq!(world.ropes()[0].positions[0], to, "it stays there");
    assert_eq!(world.anchor_errors(0).collect::<Vec<_>>(), [(0, 0.6)], "measured from what held it");
}

#[test]
fn r09_looking_changes_nothing() {
    let mut world = world_of(&soft_scene(1.0));
    run(&mut world, 3, &[poke(0)]);
    let hash = world.hash();
    let _drawn = (world.deformers()[0].world_mesh(), world.deformers()[0].world_mesh(), world.keyframe());
    assert_eq!(world.hash(), hash);
}

/// A unit sphere at (1, 2, 3); `scale` is that of the object, the world's size stays.
fn soft_scene(scale: f64) -> Scene {
    let mut ball = Deformer::new("ball");
    ball.at = DVec3::new(1.0, 2.0, 3.0);
    ball.scale = scale;
    ball.body = Body::CubeSphere { grid: 20, radius: 1.0 / scale };
    Scene { deformers: vec![ball], simulation: one_step_a_tick(), ..Scene::default() }
}

fn poke(tick: u32) -> Input {
    let origin = DVec3::new(1.0, 2.0, 10.0);
    input(tick, 1, Act::Poke { origin, direction: DVec3::NEG_Z, force: 10.0, offset: 0.1 })
}

#[test]
fn p12_the_offset_is_in_world_units() {
    for scale in [0.5, 1.0, 2.0] {
        let mut world = world_of(&soft_scene(scale));
        run(&mut world, 1, &[poke(0)]);
        let hit = world.pokes()[0].hit.clone().expect("hits the ball");
        assert!((hit.point - DVec3::new(1.0, 2.0, 4.0)).length() < TOLERANCE, "{}", hit.point);
        assert!((hit.force_point - DVec3::new(1.0, 2.0, 4.1)).length() < TOLERANCE, "{}", hit.force_point);
    }
}

#[test]
fn a_ray_of_any_length_but_zero_hits() {
    let hit = |direction: DVec3| {
        let mut world = world_of(&soft_scene(1.0));
        let origin = DVec3::new(1.0, 2.0, 10.0);
        run(&mut world, 1, &[input(0, 1, Act::Poke { origin, direction, force: 10.0, offset: 0.1 })]);
        world.pokes()[0].hit.clone()
    };
    let expected = hit(DVec3::NEG_Z);
    assert!(expected.is_some());
    for length in [1e-320, 1e-200, 1e200, 1e308] {
        assert_eq!(hit(DVec3::NEG_Z * length), expected, "{length}");
    }
    assert_eq!(hit(DVec3::ZERO), None);
}

#[test]
fn d03_only_the_nearest_deformer_reacts() {
    let mut scene = soft_scene(1.0);
    let behind = Deformer { at: DVec3::new(1.0, 2.0, 0.5), ..Deformer::new("behind") };
    scene.deformers.insert(0, behind);
    let mut world = world_of(&scene);
    run(&mut world, 1, &[poke(0)]);
    let trace = &world.pokes()[0];
    let hit = trace.hit.as_ref().expect("hits");
    assert_eq!(hit.deformer, "ball");
    assert!((hit.point - DVec3::new(1.0, 2.0, 4.0)).length() < TOLERANCE);
    assert!((hit.normal - DVec3::Z).length() < TOLERANCE, "{}", hit.normal);
    assert_eq!(world.deformers()[0].max_displacement(), 0.0);
    assert!(world.deformers()[1].max_displacement() > 0.0);
}

#[test]
fn d03_a_miss_moves_nothing() {
    let mut world = world_of(&soft_scene(1.0));
    let start = world.hash();
    for direction in [DVec3::Z, DVec3::ZERO, DVec3::splat(f64::NAN)] {
        let miss = Act::Poke { origin: DVec3::new(1.0, 2.0, 10.0), direction, force: 10.0, offset: 0.1 };
        let tick = world.tick();
        run(&mut world, 1, &[input(tick, 1, miss)]);
        assert_eq!(world.pokes()[0].hit, None);
        assert_eq!(world.hash(), start, "direction {direction}");
    }
    run(&mut world, 1, &[]);
    assert!(world.pokes().is_empty(), "a poke is shown in its own tick only");
}

#[test]
fn d04_hit_and_force_point_are_an_offset_apart() {
    let mut world = world_of(&soft_scene(2.0));
    run(&mut world, 1, &[poke(0)]);
    let hit = world.pokes()[0].hit.as_ref().expect("hits");
    assert!((hit.point.distance(hit.force_point) - 0.1).abs() < 1e-12);
}

#[test]
fn d05_a_held_poke_acts_every_tick() {
    let Act::Poke { origin, direction, force, offset } = poke(0).act else { unreachable!("poke is a poke") };
    let depth_after = |ticks: u32| {
        let mut world = world_of(&soft_scene(1.0));
        let held = input(0, ticks, Act::Poke { origin, direction, force, offset });
        run(&mut world, 10, &[held]);
        world.deformers()[0].max_displacement()
    };
    assert!(depth_after(5) > 2.0 * depth_after(1));
}

#[test]
fn d12_d13_poked_objects_agree_at_every_place_and_scale() {
    // The same world geometry and poke, authored at other scales.
    let world_shift = |scale: f64, integrator| {
        let mut scene = soft_scene(scale);
        scene.deformers[0].integrator = integrator;
        let mut world = world_of(&scene);
        run(&mut world, 10, &[Input { ticks: 5, ..poke(0) }]);
        let ball = &world.deformers()[0];
        let shift = |(x, o): (&DVec3, &DVec3)| (*x - *o) * ball.world_from_local.scale;
        ball.positions.iter().zip(&ball.rest.positions).map(shift).collect::<Vec<_>>()
    };
    for integrator in [DeformerIntegrator::Tutorial, DeformerIntegrator::Stable] {
        let one = world_shift(1.0, integrator);
        for scale in [0.5, 2.0] {
            for (a, b) in one.iter().zip(world_shift(scale, integrator)) {
                assert!((*a - b).length() < 1e-12);
            }
        }
    }
}

#[test]
fn d18_a_poke_acts_in_its_own_tick() {
    let mut world = world_of(&soft_scene(1.0));
    run(&mut world, 3, &[poke(3)]);
    assert_eq!(world.deformers()[0].max_displacement(), 0.0);
    run(&mut world, 1, &[poke(3)]);
    assert!(world.deformers()[0].max_displacement() > 0.0);
}

#[test]
fn pokes_meet_the_deformed_surface() {
    let mut world = world_of(&soft_scene(1.0));
    let held = [Input { ticks: 100, ..poke(0) }];
    run(&mut world, 30, &held);
    let hit = world.pokes()[0].hit.clone().expect("hits");
    // The poke's own dent: the surface gives way, so the hit lies deeper than at rest.
    assert!(hit.point.z < 3.99, "{}", hit.point);
}

#[test]
fn an_anchor_on_a_deformer_ends_where_it_is_drawn() {
    for (substeps, on) in
        [(1, SurfacePoint::Vertex(7)), (4, SurfacePoint::Triangle { index: 11, weights: DVec3::new(0.2, 0.3, 0.5) })]
    {
        let mut scene = soft_scene(1.0);
        let mut rope = Rope::new("leash", 6, 1.0);
        rope.anchors = vec![crate::scene::Anchor { particle: 0, to: AnchorTarget::Deformer { id: "ball".into(), on } }];
        scene.ropes = vec![rope];
        scene.simulation.substeps = substeps;
        let mut world = world_of(&scene);
        let start = world.ropes()[0].positions[0];
        run(&mut world, 20, &[Input { ticks: 20, ..poke(0) }]);
        assert_ne!(world.ropes()[0].positions[0], start, "it follows");
        assert_eq!(world.anchor_errors(0).collect::<Vec<_>>(), [(0, 0.0)]);
    }
}

#[test]
fn an_anchor_on_a_node_is_in_its_frame() {
    let group = Node {
        at: DVec3::new(0.0, 3.0, 0.0),
        turn: DVec3::new(0.0, 0.0, 90.0),
        scale: DVec3::splat(2.0),
        ..Node::new("g", Kind::Group)
    };
    let block = Node { parent: Some("g".into()), at: DVec3::X, ..Node::new("block", Kind::Sphere { radius: 0.1 }) };
    let mut rope = Rope::new("leash", 4, 1.0);
    let to = AnchorTarget::Node { id: "block".into(), at: DVec3::new(0.5, 0.0, 0.0) };
    rope.anchors = vec![crate::scene::Anchor { particle: 0, to }];
    let scene = Scene { nodes: vec![group, block], ropes: vec![rope], ..Scene::default() };
    let world = World::new(&scene, Vec::new().into()).expect("sound scene");
    assert!((world.ropes()[0].positions[0] - DVec3::new(0.0, 6.0, 0.0)).length() < 1e-12);
}

/// C39: a rope that starts through a sphere and on a floor.
fn c39() -> Scene {
    let mut rope = Rope::new("rope", 20, 2.0);
    rope.anchors = vec![held(0, DVec3::new(0.0, 2.0, 0.0))];
    let ball = Node { at: DVec3::new(0.3, 1.0, 0.0), ..Node::new("ball", Kind::Sphere { radius: 0.5 }) };
    let mut scene = Scene { nodes: vec![ball], ..scene_of(vec![rope]) };
    scene.simulation.floor = Some(0.0);
    scene
}

#[track_caller]
fn assert_c39(world: &World) {
    let rope = &world.ropes()[0];
    for (i, p) in rope.positions.iter().enumerate() {
        assert!(p.y >= -0.001, "tick {}: particle {i} at {p}", world.tick());
        let depth = 0.5 - (*p - DVec3::new(0.3, 1.0, 0.0)).length();
        assert!(depth <= 0.001, "tick {}: particle {i} is {depth} m deep", world.tick());
    }
    assert!(rope.max_stretch() <= 0.05, "tick {}: {}", world.tick(), rope.max_stretch());
}

#[test]
fn c39_with_substeps() {
    let mut scene = c39();
    scene.simulation.substeps = 4;
    let mut world = world_of(&scene);
    for _ in 0..600 {
        assert_c39(&world);
        run(&mut world, 1, &[]);
    }
}

#[test]
fn c39_one_very_long_frame() {
    let scene = c39();
    let (mut world, mut clock) = (world_of(&scene), Clock::new());
    let frame = |ns: u64, world: &mut World, clock: &mut Clock| {
        let ticks = clock.advance(ns, world.dt_secs());
        for _ in 0..ticks {
            world.step(&[]).expect("finite");
            assert_c39(world);
        }
        ticks
    };
    assert_c39(&world);
    for _ in 0..60 {
        assert_eq!(frame(20_000_000, &mut world, &mut clock), 1);
    }
    assert_eq!(frame(5_000_000_000, &mut world, &mut clock), Clock::MAX_TICKS_PER_FRAME);
    for _ in 0..600 {
        frame(20_000_000, &mut world, &mut clock);
    }
    let mut fixed = world_of(&scene);
    run(&mut fixed, 668, &[]);
    assert_eq!((world.tick(), world.hash()), (668, fixed.hash()));
}

#[test]
fn c40a_both_anchors_in_one_point() {
    for (length, gravity) in [(0.0, false), (0.0, true), (2.0, false), (2.0, true)] {
        for start in [RopeStart::Straight, RopeStart::Slack] {
            let mut rope = Rope::new("rope", 20, length);
            rope.start = start;
            rope.anchors = vec![held(0, DVec3::ONE), held(20, DVec3::ONE)];
            let mut scene = scene_of(vec![rope]);
            if !gravity {
                scene.simulation.gravity = DVec3::ZERO;
            }
            let (mut world, mut again) = (world_of(&scene), world_of(&scene));
            run(&mut world, 10_000, &[]);
            run(&mut again, 10_000, &[]);
            assert_eq!(world.hash(), again.hash());
            let farthest = world.ropes()[0].positions.iter().map(|p| p.distance(DVec3::ONE)).fold(0.0, f64::max);
            assert!(length > 0.0 || gravity || farthest < 1e-9, "{farthest}");
            assert!(farthest < 0.5 * length + 0.1, "{farthest}");
            assert!(world.ropes()[0].max_stretch().is_finite());
        }
    }
}

#[test]
fn c40b_free_fall_stretches_nothing() {
    let mut rope = Rope::new("rope", 20, 2.0);
    rope.damping = 1.0;
    let mut scene = scene_of(vec![rope]);
    scene.simulation.dt = 1.0 / 60.0;
    scene.simulation.gravity = DVec3::new(0.0, -9.81, 0.0);
    let mut world = world_of(&scene);
    let start = world.ropes()[0].positions.clone();
    run(&mut world, 60, &[]);
    let rope = &world.ropes()[0];
    for (p, s) in rope.positions.iter().zip(&start) {
        assert!((s.y - p.y - 4.98675).abs() < 1e-3);
    }
    assert!(rope.strains().all(|e| (e * 0.1).abs() < 1e-5));
}

#[test]
fn case30_the_first_value_that_is_not_finite_is_named_and_the_world_restored() {
    let mut scene = soft_scene(1.0);
    scene.ropes = r1().ropes;
    let mut world = world_of(&scene);
    run(&mut world, 3, &[]);
    let (hash, keyframe) = (world.hash(), world.keyframe());
    let storm =
        Act::Poke { origin: DVec3::new(1.0, 2.0, 10.0), direction: DVec3::NEG_Z, force: f64::INFINITY, offset: 0.1 };
    let error = world.step(&[input(3, 1, storm)]).expect_err("infinite force");
    let SimError::NotFinite { object, element, phase, tick } = error else { panic!("{error}") };
    assert_eq!((object.as_str(), phase, tick), ("ball", "force", 4));
    assert!(element.starts_with("Vertex "));
    assert_eq!((world.tick(), world.hash()), (3, hash));
    assert_eq!(world.keyframe(), keyframe);
    run(&mut world, 3, &[]);

    let far = Act::MoveAnchor { rope: "rope".into(), particle: 0, to: DVec3::splat(1e200) };
    let error = world.step(&[input(6, 1, far)]).expect_err("length overflows");
    let shown = error.to_string();
    let start = "Particle 1 of \"rope\" is not finite after the phase \"solve\" of tick 7. Use a shorter dt";
    assert!(shown.starts_with(start), "{shown}");
}

#[test]
fn objects_do_not_depend_on_their_neighbours() {
    let mut scene = soft_scene(1.0);
    scene.ropes = r1().ropes;
    let mut second = r1().ropes.remove(0);
    second.id = "second".into();
    scene.ropes.push(second);
    let mut together = world_of(&scene);
    run(&mut together, 60, &[]);
    assert_eq!(together.ropes()[0].positions, together.ropes()[1].positions);
    assert_eq!(positions_hash(&together), 0x5b07_44e8_08e5_96ae);
}

#[test]
fn refusals_name_the_path_and_the_cure() {
    let refused = |change: fn(&mut Scene)| {
        let mut scene = soft_scene(1.0);
        scene.ropes = r1().ropes;
        change(&mut scene);
        let SimError::Setup { path, message } = World::new(&scene, Vec::new().into()).expect_err("broken") else {
            panic!("not a setup error")
        };
        assert!(message.ends_with('.'), "{message}");
        path
    };
    assert_eq!(refused(|s| s.simulation.dt = 0.0), "simulation.dt");
    assert_eq!(refused(|s| s.simulation.dt = f64::NAN), "simulation.dt");
    assert_eq!(refused(|s| s.simulation.substeps = 0), "simulation.substeps");
    assert_eq!(refused(|s| s.simulation.gravity.x = f64::INFINITY), "simulation.gravity");
    assert_eq!(refused(|s| s.simulation.floor = Some(f64::NAN)), "simulation.floor");
    assert_eq!(refused(|s| s.ropes[0].segments = 0), "ropes[0].segments");
    assert_eq!(refused(|s| s.ropes[0].segments = u32::MAX), "ropes[0].segments");
    assert_eq!(refused(|s| s.ropes[0].length = -1.0), "ropes[0].length");
    assert_eq!(refused(|s| s.ropes[0].radius = f64::NAN), "ropes[0].radius");
    assert_eq!(refused(|s| s.ropes[0].damping = 1.1), "ropes[0].damping");
    assert_eq!(refused(|s| s.ropes[0].lay = DVec3::ZERO), "ropes[0].lay");
    assert_eq!(refused(|s| s.ropes[0].anchors[0].particle = 5), "ropes[0].anchors[0].particle");
    assert_eq!(refused(|s| s.ropes[0].anchors.push(held(0, DVec3::X))), "ropes[0].anchors[1].particle");
    assert_eq!(refused(|s| s.ropes[0].anchors[0] = held(0, DVec3::splat(f64::NAN))), "ropes[0].anchors[0].to");
    assert_eq!(refused(|s| s.deformers[0].scale = 0.0), "deformers[0].scale");
    assert_eq!(refused(|s| s.deformers[0].spring = -1.0), "deformers[0].spring");
    assert_eq!(refused(|s| s.deformers[0].damping = f64::INFINITY), "deformers[0].damping");
    assert_eq!(refused(|s| s.deformers[0].body = Body::CubeSphere { grid: 0, radius: 1.0 }), "deformers[0].body.grid");
    let on_deformer = |id: &str, on| AnchorTarget::Deformer { id: id.into(), on };
    let targets = [
        AnchorTarget::Node { id: "gone".into(), at: DVec3::ZERO },
        on_deformer("gone", SurfacePoint::Vertex(0)),
        on_deformer("ball", SurfacePoint::Vertex(2402)),
        on_deformer("ball", SurfacePoint::Triangle { index: 4800, weights: DVec3::X }),
    ];
    for to in targets {
        let mut scene = soft_scene(1.0);
        scene.ropes = r1().ropes;
        scene.ropes[0].anchors[0].to = to;
        let error = World::new(&scene, Vec::new().into()).expect_err("dangling");
        assert!(matches!(error, SimError::Setup { path, .. } if path == "ropes[0].anchors[0].to"));
    }
}

#[test]
fn the_tree_and_the_brute_force_meet_the_same_dent() {
    let mut world = world_of(&soft_scene(1.0));
    run(&mut world, 5, &[Input { ticks: 5, ..poke(0) }]);
    let ball = &world.deformers()[0];
    let mut tree = Bvh::new(&ball.rest);
    tree.refit(&ball.positions, &ball.rest.triangles);
    let (origin, direction) = (DVec3::new(0.1, 0.05, 9.0), DVec3::NEG_Z);
    let hit: Option<RayHit> = tree.ray(&ball.positions, &ball.rest.triangles, origin, direction);
    let deformed = crate::mesh::Mesh {
        positions: ball.positions.clone(),
        triangles: ball.rest.triangles.clone(),
        ..Default::default()
    };
    let fresh = Bvh::new(&deformed).ray(&ball.positions, &ball.rest.triangles, origin, direction);
    assert_eq!(hit, fresh);
    assert!(hit.is_some());
}
