//! Gradients against forward duals, and flags at the places where they jump.

use super::dual::Dual;
use super::*;
fn dual(f: &Field, p: DVec3) -> Dual {
    eval::value(&f.compiled.program, Dual::variables(p.to_array()))
}

#[track_caller]
fn check(f: &Field, p: DVec3) {
    let (sample, dual) = (f.sample(p), dual(f, p));
    assert_eq!(sample.value.to_bits(), f.value(p).to_bits());
    assert_eq!(sample.value.to_bits(), dual.value.to_bits());
    let error = (sample.gradient - DVec3::from_array(dual.partials)).length();
    assert!(error < 1e-9, "at {p}: {} instead of {}", sample.gradient, DVec3::from_array(dual.partials));
    assert!(!sample.feature, "{p} is nothing special");
}

#[test]
fn primitives_agree_with_duals() {
    let mut rng = Rng::new(10);
    for kind in primitives() {
        for (turn, scale) in
            [(DVec3::ZERO, 1.0), (DVec3::new(0.0, 90.0, 0.0), 0.5), (DVec3::new(20.0, 50.0, 70.0), 3.0)]
        {
            let moved =
                Node { turn, scale: DVec3::splat(scale), at: rng.point(1.0), ..Node::new("solid", kind.clone()) };
            let f = field(&scene([moved]), "solid");
            for _ in 0..500 {
                let p = rng.point(4.0);
                check(&f, p);
                assert!((f.sample(p).gradient.length() - 1.0).abs() < 1e-12, "distances have unit gradients");
            }
        }
    }
}

#[test]
fn trees_agree_with_duals() {
    let mut rng = Rng::new(11);
    for seed in 0..200 {
        let f = field(&random_tree(seed), "0");
        if f.bounds() == Bounds::EMPTY {
            continue;
        }
        for _ in 0..60 {
            check(&f, rng.point(2.5));
        }
    }
}

#[test]
fn samples_are_single_samples() {
    let f = field(&random_tree(5), "0");
    let mut rng = Rng::new(12);
    let points: Vec<DVec3> = (0..70).map(|_| rng.point(2.0)).collect();
    let mut out = vec![f.sample(DVec3::ZERO); 3];
    f.samples(&points, &mut out);
    assert_eq!(out, points.iter().map(|&p| f.sample(p)).collect::<Vec<_>>());
}

#[track_caller]
fn flagged(kind: &Kind, p: [f64; 3], gradient: DVec3) {
    let sample = of_kind(kind.clone()).sample(DVec3::from_array(p));
    assert!(sample.feature, "{kind:?} at {p:?} is a feature");
    assert!((sample.gradient - gradient).length() < 1e-15, "{kind:?} at {p:?}: {}", sample.gradient);
}

#[track_caller]
fn plain(kind: &Kind, p: [f64; 3], gradient: DVec3) {
    let sample = of_kind(kind.clone()).sample(DVec3::from_array(p));
    assert!(!sample.feature, "{kind:?} at {p:?} is no feature");
    assert!((sample.gradient - gradient).length() < 1e-15, "{kind:?} at {p:?}: {}", sample.gradient);
}

#[test]
fn jumps_are_flagged() {
    let sphere = Kind::Sphere { radius: 1.0 };
    flagged(&sphere, [0.0; 3], DVec3::ZERO);
    flagged(&sphere, [-0.0, 0.0, -0.0], DVec3::ZERO);
    plain(&sphere, [1e-300, 0.0, 0.0], DVec3::X);

    let block = Kind::Box { half: DVec3::new(2.0, 0.3, 0.6), round: 0.0 };
    flagged(&block, [2.0, 0.3, 0.0], DVec3::X);
    flagged(&block, [2.0, 0.3, 0.6], DVec3::X);
    flagged(&block, [0.0; 3], DVec3::Y);
    plain(&block, [0.0, 0.3, 0.0], DVec3::Y);
    plain(&block, [0.0, 0.4, 0.0], DVec3::Y);
    plain(&block, [2.3, 0.7, 0.0], DVec3::new(0.6, 0.8, 0.0));
    plain(&block, [0.0, -0.3, 0.0], DVec3::NEG_Y);

    let pipe = Kind::Cylinder { radius: 1.0, half_height: 2.0 };
    flagged(&pipe, [0.0, 0.5, 0.0], DVec3::ZERO);
    flagged(&pipe, [1.0, 2.0, 0.0], DVec3::X);
    plain(&pipe, [0.0, 1.5, 0.0], DVec3::Y);
    plain(&pipe, [0.0, 3.0, 0.0], DVec3::Y);
    plain(&pipe, [0.0, -2.0, 0.0], DVec3::NEG_Y);

    let capsule = Kind::Capsule { radius: 1.0, half_height: 2.0 };
    flagged(&capsule, [0.0, 1.0, 0.0], DVec3::ZERO);
    plain(&capsule, [0.0, -3.0, 0.0], DVec3::NEG_Y);

    let torus = Kind::Torus { major: 1.0, minor: 0.25 };
    flagged(&torus, [0.0; 3], DVec3::ZERO);
    flagged(&torus, [1.0, 0.0, 0.0], DVec3::ZERO);
    flagged(&torus, [0.0, 1.0, 0.0], DVec3::Y * 0.5_f64.sqrt());
    plain(&torus, [1.5, 0.0, 0.0], DVec3::X);
}

#[test]
fn jumps_of_the_cone_are_flagged() {
    let cone = Kind::Cone { radius: 1.0, half_height: 0.5 };
    let normal = DVec3::new(0.5_f64.sqrt(), 0.5_f64.sqrt(), 0.0);
    for p in [[0.0, 0.5, 0.0], [0.0, 0.3, 0.0]] {
        let sample = of_kind(cone.clone()).sample(DVec3::from_array(p));
        assert!(sample.feature, "the tip and the axis below it");
        assert!((sample.gradient - DVec3::Y * normal.y).length() < 1e-15);
    }
    plain(&cone, [0.0, 0.75, 0.0], DVec3::Y);
    plain(&cone, [0.0, -0.5, 0.0], DVec3::NEG_Y);
    plain(&cone, [0.0, -0.75, 0.0], DVec3::NEG_Y);
    plain(&cone, [1.0, 0.5, 0.0], normal);
    plain(&cone, [1.5, -0.5, 0.0], DVec3::X);
    assert_eq!(of_kind(cone.clone()).value(DVec3::new(0.0, 0.5, 0.0)), 0.0, "the tip is on the surface, so outside");
}

/// Left and right of the middle each sphere decides; at the tie the first does, flagged.
#[test]
fn the_deciding_node_and_its_color() {
    let (red, blue) = (DVec3::X, DVec3::Z);
    let pair = |kind| {
        let ball =
            |id, x, color| Node { at: DVec3::X * x, color, ..node(id, Some("pair"), Kind::Sphere { radius: 1.0 }) };
        field(&scene([ball("red", -1.0, red), ball("blue", 1.0, blue), node("pair", None, kind)]), "pair")
    };
    let union = pair(Kind::Union { blend: Blend::Hard });
    let at = |x| union.sample(DVec3::new(x, 0.5, 0.0));
    assert_eq!((at(-0.1).node, at(-0.1).color, at(-0.1).feature), (0, red, false));
    assert_eq!((at(0.1).node, at(0.1).color, at(0.1).feature), (1, blue, false));
    assert_eq!((at(0.0).node, at(0.0).color, at(0.0).feature), (0, red, true));

    // The wall of a bore shows the tool, and its gradient points into the bore.
    let tool = Node { color: blue, ..node("tool", Some("cut"), Kind::Sphere { radius: 0.5 }) };
    let block = Node { color: red, ..node("block", Some("cut"), Kind::Box { half: DVec3::ONE, round: 0.0 }) };
    let cut = field(&scene([block, tool, node("cut", None, Kind::Subtract { blend: Blend::Hard })]), "cut");
    let wall = cut.sample(DVec3::X * 0.4);
    assert_eq!((wall.node, wall.color, wall.gradient, wall.feature), (1, blue, DVec3::NEG_X, false));

    // A blend mixes by the weights 1 - h/2 and h/2: here the operands differ by 0.2, so h = 0.5.
    let blend = pair(Kind::Union { blend: smooth(0.4) }).sample(DVec3::new(-0.1, 0.0, 0.0));
    assert_eq!(blend.node, 0);
    assert!((blend.color - (red * 0.75 + blue * 0.25)).length() < 1e-12);
    // The operands' gradients are +x and -x.
    assert!((blend.gradient - DVec3::X * 0.5).length() < 1e-12);
    assert!(!blend.feature);
    // In the middle they cancel.
    let middle = pair(Kind::Union { blend: smooth(0.4) }).sample(DVec3::ZERO);
    assert_eq!((middle.gradient, middle.feature), (DVec3::ZERO, true));
}

/// Case C02 and worse: no sample is NaN, whatever the scale, on every axis, centre, tip and edge.
#[test]
fn never_nan() {
    let mut kinds = primitives();
    kinds.push(Kind::Box { half: DVec3::ONE, round: 1.0 });
    for kind in kinds {
        for scale in [1e-30, 1.0, 1e30] {
            for turn in [DVec3::ZERO, DVec3::new(90.0, 0.0, 0.0), DVec3::new(20.0, 50.0, 70.0)] {
                let f = field(&scene([Node { scale: DVec3::splat(scale), turn, ..Node::new("s", kind.clone()) }]), "s");
                no_nan(&f, scale);
            }
        }
    }
    for seed in 0..10 {
        no_nan(&field(&random_tree(seed), "0"), 1.0);
    }
}

fn no_nan(f: &Field, scale: f64) {
    let special = [0.0, 0.2, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1e-200, 1e-20, 1e100];
    let mut coordinates: Vec<f64> = special.iter().flat_map(|x| [x * scale, -x * scale]).collect();
    coordinates.extend([1e300, -1e300, f64::MAX, f64::MIN_POSITIVE]);
    for &x in &coordinates {
        for &y in &coordinates {
            for z in [0.0, -0.0, 0.3 * scale, x, 1e300] {
                let p = DVec3::new(x, y, z);
                let s = f.sample(p);
                assert!(s.value.abs() <= 1e300, "{f:?} at {p}: {}", s.value);
                assert!(s.gradient.length() <= 1.0 + 1e-9, "{f:?} at {p}: {}", s.gradient);
                assert!(s.feature || s.gradient != DVec3::ZERO);
                assert_eq!(s.value.to_bits(), f.value(p).to_bits());
            }
        }
    }
}
