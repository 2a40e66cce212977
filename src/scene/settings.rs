//! What a scene has one of: how it is contoured and stepped, what is done to it, what it claims, how it is seen.

use super::finite;
use glam::DVec3;
use serde::{Deserialize, Serialize};

/// How solids become meshes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ContourSettings {
    /// The algorithm.
    pub method: Method,
    /// Edge length of a grid cell, metres.
    #[serde(deserialize_with = "finite::number")]
    pub cell: f64,
    /// Where to look for surface.
    pub domain: Domain,
    /// Creases whose normals differ by more than this are kept, degrees, 0 to 180. 0 keeps the crease of every cell.
    #[serde(deserialize_with = "finite::number")]
    pub sharpness: f64,
    /// Strength of the pull toward the mass point (Tikhonov lambda is its square), unit-free.
    #[serde(deserialize_with = "finite::number")]
    pub bias: f64,
}

/// Contouring algorithm.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum Method {
    /// Dual contouring, one vertex per cycle of cut edges.
    DualContouring,
    /// Marching cubes with a derived, leak-free table.
    MarchingCubes,
}

/// Where contouring looks for surface.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Domain {
    /// The solid's own bounds and a margin. Infinite solids are cut at 10 m from the scene's origin.
    Auto,
    /// A box; what reaches its border is capped.
    Box {
        /// Least corner, metres.
        #[serde(deserialize_with = "finite::vec3")]
        min: DVec3,
        /// Greatest corner, metres.
        #[serde(deserialize_with = "finite::vec3")]
        max: DVec3,
    },
}

/// How time runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SimulationSettings {
    /// Seconds per tick.
    #[serde(deserialize_with = "finite::number")]
    pub dt: f64,
    /// Metres per second squared.
    #[serde(deserialize_with = "finite::vec3")]
    pub gravity: DVec3,
    /// Steps per tick, 1 to 64.
    pub substeps: u32,
    /// Height of a horizontal floor for ropes, metres.
    #[serde(deserialize_with = "finite::option")]
    pub floor: Option<f64>,
}

/// Something done to the scene while time runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Input {
    /// First tick: it acts in the step from `tick` to `tick + 1`.
    pub tick: u32,
    /// For how many ticks, at least 1.
    #[serde(default = "one_tick")]
    pub ticks: u32,
    /// What is done.
    pub act: Act,
    /// Free text that survives saving.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub note: String,
}

/// What an input does.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Act {
    /// Pushes the deformer that the ray hits first, each tick anew.
    Poke {
        /// Start of the ray, metres.
        #[serde(deserialize_with = "finite::vec3")]
        origin: DVec3,
        /// Direction of the ray; any length but zero.
        #[serde(deserialize_with = "finite::vec3")]
        direction: DVec3,
        /// Force at the force point, m/s² per unit mass.
        #[serde(default = "default_force", deserialize_with = "finite::number")]
        force: f64,
        /// Distance of the force point from the hit along the surface normal, metres.
        #[serde(default = "default_offset", deserialize_with = "finite::number")]
        offset: f64,
    },
    /// Moves an anchored particle in a straight line to a world point, and leaves it there.
    MoveAnchor {
        /// The rope's id.
        rope: String,
        /// The anchored particle.
        particle: u32,
        /// Where it is at the end, metres.
        #[serde(deserialize_with = "finite::vec3")]
        to: DVec3,
    },
}

/// A claim of the scene, tested by `isolab check` and `Scene::check`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Expect {
    /// Every solid's mesh is closed and manifold.
    Closed,
    /// No segment of a rope is ever strained by more than this in the first ticks.
    Stretch {
        /// The rope's id.
        rope: String,
        /// Largest allowed (length - rest) / rest of a segment.
        #[serde(deserialize_with = "finite::number")]
        at_most: f64,
        /// Number of ticks to run.
        ticks: u32,
    },
    /// The state hash at a tick.
    StateHash {
        /// The tick.
        tick: u32,
        /// 16 hexadecimal digits.
        hash: String,
    },
}

/// Camera and overlays.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct View {
    /// Position of the camera, metres.
    #[serde(deserialize_with = "finite::vec3")]
    pub eye: DVec3,
    /// What it looks at and orbits, metres.
    #[serde(deserialize_with = "finite::vec3")]
    pub target: DVec3,
    /// Parallel instead of perspective projection.
    pub ortho: bool,
    /// Overlays that are on.
    pub overlays: Vec<OverlayKind>,
    /// Ids of nodes, ropes and deformers that are not drawn.
    pub hidden: Vec<String>,
}

/// What can be drawn over the picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum OverlayKind {
    /// Vertex normals.
    Normals,
    /// Where the surface cuts grid edges, with the field's gradient.
    Crossings,
    /// Minimisers of the QEFs: free and chosen.
    QefPoints,
    /// Cells that hold surface.
    Cells,
    /// Poke rays, hit points, normals, offset force points.
    Rays,
    /// Velocities of rope particles and deformer vertices.
    Velocities,
    /// Rope segments coloured by strain.
    Strain,
    /// The triangle edges.
    Wireframe,
}

impl OverlayKind {
    /// All of them, in menu order.
    pub const ALL: [Self; 8] = [
        Self::Normals,
        Self::Crossings,
        Self::QefPoints,
        Self::Cells,
        Self::Rays,
        Self::Velocities,
        Self::Strain,
        Self::Wireframe,
    ];
}

impl Default for ContourSettings {
    fn default() -> Self {
        Self { method: Method::DualContouring, cell: 0.05, domain: Domain::Auto, sharpness: 15.0, bias: 0.01 }
    }
}

impl Default for SimulationSettings {
    fn default() -> Self {
        Self { dt: 0.02, gravity: DVec3::new(0.0, -9.81, 0.0), substeps: 4, floor: None }
    }
}

impl Default for View {
    fn default() -> Self {
        Self {
            eye: DVec3::new(3.0, 2.5, 5.0),
            target: DVec3::ZERO,
            ortho: false,
            overlays: vec![OverlayKind::Rays],
            hidden: Vec::new(),
        }
    }
}

fn one_tick() -> u32 {
    1
}

/// The tutorials' force.
fn default_force() -> f64 {
    10.0
}

/// The tutorials' offset.
fn default_offset() -> f64 {
    0.1
}
