//! The primitives of a program: which there are, and how they are made from the numbers of their nodes.
//!
//! A new shape is a struct in `shapes` that is a [`Solid`], a line in the list below, and a constructor.

use super::Real;
use super::class::Class;
use super::formula::VisitFormula;
use super::shapes::{
    BoxFrame, CappedCone, CappedTorus, Capsule, Cylinder, Disc, Ellipsoid, Extrusion, Family, HexPrism, Link,
    Metaballs, Octahedron, Periodic, Plane, Prism, Pyramid, Revolution, RoundedBox, RoundedCone, Segment, Slab, Solid,
    Sphere, Terrain, Tetrahedron, Torus, Wedge,
};
use crate::math::Bounds;
use glam::{DMat3, DVec2, DVec3};

macro_rules! shapes {
    ($($name:ident($type:ty)),* $(,)?) => {
        /// A primitive with sizes in metres of the frame it stands in.
        #[derive(Clone, Debug, PartialEq)]
        pub(super) enum Shape {
            $($name($type),)*
        }

        impl Shape {
            /// Hands the visitor this shape's formula in the number type of the evaluation.
            #[inline(always)]
            pub(super) fn visit<T: Real>(&self, visitor: impl VisitFormula<T>) {
                match self {
                    $(Self::$name(solid) => solid.visit(visitor),)*
                }
            }

            /// A box round all points whose value is at most `level` >= 0 when `linear` maps the shape's axes to the
            /// outer frame's, about the origin; infinite sides where the shape is infinite. For exact shapes it is
            /// the least one, for any `linear`.
            pub(super) fn bounds(&self, linear: &DMat3, level: f64) -> Bounds {
                match self {
                    $(Self::$name(solid) => solid.bounds(linear, level),)*
                }
            }

            /// How much the value may change per metre over a ball of its own frame.
            pub(super) fn lipschitz(&self, center: DVec3, radius: f64) -> f64 {
                match self {
                    $(Self::$name(solid) => solid.lipschitz(center, radius),)*
                }
            }

            /// What the value says about the distance.
            pub(super) fn class(&self) -> Class {
                match self {
                    $(Self::$name(solid) => solid.class(),)*
                }
            }
        }
    };
}

shapes! {
    Sphere(Sphere<f64>),
    Box(RoundedBox<f64>),
    BoxFrame(BoxFrame<f64>),
    Torus(Torus<f64>),
    CappedTorus(CappedTorus<f64>),
    Link(Link<f64>),
    Capsule(Capsule<f64>),
    Segment(Segment<f64>),
    Cylinder(Cylinder<f64>),
    CappedCone(CappedCone<f64>),
    RoundedCone(RoundedCone<f64>),
    Ellipsoid(Ellipsoid<f64>),
    Plane(Plane),
    Slab(Slab<f64>),
    HexPrism(HexPrism),
    Prism(Prism),
    Pyramid(Pyramid<f64>),
    Octahedron(Octahedron<f64>),
    Tetrahedron(Tetrahedron<f64>),
    Wedge(Wedge<f64>),
    Disc(Disc<f64>),
    Extrusion(Extrusion),
    Revolution(Revolution),
    Periodic(Periodic),
    Metaballs(Metaballs),
    Terrain(Terrain),
}

impl Shape {
    /// The shapes that most solids are made of: what costs a loop of its own for each of them is worth it.
    pub(super) fn is_common(&self) -> bool {
        matches!(self, Self::Sphere(_) | Self::Box(_) | Self::Segment(_) | Self::Capsule(_) | Self::Cylinder(_))
    }

    /// [`Shape::visit`] for common shapes; does nothing for others.
    #[inline(always)]
    pub(super) fn visit_common<T: Real>(&self, visitor: impl VisitFormula<T>) {
        match self {
            Self::Sphere(solid) => solid.visit(visitor),
            Self::Box(solid) => solid.visit(visitor),
            Self::Segment(solid) => solid.visit(visitor),
            Self::Capsule(solid) => solid.visit(visitor),
            Self::Cylinder(solid) => solid.visit(visitor),
            _ => {}
        }
    }
}

/// One constructor for each kind of node, with the kind's numbers in their order, lengths in metres of the frame.
impl Shape {
    pub(super) fn sphere(radius: f64) -> Self {
        Self::Sphere(Sphere { radius })
    }

    pub(super) fn rounded_box(half: DVec3, round: f64) -> Self {
        Self::Box(RoundedBox::new(half, round))
    }

    /// `thickness` is the full width of a bar.
    pub(super) fn box_frame(half: DVec3, thickness: f64) -> Self {
        Self::BoxFrame(BoxFrame::new(half, thickness))
    }

    pub(super) fn torus(major: f64, minor: f64) -> Self {
        Self::Torus(Torus { major, minor })
    }

    /// `arc` is the part of the ring that is there, centred on +x, in degrees.
    pub(super) fn capped_torus(major: f64, minor: f64, arc: f64) -> Self {
        if arc >= 360.0 { Self::torus(major, minor) } else { Self::CappedTorus(CappedTorus::new(major, minor, arc)) }
    }

    pub(super) fn link(half_length: f64, major: f64, minor: f64) -> Self {
        Self::Link(Link { half_length, major, minor })
    }

    pub(super) fn capsule(radius: f64, half_height: f64) -> Self {
        Self::Capsule(Capsule { radius, half_height })
    }

    /// A capsule along a unit vector.
    pub(super) fn segment(radius: f64, half_height: f64, axis: DVec3) -> Self {
        Self::Segment(Segment { radius, half_height, axis: axis.to_array() })
    }

    pub(super) fn cylinder(radius: f64, half_height: f64) -> Self {
        Self::Cylinder(Cylinder { radius, half_height })
    }

    pub(super) fn capped_cone(bottom: f64, top: f64, half_height: f64) -> Self {
        Self::CappedCone(CappedCone::new(bottom, top, half_height))
    }

    pub(super) fn rounded_cone(bottom: f64, top: f64, half_height: f64) -> Self {
        Self::RoundedCone(RoundedCone::new(bottom, top, half_height))
    }

    pub(super) fn cone(radius: f64, half_height: f64) -> Self {
        Self::capped_cone(radius, 0.0, half_height)
    }

    /// With equal radii it is a sphere, which is exact.
    pub(super) fn ellipsoid(radii: DVec3) -> Self {
        if radii.x == radii.y && radii.y == radii.z {
            Self::sphere(radii.x)
        } else {
            Self::Ellipsoid(Ellipsoid::new(radii))
        }
    }

    pub(super) fn plane() -> Self {
        Self::Plane(Plane)
    }

    pub(super) fn slab(half_height: f64) -> Self {
        Self::Slab(Slab { half_height })
    }

    /// `radius` reaches to the faces, of which one is toward +x.
    pub(super) fn hex_prism(radius: f64, half_height: f64) -> Self {
        Self::HexPrism(HexPrism::new(radius, half_height))
    }

    /// `radius` reaches to the edges, of which the first is at +x.
    pub(super) fn prism(sides: u32, radius: f64, half_height: f64) -> Self {
        Self::Prism(Prism::to_corner(sides, radius, half_height))
    }

    /// `radius` reaches to the edges, of which the first is at +x.
    pub(super) fn tri_prism(radius: f64, half_height: f64) -> Self {
        Self::prism(3, radius, half_height)
    }

    pub(super) fn pyramid(half: DVec3) -> Self {
        Self::Pyramid(Pyramid::new(half))
    }

    pub(super) fn octahedron(radius: f64) -> Self {
        Self::Octahedron(Octahedron { radius })
    }

    pub(super) fn tetrahedron(radius: f64) -> Self {
        Self::Tetrahedron(Tetrahedron::new(radius))
    }

    pub(super) fn wedge(half: DVec3) -> Self {
        Self::Wedge(Wedge::new(half))
    }

    pub(super) fn disc(radius: f64, thickness: f64) -> Self {
        Self::Disc(Disc::new(radius, thickness))
    }

    /// `points` are (x, z).
    ///
    /// # Errors
    /// If they are not a simple polygon.
    pub(super) fn extrusion(points: &[DVec2], half_height: f64) -> Result<Self, Fault> {
        Extrusion::new(points, half_height).map(Self::Extrusion).map_err(Fault::points)
    }

    /// `points` are (distance from the axis, y).
    ///
    /// # Errors
    /// If they are not a simple polygon on one side of the axis.
    pub(super) fn revolution(points: &[DVec2]) -> Result<Self, Fault> {
        Revolution::new(points).map(Self::Revolution).map_err(Fault::points)
    }

    /// `level` is a number without unit; a `thickness` of 0 is the solid below it.
    pub(super) fn gyroid(period: f64, level: f64, thickness: f64) -> Self {
        Self::Periodic(Periodic::new(Family::Gyroid, period, level, thickness))
    }

    /// As [`Shape::gyroid`].
    pub(super) fn schwarz_p(period: f64, level: f64, thickness: f64) -> Self {
        Self::Periodic(Periodic::new(Family::SchwarzP, period, level, thickness))
    }

    /// As [`Shape::gyroid`].
    pub(super) fn schwarz_d(period: f64, level: f64, thickness: f64) -> Self {
        Self::Periodic(Periodic::new(Family::SchwarzD, period, level, thickness))
    }

    /// Centres and radii; `reach` is the ratio of how far a ball is felt to its radius.
    pub(super) fn metaballs(balls: impl IntoIterator<Item = (DVec3, f64)>, reach: f64) -> Self {
        Self::Metaballs(Metaballs::new(balls, reach))
    }

    /// `amplitude` and `wavelength` are lengths, of the first octave.
    pub(super) fn terrain(amplitude: f64, wavelength: f64, octaves: u32, gain: f64, lacunarity: f64) -> Self {
        Self::Terrain(Terrain::new(amplitude, wavelength, octaves, gain, lacunarity))
    }
}

/// Why numbers that are each fine cannot be a shape.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Fault {
    /// The field of the node that is at fault.
    pub(super) field: &'static str,
    /// A sentence that says what is wrong and what helps.
    pub(super) message: String,
}

impl Fault {
    fn points(message: String) -> Self {
        Self { field: "points", message }
    }
}
