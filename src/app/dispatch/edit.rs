//! Commands that change the scene or the selection.

use super::{apply, sentence};
use crate::app::action::Page;
use crate::app::command::Command;
use crate::app::edits::{self, EditAndSelection};
use crate::app::layout::{self, Pane};
use crate::app::panels::inspector::without_input;
use crate::app::shell::IsolabApp;
use crate::app::words::counted;
use crate::scene::{Edit, Kind, Scene};
use egui::{Context, ViewportCommand};

/// Carries out a command of the Edit or Add menu; false if it is none.
pub(super) fn command(app: &mut IsolabApp, ctx: &Context, command: Command) -> bool {
    match command {
        Command::Undo => undo(app),
        Command::Redo => redo(app),
        Command::Cut => cut(app, ctx),
        Command::Copy => copy(app, ctx),
        Command::Paste => ctx.send_viewport_cmd(ViewportCommand::RequestPaste),
        Command::Duplicate => duplicate(app),
        Command::Delete => delete(app),
        Command::Rename => start_rename(app),
        Command::Group => group(app),
        Command::SelectAll => select_all(app),
        Command::SelectNone => select_none(app),
        Command::SelectParent => select_parent(app),
        Command::AddRope => {
            add(app, "Add rope", |scene, app| edits::add_rope(scene, app.model.document.scene().view.target))
        }
        Command::AddDeformer => {
            add(app, "Add soft body", |scene, app| edits::add_deformer(scene, app.model.document.scene().view.target));
        }
        _ => match command.kind() {
            Some(kind) if kind.is_operator() => add(app, command.label(), |scene, app| {
                edits::add_operator(scene, app.model.selection.ids(), kind, scene.view.target)
            }),
            Some(kind) => add(app, command.label(), |scene, app| {
                edits::add_node(scene, app.model.selection.active(), kind, scene.view.target)
            }),
            None => return false,
        },
    }
    true
}

fn add(app: &mut IsolabApp, label: &str, make: impl FnOnce(&Scene, &IsolabApp) -> EditAndSelection) {
    let made = make(app.model.document.scene(), app);
    apply_and_select(app, label, made);
}

fn apply_and_select(app: &mut IsolabApp, label: &str, (edit, ids): EditAndSelection) {
    match app.model.document.apply(label, edit) {
        Ok(()) => {
            if let Some(id) = ids.last() {
                app.outliner.reveal(id);
            }
            app.model.selection.set_all(ids);
        }
        Err(error) => app.model.log.error(sentence(&error.to_string())),
    }
}

fn undo(app: &mut IsolabApp) {
    let in_gesture = app.model.document.in_gesture();
    app.model.cancel_poke();
    if in_gesture {
        app.viewport.cancel_drag();
        app.ignore_live = true;
    }
    if let Some(label) = app.model.document.undo() {
        app.model.log.info(format!("Undone: {label}"));
    }
}

fn redo(app: &mut IsolabApp) {
    if let Some(label) = app.model.document.redo() {
        app.model.log.info(format!("Done again: {label}"));
    }
}

fn copy(app: &mut IsolabApp, ctx: &Context) {
    let fragment = edits::fragment(app.model.document.scene(), app.model.selection.ids());
    ctx.copy_text(fragment.to_ron());
    app.model.log.info(format!("Copied {} as RON", what(app)));
}

fn cut(app: &mut IsolabApp, ctx: &Context) {
    copy(app, ctx);
    delete(app);
}

/// The objects of pasted RON, beside the active object.
pub(super) fn paste(app: &mut IsolabApp, text: &str) {
    let fragment = match Scene::from_ron(text) {
        Ok(fragment) => fragment,
        Err(error) => {
            app.model.log.warn(format!("The clipboard holds no scene: {}", error.message));
            return;
        }
    };
    let scene = app.model.document.scene();
    let active = app.model.selection.active().and_then(|id| scene.node(id));
    let parent = active.and_then(|n| if n.kind.is_operator() { Some(n.id.as_str()) } else { n.parent.as_deref() });
    let made = edits::insert_fragment(scene, &fragment, parent);
    apply_and_select(app, "Paste", made);
}

fn duplicate(app: &mut IsolabApp) {
    let label = format!("Duplicate {}", what(app));
    let made = edits::duplicate(app.model.document.scene(), app.model.selection.ids());
    apply_and_select(app, &label, made);
}

fn delete(app: &mut IsolabApp) {
    let scene = app.model.document.scene();
    if let (true, Page::Input(index)) = (app.model.selection.is_empty(), app.model.page) {
        let edit = without_input(scene, index);
        app.model.page = Page::Scene;
        apply(app, "Delete input".into(), edit);
        return;
    }
    let ids: Vec<&str> = app.model.selection.ids().iter().map(String::as_str).collect();
    let references: usize = ids.iter().map(|id| edits::references(scene, id)).sum();
    let (label, edit) = (format!("Delete {}", what(app)), scene.remove_edit(&ids));
    if references > 0 {
        let what = counted(references, "reference");
        app.model.log.info(format!("{label}: {what} to it went too (anchors, inputs or expectations)"));
    }
    apply(app, label, edit);
}

fn start_rename(app: &mut IsolabApp) {
    layout::show(&mut app.tree, Pane::Outliner);
    if let Some(id) = app.model.selection.active() {
        app.outliner.rename(id);
    }
}

/// Gives an object another name; the selection and what is hidden follow.
pub(super) fn rename(app: &mut IsolabApp, from: &str, to: &str) {
    let edit = Edit::Rename { from: from.to_owned(), to: to.to_owned() };
    match app.model.document.apply(format!("Rename {from} to {to}"), edit) {
        Ok(()) => app.model.selection.rename(from, to),
        Err(error) => app.model.log.error(sentence(&error.to_string())),
    }
}

fn group(app: &mut IsolabApp) {
    match edits::wrap(app.model.document.scene(), app.model.selection.ids(), Kind::Group) {
        Some(made) => apply_and_select(app, "Group", made),
        None => app.model.log.info("Only nodes can be grouped"),
    }
}

fn select_all(app: &mut IsolabApp) {
    let ids = edits::all_ids(app.model.document.scene());
    app.model.selection.set_all(ids);
}

/// A second time, with nothing selected, it closes the explanation.
fn select_none(app: &mut IsolabApp) {
    if app.model.selection.is_empty() {
        app.model.close_report();
    }
    app.model.selection.clear();
}

fn select_parent(app: &mut IsolabApp) {
    let scene = app.model.document.scene();
    let active = app.model.selection.active().and_then(|id| scene.node(id));
    if let Some(parent) = active.and_then(|n| n.parent.clone()) {
        app.model.selection.set(parent);
    }
}

/// What is selected, for labels.
fn what(app: &IsolabApp) -> String {
    match app.model.selection.ids() {
        [id] => id.clone(),
        ids => counted(ids.len(), "object"),
    }
}
