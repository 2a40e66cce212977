//! `isolab check`.

use super::Exit;
use super::args::CheckArgs;
use super::console::{Console, Failure, list, load, shown};
use crate::inspect::text::printable;
use crate::pipeline::CheckReport;
use crate::scene::Expect;
use serde_json::{Value, json};
use std::path::Path;

pub(super) fn run(args: &CheckArgs, console: &mut Console<'_>) -> Result<Exit, Failure> {
    console.catch_interrupts();
    let mut worst = Exit::Holds;
    let mut bad = Vec::new();
    let mut objects = Vec::new();
    for path in &args.scenes {
        let label = format!("checking {}", shown(path));
        let result = load(path).and_then(|scene| {
            console.with_progress(&label, |p| scene.check_watched(p)).ok_or_else(Failure::interrupted)
        });
        if console.progress().is_cancelled() {
            return Err(Failure::interrupted_but("nothing was changed"));
        }
        let exit = match &result {
            Ok(report) if report.holds() => Exit::Holds,
            Ok(_) => Exit::Fails,
            Err(failure) => failure.exit,
        };
        worst = worst.max(exit);
        if exit != Exit::Holds {
            bad.push(path);
        }
        if let Err(failure) = &result {
            console.error(&failure.message);
        }
        match result {
            result if args.json => objects.push(object(path, &result)),
            Ok(report) => console.say(&text(path, &report))?,
            Err(_) => {}
        }
    }
    if args.json {
        console.say(&format!("{:#}\n", Value::Array(objects)))?;
    } else if args.scenes.len() > 1 {
        let good = args.scenes.len() - bad.len();
        console.say(&format!("{good} of {} scenes hold\n", args.scenes.len()))?;
        for path in bad {
            console.say(&format!("  not: {}\n", shown(path)))?;
        }
    }
    Ok(worst)
}

fn text(path: &Path, report: &CheckReport) -> String {
    let word = |holds: bool| if holds { "holds" } else { "FAILS" };
    let mut text = format!("{} {}\n", word(report.holds()), shown(path));
    text.push_str(&list(&report.issues, "  "));
    for claim in &report.claims {
        let line = format!("  {} {}: {}", word(claim.holds), claim_name(&claim.expect), claim.found);
        text.push_str(&printable(&line));
        text.push('\n');
    }
    text
}

fn claim_name(expect: &Expect) -> String {
    match expect {
        Expect::Closed => "Closed".to_owned(),
        Expect::Stretch { rope, .. } => format!("Stretch of \"{rope}\""),
        Expect::StateHash { tick, .. } => format!("StateHash at tick {tick}"),
    }
}

fn object(path: &Path, result: &Result<CheckReport, Failure>) -> Value {
    let file = path.to_string_lossy();
    match result {
        Err(failure) => json!({ "file": file, "holds": false, "error": failure.message }),
        Ok(report) => json!({
            "file": file,
            "holds": report.holds(),
            "issues": report.issues,
            "claims": report.claims.iter().map(|c| json!({
                "claim": c.expect,
                "holds": c.holds,
                "found": c.found,
            })).collect::<Vec<_>>(),
        }),
    }
}
