//! Rows T01 to T13 of the rope tutorial's checklist, and the convergence of the frames.

use super::*;

const T1: [DVec3; 3] = [DVec3::ZERO, DVec3::Z, DVec3::new(0.0, 0.0, 2.0)];
const FOUR_SIDES: TubeSettings = TubeSettings { radius: 0.1, sides: 4, caps: false };

fn near(a: DVec3, b: DVec3, tolerance: f64) -> bool {
    (a - b).abs().max_element() <= tolerance
}

/// Angle in degrees from `a` to `b` about `t`.
fn angle_about(t: DVec3, a: DVec3, b: DVec3) -> f64 {
    a.cross(b).dot(t).atan2(a.dot(b)).to_degrees()
}

/// Turns `normal` with the rotation that takes `t0` to `t1` the short way.
fn rotate_short(t0: DVec3, t1: DVec3, normal: DVec3) -> DVec3 {
    let (axis, c) = (t0.cross(t1), t0.dot(t1));
    let s = axis.length();
    if s < 1e-12 {
        return normal;
    }
    let k = axis / s;
    normal * c + k.cross(normal) * s + k * k.dot(normal) * (1.0 - c)
}

/// Twist between neighbouring rings beyond the short rotation of their tangents, degrees.
fn twists(frames: &[TubeFrame]) -> Vec<f64> {
    frames
        .windows(2)
        .map(|w| angle_about(w[1].tangent, rotate_short(w[0].tangent, w[1].tangent, w[0].normal), w[1].normal).abs())
        .collect()
}

fn quarter_circle(azimuth_deg: f64) -> Vec<DVec3> {
    let (s, c) = azimuth_deg.to_radians().sin_cos();
    (0..33)
        .map(|i| {
            let a = f64::from(i) * std::f64::consts::FRAC_PI_2 / 32.0;
            DVec3::new(c * a.sin(), 1.0 - a.cos(), s * a.sin())
        })
        .collect()
}

#[test]
fn t01_t02_frame_of_the_straight_rope() {
    for ring in 0..3 {
        let f = tutorial_frame(&T1, ring);
        assert_eq!(f, TubeFrame { tangent: DVec3::Z, normal: DVec3::NEG_X, binormal: DVec3::NEG_Y });
        assert_eq!(f.normal.cross(f.binormal).dot(f.tangent), 1.0);
    }
}

#[test]
fn t03_t04_rings_and_texture_coordinates() {
    let mesh = tube(&T1, FOUR_SIDES, 2.0);
    let ring = [DVec3::NEG_X, DVec3::NEG_Y, DVec3::X, DVec3::Y, DVec3::NEG_X];
    assert_eq!(mesh.positions.len(), 15, "sides + 1 vertices a ring");
    for (i, position) in mesh.positions.iter().enumerate() {
        let want = ring[i % 5] * 0.1 + DVec3::Z * (i / 5) as f64;
        assert!(near(*position, want, 1e-12), "vertex {i}: {position}");
        assert!(near(mesh.normals[i], ring[i % 5], 1e-12));
        assert_eq!(mesh.uvs[i], DVec2::new((i % 5) as f64 / 4.0, (i / 5) as f64 / 2.0));
    }
    // Vertex (ring 1, side 1) has uv (0.25, 0.5), and u reaches 1 at the seam with the position of side 0.
    assert_eq!(mesh.uvs[6], DVec2::new(0.25, 0.5));
    assert_eq!(mesh.uvs[4].x, 1.0);
    assert_eq!(mesh.positions[4], mesh.positions[0]);
}

#[test]
fn t05_every_triangle_faces_outward() {
    let mesh = tube(&T1, FOUR_SIDES, 2.0);
    assert_eq!(mesh.triangles.len() * 3, (3 - 1) * 4 * 6);
    for (i, t) in mesh.triangles.iter().enumerate() {
        let [a, b, c] = mesh.corners(i);
        let face = (b - a).cross(c - a);
        assert!(t.iter().all(|&v| face.dot(mesh.normals[v as usize]) > 0.0), "triangle {i}");
    }
    // The outward order swaps the last two indices of the tutorial's (0,4,1)(1,4,5); a ring has 5 vertices here.
    assert_eq!(mesh.triangles[..2], [[0, 1, 5], [1, 6, 5]]);
}

#[test]
fn t06_vertical_rope_has_a_frame() {
    let f = tutorial_frame(&[DVec3::Y * 2.0, DVec3::Y, DVec3::ZERO], 1);
    assert_eq!(f, TubeFrame { tangent: DVec3::NEG_Y, normal: DVec3::Z, binormal: DVec3::NEG_X });
}

#[test]
fn p08_the_reference_changes_18_19_degrees_from_vertical() {
    assert!((VERTICAL_DOT.acos().to_degrees() - 18.194872).abs() < 1e-6);
    let at = |deg: f64| {
        let tangent = DVec3::new(deg.to_radians().sin(), deg.to_radians().cos(), 0.0);
        tutorial_frame(&[DVec3::ZERO, tangent], 0)
    };
    // Leaning toward x: the reference y gives a normal along z, the reference x gives -z.
    assert!(near(at(18.195).normal, DVec3::Z, 1e-9));
    assert!(near(at(18.194).normal, DVec3::NEG_Z, 1e-9));
}

#[test]
fn t07_tutorial_frames_flip_and_transported_ones_do_not() {
    let points = quarter_circle(0.0);
    let tutorial: Vec<_> = (0..33).map(|i| tutorial_frame(&points, i)).collect();
    let worst = twists(&tutorial).iter().copied().enumerate().max_by(|a, b| a.1.total_cmp(&b.1)).unwrap();
    assert_eq!(worst.0 + 1, 26, "ring of the flip");
    assert!((worst.1 - 180.0).abs() < 1e-6);
    for azimuth in [0.0, 15.0, 30.0, 45.0, 60.0, 75.0, 90.0] {
        let frames = transport_frames(&quarter_circle(azimuth));
        assert!(twists(&frames).iter().all(|t| *t < 1e-4), "azimuth {azimuth}");
    }
    let flat = transport_frames(&points);
    assert!(twists(&flat).iter().all(|t| *t < 1e-6));
    assert!(flat.iter().all(|f| (f.normal.z.abs() - 1.0).abs() < 1e-12), "the plane's normal is kept");
}

#[test]
fn t07_s_curve_near_vertical() {
    let tilt = 5f64.to_radians();
    let points: Vec<_> = (0..=64)
        .map(|i| {
            let u = f64::from(i) / 64.0;
            DVec3::new(0.6 * (std::f64::consts::TAU * u).sin(), 3.0 * u * tilt.cos(), 3.0 * u * tilt.sin())
        })
        .collect();
    let tutorial: Vec<_> = (0..=64).map(|i| tutorial_frame(&points, i)).collect();
    let jumps: Vec<_> = twists(&tutorial).into_iter().filter(|t| *t > 30.0).collect();
    assert_eq!(jumps.len(), 2);
    assert!(jumps.iter().all(|t| (t - 165.659).abs() < 1e-3), "{jumps:?}");
    assert!(twists(&transport_frames(&points)).iter().all(|t| *t < 0.1));
}

#[test]
fn frames_converge_with_order_four_on_a_helix() {
    // Exact: the rotation-minimising frame turns against the Frenet frame by minus the integrated torsion.
    let (a, b, end) = (1.0, 0.5, 4.0 * std::f64::consts::PI);
    let speed = f64::hypot(a, b);
    let error = |n: u32| {
        let at = |u: f64| DVec3::new(a * u.cos(), a * u.sin(), b * u);
        let tangent = |u: f64| DVec3::new(-a * u.sin(), a * u.cos(), b) / speed;
        let step = end / f64::from(n);
        let mut normal = DVec3::NEG_X;
        for i in 1..=n {
            let (u0, u1) = (f64::from(i - 1) * step, f64::from(i) * step);
            normal = double_reflection(at(u1) - at(u0), tangent(u0), tangent(u1), normal);
        }
        let frenet = DVec3::new(-end.cos(), -end.sin(), 0.0);
        let angle = -(b / (a * a + b * b)) * speed * end;
        let exact = frenet * angle.cos() + tangent(end).cross(frenet) * angle.sin();
        angle_about(tangent(end), exact, normal).abs()
    };
    for (n, want) in [(16, 0.0274), (32, 0.00171), (64, 0.000106)] {
        assert!((error(n) / want - 1.0).abs() < 0.02, "{n}: {}", error(n));
    }
}

#[test]
fn t08_bounds_hold_every_vertex() {
    let points: Vec<_> = (0..20).map(|i| DVec3::new(f64::from(i) * 0.1, (f64::from(i) * 0.7).sin(), 0.3)).collect();
    let mesh = tube(&points, TubeSettings { radius: 0.05, sides: 8, caps: true }, 0.0);
    let bounds = mesh.bounds();
    assert!(mesh.positions.iter().all(|p| bounds.contains(*p)));
    for axis in 0..3 {
        assert!(mesh.positions.iter().any(|p| p[axis] == bounds.min[axis]));
        assert!(mesh.positions.iter().any(|p| p[axis] == bounds.max[axis]));
    }
}

#[test]
fn t10_indices_stay_in_range_when_the_detail_changes_in_one_buffer() {
    let points: Vec<_> = (0..32).map(|i| DVec3::X * f64::from(i) * 0.1).collect();
    let mut mesh = Mesh::default();
    for (rings, sides) in [(32, 8), (12, 4), (2, 3), (32, 8)] {
        tube_into(&points[..rings], TubeSettings { radius: 0.02, sides, caps: false }, 0.0, &mut mesh);
        assert!(mesh.triangles.iter().flatten().all(|&v| (v as usize) < mesh.positions.len()));
        assert_eq!(mesh.triangles.len(), (rings - 1) * sides as usize * 2);
        assert!(mesh.normals.len() == mesh.positions.len() && mesh.uvs.len() == mesh.positions.len());
    }
}

#[test]
fn t13_capped_tube_is_closed_and_has_the_prisms_volume() {
    for (sides, part_of_circle) in [(8, 0.900316), (4, std::f64::consts::FRAC_2_PI)] {
        let mesh = tube(&T1, TubeSettings { radius: 0.1, sides, caps: true }, 2.0);
        let check = mesh.welded().check();
        assert!(check.is_closed_manifold() && check.euler == 2, "{check:?}");
        let circle = std::f64::consts::PI * 0.01 * 2.0;
        assert!((check.volume / circle - part_of_circle).abs() < 1e-6, "{}", check.volume);
    }
}

#[test]
fn t14_folded_and_coincident_points_keep_a_ring() {
    let folded = [DVec3::ZERO, DVec3::Y, DVec3::ZERO, DVec3::NEG_Y];
    let single = [DVec3::ONE; 4];
    for points in [&folded[..], &single[..]] {
        let mesh = tube(points, FOUR_SIDES, 1.0);
        for (ring, point) in points.iter().enumerate() {
            for side in 0..=4 {
                let reach = mesh.positions[ring * 5 + side].distance(*point);
                assert!((reach - 0.1).abs() < 1e-9, "ring {ring} has radius {reach}");
            }
        }
    }
    assert!(tube(&[DVec3::ZERO], FOUR_SIDES, 1.0).triangles.is_empty());
}
