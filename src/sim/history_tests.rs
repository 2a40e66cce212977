//! Going back and forth gives the bits of the straight run.

use super::*;
use crate::scene::{Act, Anchor, AnchorTarget, Body, Deformer, Rope, Scene, SurfacePoint};
use glam::DVec3;
use proptest::prelude::*;

/// A rope from the world to a soft ball, a free rope over the floor, pokes and an anchor move.
fn scene() -> Scene {
    let mut bridge = Rope::new("bridge", 12, 1.5);
    bridge.anchors = vec![
        Anchor { particle: 0, to: AnchorTarget::World { at: DVec3::new(-1.0, 1.0, 0.0) } },
        Anchor { particle: 12, to: AnchorTarget::Deformer { id: "ball".into(), on: SurfacePoint::Vertex(3) } },
    ];
    let mut free = Rope::new("free", 8, 0.8);
    (free.at, free.lay) = (DVec3::new(0.0, 0.2, 1.0), DVec3::X);
    let body = Body::CubeSphere { grid: 4, radius: 0.5 };
    let mut scene = Scene {
        deformers: vec![Deformer { body, ..Deformer::new("ball") }],
        ropes: vec![bridge, free],
        ..Scene::default()
    };
    scene.simulation.floor = Some(0.0);
    scene.simulation.substeps = 2;
    scene
}

fn inputs() -> Vec<Input> {
    let poke = Act::Poke { origin: DVec3::new(0.1, 3.0, 0.0), direction: DVec3::NEG_Y, force: 10.0, offset: 0.1 };
    let carry = Act::MoveAnchor { rope: "bridge".into(), particle: 0, to: DVec3::new(-0.5, 1.4, 0.3) };
    vec![
        Input { tick: 5, ticks: 7, act: poke, note: String::new() },
        Input { tick: 9, ticks: 20, act: carry, note: String::new() },
    ]
}

fn world() -> World {
    World::new(&scene(), Vec::new().into()).expect("sound scene")
}

/// Hashes of ticks 0 to `last` by stepping straight on.
fn straight_run(last: u32, inputs: &[Input]) -> Vec<u64> {
    let mut world = world();
    let mut hashes = vec![world.hash()];
    for _ in 0..last {
        world.step(inputs).expect("finite");
        hashes.push(world.hash());
    }
    hashes
}

#[test]
fn restoring_gives_back_everything() {
    let mut world = world();
    for _ in 0..10 {
        world.step(&inputs()).expect("finite");
    }
    let (keyframe, ropes, deformers, pokes) =
        (world.keyframe(), world.ropes().to_vec(), world.deformers().to_vec(), world.pokes().to_vec());
    assert!(pokes[0].hit.is_some());
    for _ in 0..10 {
        world.step(&inputs()).expect("finite");
    }
    assert_ne!(world.ropes(), ropes);
    world.restore(&keyframe);
    assert_eq!(
        (world.tick(), world.ropes(), world.deformers(), world.pokes()),
        (10, &ropes[..], &deformers[..], &pokes[..])
    );
    assert_eq!(world.keyframe(), keyframe);
}

#[test]
fn keyframes_thin_and_stay_below_the_budget() {
    let world = world();
    let one = world.keyframe().memory_bytes();
    let mut history = History::new(world, one * 10);
    history.seek(200, &inputs()).expect("finite");
    let ticks = history.keyframe_ticks();
    assert_eq!(ticks, [0, 32, 64, 96, 128, 160, 192]);
    assert_eq!(history.last_tick(), 200);
    assert!(history.memory_bytes() <= one * 10 + 201 * 8);
    assert_eq!(history.hash_at(201), None);
}

#[test]
fn a_budget_of_nothing_keeps_the_start() {
    let mut history = History::new(world(), 0);
    history.seek(20, &inputs()).expect("finite");
    assert_eq!(history.keyframe_ticks(), [0]);
    history.seek(7, &inputs()).expect("finite");
    assert_eq!(Some(history.world().hash()), history.hash_at(7));
}

#[test]
fn an_edit_forgets_what_lies_after_it() {
    let mut history = History::new(world(), usize::MAX);
    history.seek(60, &inputs()).expect("finite");
    let mut edited = inputs();
    edited[1].tick = 30;
    // The first change is in the step from tick 9.
    history.invalidate_after(9, &edited).expect("finite");
    assert_eq!((history.world().tick(), history.last_tick()), (9, 9));
    assert!(history.keyframe_ticks().iter().all(|&t| t <= 9));
    history.seek(60, &edited).expect("finite");
    let expected = straight_run(60, &edited);
    assert!((0..=60).all(|t| history.hash_at(t) == Some(expected[t as usize])));
    // Forgetting what was never computed is nothing.
    history.invalidate_after(1000, &edited).expect("finite");
    assert_eq!((history.world().tick(), history.last_tick()), (60, 60));
}

#[test]
fn a_failed_step_stays_at_the_last_good_tick() {
    let mut history = History::new(world(), usize::MAX);
    let carry = Act::MoveAnchor { rope: "bridge".into(), particle: 0, to: DVec3::splat(f64::INFINITY) };
    let inputs = [Input { tick: 5, ticks: 1, act: carry, note: String::new() }];
    let error = history.seek(20, &inputs).expect_err("infinite anchor");
    let shown = error.to_string();
    let start = "Particle 0 of \"bridge\" is not finite after the phase \"anchors\" of tick 6. ";
    assert!(shown.starts_with(start), "{shown}");
    assert_eq!((history.world().tick(), history.last_tick()), (5, 5));
    assert_eq!(Some(history.world().hash()), history.hash_at(5));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn any_walk_through_time_gives_the_straight_run(
        ticks in prop::collection::vec(0_u32..80, 1..8),
        keyframes in 0_usize..20,
    ) {
        let inputs = inputs();
        let expected = straight_run(80, &inputs);
        let world = world();
        let budget = world.keyframe().memory_bytes() * keyframes;
        let mut history = History::new(world, budget);
        for tick in ticks {
            history.seek(tick, &inputs).expect("finite");
            prop_assert_eq!(history.world().tick(), tick);
            prop_assert_eq!(history.world().hash(), expected[tick as usize]);
            prop_assert_eq!(history.hash_at(tick), Some(expected[tick as usize]));
        }
    }
}
