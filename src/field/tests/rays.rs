//! Sphere tracing against closed forms.

use super::*;

fn hit(f: &Field, origin: DVec3, direction: DVec3) -> Option<f64> {
    f.trace_ray(origin, direction, 100.0, |_, _| {})
}

#[test]
fn rays_hit_a_sphere_where_the_quadratic_says() {
    let f = of_kind(Kind::Sphere { radius: 1.0 });
    let mut rng = Rng::new(40);
    let mut hits = 0;
    for _ in 0..2000 {
        let (origin, target) = (rng.point(1.0).normalize() * rng.range(1.5, 20.0), rng.point(1.5));
        let direction = (target - origin).normalize();
        let (along, square) = (origin.dot(direction), origin.length_squared() - 1.0);
        let discriminant = along * along - square;
        if discriminant.abs() < 1e-6 {
            continue;
        }
        let found = hit(&f, origin, direction * 7.0);
        if discriminant < 0.0 {
            assert_eq!(found, None);
        } else {
            hits += 1;
            let t = found.unwrap();
            assert!((t + along + discriminant.sqrt()).abs() < 1e-6, "{t}");
            assert!(f.value(origin + direction * t) < 1e-14);
        }
    }
    assert!(hits > 500);
}

#[test]
fn a_flat_ray_hits_a_plane() {
    let f = of_kind(Kind::Plane);
    for slope in [1.0, 0.1, 1e-2, 1e-3] {
        let direction = DVec3::new(1.0, -slope, 0.0);
        let t = hit(&f, DVec3::new(-5.0, 0.01, 2.0), direction).unwrap();
        let expected = 0.01 / slope * direction.length();
        assert!((t - expected).abs() < 1e-6 * expected, "{t} instead of {expected}");
    }
}

#[test]
fn starting_inside_is_a_hit_at_once() {
    let f = of_kind(Kind::Sphere { radius: 1.0 });
    assert_eq!(hit(&f, DVec3::ZERO, DVec3::X), Some(0.0));
    assert_eq!(hit(&f, DVec3::X, DVec3::X), None, "the surface is outside, and the ray leaves");
    assert!(hit(&f, DVec3::X, DVec3::NEG_X).unwrap() < 1e-11, "the surface is outside, and the ray enters");
}

#[test]
fn distance_is_limited() {
    let f = of_kind(Kind::Sphere { radius: 1.0 });
    let origin = DVec3::X * 5.0;
    assert_eq!(f.trace_ray(origin, DVec3::NEG_X, 3.999_999, |_, _| {}), None);
    for max in [4.000_001, 5.0, 1e300, f64::INFINITY] {
        let t = f.trace_ray(origin, DVec3::NEG_X, max, |_, _| {}).unwrap();
        assert!((t - 4.0).abs() < 1e-11);
    }
    assert_eq!(f.trace_ray(origin, DVec3::X, f64::INFINITY, |_, _| {}), None);
}

#[test]
fn each_step_is_reported_and_reaches_the_hit() {
    let f = field(&random_tree(3), "0");
    let target = f.bounds().center();
    let mut steps = Vec::new();
    let found =
        f.trace_ray(DVec3::new(9.0, 8.0, 7.0), target - DVec3::new(9.0, 8.0, 7.0), 50.0, |p, v| steps.push((p, v)));
    assert!(!steps.is_empty());
    for &(p, value) in &steps {
        assert_eq!(f.value(p).to_bits(), value.to_bits());
    }
    assert_eq!(found.is_some(), steps.iter().any(|s| s.1 < 0.0));
}

/// Rays along a face, at heights from nothing to a millimetre: they end, and they do not hit what they do not touch.
#[test]
fn grazing_rays_end() {
    let f = of_kind(Kind::Box { half: DVec3::new(50.0, 1.0, 50.0), round: 0.0 });
    for height in [1e-15, 1e-12, 1e-9, 1e-6, 1e-3] {
        for max in [200.0, 1e30, f64::INFINITY] {
            let mut steps = 0;
            let found = f.trace_ray(DVec3::new(-60.0, 1.0 + height, 0.0), DVec3::X, max, |_, _| steps += 1);
            assert_eq!(found, None);
            assert!(steps < 20_000, "{steps} steps at {height}");
        }
    }
    assert_eq!(hit(&f, DVec3::new(-60.0, 1.0, 0.0), DVec3::X), None, "touching is not entering");
    let just_inside = hit(&f, DVec3::new(-60.0, 1.0 - 1e-9, 0.0), DVec3::X).unwrap();
    assert!((just_inside - 10.0).abs() < 1e-10);
}

#[test]
fn hostile_rays_are_no_hits() {
    let f = of_kind(Kind::Sphere { radius: 1.0 });
    let origin = DVec3::X * 5.0;
    for (origin, direction, max) in [
        (origin, DVec3::ZERO, 9.0),
        (origin, DVec3::NAN, 9.0),
        (origin, DVec3::INFINITY, 9.0),
        (DVec3::NAN, DVec3::X, 9.0),
        (origin, DVec3::NEG_X, f64::NAN),
        (origin, DVec3::NEG_X, -1.0),
    ] {
        assert_eq!(f.trace_ray(origin, direction, max, |_, _| {}), None);
    }
    for length in [1e-310, 1e-200, 1e200, 1e308] {
        assert!((hit(&f, origin, DVec3::NEG_X * length).unwrap() - 4.0).abs() < 1e-11);
    }
}
