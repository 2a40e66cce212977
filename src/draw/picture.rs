use super::Theme;
use crate::contour::Contoured;
use crate::inspect::Overlay;
use crate::inspect::overlay;
use crate::mesh::{Mesh, TubeSettings, tube};
use crate::pipeline::{Built, Simulation};
use crate::scene::{OverlayKind, Scene};
use glam::DVec3;
use std::sync::Arc;

/// Most arrows or boxes of one overlay of one object: beyond it every n-th is drawn, so that the window stays fluid.
const MAX_OVERLAY: usize = 100_000;
/// Most cells that are explained for an overlay; each costs a QEF.
const MAX_EXPLAINED: usize = 20_000;
/// Velocity arrows are as long as the way in this time, seconds.
const VELOCITY_SECS: f64 = 0.1;

/// What is drawn. Plain data; cheap to clone, to change and to compare.
#[derive(Clone, Debug, Default)]
pub struct Picture {
    /// Objects, one an id.
    pub items: Vec<Item>,
    /// Points, lines and arrows over them.
    pub overlay: Arc<Overlay>,
    /// Draw the grid and the axes on y = 0.
    pub grid: bool,
    /// Light or dark.
    pub theme: Theme,
}

/// One object.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// Identity: an item of the same id and [`Shape`] is not uploaded again.
    pub id: String,
    /// Its mesh, world coordinates.
    pub shape: Shape,
    /// sRGB colour, each 0 to 1, for meshes without vertex colours.
    pub color: DVec3,
    /// How it stands out.
    pub highlight: Highlight,
}

/// How an item stands out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Highlight {
    /// Not at all.
    #[default]
    None,
    /// The pointer is over it: a little brighter, with a thin outline.
    Hovered,
    /// Selected: outlined.
    Selected,
}

/// A shared mesh. Equal means: the very same, not a copy; so comparing costs nothing.
#[derive(Clone, Debug)]
pub enum Shape {
    /// What a contour gave.
    Contoured(Arc<Contoured>),
    /// Any other mesh.
    Mesh(Arc<Mesh>),
}

impl Shape {
    /// The mesh.
    #[must_use]
    pub fn mesh(&self) -> &Mesh {
        match self {
            Self::Contoured(contoured) => &contoured.mesh,
            Self::Mesh(mesh) => mesh,
        }
    }
}

impl From<Mesh> for Shape {
    fn from(mesh: Mesh) -> Self {
        Self::Mesh(Arc::new(mesh))
    }
}

impl PartialEq for Shape {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Contoured(a), Self::Contoured(b)) => Arc::ptr_eq(a, b),
            (Self::Mesh(a), Self::Mesh(b)) => Arc::ptr_eq(a, b),
            _ => false,
        }
    }
}

/// Compares shared parts by identity, as [`Shape`] does.
impl PartialEq for Picture {
    fn eq(&self, other: &Self) -> bool {
        self.items == other.items
            && Arc::ptr_eq(&self.overlay, &other.overlay)
            && self.grid == other.grid
            && self.theme == other.theme
    }
}

impl Picture {
    /// Marks items: `selected` are outlined, `hovered` is brighter, all others are plain.
    pub fn set_highlight(&mut self, selected: &[impl AsRef<str>], hovered: Option<&str>) {
        for item in &mut self.items {
            item.highlight = if selected.iter().any(|id| id.as_ref() == item.id) {
                Highlight::Selected
            } else if hovered == Some(item.id.as_str()) {
                Highlight::Hovered
            } else {
                Highlight::None
            };
        }
    }

    /// The box round all items.
    #[must_use]
    pub fn bounds(&self) -> crate::math::Bounds {
        self.items.iter().fold(crate::math::Bounds::EMPTY, |b, item| b.union(&item.shape.mesh().bounds()))
    }
}

/// What a scene looks like: its solids, and the ropes and deformers of `simulation` at its present tick; without what
/// `scene.view` hides, with the overlays that it asks for.
///
/// Ropes, deformers and overlays are made anew at each call, so call it when the build, the tick or the view changed,
/// not at each frame; the camera and [`Picture::set_highlight`] need no new picture.
#[must_use]
pub fn picture_of(scene: &Scene, built: &Built, simulation: Option<&Simulation>, theme: Theme) -> Picture {
    let mut picture = Picture { grid: true, theme, ..Picture::default() };
    let mut overlay = Overlay::default();
    add_solids(scene, built, &mut picture, &mut overlay);
    if let Some(simulation) = simulation {
        add_deformers(scene, simulation, &mut picture, &mut overlay);
        add_ropes(scene, simulation, &mut picture, &mut overlay);
        if shows(scene, OverlayKind::Rays) {
            overlay.extend(overlay::pokes(simulation.world().pokes()));
        }
    }
    picture.overlay = Arc::new(overlay);
    picture
}

fn shows(scene: &Scene, kind: OverlayKind) -> bool {
    scene.view.overlays.contains(&kind)
}

fn is_hidden(scene: &Scene, id: &str) -> bool {
    scene.view.hidden.iter().any(|hidden| hidden == id)
}

fn add_solids(scene: &Scene, built: &Built, picture: &mut Picture, overlay: &mut Overlay) {
    for solid in built.solids.iter().filter(|solid| !is_hidden(scene, &solid.id)) {
        let color = scene.nodes.iter().find(|node| node.id == solid.id).map_or(DVec3::splat(0.7), |node| node.color);
        let shape = Shape::Contoured(Arc::clone(&solid.contoured));
        picture.items.push(Item { id: solid.id.clone(), shape, color, highlight: Highlight::None });
        add_mesh_overlays(scene, solid.mesh(), solid.settings.cell, overlay);
        let (field, settings, contoured) = (&solid.field, &solid.settings, &*solid.contoured);
        if shows(scene, OverlayKind::Cells) {
            overlay.extend(overlay::cells(contoured, MAX_OVERLAY));
        }
        if shows(scene, OverlayKind::Crossings) {
            overlay.extend(overlay::crossings(field, settings, contoured, MAX_EXPLAINED));
        }
        if shows(scene, OverlayKind::QefPoints) {
            overlay.extend(overlay::qef_points(field, settings, contoured, MAX_EXPLAINED));
        }
    }
}

/// Normals as long as `length`, and triangle edges.
fn add_mesh_overlays(scene: &Scene, mesh: &Mesh, length: f64, overlay: &mut Overlay) {
    if shows(scene, OverlayKind::Normals) {
        overlay.extend(overlay::normals(mesh, length, MAX_OVERLAY));
    }
    if shows(scene, OverlayKind::Wireframe) {
        overlay.extend(overlay::wireframe(mesh, MAX_OVERLAY));
    }
}

fn add_deformers(scene: &Scene, simulation: &Simulation, picture: &mut Picture, overlay: &mut Overlay) {
    for state in simulation.world().deformers().iter().filter(|state| !is_hidden(scene, &state.id)) {
        let Some(deformer) = scene.deformers.iter().find(|deformer| deformer.id == state.id) else { continue };
        let mesh = state.world_mesh();
        add_mesh_overlays(scene, &mesh, 0.05 * mesh.bounds().size().max_element(), overlay);
        if shows(scene, OverlayKind::Velocities) {
            overlay.extend(overlay::deformer_velocities(state, VELOCITY_SECS, MAX_OVERLAY));
        }
        let (id, color) = (state.id.clone(), deformer.color);
        picture.items.push(Item { id, shape: mesh.into(), color, highlight: Highlight::None });
    }
}

fn add_ropes(scene: &Scene, simulation: &Simulation, picture: &mut Picture, overlay: &mut Overlay) {
    let simulation_settings = &scene.simulation;
    let step_secs = simulation_settings.dt / f64::from(simulation_settings.substeps.max(1));
    for state in simulation.world().ropes().iter().filter(|state| !is_hidden(scene, &state.id)) {
        let Some(rope) = scene.ropes.iter().find(|rope| rope.id == state.id) else { continue };
        let settings = TubeSettings { radius: rope.radius, sides: rope.sides, caps: true };
        let mesh = tube(&state.positions, settings, rope.length);
        add_mesh_overlays(scene, &mesh, 2.0 * rope.radius, overlay);
        if shows(scene, OverlayKind::Velocities) {
            overlay.extend(overlay::rope_velocities(state, step_secs, VELOCITY_SECS));
        }
        if shows(scene, OverlayKind::Strain) {
            overlay.extend(overlay::strain(state));
        }
        let (id, color) = (state.id.clone(), rope.color);
        picture.items.push(Item { id, shape: mesh.into(), color, highlight: Highlight::None });
    }
}
