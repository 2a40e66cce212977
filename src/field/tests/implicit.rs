//! Implicit surfaces: duals, closed forms, and samples against the stated bounds.

use super::dual::Dual;
use super::*;
use crate::field::formula::{Formula, VisitFormula};
use crate::field::shape::Shape;
use crate::math::Bounds;
use glam::DMat3;

struct Run<'a, T> {
    points: &'a [[T; 3]],
    out: &'a mut Vec<T>,
}

impl<T: Real> VisitFormula<T> for Run<'_, T> {
    fn visit(self, formula: impl Formula<T>) {
        self.out.extend(self.points.iter().map(|&p| formula.value(p)));
    }
}

fn values<T: Real>(shape: &Shape, points: &[[T; 3]]) -> Vec<T> {
    let mut out = Vec::new();
    shape.visit(Run { points, out: &mut out });
    out
}

fn two_balls() -> Shape {
    Shape::metaballs([(DVec3::new(-0.3, 0.0, 0.1), 0.4), (DVec3::new(0.4, 0.2, 0.0), 0.25)], 1.8)
}

fn balls(n: usize) -> Shape {
    let mut rng = Rng::new(70 + n as u64);
    Shape::metaballs((0..n).map(|_| (rng.point(1.0), rng.range(0.1, 0.5))), 2.0)
}

fn shapes() -> Vec<Shape> {
    let families = [Shape::gyroid, Shape::schwarz_p, Shape::schwarz_d];
    let mut all = Vec::new();
    for family in families {
        all.extend([family(0.8, 0.0, 0.0), family(1.3, 0.4, 0.0), family(0.8, -0.3, 0.1)]);
    }
    all.extend([1, 2, 3, 6, 12].map(|octaves| Shape::terrain(0.16, 2.1, octaves, 0.5, 1.9)));
    all.push(two_balls());
    all.extend([1, 3, 6, 20].map(balls));
    all
}

#[test]
fn slopes_agree_with_duals() {
    let mut rng = Rng::new(71);
    for shape in shapes() {
        for _ in 0..300 {
            let p = rng.point(1.6);
            let slope = shape.slope(p);
            let dual = values(&shape, &[Dual::variables(p.to_array())])[0];
            assert_eq!(dual.value.to_bits(), shape.value(p).to_bits(), "{shape:?} at {p}");
            let error = (DVec3::from(slope.gradient) - DVec3::from(dual.partials)).length();
            assert!(error < 1e-12, "{shape:?} at {p}: {slope:?}, not {dual:?}");
            assert!(!slope.feature, "{shape:?}: {p} is nothing special");
        }
    }
}

#[test]
fn values_change_no_faster_than_stated() {
    let mut rng = Rng::new(72);
    for shape in shapes() {
        let mut tight = 0.0_f64;
        for _ in 0..200 {
            let (center, radius) = (rng.point(2.0), 10_f64.powf(rng.range(-4.0, 0.3)));
            let lipschitz = shape.lipschitz(center, radius);
            for _ in 0..20 {
                let (p, q) = (center + rng.point(radius / 1.8), center + rng.point(radius / 1.8));
                let change = (shape.value(p) - shape.value(q)).abs() / (p - q).length();
                assert!(change <= lipschitz * (1.0 + 1e-9) + 1e-9, "{shape:?}: {change} from {p} to {q}");
                tight = tight.max(change / lipschitz);
            }
        }
        // Many octaves are never at their steepest in one place.
        assert!(tight > 0.4, "{shape:?}: {tight} of the factor");
    }
}

/// The steepest slopes of the periodic functions are met, so the factor √3 cannot be smaller.
#[test]
fn periodic_surfaces_are_steepest_where_their_axes_meet() {
    for shape in [Shape::gyroid(1.0, 0.0, 0.0), Shape::schwarz_d(1.0, 0.0, 0.0)] {
        assert!((DVec3::from(shape.slope(DVec3::ZERO).gradient).length() - 1.0).abs() < 1e-12);
    }
    let p = Shape::schwarz_p(1.0, 0.0, 0.0);
    assert!((DVec3::from(p.slope(DVec3::splat(0.25)).gradient).length() - 1.0).abs() < 1e-12);
}

#[test]
fn shells_lie_on_both_sides() {
    let (solid, shell) = (Shape::gyroid(0.8, 0.2, 0.0), Shape::gyroid(0.8, 0.2, 0.1));
    let mut rng = Rng::new(73);
    for _ in 0..200 {
        let p = rng.point(2.0);
        assert_eq!(shell.value(p), solid.value(p).abs() - 0.05);
    }
    assert!(shell.slope(DVec3::splat(0.1)).gradient.iter().all(|g| g.is_finite()));
}

#[test]
fn lone_balls_have_their_radius() {
    for (radius, reach) in [(0.7, 1.2), (2.0, 3.0), (1e-30, 2.0), (1e30, 1.5)] {
        let center = radius * DVec3::new(0.3, -0.5, 0.2);
        let shape = Shape::metaballs([(center, radius)], reach);
        let tip = radius * DVec3::new(0.6, 0.0, 0.8);
        assert!(shape.value(center + 0.999_999 * tip) < 0.0 && shape.value(center + 1.000_001 * tip) > 0.0);
        let bounds = shape.bounds(&DMat3::IDENTITY, 0.0);
        assert!((bounds.size() / radius - 2.0).abs().max_element() < 1e-12, "{bounds:?}");
        assert_eq!(shape.class(), Class::Bound);
        // Far away, it grows as the distance does.
        let far = |t: f64| shape.value(center + t * tip) / radius;
        assert!((far(200.0) - far(100.0) - 100.0).abs() < 1e-9);
    }
}

#[test]
fn several_balls_flow_together() {
    let shape = two_balls();
    assert_eq!(shape.class(), Class::Neither);
    assert!(shape.value(DVec3::new(0.1, 0.1, 0.05)) < 0.0, "the neck between the balls");
    assert_eq!(Shape::metaballs([], 2.0).bounds(&DMat3::IDENTITY, 0.0), Bounds::EMPTY);
}

#[test]
fn bounds_hold_all_points_up_to_a_level() {
    let mut rng = Rng::new(74);
    for shape in shapes() {
        for level in [0.0, 0.02, 0.3, 1.0] {
            let bounds = shape.bounds(&DMat3::IDENTITY, level);
            for _ in 0..4000 {
                let p = rng.point(3.0);
                assert!(shape.value(p) > level || bounds.contains(p), "{shape:?}: {p} at {level} in {bounds:?}");
            }
        }
    }
}

#[test]
fn terrains_rise_as_high_as_they_say() {
    let shape = Shape::terrain(0.5, 4.0, 1, 0.5, 2.0);
    // One octave: the top of a hill at a quarter of a wavelength.
    let top = DVec3::new(1.0, 0.5, 1.0);
    assert!(shape.value(top).abs() < 1e-15);
    assert_eq!(shape.bounds(&DMat3::IDENTITY, 0.0).max.y, 0.5);
    assert_eq!(shape.bounds(&DMat3::IDENTITY, 0.0).min.y, f64::NEG_INFINITY);
    // A ground of more than one octave is the sum of the definition.
    let shape = Shape::terrain(0.16, std::f64::consts::TAU / 3.0, 6, 0.5, 1.9);
    let (x, y, z) = (0.37_f64, 0.2, -0.81_f64);
    let (mut height, mut slope, mut amplitude, mut frequency) = (0.0, 0.0, 0.16, 3.0);
    let mut turn = glam::DVec2::X;
    for i in 0..6 {
        let u = (turn.x * x + turn.y * z) * frequency + 0.7 * f64::from(i);
        let v = (turn.x * z - turn.y * x) * frequency + 1.3 * f64::from(i);
        height += amplitude * libm::sin(u) * libm::sin(v);
        slope += amplitude * frequency;
        turn = glam::DVec2::new(0.8, 0.6).rotate(turn);
        amplitude *= 0.5;
        frequency *= 1.9;
    }
    let right = (y - height) / (1.0 + slope * slope).sqrt();
    assert!((shape.value(DVec3::new(x, y, z)) - right).abs() < 1e-14);
}

#[test]
fn blocks_give_the_same_bits() {
    fn check<T: Real>(shape: &Shape, points: &[[T; 3]]) -> Vec<T> {
        let single: Vec<_> = points.iter().flat_map(|p| values(shape, &[*p])).collect();
        assert_eq!(values(shape, points), single, "{shape:?}");
        single
    }
    let mut rng = Rng::new(75);
    for shape in shapes() {
        let double: Vec<[f64; 3]> = (0..101).map(|_| rng.point(2.0).to_array()).collect();
        let single: Vec<[f32; 3]> = double.iter().map(|p| p.map(|x| x as f32)).collect();
        for (s, d) in check(&shape, &single).into_iter().zip(check(&shape, &double)) {
            assert!((f64::from(s) - d).abs() < 1e-5, "{shape:?}: {s} for {d}");
        }
    }
}

#[test]
fn hostile_points_and_sizes_stay_numbers() {
    let mut rng = Rng::new(76);
    let mut all = shapes();
    for size in [1e-30, 1e30] {
        all.extend([
            Shape::gyroid(size, 0.0, 0.1 * size),
            Shape::terrain(0.1 * size, size, 5, 0.5, 2.0),
            Shape::metaballs([(DVec3::ZERO, size), (DVec3::splat(size), 0.5 * size)], 2.0),
        ]);
    }
    for shape in all {
        for exponent in [-300, -30, -10, 0, 10, 30, 100] {
            let p = rng.point(10_f64.powi(exponent));
            for p in [p, DVec3::ZERO, p.with_x(0.0).with_z(0.0)] {
                let slope = shape.slope(p);
                assert!(shape.value(p).is_finite(), "{shape:?} at {p}");
                assert!(slope.gradient.iter().all(|g| g.is_finite()), "{shape:?} at {p}: {slope:?}");
            }
        }
    }
}
