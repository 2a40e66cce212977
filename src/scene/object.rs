//! The named things of a scene: nodes, deformers, ropes and their anchors.

use super::{Kind, finite};
use glam::DVec3;
use serde::{Deserialize, Serialize};

/// One solid, operator or group.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Node {
    /// Readable name, unique over the scene.
    pub id: String,
    /// The node this one belongs to; none for a root, which is a solid of its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub parent: Option<String>,
    /// Position in the parent's frame, metres.
    #[serde(default, deserialize_with = "finite::vec3")]
    pub at: DVec3,
    /// Rotation about x, then y, then z, degrees.
    #[serde(default, deserialize_with = "finite::vec3")]
    pub turn: DVec3,
    /// Scale along the node's own axes, above zero. Files hold one number where all three are equal.
    #[serde(default = "unscaled", deserialize_with = "finite::scale", serialize_with = "finite::write_scale")]
    pub scale: DVec3,
    /// Material colour, sRGB, each 0 to 1.
    #[serde(default = "default_color", deserialize_with = "finite::vec3")]
    pub color: DVec3,
    /// What it is.
    pub kind: Kind,
    /// Free text that survives saving.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
}

/// A soft "stress ball".
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deformer {
    /// Readable name, unique over the scene.
    pub id: String,
    /// Position, metres.
    #[serde(default, deserialize_with = "finite::vec3")]
    pub at: DVec3,
    /// Rotation about x, then y, then z, degrees.
    #[serde(default, deserialize_with = "finite::vec3")]
    pub turn: DVec3,
    /// Uniform scale, above zero.
    #[serde(default = "one", deserialize_with = "finite::number")]
    pub scale: f64,
    /// Material colour, sRGB, each 0 to 1.
    #[serde(default = "default_deformer_color", deserialize_with = "finite::vec3")]
    pub color: DVec3,
    /// Rest shape.
    pub body: Body,
    /// Spring force per metre of displacement and per unit mass, 1/s².
    #[serde(default = "default_spring", deserialize_with = "finite::number")]
    pub spring: f64,
    /// Damping, 1/s.
    #[serde(default = "default_deformer_damping", deserialize_with = "finite::number")]
    pub damping: f64,
    /// How a tick is computed.
    #[serde(default)]
    pub integrator: DeformerIntegrator,
    /// Free text that survives saving.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
}

/// A deformer's rest shape.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Body {
    /// A sphere from a subdivided cube.
    CubeSphere {
        /// Quads along a cube edge, 1 to 200.
        #[serde(default = "default_grid")]
        grid: u32,
        /// Radius, metres.
        #[serde(deserialize_with = "finite::number")]
        radius: f64,
    },
}

/// How a deformer's tick is computed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum DeformerIntegrator {
    /// The closed-form damped spring: stable at any step and stiffness.
    #[default]
    Stable,
    /// The tutorials' semi-implicit Euler rule, bit for bit; diverges when damping·dt > 1.
    Tutorial,
}

/// A chain of particles drawn as a tube.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rope {
    /// Readable name, unique over the scene.
    pub id: String,
    /// Number of segments; there is one particle more.
    pub segments: u32,
    /// Rest length, metres.
    #[serde(deserialize_with = "finite::number")]
    pub length: f64,
    /// Radius of the tube and of collision, metres.
    #[serde(default = "default_rope_radius", deserialize_with = "finite::number")]
    pub radius: f64,
    /// Sides of the tube.
    #[serde(default = "default_rope_sides")]
    pub sides: u32,
    /// Where a rope without anchors starts, metres.
    #[serde(default, deserialize_with = "finite::vec3")]
    pub at: DVec3,
    /// Direction in which free ends are laid out at the start; any length but zero.
    #[serde(default = "down", deserialize_with = "finite::vec3")]
    pub lay: DVec3,
    /// Shape between two anchors at the start.
    #[serde(default)]
    pub start: RopeStart,
    /// Part of the velocity kept per step, 0 to 1.
    #[serde(default = "default_rope_damping", deserialize_with = "finite::number")]
    pub damping: f64,
    /// Constraint sweeps per step, 1 to 16.
    #[serde(default = "default_rope_iterations")]
    pub iterations: u32,
    /// Whether it collides with solids and the floor.
    #[serde(default = "yes")]
    pub collide: bool,
    /// How a tick is computed.
    #[serde(default)]
    pub integrator: RopeIntegrator,
    /// Material colour, sRGB, each 0 to 1.
    #[serde(default = "default_rope_color", deserialize_with = "finite::vec3")]
    pub color: DVec3,
    /// Particles held in place.
    #[serde(default)]
    pub anchors: Vec<Anchor>,
    /// Free text that survives saving.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
}

/// Shape of a rope between two anchors at the start.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum RopeStart {
    /// A catenary of the rope's length where there is slack, a straight line otherwise.
    #[default]
    Slack,
    /// Evenly spaced on the straight line, whatever the rest length.
    Straight,
}

/// How a rope's tick is computed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum RopeIntegrator {
    /// Position Verlet and Gauss-Seidel sweeps, bit for bit as the tutorials have it.
    #[default]
    Tutorial,
}

/// A particle held to something.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Anchor {
    /// Index of the particle, 0 to `segments`.
    pub particle: u32,
    /// What holds it.
    pub to: AnchorTarget,
}

/// What holds a particle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum AnchorTarget {
    /// A point of the world.
    World {
        /// Metres.
        #[serde(deserialize_with = "finite::vec3")]
        at: DVec3,
    },
    /// A point in a node's frame.
    Node {
        /// The node's id.
        id: String,
        /// Metres, in the node's frame.
        #[serde(default, deserialize_with = "finite::vec3")]
        at: DVec3,
    },
    /// A point of a deformer's surface; it follows the deformation.
    Deformer {
        /// The deformer's id.
        id: String,
        /// The point.
        #[serde(default)]
        on: SurfacePoint,
    },
}

/// A point of a deformer's surface.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum SurfacePoint {
    /// A vertex of the body.
    Vertex(u32),
    /// A point of a triangle of the rest surface.
    Triangle {
        /// Index of the triangle.
        index: u32,
        /// Weights of its corners; their sum is 1.
        #[serde(deserialize_with = "finite::vec3")]
        weights: DVec3,
    },
}

impl Default for SurfacePoint {
    fn default() -> Self {
        Self::Vertex(0)
    }
}

impl Node {
    /// A root node of the given kind, at the origin.
    #[must_use]
    pub fn new(id: impl Into<String>, kind: Kind) -> Self {
        Self {
            id: id.into(),
            parent: None,
            at: DVec3::ZERO,
            turn: DVec3::ZERO,
            scale: unscaled(),
            color: default_color(),
            kind,
            note: String::new(),
        }
    }
}

impl Deformer {
    /// A cube sphere with the tutorials' defaults, at the origin.
    #[must_use]
    pub fn new(id: impl Into<String>) -> Self {
        Self {
            id: id.into(),
            at: DVec3::ZERO,
            turn: DVec3::ZERO,
            scale: 1.0,
            color: default_deformer_color(),
            body: Body::CubeSphere { grid: default_grid(), radius: 1.0 },
            spring: default_spring(),
            damping: default_deformer_damping(),
            integrator: DeformerIntegrator::default(),
            note: String::new(),
        }
    }
}

impl Rope {
    /// A rope with the tutorials' defaults, without anchors, hanging from the origin.
    #[must_use]
    pub fn new(id: impl Into<String>, segments: u32, length: f64) -> Self {
        Self {
            id: id.into(),
            segments,
            length,
            radius: default_rope_radius(),
            sides: default_rope_sides(),
            at: DVec3::ZERO,
            lay: down(),
            start: RopeStart::default(),
            damping: default_rope_damping(),
            iterations: default_rope_iterations(),
            collide: true,
            integrator: RopeIntegrator::default(),
            color: default_rope_color(),
            anchors: Vec::new(),
            note: String::new(),
        }
    }
}

fn one() -> f64 {
    1.0
}

fn unscaled() -> DVec3 {
    DVec3::ONE
}

fn yes() -> bool {
    true
}

fn down() -> DVec3 {
    DVec3::NEG_Y
}

fn default_color() -> DVec3 {
    DVec3::new(0.72, 0.74, 0.78)
}

fn default_deformer_color() -> DVec3 {
    DVec3::new(0.85, 0.45, 0.35)
}

fn default_rope_color() -> DVec3 {
    DVec3::new(0.80, 0.66, 0.42)
}

fn default_grid() -> u32 {
    20
}

fn default_spring() -> f64 {
    20.0
}

fn default_deformer_damping() -> f64 {
    5.0
}

fn default_rope_radius() -> f64 {
    0.02
}

fn default_rope_sides() -> u32 {
    8
}

fn default_rope_damping() -> f64 {
    0.995
}

fn default_rope_iterations() -> u32 {
    8
}
