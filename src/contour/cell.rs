//! The vertices of one cell: the functions that the bulk run and explanations share.

use super::crossing::Crossing;
use super::grid::{Cell, Grid};
use super::qef::{Qef, Solution, Solver};
use super::recorder::Recorder;
use super::solid::{Capped, Solid};
use super::table::Edge;
use super::{Contoured, VertexFact};
use crate::field::Sample;
use crate::mesh::Mesh;
use glam::DVec3;

/// Marching cubes keeps vertices this far from the corners of the grid, in cells: where the surface passes through a
/// corner, several crossings meet there, and their triangles would have no area.
const CORNER_CLEARANCE: f64 = 1e-3;

/// A crossing's point, in cell units, and normal.
pub(super) type Plane = (DVec3, DVec3);

/// A vertex of the mesh before it is numbered.
#[derive(Clone, Copy, Debug)]
pub(super) struct Vertex {
    /// Metres.
    pub(super) position: DVec3,
    /// Unit gradient of the field; zero where it says nothing, for the triangles to decide.
    pub(super) normal: DVec3,
    /// sRGB.
    pub(super) color: [f32; 3],
    pub(super) fact: VertexFact,
}

/// The vertex of one cycle of a cell, by dual contouring. Its fact names the cell as `place` does.
pub(super) fn dual_vertex<S: Solid, R: Recorder>(
    solid: &Capped<'_, S>,
    grid: &Grid,
    solver: &Solver,
    place: (Cell, u8),
    planes: &[Plane],
    recorder: &mut R,
) -> Vertex {
    let qef = Qef::new(planes.iter().copied());
    let solution = qef.solve_with(solver, recorder);
    let (cell, cycle) = place;
    let position = grid.point(cell, solution.position);
    recorder.vertex(position, &solution);
    let there = solid.sample(position);
    let Solution { rank, error, clamped, .. } = solution;
    let residual = (error.sqrt() * grid.h) as f32;
    Vertex {
        position,
        normal: usable_normal(there.gradient, there.feature),
        color: there.color.as_vec3().to_array(),
        fact: VertexFact { cell, cycle, rank, residual, clamped },
    }
}

/// The vertex of one cut edge, by marching cubes. `edge` is its number in the cell of `place`, which also says which of the
/// cell's cut edges it is; `there` is what the field says at the crossing.
pub(super) fn edge_vertex<R: Recorder>(
    grid: &Grid,
    place: (Cell, u8),
    edge: Edge,
    (crossing, there): (&Crossing, &Sample),
    recorder: &mut R,
) -> Vertex {
    let (cell, cycle) = place;
    let t = crossing.t.clamp(CORNER_CLEARANCE, 1.0 - CORNER_CLEARANCE);
    let low = super::grid::add(cell, edge.low().offset());
    let position = grid.edge_point(low, edge.axis(), t);
    let local = |t| Crossing { t, ..*crossing }.local(edge);
    let free = local(crossing.t);
    let solution = Solution { position: local(t), free, rank: 0, error: 0.0, clamped: false };
    recorder.vertex(position, &solution);
    Vertex {
        position,
        normal: usable_normal(crossing.normal, there.feature),
        color: there.color.as_vec3().to_array(),
        fact: VertexFact { cell, cycle, rank: 0, residual: 0.0, clamped: false },
    }
}

/// On a crease the gradient is one sheet's, by chance; the triangles round the vertex know better.
fn usable_normal(gradient: DVec3, feature: bool) -> DVec3 {
    if feature { DVec3::ZERO } else { gradient.try_normalize().unwrap_or(DVec3::ZERO) }
}

impl Contoured {
    /// An empty mesh on a grid.
    pub(super) fn empty(grid: Grid) -> Self {
        Self { mesh: Mesh::default(), facts: Vec::new(), grid, stats: super::Stats::default() }
    }

    /// Area-weighted normals for vertices where the field gave none; +y where triangles cancel.
    pub(super) fn fill_normals(&mut self) {
        let missing: Vec<bool> = self.mesh.normals.iter().map(|n| *n == DVec3::ZERO).collect();
        if !missing.contains(&true) {
            return;
        }
        for triangle in &self.mesh.triangles {
            let [a, b, c] = triangle.map(|v| self.mesh.positions[v as usize]);
            let area = (b - a).cross(c - a);
            for &v in triangle {
                if missing[v as usize] {
                    self.mesh.normals[v as usize] += area;
                }
            }
        }
        for (normal, _) in self.mesh.normals.iter_mut().zip(&missing).filter(|(_, missing)| **missing) {
            *normal = normal.try_normalize().unwrap_or(DVec3::Y);
        }
    }
}
