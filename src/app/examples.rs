//! Scenes that the program brings along: the start scene, and one small scene for each feature.

use crate::scene::{START_SCENE, Scene};

/// One of them.
#[derive(Debug)]
pub(crate) struct Example {
    /// Name in the menu.
    pub(crate) name: &'static str,
    /// One sentence.
    pub(crate) tip: &'static str,
    /// Title of the submenu that it stands in; empty for the menu itself.
    pub(crate) group: &'static str,
    /// Its file in `scenes/`, without the ending.
    #[cfg_attr(not(test), expect(dead_code, reason = "only the test that compares the list with the folder asks"))]
    file: &'static str,
    /// The file's content.
    text: &'static str,
}

/// An example whose text is the file of that name.
macro_rules! example {
    ($group:literal, $file:literal, $name:literal, $tip:literal) => {
        Example {
            name: $name,
            tip: $tip,
            group: $group,
            file: $file,
            text: include_str!(concat!("../../scenes/", $file, ".ron")),
        }
    };
}

/// All of them; the first is the start scene. Those of a group stand side by side.
pub(crate) const ALL: &[Example] = &[
    Example {
        name: "Start scene",
        tip: "A carved block, a rope that drapes over it, a soft ball",
        group: "",
        file: "start",
        text: START_SCENE,
    },
    example!("Shapes", "sphere", "Sphere", "The simplest field: the distance to a point, less a radius"),
    example!("Shapes", "box", "Box", "Flat faces and sharp edges, which dual contouring keeps"),
    example!("Shapes", "rounded_box", "Rounded box", "A box whose edges and corners are rounded"),
    example!("Shapes", "cylinder", "Cylinder", "Two sharp rims and a curved side"),
    example!("Shapes", "capsule", "Capsule", "All points within a distance of a segment"),
    example!("Shapes", "torus", "Torus", "A ring: its mesh has one hole and Euler characteristic 0"),
    example!("Shapes", "cone", "Cone", "A tip, a rim and a flat base"),
    example!("Shapes", "plane", "Plane", "A half-space, cut off by a given domain"),
    example!("Operators", "union", "Union", "Two shapes as one, with a crease where they meet"),
    example!("Operators", "smooth_union", "Smooth union", "Two shapes that flow into each other"),
    example!("Operators", "subtract", "Subtraction", "A bore through a block; coincident faces leave no skin"),
    example!("Operators", "smooth_subtract", "Smooth subtraction", "A bore with a rounded rim"),
    example!("Operators", "intersect", "Intersection", "What two shapes have in common"),
    example!("Operators", "smooth_intersect", "Smooth intersection", "What two shapes have in common, with soft edges"),
    example!("Operators", "group_transform", "Group", "Holes that are turned and scaled together"),
    example!("Contouring", "marching_cubes", "Marching cubes", "The other method: no QEF, so edges are cut off"),
    example!("Contouring", "two_solids", "Two solids", "Two roots are two meshes of their own"),
    example!("Ropes", "rope_pinned_end", "Pinned end", "A rope of four segments, released from the horizontal"),
    example!("Ropes", "rope_two_anchors", "Two anchors", "A rope that hangs between two points"),
    example!("Ropes", "rope_on_solid", "On a solid", "A rope without anchors falls and drapes over a bar"),
    example!("Ropes", "rope_on_floor", "On the floor", "A rope falls on the floor and comes to rest"),
    example!("Ropes", "rope_node_to_deformer", "From a node to a soft body", "A rope that ties a shape to a soft body"),
    example!("Ropes", "move_anchor", "Moving an anchor", "An input of the track moves an anchor while time runs"),
    example!(
        "Soft bodies",
        "deformer",
        "Soft ball",
        "Poked; its springs are solved in closed form, so any step is stable"
    ),
    example!(
        "Soft bodies",
        "deformer_tutorial",
        "Soft ball of the tutorial",
        "The same with the tutorial's integrator"
    ),
];

impl Example {
    /// The scene. A test reads all of them.
    ///
    /// # Errors
    /// A sentence, should the file in the program be broken.
    pub(crate) fn scene(&self) -> Result<Scene, String> {
        Scene::from_ron(self.text).map_err(|e| format!("The example \"{}\" cannot be read: {e}", self.name))
    }
}

/// The groups in the order of the menu, each with the places of its examples in [`ALL`].
pub(crate) fn groups() -> Vec<(&'static str, Vec<usize>)> {
    let mut groups: Vec<(&str, Vec<usize>)> = Vec::new();
    for (i, example) in ALL.iter().enumerate() {
        match groups.last_mut().filter(|(group, _)| *group == example.group) {
            Some((_, places)) => places.push(i),
            None => groups.push((example.group, vec![i])),
        }
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::Severity;
    use std::collections::BTreeSet;

    #[test]
    fn all_examples_are_scenes_without_errors() {
        for example in ALL {
            let scene = example.scene().expect(example.name);
            let errors: Vec<_> = scene.issues().into_iter().filter(|i| i.severity == Severity::Error).collect();
            assert_eq!(errors, [], "{}", example.name);
        }
    }

    #[test]
    fn the_list_is_the_folder() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes");
        let mut files = BTreeSet::new();
        for entry in std::fs::read_dir(folder).expect("the scenes' folder") {
            let path = entry.expect("an entry").path();
            if path.extension().is_some_and(|e| e == "ron") {
                files.insert(path.file_stem().expect("a name").to_string_lossy().into_owned());
            }
        }
        let listed: BTreeSet<String> = ALL.iter().map(|e| e.file.to_owned()).collect();
        assert_eq!(listed, files);
        assert_eq!(listed.len(), ALL.len(), "a file is listed twice");
    }

    #[test]
    fn names_and_groups_are_told_apart() {
        let names: BTreeSet<_> = ALL.iter().map(|e| e.name).collect();
        assert_eq!(names.len(), ALL.len());
        let groups = groups();
        let titles: BTreeSet<_> = groups.iter().map(|g| g.0).collect();
        assert_eq!(titles.len(), groups.len(), "those of a group stand side by side");
        assert_eq!(ALL[0].group, "");
    }
}
