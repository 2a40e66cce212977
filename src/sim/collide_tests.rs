//! Ropes against spheres, blends and the floor.

use super::super::rope::{RopeSolver, length};
use super::*;
use crate::scene::{Blend, Kind, Node, Scene};

const DT: f64 = 0.02;
const GRAVITY: DVec3 = DVec3::new(0.0, -9.81, 0.0);
const RADIUS: f64 = 0.02;

fn sphere_at(at: DVec3, radius: f64) -> Field {
    let node = Node { at, ..Node::new("ball", Kind::Sphere { radius }) };
    Field::compile(&Scene { nodes: vec![node], ..Scene::default() }, "ball").expect("compiles")
}

fn floor_at(height: f64) -> Obstacles<'static> {
    Obstacles { solids: &[], bounds: &[], floor: Some(height), up: DVec3::Y }
}

/// 33 particles 0.1 m apart that fall on a sphere of 0.5 m, a little beside its top.
fn falling_rope() -> RopeState {
    let points = (0..33).map(|i| DVec3::new(0.1 * f64::from(i) - 1.6, 0.6, 0.05)).collect();
    RopeState::at_rest("rope", points, 0.1, RADIUS)
}

fn falling_solver() -> RopeSolver {
    RopeSolver::new(0.98, GRAVITY, 8, DT, 1)
}

/// Deepest penetration into the sphere, and largest strain of either sign.
fn depth_and_strain(rope: &RopeState) -> (f64, f64) {
    let depth = rope.positions.iter().map(|&p| 0.5 + RADIUS - length(p)).fold(0.0, f64::max);
    (depth, rope.strains().map(f64::abs).fold(0.0, f64::max))
}

/// The tutorials' push, which moves positions only.
fn push_positions(rope: &mut RopeState) {
    for p in &mut rope.positions {
        let l = length(*p);
        if l - 0.5 - RADIUS < 0.0 {
            *p *= (0.5 + RADIUS) / l;
        }
    }
}

/// 21 steps with the passes after integration given by a word of s (solve) and c (collide).
fn tutorial_drape(order: &str) -> (f64, f64) {
    let (mut rope, solver) = (falling_rope(), falling_solver());
    for _ in 0..21 {
        solver.integrate(&mut rope);
        for pass in order.chars() {
            match pass {
                's' => solver.solve(&mut rope, &mut ()),
                _ => push_positions(&mut rope),
            }
        }
    }
    depth_and_strain(&rope)
}

#[test]
fn r11_order_of_passes_in_the_tutorial() {
    let (depth, strain) = tutorial_drape("sc");
    assert!(depth < 1e-12 && (strain - 0.0947).abs() < 5e-5, "{depth} {strain}");
    let (depth, strain) = tutorial_drape("scs");
    assert!((depth - 7.05e-3).abs() < 5e-6 && (strain - 0.035).abs() < 5e-5, "{depth} {strain}");
    let (depth, strain) = tutorial_drape("scsc");
    assert!(depth < 1e-12 && (strain - 0.0426).abs() < 5e-5, "{depth} {strain}");
}

#[test]
fn r11_what_is_drawn_does_not_penetrate() {
    let (solids, mut rope) = ([sphere_at(DVec3::ZERO, 0.5)], falling_rope());
    let bounds = [solids[0].bounds()];
    let obstacles = Obstacles { solids: &solids, bounds: &bounds, floor: None, up: DVec3::Y };
    for n in 0..21 {
        falling_solver().substep(&mut rope, &obstacles, &mut ()).expect("finite");
        let (depth, strain) = depth_and_strain(&rope);
        assert!(depth < 1e-6 && strain < 0.06, "step {n}: {depth} {strain}");
    }
    assert!(rope.contacts[16] && !rope.contacts[0]);
}

#[test]
fn m311_a_particle_that_starts_inside_does_not_launch() {
    let mut rope = RopeState::at_rest("rope", vec![DVec3::new(0.0, RADIUS - 0.2, 0.0)], 0.1, RADIUS);
    let solver = RopeSolver::new(1.0, GRAVITY, 8, DT, 1);
    for _ in 0..100 {
        solver.substep(&mut rope, &floor_at(0.0), &mut ()).expect("finite");
        assert_eq!(rope.positions[0].y, RADIUS);
        assert_eq!(rope.contacts, [true]);
    }
}

#[test]
fn m312_a_rope_dropped_flat_lies_still() {
    let points = (0..9).map(|i| DVec3::new(0.1 * f64::from(i), 0.3, 0.0)).collect();
    let mut rope = RopeState::at_rest("rope", points, 0.1, RADIUS);
    for _ in 0..500 {
        falling_solver().substep(&mut rope, &floor_at(0.0), &mut ()).expect("finite");
    }
    assert!(rope.positions.iter().all(|p| p.y == RADIUS), "no penetration and no hovering");
    assert!(rope.velocities(DT).all(|v| v.length() < 1e-9));
    assert!(rope.contacts.iter().all(|&c| c));
}

#[test]
fn m312_a_rope_whose_tail_lies_on_the_floor_comes_to_rest() {
    let points = (0..17).map(|i| DVec3::new(0.1 * f64::from(i), 0.8, 0.0)).collect();
    let mut rope = RopeState::at_rest("rope", points, 0.1, RADIUS);
    rope.pinned[0] = true;
    let solver = RopeSolver::new(0.995, GRAVITY, 8, DT, 1);
    for n in 0..1500 {
        solver.substep(&mut rope, &floor_at(0.0), &mut ()).expect("finite");
        let lowest = rope.positions.iter().map(|p| p.y).fold(f64::INFINITY, f64::min);
        assert!(lowest >= RADIUS - 1e-12, "step {n}: {lowest}");
    }
    let fastest = rope.velocities(DT).map(DVec3::length).fold(0.0, f64::max);
    // Without friction a jitter of some millimetres a second remains, as in the tutorials.
    assert!(fastest < 5e-3, "{fastest} m/s");
    assert!(rope.max_stretch() < 0.01, "{}", rope.max_stretch());
}

#[test]
fn a_rope_draped_over_a_sphere_comes_to_rest() {
    let (solids, mut rope) = ([sphere_at(DVec3::ZERO, 0.5)], falling_rope());
    rope.pinned[0] = true;
    rope.pinned[32] = true;
    let bounds = [solids[0].bounds()];
    let obstacles = Obstacles { solids: &solids, bounds: &bounds, floor: None, up: DVec3::Y };
    // Ends held below the top, so that the middle lies on the sphere.
    rope.place(0, DVec3::new(-0.9, -0.6, 0.0));
    rope.place(32, DVec3::new(0.9, -0.6, 0.0));
    for n in 0..1500 {
        falling_solver().substep(&mut rope, &obstacles, &mut ()).expect("finite");
        let (depth, _) = depth_and_strain(&rope);
        assert!(depth < 1e-6, "step {n}: {depth}");
    }
    let fastest = rope.velocities(DT).map(DVec3::length).fold(0.0, f64::max);
    assert!(fastest < 5e-3, "{fastest} m/s");
}

#[test]
fn blends_and_scales_are_left_in_a_few_pushes() {
    let blend = Blend::Smooth { radius: 0.4 };
    let parent = Some("part".to_owned());
    let nodes = vec![
        Node { scale: DVec3::splat(1.7), ..Node::new("part", Kind::Union { blend }) },
        Node { parent: parent.clone(), ..Node::new("a", Kind::Sphere { radius: 0.5 }) },
        Node {
            parent,
            at: DVec3::new(0.7, 0.2, 0.0),
            ..Node::new("b", Kind::Box { half: DVec3::splat(0.3), round: 0.0 })
        },
    ];
    let solid = Field::compile(&Scene { nodes, ..Scene::default() }, "part").expect("compiles");
    for i in 0..60 {
        let angle = f64::from(i) * 0.1;
        let from = DVec3::new(0.5 + 0.9 * crate::math::cos(angle), 0.9 * crate::math::sin(angle), 0.1);
        if let Some((to, normal)) = push_out(&solid, from, RADIUS, DVec3::Y) {
            assert!(solid.value(to) > RADIUS - 1e-3, "from {from}: {}", solid.value(to));
            assert!(normal.is_normalized());
        }
    }
}

#[test]
fn the_centre_of_a_sphere_is_left_against_gravity() {
    let (to, normal) = push_out(&sphere_at(DVec3::ZERO, 0.5), DVec3::ZERO, RADIUS, DVec3::Y).expect("inside");
    assert_eq!((to, normal), (DVec3::new(0.0, 0.52, 0.0), DVec3::Y));
}

#[test]
fn pinned_particles_and_the_far_side_are_left_alone() {
    let solids = [sphere_at(DVec3::ZERO, 0.5)];
    let bounds = [solids[0].bounds()];
    let obstacles = Obstacles { solids: &solids, bounds: &bounds, floor: None, up: DVec3::Y };
    let mut rope = RopeState::at_rest("rope", vec![DVec3::ZERO, DVec3::new(2.0, 0.0, 0.0)], 2.0, RADIUS);
    rope.pinned[0] = true;
    let before = rope.clone();
    assert!(!obstacles.collide(&mut rope));
    assert_eq!(rope, before);
}
