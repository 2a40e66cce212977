//! The window's frame: menu bar, panes, status bar, overlays; and the order of a frame.
//!
//! ```text
//! keys, menus, panes --Action--> dispatch --Edit--> Document --refresh--> Built, Simulation --> panes
//! ```

use super::action::Action;
use super::dialogs::{self, Dialog, Intent};
use super::examples;
use super::files::{Dialogs, Recovery};
use super::layout::{self, Pane};
use super::log::Level;
use super::model::{Model, Wake};
use super::panels::outliner::OutlinerState;
use super::panels::palette::PaletteState;
use super::panels::timeline::TimelineState;
use super::panels::{inspector, keys, log as log_panel, menu, outliner, palette, report, settings, status, timeline};
use super::settings::{Settings, Store};
use super::viewport::{Graphics, ViewportState, viewport_ui};
use super::{dispatch, shortcuts, theme};
use crate::scene::Scene;
use egui::{Context, Frame, Margin, Panel, Ui};
use egui_tiles::{TileId, Tree, UiResponse};
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How the editor starts.
#[derive(Clone, Debug, Default)]
pub struct Options {
    /// The scene to open; none for the start scene.
    pub scene: Option<PathBuf>,
    /// Where settings and recovery copies live.
    pub store: Store,
}

/// The editor.
pub struct IsolabApp {
    pub(crate) model: Model,
    pub(crate) viewport: ViewportState,
    pub(crate) tree: Tree<Pane>,
    pub(crate) outliner: OutlinerState,
    pub(crate) timeline: TimelineState,
    pub(crate) palette: PaletteState,
    pub(crate) dialog: Option<Dialog>,
    pub(crate) keys_open: bool,
    pub(crate) settings_open: bool,
    pub(crate) files: Dialogs,
    pub(crate) store: Store,
    pub(crate) recovery: Recovery,
    /// A recovery copy of this session exists.
    has_copy: bool,
    /// What goes on once the document is saved.
    pub(crate) after_save: Option<Intent>,
    /// A drag was cancelled: its further changes are ignored until the pointer is released.
    pub(crate) ignore_live: bool,
    /// The window may close without a question.
    pub(crate) may_close: bool,
    /// Settings as they were last written.
    saved_settings: Settings,
    start: Instant,
    last_frame: Instant,
    /// The last frame asked for another one: the time since then counts.
    was_busy: bool,
    was_focused: bool,
    title: String,
}

impl IsolabApp {
    /// The editor in a window, or in a test without OpenGL.
    #[must_use]
    pub fn new(cc: &eframe::CreationContext<'_>, options: Options) -> Self {
        let ctx = cc.egui_ctx.clone();
        let wake: Wake = Arc::new(move || ctx.request_repaint());
        let files_wake = Arc::clone(&wake);
        let files = Dialogs::native(move || files_wake());
        Self::with(cc, options, wake, files)
    }

    /// As [`IsolabApp::new`], with other file dialogs; for tests.
    #[must_use]
    pub fn with_dialogs(cc: &eframe::CreationContext<'_>, options: Options, files: Dialogs) -> Self {
        let ctx = cc.egui_ctx.clone();
        Self::with(cc, options, Arc::new(move || ctx.request_repaint()), files)
    }

    fn with(cc: &eframe::CreationContext<'_>, options: Options, wake: Wake, files: Dialogs) -> Self {
        theme::install(&cc.egui_ctx);
        let (settings, settings_fault) = options.store.load();
        let (tree, layout_fault) = layout::load(&settings.layout);
        let start_scene = examples::all()[0].scene();
        let example_fault = start_scene.as_ref().err().cloned();
        let saved_settings = settings.clone();
        let mut app = Self {
            model: Model::new(start_scene.unwrap_or_else(|_| Scene::default()), settings, wake),
            viewport: ViewportState::new(Graphics::new(cc.gl.clone())),
            tree,
            outliner: OutlinerState::default(),
            timeline: TimelineState::default(),
            palette: PaletteState::default(),
            dialog: None,
            keys_open: false,
            settings_open: false,
            files,
            recovery: Recovery::new(options.store.recovery_folder()),
            has_copy: false,
            store: options.store,
            after_save: None,
            ignore_live: false,
            may_close: false,
            saved_settings,
            start: Instant::now(),
            last_frame: Instant::now(),
            was_busy: false,
            was_focused: true,
            title: String::new(),
        };
        for fault in [settings_fault, layout_fault, example_fault].into_iter().flatten() {
            app.model.log.warn(fault);
        }
        app.apply_settings(&cc.egui_ctx);
        app.begin(options.scene);
        app
    }

    /// Opens the scene that was asked for, and offers what can be recovered.
    fn begin(&mut self, scene: Option<PathBuf>) {
        if let Some(fault) = self.viewport.graphics.fault() {
            self.model.log.warn(fault);
        }
        match scene {
            Some(path) => dispatch::files::open(self, path),
            None => {
                self.model.log.info("Drag to change numbers, hold the middle button to orbit, press F1 for the keys")
            }
        }
        let found = self.recovery.list();
        if !found.is_empty() {
            self.dialog = Some(Dialog::Recover(found));
        }
    }

    /// Brings theme and zoom into egui.
    pub(crate) fn apply_settings(&self, ctx: &Context) {
        use super::settings::ThemeChoice;
        let preference = match self.model.settings.theme {
            ThemeChoice::System => egui::ThemePreference::System,
            ThemeChoice::Light => egui::ThemePreference::Light,
            ThemeChoice::Dark => egui::ThemePreference::Dark,
        };
        ctx.set_theme(preference);
        ctx.set_zoom_factor(self.model.settings.ui_zoom);
    }

    /// A whole frame: input and panes give actions, actions change the model, the model is brought up to date.
    pub(crate) fn frame(&mut self, ui: &mut Ui) {
        let ctx = ui.ctx().clone();
        self.model.window.dialog_open = self.files.is_open() || self.dialog.is_some();
        self.model.window.has_graphics = self.viewport.graphics.is_working();
        let (mut actions, mut keys) = (Vec::new(), Vec::new());
        shortcuts::collect(self, &ctx, &mut keys);
        // A slow frame may hold the end of a drag and the key that was pressed after it: the drag is done with first,
        // or Ctrl+S would save the scene as it was in mid-drag.
        if !self.model.document.in_gesture() && !self.model.is_poking() {
            actions.append(&mut keys);
        }
        dispatch::files::poll(self, &ctx, &mut actions);
        self.panels_ui(ui, &mut actions);
        self.overlays_ui(&ctx, &mut actions);
        for action in actions {
            dispatch::act(self, &ctx, action);
        }
        self.end_live_drag(&ctx);
        for action in keys {
            dispatch::act(self, &ctx, action);
        }
        self.refresh(&ctx);
        self.housekeeping(&ctx);
    }

    fn panels_ui(&mut self, ui: &mut Ui, out: &mut Vec<Action>) {
        let bar = |ui: &Ui| Frame::new().fill(theme::colors(ui.visuals()).chrome).inner_margin(Margin::symmetric(8, 4));
        Panel::top("menu bar").frame(bar(ui)).show_separator_line(false).show(ui, |ui| {
            menu::menu_bar_ui(ui, &self.model, out);
        });
        Panel::bottom("status bar").frame(bar(ui)).exact_size(28.0).show_separator_line(false).show(ui, |ui| {
            status::status_ui(ui, &self.model, out);
        });
        let chrome = Frame::new().fill(theme::colors(ui.visuals()).chrome);
        egui::CentralPanel::default().frame(chrome).show(ui, |ui| {
            let mut panes = Panes {
                model: &self.model,
                viewport: &mut self.viewport,
                outliner: &mut self.outliner,
                timeline: &mut self.timeline,
                out,
            };
            self.tree.ui(&mut panes, ui);
        });
    }

    fn overlays_ui(&mut self, ctx: &Context, out: &mut Vec<Action>) {
        palette::palette_ui(ctx, &self.model, &mut self.palette, out);
        keys::keys_ui(ctx, &mut self.keys_open);
        settings::settings_ui(ctx, &self.model, &mut self.settings_open, out);
        if let Some(dialog) = &mut self.dialog {
            dialogs::dialog_ui(ctx, dialog, &self.model.document.name(), out);
        }
        let hovering = ctx.input(|i| !i.raw.hovered_files.is_empty());
        if hovering {
            drop_hint_ui(ctx);
        }
    }

    /// A drag in a panel ends when the pointer is released; losing the window's focus cancels it.
    fn end_live_drag(&mut self, ctx: &Context) {
        let (down, focused) = ctx.input(|i| (i.pointer.any_down(), i.focused));
        if !down {
            self.ignore_live = false;
        }
        if self.model.document.in_gesture() && !self.model.is_poking() {
            if !focused {
                dispatch::act(self, ctx, Action::Cancel);
            } else if !down && !self.viewport.gizmo.is_dragging() {
                self.model.document.commit_gesture();
            }
        }
    }

    fn refresh(&mut self, ctx: &Context) {
        let elapsed = if self.was_busy { self.last_frame.elapsed() } else { Duration::ZERO };
        self.last_frame = Instant::now();
        self.was_busy = self.model.refresh(elapsed);
        if self.was_busy || self.viewport.is_moving() {
            ctx.request_repaint();
        }
    }

    /// Title, autosave, settings, closing, changes by other programs.
    fn housekeeping(&mut self, ctx: &Context) {
        self.update_title(ctx);
        self.keep_recovery_copy(ctx);
        if self.model.settings != self.saved_settings {
            self.save_settings();
        }
        let focused = ctx.input(|i| i.focused);
        if focused && !self.was_focused {
            dispatch::files::look_outside(self);
        }
        self.was_focused = focused;
        if ctx.input(|i| i.viewport().close_requested()) && !self.may_close && self.model.document.is_dirty() {
            ctx.send_viewport_cmd(egui::ViewportCommand::CancelClose);
            self.dialog = Some(Dialog::Unsaved(Intent::Quit));
            ctx.request_repaint();
        }
    }

    /// Writes a copy of unsaved work now and then, and removes it when there is none any more.
    fn keep_recovery_copy(&mut self, ctx: &Context) {
        match self.recovery.tick(&self.model.document, self.start.elapsed()) {
            Ok(wrote) => self.has_copy |= wrote,
            Err(fault) => self.model.log.warn(fault),
        }
        if self.model.document.is_dirty() {
            ctx.request_repaint_after(Recovery::INTERVAL);
        } else if std::mem::take(&mut self.has_copy) {
            self.recovery.clear();
        }
    }

    fn update_title(&mut self, ctx: &Context) {
        let mark = if self.model.document.is_dirty() { "*" } else { "" };
        let title = format!("{}{mark} - Isolab", self.model.document.name());
        if title != self.title {
            ctx.send_viewport_cmd(egui::ViewportCommand::Title(title.clone()));
            self.title = title;
        }
    }

    fn save_settings(&mut self) {
        self.saved_settings = self.model.settings.clone();
        if let Err(fault) = self.store.save(&self.model.settings) {
            self.model.log.push(Level::Warning, fault);
        }
    }
}

impl eframe::App for IsolabApp {
    fn ui(&mut self, ui: &mut Ui, _: &mut eframe::Frame) {
        self.frame(ui);
    }

    fn on_exit(&mut self, _: Option<&glow::Context>) {
        self.model.settings.layout = layout::save(&self.tree).unwrap_or_default();
        self.save_settings();
        // Here the person has saved, or said that nothing is to be kept.
        self.recovery.clear();
    }
}

/// Says that a dragged file will be opened.
fn drop_hint_ui(ctx: &Context) {
    let painter = ctx.layer_painter(egui::LayerId::new(egui::Order::Foreground, egui::Id::unique("drop hint")));
    let rect = ctx.content_rect();
    let colors = theme::colors(&ctx.global_style().visuals);
    painter.rect_filled(rect, 0.0, colors.veil);
    let font = egui::FontId::proportional(18.0);
    painter.text(rect.center(), egui::Align2::CENTER_CENTER, "Drop a scene file to open it", font, colors.strong);
}

/// Draws panes into tiles.
struct Panes<'a> {
    model: &'a Model,
    viewport: &'a mut ViewportState,
    outliner: &'a mut OutlinerState,
    timeline: &'a mut TimelineState,
    out: &'a mut Vec<Action>,
}

impl egui_tiles::Behavior<Pane> for Panes<'_> {
    fn pane_ui(&mut self, ui: &mut Ui, _: TileId, pane: &mut Pane) -> UiResponse {
        let fill = theme::colors(ui.visuals()).panel;
        ui.painter().rect_filled(ui.max_rect(), 0.0, fill);
        match pane {
            Pane::Outliner => outliner::outliner_ui(ui, self.model, self.outliner, self.out),
            Pane::Viewport => viewport_ui(ui, self.model, self.viewport, self.out),
            Pane::Inspector => inspector::inspector_ui(ui, self.model, self.out),
            Pane::Timeline => timeline::timeline_ui(ui, self.model, self.timeline, self.out),
            Pane::Report => report::report_ui(ui, self.model, self.out),
            Pane::Log => log_panel::log_ui(ui, &self.model.log, self.out),
        }
        UiResponse::None
    }

    fn tab_title_for_pane(&mut self, pane: &Pane) -> egui::WidgetText {
        pane.title().into()
    }

    fn tab_bar_height(&self, _: &egui::Style) -> f32 {
        28.0
    }

    fn gap_width(&self, _: &egui::Style) -> f32 {
        2.0
    }

    fn simplification_options(&self) -> egui_tiles::SimplificationOptions {
        egui_tiles::SimplificationOptions { all_panes_must_have_tabs: true, ..Default::default() }
    }

    fn tab_bar_color(&self, visuals: &egui::Visuals) -> egui::Color32 {
        theme::colors(visuals).chrome
    }

    fn tab_bg_color(
        &self,
        visuals: &egui::Visuals,
        _: &egui_tiles::Tiles<Pane>,
        _: TileId,
        state: &egui_tiles::TabState,
    ) -> egui::Color32 {
        let colors = theme::colors(visuals);
        if state.active { colors.panel } else { colors.chrome }
    }

    fn tab_text_color(
        &self,
        visuals: &egui::Visuals,
        _: &egui_tiles::Tiles<Pane>,
        _: TileId,
        state: &egui_tiles::TabState,
    ) -> egui::Color32 {
        let colors = theme::colors(visuals);
        if state.active { colors.strong } else { colors.weak }
    }

    fn tab_outline_stroke(
        &self,
        _: &egui::Visuals,
        _: &egui_tiles::Tiles<Pane>,
        _: TileId,
        _: &egui_tiles::TabState,
    ) -> egui::Stroke {
        egui::Stroke::NONE
    }

    fn tab_bar_hline_stroke(&self, _: &egui::Visuals) -> egui::Stroke {
        egui::Stroke::NONE
    }
}
