//! What all checks share: where a value is, the index of ids, and the checks of single values.

use super::{Issue, Part, Severity};
use crate::scene::{Scene, limits, number};
use glam::DVec3;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
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
    pub(super) fn name(&self) -> String {
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
    pub(super) fn bad_value(&mut self, at: &Place, field: &str, value: impl Value, hint: impl Into<String>) {
        let message = value_sentence(at, field, value);
        self.error(at, field, message, hint);
    }

    /// The id: not empty, and not taken by an object before.
    pub(super) fn id(&mut self, at: &Place, id: &str, found: Found) {
        if id.is_empty() {
            let message = format!("The id of {} is empty.", found.path());
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
            self.bad_value(at, field, value, format!("Use at least {} m.", number(limits::MIN_LENGTH)));
        } else if value > limits::MAX_LENGTH {
            self.bad_value(at, field, value, format!("Use at most {} m.", number(limits::MAX_LENGTH)));
        }
    }

    /// A number in a closed range.
    pub(super) fn number(&mut self, at: &Place, field: &str, value: f64, range: RangeInclusive<f64>) {
        if !range.contains(&value) {
            self.bad_value(at, field, value, format!("Use {} to {}.", number(*range.start()), number(*range.end())));
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
            self.bad_value(at, field, value, "Use finite numbers.");
        } else if value.abs().max_element() > max {
            self.bad_value(at, field, value, format!("Use numbers from {} to {}.", number(-max), number(max)));
        }
    }

    /// A point in space.
    pub(super) fn point(&mut self, at: &Place, field: &str, value: DVec3) {
        self.vector(at, field, value, limits::MAX_LENGTH);
    }

    /// A direction of any length but zero.
    pub(super) fn direction(&mut self, at: &Place, field: &str, value: DVec3) {
        if value == DVec3::ZERO {
            self.bad_value(at, field, value, "Use a direction that is not zero, such as (0.0, -1.0, 0.0).");
        } else {
            self.vector(at, field, value, f64::MAX);
        }
    }

    /// A colour: outside of 0 to 1 it is clamped, which is worth a warning.
    pub(super) fn color(&mut self, at: &Place, field: &str, value: DVec3) {
        if !value.is_finite() {
            self.bad_value(at, field, value, "Use finite numbers.");
        } else if value != value.clamp(DVec3::ZERO, DVec3::ONE) {
            self.warn(at, field, value_sentence(at, field, value), "Use numbers from 0 to 1; others are clamped.");
        }
    }

    /// A scale for each axis.
    pub(super) fn scale_of_node(&mut self, at: &Place, value: DVec3) {
        if value.to_array().iter().all(|part| *part == value.x) || !value.is_finite() {
            self.scale(at, if value.is_finite() { value.x } else { f64::NAN });
        } else if value.min_element() <= 0.0 {
            self.bad_value(at, "scale", value, "Use numbers above 0; for a mirror image use a Mirror.");
        } else if !value.to_array().iter().all(|part| limits::SCALE.contains(part)) {
            let (least, greatest) = limits::SCALE.into_inner();
            self.bad_value(at, "scale", value, format!("Use {} to {}.", number(least), number(greatest)));
        }
    }

    /// A uniform scale.
    pub(super) fn scale(&mut self, at: &Place, value: f64) {
        if value.is_finite() && value <= 0.0 {
            self.bad_value(at, "scale", value, "Use a number above 0; for a mirror image use a Mirror.");
        } else {
            self.number(at, "scale", value, limits::SCALE);
        }
    }
}

fn value_sentence(at: &Place, field: &str, value: impl Value) -> String {
    format!("The {} of {} is {}.", label(field), at.name(), value.shown())
}

/// How sentences call a field.
fn label(field: &str) -> String {
    match field {
        "at" | "to.at" => "position".to_owned(),
        "turn" => "rotation".to_owned(),
        "lay" => "direction (lay)".to_owned(),
        "act.to" => "target (to)".to_owned(),
        "domain.min" => "least corner (min)".to_owned(),
        "domain.max" => "greatest corner (max)".to_owned(),
        _ => field.rsplit('.').next().unwrap_or(field).replace('_', " "),
    }
}

/// A value as sentences show it.
pub(super) trait Value {
    fn shown(&self) -> String;
}

impl Value for f64 {
    fn shown(&self) -> String {
        number(*self)
    }
}

impl Value for u32 {
    fn shown(&self) -> String {
        self.to_string()
    }
}

impl Value for &str {
    fn shown(&self) -> String {
        format!("\"{self}\"")
    }
}

impl Value for DVec3 {
    fn shown(&self) -> String {
        format!("({}, {}, {})", number(self.x), number(self.y), number(self.z))
    }
}
