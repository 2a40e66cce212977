//! Opening, saving, exporting, closing; questions and their answers.

use super::sentence;
use crate::app::action::Action;
use crate::app::dialogs::{Answer, Dialog, Intent};
use crate::app::examples;
use crate::app::files::{self, DialogAnswer, Purpose};
use crate::app::shell::IsolabApp;
use crate::mesh::{self, Format, Mesh};
use crate::scene::{Scene, save_bytes};
use egui::{Context, ViewportCommand};
use std::path::{Path, PathBuf};

/// Goes on with what a person wants, after asking about unsaved changes.
pub(super) fn ask_then(app: &mut IsolabApp, ctx: &Context, intent: Intent) {
    app.model.document.commit_gesture();
    if app.model.document.is_dirty() {
        app.dialog = Some(Dialog::Unsaved(intent));
    } else {
        go_on(app, ctx, intent);
    }
}

fn go_on(app: &mut IsolabApp, ctx: &Context, intent: Intent) {
    match intent {
        Intent::New => replace(
            app,
            Scene::default(),
            "New scene: add a shape, a rope or a soft body with the plus of the outliner",
        ),
        Intent::Example(index) => open_example(app, index),
        Intent::ChooseFile => choose(app, Purpose::Open),
        Intent::Open(path) => open(app, path),
        Intent::Revert => revert(app),
        Intent::Quit => quit(app, ctx),
    }
}

fn quit(app: &mut IsolabApp, ctx: &Context) {
    app.may_close = true;
    ctx.send_viewport_cmd(ViewportCommand::Close);
}

fn replace(app: &mut IsolabApp, scene: Scene, what: &str) {
    app.recovery.clear();
    app.model.document.replace(scene);
    app.model.forget_derived();
    app.model.log.info(what);
}

fn open_example(app: &mut IsolabApp, index: usize) {
    let Some(example) = examples::all().get(index) else { return };
    match example.scene() {
        Ok(scene) => replace(app, scene, &format!("Opened the example \"{}\"", example.name)),
        Err(fault) => app.model.log.error(fault),
    }
}

/// Opens a file; the document stays as it is if that cannot be done.
pub(crate) fn open(app: &mut IsolabApp, path: PathBuf) {
    match app.model.document.open(&path) {
        Ok(()) => {
            app.recovery.clear();
            app.model.forget_derived();
            app.model.settings.remember_file(&path);
            app.model.log.info(format!("Opened {}", path.display()));
        }
        Err(error) => {
            app.model.settings.forget_file(&path);
            app.model.log.error(sentence(&error.to_string()));
        }
    }
}

/// Reads the file again; camera, selection and playhead stay.
fn revert(app: &mut IsolabApp) {
    match app.model.document.revert() {
        Ok(()) => {
            app.recovery.clear();
            app.model.log.info(format!("Read {} again", app.model.document.name()));
        }
        Err(error) => app.model.log.error(sentence(&error.to_string())),
    }
}

/// Shows a file dialog, on a thread of its own.
pub(super) fn choose(app: &mut IsolabApp, purpose: Purpose) {
    let folder = app.model.settings.last_folder.as_deref();
    let request = files::request(purpose, app.model.document.path(), folder);
    if !app.files.show(request) {
        app.model.log.info("A file dialog is open already");
    }
}

/// Takes answers of file dialogs, and dropped files.
pub(crate) fn poll(app: &mut IsolabApp, ctx: &Context, out: &mut Vec<Action>) {
    match app.files.poll() {
        None | Some(DialogAnswer::Cancelled(_)) => {}
        Some(DialogAnswer::Unavailable(request)) => ask_for_path(app, request),
        Some(answer @ DialogAnswer::Chosen { .. }) => chosen(app, ctx, answer),
    }
    let dropped = ctx.input(|i| i.raw.dropped_files.first().map(|f| f.path().to_owned()));
    out.extend(dropped.map(Action::Open));
}

fn ask_for_path(app: &mut IsolabApp, request: files::DialogRequest) {
    let name = if request.purpose.is_save() { request.file_name.clone() } else { String::new() };
    let path = request.folder.as_ref().map_or_else(|| PathBuf::from(&name), |f| f.join(&name));
    // A relative path would not say where the file goes.
    let text = std::path::absolute(&path).unwrap_or(path).display().to_string();
    app.dialog = Some(Dialog::TypedPath { request, text, fault: None });
}

fn chosen(app: &mut IsolabApp, ctx: &Context, answer: DialogAnswer) {
    let DialogAnswer::Chosen { purpose, path, overwrites_unasked } = answer else { return };
    if overwrites_unasked {
        app.dialog = Some(Dialog::Overwrite(purpose, path));
    } else {
        use_path(app, ctx, purpose, path);
    }
}

fn use_path(app: &mut IsolabApp, ctx: &Context, purpose: Purpose, path: PathBuf) {
    match purpose {
        Purpose::Open => open(app, path),
        Purpose::SaveAs => save_to(app, ctx, path),
        Purpose::Export => export(app, &path),
        Purpose::Screenshot => screenshot(app, &path),
    }
}

/// Saves to the document's file, or asks for one.
pub(super) fn save(app: &mut IsolabApp, ctx: &Context) {
    let Some(path) = app.model.document.path().map(Path::to_owned) else {
        choose(app, Purpose::SaveAs);
        return;
    };
    if app.model.document.changed_outside() {
        app.dialog = Some(Dialog::ChangedOutside);
    } else if app.model.document.drops_comments() {
        app.dialog = Some(Dialog::DropsComments(path));
    } else {
        save_to(app, ctx, path);
    }
}

fn save_to(app: &mut IsolabApp, ctx: &Context, path: PathBuf) {
    match app.model.document.save_as(&path) {
        Ok(()) => {
            app.recovery.clear();
            app.model.settings.remember_file(&path);
            app.model.log.info(format!("Saved {}", path.display()));
            if let Some(intent) = app.after_save.take() {
                go_on(app, ctx, intent);
            }
        }
        Err(error) => {
            app.after_save = None;
            app.model.log.error(sentence(&error.to_string()));
        }
    }
}

fn export(app: &mut IsolabApp, path: &Path) {
    let solids = app.model.built.iter().flat_map(|b| &b.solids);
    let parts: Vec<(&str, &Mesh)> = solids.map(|s| (s.id.as_str(), s.mesh())).collect();
    let written = Format::of_path(path).and_then(|format| {
        let mut bytes = Vec::new();
        mesh::write(&parts, format, &mut bytes).map(|()| bytes)
    });
    let result = match written {
        Ok(bytes) => save_bytes(path, &bytes).map_err(|e| e.to_string()),
        Err(error) => Err(error.to_string()),
    };
    match result {
        Ok(()) => app.model.log.info(format!("Exported the meshes to {}", path.display())),
        Err(fault) => app.model.log.error(sentence(&fault)),
    }
}

fn screenshot(app: &mut IsolabApp, path: &Path) {
    let Some(image) = app.viewport.graphics.image() else {
        app.model.log.warn("There is no picture to save yet");
        return;
    };
    let result = image.png().map_err(|e| e.to_string());
    match result.and_then(|png| save_bytes(path, &png).map_err(|e| e.to_string())) {
        Ok(()) => app.model.log.info(format!("Saved the picture to {}", path.display())),
        Err(fault) => app.model.log.error(sentence(&fault)),
    }
}

/// After the window got the focus: another program may have changed the file.
pub(crate) fn look_outside(app: &mut IsolabApp) {
    if !app.model.document.changed_outside() || app.dialog.is_some() {
        return;
    }
    if app.model.document.is_dirty() {
        app.dialog = Some(Dialog::ChangedOutside);
    } else {
        revert(app);
    }
}

/// Carries out the answer of a question.
pub(super) fn answer(app: &mut IsolabApp, ctx: &Context, answer: Answer) {
    let Some(dialog) = app.dialog.take() else { return };
    match (answer, dialog) {
        (Answer::Save, Dialog::Unsaved(intent)) => {
            app.after_save = Some(intent);
            save(app, ctx);
        }
        (Answer::Discard, Dialog::Unsaved(intent)) => go_on(app, ctx, intent),
        (Answer::Path(purpose, path), Dialog::TypedPath { request, text, .. }) => {
            typed_path(app, ctx, purpose, path, request, text);
        }
        (Answer::Overwrite(purpose, path), _) => use_path(app, ctx, purpose, path),
        (Answer::DropComments(path), _) => save_to(app, ctx, path),
        (Answer::Reload, _) => revert(app),
        (Answer::KeepMine, _) => app.model.document.acknowledge_outside_change(),
        (Answer::Recover(index), Dialog::Recover(list)) => recover(app, list, index),
        (Answer::ForgetRecovered, Dialog::Recover(list)) => {
            list.iter().for_each(|found| app.recovery.discard(&found.session));
        }
        _ => app.after_save = None,
    }
}

/// A typed path that cannot be opened is asked for again, with the reason.
fn typed_path(
    app: &mut IsolabApp,
    ctx: &Context,
    purpose: Purpose,
    path: PathBuf,
    request: files::DialogRequest,
    text: String,
) {
    let exists = path.exists();
    if purpose == Purpose::Open && !exists {
        let fault = Some(format!("There is no file {}", path.display()));
        app.dialog = Some(Dialog::TypedPath { request, text, fault });
        return;
    }
    let answer = files::chosen(purpose, path);
    let DialogAnswer::Chosen { path, .. } = &answer else { return };
    // Nobody asked yet whether an existing file may be replaced.
    if purpose.is_save() && path.exists() && app.model.document.path() != Some(path) {
        app.dialog = Some(Dialog::Overwrite(purpose, path.clone()));
    } else {
        use_path(app, ctx, purpose, path.clone());
    }
}

fn recover(app: &mut IsolabApp, mut list: Vec<files::Recoverable>, index: usize) {
    if index >= list.len() {
        return;
    }
    let found = list.remove(index);
    let name = found.original.as_ref().map_or_else(|| "an untitled scene".into(), |p| p.display().to_string());
    replace(app, found.scene, &format!("Recovered {name}: use Save as to keep it"));
    app.model.document.mark_dirty();
    // The old copies go only when the work lives in a new one.
    match app.recovery.write(&app.model.document) {
        Ok(()) => app.recovery.discard(&found.session),
        Err(fault) => app.model.log.warn(fault),
    }
    if !list.is_empty() {
        app.dialog = Some(Dialog::Recover(list));
    }
}
