use super::*;
use crate::scene::{Deformer, Kind, Node, Rope};

fn child(id: &str, parent: &str, kind: Kind) -> Node {
    Node { parent: Some(parent.into()), ..Node::new(id, kind) }
}

/// A union of two spheres at x = -1 and 1, a ball at x = 4, a rope that hangs from (7, 1, 0).
fn scene() -> Scene {
    let sphere = Kind::Sphere { radius: 0.5 };
    let mut scene = Scene {
        nodes: vec![
            Node::new("part", Kind::Union { blend: crate::scene::Blend::Hard }),
            Node { at: DVec3::NEG_X, ..child("left", "part", sphere.clone()) },
            child("inner", "part", Kind::Group),
            Node { at: DVec3::X, ..child("right", "inner", sphere) },
        ],
        deformers: vec![Deformer { at: DVec3::X * 4.0, ..Deformer::new("ball") }],
        ropes: vec![Rope { at: DVec3::new(7.0, 1.0, 0.0), ..Rope::new("leash", 10, 2.0) }],
        ..Scene::default()
    };
    scene.contour.cell = 0.1;
    scene
}

struct Fixture {
    scene: Scene,
    built: Built,
    simulation: crate::Simulation,
    picker: Picker,
}

impl Fixture {
    fn new() -> Self {
        let scene = scene();
        let built = crate::build(&scene).expect("built");
        let simulation = crate::Simulation::new(&scene).expect("a simulation");
        Self { scene, built, simulation, picker: Picker::default() }
    }

    fn look_at(&mut self, x: f64, y: f64, slack: f64, hidden: &[String]) -> Vec<Pick> {
        let ray = PickRay { origin: DVec3::new(x, y, 10.0), direction: DVec3::NEG_Z * 3.0, slack: (0.0, slack) };
        let things =
            Pickable { scene: &self.scene, built: Some(&self.built), world: Some(self.simulation.world()), hidden };
        self.picker.pick_all(&ray, &things)
    }
}

#[test]
fn the_primitive_under_the_pointer_is_named() {
    let mut f = Fixture::new();
    for (x, name) in [(-1.0, "left"), (1.0, "right")] {
        let found = f.look_at(x, 0.0, 0.0, &[]);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].target.id(), name);
        // The sphere's nearest point is at z = 0.5; its mesh deviates by less than a cell's sagitta.
        assert!((found[0].point - DVec3::new(x, 0.0, 0.5)).length() < 0.01, "{}", found[0].point);
        assert!((found[0].distance - 9.5).abs() < 0.01);
        assert!(found[0].normal.z > 0.9);
        let Target::Solid { vertex, triangle, .. } = &found[0].target else { panic!("a solid") };
        assert!(f.built.solids[0].mesh().triangles[*triangle as usize].contains(vertex));
    }
    assert!(f.look_at(0.0, 0.0, 0.0, &[]).is_empty());
    assert!(f.look_at(1.0, 0.0, 0.0, &["part".to_owned()]).is_empty());
}

#[test]
fn deformers_are_met_where_they_are() {
    let mut f = Fixture::new();
    for _ in 0..2 {
        let found = f.look_at(4.0, 0.0, 0.0, &[]);
        assert_eq!(found[0].target.id(), "ball");
        assert!((found[0].point.z - 1.0).abs() < 0.01);
    }
}

#[test]
fn thin_ropes_have_slack() {
    let mut f = Fixture::new();
    let radius = f.scene.ropes[0].radius;
    // The rope hangs from (7, 1, 0) to (7, -1, 0).
    let found = f.look_at(7.0, 0.0, 0.0, &[]);
    assert_eq!(found[0].target, Target::Rope { id: "leash".into(), particle: 5 });
    assert!((found[0].distance - (10.0 - radius)).abs() < 1e-9);
    assert!(f.look_at(7.0 + 3.0 * radius, 0.0, 0.0, &[]).is_empty());
    assert_eq!(f.look_at(7.0 + 3.0 * radius, 0.0, 2.5 * radius, &[]).len(), 1);
    assert!(f.look_at(7.0, -1.5, 0.0, &[]).is_empty());
}

#[test]
fn rays_that_are_none_find_nothing() {
    let mut f = Fixture::new();
    for (origin, direction) in [(DVec3::ZERO, DVec3::ZERO), (DVec3::NAN, DVec3::X), (DVec3::ZERO, DVec3::NAN)] {
        let things =
            Pickable { scene: &f.scene, built: Some(&f.built), world: Some(f.simulation.world()), hidden: &[] };
        let ray = PickRay { origin, direction, slack: (0.0, 0.0) };
        assert_eq!(f.picker.pick(&ray, &things), None);
    }
}

#[test]
fn further_clicks_go_up() {
    let scene = scene();
    let click = |selected: &[&str]| {
        let selected: Vec<String> = selected.iter().map(|s| (*s).to_owned()).collect();
        click_selects(&scene, "right", &selected)
    };
    assert_eq!(click(&[]), "right");
    assert_eq!(click(&["left"]), "right");
    assert_eq!(click(&["right"]), "inner");
    assert_eq!(click(&["inner"]), "part");
    assert_eq!(click(&["part"]), "right");
    assert_eq!(click(&["right", "left"]), "right");
}

#[test]
fn a_cycle_of_parents_ends() {
    let mut scene = scene();
    scene.nodes[0].parent = Some("inner".into());
    assert!(ancestors(&scene, "right").len() <= scene.nodes.len() + 1);
}
