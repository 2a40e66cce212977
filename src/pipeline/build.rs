use super::Error;
use crate::contour::{Contoured, Settings};
use crate::field::Field;
use crate::mesh::Mesh;
use crate::scene::{Issue, Scene};
use std::sync::Arc;
use std::time::Duration;

/// All solids of a scene, built.
#[derive(Clone, Debug)]
pub struct Built {
    /// In scene order.
    pub solids: Vec<Solid>,
    /// What was left out, and why; empty from [`build`], which refuses instead.
    pub issues: Vec<Issue>,
}

/// One root node: field and mesh. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Solid {
    /// Id of the root node.
    pub id: String,
    /// The compiled field.
    pub field: Field,
    /// Mesh and facts.
    pub contoured: Arc<Contoured>,
    /// The settings it was contoured with.
    pub settings: Settings,
    /// How long it took.
    pub timings: SolidTimings,
}

/// How long the stages of a solid took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SolidTimings {
    /// Scene to field.
    pub compile: Duration,
    /// Field to mesh.
    pub contour: Duration,
}

impl Solid {
    /// Its mesh.
    #[must_use]
    pub fn mesh(&self) -> &Mesh {
        &self.contoured.mesh
    }
}

impl Built {
    /// The solid of a root node.
    ///
    /// # Errors
    /// [`Error::NotFound`] lists the solids.
    pub fn solid(&self, id: &str) -> Result<&Solid, Error> {
        let _ = id;
        todo!("pipeline helper")
    }
}

/// Contour settings of a scene, for the contourer; `scale` multiplies the cell (previews use 2 or more).
#[must_use]
pub fn contour_settings(scene: &Scene, scale: f64) -> Settings {
    let _ = (scene, scale);
    todo!("pipeline helper")
}

/// Compiles and contours all solids.
///
/// # Errors
/// A scene with errors is refused with all of them; otherwise the first solid that fails.
pub fn build(scene: &Scene) -> Result<Built, Error> {
    let _ = scene;
    todo!("pipeline helper")
}
