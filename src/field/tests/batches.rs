//! Batches against single points, wide vectors against narrow ones, 32 against 64 bits.

use super::super::eval;
use super::*;

/// Structure of arrays.
struct Cloud<T> {
    x: Vec<T>,
    y: Vec<T>,
    z: Vec<T>,
}

impl<T: Real> Cloud<T> {
    fn new(points: &[DVec3]) -> Self {
        let axis = |i: usize| points.iter().map(|p| T::from_f64(p[i])).collect();
        Self { x: axis(0), y: axis(1), z: axis(2) }
    }

    fn points(&self) -> Points<'_, T> {
        Points { x: &self.x, y: &self.y, z: &self.z }
    }
}

pub(super) fn values<T: Real>(f: &Field, origin: DVec3, points: &[DVec3]) -> Vec<T> {
    let mut out = vec![T::ZERO; points.len()];
    f.values_about(origin, Cloud::new(points).points(), &mut out, &mut Scratch::default());
    out
}

fn values_on<T: Real>(f: &Field, points: &[DVec3], unit: eval::Unit) -> Vec<T> {
    let mut out = vec![T::ZERO; points.len()];
    let program = &f.compiled.program;
    let mut scratch = Scratch::<T>::default();
    scratch.memory().fit(program, false);
    let cloud = Cloud::new(points);
    eval::run_values(unit, program, (DVec3::ZERO, cloud.points()), &mut out, scratch.memory());
    out
}

/// As [`values_on`], with gradients: value, x, y, z.
fn slopes_on<T: Real>(f: &Field, points: &[DVec3], unit: eval::Unit) -> [Vec<T>; 4] {
    let mut out: [Vec<T>; 4] = std::array::from_fn(|_| vec![T::ZERO; points.len()]);
    let program = &f.compiled.program;
    let mut scratch = Scratch::<T>::default();
    scratch.memory().fit(program, true);
    let cloud = Cloud::new(points);
    let [value, x, y, z] = &mut out;
    eval::run_slopes(unit, program, (DVec3::ZERO, cloud.points()), Slopes { value, x, y, z }, scratch.memory());
    out
}

/// Random points, and some on axes and far away.
fn points(rng: &mut Rng, count: usize) -> Vec<DVec3> {
    let scales = [1.0, 2.0, 1e-30, 1e30, 0.0, -0.0];
    (0..count).map(|_| rng.point(2.0) * DVec3::from_array(std::array::from_fn(|_| scales[rng.below(6)]))).collect()
}

#[test]
fn a_batch_has_the_bits_of_single_values() {
    let mut rng = Rng::new(20);
    for seed in 0..100 {
        let f = field(&random_tree(seed), "0");
        let count = rng.below(300);
        let points = points(&mut rng, count);
        for (&p, value) in points.iter().zip(values::<f64>(&f, DVec3::ZERO, &points)) {
            assert_eq!(value.to_bits(), f.value(p).to_bits(), "seed {seed}");
        }
    }
}

/// Exact comparison of numbers of either width, but for which NaN it is.
trait Bits {
    fn bits(&self) -> Vec<u64>;
}

impl<T: Real + Into<f64>> Bits for Vec<T> {
    fn bits(&self) -> Vec<u64> {
        self.iter().map(|&v| v.into().to_bits()).collect()
    }
}

fn widths_agree<T: Real + Into<f64>>(f: &Field, points: &[DVec3], seed: u64) {
    let narrow = values_on::<T>(f, points, eval::Unit::Narrow).bits();
    let slopes = slopes_on::<T>(f, points, eval::Unit::Narrow);
    assert_eq!(narrow, values::<T>(f, DVec3::ZERO, points).bits(), "seed {seed}: the widest");
    for unit in eval::Unit::available() {
        assert_eq!(narrow, values_on::<T>(f, points, unit).bits(), "seed {seed}: values on {unit:?}");
        let wide = slopes_on::<T>(f, points, unit);
        assert_eq!(narrow, wide[0].bits(), "seed {seed}: values beside gradients on {unit:?}");
        assert!((1..4).all(|i| slopes[i].bits() == wide[i].bits()), "seed {seed}: gradients on {unit:?}");
    }
}

#[test]
fn the_width_of_vectors_changes_no_bit() {
    let mut rng = Rng::new(21);
    for (seed, f) in fields_of_all_kinds(400) {
        let count = 1 + rng.below(200);
        let points = points(&mut rng, count);
        widths_agree::<f32>(&f, &points, seed);
        widths_agree::<f64>(&f, &points, seed);
        for (&p, value) in points.iter().zip(values::<f64>(&f, DVec3::ZERO, &points)) {
            assert_eq!(value.to_bits(), f.value(p).to_bits(), "seed {seed}: one point");
        }
    }
}

#[test]
fn scratch_may_be_shared_by_fields() {
    let mut scratch = Scratch::default();
    let points = points(&mut Rng::new(22), 130);
    let cloud = Cloud::<f64>::new(&points);
    for seed in 0..20 {
        let f = field(&random_tree(seed), "0");
        let mut out = vec![0.0; points.len()];
        f.values(cloud.points(), &mut out, &mut scratch);
        assert_eq!(out, values::<f64>(&f, DVec3::ZERO, &points));
    }
}

#[test]
fn single_precision_is_close_and_never_nan() {
    let mut rng = Rng::new(23);
    for seed in 0..60 {
        let f = field(&random_tree(seed), "0");
        if f.bounds().is_empty() {
            continue;
        }
        let near: Vec<DVec3> = (0..100).map(|_| rng.point(2.0)).collect();
        for (&p, value) in near.iter().zip(values::<f32>(&f, DVec3::ZERO, &near)) {
            assert!((f64::from(value) - f.value(p)).abs() < 3e-6, "seed {seed} at {p}");
        }
        assert!(values::<f32>(&f, DVec3::ZERO, &points(&mut rng, 100)).iter().all(|v| v.is_finite()));
    }
}

#[test]
fn tiny_and_huge_solids_survive_single_precision() {
    for scale in [1e-90, 1e-45, 1e-30, 1e30, 1e90] {
        for kind in primitives() {
            let blend = smooth(0.1);
            let nodes = [
                Node { scale: DVec3::splat(scale), ..node("u", None, Kind::Union { blend }) },
                node("a", Some("u"), kind.clone()),
                Node { at: DVec3::X, ..node("b", Some("u"), kind) },
            ];
            let f = field(&scene(nodes), "u");
            let points: Vec<DVec3> = [0.0, 0.5, 1e-38, 1e38].iter().map(|&x| DVec3::new(x, -x, 0.5 * x)).collect();
            assert!(values::<f32>(&f, DVec3::ZERO, &points).iter().all(|v| v.is_finite()));
        }
    }
}

#[test]
fn points_about_an_origin_keep_their_precision() {
    let far = DVec3::new(500_000.0, -4_000_000.0, 70.0);
    let f = field(&scene([Node { at: far, ..Node::new("s", Kind::Sphere { radius: 1.0 }) }]), "s");
    let near: Vec<DVec3> = (0..10).map(|i| DVec3::X * 0.3 * f64::from(i)).collect();
    for (p, value) in near.iter().zip(values::<f32>(&f, far, &near)) {
        assert!((f64::from(value) - (p.x - 1.0)).abs() < 1e-6);
    }
}

#[test]
fn nan_points_are_outside() {
    let f = of_kind(Kind::Plane);
    assert_eq!(f.value(DVec3::NAN), 1e300);
    assert_eq!(f.value(DVec3::new(0.0, f64::NEG_INFINITY, 0.0)), -1e300);
    assert_eq!(values::<f32>(&f, DVec3::ZERO, &[DVec3::NAN]), [1e38]);
}

#[test]
#[should_panic(expected = "one length")]
fn slices_of_different_lengths_are_refused() {
    let points = Points { x: &[0.0], y: &[0.0], z: &[0.0, 1.0] };
    of_kind(Kind::Plane).values(points, &mut [0.0], &mut Scratch::default());
}
