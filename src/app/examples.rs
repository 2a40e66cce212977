//! Scenes that the program brings along: the start scene, one small scene for each feature, one for each kind of
//! node.

use crate::scene::{Kind, START_SCENE, Scene};
use std::sync::LazyLock;

/// One of them.
#[derive(Debug)]
pub(crate) struct Example {
    /// Name in the menu.
    pub(crate) name: String,
    /// One sentence.
    pub(crate) tip: &'static str,
    /// Title of the submenu that it stands in; empty for the menu itself.
    pub(crate) group: &'static str,
    /// Where its scene comes from.
    source: Source,
}

/// Where the scene of an example comes from.
#[derive(Debug)]
enum Source {
    /// A file that is in the program.
    File {
        /// Its name in `scenes/`, without the ending.
        name: &'static str,
        /// Its content.
        text: &'static str,
    },
    /// The registry of kinds, which makes the files in `scenes/nodes/`.
    Kind(&'static Kind),
}

/// Group, file, name and tip of an example whose text is the file of that name.
macro_rules! example {
    ($group:literal, $file:literal, $name:literal, $tip:literal) => {
        ($group, $file, $name, $tip, include_str!(concat!("../../scenes/", $file, ".ron")))
    };
}

/// All of them; the first is the start scene. Those of a group stand side by side.
pub(crate) fn all() -> &'static [Example] {
    static ALL: LazyLock<Vec<Example>> = LazyLock::new(|| {
        let of_file = |&(group, file, name, tip, text): &(_, _, &str, _, _)| Example {
            name: name.to_owned(),
            tip,
            group,
            source: Source::File { name: file, text },
        };
        let of_kind = |kind: &'static Kind| Example {
            name: kind.label(),
            tip: kind.description(),
            group: kind.category().name(),
            source: Source::Kind(kind),
        };
        let (start, others) = FILES.split_at(1);
        start.iter().map(of_file).chain(Kind::all().iter().map(of_kind)).chain(others.iter().map(of_file)).collect()
    });
    &ALL
}

/// Those of files.
const FILES: &[(&str, &str, &str, &str, &str)] = &[
    ("", "start", "Start scene", "A carved block, a rope that drapes over it, a soft ball", START_SCENE),
    example!("Modelling", "smooth_union", "Smooth union", "Two shapes that flow into each other"),
    example!("Modelling", "subtract", "Subtraction", "A bore through a block; coincident faces leave no skin"),
    example!("Modelling", "smooth_subtract", "Smooth subtraction", "A bore with a rounded rim"),
    example!("Modelling", "smooth_intersect", "Smooth intersection", "What two shapes have in common, with soft edges"),
    example!("Modelling", "group_transform", "Turned group", "Holes that are turned and scaled together"),
    example!("Contouring", "box", "Sharp edges", "Flat faces and sharp edges, which dual contouring keeps"),
    example!("Contouring", "rounded_box", "Round edges", "A box whose edges and corners are rounded"),
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
        match self.source {
            Source::File { name, text } => {
                Scene::from_ron(text).map_err(|e| format!("The example scenes/{name}.ron cannot be read: {e}"))
            }
            Source::Kind(kind) => Ok(kind.example()),
        }
    }
}

/// The groups in the order of the menu, each with the places of its examples in [`all`].
pub(crate) fn groups() -> Vec<(&'static str, Vec<usize>)> {
    let mut groups: Vec<(&str, Vec<usize>)> = Vec::new();
    for (i, example) in all().iter().enumerate() {
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
        for example in all() {
            let scene = example.scene().expect(&example.name);
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
        let listed: BTreeSet<String> = FILES.iter().map(|file| file.1.to_owned()).collect();
        assert_eq!(listed, files);
        assert_eq!(listed.len(), FILES.len(), "a file is listed twice");
    }

    #[test]
    fn names_and_groups_are_told_apart() {
        let names: BTreeSet<_> = all().iter().map(|e| &e.name).collect();
        assert_eq!(names.len(), all().len());
        let groups = groups();
        let titles: BTreeSet<_> = groups.iter().map(|g| g.0).collect();
        assert_eq!(titles.len(), groups.len(), "those of a group stand side by side");
        assert_eq!(all()[0].group, "");
    }
}
