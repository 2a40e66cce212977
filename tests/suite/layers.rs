//! Layers look down: a module names only modules of lower layers, never a sibling.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

const ROOT: &str = env!("CARGO_MANIFEST_DIR");

/// The table of `src/lib.rs`.
fn layers() -> BTreeMap<&'static str, u32> {
    [
        ("math", 0),
        ("mesh", 1),
        ("scene", 1),
        ("field", 2),
        ("contour", 3),
        ("sim", 3),
        ("pipeline", 4),
        ("inspect", 4),
        ("draw", 5),
        ("cli", 6),
        ("app", 6),
    ]
    .into()
}

fn rust_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a source folder").map(|e| e.expect("an entry").path()) {
        if entry.is_dir() {
            rust_files(&entry, found);
        } else if entry.extension().is_some_and(|e| e == "rs") {
            found.push(entry);
        }
    }
}

/// Names of modules that a source text reaches through `crate::name` or a `crate::{name::.., name}` list. Items that
/// the crate's root exports count as the module they come from.
fn named_modules(source: &str) -> Vec<String> {
    let root_items = [("Scene", "scene"), ("Built", "pipeline"), ("Error", "pipeline"), ("Simulation", "pipeline")]
        .into_iter()
        .chain([("Solid", "pipeline"), ("build", "pipeline")]);
    let root_items: BTreeMap<&str, &str> = root_items.collect();
    let mut names = Vec::new();
    for line in source.lines().filter(|l| !l.trim_start().starts_with("//")) {
        for (at, _) in line.match_indices("crate::") {
            if at > 0 && line[..at].ends_with('$') {
                continue;
            }
            let rest = &line[at + "crate::".len()..];
            let heads: Vec<&str> = match rest.strip_prefix('{') {
                Some(list) => split_top_level(list),
                None => vec![rest],
            };
            for head in heads {
                let name: String = head.trim().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
                names.push(root_items.get(name.as_str()).map_or(name, |m| (*m).to_owned()));
            }
        }
    }
    names
}

/// Items of a `{a, b::{c, d}, e}` list after its opening brace, on one line.
fn split_top_level(list: &str) -> Vec<&str> {
    let (mut depth, mut begin, mut items) = (0, 0, Vec::new());
    for (i, c) in list.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => {
                items.push(&list[begin..i]);
                return items;
            }
            '}' => depth -= 1,
            ',' if depth == 0 => {
                items.push(&list[begin..i]);
                begin = i + 1;
            }
            _ => {}
        }
    }
    items.push(&list[begin..]);
    items
}

#[test]
fn modules_name_only_lower_layers() {
    let layers = layers();
    let mut faults = Vec::new();
    for (module, layer) in &layers {
        let mut files = Vec::new();
        rust_files(&Path::new(ROOT).join("src").join(module), &mut files);
        assert!(!files.is_empty(), "module {module} has no files");
        for file in files {
            let source = std::fs::read_to_string(&file).expect("source text");
            for name in named_modules(&source) {
                match layers.get(name.as_str()) {
                    Some(_) if name == *module => {}
                    Some(other) if other < layer => {}
                    Some(_) => faults.push(format!("{}: `{module}` names `{name}`", file.display())),
                    None => faults.push(format!("{}: `crate::{name}` is in no layer", file.display())),
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn the_layer_test_sees_names() {
    assert_eq!(named_modules("use crate::field::Field;"), ["field"]);
    assert_eq!(named_modules("use crate::{math::Bounds, scene::{Kind, Node}, mesh};"), ["math", "scene", "mesh"]);
    assert_eq!(named_modules("let x: crate::Scene = crate::build(s);"), ["scene", "pipeline"]);
    assert!(named_modules("// crate::app is not named here").is_empty());
}

#[test]
fn every_module_of_the_crate_has_a_layer() {
    let source = std::fs::read_to_string(Path::new(ROOT).join("src/lib.rs")).expect("lib.rs");
    let declared: Vec<&str> = source.lines().filter_map(|l| l.strip_prefix("pub mod ")?.strip_suffix(';')).collect();
    assert_eq!(declared.len(), layers().len());
    assert!(declared.iter().all(|m| layers().contains_key(m)), "{declared:?}");
}

#[test]
fn lower_layers_do_no_io_and_read_no_clock() {
    let allowed_io = ["src/mesh/export.rs"];
    let forbidden = ["std::fs", "std::io", "std::time", "Instant", "println!", "eprintln!", "log::"];
    for module in ["math", "mesh", "field", "contour", "sim"] {
        let mut files = Vec::new();
        rust_files(&Path::new(ROOT).join("src").join(module), &mut files);
        for file in &files {
            let name = file.strip_prefix(ROOT).expect("inside the project").to_string_lossy().replace('\\', "/");
            if name.contains("test") || allowed_io.contains(&name.as_str()) {
                continue;
            }
            let source = std::fs::read_to_string(file).expect("source text");
            // Test modules within a file are its last part.
            let code = source.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
            for word in forbidden {
                let used = code.lines().any(|l| !l.trim_start().starts_with("//") && l.contains(word));
                assert!(!used, "{name} uses {word}");
            }
        }
    }
}
