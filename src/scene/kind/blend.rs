//! How operands meet.

use super::field::{self, FieldType, Fields, Names, Spec, Value};
use crate::scene::limits;
use serde::{Deserialize, Serialize};

variants! {
    /// How two operands meet.
    #[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
    enum Blend at "blend.";

    /// A crease.
    Hard;

    /// The quadratic smooth minimum: round to the eye, and cheap.
    Smooth {
        /// Where operands differ by less than this they are blended.
        radius: f64 = 0.05, Spec::size("Blend radius");
    };

    /// The cubic smooth minimum: its curvature has no jump where the blend begins.
    Cubic {
        /// Where operands differ by less than this they are blended.
        radius: f64 = 0.05, Spec::size("Blend radius");
    };

    /// The circular smooth minimum: an arc of a circle where the operands meet at a right angle.
    Circular {
        /// Where operands differ by less than this they are blended.
        radius: f64 = 0.05, Spec::size("Blend radius");
    };

    /// A fillet: a rolling ball of the radius touches both operands.
    Round {
        /// Radius of the fillet.
        radius: f64 = 0.05, Spec::size("Blend radius");
    };

    /// A flat at 45 degrees to both operands.
    Chamfer {
        /// How far from the crease the flat begins, along each operand.
        radius: f64 = 0.05, Spec::size("Blend radius");
    };

    /// A flight of steps.
    Stairs {
        /// How far from the crease the steps begin, along each operand.
        radius: f64 = 0.05, Spec::size("Blend radius");
        /// How many steps there are.
        steps: u32 = 3, Spec::count("Steps", limits::STEPS), default = "three";
    };

    /// A groove along the crease.
    Groove {
        /// Width of the groove.
        width: f64 = 0.05, Spec::size("Groove width");
        /// How deep it is cut.
        depth: f64 = 0.05, Spec::size("Groove depth");
    };
}

fn three() -> u32 {
    3
}

#[expect(clippy::derivable_impls, reason = "the enum is made by a macro, which does not mark a variant")]
impl Default for Blend {
    fn default() -> Self {
        Self::Hard
    }
}

impl Blend {
    /// One of each with the values of a new node, in menu order.
    #[must_use]
    pub fn all() -> Vec<Self> {
        Self::new_ones()
    }

    /// Its numbers, under the names that they have in a node.
    fn params(&self) -> Vec<super::Param> {
        let mut fields = Fields::default();
        self.describe_fields(&mut fields);
        fields.params
    }

    /// The blend of this name, with the numbers of this one that it has too.
    fn turned_into(&self, name: &str) -> Option<Self> {
        let mut other = Self::new_ones().into_iter().find(|blend| blend.name() == name)?;
        for param in self.params() {
            other.set_field(param.name, Value::Number(param.value));
        }
        Some(other)
    }
}

impl FieldType for Blend {
    fn describe(&self, default: &Self, names: &Names, tip: &'static str, spec: &Spec, out: &mut Fields) {
        let options = Self::new_ones();
        let options = options.iter().map(|blend| (blend.name(), blend.description()));
        out.choices.push(field::choice(names, tip, spec, (default.name(), self.name()), options));
        self.describe_fields(out);
    }

    fn set(&mut self, names: &Names, name: &str, value: Value<'_>) -> bool {
        match value {
            Value::Option(option) if name == names.whole => match self.turned_into(option) {
                Some(other) => *self = other,
                None => return false,
            },
            _ => return self.set_field(name, value),
        }
        true
    }
}
