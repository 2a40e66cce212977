//! Bounding volume hierarchy over triangles.

use super::Mesh;
use crate::math::Bounds;
use glam::DVec3;

/// Triangles in a leaf, at most. Two to eight measure alike; four keeps the tree small.
const LEAF: usize = 4;

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
    /// Weights of the triangle's corners; their sum is 1.
    pub weights: DVec3,
}

/// Binary tree of boxes over a mesh's triangles. Keeps no reference to the mesh: pass the same one again.
#[derive(Clone, Debug, Default)]
pub struct Bvh {
    /// The root is first, children follow their parent.
    nodes: Vec<Node>,
    /// Triangle indices, in the order of the leaves.
    order: Vec<u32>,
}

#[derive(Clone, Copy, Debug)]
struct Node {
    bounds: Bounds,
    /// Leaf: first place in `order`. Inner node: its right child (the left one is next to it).
    first: u32,
    /// Leaf: number of triangles. Inner node: 0.
    count: u32,
}

impl Bvh {
    /// Builds the tree by halving along the longest side of the centroids; O(n log n).
    #[must_use]
    pub fn new(mesh: &Mesh) -> Self {
        let centroids: Vec<DVec3> = (0..mesh.triangles.len())
            .map(|t| mesh.corners(t).iter().sum::<DVec3>() / 3.0)
            .map(|c| if c.is_finite() { c } else { DVec3::ZERO })
            .collect();
        let mut bvh = Self { nodes: Vec::new(), order: (0..mesh.triangles.len() as u32).collect() };
        if !bvh.order.is_empty() {
            bvh.split(&centroids, 0, mesh.triangles.len());
            bvh.refit(&mesh.positions, &mesh.triangles);
        }
        bvh
    }

    /// Appends the subtree over `order[from..to]`. The depth is the logarithm of the count, since halves are equal.
    fn split(&mut self, centroids: &[DVec3], from: usize, to: usize) {
        let node = self.nodes.len();
        self.nodes.push(Node { bounds: Bounds::EMPTY, first: from as u32, count: (to - from) as u32 });
        if to - from <= LEAF {
            return;
        }
        let size = Bounds::of_points(self.order[from..to].iter().map(|&t| centroids[t as usize])).size();
        let axis = if size.x >= size.y && size.x >= size.z { 0 } else { 1 + usize::from(size.z > size.y) };
        let middle = (from + to) / 2;
        self.order[from..to].select_nth_unstable_by(middle - from, |&a, &b| {
            centroids[a as usize][axis].total_cmp(&centroids[b as usize][axis]).then(a.cmp(&b))
        });
        self.split(centroids, from, middle);
        self.nodes[node].first = self.nodes.len() as u32;
        self.nodes[node].count = 0;
        self.split(centroids, middle, to);
    }

    /// Fits the boxes to moved vertices of the same triangles; O(n).
    pub fn refit(&mut self, positions: &[DVec3], triangles: &[[u32; 3]]) {
        for i in (0..self.nodes.len()).rev() {
            let node = self.nodes[i];
            self.nodes[i].bounds = if node.count == 0 {
                self.nodes[i + 1].bounds.union(&self.nodes[node.first as usize].bounds)
            } else {
                Bounds::of_points(
                    self.leaf(node).iter().flat_map(|&t| triangles[t as usize]).map(|v| positions[v as usize]),
                )
            };
        }
    }

    fn leaf(&self, node: Node) -> &[u32] {
        &self.order[node.first as usize..(node.first + node.count) as usize]
    }

    /// Nearest hit of the ray from either side, t >= 0. `direction` need not have unit length. Does not slip through
    /// shared edges (Woop, Benthin, Wald, "Watertight ray/triangle intersection", 2013). Ties go to the lower index.
    #[must_use]
    pub fn ray(&self, positions: &[DVec3], triangles: &[[u32; 3]], origin: DVec3, direction: DVec3) -> Option<RayHit> {
        let ray = Ray::new(origin, direction)?;
        let mut best: Option<RayHit> = None;
        self.visit(
            |bounds, best: &Option<RayHit>| ray.meets(bounds, best.map_or(f64::INFINITY, |b| b.t)),
            |t, best| {
                let corners = triangles[t as usize].map(|v| positions[v as usize]);
                if let Some(hit) = ray.hit(t, corners)
                    && best.is_none_or(|b| hit.t < b.t || (hit.t == b.t && t < b.triangle))
                {
                    *best = Some(hit);
                }
            },
            &mut best,
        );
        best
    }

    /// Calls `found` for each triangle whose leaf's box meets `bounds`, borders included, in the order of the leaves.
    pub fn overlapping(&self, bounds: &Bounds, mut found: impl FnMut(u32)) {
        self.visit(|node, ()| !node.intersection(bounds).is_empty(), |t, ()| found(t), &mut ());
    }

    /// Depth-first walk with a small stack: enters nodes that `enter` accepts, and visits their triangles.
    fn visit<S>(&self, enter: impl Fn(&Bounds, &S) -> bool, mut triangle: impl FnMut(u32, &mut S), state: &mut S) {
        let mut stack = Vec::with_capacity(64);
        if !self.nodes.is_empty() {
            stack.push(0);
        }
        while let Some(i) = stack.pop() {
            let node = self.nodes[i];
            if !enter(&node.bounds, state) {
                continue;
            }
            if node.count == 0 {
                stack.push(node.first as usize);
                stack.push(i + 1);
            } else {
                for &t in self.leaf(node) {
                    triangle(t, state);
                }
            }
        }
    }
}

/// A ray in the sheared frame of Woop et al.: its largest axis is z.
struct Ray {
    origin: DVec3,
    direction: DVec3,
    axes: [usize; 3],
    shear: DVec3,
}

impl Ray {
    /// None for a direction that is zero or not finite.
    fn new(origin: DVec3, direction: DVec3) -> Option<Self> {
        if !origin.is_finite() || !direction.is_finite() || direction == DVec3::ZERO {
            return None;
        }
        let z = direction.abs().max_position();
        let (mut x, mut y) = ((z + 1) % 3, (z + 2) % 3);
        if direction[z] < 0.0 {
            std::mem::swap(&mut x, &mut y);
        }
        let shear = DVec3::new(direction[x], direction[y], 1.0) / direction[z];
        Some(Self { origin, direction, axes: [x, y, z], shear })
    }

    /// Slab test; a coordinate that never changes must lie within the box.
    fn meets(&self, bounds: &Bounds, nearest: f64) -> bool {
        let (mut near, mut far) = (0.0_f64, nearest);
        for axis in 0..3 {
            let (o, d) = (self.origin[axis], self.direction[axis]);
            if d == 0.0 {
                if o < bounds.min[axis] || o > bounds.max[axis] {
                    return false;
                }
                continue;
            }
            let (a, b) = ((bounds.min[axis] - o) / d, (bounds.max[axis] - o) / d);
            near = near.max(a.min(b));
            // The factor covers the rounding of the two divisions (Ize 2013).
            far = far.min(a.max(b) * (1.0 + 4.0 * f64::EPSILON));
        }
        near <= far
    }

    fn hit(&self, triangle: u32, corners: [DVec3; 3]) -> Option<RayHit> {
        let [kx, ky, kz] = self.axes;
        let [a, b, c] = corners.map(|p| {
            let p = p - self.origin;
            DVec3::new(p[kx] - self.shear.x * p[kz], p[ky] - self.shear.y * p[kz], p[kz] * self.shear.z)
        });
        let (u, v, w) = (c.x * b.y - c.y * b.x, a.x * c.y - a.y * c.x, b.x * a.y - b.y * a.x);
        if (u < 0.0 || v < 0.0 || w < 0.0) && (u > 0.0 || v > 0.0 || w > 0.0) {
            return None;
        }
        let det = u + v + w;
        let weights = DVec3::new(u, v, w) / det;
        let t = weights.dot(DVec3::new(a.z, b.z, c.z));
        let normal = (corners[1] - corners[0]).cross(corners[2] - corners[0]).try_normalize()?;
        let point = corners[0] * weights.x + corners[1] * weights.y + corners[2] * weights.z;
        (t >= 0.0 && t.is_finite()).then_some(RayHit { triangle, t, point, normal, weights })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::cube_sphere;

    fn hit(mesh: &Mesh, origin: DVec3, direction: DVec3) -> Option<RayHit> {
        Bvh::new(mesh).ray(&mesh.positions, &mesh.triangles, origin, direction)
    }

    #[test]
    fn d03_ray_on_the_unit_sphere() {
        let mut mesh = cube_sphere(20, 1.0);
        for p in &mut mesh.positions {
            *p += DVec3::new(1.0, 2.0, 3.0);
        }
        let hit = hit(&mesh, DVec3::new(1.0, 2.0, 10.0), DVec3::NEG_Z).unwrap();
        assert!((hit.point - DVec3::new(1.0, 2.0, 4.0)).length() < 1e-12);
        // The facet next to the pole leans by half a grid step at most.
        assert!(hit.normal.z > 0.995 && (hit.t - 6.0).abs() < 1e-12);
    }

    #[test]
    fn agrees_with_brute_force() {
        let mesh = cube_sphere(6, 1.0);
        let bvh = Bvh::new(&mesh);
        for i in 0..500_u32 {
            let f = |k: u32| f64::from((i.wrapping_mul(2_654_435_761).wrapping_add(k * 40_503)) % 1000) / 250.0 - 2.0;
            let (origin, direction) = (DVec3::new(f(1), f(2), f(3)), DVec3::new(f(4), f(5), f(6)));
            let Some(ray) = Ray::new(origin, direction) else { continue };
            let brute = (0..mesh.triangles.len() as u32)
                .filter_map(|t| ray.hit(t, mesh.corners(t as usize)))
                .min_by(|a, b| a.t.total_cmp(&b.t).then(a.triangle.cmp(&b.triangle)));
            assert_eq!(bvh.ray(&mesh.positions, &mesh.triangles, origin, direction), brute, "ray {i}");
        }
    }

    #[test]
    fn no_ray_slips_through_vertices_and_edges() {
        let mesh = cube_sphere(8, 1.0);
        let bvh = Bvh::new(&mesh);
        for t in 0..mesh.triangles.len() {
            let [a, b, c] = mesh.corners(t);
            for target in [a, b, c, (a + b) / 2.0, (b + c) / 2.0] {
                let origin = target * 5.0;
                assert!(bvh.ray(&mesh.positions, &mesh.triangles, origin, -origin).is_some(), "toward {target}");
            }
        }
    }

    #[test]
    fn hostile_rays_and_meshes() {
        let mesh = cube_sphere(2, 1.0);
        assert_eq!(hit(&mesh, DVec3::ZERO, DVec3::ZERO), None);
        assert_eq!(hit(&mesh, DVec3::NAN, DVec3::X), None);
        assert_eq!(hit(&Mesh::default(), DVec3::ZERO, DVec3::X), None);
        assert!(hit(&mesh, DVec3::ZERO, DVec3::X * 1e-200).is_some(), "seen from inside");
        let mut broken = mesh.clone();
        broken.positions[3] = DVec3::NAN;
        let _ = hit(&broken, DVec3::new(0.0, 0.0, 9.0), DVec3::NEG_Z);
    }

    #[test]
    fn refit_follows_moved_vertices() {
        let mut mesh = cube_sphere(4, 1.0);
        let mut bvh = Bvh::new(&mesh);
        for p in &mut mesh.positions {
            *p = *p * 2.0 + DVec3::X * 10.0;
        }
        bvh.refit(&mesh.positions, &mesh.triangles);
        let origin = DVec3::new(10.0, 0.0, 9.0);
        let moved = bvh.ray(&mesh.positions, &mesh.triangles, origin, DVec3::NEG_Z).unwrap();
        assert!((moved.t - 7.0).abs() < 1e-12);
    }
}
