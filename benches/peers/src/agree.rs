//! Whether both sides were asked for the same solid. Ends the run if not: the times would mean nothing.

use crate::ours::Ours;
use crate::scenes::Cloud;
use crate::theirs::Slices;
use fidget::eval::BulkEvaluator;
use fidget::mesh::Mesh;
use fidget::types::Grad;
use glam::DVec3;

/// Largest difference of values where fidget's is below [`NEAR`], and the least value whose sign counts: 32-bit
/// rounding of numbers around 1, through chains of two hundred smooth unions.
const VALUE_TOLERANCE: f64 = 2e-5;
/// Where values must be equal; elsewhere, where either side may use a bound of the distance, only their signs.
const NEAR: f64 = 0.1;
/// Largest difference of gradients, and the part of points that may exceed it: those at creases, where rounding
/// chooses the side.
const GRADIENT_TOLERANCE: f64 = 1e-2;
const CREASES: f64 = 2e-3;

/// Compares values at all points.
pub fn values<E: BulkEvaluator<Data = f32>>(scene: &str, ours: &Ours, theirs: &mut Slices<E>, cloud: &Cloud<f32>) {
    let narrow = ours.all_values(cloud);
    let mut at = 0;
    theirs.eval(cloud, 1024, |values| {
        for &their in values {
            let (our, their) = (f64::from(narrow[at]), f64::from(their));
            let near = their.abs() < NEAR;
            let bad = if near { (our - their).abs() > VALUE_TOLERANCE } else { (our < 0.0) != (their < 0.0) };
            let p = cloud.point(at);
            assert!(!bad, "{scene}: at {p} Isolab's value is {our} and fidget's {their}; is it the same solid?");
            at += 1;
        }
    });
}

/// Compares gradients at all points near the surface.
pub fn gradients<E: BulkEvaluator<Data = Grad>>(scene: &str, ours: &Ours, theirs: &mut Slices<E>, cloud: &Cloud<f32>) {
    let ours = ours.all_gradients(cloud);
    let (mut at, mut near, mut apart) = (0, 0, 0);
    theirs.eval(&crate::theirs::with_derivatives(cloud), 1024, |grads| {
        for their in grads {
            if their.v.abs() < NEAR as f32 {
                let gradient = DVec3::new(their.dx.into(), their.dy.into(), their.dz.into());
                near += 1;
                apart += usize::from((ours[at] - gradient).length() > GRADIENT_TOLERANCE);
            }
            at += 1;
        }
    });
    let sound = (apart as f64) <= CREASES * f64::from(near);
    assert!(sound, "{scene}: {apart} of {near} gradients near the surface differ; is it the same solid?");
}

/// fidget's mesh must lie on Isolab's surface, within a cell.
pub fn mesh(scene: &str, ours: &Ours, cells: u32, theirs: &Mesh) {
    let cell = 2.0 / f64::from(cells);
    let vertices = theirs.vertices.iter().map(|v| DVec3::new(v.x.into(), v.y.into(), v.z.into()));
    let off = vertices.map(|p| ours.value(p).abs()).fold(0.0, f64::max);
    assert!(off < cell, "{scene}: a vertex of fidget's mesh is {off} m off Isolab's surface; is it the same solid?");
}
