//! Aligned columns and numbers of a fixed form.

use glam::DVec3;

/// Rows of cells; columns are as wide as their widest cell. Cells are aligned left, the sign of a number has its place.
pub(super) struct Table {
    columns: usize,
    cells: Vec<String>,
}

impl Table {
    pub fn new(columns: usize) -> Self {
        Self { columns, cells: Vec::new() }
    }

    pub fn row<const N: usize>(&mut self, cells: [String; N]) {
        debug_assert_eq!(N, self.columns, "each row has as many cells as the table has columns");
        self.cells.extend(cells);
    }

    /// The text, each line indented, without trailing spaces.
    pub fn indented(&self, indent: usize) -> String {
        let mut widths = vec![0; self.columns];
        for (i, cell) in self.cells.iter().enumerate() {
            let width = &mut widths[i % self.columns];
            *width = (*width).max(cell.chars().count());
        }
        let mut text = String::new();
        for row in self.cells.chunks(self.columns) {
            let mut line = " ".repeat(indent);
            for (cell, width) in row.iter().zip(&widths) {
                line.push_str(&format!("{cell:<width$}  "));
            }
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text
    }
}

/// Six digits after the point, or an exponent where these would hide the number. Negative zero is zero.
pub(super) fn number(value: f64) -> String {
    let value = value + 0.0;
    let size = value.abs();
    if size == 0.0 || (1e-3..1e6).contains(&size) || !value.is_finite() {
        format!("{value:.6}")
    } else {
        format!("{value:.4e}")
    }
}

/// As [`number`], with a sign or a space in front, for columns.
pub(super) fn signed(value: f64) -> String {
    let text = number(value);
    if text.starts_with('-') { text } else { format!(" {text}") }
}

/// A point or a direction. Coordinates have no exponent, since one reads them by their place, unless they are so far
/// away that their digits would fill the line.
pub(super) fn point(p: DVec3) -> String {
    let [x, y, z] = p.to_array().map(coordinate);
    format!("({x}, {y}, {z})")
}

fn coordinate(value: f64) -> String {
    /// Ten times the greatest coordinate of a scene, metres.
    const FAR: f64 = 1e8;
    if value.is_finite() && value.abs() >= FAR {
        return format!("{value:.4e}");
    }
    let text = format!("{value:>9.6}");
    // What rounds to zero is shown as zero, whatever its sign.
    if text.trim_start_matches('-').chars().all(|c| c == '0' || c == '.') { " 0.000000".to_owned() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_one_form() {
        let forms = [0.0, -0.0, 1.0, -0.5, 1e-3, 9.9e-4, -2.5e-12, 1e6, f64::NAN, f64::NEG_INFINITY].map(number);
        let expected = [
            "0.000000",
            "0.000000",
            "1.000000",
            "-0.500000",
            "0.001000",
            "9.9000e-4",
            "-2.5000e-12",
            "1.0000e6",
            "NaN",
            "-inf",
        ];
        assert_eq!(forms, expected);
        assert_eq!(point(DVec3::new(1e7, -1e308, 1e-320)), "(10000000.000000, -1.0000e308,  0.000000)");
        assert_eq!(signed(1.0), " 1.000000");
        assert_eq!(point(DVec3::new(-1e-9, -1.0, 0.25)), "( 0.000000, -1.000000,  0.250000)");
    }

    #[test]
    fn columns_are_as_wide_as_their_widest_cell() {
        let mut table = Table::new(2);
        table.row(["µm".to_owned(), "1".to_owned()]);
        table.row(["metre".to_owned(), String::new()]);
        assert_eq!(table.indented(1), " µm     1\n metre\n");
    }
}
