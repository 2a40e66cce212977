//! Scene -> RON.
//!
//! The layout is ours (one block a field, one object a line), each object's text is `ron`'s. Every value that changes
//! a result is written, defaults included. Left out are an empty `note` and the `parent` of a root: both absent and
//! present-but-empty mean the same.

use super::Scene;
use ron::extensions::Extensions;
use ron::ser::PrettyConfig;
use serde::Serialize;
use std::fmt::Write;

/// Lets `parent: "a"` stand for `parent: Some("a")`.
pub(super) const ENABLE: &str = "#![enable(implicit_some)]";
/// The one comment that saving writes; every other is lost on saving.
pub(super) const HEADER: &str = "// Isolab scene. Metres, seconds, degrees. Negative distance is inside.";

impl Scene {
    /// The file's text: one object a line, stable field order, defaults included, LF, the same bytes for equal scenes
    /// (0.0 and -0.0 compare equal but are written as they are).
    #[must_use]
    pub fn to_ron(&self) -> String {
        let mut text = start(self.version);
        list(&mut text, "nodes", &self.nodes);
        field(&mut text, "contour", &self.contour);
        list(&mut text, "deformers", &self.deformers);
        list(&mut text, "ropes", &self.ropes);
        field(&mut text, "simulation", &self.simulation);
        list(&mut text, "inputs", &self.inputs);
        list(&mut text, "expect", &self.expect);
        field(&mut text, "view", &self.view);
        text.push_str(")\n");
        text
    }

    /// Like [`Scene::to_ron`] with nothing but the objects: what the clipboard carries.
    pub(super) fn objects_to_ron(&self) -> String {
        let mut text = start(self.version);
        if !self.nodes.is_empty() {
            list(&mut text, "nodes", &self.nodes);
        }
        if !self.deformers.is_empty() {
            list(&mut text, "deformers", &self.deformers);
        }
        if !self.ropes.is_empty() {
            list(&mut text, "ropes", &self.ropes);
        }
        text.push_str(")\n");
        text
    }
}

fn start(version: u32) -> String {
    format!("{ENABLE}\n{HEADER}\nScene(\n    version: {version},\n")
}

fn field<T: Serialize>(text: &mut String, name: &str, value: &T) {
    let _ = writeln!(text, "    {name}: {},", inline(value));
}

fn list<T: Serialize>(text: &mut String, name: &str, items: &[T]) {
    if items.is_empty() {
        let _ = writeln!(text, "    {name}: [],");
        return;
    }
    let _ = writeln!(text, "    {name}: [");
    for item in items {
        let _ = writeln!(text, "        {},", inline(item));
    }
    text.push_str("    ],\n");
}

/// One value on one line.
pub(super) fn inline<T: Serialize>(value: &T) -> String {
    let config = PrettyConfig::new().compact_arrays(true).compact_structs(true).compact_maps(true).new_line("\n");
    let options = ron::Options::default().with_default_extension(Extensions::IMPLICIT_SOME);
    let text = options.to_string_pretty(value, config);
    unescape_printable(&text.expect("plain data always serialises into a string"))
}

/// Undoes escapes that `ron` makes although the character can stand in a file: apostrophes, and combining marks,
/// without which names in many scripts could not be read. Control, invisible and direction-changing characters stay
/// escaped. Back slashes occur in strings only, so that the text need not be taken apart.
fn unescape_printable(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        let escape = &rest[at..];
        let (shown, len) = match escape.as_bytes().get(1) {
            Some(b'\'') => (Some('\''), 2),
            Some(b'u') => {
                let len = escape.find('}').map_or(escape.len(), |end| end + 1);
                let code = escape.get(3..len - 1).and_then(|hex| u32::from_str_radix(hex, 16).ok());
                (code.and_then(char::from_u32).filter(|&c| is_printable_mark(c)), len)
            }
            _ => (None, 2),
        };
        match shown {
            Some(c) => out.push(c),
            None => out.push_str(&escape[..len]),
        }
        rest = &escape[len..];
    }
    out.push_str(rest);
    out
}

/// True for marks that `std` escapes only where nothing stands before them.
fn is_printable_mark(c: char) -> bool {
    let after_letter = String::from_iter(['a', c]);
    after_letter.escape_debug().eq(after_letter.chars())
}
