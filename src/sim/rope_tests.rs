//! Golden scenes R1, R2, R3 and the rope rows of the tutorials' checklist.

use super::*;
use crate::sim::state_hash;

const GRAVITY: DVec3 = DVec3::new(0.0, -9.81, 0.0);
const DT: f64 = 0.02;
/// Tolerance of printed golden numbers: six digits.
const PRINTED: f64 = 6e-7;

/// Particles `segment` apart on +x, from the origin.
fn straight(particles: usize, segment: f64, pinned: &[usize]) -> RopeState {
    let points = (0..particles).map(|i| DVec3::new(segment * i as f64, 0.0, 0.0)).collect();
    let mut rope = RopeState::at_rest("rope", points, segment, 0.02);
    for &p in pinned {
        rope.pinned[p] = true;
    }
    rope
}

/// The tutorials' defaults.
fn defaults() -> RopeSolver {
    RopeSolver::new(0.995, GRAVITY, 8, DT, 1)
}

fn nothing() -> Obstacles<'static> {
    Obstacles { solids: &[], bounds: &[], floor: None, up: DVec3::Y }
}

fn step(rope: &mut RopeState, solver: &RopeSolver) {
    solver.substep(rope, &nothing(), &mut ()).expect("finite");
}

fn hash(rope: &RopeState) -> u64 {
    state_hash(rope.positions.iter().copied())
}

#[track_caller]
fn assert_xy(rope: &RopeState, golden: &[(f64, f64)]) {
    for (i, &(x, y)) in golden.iter().enumerate() {
        let p = rope.positions[i];
        assert!((p - DVec3::new(x, y, 0.0)).length() < PRINTED * 2.0, "particle {i}: {p}, not ({x}, {y})");
    }
}

/// Energy per kilogram of the free particles of R1, height from the anchor.
fn energy(rope: &RopeState) -> f64 {
    let particle = |i: usize| {
        let speed = length(rope.positions[i] - rope.previous[i]) / DT;
        0.5 * (speed * speed) + 9.81 * rope.positions[i].y
    };
    (1..rope.positions.len()).map(particle).sum()
}

/// Step, hash, largest strain in per cent, energy in J/kg (NaN where not given), x and y of the particles.
type R1Row = (u32, u64, f64, f64, [(f64, f64); 5]);

#[test]
fn golden_r1() {
    let golden: [R1Row; 6] = [
        (
            1,
            0xa757_9e09_5145_e662,
            0.001733,
            -0.076986,
            [(0.0, 0.0), (0.249974, -0.003923), (0.499977, -0.003924), (0.749978, -0.003924), (0.999978, -0.003924)],
        ),
        (
            2,
            0x17ef_a1a0_4b26_f460,
            0.012934,
            f64::NAN,
            [(0.0, 0.0), (0.249758, -0.011717), (0.499781, -0.011752), (0.749792, -0.011752), (0.999792, -0.011752)],
        ),
        (
            10,
            0x47bd_be30_257b_5135,
            0.128589,
            -1.141854,
            [(0.0, 0.0), (0.201462, -0.148573), (0.445417, -0.204347), (0.695422, -0.212144), (0.945421, -0.212605)],
        ),
        (
            30,
            0x7e5a_3b0f_cac0_dd8e,
            0.605009,
            -10.649738,
            [
                (0.0, 0.0),
                (-0.036083, -0.248911),
                (-0.085369, -0.495059),
                (-0.163925, -0.732909),
                (-0.299976, -0.942647),
            ],
        ),
        (
            60,
            0x5b07_44e8_08e5_96ae,
            0.224539,
            -14.060362,
            [
                (0.0, 0.0),
                (-0.118114, -0.220975),
                (-0.270574, -0.419566),
                (-0.473550, -0.565812),
                (-0.709834, -0.647481),
            ],
        ),
        (
            300,
            0xfab9_62b2_936d_6f2a,
            0.327509,
            -23.914606,
            [
                (0.0, 0.0),
                (-0.005784, -0.250752),
                (-0.012766, -0.501234),
                (-0.021156, -0.751383),
                (-0.031195, -1.001181),
            ],
        ),
    ];
    let (mut rope, solver) = (straight(5, 0.25, &[0]), defaults());
    let mut done = 0;
    for (at, expected, strain_percent, joules, points) in golden {
        while done < at {
            step(&mut rope, &solver);
            done += 1;
        }
        assert_xy(&rope, &points);
        assert_eq!(hash(&rope), expected, "step {at}");
        assert!((rope.max_stretch() * 100.0 - strain_percent).abs() < PRINTED, "step {at}: {}", rope.max_stretch());
        assert!(joules.is_nan() || (energy(&rope) - joules).abs() < PRINTED, "step {at}: {}", energy(&rope));
    }
}

#[test]
fn golden_r1_events() {
    let (mut rope, solver) = (straight(5, 0.25, &[0]), defaults());
    let (mut first_tenth, mut first_half, mut last_energy) = (None, None, f64::INFINITY);
    for n in 1..=300 {
        step(&mut rope, &solver);
        let strain = rope.max_stretch();
        if strain > 0.001 {
            first_tenth.get_or_insert((n, strain));
        }
        if strain > 0.005 {
            first_half.get_or_insert((n, strain));
        }
        assert!(strain < 0.01, "step {n}");
        assert!(energy(&rope) <= last_energy + 1e-12, "energy rises at step {n}");
        last_energy = energy(&rope);
    }
    let close = |event: Option<(i32, f64)>, n, percent: f64| {
        event.is_some_and(|(at, strain)| at == n && (strain * 100.0 - percent).abs() < PRINTED)
    };
    assert!(close(first_tenth, 5, 0.103351), "{first_tenth:?}");
    assert!(close(first_half, 20, 0.544851), "{first_half:?}");
}

#[test]
fn golden_r1_eight_against_sixteen_iterations() {
    let (mut a, mut b) = (straight(5, 0.25, &[0]), straight(5, 0.25, &[0]));
    let sixteen = RopeSolver { iterations: 16, ..defaults() };
    for n in 1..=60 {
        step(&mut a, &defaults());
        step(&mut b, &sixteen);
        let distance = a.positions.iter().zip(&b.positions).map(|(p, q)| length(*p - *q)).fold(0.0, f64::max);
        let golden = match n {
            1 => 0.000006,
            10 => 0.000720,
            30 => 0.006328,
            60 => 0.003855,
            _ => continue,
        };
        assert!((distance - golden).abs() < PRINTED, "step {n}: {distance}");
    }
}

#[test]
fn golden_r1_a_nudge_of_one_ulp_shows_in_its_step() {
    let (mut a, mut b, solver) = (straight(5, 0.25, &[0]), straight(5, 0.25, &[0]), defaults());
    let mut first = None;
    for n in 1..=300 {
        if n == 37 {
            b.positions[2].x = b.positions[2].x.next_up();
        }
        step(&mut a, &solver);
        step(&mut b, &solver);
        if hash(&a) != hash(&b) {
            first.get_or_insert(n);
        }
    }
    assert_eq!(first, Some(37));
    let distance = a.positions.iter().zip(&b.positions).map(|(p, q)| length(*p - *q)).fold(0.0, f64::max);
    assert!(distance < 1e-14, "{distance}");
}

#[test]
fn golden_r2() {
    let mut rope = straight(5, 0.25, &[0, 4]);
    rope.segment = 0.3;
    for _ in 0..300 {
        step(&mut rope, &defaults());
    }
    assert_xy(&rope, &[(0.0, 0.0), (0.214789, -0.209831), (0.500110, -0.303205), (0.785352, -0.209586), (1.0, 0.0)]);
    assert_eq!(hash(&rope), 0x7b4e_7b0a_0fed_5e43);
}

/// R3 with the anchor written before or after each step.
fn r3(before: bool) -> RopeState {
    let (mut rope, solver) = (straight(5, 0.25, &[0]), defaults());
    for n in 1..=60 {
        let hand = DVec3::new(0.01 * f64::from(n), 0.0, 0.0);
        if before {
            rope.place(0, hand);
        }
        step(&mut rope, &solver);
        if !before && n < 60 {
            rope.place(0, hand);
        }
    }
    rope
}

#[test]
fn r06_golden_r3_a_moved_anchor() {
    let rope = r3(true);
    assert_xy(
        &rope,
        &[(0.6, 0.0), (0.478562, -0.219159), (0.322679, -0.415068), (0.116714, -0.557071), (-0.121251, -0.633705)],
    );
    assert_eq!(hash(&rope), 0x60ef_486d_4502_decb);
}

#[test]
fn r07_an_anchor_written_after_the_step_is_one_step_late() {
    let hand = DVec3::new(0.6, 0.0, 0.0);
    assert_eq!(r3(true).positions[0], hand);
    assert!((length(r3(false).positions[0] - hand) - 0.01).abs() < 1e-12);
}

#[test]
fn p01_damping_is_kept_per_step() {
    let mut rope = straight(1, 1.0, &[]);
    rope.previous[0].x = -DT;
    let solver = RopeSolver::new(0.995, DVec3::ZERO, 8, DT, 1);
    for _ in 0..50 {
        step(&mut rope, &solver);
    }
    let speed = rope.velocities(DT).next().expect("one particle").x;
    assert!((speed - 0.778313).abs() < PRINTED, "{speed}");
    assert_eq!(crate::scene::Rope::new("new", 4, 1.0).damping, 0.995);
}

#[test]
fn p01_substeps_lose_what_a_step_loses() {
    let mut rope = straight(1, 1.0, &[]);
    rope.previous[0].x = -DT / 4.0;
    let solver = RopeSolver::new(0.995, DVec3::ZERO, 8, DT, 4);
    for _ in 0..200 {
        step(&mut rope, &solver);
    }
    let speed = rope.velocities(DT / 4.0).next().expect("one particle").x;
    assert!((speed - 0.995_f64.powi(50)).abs() < 1e-9, "{speed}");
}

#[test]
fn p02_first_fall() {
    let mut rope = straight(1, 1.0, &[]);
    step(&mut rope, &RopeSolver::new(1.0, GRAVITY, 8, DT, 1));
    assert!((rope.positions[0].y + 0.003924).abs() < 1e-12);
}

#[test]
fn p04_predicted_stretch() {
    assert!((predicted_stretch(31, 5.0, 8, 9.81, DT) - 0.0912).abs() < 5e-5);
}

#[test]
fn p07_coincident_particles_do_not_move_in_a_sweep() {
    let mut rope = RopeState::at_rest("rope", vec![DVec3::ONE, DVec3::ONE], 0.25, 0.02);
    rope.sweep();
    assert_eq!(rope.positions, [DVec3::ONE, DVec3::ONE]);
}

#[test]
fn r01_a_rope_starts_at_rest() {
    let rope = straight(5, 0.25, &[0]);
    assert!(rope.velocities(DT).all(|v| v == DVec3::ZERO));
}

/// Records the largest error of a segment after each sweep, and positions after integration.
#[derive(Default)]
struct Residuals {
    integrated: Vec<DVec3>,
    errors: Vec<f64>,
}

impl Recorder for Residuals {
    fn integrated(&mut self, rope: &RopeState) {
        self.integrated.clone_from(&rope.positions);
    }
    fn swept(&mut self, rope: &RopeState, iteration: u32) {
        assert_eq!(iteration as usize, self.errors.len());
        let error = |w: &[DVec3]| (length(w[1] - w[0]) - rope.segment).abs();
        self.errors.push(rope.positions.windows(2).map(error).fold(0.0, f64::max));
    }
}

#[test]
fn r02_integrate_only() {
    let mut rope = straight(5, 0.25, &[0]);
    defaults().integrate(&mut rope);
    for i in 1..5 {
        assert!((rope.positions[i].y + 0.003924).abs() < 1e-12);
        assert_eq!(rope.positions[i].x, 0.25 * i as f64);
    }
}

#[test]
fn r03_pinned_particles_stay_bitwise() {
    let mut rope = straight(5, 0.25, &[0]);
    let zero = DVec3::ZERO.to_array().map(f64::to_bits);
    for _ in 0..300 {
        step(&mut rope, &defaults());
        assert_eq!(rope.positions[0].to_array().map(f64::to_bits), zero);
    }
}

#[test]
fn r04_residuals_of_each_sweep() {
    let mut recorder = Residuals::default();
    let mut rope = straight(5, 0.25, &[0]);
    defaults().substep(&mut rope, &nothing(), &mut recorder).expect("finite");
    let golden =
        [0.000015393, 0.000011543, 0.000009618, 0.000008174, 0.000006971, 0.000005949, 0.000005077, 0.000004333];
    assert_eq!(recorder.errors.len(), 8);
    for (error, expected) in recorder.errors.iter().zip(golden) {
        assert!((error - expected).abs() < 1e-9, "{error} {expected}");
    }
    assert_eq!(recorder.integrated[0], DVec3::ZERO);
    assert_eq!(hash(&rope), 0xa757_9e09_5145_e662, "a recorder changes nothing");
}

#[test]
fn r04_the_sweep_goes_from_anchor_to_tail() {
    // The same chain numbered from the other end is swept the other way round, with another result.
    let mut reversed = straight(5, 0.25, &[4]);
    reversed.positions.reverse();
    reversed.previous.reverse();
    let mut recorder = Residuals::default();
    defaults().substep(&mut reversed, &nothing(), &mut recorder).expect("finite");
    assert!((recorder.errors[0] - 0.000015393).abs() > 1e-7, "{:?}", recorder.errors);
}

#[test]
fn r05_who_takes_the_correction() {
    for (pinned, moves) in [(vec![0], [0.0, -0.05]), (vec![1], [0.05, 0.0]), (vec![], [0.025, -0.025])] {
        let mut rope = straight(2, 0.3, &pinned);
        rope.segment = 0.25;
        rope.sweep();
        assert!((rope.positions[0].x - moves[0]).abs() < 1e-15, "pinned {pinned:?}");
        assert!((rope.positions[1].x - (0.3 + moves[1])).abs() < 1e-15, "pinned {pinned:?}");
    }
    let mut both = straight(2, 0.3, &[0, 1]);
    both.segment = 0.25;
    let before = both.clone();
    both.sweep();
    assert_eq!(both, before);
}

/// How far a particle moves in its first free step, after it was carried 3 m in 60 steps.
fn jump_after_release(write_both: bool) -> f64 {
    let mut rope = straight(1, 1.0, &[0]);
    for n in 1..=60 {
        let hand = DVec3::new(0.05 * f64::from(n), 0.0, 0.0);
        if write_both {
            rope.place(0, hand);
        } else {
            rope.positions[0] = hand;
        }
        step(&mut rope, &defaults());
    }
    rope.pinned[0] = false;
    let from = rope.positions[0].x;
    step(&mut rope, &defaults());
    rope.positions[0].x - from
}

#[test]
fn r08_a_released_pin_does_not_launch() {
    assert!(jump_after_release(true).abs() < 1e-12);
    assert!((jump_after_release(false) - 2.985).abs() < 1e-9, "the fault that writing both positions avoids");
}

/// Largest strain of a rope of 31 segments and 5 m after it hung for 20 s.
fn settled_strain(iterations: u32, dt: f64) -> f64 {
    let segment = 5.0 / 31.0;
    let points = (0..32).map(|i| DVec3::new(0.0, -segment * f64::from(i), 0.0)).collect();
    let mut rope = RopeState::at_rest("rope", points, segment, 0.02);
    rope.pinned[0] = true;
    let solver = RopeSolver::new(0.995, GRAVITY, iterations, dt, 1);
    for _ in 0..(20.0 / dt).round() as u32 {
        step(&mut rope, &solver);
    }
    rope.max_stretch()
}

#[test]
fn r10_few_iterations_stretch() {
    for (iterations, percent, digits) in
        [(1, 71.7, 0.05), (2, 36.3, 0.05), (4, 17.8, 0.05), (8, 8.70, 0.005), (16, 4.21, 0.005)]
    {
        let strain = 100.0 * settled_strain(iterations, DT);
        assert!((strain - percent).abs() <= digits, "{iterations} iterations: {strain} %");
    }
    let strain = 100.0 * settled_strain(8, 1.0 / 120.0);
    assert!((strain - 1.51).abs() <= 0.005, "dt 1/120: {strain} %");
}

#[test]
fn m313_double_precision_falls_from_a_thousand_metres() {
    let mut rope = RopeState::at_rest("rope", vec![DVec3::new(0.0, 1000.0, 0.0)], 1.0, 0.02);
    let solver = RopeSolver::new(1.0, GRAVITY, 1, 1.0 / 60.0, 16);
    for _ in 0..960 {
        step(&mut rope, &solver);
    }
    assert!((1000.0 - rope.positions[0].y - 4.91).abs() < 0.005);
}

#[test]
fn not_finite_names_the_particle() {
    let mut rope = straight(5, 0.25, &[0]);
    rope.previous[3].y = f64::INFINITY;
    let fault = defaults().substep(&mut rope, &nothing(), &mut ()).expect_err("infinite speed");
    assert_eq!(fault, RopeFault { particle: 3, phase: "integrate" });
}
