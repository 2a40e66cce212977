//! The maths of the shapes: one small generic struct each, with value and gradient by hand.
//!
//! A shape is centred and unscaled in its own frame; a uniform scale is folded into its sizes when compiling. Values
//! are true Euclidean distances inside and outside but where a shape says otherwise. Three rules hold everywhere:
//!
//! - No branches on data: both sides are computed and one is selected, so that loops over points vectorise.
//! - Next to a face the value is a plane's, with full precision: never a root of a difference of squares.
//! - No product of more than two lengths, and directions are unit vectors made when compiling: sizes and points from
//!   1e-30 m to 1e30 m neither overflow nor underflow in 64 bits.
//!
//! Most formulas go back to Inigo Quilez, "Distance functions", and Hart 1996, "Sphere tracing", appendix; what
//! differs is said at each.

mod combine;
mod flat;
mod implicit;
mod metaballs;
mod polygon;
mod polyhedra;
mod prisms;
mod round;
mod terrain;
mod vector;

pub use flat::{BoxFrame, Plane, RoundedBox, Slab};
pub use implicit::{Family, Periodic};
pub use metaballs::Metaballs;
pub use polygon::{Extrusion, Revolution};
pub use polyhedra::{Octahedron, Pyramid, Tetrahedron};
pub use prisms::{CappedCone, Cylinder, HexPrism, Prism, Wedge};
pub use round::{CappedTorus, Capsule, Disc, Ellipsoid, Link, RoundedCone, Segment, Sphere, Torus};
pub use terrain::Terrain;

use super::Real;
use super::class::Class;
use super::formula::VisitFormula;
use crate::math::Bounds;
use glam::{DMat3, DVec3};

/// What the rest of the field knows of a shape.
pub trait Solid {
    /// Hands the visitor this shape's formula in the number type of the evaluation.
    fn visit<T: Real>(&self, visitor: impl VisitFormula<T>);

    /// The greatest dot product of `direction`, of any length, with a point whose value is at most `level` >= 0 (the
    /// support function); infinite if there is none.
    fn reach(&self, direction: DVec3, level: f64) -> f64;

    /// What the value says about the distance.
    fn class(&self) -> Class {
        Class::Exact
    }

    /// How much the value may change per metre over the ball of the given centre and radius.
    fn lipschitz(&self, center: DVec3, radius: f64) -> f64 {
        let _ = (center, radius);
        1.0
    }

    /// The least box round all points with a value of at most `level` when `linear` maps the shape's axes to the
    /// outer frame's, about the origin.
    fn bounds(&self, linear: &DMat3, level: f64) -> Bounds {
        // The reach of the image along an outer axis is the shape's along that axis' row of the matrix.
        let rows = [linear.row(0), linear.row(1), linear.row(2)];
        Bounds::new(
            DVec3::from_array(rows.map(|row| -self.reach(-row, level))),
            DVec3::from_array(rows.map(|row| self.reach(row, level))),
        )
    }
}

/// Numbers of a shape, alone or in arrays, in the type of an evaluation.
trait Cast<T> {
    type Out;
    fn cast(self) -> Self::Out;
}

impl<T: Real> Cast<T> for f64 {
    type Out = T;
    #[inline(always)]
    fn cast(self) -> T {
        T::from_f64(self)
    }
}

impl<T: Real, C: Cast<T>, const N: usize> Cast<T> for [C; N] {
    type Out = [C::Out; N];
    #[inline(always)]
    fn cast(self) -> Self::Out {
        self.map(C::cast)
    }
}

/// `cast!(Name { fields })` converts a `Name<f64>` field by field.
macro_rules! cast {
    ($name:ident { $($field:ident),* $(,)? }) => {
        impl<T: crate::field::Real> super::Cast<T> for $name<f64> {
            type Out = $name<T>;
            #[inline(always)]
            fn cast(self) -> $name<T> {
                $name { $($field: super::Cast::<T>::cast(self.$field)),* }
            }
        }
    };
}
use cast;
