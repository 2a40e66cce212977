//! The flat program of a solid, and how an expression tree becomes one.

use super::parts::Tables;
use std::sync::Arc;

/// Most registers that any program needs. The operand that needs more registers is computed first (Sethi and
/// Ullman 1970), so `n` registers suffice for fewer than `2^n` primitives, and [`MAX_OPS`] is below `2^21`.
pub(super) const MAX_REGISTERS: usize = 21;
/// Most instructions: repetitions multiply those of their children.
pub(super) const MAX_OPS: usize = 2_000_000;
/// Deepest nesting of frames, the world included.
pub(super) const MAX_FRAMES: usize = 256;

const _: () = assert!(MAX_OPS < 1 << MAX_REGISTERS && super::MAX_NODES < MAX_OPS);

/// One step of a program. Frame 0 is the world; `frame + 1` is inside of a passage that was entered from `frame`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Op {
    /// The points of `from` go through a passage into the frame `from + 1`.
    Enter { from: u8, passage: u32 },
    /// A primitive's distance at the points of `frame` goes to register `to`.
    Primitive { to: u8, frame: u8, primitive: u32 },
    /// Registers `to` and `to + 1` are joined into `to`. The first operand is in `to`, or if `swapped` in `to + 1`.
    Join { to: u8, swapped: bool, join: u32 },
    /// Register `to` is altered, at the points of `frame`.
    Alter { to: u8, frame: u8, alter: u32 },
    /// Register `to`, computed in the frame `from + 1`, becomes one of the frame `from`.
    Leave { to: u8, from: u8, passage: u32 },
    /// Register `to` is the union of all the copies of a repetition that matter near the points of `frame`.
    Settle { to: u8, frame: u8, copies: Copies },
}

/// What the union of the copies near a point is, where the choice of copies jumps from cell to cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Copies {
    /// That of all copies: continuous, and 1-Lipschitz as they are.
    Continuous,
    /// Never more than the distance to any copy, but it may jump.
    Bound,
    /// It may jump, and the copies' values may be more than the distance.
    Jumping,
}

/// Instructions in the order in which they run; the result is in register 0. Without instructions the solid is
/// empty.
#[derive(Clone, Debug, Default)]
pub(super) struct Program {
    pub(super) ops: Vec<Op>,
    pub(super) registers: usize,
    pub(super) frames: usize,
    pub(super) tables: Arc<Tables>,
}

impl PartialEq for Program {
    /// True if both compute the same bits: their numbers are compared, not where these stand in the tables.
    fn eq(&self, other: &Self) -> bool {
        let (a, b) = (&self.tables, &other.tables);
        if Arc::ptr_eq(a, b) {
            return self.ops == other.ops;
        }
        let same = |(x, y): (&Op, &Op)| match (*x, *y) {
            (Op::Enter { from, passage: i }, Op::Enter { from: f, passage: j }) => {
                from == f && a.passages[i as usize] == b.passages[j as usize]
            }
            (Op::Primitive { to, frame, primitive: i }, Op::Primitive { to: t, frame: f, primitive: j }) => {
                (to, frame) == (t, f) && a.primitives[i as usize] == b.primitives[j as usize]
            }
            (Op::Join { to, swapped, join: i }, Op::Join { to: t, swapped: s, join: j }) => {
                (to, swapped) == (t, s) && a.joins[i as usize] == b.joins[j as usize]
            }
            (Op::Alter { to, frame, alter: i }, Op::Alter { to: t, frame: f, alter: j }) => {
                (to, frame) == (t, f) && a.alters[i as usize] == b.alters[j as usize]
            }
            (Op::Leave { to, from, passage: i }, Op::Leave { to: t, from: f, passage: j }) => {
                (to, from) == (t, f) && a.passages[i as usize] == b.passages[j as usize]
            }
            (x, y) => x == y,
        };
        self.ops.len() == other.ops.len() && self.ops.iter().zip(&other.ops).all(same)
    }
}

/// Index of an [`Expression`].
pub(super) type Id = u32;

#[derive(Clone, Copy, Debug)]
enum Expression {
    Primitive(u32),
    Join { join: u32, first: Id, second: Id },
    Alter { alter: u32, child: Id },
    Warped { passage: u32, child: Id },
    Settled { copies: Copies, child: Id },
}

/// What computing an expression takes.
#[derive(Clone, Copy, Debug)]
struct Need {
    registers: u8,
    /// Frames beyond the one that it is computed in.
    frames: usize,
    ops: usize,
}

/// An expression tree, children before parents. A child may have several parents: it is computed for each.
#[derive(Debug, Default)]
pub(super) struct Expressions {
    list: Vec<(Expression, Need)>,
}

/// What is left to emit.
enum Task {
    Compute { id: Id, to: u8, frame: u8 },
    Emit(Op),
}

impl Expressions {
    pub(super) fn primitive(&mut self, primitive: u32) -> Id {
        self.push(Expression::Primitive(primitive), Need { registers: 1, frames: 0, ops: 1 })
    }

    pub(super) fn join(&mut self, join: u32, first: Id, second: Id) -> Id {
        let (a, b) = (self.need(first), self.need(second));
        let more = u8::from(a.registers == b.registers);
        let need = Need {
            registers: a.registers.max(b.registers).saturating_add(more),
            frames: a.frames.max(b.frames),
            ops: a.ops.saturating_add(b.ops).saturating_add(1),
        };
        self.push(Expression::Join { join, first, second }, need)
    }

    pub(super) fn alter(&mut self, alter: u32, child: Id) -> Id {
        let need = self.need(child);
        self.push(Expression::Alter { alter, child }, Need { ops: need.ops.saturating_add(1), ..need })
    }

    pub(super) fn warped(&mut self, passage: u32, child: Id) -> Id {
        let Need { registers, frames, ops } = self.need(child);
        let need = Need { registers, frames: frames + 1, ops: ops.saturating_add(2) };
        self.push(Expression::Warped { passage, child }, need)
    }

    pub(super) fn settled(&mut self, copies: Copies, child: Id) -> Id {
        let need = self.need(child);
        self.push(Expression::Settled { copies, child }, Need { ops: need.ops.saturating_add(1), ..need })
    }

    /// True if a program of the expression stays within [`MAX_OPS`] and [`MAX_FRAMES`].
    pub(super) fn fits(&self, id: Id) -> bool {
        let need = self.need(id);
        need.ops <= MAX_OPS && need.frames < MAX_FRAMES
    }

    fn need(&self, id: Id) -> Need {
        self.list[id as usize].1
    }

    fn push(&mut self, expression: Expression, need: Need) -> Id {
        self.list.push((expression, need));
        (self.list.len() - 1) as Id
    }

    /// The program that computes `root`, which must fit.
    pub(super) fn program(&self, root: Id, tables: Tables) -> Program {
        let need = self.need(root);
        let mut ops = Vec::with_capacity(need.ops);
        let mut tasks = vec![Task::Compute { id: root, to: 0, frame: 0 }];
        while let Some(task) = tasks.pop() {
            let (id, to, frame) = match task {
                Task::Emit(op) => {
                    ops.push(op);
                    continue;
                }
                Task::Compute { id, to, frame } => (id, to, frame),
            };
            match self.list[id as usize].0 {
                Expression::Primitive(primitive) => ops.push(Op::Primitive { to, frame, primitive }),
                Expression::Join { join, first, second } => {
                    let swapped = self.need(first).registers < self.need(second).registers;
                    let (before, after) = if swapped { (second, first) } else { (first, second) };
                    tasks.push(Task::Emit(Op::Join { to, swapped, join }));
                    tasks.push(Task::Compute { id: after, to: to + 1, frame });
                    tasks.push(Task::Compute { id: before, to, frame });
                }
                Expression::Alter { alter, child } => {
                    tasks.push(Task::Emit(Op::Alter { to, frame, alter }));
                    tasks.push(Task::Compute { id: child, to, frame });
                }
                Expression::Warped { passage, child } => {
                    ops.push(Op::Enter { from: frame, passage });
                    tasks.push(Task::Emit(Op::Leave { to, from: frame, passage }));
                    tasks.push(Task::Compute { id: child, to, frame: frame + 1 });
                }
                Expression::Settled { copies, child } => {
                    tasks.push(Task::Emit(Op::Settle { to, frame, copies }));
                    tasks.push(Task::Compute { id: child, to, frame });
                }
            }
        }
        let registers = usize::from(need.registers);
        Program { ops, registers, frames: need.frames + 1, tables: Arc::new(tables) }
    }
}
