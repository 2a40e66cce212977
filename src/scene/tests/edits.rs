//! Edits, their inverses, copy and paste.

use super::*;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;

/// Ids of the full scene, new ones, one that dangling references name, and none.
const IDS: [&str; 12] =
    ["part", "block", "bore", "others", "ring", "ball", "leash", "立方体", "new", "newer", "ghost", ""];

fn id() -> impl Strategy<Value = String> {
    select(&IDS[..]).prop_map(str::to_owned)
}

fn object() -> impl Strategy<Value = Object> {
    let node = (id(), proptest::option::of(id()), -5.0..5.0)
        .prop_map(|(id, parent, x)| Object::Node(Node { parent, at: DVec3::splat(x), ..Node::new(id, Kind::Group) }));
    let deformer = id().prop_map(|id| Object::Deformer(Deformer::new(id)));
    let rope = (id(), id()).prop_map(|(id, to)| {
        let anchor = Anchor { particle: 0, to: AnchorTarget::Node { id: to, at: DVec3::ZERO } };
        Object::Rope(Rope { anchors: vec![anchor], ..Rope::new(id, 3, 1.0) })
    });
    prop_oneof![node, deformer, rope]
}

fn simple_edit() -> impl Strategy<Value = Edit> {
    let contour = (0.01..1.0).prop_map(|cell| Edit::SetContour(ContourSettings { cell, ..Default::default() }));
    let simulation = (0.01..0.1).prop_map(|dt| Edit::SetSimulation(SimulationSettings { dt, ..Default::default() }));
    prop_oneof![
        (0..20_usize, object()).prop_map(|(index, object)| Edit::Insert { index, object }),
        id().prop_map(|id| Edit::Remove { id }),
        object().prop_map(|object| Edit::Replace { object }),
        (id(), id()).prop_map(|(from, to)| Edit::Rename { from, to }),
        (id(), proptest::option::of(id()), 0..20_usize).prop_map(|(id, parent, index)| Edit::Move {
            id,
            parent,
            index
        }),
        contour,
        simulation,
        Just(Edit::SetInputs(Vec::new())),
        Just(Edit::SetExpect(vec![Expect::Closed])),
        vec(id(), 0..3).prop_map(Edit::SetHidden),
    ]
}

fn edit() -> impl Strategy<Value = Edit> {
    prop_oneof![3 => simple_edit(), 1 => vec(simple_edit(), 0..5).prop_map(Edit::Batch)]
}

/// The full scene, with or without duplicate ids, a cycle and dangling references.
fn scene() -> impl Strategy<Value = Scene> {
    any::<[bool; 4]>().prop_map(|[duplicate, cycle, dangling, nameless]| {
        let mut scene = full();
        if duplicate {
            scene.nodes.push(scene.nodes[1].clone());
            scene.ropes.push(Rope::new("ball", 2, 1.0));
        }
        if cycle {
            scene.nodes[0].parent = Some("bore".to_owned());
        }
        if dangling {
            scene.nodes[3].parent = Some("ghost".to_owned());
            scene.view.hidden.push("new".to_owned());
        }
        if nameless {
            scene.nodes.insert(2, Node::new("", Kind::Plane));
        }
        scene
    })
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn inverses_restore_every_byte(start in scene(), edits in vec(edit(), 1..12)) {
        let mut scene = start.clone();
        let mut inverses = Vec::new();
        for edit in &edits {
            let before = scene.clone();
            match scene.apply(edit) {
                Ok(inverse) => {
                    let after = scene.to_ron();
                    let redo = scene.apply(&inverse).expect("an inverse always applies");
                    prop_assert_eq!(scene.to_ron(), before.to_ron(), "{:?}", edit);
                    prop_assert_eq!(&scene, &before);
                    let again = scene.apply(&redo).expect("redo always applies");
                    prop_assert_eq!(scene.to_ron(), after);
                    inverses.push(again);
                }
                Err(_) => prop_assert_eq!(&scene, &before, "a failed edit changed the scene: {:?}", edit),
            }
        }
        for inverse in inverses.iter().rev() {
            scene.apply(inverse).expect("an inverse always applies");
        }
        prop_assert_eq!(scene.to_ron(), start.to_ron());
    }

    #[test]
    fn removing_leaves_no_dangling_reference(ids in vec(select(&IDS[..]), 1..4)) {
        let start = full();
        let mut scene = start.clone();
        let inverse = scene.apply(&start.remove_edit(&ids)).expect("objects of the scene");
        prop_assert!(ids.iter().all(|id| scene.ids().all(|other| other != *id)));
        prop_assert!(scene.issues().iter().all(|i| i.severity == Severity::Warning && i.path.ends_with("kind")),
            "{:?}", scene.issues());
        scene.apply(&inverse).expect("the inverse");
        prop_assert_eq!(scene.to_ron(), FULL);
    }

    #[test]
    fn duplicates_are_sound(ids in vec(select(&IDS[..9]), 1..4)) {
        let start = full();
        let mut scene = start.clone();
        let (edit, copies) = start.duplicate_edit(&ids);
        let inverse = scene.apply(&edit).expect("new ids");
        prop_assert_eq!(scene.ids().count(), start.ids().count() + copies.len());
        prop_assert_eq!(scene.issues(), Vec::new());
        prop_assert!(copies.iter().all(|id| scene.ids().any(|other| other == id)));
        scene.apply(&inverse).expect("the inverse");
        prop_assert_eq!(scene.to_ron(), FULL);
    }
}

#[test]
fn renaming_rewrites_every_reference() {
    let mut scene = full();
    let rename = |from: &str, to: &str| Edit::Rename { from: from.to_owned(), to: to.to_owned() };
    let edits = [
        rename("part", "p"),
        rename("block", "b"),
        rename("ball", "soft"),
        rename("leash", "l"),
        rename("ground", "g"),
    ];
    let inverse = scene.apply(&Edit::Batch(edits.to_vec())).expect("new names");
    let expected = FULL
        .replace("\"part\"", "\"p\"")
        .replace("\"block\"", "\"b\"")
        .replace("\"ball\"", "\"soft\"")
        .replace("\"leash\"", "\"l\"")
        .replace("\"ground\"", "\"g\"");
    assert_eq!(scene.to_ron(), expected);
    scene.apply(&inverse).expect("old names");
    assert_eq!(scene.to_ron(), FULL);
}

#[test]
fn edits_are_refused_with_a_reason() {
    let mut scene = full();
    let moved = |id: &str, parent: &str| Edit::Move { id: id.to_owned(), parent: Some(parent.to_owned()), index: 0 };
    let rename = |from: &str, to: &str| Edit::Rename { from: from.to_owned(), to: to.to_owned() };
    let node = |id: &str| Object::Node(Node::new(id, Kind::Plane));
    for (edit, error) in [
        (Edit::Remove { id: "x".to_owned() }, EditError::NotFound("x".to_owned())),
        (Edit::Insert { index: 0, object: node("ball") }, EditError::Taken("ball".to_owned())),
        (Edit::Insert { index: 0, object: node("") }, EditError::EmptyName),
        (Edit::Replace { object: node("ball") }, EditError::OtherSort("ball".to_owned())),
        (Edit::Replace { object: node("x") }, EditError::NotFound("x".to_owned())),
        (rename("part", "ball"), EditError::Taken("ball".to_owned())),
        (rename("part", ""), EditError::EmptyName),
        (rename("x", "y"), EditError::NotFound("x".to_owned())),
        (moved("part", "part"), EditError::Cycle("part".to_owned())),
        (moved("part", "bore"), EditError::Cycle("part".to_owned())),
        (moved("part", "x"), EditError::NotFound("x".to_owned())),
        (moved("leash", "part"), EditError::OtherSort("leash".to_owned())),
    ] {
        assert_eq!(scene.apply(&edit), Err(error.clone()), "{edit:?}");
        let batch = Edit::Batch(vec![rename("part", "p"), Edit::Remove { id: "ring".to_owned() }, edit.clone()]);
        assert!(scene.apply(&batch).is_err(), "{edit:?}");
        assert_eq!(scene.to_ron(), FULL);
    }
}

#[test]
fn fresh_ids_count_on() {
    let mut scene = full();
    assert_eq!(scene.fresh_id("cube"), "cube");
    assert_eq!(scene.fresh_id("ball"), "ball 2");
    scene.deformers.push(Deformer::new("ball 2"));
    assert_eq!(scene.fresh_id("ball"), "ball 3");
    assert_eq!(scene.fresh_id("ball 2"), "ball 3");
    assert_eq!(scene.fresh_id(""), "object");
}

#[test]
fn copies_refer_to_copies() {
    let mut scene = full();
    let text = scene.copy_fragment(&["part", "ball", "leash"]);
    assert_eq!(text.lines().count(), 16, "{text}");
    let objects = Scene::paste_fragment(&text).expect("own text");
    let ids: Vec<&str> = objects.iter().map(Object::id).collect();
    assert_eq!(ids, ["part", "block", "bore", "ball", "leash"]);
    let (edit, new) = scene.paste_edit(&objects);
    assert_eq!(new, ["part 2", "block 2", "bore 2", "ball 2", "leash 2"]);
    scene.apply(&edit).expect("new ids");
    assert_eq!(scene.node("bore 2").and_then(|n| n.parent.as_deref()), Some("part 2"));
    let held_by: Vec<_> = scene.rope("leash 2").expect("pasted").anchors.iter().map(|a| a.to.id()).collect();
    assert_eq!(held_by, [Some("block 2"), None, Some("ball 2")]);
    // Elsewhere nothing can be kept of what is not there.
    let mut empty = Scene::default();
    let lone = scene.objects(&["bore", "leash"]);
    empty.apply(&empty.paste_edit(&lone).0).expect("new ids");
    assert_eq!(empty.nodes[0].parent, None);
    assert_eq!(empty.ropes[0].anchors.len(), 1);
}

#[test]
fn world_transforms_follow_the_tree() {
    let mut scene = full();
    let pill = scene.world_from_node("pill").expect("a node");
    assert_eq!(pill.point(DVec3::ZERO), DVec3::new(-2.0, 0.5, 0.0));
    assert_eq!(pill.scale(), DVec3::splat(0.5));
    assert!(scene.world_from_node("nothing").is_none());
    scene.nodes[3].parent = Some("pill".to_owned());
    assert!(scene.world_from_node("pill").is_none(), "a cycle");
}
