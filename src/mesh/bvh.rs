//! Bounding volume hierarchy over triangles.

use super::Mesh;
use glam::DVec3;

/// Where a ray meets a mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RayHit {
    /// Index of the triangle.
    pub triangle: u32,
    /// Distance along the ray in lengths of its direction.
    pub t: f64,
    /// The point, metres.
    pub point: DVec3,
    /// Unit normal of the triangle.
    pub normal: DVec3,
    /// Weights of the triangle's corners.
    pub weights: DVec3,
}

/// Binary tree of boxes over a mesh's triangles. Keeps no reference to the mesh: pass the same one again.
#[derive(Clone, Debug, Default)]
pub struct Bvh {}

impl Bvh {
    /// Builds the tree; O(n log n).
    #[must_use]
    pub fn new(mesh: &Mesh) -> Self {
        let _ = mesh;
        todo!("mesh helper")
    }

    /// Fits the boxes to moved vertices of the same triangles; O(n).
    pub fn refit(&mut self, positions: &[DVec3], triangles: &[[u32; 3]]) {
        let _ = (positions, triangles);
        todo!("mesh helper")
    }

    /// Nearest hit of the ray from either side, t >= 0. `direction` need not have unit length.
    #[must_use]
    pub fn ray(&self, positions: &[DVec3], triangles: &[[u32; 3]], origin: DVec3, direction: DVec3) -> Option<RayHit> {
        let _ = (positions, triangles, origin, direction);
        todo!("mesh helper")
    }
}
