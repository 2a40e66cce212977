use super::Error;
use crate::contour::{ContourError, Contoured, Settings, Watch, contour};
use crate::field::Field;
use crate::math::Bounds;
use crate::mesh::Mesh;
use crate::scene::{Domain, Issue, Node, Part, Scene, Severity};
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;
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
/// A scene with errors is refused with all of them; otherwise the first solid that fails.
pub fn build(scene: &Scene) -> Result<Built, Error> {
    build_watched(scene, &Watch::default())
}

/// As [`build`], and stops soon after [`Watch::cancel`] is set.
///
/// # Errors
/// As [`build`], and [`ContourError::Cancelled`] in an [`Error::Contour`].
pub fn build_watched(scene: &Scene, watch: &Watch) -> Result<Built, Error> {
    refuse_errors(scene)?;
    let settings = contour_settings(scene, 1.0);
    let solids = scene.roots().map(|root| contour_solid(scene, &root.id, &settings, watch));
    Ok(Built { solids: solids.collect::<Result<_, _>>()?, issues: Vec::new() })
}

/// The fields of all solids, by the ids of their root nodes, without meshes.
///
/// # Errors
/// As [`build`], but for contouring.
pub fn compile_solids(scene: &Scene) -> Result<Vec<(String, Field)>, Error> {
    refuse_errors(scene)?;
    scene.roots().map(|root| Ok((root.id.clone(), Field::compile(scene, &root.id)?))).collect()
}

/// Compiles and contours one solid of a scene.
///
/// # Errors
/// As [`build_watched`], and [`Error::NotFound`] if no root node has this id.
pub fn build_solid(scene: &Scene, id: &str, watch: &Watch) -> Result<Solid, Error> {
    refuse_errors(scene)?;
    if !scene.roots().any(|root| root.id == id) {
        return Err(Error::not_found("solid", id, scene.roots().map(|root| root.id.as_str())));
    }
    contour_solid(scene, id, &contour_settings(scene, 1.0), watch)
}

/// Builds what can be built: solids with faults are missing and their faults listed in [`Built::issues`]. `scale`
/// multiplies the cell. None when [`Watch::cancel`] was set.
#[must_use]
pub fn build_lenient(scene: &Scene, scale: f64, watch: &Watch) -> Option<Built> {
    let settings = contour_settings(scene, scale);
    let mut plan = Plan::new(scene);
    let mut solids = Vec::new();
    for source in std::mem::take(&mut plan.sources) {
        match contour_solid(scene, &source.id, &settings, watch) {
            Ok(solid) => solids.push(solid),
            Err(error) if error.is_cancelled() => return None,
            Err(error) => plan.issues.push(left_out(&source, &error)),
        }
    }
    Some(Built { solids, issues: plan.issues })
}

/// Refuses a scene that has errors, listing all of them.
fn refuse_errors(scene: &Scene) -> Result<(), Error> {
    let errors: Vec<_> = scene.issues().into_iter().filter(|i| i.severity == Severity::Error).collect();
    if errors.is_empty() { Ok(()) } else { Err(Error::Issues(errors)) }
}

/// Compiles and contours one root node; the only place that reads a clock.
pub(super) fn contour_solid(scene: &Scene, id: &str, settings: &Settings, watch: &Watch) -> Result<Solid, Error> {
    let start = Instant::now();
    let field = Field::compile(scene, id)?;
    let compiled = Instant::now();
    // One watch serves all solids of a build, and the contourer only ever raises it.
    watch.permille.store(0, Ordering::Relaxed);
    let contoured = contour(&field, settings, watch)
        .map_err(|source: ContourError| Error::Contour { solid: id.to_owned(), source })?;
    let timings = SolidTimings { compile: compiled - start, contour: compiled.elapsed() };
    Ok(Solid { id: id.to_owned(), field, contoured: Arc::new(contoured), settings: *settings, timings })
}

/// Why a solid is missing, as an issue of its root node.
pub(super) fn left_out(source: &Source, error: &Error) -> Issue {
    Issue {
        severity: Severity::Error,
        part: Part::Object(source.id.clone()),
        path: format!("nodes[{}]", source.index),
        message: format!("The solid is left out: {error}."),
        hint: String::new(),
    }
}

/// What a solid is made from. Equal sources and equal settings give equal solids.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Source {
    /// Id of the root node.
    pub id: String,
    /// Its index in `Scene::nodes`.
    pub index: usize,
    /// The nodes of its tree and their indices, which samples and reports mention; without notes.
    pub nodes: Vec<(usize, Node)>,
}

/// Which solids of a scene can be tried, and what is wrong with the others.
#[derive(Debug)]
pub(super) struct Plan {
    /// Solids without errors, in scene order.
    pub sources: Vec<Source>,
    /// Errors of nodes and of the contour settings.
    pub issues: Vec<Issue>,
}

impl Plan {
    pub fn new(scene: &Scene) -> Self {
        let mut issues: Vec<_> = scene.issues();
        issues.retain(|i| i.severity == Severity::Error && (i.part == Part::Contour || node_index(&i.path).is_some()));
        let mut broken = vec![false; scene.nodes.len()];
        for index in issues.iter().filter_map(|i| node_index(&i.path)) {
            if let Some(flag) = broken.get_mut(index) {
                *flag = true;
            }
        }
        let settings_hold = issues.iter().all(|i| i.part != Part::Contour);
        let sources = if settings_hold { sources(scene, &broken) } else { Vec::new() };
        Self { sources, issues }
    }
}

/// The index in an issue's path such as `nodes[2].kind.radius`.
fn node_index(path: &str) -> Option<usize> {
    list_index(path, "nodes")
}

/// The index that follows the name of a list in a path such as `ropes[2].length`.
pub(super) fn list_index(path: &str, list: &str) -> Option<usize> {
    path.strip_prefix(list)?.strip_prefix('[')?.split_once(']')?.0.parse().ok()
}

/// Root nodes with their trees, except those that hold a broken node.
fn sources(scene: &Scene, broken: &[bool]) -> Vec<Source> {
    let mut children: HashMap<&str, Vec<usize>> = HashMap::new();
    for (index, node) in scene.nodes.iter().enumerate() {
        if let Some(parent) = &node.parent {
            children.entry(parent).or_default().push(index);
        }
    }
    let mut sources = Vec::new();
    // Several nodes of one name would share their children: each node is visited once, or a cycle would not end.
    let mut visited = vec![false; scene.nodes.len()];
    for (root, node) in scene.nodes.iter().enumerate().filter(|(_, n)| n.parent.is_none()) {
        let mut tree = Vec::new();
        let mut stack = vec![root];
        while let Some(index) = stack.pop() {
            if !std::mem::replace(&mut visited[index], true) {
                tree.push(index);
                stack.extend(children.get(scene.nodes[index].id.as_str()).into_iter().flatten());
            }
        }
        tree.sort_unstable();
        if tree.iter().all(|&i| !broken[i]) {
            let nodes = tree.iter().map(|&i| (i, Node { note: String::new(), ..scene.nodes[i].clone() })).collect();
            sources.push(Source { id: node.id.clone(), index: root, nodes });
        }
    }
    sources
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::Kind;
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
        let built = build_lenient(&scene, 1.0, &Watch::default()).expect("not cancelled");
        assert_eq!(built.solids.len(), 1);
        assert_eq!(built.issues.len(), 2);
        scene.contour.cell = -1.0;
        let built = build_lenient(&scene, 1.0, &Watch::default()).expect("not cancelled");
        assert!(built.solids.is_empty());
    }

    #[test]
    fn a_contour_error_names_the_solid() {
        let mut scene = scene(vec![ball("huge", 1.0)]);
        scene.contour.cell = 1e-6;
        let error = build(&scene).expect_err("too many cells").to_string();
        assert!(error.starts_with("solid \"huge\": ") && error.contains("cells"), "{error}");
    }

    #[test]
    fn sources_end_on_shared_names_and_cycles() {
        let mut twin = ball("a", 0.5);
        twin.parent = Some("a".into());
        let mut knot = ball("k", 0.5);
        knot.parent = Some("k".into());
        let scene = scene(vec![ball("a", 0.5), twin, knot]);
        let sources = sources(&scene, &[false; 3]);
        assert_eq!(sources.len(), 1);
        assert_eq!(sources[0].nodes.len(), 2);
    }
}
