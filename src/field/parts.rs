//! What the instructions of a program refer to: primitives, joins, alterations and passages, with their numbers.

use super::blend::Join;
use super::bump::Bump;
use super::formula::{PointAt, PullAt, Slope, SlopeAt, ValueAt};
use super::shape::Shape;
use super::warp::Warp;
use crate::math::sym_eigen3;
use glam::{DMat3, DVec3};

/// From a frame of the program to the local frame of a node: `rows · (p - at)`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Placement {
    /// The node's origin in the frame.
    pub(super) at: DVec3,
    /// The local axes' components, scaled; none for the identity, or if directions do not matter.
    pub(super) rows: Option<[DVec3; 3]>,
    /// How many times longer a local distance can be: the largest singular value of the rows.
    pub(super) stretch: f64,
}

impl Placement {
    /// A frame's point in the node's frame, by the operations of the batches.
    pub(super) fn local(&self, p: DVec3) -> DVec3 {
        let d = p - self.at;
        self.rows.map_or(d, |rows| DVec3::from_array(rows.map(|r| r.x * d.x + r.y * d.y + r.z * d.z)))
    }

    /// A local gradient as one of the frame: the transposed matrix times it.
    pub(super) fn pull(&self, local: DVec3) -> DVec3 {
        self.rows.map_or(local, |[x, y, z]| x * local.x + y * local.y + z * local.z)
    }
}

/// A primitive of a solid.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Primitive {
    pub(super) shape: Shape,
    pub(super) placement: Placement,
    /// What the shape's value is multiplied by: 1 where a uniform scale is in its sizes.
    pub(super) factor: f64,
    /// Index in `Scene::nodes`.
    pub(super) node: u32,
    /// sRGB.
    pub(super) color: DVec3,
}

/// What is done to a value alone.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Alter {
    /// The surface moves outward by a distance.
    Offset(f64),
    /// A wall of twice this thickness, on both sides of the surface.
    Onion(f64),
    /// A wall of this thickness, inside of the surface.
    Shell(f64),
    /// Something that depends on the place is added.
    Bump { bump: Bump, placement: Placement, factor: f64 },
}

/// The way from a frame into that of a warp's children, and of their value back.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Passage {
    pub(super) placement: Placement,
    pub(super) warp: Warp,
    /// What the children's value is multiplied by.
    pub(super) factor: f64,
}

/// Everything that a program and its shortened forms share.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Tables {
    pub(super) primitives: Vec<Primitive>,
    pub(super) joins: Vec<Join>,
    pub(super) alters: Vec<Alter>,
    pub(super) passages: Vec<Passage>,
}

/// Adds to a table; its index.
pub(super) fn add<V>(table: &mut Vec<V>, value: V) -> u32 {
    table.push(value);
    (table.len() - 1) as u32
}

/// The largest singular value of a matrix.
pub(super) fn largest_stretch(matrix: &DMat3) -> f64 {
    // Scaled first, so that squares neither overflow nor vanish.
    let largest = matrix.to_cols_array().into_iter().fold(0.0, |most: f64, x| most.max(x.abs()));
    if !(largest > 0.0 && largest.is_finite()) {
        return largest;
    }
    let unit = *matrix * (1.0 / largest);
    // A little more than the root, since callers rely on an upper bound.
    largest * sym_eigen3(unit.transpose() * unit).values.x.max(0.0).sqrt() * (1.0 + 1e-12)
}

impl Shape {
    /// The value at a point of its own frame.
    pub(super) fn value(&self, p: DVec3) -> f64 {
        let mut out = 0.0;
        self.visit(ValueAt(p, &mut out));
        out
    }

    /// The gradient at a point of its own frame.
    pub(super) fn slope(&self, p: DVec3) -> Slope<f64> {
        let mut out = Slope { gradient: [0.0; 3], feature: true };
        self.visit(SlopeAt(p, &mut out));
        out
    }
}

impl Bump {
    /// What is added at a point.
    pub(super) fn value(&self, p: DVec3) -> f64 {
        let mut out = 0.0;
        self.visit(ValueAt(p, &mut out));
        out
    }

    /// The gradient of what is added.
    pub(super) fn slope(&self, p: DVec3) -> Slope<f64> {
        let mut out = Slope { gradient: [0.0; 3], feature: true };
        self.visit(SlopeAt(p, &mut out));
        out
    }
}

impl Warp {
    /// Where the children are asked.
    pub(super) fn point(&self, p: DVec3) -> DVec3 {
        let mut out = p;
        self.visit(PointAt(p, &mut out));
        out
    }

    /// The children's gradient as one of the operator.
    pub(super) fn pull(&self, p: DVec3, gradient: DVec3) -> DVec3 {
        let mut out = gradient;
        self.visit(PullAt(p, gradient, &mut out));
        out
    }
}
