//! The whole window without a window: events in, the model and the accessibility tree out.

mod gl;
mod vocabulary;

use super::action::Page;
use super::files::Dialogs;
use super::settings::Store;
use super::shell::{IsolabApp, Options};
use crate::draw::Camera;
use crate::scene::{Act, Kind};
use egui::accesskit::{Node, Role};
use egui::{Event, Key, Modifiers, PointerButton, Pos2, RawInput, Rect, pos2, vec2};
use gl::Screen;
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::time::Duration;

/// A window of the editor that is driven by events.
struct Window {
    ctx: egui::Context,
    app: IsolabApp,
    size: egui::Vec2,
    scale: f32,
    time_secs: f64,
    nodes: Vec<Node>,
    /// What the last frame asked for.
    repaint_delay: Duration,
    /// What the last frame wants painted, where nothing is.
    shapes: Vec<egui::epaint::ClippedShape>,
    /// After the application, whose renderer lives in its context.
    screen: Option<Screen>,
}

impl Window {
    /// With the start scene and a dialog that answers what is sent.
    fn new() -> (Self, Sender<Option<std::path::PathBuf>>) {
        Self::with_screen(None, 1.0)
    }

    /// As [`Window::new`], painted.
    fn with_screen(screen: Option<Screen>, scale: f32) -> (Self, Sender<Option<std::path::PathBuf>>) {
        let (answer, answers) = channel::<Option<std::path::PathBuf>>();
        let answers = std::sync::Mutex::new(answers);
        let picker = move |_: &super::files::DialogRequest| answers.lock().ok()?.recv().ok().flatten();
        let ctx = egui::Context::default();
        ctx.enable_accesskit();
        let mut cc = eframe::CreationContext::_new_kittest(ctx.clone());
        cc.gl = screen.as_ref().map(Screen::gl);
        let options = Options { scene: None, store: Store::nowhere() };
        let app = IsolabApp::with_dialogs(&cc, options, Dialogs::with_picker(|| {}, picker));
        let mut window = Self {
            ctx,
            app,
            size: vec2(1280.0, 800.0),
            scale,
            time_secs: 0.0,
            nodes: Vec::new(),
            repaint_delay: Duration::ZERO,
            shapes: Vec::new(),
            screen,
        };
        window.wait(|app| app.model.built.is_some() && app.model.simulation().is_some());
        window.frame(vec![]);
        (window, answer)
    }

    fn frame(&mut self, events: Vec<Event>) {
        self.time_secs += 0.05;
        let mut input = RawInput {
            screen_rect: Some(Rect::from_min_size(Pos2::ZERO, self.size)),
            time: Some(self.time_secs),
            events,
            focused: true,
            ..RawInput::default()
        };
        if let Some(viewport) = input.viewports.get_mut(&egui::ViewportId::ROOT) {
            viewport.native_pixels_per_point = Some(self.scale);
        }
        let app = &mut self.app;
        let mut output = self.ctx.run_ui(input, |ui| app.frame(ui));
        if let Some(update) = output.platform_output.accesskit_update.take() {
            self.nodes = update.nodes.into_iter().map(|n| n.1).collect();
        }
        self.repaint_delay =
            output.viewport_output.get(&egui::ViewportId::ROOT).map_or(Duration::MAX, |v| v.repaint_delay);
        if let Some(screen) = &mut self.screen {
            screen.paint(&self.ctx, output, self.size);
        } else {
            output.textures_delta.clear();
            self.shapes = output.shapes;
        }
    }

    /// All texts of the last frame.
    fn painted_text(&self) -> String {
        let texts = self.shapes.iter().filter_map(|s| match &s.shape {
            egui::Shape::Text(text) => Some(text.galley.text()),
            _ => None,
        });
        texts.collect::<Vec<_>>().join("\n")
    }

    /// Frames until something holds that threads work for.
    fn wait(&mut self, holds: impl Fn(&IsolabApp) -> bool) {
        for _ in 0..1_000_000 {
            self.frame(vec![]);
            if holds(&self.app) {
                return;
            }
            std::thread::yield_now();
        }
        panic!("it never came");
    }

    #[track_caller]
    fn place(&self, label: &str) -> Pos2 {
        let named = self.nodes.iter().filter(|n| n.label() == Some(label) && n.role() != Role::Label);
        let bounds = named.filter_map(Node::bounds).next().unwrap_or_else(|| panic!("nothing is called {label:?}"));
        // Accessibility trees are in pixels.
        let middle = pos2((bounds.x0 + bounds.x1) as f32, (bounds.y0 + bounds.y1) as f32) * 0.5;
        (middle.to_vec2() / self.scale).to_pos2()
    }

    fn has(&self, label: &str) -> bool {
        self.nodes.iter().any(|n| n.label() == Some(label) || n.value() == Some(label))
    }

    fn button(&mut self, at: Pos2, pressed: bool, modifiers: Modifiers) {
        let button = PointerButton::Primary;
        self.frame(vec![Event::PointerMoved(at), Event::PointerButton { pos: at, button, pressed, modifiers }]);
    }

    #[track_caller]
    fn click(&mut self, label: &str) {
        self.click_at(self.place(label));
    }

    fn click_at(&mut self, at: Pos2) {
        self.frame(vec![Event::PointerMoved(at)]);
        self.button(at, true, Modifiers::NONE);
        self.button(at, false, Modifiers::NONE);
        // Further away than a double click in time.
        self.time_secs += 1.0;
        self.frame(vec![]);
    }

    fn key(&mut self, modifiers: Modifiers, key: Key) {
        let event = |pressed| Event::Key { key, physical_key: None, pressed, repeat: false, modifiers };
        self.frame(vec![Event::ModifiersChanged(modifiers), event(true)]);
        self.frame(vec![event(false), Event::ModifiersChanged(Modifiers::NONE)]);
    }

    fn type_text(&mut self, text: &str) {
        self.frame(vec![Event::Text(text.to_owned())]);
    }

    fn undo_len(&self) -> usize {
        self.app.model.document.undo_len()
    }

    fn bore_radius(&self) -> f64 {
        match self.app.model.document.scene().node("bore").map(|n| n.kind.clone()) {
            Some(Kind::Cylinder { radius, .. }) => radius,
            other => panic!("the bore is a cylinder, not {other:?}"),
        }
    }
}

#[test]
fn rows_select_and_the_inspector_follows() {
    let (mut window, _) = Window::new();
    window.click("ball");
    assert_eq!(window.app.model.selection.ids(), ["ball"]);
    assert!(window.has("Stiffness") && window.has("Grid"));
    window.click("Contour");
    assert!(window.app.model.selection.is_empty());
    assert_eq!(window.app.model.page, Page::Contour);
    assert!(window.has("Sharpness"));
    window.key(Modifiers::COMMAND, Key::A);
    assert_eq!(window.app.model.selection.len(), 7);
    window.key(Modifiers::NONE, Key::Escape);
    assert!(window.app.model.selection.is_empty());
}

/// Case C37: one drag is one undo entry, Escape in mid-drag is none.
#[test]
fn a_drag_of_a_number_is_one_entry() {
    let (mut window, _) = Window::new();
    window.click("bore");
    let start = window.bore_radius();
    for expected in [1, 2] {
        let at = window.place("Radius");
        window.button(at, true, Modifiers::NONE);
        for i in 1..=100 {
            window.frame(vec![Event::PointerMoved(at + vec2(i as f32 * 0.1, 0.0))]);
        }
        window.button(at + vec2(10.0, 0.0), false, Modifiers::NONE);
        window.frame(vec![]);
        assert_eq!(window.undo_len(), expected);
    }
    let dragged = window.bore_radius();
    assert!(dragged > start);
    let at = window.place("Radius");
    window.button(at, true, Modifiers::NONE);
    window.frame(vec![Event::PointerMoved(at + vec2(9.0, 0.0))]);
    window.frame(vec![Event::PointerMoved(at + vec2(19.0, 0.0))]);
    assert_ne!(window.bore_radius(), dragged);
    window.key(Modifiers::NONE, Key::Escape);
    window.frame(vec![Event::PointerMoved(at + vec2(40.0, 0.0))]);
    window.button(at + vec2(40.0, 0.0), false, Modifiers::NONE);
    window.frame(vec![]);
    assert_eq!((window.bore_radius(), window.undo_len()), (dragged, 2));
    window.key(Modifiers::COMMAND, Key::Z);
    window.key(Modifiers::COMMAND, Key::Z);
    assert_eq!(window.bore_radius().to_bits(), start.to_bits());
    assert!(!window.app.model.document.is_dirty());
}

#[test]
fn typed_numbers_take_units_and_sums() {
    let (mut window, _) = Window::new();
    window.click("bore");
    window.click("Radius");
    window.key(Modifiers::COMMAND, Key::A);
    window.type_text("20cm + 0.05");
    window.key(Modifiers::NONE, Key::Enter);
    window.frame(vec![]);
    assert_eq!((window.bore_radius(), window.undo_len()), (0.25, 1));
    // Leaving a field as it is changes nothing.
    window.click("Radius");
    window.key(Modifiers::NONE, Key::Enter);
    window.frame(vec![]);
    assert_eq!(window.undo_len(), 1);
}

/// Case C30: keys belong to the text field while it has the keyboard.
#[test]
fn no_shortcut_acts_while_a_name_is_typed() {
    let (mut window, _) = Window::new();
    window.click("bore");
    window.key(Modifiers::NONE, Key::F2);
    window.frame(vec![]);
    window.key(Modifiers::NONE, Key::End);
    window.type_text("测试");
    window.key(Modifiers::NONE, Key::Delete);
    window.key(Modifiers::COMMAND, Key::Z);
    window.key(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
    window.key(Modifiers::NONE, Key::Space);
    window.key(Modifiers::NONE, Key::Enter);
    window.frame(vec![]);
    let scene = window.app.model.document.scene();
    assert_eq!(window.undo_len(), 1);
    assert!(scene.node("bore测试").is_some(), "{:?}", scene.nodes.iter().map(|n| &n.id).collect::<Vec<_>>());
    assert_eq!(window.app.model.tick(), 0);
    assert_eq!(window.app.model.selection.ids(), ["bore测试"]);
}

/// Case C24, as far as it concerns panes: no size and no scale makes the window fail.
#[test]
fn any_size_and_scale_is_fine() {
    let (mut window, _) = Window::new();
    let camera = Camera::of_view(&window.app.model.document.scene().view);
    for scale in [1.0, 2.0] {
        window.scale = scale;
        for size in [vec2(800.0, 600.0), vec2(0.0, 0.0), vec2(1.0, 1.0), vec2(0.0, 600.0), vec2(1280.0, 720.0)] {
            window.size = size;
            window.frame(vec![Event::PointerMoved(pos2(3.0, 3.0))]);
            window.frame(vec![]);
        }
    }
    assert_eq!(Camera::of_view(&window.app.model.document.scene().view), camera);
}

/// Case C32: frames go on while a dialog is open; a second one is not opened; nothing chosen changes nothing.
#[test]
fn a_file_dialog_does_not_stop_the_window() {
    let (mut window, answer) = Window::new();
    let before = window.app.model.document.scene().clone();
    window.key(Modifiers::COMMAND, Key::O);
    assert!(window.app.files.is_open());
    window.key(Modifiers::COMMAND, Key::O);
    window.click("ball");
    assert_eq!(window.app.model.selection.ids(), ["ball"]);
    drop(answer);
    window.wait(|app| !app.files.is_open());
    assert_eq!(*window.app.model.document.scene(), before);
    assert!(!window.app.model.document.is_dirty());
}

#[test]
fn holding_the_poke_tool_records_one_replayable_entry() {
    let (mut window, _) = Window::new();
    window.key(Modifiers::NONE, Key::P);
    let scene = window.app.model.document.scene();
    let ball = scene.deformer("ball").map(|d| d.at).expect("the start scene has a ball");
    let seen = Camera::of_view(&scene.view).project(ball, window.app.viewport.size).expect("it is in view");
    let view = window.nodes.iter().find(|n| n.label() == Some("3D viewport")).and_then(Node::bounds).expect("a view");
    let at = pos2(view.x0 as f32 + seen.x as f32, view.y0 as f32 + seen.y as f32);
    window.frame(vec![Event::PointerMoved(at)]);
    window.frame(vec![]);
    assert_eq!(window.app.model.hovered.as_deref(), Some("ball"));
    let before = window.app.model.document.scene().inputs.len();
    window.button(at, true, Modifiers::NONE);
    window.wait(|app| app.model.tick() >= 5);
    window.button(at, false, Modifiers::NONE);
    window.frame(vec![]);
    let model = &window.app.model;
    let scene = model.document.scene();
    assert_eq!((scene.inputs.len(), window.undo_len()), (before + 1, 1));
    let poke = scene.inputs.last().expect("it was recorded");
    assert!(matches!(poke.act, Act::Poke { .. }) && poke.tick == 0 && poke.ticks >= 5);
    assert!(!model.playback.is_playing());
    let mut again = crate::Simulation::new(scene).expect("the scene runs");
    again.run_to(model.tick()).expect("to the end");
    assert_eq!(again.state_hash(), model.simulation().expect("it runs").state_hash());
}

#[test]
fn time_steps_on_and_back() {
    let (mut window, _) = Window::new();
    let hash = |w: &Window| w.app.model.simulation().expect("it runs").state_hash();
    let start = hash(&window);
    window.key(Modifiers::NONE, Key::ArrowRight);
    window.wait(|app| app.model.tick() == 1);
    assert_ne!(hash(&window), start);
    window.key(Modifiers::NONE, Key::ArrowLeft);
    window.wait(|app| app.model.tick() == 0 && !app.model.playback.is_busy());
    assert_eq!(hash(&window), start);
}

#[test]
fn the_palette_finds_and_runs_a_command() {
    let (mut window, _) = Window::new();
    window.key(Modifiers::COMMAND, Key::P);
    assert!(window.app.palette.is_open());
    window.frame(vec![]);
    window.type_text("add sphere");
    window.key(Modifiers::NONE, Key::Enter);
    window.frame(vec![]);
    assert!(!window.app.palette.is_open());
    assert_eq!(window.app.model.selection.ids(), ["sphere"]);
    assert!(window.app.model.document.scene().node("sphere").is_some());
}

/// Quitting with changes asks; Escape stays.
#[test]
fn unsaved_changes_are_asked_about() {
    let (mut window, _) = Window::new();
    window.click("ball");
    window.key(Modifiers::NONE, Key::Delete);
    assert!(window.app.model.document.is_dirty());
    window.key(Modifiers::COMMAND, Key::N);
    window.frame(vec![]);
    assert!(window.has("Do not save"));
    window.key(Modifiers::NONE, Key::Escape);
    window.frame(vec![]);
    assert!(window.app.dialog.is_none() && window.app.model.document.is_dirty());
    window.key(Modifiers::COMMAND, Key::N);
    window.frame(vec![]);
    window.click("Do not save");
    assert!(window.app.model.is_empty() && !window.app.model.document.is_dirty());
}

/// Screen readers and tests know every control by a name, on every page and pane.
#[test]
fn every_control_has_a_name() {
    let (mut window, _) = Window::new();
    for stop in ["part", "bore", "leash", "ball", "Poke at tick 60", "Scene", "Contour", "Simulation", "Report", "Log"]
    {
        window.click(stop);
        for node in &window.nodes {
            let control = matches!(
                node.role(),
                Role::Button
                    | Role::CheckBox
                    | Role::SpinButton
                    | Role::Slider
                    | Role::TextInput
                    | Role::ComboBox
                    | Role::Canvas
                    | Role::ColorWell
            );
            let name = node.label().unwrap_or_default();
            assert!(!control || !name.is_empty(), "at {stop}: {:?} at {:?}", node.role(), node.bounds());
        }
    }
}

/// Dragging a row to another parent leaves it where it is in the world, and is one undo entry.
#[test]
fn a_row_that_is_dragged_elsewhere_stays_in_its_place() {
    let (mut window, _) = Window::new();
    let world = |w: &Window| w.app.model.document.scene().world_from_node("bore").expect("it is there");
    let before = world(&window);
    let (from, to) = (window.place("bore"), window.place("body"));
    window.frame(vec![Event::PointerMoved(from)]);
    window.button(from, true, Modifiers::NONE);
    for i in 1..=10 {
        window.frame(vec![Event::PointerMoved(from.lerp(to, i as f32 / 10.0))]);
    }
    window.button(to, false, Modifiers::NONE);
    window.frame(vec![]);
    let scene = window.app.model.document.scene();
    assert_eq!(scene.node("bore").and_then(|n| n.parent.as_deref()), Some("body"));
    assert_eq!((world(&window), window.undo_len()), (before, 1));
}

/// An explained cell can be framed, and Escape closes the explanation once nothing is selected.
#[test]
fn an_explained_cell_is_framed_and_closed() {
    let (mut window, _) = Window::new();
    window.key(Modifiers::NONE, Key::I);
    let camera = Camera::of_view(&window.app.model.document.scene().view);
    let seen = camera.project(glam::DVec3::new(0.4, 0.6, 0.2), window.app.viewport.size).expect("it is in view");
    let view = window.nodes.iter().find(|n| n.label() == Some("3D viewport")).and_then(Node::bounds).expect("a view");
    let at = pos2(view.x0 as f32 + seen.x as f32, view.y0 as f32 + seen.y as f32);
    window.frame(vec![Event::PointerMoved(at)]);
    window.click_at(at);
    let cell = window.app.model.report.as_ref().map(|r| r.bounds).expect("a report");
    let report = window.nodes.iter().find(|n| n.label() == Some("Close report")).and_then(Node::bounds);
    assert!(report.is_some_and(|b| window.size.y - b.y0 as f32 >= 220.0), "the report has room: {report:?}");
    window.key(Modifiers::NONE, Key::F);
    let camera = Camera::of_view(&window.app.model.document.scene().view);
    assert!((camera.target - cell.center()).length() < 1e-9 && camera.distance() < 0.5, "{camera:?}");
    window.key(Modifiers::NONE, Key::Escape);
    assert!(window.app.model.report.is_none());
}

/// The way from nothing to a carved block: operators take what is selected in, shapes go into a selected operator.
#[test]
fn a_carved_block_is_made_from_nothing() {
    use super::command::Command;
    let (mut window, _) = Window::new();
    let ctx = window.ctx.clone();
    for command in [Command::New, Command::AddNode("Box"), Command::AddNode("Subtract"), Command::AddNode("Sphere")] {
        super::dispatch::act(&mut window.app, &ctx, super::action::Action::Command(command));
        window.frame(vec![]);
    }
    let scene = window.app.model.document.scene();
    let tree: Vec<_> = scene.nodes.iter().map(|n| (n.id.as_str(), n.parent.as_deref())).collect();
    assert_eq!(tree, [("subtract", None), ("box", Some("subtract")), ("sphere", Some("subtract"))]);
    assert_eq!((scene.issues(), window.undo_len()), (vec![], 3));
}

/// Escape closes the windows over the panes, one after the other, before it changes the selection.
#[test]
fn escape_closes_windows_first() {
    let (mut window, _) = Window::new();
    window.click("ball");
    window.key(Modifiers::NONE, Key::F1);
    window.key(Modifiers::COMMAND, Key::Comma);
    assert!(window.app.keys_open && window.app.settings_open);
    for expected in [(true, 1), (false, 1), (false, 0)] {
        window.key(Modifiers::NONE, Key::Escape);
        assert_eq!((window.app.keys_open, window.app.model.selection.len()), expected);
        assert!(!window.app.settings_open);
    }
}

/// Letters and Enter in one slow frame run what the letters find.
#[test]
fn the_palette_keeps_up_with_fast_typing() {
    let (mut window, _) = Window::new();
    window.key(Modifiers::COMMAND, Key::P);
    window.frame(vec![]);
    let enter =
        Event::Key { key: Key::Enter, physical_key: None, pressed: true, repeat: false, modifiers: Modifiers::NONE };
    window.frame(vec![Event::Text("add torus".to_owned()), enter]);
    window.frame(vec![]);
    assert_eq!(window.app.model.selection.ids(), ["torus"]);
}
