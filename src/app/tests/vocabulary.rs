//! Adding nodes, dragging their knobs, editing their lists.

use super::*;
use crate::app::action::Action;
use crate::app::command::Command;
use crate::app::knobs::knobs_of;
use glam::DVec3;

impl Window {
    fn node(&self, id: &str) -> crate::scene::Node {
        self.app.model.document.scene().node(id).cloned().unwrap_or_else(|| panic!("there is no {id}"))
    }

    /// Where the knob of a number of the selected node is in the window.
    fn knob(&self, id: &str, param: &str) -> Pos2 {
        let scene = self.app.model.document.scene();
        let knobs = knobs_of(scene, id);
        let knob = knobs.iter().find(|k| k.param.name == param).expect("a knob");
        let seen =
            Camera::of_view(&scene.view).project(knob.position(), self.app.viewport.size).expect("it is in view");
        let view = self.nodes.iter().find(|n| n.label() == Some("3D viewport")).and_then(Node::bounds).expect("a view");
        pos2(view.x0 as f32 + seen.x as f32, view.y0 as f32 + seen.y as f32)
    }

    fn command(&mut self, command: Command) {
        let ctx = self.ctx.clone();
        crate::app::dispatch::act(&mut self.app, &ctx, Action::Command(command));
        self.frame(vec![]);
    }
}

#[test]
fn the_list_of_what_can_be_added_is_driven_by_keys() {
    let (mut window, _) = Window::new();
    window.frame(vec![Event::PointerMoved(pos2(500.0, 300.0))]);
    window.key(Modifiers::SHIFT, Key::A);
    assert!(window.app.add.is_open());
    window.frame(vec![]);
    assert!(window.has("Add box") && window.has("Add gyroid"), "entries have names");
    window.type_text("donut");
    window.key(Modifiers::NONE, Key::Enter);
    window.frame(vec![]);
    assert!(!window.app.add.is_open());
    assert_eq!((window.app.model.selection.ids(), window.undo_len()), (&["torus".to_owned()][..], 1));
    // Escape closes it, and no more than that.
    window.key(Modifiers::SHIFT, Key::A);
    window.frame(vec![]);
    window.key(Modifiers::NONE, Key::Escape);
    window.frame(vec![]);
    assert!(!window.app.add.is_open());
    assert_eq!((window.app.model.selection.len(), window.undo_len()), (1, 1));
}

#[test]
fn the_list_is_opened_and_closed_by_its_button() {
    let (mut window, _) = Window::new();
    window.click("Add object");
    assert!(window.app.add.is_open());
    window.click("Add object");
    assert!(!window.app.add.is_open());
    window.click("Add object");
    window.frame(vec![]);
    window.click("Add cylinder");
    assert!(!window.app.add.is_open());
    assert_eq!(window.app.model.selection.ids(), ["cylinder"]);
}

/// Pictures are made on a thread; none is asked for before the list is opened, and when all are there nothing is.
#[test]
fn pictures_come_by_themselves() {
    let (mut window, _) = Window::new();
    window.key(Modifiers::SHIFT, Key::A);
    window.frame(vec![]);
    let images = |w: &Window| {
        w.shapes
            .iter()
            .filter(|s| matches!(&s.shape, egui::Shape::Mesh(_) | egui::Shape::Rect(_)))
            .filter(|s| s.shape.texture_id() != egui::TextureId::default())
            .count()
    };
    for _ in 0..100_000 {
        if images(&window) >= 12 {
            return;
        }
        window.frame(vec![]);
        std::thread::yield_now();
    }
    panic!("no pictures");
}

/// One drag of a knob is one undo entry; Escape in mid-drag restores and is none.
#[test]
fn a_drag_of_a_knob_is_one_entry() {
    let (mut window, _) = Window::new();
    window.click("bore");
    let start = window.bore_radius();
    let at = window.knob("bore", "radius");
    window.frame(vec![Event::PointerMoved(at)]);
    window.button(at, true, Modifiers::NONE);
    for i in 1..=20 {
        window.frame(vec![Event::PointerMoved(at + vec2(i as f32 * 2.0, i as f32))]);
    }
    assert!(window.app.viewport.is_dragging());
    assert_ne!(window.bore_radius(), start, "it is shown while it is dragged");
    window.button(at + vec2(40.0, 20.0), false, Modifiers::NONE);
    window.frame(vec![]);
    let dragged = window.bore_radius();
    assert!(dragged > start && !window.app.viewport.is_dragging());
    assert_eq!((window.undo_len(), window.app.model.selection.ids()), (1, &["bore".to_owned()][..]));
    assert_eq!(window.app.model.document.undo_label(), Some("Change radius of bore"));

    let at = window.knob("bore", "radius");
    window.frame(vec![Event::PointerMoved(at)]);
    window.button(at, true, Modifiers::NONE);
    window.frame(vec![Event::PointerMoved(at + vec2(30.0, 10.0))]);
    window.frame(vec![Event::PointerMoved(at + vec2(40.0, 10.0))]);
    assert_ne!(window.bore_radius(), dragged);
    window.key(Modifiers::NONE, Key::Escape);
    window.frame(vec![Event::PointerMoved(at + vec2(80.0, 10.0))]);
    window.button(at + vec2(80.0, 10.0), false, Modifiers::NONE);
    window.frame(vec![]);
    assert_eq!((window.bore_radius(), window.undo_len()), (dragged, 1));
    window.key(Modifiers::COMMAND, Key::Z);
    assert_eq!(window.bore_radius().to_bits(), start.to_bits());
}

#[test]
fn knobs_can_be_switched_off() {
    let (mut window, _) = Window::new();
    window.click("bore");
    window.command(Command::ToggleHandles);
    let (start, at) = (window.bore_radius(), window.knob("bore", "radius"));
    window.frame(vec![Event::PointerMoved(at)]);
    window.button(at, true, Modifiers::NONE);
    window.frame(vec![Event::PointerMoved(at + vec2(30.0, 10.0))]);
    window.button(at + vec2(30.0, 10.0), false, Modifiers::NONE);
    window.frame(vec![]);
    assert_eq!((window.bore_radius(), window.undo_len()), (start, 0));
}

/// Scales are linked while they are equal; unlinked, one is changed alone.
#[test]
fn linked_scales_change_together() {
    let (mut window, _) = Window::new();
    window.click("bore");
    let type_scale = |window: &mut Window, text: &str| {
        window.click("Scale y");
        window.key(Modifiers::COMMAND, Key::A);
        window.type_text(text);
        window.key(Modifiers::NONE, Key::Enter);
        window.frame(vec![]);
    };
    type_scale(&mut window, "2");
    assert_eq!((window.node("bore").scale, window.undo_len()), (DVec3::splat(2.0), 1));
    window.click("Link scales");
    type_scale(&mut window, "3");
    assert_eq!(window.node("bore").scale, DVec3::new(2.0, 3.0, 2.0));
}

/// Delete removes the corner that was pressed, not the node; a side that is pressed gets a corner.
#[test]
fn corners_of_a_polygon_are_removed_and_inserted_in_its_picture() {
    let (mut window, _) = Window::new();
    window.command(Command::New);
    window.command(Command::AddNode("Extrusion"));
    window.frame(vec![]);
    let points = |w: &Window| w.node("extrusion").kind.points().expect("a polygon");
    let before = points(&window);
    let canvas = window.nodes.iter().find(|n| n.label() == Some("Polygon") && n.role() == Role::Canvas);
    let bounds = canvas.and_then(Node::bounds).expect("a picture");
    // Below it is a line of text. The polygon fills the picture's height or width but for the margin; its first corner is the upper left one.
    let (width, height) = (bounds.x1 - bounds.x0, bounds.y1 - bounds.y0 - 18.0);
    let scale = ((width - 40.0) / 1.0).min((height - 40.0) / 0.8);
    let (x, y) = (0.5 * (bounds.x0 + bounds.x1), 0.5 * (bounds.y0 + bounds.y1 - 18.0));
    let place = |px: f64, pz: f64| pos2((x + px * scale) as f32, (y + pz * scale) as f32);
    window.click_at(place(-0.5, -0.4));
    window.key(Modifiers::NONE, Key::Delete);
    window.frame(vec![]);
    assert_eq!(points(&window), before[1..]);
    window.key(Modifiers::COMMAND, Key::Z);
    window.frame(vec![]);
    window.click_at(place(0.0, -0.4));
    assert_eq!(points(&window).len(), before.len() + 1, "the upper side has a corner more");
    assert!((points(&window)[1] - glam::DVec2::new(0.0, -0.4)).length() < 0.02, "{:?}", points(&window));
}

/// What the inspector says of a field, for nodes below a root too.
#[test]
fn facts_are_told_of_every_node() {
    let (mut window, _) = Window::new();
    for id in ["part", "body", "bore"] {
        window.click(id);
        window.frame(vec![]);
        let facts = window.app.model.facts(id).expect("facts");
        assert!(facts.bounds.is_finite() && facts.lipschitz.is_some_and(|l| l >= 1.0 - 1e-12), "{id}: {facts:?}");
        assert!(window.painted_text().contains("Steepness"));
    }
    let bore = window.app.model.facts("bore").expect("facts");
    assert_eq!(bore.class, crate::field::Class::Exact);
}

/// An operator without anything in it says what it lacks.
#[test]
fn an_empty_operator_says_so() {
    let (mut window, _) = Window::new();
    window.command(Command::New);
    window.command(Command::AddNode("Twist"));
    window.frame(vec![]);
    assert!(window.painted_text().contains("It is empty"));
}
