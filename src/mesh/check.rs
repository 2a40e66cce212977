//! Is it closed, manifold, well oriented, free of self-intersections?

use super::Mesh;
use glam::DVec3;

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
    /// Two triangles that share no vertex and meet.
    SelfIntersection,
}

/// One defect and its place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Defect {
    /// What it is.
    pub kind: DefectKind,
    /// Where, metres.
    pub at: DVec3,
    /// Vertices, or triangles for the last three kinds; `[a, b]` or `[a, a]`.
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
    /// Triangles whose three vertices another one has too.
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
}

impl Mesh {
    /// All checks but self-intersections; O(n log n).
    #[must_use]
    pub fn check(&self) -> Check {
        todo!("mesh helper")
    }

    /// Pairs of triangles that share no vertex and meet, by exact predicates (Shewchuk 1997) over a BVH, in
    /// ascending order. Touching in a point counts.
    #[must_use]
    pub fn self_intersections(&self) -> Vec<[u32; 2]> {
        todo!("mesh helper")
    }
}
