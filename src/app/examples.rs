//! Scenes that the program brings along.

use crate::scene::{START_SCENE, Scene};

/// One of them.
#[derive(Debug)]
pub(crate) struct Example {
    /// Name in the menu.
    pub(crate) name: &'static str,
    /// One sentence.
    pub(crate) tip: &'static str,
    /// Its file.
    text: &'static str,
}

/// All of them; the first is the start scene.
pub(crate) const ALL: [Example; 1] = [Example {
    name: "Start scene",
    tip: "A carved block, a rope that drapes over it, a soft ball",
    text: START_SCENE,
}];

impl Example {
    /// The scene. A test reads all of them.
    ///
    /// # Errors
    /// A sentence, should the file in the program be broken.
    pub(crate) fn scene(&self) -> Result<Scene, String> {
        Scene::from_ron(self.text).map_err(|e| format!("The example \"{}\" cannot be read: {e}", self.name))
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn all_examples_are_scenes_without_errors() {
        for example in &super::ALL {
            let scene = example.scene().expect(example.name);
            assert_eq!(scene.issues(), [], "{}", example.name);
        }
    }
}
