//! Reports about one cell.

use super::cell::{dual_vertex, edge_vertex};
use super::crossing::{Crossing, CrossingSolver, GridEdge};
use super::flips::flips_of_cell;
use super::grid::{Layout, add};
use super::qef::Solver;
use super::recorder::Tried;
use super::solid::{Capped, Solid};
use super::table::{Corner, Cycles, Edge, Flips, Mask, cycles};
use super::{Cell, ContourError, Contoured, Grid, Qef, Recorder, Settings, Solution};
use crate::field::{Field, Sample};
use crate::math::SymEigen3;
use crate::scene::Method;
use glam::{DMat3, DVec3};

/// Why the vertices of one cell are where they are.
#[derive(Clone, Debug, PartialEq)]
pub struct CellReport {
    /// The algorithm.
    pub method: Method,
    /// The grid.
    pub grid: Grid,
    /// The cell.
    pub cell: Cell,
    /// Field values at the eight corners, x fastest, metres.
    pub corners: [f64; 8],
    /// Bit i is set if corner i is inside (value < 0).
    pub mask: u8,
    /// All cut edges of the cell.
    pub crossings: Vec<CrossingReport>,
    /// One a cycle (dual contouring), or one a cut edge (marching cubes).
    pub vertices: Vec<VertexReport>,
}

/// One cut edge.
#[derive(Clone, Debug, PartialEq)]
pub struct CrossingReport {
    /// Edge index, 0 to 11.
    pub edge: u8,
    /// The corners that the edge joins, the lower one first.
    pub corners: [u8; 2],
    /// The crossing, metres.
    pub point: DVec3,
    /// Unit normal there; zero where the field has none.
    pub normal: DVec3,
    /// Parameters (0 at the edge's lower corner, 1 at the other) and values that root finding visited, in order; both
    /// ends come first.
    pub steps: Vec<(f64, f64)>,
    /// Index in `Scene::nodes` of the primitive that decided there.
    pub node: u32,
    /// True where the gradient jumps or is undefined.
    pub feature: bool,
    /// Which cycle owns it.
    pub cycle: u8,
}

/// One vertex of a cell.
#[derive(Clone, Debug, PartialEq)]
pub struct VertexReport {
    /// Edges of its cycle, in order.
    pub edges: Vec<u8>,
    /// Mean of its crossings, metres.
    pub mass_point: DVec3,
    /// Sum of n nᵀ.
    pub matrix: DMat3,
    /// Eigenvalues of the matrix, greatest first.
    pub eigenvalues: DVec3,
    /// Eigenvectors as columns.
    pub eigenvectors: DMat3,
    /// Rank after the cut-off.
    pub rank: u8,
    /// Minimiser without constraint, metres.
    pub free: DVec3,
    /// The points that were tried: first the free minimiser; if it lies outside of the cell, the 27 active sets follow.
    pub candidates: Vec<Candidate>,
    /// Index in `candidates` of the winner.
    pub choice: usize,
    /// The vertex, metres.
    pub position: DVec3,
    /// Square root of the plain error at the vertex, metres.
    pub residual: f64,
    /// True if the free minimiser lay outside of the cell.
    pub clamped: bool,
}

/// One active set of the constrained problem.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Candidate {
    /// For each axis -1 (fixed at the low side), 0 (free), 1 (fixed at the high side).
    pub fixed: [i8; 3],
    /// The point, metres.
    pub point: DVec3,
    /// Objective with the bias, cell units squared.
    pub objective: f64,
    /// True if it lies in the cell.
    pub feasible: bool,
}

/// Why the vertices of one cell are where they are; computed by the functions of the bulk run, with a recorder. A cell
/// without surface has corner values and a mask, but no crossings and no vertices.
///
/// # Errors
/// As [`contour`](super::contour); and [`ContourError::NoSuchCell`].
pub fn explain_cell(field: &Field, settings: &Settings, cell: Cell) -> Result<CellReport, ContourError> {
    explain(field, settings, cell)
}

/// Why a vertex of a mesh is where it is: the report of its cell, and the vertex's index in the report. `field` and
/// `settings` must be those that the mesh was made with.
///
/// # Errors
/// As [`explain_cell`]; and [`ContourError::NoSuchVertex`].
pub fn explain_vertex(
    contoured: &Contoured,
    field: &Field,
    settings: &Settings,
    vertex: u32,
) -> Result<(CellReport, usize), ContourError> {
    let none = ContourError::NoSuchVertex { vertex, vertices: contoured.facts.len() };
    let fact = contoured.facts.get(vertex as usize).ok_or(none.clone())?;
    let report = explain(field, settings, fact.cell)?;
    let index = usize::from(fact.cycle);
    if index < report.vertices.len() { Ok((report, index)) } else { Err(none) }
}

pub(super) fn explain<S: Solid>(solid: &S, settings: &Settings, cell: Cell) -> Result<CellReport, ContourError> {
    settings.check()?;
    let layout = Layout::new(&solid.bounds(), settings)?;
    let layout = layout.ok_or(ContourError::NoSuchCell { cell, cells: [0; 3] })?;
    if !layout.grid.contains(cell) {
        return Err(ContourError::NoSuchCell { cell, cells: layout.grid.cells });
    }
    let mut recorder = CellRecorder::new(layout.grid, cell, settings.method);
    let solid = Capped::new(solid, layout.walls);
    run_cell(&solid, &layout.grid, settings, cell, &mut recorder);
    Ok(recorder.report)
}

/// Contours one cell, as the bulk run does, telling the recorder.
fn run_cell<S: Solid, R: Recorder>(
    solid: &Capped<'_, S>,
    grid: &Grid,
    settings: &Settings,
    cell: Cell,
    recorder: &mut R,
) {
    let values_of = |c: Cell| std::array::from_fn(|i| solid.value(grid.corner(add(c, Corner(i as u8).offset()))));
    let values = values_of(cell);
    let mask = Mask::of_values(&values);
    recorder.corners(&values, mask.0);
    let flips = match settings.method {
        Method::DualContouring => flips_of_cell(grid, cell, |c| Mask::of_values(&values_of(c))),
        Method::MarchingCubes => Flips::default(),
    };
    let mut solver = CrossingSolver::default();
    let mut found = Vec::new();
    for edge in Edge::all().filter(|&e| mask.cuts(e)) {
        let place = GridEdge { low: add(cell, edge.low().offset()), axis: edge.axis(), edge };
        let ends = [edge.low(), edge.high()].map(|c| values[usize::from(c.0)]);
        let crossing = solver.solve(solid, grid, &[(place, ends)], recorder)[0];
        let there = crossing.sample(solid, grid, place, mask.inside(edge.low()));
        recorder.crossing(edge.0, &crossing, &there);
        found.push((edge, crossing, there));
    }
    let cycles = cycles(mask, flips);
    match settings.method {
        Method::DualContouring => dual_vertices(solid, grid, settings, cell, (&cycles, &found), recorder),
        Method::MarchingCubes => {
            for (i, (edge, crossing, there)) in found.iter().enumerate() {
                recorder.cycle(&[edge.0], cycles.owner(*edge));
                edge_vertex(grid, (cell, i as u8), *edge, (crossing, there), recorder);
            }
        }
    }
}

/// A cut edge of the cell, and what the field says there.
type Found = (Edge, Crossing, Sample);

fn dual_vertices<S: Solid, R: Recorder>(
    solid: &Capped<'_, S>,
    grid: &Grid,
    settings: &Settings,
    cell: Cell,
    (cycles, found): (&Cycles, &[Found]),
    recorder: &mut R,
) {
    let solver = Solver::new(&settings.qef());
    for cycle in 0..cycles.len() {
        let edges = cycles.edges(cycle);
        recorder.cycle(&edges.iter().map(|e| e.0).collect::<Vec<_>>(), cycle as u8);
        let plane = |edge: &Edge| {
            let (_, crossing, _) = found.iter().find(|(e, ..)| e == edge)?;
            Some((crossing.local(*edge), crossing.normal))
        };
        let planes: Vec<_> = edges.iter().filter_map(plane).collect();
        dual_vertex(solid, grid, &solver, (cell, cycle as u8), &planes, recorder);
    }
}

/// Writes what it hears into a report.
struct CellRecorder {
    report: CellReport,
    /// Steps of the crossing that is being solved.
    steps: Vec<(f64, f64)>,
}

impl CellRecorder {
    fn new(grid: Grid, cell: Cell, method: Method) -> Self {
        let report =
            CellReport { method, grid, cell, corners: [0.0; 8], mask: 0, crossings: Vec::new(), vertices: Vec::new() };
        Self { report, steps: Vec::new() }
    }

    /// Cell units to metres.
    fn world(&self, local: DVec3) -> DVec3 {
        self.report.grid.point(self.report.cell, local)
    }
}

impl Recorder for CellRecorder {
    fn corners(&mut self, values: &[f64; 8], mask: u8) {
        self.report.corners = *values;
        self.report.mask = mask;
    }

    fn root_step(&mut self, _edge: u8, t: f64, value: f64) {
        self.steps.push((t, value));
    }

    fn crossing(&mut self, edge: u8, crossing: &Crossing, there: &Sample) {
        let (normal, Sample { node, feature, .. }) = (crossing.normal, *there);
        let point = self.world(crossing.local(Edge(edge)));
        let corners = [Edge(edge).low().0, Edge(edge).high().0];
        let steps = std::mem::take(&mut self.steps);
        self.report.crossings.push(CrossingReport { edge, corners, point, normal, steps, node, feature, cycle: 0 });
    }

    fn cycle(&mut self, edges: &[u8], cycle: u8) {
        for crossing in self.report.crossings.iter_mut().filter(|c| edges.contains(&c.edge)) {
            crossing.cycle = cycle;
        }
        self.report.vertices.push(VertexReport {
            edges: edges.to_vec(),
            mass_point: DVec3::ZERO,
            matrix: DMat3::ZERO,
            eigenvalues: DVec3::ZERO,
            eigenvectors: DMat3::IDENTITY,
            rank: 0,
            free: DVec3::ZERO,
            candidates: Vec::new(),
            choice: 0,
            position: DVec3::ZERO,
            residual: 0.0,
            clamped: false,
        });
    }

    fn qef(&mut self, qef: &Qef, eigen: &SymEigen3, rank: u8) {
        let mass_point = self.world(qef.mass_point);
        if let Some(vertex) = self.report.vertices.last_mut() {
            vertex.mass_point = mass_point;
            vertex.matrix = qef.m;
            vertex.eigenvalues = eigen.values;
            vertex.eigenvectors = eigen.vectors;
            vertex.rank = rank;
        }
    }

    fn candidate(&mut self, tried: &Tried) {
        let &Tried { fixed, objective, feasible, .. } = tried;
        let point = self.world(tried.point);
        if let Some(vertex) = self.report.vertices.last_mut() {
            vertex.candidates.push(Candidate { fixed, point, objective, feasible });
        }
    }

    fn choice(&mut self, index: usize) {
        if let Some(vertex) = self.report.vertices.last_mut() {
            vertex.choice = index;
        }
    }

    fn vertex(&mut self, position: DVec3, solution: &Solution) {
        let free = self.world(solution.free);
        let h = self.report.grid.h;
        if let Some(vertex) = self.report.vertices.last_mut() {
            vertex.position = position;
            vertex.free = free;
            vertex.residual = solution.error.sqrt() * h;
            vertex.clamped = solution.clamped;
            if vertex.candidates.is_empty() {
                // Marching cubes has no QEF: its only point is the crossing.
                vertex.mass_point = free;
                vertex.candidates.push(Candidate { fixed: [0; 3], point: free, objective: 0.0, feasible: true });
            }
        }
    }
}
