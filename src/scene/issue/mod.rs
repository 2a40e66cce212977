//! Complaints about a scene that could be read.

mod bodies;
mod checker;
mod kinds;
mod nodes;
mod settings;

use super::{ContourSettings, Scene, SimulationSettings, printable};
use checker::Checker;
use serde::Serialize;
use std::collections::{BTreeSet, HashSet};
use std::fmt;

/// How bad an issue is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Severity {
    /// The scene builds; something is probably not meant.
    Warning,
    /// The part that it names is left out, and a headless build is refused.
    Error,
}

/// The part of a scene that an issue is about.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Part {
    /// The scene as a whole.
    Scene,
    /// A node, deformer or rope, by id. Objects with the same id share their issues; [`Issue::path`] tells them apart.
    Object(String),
    /// `contour`.
    Contour,
    /// `simulation`.
    Simulation,
    /// `inputs[i]`.
    Input(usize),
    /// `expect[i]`.
    Expect(usize),
    /// `view`.
    View,
}

/// One complaint: the thing, the fault, the cure.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Issue {
    /// How bad it is.
    pub severity: Severity,
    /// What it is about.
    pub part: Part,
    /// Path in the document, such as `nodes[2].kind.radius`.
    pub path: String,
    /// What is wrong, as a sentence that names the value.
    pub message: String,
    /// What to do.
    pub hint: String,
}

impl fmt::Display for Issue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let severity = match self.severity {
            Severity::Warning => "warning",
            Severity::Error => "error",
        };
        write!(f, "{severity}: {}: {} {}", self.path, printable(&self.message), printable(&self.hint))
    }
}

impl Scene {
    /// All issues of the scene, in document order. Never stops at the first.
    #[must_use]
    pub fn issues(&self) -> Vec<Issue> {
        let mut check = Checker::new(self);
        check.counts();
        check.nodes();
        check.contour();
        check.deformers();
        check.ropes();
        check.simulation();
        check.inputs();
        check.expectations();
        check.view();
        check.into_issues()
    }

    /// Ids of what has to be left out because of errors among `issues`: what they name, the whole solid round a broken
    /// node, and ropes that hang on something left out. Warnings leave nothing out.
    #[must_use]
    pub fn broken_ids(&self, issues: &[Issue]) -> BTreeSet<String> {
        let errors = || issues.iter().filter(|issue| issue.severity == Severity::Error);
        if errors().any(|issue| issue.part == Part::Scene) {
            return self.ids().map(str::to_owned).collect();
        }
        let mut broken: HashSet<&str> = HashSet::new();
        let parents = self.parents();
        for issue in errors() {
            // From a node to its root; the whole tree below follows.
            let mut at = match &issue.part {
                Part::Object(id) => Some(id.as_str()),
                _ => None,
            };
            while let Some(id) = at {
                at = if broken.insert(id) { parents.get(id).copied().flatten() } else { None };
            }
        }
        let mut broken = self.with_descendants(broken);
        let hanging =
            self.ropes.iter().filter(|r| r.anchors.iter().any(|a| a.to.id().is_some_and(|id| broken.contains(id))));
        let hanging: Vec<&str> = hanging.map(|r| r.id.as_str()).collect();
        broken.extend(hanging);
        broken.into_iter().map(str::to_owned).collect()
    }

    /// The scene without what `issues` break: its own issues hold no errors. Objects of [`Scene::broken_ids`] are left
    /// out, and inputs and expectations that are broken or name one of them; broken contour or simulation settings
    /// are replaced by the defaults. An editor draws this.
    #[must_use]
    pub fn sound_part(&self, issues: &[Issue]) -> Self {
        let broken = self.broken_ids(issues);
        let bad: HashSet<&Part> = issues.iter().filter(|i| i.severity == Severity::Error).map(|i| &i.part).collect();
        let keeps = |rope: Option<&str>, part: Part| !bad.contains(&part) && rope.is_none_or(|id| !broken.contains(id));
        let mut sound = self.clone();
        sound.nodes.retain(|n| !broken.contains(&n.id));
        sound.deformers.retain(|d| !broken.contains(&d.id));
        sound.ropes.retain(|r| !broken.contains(&r.id));
        sound.inputs = kept(&self.inputs, |i, input| keeps(input.rope(), Part::Input(i)));
        sound.expect = kept(&self.expect, |i, claim| keeps(claim.rope(), Part::Expect(i)));
        if bad.contains(&Part::Contour) {
            sound.contour = ContourSettings::default();
        }
        if bad.contains(&Part::Simulation) {
            sound.simulation = SimulationSettings::default();
        }
        sound.version = super::VERSION;
        sound
    }
}

/// The items that `keep`, given their index, says yes to.
fn kept<T: Clone>(items: &[T], keep: impl Fn(usize, &T) -> bool) -> Vec<T> {
    items.iter().enumerate().filter(|(i, item)| keep(*i, item)).map(|(_, item)| item.clone()).collect()
}
