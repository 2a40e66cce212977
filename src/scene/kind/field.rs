//! The fields of kinds, seen from outside: numbers, choices and lists, with labels and ranges.

use super::Ball;
use crate::scene::limits;
use glam::{DVec2, DVec3};
use std::ops::RangeInclusive;

/// A number of a [`Kind`](super::Kind): what the inspector shows and validation checks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Param {
    /// Path below `kind` in the file, such as `radius`, `half.x`, `blend.radius`, `count.z`.
    pub name: &'static str,
    /// Label in the inspector.
    pub label: &'static str,
    /// `m`, `°`, `°/m`, or empty.
    pub unit: &'static str,
    /// One sentence without a full stop.
    pub tip: &'static str,
    /// Least allowed value.
    pub min: f64,
    /// Greatest allowed value; of some it follows from other numbers, see [`Param::max_is`].
    pub max: f64,
    /// What [`Param::max`] is, such as `the least half size`; empty if it is the same for all nodes.
    pub max_is: &'static str,
    /// True if the value must be above 0; [`Param::min`] is then the least that can be computed with.
    pub positive: bool,
    /// True if 0 is allowed too, although [`Param::min`] is above it: "none".
    pub or_zero: bool,
    /// True for whole numbers.
    pub integer: bool,
    /// Value of a new node.
    pub default: f64,
    /// The present value.
    pub value: f64,
}

impl Param {
    /// The nearest allowed value; the default for NaN.
    #[must_use]
    pub fn clamped(&self, value: f64) -> f64 {
        if value.is_nan() {
            return self.default;
        }
        if self.or_zero && value < 0.5 * self.min {
            return 0.0;
        }
        let value = if self.integer { value.round() } else { value };
        value.min(self.max).max(self.min)
    }

    /// Whether a value is allowed.
    #[must_use]
    pub fn allows(&self, value: f64) -> bool {
        (value >= self.min && value <= self.max) || (self.or_zero && value == 0.0)
    }
}

/// A field of a [`Kind`](super::Kind) with a few named values.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// Name of the field in the file.
    pub name: &'static str,
    /// Label in the inspector.
    pub label: &'static str,
    /// One sentence without a full stop.
    pub tip: &'static str,
    /// What can be chosen.
    pub options: Vec<ChoiceOption>,
    /// Name of the option of a new node.
    pub default: &'static str,
    /// Name of the present option.
    pub value: &'static str,
}

/// One value of a [`Choice`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ChoiceOption {
    /// Name in the file, fit for menus.
    pub name: &'static str,
    /// One sentence without a full stop.
    pub description: &'static str,
}

/// A field of a [`Kind`](super::Kind) with any number of entries.
#[derive(Clone, Debug, PartialEq)]
pub struct List {
    /// Name of the field in the file.
    pub name: &'static str,
    /// Label in the inspector.
    pub label: &'static str,
    /// One sentence without a full stop.
    pub tip: &'static str,
    /// Least and greatest number of entries.
    pub counts: RangeInclusive<usize>,
    /// Entries of a new node.
    pub default: Entries,
    /// The present entries.
    pub value: Entries,
}

/// What a [`List`] holds.
#[derive(Clone, Debug, PartialEq)]
pub enum Entries {
    /// Corners of a polygon, metres.
    Points(Vec<DVec2>),
    /// Balls.
    Balls(Vec<Ball>),
}

impl Entries {
    /// How many there are.
    #[must_use]
    pub fn len(&self) -> usize {
        match self {
            Self::Points(points) => points.len(),
            Self::Balls(balls) => balls.len(),
        }
    }

    /// True if there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// All fields of a kind, each sort in the order of the file.
#[derive(Clone, Debug, Default)]
pub(super) struct Fields {
    pub(super) params: Vec<Param>,
    pub(super) choices: Vec<Choice>,
    pub(super) lists: Vec<List>,
}

/// A new value of a field.
#[derive(Clone, Copy, Debug)]
pub(super) enum Value<'a> {
    Number(f64),
    Option(&'a str),
    Entries(&'a Entries),
}

/// Names of a field and of its parts.
#[derive(Clone, Copy, Debug)]
pub(super) struct Names {
    pub(super) whole: &'static str,
    /// Of vectors.
    pub(super) parts: [&'static str; 3],
}

/// What the registry says of a field.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spec {
    /// Of a vector's three numbers; of others the first.
    labels: [&'static str; 3],
    unit: &'static str,
    min: f64,
    max: f64,
    max_is: &'static str,
    positive: bool,
    or_zero: bool,
}

impl Spec {
    /// A field that is no number.
    pub(super) const fn label(label: &'static str) -> Self {
        Self { labels: [label; 3], unit: "", min: 0.0, max: 0.0, max_is: "", positive: false, or_zero: false }
    }

    /// A ratio or count in a range.
    pub(super) const fn number(label: &'static str, min: f64, max: f64) -> Self {
        Self { min, max, ..Self::label(label) }
    }

    /// A whole number in a range.
    pub(super) const fn count(label: &'static str, range: RangeInclusive<u32>) -> Self {
        Self::number(label, *range.start() as f64, *range.end() as f64)
    }

    /// An angle or a rate of turning.
    pub(super) const fn angle(label: &'static str, unit: &'static str, min: f64, max: f64) -> Self {
        Self { unit, min, max, ..Self::label(label) }
    }

    /// A length above 0.
    pub(super) const fn size(label: &'static str) -> Self {
        Self { positive: true, min: limits::MIN_LENGTH, ..Self::length(label) }
    }

    /// A length of 0 or more.
    pub(super) const fn length(label: &'static str) -> Self {
        Self { unit: "m", min: 0.0, max: limits::MAX_LENGTH, ..Self::label(label) }
    }

    /// A length of any sign.
    pub(super) const fn signed(label: &'static str) -> Self {
        Self { min: -limits::MAX_LENGTH, ..Self::length(label) }
    }

    /// The same for what makes no sense at 0 or below.
    pub(super) const fn above_zero(self) -> Self {
        Self { positive: true, ..self }
    }

    /// The same for a vector whose numbers have labels of their own.
    pub(super) const fn each(self, labels: [&'static str; 3]) -> Self {
        Self { labels, ..self }
    }

    /// The same with another least value, or 0 for "none".
    pub(super) const fn none_or(self, min: f64) -> Self {
        Self { min, or_zero: true, ..self }
    }

    /// The same with a greatest value that follows from other fields; `what` names it in sentences.
    pub(super) fn at_most(self, max: f64, what: &'static str) -> Self {
        Self { max: max.min(self.max), max_is: what, ..self }
    }

    fn param(&self, part: usize, name: &'static str, tip: &'static str, default: f64, value: f64) -> Param {
        let Self { labels, unit, min, max, max_is, positive, or_zero } = *self;
        Param {
            name,
            label: labels[part],
            unit,
            tip,
            min,
            max,
            max_is,
            positive,
            or_zero,
            integer: false,
            default,
            value,
        }
    }
}

/// A type that fields may have.
pub(super) trait FieldType: Sized {
    /// Adds what the field is to the outside.
    fn describe(&self, default: &Self, names: &Names, tip: &'static str, spec: &Spec, out: &mut Fields);

    /// Sets the field or a part of it; false if `name` is another field's, or the value of another sort.
    fn set(&mut self, names: &Names, name: &str, value: Value<'_>) -> bool;
}

impl FieldType for f64 {
    fn describe(&self, default: &Self, names: &Names, tip: &'static str, spec: &Spec, out: &mut Fields) {
        out.params.push(spec.param(0, names.whole, tip, *default, *self));
    }

    fn set(&mut self, names: &Names, name: &str, value: Value<'_>) -> bool {
        let Value::Number(value) = value else { return false };
        if name == names.whole {
            *self = value;
        }
        name == names.whole
    }
}

impl FieldType for u32 {
    fn describe(&self, default: &Self, names: &Names, tip: &'static str, spec: &Spec, out: &mut Fields) {
        let param = spec.param(0, names.whole, tip, f64::from(*default), f64::from(*self));
        out.params.push(Param { integer: true, ..param });
    }

    fn set(&mut self, names: &Names, name: &str, value: Value<'_>) -> bool {
        let Value::Number(value) = value else { return false };
        if name == names.whole {
            // Saturates, and makes NaN 0.
            *self = value.round() as Self;
        }
        name == names.whole
    }
}

impl FieldType for DVec3 {
    fn describe(&self, default: &Self, names: &Names, tip: &'static str, spec: &Spec, out: &mut Fields) {
        out.params.extend((0..3).map(|i| spec.param(i, names.parts[i], tip, default[i], self[i])));
    }

    fn set(&mut self, names: &Names, name: &str, value: Value<'_>) -> bool {
        let (Value::Number(value), Some(part)) = (value, part(names, name)) else { return false };
        self[part] = value;
        true
    }
}

impl FieldType for [u32; 3] {
    fn describe(&self, default: &Self, names: &Names, tip: &'static str, spec: &Spec, out: &mut Fields) {
        let of = |i: usize| spec.param(i, names.parts[i], tip, f64::from(default[i]), f64::from(self[i]));
        out.params.extend((0..3).map(|i| Param { integer: true, ..of(i) }));
    }

    fn set(&mut self, names: &Names, name: &str, value: Value<'_>) -> bool {
        let (Value::Number(value), Some(part)) = (value, part(names, name)) else { return false };
        self[part] = value.round() as u32;
        true
    }
}

impl FieldType for Vec<DVec2> {
    fn describe(&self, default: &Self, names: &Names, tip: &'static str, spec: &Spec, out: &mut Fields) {
        let (default, value) = (Entries::Points(default.clone()), Entries::Points(self.clone()));
        let counts = limits::POLYGON_POINTS;
        out.lists.push(List { name: names.whole, label: spec.labels[0], tip, counts, default, value });
    }

    fn set(&mut self, names: &Names, name: &str, value: Value<'_>) -> bool {
        let Value::Entries(Entries::Points(points)) = value else { return false };
        if name == names.whole {
            self.clone_from(points);
        }
        name == names.whole
    }
}

impl FieldType for Vec<Ball> {
    fn describe(&self, default: &Self, names: &Names, tip: &'static str, spec: &Spec, out: &mut Fields) {
        let (default, value) = (Entries::Balls(default.clone()), Entries::Balls(self.clone()));
        let counts = limits::BALLS;
        out.lists.push(List { name: names.whole, label: spec.labels[0], tip, counts, default, value });
    }

    fn set(&mut self, names: &Names, name: &str, value: Value<'_>) -> bool {
        let Value::Entries(Entries::Balls(balls)) = value else { return false };
        if name == names.whole {
            self.clone_from(balls);
        }
        name == names.whole
    }
}

/// A choice between variants, described by those of new nodes.
pub(super) fn choice(
    names: &Names,
    tip: &'static str,
    spec: &Spec,
    (default, value): (&'static str, &'static str),
    options: impl IntoIterator<Item = (&'static str, &'static str)>,
) -> Choice {
    let options = options.into_iter().map(|(name, description)| ChoiceOption { name, description }).collect();
    Choice { name: names.whole, label: spec.labels[0], tip, options, default, value }
}

/// Which number of a vector has this name.
fn part(names: &Names, name: &str) -> Option<usize> {
    names.parts.iter().position(|part| *part == name)
}
