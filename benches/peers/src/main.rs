//! Isolab held against fidget in one run; see README.md.

mod agree;
mod clock;
mod contours;
mod edits;
mod evaluation;
mod ours;
mod scenes;
mod table;
mod theirs;

use clap::{Parser, ValueEnum};
use contours::{Contour, Many, Threads};
use edits::Edit;
use evaluation::Evaluation;
use serde::Serialize;

/// Measures Isolab against fidget: field evaluation and whole contours.
#[derive(Parser)]
struct Args {
    /// Scenes to measure, by name; all without it.
    #[arg(long, value_delimiter = ',')]
    only: Vec<String>,
    /// What to measure; everything without it.
    #[arg(long, value_delimiter = ',')]
    what: Vec<What>,
    /// Cells a side of the contours, powers of two.
    #[arg(long, value_delimiter = ',', default_value = "64,128,256", value_parser = cells)]
    at: Vec<u32>,
    /// An engine of fidget's that took longer than so many seconds is left out of finer contours.
    #[arg(long, default_value_t = 10.0)]
    patience: f64,
    /// Print JSON instead of tables.
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum What {
    /// Values of fields.
    Values,
    /// Gradients of fields.
    Gradients,
    /// Whole contours.
    Contours,
    /// Two threads against one.
    Threads,
    /// 2,000 primitives against 200.
    Many,
    /// Edits of one node.
    Edits,
}

#[derive(Default, Serialize)]
struct Report {
    evaluation: Vec<Evaluation>,
    contours: Vec<Contour>,
    threads: Vec<Threads>,
    many: Vec<Many>,
    edits: Vec<Edit>,
}

fn cells(text: &str) -> Result<u32, String> {
    let fits = |n: &u32| n.is_power_of_two() && (8..=512).contains(n);
    text.parse().ok().filter(fits).ok_or_else(|| "must be a power of two from 8 to 512".to_owned())
}

fn main() {
    let mut args = Args::parse();
    args.at.sort_unstable();
    let report = measure(&args);
    if args.json {
        println!("{}", serde_json::to_string_pretty(&report).expect("numbers and names can be written"));
        return;
    }
    evaluation::print_all(&report.evaluation);
    contours::print_all(&report.contours);
    contours::print_threads(&report.threads);
    contours::print_many(&report.many);
    edits::print_all(&report.edits);
}

fn measure(args: &Args) -> Report {
    let wanted = |what| args.what.is_empty() || args.what.contains(&what);
    let named = |name: &str| args.only.is_empty() || args.only.iter().any(|only| only.eq_ignore_ascii_case(name));
    let mut report = Report::default();
    for scene in scenes::all().iter().filter(|s| named(s.name)) {
        eprintln!("{}: {}", scene.name, scene.title);
        if wanted(What::Values) {
            report.evaluation.extend(evaluation::values(scene));
        }
        if wanted(What::Gradients) {
            report.evaluation.extend(evaluation::gradients(scene));
        }
        if wanted(What::Contours) {
            report.contours.extend(contours::contours(scene, &args.at, args.patience));
        }
        if let Some(&finest) = args.at.last().filter(|_| wanted(What::Threads)) {
            report.threads.push(contours::threads(scene, finest));
        }
    }
    if wanted(What::Many) && named("s3") {
        report.many.push(contours::many());
    }
    if wanted(What::Edits) && named("s3") {
        report.edits = edits::edits();
    }
    report
}
