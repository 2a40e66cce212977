//! Cancel and progress.

use super::ContourError;
use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};

/// Cancel and progress of a contour: one relaxed load per block of work.
#[derive(Debug, Default)]
pub struct Watch {
    /// Set to stop.
    pub cancel: AtomicBool,
    /// Done, in thousandths.
    pub permille: AtomicU32,
}

/// One pass over many blocks: its share of the progress, and how much of it is done.
pub(super) struct Stage<'a> {
    watch: &'a Watch,
    from: u32,
    to: u32,
    total: u64,
    done: AtomicU64,
}

impl<'a> Stage<'a> {
    /// A pass over `total` blocks that moves the progress from `from` to `to` thousandths.
    pub(super) fn new(watch: &'a Watch, from: u32, to: u32, total: u64) -> Self {
        Self { watch, from, to, total: total.max(1), done: AtomicU64::new(0) }
    }

    /// One block begins.
    pub(super) fn tick(&self) -> Result<(), ContourError> {
        self.check()?;
        self.advance(1);
        Ok(())
    }

    /// Refuses to go on when cancelled.
    pub(super) fn check(&self) -> Result<(), ContourError> {
        if self.watch.cancel.load(Ordering::Relaxed) { Err(ContourError::Cancelled) } else { Ok(()) }
    }

    /// So many blocks are done.
    pub(super) fn advance(&self, blocks: u64) {
        let done = self.done.fetch_add(blocks, Ordering::Relaxed) + blocks;
        let share = (u128::from(self.to - self.from) * u128::from(done) / u128::from(self.total)) as u32;
        self.watch.permille.fetch_max(self.from + share.min(self.to - self.from), Ordering::Relaxed);
    }
}
