//! The document: plain data, exactly what the file says (metres, seconds, degrees). Layer 1.
//!
//! A [`Scene`] holds no cache, handle or `Arc`. Reading is in [`load`](Scene::load) and
//! [`from_ron`](Scene::from_ron), writing in [`to_ron`](Scene::to_ron) and [`save`](Scene::save), changes are
//! [`Edit`]s, complaints are [`Issue`]s.

mod edit;
mod issue;
mod kind;
mod read;
mod save;
mod write;

pub use edit::{Edit, EditError, Object};
pub use issue::{Issue, Part, Severity};
pub use kind::{Blend, Kind, ParamInfo};
pub use read::ReadError;
pub use save::{SaveError, save_bytes};

use glam::DVec3;
use serde::{Deserialize, Serialize};

/// The version that this program writes, and the newest it reads.
pub const VERSION: u32 = 1;

/// A whole scene: solids, ropes, deformers, how time runs, what is done to it, what it claims.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scene {
    /// File format version; see [`VERSION`].
    pub version: u32,
    /// The node tree, flat; the order of siblings is the order of operands.
    #[serde(default)]
    pub nodes: Vec<Node>,
    /// How solids become meshes.
    #[serde(default)]
    pub contour: ContourSettings,
    /// Soft bodies.
    #[serde(default)]
    pub deformers: Vec<Deformer>,
    /// Ropes.
    #[serde(default)]
    pub ropes: Vec<Rope>,
    /// How time runs.
    #[serde(default)]
    pub simulation: SimulationSettings,
    /// The scene's script: what is done to it at which tick.
    #[serde(default)]
    pub inputs: Vec<Input>,
    /// The scene's own claims.
    #[serde(default)]
    pub expect: Vec<Expect>,
    /// Camera and overlays: saved, never dirty, never undone.
    #[serde(default)]
    pub view: View,
}

/// One solid, operator or group.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Node {
    /// Readable name, unique over the scene.
    pub id: String,
    /// The node this one belongs to; none for a root, which is a solid of its own.
    #[serde(default)]
    pub parent: Option<String>,
    /// Position in the parent's frame, metres.
    #[serde(default)]
    pub at: DVec3,
    /// Rotation about x, then y, then z, degrees.
    #[serde(default)]
    pub turn: DVec3,
    /// Uniform scale, above zero.
    #[serde(default = "one")]
    pub scale: f64,
    /// Material colour, sRGB, each 0 to 1.
    #[serde(default = "default_color")]
    pub color: DVec3,
    /// What it is.
    pub kind: Kind,
    /// Free text that survives saving.
    #[serde(default)]
    pub note: String,
}

/// How solids become meshes.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct ContourSettings {
    /// The algorithm.
    pub method: Method,
    /// Edge length of a grid cell, metres.
    pub cell: f64,
    /// Where to look for surface.
    pub domain: Domain,
    /// Creases whose normals differ by more than this are kept, degrees, 0 to 180. 0 keeps the crease of every cell.
    pub sharpness: f64,
    /// Strength of the pull toward the mass point (Tikhonov lambda is its square), unit-free.
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
        min: DVec3,
        /// Greatest corner, metres.
        max: DVec3,
    },
}

/// A soft "stress ball".
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deformer {
    /// Readable name, unique over the scene.
    pub id: String,
    /// Position, metres.
    #[serde(default)]
    pub at: DVec3,
    /// Rotation about x, then y, then z, degrees.
    #[serde(default)]
    pub turn: DVec3,
    /// Uniform scale, above zero.
    #[serde(default = "one")]
    pub scale: f64,
    /// Material colour, sRGB, each 0 to 1.
    #[serde(default = "default_deformer_color")]
    pub color: DVec3,
    /// Rest shape.
    pub body: Body,
    /// Spring force per metre of displacement and per unit mass, 1/s².
    #[serde(default = "default_spring")]
    pub spring: f64,
    /// Damping, 1/s.
    #[serde(default = "default_deformer_damping")]
    pub damping: f64,
    /// How a tick is computed.
    #[serde(default)]
    pub integrator: DeformerIntegrator,
    /// Free text that survives saving.
    #[serde(default)]
    pub note: String,
}

/// A deformer's rest shape.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Body {
    /// A sphere from a subdivided cube.
    CubeSphere {
        /// Quads along a cube edge, 1 to 200.
        grid: u32,
        /// Radius, metres.
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
    pub length: f64,
    /// Radius of the tube and of collision, metres.
    #[serde(default = "default_rope_radius")]
    pub radius: f64,
    /// Sides of the tube.
    #[serde(default = "default_rope_sides")]
    pub sides: u32,
    /// Where a rope without anchors starts, metres.
    #[serde(default)]
    pub at: DVec3,
    /// Direction in which free ends are laid out at the start; any length but zero.
    #[serde(default = "down")]
    pub lay: DVec3,
    /// Shape between two anchors at the start.
    #[serde(default)]
    pub start: RopeStart,
    /// Part of the velocity kept per step, 0 to 1.
    #[serde(default = "default_rope_damping")]
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
    #[serde(default = "default_rope_color")]
    pub color: DVec3,
    /// Particles held in place.
    #[serde(default)]
    pub anchors: Vec<Anchor>,
    /// Free text that survives saving.
    #[serde(default)]
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
        at: DVec3,
    },
    /// A point in a node's frame.
    Node {
        /// The node's id.
        id: String,
        /// Metres, in the node's frame.
        #[serde(default)]
        at: DVec3,
    },
    /// A point of a deformer's surface; it follows the deformation.
    Deformer {
        /// The deformer's id.
        id: String,
        /// The point.
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
        weights: DVec3,
    },
}

/// How time runs.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct SimulationSettings {
    /// Seconds per tick.
    pub dt: f64,
    /// Metres per second squared.
    pub gravity: DVec3,
    /// Steps per tick, 1 to 64.
    pub substeps: u32,
    /// Height of a horizontal floor for ropes, metres.
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
    #[serde(default)]
    pub note: String,
}

/// What an input does.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub enum Act {
    /// Pushes the deformer that the ray hits first, each tick anew.
    Poke {
        /// Start of the ray, metres.
        origin: DVec3,
        /// Direction of the ray; any length but zero.
        direction: DVec3,
        /// Force at the force point, m/s² per unit mass.
        force: f64,
        /// Distance of the force point from the hit along the surface normal, metres.
        offset: f64,
    },
    /// Moves an anchored particle in a straight line to a world point, and leaves it there.
    MoveAnchor {
        /// The rope's id.
        rope: String,
        /// The anchored particle.
        particle: u32,
        /// Where it is at the end, metres.
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
    pub eye: DVec3,
    /// What it looks at and orbits, metres.
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

impl Default for Scene {
    fn default() -> Self {
        Self {
            version: VERSION,
            nodes: Vec::new(),
            contour: ContourSettings::default(),
            deformers: Vec::new(),
            ropes: Vec::new(),
            simulation: SimulationSettings::default(),
            inputs: Vec::new(),
            expect: Vec::new(),
            view: View::default(),
        }
    }
}

impl Default for ContourSettings {
    fn default() -> Self {
        Self { method: Method::DualContouring, cell: 0.05, domain: Domain::Auto, sharpness: 15.0, bias: 0.01 }
    }
}

impl Default for SimulationSettings {
    fn default() -> Self {
        Self { dt: 0.02, gravity: DVec3::new(0.0, -9.81, 0.0), substeps: 1, floor: None }
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

impl Node {
    /// A root node of the given kind, at the origin.
    #[must_use]
    pub fn new(id: impl Into<String>, kind: Kind) -> Self {
        Self {
            id: id.into(),
            parent: None,
            at: DVec3::ZERO,
            turn: DVec3::ZERO,
            scale: 1.0,
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
            body: Body::CubeSphere { grid: 20, radius: 1.0 },
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
fn one_tick() -> u32 {
    1
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
