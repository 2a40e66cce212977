//! Scene -> RON.

use super::Scene;

impl Scene {
    /// The file's text: one object a line, stable field order, defaults included, LF, the same bytes for equal scenes.
    #[must_use]
    pub fn to_ron(&self) -> String {
        todo!("scene helper")
    }
}
