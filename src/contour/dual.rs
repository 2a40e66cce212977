//! Dual contouring: one vertex per cycle of cut edges (Schaefer, Ju, Warren 2007, "Manifold dual contouring"), one quad
//! per cut edge.

use super::block::{CutEdge, SurfaceCell};
use super::cell::{Vertex, dual_vertex};
use super::grid::add;
use super::parts::{Mesher, Triangle, VertexRef};
use super::qef::Solver;
use super::solid::{Capped, Solid};
use super::surface::{Near, Sheet, Surface, split_behind};
use super::table::{EDGES, Edge, cycles};
use crate::field::{Points, Scratch};
use glam::DVec3;
use std::sync::Arc;

/// Diagonals whose middles differ by less than this in their distance to the surface are alike, in cells.
const ALIKE: f64 = 1e-3;

/// The mesher.
pub(super) struct Dual {
    pub(super) solver: Solver,
}

impl<S: Solid> Mesher<S> for Dual {
    type Buffers = Splitter;
    const STEP: i32 = -1;
    const VERTICES_LOOK_AHEAD: bool = true;

    /// In the order of cells and cycles.
    fn vertices(&self, surface: &Surface<S>, sheet: &Sheet<S>) -> Vec<Vertex> {
        let ahead = surface.near(sheet, 1);
        let mut vertices = Vec::with_capacity(sheet.cells().len() * 5 / 4);
        let mut buffer = [(DVec3::ZERO, DVec3::ZERO); EDGES];
        for cell in sheet.cells() {
            let local = cell.place();
            let solid = sheet.block.capped_in(local, &surface.walls);
            let at = add(sheet.low(), local);
            let cycles = cycles(cell.mask, cell.flips);
            for cycle in 0..cycles.len() {
                let planes = surface.planes(&ahead, local, cycles.edges(cycle), &mut buffer);
                let place = (at, cycle as u8);
                let mut vertex = dual_vertex(&solid, &surface.grid, &self.solver, place, planes, &mut ());
                vertex.fact.cell = local;
                vertices.push(vertex);
            }
        }
        vertices
    }

    /// In the order of edges.
    fn triangles(
        &self,
        surface: &Surface<S>,
        sheet: &Sheet<S>,
        vertices: &[Arc<Vec<Vertex>>],
        splitter: &mut Splitter,
    ) -> Vec<Triangle> {
        let behind = surface.near(sheet, -1);
        let corner = |reference: VertexRef| {
            let slot = behind[reference.octant()].map_or(0, |slot| slot as usize);
            let Vertex { position, normal, .. } = vertices[slot][reference.local()];
            Corner { reference, position, normal }
        };
        let quads = sheet.block.edges.iter().filter_map(|edge| quad(surface, &behind, edge));
        splitter.split(&sheet.block.capped(&surface.walls), surface.grid.h, quads.map(|quad| quad.map(corner)))
    }
}

/// The four vertices whose cells share a cut edge, counter-clockwise seen from outside.
fn quad<S: Solid>(surface: &Surface<S>, behind: &Near, cut: &CutEdge) -> Option<[VertexRef; 4]> {
    let (low, axis) = cut.place();
    let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
    let mut quad = [VertexRef::new(0, 0); 4];
    // Counter-clockwise seen along the axis from its high end, which is outside if the lower end is inside.
    for (corner, (du, dv)) in quad.iter_mut().zip([(-1, -1), (0, -1), (0, 0), (-1, 0)]) {
        let mut offset = [0; 3];
        (offset[u], offset[v]) = (du, dv);
        let (octant, local) = split_behind(add(low, offset));
        // Always there: the outermost corners of the grid are outside, so no cut edge lies on its border.
        let sheet = surface.neighbour(behind, octant)?;
        let cell: &SurfaceCell = &sheet.cells()[sheet.block.find_cell(local)?];
        let owner = cycles(cell.mask, cell.flips).owner(Edge::seen_from(axis, offset));
        *corner = VertexRef::new(octant, cell.first + u16::from(owner));
    }
    if !cut.low_inside {
        quad.reverse();
    }
    Some(quad)
}

/// A corner of a quad.
#[derive(Clone, Copy, Debug)]
struct Corner {
    reference: VertexRef,
    position: DVec3,
    /// As the field gave it; zero where it gave none.
    normal: DVec3,
}

/// A quad: corners counter-clockwise seen from outside.
type Quad = [Corner; 4];

/// Splits quads into triangles; buffers of a worker.
#[derive(Default)]
pub(super) struct Splitter {
    quads: Vec<Quad>,
    x: Vec<f64>,
    y: Vec<f64>,
    z: Vec<f64>,
    values: Vec<f64>,
    scratch: Scratch<f64>,
}

impl Splitter {
    /// Splits each quad along the better diagonal. The field is asked at the middles of both: on a crease one of them
    /// lies on the surface and the other cuts the corner.
    fn split<S: Solid>(&mut self, solid: &Capped<'_, S>, h: f64, quads: impl Iterator<Item = Quad>) -> Vec<Triangle> {
        self.quads.clear();
        self.x.clear();
        self.y.clear();
        self.z.clear();
        for quad in quads {
            self.quads.push(quad);
            let p = quad.map(|corner| corner.position);
            for middle in [0.5 * (p[0] + p[2]), 0.5 * (p[1] + p[3])] {
                self.x.push(middle.x);
                self.y.push(middle.y);
                self.z.push(middle.z);
            }
        }
        self.values.resize(self.x.len(), 0.0);
        solid.values(Points { x: &self.x, y: &self.y, z: &self.z }, &mut self.values, &mut self.scratch);
        let with_values = self.quads.iter().zip(self.values.chunks_exact(2));
        with_values.flat_map(|(quad, values)| split_quad(*quad, [values[0] / h, values[1] / h])).collect()
    }
}

/// The better of two splits, judged by folds, then by the distance of the diagonals' middles to the surface (in cells),
/// then by length. Near ties go to the first diagonal, so that rounding does not choose.
fn split_quad([a, b, c, d]: Quad, middles: [f64; 2]) -> [Triangle; 2] {
    let first = [[a, b, c], [a, c, d]];
    let second = [[b, c, d], [b, d, a]];
    let folds = |split: &[[Corner; 3]; 2]| split.iter().filter(|t| is_folded(t)).count();
    let length = |i: Corner, j: Corner| (i.position - j.position).length();
    let (folds, off) = ([folds(&first), folds(&second)], middles.map(f64::abs));
    let second_wins = if folds[0] != folds[1] {
        folds[1] < folds[0]
    } else if (off[0] - off[1]).abs() > ALIKE {
        off[1] < off[0]
    } else {
        length(b, d) < (1.0 - ALIKE) * length(a, c)
    };
    let winner = if second_wins { second } else { first };
    winner.map(|triangle| triangle.map(|corner| corner.reference))
}

/// True if a triangle faces against the normals of all its vertices that have one.
fn is_folded(triangle: &[Corner; 3]) -> bool {
    let [a, b, c] = triangle.map(|corner| corner.position);
    let face = (b - a).cross(c - a);
    let with = triangle.map(|corner| corner.normal.dot(face));
    face != DVec3::ZERO && with.iter().all(|&d| d <= 0.0) && with.iter().any(|&d| d < 0.0)
}
