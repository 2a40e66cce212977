//! Questions about a scene, and edits made from the answers.

use super::fragment::fresh_id_among;
use super::{Act, Anchor, Deformer, Edit, Expect, Input, Node, Object, Rope, Scene};
use crate::math::Affine;
use std::collections::{HashMap, HashSet};

impl Input {
    /// The rope that it names, if any.
    #[must_use]
    pub fn rope(&self) -> Option<&str> {
        match &self.act {
            Act::MoveAnchor { rope, .. } => Some(rope),
            Act::Poke { .. } => None,
        }
    }
}

impl Expect {
    /// The rope that it names, if any.
    #[must_use]
    pub fn rope(&self) -> Option<&str> {
        match self {
            Self::Stretch { rope, .. } => Some(rope),
            Self::Closed | Self::StateHash { .. } => None,
        }
    }
}

impl Scene {
    /// The node with this id.
    #[must_use]
    pub fn node(&self, id: &str) -> Option<&Node> {
        self.nodes.iter().find(|n| n.id == id)
    }

    /// The deformer with this id.
    #[must_use]
    pub fn deformer(&self, id: &str) -> Option<&Deformer> {
        self.deformers.iter().find(|d| d.id == id)
    }

    /// The rope with this id.
    #[must_use]
    pub fn rope(&self, id: &str) -> Option<&Rope> {
        self.ropes.iter().find(|r| r.id == id)
    }

    /// Nodes without a parent, in order: each is a solid.
    pub fn roots(&self) -> impl Iterator<Item = &Node> {
        self.nodes.iter().filter(|n| n.parent.is_none())
    }

    /// Direct children of a node, in order.
    pub fn children<'a>(&'a self, id: &'a str) -> impl Iterator<Item = &'a Node> {
        self.nodes.iter().filter(move |n| n.parent.as_deref() == Some(id))
    }

    /// What maps a node's frame to the world: its own scale, turn and move, then those of its ancestors. None for an unknown id, an unknown ancestor
    /// or a cycle.
    #[must_use]
    pub fn world_from_node(&self, id: &str) -> Option<Affine> {
        let mut world = Affine::IDENTITY;
        let mut at = Some(id);
        for _step in 0..=self.nodes.len() {
            let Some(id) = at else { return Some(world) };
            let node = self.node(id)?;
            world = Affine::new(node.at, node.turn, node.scale).then_child(&world);
            at = node.parent.as_deref();
        }
        None
    }

    /// `base` if no object has that id, otherwise `base 2`, `base 3`, and so on. A number at the end of `base` is
    /// counted on: `ball 2` gives `ball 3`.
    #[must_use]
    pub fn fresh_id(&self, base: &str) -> String {
        let used: HashSet<&str> = self.ids().collect();
        fresh_id_among(|id| used.contains(id), base)
    }

    /// The parent of each node by id; of nodes with the same id the first.
    pub(super) fn parents(&self) -> HashMap<&str, Option<&str>> {
        let mut parents = HashMap::with_capacity(self.nodes.len());
        for node in &self.nodes {
            parents.entry(node.id.as_str()).or_insert(node.parent.as_deref());
        }
        parents
    }

    /// The given ids and, for nodes, those of all descendants.
    #[must_use]
    pub fn with_descendants<'a>(&'a self, ids: impl IntoIterator<Item = &'a str>) -> HashSet<&'a str> {
        let mut children: HashMap<&str, Vec<&str>> = HashMap::new();
        for node in &self.nodes {
            if let Some(parent) = &node.parent {
                children.entry(parent).or_default().push(&node.id);
            }
        }
        let mut all = HashSet::new();
        let mut open: Vec<&str> = ids.into_iter().collect();
        while let Some(id) = open.pop() {
            if all.insert(id) {
                open.extend(children.get(id).into_iter().flatten());
            }
        }
        all
    }

    /// The edit that removes objects and, for nodes, their subtrees; anchors, inputs and expectations that name them
    /// go with them.
    #[must_use]
    pub fn remove_edit(&self, ids: &[&str]) -> Edit {
        let gone = self.with_descendants(ids.iter().copied());
        let mut edits = Vec::new();
        // Particles that lose their anchor, which inputs may move.
        let mut freed: HashSet<(&str, u32)> = HashSet::new();
        for rope in self.ropes.iter().filter(|r| !gone.contains(r.id.as_str())) {
            let is_kept = |a: &Anchor| a.to.id().is_none_or(|id| !gone.contains(id));
            if !rope.anchors.iter().all(is_kept) {
                let (kept, lost): (Vec<_>, Vec<_>) = rope.anchors.iter().cloned().partition(is_kept);
                freed.extend(lost.iter().map(|a| (rope.id.as_str(), a.particle)));
                edits.push(Edit::Replace { object: Object::Rope(Rope { anchors: kept, ..rope.clone() }) });
            }
        }
        let inputs: Vec<_> = self
            .inputs
            .iter()
            .filter(|input| match &input.act {
                Act::MoveAnchor { rope, particle, .. } => {
                    !gone.contains(rope.as_str()) && !freed.contains(&(rope, *particle))
                }
                Act::Poke { .. } => true,
            })
            .cloned()
            .collect();
        let expect: Vec<_> =
            self.expect.iter().filter(|e| e.rope().is_none_or(|rope| !gone.contains(rope))).cloned().collect();
        let hidden: Vec<_> = self.view.hidden.iter().filter(|id| !gone.contains(id.as_str())).cloned().collect();
        if inputs.len() != self.inputs.len() {
            edits.push(Edit::SetInputs(inputs));
        }
        if expect.len() != self.expect.len() {
            edits.push(Edit::SetExpect(expect));
        }
        if hidden.len() != self.view.hidden.len() {
            edits.push(Edit::SetHidden(hidden));
        }
        // An id that two objects have is taken out twice.
        edits.extend(self.ids().filter(|id| gone.contains(id)).map(|id| Edit::Remove { id: id.to_owned() }));
        Edit::Batch(edits)
    }
}
