use super::*;
use crate::scene::{ContourSettings, Deformer, Kind, Node, Object, OverlayKind, Rope};
use glam::DVec3;

fn sphere(id: &str, radius: f64) -> Node {
    Node::new(id, Kind::Sphere { radius })
}

fn document() -> Document {
    Document::new(Scene { nodes: vec![sphere("a", 1.0), sphere("b", 0.25)], ..Scene::default() })
}

fn replace(node: Node) -> Edit {
    Edit::Replace { object: Object::Node(node) }
}

fn radius(document: &Document, id: &str) -> f64 {
    match document.scene().node(id).map(|n| n.kind.clone()) {
        Some(Kind::Sphere { radius }) => radius,
        other => panic!("{id} is {other:?}"),
    }
}

/// A drag of a radius from where it is to `to`, in some frames.
fn drag(document: &mut Document, to: f64, frames: u32) {
    let from = radius(document, "a");
    document.begin_gesture("Change radius");
    for i in 1..=frames {
        let r = from + (to - from) * f64::from(i) / f64::from(frames);
        document.preview(replace(sphere("a", r))).expect("applies");
    }
    document.commit_gesture();
}

#[test]
fn one_drag_is_one_entry() {
    let mut d = document();
    drag(&mut d, 3.0, 200);
    assert_eq!((d.undo_len(), radius(&d, "a")), (1, 3.0));
    drag(&mut d, 2.0, 200);
    d.apply("Type radius", replace(sphere("a", 0.5))).expect("applies");
    assert_eq!(d.undo_len(), 3);
    assert_eq!(d.undo().as_deref(), Some("Type radius"));
    assert_eq!(d.undo().as_deref(), Some("Change radius"));
    assert_eq!(radius(&d, "a").to_bits(), 3.0f64.to_bits());
    d.undo();
    assert_eq!(radius(&d, "a").to_bits(), 1.0f64.to_bits());
    assert_eq!((d.undo(), d.is_dirty()), (None, false));
}

#[test]
fn an_entry_does_not_grow_with_the_frames() {
    let size = |frames| {
        let mut d = document();
        drag(&mut d, 3.0, frames);
        format!("{:?}", d.undo).len()
    };
    assert_eq!(size(1), size(200));
}

#[test]
fn a_cancelled_gesture_leaves_no_trace() {
    let mut d = document();
    let before = d.scene().to_ron();
    d.begin_gesture("Move");
    for i in 0..10 {
        let node = Node { at: DVec3::splat(0.1 * f64::from(i)), ..sphere("a", 1.0) };
        d.preview(replace(node)).expect("applies");
    }
    assert!(d.is_dirty() && d.in_gesture());
    assert_eq!(d.gesture_base().to_ron(), before);
    d.cancel_gesture();
    assert_eq!(d.scene().to_ron(), before);
    assert_eq!((d.undo_len(), d.is_dirty(), d.in_gesture()), (0, false, false));
}

#[test]
fn undo_in_a_gesture_cancels_it() {
    let mut d = document();
    drag(&mut d, 2.0, 3);
    d.begin_gesture("Move");
    d.preview(replace(sphere("a", 9.0))).expect("applies");
    assert_eq!(d.undo_label(), Some("Move"));
    assert_eq!(d.undo().as_deref(), Some("Move"));
    assert_eq!((radius(&d, "a"), d.undo_len()), (2.0, 1));
}

#[test]
fn what_changes_nothing_adds_no_entry() {
    let mut d = document();
    let before = d.scene().to_ron();
    d.apply("Same", replace(sphere("a", 1.0))).expect("applies");
    d.begin_gesture("There and back");
    d.preview(replace(sphere("a", 2.0))).expect("applies");
    d.preview(replace(sphere("a", 1.0))).expect("applies");
    d.commit_gesture();
    // Equal, but not the same bits.
    d.apply("Minus zero", replace(Node { at: DVec3::new(-0.0, 0.0, 0.0), ..sphere("a", 1.0) })).expect("applies");
    d.begin_gesture("Nothing at all");
    d.commit_gesture();
    assert_eq!((d.undo_len(), d.is_dirty()), (0, false));
    assert_eq!(d.scene().to_ron(), before);
}

#[test]
fn a_refused_edit_changes_nothing() {
    let mut d = document();
    let (before, revision) = (d.scene().clone(), d.revision());
    assert!(d.apply("Rename", Edit::Rename { from: "a".into(), to: "b".into() }).is_err());
    let batch = Edit::Batch(vec![replace(sphere("a", 7.0)), Edit::Remove { id: "nothing".into() }]);
    assert!(d.apply("Batch", batch).is_err());
    assert_eq!((d.scene(), d.revision(), d.undo_len()), (&before, revision, 0));
    // In a gesture the refused preview takes the last one back.
    d.begin_gesture("Drag");
    d.preview(replace(sphere("a", 7.0))).expect("applies");
    assert!(d.preview(Edit::Remove { id: "nothing".into() }).is_err());
    d.commit_gesture();
    assert_eq!((d.scene(), d.undo_len()), (&before, 0));
}

/// One edit of each sort, each valid after those before it.
fn edits() -> Vec<Edit> {
    let insert = |index, object| Edit::Insert { index, object };
    vec![
        insert(1, Object::Node(Node { parent: Some("a".into()), ..sphere("c", 0.1 + 0.2) })),
        insert(0, Object::Deformer(Deformer::new("ball"))),
        insert(9, Object::Rope(Rope::new("leash", 8, 2.0))),
        replace(Node { turn: DVec3::new(1.0 / 3.0, -0.0, 1e-45), ..sphere("b", 0.7) }),
        Edit::Move { id: "c".into(), parent: Some("b".into()), index: 0 },
        Edit::Rename { from: "b".into(), to: "base".into() },
        Edit::SetContour(ContourSettings { cell: 0.1, ..ContourSettings::default() }),
        Edit::Batch(vec![Edit::Remove { id: "leash".into() }, replace(sphere("a", 2.0))]),
        Edit::Remove { id: "ball".into() },
    ]
}

#[test]
fn all_undone_and_all_done_again_are_the_same_bytes() {
    let mut d = document();
    let mut states = vec![d.scene().to_ron()];
    for edit in edits() {
        d.apply("Edit", edit).expect("applies");
        states.push(d.scene().to_ron());
    }
    assert_eq!(d.undo_len(), edits().len());
    for _ in 0..2 {
        for state in states.iter().rev().skip(1) {
            assert!(d.undo().is_some());
            assert_eq!(&d.scene().to_ron(), state);
        }
        for state in &states[1..] {
            assert!(d.redo().is_some());
            assert_eq!(&d.scene().to_ron(), state);
        }
        assert_eq!(d.redo(), None);
    }
}

#[test]
fn an_edit_after_undo_drops_what_was_undone() {
    let mut d = document();
    drag(&mut d, 2.0, 2);
    d.undo();
    assert_eq!(d.redo_label(), Some("Change radius"));
    drag(&mut d, 5.0, 2);
    assert_eq!(d.redo_label(), None);
    assert_eq!(d.redo(), None);
}

#[test]
fn the_view_is_never_dirty_and_never_undone() {
    let mut d = document();
    drag(&mut d, 2.0, 2);
    let revision = d.revision();
    let view = View { overlays: vec![OverlayKind::Normals], hidden: vec!["b".into()], ..View::default() };
    d.set_view(view.clone());
    assert_eq!(d.revision(), revision);
    d.undo();
    assert_eq!((&d.scene().view, d.is_dirty()), (&view, false));
    // A camera moved in a drag stays when the drag is cancelled.
    d.begin_gesture("Move");
    d.preview(replace(sphere("a", 4.0))).expect("applies");
    d.set_view(View::default());
    d.cancel_gesture();
    assert_eq!((&d.scene().view, radius(&d, "a")), (&View::default(), 1.0));
    d.begin_gesture("Nothing but a view");
    d.set_view(view);
    d.commit_gesture();
    assert_eq!((d.undo_len(), d.is_dirty()), (0, false));
}

#[test]
fn snapshots_are_not_touched_by_later_edits() {
    let mut d = document();
    let (snapshot, revision) = (d.snapshot(), d.revision());
    drag(&mut d, 2.0, 2);
    assert_eq!(snapshot.node("a"), Some(&sphere("a", 1.0)));
    assert!(d.revision() > revision);
}

#[test]
fn saving_opening_and_reverting() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("scene.ron");
    let mut d = document();
    assert!(matches!(d.save(), Err(DocumentError::NoFile)));
    assert!(matches!(d.revert(), Err(DocumentError::NoFile)));
    drag(&mut d, 2.0, 2);
    d.save_as(&path).expect("saved");
    assert_eq!((d.is_dirty(), d.name().as_str()), (false, "scene.ron"));
    // Clean is where the file is, on either side of it.
    d.undo();
    assert!(d.is_dirty());
    d.redo();
    assert!(!d.is_dirty());
    let mut other = Document::default();
    let revision = other.revision();
    other.open(&path).expect("opened");
    assert_eq!((other.scene(), other.is_dirty(), other.undo_len()), (d.scene(), false, 0));
    assert!(other.revision() > revision);
    drag(&mut other, 9.0, 2);
    let view = View { ortho: true, ..View::default() };
    other.set_view(view.clone());
    other.revert().expect("reverted");
    assert_eq!((radius(&other, "a"), other.is_dirty(), &other.scene().view), (2.0, false, &view));
}

#[test]
fn a_failed_open_or_save_leaves_the_document() {
    let folder = tempfile::tempdir().expect("a folder");
    let broken = folder.path().join("broken.ron");
    std::fs::write(&broken, "Scene(version: 1, nodes: [(").expect("written");
    let mut d = document();
    drag(&mut d, 2.0, 2);
    let (scene, revision) = (d.scene().clone(), d.revision());
    assert!(matches!(d.open(&broken), Err(DocumentError::Read(_))));
    assert!(matches!(d.open(folder.path().join("none.ron")), Err(DocumentError::Read(_))));
    assert!(matches!(d.save_as(folder.path().join("no/such/folder.ron")), Err(DocumentError::Save(_))));
    assert_eq!((d.scene(), d.revision(), d.path(), d.is_dirty(), d.undo_len()), (&scene, revision, None, true, 1));
}

#[test]
fn comments_are_told_of_before_they_are_dropped() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("scene.ron");
    let mut text = document().scene().to_ron();
    text.push_str("\n// Mine.\n");
    std::fs::write(&path, text).expect("written");
    let mut d = Document::default();
    d.open(&path).expect("opened");
    assert!(d.drops_comments());
    d.save().expect("saved");
    assert!(!d.drops_comments());
    // The header that saving writes is no comment of a person.
    d.open(&path).expect("opened");
    assert!(!d.drops_comments());
}

#[test]
fn changes_from_outside_are_seen() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("scene.ron");
    let mut d = document();
    assert!(!d.changed_outside());
    d.save_as(&path).expect("saved");
    assert!(!d.changed_outside());
    let longer = Scene { nodes: vec![sphere("other name", 1.0); 1], ..Scene::default() };
    longer.save(&path).expect("saved");
    assert!(d.changed_outside());
    d.acknowledge_outside_change();
    assert!(!d.changed_outside() && d.is_dirty());
    std::fs::remove_file(&path).expect("removed");
    assert!(d.changed_outside());
}
