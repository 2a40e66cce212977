//! What a node can be. Each primitive states its axis and origin; lengths are metres.

use super::finite;
use glam::DVec3;
use serde::{Deserialize, Serialize};

/// What a node is. Primitives are centred on their origin; those with an axis have it along y.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Kind {
    /// All points within `radius` of the origin.
    Sphere {
        /// Radius, metres.
        #[serde(deserialize_with = "finite::number")]
        radius: f64,
    },
    /// Axis-aligned box; `round` of 0 has sharp edges.
    Box {
        /// Half sizes along x, y, z, metres, rounding included.
        #[serde(deserialize_with = "finite::vec3")]
        half: DVec3,
        /// Radius of its edges and corners, metres, at most the least half size.
        #[serde(default, deserialize_with = "finite::number")]
        round: f64,
    },
    /// Cylinder along y.
    Cylinder {
        /// Radius, metres.
        #[serde(deserialize_with = "finite::number")]
        radius: f64,
        /// Half of its height, metres.
        #[serde(deserialize_with = "finite::number")]
        half_height: f64,
    },
    /// All points within `radius` of a segment along y.
    Capsule {
        /// Radius, metres.
        #[serde(deserialize_with = "finite::number")]
        radius: f64,
        /// Half of the segment's length, metres, caps not included.
        #[serde(deserialize_with = "finite::number")]
        half_height: f64,
    },
    /// Torus round y.
    Torus {
        /// From the centre to the middle of the tube, metres.
        #[serde(deserialize_with = "finite::number")]
        major: f64,
        /// Radius of the tube, metres.
        #[serde(deserialize_with = "finite::number")]
        minor: f64,
    },
    /// Cone along y: its tip at `half_height`, its base at `-half_height`.
    Cone {
        /// Radius of the base, metres.
        #[serde(deserialize_with = "finite::number")]
        radius: f64,
        /// Half of its height, metres.
        #[serde(deserialize_with = "finite::number")]
        half_height: f64,
    },
    /// The half space below y = 0.
    Plane,
    /// What any child holds.
    Union {
        /// How children meet.
        #[serde(default)]
        blend: Blend,
    },
    /// The first child without the others.
    Subtract {
        /// How children meet.
        #[serde(default)]
        blend: Blend,
    },
    /// What all children hold.
    Intersect {
        /// How children meet.
        #[serde(default)]
        blend: Blend,
    },
    /// Moves, turns and scales its children together; as an operand it is their plain union.
    Group,
}

/// How two operands meet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Blend {
    /// A crease.
    #[default]
    Hard,
    /// Quadratic smooth minimum.
    Smooth {
        /// Where operands differ by less than this they are blended, metres.
        #[serde(deserialize_with = "finite::number")]
        radius: f64,
    },
}

impl Kind {
    /// One of each, with the values of a new node, in menu order.
    pub const ALL: [Self; 11] = [
        Self::Sphere { radius: 0.5 },
        Self::Box { half: DVec3::splat(0.5), round: 0.0 },
        Self::Cylinder { radius: 0.4, half_height: 0.5 },
        Self::Capsule { radius: 0.25, half_height: 0.5 },
        Self::Torus { major: 0.5, minor: 0.2 },
        Self::Cone { radius: 0.5, half_height: 0.5 },
        Self::Plane,
        Self::Union { blend: Blend::Hard },
        Self::Subtract { blend: Blend::Hard },
        Self::Intersect { blend: Blend::Hard },
        Self::Group,
    ];

    /// Name in the file and in menus.
    #[must_use]
    pub fn name(&self) -> &'static str {
        match self {
            Self::Sphere { .. } => "Sphere",
            Self::Box { .. } => "Box",
            Self::Cylinder { .. } => "Cylinder",
            Self::Capsule { .. } => "Capsule",
            Self::Torus { .. } => "Torus",
            Self::Cone { .. } => "Cone",
            Self::Plane => "Plane",
            Self::Union { .. } => "Union",
            Self::Subtract { .. } => "Subtract",
            Self::Intersect { .. } => "Intersect",
            Self::Group => "Group",
        }
    }

    /// One sentence for menus and tooltips.
    #[must_use]
    pub fn description(&self) -> &'static str {
        match self {
            Self::Sphere { .. } => "All points within a radius of the origin",
            Self::Box { .. } => "A box with sharp or rounded edges, centred on its origin",
            Self::Cylinder { .. } => "A cylinder along y, centred on its origin",
            Self::Capsule { .. } => "All points within a radius of a segment along y",
            Self::Torus { .. } => "A ring round y",
            Self::Cone { .. } => "A cone along y, tip up, centred on its origin",
            Self::Plane => "The half space below y = 0; the contour domain cuts it",
            Self::Union { .. } => "What any child holds",
            Self::Subtract { .. } => "The first child without the others",
            Self::Intersect { .. } => "What all children hold",
            Self::Group => "Moves, turns and scales its children together",
        }
    }

    /// True for nodes whose shape comes from their children.
    #[must_use]
    pub fn is_operator(&self) -> bool {
        matches!(self, Self::Union { .. } | Self::Subtract { .. } | Self::Intersect { .. } | Self::Group)
    }

    /// How its children meet; none for primitives and groups.
    #[must_use]
    pub fn blend(&self) -> Option<Blend> {
        match self {
            Self::Union { blend } | Self::Subtract { blend } | Self::Intersect { blend } => Some(*blend),
            _ => None,
        }
    }
}
