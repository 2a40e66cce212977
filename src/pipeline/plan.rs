//! Which solids of a scene can be built, and which errors concern whom.

use crate::scene::{Issue, Node, Part, Scene, Severity};
use std::collections::{BTreeSet, HashMap};

/// What a solid is made from. Equal sources and equal settings give equal solids.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Source {
    /// Id of the root node.
    pub id: String,
    /// Its index in `Scene::nodes`.
    pub index: usize,
    /// Which of the scene's roots it is, counted from 0.
    pub root: usize,
    /// The nodes of its tree and their indices, which samples and reports mention; without notes.
    pub nodes: Vec<(usize, Node)>,
}

/// Which solids of a scene can be tried, and what is wrong with the others.
#[derive(Debug)]
pub(super) struct Plan {
    /// Solids without errors, in scene order; none if the scene or its contour settings have errors.
    pub sources: Vec<Source>,
    /// The other solids.
    pub broken: Vec<Source>,
    /// Errors of nodes, of the contour settings and of the scene as a whole.
    pub issues: Vec<Issue>,
}

impl Plan {
    pub fn new(scene: &Scene) -> Self {
        let mut issues = scene.issues();
        issues.retain(|i| i.severity == Severity::Error && concerns_solids(i));
        let faulty: BTreeSet<usize> = issues.iter().filter_map(|i| list_index(&i.path, "nodes")).collect();
        let nothing_can_be_built = issues.iter().any(concerns_all_solids);
        let is_sound = |s: &Source| !nothing_can_be_built && s.nodes.iter().all(|(i, _)| !faulty.contains(i));
        let (sources, broken) = sources(scene).into_iter().partition(is_sound);
        Self { sources, broken, issues }
    }

    /// The errors that keep the solid of a root node from being built.
    pub fn issues_of(&self, id: &str) -> Vec<Issue> {
        let trees = self.broken.iter().filter(|s| s.id == id);
        let nodes: BTreeSet<usize> = trees.flat_map(|s| s.nodes.iter().map(|(i, _)| *i)).collect();
        let concerns = |issue: &&Issue| {
            concerns_all_solids(issue) || list_index(&issue.path, "nodes").is_some_and(|i| nodes.contains(&i))
        };
        self.issues.iter().filter(concerns).cloned().collect()
    }
}

/// True if an issue is about what solids are made from: nodes and contour settings.
#[must_use]
pub fn concerns_solids(issue: &Issue) -> bool {
    concerns_all_solids(issue) || list_index(&issue.path, "nodes").is_some()
}

/// True if no solid can be built because of an issue. Counts of ropes and deformers are issues of the scene too, but
/// solids do not mind them.
fn concerns_all_solids(issue: &Issue) -> bool {
    match issue.part {
        Part::Contour => true,
        Part::Scene => !["deformers", "ropes", "simulation", "inputs", "expect"].contains(&issue.path.as_str()),
        _ => false,
    }
}

/// True if an issue is about what a simulation is made from: ropes, deformers, and the nodes that they meet.
#[must_use]
pub fn concerns_simulation(issue: &Issue) -> bool {
    !matches!(issue.part, Part::Contour | Part::Expect(_) | Part::View)
}

/// The index that follows the name of a list in a path such as `ropes[2].length`.
pub(super) fn list_index(path: &str, list: &str) -> Option<usize> {
    path.strip_prefix(list)?.strip_prefix('[')?.split_once(']')?.0.parse().ok()
}

/// Root nodes with their trees.
fn sources(scene: &Scene) -> Vec<Source> {
    let mut children: HashMap<&str, Vec<usize>> = HashMap::new();
    for (index, node) in scene.nodes.iter().enumerate() {
        if let Some(parent) = &node.parent {
            children.entry(parent).or_default().push(index);
        }
    }
    let mut sources = Vec::new();
    // Several nodes of one name would share their children: each node is visited once, or a cycle would not end.
    let mut visited = vec![false; scene.nodes.len()];
    for (index, node) in scene.nodes.iter().enumerate().filter(|(_, n)| n.parent.is_none()) {
        let mut tree = Vec::new();
        let mut stack = vec![index];
        while let Some(index) = stack.pop() {
            if !std::mem::replace(&mut visited[index], true) {
                tree.push(index);
                stack.extend(children.get(scene.nodes[index].id.as_str()).into_iter().flatten());
            }
        }
        tree.sort_unstable();
        let nodes = tree.iter().map(|&i| (i, Node { note: String::new(), ..scene.nodes[i].clone() })).collect();
        sources.push(Source { id: node.id.clone(), index, root: sources.len(), nodes });
    }
    sources
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::Kind;

    fn ball(id: &str, radius: f64) -> Node {
        Node::new(id, Kind::Sphere { radius })
    }

    #[test]
    fn sources_end_on_shared_names_and_cycles() {
        let mut twin = ball("a", 0.5);
        twin.parent = Some("a".into());
        let mut knot = ball("k", 0.5);
        knot.parent = Some("k".into());
        let scene = Scene { nodes: vec![ball("a", 0.5), twin, knot], ..Scene::default() };
        let sources = sources(&scene);
        assert_eq!(sources.len(), 1);
        assert_eq!(sources[0].nodes.len(), 2);
    }

    #[test]
    fn each_broken_solid_has_its_own_issues() {
        let mut tool = ball("tool", -1.0);
        tool.parent = Some("part".into());
        let nodes = vec![ball("good", 1.0), Node::new("part", Kind::Group), tool, ball("flat", 0.0)];
        let mut scene = Scene { nodes, ..Scene::default() };
        scene.ropes.push(crate::scene::Rope::new("broken", 0, 1.0));
        let plan = Plan::new(&scene);
        assert_eq!(plan.sources.iter().map(|s| (s.id.as_str(), s.root)).collect::<Vec<_>>(), [("good", 0)]);
        assert_eq!(plan.issues.len(), 2);
        let paths = |id| plan.issues_of(id).into_iter().map(|i| i.path).collect::<Vec<_>>();
        assert_eq!(paths("part"), ["nodes[2].kind.radius"]);
        assert_eq!(paths("flat"), ["nodes[3].kind.radius"]);
        scene.contour.cell = 0.0;
        let plan = Plan::new(&scene);
        assert!(plan.sources.is_empty());
        assert_eq!(plan.issues_of("good").len(), 1);
    }
}
