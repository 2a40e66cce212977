//! One suite for all shapes: right answers come from each shape's definition, as the set of points it holds.

mod cases;

use super::dual::Dual;
use super::{Real, Rng};
use crate::field::class::Class;
use crate::field::formula::{Formula, Slope, VisitFormula};
use crate::field::shape::Shape;
use crate::math::{Bounds, Transform};
use cases::{Case, cases};
use glam::{DMat3, DVec2, DVec3};

/// Hands out what a formula says of one point.
struct At<'a, T> {
    p: [T; 3],
    value: &'a mut T,
    slope: Option<&'a mut Slope<T>>,
}

impl<T: Real> VisitFormula<T> for At<'_, T> {
    fn visit(self, formula: impl Formula<T>) {
        *self.value = formula.value(self.p);
        if let Some(slope) = self.slope {
            *slope = formula.slope(self.p);
        }
    }
}

fn value<T: Real>(shape: &Shape, p: [T; 3]) -> T {
    let mut value = T::ZERO;
    shape.visit(At { p, value: &mut value, slope: None });
    value
}

fn slope<T: Real>(shape: &Shape, p: [T; 3]) -> Slope<T> {
    let mut slope = Slope { gradient: [T::ZERO; 3], feature: false };
    let mut value = T::ZERO;
    shape.visit(At { p, value: &mut value, slope: Some(&mut slope) });
    slope
}

impl Case {
    fn value(&self, p: DVec3) -> f64 {
        value(&self.shape, p.to_array())
    }

    fn slope(&self, p: DVec3) -> (DVec3, bool) {
        let Slope { gradient, feature } = slope(&self.shape, p.to_array());
        (DVec3::from_array(gradient), feature)
    }

    fn holds(&self, p: DVec3) -> bool {
        (self.holds)(p)
    }

    /// The shape's box, cut where it is infinite.
    fn extent(&self) -> Bounds {
        let most = DVec3::splat(2.0 * self.size);
        self.shape.bounds(&DMat3::IDENTITY, 0.0).intersection(&Bounds::new(-most, most))
    }

    /// A point in the box grown to twice its size.
    fn point(&self, rng: &mut Rng) -> DVec3 {
        let extent = self.extent();
        let part = DVec3::new(rng.range(-1.0, 1.0), rng.range(-1.0, 1.0), rng.range(-1.0, 1.0));
        extent.center() + part * extent.size()
    }

    /// Surface points by bisection of the definition, along segments from a point inside.
    fn surface(&self, rng: &mut Rng, count: usize) -> Vec<DVec3> {
        let mut points = Vec::new();
        for _ in 0..100 * count {
            let seed = self.seeds[rng.below(self.seeds.len())];
            let start = [seed, self.point(rng)][rng.below(2)];
            let start = if self.holds(start) { start } else { seed };
            let end = if rng.below(3) == 0 { start + (self.point(rng) - start) * 1e-2 } else { self.point(rng) };
            if points.len() == count {
                break;
            }
            if !self.holds(end) {
                let (mut inside, mut outside) = (start, end);
                for _ in 0..70 {
                    let middle = 0.5 * (inside + outside);
                    *if self.holds(middle) { &mut inside } else { &mut outside } = middle;
                }
                points.push(inside);
            }
        }
        assert_eq!(points.len(), count, "{}", self.name);
        points
    }

    /// Points far, near and next to the surface.
    fn queries(&self, rng: &mut Rng, count: usize) -> Vec<DVec3> {
        let surface = self.surface(rng, count);
        let near = |p: &DVec3, rng: &mut Rng| *p + (self.point(rng) - *p) * 10.0_f64.powi(-(rng.below(9) as i32));
        surface.iter().map(|p| near(p, rng)).collect()
    }
}

/// In the ball of the given radius.
fn nearby(p: DVec3, radius: f64, rng: &mut Rng) -> DVec3 {
    loop {
        let v = DVec3::new(rng.range(-1.0, 1.0), rng.range(-1.0, 1.0), rng.range(-1.0, 1.0));
        if v.length() <= 1.0 {
            return p + v * radius;
        }
    }
}

#[test]
fn signs_follow_the_definitions() {
    let mut rng = Rng::new(21);
    for case in cases(1.0) {
        let (mut inside, rounding) = (0, 1e-12 * case.size);
        for p in case.queries(&mut rng, 400) {
            let value = case.value(p);
            inside += usize::from(value < 0.0);
            assert!(value.abs() <= rounding || (value < 0.0) == case.holds(p), "{} at {p}: {value}", case.name);
        }
        assert!(inside > 20 && inside < 380, "{}: {inside} points inside", case.name);
    }
}

/// No point of the surface is nearer than the value says, and one is as near: where the gradient points at.
#[test]
fn values_are_the_distance_to_the_nearest_surface_point() {
    let mut rng = Rng::new(22);
    for case in cases(1.0) {
        let surface = case.surface(&mut rng, 4000);
        for p in case.queries(&mut rng, 150) {
            let value = case.value(p);
            let nearest = surface.iter().fold(f64::INFINITY, |d, s| d.min(s.distance_squared(p))).sqrt();
            assert!(value.abs() <= nearest + 1e-9 * case.size, "{} at {p}: {value} beyond {nearest}", case.name);
            let exact = case.shape.class() == Class::Exact && (value > 0.0 || case.exact_inside);
            let (gradient, feature) = case.slope(p);
            if exact && !feature {
                let foot = p - gradient * value;
                assert!(is_border(&case, foot, &mut rng), "{} at {p}: {value}, no surface at {foot}", case.name);
            }
        }
    }
}

/// True if both inside and outside are within a hair of the point.
fn is_border(case: &Case, foot: DVec3, rng: &mut Rng) -> bool {
    let hair = 1e-8 * case.size;
    let mut found = [false; 2];
    // Toward the seeds first: tips are hard to hit at random.
    for seed in &case.seeds {
        found[usize::from(case.holds(foot + (*seed - foot).normalize_or_zero() * hair))] = true;
    }
    for _ in 0..2000 {
        found[usize::from(case.holds(nearby(foot, hair, rng)))] = true;
        if found == [true; 2] {
            return true;
        }
    }
    false
}

#[test]
fn gradients_are_those_of_the_values() {
    let mut rng = Rng::new(23);
    for case in cases(1.0) {
        let mut smooth = 0;
        for p in case.queries(&mut rng, 400) {
            let (gradient, feature) = case.slope(p);
            let dual = value(&case.shape, Dual::variables(p.to_array()));
            assert_eq!(dual.value.to_bits(), case.value(p).to_bits(), "{} at {p}", case.name);
            let limit = 1e-7;
            let unit = case.shape.class() == Class::Exact;
            assert!(gradient.length() <= 1.0 + 1e-12, "{} at {p}: {gradient}", case.name);
            if feature {
                continue;
            }
            smooth += 1;
            assert!(!unit || (gradient.length() - 1.0).abs() < 1e-12, "{} at {p}: {gradient}", case.name);
            // Next to edges and axes the chain rule loses digits in differences of lengths.
            if case.value(p).abs() > 1e-5 * case.size {
                let partials = DVec3::from_array(dual.partials);
                assert!(partials.distance(gradient) < limit, "{} at {p}: {partials} for {gradient}", case.name);
            }
            let Some(difference) = central_difference(&case, p) else { continue };
            assert!(difference.distance(gradient) < 1e-4, "{} at {p}: {difference} for {gradient}", case.name);
        }
        assert!(smooth > 300, "{}: {smooth} smooth points", case.name);
    }
}

/// None where the steps to either side disagree: a crease or an edge is that near.
fn central_difference(case: &Case, p: DVec3) -> Option<DVec3> {
    let h = 1e-6 * case.size;
    let change = |axis: usize, h: f64| (case.value(p + DVec3::AXES[axis] * h) - case.value(p)) / h;
    let sides = [h, -h].map(|h| DVec3::new(change(0, h), change(1, h), change(2, h)));
    (sides[0].distance(sides[1]) < 1e-4).then(|| 0.5 * (sides[0] + sides[1]))
}

#[test]
fn values_are_1_lipschitz() {
    let mut rng = Rng::new(24);
    for case in cases(1.0) {
        for p in case.queries(&mut rng, 500) {
            let q = p + (case.point(&mut rng) - p) * 10.0_f64.powi(-(rng.below(7) as i32));
            let (change, way) = ((case.value(p) - case.value(q)).abs(), p.distance(q));
            assert!(change <= way * (1.0 + 1e-12) + 1e-14 * case.size, "{}: {p} to {q}: {change}", case.name);
        }
    }
}

/// Directions of the axes of an outer frame that is turned, stretched and sheared.
fn linear_maps() -> [DMat3; 4] {
    let turned = Transform::new(DVec3::ZERO, DVec3::new(20.0, 40.0, 60.0), 1.0).turn;
    let stretched = DMat3::from_diagonal(DVec3::new(2.0, 0.5, -1.0));
    let sheared = DMat3::from_cols(DVec3::X, DVec3::new(0.4, 1.0, -0.7), DVec3::Z);
    [DMat3::IDENTITY, turned, turned * stretched, sheared * turned]
}

#[test]
fn bounds_hold_the_shape_and_touch_it() {
    let mut rng = Rng::new(25);
    for case in cases(1.0) {
        let surface = case.surface(&mut rng, 1000);
        for linear in linear_maps() {
            let bounds = case.shape.bounds(&linear, 0.0);
            for &p in &surface {
                assert!(bounds.grown(1e-12 * case.size).contains(linear * p), "{} at {p}: {bounds:?}", case.name);
            }
            for axis in 0..3 {
                for (side, reach) in [(1.0, bounds.max[axis]), (-1.0, -bounds.min[axis])] {
                    let row = linear.row(axis) * side;
                    let touches =
                        !reach.is_finite() || (reach - reach_seen_from_afar(&case, row)).abs() < 1e-5 * case.size;
                    assert!(touches || case.shape.class() != Class::Exact, "{}: {reach} along {row}", case.name);
                }
            }
        }
    }
}

/// How far the shape reaches along a direction, by the distance to it from a point far along it.
fn reach_seen_from_afar(case: &Case, direction: DVec3) -> f64 {
    let far = 1e6 * case.size;
    direction.length() * (far - case.value(direction.normalize() * far))
}

#[test]
fn bounds_hold_all_points_up_to_a_level() {
    let mut rng = Rng::new(26);
    for case in cases(1.0) {
        for linear in linear_maps() {
            for level in [0.01, 0.5].map(|l| l * case.size) {
                let bounds = case.shape.bounds(&linear, level).grown(1e-12 * case.size);
                for p in case.queries(&mut rng, 50) {
                    // Out to the level, along the gradient.
                    let q = p + case.slope(p).0 * (level - case.value(p));
                    let held = case.value(q) > level * (1.0 + 1e-12) || bounds.contains(linear * q);
                    assert!(held, "{}: {q} is at {} m", case.name, case.value(q));
                }
            }
        }
    }
}

/// Zeros of both signs, tiny and huge numbers, and the shapes' own sizes.
fn special_points(case: &Case) -> Vec<DVec3> {
    let extent = case.extent();
    let mut numbers = vec![0.0, -0.0, 1e-30, -1e-30, 1e30, -1e30, 1e-200, 0.3 * case.size];
    numbers.extend(extent.max.to_array());
    numbers.extend(extent.min.to_array());
    let mut points = Vec::new();
    for &x in &numbers {
        for &y in &numbers {
            points.extend(numbers.iter().map(|&z| DVec3::new(x, y, z)));
        }
    }
    points
}

#[test]
fn special_points_have_values_and_slopes() {
    for scale in [1.0, 1e-30, 1e30] {
        for case in cases(scale) {
            for p in special_points(&case).into_iter().chain(case.seeds.iter().copied()) {
                let value = case.value(p);
                let (gradient, feature) = case.slope(p);
                let what = || format!("{} of {scale} m at {p}: {value}, {gradient}", case.name);
                assert!(value.is_finite() && gradient.is_finite(), "{}", what());
                let length = gradient.length();
                assert!(length <= 1.0 + 1e-12 && (feature || length > 0.0), "{}", what());
                let unit = case.shape.class() == Class::Exact && !feature;
                assert!(!unit || length >= 1.0 - 1e-12, "{}", what());
            }
        }
    }
}

/// Where no feature is flagged the value changes alike to both sides.
#[test]
fn creases_are_flagged() {
    for case in cases(1.0) {
        // Beside a centre by less than a step, or too far for its digits, differences say nothing.
        let measurable = |c: f64| c == 0.0 || (1e-6..1e6).contains(&c.abs());
        for p in special_points(&case).into_iter().filter(|p| p.to_array().into_iter().all(measurable)) {
            let (gradient, feature) = case.slope(p);
            // On edges of the surface rounding decides whether it is a tie.
            if feature || case.value(p).abs() < 1e-5 * case.size {
                continue;
            }
            for axis in DVec3::AXES {
                // A step for either side, short against every round edge.
                let h = 1e-8 * case.size;
                for step in [axis * h, -axis * h] {
                    let change = case.value(p + step) - case.value(p);
                    assert!((change - gradient.dot(step)).abs() < 1e-2 * h, "{} at {p}: {gradient}", case.name);
                }
            }
        }
    }
}

/// In powers of two all lengths scale without rounding.
#[test]
fn values_scale_with_the_shape() {
    let mut rng = Rng::new(27);
    let scales = [2.0_f64.powi(100), 2.0_f64.powi(-100)];
    let scaled = scales.map(cases);
    for (i, case) in cases(1.0).iter().enumerate() {
        for p in case.queries(&mut rng, 100) {
            for (scale, list) in scales.iter().zip(&scaled) {
                assert_eq!(list[i].value(p * *scale), case.value(p) * scale, "{} at {p}", case.name);
                assert_eq!(list[i].slope(p * *scale), case.slope(p), "{} at {p}", case.name);
            }
        }
    }
}

#[test]
fn values_in_32_bits_are_close() {
    let mut rng = Rng::new(28);
    for case in cases(1.0) {
        for p in case.queries(&mut rng, 200) {
            let (exact, short) = (case.value(p), value(&case.shape, p.as_vec3().to_array()));
            let limit = 4e-6 * (case.size + p.length());
            assert!((f64::from(short) - exact).abs() < limit, "{} at {p}: {short} for {exact}", case.name);
            let slope = slope(&case.shape, p.as_vec3().to_array());
            assert!(slope.gradient.iter().all(|c| c.abs() < 1.00001), "{} at {p}: {slope:?}", case.name);
        }
    }
}

/// A loop over points, as the compiler vectorises it.
struct Batch<'a> {
    points: &'a [[f64; 3]],
    out: &'a mut [f64],
}

impl VisitFormula<f64> for Batch<'_> {
    fn visit(self, formula: impl Formula<f64>) {
        for (p, out) in self.points.iter().zip(self.out) {
            *out = formula.value(*p);
        }
    }
}

#[test]
fn batches_have_the_bits_of_single_values() {
    let mut rng = Rng::new(29);
    for case in cases(1.0) {
        let points: Vec<[f64; 3]> = case.queries(&mut rng, 128).iter().map(|p| p.to_array()).collect();
        let mut out = vec![0.0; points.len()];
        case.shape.visit(Batch { points: &points, out: &mut out });
        for (p, batched) in points.iter().zip(out) {
            assert_eq!(value(&case.shape, *p).to_bits(), batched.to_bits(), "{} at {p:?}", case.name);
        }
    }
}

#[test]
fn outlines_that_cannot_be_are_refused() {
    let fault = Shape::revolution(&[DVec2::new(-0.5, 0.0), DVec2::X, DVec2::Y]).unwrap_err();
    assert_eq!(fault.field, "points");
    assert_eq!(fault.message, "corner 0 is [-0.5, 0], beyond the axis: use a distance of 0 or more.");
    assert_eq!(Shape::extrusion(&[DVec2::ZERO, DVec2::X], 1.0).unwrap_err().field, "points");
}

#[test]
fn the_plane_is_bounded_only_along_its_axis() {
    let up = Shape::plane().bounds(&DMat3::IDENTITY, 0.5);
    assert_eq!(up, Bounds::new(DVec3::NEG_INFINITY, DVec3::INFINITY.with_y(0.5)));
    let turned = Transform::new(DVec3::ZERO, DVec3::new(0.0, 0.0, 90.0), 1.0).turn;
    // y turns to -x.
    assert_eq!(Shape::plane().bounds(&turned, 0.0).min, DVec3::NEG_INFINITY.with_x(0.0));
    let slanted = Transform::new(DVec3::ZERO, DVec3::new(10.0, 0.0, 10.0), 1.0).turn;
    assert_eq!(Shape::plane().bounds(&slanted, 0.0), Bounds::EVERYTHING);
}
