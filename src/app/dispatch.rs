//! The dispatcher: each action and each command is one call.

mod camera;
mod edit;
pub(crate) mod files;

use super::action::{Action, Page, Select, Tool};
use super::command::Command;
use super::layout::{self, Pane};
use super::settings::ThemeChoice;
use super::shell::IsolabApp;
use crate::scene::Edit;
use egui::{Context, ViewportCommand};

/// An explanation gets a pane at least so high, points: fewer lines would tell nothing.
const REPORT_HEIGHT: f32 = 260.0;

/// Carries out a wish.
pub(crate) fn act(app: &mut IsolabApp, ctx: &Context, action: Action) {
    match action {
        Action::Command(command) => invoke(app, ctx, command),
        Action::OpenAdd(at) => app.add.toggle(at),
        Action::Edit { label, edit } => apply(app, label, edit),
        Action::Live { label, edit } => preview(app, label, edit),
        Action::Commit => app.model.document.commit_gesture(),
        Action::Cancel => cancel(app),
        Action::Select(select) => select_objects(app, select),
        Action::Hover(id) => app.model.hovered = id,
        Action::Rename { from, to } => edit::rename(app, &from, &to),
        Action::View(view) => camera::set_view(app, view),
        Action::Seek(tick) => app.model.seek(tick),
        Action::Speed(speed) => app.model.playback.set_speed(speed),
        Action::Inspect(subject) => inspect(app, subject),
        Action::CloseWindow => close_window(app),
        Action::CloseReport => app.model.close_report(),
        Action::Poke { origin, direction } => app.model.poke(origin, direction),
        Action::PokeEnd => app.model.end_poke(),
        Action::CheckNow => app.model.check_now(),
        Action::Open(path) => files::ask_then(app, ctx, super::dialogs::Intent::Open(path)),
        Action::Example(index) => files::ask_then(app, ctx, super::dialogs::Intent::Example(index)),
        Action::Copy { text, what } => copy_text(app, ctx, text, what),
        Action::Paste(text) => edit::paste(app, &text),
        Action::CancelBuild => app.model.cancel_build(),
        Action::Dialog(answer) => files::answer(app, ctx, answer),
    }
}

/// Carries out a command, or says why it cannot be done now.
fn invoke(app: &mut IsolabApp, ctx: &Context, command: Command) {
    if let Err(reason) = command.enabled(&app.model.command_context()) {
        // Escape is pressed for many reasons.
        if command != Command::SelectNone {
            app.model.log.info(format!("{}: {reason}", command.label()));
        }
        return;
    }
    let handled = file_command(app, ctx, command)
        || edit::command(app, ctx, command)
        || camera::command(app, command)
        || time_command(app, command)
        || window_command(app, ctx, command);
    debug_assert!(handled, "every command is handled: {command:?}");
}

fn file_command(app: &mut IsolabApp, ctx: &Context, command: Command) -> bool {
    use super::dialogs::Intent;
    use super::files::Purpose;
    match command {
        Command::New => files::ask_then(app, ctx, Intent::New),
        Command::NewFromStart => files::ask_then(app, ctx, Intent::Example(0)),
        Command::Open => files::ask_then(app, ctx, Intent::ChooseFile),
        Command::Revert => files::ask_then(app, ctx, Intent::Revert),
        Command::Save => files::save(app, ctx),
        Command::SaveAs => files::choose(app, Purpose::SaveAs),
        Command::Export => files::choose(app, Purpose::Export),
        Command::Screenshot => files::choose(app, Purpose::Screenshot),
        Command::Quit => files::ask_then(app, ctx, Intent::Quit),
        _ => return false,
    }
    true
}

fn time_command(app: &mut IsolabApp, command: Command) -> bool {
    let model = &mut app.model;
    match command {
        Command::PlayPause => model.play_pause(),
        Command::StepForward => model.step(1),
        Command::StepBack => model.step(-1),
        Command::StepForwardTen => model.step(10),
        Command::StepBackTen => model.step(-10),
        Command::GoToStart => model.seek(0),
        Command::GoToEnd => {
            let last = model.simulation().map_or(0, |s| s.history().last_tick());
            model.seek(last);
        }
        _ => return false,
    }
    true
}

fn window_command(app: &mut IsolabApp, ctx: &Context, command: Command) -> bool {
    let settings = &mut app.model.settings;
    match command {
        Command::ToolSelect => app.model.tool = Tool::Select,
        Command::ToolMove => app.model.tool = Tool::Move,
        Command::ToolRotate => app.model.tool = Tool::Rotate,
        Command::ToolScale => app.model.tool = Tool::Scale,
        Command::ToolPoke => app.model.tool = Tool::Poke,
        Command::ToolInspect => app.model.tool = Tool::Inspect,
        Command::ToggleLocalAxes => settings.local_axes = !settings.local_axes,
        Command::ToggleSnap => settings.snap = !settings.snap,
        Command::ToggleGrid => settings.grid = !settings.grid,
        Command::ToggleHandles => settings.handles = !settings.handles,
        Command::AddMenu => open_add(app, ctx),
        Command::Palette => app.palette.toggle(),
        Command::KeyHelp => app.keys_open = !app.keys_open,
        Command::Settings => app.settings_open = !app.settings_open,
        Command::Filter => filter(app),
        Command::ZoomIn => zoom(app, ctx, Some(1.1)),
        Command::ZoomOut => zoom(app, ctx, Some(1.0 / 1.1)),
        Command::ZoomReset => zoom(app, ctx, None),
        Command::ThemeSystem => set_theme(app, ctx, ThemeChoice::System),
        Command::ThemeLight => set_theme(app, ctx, ThemeChoice::Light),
        Command::ThemeDark => set_theme(app, ctx, ThemeChoice::Dark),
        Command::FullScreen => toggle_full_screen(ctx),
        Command::ResetLayout => app.tree = layout::default_tree(),
        Command::CancelBuild => app.model.cancel_build(),
        Command::About => app.dialog = Some(super::dialogs::Dialog::About),
        _ => return false,
    }
    true
}

/// At the pointer; in the middle where there is none.
fn open_add(app: &mut IsolabApp, ctx: &Context) {
    let pointer = ctx.input(|i| i.pointer.latest_pos());
    app.add.toggle(pointer.unwrap_or_else(|| ctx.content_rect().center()));
}

fn apply(app: &mut IsolabApp, label: String, edit: Edit) {
    if let Err(error) = app.model.document.apply(label, edit) {
        app.model.log.error(sentence(&error.to_string()));
    }
}

/// A drag goes on: its first change begins the gesture.
fn preview(app: &mut IsolabApp, label: String, edit: Edit) {
    if app.ignore_live {
        return;
    }
    let document = &mut app.model.document;
    if !document.in_gesture() {
        document.begin_gesture(label);
    }
    if let Err(error) = document.preview(edit) {
        app.model.log.error(sentence(&error.to_string()));
    }
}

fn cancel(app: &mut IsolabApp) {
    app.model.cancel_poke();
    app.model.document.cancel_gesture();
    app.viewport.cancel_drag();
    app.ignore_live = true;
}

fn select_objects(app: &mut IsolabApp, select: Select) {
    let model = &mut app.model;
    match select {
        Select::Only(id) => model.selection.set(id),
        Select::Toggle(id) => model.selection.toggle(&id),
        Select::ExtendTo { id, rows } => {
            let rows: Vec<&str> = rows.iter().map(String::as_str).collect();
            model.selection.extend_to(&id, &rows);
        }
        Select::Page(page) => {
            model.selection.clear();
            model.page = page;
            return;
        }
        Select::Clear => model.selection.clear(),
    }
    model.page = Page::Scene;
    if let Some(id) = app.model.selection.active() {
        app.outliner.reveal(id);
    }
}

fn inspect(app: &mut IsolabApp, subject: super::selection::Subject) {
    app.model.inspect(subject);
    layout::show(&mut app.tree, Pane::Report);
    layout::give_height(&mut app.tree, Pane::Report, REPORT_HEIGHT);
}

fn close_window(app: &mut IsolabApp) {
    let topmost = if app.settings_open { &mut app.settings_open } else { &mut app.keys_open };
    *topmost = false;
}

fn filter(app: &mut IsolabApp) {
    layout::show(&mut app.tree, Pane::Outliner);
    app.outliner.focus_filter();
}

fn zoom(app: &mut IsolabApp, ctx: &Context, factor: Option<f32>) {
    let now = app.model.settings.ui_zoom;
    app.model.settings.set_ui_zoom(factor.map_or(1.0, |f| now * f));
    app.apply_settings(ctx);
}

fn set_theme(app: &mut IsolabApp, ctx: &Context, choice: ThemeChoice) {
    app.model.settings.theme = choice;
    app.apply_settings(ctx);
}

fn toggle_full_screen(ctx: &Context) {
    let full = ctx.input(|i| i.viewport().fullscreen.unwrap_or(false));
    ctx.send_viewport_cmd(ViewportCommand::Fullscreen(!full));
}

fn copy_text(app: &mut IsolabApp, ctx: &Context, text: String, what: &str) {
    ctx.copy_text(text);
    app.model.log.info(format!("{what} was copied"));
}

/// Messages start with a capital letter.
pub(crate) fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
