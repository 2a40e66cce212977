//! Start shapes against the catenary and against their own promises.

use super::*;
use proptest::prelude::*;

const GRAVITY: DVec3 = DVec3::new(0.0, -9.81, 0.0);

fn shape(segments: usize, length: f64, anchors: &[(usize, DVec3)], start: RopeStart, gravity: DVec3) -> Vec<DVec3> {
    let segment = length / segments as f64;
    start_positions(&Layout { segments, segment, anchors, at: DVec3::ZERO, lay: DVec3::NEG_Y, gravity, start })
}

fn slack(segments: usize, length: f64, from: DVec3, to: DVec3) -> Vec<DVec3> {
    shape(segments, length, &[(0, from), (segments, to)], RopeStart::Slack, GRAVITY)
}

#[track_caller]
fn assert_segments(points: &[DVec3], segment: f64, tolerance: f64) {
    for (i, w) in points.windows(2).enumerate() {
        let length = (w[1] - w[0]).length();
        assert!((length - segment).abs() < tolerance, "segment {i}: {length}, not {segment}");
    }
}

#[test]
fn p06_segments_are_length_over_number() {
    let points = shape(4, 1.0, &[], RopeStart::Slack, GRAVITY);
    assert_eq!(points.len(), 5);
    for (i, p) in points.iter().enumerate() {
        assert_eq!(*p, DVec3::new(0.0, -0.25 * i as f64, 0.0));
    }
}

#[test]
fn m38_a_slack_rope_hangs_as_the_exact_chain() {
    // Sag of the chain of rigid links, relative to the catenary's 0.292343798.
    for (particles, percent) in [(5, 3.41), (9, 0.817), (17, 0.202), (33, 0.050)] {
        let points = slack(particles - 1, 1.2, DVec3::ZERO, DVec3::X);
        assert_segments(&points, 1.2 / (particles - 1) as f64, 1e-12);
        let sag = -points.iter().map(|p| p.y).fold(0.0, f64::min);
        let error = 100.0 * (sag / 0.292343798 - 1.0);
        assert!((error - percent).abs() < 0.005, "{particles} particles: {error} %");
        assert_eq!((points[0], points[particles - 1]), (DVec3::ZERO, DVec3::X));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn slack_ropes_keep_their_segments_between_uneven_ends(
        x in -2.0..2.0, y in -2.0..2.0, z in -0.1..0.1, shrink in 0..4, slackness in 1e-6..3.0_f64, links in 2_usize..40,
    ) {
        let narrow = 0.1_f64.powi(shrink);
        let to = DVec3::new(x * narrow, y, z * narrow);
        let length = to.length() * (1.0 + slackness);
        let points = slack(links, length, DVec3::ZERO, to);
        prop_assert_eq!(points[links], to);
        let strains: Vec<f64> = points.windows(2).map(|w| (w[1] - w[0]).length() * links as f64 / length - 1.0).collect();
        // One loose link of a folded rope may be short; nothing is ever stretched.
        prop_assert!(strains.iter().all(|&e| e < 0.02), "{:?}", strains);
        prop_assert!(strains.iter().filter(|e| e.abs() > 1e-6).count() <= 1, "{:?}", strains);
    }
}

#[test]
fn a_slack_rope_sags_along_gravity_whichever_way_that_is() {
    let sideways = DVec3::new(9.81, 0.0, 0.0);
    let points = shape(16, 2.0, &[(0, DVec3::ZERO), (16, DVec3::Y)], RopeStart::Slack, sideways);
    assert_segments(&points, 0.125, 1e-10);
    assert!(points[8].x > 0.5 && points.iter().all(|p| p.z == 0.0));
}

#[test]
fn vertical_and_coincident_anchors_hang_as_a_hairpin() {
    let points = slack(20, 2.0, DVec3::ZERO, DVec3::ZERO);
    assert_segments(&points, 0.1, 1e-12);
    assert!((points[10].y + 1.0).abs() < 1e-12);
    let points = slack(20, 2.0, DVec3::ZERO, DVec3::new(0.0, -1.0, 0.0));
    assert!((points[15].y + 1.5).abs() < 1e-12, "{}", points[15]);
    assert_eq!(points[20], DVec3::new(0.0, -1.0, 0.0));
}

#[test]
fn taut_straight_and_weightless_ropes_are_evenly_spaced() {
    let even = |points: Vec<DVec3>, to: DVec3| {
        points.iter().enumerate().all(|(i, p)| (*p - to * (i as f64 / 4.0)).length() < 1e-15)
    };
    let far = DVec3::new(3.0, 1.0, 0.0);
    assert!(even(slack(4, 1.0, DVec3::ZERO, far), far), "taut");
    let anchors = [(0, DVec3::ZERO), (4, DVec3::X)];
    assert!(even(shape(4, 1.2, &anchors, RopeStart::Straight, GRAVITY), DVec3::X), "straight ignores the length");
    assert!(even(shape(4, 1.2, &anchors, RopeStart::Slack, DVec3::ZERO), DVec3::X), "no gravity");
}

#[test]
fn free_tails_are_laid_out_at_rest_length() {
    let anchors = [(2, DVec3::ZERO), (4, DVec3::new(0.4, 0.0, 0.0))];
    let points = start_positions(&Layout {
        segments: 6,
        segment: 0.25,
        anchors: &anchors,
        at: DVec3::ONE,
        lay: DVec3::Z,
        gravity: GRAVITY,
        start: RopeStart::Slack,
    });
    assert_eq!(points[0], DVec3::new(0.0, 0.0, 0.5));
    assert_eq!(points[6], DVec3::new(0.4, 0.0, 0.5));
    assert_segments(&points, 0.25, 1e-12);
}

#[test]
fn long_and_hostile_chains_stay_finite() {
    assert_segments(&slack(5000, 12.0, DVec3::ZERO, DVec3::X), 12.0 / 5000.0, 1e-9);
    for (length, to) in [(1e300, DVec3::X), (1e-300, DVec3::ZERO), (0.0, DVec3::ZERO), (1e150, DVec3::splat(1e149))] {
        assert!(slack(8, length, DVec3::ZERO, to).iter().all(|p| p.is_finite()), "{length} {to}");
    }
}
