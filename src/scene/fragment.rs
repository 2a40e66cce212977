//! Copy, paste and duplicate: selections as RON text, and back as edits with new ids.

use super::{Edit, Node, Object, ReadError, Rope, Scene};
use std::collections::{HashMap, HashSet};

impl Scene {
    /// The objects with these ids and, for nodes, their subtrees, in document order.
    #[must_use]
    pub fn objects(&self, ids: &[&str]) -> Vec<Object> {
        let chosen = self.with_descendants(ids.iter().copied());
        let nodes = self.nodes.iter().cloned().map(Object::Node);
        let deformers = self.deformers.iter().cloned().map(Object::Deformer);
        let ropes = self.ropes.iter().cloned().map(Object::Rope);
        nodes.chain(deformers).chain(ropes).filter(|object| chosen.contains(object.id())).collect()
    }

    /// The objects with these ids, with the subtrees of nodes, as RON: a scene of its own, without settings, so that
    /// it can be pasted, saved as a file or put into a report.
    #[must_use]
    pub fn copy_fragment(&self, ids: &[&str]) -> String {
        let mut fragment = Self::default();
        for object in self.objects(ids) {
            match object {
                Object::Node(node) => fragment.nodes.push(node),
                Object::Deformer(deformer) => fragment.deformers.push(deformer),
                Object::Rope(rope) => fragment.ropes.push(rope),
            }
        }
        fragment.objects_to_ron()
    }

    /// The objects of a copied fragment, or of any scene.
    ///
    /// # Errors
    /// As [`Scene::from_ron`].
    pub fn paste_fragment(text: &str) -> Result<Vec<Object>, ReadError> {
        let Self { nodes, deformers, ropes, .. } = Self::from_ron(text)?;
        let nodes = nodes.into_iter().map(Object::Node);
        let deformers = deformers.into_iter().map(Object::Deformer);
        Ok(nodes.chain(deformers).chain(ropes.into_iter().map(Object::Rope)).collect())
    }

    /// The edit that puts copies of objects at the ends of their lists, and the ids of the copies in the order of
    /// `objects`. Ids in use are replaced by new ones. References among the objects lead to the copies; other parents
    /// and anchors are kept where the scene has what they name, and dropped otherwise.
    #[must_use]
    pub fn paste_edit(&self, objects: &[Object]) -> (Edit, Vec<String>) {
        let mut used: HashSet<String> = self.ids().map(str::to_owned).collect();
        let mut new_ids = Vec::with_capacity(objects.len());
        let mut copy_of: HashMap<&str, String> = HashMap::with_capacity(objects.len());
        for object in objects {
            let id = fresh_id_among(|id| used.contains(id), object.id());
            used.insert(id.clone());
            copy_of.entry(object.id()).or_insert_with(|| id.clone());
            new_ids.push(id);
        }
        let present: HashSet<&str> = self.ids().collect();
        let resolve = |id: &str| copy_of.get(id).cloned().or_else(|| present.contains(id).then(|| id.to_owned()));
        let mut next = [self.nodes.len(), self.deformers.len(), self.ropes.len()];
        let mut edits = Vec::with_capacity(objects.len());
        for (object, id) in objects.iter().zip(&new_ids) {
            let mut object = object.clone();
            id.clone_into(object.id_mut());
            let list = match &mut object {
                Object::Node(Node { parent, .. }) => {
                    *parent = parent.as_deref().and_then(resolve);
                    0
                }
                Object::Deformer(_) => 1,
                Object::Rope(Rope { anchors, .. }) => {
                    anchors.retain_mut(|anchor| match anchor.to.id_mut() {
                        None => true,
                        Some(held_by) => resolve(held_by).map(|id| *held_by = id).is_some(),
                    });
                    2
                }
            };
            edits.push(Edit::Insert { index: next[list], object });
            next[list] += 1;
        }
        (Edit::Batch(edits), new_ids)
    }

    /// The edit that copies objects, with the subtrees of nodes, within the scene; and the ids of the copies.
    #[must_use]
    pub fn duplicate_edit(&self, ids: &[&str]) -> (Edit, Vec<String>) {
        self.paste_edit(&self.objects(ids))
    }
}

/// `base`, or `base` with the first number from 2 on that makes it unused. A number at the end of `base` is counted on.
pub(super) fn fresh_id_among(is_used: impl Fn(&str) -> bool, base: &str) -> String {
    let base = if base.is_empty() { "object" } else { base };
    if !is_used(base) {
        return base.to_owned();
    }
    let counted = base.rsplit_once(' ').and_then(|(stem, number)| {
        let is_plain = !stem.is_empty() && !number.starts_with('0') && number.bytes().all(|b| b.is_ascii_digit());
        Some((stem, is_plain.then(|| number.parse::<u32>().ok())??))
    });
    let (stem, first) = counted.map_or((base, 2), |(stem, number)| (stem, u64::from(number) + 1));
    (first..).map(|number| format!("{stem} {number}")).find(|id| !is_used(id)).unwrap_or_default()
}
