//! What is selected: objects by id, and the one thing that the report is about.

use crate::contour::Cell;
use crate::scene::Scene;

/// What the Report pane explains.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// A cell of a solid's grid, and the vertex of the mesh that led to it.
    Cell {
        /// Id of the solid's root node.
        solid: String,
        /// The cell.
        cell: Cell,
        /// Index of the vertex, if one was clicked.
        vertex: Option<u32>,
    },
}

/// Selected objects in the order in which they were added; the last is the active one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Selection {
    ids: Vec<String>,
    /// Where a Shift range starts.
    anchor: Option<String>,
    /// What the report is about; survives changes of the selected objects.
    pub subject: Option<Subject>,
}

impl Selection {
    /// Ids in the order of selecting.
    #[must_use]
    pub fn ids(&self) -> &[String] {
        &self.ids
    }

    /// The object that was selected last.
    #[must_use]
    pub fn active(&self) -> Option<&str> {
        self.ids.last().map(String::as_str)
    }

    /// True if nothing is selected.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ids.is_empty()
    }

    /// Number of selected objects.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ids.len()
    }

    /// True if this object is selected.
    #[must_use]
    pub fn contains(&self, id: &str) -> bool {
        self.ids.iter().any(|i| i == id)
    }

    /// Selects one object only.
    pub fn set(&mut self, id: impl Into<String>) {
        let id = id.into();
        self.anchor = Some(id.clone());
        self.ids = vec![id];
    }

    /// Selects these objects only; the last becomes the active one.
    pub fn set_all(&mut self, ids: impl IntoIterator<Item = String>) {
        self.ids.clear();
        for id in ids {
            self.add(id);
        }
    }

    /// Adds an object and makes it the active one.
    pub fn add(&mut self, id: impl Into<String>) {
        let id = id.into();
        self.ids.retain(|i| *i != id);
        self.anchor = Some(id.clone());
        self.ids.push(id);
    }

    /// Adds or removes an object: Ctrl+click.
    pub fn toggle(&mut self, id: &str) {
        if self.contains(id) {
            self.ids.retain(|i| i != id);
            self.anchor = Some(id.to_owned());
        } else {
            self.add(id);
        }
    }

    /// Selects all rows between the last clicked one and `id`: Shift+click. `rows` are the ids in the order shown.
    pub fn extend_to(&mut self, id: &str, rows: &[&str]) {
        let place = |wanted: &str| rows.iter().position(|r| *r == wanted);
        let anchor = self.anchor.clone().unwrap_or_else(|| id.to_owned());
        let (Some(from), Some(to)) = (place(&anchor), place(id)) else {
            self.set(id);
            return;
        };
        let range = &rows[from.min(to)..=from.max(to)];
        self.ids = range.iter().filter(|r| **r != id).map(|r| (*r).to_owned()).collect();
        self.ids.push(id.to_owned());
        self.anchor = Some(anchor);
    }

    /// Selects nothing. The report stays.
    pub fn clear(&mut self) {
        self.ids.clear();
        self.anchor = None;
    }

    /// Forgets objects that the scene no longer has, such as after undo.
    pub fn retain_existing(&mut self, scene: &Scene) {
        let exists = |id: &str| scene.node(id).is_some() || scene.deformer(id).is_some() || scene.rope(id).is_some();
        self.ids.retain(|id| exists(id));
        if self.anchor.as_deref().is_some_and(|id| !exists(id)) {
            self.anchor = None;
        }
        if let Some(Subject::Cell { solid, .. }) = &self.subject
            && !exists(solid)
        {
            self.subject = None;
        }
    }

    /// Follows a renamed object.
    pub fn rename(&mut self, from: &str, to: &str) {
        let Some(Subject::Cell { solid, .. }) = &mut self.subject else {
            rename_in(self.ids.iter_mut().chain(&mut self.anchor), from, to);
            return;
        };
        rename_in(self.ids.iter_mut().chain(&mut self.anchor).chain([solid]), from, to);
    }
}

fn rename_in<'a>(ids: impl Iterator<Item = &'a mut String>, from: &str, to: &str) {
    ids.filter(|id| *id == from).for_each(|id| to.clone_into(id));
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(s: &Selection) -> Vec<&str> {
        s.ids().iter().map(String::as_str).collect()
    }

    #[test]
    fn clicks_select_toggle_and_extend() {
        let rows = ["a", "b", "c", "d"];
        let mut s = Selection::default();
        s.set("b");
        s.extend_to("d", &rows);
        assert_eq!(ids(&s), ["b", "c", "d"]);
        // The range turns round the row that was clicked first.
        s.extend_to("a", &rows);
        assert_eq!(ids(&s), ["b", "a"]);
        s.toggle("b");
        assert_eq!(ids(&s), ["a"]);
        s.toggle("d");
        assert_eq!((ids(&s), s.active()), (vec!["a", "d"], Some("d")));
        s.clear();
        assert!(s.is_empty());
    }

    #[test]
    fn a_range_without_a_start_selects_one() {
        let mut s = Selection::default();
        s.extend_to("c", &["a", "b", "c"]);
        assert_eq!(ids(&s), ["c"]);
        s.set("gone");
        s.extend_to("b", &["a", "b", "c"]);
        assert_eq!(ids(&s), ["b"]);
    }

    #[test]
    fn renaming_and_removing_are_followed() {
        use crate::scene::{Kind, Node};
        let mut s = Selection::default();
        s.set_all(["a".to_owned(), "b".to_owned()]);
        s.subject = Some(Subject::Cell { solid: "a".into(), cell: [0; 3], vertex: None });
        s.rename("a", "x");
        assert_eq!(ids(&s), ["x", "b"]);
        assert_eq!(s.subject, Some(Subject::Cell { solid: "x".into(), cell: [0; 3], vertex: None }));
        let scene = Scene { nodes: vec![Node::new("b", Kind::Group)], ..Scene::default() };
        s.retain_existing(&scene);
        assert_eq!(ids(&s), ["b"]);
        assert_eq!(s.subject, None);
    }
}
