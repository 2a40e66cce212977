//! A shorter program for a ball: operands that cannot decide there are left out, and what is known about the value.
//!
//! Ball arithmetic: each register holds the value at the centre and how far it can be from it within the ball; each frame
//! holds the ball that the points lie in. Two operands whose spans are apart by more than the seam needs keep their order
//! all over the ball, so one of them is left out (Barbier et al. 2025, "Lipschitz pruning"). What is kept computes the
//! same bits.

use super::blend::{Kept, Span};
use super::eval::ordered;
use super::formula::ValueAt;
use super::parts::Alter;
use super::program::{Copies, MAX_FRAMES, MAX_REGISTERS, Op, Program};
use glam::DVec3;

/// Spreads are rounded up by this.
const UP: f64 = 1.0 + 1e-9;

/// What is known about a value in a ball.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Known {
    /// At the centre.
    pub(super) value: f64,
    /// It differs by at most this in the ball.
    pub(super) spread: f64,
    /// If the value at the centre is larger than this, no surface passes through the ball. At most the spread; less
    /// where the value jumps but never exceeds the distance.
    pub(super) reach: f64,
}

impl Known {
    fn continuous(value: f64, spread: f64) -> Self {
        Self { value, spread, reach: spread }
    }

    fn span(self) -> Span {
        Span { low: self.value - self.spread, high: self.value + self.spread }
    }
}

/// A register: what is known, and where its instructions begin in the new program. They are contiguous.
#[derive(Clone, Copy, Default)]
struct Operand {
    known: Known,
    begin: usize,
}

/// A frame: the ball that its points lie in, and where the instruction that enters it stands.
#[derive(Clone, Copy, Default)]
struct Frame {
    center: DVec3,
    radius: f64,
    begin: usize,
}

/// The program that gives the same values within `radius` of `center`, and what is known there.
pub(super) fn pruned(program: &Program, center: DVec3, radius: f64) -> (Program, Known) {
    let mut pruner = Pruner {
        program,
        kept: Vec::with_capacity(program.ops.len().min(64)),
        registers: [Operand::default(); MAX_REGISTERS],
        frames: vec![Frame::default(); program.frames.clamp(1, MAX_FRAMES)],
    };
    pruner.frames[0] = Frame { center, radius: radius * UP, begin: 0 };
    for op in &program.ops {
        pruner.step(*op);
    }
    let known = pruner.registers[0].known;
    let kept = pruner.kept;
    let registers = kept.iter().filter_map(register).map(|to| usize::from(to) + 1).max();
    let frames = kept.iter().filter_map(entered).map(|to| to + 1).max();
    let program = Program {
        ops: kept,
        registers: registers.unwrap_or(0),
        frames: frames.unwrap_or(1),
        tables: program.tables.clone(),
    };
    (program, known)
}

struct Pruner<'a> {
    program: &'a Program,
    kept: Vec<Op>,
    registers: [Operand; MAX_REGISTERS],
    frames: Vec<Frame>,
}

impl Pruner<'_> {
    fn step(&mut self, op: Op) {
        let tables = &self.program.tables;
        match op {
            Op::Primitive { to, frame, primitive } => {
                let primitive = &tables.primitives[primitive as usize];
                let Frame { center, radius, .. } = self.frames[usize::from(frame)];
                let local = primitive.placement.local(center);
                let (shape, factor) = (&primitive.shape, primitive.factor);
                let reach = radius * primitive.placement.stretch;
                // Surveys of large solids spend their time here: common shapes are asked without a call.
                let (value, lipschitz) = if shape.is_common() {
                    let mut value = 0.0;
                    shape.visit_common(ValueAt(local, &mut value));
                    (value, 1.0)
                } else {
                    (shape.value(local), shape.lipschitz(local, reach))
                };
                let (value, spread) = (value * factor, reach * lipschitz * factor * UP);
                let known = Known::continuous(value, spread);
                self.registers[usize::from(to)] = Operand { known, begin: self.kept.len() };
                self.kept.push(op);
            }
            Op::Join { to, join, swapped } => self.join(op, to, swapped, join),
            Op::Alter { to, frame, alter } => {
                self.alter(to, frame, &tables.alters[alter as usize]);
                self.kept.push(op);
            }
            Op::Enter { from, passage } => {
                let passage = &tables.passages[passage as usize];
                let Frame { center, radius, .. } = self.frames[usize::from(from)];
                let local = passage.placement.local(center);
                let radius = passage.warp.spread(local, radius * passage.placement.stretch) * UP;
                self.frames[usize::from(from) + 1] =
                    Frame { center: passage.warp.point(local), radius, begin: self.kept.len() };
                self.kept.push(op);
            }
            Op::Leave { to, from, passage } => {
                let factor = tables.passages[passage as usize].factor;
                let operand = &mut self.registers[usize::from(to)];
                let Known { value, spread, reach } = operand.known;
                operand.known = Known { value: value * factor, spread: spread * factor, reach: reach * factor };
                operand.begin = self.frames[usize::from(from) + 1].begin;
                self.kept.push(op);
            }
            Op::Settle { to, frame, copies } => {
                let radius = self.frames[usize::from(frame)].radius;
                let known = &mut self.registers[usize::from(to)].known;
                if copies != Copies::Jumping {
                    known.reach = known.reach.min(radius);
                }
                if copies == Copies::Continuous {
                    known.spread = known.spread.min(radius);
                }
                self.kept.push(op);
            }
        }
    }

    fn alter(&mut self, to: u8, frame: u8, alter: &Alter) {
        let known = &mut self.registers[usize::from(to)].known;
        match alter {
            // Only the zeros of the child are known where it jumps, not where it has another value.
            Alter::Offset(distance) => *known = Known::continuous(known.value - distance, known.spread),
            Alter::Onion(half) => *known = Known::continuous(known.value.abs() - half, known.spread),
            Alter::Shell(thickness) => {
                *known = Known::continuous(known.value.max(-(known.value + thickness)), known.spread);
            }
            Alter::Bump { bump, placement, factor } => {
                let Frame { center, radius, .. } = self.frames[usize::from(frame)];
                let value = known.value + factor * bump.value(placement.local(center));
                let most = (bump.lipschitz() * placement.stretch * radius).min(2.0 * bump.amplitude());
                *known = Known::continuous(value, (known.spread + factor * most) * UP);
            }
        }
    }

    fn join(&mut self, op: Op, to: u8, swapped: bool, join: u32) {
        let join = self.program.tables.joins[join as usize];
        let at = usize::from(to);
        let (lower, upper) = (self.registers[at], self.registers[at + 1]);
        let (a, b) = ordered(lower.known, upper.known, swapped);
        let spread = join.spread(a.spread, b.spread) * UP;
        let joined = Known {
            value: join.value(a.value, b.value),
            spread,
            // Where a plain minimum or maximum is far from 0, so is what decides; a blend needs more than the zeros.
            reach: if join.is_plain() { a.reach.max(b.reach) } else { spread },
        };
        let (known, keeps_lower) = match join.kept(a.span(), b.span()) {
            Kept::Both => {
                self.registers[at].known = joined;
                self.kept.push(op);
                return;
            }
            Kept::First => (a, !swapped),
            Kept::Second => (b, swapped),
        };
        self.registers[at].known = known;
        if keeps_lower {
            self.kept.truncate(upper.begin);
        } else {
            self.kept.drain(lower.begin..upper.begin);
            self.kept[lower.begin..].iter_mut().for_each(move_down);
        }
    }
}

/// The register that an instruction writes; a join also reads the next, which another instruction wrote.
fn register(op: &Op) -> Option<u8> {
    match *op {
        Op::Primitive { to, .. }
        | Op::Join { to, .. }
        | Op::Alter { to, .. }
        | Op::Leave { to, .. }
        | Op::Settle { to, .. } => Some(to),
        Op::Enter { .. } => None,
    }
}

/// The frame that an instruction enters.
fn entered(op: &Op) -> Option<usize> {
    match *op {
        Op::Enter { from, .. } => Some(usize::from(from) + 1),
        _ => None,
    }
}

fn move_down(op: &mut Op) {
    match op {
        Op::Primitive { to, .. }
        | Op::Join { to, .. }
        | Op::Alter { to, .. }
        | Op::Leave { to, .. }
        | Op::Settle { to, .. } => *to -= 1,
        Op::Enter { .. } => {}
    }
}
