use super::*;
use crate::scene::{Kind, Node};

#[test]
fn sphere_union() {
    let mut scene = Scene::default();
    scene.nodes.push(Node::new("a", Kind::Sphere { radius: 2.0 }));
    let f = Field::compile(&scene, "a").unwrap();
    assert_eq!(f.value(DVec3::new(3.0, 0.0, 4.0)), 3.0);
}
