use super::*;
use crate::math::Transform;
use crate::scene::{Anchor, AnchorTarget, Deformer, Edit, Kind, Node, Object, Rope, Scene};

const SIZE: DVec2 = DVec2::new(900.0, 700.0);

fn camera(ortho: bool) -> Camera {
    Camera { ortho, ..Camera::new(DVec3::new(3.0, 2.5, 5.0), DVec3::new(0.2, 0.5, -0.1)) }
}

fn frame() -> Frame {
    Frame::world(DVec3::new(0.3, 0.4, 0.2))
}

fn pixel(camera: &Camera, p: DVec3) -> DVec2 {
    camera.project(p, SIZE).expect("in front of the eye")
}

fn down(cursor: DVec2) -> GizmoInput {
    GizmoInput { cursor: Some(cursor), hovered: true, down: true, ..GizmoInput::default() }
}

/// A gizmo in a test: presses and moves, checks phases.
struct Hand {
    gizmo: Gizmo,
    tool: Tool,
    camera: Camera,
    frame: Frame,
    snap: Snap,
}

impl Hand {
    fn new(tool: Tool, camera: Camera) -> Self {
        Self { gizmo: Gizmo::default(), tool, camera, frame: frame(), snap: Snap::default() }
    }

    fn update(&mut self, input: &GizmoInput) -> GizmoOutput {
        self.gizmo.update(self.tool, &self.camera, SIZE, Some(self.frame), input, &self.snap)
    }

    fn press(&mut self, at: DVec2, handle: Handle) {
        let output = self.update(&GizmoInput { pressed: true, ..down(at) });
        assert_eq!(self.gizmo.highlighted(), Some(handle));
        assert_eq!(output.phase, Phase::Started);
        assert!(output.captures_pointer);
        assert!(output.delta.is_some_and(is_identity), "{output:?}");
    }

    fn delta(&mut self, input: &GizmoInput) -> Delta {
        let output = self.update(input);
        assert_eq!(output.phase, Phase::Dragging);
        output.delta.expect("a delta")
    }

    /// A world point so many points of the screen from the pivot.
    fn near_pivot(&self, offset_points: DVec3) -> DVec3 {
        self.frame.pivot + offset_points * self.camera.pixel_size_at(self.frame.pivot, SIZE)
    }
}

fn is_identity(delta: Delta) -> bool {
    match delta {
        Delta::Move(by) => by == DVec3::ZERO,
        Delta::Turn { degrees, .. } => degrees == 0.0,
        Delta::Scale(factor) => factor == 1.0,
    }
}

#[track_caller]
fn assert_moves(delta: Delta, expected: DVec3) {
    match delta {
        Delta::Move(by) => assert!((by - expected).length() < 1e-9, "{by} is not {expected}"),
        other => panic!("{other:?}"),
    }
}

#[test]
fn an_arrow_follows_the_pointer() {
    for ortho in [false, true] {
        for axis in Axis::ALL {
            let mut hand = Hand::new(Tool::Move, camera(ortho));
            let unit = DVec3::AXES[axis.index()];
            let grabbed = hand.near_pivot(unit * 60.0);
            let wanted = unit * 0.7;
            hand.press(pixel(&hand.camera, grabbed), Handle::MoveAxis(axis));
            let to = pixel(&hand.camera, grabbed + wanted);
            assert_moves(hand.delta(&down(to)), wanted);
            // In small steps, and back again.
            for i in (0..50).rev() {
                hand.delta(&down(pixel(&hand.camera, grabbed + wanted * f64::from(i) / 50.0)));
            }
            assert_moves(hand.delta(&down(pixel(&hand.camera, grabbed))), DVec3::ZERO);
        }
    }
}

#[test]
fn a_square_moves_in_its_plane() {
    for axis in Axis::ALL {
        let mut hand = Hand::new(Tool::Move, camera(false));
        let [u, v] = axis.others().map(|a| DVec3::AXES[a.index()]);
        let grabbed = hand.near_pivot((u + v) * 33.0);
        let wanted = u * 0.4 - v * 0.3;
        hand.press(pixel(&hand.camera, grabbed), Handle::MovePlane(axis));
        assert_moves(hand.delta(&down(pixel(&hand.camera, grabbed + wanted))), wanted);
    }
}

#[test]
fn the_centre_moves_across_the_line_of_sight() {
    let mut hand = Hand::new(Tool::Move, camera(true));
    let wanted = hand.camera.right() * 0.2 + hand.camera.up() * 0.5;
    hand.press(pixel(&hand.camera, hand.frame.pivot), Handle::MoveView);
    let to = pixel(&hand.camera, hand.frame.pivot + wanted);
    assert_moves(hand.delta(&down(to)), wanted);
}

#[test]
fn a_ring_turned_by_a_quarter_turns_by_a_quarter() {
    for (axis, camera) in [
        (Axis::Y, Camera::new(DVec3::new(0.3, 6.0, 1.0), frame().pivot)),
        (Axis::Z, Camera::new(DVec3::new(0.3, 1.0, 6.0), frame().pivot)),
        (Axis::X, Camera::new(DVec3::new(6.0, 1.0, 0.3), frame().pivot)),
    ] {
        let mut hand = Hand::new(Tool::Rotate, camera);
        let [u, v] = axis.others().map(|a| DVec3::AXES[a.index()]);
        // Away from where the rings cross.
        let on_ring = |degrees: f64| {
            let (sin, cos) = (degrees + 20.0).to_radians().sin_cos();
            (u * cos + v * sin) * handles::RING
        };
        let at = |hand: &Hand, degrees| pixel(&hand.camera, hand.near_pivot(on_ring(degrees)));
        hand.press(at(&hand, 0.0), Handle::TurnAxis(axis));
        for degrees in [30.0, 60.0, 90.0] {
            let Delta::Turn { axis: about, degrees: turned } = hand.delta(&down(at(&hand, degrees))) else {
                panic!("a turn")
            };
            assert_eq!(about, DVec3::AXES[axis.index()]);
            assert!((turned - degrees).abs() < 1e-9, "{turned} is not {degrees}");
        }
        // More than a whole turn is counted on.
        for i in 1..=40 {
            hand.delta(&down(at(&hand, 90.0 + 10.0 * f64::from(i))));
        }
        let output = hand.update(&down(at(&hand, 490.0)));
        let Some(Delta::Turn { degrees, .. }) = output.delta else { panic!("a turn") };
        assert!((degrees - 490.0).abs() < 1e-6, "{degrees}");
        assert!(output.readout.contains("490°"), "{}", output.readout);
    }
}

#[test]
fn scaling_is_the_ratio_of_distances() {
    let mut hand = Hand::new(Tool::Scale, camera(false));
    let center = pixel(&hand.camera, hand.frame.pivot);
    let start = pixel(&hand.camera, hand.near_pivot(DVec3::Y * 50.0));
    hand.press(start, Handle::Scale);
    let Delta::Scale(factor) = hand.delta(&down(center + (start - center) * 2.5)) else { panic!("a factor") };
    assert!((factor - 2.5).abs() < 1e-9, "{factor}");
    // Over the centre and back: never zero, never negative.
    let Delta::Scale(factor) = hand.delta(&down(center)) else { panic!("a factor") };
    assert!(factor > 0.0 && factor < 0.1, "{factor}");
    let Delta::Scale(factor) = hand.delta(&down(start)) else { panic!("a factor") };
    assert!((factor - 1.0).abs() < 1e-9, "{factor}");
}

#[test]
fn snapping_is_asked_anew_in_each_frame() {
    let mut hand = Hand::new(Tool::Move, camera(false));
    let grabbed = hand.near_pivot(DVec3::X * 60.0);
    hand.press(pixel(&hand.camera, grabbed), Handle::MoveAxis(Axis::X));
    let at = down(pixel(&hand.camera, grabbed + DVec3::X * 0.3333));
    assert_moves(hand.delta(&at), DVec3::X * 0.3333);
    let snapped = GizmoInput { invert_snap: true, ..at.clone() };
    assert_moves(hand.delta(&snapped), DVec3::X * 0.3);
    hand.snap.on = true;
    assert_moves(hand.delta(&snapped), DVec3::X * 0.3333);
    assert_moves(hand.delta(&at), DVec3::X * 0.3);
    // Shift: steps of a tenth.
    assert_moves(hand.delta(&GizmoInput { fine: true, ..at }), DVec3::X * 0.33);
}

#[test]
fn shift_slows_down_without_a_jump() {
    let mut hand = Hand::new(Tool::Move, camera(false));
    let grabbed = hand.near_pivot(DVec3::X * 60.0);
    let at = |hand: &Hand, x: f64| down(pixel(&hand.camera, grabbed + DVec3::X * x));
    hand.press(pixel(&hand.camera, grabbed), Handle::MoveAxis(Axis::X));
    assert_moves(hand.delta(&at(&hand, 0.5)), DVec3::X * 0.5);
    let fine = |hand: &Hand, x| GizmoInput { fine: true, ..at(hand, x) };
    assert_moves(hand.delta(&fine(&hand, 0.5)), DVec3::X * 0.5);
    assert_moves(hand.delta(&fine(&hand, 0.7)), DVec3::X * 0.52);
    assert_moves(hand.delta(&at(&hand, 0.8)), DVec3::X * 0.62);
}

#[test]
fn keys_constrain_and_digits_set() {
    let mut hand = Hand::new(Tool::Move, camera(false));
    let center = pixel(&hand.camera, hand.frame.pivot);
    hand.press(center, Handle::MoveView);
    let to = down(pixel(&hand.camera, hand.frame.pivot + DVec3::Y * 0.5));
    hand.delta(&to);
    let y = GizmoInput { constrain: Some((Axis::Y, false)), ..to.clone() };
    assert_moves(hand.delta(&y), DVec3::Y * 0.5);
    let typed = |text: &str| GizmoInput { typed: text.into(), ..to.clone() };
    assert_moves(hand.delta(&typed("-1")), DVec3::Y * -1.0);
    assert_moves(hand.delta(&typed(".5")), DVec3::Y * -1.5);
    let back = GizmoInput { backspace: true, ..to.clone() };
    let output = hand.update(&back);
    assert!(output.readout.contains("[-1.]"), "{}", output.readout);
    // The same axis once more is no constraint.
    hand.update(&back);
    hand.update(&back);
    hand.update(&back);
    let Delta::Move(by) = hand.delta(&y) else { panic!("a move") };
    assert!(by.x.abs() > 1e-3, "{by}");
}

#[test]
fn escape_cancels_and_release_commits() {
    let mut hand = Hand::new(Tool::Move, camera(false));
    let grabbed = pixel(&hand.camera, hand.near_pivot(DVec3::X * 60.0));
    hand.press(grabbed, Handle::MoveAxis(Axis::X));
    let output = hand.update(&GizmoInput { cancel: true, ..down(grabbed + 50.0) });
    assert_eq!((output.phase, output.delta), (Phase::Cancelled, None));
    assert!(!hand.gizmo.is_dragging());
    hand.press(grabbed, Handle::MoveAxis(Axis::X));
    let moved = hand.delta(&down(grabbed + DVec2::new(50.0, 0.0)));
    let output = hand.update(&GizmoInput { down: false, ..down(grabbed + DVec2::new(50.0, 0.0)) });
    assert_eq!((output.phase, output.delta), (Phase::Committed, Some(moved)));
    assert_eq!(hand.update(&down(DVec2::ZERO)).phase, Phase::Idle);
    // Outside of the viewport a drag goes on; without a pointer too.
    hand.press(grabbed, Handle::MoveAxis(Axis::X));
    hand.delta(&GizmoInput { hovered: false, ..down(grabbed + DVec2::new(50.0, 0.0)) });
    let output = hand.update(&GizmoInput { cursor: None, hovered: false, ..down(DVec2::ZERO) });
    assert_eq!((output.phase, output.delta), (Phase::Dragging, Some(moved)));
}

#[test]
fn a_press_beside_the_gizmo_is_for_the_scene() {
    let mut hand = Hand::new(Tool::Move, camera(false));
    let output = hand.update(&GizmoInput { pressed: true, ..down(DVec2::new(5.0, 5.0)) });
    assert_eq!(output, GizmoOutput::default());
    hand.tool = Tool::Select;
    let center = pixel(&hand.camera, hand.frame.pivot);
    assert_eq!(hand.update(&GizmoInput { pressed: true, ..down(center) }).phase, Phase::Idle);
}

/// The farthest painted point from the pivot, points.
fn reach(tool: Tool, camera: &Camera) -> f64 {
    let center = pixel(camera, frame().pivot);
    shapes(&Gizmo::default(), tool, camera, SIZE, &frame())
        .iter()
        .flat_map(|s| match &s.outline {
            Outline::Line { points, .. } | Outline::Polygon(points) => points.clone(),
        })
        .map(|p| (p - center).length())
        .fold(0.0, f64::max)
}

#[test]
fn its_size_in_the_picture_is_constant() {
    for tool in [Tool::Move, Tool::Rotate, Tool::Scale] {
        for ortho in [false, true] {
            let near = camera(ortho);
            for distance in [0.5, 20.0, 400.0] {
                let eye = near.target - near.forward() * distance;
                // The pivot is put into the middle, so that only the distance differs.
                let shift = frame().pivot - near.target;
                let far = Camera { eye: eye + shift, target: frame().pivot, ..near };
                let size = reach(tool, &far);
                assert!((45.0..110.0).contains(&size), "{tool:?} {ortho} {distance}: {size}");
            }
        }
    }
}

#[test]
fn nothing_is_infinite_at_poles_edges_and_behind() {
    let pivot = frame().pivot;
    let eyes = [DVec3::X, DVec3::Y, DVec3::NEG_Y, DVec3::Z, DVec3::new(1.0, 1e-9, 0.0), DVec3::new(0.0, 1e-7, 1.0)];
    for eye in eyes {
        for ortho in [false, true] {
            for target in [pivot, pivot + eye * 20.0] {
                let camera = Camera { ortho, ..Camera::new(pivot + eye * 5.0, target) };
                for tool in [Tool::Move, Tool::Rotate, Tool::Scale] {
                    drag_everything(tool, &camera);
                }
            }
        }
    }
}

/// Grabs every handle wherever it is, and drags it about, over the horizon too.
fn drag_everything(tool: Tool, camera: &Camera) {
    for shape in shapes(&Gizmo::default(), tool, camera, SIZE, &frame()) {
        let (Outline::Line { points, .. } | Outline::Polygon(points)) = shape.outline;
        assert!(points.iter().all(|p| p.is_finite()));
        for start in points.iter().step_by(7) {
            let mut hand = Hand { camera: *camera, ..Hand::new(tool, *camera) };
            hand.update(&GizmoInput { pressed: true, ..down(*start) });
            for to in [DVec2::ZERO, SIZE, DVec2::new(-1e4, 1e5), *start, DVec2::NAN] {
                let constrain = Some((Axis::X, false));
                let output = hand.update(&GizmoInput { constrain, ..down(to) });
                let finite = match output.delta {
                    None => true,
                    Some(Delta::Move(by)) => by.is_finite(),
                    Some(Delta::Turn { axis, degrees }) => axis.is_finite() && degrees.is_finite(),
                    Some(Delta::Scale(factor)) => factor.is_finite() && factor > 0.0,
                };
                assert!(finite, "{:?} {output:?}", hand.gizmo.highlighted());
            }
        }
    }
}

#[test]
fn sizes_of_nothing_paint_nothing_bad() {
    for size in [DVec2::ZERO, DVec2::ONE, DVec2::NAN] {
        for tool in [Tool::Move, Tool::Rotate, Tool::Scale] {
            let _ = shapes(&Gizmo::default(), tool, &camera(false), size, &frame());
        }
    }
    let lost = Frame::world(DVec3::NAN);
    assert_eq!(shapes(&Gizmo::default(), Tool::Move, &camera(false), SIZE, &lost), []);
}

// ---- Deltas to edits ------------------------------------------------------------------------------------------

/// A turned and scaled group in another, with a box in it; a ball; a rope.
fn scene() -> Scene {
    let child = |id: &str, parent: &str, kind| Node { parent: Some(parent.into()), ..Node::new(id, kind) };
    let mut rope = Rope { at: DVec3::new(1.0, 2.0, 3.0), ..Rope::new("leash", 8, 2.0) };
    rope.anchors = vec![
        Anchor { particle: 0, to: AnchorTarget::World { at: DVec3::new(1.0, 2.0, 3.0) } },
        Anchor { particle: 8, to: AnchorTarget::Node { id: "box".into(), at: DVec3::Y } },
    ];
    Scene {
        nodes: vec![
            Node {
                at: DVec3::new(1.0, -2.0, 0.5),
                turn: DVec3::new(30.0, -50.0, 110.0),
                scale: DVec3::splat(2.0),
                ..Node::new("outer", Kind::Group)
            },
            Node {
                turn: DVec3::new(-15.0, 90.0, 5.0),
                scale: DVec3::splat(0.3),
                ..child("inner", "outer", Kind::Group)
            },
            Node {
                at: DVec3::new(0.7, 0.1, -0.4),
                turn: DVec3::new(10.0, 20.0, 30.0),
                ..child("box", "inner", Kind::all()[1].clone())
            },
        ],
        deformers: vec![Deformer {
            at: DVec3::new(0.0, 3.0, 0.0),
            turn: DVec3::new(0.0, 45.0, 0.0),
            ..Deformer::new("ball")
        }],
        ropes: vec![rope],
        ..Scene::default()
    }
}

fn changed(delta: Delta, ids: &[&str], pivot: DVec3) -> (Scene, Scene) {
    let before = scene();
    let ids: Vec<String> = ids.iter().map(|s| (*s).to_owned()).collect();
    let edit = apply_delta(&before, &ids, &delta, pivot).expect("an edit");
    let mut after = before.clone();
    after.apply(&edit).expect("applies");
    (before, after)
}

/// What a delta does to a world point, by the textbook: Rodrigues' rotation formula.
fn moved(delta: Delta, pivot: DVec3, p: DVec3) -> DVec3 {
    let arm = p - pivot;
    match delta {
        Delta::Move(by) => p + by,
        Delta::Scale(factor) => pivot + arm * factor,
        Delta::Turn { axis, degrees } => {
            let (sin, cos) = degrees.to_radians().sin_cos();
            pivot + arm * cos + axis.cross(arm) * sin + axis * axis.dot(arm) * (1.0 - cos)
        }
    }
}

fn deltas() -> Vec<Delta> {
    let oblique = DVec3::new(1.0, -2.0, 0.5).normalize();
    let mut deltas = vec![Delta::Move(DVec3::new(0.3, -0.2, 5.0)), Delta::Scale(0.25), Delta::Scale(3.0)];
    for axis in [DVec3::X, DVec3::Y, DVec3::Z, oblique] {
        deltas.extend([15.0, 90.0, -170.0, 400.0].map(|degrees| Delta::Turn { axis, degrees }));
    }
    deltas
}

#[test]
fn world_points_go_where_the_delta_says_whatever_the_parents_are() {
    let pivot = DVec3::new(0.2, -0.7, 1.1);
    for delta in deltas() {
        for id in ["outer", "inner", "box"] {
            let (before, after) = changed(delta, &[id], pivot);
            let (from, to) =
                (before.world_from_node("box").expect("there"), after.world_from_node("box").expect("there"));
            for p in [DVec3::ZERO, DVec3::X, DVec3::new(-0.3, 2.0, 0.6)] {
                let (got, expected) = (to.point(p), moved(delta, pivot, from.point(p)));
                assert!((got - expected).length() < 1e-11, "{delta:?} {id}: {got} is not {expected}");
            }
        }
        let (before, after) = changed(delta, &["ball"], pivot);
        let world = |s: &Scene| s.deformer("ball").map(|d| Transform::new(d.at, d.turn, d.scale)).expect("there");
        let p = DVec3::new(0.1, 0.2, 0.3);
        assert!((world(&after).point(p) - moved(delta, pivot, world(&before).point(p))).length() < 1e-11);
    }
}

#[test]
fn what_is_not_changed_keeps_its_bits() {
    let pivot = frame_of(&scene(), &["box".to_owned()], false).expect("there").pivot;
    for delta in deltas() {
        let (before, after) = changed(delta, &["box"], pivot);
        let (from, to) = (before.node("box").expect("there"), after.node("box").expect("there"));
        match delta {
            Delta::Move(_) => assert_eq!((from.turn, from.scale), (to.turn, to.scale)),
            Delta::Turn { .. } => assert_eq!((from.at, from.scale), (to.at, to.scale)),
            Delta::Scale(_) => assert_eq!((from.at, from.turn), (to.at, to.turn)),
        }
    }
    for nothing in [Delta::Move(DVec3::ZERO), Delta::Turn { axis: DVec3::X, degrees: 0.0 }, Delta::Scale(1.0)] {
        let (before, after) = changed(nothing, &["box", "ball", "leash"], DVec3::ONE);
        assert_eq!(before, after, "{nothing:?}");
    }
}

#[test]
fn degrees_round_trip_and_stay_near() {
    let angles = [-180.0, -90.0, -89.999_999, -30.0, 0.0, 1e-7, 45.0, 90.0, 123.4, 180.0, 270.0, 405.0];
    for x in angles {
        for y in angles {
            for z in angles {
                let turn = DVec3::new(x, y, z);
                let wanted = Transform::new(DVec3::ZERO, turn, 1.0).turn;
                for present in [turn, DVec3::ZERO, DVec3::new(10.0, 20.0, 30.0)] {
                    let found = apply::turn_to_degrees(wanted, present);
                    let got = Transform::new(DVec3::ZERO, found, 1.0).turn;
                    assert!(got.abs_diff_eq(wanted, 1e-12), "{turn} -> {found}");
                }
                let again = apply::turn_to_degrees(wanted, turn);
                // Near the poles x and z are given badly, each by itself.
                if (y.to_radians().cos()).abs() > 0.1 {
                    assert!((again - turn).length() < 1e-9, "{turn} -> {again}");
                }
            }
        }
    }
}

#[test]
fn turning_about_one_axis_changes_one_number() {
    let mut node = Node::new("n", Kind::all()[1].clone());
    node.turn = DVec3::new(0.0, 80.0, 0.0);
    let scene = Scene { nodes: vec![node], ..Scene::default() };
    for degrees in [5.0, 10.0, 25.0, 95.0] {
        let delta = Delta::Turn { axis: DVec3::Y, degrees };
        let Some(Edit::Batch(edits)) = apply_delta(&scene, &["n".to_owned()], &delta, DVec3::ZERO) else {
            panic!("an edit")
        };
        let Edit::Replace { object: Object::Node(node) } = &edits[0] else { panic!("a node") };
        assert_eq!(node.turn, DVec3::new(0.0, 80.0 + degrees, 0.0));
    }
}

#[test]
fn ropes_take_their_world_anchors_along() {
    let (before, after) = changed(Delta::Move(DVec3::X), &["leash"], DVec3::ZERO);
    let (from, to) = (before.rope("leash").expect("there"), after.rope("leash").expect("there"));
    assert_eq!(to.at, from.at + DVec3::X);
    assert_eq!(to.anchors[0].to, AnchorTarget::World { at: DVec3::new(2.0, 2.0, 3.0) });
    assert_eq!(to.anchors[1], from.anchors[1]);
    let quarter = Delta::Turn { axis: DVec3::Y, degrees: 90.0 };
    let (_, after) = changed(quarter, &["leash"], DVec3::new(1.0, 0.0, 0.0));
    // (1, 2, 3) is 3 in front of the axis; a quarter turn puts it 3 to the right.
    let to = after.rope("leash").expect("there");
    assert!((to.at - DVec3::new(4.0, 2.0, 0.0)).length() < 1e-12, "{}", to.at);
    assert_eq!(to.lay, DVec3::NEG_Y);
}

#[test]
fn a_child_of_a_selected_node_moves_once() {
    let ids = ["box", "outer", "ball"].map(str::to_owned);
    assert_eq!(top_level(&scene(), &ids), ["outer", "ball"]);
    let (before, after) = changed(Delta::Move(DVec3::Y), &["box", "outer"], DVec3::ZERO);
    let at = |s: &Scene| s.world_from_node("box").expect("there").at;
    assert!((at(&after) - at(&before) - DVec3::Y).length() < 1e-12);
}

#[test]
fn frames_stand_in_the_middle_with_the_active_axes() {
    let scene = scene();
    let ids = ["ball", "leash"].map(str::to_owned);
    let frame = frame_of(&scene, &ids, false).expect("there");
    assert!((frame.pivot - DVec3::new(0.5, 2.5, 1.5)).length() < 1e-12);
    assert_eq!(frame.axes, DMat3::IDENTITY);
    let local = frame_of(&scene, &ids[..1], true).expect("there");
    assert_eq!(local.axes, Transform::new(DVec3::ZERO, DVec3::new(0.0, 45.0, 0.0), 1.0).turn);
    assert_eq!(frame_of(&scene, &["nothing".to_owned()], false), None);
    assert_eq!(apply_delta(&scene, &["nothing".to_owned()], &Delta::Scale(2.0), DVec3::ZERO), None);
}

#[test]
fn hostile_numbers_make_no_edit() {
    let mut hostile = scene();
    hostile.nodes[0].scale = DVec3::ZERO;
    hostile.nodes[2].at = DVec3::splat(f64::MAX);
    let ids = ["box".to_owned()];
    for delta in deltas() {
        if let Some(Edit::Batch(edits)) = apply_delta(&hostile, &ids, &delta, DVec3::ZERO) {
            let Edit::Replace { object: Object::Node(node) } = &edits[0] else { panic!("a node") };
            assert!(node.at.is_finite() && node.turn.is_finite() && node.scale.is_finite());
        }
    }
}
