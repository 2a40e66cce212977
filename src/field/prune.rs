//! A shorter program for a region: operands that cannot decide there are left out.
//!
//! Barbier et al. 2025, "Lipschitz pruning": two operands that are 1-Lipschitz and differ by more than twice the
//! region's radius at its centre keep their order all over it, and by more than the blend radius besides, they do
//! not blend. What is kept computes the same bits.

use super::blend::{Join, Operator};
use super::eval::ordered;
use super::program::{Instruction, MAX_REGISTERS, Program};
use glam::DVec3;

/// Room for rounding, relative to the numbers compared. Generous, so that it also covers 32 bits.
const SLACK: f64 = 1e-5;

/// A register: its value at the centre, and where its instructions begin in the new program. They are contiguous.
#[derive(Clone, Copy, Default)]
struct Operand {
    value: f64,
    begin: usize,
}

/// Which operands of a join matter in the region.
enum Kept {
    Both,
    First,
    Second,
}

/// The program that gives the same values within `radius` of `center`.
pub(super) fn pruned(program: &Program, center: DVec3, radius: f64) -> Program {
    let mut kept: Vec<Instruction> = Vec::new();
    let mut registers = [Operand::default(); MAX_REGISTERS];
    for instruction in &program.instructions {
        match *instruction {
            Instruction::Primitive { to, primitive } => {
                registers[usize::from(to)] = Operand { value: primitive.value(center), begin: kept.len() };
                kept.push(*instruction);
            }
            Instruction::Join { to, join, swapped } => {
                let at = usize::from(to);
                let (lower, upper) = (registers[at], registers[at + 1]);
                let (a, b) = ordered(lower.value, upper.value, swapped);
                registers[at].value = join.value(a, b);
                match (decision(join, a, b, radius), swapped) {
                    (Kept::Both, _) => kept.push(*instruction),
                    (Kept::First, false) | (Kept::Second, true) => kept.truncate(upper.begin),
                    (Kept::First, true) | (Kept::Second, false) => {
                        kept.drain(lower.begin..upper.begin);
                        kept[lower.begin..].iter_mut().for_each(move_down);
                    }
                }
            }
        }
    }
    let used = kept.iter().map(|i| usize::from(register(i)) + 1).max();
    Program { instructions: kept, registers: used.unwrap_or(0) }
}

/// A tool that decides all over the region stays together with what it cuts, since its value must be negated.
fn decision(join: Join, a: f64, b: f64, radius: f64) -> Kept {
    let b = if join.operator == Operator::Subtract { -b } else { b };
    let reach = 2.0 * radius + join.radius;
    let apart = (a - b).abs() > reach + SLACK * (reach + a.abs() + b.abs());
    match join.operator {
        _ if !apart => Kept::Both,
        Operator::Union if a < b => Kept::First,
        Operator::Union => Kept::Second,
        _ if a > b => Kept::First,
        Operator::Subtract => Kept::Both,
        Operator::Intersect => Kept::Second,
    }
}

/// The register that an instruction writes; a join also reads the next, which another instruction wrote.
fn register(instruction: &Instruction) -> u8 {
    match *instruction {
        Instruction::Primitive { to, .. } | Instruction::Join { to, .. } => to,
    }
}

fn move_down(instruction: &mut Instruction) {
    match instruction {
        Instruction::Primitive { to, .. } | Instruction::Join { to, .. } => *to -= 1,
    }
}
