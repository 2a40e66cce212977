//! Golden scene D1 and the deformer rows of the tutorials' checklist.

use super::*;
use crate::scene::{Act, Input};
use crate::sim::{History, World, state_hash};
use DeformerIntegrator::{Stable, Tutorial};
use std::sync::Arc;

const DT: f64 = 0.02;
/// Tolerance of printed golden numbers: six digits.
const PRINTED: f64 = 6e-7;

/// Octahedron +x, -x, +y, -y, +z, -z, faces outward.
fn octahedron() -> Mesh {
    let positions = vec![DVec3::X, DVec3::NEG_X, DVec3::Y, DVec3::NEG_Y, DVec3::Z, DVec3::NEG_Z];
    let mut triangles = Vec::new();
    for x in [0, 1] {
        for y in [2, 3] {
            for z in [4, 5] {
                let outward = (x + y + z) % 2 == 0;
                triangles.push(if outward { [x, y, z] } else { [x, z, y] });
            }
        }
    }
    Mesh { positions, triangles, ..Mesh::default() }
}

fn placed(rest: Mesh, frame: Transform, integrator: DeformerIntegrator) -> DeformerState {
    DeformerState::at_rest("ball", rest, frame, 20.0, 5.0, integrator)
}

fn scaled(scale: f64) -> Transform {
    Transform { scale, ..Transform::IDENTITY }
}

/// Vertices alone, without triangles.
fn vertices(positions: &[DVec3], integrator: DeformerIntegrator) -> DeformerState {
    placed(Mesh { positions: positions.to_vec(), ..Mesh::default() }, Transform::IDENTITY, integrator)
}

/// D1's force: hit at the centre of the +++ face, offset 0.1 m in the world along the normal.
fn d1_force(scale: f64) -> PointForce {
    let n = 1.0 / 3.0_f64.sqrt();
    PointForce { at: DVec3::splat(1.0 / 3.0 + n * 0.1 / scale), force: 10.0 }
}

/// D1 after `steps`, with the force held in the first `held`.
fn d1(scale: f64, held: u32, steps: u32) -> DeformerState {
    let mut state = placed(octahedron(), scaled(scale), Tutorial);
    run(&mut state, d1_force(scale), held, steps);
    state
}

fn run(state: &mut DeformerState, force: PointForce, held: u32, steps: u32) {
    let mut buffer = Vec::new();
    for n in 0..steps {
        let forces = if n < held { &[force][..] } else { &[] };
        state.step(forces, DT, &mut buffer).expect("finite");
    }
}

#[track_caller]
fn assert_close(p: DVec3, golden: (f64, f64, f64), tolerance: f64) {
    let golden = DVec3::from(golden);
    assert!((p - golden).abs().max_element() < tolerance, "{p}, not {golden}");
}

type Triple = (f64, f64, f64);

#[test]
fn d09_golden_d1() {
    let golden: [(f64, u32, Triple, Triple, u64); 8] = [
        (1.0, 1, (1.001589, -0.001021, -0.001021), (-1.001032, -0.000290, -0.000290), 0x120a_9305_5fad_eaf1),
        (1.0, 5, (1.020437, -0.013125, -0.013125), (-1.013306, -0.003741, -0.003741), 0x1cd4_27f9_0da4_4964),
        (1.0, 10, (1.040907, -0.026272, -0.026272), (-1.026664, -0.007496, -0.007496), 0xc28c_ce13_51a8_a521),
        (1.0, 60, (0.995671, 0.002780, 0.002780), (-0.997178, 0.000793, 0.000793), 0xa017_eef0_6f10_309d),
        (2.0, 1, (1.000382, -0.000217, -0.000217), (-1.000178, -0.000047, -0.000047), 0xa12b_40eb_2d99_8b4d),
        (2.0, 5, (1.004922, -0.002795, -0.002795), (-1.002297, -0.000611, -0.000611), 0x249c_638d_9bb3_5370),
        (2.0, 10, (1.009865, -0.005603, -0.005603), (-1.004607, -0.001225, -0.001225), 0xd340_0ef9_016f_818e),
        (2.0, 60, (0.998956, 0.000593, 0.000593), (-0.999512, 0.000130, 0.000130), 0x0a36_e0fc_d432_233e),
    ];
    for (scale, steps, v0, v1, hash) in golden {
        let state = d1(scale, 5, steps);
        assert_close(state.positions[0], v0, PRINTED);
        assert_close(state.positions[1], v1, PRINTED);
        assert_eq!(state_hash(state.positions.iter().copied()), hash, "scale {scale}, step {steps}");
    }
}

#[test]
fn d09_swapping_spring_and_damping_changes_the_result() {
    let mut state = placed(octahedron(), Transform::IDENTITY, Tutorial);
    for n in 0..10 {
        if n < 5 {
            state.add_force(d1_force(1.0), DT);
        }
        for ((x, v), o) in state.positions.iter_mut().zip(&mut state.velocities).zip(&state.rest.positions) {
            *v = *v * (1.0 - 5.0 * DT) - (*x - *o) * (20.0 * DT);
            *x += *v * DT;
        }
    }
    assert_ne!(state_hash(state.positions.iter().copied()), 0xc28c_ce13_51a8_a521);
}

#[test]
fn p11_attenuation() {
    let golden = [10.0, 9.900990, 8.0, 5.0, 2.0, 1.0, 0.099010];
    for (d, f) in [0.0, 0.1, 0.5, 1.0, 2.0, 3.0, 10.0].into_iter().zip(golden) {
        assert!((attenuation(10.0, d * d) - f).abs() < 1e-6, "d {d}");
    }
}

#[test]
fn p13_steady_depth_under_a_held_force() {
    for integrator in [Tutorial, Stable] {
        let mut state = vertices(&[DVec3::ZERO], integrator);
        run(&mut state, PointForce { at: DVec3::new(0.0, 0.1, 0.0), force: 10.0 }, 2000, 2000);
        assert!((state.positions[0].y + 0.4).abs() < 1e-6, "{integrator:?}: {}", state.positions[0]);
    }
}

#[test]
fn p14_damping_per_step() {
    let mut state = vertices(&[DVec3::ZERO], Tutorial);
    state.spring = 0.0;
    state.velocities[0] = DVec3::X;
    state.update(DT);
    assert!((state.velocities[0].x - 0.9).abs() < 1e-15);
}

#[test]
fn p15_more_vertices_change_no_path() {
    let one = d1(1.0, 5, 60);
    let mut rest = octahedron();
    rest.positions.extend(rest.positions.clone());
    for integrator in [Tutorial, Stable] {
        let mut double = placed(rest.clone(), Transform::IDENTITY, integrator);
        let mut single = placed(octahedron(), Transform::IDENTITY, integrator);
        run(&mut double, d1_force(1.0), 5, 60);
        run(&mut single, d1_force(1.0), 5, 60);
        assert_eq!(double.positions[..6], single.positions[..]);
        assert_eq!(double.positions[6..], single.positions[..]);
    }
    assert_eq!(one.positions.len(), 6);
}

#[test]
fn p16_the_test_body() {
    let check = crate::mesh::cube_sphere(20, 1.0).check();
    assert_eq!((check.vertices, check.triangles, check.euler), (2402, 4800, 2));
}

#[test]
fn d01_starts_at_rest() {
    let start = placed(octahedron(), Transform::IDENTITY, Stable);
    assert_eq!(start.positions, start.rest.positions);
    assert!(start.velocities.iter().all(|&v| v == DVec3::ZERO));
}

#[test]
fn d01_reset_restores_the_rest_shape_bitwise() {
    let mut scene = crate::Scene::default();
    scene.deformers.push(crate::scene::Deformer::new("ball"));
    let act = Act::Poke { origin: DVec3::Y * 3.0, direction: DVec3::NEG_Y, force: 10.0, offset: 0.1 };
    let inputs = [Input { tick: 0, ticks: 5, act, note: String::new() }];
    let world = World::new(&scene, Arc::new([])).expect("a world");
    let start = world.hash();
    let mut history = History::new(world, 1 << 20);
    history.seek(10, &inputs).expect("ticks");
    assert_ne!(history.world().hash(), start);
    history.seek(0, &inputs).expect("the start");
    assert_eq!(history.world().hash(), start);
    let ball = &history.world().deformers()[0];
    assert_eq!(ball.positions, ball.rest.positions);
}

#[test]
fn d02_a_deformer_takes_all_vertices_of_its_body() {
    let state = placed(crate::mesh::cube_sphere(20, 1.0), Transform::IDENTITY, Stable);
    assert_eq!(state.positions.len(), 2402);
    assert_eq!(state.velocities.len(), 2402);
    assert_eq!(state.normals.len(), 2402);
}

#[test]
fn d05_click_and_held() {
    assert_close(d1(1.0, 5, 10).positions[0], (1.040907, -0.026272, -0.026272), PRINTED);
    let first = d1(1.0, 1, 1);
    assert_close(first.positions[0], (1.001589, -0.001021, -0.001021), PRINTED);
    assert_close(first.velocities[0], (0.079471, -0.051038, -0.051038), PRINTED);
    let click = d1(1.0, 1, 10);
    assert_close(click.positions[0], (1.009125, -0.005860, -0.005860), PRINTED);
    assert_close(click.velocities[0], (0.016559, -0.010635, -0.010635), PRINTED);
}

#[test]
fn d06_the_offset_pushes_neighbours_in() {
    for (height, golden) in [(0.0, (0.198020, 0.0, 0.0)), (0.1, (0.138648, -0.138648, 0.0))] {
        let mut state = vertices(&[DVec3::new(0.1, 0.0, 0.0)], Tutorial);
        state.add_force(PointForce { at: DVec3::new(0.0, height, 0.0), force: 10.0 }, DT);
        assert_close(state.velocities[0], golden, PRINTED);
    }
}

#[test]
fn d07_force_is_along_the_vector_from_the_point() {
    let mut state = vertices(&[DVec3::new(0.0, 0.0, 2.0)], Tutorial);
    state.add_force(PointForce { at: DVec3::new(0.0, 0.0, 0.0), force: 10.0 }, DT);
    assert_close(state.velocities[0], (0.0, 0.0, 10.0 / 5.0 * DT), 1e-15);
}

#[test]
fn d08_a_vertex_at_the_force_point_stays() {
    for integrator in [Tutorial, Stable] {
        let mut state = vertices(&[DVec3::ZERO, DVec3::new(0.0, 0.0, 5e-6)], integrator);
        run(&mut state, PointForce { at: DVec3::ZERO, force: 10.0 }, 1, 1);
        assert_eq!(state.velocities, [DVec3::ZERO; 2], "{integrator:?}");
    }
}

#[test]
fn d10_without_spring_nothing_slows_and_without_damping_nothing_drifts() {
    let mut free = vertices(&[DVec3::ZERO], Tutorial);
    (free.spring, free.damping) = (0.0, 0.0);
    free.velocities[0] = DVec3::X;
    run(&mut free, d1_force(1.0), 0, 1000);
    assert_eq!(free.velocities[0], DVec3::X);

    let mut swinging = vertices(&[DVec3::ZERO], Tutorial);
    swinging.damping = 0.0;
    swinging.positions[0] = DVec3::X;
    let energy = |s: &DeformerState| 0.5 * s.velocities[0].length_squared() + 10.0 * s.positions[0].length_squared();
    let start = energy(&swinging);
    let (mut low, mut high) = (f64::INFINITY, 0.0_f64);
    for _ in 0..1000 {
        swinging.update(DT);
        let ratio = energy(&swinging) / start;
        (low, high) = (low.min(ratio), high.max(ratio));
    }
    assert!((low - 0.957193).abs() < PRINTED && (high - 1.046815).abs() < PRINTED, "{low} {high}");
}

#[test]
fn d11_normals_follow_the_surface() {
    let state = d1(1.0, 5, 10);
    let mut sums = vec![DVec3::ZERO; 6];
    for t in &state.rest.triangles {
        let [a, b, c] = t.map(|v| state.positions[v as usize]);
        for &v in t {
            sums[v as usize] += 0.5 * (b - a).cross(c - a);
        }
    }
    for (normal, sum) in state.normals.iter().zip(sums) {
        assert!((*normal - sum / sum.length()).length() < 1e-12);
    }
    assert!(state.normals[0].x > 0.9, "outward");
}

#[test]
fn d12_moving_object_and_poke_together_changes_nothing_locally() {
    for integrator in [Tutorial, Stable] {
        let mut fixed = placed(octahedron(), Transform::IDENTITY, integrator);
        let force = d1_force(1.0);
        run(&mut fixed, force, 5, 60);
        let frame = Transform::new(DVec3::new(3.0, -7.0, 11.0), DVec3::new(20.0, 130.0, -75.0), 1.0);
        let mut moved = placed(octahedron(), frame, integrator);
        let world_force_point = frame.point(force.at);
        run(&mut moved, PointForce { at: frame.inverse_point(world_force_point), force: 10.0 }, 5, 60);
        for (a, b) in fixed.positions.iter().zip(&moved.positions) {
            assert!((*a - *b).length() < 1e-12);
        }
    }
}

#[test]
fn d13_scale_keeps_the_world_shift() {
    assert_close(d1(2.0, 5, 10).positions[0], (1.009865, -0.005603, -0.005603), PRINTED);
    for integrator in [Tutorial, Stable] {
        // One world-space octahedron, made from a rest shape at three scales.
        let shifts: Vec<Vec<DVec3>> = [0.5, 1.0, 2.0]
            .into_iter()
            .map(|scale| {
                let mut rest = octahedron();
                rest.positions.iter_mut().for_each(|p| *p /= scale);
                let mut state = placed(rest, scaled(scale), integrator);
                let force = PointForce { at: d1_force(1.0).at / scale, force: 10.0 };
                run(&mut state, force, 5, 60);
                state.positions.iter().zip(&state.rest.positions).map(|(x, o)| (*x - *o) * scale).collect()
            })
            .collect();
        for other in &shifts[1..] {
            for (a, b) in shifts[0].iter().zip(other) {
                assert!((*a - *b).length() < 1e-12, "{integrator:?}");
            }
        }
    }
}

#[test]
fn m36_stable_survives_what_breaks_the_tutorial() {
    // A step of 0.3 s: the tutorial's rule multiplies the displacement, from x = 1: 1.9, 3.16.
    let mut tutorial = vertices(&[DVec3::ZERO], Tutorial);
    tutorial.positions[0] = DVec3::X;
    for golden in [1.9, 3.16] {
        tutorial.update(0.3);
        assert!((tutorial.positions[0].x - golden).abs() < 1e-12, "{}", tutorial.positions[0]);
    }
    let mut step = 2;
    let fault = loop {
        step += 1;
        if let Err(fault) = tutorial.step(&[], 0.3, &mut Vec::new()) {
            break fault;
        }
    };
    // In the golden order of operations; multiplying by 20 before 0.3 would overflow two steps earlier.
    assert_eq!((step, fault), (1343, DeformerFault { vertex: 0, phase: "spring" }));

    let mut stable = vertices(&[DVec3::ZERO], Stable);
    stable.positions[0] = DVec3::X;
    stable.step(&[], 0.3, &mut Vec::new()).expect("finite");
    assert!((stable.positions[0].x - 0.494610498).abs() < 6e-10);
    for _ in 0..2000 {
        stable.step(&[], 0.3, &mut Vec::new()).expect("finite");
    }
    assert!(stable.max_displacement() < 1e-9);
}

#[test]
fn m36_the_tutorial_freezes_where_damping_times_dt_is_one() {
    let mut state = vertices(&[DVec3::ZERO], Tutorial);
    state.positions[0] = DVec3::X;
    run_at(&mut state, 0.2, 50);
    assert_eq!(state.positions[0], DVec3::X, "a dent that stays for ever");
}

fn run_at(state: &mut DeformerState, dt: f64, steps: u32) {
    for _ in 0..steps {
        state.step(&[], dt, &mut Vec::new()).expect("finite");
    }
}

#[test]
fn m37_stable_gives_one_curve_at_every_rate() {
    let at_rate = |steps: u32| {
        let mut state = vertices(&[DVec3::ZERO], Stable);
        state.positions[0] = DVec3::X;
        run_at(&mut state, 1.0 / f64::from(steps), steps);
        state.positions[0].x
    };
    for steps in [1, 10, 60, 1000] {
        assert!((at_rate(steps) + 0.098962966).abs() < 1e-9, "{steps} Hz: {}", at_rate(steps));
    }
}

#[test]
fn m316_duplicate_vertices_stay_together() {
    let doubled: Vec<DVec3> = octahedron().positions.into_iter().flat_map(|p| [p, p, p]).collect();
    for integrator in [Tutorial, Stable] {
        let mut state = vertices(&doubled, integrator);
        run(&mut state, PointForce { at: DVec3::new(0.7, 0.6, 1.1), force: 10.0 }, 5, 60);
        assert!(state.positions.chunks(3).all(|group| group[0] == group[1] && group[1] == group[2]));
    }
}

#[test]
fn world_mesh_is_moved_turned_and_scaled() {
    let frame = Transform::new(DVec3::new(1.0, 2.0, 3.0), DVec3::new(0.0, 90.0, 0.0), 2.0);
    let state = placed(octahedron(), frame, Stable);
    let mesh = state.world_mesh();
    assert_close(mesh.positions[0], (1.0, 2.0, 1.0), 1e-15);
    assert_close(mesh.normals[0], (0.0, 0.0, -1.0), 1e-15);
    assert_eq!(mesh.triangles, state.rest.triangles);
}
