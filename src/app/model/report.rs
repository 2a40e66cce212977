//! The explanation that the Report pane shows.

use super::Model;
use crate::app::selection::Subject;
use crate::contour::{Cell, CellReport, explain_cell};
use crate::inspect::{self, Overlay};
use crate::math::Bounds;
use std::fmt::Write as _;

/// An explanation, ready to show and to copy.
#[derive(Clone, Debug)]
pub(crate) struct Report {
    /// What it is about.
    pub(crate) title: String,
    /// The text that the command line prints too.
    pub(crate) text: String,
    /// What it looks like in the viewport.
    pub(crate) overlay: Overlay,
    /// Where it is, metres.
    pub(crate) bounds: Bounds,
    /// The command that prints it.
    pub(crate) command_line: String,
    /// A test that holds it.
    pub(crate) test: String,
    /// The scene was changed since.
    pub(crate) stale: bool,
}

impl Model {
    /// Explains a subject; a sentence goes to the log where that cannot be done.
    pub(crate) fn inspect(&mut self, subject: Subject) {
        let Subject::Cell { solid: id, cell, vertex: _ } = &subject;
        let Some(solid) = self.built.as_ref().and_then(|b| b.solids.iter().find(|s| s.id == *id)) else {
            self.log.warn(format!("\"{id}\" is not built, so there is no cell to explain"));
            return;
        };
        match explain_cell(&solid.field, &solid.settings, *cell) {
            Ok(report) => {
                self.report = Some(self.report_of(id, *cell, &report));
                self.selection.subject = Some(subject);
                self.touch_picture();
            }
            Err(error) => self.log.error(format!("The cell cannot be explained: {error}")),
        }
    }

    /// Closes the explanation, and takes what it draws out of the picture.
    pub(crate) fn close_report(&mut self) {
        self.report = None;
        self.selection.subject = None;
        self.touch_picture();
    }

    fn report_of(&self, solid: &str, cell: Cell, report: &CellReport) -> Report {
        let [i, j, k] = cell;
        let path = self.document.path().map_or_else(|| "SCENE.ron".into(), |p| p.display().to_string());
        Report {
            title: format!("Cell {i}, {j}, {k} of {solid}"),
            text: inspect::text::cell(self.document.scene(), report),
            overlay: inspect::overlay::cell(report),
            bounds: report.grid.cell_bounds(report.cell),
            command_line: format!("isolab probe {} --solid {} --cell {i},{j},{k}", quoted(&path), quoted(solid)),
            test: test_of(&path, solid, cell, report),
            stale: self.is_stale(),
        }
    }
}

/// A word for a shell.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-".contains(c);
    if !word.is_empty() && word.chars().all(plain) && !word.starts_with('-') {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', "'\\''"))
}

fn test_of(path: &str, solid: &str, cell: Cell, report: &CellReport) -> String {
    let mut test = format!(
        "#[test]\nfn vertices_of_cell_stay() {{\n    let scene = isolab::Scene::load({path:?}).unwrap();\n    \
         let built = isolab::build(&scene).unwrap();\n    let solid = built.solid({solid:?}).unwrap();\n    \
         let report = isolab::contour::explain_cell(&solid.field, &solid.settings, {cell:?}).unwrap();\n"
    );
    let _ = writeln!(test, "    assert_eq!(report.vertices.len(), {});", report.vertices.len());
    for (i, vertex) in report.vertices.iter().enumerate() {
        let [x, y, z] = vertex.position.to_array();
        let _ = writeln!(
            test,
            "    let [x, y, z] = report.vertices[{i}].position.to_array();\n    \
             assert!((x - {x:?}).abs() < 1e-9 && (y - {y:?}).abs() < 1e-9 && (z - {z:?}).abs() < 1e-9);\n    \
             assert_eq!(report.vertices[{i}].rank, {});",
            vertex.rank
        );
    }
    test.push_str("}\n");
    test
}

#[cfg(test)]
mod tests {
    use super::quoted;

    #[test]
    fn words_survive_a_shell() {
        assert_eq!(quoted("scenes/start.ron"), "scenes/start.ron");
        assert_eq!(quoted("my part"), "'my part'");
        assert_eq!(quoted("it's"), "'it'\\''s'");
        assert_eq!(quoted("-x"), "'-x'");
    }
}
