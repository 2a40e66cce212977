//! The flat program of a solid, and how an expression tree becomes one.

use super::blend::Join;
use super::primitives::Primitive;

/// Most registers that any program needs. The operand that needs more registers is computed first (Sethi and
/// Ullman 1970), so `n` registers suffice for fewer than `2^n` primitives, and [`super::MAX_NODES`] is below `2^17`.
pub(super) const MAX_REGISTERS: usize = 17;

const _: () = assert!(super::MAX_NODES < 1 << MAX_REGISTERS);

/// One step of a program.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Instruction {
    /// The primitive's distance goes to register `to`.
    Primitive { to: u8, primitive: Primitive },
    /// Registers `to` and `to + 1` are joined into `to`. The first operand is in `to`, or if `swapped` in `to + 1`.
    Join { to: u8, join: Join, swapped: bool },
}

/// Instructions in the order in which they run; the result is in register 0. Without instructions the solid is
/// empty.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Program {
    pub(super) instructions: Vec<Instruction>,
    pub(super) registers: usize,
}

/// Index of an [`Expression`].
pub(super) type Id = u32;

#[derive(Clone, Copy, Debug)]
enum Expression {
    Primitive(Primitive),
    Join { join: Join, first: Id, second: Id },
}

/// An expression tree, children before parents.
#[derive(Debug, Default)]
pub(super) struct Expressions {
    list: Vec<(Expression, u8)>,
}

/// What is left to emit.
enum Task {
    Compute { id: Id, to: u8 },
    Join { join: Join, to: u8, swapped: bool },
}

impl Expressions {
    pub(super) fn primitive(&mut self, primitive: Primitive) -> Id {
        self.push(Expression::Primitive(primitive), 1)
    }

    pub(super) fn join(&mut self, join: Join, first: Id, second: Id) -> Id {
        let (a, b) = (self.need(first), self.need(second));
        let need = if a == b { a + 1 } else { a.max(b) };
        self.push(Expression::Join { join, first, second }, need)
    }

    /// Registers that an expression needs.
    fn need(&self, id: Id) -> u8 {
        self.list[id as usize].1
    }

    fn push(&mut self, expression: Expression, need: u8) -> Id {
        self.list.push((expression, need));
        (self.list.len() - 1) as Id
    }

    /// The program that computes `root`.
    pub(super) fn program(&self, root: Id) -> Program {
        let mut program = Program { instructions: Vec::new(), registers: usize::from(self.need(root)) };
        let mut tasks = vec![Task::Compute { id: root, to: 0 }];
        while let Some(task) = tasks.pop() {
            let (id, to) = match task {
                Task::Join { join, to, swapped } => {
                    program.instructions.push(Instruction::Join { to, join, swapped });
                    continue;
                }
                Task::Compute { id, to } => (id, to),
            };
            match self.list[id as usize].0 {
                Expression::Primitive(primitive) => {
                    program.instructions.push(Instruction::Primitive { to, primitive });
                }
                Expression::Join { join, first, second } => {
                    let swapped = self.need(first) < self.need(second);
                    let (before, after) = if swapped { (second, first) } else { (first, second) };
                    tasks.push(Task::Join { join, to, swapped });
                    tasks.push(Task::Compute { id: after, to: to + 1 });
                    tasks.push(Task::Compute { id: before, to });
                }
            }
        }
        program
    }
}
