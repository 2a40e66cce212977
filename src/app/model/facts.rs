//! What the field of a node promises, known for the selected node at the document's revision.

use super::Model;
use crate::field::{Class, Field};
use crate::math::Bounds;

/// Facts about the field of a node with all below it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Facts {
    /// What its values say about distances.
    pub(crate) class: Class,
    /// No value changes faster than this from the middle of the bounds to a point of the ball round them; none for
    /// bounds that are empty or not finite.
    pub(crate) lipschitz: Option<f64>,
    /// A box that holds it, metres.
    pub(crate) bounds: Bounds,
    /// Steps of its program.
    pub(crate) instructions: usize,
}

impl Facts {
    fn of(field: &Field) -> Self {
        let bounds = field.bounds();
        let lipschitz = (bounds.is_finite() && !bounds.is_empty()).then(|| field.lipschitz(&bounds));
        Self { class: field.class(), lipschitz, bounds, instructions: field.instructions() }
    }
}

/// Facts, or a sentence that says why there are none, of one node at one revision.
#[derive(Clone, Debug)]
pub(super) struct Known {
    revision: u64,
    id: String,
    facts: Result<Facts, String>,
}

impl Model {
    /// Finds out about the active node, if anything changed since.
    pub(super) fn find_facts(&mut self) {
        let scene = self.document.scene();
        let Some(id) = self.selection.active().filter(|id| scene.node(id).is_some()) else {
            self.derived.facts = None;
            return;
        };
        let revision = self.document.revision();
        if self.derived.facts.as_ref().is_some_and(|known| known.revision == revision && known.id == id) {
            return;
        }
        let facts = Field::compile(scene, id).map(|field| Facts::of(&field)).map_err(|error| error.to_string());
        self.derived.facts = Some(Known { revision, id: id.to_owned(), facts });
    }

    /// Facts about a node, if it is the active one and its field can be made.
    pub(crate) fn facts(&self, id: &str) -> Option<&Facts> {
        self.facts_or_fault(id)?.ok()
    }

    /// As [`Model::facts`], or why there are none.
    pub(crate) fn facts_or_fault(&self, id: &str) -> Option<Result<&Facts, &str>> {
        let known = self.derived.facts.as_ref().filter(|known| known.id == id)?;
        Some(known.facts.as_ref().map_err(String::as_str))
    }
}
