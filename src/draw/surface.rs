//! Meshes made ready for drawing: crisp where the surface has a crease, smooth everywhere else.

use super::Shape;
use crate::mesh::Mesh;
use glam::{DVec3, Vec3};
use std::collections::HashMap;

/// A vertex is on a crease if faces differ from its normal by more than this: cos 35°. A right angle is 45° from its
/// mean on either side; an edge that is rounded by about one cell stays below 35°.
const CREASE_COS: f64 = 0.819_152_044_288_991_8;
/// Faces share a normal at a crease if they differ by less than this: cos 40°.
const SAME_SIDE_COS: f64 = 0.766_044_443_118_978;
/// Faces of less than this part of the area round a vertex are slivers: they say nothing about a crease.
const SLIVER: f64 = 0.02;

/// A mesh as the GPU wants it: single precision, relative to `origin`, vertices split where there is a crease.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Surface {
    /// Where the positions' zero lies in the world; near the mesh, so that single precision is enough.
    pub(super) origin: DVec3,
    pub(super) positions: Vec<[f32; 3]>,
    pub(super) normals: Vec<[f32; 3]>,
    /// Empty when the mesh has none.
    pub(super) colors: Vec<[f32; 3]>,
    pub(super) triangles: Vec<u32>,
}

impl Surface {
    /// Normals of a contour are the field's: right off the creases, an average on them, so vertices on creases are split.
    /// Other meshes are drawn with the normals they bring, and split only if they bring none.
    pub(super) fn of(shape: &Shape) -> Self {
        let mesh = shape.mesh();
        let bounds = mesh.bounds();
        let origin = if bounds.is_empty() || !bounds.is_finite() { DVec3::ZERO } else { bounds.center() };
        let has_normals = mesh.normals.len() == mesh.positions.len();
        let mut builder = Builder { mesh, has_normals, surface: Self { origin, ..Self::default() } };
        match shape {
            Shape::Mesh(_) if has_normals => builder.keep_all(),
            _ => builder.split_creases(),
        }
        builder.surface
    }

    /// Outward directions of vertices, the same for all that share a position, so that a surface that is moved along them
    /// stays closed.
    pub(super) fn outward(&self) -> Vec<[f32; 3]> {
        let mut sums: HashMap<[u32; 3], Vec3> = HashMap::with_capacity(self.positions.len());
        let key = |p: [f32; 3]| p.map(f32::to_bits);
        for t in self.triangles.chunks_exact(3) {
            let corners = [t[0], t[1], t[2]].map(|v| self.positions[v as usize]);
            let [a, b, c] = corners.map(Vec3::from_array);
            let normal = (b - a).cross(c - a).normalize_or_zero();
            for p in corners {
                *sums.entry(key(p)).or_default() += normal;
            }
        }
        let outward = |(p, n): (&[f32; 3], &[f32; 3])| {
            let sum = sums.get(&key(*p)).copied().unwrap_or_default();
            sum.try_normalize().map_or(*n, |s| s.to_array())
        };
        self.positions.iter().zip(&self.normals).map(outward).collect()
    }
}

struct Builder<'a> {
    mesh: &'a Mesh,
    has_normals: bool,
    surface: Surface,
}

/// A triangle at a vertex.
struct Corner {
    triangle: usize,
    slot: usize,
    unit: DVec3,
    /// Twice the area.
    weight: f64,
}

impl Builder<'_> {
    /// Triangles with corners that exist and can be drawn.
    fn drawable(&self) -> impl Iterator<Item = (usize, [u32; 3])> + '_ {
        let good = |v: &u32| self.mesh.positions.get(*v as usize).is_some_and(|p| self.local(*p).is_finite());
        self.mesh.triangles.iter().copied().enumerate().filter(move |(_, t)| t.iter().all(good))
    }

    fn local(&self, position: DVec3) -> Vec3 {
        (position - self.surface.origin).as_vec3()
    }

    fn push(&mut self, vertex: usize, normal: DVec3) -> u32 {
        let index = self.surface.positions.len() as u32;
        self.surface.positions.push(self.local(self.mesh.positions[vertex]).to_array());
        self.surface.normals.push(normal.try_normalize().unwrap_or(DVec3::Y).as_vec3().to_array());
        if self.mesh.colors.len() == self.mesh.positions.len() {
            self.surface.colors.push(self.mesh.colors[vertex]);
        }
        index
    }

    fn keep_all(&mut self) {
        let triangles = self.drawable().flat_map(|(_, t)| t).collect();
        for vertex in 0..self.mesh.positions.len() {
            self.push(vertex, self.mesh.normals[vertex]);
        }
        self.surface.triangles = triangles;
    }

    fn split_creases(&mut self) {
        let (starts, corners) = self.corners_by_vertex();
        let mut triangles = vec![[u32::MAX; 3]; self.mesh.triangles.len()];
        for vertex in 0..self.mesh.positions.len() {
            let around = &corners[starts[vertex]..starts[vertex + 1]];
            for (corner, index) in around.iter().zip(self.vertices_for(vertex, around)) {
                triangles[corner.triangle][corner.slot] = index;
            }
        }
        self.surface.triangles = triangles.into_iter().filter(|t| !t.contains(&u32::MAX)).flatten().collect();
    }

    /// Corners sorted by vertex; those of vertex `v` are `starts[v]..starts[v + 1]`.
    fn corners_by_vertex(&self) -> (Vec<usize>, Vec<Corner>) {
        let mut starts = vec![0; self.mesh.positions.len() + 1];
        let mut corners = Vec::with_capacity(3 * self.mesh.triangles.len());
        for (triangle, indices) in self.drawable() {
            let [a, b, c] = indices.map(|v| self.mesh.positions[v as usize]);
            let normal = (b - a).cross(c - a);
            let (unit, weight) = (normal.normalize_or_zero(), normal.length());
            for (slot, v) in indices.into_iter().enumerate() {
                starts[v as usize + 1] += 1;
                corners.push((v, Corner { triangle, slot, unit, weight }));
            }
        }
        for v in 1..starts.len() {
            starts[v] += starts[v - 1];
        }
        corners.sort_by_key(|(v, _)| *v);
        (starts, corners.into_iter().map(|(_, corner)| corner).collect())
    }

    /// The drawn vertex of each corner at a vertex: one for all, or one for each side of the crease.
    fn vertices_for(&mut self, vertex: usize, around: &[Corner]) -> Vec<u32> {
        let sum = |side: DVec3| -> DVec3 {
            around.iter().filter(|c| c.unit.dot(side) > SAME_SIDE_COS).map(|c| c.unit * c.weight).sum()
        };
        let own =
            if self.has_normals { self.mesh.normals[vertex] } else { around.iter().map(|c| c.unit * c.weight).sum() };
        let own = own.normalize_or_zero();
        let area: f64 = around.iter().map(|c| c.weight).sum();
        let turned: f64 = around.iter().filter(|c| c.unit.dot(own) < CREASE_COS).map(|c| c.weight).sum();
        if turned <= SLIVER * area {
            let index = if around.is_empty() { u32::MAX } else { self.push(vertex, own) };
            return vec![index; around.len()];
        }
        let mut made: Vec<(DVec3, u32)> = Vec::new();
        let mut indices = Vec::with_capacity(around.len());
        for corner in around {
            let normal = sum(corner.unit).try_normalize().unwrap_or(own);
            let same = made.iter().find(|(other, _)| other.dot(normal) > 0.9999).map(|(_, index)| *index);
            indices.push(same.unwrap_or_else(|| {
                let index = self.push(vertex, normal);
                made.push((normal, index));
                index
            }));
        }
        indices
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A cube of 8 shared vertices; each normal is the mean of three faces, as a contour gives it.
    fn cube() -> Mesh {
        let positions: Vec<DVec3> =
            (0..8).map(|i| DVec3::new(f64::from(i & 1), f64::from(i >> 1 & 1), f64::from(i >> 2 & 1)) - 0.5).collect();
        let quads = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
        let triangles = quads.iter().flat_map(|q| [[q[0], q[1], q[2]], [q[0], q[2], q[3]]]).collect();
        Mesh { normals: positions.clone(), positions, triangles, ..Mesh::default() }
    }

    fn contoured(mesh: Mesh) -> Shape {
        // Without normals a plain mesh is split as a contour is.
        Shape::from(Mesh { normals: Vec::new(), ..mesh })
    }

    #[test]
    fn a_cube_gets_the_normals_of_its_faces() {
        let surface = Surface::of(&contoured(cube()));
        assert_eq!(surface.positions.len(), 24);
        assert_eq!(surface.triangles.len(), 36);
        for t in surface.triangles.chunks_exact(3) {
            let [a, b, c] = [t[0], t[1], t[2]].map(|v| Vec3::from_array(surface.positions[v as usize]));
            let face = (b - a).cross(c - a).normalize();
            for v in t {
                assert!(face.dot(Vec3::from_array(surface.normals[*v as usize])) > 0.9999);
            }
        }
    }

    #[test]
    fn normals_that_a_mesh_brings_are_kept() {
        let surface = Surface::of(&Shape::from(cube()));
        assert_eq!(surface.positions.len(), 8);
    }

    #[test]
    fn outward_directions_keep_a_split_cube_closed() {
        let surface = Surface::of(&contoured(cube()));
        for (p, out) in surface.positions.iter().zip(surface.outward()) {
            assert!(Vec3::from_array(*p).normalize().dot(Vec3::from_array(out)) > 0.9, "{p:?} {out:?}");
        }
        let mut seen: HashMap<[u32; 3], [f32; 3]> = HashMap::new();
        for (p, out) in surface.positions.iter().zip(surface.outward()) {
            assert_eq!(*seen.entry(p.map(f32::to_bits)).or_insert(out), out);
        }
    }

    #[test]
    fn what_cannot_be_drawn_is_left_out() {
        let mut mesh = cube();
        mesh.positions[0] = DVec3::NAN;
        mesh.triangles.push([1, 2, 99]);
        let surface = Surface::of(&contoured(mesh));
        assert!(surface.triangles.len() < 36 && !surface.triangles.is_empty());
        for &v in &surface.triangles {
            assert!(Vec3::from_array(surface.positions[v as usize]).is_finite());
        }
    }

    #[test]
    fn far_from_the_origin_nothing_is_lost() {
        let far = DVec3::splat(1e7);
        let mut mesh = cube();
        mesh.positions.iter_mut().for_each(|p| *p += far);
        let (near, far) = (Surface::of(&contoured(cube())), Surface::of(&contoured(mesh)));
        assert_eq!(near.positions, far.positions);
    }
}
