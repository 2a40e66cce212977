use super::fields::{Fields, TimedField};
use super::plan::{Plan, Source, concerns_solids};
use super::{Error, Progress};
use crate::contour::{ContourError, Contoured, Memory, Settings, Watch, contour, contour_again};
use crate::field::Field;
use crate::math::Bounds;
use crate::mesh::Mesh;
use crate::scene::{Domain, Issue, Part, Scene, Severity};
use std::sync::atomic::Ordering;
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

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
    /// Answer of [`Solid::self_intersections`], once it was asked.
    intersections: Arc<OnceLock<usize>>,
}

/// How long the stages of a solid took.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SolidTimings {
    /// Scene to field. The solids of a scene are compiled together; this is the mean.
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

    /// How many blocks of 8³ cells were sampled for its mesh, and how many there are: the others were taken over from the
    /// mesh before, since the edit did not touch them.
    #[must_use]
    pub fn rebuilt_blocks(&self) -> (u64, u64) {
        let stats = &self.contoured.stats;
        (stats.rebuilt_blocks, stats.rebuilt_blocks + stats.reused_blocks)
    }

    /// Number of pairs of triangles that share no vertex and meet. Counted when first asked, for all clones; about as
    /// long as the contour takes.
    #[must_use]
    pub fn self_intersections(&self) -> usize {
        *self.intersections.get_or_init(|| self.mesh().self_intersections().len())
    }
}

impl Built {
    /// The solid of a root node.
    ///
    /// # Errors
    /// [`Error::NotFound`] lists the solids.
    pub fn solid(&self, id: &str) -> Result<&Solid, Error> {
        let found = self.solids.iter().find(|s| s.id == id);
        found.ok_or_else(|| Error::not_found("solid", id, self.solids.iter().map(|s| s.id.as_str())))
    }
}

/// Contour settings of a scene, for the contourer; `scale` multiplies the cell (previews use 2 or more).
#[must_use]
pub fn contour_settings(scene: &Scene, scale: f64) -> Settings {
    let settings = &scene.contour;
    Settings {
        method: settings.method,
        cell: settings.cell * scale,
        domain: match settings.domain {
            Domain::Auto => None,
            Domain::Box { min, max } => Some(Bounds::new(min, max)),
        },
        sharpness_deg: settings.sharpness,
        bias: settings.bias,
    }
}

/// Compiles and contours all solids.
///
/// # Errors
/// A scene whose nodes or contour settings have errors is refused with all of them; otherwise the first solid that
/// fails. Errors of ropes, deformers, inputs and claims do not matter here.
pub fn build(scene: &Scene) -> Result<Built, Error> {
    build_watched(scene, &Progress::default())
}

/// As [`build`], and stops soon after [`Progress::cancel`].
///
/// # Errors
/// As [`build`], and one for which [`Error::is_cancelled`] holds.
pub fn build_watched(scene: &Scene, progress: &Progress) -> Result<Built, Error> {
    refuse_errors(scene, concerns_solids)?;
    let fields = Fields::compile(scene);
    progress.begin(fields.ids().len());
    build_fields(scene, &fields, progress)
}

/// Contours the solids of a scene, one step of progress each.
pub(super) fn build_fields(scene: &Scene, fields: &Fields, progress: &Progress) -> Result<Built, Error> {
    let settings = contour_settings(scene, 1.0);
    let mut solids = Vec::with_capacity(fields.ids().len());
    for (root, id) in fields.ids().enumerate() {
        solids.push(contour_solid(id, fields.get(root)?, &settings, &progress.watch)?);
        progress.finish_step();
    }
    Ok(Built { solids, issues: Vec::new() })
}

/// The fields of all solids, by the ids of their root nodes, without meshes.
///
/// # Errors
/// As [`build`], but for contouring.
pub fn compile_solids(scene: &Scene) -> Result<Vec<(String, Field)>, Error> {
    refuse_errors(scene, concerns_solids)?;
    Field::solids(scene).into_iter().map(|(id, field)| Ok((id, field?))).collect()
}

/// The field of one solid.
///
/// # Errors
/// As [`build_solid`], but for contouring.
pub fn compile_solid(scene: &Scene, id: &str) -> Result<Field, Error> {
    let plan = Plan::new(scene);
    if plan.sources.iter().any(|s| s.id == id) {
        return Ok(Field::compile(scene, id)?);
    }
    if plan.broken.iter().any(|s| s.id == id) {
        return Err(Error::Issues(plan.issues_of(id)));
    }
    Err(Error::not_found("solid", id, scene.roots().map(|root| root.id.as_str())))
}

/// Compiles and contours one solid of a scene; what is wrong with others does not matter.
///
/// # Errors
/// As [`build_watched`], for this solid; and [`Error::NotFound`] if no root node has this id.
pub fn build_solid(scene: &Scene, id: &str, progress: &Progress) -> Result<Solid, Error> {
    let start = Instant::now();
    let field = compile_solid(scene, id)?;
    let field = TimedField { field, time: start.elapsed() };
    progress.begin(1);
    contour_solid(id, field, &contour_settings(scene, 1.0), &progress.watch)
}

/// Builds what can be built: solids with faults are missing and their faults listed in [`Built::issues`]. `scale`
/// multiplies the cell. None when cancelled.
#[must_use]
pub fn build_lenient(scene: &Scene, scale: f64, progress: &Progress) -> Option<Built> {
    let settings = contour_settings(scene, scale);
    let mut plan = Plan::new(scene);
    let fields = Fields::compile(scene);
    progress.begin(plan.sources.len());
    let mut solids = Vec::new();
    for source in std::mem::take(&mut plan.sources) {
        match fields.get(source.root).and_then(|f| contour_solid(&source.id, f, &settings, &progress.watch)) {
            Ok(solid) => solids.push(solid),
            Err(error) if error.is_cancelled() => return None,
            Err(error) => plan.issues.push(left_out(&source, &error)),
        }
        progress.finish_step();
    }
    Some(Built { solids, issues: plan.issues })
}

/// Refuses a scene that has errors of the given sort, listing all of them.
pub(super) fn refuse_errors(scene: &Scene, concerns: impl Fn(&Issue) -> bool) -> Result<(), Error> {
    let mut errors = scene.issues();
    errors.retain(|i| i.severity == Severity::Error && concerns(i));
    if errors.is_empty() { Ok(()) } else { Err(Error::Issues(errors)) }
}

/// Contours one solid.
pub(super) fn contour_solid(id: &str, field: TimedField, settings: &Settings, watch: &Watch) -> Result<Solid, Error> {
    contour_by(id, field, settings, watch, |field| contour(field, settings, watch))
}

/// As [`contour_solid`], taking over what the last contour left and an edit did not touch.
pub(super) fn contour_solid_again(
    id: &str,
    field: TimedField,
    settings: &Settings,
    memory: &mut Memory,
    watch: &Watch,
) -> Result<Solid, Error> {
    contour_by(id, field, settings, watch, |field| contour_again(field, settings, memory, watch))
}

fn contour_by(
    id: &str,
    field: TimedField,
    settings: &Settings,
    watch: &Watch,
    contour: impl FnOnce(&Field) -> Result<Contoured, ContourError>,
) -> Result<Solid, Error> {
    let TimedField { field, time } = field;
    let start = Instant::now();
    // One watch serves all solids of a build, and the contourer only ever raises it.
    watch.permille.store(0, Ordering::Relaxed);
    let contoured = contour(&field).map_err(|source| Error::Contour { solid: id.to_owned(), source })?;
    let timings = SolidTimings { compile: time, contour: start.elapsed() };
    Ok(Solid {
        id: id.to_owned(),
        field,
        contoured: Arc::new(contoured),
        settings: *settings,
        timings,
        intersections: Arc::default(),
    })
}

/// Why a solid is missing, as an issue of its root node.
pub(super) fn left_out(source: &Source, error: &Error) -> Issue {
    Issue {
        severity: Severity::Error,
        part: Part::Object(source.id.clone()),
        path: format!("nodes[{}]", source.index),
        message: format!("The solid is left out: {}.", error.to_string().trim_end_matches('.')),
        hint: String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{Expect, Kind, Node, Rope};
    use glam::DVec3;

    fn ball(id: &str, radius: f64) -> Node {
        Node::new(id, Kind::Sphere { radius })
    }

    fn scene(nodes: Vec<Node>) -> Scene {
        let mut scene = Scene { nodes, ..Scene::default() };
        scene.contour.cell = 0.2;
        scene
    }

    #[test]
    fn settings_follow_the_scene() {
        let mut scene = scene(Vec::new());
        assert_eq!(contour_settings(&scene, 1.0).domain, None);
        scene.contour.domain = Domain::Box { min: DVec3::NEG_ONE, max: DVec3::ONE };
        let settings = contour_settings(&scene, 2.0);
        assert_eq!(settings.domain, Some(Bounds::new(DVec3::NEG_ONE, DVec3::ONE)));
        assert_eq!(settings.cell, 0.4);
    }

    #[test]
    fn each_root_is_a_solid() {
        let built = build(&scene(vec![ball("a", 0.5), ball("b", 0.7)])).expect("a valid scene");
        assert_eq!(built.solids.iter().map(|s| s.id.as_str()).collect::<Vec<_>>(), ["a", "b"]);
        assert!(built.solids.iter().all(|s| s.mesh().check().is_closed_manifold()));
        let error = built.solid("c").expect_err("no such solid").to_string();
        assert_eq!(error, "there is no solid called \"c\"; there are: a, b");
    }

    #[test]
    fn errors_are_refused_all_at_once_and_left_out_by_the_lenient_build() {
        let mut scene = scene(vec![ball("good", 0.5), ball("bad", -1.0), ball("worse", 0.0)]);
        let Err(Error::Issues(issues)) = build(&scene) else { panic!("a scene with errors was built") };
        assert_eq!(issues.len(), 2);
        let built = build_lenient(&scene, 1.0, &Progress::default()).expect("not cancelled");
        assert_eq!(built.solids.len(), 1);
        assert_eq!(built.issues.len(), 2);
        scene.contour.cell = -1.0;
        let built = build_lenient(&scene, 1.0, &Progress::default()).expect("not cancelled");
        assert!(built.solids.is_empty());
    }

    #[test]
    fn a_contour_error_names_the_solid() {
        let mut scene = scene(vec![ball("huge", 1.0)]);
        scene.contour.cell = 1e-6;
        let error = build(&scene).expect_err("too many cells").to_string();
        assert!(error.starts_with("solid \"huge\": ") && error.contains("cells"), "{error}");
    }

    /// Numbers 9 and 10 of what a tester found: errors of claims and ropes kept solids from being built.
    #[test]
    fn only_errors_of_solids_matter() {
        let mut scene = scene(vec![ball("good", 0.5)]);
        scene.expect.push(Expect::StateHash { tick: 1, hash: String::new() });
        scene.ropes.push(Rope::new("broken", 0, 1.0));
        scene.simulation.dt = -1.0;
        assert!(build(&scene).is_ok() && compile_solids(&scene).is_ok());
        scene.contour.bias = -1.0;
        assert!(matches!(build(&scene), Err(Error::Issues(issues)) if issues.len() == 1));
    }

    #[test]
    fn a_sound_solid_is_built_beside_a_broken_one() {
        let scene = scene(vec![ball("good", 0.5), ball("bad", -1.0)]);
        let progress = Progress::default();
        assert!(build(&scene).is_err());
        let good = build_solid(&scene, "good", &progress).expect("a sound solid");
        assert!(good.mesh().check().is_closed_manifold());
        let error = build_solid(&scene, "bad", &progress).expect_err("a broken solid").to_string();
        assert!(error.contains("nodes[1].kind.radius") && error.lines().count() == 1, "{error}");
        let error = build_solid(&scene, "cube", &progress).expect_err("no such solid").to_string();
        assert!(error.ends_with("there are: good, bad"), "{error}");
    }

    #[test]
    fn a_cancelled_build_says_so() {
        let progress = Progress::default();
        progress.cancel();
        assert!(build_watched(&scene(vec![ball("a", 0.5)]), &progress).is_err_and(|e| e.is_cancelled()));
        assert!(build_lenient(&scene(vec![ball("a", 0.5)]), 1.0, &progress).is_none());
    }
}
