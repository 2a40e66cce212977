//! Value, gradient, deciding node and colour at one point.

use super::Sample;
use super::blend::Join;
use super::eval::ordered;
use super::formula::Slope;
use super::parts::{Alter, Passage, Primitive, Tables};
use super::program::{MAX_REGISTERS, Op, Program};
use super::prune::pruned;
use super::real::{Real, limited};
use glam::DVec3;

/// Longer programs are shortened for the point first, so that gradients are only computed for what matters there.
const SHORT: usize = 12;

/// A register.
#[derive(Clone, Copy)]
struct Operand {
    value: f64,
    gradient: DVec3,
    feature: bool,
    node: u32,
    color: DVec3,
}

const EMPTY: Operand = Operand { value: f64::FAR, gradient: DVec3::ZERO, feature: true, node: 0, color: DVec3::ZERO };

/// What the program says about one point.
pub(super) fn sample(program: &Program, p: DVec3) -> Sample {
    if program.ops.len() <= SHORT || !p.is_finite() {
        of_all(program, p)
    } else {
        of_all(&pruned(program, p, 0.0).0, p)
    }
}

fn of_all(program: &Program, p: DVec3) -> Sample {
    let mut machine =
        Machine { tables: &program.tables, registers: [EMPTY; MAX_REGISTERS], frames: vec![p; program.frames.max(1)] };
    for op in &program.ops {
        machine.step(*op);
    }
    let Operand { value, gradient, feature, node, color } = machine.registers[0];
    let gradient = if gradient.is_finite() { gradient } else { DVec3::ZERO };
    Sample { value: limited(value), gradient, feature: feature || gradient == DVec3::ZERO, node, color }
}

struct Machine<'a> {
    tables: &'a Tables,
    registers: [Operand; MAX_REGISTERS],
    frames: Vec<DVec3>,
}

impl Machine<'_> {
    fn step(&mut self, op: Op) {
        let tables = self.tables;
        match op {
            Op::Primitive { to, frame, primitive } => {
                self.registers[usize::from(to)] =
                    of_primitive(&tables.primitives[primitive as usize], self.frames[usize::from(frame)]);
            }
            Op::Join { to, swapped, join } => {
                let to = usize::from(to);
                let (a, b) = ordered(self.registers[to], self.registers[to + 1], swapped);
                self.registers[to] = joined(tables.joins[join as usize], a, b);
            }
            Op::Alter { to, frame, alter } => {
                let p = self.frames[usize::from(frame)];
                self.registers[usize::from(to)].alter(&tables.alters[alter as usize], p);
            }
            Op::Enter { from, passage } => {
                let Passage { placement, warp, .. } = &tables.passages[passage as usize];
                let from = usize::from(from);
                self.frames[from + 1] = warp.point(placement.local(self.frames[from]));
            }
            Op::Leave { to, from, passage } => {
                let Passage { placement, warp, factor } = &tables.passages[passage as usize];
                let local = placement.local(self.frames[usize::from(from)]);
                let operand = &mut self.registers[usize::from(to)];
                operand.value *= factor;
                operand.gradient = placement.pull(warp.pull(local, operand.gradient)) * *factor;
            }
            Op::Settle { .. } => {}
        }
    }
}

fn of_primitive(primitive: &Primitive, p: DVec3) -> Operand {
    let Primitive { shape, placement, factor, node, color } = primitive;
    let local = placement.local(p);
    let Slope { gradient, feature } = shape.slope(local);
    Operand {
        value: shape.value(local) * factor,
        gradient: placement.pull(DVec3::from_array(gradient)) * *factor,
        feature,
        node: *node,
        color: *color,
    }
}

impl Operand {
    fn alter(&mut self, alter: &Alter, p: DVec3) {
        match alter {
            Alter::Offset(distance) => self.value -= distance,
            Alter::Onion(half) => {
                self.feature |= self.value == 0.0;
                self.turn_over(self.value < 0.0);
                self.value = self.value.abs() - half;
            }
            Alter::Shell(thickness) => {
                let inner = -(self.value + thickness);
                self.feature |= self.value == inner;
                self.turn_over(inner > self.value);
                self.value = Real::max(self.value, inner);
            }
            Alter::Bump { bump, placement, factor } => {
                let local = placement.local(p);
                let slope = bump.slope(local);
                self.value += factor * bump.value(local);
                self.gradient += placement.pull(DVec3::from_array(slope.gradient)) * *factor;
                self.feature |= slope.feature;
            }
        }
    }

    fn turn_over(&mut self, is_inner: bool) {
        if is_inner {
            self.gradient = -self.gradient;
        }
    }
}

/// The mean of both operands by the seam's weights. What has no weight leaves no trace.
fn joined(join: Join, a: Operand, b: Operand) -> Operand {
    let value = join.value(a.value, b.value);
    let [wa, wb] = join.weights(a.value, b.value);
    let crease = join.is_crease(a.value, b.value);
    let share = wb.abs() / (wa.abs() + wb.abs());
    let gradient = if share <= 0.0 {
        a.gradient * wa
    } else if share >= 1.0 {
        b.gradient * wb
    } else {
        a.gradient * wa + b.gradient * wb
    };
    Operand {
        value,
        gradient,
        feature: crease || (a.feature && share < 1.0) || (b.feature && share > 0.0),
        node: if share > 0.5 { b.node } else { a.node },
        color: if share <= 0.0 {
            a.color
        } else if share >= 1.0 {
            b.color
        } else {
            a.color * (1.0 - share) + b.color * share
        },
    }
}
