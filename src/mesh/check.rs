//! Is it closed, manifold, well oriented, free of self-intersections?

mod exact;

use super::{Bvh, Mesh};
use crate::math::Bounds;
use glam::DVec3;
use rayon::prelude::*;

/// Triangles below this area count as degenerate, m².
pub const DEGENERATE_AREA: f64 = 1e-12;

/// Places kept of each kind of defect; counts go on.
const MAX_PLACES: usize = 1000;

/// What a defect is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum DefectKind {
    /// An edge used by one triangle.
    OpenEdge,
    /// An edge used by more than two triangles, or twice in the same direction.
    NonManifoldEdge,
    /// A vertex whose triangles form more than one cycle.
    NonManifoldVertex,
    /// A triangle with area below 1e-12 m² or with a repeated vertex.
    DegenerateTriangle,
    /// Two triangles with the same three vertices.
    DuplicateTriangle,
}

/// One defect and its place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Defect {
    /// What it is.
    pub kind: DefectKind,
    /// Where, metres.
    pub at: DVec3,
    /// Vertices, or triangles for the last two kinds; `[a, b]` or `[a, a]`.
    pub indices: [u32; 2],
}

/// Result of [`Mesh::check`].
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Check {
    /// Number of vertices that a triangle uses.
    pub vertices: usize,
    /// Number of triangles.
    pub triangles: usize,
    /// Undirected edges.
    pub edges: usize,
    /// Edges used by one triangle.
    pub open_edges: usize,
    /// Edges used by more than two triangles.
    pub non_manifold_edges: usize,
    /// Edges used twice in the same direction.
    pub misoriented_edges: usize,
    /// Vertices whose triangles form more than one cycle or fan.
    pub non_manifold_vertices: usize,
    /// Triangles with area below 1e-12 m² or a repeated vertex.
    pub degenerate_triangles: usize,
    /// Triangles whose three vertices an earlier one has too.
    pub duplicate_triangles: usize,
    /// Connected components.
    pub components: usize,
    /// V - E + F.
    pub euler: i64,
    /// Signed volume, m³; positive when triangles face outward.
    pub volume: f64,
    /// Surface area, m².
    pub area: f64,
    /// False if a position or a normal is not finite, or a normal's length differs from 1 by over 1e-4.
    pub finite: bool,
    /// The places of all defects, at most 1,000 of each kind.
    pub defects: Vec<Defect>,
}

impl Check {
    /// Every edge is used by exactly two triangles, once in each direction. An empty mesh is not closed.
    #[must_use]
    pub fn is_closed(&self) -> bool {
        self.triangles > 0 && self.open_edges + self.non_manifold_edges + self.misoriented_edges == 0
    }

    /// Closed, each vertex has one cycle of triangles, no triangle stands twice.
    #[must_use]
    pub fn is_closed_manifold(&self) -> bool {
        self.is_closed() && self.non_manifold_vertices + self.duplicate_triangles == 0
    }

    /// Counts a defect and keeps its place while there is room.
    fn note(&mut self, seen: usize, kind: DefectKind, at: DVec3, indices: [u32; 2]) -> usize {
        if seen < MAX_PLACES {
            self.defects.push(Defect { kind, at, indices });
        }
        seen + 1
    }
}

impl Mesh {
    /// All checks but self-intersections; O(n log n). Triangles that name vertices beyond the end count as degenerate
    /// and are left out of everything else.
    #[must_use]
    pub fn check(&self) -> Check {
        let mut check = Check { triangles: self.triangles.len(), finite: self.is_finite(), ..Check::default() };
        let whole = self.check_triangles(&mut check);
        self.check_edges(&whole, &mut check);
        self.check_vertices(&whole, &mut check);
        check.euler = check.vertices as i64 - check.edges as i64 + check.triangles as i64;
        check
    }

    fn is_finite(&self) -> bool {
        self.positions.iter().all(|p| p.is_finite())
            && self.normals.iter().all(|n| n.is_finite() && (n.length() - 1.0).abs() <= 1e-4)
    }

    /// Area, volume, degenerate and repeated triangles; returns those with three different, existing vertices.
    fn check_triangles(&self, check: &mut Check) -> Vec<[u32; 3]> {
        // Volume about the middle of the mesh, so that it keeps its digits far from the origin.
        let bounds = self.bounds();
        let origin = if bounds.is_finite() && !bounds.is_empty() { bounds.center() } else { DVec3::ZERO };
        let mut whole = Vec::with_capacity(self.triangles.len());
        for (i, &t) in self.triangles.iter().enumerate() {
            let index = [i as u32; 2];
            if t.iter().any(|&v| v as usize >= self.positions.len()) {
                check.degenerate_triangles =
                    check.note(check.degenerate_triangles, DefectKind::DegenerateTriangle, DVec3::ZERO, index);
                continue;
            }
            let [a, b, c] = t.map(|v| self.positions[v as usize] - origin);
            let normal = (b - a).cross(c - a);
            check.area += 0.5 * normal.length();
            check.volume += a.dot(b.cross(c)) / 6.0;
            let repeated = t[0] == t[1] || t[1] == t[2] || t[2] == t[0];
            if repeated || 0.5 * normal.length() < DEGENERATE_AREA {
                check.degenerate_triangles =
                    check.note(check.degenerate_triangles, DefectKind::DegenerateTriangle, a + origin, index);
            }
            if !repeated {
                whole.push(t);
            }
        }
        self.check_duplicates(check);
        whole
    }

    fn check_duplicates(&self, check: &mut Check) {
        let mut sorted: Vec<([u32; 3], u32)> =
            (0_u32..).zip(&self.triangles).map(|(i, t)| (ascending(*t), i)).collect();
        sorted.sort_unstable();
        for w in sorted.windows(2).filter(|w| w[0].0 == w[1].0) {
            let at = self.positions.get(w[1].0[0] as usize).copied().unwrap_or_default();
            check.duplicate_triangles =
                check.note(check.duplicate_triangles, DefectKind::DuplicateTriangle, at, [w[0].1, w[1].1]);
        }
    }

    fn check_edges(&self, triangles: &[[u32; 3]], check: &mut Check) {
        // (lower vertex, higher vertex, whether the triangle goes from the higher to the lower)
        let mut uses: Vec<(u32, u32, bool)> = Vec::with_capacity(triangles.len() * 3);
        for t in triangles {
            for (a, b) in [(t[0], t[1]), (t[1], t[2]), (t[2], t[0])] {
                uses.push((a.min(b), a.max(b), a > b));
            }
        }
        uses.par_sort_unstable();
        for edge in uses.chunk_by(|p, q| (p.0, p.1) == (q.0, q.1)) {
            check.edges += 1;
            let (a, b, _) = edge[0];
            let at = (self.positions[a as usize] + self.positions[b as usize]) / 2.0;
            match edge {
                [_] => check.open_edges = check.note(check.open_edges, DefectKind::OpenEdge, at, [a, b]),
                [p, q] if p.2 != q.2 => {}
                [_, _] => {
                    check.misoriented_edges =
                        check.note(check.misoriented_edges, DefectKind::NonManifoldEdge, at, [a, b]);
                }
                _ => {
                    check.non_manifold_edges =
                        check.note(check.non_manifold_edges, DefectKind::NonManifoldEdge, at, [a, b]);
                }
            }
        }
    }

    /// Used vertices, components, and vertices whose triangles hang together only in the vertex.
    fn check_vertices(&self, triangles: &[[u32; 3]], check: &mut Check) {
        let mut components = UnionFind::new(self.positions.len());
        let fans = corners_by_vertex(self.positions.len(), triangles);
        for t in triangles {
            components.join(t[0], t[1]);
            components.join(t[0], t[2]);
        }
        let mut link = Vec::new();
        for vertex in 0..self.positions.len() as u32 {
            let corners = fans.of(vertex);
            if corners.is_empty() {
                continue;
            }
            check.vertices += 1;
            check.components += usize::from(components.find(vertex) == vertex);
            link.clear();
            link.extend(corners.iter().map(|&t| opposite_edge(triangles[t as usize], vertex)));
            if link_components(&link) > 1 {
                check.non_manifold_vertices = check.note(
                    check.non_manifold_vertices,
                    DefectKind::NonManifoldVertex,
                    self.positions[vertex as usize],
                    [vertex; 2],
                );
            }
        }
    }

    /// Pairs of triangles that share no vertex and meet, by exact predicates (Shewchuk 1997) over a BVH, in ascending
    /// order. Touching in a point counts. Triangles of no area or with a coordinate that is not finite are left out.
    #[must_use]
    pub fn self_intersections(&self) -> Vec<[u32; 2]> {
        let bvh = Bvh::new(self);
        let usable = |t: usize| self.corners(t).iter().all(|p| p.is_finite());
        let pairs = |t: u32| {
            let mut pairs = Vec::new();
            let corners = self.corners(t as usize);
            if !usable(t as usize) {
                return pairs;
            }
            bvh.overlapping(&Bounds::of_points(corners), |other| {
                let shared = self.triangles[t as usize].iter().any(|v| self.triangles[other as usize].contains(v));
                if other > t
                    && !shared
                    && usable(other as usize)
                    && exact::triangles_meet(corners, self.corners(other as usize))
                {
                    pairs.push([t, other]);
                }
            });
            pairs.sort_unstable();
            pairs
        };
        (0..self.triangles.len() as u32).into_par_iter().flat_map_iter(pairs).collect()
    }

    /// The mesh with vertices of the very same position made one, unused ones dropped, and triangles that thereby
    /// repeat a vertex removed. Normals, texture coordinates and colours are left out.
    #[must_use]
    pub fn welded(&self) -> Self {
        let key = |v: u32| self.positions[v as usize].to_array().map(|c| (c + 0.0).to_bits());
        let mut by_position: Vec<u32> = (0..self.positions.len() as u32).collect();
        by_position.sort_unstable_by_key(|&v| (key(v), v));
        let mut first = vec![0_u32; self.positions.len()];
        for same in by_position.chunk_by(|&a, &b| key(a) == key(b)) {
            for &v in same {
                first[v as usize] = same[0];
            }
        }
        let mut welded = Self::default();
        let mut place = vec![u32::MAX; self.positions.len()];
        for t in &self.triangles {
            let t = t.map(|v| first[v as usize]);
            if t[0] == t[1] || t[1] == t[2] || t[2] == t[0] {
                continue;
            }
            welded.triangles.push(t.map(|v| {
                let place = &mut place[v as usize];
                if *place == u32::MAX {
                    *place = welded.positions.len() as u32;
                    welded.positions.push(self.positions[v as usize]);
                }
                *place
            }));
        }
        welded
    }
}

fn ascending(mut t: [u32; 3]) -> [u32; 3] {
    t.sort_unstable();
    t
}

/// The edge of a triangle that faces one of its vertices.
fn opposite_edge(t: [u32; 3], vertex: u32) -> [u32; 2] {
    match t.iter().position(|&v| v == vertex) {
        Some(0) => [t[1], t[2]],
        Some(1) => [t[2], t[0]],
        _ => [t[0], t[1]],
    }
}

/// Triangles round each vertex, as one flat list and the place where each vertex begins.
struct CornersByVertex {
    begin: Vec<u32>,
    triangles: Vec<u32>,
}

impl CornersByVertex {
    fn of(&self, vertex: u32) -> &[u32] {
        &self.triangles[self.begin[vertex as usize] as usize..self.begin[vertex as usize + 1] as usize]
    }
}

fn corners_by_vertex(vertices: usize, triangles: &[[u32; 3]]) -> CornersByVertex {
    let mut begin = vec![0_u32; vertices + 1];
    for &v in triangles.iter().flatten() {
        begin[v as usize + 1] += 1;
    }
    for v in 0..vertices {
        begin[v + 1] += begin[v];
    }
    let mut next = begin.clone();
    let mut list = vec![0; triangles.len() * 3];
    for (i, t) in (0_u32..).zip(triangles) {
        for &v in t {
            list[next[v as usize] as usize] = i;
            next[v as usize] += 1;
        }
    }
    CornersByVertex { begin, triangles: list }
}

/// Connected pieces of a vertex's link, a handful of edges.
fn link_components(edges: &[[u32; 2]]) -> usize {
    let mut label: Vec<usize> = (0..edges.len()).collect();
    let mut pieces = edges.len();
    for i in 0..edges.len() {
        for j in 0..i {
            let touch = edges[i].iter().any(|v| edges[j].contains(v));
            if touch && label[i] != label[j] {
                let (from, to) = (label[i], label[j]);
                label.iter_mut().filter(|l| **l == from).for_each(|l| *l = to);
                pieces -= 1;
            }
        }
    }
    pieces
}

/// Disjoint sets; the representative is the lowest member.
struct UnionFind {
    parent: Vec<u32>,
}

impl UnionFind {
    fn new(len: usize) -> Self {
        Self { parent: (0..len as u32).collect() }
    }

    fn find(&mut self, mut x: u32) -> u32 {
        while self.parent[x as usize] != x {
            let grandparent = self.parent[self.parent[x as usize] as usize];
            self.parent[x as usize] = grandparent;
            x = grandparent;
        }
        x
    }

    fn join(&mut self, a: u32, b: u32) {
        let (a, b) = (self.find(a), self.find(b));
        self.parent[a.max(b) as usize] = a.min(b);
    }
}

#[cfg(test)]
mod tests;
