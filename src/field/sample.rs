//! Value, gradient, deciding node and colour at one point.
//!
//! Values are computed by the functions of [`super::eval`]. A gradient is only computed for the primitives that
//! matter: a hard operator passes on which primitive decided, a blend asks the two it mixes.

use super::Real;
use super::Sample;
use super::blend::{Join, Operator};
use super::eval::ordered;
use super::primitives::{Primitive, Slope};
use super::program::{Instruction, MAX_REGISTERS, Program};
use super::real::limited;
use glam::DVec3;

/// A register: a value and where it came from.
#[derive(Clone, Copy)]
struct Operand<'a> {
    value: f64,
    source: Source<'a>,
    /// True if two operands were equal on the way.
    tie: bool,
}

#[derive(Clone, Copy)]
enum Source<'a> {
    Empty,
    Primitive { primitive: &'a Primitive, negated: bool },
    Mixed(Mixed),
}

/// What a blend has made of its operands.
#[derive(Clone, Copy)]
struct Mixed {
    slope: Slope,
    node: u32,
    color: DVec3,
}

/// What the program says about one point.
pub(super) fn sample(program: &Program, p: DVec3) -> Sample {
    let empty = Operand { value: f64::FAR, source: Source::Empty, tie: false };
    let mut registers = [empty; MAX_REGISTERS];
    for instruction in &program.instructions {
        match instruction {
            Instruction::Primitive { to, primitive } => {
                let source = Source::Primitive { primitive, negated: false };
                registers[usize::from(*to)] = Operand { value: primitive.value(p), source, tie: false };
            }
            Instruction::Join { to, join, swapped } => {
                let to = usize::from(*to);
                let (a, b) = ordered(registers[to], registers[to + 1], *swapped);
                registers[to] = joined(*join, a, b, p);
            }
        }
    }
    let Mixed { slope, node, color } = registers[0].mixed(p);
    let gradient = if slope.gradient.is_finite() { slope.gradient } else { DVec3::ZERO };
    Sample {
        value: limited(registers[0].value),
        gradient,
        feature: slope.feature || gradient == DVec3::ZERO,
        node,
        color,
    }
}

/// The operand that decides, or the mean of both where they blend.
fn joined<'a>(join: Join, a: Operand<'a>, b: Operand<'a>, p: DVec3) -> Operand<'a> {
    let value = join.value(a.value, b.value);
    let b = if join.operator == Operator::Subtract { b.negated() } else { b };
    let weight = join.second_weight(a.value, b.value);
    if weight <= 0.0 || weight >= 1.0 {
        let decider = if weight <= 0.0 { a } else { b };
        return Operand { value, source: decider.source, tie: decider.tie || a.value == b.value };
    }
    let (a, b) = (a.mixed(p), b.mixed(p));
    let slope = Slope {
        gradient: a.slope.gradient * (1.0 - weight) + b.slope.gradient * weight,
        feature: a.slope.feature || b.slope.feature,
    };
    let node = if weight > 0.5 { b.node } else { a.node };
    let color = a.color * (1.0 - weight) + b.color * weight;
    Operand { value, source: Source::Mixed(Mixed { slope, node, color }), tie: false }
}

impl Operand<'_> {
    /// The complement of a solid.
    fn negated(mut self) -> Self {
        self.value = -self.value;
        match &mut self.source {
            Source::Empty => {}
            Source::Primitive { negated, .. } => *negated = !*negated,
            Source::Mixed(mixed) => mixed.slope.gradient = -mixed.slope.gradient,
        }
        self
    }

    /// Gradient and colour of the operand.
    fn mixed(&self, p: DVec3) -> Mixed {
        let mut mixed = match self.source {
            Source::Empty => {
                Mixed { slope: Slope { gradient: DVec3::ZERO, feature: true }, node: 0, color: DVec3::ZERO }
            }
            Source::Primitive { primitive, negated } => {
                let mut slope = primitive.slope(p);
                if negated {
                    slope.gradient = -slope.gradient;
                }
                Mixed { slope, node: primitive.node, color: primitive.color }
            }
            Source::Mixed(mixed) => mixed,
        };
        mixed.slope.feature |= self.tie;
        mixed
    }
}
