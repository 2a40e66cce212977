//! Triangle meshes: bodies, normals, ray hits, checks, export. Layer 1.

mod bvh;
mod check;
mod cube_sphere;
mod export;
mod tube;

pub use bvh::{Bvh, RayHit};
pub use check::{Check, Defect, DefectKind};
pub use cube_sphere::cube_sphere;
pub use export::{ExportError, Format, write};
pub use tube::{TubeFrame, TubeSettings, transport_frames, tube, tube_into, tutorial_frame};

use crate::math::Bounds;
use glam::{DVec2, DVec3};

/// Triangles over shared vertices: counter-clockwise seen from outside, metres.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Mesh {
    /// Vertex positions.
    pub positions: Vec<DVec3>,
    /// Unit normals, one a vertex, or empty.
    pub normals: Vec<DVec3>,
    /// Texture coordinates, one a vertex, or empty.
    pub uvs: Vec<DVec2>,
    /// sRGB colours, one a vertex, or empty.
    pub colors: Vec<[f32; 3]>,
    /// Vertex indices.
    pub triangles: Vec<[u32; 3]>,
}

impl Mesh {
    /// Corner positions of a triangle.
    #[must_use]
    pub fn corners(&self, triangle: usize) -> [DVec3; 3] {
        self.triangles[triangle].map(|v| self.positions[v as usize])
    }

    /// The smallest box that holds all vertices.
    #[must_use]
    pub fn bounds(&self) -> Bounds {
        Bounds::of_points(self.positions.iter().copied())
    }

    /// Area-weighted vertex normals, written to `normals`; where faces cancel, the normal is +y.
    pub fn recompute_normals(&mut self) {
        let mut normals = std::mem::take(&mut self.normals);
        vertex_normals(&self.positions, &self.triangles, &mut normals);
        self.normals = normals;
    }
}

/// Area-weighted unit normals of vertices, into a buffer that is reused. Where faces cancel, the normal is +y.
pub fn vertex_normals(positions: &[DVec3], triangles: &[[u32; 3]], normals: &mut Vec<DVec3>) {
    normals.clear();
    normals.resize(positions.len(), DVec3::ZERO);
    for t in triangles {
        let [a, b, c] = t.map(|v| positions[v as usize]);
        let n = (b - a).cross(c - a);
        for &v in t {
            normals[v as usize] += n;
        }
    }
    for n in normals {
        *n = n.try_normalize().unwrap_or(DVec3::Y);
    }
}
