//! Marching cubes (Lorensen and Cline 1987) with the derived table: one vertex per cut edge, each cycle triangulated.

use super::cell::{Vertex, edge_vertex};
use super::sampling::{Block, Surface, SurfaceCell, add};
use super::table::{CASES, Edge};
use super::watch::{Stage, Watch};
use super::{ContourError, Contoured};
use rayon::prelude::*;

/// The mesh of a sampled surface.
pub(super) fn mesh(mut surface: Surface, watch: &Watch) -> Result<Contoured, ContourError> {
    surface.number_edges();
    let mut out = Contoured::empty(surface.grid);
    let stage = Stage::new(watch, 600, 1000, surface.blocks.len());
    let of_block = |block: &Block| {
        stage.tick()?;
        Ok((vertices(&surface, block), triangles(&surface, block)))
    };
    let parts: Vec<_> = surface.blocks.par_iter().map(of_block).collect::<Result<_, ContourError>>()?;
    for (vertices, triangles) in parts {
        out.extend_vertices(&vertices);
        out.mesh.triangles.extend(triangles);
    }
    out.stats = surface.stats;
    out.fill_normals();
    Ok(out)
}

/// One vertex per cut edge of a block. Its fact names the cell at the edge's lower corner and its place among the cut
/// edges of that cell.
fn vertices(surface: &Surface, block: &Block) -> Vec<Vertex> {
    let vertex = |cut| {
        let (cell, axis) = block.place_of(cut);
        let edge = Edge::at_origin(axis);
        let before = surface.cell(cell).map_or(0, |c| c.mask.cut_edges_before(edge));
        edge_vertex(&surface.grid, (cell, before), edge, &cut.crossing, &mut ())
    };
    block.edges.iter().map(vertex).collect()
}

fn triangles(surface: &Surface, block: &Block) -> Vec<[u32; 3]> {
    let mut triangles = Vec::with_capacity(block.cells.len() * 3);
    for cell in &block.cells {
        cell_triangles(surface, block, cell, &mut triangles);
    }
    triangles
}

fn cell_triangles(surface: &Surface, block: &Block, cell: &SurfaceCell, out: &mut Vec<[u32; 3]>) {
    let at = block.cell_at(cell);
    let vertex = |edge: Edge| surface.edge(add(at, edge.low().offset()), edge.axis()).map(|(_, index)| index);
    for triangle in &CASES[usize::from(cell.mask.0)].triangles {
        // Always there: the block of every cut edge is sampled.
        if let [Some(a), Some(b), Some(c)] = triangle.map(vertex) {
            out.push([a, b, c]);
        }
    }
}
