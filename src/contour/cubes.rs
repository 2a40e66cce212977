//! Marching cubes (Lorensen and Cline 1987) with the derived table: one vertex per cut edge, each cycle triangulated.

use super::block::CutEdge;
use super::cell::{Vertex, edge_vertex};
use super::crossing::GridEdge;
use super::grid::add;
use super::parts::{Mesher, Triangle, VertexRef};
use super::solid::Solid;
use super::surface::{Near, Sheet, Surface, split_ahead};
use super::table::{CASES, Edge};
use std::sync::Arc;

/// The mesher.
pub(super) struct Cubes;

impl<S: Solid> Mesher<S> for Cubes {
    type Buffers = ();
    const STEP: i32 = 1;
    const VERTICES_LOOK_AHEAD: bool = false;

    /// One vertex per cut edge of a block, in their order. Its fact names the cell at the edge's lower corner and its place
    /// among the cut edges of that cell.
    fn vertices(&self, surface: &Surface<S>, sheet: &Sheet<S>) -> Vec<Vertex> {
        let block = &sheet.block;
        let vertex = |cut: &CutEdge| {
            let (local, axis) = cut.place();
            let edge = Edge::at_origin(axis);
            let cell = block.find_cell(cut.key / 3).map(|i| block.cells[i]);
            let before = cell.map_or(0, |c| c.mask.cut_edges_before(edge));
            let at = add(sheet.low(), local);
            let place = GridEdge { low: at, axis, edge };
            let solid = block.capped_in(local, &surface.walls);
            let there = cut.crossing.sample(&solid, &surface.grid, place, cut.low_inside);
            let mut vertex = edge_vertex(&surface.grid, (at, before), edge, (&cut.crossing, &there), &mut ());
            vertex.fact.cell = local;
            vertex
        };
        block.edges.iter().map(vertex).collect()
    }

    fn triangles(
        &self,
        surface: &Surface<S>,
        sheet: &Sheet<S>,
        _vertices: &[Arc<Vec<Vertex>>],
        _buffers: &mut (),
    ) -> Vec<Triangle> {
        let ahead = surface.near(sheet, 1);
        let mut triangles = Vec::with_capacity(sheet.block.cells.len() * 3);
        for cell in &sheet.block.cells {
            let vertex = |edge: Edge| vertex(surface, &ahead, add(cell.place(), edge.low().offset()), edge.axis());
            for triangle in &CASES[usize::from(cell.mask.0)].triangles {
                // Always there: the block of every cut edge is sampled.
                if let [Some(a), Some(b), Some(c)] = triangle.map(vertex) {
                    triangles.push([a, b, c]);
                }
            }
        }
        triangles
    }
}

/// The vertex of the edge along `axis` from a corner, given by its coordinates in the block.
fn vertex<S: Solid>(surface: &Surface<S>, ahead: &Near, low: [i32; 3], axis: usize) -> Option<VertexRef> {
    let (octant, local) = split_ahead(low);
    let place = surface.neighbour(ahead, octant)?.block.find_edge(local, axis)?;
    Some(VertexRef::new(octant, place as u16))
}
