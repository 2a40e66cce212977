//! What holds for every solid.

use super::*;
use std::sync::atomic::Ordering;

/// A well-mixed hash of integer coordinates (the finaliser of SplitMix64), as a number from -1 to 1 but never 0.
fn noise_at(seed: u64, c: [i64; 3]) -> f64 {
    let mut z = seed;
    for v in c {
        z = (z ^ v as u64).wrapping_add(0x9e37_79b9_7f4a_7c15);
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^= z >> 31;
    }
    let unit = (z >> 11) as f64 / (1_u64 << 53) as f64;
    if unit < 0.5 { unit - 1.0 } else { unit }
}

/// Random signs at integer points, trilinear between them.
fn noise(seed: u64, side: f64) -> Shape<impl Fn(DVec3) -> f64 + Clone + Send + Sync> {
    let value = move |p: DVec3| {
        let (base, f) = (p.floor(), p - p.floor());
        (0..8).fold(0.0, |sum, i| {
            let bit = |axis: usize| i >> axis & 1;
            let weight: f64 = (0..3).map(|a| if bit(a) == 1 { f[a] } else { 1.0 - f[a] }).product();
            let c = std::array::from_fn(|a| base[a] as i64 + bit(a));
            if weight == 0.0 { sum } else { sum + weight * noise_at(seed, c) }
        })
    };
    Shape { value, bounds: Bounds::new(DVec3::ZERO, DVec3::splat(side)), lipschitz: f64::INFINITY }
}

#[test]
fn random_signs_are_closed_and_manifold() {
    let mut flipped = 0;
    for seed in 0..8 {
        for method in METHODS {
            let contoured = build_solid(&noise(seed, 20.0), &within(method, 1.0, DVec3::ZERO, DVec3::splat(20.0)));
            check_sound(&contoured);
            check_cells(&contoured);
            flipped += contoured.stats.flipped_faces;
        }
    }
    assert!(flipped > 0, "noise has faces that would be joined twice");
}

#[test]
fn volume_of_a_sphere_converges_with_order_two() {
    for method in METHODS {
        let error = |cell| {
            let contoured = build(&sphere(1.0), &within(method, cell, DVec3::splat(-1.23), DVec3::splat(1.23)));
            (check_sound(&contoured).volume - 4.0 / 3.0 * std::f64::consts::PI).abs()
        };
        let errors = [0.2, 0.1, 0.05].map(error);
        for pair in errors.windows(2) {
            let order = (pair[0] / pair[1]).log2();
            assert!(order >= 1.8, "{method:?}: order {order}, errors {errors:?}");
        }
    }
}

#[test]
fn normals_are_the_gradient() {
    for method in METHODS {
        let contoured = build(&sphere(1.0), &settings(method, 0.1));
        for (p, n) in contoured.mesh.positions.iter().zip(&contoured.mesh.normals) {
            assert!((*n - p.normalize()).length() < 1e-3, "{p} {n}");
        }
    }
}

#[test]
fn creases_and_corners_of_a_turned_box_are_kept() {
    let half = DVec3::new(0.5, 0.4, 0.3);
    let (at, turn) = (DVec3::new(0.1, 0.2, 0.3), DVec3::new(25.0, 40.0, 15.0));
    let solid = field(&[(Kind::Box { half, round: 0.0 }, at, turn)]);
    // What a corner loses depends on where the grid cuts it, so the grid is fixed here.
    let Bounds { min, max } = solid.bounds().grown(0.07);
    let contoured = build(&solid, &within(Method::DualContouring, 0.07, min, max));
    let check = check_sound(&contoured);
    check_near(check.volume, 8.0 * half.x * half.y * half.z, 1e-3);
    let world_from_box = crate::math::Transform::new(at, turn, 1.0);
    let distance =
        |corner: DVec3| contoured.mesh.positions.iter().map(|p| p.distance(corner)).fold(f64::INFINITY, f64::min);
    let corners = Bounds::new(-half, half).corners().map(|c| distance(world_from_box.point(c)) / contoured.grid.h);
    // In cells; a corner is not exact where the edges of its cell miss one of the three faces.
    assert!(corners.iter().all(|d| *d < 0.25), "{corners:?}");
    assert!(corners.iter().filter(|d| **d < 0.01).count() >= 4, "{corners:?}");
    // Diagonals follow the creases: hardly a triangle cuts a corner, so centroids lie on the surface, but for those at
    // crease vertices whose cells see one sheet only.
    let off = |t| {
        let [a, b, c] = contoured.mesh.corners(t);
        solid.value((a + b + c) / 3.0).abs()
    };
    let bad = (0..contoured.mesh.triangles.len()).filter(|&t| off(t) > 2e-3).count();
    assert!(bad * 100 <= 3 * contoured.mesh.triangles.len(), "{bad} of {}", contoured.mesh.triangles.len());
}

#[test]
fn every_thread_count_gives_the_same_bytes() {
    let solid = carved();
    for method in METHODS {
        let on_threads = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().expect("threads");
            pool.install(|| build(&solid, &settings(method, 0.04)))
        };
        let one = on_threads(1);
        check_sound(&one);
        for threads in [2, 3, 8] {
            let more = on_threads(threads);
            assert_eq!(one.mesh, more.mesh);
            assert_eq!(one.facts, more.facts);
            assert_eq!(one.stats, more.stats);
        }
    }
}

#[test]
fn skipping_blocks_loses_nothing() {
    let solid = carved();
    for method in METHODS {
        let settings = settings(method, 0.03);
        let (fast, full) = (build(&solid, &settings), build_solid(&Everywhere(&solid), &settings));
        assert_eq!(fast.mesh, full.mesh);
        assert_eq!(full.stats.visited_cells, full.stats.cells);
        assert!(fast.stats.visited_cells < full.stats.visited_cells);
    }
}

#[test]
fn a_wrong_lipschitz_factor_cannot_open_the_mesh() {
    let ball = |lipschitz| Shape {
        value: |p: DVec3| p.length() - 1.0,
        bounds: Bounds::new(DVec3::NEG_ONE, DVec3::ONE),
        lipschitz,
    };
    for method in METHODS {
        let settings = settings(method, 0.05);
        let (honest, lying) = (build_solid(&ball(1.0), &settings), build_solid(&ball(0.7), &settings));
        assert!(honest.mesh == lying.mesh, "the mesh is not that of the honest factor");
        check_sound(&honest);
        let sampled = |contoured: &Contoured| contoured.stats.visited_cells;
        assert!(sampled(&lying) < sampled(&honest), "the lie dropped blocks");
    }
}

#[test]
fn work_grows_with_the_surface() {
    let stats = |cell| build(&sphere(1.0), &settings(Method::DualContouring, cell)).stats;
    let (coarse, fine) = (stats(0.02), stats(0.01));
    // Nearly eight times: both grids are filled up to whole blocks.
    assert!(fine.cells > 6 * coarse.cells);
    assert!(fine.visited_cells < 5 * coarse.visited_cells, "{fine:?} {coarse:?}");
    assert!(fine.visited_cells * 4 < fine.cells);
}

#[test]
fn nan_is_outside_and_counted() {
    for method in METHODS {
        let solid = Shape {
            value: |p: DVec3| if p.x > 0.05 { f64::NAN } else { p.length() - 1.0 },
            bounds: Bounds::new(DVec3::NEG_ONE, DVec3::ONE),
            lipschitz: 1.0,
        };
        let contoured = build_solid(&solid, &settings(method, 0.1));
        let check = check_sound(&contoured);
        assert!(contoured.stats.nan_samples > 0);
        // Half of the ball and a slice of 0.05 m; the ragged wall lies within a cell of it.
        check_near(check.volume, 2.0 / 3.0 * std::f64::consts::PI + 0.05 * std::f64::consts::PI, 0.06);
    }
}

#[test]
fn infinite_solids_are_cut_and_capped() {
    let plane = primitive(Kind::Plane, DVec3::ZERO);
    // Marching cubes cuts the block's twelve edges.
    for (method, tolerance) in [(Method::DualContouring, 1e-4), (Method::MarchingCubes, 0.03)] {
        let contoured = build(&plane, &settings(method, 1.0));
        check_near(check_sound(&contoured).volume, 20.0 * 20.0 * 10.0, tolerance);
        assert!(contoured.stats.capped);
    }
}

#[test]
fn nothing_gives_an_empty_mesh() {
    let empty = field(&[(Kind::Group, DVec3::ZERO, DVec3::ZERO)]);
    let far = within(Method::DualContouring, 0.1, DVec3::splat(5.0), DVec3::splat(6.0));
    for contoured in [build(&empty, &settings(Method::MarchingCubes, 0.1)), build(&sphere(1.0), &far)] {
        assert!(contoured.mesh.positions.is_empty() && contoured.mesh.triangles.is_empty());
        assert_eq!(contoured.stats.surface_cells, 0);
    }
}

#[test]
fn a_domain_inside_of_the_solid_gives_a_block() {
    for (method, tolerance) in [(Method::DualContouring, 1e-4), (Method::MarchingCubes, 0.01)] {
        let contoured = build(&sphere(10.0), &within(method, 0.05, DVec3::NEG_ONE, DVec3::ONE));
        check_near(check_sound(&contoured).volume, 8.0, tolerance);
    }
}

#[test]
fn progress_ends_at_a_thousand() {
    let watch = Watch::default();
    contour(&sphere(1.0), &settings(Method::DualContouring, 0.1), &watch).expect("valid");
    assert_eq!(watch.permille.load(Ordering::Relaxed), 1000);
}

#[test]
fn explanations_of_noise_equal_the_bulk_run() {
    // Noise has ambiguous faces, cells with several vertices, and flipped faces.
    for method in METHODS {
        let solid = noise(5, 9.0);
        let settings = within(method, 1.0, DVec3::ZERO, DVec3::splat(9.0));
        let contoured = build_solid(&solid, &settings);
        assert!(method == Method::MarchingCubes || contoured.stats.flipped_faces > 0);
        explaining::check_explained(&solid, &settings, &contoured);
    }
}
