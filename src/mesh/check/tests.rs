use super::*;
use crate::mesh::cube_sphere;

/// Unit cube, 12 triangles, outward.
fn cube(at: DVec3) -> Mesh {
    let mut mesh = cube_sphere(1, 1.0);
    for p in &mut mesh.positions {
        *p = at + DVec3::select(p.cmpgt(DVec3::ZERO), DVec3::ONE, DVec3::ZERO);
    }
    mesh.normals.clear();
    mesh
}

fn joined(a: &Mesh, b: &Mesh) -> Mesh {
    let mut all = a.clone();
    let base = all.positions.len() as u32;
    all.positions.extend(&b.positions);
    all.triangles.extend(b.triangles.iter().map(|t| t.map(|v| v + base)));
    all
}

#[test]
fn unit_cube() {
    let check = cube(DVec3::new(1e6, -2e6, 3e6)).check();
    assert!(check.is_closed_manifold() && check.finite);
    assert_eq!((check.vertices, check.edges, check.triangles, check.euler, check.components), (8, 18, 12, 2, 1));
    assert!((check.volume - 1.0).abs() < 1e-9 && (check.area - 6.0).abs() < 1e-9);
}

#[test]
fn missing_triangle_opens_three_edges() {
    let mut mesh = cube(DVec3::ZERO);
    mesh.triangles.pop();
    let check = mesh.check();
    assert_eq!((check.open_edges, check.is_closed()), (3, false));
    assert_eq!(check.defects.iter().filter(|d| d.kind == DefectKind::OpenEdge).count(), 3);
}

#[test]
fn flipped_triangle_is_misoriented_and_inside_out_is_negative() {
    let mut mesh = cube(DVec3::ZERO);
    mesh.triangles[0].swap(1, 2);
    assert_eq!(mesh.check().misoriented_edges, 3);
    let mut inside_out = cube(DVec3::ZERO);
    inside_out.triangles.iter_mut().for_each(|t| t.swap(1, 2));
    assert!(inside_out.check().is_closed() && (inside_out.check().volume + 1.0).abs() < 1e-12);
}

#[test]
fn cubes_that_share_a_corner_or_an_edge() {
    let corner = joined(&cube(DVec3::ZERO), &cube(DVec3::ONE)).welded().check();
    assert!(corner.is_closed() && !corner.is_closed_manifold());
    assert_eq!((corner.non_manifold_vertices, corner.components), (1, 1));
    let edge = joined(&cube(DVec3::ZERO), &cube(DVec3::new(1.0, 1.0, 0.0))).welded().check();
    assert_eq!(edge.non_manifold_edges, 1);
}

#[test]
fn doubled_and_degenerate_triangles() {
    let mut mesh = cube(DVec3::ZERO);
    let t = mesh.triangles[3];
    mesh.triangles.push([t[1], t[2], t[0]]);
    mesh.triangles.push([t[0], t[0], t[1]]);
    mesh.triangles.push([0, 1, 99]);
    let check = mesh.check();
    assert_eq!((check.duplicate_triangles, check.degenerate_triangles), (1, 2));
    assert!(!check.is_closed_manifold());
}

#[test]
fn not_finite_is_seen() {
    let mut mesh = cube(DVec3::ZERO);
    mesh.positions[0].x = f64::NAN;
    assert!(!mesh.check().finite);
    assert!(mesh.self_intersections().is_empty());
    assert!(!Mesh::default().check().is_closed());
}

#[test]
fn two_cubes_cross_touch_or_stay_apart() {
    let pairs = |at: DVec3| joined(&cube(DVec3::ZERO), &cube(at)).self_intersections().len();
    assert!(pairs(DVec3::splat(0.5)) > 0);
    assert!(pairs(DVec3::ONE) > 0, "one common corner touches");
    assert!(pairs(DVec3::new(1.0, 0.25, 0.25)) > 0, "coplanar faces overlap");
    assert_eq!(pairs(DVec3::new(1.0 + f64::EPSILON, 0.25, 0.25)), 0);
    assert_eq!(pairs(DVec3::splat(3.0)), 0);
    assert!(cube_sphere(12, 1.0).self_intersections().is_empty());
}

#[test]
fn exact_test_sees_one_ulp() {
    let floor = [DVec3::ZERO, DVec3::X, DVec3::Z];
    let above = |y: f64| [DVec3::new(0.25, y, 0.25), DVec3::new(0.3, 1.0, 0.2), DVec3::new(0.2, 1.0, 0.3)];
    assert!(exact::triangles_meet(floor, above(0.0)));
    assert!(!exact::triangles_meet(floor, above(f64::MIN_POSITIVE)));
    assert!(exact::triangles_meet(floor, above(-f64::MIN_POSITIVE)));
}

/// Brute force: an edge of one crosses the inside of the other, in exact integers.
#[test]
fn agrees_with_integer_arithmetic_on_random_small_triangles() {
    let mut state = 12345_u64;
    let mut next = || {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as i64 % 5
    };
    let mut met = 0;
    for _ in 0..20_000 {
        let t: [[i64; 3]; 6] = std::array::from_fn(|_| [next(), next(), next()]);
        let f = |i: usize| DVec3::new(t[i][0] as f64, t[i][1] as f64, t[i][2] as f64);
        let exact = exact::triangles_meet([f(0), f(1), f(2)], [f(3), f(4), f(5)]);
        let brute = integer::meet([t[0], t[1], t[2]], [t[3], t[4], t[5]]);
        if let Some(brute) = brute {
            assert_eq!(exact, brute, "{t:?}");
            met += usize::from(brute);
        }
    }
    assert!(met > 1000, "the sample holds both answers: {met}");
}

/// Another definition of "meet": clip triangle `b` by the three side planes of `a` on `a`'s plane, in rationals.
mod integer {
    type P = [i64; 3];

    fn sub(a: P, b: P) -> P {
        [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
    }
    fn cross(a: P, b: P) -> P {
        [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
    }
    fn dot(a: P, b: P) -> i64 {
        a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
    }

    /// Separating axes for two triangles in general or coplanar position; none if one has no area.
    pub(super) fn meet(a: [P; 3], b: [P; 3]) -> Option<bool> {
        let normal = |t: [P; 3]| cross(sub(t[1], t[0]), sub(t[2], t[0]));
        let (na, nb) = (normal(a), normal(b));
        if na == [0; 3] || nb == [0; 3] {
            return None;
        }
        let edges = |t: [P; 3]| [sub(t[1], t[0]), sub(t[2], t[1]), sub(t[0], t[2])];
        let mut axes = vec![na, nb];
        for ea in edges(a) {
            axes.extend(edges(b).map(|eb| cross(ea, eb)));
            axes.push(cross(na, ea));
        }
        axes.extend(edges(b).map(|eb| cross(nb, eb)));
        let separated = axes.into_iter().any(|axis| {
            let span = |t: [P; 3]| {
                let d = t.map(|p| dot(axis, p));
                (*d.iter().min().unwrap(), *d.iter().max().unwrap())
            };
            let ((a0, a1), (b0, b1)) = (span(a), span(b));
            a1 < b0 || b1 < a0
        });
        Some(!separated)
    }
}

/// A flat sheet of many triangles: all determinants are zero, and all neighbours' boxes touch.
#[test]
fn flat_sheets_do_not_meet_themselves() {
    let n = 60_u32;
    for turn in
        [glam::DMat3::IDENTITY, glam::DMat3::from_cols(DVec3::new(0.6, 0.8, 0.0), DVec3::new(-0.8, 0.6, 0.0), DVec3::Z)]
    {
        let mut sheet = Mesh::default();
        for i in 0..(n + 1) * (n + 1) {
            sheet.positions.push(turn * DVec3::new(f64::from(i % (n + 1)) * 0.1, f64::from(i / (n + 1)) * 0.1, 0.0));
        }
        for i in (0..n * (n + 1)).filter(|i| i % (n + 1) != n) {
            sheet.triangles.push([i, i + 1, i + n + 1]);
            sheet.triangles.push([i + 1, i + n + 2, i + n + 1]);
        }
        assert!(sheet.self_intersections().is_empty());
        // One vertex moved over its neighbours makes exactly its triangles overlap others.
        let middle = ((n + 1) * 30 + 30) as usize;
        sheet.positions[middle] += turn * DVec3::X * 0.25;
        assert!(!sheet.self_intersections().is_empty());
    }
}
