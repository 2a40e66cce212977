//! Checks of the node tree.

use super::Part;
use super::checker::{Checker, Found, Place};
use crate::scene::{Kind, Node, VERSION, limits, number};

/// Facts about the tree, found without recursion.
struct Tree {
    /// Position of the parent, where there is one.
    parent: Vec<Option<usize>>,
    /// Number of children.
    children: Vec<usize>,
    /// 1 for roots and members of cycles, 1 more than the parent otherwise.
    depth: Vec<u32>,
    /// Bounds of the scale in the world along any direction: the products over the ancestors of the least and of the
    /// greatest scale.
    scale: Vec<[f64; 2]>,
    /// True for members of a cycle, false for what hangs on one.
    in_cycle: Vec<bool>,
}

impl Tree {
    fn new(check: &Checker<'_>) -> Self {
        let nodes = &check.scene.nodes;
        let parent_of = |node: &Node| match node.parent.as_deref().and_then(|id| check.find(id)) {
            Some(Found::Node(i)) => Some(i),
            _ => None,
        };
        let mut tree = Self {
            parent: nodes.iter().map(parent_of).collect(),
            children: vec![0; nodes.len()],
            depth: vec![0; nodes.len()],
            scale: vec![[1.0; 2]; nodes.len()],
            in_cycle: vec![false; nodes.len()],
        };
        for parent in tree.parent.iter().flatten() {
            tree.children[*parent] += 1;
        }
        tree.walk(nodes);
        tree
    }

    /// From each node up to what is known already, then down again. Each node is visited once.
    fn walk(&mut self, nodes: &[Node]) {
        let mut is_on_path = vec![false; nodes.len()];
        let mut path = Vec::new();
        for start in 0..nodes.len() {
            let mut at = Some(start);
            while let Some(i) = at.filter(|&i| self.depth[i] == 0 && !is_on_path[i]) {
                is_on_path[i] = true;
                path.push(i);
                at = self.parent[i];
            }
            if let Some(member) = at.filter(|&i| is_on_path[i]) {
                let first = path.iter().position(|&i| i == member).unwrap_or(path.len());
                for &i in &path[first..] {
                    self.in_cycle[i] = true;
                }
            }
            for i in path.drain(..).rev() {
                is_on_path[i] = false;
                let above = self.parent[i].filter(|_| !self.in_cycle[i]);
                self.depth[i] = above.map_or(1, |p| self.depth[p].saturating_add(1));
                let [least, greatest] = above.map_or([1.0; 2], |p| self.scale[p]);
                let scale = nodes[i].scale;
                self.scale[i] = [least * scale.min_element(), greatest * scale.max_element()];
            }
        }
    }
}

impl Checker<'_> {
    /// Version and numbers of objects.
    pub(super) fn counts(&mut self) {
        let scene = self.scene;
        let at = Place::new(Part::Scene, "");
        if scene.version != VERSION {
            let message = format!("The scene's version is {}.", scene.version);
            self.error(&at, "version", message, format!("Scenes in memory have version {VERSION}."));
        }
        for (list, count, max) in [
            ("nodes", scene.nodes.len(), limits::MAX_NODES),
            ("deformers", scene.deformers.len(), limits::MAX_BODIES),
            ("ropes", scene.ropes.len(), limits::MAX_BODIES),
        ] {
            if count > max {
                self.error(&at, list, format!("The scene has {count} {list}."), format!("Use at most {max}."));
            }
        }
    }

    pub(super) fn nodes(&mut self) {
        let tree = Tree::new(self);
        let scene = self.scene;
        for (i, node) in scene.nodes.iter().enumerate() {
            let found = Found::Node(i);
            let at = Place::object(&node.id, found);
            self.id(&at, &node.id, found);
            self.parent(&at, node);
            self.place_in_tree(&at, node, i, &tree);
            self.point(&at, "at", node.at);
            self.vector(&at, "turn", node.turn, limits::MAX_TURN);
            self.scale_of_node(&at, node.scale);
            self.color(&at, "color", node.color);
            self.kind(&at, &node.kind);
            self.operands(&at, node, tree.children[i]);
        }
    }

    fn parent(&mut self, at: &Place, node: &Node) {
        let Some(parent) = &node.parent else { return };
        match self.find(parent) {
            Some(Found::Node(i)) => {
                let kind = &self.scene.nodes[i].kind;
                if !kind.is_operator() {
                    let message = format!("The parent of \"{}\" is \"{parent}\", a {}.", node.id, kind.name());
                    self.error(
                        at,
                        "parent",
                        message,
                        "Only operators and groups have children; solids and implicit surfaces have none.",
                    );
                }
            }
            Some(other) => {
                let message = format!("The parent of \"{}\" is \"{parent}\", {}.", node.id, other.sort());
                self.error(at, "parent", message, "Name a node, or leave the parent out.");
            }
            None => {
                let message = format!("The parent of \"{}\" is \"{parent}\", which is not in the scene.", node.id);
                self.error(at, "parent", message, "Name a node, or leave the parent out.");
            }
        }
    }

    /// Cycles, depth, scale in the world.
    fn place_in_tree(&mut self, at: &Place, node: &Node, i: usize, tree: &Tree) {
        if tree.in_cycle[i] {
            let message = format!("\"{}\" is its own ancestor.", node.id);
            self.error(at, "parent", message, "Give one node of the circle another parent.");
        }
        if tree.depth[i] == limits::MAX_DEPTH + 1 {
            let message = format!("\"{}\" is nested more than {} nodes deep.", node.id, limits::MAX_DEPTH);
            self.error(at, "parent", message, "Move it nearer to its root.");
        }
        // Once a chain: where it leaves the range.
        let is_in_range = |scale: [f64; 2]| scale.iter().all(|part| limits::SCALE.contains(part));
        let was_in_range = tree.parent[i].is_none_or(|p| is_in_range(tree.scale[p]));
        if !is_in_range(tree.scale[i])
            && is_in_range([node.scale.min_element(), node.scale.max_element()])
            && was_in_range
        {
            let [small, large] = tree.scale[i].map(number);
            let shown = if small == large { small } else { format!("{small} to {large}") };
            let message = format!("The scale of \"{}\" in the world is {shown}.", node.id);
            let (least, greatest) = limits::SCALE.into_inner();
            self.error(
                at,
                "scale",
                message,
                format!("The product over its ancestors is {} to {}.", number(least), number(greatest)),
            );
        }
    }

    fn operands(&mut self, at: &Place, node: &Node, children: usize) {
        if node.kind.is_operator() && children == 0 {
            let message = format!("\"{}\" ({}) has no children, so it is empty.", node.id, node.kind.name());
            self.warn(at, "kind", message, "Add nodes that name it as their parent, or remove it.");
        }
        if matches!(node.kind, Kind::Subtract { .. }) && children == 1 {
            let message = format!("\"{}\" (Subtract) has one child, so nothing is cut.", node.id);
            self.warn(at, "kind", message, "Add what is to be taken away as its second child.");
        }
    }
}
