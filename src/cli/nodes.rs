//! `isolab nodes`: what can be authored, from the registry of kinds.

use super::Exit;
use super::args::NodesArgs;
use super::console::{Console, Failure, shown};
use crate::field::{Class, Field, lipschitz_rule};
use crate::math::Bounds;
use crate::scene::{Blend, Category, Choice, Domain, Entries, Kind, List, Param, number, save_bytes};
use glam::DVec3;
use std::fmt::Write as _;
use std::path::Path;

pub(super) fn run(args: &NodesArgs, console: &mut Console<'_>) -> Result<Exit, Failure> {
    if let Some(folder) = &args.write_examples {
        return write_examples(folder, console);
    }
    if args.markdown {
        console.say(&markdown())?;
        return Ok(Exit::Holds);
    }
    match &args.kind {
        Some(name) => console.say(&about(find(name)?))?,
        None => console.say(&listing())?,
    }
    Ok(Exit::Holds)
}

/// What the field layer says of a kind: whether its value is the distance, and its Lipschitz factor. Operators are asked
/// as they stand in the kind's example, whose children are exact, and both with the values of a new node.
fn distance(kind: &Kind) -> String {
    let mut scene = kind.example();
    let Some(node) = scene.nodes.iter_mut().find(|node| node.kind.name() == kind.name()) else { return String::new() };
    node.kind = kind.clone();
    // A scale by axis makes a bound of any value; that is not the kind's doing.
    node.scale = DVec3::ONE;
    let id = node.id.clone();
    let Ok(field) = Field::compile(&scene, &id) else { return String::new() };
    let region = match scene.contour.domain {
        Domain::Box { min, max } => Bounds::new(min, max),
        Domain::Auto => field.bounds(),
    };
    let class = match field.class() {
        Class::Exact => "exact outside",
        Class::Bound => "a bound: never more than the true distance",
        Class::Neither => "neither exact nor a bound, but one when divided by the Lipschitz factor",
    };
    // Rounded up, but for the survey's own allowance for rounding errors.
    let factor = (field.lipschitz(&region) * 1e3 - 0.01).ceil() / 1e3;
    let example = if factor.is_finite() { format!(" ({factor} here)") } else { String::new() };
    let over = if kind.is_operator() { " over exact children, as in the example" } else { "" };
    format!("Distance{over}: {class}. Lipschitz factor{example}: {}", lipschitz_rule(kind))
}

/// The kind of a name, whatever its case, or one that the name is another word for.
fn find(name: &str) -> Result<&'static Kind, Failure> {
    let wanted = name.to_lowercase().replace(['_', ' ', '-'], "");
    let all = Kind::all();
    let named = all.iter().find(|kind| kind.name().to_lowercase() == wanted);
    let has_word = |kind: &&Kind| kind.keywords().iter().any(|word| word.replace(' ', "") == wanted);
    named.or_else(|| all.iter().find(has_word)).ok_or_else(|| {
        Failure::usage(format!("there is no node called \"{name}\"; `isolab nodes` without a name lists all"))
    })
}

fn write_examples(folder: &Path, console: &mut Console<'_>) -> Result<Exit, Failure> {
    for kind in Kind::all() {
        let path = folder.join(kind.file_name()).with_extension("ron");
        save_bytes(&path, kind.example().to_ron().as_bytes()).map_err(|error| Failure::file(error.to_string()))?;
        console.say(&format!("written {}\n", shown(&path)))?;
    }
    Ok(Exit::Holds)
}

fn listing() -> String {
    let mut out = String::new();
    for category in Category::ALL {
        let _ = writeln!(out, "{}: {}.", category.name(), category.description());
        for kind in category.kinds() {
            let _ = writeln!(out, "  {:<12} {}", kind.name(), kind.description());
        }
        out.push('\n');
    }
    out.push_str("isolab nodes NAME tells the fields of one of them and shows an example.\n");
    out
}

fn about(kind: &Kind) -> String {
    let mut out = format!("{} ({}): {}.\n", kind.name(), kind.category().name(), kind.description());
    let distance = distance(kind);
    if !distance.is_empty() {
        let _ = writeln!(out, "{distance}.");
    }
    let _ = writeln!(out, "Found by: {}.\n", kind.keywords().join(", "));
    for row in rows(kind) {
        let _ = writeln!(out, "  {:<14} {:<28} {}", row.name, row.range, row.tip);
    }
    if rows(kind).is_empty() {
        out.push_str("  It has no fields of its own.\n");
    }
    let _ = write!(out, "\nExample ({}.ron):\n\n{}", kind.file_name(), kind.example().to_ron());
    out
}

/// The page `docs/nodes.md`.
fn markdown() -> String {
    let mut out = String::from(
        "# Nodes\n\n<!-- Made by `isolab nodes --markdown`: change src/scene/kind/registry.rs instead. -->\n\n\
         Lengths are metres, angles degrees. Shapes are centred on their origin; those with an axis have it along y.\n\
         `scenes/nodes/` holds an example of each, which File > Examples opens.\n",
    );
    for category in Category::ALL {
        let _ = write!(out, "\n## {}\n\n{}.\n", category.name(), category.description());
        for kind in category.kinds() {
            let _ = write!(out, "\n### {}\n\n{}.\n", kind.name(), kind.description());
            let distance = distance(kind);
            if !distance.is_empty() {
                let _ = write!(out, "\n{distance}.\n");
            }
            let rows = rows(kind);
            if !rows.is_empty() {
                out.push_str("\n| field | values | new node | what it is |\n|---|---|---|---|\n");
            }
            for Row { name, range, default, tip } in rows {
                let _ = writeln!(out, "| `{name}` | {range} | `{default}` | {tip} |");
            }
        }
    }
    blends(&mut out);
    out
}

/// The blends, which several operators share.
fn blends(out: &mut String) {
    out.push_str("\n## Blends\n\nHow the operands of Union, Subtract, Intersect and Xor meet.\n");
    out.push_str("\n| blend | numbers | what it is | as a Union |\n|---|---|---|---|\n");
    for blend in Blend::all() {
        let union = Kind::Union { blend };
        let params = union.params();
        let numbers: Vec<String> = params.iter().map(|p| format!("`{}` ({})", short_name(p.name), range(p))).collect();
        let distance = distance(&union);
        let distance = distance.split_once(": ").map_or("", |(_, rest)| rest);
        let _ = writeln!(out, "| `{}` | {} | {} | {distance} |", blend.name(), numbers.join(", "), blend.description());
    }
}

fn short_name(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or(name)
}

/// One field, as the tables show it.
struct Row {
    name: String,
    range: String,
    default: String,
    tip: &'static str,
}

fn rows(kind: &Kind) -> Vec<Row> {
    let choices = kind.choices().into_iter().map(|choice| of_choice(&choice));
    let lists = kind.lists().into_iter().map(|list| of_list(&list));
    let params = kind.params();
    // The three numbers of a vector are one field of the file.
    let is_first = |param: &&Param| !(param.name.ends_with(".y") || param.name.ends_with(".z"));
    let fields = params.iter().filter(is_first).map(|first| match first.name.strip_suffix(".x") {
        Some(field) => of_vector(field, &params.iter().filter(|p| p.name.starts_with(field)).collect::<Vec<_>>()),
        None => of_param(first),
    });
    choices.chain(lists).chain(fields).collect()
}

fn of_vector(field: &str, parts: &[&Param]) -> Row {
    let defaults: Vec<String> = parts.iter().map(|part| value(part, part.default)).collect();
    let first = of_param(parts[0]);
    let (range, default) = (format!("each {}", first.range), format!("({})", defaults.join(", ")));
    Row { name: field.to_owned(), range, default, ..first }
}

fn of_param(param: &Param) -> Row {
    Row { name: param.name.to_owned(), range: range(param), default: value(param, param.default), tip: param.tip }
}

fn of_choice(choice: &Choice) -> Row {
    let options: Vec<&str> = choice.options.iter().map(|option| option.name).collect();
    Row { name: choice.name.to_owned(), range: options.join(", "), default: choice.default.to_owned(), tip: choice.tip }
}

fn of_list(list: &List) -> Row {
    let (what, default) = match &list.default {
        Entries::Points(points) => ("points", points.len()),
        Entries::Balls(balls) => ("balls", balls.len()),
    };
    let range = format!("{} to {} {what}", list.counts.start(), list.counts.end());
    Row { name: list.name.to_owned(), range, default: format!("{default} {what}"), tip: list.tip }
}

/// The range of a number and its unit, such as "above 0 m" or "1 to 12".
fn range(param: &Param) -> String {
    let most = if param.max_is.is_empty() { value(param, param.max) } else { param.max_is.to_owned() };
    let is_wide = param.unit == "m" && param.max_is.is_empty();
    let unit = if param.unit.is_empty() { String::new() } else { format!(" {}", param.unit) };
    match (param.positive, param.min < 0.0) {
        (true, _) if is_wide => format!("above 0{unit}"),
        (true, _) if !param.max_is.is_empty() => format!("above 0, up to {most}"),
        (true, _) => format!("above 0, up to {most}{unit}"),
        (false, true) if is_wide => "any length".to_owned(),
        (false, false) if is_wide => format!("0{unit} or more"),
        (false, _) if !param.max_is.is_empty() => format!("0 to {most}"),
        (false, _) => format!("{} to {most}{unit}", value(param, param.min)),
    }
}

fn value(param: &Param, value: f64) -> String {
    if param.integer { format!("{value:.0}") } else { number(value) }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The page in the repository is what the command prints.
    #[test]
    fn the_page_is_up_to_date() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/nodes.md");
        let made = markdown();
        if std::env::var_os("UPDATE_GOLDEN").is_some() {
            std::fs::write(&path, &made).expect("the page can be written");
        }
        let page = std::fs::read_to_string(&path).unwrap_or_default();
        assert!(page == made, "run this test with UPDATE_GOLDEN=1, or isolab nodes --markdown > docs/nodes.md");
    }

    #[test]
    fn every_kind_is_found_by_name_and_listed() {
        let (listing, page) = (listing(), markdown());
        for kind in Kind::all() {
            for name in [kind.name().to_owned(), kind.label(), kind.file_name()] {
                assert_eq!(find(&name).expect("a kind"), kind);
            }
            let about = about(kind);
            for param in kind.params() {
                let field = param.name.split('.').next().expect("a name");
                assert!(about.contains(field) && page.contains(param.tip), "{} {}", kind.name(), param.name);
            }
            assert!(listing.contains(kind.description()));
        }
        assert_eq!(find("donut").expect("a ring").name(), "Torus");
        assert!(find("wobble").is_err());
    }
}
