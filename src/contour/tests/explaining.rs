//! Explanations are what the bulk run did.

use super::*;
use crate::contour::explain::explain;
use crate::contour::{ContourError, explain_cell, explain_vertex};

/// Every vertex of the mesh is found, bit for bit, in the report of its cell.
#[track_caller]
pub(super) fn check_explained(solid: &impl Solid, settings: &Settings, contoured: &Contoured) {
    for (v, fact) in contoured.facts.iter().enumerate() {
        let report = explain(solid, settings, fact.cell).expect("the cell exists");
        let vertices = contoured.vertices_of_cell(fact.cell);
        assert!(vertices.contains(&v), "{v} {vertices:?}");
        if settings.method == Method::DualContouring {
            assert_eq!(report.vertices.len(), vertices.len());
            assert_eq!(usize::from(fact.cycle), v - vertices.start);
        }
        let explained = &report.vertices[usize::from(fact.cycle)];
        assert_eq!(explained.position.to_array().map(f64::to_bits), bits(contoured, v), "{fact:?}");
        assert_eq!(explained.rank, fact.rank);
        assert_eq!(explained.clamped, fact.clamped);
        assert_eq!(explained.residual as f32, fact.residual);
        let choice = &explained.candidates[explained.choice];
        assert!(choice.feasible);
        // The inset of 1e-5 cells, or marching cubes' clearance of 1e-3 cells, may lie between.
        assert!(choice.point.distance(explained.position) <= 2e-3 * contoured.grid.h);
        assert_eq!(explained.candidates.len(), if explained.clamped { 28 } else { 1 });
    }
}

fn bits(contoured: &Contoured, vertex: usize) -> [u64; 3] {
    contoured.mesh.positions[vertex].to_array().map(f64::to_bits)
}

#[test]
fn explanations_equal_the_bulk_run() {
    let cube = primitive(Kind::Box { half: DVec3::splat(0.5), round: 0.0 }, DVec3::ZERO);
    for method in METHODS {
        for solid in [&carved(), &sphere(0.7), &cube] {
            let settings = settings(method, 0.1);
            check_explained(solid, &settings, &build(solid, &settings));
            // Capped, with creases at the caps.
            let settings = within(method, 0.1, DVec3::splat(-0.45), DVec3::splat(0.6));
            check_explained(solid, &settings, &build(solid, &settings));
        }
    }
}

#[test]
fn a_report_says_all_about_a_corner() {
    let half = DVec3::splat(0.5);
    let solid = primitive(Kind::Box { half, round: 0.0 }, DVec3::ZERO);
    let settings = within(Method::DualContouring, 0.3, DVec3::NEG_ONE, DVec3::ONE);
    let contoured = build(&solid, &settings);
    let cell = contoured.grid.cell_at(half).expect("in the grid");
    let report = explain_cell(&solid, &settings, cell).expect("in the grid");
    assert_eq!(report.mask, 1, "only corner 0 is inside");
    assert_eq!(report.crossings.iter().map(|c| c.edge).collect::<Vec<_>>(), [0, 4, 8]);
    for (crossing, axis) in report.crossings.iter().zip(DVec3::AXES) {
        assert!((crossing.normal - axis).length() < 1e-12);
        assert!((crossing.point.dot(axis) - 0.5).abs() < 1e-9);
        assert_eq!(crossing.steps[0], (0.0, report.corners[0]));
        assert!(crossing.steps.len() >= 3);
        assert_eq!((crossing.node, crossing.cycle), (0, 0));
    }
    let [vertex] = &report.vertices[..] else { panic!("one vertex") };
    assert_eq!((vertex.rank, vertex.clamped, vertex.candidates.len()), (3, false, 1));
    assert!((vertex.position - half).length() < 1e-4);
    assert!((vertex.eigenvalues - DVec3::ONE).length() < 1e-9);
    let (same, index) = explain_vertex(&contoured, &solid, &settings, contoured.vertices_of_cell(cell).start as u32)
        .expect("the vertex exists");
    assert_eq!((same, index), (report, 0));
}

#[test]
fn cells_without_surface_and_cells_that_do_not_exist() {
    let solid = sphere(1.0);
    let settings = settings(Method::DualContouring, 0.1);
    let grid = build(&solid, &settings).grid;
    for (p, mask) in [(DVec3::ZERO, 255), (grid.corner([0; 3]) + 0.01, 0)] {
        let report = explain_cell(&solid, &settings, grid.cell_at(p).expect("in the grid")).expect("valid");
        assert_eq!(report.mask, mask);
        assert!(report.crossings.is_empty() && report.vertices.is_empty());
    }
    for cell in [[-1, 0, 0], [0, grid.cells[1], 0], [i32::MAX; 3], [i32::MIN; 3]] {
        let error = explain_cell(&solid, &settings, cell).expect_err("outside");
        assert_eq!(error, ContourError::NoSuchCell { cell, cells: grid.cells });
    }
    let contoured = build(&solid, &settings);
    let error = explain_vertex(&contoured, &solid, &settings, u32::MAX).expect_err("outside");
    assert!(matches!(error, ContourError::NoSuchVertex { .. }));
}
