//! Pruned fields against whole ones.

use super::*;

/// Of every kind of node, in single and double precision, value, gradient and all.
#[test]
fn a_pruned_field_has_the_same_bits_in_its_region() {
    let mut rng = Rng::new(50);
    let (mut before, mut after, mut fields) = (0, 0, 0);
    for (seed, f) in fields_of_all_kinds(2000) {
        fields += 1;
        for size in [0.01, 0.2] {
            let center = rng.point(1.5);
            let region = Bounds::new(center - 0.5 * size, center + 0.5 * size);
            let pruned = f.pruned(&region);
            before += f.instructions();
            after += pruned.instructions();
            let points: Vec<DVec3> = (0..12).map(|_| center + rng.point(0.5 * size)).collect();
            for &p in &points {
                assert_eq!(pruned.sample(p), f.sample(p), "seed {seed} at {p}");
                assert_eq!(pruned.value(p).to_bits(), f.value(p).to_bits());
            }
            let relative: Vec<DVec3> = points.iter().map(|&p| p - center).collect();
            let single = |f: &Field| super::batches::values::<f32>(f, center, &relative);
            for (i, (short, whole)) in single(&pruned).into_iter().zip(single(&f)).enumerate() {
                assert_eq!(short.to_bits(), whole.to_bits(), "seed {seed} at {}: {short} not {whole}", points[i]);
            }
            assert_eq!((pruned.bounds(), pruned.class()), (f.bounds(), f.class()));
        }
    }
    assert!(fields > 1200, "{fields} trees are not empty");
    assert!(after * 2 < before, "{after} of {before} instructions are left");
}

/// Ball arithmetic against samples: no value differs from that at the centre by more than the spread, and no point of the
/// ball is on the other side where the value at the centre is beyond the reach.
#[test]
fn surveys_hold_in_their_balls() {
    let mut rng = Rng::new(51);
    let (mut clear, mut bounded) = (0, 0);
    for (seed, f) in fields_of_all_kinds(1000) {
        for radius in [0.02, 0.3] {
            let center = rng.point(1.2);
            // A cube whose corners lie on the ball.
            let half = DVec3::splat(radius / 3.0_f64.sqrt());
            let region = Bounds::new(center - half, center + half);
            let (survey, center) = (f.survey(&region), region.center());
            assert_eq!(survey.value.to_bits(), f.value(center).to_bits(), "seed {seed}");
            let is_clear = survey.value.abs() > survey.reach;
            clear += usize::from(is_clear);
            bounded += usize::from(survey.spread.is_finite());
            for _ in 0..40 {
                let value = f.value(center + rng.point(1.0).normalize_or_zero() * rng.range(0.0, radius));
                let change = (value - survey.value).abs();
                assert!(change <= survey.spread + 1e-12, "seed {seed}: {change} in a ball of {}", survey.spread);
                assert!(!is_clear || (value < 0.0) == (survey.value < 0.0), "seed {seed}: surface in a clear ball");
            }
        }
    }
    assert!(clear > 300 && bounded > 1000, "{clear} balls are clear, {bounded} bounded");
}

#[test]
fn a_row_of_balls_is_pruned_to_the_near_one() {
    let mut nodes = vec![node("row", None, Kind::Union { blend: smooth(0.2) })];
    for i in 0..50 {
        let at = DVec3::X * 3.0 * f64::from(i);
        nodes.push(Node { at, ..node(&i.to_string(), Some("row"), Kind::Sphere { radius: 1.0 }) });
    }
    let f = field(&scene(nodes), "row");
    let near = DVec3::X * 30.0;
    let pruned = f.pruned(&Bounds::new(near - 0.2, near + 0.2));
    assert_eq!(pruned.instructions(), 1);
    assert_eq!(pruned.sample(near + 0.1).node, 11);
}

#[test]
fn regions_without_size_or_end_are_no_trouble() {
    let f = field(&random_tree(4), "0");
    for region in [Bounds::EVERYTHING, Bounds::EMPTY, Bounds::new(DVec3::NAN, DVec3::NAN)] {
        assert_eq!(f.pruned(&region).compiled.program, f.compiled.program);
    }
    assert_eq!(of_kind(Kind::Group).pruned(&Bounds::new(DVec3::ZERO, DVec3::ONE)).value(DVec3::ONE), 1e300);
}
