//! The rows of the outliner, computed from the scene.

use crate::app::action::{Page, Select};
use crate::app::icons;
use crate::app::model::Model;
use crate::app::panels::inspector::act_name;
use crate::scene::{Node, Part, Scene};
use std::collections::BTreeSet;

/// One row.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Row {
    /// What is shown; the id of an object.
    pub(crate) label: String,
    /// Its icon.
    pub(crate) icon: &'static str,
    /// Depth in the tree.
    pub(crate) depth: usize,
    /// Whether children are shown; none if there are none.
    pub(crate) open: Option<bool>,
    /// What it stands for.
    pub(crate) target: Target,
    /// What issues name it.
    pub(crate) part: Option<Part>,
}

/// What a row stands for.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Target {
    /// A title between groups of rows.
    Title,
    /// A node, rope or deformer.
    Object,
    /// A page of the inspector.
    Page(Page),
}

impl Row {
    /// The id, if it stands for an object.
    pub(crate) fn id(&self) -> Option<&str> {
        (self.target == Target::Object).then_some(self.label.as_str())
    }

    /// What a plain click selects.
    pub(crate) fn select(&self) -> Option<Select> {
        match &self.target {
            Target::Title => None,
            Target::Object => Some(Select::Only(self.label.clone())),
            Target::Page(page) => Some(Select::Page(*page)),
        }
    }
}

/// All rows that are shown. A filter opens everything and keeps the ancestors of what matches.
pub(crate) fn rows(model: &Model, collapsed: &BTreeSet<String>, filter: &str) -> Vec<Row> {
    let scene = model.document.scene();
    let filter = filter.to_lowercase();
    let mut all = Vec::new();
    titled(&mut all, "Solids", node_rows(scene, collapsed, &filter));
    let object =
        |label: &str, icon| Row { part: Some(Part::Object(label.to_owned())), ..row(label, icon, Target::Object) };
    titled(&mut all, "Ropes", matching(scene.ropes.iter().map(|r| object(&r.id, icons::ROPE)), &filter));
    titled(&mut all, "Soft bodies", matching(scene.deformers.iter().map(|d| object(&d.id, icons::DEFORMER)), &filter));
    titled(&mut all, "Inputs", matching(input_rows(scene), &filter));
    titled(&mut all, "Settings", matching(settings_rows(), &filter));
    all
}

fn row(label: &str, icon: &'static str, target: Target) -> Row {
    Row { label: label.to_owned(), icon, depth: 0, open: None, target, part: None }
}

fn titled(all: &mut Vec<Row>, title: &str, rows: Vec<Row>) {
    if !rows.is_empty() {
        all.push(row(title, "", Target::Title));
        all.extend(rows);
    }
}

fn matching(rows: impl Iterator<Item = Row>, filter: &str) -> Vec<Row> {
    rows.filter(|r| r.label.to_lowercase().contains(filter)).collect()
}

fn input_rows(scene: &Scene) -> impl Iterator<Item = Row> + '_ {
    scene.inputs.iter().enumerate().map(|(i, input)| Row {
        part: Some(Part::Input(i)),
        ..row(&format!("{} at tick {}", act_name(&input.act), input.tick), icons::INPUT, Target::Page(Page::Input(i)))
    })
}

fn settings_rows() -> impl Iterator<Item = Row> {
    [
        Row { part: None, ..row("Scene", icons::FILE, Target::Page(Page::Scene)) },
        Row { part: Some(Part::Contour), ..row("Contour", icons::SETTINGS, Target::Page(Page::Contour)) },
        Row { part: Some(Part::Simulation), ..row("Simulation", icons::TIMER, Target::Page(Page::Simulation)) },
    ]
    .into_iter()
}

fn node_rows(scene: &Scene, collapsed: &BTreeSet<String>, filter: &str) -> Vec<Row> {
    let mut out = Vec::new();
    let mut reached = BTreeSet::new();
    for root in scene.roots() {
        push_tree(scene, root, 0, collapsed, filter, &mut reached, &mut out);
    }
    // Nodes in a cycle, or under a parent that is not there, hang from no root; they can still be repaired.
    let lost: Vec<&Node> = scene.nodes.iter().filter(|n| !reached.contains(n.id.as_str())).collect();
    for node in lost {
        if !reached.contains(node.id.as_str()) {
            push_tree(scene, node, 0, collapsed, filter, &mut reached, &mut out);
        }
    }
    out
}

/// Pushes a node and its subtree; true if anything was pushed.
fn push_tree<'a>(
    scene: &'a Scene,
    node: &'a Node,
    depth: usize,
    collapsed: &BTreeSet<String>,
    filter: &str,
    reached: &mut BTreeSet<&'a str>,
    out: &mut Vec<Row>,
) -> bool {
    // Deeper than any scene made by hand; hostile files nest deeper than the stack.
    const MAX_DEPTH: usize = 200;
    if !reached.insert(&node.id) || depth > MAX_DEPTH {
        return false;
    }
    let place = out.len();
    let has_children = scene.children(&node.id).next().is_some();
    let open = !filter.is_empty() || !collapsed.contains(&node.id);
    out.push(Row {
        depth,
        open: has_children.then_some(open),
        part: Some(Part::Object(node.id.clone())),
        ..row(&node.id, icons::of_kind(&node.kind), Target::Object)
    });
    let mut any = false;
    let mut hidden = Vec::new();
    for child in scene.children(&node.id) {
        let into = if open { &mut *out } else { &mut hidden };
        any |= push_tree(scene, child, depth + 1, collapsed, filter, reached, into);
    }
    let keep = any || filter.is_empty() || node.id.to_lowercase().contains(filter);
    if !keep {
        out.truncate(place);
    }
    keep
}
