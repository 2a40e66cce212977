//! Questions that the window asks. Each is a modal with plain answers; Escape changes nothing.

use super::action::Action;
use super::files::{DialogRequest, Purpose, Recoverable};
use super::theme;
use egui::{Context, Id, Key, Modal, RichText, Ui};
use std::path::PathBuf;

/// What a person wanted when they were asked about unsaved changes.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Intent {
    /// An empty scene.
    New,
    /// An example.
    Example(usize),
    /// A file, chosen by a dialog.
    ChooseFile,
    /// This file.
    Open(PathBuf),
    /// The file as it is on disk.
    Revert,
    /// Closing the window.
    Quit,
}

/// A question.
#[derive(Clone, Debug)]
pub(crate) enum Dialog {
    /// There are unsaved changes.
    Unsaved(Intent),
    /// No dialog service runs: type a path.
    TypedPath {
        /// What the dialog was to be.
        request: DialogRequest,
        /// The path so far.
        text: String,
        /// Why the last one was refused.
        fault: Option<String>,
    },
    /// The file exists, and no dialog asked about it.
    Overwrite(Purpose, PathBuf),
    /// Saving drops the comments of the file.
    DropsComments(PathBuf),
    /// Another program changed the file.
    ChangedOutside,
    /// Work of a session that ended badly.
    Recover(Vec<Recoverable>),
    /// What this program is.
    About,
}

/// An answer.
#[derive(Clone, Debug)]
pub(crate) enum Answer {
    /// Leaves everything as it is.
    Cancel,
    /// Saves, then goes on.
    Save,
    /// Goes on without saving.
    Discard,
    /// A typed path.
    Path(Purpose, PathBuf),
    /// Writes over the file.
    Overwrite(Purpose, PathBuf),
    /// Saves although comments are dropped.
    DropComments(PathBuf),
    /// Reads the changed file.
    Reload,
    /// Keeps the edits, which the next save writes over the changed file.
    KeepMine,
    /// Opens the recovered work with this index.
    Recover(usize),
    /// Forgets all recovered work.
    ForgetRecovered,
}

/// Shows a question; the answer comes as an action.
pub(crate) fn dialog_ui(ctx: &Context, dialog: &mut Dialog, name: &str, out: &mut Vec<Action>) {
    let mut answer = None;
    let modal = Modal::new(Id::unique("dialog")).show(ctx, |ui| {
        ui.set_width((ui.ctx().content_rect().width() - 64.0).clamp(160.0, 420.0));
        ui.spacing_mut().item_spacing.y = 8.0;
        answer = contents_ui(ui, dialog, name);
    });
    if modal.should_close() && answer.is_none() {
        answer = Some(Answer::Cancel);
    }
    out.extend(answer.map(Action::Dialog));
}

fn contents_ui(ui: &mut Ui, dialog: &mut Dialog, name: &str) -> Option<Answer> {
    match dialog {
        Dialog::Unsaved(_) => {
            title_ui(ui, &format!("Save the changes to {name}?"));
            ui.label("They are lost otherwise.");
            answers_ui(ui, &[("Save", Answer::Save), ("Do not save", Answer::Discard), ("Cancel", Answer::Cancel)])
        }
        Dialog::TypedPath { request, text, fault } => typed_path_ui(ui, request, text, fault.as_deref()),
        Dialog::Overwrite(purpose, path) => {
            title_ui(ui, "Replace the file?");
            ui.label(format!("{} exists already.", path.display()));
            let replace = Answer::Overwrite(*purpose, path.clone());
            answers_ui(ui, &[("Replace", replace), ("Cancel", Answer::Cancel)])
        }
        Dialog::DropsComments(path) => {
            title_ui(ui, "The file's comments will be lost");
            ui.label("Comments of a scene file do not survive saving. Notes of objects do.");
            let save = Answer::DropComments(path.clone());
            answers_ui(ui, &[("Save without comments", save), ("Cancel", Answer::Cancel)])
        }
        Dialog::ChangedOutside => {
            title_ui(ui, &format!("{name} was changed by another program"));
            ui.label("Read it again and lose the changes made here, or keep them?");
            answers_ui(ui, &[("Keep my changes", Answer::KeepMine), ("Read it again", Answer::Reload)])
        }
        Dialog::Recover(list) => recover_ui(ui, list),
        Dialog::About => {
            title_ui(ui, &format!("Isolab {}", env!("CARGO_PKG_VERSION")));
            ui.label(env!("CARGO_PKG_DESCRIPTION"));
            ui.weak("Licensed under MIT or Apache-2.0. Fonts: Inter (SIL Open Font License), Lucide icons (ISC).");
            answers_ui(ui, &[("Close", Answer::Cancel)])
        }
    }
}

fn title_ui(ui: &mut Ui, text: &str) {
    ui.label(RichText::new(text).heading());
}

/// Buttons; the first is the one that Enter presses.
fn answers_ui(ui: &mut Ui, answers: &[(&str, Answer)]) -> Option<Answer> {
    let enter = ui.input(|i| i.key_pressed(Key::Enter));
    let mut picked = enter.then(|| answers[0].1.clone());
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        for (i, (label, answer)) in answers.iter().enumerate() {
            let mut button = egui::Button::new(*label).min_size(egui::vec2(72.0, 28.0));
            if i == 0 {
                button = button.selected(true);
            }
            if ui.add(button).clicked() {
                picked = Some(answer.clone());
            }
        }
    });
    picked
}

fn typed_path_ui(ui: &mut Ui, request: &DialogRequest, text: &mut String, fault: Option<&str>) -> Option<Answer> {
    title_ui(ui, request.purpose.title());
    ui.label("No file dialog is available on this machine. Type the path of the file.");
    let response =
        ui.add(egui::TextEdit::singleline(text).desired_width(f32::INFINITY).hint_text("/home/me/scene.ron"));
    super::panels::fields::name_it(ui, &response, "Path");
    if ui.memory(|m| m.focused().is_none()) {
        response.request_focus();
    }
    if let Some(fault) = fault {
        ui.label(RichText::new(fault).color(theme::colors(ui.visuals()).bad));
    }
    let path = PathBuf::from(text.trim());
    let go = if request.purpose.is_save() { "Save" } else { "Open" };
    let answer = if text.trim().is_empty() { Answer::Cancel } else { Answer::Path(request.purpose, path) };
    answers_ui(ui, &[(go, answer), ("Cancel", Answer::Cancel)])
}

fn recover_ui(ui: &mut Ui, list: &[Recoverable]) -> Option<Answer> {
    title_ui(ui, "Unsaved work was found");
    ui.label("The program ended without saving. Open what was kept, or forget it.");
    let mut picked = None;
    for (i, found) in list.iter().enumerate() {
        let name = found.original.as_deref().map_or_else(|| "Untitled".to_owned(), |p| p.display().to_string());
        let mins = found.written.elapsed().map_or(0, |d| d.as_secs() / 60);
        let age = if mins == 1 { "1 minute".to_owned() } else { format!("{mins} minutes") };
        let button = egui::Button::new(format!("Open {name}, kept {age} ago")).wrap();
        if ui.add(button).clicked() {
            picked = Some(Answer::Recover(i));
        }
    }
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        if ui.button("Ask again next time").clicked() {
            picked = Some(Answer::Cancel);
        }
        if ui.button("Forget").clicked() {
            picked = Some(Answer::ForgetRecovered);
        }
    });
    picked
}
