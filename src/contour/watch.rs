//! Cancel and progress.

use super::ContourError;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering};

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
    total: usize,
    done: AtomicU32,
}

impl<'a> Stage<'a> {
    /// A pass over `total` blocks that moves the progress from `from` to `to` thousandths.
    pub(super) fn new(watch: &'a Watch, from: u32, to: u32, total: usize) -> Self {
        Self { watch, from, to, total: total.max(1), done: AtomicU32::new(0) }
    }

    /// One block begins.
    pub(super) fn tick(&self) -> Result<(), ContourError> {
        if self.watch.cancel.load(Ordering::Relaxed) {
            return Err(ContourError::Cancelled);
        }
        let done = self.done.fetch_add(1, Ordering::Relaxed) as usize;
        let share = (u64::from(self.to - self.from) * done as u64 / self.total as u64) as u32;
        self.watch.permille.fetch_max(self.from + share.min(self.to - self.from), Ordering::Relaxed);
        Ok(())
    }
}
