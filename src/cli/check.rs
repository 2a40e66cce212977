//! `isolab check`.

use super::Exit;
use super::args::CheckArgs;
use super::console::{Console, Failure, load};
use crate::pipeline::CheckReport;
use crate::scene::Expect;
use serde_json::{Value, json};
use std::path::Path;

pub(super) fn run(args: &CheckArgs, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let mut worst = Exit::Holds;
    let mut bad = Vec::new();
    let mut objects = Vec::new();
    for path in &args.scenes {
        let result = load(path).map(|scene| scene.check());
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
            console.say(&format!("  not: {}\n", path.display()))?;
        }
    }
    Ok(worst)
}

fn text(path: &Path, report: &CheckReport) -> String {
    let word = |holds: bool| if holds { "holds" } else { "FAILS" };
    let mut text = format!("{} {}\n", word(report.holds()), path.display());
    for issue in &report.issues {
        text.push_str(&format!("  {issue}\n"));
    }
    for claim in &report.claims {
        text.push_str(&format!("  {} {}: {}\n", word(claim.holds), claim_name(&claim.expect), claim.found));
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
