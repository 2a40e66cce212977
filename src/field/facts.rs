//! What each kind of node does to the Lipschitz factor, in words: the numbers for a solid and a region come from
//! [`Field::lipschitz`](super::Field::lipschitz), which the tests hold to samples.

use crate::scene::Kind;

/// The Lipschitz factor of a kind of node over children of factor 1, as a formula for readers.
#[must_use]
pub fn lipschitz_rule(kind: &Kind) -> &'static str {
    match kind {
        Kind::Sphere { .. }
        | Kind::Box { .. }
        | Kind::BoxFrame { .. }
        | Kind::Torus { .. }
        | Kind::CappedTorus { .. }
        | Kind::Link { .. }
        | Kind::Capsule { .. }
        | Kind::Cylinder { .. }
        | Kind::CappedCone { .. }
        | Kind::RoundedCone { .. }
        | Kind::Cone { .. }
        | Kind::Ellipsoid { .. }
        | Kind::Plane
        | Kind::Slab { .. }
        | Kind::HexPrism { .. }
        | Kind::Prism { .. }
        | Kind::TriPrism { .. }
        | Kind::Pyramid { .. }
        | Kind::Octahedron { .. }
        | Kind::Tetrahedron { .. }
        | Kind::Wedge { .. }
        | Kind::Disc { .. }
        | Kind::Extrusion { .. }
        | Kind::Revolution { .. }
        | Kind::Group
        | Kind::Mirror { .. }
        | Kind::Elongate { .. }
        | Kind::Offset { .. }
        | Kind::Round { .. }
        | Kind::Onion { .. }
        | Kind::Shell { .. } => "1",
        Kind::Gyroid { .. } | Kind::SchwarzP { .. } | Kind::SchwarzD { .. } => {
            "1: the function is divided by its greatest slope, sqrt 3 times 2 pi / period"
        }
        Kind::Metaballs { .. } => "1 for a lone ball; where several are felt, the sum of their slopes",
        Kind::Terrain { .. } => "1: the height above the ground is divided by sqrt(1 + s²), s the greatest slope",
        Kind::Union { .. } | Kind::Subtract { .. } | Kind::Intersect { .. } | Kind::Xor { .. } => {
            "1; with the blends Round and Chamfer up to sqrt 2, where the children's gradients are parallel"
        }
        Kind::Repeat { .. } | Kind::PolarRepeat { .. } => {
            "1 over exact children; over others the value may jump where another copy becomes the nearest"
        }
        Kind::Twist { .. } => {
            "(s + sqrt(s² + 4)) / 2, s the rate in radians per metre times the distance from the axis"
        }
        Kind::Bend { .. } => "R / d, R = 1 / rate (in radians per metre) and d the distance from the bend's centre",
        Kind::Taper { .. } => {
            "about 1 / s where the section is scaled by s, more where it is sloped and far from the axis"
        }
        Kind::Shear { .. } => "1: the value is multiplied by the shear's least stretch",
        Kind::Displace { .. } => "1 + amplitude times 2 pi / wavelength",
        Kind::Noise { .. } => "1 + 3.7 times the sum of amplitude / wavelength over the octaves",
    }
}
