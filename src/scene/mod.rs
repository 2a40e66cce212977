//! The document: plain data, exactly what the file says (metres, seconds, degrees). Layer 1.
//!
//! A [`Scene`] holds no cache, handle or `Arc`. Reading is in [`load`](Scene::load) and
//! [`from_ron`](Scene::from_ron), writing in [`to_ron`](Scene::to_ron) and [`save`](Scene::save), changes are
//! [`Edit`]s, complaints are [`Issue`]s.

mod edit;
mod example;
mod finite;
mod fragment;
mod issue;
mod kind;
pub mod limits;
mod names;
mod object;
mod printable;
mod query;
mod read;
mod read_error;
mod save;
mod scan;
mod settings;
mod write;

pub use edit::{Edit, EditError, Object, Snapshot};
pub use issue::{Issue, Part, Severity};
pub use kind::{Axis, Ball, Blend, Category, Choice, ChoiceOption, Entries, Handle, Kind, List, Param};
pub use object::{
    Anchor, AnchorTarget, Body, Deformer, DeformerIntegrator, Node, Rope, RopeIntegrator, RopeStart, SurfacePoint,
};
pub use printable::{number, printable};
pub use read_error::ReadError;
pub use save::{SaveError, check_target, save_bytes};
pub use settings::{Act, ContourSettings, Domain, Expect, Input, Method, OverlayKind, SimulationSettings, View};

use serde::{Deserialize, Serialize};

/// The scene that the editor starts with, as a file: a carved block, a rope that drapes over it, a soft ball.
pub const START_SCENE: &str = include_str!("../../scenes/start.ron");

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

#[cfg(test)]
mod tests;
