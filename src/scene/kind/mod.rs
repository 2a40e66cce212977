//! What a node can be. [`registry`] declares every kind once, and everything that shows or reads kinds asks it: the
//! file format, menus, the inspector, validation, docs, examples and the generic tests. Lengths are metres.

mod field;
#[macro_use]
mod macros;
mod blend;
mod registry;

pub use blend::Blend;
pub use field::{Choice, ChoiceOption, Entries, List, Param};
pub use registry::Kind;

use field::{FieldType, Fields, Names, Spec, Value};
use glam::{DVec2, DVec3};
use serde::{Deserialize, Serialize};
use std::sync::LazyLock;

/// Where a kind stands in menus.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Category {
    /// Shapes with a name.
    Solids,
    /// Surfaces where a function has a value.
    Implicit,
    /// What several children make together.
    Combine,
    /// Space bent, copied or shaken.
    Deform,
    /// Surfaces moved along their normal.
    Shell,
}

impl Category {
    /// All, in menu order.
    pub const ALL: [Self; 5] = [Self::Solids, Self::Implicit, Self::Combine, Self::Deform, Self::Shell];

    /// Title of its menu.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Solids => "Solids",
            Self::Implicit => "Implicit surfaces",
            Self::Combine => "Combine",
            Self::Deform => "Deform",
            Self::Shell => "Shell",
        }
    }

    /// One sentence without a full stop.
    #[must_use]
    pub fn description(self) -> &'static str {
        match self {
            Self::Solids => "Shapes with a name and an exact distance, or nearly so",
            Self::Implicit => "Surfaces where a function of space has a given value",
            Self::Combine => "What several children make together, with or without a blend where they meet",
            Self::Deform => "The children, taken as one solid, in a space that is mirrored, copied, bent or shaken",
            Self::Shell => "The children, taken as one solid, with their surface moved along its normal",
        }
    }

    /// True if its kinds get their shape from their children.
    #[must_use]
    pub fn is_operator(self) -> bool {
        matches!(self, Self::Combine | Self::Deform | Self::Shell)
    }

    /// Its kinds with the values of new nodes, in menu order.
    pub fn kinds(self) -> impl Iterator<Item = &'static Kind> {
        Kind::all().iter().filter(move |kind| kind.category() == self)
    }
}

/// A ball of a [`Kind::Metaballs`].
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Ball {
    /// Its centre, metres.
    #[serde(deserialize_with = "super::finite::vec3")]
    pub at: DVec3,
    /// Radius that it has alone, metres.
    #[serde(deserialize_with = "super::finite::number")]
    pub radius: f64,
}

/// An axis of a node's frame.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Axis {
    /// To the right, as scenes open.
    #[default]
    X,
    /// Up.
    Y,
    /// Toward the eye.
    Z,
}

impl Axis {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::X, Self::Y, Self::Z];

    /// Name in the file.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::X => "X",
            Self::Y => "Y",
            Self::Z => "Z",
        }
    }

    /// One sentence without a full stop.
    #[must_use]
    pub fn description(self) -> &'static str {
        match self {
            Self::X => "Along the node's x axis",
            Self::Y => "Along the node's y axis",
            Self::Z => "Along the node's z axis",
        }
    }

    /// Its direction, of length 1.
    #[must_use]
    pub fn direction(self) -> DVec3 {
        DVec3::AXES[self as usize]
    }
}

impl FieldType for Axis {
    fn describe(&self, default: &Self, names: &Names, tip: &'static str, spec: &Spec, out: &mut Fields) {
        let options = Self::ALL.map(|axis| (axis.name(), axis.description()));
        out.choices.push(field::choice(names, tip, spec, (default.name(), self.name()), options));
    }

    fn set(&mut self, names: &Names, name: &str, value: Value<'_>) -> bool {
        let Value::Option(option) = value else { return false };
        let Some(axis) = Self::ALL.into_iter().find(|axis| name == names.whole && axis.name() == option) else {
            return false;
        };
        *self = axis;
        true
    }
}

/// A point of a node's frame that a mouse can drag to set a number.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Handle {
    /// Name of the number, see [`Param::name`].
    pub param: &'static str,
    /// Label of the number.
    pub label: &'static str,
    /// Where the handle is when the number is 0, metres in the node's frame.
    pub origin: DVec3,
    /// Where it goes, of length 1.
    pub direction: DVec3,
    /// Metres along `direction` for each unit of the number.
    pub scale: f64,
}

impl Handle {
    /// Where the handle is for a value of its number, in the node's frame.
    #[must_use]
    pub fn position(&self, value: f64) -> DVec3 {
        self.origin + self.direction * (value * self.scale)
    }

    /// The value of its number that brings the handle nearest to a point of the node's frame.
    #[must_use]
    pub fn value_at(&self, point: DVec3) -> f64 {
        (point - self.origin).dot(self.direction) / self.scale
    }
}

/// A handle that goes one metre for each unit of its number; its label is filled in later.
fn handle(param: &'static str, origin: [f64; 3], direction: DVec3) -> Handle {
    Handle { param, label: "", origin: origin.into(), direction, scale: 1.0 }
}

/// As [`handle`], with another way for each unit.
fn geared(param: &'static str, origin: [f64; 3], direction: DVec3, scale: f64) -> Handle {
    Handle { scale, ..handle(param, origin, direction) }
}

impl Kind {
    /// One of each with the values of a new node, in menu order: those of a category stand side by side.
    #[must_use]
    pub fn all() -> &'static [Self] {
        static ALL: LazyLock<Vec<Kind>> = LazyLock::new(Kind::new_ones);
        &ALL
    }

    /// Its name as menus show it: `Box frame`, `Schwarz P`.
    #[must_use]
    pub fn label(&self) -> String {
        let name = self.name();
        let mut label = String::with_capacity(name.len() + 2);
        for (i, c) in name.char_indices() {
            match c {
                'A'..='Z' if i > 0 => {
                    label.push(' ');
                    // A single letter at the end is a name.
                    label.push(if i + 1 == name.len() { c } else { c.to_ascii_lowercase() });
                }
                c => label.push(c),
            }
        }
        label
    }

    /// The kind of this name with the values of a new node.
    #[must_use]
    pub fn named(name: &str) -> Option<Self> {
        Self::all().iter().find(|kind| kind.name() == name).cloned()
    }

    /// True for nodes whose shape comes from their children.
    #[must_use]
    pub fn is_operator(&self) -> bool {
        self.category().is_operator()
    }

    /// How its children meet; none for kinds without such a choice.
    #[must_use]
    pub fn blend(&self) -> Option<Blend> {
        match self {
            Self::Union { blend } | Self::Subtract { blend } | Self::Intersect { blend } | Self::Xor { blend } => {
                Some(*blend)
            }
            _ => None,
        }
    }

    /// Its numbers with their present values, in the order of the file.
    #[must_use]
    pub fn params(&self) -> Vec<Param> {
        self.fields().params
    }

    /// Its number of this name (see [`Param::name`]).
    #[must_use]
    pub fn param(&self, name: &str) -> Option<Param> {
        self.params().into_iter().find(|param| param.name == name)
    }

    /// Its choices between named values, in the order of the file.
    #[must_use]
    pub fn choices(&self) -> Vec<Choice> {
        self.fields().choices
    }

    /// Its lists, in the order of the file.
    #[must_use]
    pub fn lists(&self) -> Vec<List> {
        self.fields().lists
    }

    /// The same kind with another value of a number; none if it has no number of this name. The value is taken as it
    /// is, whole numbers rounded: whether it is allowed is for [`Scene::issues`](super::Scene::issues).
    #[must_use]
    pub fn with_param(&self, name: &str, value: f64) -> Option<Self> {
        self.with(name, Value::Number(value))
    }

    /// The same kind with another option chosen; what the old and the new option share is kept. None if it has no
    /// choice or option of these names.
    #[must_use]
    pub fn with_choice(&self, field: &str, option: &str) -> Option<Self> {
        self.with(field, Value::Option(option))
    }

    /// The same kind with other entries of a list; none if it has no list of this name and sort.
    #[must_use]
    pub fn with_list(&self, name: &str, entries: &Entries) -> Option<Self> {
        self.with(name, Value::Entries(entries))
    }

    /// The corners of its polygon, if it has one.
    #[must_use]
    pub fn points(&self) -> Option<Vec<DVec2>> {
        self.lists().into_iter().find_map(|list| match list.value {
            Entries::Points(points) => Some(points),
            Entries::Balls(_) => None,
        })
    }

    /// The same kind with another polygon; none if it has none.
    #[must_use]
    pub fn with_points(&self, points: Vec<DVec2>) -> Option<Self> {
        self.with_list("points", &Entries::Points(points))
    }

    /// Its balls, if it has some.
    #[must_use]
    pub fn balls(&self) -> Option<Vec<Ball>> {
        self.lists().into_iter().find_map(|list| match list.value {
            Entries::Balls(balls) => Some(balls),
            Entries::Points(_) => None,
        })
    }

    /// The same kind with other balls; none if it has none.
    #[must_use]
    pub fn with_balls(&self, balls: Vec<Ball>) -> Option<Self> {
        self.with_list("balls", &Entries::Balls(balls))
    }

    /// Points of its frame that a mouse can drag.
    #[must_use]
    pub fn handles(&self) -> Vec<Handle> {
        let params = self.params();
        let label = |handle: Handle| {
            let param = params.iter().find(|param| param.name == handle.param)?;
            Some(Handle { label: param.label, ..handle })
        };
        self.all_handles().into_iter().filter_map(label).collect()
    }

    /// This kind with the numbers, choices and entries of another, as far as both have them and this one allows them.
    #[must_use]
    pub fn carrying_over(&self, other: &Self) -> Self {
        let mut kind = self.clone();
        for choice in other.choices() {
            kind = kind.with_choice(choice.name, choice.value).unwrap_or(kind);
        }
        for list in other.lists() {
            kind = kind.with_list(list.name, &list.value).unwrap_or(kind);
        }
        for param in other.params() {
            let fits = kind.param(param.name).is_some_and(|own| own.allows(param.value));
            kind = kind.with_param(param.name, param.value).filter(|_| fits).unwrap_or(kind);
        }
        kind
    }

    fn fields(&self) -> Fields {
        let mut fields = Fields::default();
        self.describe_fields(&mut fields);
        fields
    }

    fn with(&self, name: &str, value: Value<'_>) -> Option<Self> {
        let mut changed = self.clone();
        changed.set_field(name, value).then_some(changed)
    }
}
