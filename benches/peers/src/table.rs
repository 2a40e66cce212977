//! Plain tables on standard output.

use serde::Serialize;

/// What a ratio is held against: the floor is owed, the goal wanted.
#[derive(Clone, Copy, Serialize)]
pub struct Target {
    pub floor: f64,
    pub goal: f64,
}

impl Target {
    /// Floor, goal and which of them holds, as the last cells of a row; empty without a target.
    pub fn cells(target: Option<Self>, ratio: f64) -> Vec<String> {
        let Some(Self { floor, goal }) = target else { return vec![String::new(); 3] };
        let holds = if ratio >= goal {
            "goal"
        } else if ratio >= floor {
            "floor"
        } else {
            "NEITHER"
        };
        vec![number(Some(floor)), number(Some(goal)), holds.to_owned()]
    }
}

/// Three digits or so; a dash for what was not measured.
pub fn number(value: Option<f64>) -> String {
    match value {
        None => "-".to_owned(),
        Some(v) if v >= 100.0 => format!("{v:.0}"),
        Some(v) if v >= 10.0 => format!("{v:.1}"),
        Some(v) => format!("{v:.2}"),
    }
}

/// Title, head and rows, columns aligned; nothing without rows.
pub fn print(title: &str, head: &[&str], rows: Vec<Vec<String>>) {
    if rows.is_empty() {
        return;
    }
    let width = |i: usize| rows.iter().map(|row| row[i].len()).chain([head[i].len()]).max().unwrap_or(0);
    let widths: Vec<_> = (0..head.len()).map(width).collect();
    let line = |cells: &mut dyn Iterator<Item = &str>| {
        let padded: Vec<_> = cells.zip(&widths).map(|(cell, width)| format!("{cell:>width$}")).collect();
        println!("  {}", padded.join("  "));
    };
    println!("{title}\n");
    line(&mut head.iter().copied());
    for row in &rows {
        line(&mut row.iter().map(String::as_str));
    }
    println!();
}
