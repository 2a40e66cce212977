//! Domain operators against their definitions: central differences, pairs of points, and all copies one by one.

use super::dual::Dual;
use super::*;
use crate::field::class::Class;
use crate::field::formula::{Map, VisitMap};
use crate::field::warp::{PolarRepeat, Repeat, Warp};
use crate::field::warps::repeat::Crowd;
use crate::math::Bounds;
use glam::DMat3;
use std::f64::consts::PI;

/// Runs a map at points, and pulls a gradient back at each, in `T`.
struct Run<'a, T> {
    points: &'a [[T; 3]],
    gradient: [T; 3],
    out: &'a mut Vec<([T; 3], [T; 3])>,
}

impl<T: Real> VisitMap<T> for Run<'_, T> {
    fn visit(self, map: impl Map<T>) {
        self.out.extend(self.points.iter().map(|&p| (map.point(p), map.pull(p, self.gradient))));
    }
}

fn point(warp: &Warp, p: DVec3) -> DVec3 {
    pulled(warp, p, DVec3::ZERO).0
}

fn pulled(warp: &Warp, p: DVec3, gradient: DVec3) -> (DVec3, DVec3) {
    let mut out = Vec::new();
    warp.visit(Run { points: &[p.to_array()], gradient: gradient.to_array(), out: &mut out });
    (out[0].0.into(), out[0].1.into())
}

fn cuboid(min: [f64; 3], max: [f64; 3]) -> Bounds {
    Bounds::new(min.into(), max.into())
}

/// A child that lies across nothing in particular.
fn child() -> Bounds {
    cuboid([0.2, -0.5, -0.3], [1.1, 0.4, 0.8])
}

fn windows(spacing: [f64; 3], count: [u32; 3], child: &Bounds) -> Vec<Warp> {
    Repeat { spacing: spacing.into(), count }.windows(child).unwrap()
}

fn polar(count: u32, child: &Bounds) -> Vec<Warp> {
    PolarRepeat { count }.windows(child).unwrap()
}

fn continuous() -> Vec<Warp> {
    vec![
        Warp::Mirror { axis: 0, offset: 0.3 },
        Warp::Mirror { axis: 1, offset: -0.2 },
        Warp::Mirror { axis: 2, offset: 0.0 },
        Warp::Elongate { half: DVec3::new(0.4, 0.0, 0.1) },
        Warp::Twist { rate: 0.0 },
        Warp::Twist { rate: 1.7 },
        Warp::Twist { rate: -0.4 },
        Warp::Bend { rate: 0.7 },
        Warp::Bend { rate: -0.9 },
        Warp::Bend { rate: 1e-9 },
        Warp::Bend { rate: 0.0 },
        Warp::Taper { half_height: 0.6, top: 0.4 },
        Warp::Taper { half_height: 0.6, top: 1.0 },
        Warp::Taper { half_height: 1.0, top: 2.5 },
    ]
}

fn all() -> Vec<Warp> {
    let mut all = continuous();
    all.extend(windows([0.8, 0.0, 1.5], [0, 0, 3], &child()));
    all.extend(polar(5, &child()));
    all
}

#[test]
fn gradients_are_pulled_by_the_transposed_jacobian() {
    let mut rng = Rng::new(50);
    for warp in all() {
        let mut checked = 0;
        for _ in 0..300 {
            let (p, g) = (rng.point(1.5), rng.point(1.0));
            // Differences say nothing across a jump or a kink.
            if !warp.reach(p, 1e-3).is_finite() || near_kink(&warp, p) {
                continue;
            }
            checked += 1;
            let mut duals = Vec::new();
            warp.visit(Run { points: &[Dual::variables(p.to_array())], gradient: [Dual::ZERO; 3], out: &mut duals });
            let exact = (0..3).map(|i| g[i] * DVec3::from(duals[0].0[i].partials)).sum::<DVec3>();
            let error = (pulled(&warp, p, g).1 - exact).length();
            assert!(error < 1e-12 * (1.0 + exact.length()), "{warp:?} at {p}: not {exact}");

            let h = 1e-6;
            let differences = DVec3::from_array(
                DVec3::AXES.map(|axis| (point(&warp, p + h * axis) - point(&warp, p - h * axis)).dot(g) / (2.0 * h)),
            );
            let pulled = pulled(&warp, p, g).1;
            let error = (pulled - differences).length() / (1.0 + pulled.length());
            assert!(error < 1e-7, "{warp:?} at {p}: {pulled} instead of {differences}");
        }
        assert!(checked > 100, "{warp:?} was checked at {checked} points");
    }
}

fn near_kink(warp: &Warp, p: DVec3) -> bool {
    let near = |x: f64, plane: f64| (x.abs() - plane.abs()).abs() < 1e-5 || (x - plane).abs() < 1e-5;
    match warp {
        Warp::Mirror { axis, offset } => near(p[*axis], *offset),
        Warp::Elongate { half } => (0..3).any(|i| near(p[i], half[i])),
        Warp::Taper { half_height, .. } => near(p.y, *half_height),
        _ => false,
    }
}

#[test]
fn images_of_balls_lie_within_reach() {
    let mut rng = Rng::new(51);
    for warp in all() {
        let mut finite = 0;
        for _ in 0..400 {
            let (center, radius) = (rng.point(2.0), 10_f64.powf(rng.range(-3.0, 0.0)));
            let (reach, spread) = (warp.reach(center, radius), warp.spread(center, radius));
            assert!(spread <= reach && reach >= radius * 0.999_999 || matches!(warp, Warp::Elongate { .. }));
            finite += usize::from(reach.is_finite());
            let about = point(&warp, center);
            for _ in 0..30 {
                let (p, q) = (center + in_ball(&mut rng, radius), center + in_ball(&mut rng, radius));
                let far = (point(&warp, p) - about).length();
                assert!(far <= spread * (1.0 + 1e-9) + 1e-12, "{warp:?}: {far} > {spread} at {center}, {radius}");
                let slope = (point(&warp, p) - point(&warp, q)).length() / ((p - q).length() + 1e-12);
                assert!(slope <= reach / radius * (1.0 + 1e-9), "{warp:?}: {slope} at {center}, {radius}");
            }
        }
        assert!(finite > 100, "{warp:?}: {finite} balls");
    }
}

/// In the ball, a third of them on its border.
fn in_ball(rng: &mut Rng, radius: f64) -> DVec3 {
    loop {
        let p = rng.point(1.0);
        if p.length() <= 1.0 && p.length() > 0.1 {
            return radius * if rng.below(3) == 0 { p.normalize() } else { p };
        }
    }
}

/// In a small ball the factor is that of the Jacobian at the centre.
#[test]
fn reach_is_tight_in_small_balls() {
    let mut rng = Rng::new(52);
    for warp in continuous() {
        for _ in 0..100 {
            let (center, radius) = (rng.point(1.5), 1e-6);
            let reach = warp.reach(center, radius);
            if !reach.is_finite() || near_kink(&warp, center) || matches!(warp, Warp::Elongate { .. }) {
                continue;
            }
            let rows = DVec3::AXES.map(|axis| pulled(&warp, center, axis).1);
            let jacobian = DMat3::from_cols_array_2d(&rows.map(|row| row.to_array()));
            let largest = crate::math::sym_eigen3(jacobian * jacobian.transpose()).values.max_element().sqrt();
            let factor = reach / radius;
            assert!((factor / largest - 1.0).abs() < 1e-4, "{warp:?} at {center}: {factor} instead of {largest}");
        }
    }
}

#[test]
fn images_hold_what_maps_into_the_child() {
    let mut rng = Rng::new(53);
    let children = [
        child(),
        cuboid([-0.7, -0.4, -0.2], [0.5, 0.3, 0.6]),
        cuboid([-3.0, -0.2, -0.1], [2.0, 0.2, 0.1]),
        cuboid([-0.4, 0.9, -0.4], [0.4, 2.5, 0.4]),
        cuboid([-1.2, -0.1, -1.0], [-0.3, 0.0, -0.5]),
        cuboid([f64::NEG_INFINITY, -0.2, -0.3], [f64::INFINITY, 0.2, 0.3]),
        cuboid([f64::NEG_INFINITY; 3], [f64::INFINITY, 0.0, f64::INFINITY]),
        Bounds::EVERYTHING,
    ];
    for local in children {
        let mut warps = continuous();
        if local.is_finite() {
            warps.extend(windows([0.8, 0.0, 1.5], [5, 0, 3], &local));
            warps.extend(windows([0.0, 1.0, 0.0], [0, 0, 0], &local));
        }
        warps.extend(polar(7, &local));
        for warp in warps {
            let image = warp.image(&local);
            let mut seen = Bounds::EMPTY;
            let near = if image.is_finite() { image.grown(0.1) } else { Bounds::new(-DVec3::ONE, DVec3::ONE) };
            for i in 0..40_000 {
                let p = if i % 4 == 0 { rng.point(5.0) } else { near.center() + 0.5 * rng.point(1.0) * near.size() };
                if local.contains(point(&warp, p)) {
                    seen = seen.union(&Bounds::new(p, p));
                    assert!(image.grown(1e-12).contains(p), "{warp:?} of {local:?}: {image:?} does not hold {p}");
                }
            }
            let one_of_many = matches!(warp, Warp::Repeat(_) | Warp::Polar(_));
            if local.is_finite() && image.is_finite() && !one_of_many {
                // Sampling at random misses the corners by a little.
                let loose = ((image.size() - seen.size()) / image.size()).max_element();
                assert!(loose < 0.15, "{warp:?} of {local:?}: {image:?} for {seen:?}");
            }
        }
    }
}

#[test]
fn what_the_mirror_cuts_away_is_empty() {
    let warp = Warp::Mirror { axis: 0, offset: 2.0 };
    assert!(warp.image(&child()).is_empty());
    assert!(warp.image(&Bounds::EMPTY).is_empty());
    // A bar beyond the axis of the bend.
    assert!(Warp::Bend { rate: 2.0 }.image(&cuboid([-1.0, 0.6, -1.0], [1.0, 0.8, 1.0])).is_empty());
    assert!(Warp::Bend { rate: -2.0 }.image(&cuboid([-1.0, -0.8, -1.0], [1.0, -0.6, 1.0])).is_empty());
}

#[test]
fn bends_keep_lengths_on_the_neutral_line() {
    for rate in [0.5_f64, -0.5, 1e-6] {
        for t in [-3.0_f64, -1.0, 0.0, 0.4, 2.0] {
            let angle = rate.abs() * t;
            let p = DVec3::new(angle.sin() / rate.abs(), (1.0 - angle.cos()) / rate, 0.7);
            let q = point(&Warp::Bend { rate }, p);
            assert!((q - DVec3::new(t, 0.0, 0.7)).length() < 1e-9, "{rate}: {q}");
        }
    }
    // The outer side of a bar that is bent upward is its lower one.
    let outer = point(&Warp::Bend { rate: 1.0 }, DVec3::new(1.2, 1.0, 0.0));
    assert!((outer - DVec3::new(0.5 * PI, -0.2, 0.0)).length() < 1e-12);
}

#[test]
fn twists_turn_with_height() {
    // A quarter of a turn, in the sense of a node's turn about y: z goes to x.
    let q = point(&Warp::Twist { rate: 0.5 * PI }, DVec3::new(1.0, 1.0, 0.0));
    assert!((q - DVec3::new(0.0, 1.0, 1.0)).length() < 1e-15);
}

#[test]
fn tapers_scale_sections() {
    let warp = Warp::Taper { half_height: 2.0, top: 0.5 };
    for (y, scale) in [(-3.0, 1.0), (-2.0, 1.0), (0.0, 0.75), (2.0, 0.5), (9.0, 0.5)] {
        let q = point(&warp, DVec3::new(scale, y, -2.0 * scale));
        assert!((q - DVec3::new(1.0, y, -2.0)).length() < 1e-15, "{q}");
    }
}

/// Exact distance to a box from outside, as the children of repetitions.
fn distance(to: &Bounds, p: DVec3) -> f64 {
    let (below, above) = (to.min - p, p - to.max);
    let excess = below.max(above);
    excess.max(DVec3::ZERO).length() + excess.max_element().min(0.0)
}

/// Two boxes, so that the child is not convex, and its bounds.
fn random_child(rng: &mut Rng, size: f64) -> ([Bounds; 2], Bounds) {
    let boxes = [0; 2].map(|_| {
        let (a, b) = (rng.point(size), rng.point(size));
        Bounds::new(a.min(b), a.max(b))
    });
    (boxes, boxes[0].union(&boxes[1]))
}

fn of(boxes: &[Bounds; 2], p: DVec3) -> f64 {
    distance(&boxes[0], p).min(distance(&boxes[1], p))
}

fn least(windows: &[Warp], boxes: &[Bounds; 2], p: DVec3) -> f64 {
    windows.iter().map(|warp| of(boxes, point(warp, p))).fold(f64::INFINITY, f64::min)
}

#[test]
fn windows_show_the_nearest_of_all_copies() {
    let mut rng = Rng::new(54);
    for round in 0..150 {
        let size = [0.3, 1.0, 2.0][round % 3];
        let (boxes, bounds) = random_child(&mut rng, size);
        let axis = |rng: &mut Rng| [0.0, 0.9, 1.4, 2.3][rng.below(4)];
        let spacing = [axis(&mut rng), axis(&mut rng), axis(&mut rng)];
        let count = [rng.below(5) as u32, rng.below(5) as u32, rng.below(5) as u32];
        let Ok(windows) = (Repeat { spacing: spacing.into(), count }).windows(&bounds) else { continue };
        let places = [0, 1, 2].map(|i| -> Vec<f64> {
            match (spacing[i], count[i]) {
                (0.0, _) => vec![0.0],
                (s, 0) => (-8..=8).map(|k| f64::from(k) * s).collect(),
                (s, n) => (0..n).map(|k| (f64::from(k) - 0.5 * f64::from(n - 1)) * s).collect(),
            }
        });
        for _ in 0..30 {
            let p = rng.point(3.0);
            let mut right = f64::INFINITY;
            for x in &places[0] {
                for y in &places[1] {
                    for z in &places[2] {
                        right = right.min(of(&boxes, p - DVec3::new(*x, *y, *z)));
                    }
                }
            }
            let value = least(&windows, &boxes, p);
            assert!((value - right).abs() < 1e-12, "{spacing:?} {count:?} {bounds:?} at {p}: {value}, not {right}");
        }
    }
}

#[test]
fn polar_windows_show_the_nearest_of_all_copies() {
    let mut rng = Rng::new(55);
    let mut fewer = 0;
    for round in 0..200_u32 {
        let (mut boxes, mut bounds) = random_child(&mut rng, 0.6);
        let away = rng.point(if round % 3 == 0 { 0.2 } else { 2.0 });
        for b in boxes.iter_mut().chain([&mut bounds]) {
            *b = Bounds::new(b.min + away, b.max + away);
        }
        let count = 1 + round % 23;
        let windows = polar(count, &bounds);
        fewer += usize::from(windows.len() < count as usize);
        for _ in 0..40 {
            let p = rng.point(3.0);
            let turns = (0..count).map(|i| -2.0 * PI * f64::from(i) / f64::from(count));
            let right = turns.map(|a| of(&boxes, DMat3::from_rotation_y(a) * p)).fold(f64::INFINITY, f64::min);
            let value = least(&windows, &boxes, p);
            assert!((value - right).abs() < 1e-12, "{count} of {bounds:?} at {p}: {value}, not {right}");
        }
    }
    assert!(fewer > 60, "{fewer} of 200 asked fewer than all copies");
}

/// The minimum over the windows has no steps, also where each window jumps.
#[test]
fn copies_join_without_steps() {
    let mut rng = Rng::new(56);
    let (boxes, bounds) = random_child(&mut rng, 0.7);
    for windows in [windows([0.9, 0.0, 1.3], [0, 0, 4], &bounds), polar(6, &bounds)] {
        for _ in 0..200 {
            let (from, to) = (rng.point(4.0), rng.point(4.0));
            let steps = 500;
            let values: Vec<f64> =
                (0..=steps).map(|i| least(&windows, &boxes, from.lerp(to, f64::from(i) / f64::from(steps)))).collect();
            let most = (to - from).length() / f64::from(steps) + 1e-9;
            assert!(values.windows(2).all(|pair| (pair[0] - pair[1]).abs() <= most), "{from} to {to}");
        }
    }
}

#[test]
fn small_children_need_few_windows() {
    let small = cuboid([-0.4; 3], [0.4; 3]);
    assert_eq!(windows([1.0, 0.0, 0.0], [0; 3], &small).len(), 2);
    assert_eq!(windows([1.0, 1.0, 1.0], [0; 3], &small).len(), 8);
    assert_eq!(windows([1.0, 1.0, 1.0], [1, 1, 7], &small).len(), 2);
    assert_eq!(windows([0.8, 0.0, 0.0], [0; 3], &small).len(), 2, "a box as wide as its cell");
    assert_eq!(windows([0.3, 0.0, 0.0], [2, 1, 1], &small).len(), 2, "never more than there are copies");
    assert_eq!(polar(12, &cuboid([3.0, -1.0, -0.1], [3.2, 1.0, 0.1])).len(), 2);
    assert_eq!(polar(12, &small).len(), 12);
}

#[test]
fn crowds_are_refused_with_a_cure() {
    let wide = cuboid([-5.0, -0.1, -0.1], [5.0, 0.1, 0.1]);
    let crowd = |spacing: [f64; 3], child: &Bounds| Repeat { spacing: spacing.into(), count: [0; 3] }.windows(child);
    let error = crowd([0.1, 0.0, 0.0], &wide).unwrap_err();
    assert_eq!(error, Crowd::Overlap { axis: 'x', spacing: 0.1, width: 10.0, count: 101 });
    assert!(error.to_string().starts_with("spacing 0.1 m along x is too small for children 10.000 m wide"));
    assert!(matches!(crowd([1e-300, 1e-300, 1.0], &wide), Err(Crowd::Overlap { .. })));
    let plane = cuboid([f64::NEG_INFINITY; 3], [f64::INFINITY, 0.0, f64::INFINITY]);
    assert_eq!(crowd([0.0, 0.0, 1.0], &plane), Err(Crowd::Endless { axis: 'z' }));
    // A row with ends asks for all its copies.
    assert_eq!(windows([0.0, 0.0, 1.0], [0, 0, 3], &plane).len(), 3);
    assert_eq!(PolarRepeat { count: 65 }.windows(&wide), Err(Crowd::Turns { count: 65 }));
    assert_eq!(crowd([1.0; 3], &Bounds::EMPTY), Ok(Vec::new()));
}

#[test]
fn classes_follow_from_the_map() {
    let all = child();
    let check = |warp: &Warp, from: Class, to: Class| assert_eq!(warp.class(from, &all), to, "{warp:?}");
    check(&Warp::Mirror { axis: 0, offset: 0.2 }, Class::Exact, Class::Exact);
    check(&Warp::Mirror { axis: 0, offset: 0.3 }, Class::Exact, Class::Bound);
    check(&Warp::Elongate { half: DVec3::X }, Class::Exact, Class::Bound);
    check(&Warp::Twist { rate: 0.0 }, Class::Exact, Class::Exact);
    check(&Warp::Twist { rate: 1.0 }, Class::Exact, Class::Neither);
    check(&polar(3, &all)[0], Class::Exact, Class::Exact);
    check(&polar(3, &all)[0], Class::Neither, Class::Neither);
}

/// In blocks as one by one, in both types; and 32 bits agree with 64.
#[test]
fn blocks_give_the_same_bits() {
    fn run<T: Real>(warp: &Warp, points: &[[T; 3]]) -> Vec<([T; 3], [T; 3])> {
        let mut out = Vec::new();
        let gradient = [0.3, -0.5, 0.8].map(T::from_f64);
        warp.visit(Run { points, gradient, out: &mut out });
        out
    }
    fn check<T: Real>(warp: &Warp, points: &[[T; 3]]) {
        let single: Vec<_> = points.iter().flat_map(|p| run(warp, &[*p])).collect();
        assert_eq!(run(warp, points), single, "{warp:?}");
    }
    let mut rng = Rng::new(57);
    for warp in all() {
        let double: Vec<[f64; 3]> = (0..101).map(|_| rng.point(2.0).to_array()).collect();
        let single: Vec<[f32; 3]> = double.iter().map(|p| p.map(|x| x as f32)).collect();
        check(&warp, &double);
        check(&warp, &single);
        for (p, (q, _)) in single.iter().zip(run(&warp, &single)) {
            let p = DVec3::from_array(p.map(f64::from));
            let near = warp.reach(p, 1e-6);
            let error = (DVec3::from_array(q.map(f64::from)) - point(&warp, p)).length();
            assert!(error <= 3.0 * near + 1e-5, "{warp:?} at {p}: {error}");
        }
    }
}

#[test]
fn hostile_points_stay_numbers() {
    let mut rng = Rng::new(58);
    for warp in all() {
        for exponent in [-30, -300, 0, 30, 100] {
            let p = rng.point(10_f64.powi(exponent));
            for p in [p, p.with_x(0.0), p.with_y(0.0).with_z(0.0), DVec3::ZERO] {
                let (q, g) = pulled(&warp, p, DVec3::new(0.6, 0.0, 0.8));
                assert!(!q.is_nan() && !g.is_nan(), "{warp:?} at {p}: {q}, {g}");
            }
        }
    }
}
