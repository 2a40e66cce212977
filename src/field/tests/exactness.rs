//! Values against geometry.

use super::*;
use crate::math::Transform;

/// Points of a primitive's surface in its own frame, and how far any surface point is from the nearest of them.
fn surface(kind: &Kind) -> (Vec<DVec3>, f64) {
    match *kind {
        Kind::Box { half, round } => box_surface(half, round),
        Kind::Sphere { radius } => revolved(&arc(0.0, 0.0, radius, -90.0, 90.0)),
        Kind::Cylinder { radius: r, half_height: h } => revolved(&polyline(&[(0.0, -h), (r, -h), (r, h), (0.0, h)])),
        Kind::Cone { radius: r, half_height: h } => revolved(&polyline(&[(0.0, -h), (r, -h), (0.0, h)])),
        Kind::Torus { major, minor } => revolved(&arc(major, 0.0, minor, 0.0, 360.0)),
        Kind::Capsule { radius: r, half_height: h } => {
            let mut profile = arc(0.0, -h, r, -90.0, 0.0);
            profile.extend(polyline(&[(r, -h), (r, h)]));
            profile.extend(arc(0.0, h, r, 0.0, 90.0));
            revolved(&profile)
        }
        _ => unreachable!("no surface of finite size"),
    }
}

fn arc(x: f64, y: f64, radius: f64, from_deg: f64, to_deg: f64) -> Vec<(f64, f64)> {
    let angle = |i| (from_deg + (to_deg - from_deg) * f64::from(i) / 300.0).to_radians();
    (0..=300).map(|i| (x + radius * angle(i).cos(), y + radius * angle(i).sin())).collect()
}

fn polyline(corners: &[(f64, f64)]) -> Vec<(f64, f64)> {
    let mix = |a: f64, b: f64, i| a + (b - a) * f64::from(i) / 150.0;
    corners.windows(2).flat_map(|w| (0..=150).map(move |i| (mix(w[0].0, w[1].0, i), mix(w[0].1, w[1].1, i)))).collect()
}

fn revolved(profile: &[(f64, f64)]) -> (Vec<DVec3>, f64) {
    const TURNS: u32 = 500;
    let mut points = Vec::new();
    for i in 0..TURNS {
        let angle = std::f64::consts::TAU * f64::from(i) / f64::from(TURNS);
        points.extend(profile.iter().map(|&(r, y)| DVec3::new(r * angle.cos(), y, r * angle.sin())));
    }
    let widest = profile.iter().fold(0.0_f64, |w, p| w.max(p.0));
    let longest = profile.windows(2).fold(0.0_f64, |l, w| l.max((w[1].0 - w[0].0).hypot(w[1].1 - w[0].1)));
    (points, 0.5 * longest + widest * std::f64::consts::PI / f64::from(TURNS))
}

/// The nearest points of the box to a grid on a larger box: going to the nearest point of a convex body reaches all
/// of its surface and never moves two points apart.
fn box_surface(half: DVec3, round: f64) -> (Vec<DVec3>, f64) {
    const STEPS: u32 = 200;
    let (core, large) = (half - round, 1.3 * half);
    let mut points = Vec::new();
    for axis in 0..3 {
        for (i, j) in (0..=STEPS).flat_map(|i| (0..=STEPS).map(move |j| (i, j))) {
            let along = |i: u32| 2.0 * f64::from(i) / f64::from(STEPS) - 1.0;
            for side in [-1.0, 1.0] {
                let mut p = DVec3::ZERO;
                p[axis] = side;
                p[(axis + 1) % 3] = along(i);
                p[(axis + 2) % 3] = along(j);
                let p = p * large;
                let c = p.clamp(-core, core);
                points.push(c + (p - c).normalize() * round);
            }
        }
    }
    (points, 1.5 * large.max_element() / f64::from(STEPS))
}

/// Membership by definition.
fn holds(kind: &Kind, p: DVec3) -> bool {
    let r = p.x.hypot(p.z);
    match *kind {
        Kind::Sphere { radius } => p.length() < radius,
        Kind::Box { half, round } => {
            let core = half - round;
            if round == 0.0 { p.abs().cmplt(half).all() } else { (p - p.clamp(-core, core)).length() < round }
        }
        Kind::Cylinder { radius, half_height } => r < radius && p.y.abs() < half_height,
        Kind::Capsule { radius, half_height } => r.hypot(p.y - p.y.clamp(-half_height, half_height)) < radius,
        Kind::Torus { major, minor } => (r - major).hypot(p.y) < minor,
        Kind::Cone { radius, half_height: h } => p.y > -h && p.y < h && r < radius * (h - p.y) / (2.0 * h),
        Kind::Plane => p.y < 0.0,
        _ => unreachable!("not a primitive"),
    }
}

#[test]
fn primitives_are_distances() {
    let mut rng = Rng::new(1);
    for kind in primitives().into_iter().filter(|k| *k != Kind::Plane) {
        let (points, cover) = surface(&kind);
        let (turn, at, scale) = (DVec3::new(20.0, -70.0, 130.0), DVec3::new(0.3, -2.0, 1.0), 1.7);
        let world = Transform::new(at, turn, scale);
        let f =
            field(&scene([Node { at, turn, scale: DVec3::splat(scale), ..Node::new("solid", kind.clone()) }]), "solid");
        assert!(f.is_exact());
        for _ in 0..60 {
            let p = rng.point(1.4);
            let nearest = points.iter().fold(f64::INFINITY, |d, q| d.min(q.distance_squared(p))).sqrt();
            let value = f.value(world.point(p)) / scale;
            assert!(value.abs() <= nearest + 1e-12, "{kind:?} at {p}: {value} beyond {nearest}");
            assert!(value.abs() >= nearest - cover, "{kind:?} at {p}: {value} short of {nearest}");
            assert_eq!(value < 0.0, holds(&kind, p), "{kind:?} at {p}: {value}");
        }
    }
}

#[test]
fn plane_is_the_half_space_below() {
    let f = of_kind(Kind::Plane);
    assert_eq!(f.value(DVec3::new(5.0, -2.5, 7.0)), -2.5);
    let turned = scene([Node { turn: DVec3::new(0.0, 0.0, 30.0), ..Node::new("p", Kind::Plane) }]);
    let normal = DVec3::new(-0.5, 3.0_f64.sqrt() / 2.0, 0.0);
    let p = DVec3::new(1.0, 2.0, 3.0);
    assert!((field(&turned, "p").value(p) - p.dot(normal)).abs() < 1e-15);
}

/// A spindle torus: its tube is thicker than its ring. Outside it is exact, inside it only bounds.
#[test]
fn thick_torus_is_a_bound_inside() {
    let f = of_kind(Kind::Torus { major: 0.3, minor: 0.5 });
    assert_eq!(f.value(DVec3::new(2.0, 0.0, 0.0)), 1.2);
    let center = f.value(DVec3::ZERO);
    assert!((center + 0.2).abs() < 1e-15 && center.abs() < 0.4, "the surface is 0.4 above the centre");
}

#[test]
fn values_are_1_lipschitz() {
    let mut rng = Rng::new(2);
    for seed in 0..60 {
        let f = field(&random_tree(seed), "0");
        assert!(f.lipschitz(&Bounds::new(DVec3::NEG_ONE, DVec3::ONE)) <= 1.0 + 1e-6);
        for _ in 0..300 {
            let p = rng.point(3.0);
            let q = p + rng.point(1.0) * 10.0_f64.powi(-(rng.below(5) as i32));
            let (change, way) = ((f.value(p) - f.value(q)).abs(), p.distance(q));
            assert!(change <= way * (1.0 + 1e-9) + 1e-12, "seed {seed}: {p} to {q}");
        }
    }
}

#[test]
fn smooth_minimum_deviates_by_a_quarter_of_its_radius_at_a_tie() {
    let blend = smooth(0.4);
    let two = |kind| {
        let a = Node { at: DVec3::NEG_X, ..node("a", Some("u"), Kind::Sphere { radius: 0.9 }) };
        let b = Node { at: DVec3::X, ..node("b", Some("u"), Kind::Sphere { radius: 0.9 }) };
        field(&scene([node("u", None, kind), a, b]), "u")
    };
    let union = two(Kind::Union { blend });
    assert!((union.value(DVec3::ZERO) - (0.1 - 0.1)).abs() < 1e-15);
    assert!((two(Kind::Intersect { blend }).value(DVec3::ZERO) - 0.2).abs() < 1e-15);
    // At (x, 0, 0) the operands are 0.1 + x and 0.1 - x: they differ by 2x.
    for x in [0.05_f64, 0.1, 0.19] {
        let h = (0.4 - 2.0 * x) / 0.4;
        let expected = 0.1 - x - h * h * 0.1;
        assert!((union.value(DVec3::new(x, 0.0, 0.0)) - expected).abs() < 1e-15);
    }
    // Where they differ by the radius or more, nothing is blended.
    let p = DVec3::new(0.2, 0.0, 0.0);
    assert_eq!(union.value(p), two(Kind::Union { blend: Blend::Hard }).value(p));
    // A radius of 0 is a crease.
    let creased = two(Kind::Union { blend: smooth(0.0) });
    assert_eq!(creased.value(p), union.value(p));
    assert!(creased.is_exact() && !union.is_exact());
}

#[test]
fn only_hard_unions_of_exact_solids_are_exact() {
    let with = |kind| {
        let block = node("b", Some("a"), Kind::all()[1].clone());
        field(&scene([node("a", None, kind), block, node("c", Some("a"), Kind::all()[0].clone())]), "a").is_exact()
    };
    assert!(with(Kind::Group) && with(Kind::Union { blend: Blend::Hard }));
    assert!(!with(Kind::Subtract { blend: Blend::Hard }) && !with(Kind::Intersect { blend: Blend::Hard }));
    assert!(!with(Kind::Union { blend: smooth(0.1) }));
}

/// Case C08: the tool is exactly as high as the block.
#[test]
fn a_coincident_face_leaves_no_skin() {
    for shift in [0.0, 0.03] {
        let shift = DVec3::splat(shift);
        let block = node("block", Some("part"), Kind::Box { half: DVec3::ONE, round: 0.0 });
        let bore = Node {
            turn: DVec3::new(90.0, 0.0, 0.0),
            ..node("bore", Some("part"), Kind::Cylinder { radius: 0.5, half_height: 1.0 })
        };
        let part = Node { at: shift, ..node("part", None, Kind::Subtract { blend: Blend::Hard }) };
        let f = field(&scene([part, block, bore]), "part");
        for i in -60..=60 {
            let p = shift + DVec3::new(0.1, 0.1, f64::from(i) / 40.0);
            assert!(f.value(p) >= 0.0, "{p}");
        }
        assert_eq!(f.trace_ray(shift + DVec3::new(0.1, 0.1, 5.0), DVec3::NEG_Z, 10.0, |_, _| {}), None);
        assert!(f.value(shift + DVec3::new(0.8, 0.0, 0.999)) < 0.0);
    }
}

#[test]
fn bounds_hold_the_solid() {
    let mut rng = Rng::new(3);
    let mut inside = 0;
    for seed in 0..150 {
        let f = field(&random_tree(seed), "0");
        let bounds = f.bounds().grown(1e-12);
        for _ in 0..1500 {
            let p = rng.point(4.0);
            if f.value(p) < 0.0 {
                inside += 1;
                assert!(bounds.contains(p), "seed {seed}: {p} is outside of {bounds:?}");
            }
        }
    }
    assert!(inside > 1000);
}

#[test]
fn bounds_of_primitives_are_tight() {
    for kind in primitives().into_iter().filter(|k| *k != Kind::Plane) {
        let (points, cover) = surface(&kind);
        for turn in [DVec3::ZERO, DVec3::new(90.0, 0.0, 0.0), DVec3::new(20.0, 40.0, 60.0)] {
            let at = DVec3::new(1.0, 2.0, 3.0);
            let world = Transform::new(at, turn, 2.0);
            let bounds =
                field(&scene([Node { at, turn, scale: DVec3::splat(2.0), ..Node::new("s", kind.clone()) }]), "s")
                    .bounds();
            let sampled = Bounds::of_points(points.iter().map(|&p| world.point(p)));
            assert!(bounds.grown(1e-12).union(&sampled) == bounds.grown(1e-12), "{kind:?}");
            let slack = (sampled.min - bounds.min).max(bounds.max - sampled.max).max_element();
            assert!(slack <= 2.0 * cover, "{kind:?} turned by {turn}: {slack}");
        }
    }
}

#[test]
fn bounds_of_infinite_and_empty_solids() {
    assert_eq!(of_kind(Kind::Plane).bounds(), Bounds::new(DVec3::NEG_INFINITY, DVec3::INFINITY.with_y(0.0)));
    let wall = Node { turn: DVec3::new(0.0, 0.0, 90.0), at: DVec3::X, ..Node::new("wall", Kind::Plane) };
    // y turns to -x: the solid is right of x = 1.
    assert_eq!(field(&scene([wall]), "wall").bounds(), Bounds::new(DVec3::NEG_INFINITY.with_x(1.0), DVec3::INFINITY));
    let slope = Node { turn: DVec3::new(0.0, 0.0, 10.0), ..Node::new("slope", Kind::Plane) };
    assert_eq!(field(&scene([slope]), "slope").bounds(), Bounds::EVERYTHING);
    assert!(of_kind(Kind::Group).bounds().is_empty());
}

/// Four equal spheres in one smooth union are larger than one: the bounds know by how much at most.
#[test]
fn bounds_grow_with_the_bulge_of_a_smooth_union() {
    let mut nodes = vec![node("u", None, Kind::Union { blend: smooth(0.5) })];
    nodes.extend((0..4).map(|i| node(&format!("s{i}"), Some("u"), Kind::Sphere { radius: 1.0 })));
    let f = field(&scene(nodes), "u");
    // Depth in radii: 1/4, then + (3/4)²/4, then + (39/64)²/4.
    let depth = 0.5 * (0.25 + 9.0 / 64.0 + (39.0_f64 / 64.0).powi(2) / 4.0);
    assert!(f.value(DVec3::X * (1.0 + depth)).abs() < 1e-15);
    assert!((f.bounds().max - (1.0 + depth)).length() < 1e-15);
}
