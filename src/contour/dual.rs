//! Dual contouring: one vertex per cycle of cut edges (Schaefer, Ju, Warren 2007, "Manifold dual contouring"), one quad
//! per cut edge.

use super::cell::{Vertex, cycle_crossings, dual_vertex};
use super::crossing::Crossing;
use super::flips::flip_joined_faces;
use super::qef::Solver;
use super::sampling::{Block, CutEdge, Surface, add};
use super::solid::{Capped, Solid};
use super::table::{EDGES, Edge, cycles};
use super::watch::{Stage, Watch};
use super::{ContourError, Contoured};
use crate::field::{Points, Scratch};
use crate::mesh::Mesh;
use glam::DVec3;
use rayon::prelude::*;

/// Diagonals whose middles differ by less than this in their distance to the surface are alike, in cells.
const ALIKE: f64 = 1e-3;

/// A quad: vertices counter-clockwise seen from outside.
type Quad = [u32; 4];

/// The mesh of a sampled surface.
pub(super) fn mesh<S: Solid>(
    solid: &Capped<'_, S>,
    mut surface: Surface,
    solver: &Solver,
    watch: &Watch,
) -> Result<Contoured, ContourError> {
    surface.stats.flipped_faces = flip_joined_faces(&mut surface);
    surface.number_cycles();
    let mut out = Contoured::empty(surface.grid);
    for vertices in vertices(solid, &surface, solver, watch)? {
        out.extend_vertices(&vertices);
    }
    for triangles in triangles(solid, &surface, &out.mesh, watch)? {
        out.mesh.triangles.extend(triangles);
    }
    surface.stats.clamped = out.facts.iter().filter(|f| f.clamped).count() as u64;
    out.stats = surface.stats;
    out.fill_normals();
    Ok(out)
}

/// Vertices of each block, in the order of their cells and cycles.
fn vertices<S: Solid>(
    solid: &Capped<'_, S>,
    surface: &Surface,
    solver: &Solver,
    watch: &Watch,
) -> Result<Vec<Vec<Vertex>>, ContourError> {
    let stage = Stage::new(watch, 600, 900, surface.blocks.len());
    let of_block = |block: &Block| {
        stage.tick()?;
        let mut vertices = Vec::with_capacity(block.cells.len() * 5 / 4);
        let mut buffer = [(Edge(0), Crossing::default()); EDGES];
        for cell in &block.cells {
            let at = block.cell_at(cell);
            let crossings = surface.crossings(at, cell.mask);
            let cycles = cycles(cell.mask, cell.flips);
            for cycle in 0..cycles.len() {
                let crossings = cycle_crossings(cycles.edges(cycle), &crossings, &mut buffer);
                vertices.push(dual_vertex(solid, &surface.grid, solver, (at, cycle as u8), crossings, &mut ()));
            }
        }
        Ok(vertices)
    };
    surface.blocks.par_iter().map(of_block).collect()
}

/// Triangles of each block, in the order of their edges.
fn triangles<S: Solid>(
    solid: &Capped<'_, S>,
    surface: &Surface,
    mesh: &Mesh,
    watch: &Watch,
) -> Result<Vec<Vec<[u32; 3]>>, ContourError> {
    let stage = Stage::new(watch, 900, 1000, surface.blocks.len());
    let of_block = |splitter: &mut Splitter, block: &Block| {
        stage.tick()?;
        let quads = block.edges.iter().filter_map(|edge| quad(surface, block, edge));
        Ok(splitter.split(solid, mesh, surface.grid.h, quads))
    };
    surface.blocks.par_iter().map_init(Splitter::default, of_block).collect()
}

/// The quad of a cut edge: the vertices of the four cells round it that own it.
fn quad(surface: &Surface, block: &Block, cut: &CutEdge) -> Option<Quad> {
    let (low, axis) = block.place_of(cut);
    let (u, v) = ((axis + 1) % 3, (axis + 2) % 3);
    let mut quad = [0; 4];
    // Counter-clockwise seen against the axis, which is from outside if the lower end is inside.
    for (corner, (du, dv)) in quad.iter_mut().zip([(-1, -1), (0, -1), (0, 0), (-1, 0)]) {
        let mut offset = [0; 3];
        (offset[u], offset[v]) = (du, dv);
        // Always there: the outermost corners of the grid are outside, so no cut edge lies on its border.
        let cell = surface.cell(add(low, offset))?;
        let owner = cycles(cell.mask, cell.flips).owner(Edge::seen_from(axis, offset));
        *corner = cell.first_vertex + u32::from(owner);
    }
    if !cut.low_inside {
        quad.reverse();
    }
    Some(quad)
}

/// Splits quads into triangles; buffers of a worker.
#[derive(Default)]
struct Splitter {
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
    fn split<S: Solid>(
        &mut self,
        solid: &Capped<'_, S>,
        mesh: &Mesh,
        h: f64,
        quads: impl Iterator<Item = Quad>,
    ) -> Vec<[u32; 3]> {
        self.quads.clear();
        self.x.clear();
        self.y.clear();
        self.z.clear();
        for quad in quads {
            self.quads.push(quad);
            let p = quad.map(|v| mesh.positions[v as usize]);
            for middle in [0.5 * (p[0] + p[2]), 0.5 * (p[1] + p[3])] {
                self.x.push(middle.x);
                self.y.push(middle.y);
                self.z.push(middle.z);
            }
        }
        self.values.resize(self.x.len(), 0.0);
        solid.values(Points { x: &self.x, y: &self.y, z: &self.z }, &mut self.values, &mut self.scratch);
        let with_values = self.quads.iter().zip(self.values.chunks_exact(2));
        with_values.flat_map(|(quad, values)| split_quad(mesh, *quad, [values[0] / h, values[1] / h])).collect()
    }
}

/// The better of two splits, judged by folds, then by the distance of the diagonals' middles to the surface (in cells),
/// then by length. Near ties go to the first diagonal, so that rounding does not choose.
fn split_quad(mesh: &Mesh, [a, b, c, d]: Quad, middles: [f64; 2]) -> [[u32; 3]; 2] {
    let first = [[a, b, c], [a, c, d]];
    let second = [[b, c, d], [b, d, a]];
    let folds = |split: [[u32; 3]; 2]| split.into_iter().filter(|&t| is_folded(mesh, t)).count();
    let length = |i: u32, j: u32| (mesh.positions[i as usize] - mesh.positions[j as usize]).length();
    let (folds, off) = ([folds(first), folds(second)], middles.map(f64::abs));
    let second_wins = if folds[0] != folds[1] {
        folds[1] < folds[0]
    } else if (off[0] - off[1]).abs() > ALIKE {
        off[1] < off[0]
    } else {
        length(b, d) < (1.0 - ALIKE) * length(a, c)
    };
    if second_wins { second } else { first }
}

/// True if a triangle faces against the normals of all its vertices that have one.
fn is_folded(mesh: &Mesh, triangle: [u32; 3]) -> bool {
    let [a, b, c] = triangle.map(|v| mesh.positions[v as usize]);
    let face = (b - a).cross(c - a);
    let with = triangle.map(|v| mesh.normals[v as usize].dot(face));
    face != DVec3::ZERO && with.iter().all(|&d| d <= 0.0) && with.iter().any(|&d| d < 0.0)
}
