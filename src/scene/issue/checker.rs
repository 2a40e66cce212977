//! What all checks share: where a value is, the index of ids, and the checks of single values.

use super::{Issue, Part, Severity};
use crate::scene::{Scene, limits};
use glam::DVec3;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::fmt::Debug;
use std::ops::RangeInclusive;

/// Sort and position of an object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found {
    Node(usize),
    Deformer(usize),
    Rope(usize),
}

impl Found {
    /// With article, for sentences.
    pub(super) fn sort(self) -> &'static str {
        match self {
            Self::Node(_) => "a node",
            Self::Deformer(_) => "a deformer",
            Self::Rope(_) => "a rope",
        }
    }

    /// Path in the document.
    pub(super) fn path(self) -> String {
        match self {
            Self::Node(i) => format!("nodes[{i}]"),
            Self::Deformer(i) => format!("deformers[{i}]"),
            Self::Rope(i) => format!("ropes[{i}]"),
        }
    }
}

/// Whose values are being checked.
pub(super) struct Place {
    /// What issues are about.
    pub part: Part,
    /// Path of the thing; fields are added to it.
    pub path: String,
}

impl Place {
    /// A part that is there once, or in a list.
    pub(super) fn new(part: Part, path: impl Into<String>) -> Self {
        Self { part, path: path.into() }
    }

    /// An object with an id.
    pub(super) fn object(id: &str, found: Found) -> Self {
        Self::new(Part::Object(id.to_owned()), found.path())
    }

    /// A thing within the same part.
    pub(super) fn inner(&self, path: &str) -> Self {
        Self::new(self.part.clone(), format!("{}.{path}", self.path))
    }

    /// How sentences name it: the id in quotes, or the path.
    fn name(&self) -> String {
        match &self.part {
            Part::Object(id) if !id.is_empty() => format!("\"{id}\""),
            _ => self.path.clone(),
        }
    }
}

/// Collects the issues of a scene.
pub(super) struct Checker<'a> {
    pub(super) scene: &'a Scene,
    /// The first object with each id.
    first: HashMap<&'a str, Found>,
    issues: Vec<Issue>,
}

impl<'a> Checker<'a> {
    pub(super) fn new(scene: &'a Scene) -> Self {
        let nodes = scene.nodes.iter().enumerate().map(|(i, n)| (n.id.as_str(), Found::Node(i)));
        let deformers = scene.deformers.iter().enumerate().map(|(i, d)| (d.id.as_str(), Found::Deformer(i)));
        let ropes = scene.ropes.iter().enumerate().map(|(i, r)| (r.id.as_str(), Found::Rope(i)));
        let mut first = HashMap::new();
        for (id, found) in nodes.chain(deformers).chain(ropes) {
            if let Entry::Vacant(entry) = first.entry(id) {
                entry.insert(found);
            }
        }
        Self { scene, first, issues: Vec::new() }
    }

    pub(super) fn into_issues(self) -> Vec<Issue> {
        self.issues
    }

    /// The first object with this id.
    pub(super) fn find(&self, id: &str) -> Option<Found> {
        self.first.get(id).copied()
    }

    pub(super) fn error(&mut self, at: &Place, field: &str, message: String, hint: impl Into<String>) {
        self.add(Severity::Error, at, field, message, hint.into());
    }

    pub(super) fn warn(&mut self, at: &Place, field: &str, message: String, hint: impl Into<String>) {
        self.add(Severity::Warning, at, field, message, hint.into());
    }

    fn add(&mut self, severity: Severity, at: &Place, field: &str, message: String, hint: String) {
        let path = match (at.path.as_str(), field) {
            (path, "") => path.to_owned(),
            ("", field) => field.to_owned(),
            (path, field) => format!("{path}.{field}"),
        };
        self.issues.push(Issue { severity, part: at.part.clone(), path, message, hint });
    }

    /// An error about the value of a field: "The radius of "ball" is -0.5."
    pub(super) fn bad_value(&mut self, at: &Place, field: &str, value: impl Debug, hint: impl Into<String>) {
        let message = value_sentence(at, field, value);
        self.error(at, field, message, hint);
    }

    /// The id: not empty, and not taken by an object before.
    pub(super) fn id(&mut self, at: &Place, id: &str, found: Found) {
        if id.is_empty() {
            let message = format!("{} has an empty id.", capitalised(&found.path()));
            self.error(at, "id", message, "Give it a name.");
        }
        if let Some(first) = self.find(id).filter(|first| *first != found) {
            let message = format!("The id \"{id}\" is used twice: {} has it too.", first.path());
            self.error(at, "id", message, "Rename one of the two: ids are unique over the whole scene.");
        }
    }

    /// A length above 0.
    pub(super) fn size(&mut self, at: &Place, field: &str, value: f64) {
        if !value.is_finite() {
            self.bad_value(at, field, value, "Use a finite number.");
        } else if value <= 0.0 {
            self.bad_value(at, field, value, "Use a length above 0.");
        } else if value < limits::MIN_LENGTH {
            self.bad_value(at, field, value, format!("Use at least {:?} m.", limits::MIN_LENGTH));
        } else if value > limits::MAX_LENGTH {
            self.bad_value(at, field, value, format!("Use at most {:?} m.", limits::MAX_LENGTH));
        }
    }

    /// A number in a closed range.
    pub(super) fn number(&mut self, at: &Place, field: &str, value: f64, range: RangeInclusive<f64>) {
        if !range.contains(&value) {
            self.bad_value(at, field, value, format!("Use {:?} to {:?}.", range.start(), range.end()));
        }
    }

    /// A whole number in a closed range.
    pub(super) fn whole(&mut self, at: &Place, field: &str, value: u32, range: &RangeInclusive<u32>) {
        self.whole_with_hint(at, field, value, range, format!("Use {} to {}.", range.start(), range.end()));
    }

    /// A whole number in a closed range, with advice of its own.
    pub(super) fn whole_with_hint(
        &mut self,
        at: &Place,
        field: &str,
        value: u32,
        range: &RangeInclusive<u32>,
        hint: impl Into<String>,
    ) {
        if range.contains(&value) {
            return;
        }
        if field.ends_with('s') {
            // Counts: "leash" has 17 iterations.
            self.error(at, field, format!("{} has {value} {field}.", at.name()), hint);
        } else {
            self.bad_value(at, field, value, hint);
        }
    }

    /// Three numbers, none farther from 0 than `max`.
    pub(super) fn vector(&mut self, at: &Place, field: &str, value: DVec3, max: f64) {
        if !value.is_finite() {
            self.bad_value(at, field, Triple(value), "Use finite numbers.");
        } else if value.abs().max_element() > max {
            self.bad_value(at, field, Triple(value), format!("Use numbers from {:?} to {max:?}.", -max));
        }
    }

    /// A point in space.
    pub(super) fn point(&mut self, at: &Place, field: &str, value: DVec3) {
        self.vector(at, field, value, limits::MAX_LENGTH);
    }

    /// A direction of any length but zero.
    pub(super) fn direction(&mut self, at: &Place, field: &str, value: DVec3) {
        if value.is_finite() && value.try_normalize().is_none() {
            self.bad_value(at, field, Triple(value), "Use a direction that is not zero, such as (0.0, -1.0, 0.0).");
        } else {
            self.vector(at, field, value, limits::MAX_LENGTH);
        }
    }

    /// A colour: outside of 0 to 1 it is clamped, which is worth a warning.
    pub(super) fn color(&mut self, at: &Place, field: &str, value: DVec3) {
        if !value.is_finite() {
            self.bad_value(at, field, Triple(value), "Use finite numbers.");
        } else if value != value.clamp(DVec3::ZERO, DVec3::ONE) {
            self.warn(
                at,
                field,
                value_sentence(at, field, Triple(value)),
                "Use numbers from 0 to 1; others are clamped.",
            );
        }
    }

    /// A uniform scale.
    pub(super) fn scale(&mut self, at: &Place, value: f64) {
        if value.is_finite() && value <= 0.0 {
            self.bad_value(at, "scale", value, "Use a number above 0; a mirror image cannot be had by scaling.");
        } else {
            self.number(at, "scale", value, limits::SCALE);
        }
    }
}

fn value_sentence(at: &Place, field: &str, value: impl Debug) -> String {
    let label = field.rsplit_once("kind.").map_or(field, |(_, name)| name).replace('_', " ");
    format!("The {label} of {} is {value:?}.", at.name())
}

fn capitalised(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map_or_else(String::new, |first| first.to_uppercase().chain(chars).collect())
}

/// Three numbers as a scene file has them.
struct Triple(DVec3);

impl Debug for Triple {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "({:?}, {:?}, {:?})", self.0.x, self.0.y, self.0.z)
    }
}
