//! Drawables: points, lines, arrows, each with a role. Colours are `draw`'s business.

use crate::contour::{Cell, CellReport, Contoured, Settings, explain_cell};
use crate::field::Field;
use crate::math::Bounds;
use crate::mesh::{Check, Mesh};
use crate::scene::Method;
use crate::sim::{DeformerState, PokeTrace, RopeState};
use glam::DVec3;

/// What a drawable means; the palette gives it a colour, the legend its label.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Role {
    /// A vertex normal.
    Normal,
    /// A point where the surface cuts a grid edge.
    Crossing,
    /// The field's gradient at a crossing.
    CrossingNormal,
    /// The free minimiser of a QEF.
    QefFree,
    /// The chosen vertex.
    QefChosen,
    /// From the free minimiser to the chosen vertex, where they differ.
    QefPull,
    /// Mean of a cycle's crossings.
    MassPoint,
    /// Edge of a cell.
    Cell,
    /// Edge of the selected cell.
    SelectedCell,
    /// A corner inside.
    CornerInside,
    /// A corner outside.
    CornerOutside,
    /// A poke's ray.
    Ray,
    /// Where a ray hit.
    Hit,
    /// The surface normal at a hit.
    HitNormal,
    /// The offset force point.
    ForcePoint,
    /// A velocity.
    Velocity,
    /// A segment that is too long, by degree: 0 is at rest, 255 is 5 % and more.
    Strain(u8),
    /// A triangle edge.
    Wire,
    /// A defect of a mesh.
    Defect,
}

/// Things to draw over the picture. Metres.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Overlay {
    /// Points, drawn at a constant size in pixels.
    pub points: Vec<(DVec3, Role)>,
    /// Lines.
    pub lines: Vec<(DVec3, DVec3, Role)>,
    /// Arrows from the first point to the second.
    pub arrows: Vec<(DVec3, DVec3, Role)>,
}

impl Overlay {
    /// Adds all of another overlay.
    pub fn extend(&mut self, other: Self) {
        self.points.extend(other.points);
        self.lines.extend(other.lines);
        self.arrows.extend(other.arrows);
    }

    /// True if there is nothing to draw.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.points.is_empty() && self.lines.is_empty() && self.arrows.is_empty()
    }
}

/// Strain that is drawn in the strongest colour.
const FULL_STRAIN: f64 = 0.05;

/// Length of a poke's ray that hits nothing, metres.
const MISSED_RAY: f64 = 10.0;

/// Least length of the normal at a poke's hit, metres.
const MIN_HIT_NORMAL: f64 = 0.1;

/// Below this a minimiser and a vertex are drawn as one, in parts of a cell.
const SAME_POINT: f64 = 1e-6;

/// Normals of a mesh as arrows of the given length; a scattered choice of `max` vertices when there are more.
#[must_use]
pub fn normals(mesh: &Mesh, length: f64, max: usize) -> Overlay {
    let vertices = mesh.positions.iter().zip(&mesh.normals);
    let arrows = scattered(vertices, max).map(|(&p, &n)| (p, p + n * length, Role::Normal)).collect();
    Overlay { arrows, ..Overlay::default() }
}

/// Triangle edges, each once; nothing beyond `max` edges.
#[must_use]
pub fn wireframe(mesh: &Mesh, max: usize) -> Overlay {
    let around = mesh.triangles.iter().flat_map(|&[a, b, c]| [[a, b], [b, c], [c, a]]);
    let mut edges: Vec<_> = around.map(|[a, b]| [a.min(b), a.max(b)]).collect();
    edges.sort_unstable();
    edges.dedup();
    let at = |v: u32| mesh.positions[v as usize];
    let lines = edges.iter().take(max).map(|&[a, b]| (at(a), at(b), Role::Wire)).collect();
    Overlay { lines, ..Overlay::default() }
}

/// Boxes of the cells that hold vertices; a scattered choice of `max` when there are more.
#[must_use]
pub fn cells(contoured: &Contoured, max: usize) -> Overlay {
    let mut overlay = Overlay::default();
    for cell in scattered(cells_with_vertices(contoured).into_iter(), max) {
        add_box(&mut overlay, &contoured.grid.cell_bounds(cell), Role::Cell);
    }
    overlay
}

/// Crossings with gradients of the cells that hold vertices, by `explain_cell`; a scattered choice of `max` cells when there are
/// more.
#[must_use]
pub fn crossings(field: &Field, settings: &Settings, contoured: &Contoured, max: usize) -> Overlay {
    let mut overlay = Overlay::default();
    for report in reports(field, settings, contoured, max) {
        add_crossings(&mut overlay, &report);
    }
    overlay
}

/// Free and chosen QEF points; a scattered choice of `max` cells when there are more.
#[must_use]
pub fn qef_points(field: &Field, settings: &Settings, contoured: &Contoured, max: usize) -> Overlay {
    let mut overlay = Overlay::default();
    if settings.method == Method::DualContouring {
        for report in reports(field, settings, contoured, max) {
            add_minimisers(&mut overlay, &report);
        }
    }
    overlay
}

/// Everything about one cell.
#[must_use]
pub fn cell(report: &CellReport) -> Overlay {
    let mut overlay = Overlay::default();
    let bounds = report.grid.cell_bounds(report.cell);
    add_box(&mut overlay, &bounds, Role::SelectedCell);
    for (i, corner) in bounds.corners().into_iter().enumerate() {
        let inside = report.mask & (1 << i) != 0;
        overlay.points.push((corner, if inside { Role::CornerInside } else { Role::CornerOutside }));
    }
    add_crossings(&mut overlay, report);
    if report.method == Method::DualContouring {
        overlay.points.extend(report.vertices.iter().map(|v| (v.mass_point, Role::MassPoint)));
        add_minimisers(&mut overlay, report);
    } else {
        overlay.points.extend(report.vertices.iter().map(|v| (v.position, Role::QefChosen)));
    }
    overlay
}

/// Poke rays, hit points, normals and offset force points.
#[must_use]
pub fn pokes(pokes: &[PokeTrace]) -> Overlay {
    let mut overlay = Overlay::default();
    for poke in pokes {
        let Some(hit) = &poke.hit else {
            overlay.lines.push((poke.origin, poke.origin + poke.direction * MISSED_RAY, Role::Ray));
            continue;
        };
        overlay.lines.push((poke.origin, hit.point, Role::Ray));
        overlay.points.push((hit.point, Role::Hit));
        overlay.points.push((hit.force_point, Role::ForcePoint));
        let length = (hit.force_point - hit.point).length().max(MIN_HIT_NORMAL);
        overlay.arrows.push((hit.point, hit.point + hit.normal * length, Role::HitNormal));
    }
    overlay
}

/// Velocities of a rope's particles: how far each gets in `secs`. `dt_secs` is the length of a substep, by which the
/// rope's previous positions lie back.
#[must_use]
pub fn rope_velocities(rope: &RopeState, dt_secs: f64, secs: f64) -> Overlay {
    let moved = rope.positions.iter().zip(&rope.previous).map(|(&p, &q)| (p, p + (p - q) / dt_secs * secs));
    velocity_arrows(moved)
}

/// Velocities of a deformer's vertices: how far each gets in `secs`; a scattered choice of `max` when there are more.
#[must_use]
pub fn deformer_velocities(deformer: &DeformerState, secs: f64, max: usize) -> Overlay {
    let world = &deformer.world_from_local;
    let vertices = deformer.positions.iter().zip(&deformer.velocities);
    // A velocity has local axes but world size: it is turned, not scaled.
    let moved = scattered(vertices, max).map(|(&p, &v)| (world.point(p), world.point(p) + world.turn * v * secs));
    velocity_arrows(moved)
}

/// Segments coloured by strain: too long by 5 % is the strongest colour; too short is drawn as at rest.
#[must_use]
pub fn strain(rope: &RopeState) -> Overlay {
    let degree = |strain: f64| (strain / FULL_STRAIN * 255.0).clamp(0.0, 255.0).round() as u8;
    let segments = rope.positions.windows(2).zip(rope.strains());
    let lines = segments.map(|(ends, s)| (ends[0], ends[1], Role::Strain(degree(s)))).collect();
    Overlay { lines, ..Overlay::default() }
}

/// The places of a mesh's defects.
#[must_use]
pub fn defects(check: &Check) -> Overlay {
    let points = check.defects.iter().map(|d| (d.at, Role::Defect)).collect();
    Overlay { points, ..Overlay::default() }
}

/// All of them when there are at most `max`, otherwise that many: one from each of `max` equal stretches, at a place in it
/// that a hash decides. A fixed stride would fall in step with the order of vertices and show some columns of a grid,
/// or some faces of a cube sphere, and never the others.
fn scattered<T>(items: impl ExactSizeIterator<Item = T>, max: usize) -> impl Iterator<Item = T> {
    let count = items.len();
    let max = max.min(count);
    // In 128 bits no product of two lengths overflows.
    let start = move |stretch: usize| (stretch as u128 * count as u128 / max.max(1) as u128) as usize;
    let chosen = move |stretch: usize| {
        let (start, end) = (start(stretch), start(stretch + 1));
        start + (splitmix64(stretch as u64) % (end - start).max(1) as u64) as usize
    };
    let mut stretch = 0;
    items
        .enumerate()
        .filter(move |(index, _)| {
            let take = stretch < max && *index == chosen(stretch);
            stretch += usize::from(take);
            take
        })
        .map(|(_, item)| item)
}

/// The output function of SplitMix64 (Steele, Lea, Flood 2014): neighbouring numbers become unrelated ones.
fn splitmix64(index: u64) -> u64 {
    let mut z = index.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

fn cells_with_vertices(contoured: &Contoured) -> Vec<Cell> {
    let mut cells: Vec<_> = contoured.facts.iter().map(|f| f.cell).collect();
    cells.sort_unstable();
    cells.dedup();
    cells
}

/// A cell that cannot be explained was refused when it was contoured too, so it has no vertex and is not met here.
fn reports<'a>(
    field: &'a Field,
    settings: &'a Settings,
    contoured: &Contoured,
    max: usize,
) -> impl Iterator<Item = CellReport> + 'a {
    let cells: Vec<_> = scattered(cells_with_vertices(contoured).into_iter(), max).collect();
    cells.into_iter().filter_map(move |cell| explain_cell(field, settings, cell).ok())
}

fn add_crossings(overlay: &mut Overlay, report: &CellReport) {
    for crossing in &report.crossings {
        let tip = crossing.point + crossing.normal * (0.5 * report.grid.h);
        overlay.points.push((crossing.point, Role::Crossing));
        overlay.arrows.push((crossing.point, tip, Role::CrossingNormal));
    }
}

fn add_minimisers(overlay: &mut Overlay, report: &CellReport) {
    for vertex in &report.vertices {
        overlay.points.push((vertex.free, Role::QefFree));
        overlay.points.push((vertex.position, Role::QefChosen));
        if (vertex.free - vertex.position).length() > SAME_POINT * report.grid.h {
            overlay.lines.push((vertex.free, vertex.position, Role::QefPull));
        }
    }
}

/// The twelve edges of a box.
fn add_box(overlay: &mut Overlay, bounds: &Bounds, role: Role) {
    let corners = bounds.corners();
    for axis in [1, 2, 4] {
        let low = (0..8).filter(|i| i & axis == 0);
        overlay.lines.extend(low.map(|i| (corners[i], corners[i + axis], role)));
    }
}

/// Arrows that are finite and have a length.
fn velocity_arrows(ends: impl Iterator<Item = (DVec3, DVec3)>) -> Overlay {
    let drawable = ends.filter(|(from, to)| from != to && from.is_finite() && to.is_finite());
    Overlay { arrows: drawable.map(|(from, to)| (from, to, Role::Velocity)).collect(), ..Overlay::default() }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tetrahedron() -> Mesh {
        let mut mesh = Mesh {
            positions: vec![DVec3::ZERO, DVec3::X, DVec3::Y, DVec3::Z],
            triangles: vec![[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]],
            ..Mesh::default()
        };
        mesh.recompute_normals();
        mesh
    }

    #[test]
    fn each_edge_is_drawn_once() {
        assert_eq!(wireframe(&tetrahedron(), 100).lines.len(), 6);
        assert_eq!(wireframe(&tetrahedron(), 4).lines.len(), 4);
    }

    #[test]
    fn normals_are_thinned() {
        assert_eq!(normals(&tetrahedron(), 0.1, 4).arrows.len(), 4);
        assert_eq!(normals(&tetrahedron(), 0.1, 3).arrows.len(), 3);
        assert!(normals(&tetrahedron(), 0.1, 0).is_empty());
        for (from, to, _) in normals(&tetrahedron(), 0.1, 4).arrows {
            assert!(((to - from).length() - 0.1).abs() < 1e-12);
        }
    }

    #[test]
    fn a_choice_is_spread_over_all_and_falls_in_step_with_no_order() {
        for (count, max) in [(0, 5), (5, 5), (7, 5), (2402, 601), (60_000, 1000), (10, 0)] {
            let chosen: Vec<usize> = scattered(0..count, max).collect();
            assert_eq!(chosen.len(), max.min(count));
            assert!(chosen.is_sorted_by(|a, b| a < b));
        }
        // Whatever the period of the order, each phase is met about as often: 1000 of 60 000 are chosen, and a fair
        // choice has a standard deviation of at most sqrt(1000 / period).
        for period in [2, 3, 4, 6, 20, 21, 60] {
            let mut met = vec![0.0; period];
            scattered(0..60_000, 1000).for_each(|i| met[i % period] += 1.0);
            let fair = 1000.0 / period as f64;
            assert!(met.iter().all(|n: &f64| (n - fair).abs() < 5.0 * fair.sqrt()), "{period}: {met:?}");
        }
        // The six faces of a cube sphere, told by the greatest coordinate.
        let ball = crate::mesh::cube_sphere(20, 0.5);
        let mut faces = [0; 6];
        for (from, to, _) in normals(&ball, 0.1, 300).arrows {
            let n = to - from;
            let axis = n.abs().max_position();
            faces[2 * axis + usize::from(n[axis] > 0.0)] += 1;
        }
        assert!(faces.iter().all(|n| (20..=80).contains(n)), "{faces:?}");
    }

    #[test]
    fn a_box_has_twelve_edges_of_its_sizes() {
        let mut overlay = Overlay::default();
        add_box(&mut overlay, &Bounds::new(DVec3::ZERO, DVec3::new(1.0, 2.0, 3.0)), Role::Cell);
        let total: f64 = overlay.lines.iter().map(|(a, b, _)| (*b - *a).length()).sum();
        assert_eq!((overlay.lines.len(), total), (12, 24.0));
    }

    #[test]
    fn strain_has_the_strongest_colour_at_five_percent() {
        let rope = RopeState {
            id: "rope".into(),
            positions: vec![DVec3::ZERO, DVec3::X, DVec3::X * 2.05, DVec3::X * 2.55],
            previous: Vec::new(),
            pinned: Vec::new(),
            segment: 1.0,
            radius: 0.01,
            contacts: Vec::new(),
        };
        let roles: Vec<_> = strain(&rope).lines.iter().map(|l| l.2).collect();
        assert_eq!(roles, [Role::Strain(0), Role::Strain(255), Role::Strain(0)]);
    }

    #[test]
    fn velocities_of_no_time_are_not_drawn() {
        let rope = RopeState {
            id: "rope".into(),
            positions: vec![DVec3::ZERO, DVec3::X],
            previous: vec![DVec3::ZERO, DVec3::X * 0.9],
            pinned: Vec::new(),
            segment: 1.0,
            radius: 0.01,
            contacts: Vec::new(),
        };
        let arrows = rope_velocities(&rope, 0.02, 0.1).arrows;
        assert_eq!(arrows.len(), 1);
        assert!((arrows[0].1 - DVec3::X * 1.5).length() < 1e-12);
        assert!(rope_velocities(&rope, 0.0, 0.1).is_empty());
    }

    #[test]
    fn overlays_of_a_sphere_lie_on_it() {
        let mut scene = crate::Scene::default();
        scene.nodes.push(crate::scene::Node::new("ball", crate::scene::Kind::Sphere { radius: 0.5 }));
        let field = Field::compile(&scene, "ball").expect("a sphere");
        let settings =
            Settings { method: Method::DualContouring, cell: 0.2, domain: None, sharpness_deg: 15.0, bias: 0.01 };
        let contoured = crate::contour::contour(&field, &settings, &crate::contour::Watch::default()).expect("a mesh");
        let surface_cells = cells_with_vertices(&contoured).len();
        assert_eq!(cells(&contoured, usize::MAX).lines.len(), 12 * surface_cells);
        let crossings = crossings(&field, &settings, &contoured, usize::MAX);
        assert!(crossings.points.iter().all(|(p, _)| (p.length() - 0.5).abs() < 1e-3));
        for (from, to, _) in &crossings.arrows {
            assert!((*to - *from).dot(*from) > 0.099 * from.length(), "a gradient points outward, half a cell long");
        }
        let chosen = |o: &Overlay| o.points.iter().filter(|(_, role)| *role == Role::QefChosen).count();
        let minimisers = qef_points(&field, &settings, &contoured, usize::MAX);
        assert_eq!(chosen(&minimisers), contoured.mesh.positions.len());
        assert!(minimisers.lines.iter().all(|(from, to, _)| from != to));
    }

    #[test]
    fn a_ray_that_misses_has_no_hit() {
        let miss = PokeTrace { origin: DVec3::ZERO, direction: DVec3::X, hit: None };
        let overlay = pokes(&[miss]);
        assert_eq!((overlay.lines.len(), overlay.points.len(), overlay.arrows.len()), (1, 0, 0));
    }
}
