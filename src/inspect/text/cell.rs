//! Why the vertices of a cell are where they are.

use super::table::{Table, number, point, signed};
use super::{method, node_name};
use crate::contour::{CellReport, CrossingReport, VertexReport};
use crate::scene::{Method, Scene};
use std::fmt::Write;

/// Why the vertices of a cell are where they are.
#[must_use]
pub fn cell(scene: &Scene, report: &CellReport) -> String {
    let [i, j, k] = report.cell;
    let bounds = report.grid.cell_bounds(report.cell);
    let mut text = format!("Cell {i},{j},{k} by {}, edge {} m\n", method(report.method), number(report.grid.h));
    let _ = writeln!(text, "  from {}", point(bounds.min));
    let _ = writeln!(text, "  to   {}", point(bounds.max));
    corners(&mut text, report);
    crossings(&mut text, scene, report);
    for (index, vertex) in report.vertices.iter().enumerate() {
        match report.method {
            Method::DualContouring => qef_vertex(&mut text, index, vertex),
            Method::MarchingCubes => edge_vertex(&mut text, index, vertex),
        }
    }
    if report.vertices.is_empty() {
        text.push_str("\nNo vertex: no edge of the cell is cut.\n");
    }
    text
}

fn corners(text: &mut String, report: &CellReport) {
    let inside = report.mask.count_ones();
    let _ = writeln!(text, "\nCorners: {inside} of 8 inside, mask {:08b}", report.mask);
    let mut table = Table::new(4);
    table.row(["#", "point", " value", "side"].map(str::to_owned));
    for (i, corner) in report.grid.cell_bounds(report.cell).corners().into_iter().enumerate() {
        let side = if report.mask & (1 << i) != 0 { "inside" } else { "outside" };
        table.row([i.to_string(), point(corner), signed(report.corners[i]), side.to_owned()]);
    }
    text.push_str(&table.indented(2));
}

fn crossings(text: &mut String, scene: &Scene, report: &CellReport) {
    if report.crossings.is_empty() {
        return;
    }
    let _ = writeln!(text, "\nCrossings: {}", report.crossings.len());
    let mut table = Table::new(6);
    table.row(["edge (corners)", "cycle", "point", "normal", "node", "feature"].map(str::to_owned));
    for c in &report.crossings {
        let feature = if c.feature { "yes" } else { "no" };
        table.row([
            format!("{} ({}-{})", c.edge, c.corners[0], c.corners[1]),
            c.cycle.to_string(),
            point(c.point),
            point(c.normal),
            node_name(scene, c.node),
            feature.to_owned(),
        ]);
    }
    text.push_str(&table.indented(2));
    text.push_str("\nRoot finding: t along the edge -> value\n");
    for c in &report.crossings {
        let _ = writeln!(text, "  edge {:<2}  {}", c.edge, steps(c));
    }
}

fn steps(crossing: &CrossingReport) -> String {
    let steps: Vec<_> = crossing.steps.iter().map(|(t, f)| format!("{t:.6} -> {}", number(*f))).collect();
    steps.join("; ")
}

fn edge_list(vertex: &VertexReport) -> String {
    vertex.edges.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// A vertex of marching cubes is a crossing.
fn edge_vertex(text: &mut String, index: usize, vertex: &VertexReport) {
    let _ = writeln!(text, "\nVertex {index} on edge {}: {}", edge_list(vertex), point(vertex.position));
}

fn qef_vertex(text: &mut String, index: usize, vertex: &VertexReport) {
    let _ = writeln!(text, "\nVertex {index} of edges {}", edge_list(vertex));
    let meaning = match vertex.rank {
        1 => "flat",
        2 => "edge",
        3 => "corner",
        _ => "no direction",
    };
    let place = if vertex.clamped { "outside of the cell" } else { "in the cell" };
    let mut table = Table::new(2);
    let mut row = |label: &str, value: String| table.row([label.to_owned(), value]);
    row("mass point", point(vertex.mass_point));
    for (label, axis) in [("matrix", 0), ("", 1), ("", 2)] {
        row(label, point(vertex.matrix.row(axis)));
    }
    let eigenvalues = vertex.eigenvalues.to_array();
    for (label, axis) in [("eigenvalues", 0), ("", 1), ("", 2)] {
        let value = signed(eigenvalues[axis]);
        row(label, format!("{value:<11}  along {}", point(vertex.eigenvectors.col(axis))));
    }
    row("rank", format!("{} ({meaning})", vertex.rank));
    row("free minimiser", format!("{}, {place}", point(vertex.free)));
    row("vertex", point(vertex.position));
    row("residual", format!("{} m", number(vertex.residual)));
    row("clamped", if vertex.clamped { "yes" } else { "no" }.to_owned());
    text.push_str(&table.indented(2));
    candidates(text, vertex);
}

fn candidates(text: &mut String, vertex: &VertexReport) {
    let _ = writeln!(text, "  candidates: {} (x, y, z: - low side, + high side, . free)", vertex.candidates.len());
    let mut table = Table::new(5);
    table.row(["", "fixed", "point", "objective", "in the cell"].map(str::to_owned));
    for (i, candidate) in vertex.candidates.iter().enumerate() {
        let fixed = candidate.fixed.map(|side| match side {
            -1 => '-',
            1 => '+',
            _ => '.',
        });
        table.row([
            if i == vertex.choice { ">" } else { "" }.to_owned(),
            fixed.iter().collect(),
            point(candidate.point),
            format!("{:.6e}", candidate.objective + 0.0),
            if candidate.feasible { "yes" } else { "no" }.to_owned(),
        ]);
    }
    text.push_str(&table.indented(4));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contour::{Candidate, Grid};
    use crate::scene::{Kind, Node};
    use glam::{DMat3, DVec3};

    /// The half space z < 0.25 in the cell from 0 to 1: four crossings, a flat vertex.
    fn flat_cell() -> CellReport {
        let crossing = |edge: u8, x: f64, y: f64| CrossingReport {
            edge,
            // Along z.
            corners: [edge - 8, edge - 4],
            point: DVec3::new(x, y, 0.25),
            normal: DVec3::Z,
            steps: vec![(0.25, 0.0)],
            node: 0,
            feature: false,
            cycle: 0,
        };
        let vertex = VertexReport {
            edges: vec![8, 9, 11, 10],
            mass_point: DVec3::new(0.5, 0.5, 0.25),
            matrix: DMat3::from_diagonal(DVec3::new(0.0, 0.0, 4.0)),
            eigenvalues: DVec3::new(4.0, 0.0, 0.0),
            eigenvectors: DMat3::from_cols(DVec3::Z, DVec3::X, DVec3::Y),
            rank: 1,
            free: DVec3::new(0.5, 0.5, 0.25),
            candidates: vec![Candidate {
                fixed: [0, 0, 0],
                point: DVec3::new(0.5, 0.5, 0.25),
                objective: 0.0,
                feasible: true,
            }],
            choice: 0,
            position: DVec3::new(0.5, 0.5, 0.25),
            residual: 0.0,
            clamped: false,
        };
        CellReport {
            method: Method::DualContouring,
            grid: Grid::new(DVec3::ZERO, 1.0, [1, 1, 1]),
            cell: [0, 0, 0],
            corners: [-0.25, -0.25, -0.25, -0.25, 0.75, 0.75, 0.75, 0.75],
            mask: 0b0000_1111,
            crossings: vec![
                crossing(8, 0.0, 0.0),
                crossing(9, 1.0, 0.0),
                crossing(10, 0.0, 1.0),
                crossing(11, 1.0, 1.0),
            ],
            vertices: vec![vertex],
        }
    }

    #[test]
    fn a_cell_tells_its_story_in_order() {
        let scene = Scene { nodes: vec![Node::new("floor", Kind::Plane)], ..Scene::default() };
        let text = cell(&scene, &flat_cell());
        let wanted = [
            "Cell 0,0,0 by dual contouring, edge 1.000000 m",
            "Corners: 4 of 8 inside, mask 00001111",
            "0 ( 0.000000, 0.000000, 0.000000) -0.250000 inside",
            "7 ( 1.000000, 1.000000, 1.000000) 0.750000 outside",
            "Crossings: 4",
            "9 (1-5) 0 ( 1.000000, 0.000000, 0.250000) ( 0.000000, 0.000000, 1.000000) \"floor\" no",
            "edge 9 0.250000 -> 0.000000",
            "Vertex 0 of edges 8, 9, 11, 10",
            "eigenvalues 4.000000 along ( 0.000000, 0.000000, 1.000000)",
            "rank 1 (flat)",
            "free minimiser ( 0.500000, 0.500000, 0.250000), in the cell",
            "> ... ( 0.500000, 0.500000, 0.250000) 0.000000e0 yes",
        ];
        let mut lines = text.lines();
        for line in wanted {
            let same = |l: &str| l.split_whitespace().eq(line.split_whitespace());
            assert!(lines.any(same), "{line:?} is missing or out of order in\n{text}");
        }
        assert!(text.lines().all(|l| l == l.trim_end()), "no line ends with spaces");
    }

    #[test]
    fn an_empty_cell_says_so() {
        let mut report = flat_cell();
        report.crossings.clear();
        report.vertices.clear();
        assert!(cell(&Scene::default(), &report).ends_with("No vertex: no edge of the cell is cut.\n"));
    }
}
