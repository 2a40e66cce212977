//! What every kind of node promises, tested once for all: each new entry of the registry is tested by being there.

use super::dual::Dual;
use super::*;

/// Each kind with three sets of numbers, alone or above one and two children, under a plain, a uniform and a non-uniform
/// transform.
fn for_each_node(mut check: impl FnMut(&str, &Field, f64)) {
    let mut rng = Rng::new(60);
    for kind in Kind::all() {
        for round in 0..6 {
            let random = if round == 0 { kind.clone() } else { random_kind(&mut rng, kind) };
            let children = if kind.is_operator() { 1 + round % 2 } else { 0 };
            let label = format!("{random:?} over {children} children");
            let scale = [DVec3::ONE, DVec3::splat(1.7), DVec3::new(0.6, 1.3, 1.0)][round % 3];
            let mut nodes = vec![Node {
                at: rng.point(0.3),
                turn: if round == 0 { DVec3::ZERO } else { rng.point(180.0) },
                scale,
                ..node("it", None, random)
            }];
            let shapes = [Kind::Box { half: DVec3::new(0.5, 0.2, 0.3), round: 0.05 }, Kind::Sphere { radius: 0.35 }];
            for (i, shape) in shapes.into_iter().take(children).enumerate() {
                let at = if i == 0 { DVec3::new(0.1, 0.05, -0.1) } else { DVec3::new(0.3, 0.2, 0.1) };
                nodes.push(Node { at, ..node(&i.to_string(), Some("it"), shape) });
            }
            let field = Field::compile(&scene(nodes), "it").unwrap_or_else(|e| panic!("{label}: {e}"));
            check(&label, &field, scale.max_element());
        }
    }
}

fn dual(f: &Field, p: DVec3) -> (f64, DVec3) {
    let out = eval::value(&f.compiled.program, Dual::variables(p.to_array()));
    (out.value, DVec3::from_array(out.partials))
}

fn central_differences(f: &Field, p: DVec3, step: f64) -> DVec3 {
    DVec3::from_array(DVec3::AXES.map(|axis| (f.value(p + axis * step) - f.value(p - axis * step)) / (2.0 * step)))
}

/// Points where the value changes sign, by bisection between random points.
fn surface_points(f: &Field, rng: &mut Rng, wanted: usize) -> Vec<DVec3> {
    let mut points = Vec::new();
    for _ in 0..wanted * 40 {
        let (mut inside, mut outside) = (rng.point(1.5), rng.point(1.5));
        if f.value(inside) >= 0.0 || f.value(outside) < 0.0 {
            continue;
        }
        for _ in 0..60 {
            let middle = 0.5 * (inside + outside);
            if f.value(middle) < 0.0 { inside = middle } else { outside = middle }
        }
        points.push(inside);
        if points.len() == wanted {
            break;
        }
    }
    points
}

#[test]
fn gradients_agree_with_duals_and_differences() {
    let mut rng = Rng::new(61);
    for_each_node(|label, f, _| {
        let mut differing = 0;
        for _ in 0..80 {
            let p = rng.point(1.2);
            let sample = f.sample(p);
            let (value, gradient) = dual(f, p);
            assert_eq!(sample.value.to_bits(), f.value(p).to_bits(), "{label} at {p}");
            assert_eq!(sample.value.to_bits(), value.to_bits(), "{label} at {p}");
            let error = (sample.gradient - gradient).length();
            let size = 1.0 + gradient.length();
            assert!(error < 1e-8 * size || sample.feature, "{label} at {p}: {} not {gradient}", sample.gradient);
            let step = 1e-5;
            let slope = central_differences(f, p, step);
            // A crease within the step, or a strongly curved place.
            differing += usize::from((sample.gradient - slope).length() > 1e-3 * size);
        }
        assert!(differing <= 8, "{label}: {differing} of 80 gradients differ from differences of the value");
    });
}

#[test]
fn batches_have_the_gradients_of_single_points() {
    let mut rng = Rng::new(62);
    for_each_node(|label, f, _| {
        let points: Vec<DVec3> = (0..70).map(|_| rng.point(1.2)).collect();
        let axis = |i: usize| points.iter().map(|p| p[i]).collect::<Vec<_>>();
        let (x, y, z) = (axis(0), axis(1), axis(2));
        let mut out = [vec![0.0; 70], vec![0.0; 70], vec![0.0; 70], vec![0.0; 70]];
        let [value, gx, gy, gz] = &mut out;
        let slopes = Slopes { value, x: gx, y: gy, z: gz };
        f.slopes(Points { x: &x, y: &y, z: &z }, slopes, &mut Scratch::default());
        for (i, &p) in points.iter().enumerate() {
            let sample = f.sample(p);
            let gradient = DVec3::new(out[1][i], out[2][i], out[3][i]);
            assert_eq!(out[0][i].to_bits(), sample.value.to_bits(), "{label} at {p}");
            assert!((gradient - sample.gradient).length() < 1e-12 * (1.0 + gradient.length()), "{label} at {p}");
        }
    });
}

/// A sample can refute a bound, never prove it: no surface point is nearer than an honest value says.
#[test]
fn values_keep_the_promise_of_their_class() {
    let mut rng = Rng::new(63);
    for_each_node(|label, f, _| {
        let surface = surface_points(f, &mut rng, 60);
        for _ in 0..60 {
            let p = rng.point(1.5);
            let value = f.value(p).abs();
            let nearest = surface.iter().fold(f64::INFINITY, |d, q| d.min(q.distance(p)));
            if f.class() <= Class::Bound {
                assert!(value <= nearest + 1e-9, "{label} at {p}: {value}, but a surface point at {nearest}");
            }
            if let Some(q) = surface.iter().min_by(|a, b| a.distance(p).total_cmp(&b.distance(p))) {
                let ball = Bounds::new(p - nearest / 3.0_f64.sqrt(), p + nearest / 3.0_f64.sqrt());
                let reach = f.survey(&ball).reach;
                assert!(value <= reach + 1e-9, "{label} at {p}: {value} beyond {reach}, but there is surface at {q}");
            }
        }
    });
}

#[test]
fn lipschitz_factors_are_never_exceeded() {
    let mut rng = Rng::new(64);
    for_each_node(|label, f, _| {
        for _ in 0..60 {
            let center = rng.point(1.0);
            let half = rng.range(0.01, 0.4);
            let region = Bounds::new(center - half, center + half);
            let factor = f.lipschitz(&region);
            if f.class() <= Class::Bound {
                assert!(factor <= 1.0 + 1e-6 || factor.is_infinite(), "{label}: {factor}");
            }
            for _ in 0..8 {
                let q = center + rng.point(half);
                let (change, way) = ((f.value(q) - f.value(center)).abs(), q.distance(center));
                assert!(change <= factor * way.max(region.size().length() * 0.5) + 1e-12, "{label}: {change} in {way}");
            }
            // Jumps are only where no factor is known.
            if factor.is_finite() {
                let q = center + rng.point(1e-7);
                let change = (f.value(q) - f.value(center)).abs();
                assert!(change <= factor.max(1.0) * 2e-7 + 1e-12, "{label} jumps by {change} at {center}");
            }
        }
    });
}

#[test]
fn bounds_hold_all_that_is_inside() {
    let mut rng = Rng::new(65);
    let mut inside = 0;
    for_each_node(|label, f, _| {
        let bounds = f.bounds().grown(1e-9);
        for _ in 0..600 {
            let p = rng.point(2.0);
            if f.value(p) < 0.0 {
                inside += 1;
                assert!(bounds.contains(p), "{label}: {p} is inside and out of {bounds:?}");
            }
        }
    });
    assert!(inside > 3000, "{inside}");
}

/// On axes, at centres, tips and edges, and at the ends of the range of numbers.
#[test]
fn values_and_gradients_are_finite_everywhere() {
    for kind in Kind::all() {
        for scale in [1e-30, 1.0, 1e30] {
            let mut nodes = vec![Node { scale: DVec3::splat(scale), ..node("it", None, kind.clone()) }];
            if kind.is_operator() {
                nodes.push(node("a", Some("it"), Kind::Box { half: DVec3::new(0.5, 0.25, 0.4), round: 0.0 }));
                nodes.push(Node {
                    at: DVec3::X * 0.5,
                    ..node("b", Some("it"), Kind::Cone { radius: 0.3, half_height: 0.3 })
                });
            }
            let f = Field::compile(&scene(nodes), "it").unwrap_or_else(|e| panic!("{kind:?} at {scale}: {e}"));
            let special = [0.0, 0.2, 0.25, 0.3, 0.4, 0.5, 0.6, 1.0, 1e-200, 1e-20];
            let mut coordinates: Vec<f64> = special.iter().flat_map(|x| [x * scale, -x * scale]).collect();
            coordinates.extend([1e-30, 1e30, 1e100, 1e300, -1e300, f64::MAX, f64::MIN_POSITIVE]);
            for (i, &x) in coordinates.iter().enumerate() {
                for &y in &coordinates {
                    for z in [0.0, -0.0, 0.3 * scale, x, coordinates[(i * 7 + 3) % coordinates.len()]] {
                        let p = DVec3::new(x, y, z);
                        let s = f.sample(p);
                        assert!(s.value.abs() <= 1e300, "{kind:?} scaled by {scale} at {p}: {}", s.value);
                        assert!(s.gradient.is_finite(), "{kind:?} scaled by {scale} at {p}: {}", s.gradient);
                        assert!(s.feature || s.gradient != DVec3::ZERO);
                        assert_eq!(s.value.to_bits(), f.value(p).to_bits(), "{kind:?} scaled by {scale} at {p}");
                    }
                }
            }
        }
    }
}
