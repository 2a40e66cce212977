//! Failure cases, by name.

use super::*;
use crate::contour::ContourError;
use crate::mesh::Bvh;
use crate::scene::Blend;
use std::f64::consts::PI;
use std::sync::atomic::Ordering;

#[test]
fn c01a_vertices_stay_in_their_cells() {
    let settings = within(Method::DualContouring, 0.125, DVec3::NEG_ONE, DVec3::ONE);
    let contoured = build(&sphere(0.75), &settings);
    let check = check_sound(&contoured);
    check_cells(&contoured);
    assert_eq!((check.euler, check.components), (2, 1));
    check_near(check.volume, 1.7671, 0.02);
    for p in &contoured.mesh.positions {
        assert!((p.length() - 0.75).abs() <= 0.01, "{p}");
    }
}

/// |y - x| <= s (x + y) in the unit cube: two planes whose common line every cell of the diagonal wants.
fn wedge(s: f64) -> impl Solid {
    let norm = DVec3::new(1.0 + s, 1.0 - s, 0.0).length();
    Shape {
        value: move |p: DVec3| {
            let sheets = ((p.y - p.x).abs() - s * (p.x + p.y)) / norm;
            let cube = ((p - 0.5).abs() - 0.5).max_element();
            sheets.max(cube)
        },
        bounds: Bounds::new(DVec3::ZERO, DVec3::ONE),
        lipschitz: 1.0,
    }
}

#[test]
fn c01b_wedge_vertices_do_not_run_to_the_tip() {
    let h = 0.1;
    // The usual cut-off of 15 degrees drops the tip of the thinner wedge; without one both want to leave.
    for (s, sharpness_deg) in [(0.05, 0.0), (0.33, 0.0), (0.33, 15.0)] {
        let settings = within(Method::DualContouring, h, DVec3::splat(-0.2), DVec3::splat(1.2));
        let settings = Settings { sharpness_deg, ..settings };
        let contoured = build_solid(&wedge(s), &settings);
        let check = check_sound(&contoured);
        check_cells(&contoured);
        assert!(contoured.stats.clamped > 0, "the case bites");
        // Near the tip the wedge is thinner than a cell and falls into sphere-like parts.
        assert_eq!(check.euler, 2 * check.components as i64);
        for t in 0..contoured.mesh.triangles.len() {
            let [a, b, c] = contoured.mesh.corners(t);
            for edge in [a - b, b - c, c - a] {
                assert!(edge.length() <= 2.0 * 3.0_f64.sqrt() * h, "{edge}");
            }
        }
        // Staying in the cell proves no freedom from self-intersections; the mesh can count them.
        let pairs = contoured.mesh.self_intersections();
        let triangles = &contoured.mesh.triangles;
        let share = |[a, b]: &[u32; 2]| triangles[*a as usize].iter().any(|v| triangles[*b as usize].contains(v));
        assert!(!pairs.iter().any(share) && pairs.is_sorted(), "{pairs:?}");
    }
}

#[test]
fn c01b_wedge_of_planes() {
    // The same wedge as a scene: two planes turned about z, cut by the unit cube. A plane holds y < 0 in its frame.
    let half_angle = libm::atan(0.33_f64).to_degrees();
    let cube = Kind::Box { half: DVec3::splat(0.5), round: 0.0 };
    let solid = field(&[
        (Kind::Intersect { blend: Blend::Hard }, DVec3::ZERO, DVec3::ZERO),
        (cube, DVec3::splat(0.5), DVec3::ZERO),
        (Kind::Plane, DVec3::ZERO, DVec3::new(0.0, 0.0, 45.0 + half_angle)),
        (Kind::Plane, DVec3::ZERO, DVec3::new(0.0, 0.0, 225.0 - half_angle)),
    ]);
    let settings = within(Method::DualContouring, 0.1, DVec3::splat(-0.2), DVec3::splat(1.2));
    let contoured = build(&solid, &settings);
    let check = check_sound(&contoured);
    check_cells(&contoured);
    assert_eq!(check.euler, 2 * check.components as i64);
    // Two triangles with legs 1 and tan(45° - half angle) are missing of the unit square.
    let leg = libm::tan((45.0 - half_angle).to_radians());
    check_near(check.volume, 1.0 - leg, 0.03);
}

#[test]
fn c02a_exact_box_with_faces_on_nodes() {
    let half = DVec3::new(2.0, 0.3, 0.6);
    let solid = primitive(Kind::Box { half, round: 0.0 }, DVec3::ZERO);
    for method in METHODS {
        let on_nodes = within(method, 0.1, -half - 0.2, half + 0.2);
        for settings in [settings(method, 0.1), on_nodes] {
            let contoured = build(&solid, &settings);
            let check = check_sound(&contoured);
            assert_eq!((check.euler, check.components), (2, 1));
            if method == Method::MarchingCubes {
                // Samples of zero are outside, so along all 23.2 m of edges it must cut off up to half a cell's square.
                let cut = 23.2 * 0.5 * 0.1 * 0.1;
                assert!((2.88 - cut..=2.88).contains(&check.volume), "{}", check.volume);
            } else {
                check_near(check.volume, 2.88, 1e-4);
                check_near(check.area, 15.84, 0.01);
                for corner in Bounds::new(-half, half).corners() {
                    let near = contoured.mesh.positions.iter().filter(|p| p.distance(corner) < 1e-3);
                    assert_eq!(near.count(), 1, "{corner}");
                }
                assert_eq!(contoured.facts.iter().filter(|f| f.rank == 3).count(), 8);
            }
        }
    }
}

#[test]
fn c02b_cone_with_its_tip_on_a_node() {
    let solid = primitive(Kind::Cone { radius: 1.0, half_height: 0.5 }, DVec3::new(0.0, -0.5, 0.0));
    for method in METHODS {
        let cell = 1.0 / 32.0;
        let settings = within(method, cell, DVec3::new(-1.25, -1.25, -1.25), DVec3::new(1.25, 0.25, 1.25));
        let contoured = build(&solid, &settings);
        assert!((0..3).all(|i| contoured.grid.origin[i] % cell == 0.0), "the origin is a node");
        let check = check_sound(&contoured);
        assert_eq!((check.euler, check.components), (2, 1));
        check_near(check.volume, PI / 3.0, 0.015);
    }
}

#[test]
fn c02c_zero_sizes_are_refused_or_empty() {
    for kind in [Kind::Sphere { radius: 0.0 }, Kind::Box { half: DVec3::new(1.0, 0.0, 1.0), round: 0.0 }] {
        let mut scene = Scene::default();
        scene.nodes.push(Node::new("thin", kind));
        if let Ok(field) = Field::compile(&scene, "thin") {
            let contoured = build(&field, &within(Method::DualContouring, 0.1, DVec3::NEG_ONE, DVec3::ONE));
            assert!(contoured.mesh.triangles.is_empty() && contoured.facts.is_empty());
        }
    }
}

#[test]
fn c03_surface_exactly_on_nodes() {
    let cube = primitive(Kind::Box { half: DVec3::ONE, round: 0.0 }, DVec3::ZERO);
    for method in METHODS {
        let settings = within(method, 0.5, DVec3::splat(-2.0), DVec3::splat(2.0));
        for solid in [&sphere(1.0), &cube] {
            let check = check_sound(&build(solid, &settings));
            assert_eq!((check.euler, check.components), (2, 1));
        }
        if method == Method::DualContouring {
            assert!((build(&cube, &settings).mesh.check().volume - 8.0).abs() <= 1e-3);
        }
    }
}

/// Case C05: fields that change faster than the distance, which a culling that trusts them to be distances would hole. The
/// fast path against brute force: every block sampled, with the whole field.
#[track_caller]
fn check_c05(nodes: &[Node], min: DVec3, size: f64, volume: std::ops::Range<f64>) {
    let scene = Scene { nodes: nodes.to_vec(), ..Scene::default() };
    let solid = Field::compile(&scene, &nodes[0].id).expect("the scene is valid");
    for method in METHODS {
        let settings = within(method, size / 32.0, min, min + size);
        let (fast, full) = (build(&solid, &settings), build_solid(&Everywhere(&solid), &settings));
        assert!(fast.mesh == full.mesh && fast.facts == full.facts, "{method:?}: culling or pruning changed the mesh");
        let check = fast.mesh.check();
        assert!(check.is_closed(), "{check:?}");
        // Marching cubes cuts off up to half of a cell's square along all edges; the range is for dual contouring.
        let low = if method == Method::MarchingCubes { 0.9 * volume.start } else { volume.start };
        assert!((low..volume.end).contains(&check.volume), "{method:?}: {}", check.volume);
    }
}

/// A node and the nodes in it.
fn nested<const N: usize>(nodes: [(Kind, DVec3); N]) -> Vec<Node> {
    let mut out: Vec<Node> = Vec::new();
    for (i, (kind, turn)) in nodes.into_iter().enumerate() {
        let parent = (i > 0).then(|| "n0".to_owned());
        out.push(Node { parent, turn, ..Node::new(format!("n{i}"), kind) });
    }
    out
}

/// Least corner of the domain of case C05, where no face lies on a layer of corners.
const C05_CORNER: DVec3 = DVec3::new(-1.27, -1.31, -1.29);

#[test]
fn c05a_a_twisted_box() {
    // A twist keeps the volume: 2. Its axis is y.
    let block = Kind::Box { half: DVec3::new(0.5, 1.0, 0.5), round: 0.0 };
    let upright = DVec3::new(90.0, 0.0, 0.0);
    check_c05(&nested([(Kind::Twist { rate: 180.0 }, upright), (block, DVec3::ZERO)]), C05_CORNER, 2.6, 1.94..2.06);
}

#[test]
fn c05b_a_twisted_blade() {
    // 2 by 0.1 by 2, and at its outer end, where it is steep, a fifth of a cell thick: the volume says little.
    let blade = Kind::Box { half: DVec3::new(1.0, 1.0, 0.05), round: 0.0 };
    let upright = DVec3::new(90.0, 0.0, 0.0);
    check_c05(&nested([(Kind::Twist { rate: 360.0 }, upright), (blade, DVec3::ZERO)]), C05_CORNER, 2.6, 0.0..0.8);
}

#[test]
fn c05c_a_gyroid_shell() {
    // |g| <= 0.2 at frequency 4, where the gradient is at most 4 sqrt 3. About 0.4 / 3.07 of the cube, but thinner than a cell.
    let (period, thickness) = (std::f64::consts::TAU / 4.0, 0.4 / (4.0 * 3.0_f64.sqrt()));
    let gyroid = Kind::Gyroid { period, level: 0.0, thickness };
    let cube = Kind::Box { half: DVec3::ONE, round: 0.0 };
    let cut = Kind::Intersect { blend: Blend::Hard };
    let nodes = nested([(cut, DVec3::ZERO), (gyroid, DVec3::ZERO), (cube, DVec3::ZERO)]);
    check_c05(&nodes, C05_CORNER, 2.6, 0.0..2.1);
}

#[test]
fn c05d_a_flattened_sphere() {
    let scale = DVec3::new(1.5, 0.5, 0.1);
    let nodes = [Node { scale, ..Node::new("pebble", Kind::Sphere { radius: 1.0 }) }];
    // 4 pi / 3 · 0.075 = 0.314, but only two cells thick.
    check_c05(&nodes, DVec3::new(-1.57, -1.61, -1.59), 3.2, 0.24..0.32);
}

#[test]
fn c07a_a_sphere_cut_by_the_domain_is_capped_flat() {
    let limit = DVec3::splat(0.8);
    for method in METHODS {
        // 0.11 does not divide the domain: the far caps lie inside of cells.
        for cell in [0.1, 0.11] {
            let contoured = build(&sphere(1.0), &within(method, cell, -limit, limit));
            let check = check_sound(&contoured);
            check_near(check.volume, 3.48507, tolerance(method));
            assert!(contoured.stats.capped);
            let bounds = contoured.mesh.bounds();
            assert!((bounds.max - limit).abs().max_element() <= 2e-4, "{bounds:?}");
            assert!((bounds.min + limit).abs().max_element() <= 2e-4, "{bounds:?}");
        }
        let whole = build(&sphere(0.7), &within(method, 0.1, -limit, limit));
        assert!(!whole.stats.capped);
    }
}

#[test]
fn c08_subtraction_with_coincident_faces_leaves_no_skin() {
    for shift in [DVec3::ZERO, DVec3::splat(0.03)] {
        let solid = field(&[
            (Kind::Subtract { blend: Blend::Hard }, shift, DVec3::ZERO),
            (Kind::Box { half: DVec3::ONE, round: 0.0 }, DVec3::ZERO, DVec3::ZERO),
            (Kind::Cylinder { radius: 0.5, half_height: 1.0 }, DVec3::ZERO, DVec3::ZERO),
        ]);
        for method in METHODS {
            // Nodes on y = ±1, the ends of the hole, and half a cell off the other faces.
            let reach = DVec3::new(1.25, 1.3, 1.25);
            let contoured = build(&solid, &within(method, 0.1, -reach, reach));
            let check = check_sound(&contoured);
            assert_eq!((check.euler, check.components), (0, 1));
            check_near(check.volume, 8.0 - PI / 2.0, tolerance(method));
            // The cylinder's axis is y.
            let mesh = &contoured.mesh;
            let bvh = Bvh::new(mesh);
            let hit = |x, z| bvh.ray(&mesh.positions, &mesh.triangles, DVec3::new(x, 5.0, z), DVec3::NEG_Y);
            assert_eq!(hit(0.1, 0.1), None);
            assert!(hit(0.8, 0.1).is_some());
        }
    }
}

#[test]
fn c09_resource_bombs_are_refused_with_their_size() {
    let solid = sphere(1.0);
    let refuse = |settings| contour(&solid, &settings, &Watch::default()).expect_err("refused");
    for (cell, count) in [(1e-6, "8.0e18"), (1e-7, "8.0e21"), (1e-320, "inf")] {
        let message = refuse(settings(Method::DualContouring, cell)).to_string();
        assert!(message.contains(count), "{message}");
    }
    for cell in [0.0, -0.1, f64::NAN] {
        assert!(matches!(refuse(settings(Method::MarchingCubes, cell)), ContourError::BadCell(_)));
    }
    let endless = within(Method::DualContouring, 0.1, DVec3::NEG_INFINITY, DVec3::ONE);
    assert_eq!(refuse(endless), ContourError::BadDomain);
    let good = settings(Method::DualContouring, 0.1);
    assert_eq!(refuse(Settings { bias: f64::INFINITY, ..good }), ContourError::BadBias(f64::INFINITY));
    assert_eq!(refuse(Settings { sharpness_deg: 181.0, ..good }), ContourError::BadSharpness(181.0));
}

#[test]
fn c09_a_started_job_can_be_cancelled() {
    let watch = Watch::default();
    let solid = Shape {
        value: |p: DVec3| {
            // Cancelled while the first block is sampled.
            watch.cancel.store(true, Ordering::Relaxed);
            p.length() - 1.0
        },
        bounds: Bounds::new(DVec3::NEG_ONE, DVec3::ONE),
        lipschitz: 1.0,
    };
    let result = crate::contour::contour_solid(&solid, &settings(Method::DualContouring, 0.005), &watch);
    assert_eq!(result.map(|_| ()), Err(ContourError::Cancelled));
}
