//! Dragging rows to other parents and places.

use crate::app::action::Action;
use crate::app::gizmo::reparent_edit;
use crate::scene::{Edit, Scene};
use egui::{Rect, Response, Ui};

/// The node that is being dragged.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Dragged(pub(super) String);

/// Where a node would land, relative to the row under the pointer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// Above it, as its sibling.
    Before,
    /// As its last child.
    Into,
    /// Below it, as its sibling.
    After,
}

impl Place {
    /// By the pointer's height in the row; only operators take children.
    pub(super) fn at(rect: Rect, y: f32, takes_children: bool) -> Self {
        let part = (y - rect.top()) / rect.height().max(1.0);
        match (takes_children, part) {
            (true, 0.25..0.75) => Self::Into,
            (true, p) => {
                if p < 0.5 {
                    Self::Before
                } else {
                    Self::After
                }
            }
            (false, p) => {
                if p < 0.5 {
                    Self::Before
                } else {
                    Self::After
                }
            }
        }
    }
}

/// The move that puts `id` beside or into `target`, without moving it in the world; none if it cannot be.
pub(super) fn move_edit(scene: &Scene, id: &str, target: &str, place: Place) -> Option<Edit> {
    if id == target || is_ancestor(scene, id, target) {
        return None;
    }
    let rest: Vec<&str> = scene.nodes.iter().map(|n| n.id.as_str()).filter(|n| *n != id).collect();
    let at = rest.iter().position(|n| *n == target)?;
    let target = scene.node(target)?;
    let (parent, index) = match place {
        Place::Before => (target.parent.clone(), at),
        Place::After => (target.parent.clone(), at + 1),
        Place::Into => {
            let last = rest.iter().rposition(|n| scene.node(n).is_some_and(|n| n.parent.as_ref() == Some(&target.id)));
            (Some(target.id.clone()), last.unwrap_or(at) + 1)
        }
    };
    Some(reparent_edit(scene, id, parent.as_deref(), index))
}

/// True if `above` is `id` or one of its ancestors.
fn is_ancestor(scene: &Scene, above: &str, id: &str) -> bool {
    let mut at = Some(id);
    for _ in 0..=scene.nodes.len() {
        match at {
            Some(here) if here == above => return true,
            Some(here) => at = scene.node(here).and_then(|n| n.parent.as_deref()),
            None => return false,
        }
    }
    false
}

/// What lies below all rows takes a node as the last root.
pub(super) fn background(ui: &Ui, scene: &Scene, response: &Response, out: &mut Vec<Action>) {
    if response.dnd_hover_payload::<Dragged>().is_some() {
        let y = response.rect.top() + 1.0;
        let stroke = ui.visuals().widgets.active.bg_stroke;
        ui.painter().hline(response.rect.x_range(), y, stroke);
    }
    if let Some(dragged) = response.dnd_release_payload::<Dragged>() {
        let edit = reparent_edit(scene, &dragged.0, None, usize::MAX);
        out.push(Action::Edit { label: format!("Move {}", dragged.0), edit });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{Kind, Node};

    fn scene() -> Scene {
        let child = |id: &str, parent: &str| Node { parent: Some(parent.into()), ..Node::new(id, Kind::Group) };
        let nodes = vec![Node::new("a", Kind::Group), child("b", "a"), child("c", "a"), Node::new("d", Kind::Group)];
        Scene { nodes, ..Scene::default() }
    }

    #[test]
    fn rows_land_before_after_and_inside() {
        let edit = |id: &str, target: &str, place| move_edit(&scene(), id, target, place);
        let moved = |id: &str, parent: Option<&str>, index| {
            Some(Edit::Move { id: id.into(), parent: parent.map(Into::into), index })
        };
        assert_eq!(edit("d", "b", Place::Before), moved("d", Some("a"), 1));
        assert_eq!(edit("d", "b", Place::After), moved("d", Some("a"), 2));
        assert_eq!(edit("d", "a", Place::Into), moved("d", Some("a"), 3));
        assert_eq!(edit("b", "d", Place::Into), moved("b", Some("d"), 3));
        assert_eq!(edit("a", "b", Place::Into), None, "a node cannot go into its own child");
        assert_eq!(edit("a", "a", Place::After), None);
    }

    #[test]
    fn only_the_middle_of_an_operator_takes_children() {
        let rect = Rect::from_min_max(egui::pos2(0.0, 0.0), egui::pos2(100.0, 24.0));
        assert_eq!(Place::at(rect, 2.0, true), Place::Before);
        assert_eq!(Place::at(rect, 12.0, true), Place::Into);
        assert_eq!(Place::at(rect, 22.0, true), Place::After);
        assert_eq!(Place::at(rect, 11.0, false), Place::Before);
    }
}
