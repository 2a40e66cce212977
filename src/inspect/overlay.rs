//! Drawables: points, lines, arrows, each with a role. Colours are `draw`'s business.

use crate::contour::{CellReport, Contoured, Settings};
use crate::field::Field;
use crate::mesh::Mesh;
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

/// Normals of a mesh as arrows of the given length; every n-th vertex when there are more than `max`.
#[must_use]
pub fn normals(mesh: &Mesh, length: f64, max: usize) -> Overlay {
    let _ = (mesh, length, max);
    todo!("pipeline helper")
}

/// Triangle edges, each once; nothing beyond `max` edges.
#[must_use]
pub fn wireframe(mesh: &Mesh, max: usize) -> Overlay {
    let _ = (mesh, max);
    todo!("pipeline helper")
}

/// Boxes of the cells that hold vertices; every n-th when there are more than `max`.
#[must_use]
pub fn cells(contoured: &Contoured, max: usize) -> Overlay {
    let _ = (contoured, max);
    todo!("pipeline helper")
}

/// Crossings with gradients of the cells that hold vertices, by `explain_cell`; every n-th cell when more than `max`.
#[must_use]
pub fn crossings(field: &Field, settings: &Settings, contoured: &Contoured, max: usize) -> Overlay {
    let _ = (field, settings, contoured, max);
    todo!("pipeline helper")
}

/// Free and chosen QEF points; every n-th cell when there are more than `max`.
#[must_use]
pub fn qef_points(field: &Field, settings: &Settings, contoured: &Contoured, max: usize) -> Overlay {
    let _ = (field, settings, contoured, max);
    todo!("pipeline helper")
}

/// Everything about one cell.
#[must_use]
pub fn cell(report: &CellReport) -> Overlay {
    let _ = report;
    todo!("pipeline helper")
}

/// Poke rays, hit points, normals and offset force points.
#[must_use]
pub fn pokes(pokes: &[PokeTrace]) -> Overlay {
    let _ = pokes;
    todo!("pipeline helper")
}

/// Velocities of a rope's particles, `secs` long.
#[must_use]
pub fn rope_velocities(rope: &RopeState, dt_secs: f64, secs: f64) -> Overlay {
    let _ = (rope, dt_secs, secs);
    todo!("pipeline helper")
}

/// Velocities of a deformer's vertices, `secs` long; every n-th when more than `max`.
#[must_use]
pub fn deformer_velocities(deformer: &DeformerState, secs: f64, max: usize) -> Overlay {
    let _ = (deformer, secs, max);
    todo!("pipeline helper")
}

/// Segments coloured by strain.
#[must_use]
pub fn strain(rope: &RopeState) -> Overlay {
    let _ = rope;
    todo!("pipeline helper")
}
