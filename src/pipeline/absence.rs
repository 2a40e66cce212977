//! Why a solid has no mesh although nothing is wrong with it.

use super::Solid;

impl Solid {
    /// Why its mesh has no triangles, as a sentence that says what to do; none if it has some.
    #[must_use]
    pub fn absence(&self) -> Option<String> {
        if !self.mesh().triangles.is_empty() {
            return None;
        }
        let bounds = self.field.bounds();
        let cell = self.settings.cell;
        let least = bounds.size().min_element();
        Some(if bounds.is_empty() {
            "The solid is empty: its operators have no nodes to work on, or these have nothing in common.".to_owned()
        } else if self.contoured.grid.cells == [0; 3] {
            "The solid lies far from the origin and is infinite: give contour.domain a box round it.".to_owned()
        } else if self.settings.domain.is_some_and(|domain| domain.intersection(&bounds).is_empty()) {
            "The solid lies outside of contour.domain: move one of them, or use Auto.".to_owned()
        } else if least < cell {
            format!(
                "The solid is {least:.3e} m thin, and the cell is {cell:.3e} m: use a cell of half of that or less."
            )
        } else {
            format!(
                "No corner of the grid is inside: nothing is left of the solid, or it is thinner than the cell of {cell:.3e} m."
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::scene::{Blend, Domain, Kind, Node};
    use crate::{Scene, build};
    use glam::DVec3;

    fn absence(scene: &Scene) -> String {
        build(scene).expect("a valid scene").solids[0].absence().unwrap_or_default()
    }

    #[test]
    fn each_reason_has_its_own_sentence() {
        let mut scene = Scene::default();
        scene.contour.cell = 0.1;
        scene.nodes.push(Node::new("part", Kind::Group));
        assert!(absence(&scene).contains("is empty"), "{}", absence(&scene));
        scene.nodes[0].kind = Kind::Sphere { radius: 0.5 };
        assert_eq!(absence(&scene), "");
        // Corners of the grid lie on multiples of the cell from the solid's least corner, so none is within.
        scene.nodes[0].kind = Kind::Sphere { radius: 0.01 };
        assert!(absence(&scene).contains("2.000e-2 m thin"), "{}", absence(&scene));
        scene.nodes[0].kind = Kind::Sphere { radius: 0.5 };
        scene.contour.domain = Domain::Box { min: DVec3::splat(8.0), max: DVec3::splat(9.0) };
        assert!(absence(&scene).contains("outside of contour.domain"), "{}", absence(&scene));
        scene.contour.domain = Domain::Auto;
        scene.nodes[0].kind = Kind::Subtract { blend: Blend::Hard };
        for (id, radius) in [("block", 0.5), ("tool", 0.6)] {
            let mut node = Node::new(id, Kind::Sphere { radius });
            node.parent = Some("part".into());
            scene.nodes.push(node);
        }
        assert!(absence(&scene).contains("nothing is left"), "{}", absence(&scene));
        scene.nodes.truncate(1);
        scene.nodes[0].kind = Kind::Plane;
        scene.nodes[0].at.y = -100.0;
        assert!(absence(&scene).contains("far from the origin"), "{}", absence(&scene));
    }
}
