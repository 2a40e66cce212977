//! Changes of a scene, each with its inverse.

use super::{ContourSettings, Deformer, Expect, Input, Node, Rope, Scene, SimulationSettings};

/// A named thing of the scene.
#[derive(Clone, Debug, PartialEq)]
pub enum Object {
    /// A node.
    Node(Node),
    /// A deformer.
    Deformer(Deformer),
    /// A rope.
    Rope(Rope),
}

/// One change. Objects are named by id.
#[derive(Clone, Debug, PartialEq)]
pub enum Edit {
    /// Puts an object into its list at `index` (clamped to the list's length).
    Insert {
        /// Position in `nodes`, `deformers` or `ropes`.
        index: usize,
        /// The object; its id must be new.
        object: Object,
    },
    /// Takes an object out. Children of a node stay: use [`Scene::remove_edit`] for a whole subtree.
    Remove {
        /// Its id.
        id: String,
    },
    /// Replaces an object by another of the same id and sort, in place.
    Replace {
        /// The new value.
        object: Object,
    },
    /// Gives an object another id and rewrites every reference to it (parents, anchors, inputs, expectations, view).
    Rename {
        /// The present id.
        from: String,
        /// The new id, not in use.
        to: String,
    },
    /// Moves a node to another parent and place.
    Move {
        /// The node.
        id: String,
        /// Its new parent; none makes it a root.
        parent: Option<String>,
        /// Its new position in `nodes` (after it was taken out).
        index: usize,
    },
    /// Replaces the contour settings.
    SetContour(ContourSettings),
    /// Replaces the simulation settings.
    SetSimulation(SimulationSettings),
    /// Replaces the inputs.
    SetInputs(Vec<Input>),
    /// Replaces the expectations.
    SetExpect(Vec<Expect>),
    /// Several changes as one, in order; undone when one of them fails.
    Batch(Vec<Edit>),
}

/// Why an edit was refused; the scene is unchanged.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EditError {
    /// No object has this id.
    #[error("there is nothing called \"{0}\" in the scene")]
    NotFound(String),
    /// The id is taken.
    #[error("the name \"{0}\" is taken: names are unique over the whole scene")]
    Taken(String),
    /// The id cannot be used.
    #[error("a name cannot be empty")]
    EmptyName,
    /// A node would become its own ancestor.
    #[error("\"{0}\" cannot be moved into itself")]
    Cycle(String),
    /// `Replace` with another sort of object.
    #[error("\"{0}\" is another sort of object")]
    OtherSort(String),
}

impl Scene {
    /// Applies an edit and returns the edit that takes it back: after both, the scene is equal to what it was.
    ///
    /// # Errors
    /// The scene is unchanged when an [`EditError`] is returned.
    pub fn apply(&mut self, edit: &Edit) -> Result<Edit, EditError> {
        let _ = edit;
        todo!("scene helper")
    }

    /// The edit that removes objects and, for nodes, their subtrees; anchors, inputs and expectations that name them
    /// go with them.
    #[must_use]
    pub fn remove_edit(&self, ids: &[&str]) -> Edit {
        let _ = ids;
        todo!("scene helper")
    }

    /// `base` if no object has that id, otherwise `base 2`, `base 3`, and so on.
    #[must_use]
    pub fn fresh_id(&self, base: &str) -> String {
        let _ = base;
        todo!("scene helper")
    }

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

    /// World transform of a node: its own after those of its ancestors. None for an unknown id or a cycle.
    #[must_use]
    pub fn world_from_node(&self, id: &str) -> Option<crate::math::Transform> {
        let _ = id;
        todo!("scene helper")
    }
}
