//! What decides which commands can run.

use super::Model;
use crate::app::action::Page;
use crate::app::command::CommandContext;

impl Model {
    /// The present state, as commands see it. The window adds what only it knows.
    pub(crate) fn command_context(&self) -> CommandContext {
        let scene = self.document.scene();
        let ids = self.selection.ids();
        let active = self.selection.active().and_then(|id| scene.node(id));
        let input_selected = ids.is_empty() && matches!(self.page, Page::Input(_));
        CommandContext {
            can_undo: self.document.undo_label().is_some(),
            can_redo: self.document.redo_label().is_some(),
            has_file: self.document.path().is_some(),
            is_dirty: self.document.is_dirty(),
            objects: scene.nodes.len() + scene.ropes.len() + scene.deformers.len(),
            selected: ids.len() + usize::from(input_selected),
            selected_nodes: ids.iter().filter(|id| scene.node(id).is_some()).count(),
            active_has_parent: active.is_some_and(|n| n.parent.is_some()),
            any_hidden: !scene.view.hidden.is_empty(),
            has_mesh: self.triangles() > 0,
            has_bodies: !scene.ropes.is_empty() || !scene.deformers.is_empty(),
            has_deformers: !scene.deformers.is_empty(),
            tick: self.tick(),
            last_tick: self.simulation().map_or(0, |s| s.history().last_tick()),
            dialog_open: self.window.dialog_open,
            is_building: self.build_progress().is_some(),
            has_graphics: self.window.has_graphics,
            has_report: self.report.is_some(),
        }
    }
}
