use super::*;
use crate::scene::{Axis, Kind};

const SIZE: DVec2 = DVec2::new(900.0, 700.0);

fn camera(ortho: bool) -> Camera {
    Camera { ortho, ..Camera::new(DVec3::new(3.0, 2.5, 5.0), DVec3::new(0.2, 0.5, -0.1)) }
}

/// A cylinder below two frames that stretch, turn and shear it.
fn nested(kind: Kind) -> Scene {
    let mut top = Node::new("top", Kind::Group);
    (top.at, top.turn, top.scale) =
        (DVec3::new(0.3, 0.1, -0.2), DVec3::new(10.0, 40.0, -25.0), DVec3::new(1.5, 0.5, 1.0));
    let mut it = Node { parent: Some("top".into()), ..Node::new("it", kind) };
    (it.at, it.turn, it.scale) = (DVec3::new(0.1, 0.3, 0.0), DVec3::new(-30.0, 15.0, 60.0), DVec3::new(0.7, 2.0, 1.2));
    Scene { nodes: vec![top, it], ..Scene::default() }
}

fn cylinder() -> Kind {
    Kind::Cylinder { radius: 0.4, half_height: 0.5 }
}

fn knob(scene: &Scene, name: &str) -> Knob {
    knobs_of(scene, "it").into_iter().find(|k| k.param.name == name).expect("a knob")
}

fn hover(cursor: DVec2) -> GizmoInput {
    GizmoInput { cursor: Some(cursor), hovered: true, ..GizmoInput::default() }
}

fn held(cursor: DVec2) -> GizmoInput {
    GizmoInput { down: true, ..hover(cursor) }
}

/// Drags a knob by some points; the value in the frame before the release, and at the release.
#[track_caller]
fn dragged(scene: &Scene, name: &str, camera: &Camera, by: DVec2, with: &dyn Fn(GizmoInput) -> GizmoInput) -> f64 {
    // Alone, since others may lie before it.
    let knobs = [knob(scene, name)];
    let start = knobs[0].seen(camera, SIZE, None).expect("seen").drawn;
    let mut state = Knobs::default();
    let snap = Snap::default();
    let press = GizmoInput { pressed: true, ..held(start) };
    let started = state.update(camera, SIZE, &knobs, None, &press, &snap);
    assert_eq!(started.phase, Phase::Started);
    for i in 1..=10 {
        let output = state.update(camera, SIZE, &knobs, None, &with(held(start + by * f64::from(i) / 10.0)), &snap);
        assert_eq!(output.phase, Phase::Dragging);
        assert!(output.captures_pointer);
    }
    let end = GizmoInput { down: false, ..with(held(start + by)) };
    let output = state.update(camera, SIZE, &knobs, None, &end, &snap);
    assert_eq!((output.phase, state.is_dragging()), (Phase::Committed, false));
    let (param, value) = output.change.expect("a value");
    assert_eq!(param, name);
    value
}

/// On the surface of the node, wherever its frames put that.
#[test]
fn knobs_lie_where_the_registry_says_in_the_world() {
    let scene = nested(cylinder());
    let world = scene.world_from_node("it").expect("it is there");
    let expected = |local| world.point(local);
    let distance = |name, local: DVec3| (knob(&scene, name).position() - expected(local)).length();
    assert!(distance("radius", DVec3::new(0.4, 0.0, 0.0)) < 1e-12);
    assert!(distance("half_height", DVec3::new(0.0, 0.5, 0.0)) < 1e-12);
    assert!(knobs_of(&scene, "gone").is_empty());
}

/// The knob stays under the pointer: dragged to where it would be for another value, it gives that value.
#[test]
fn a_drag_gives_the_value_that_puts_the_knob_under_the_pointer() {
    let scene = nested(cylinder());
    for ortho in [false, true] {
        let camera = camera(ortho);
        for (name, value) in [("radius", 0.65), ("radius", 0.2), ("half_height", 0.8)] {
            let from = knob(&scene, name);
            let to = Knob { param: Param { value, ..from.param }, ..from };
            let [a, b] = [from, to].map(|k| k.seen(&camera, SIZE, None).expect("seen").at);
            let got = dragged(&scene, name, &camera, b - a, &|i| i);
            let per_point = camera.pixel_size_at(from.position(), SIZE) / from.scale;
            assert!((got - value).abs() <= per_point, "{name} {ortho}: {got} for {value}");
        }
    }
}

#[test]
fn shift_is_a_tenth_and_ctrl_snaps() {
    let scene = nested(cylinder());
    let camera = camera(false);
    let by = DVec2::new(60.0, -25.0);
    let whole = dragged(&scene, "radius", &camera, by, &|i| i) - 0.4;
    let fine = dragged(&scene, "radius", &camera, by, &|i| GizmoInput { fine: true, ..i }) - 0.4;
    assert!(whole.abs() > 0.05, "{whole}");
    assert!((fine - 0.1 * whole).abs() < 0.01 * whole.abs() + 1e-3, "{fine} {whole}");
    let snapped = dragged(&scene, "radius", &camera, by, &|i| GizmoInput { invert_snap: true, ..i });
    assert_eq!(snapped, (snapped * 10.0).round() / 10.0, "the bits of a decimal");
    assert!((snapped - 0.4 - whole).abs() <= 0.051);
}

#[test]
fn values_stay_in_their_range() {
    let scene = nested(Kind::Box { half: DVec3::new(0.3, 0.5, 0.4), round: 0.1 });
    let camera = camera(false);
    let from = knob(&scene, "round");
    let to = |value| Knob { param: Param { value, ..from.param }, ..from };
    for (value, expected) in [(5.0, 0.3), (-5.0, 0.0)] {
        let ends = [from, to(value)].map(|k| camera.project(k.position(), SIZE));
        let [Some(a), Some(b)] = ends else { panic!("{value} is not seen") };
        assert_eq!(dragged(&scene, "round", &camera, b - a, &|i| i), expected);
    }
}

/// Seen end-on, a knob goes by the pointer's way up and down.
#[test]
fn what_points_at_the_eye_can_be_dragged() {
    let scene = Scene { nodes: vec![Node::new("it", cylinder())], ..Scene::default() };
    for ortho in [false, true] {
        let camera = Camera { ortho, ..Camera::new(DVec3::new(6.0, 0.0, 0.0), DVec3::ZERO) };
        let up = dragged(&scene, "radius", &camera, DVec2::new(0.0, -50.0), &|i| i);
        assert!(up > 0.5 && up < 1.0, "{up}");
        let down = dragged(&scene, "radius", &camera, DVec2::new(0.0, 20.0), &|i| i);
        assert!(down < 0.4 && down > 0.1, "{down}");
    }
}

#[test]
fn numbers_can_be_typed_in_a_drag() {
    let scene = nested(cylinder());
    let camera = camera(false);
    let knobs = knobs_of(&scene, "it");
    let at = knob(&scene, "radius").seen(&camera, SIZE, None).expect("seen").drawn;
    let mut state = Knobs::default();
    let snap = Snap::default();
    state.update(&camera, SIZE, &knobs, None, &GizmoInput { pressed: true, ..held(at) }, &snap);
    for letter in ["1", ".", "2", "5"] {
        state.update(&camera, SIZE, &knobs, None, &GizmoInput { typed: letter.into(), ..held(at) }, &snap);
    }
    let output = state.update(&camera, SIZE, &knobs, None, &GizmoInput { confirm: true, ..held(at) }, &snap);
    assert_eq!((output.phase, output.change), (Phase::Committed, Some(("radius", 1.25))));
}

#[test]
fn escape_ends_a_drag_without_a_value() {
    let scene = nested(cylinder());
    let camera = camera(false);
    let knobs = knobs_of(&scene, "it");
    let at = knob(&scene, "radius").seen(&camera, SIZE, None).expect("seen").drawn;
    let mut state = Knobs::default();
    let snap = Snap::default();
    state.update(&camera, SIZE, &knobs, None, &GizmoInput { pressed: true, ..held(at) }, &snap);
    state.update(&camera, SIZE, &knobs, None, &held(at + 30.0), &snap);
    let output = state.update(&camera, SIZE, &knobs, None, &GizmoInput { cancel: true, ..held(at + 30.0) }, &snap);
    assert_eq!((output.phase, output.change, state.is_dragging()), (Phase::Cancelled, None, false));
}

/// A press and a release without a movement change nothing, whatever the value's digits.
#[test]
fn a_click_changes_nothing() {
    let scene = nested(Kind::Cylinder { radius: 0.123_456_789, half_height: 0.5 });
    assert_eq!(dragged(&scene, "radius", &camera(false), DVec2::ZERO, &|i| i), 0.123_456_789);
}

/// The gizmo's middle keeps its place; a knob that lies there is drawn beside it.
#[test]
fn the_middle_of_the_gizmo_is_not_covered() {
    let scene = Scene { nodes: vec![Node::new("it", Kind::Mirror { axis: Axis::X, offset: 0.0 })], ..Scene::default() };
    let camera = camera(false);
    let knobs = knobs_of(&scene, "it");
    let middle = camera.project(DVec3::ZERO, SIZE).expect("seen");
    let seen = knobs[0].seen(&camera, SIZE, Some(middle)).expect("seen");
    assert!((seen.drawn - middle).length() > 2.0 * MIDDLE);
    let mut state = Knobs::default();
    let mut captured =
        |at: DVec2| state.update(&camera, SIZE, &knobs, Some(middle), &hover(at), &Snap::default()).captures_pointer;
    assert!(!captured(middle) && captured(seen.drawn) && captured(seen.drawn + DVec2::new(RADIUS, 0.0)));
    assert!(!captured(seen.drawn + DVec2::new(REACH + 1.0, 0.0)));
}

/// Knobs that are at 0 together can be told apart, without a gizmo too.
#[test]
fn knobs_at_zero_do_not_cover_each_other() {
    let kind = Kind::Elongate { half: DVec3::ZERO };
    let scene = Scene { nodes: vec![Node::new("it", kind)], ..Scene::default() };
    let camera = camera(false);
    for gizmo in [None, camera.project(DVec3::ZERO, SIZE)] {
        let knobs = knobs_of(&scene, "it");
        let seen: Vec<DVec2> = knobs.iter().map(|k| k.seen(&camera, SIZE, gizmo).expect("seen").drawn).collect();
        for (i, j) in [(0, 1), (1, 2), (2, 0)] {
            assert!((seen[i] - seen[j]).length() > 2.0 * REACH, "{seen:?}");
        }
    }
}

/// Every kind's knobs have finite places, and a drag of any of them gives a value that its number allows.
#[test]
fn every_kind_can_be_dragged() {
    for kind in Kind::all() {
        let scene = nested(kind.clone());
        for knob in knobs_of(&scene, "it") {
            for ortho in [false, true] {
                let value = dragged(&scene, knob.param.name, &camera(ortho), DVec2::new(13.0, -21.0), &|i| i);
                assert!(knob.param.allows(value), "{} {}: {value}", kind.name(), knob.param.name);
                assert!(edit_of(&scene, "it", knob.param.name, value).is_some());
            }
            assert!(knob.text().starts_with(knob.param.label));
        }
        let world = scene.world_from_node("it").expect("it is there");
        assert!(guides(kind, &world, 1.0).iter().flatten().all(|p| p.is_finite()), "{}", kind.name());
    }
}
