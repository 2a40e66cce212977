//! Reports of known things, and a golden report that was checked by hand.

use super::*;
use crate::contour::explain_cell;
use crate::field::Field;
use std::path::Path;

#[test]
fn a_check_is_a_table() {
    let check = Check { vertices: 4, triangles: 4, edges: 6, euler: 2, finite: true, ..Check::default() };
    let text = mesh_check("tetra", &check, None);
    assert!(text.starts_with("Mesh \"tetra\"\n  closed                             yes\n"), "{text}");
    assert!(text.ends_with("  self-intersecting pairs            not computed\n"), "{text}");
}

#[test]
fn a_ray_lists_its_steps() {
    let steps = [(DVec3::ZERO, 1.0), (DVec3::X, 0.0)];
    let text = ray(DVec3::ZERO, DVec3::X, &steps, Some(1.0), Some([1, 2, 3]));
    assert_eq!(text.lines().count(), 5);
    assert!(text.ends_with("hit at 1.000000 m in cell 1,2,3\n"), "{text}");
}

#[test]
fn ids_cannot_steer_a_terminal() {
    let check = Check::default();
    let text = mesh_check("a\u{1b}[31m\nb", &check, None);
    assert!(text.starts_with("Mesh \"a\\u{1b}[31m\\nb\"\n"), "{text}");
}

#[test]
fn nothing_is_no_number_of_metres() {
    let sample_of = |value| Sample { value, gradient: DVec3::ZERO, feature: true, node: 0, color: DVec3::ZERO };
    let text = sample(&Scene::default(), DVec3::ZERO, &sample_of(1e300));
    assert!(text.contains("value     beyond all numbers, outside\n"), "{text}");
}

/// Compares with a file, or writes it if `UPDATE_GOLDEN` is set: then the new text must be checked by hand.
fn assert_golden(name: &str, text: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/data/golden").join(name);
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::create_dir_all(path.parent().expect("a folder")).expect("the folder is made");
        std::fs::write(&path, text).expect("the golden file is written");
    }
    let golden = std::fs::read_to_string(&path).expect("the golden file; UPDATE_GOLDEN=1 makes it");
    assert!(text == golden, "{} differs; UPDATE_GOLDEN=1 rewrites it. Now:\n{text}", path.display());
}

/// The corner (0.6, 0.4, 0.5) of the box in a cell of 0.07 m that begins at (0.59, 0.37, 0.48). By hand: the box begins two
/// cells from the grid's origin (one to the domain, and the outer layer), so the cell is 2 + floor(1.2, 0.8, 1.0 / 0.07) = 19, 13, 16. Corner 0 alone is inside,
/// by the least of 0.01, 0.03 and 0.02 m. The planes cut the three edges from it at t = 1/7, 3/7 and 2/7, with the axes as
/// normals, so the matrix is the identity and the mass point (0.6 - 0.02/3, 0.4 - 0.06/3, 0.5 - 0.04/3). The pull of 0.01
/// moves the minimiser from the corner by 0.0001 of the way to the mass point: less than the last digit but in y and z.
#[test]
fn a_golden_report_of_a_corner() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes/box.ron");
    let scene = Scene::load(path).expect("a scene");
    let field = Field::compile(&scene, "box").expect("a box");
    let settings = Settings {
        method: Method::DualContouring,
        cell: 0.07,
        domain: Some(field.bounds().grown(0.07)),
        sharpness_deg: scene.contour.sharpness,
        bias: scene.contour.bias,
    };
    let report = explain_cell(&field, &settings, [19, 13, 16]).expect("a cell of the grid");
    assert_golden("box_corner.txt", &cell(&scene, &report));
}
