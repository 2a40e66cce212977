//! Changes of a scene, each with its inverse.

use super::{Act, AnchorTarget, ContourSettings, Deformer, Expect, Input, Node, Rope, Scene, SimulationSettings};

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
    /// Replaces the ids of what is not drawn.
    SetHidden(Vec<String>),
    /// Replaces all that holds ids. [`Scene::apply`] returns it as the inverse where a scene is broken such that no
    /// other edit leads back (duplicate or empty ids, cycles, references to nothing).
    Restore(Box<Snapshot>),
    /// Several changes as one, in order; undone when one of them fails.
    Batch(Vec<Edit>),
}

/// All of a scene that holds ids.
#[derive(Clone, Debug, PartialEq)]
pub struct Snapshot {
    nodes: Vec<Node>,
    deformers: Vec<Deformer>,
    ropes: Vec<Rope>,
    inputs: Vec<Input>,
    expect: Vec<Expect>,
    hidden: Vec<String>,
}

/// Where an object is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Node(usize),
    Deformer(usize),
    Rope(usize),
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

impl Object {
    /// Its id.
    #[must_use]
    pub fn id(&self) -> &str {
        match self {
            Self::Node(node) => &node.id,
            Self::Deformer(deformer) => &deformer.id,
            Self::Rope(rope) => &rope.id,
        }
    }

    /// Mutable access to its id.
    pub(super) fn id_mut(&mut self) -> &mut String {
        match self {
            Self::Node(node) => &mut node.id,
            Self::Deformer(deformer) => &mut deformer.id,
            Self::Rope(rope) => &mut rope.id,
        }
    }
}

impl AnchorTarget {
    /// Id of the node or deformer that holds the particle; none for a point of the world.
    #[must_use]
    pub fn id(&self) -> Option<&str> {
        match self {
            Self::World { .. } => None,
            Self::Node { id, .. } | Self::Deformer { id, .. } => Some(id),
        }
    }

    /// Mutable access to the id.
    pub(super) fn id_mut(&mut self) -> Option<&mut String> {
        match self {
            Self::World { .. } => None,
            Self::Node { id, .. } | Self::Deformer { id, .. } => Some(id),
        }
    }
}

impl Scene {
    /// Applies an edit and returns the edit that takes it back: after both, the scene is equal to what it was.
    ///
    /// # Errors
    /// The scene is unchanged when an [`EditError`] is returned.
    pub fn apply(&mut self, edit: &Edit) -> Result<Edit, EditError> {
        match edit {
            Edit::Insert { index, object } => self.insert(*index, object),
            Edit::Remove { id } => self.remove(id),
            Edit::Replace { object } => self.replace(object),
            Edit::Rename { from, to } => self.rename(from, to),
            Edit::Move { id, parent, index } => self.move_node(id, parent.as_deref(), *index),
            Edit::SetContour(new) => Ok(Edit::SetContour(std::mem::replace(&mut self.contour, new.clone()))),
            Edit::SetSimulation(new) => Ok(Edit::SetSimulation(std::mem::replace(&mut self.simulation, new.clone()))),
            Edit::SetInputs(new) => Ok(Edit::SetInputs(std::mem::replace(&mut self.inputs, new.clone()))),
            Edit::SetExpect(new) => Ok(Edit::SetExpect(std::mem::replace(&mut self.expect, new.clone()))),
            Edit::SetHidden(new) => Ok(Edit::SetHidden(std::mem::replace(&mut self.view.hidden, new.clone()))),
            Edit::Restore(snapshot) => {
                let before = self.snapshot();
                self.restore(snapshot);
                Ok(before)
            }
            Edit::Batch(edits) => self.batch(edits),
        }
    }

    fn batch(&mut self, edits: &[Edit]) -> Result<Edit, EditError> {
        let mut inverses = Vec::with_capacity(edits.len());
        for edit in edits {
            match self.apply(edit) {
                Ok(inverse) => inverses.push(inverse),
                Err(error) => {
                    for inverse in inverses.iter().rev() {
                        let undone = self.apply(inverse);
                        debug_assert!(undone.is_ok(), "an inverse was refused: {undone:?}");
                    }
                    return Err(error);
                }
            }
        }
        inverses.reverse();
        Ok(Edit::Batch(inverses))
    }

    fn insert(&mut self, index: usize, object: &Object) -> Result<Edit, EditError> {
        self.check_new_id(object.id())?;
        match object {
            Object::Node(node) => self.nodes.insert(index.min(self.nodes.len()), node.clone()),
            Object::Deformer(deformer) => self.deformers.insert(index.min(self.deformers.len()), deformer.clone()),
            Object::Rope(rope) => self.ropes.insert(index.min(self.ropes.len()), rope.clone()),
        }
        Ok(Edit::Remove { id: object.id().to_owned() })
    }

    fn remove(&mut self, id: &str) -> Result<Edit, EditError> {
        let place = self.place(id).ok_or_else(|| EditError::NotFound(id.to_owned()))?;
        let before = self.snapshot_unless(self.is_sound_id(id));
        let (index, object) = match place {
            Place::Node(i) => (i, Object::Node(self.nodes.remove(i))),
            Place::Deformer(i) => (i, Object::Deformer(self.deformers.remove(i))),
            Place::Rope(i) => (i, Object::Rope(self.ropes.remove(i))),
        };
        Ok(before.unwrap_or(Edit::Insert { index, object }))
    }

    fn replace(&mut self, object: &Object) -> Result<Edit, EditError> {
        let id = object.id();
        let old =
            match object {
                Object::Node(new) => find_mut(&mut self.nodes, |n| n.id == id)
                    .map(|old| Object::Node(std::mem::replace(old, new.clone()))),
                Object::Deformer(new) => find_mut(&mut self.deformers, |d| d.id == id)
                    .map(|old| Object::Deformer(std::mem::replace(old, new.clone()))),
                Object::Rope(new) => find_mut(&mut self.ropes, |r| r.id == id)
                    .map(|old| Object::Rope(std::mem::replace(old, new.clone()))),
            };
        match old {
            Some(object) => Ok(Edit::Replace { object }),
            None if self.place(id).is_some() => Err(EditError::OtherSort(id.to_owned())),
            None => Err(EditError::NotFound(id.to_owned())),
        }
    }

    fn rename(&mut self, from: &str, to: &str) -> Result<Edit, EditError> {
        let place = self.place(from).ok_or_else(|| EditError::NotFound(from.to_owned()))?;
        if from == to {
            return Ok(Edit::Rename { from: to.to_owned(), to: from.to_owned() });
        }
        self.check_new_id(to)?;
        // References to `to` dangled before; renaming back would take them along.
        let before = self.snapshot_unless(self.is_sound_id(from) && !self.refers_to(to));
        match place {
            Place::Node(i) => to.clone_into(&mut self.nodes[i].id),
            Place::Deformer(i) => to.clone_into(&mut self.deformers[i].id),
            Place::Rope(i) => to.clone_into(&mut self.ropes[i].id),
        }
        for reference in self.references_mut().filter(|reference| *reference == from) {
            to.clone_into(reference);
        }
        Ok(before.unwrap_or_else(|| Edit::Rename { from: to.to_owned(), to: from.to_owned() }))
    }

    fn move_node(&mut self, id: &str, parent: Option<&str>, index: usize) -> Result<Edit, EditError> {
        let old_index = self.nodes.iter().position(|n| n.id == id).ok_or_else(|| match self.place(id) {
            Some(_) => EditError::OtherSort(id.to_owned()),
            None => EditError::NotFound(id.to_owned()),
        })?;
        if let Some(parent) = parent {
            if self.node(parent).is_none() {
                return Err(EditError::NotFound(parent.to_owned()));
            }
            if self.is_in_subtree(parent, id) {
                return Err(EditError::Cycle(id.to_owned()));
            }
        }
        let way_back = self.nodes[old_index]
            .parent
            .as_deref()
            .is_none_or(|old| self.node(old).is_some() && !self.is_in_subtree(old, id));
        let before = self.snapshot_unless(way_back && self.is_sound_id(id));
        let mut node = self.nodes.remove(old_index);
        let old_parent = std::mem::replace(&mut node.parent, parent.map(str::to_owned));
        self.nodes.insert(index.min(self.nodes.len()), node);
        Ok(before.unwrap_or_else(|| Edit::Move { id: id.to_owned(), parent: old_parent, index: old_index }))
    }

    /// True if the node `id` is `root` or below it. In a cycle every member is below every other.
    fn is_in_subtree(&self, id: &str, root: &str) -> bool {
        let mut at = Some(id);
        for _step in 0..=self.nodes.len() {
            match at {
                None => return false,
                Some(id) if id == root => return true,
                Some(id) => at = self.node(id).and_then(|n| n.parent.as_deref()),
            }
        }
        // A cycle among the ancestors that does not go through `root`.
        false
    }

    fn check_new_id(&self, id: &str) -> Result<(), EditError> {
        if id.is_empty() {
            return Err(EditError::EmptyName);
        }
        if self.place(id).is_some() {
            return Err(EditError::Taken(id.to_owned()));
        }
        Ok(())
    }

    /// Where the first object with this id is.
    fn place(&self, id: &str) -> Option<Place> {
        let node = self.nodes.iter().position(|n| n.id == id).map(Place::Node);
        let deformer = || self.deformers.iter().position(|d| d.id == id).map(Place::Deformer);
        let rope = || self.ropes.iter().position(|r| r.id == id).map(Place::Rope);
        node.or_else(deformer).or_else(rope)
    }

    /// True if exactly one object has this id and it is not empty, as it should be.
    fn is_sound_id(&self, id: &str) -> bool {
        !id.is_empty() && self.ids().filter(|other| *other == id).take(2).count() == 1
    }

    /// Ids of nodes, deformers and ropes, in document order.
    pub fn ids(&self) -> impl Iterator<Item = &str> {
        let nodes = self.nodes.iter().map(|n| n.id.as_str());
        let deformers = self.deformers.iter().map(|d| d.id.as_str());
        let ropes = self.ropes.iter().map(|r| r.id.as_str());
        nodes.chain(deformers).chain(ropes)
    }

    fn references_mut(&mut self) -> impl Iterator<Item = &mut String> {
        let parents = self.nodes.iter_mut().filter_map(|n| n.parent.as_mut());
        let anchors = self.ropes.iter_mut().flat_map(|r| &mut r.anchors).filter_map(|a| a.to.id_mut());
        let inputs = self.inputs.iter_mut().filter_map(|input| match &mut input.act {
            Act::MoveAnchor { rope, .. } => Some(rope),
            Act::Poke { .. } => None,
        });
        let claims = self.expect.iter_mut().filter_map(|claim| match claim {
            Expect::Stretch { rope, .. } => Some(rope),
            Expect::Closed | Expect::StateHash { .. } => None,
        });
        parents.chain(anchors).chain(inputs).chain(claims).chain(&mut self.view.hidden)
    }

    fn refers_to(&self, id: &str) -> bool {
        self.nodes.iter().any(|n| n.parent.as_deref() == Some(id))
            || self.ropes.iter().flat_map(|r| &r.anchors).any(|a| a.to.id() == Some(id))
            || self.inputs.iter().any(|input| input.rope() == Some(id))
            || self.expect.iter().any(|claim| claim.rope() == Some(id))
            || self.view.hidden.iter().any(|hidden| hidden == id)
    }

    fn snapshot(&self) -> Edit {
        Edit::Restore(Box::new(Snapshot {
            nodes: self.nodes.clone(),
            deformers: self.deformers.clone(),
            ropes: self.ropes.clone(),
            inputs: self.inputs.clone(),
            expect: self.expect.clone(),
            hidden: self.view.hidden.clone(),
        }))
    }

    fn snapshot_unless(&self, is_sound: bool) -> Option<Edit> {
        (!is_sound).then(|| self.snapshot())
    }

    fn restore(&mut self, snapshot: &Snapshot) {
        let Snapshot { nodes, deformers, ropes, inputs, expect, hidden } = snapshot.clone();
        self.nodes = nodes;
        self.deformers = deformers;
        self.ropes = ropes;
        self.inputs = inputs;
        self.expect = expect;
        self.view.hidden = hidden;
    }
}

fn find_mut<T>(items: &mut [T], is_it: impl Fn(&T) -> bool) -> Option<&mut T> {
    items.iter_mut().find(|item| is_it(item))
}
