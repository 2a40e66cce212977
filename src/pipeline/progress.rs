//! Cancel and progress of long work.

use crate::contour::Watch;
use std::sync::atomic::{AtomicU32, Ordering};

/// Cancel and progress of work that goes in steps: solids that are contoured, ticks that are run. One thread works,
/// others look on and may cancel.
#[derive(Debug, Default)]
pub struct Progress {
    /// Handed to the contourer: cancel, and the progress within the present step.
    pub(super) watch: Watch,
    done: AtomicU32,
    steps: AtomicU32,
}

impl Progress {
    /// Asks the work to stop soon.
    pub fn cancel(&self) {
        self.watch.cancel.store(true, Ordering::Relaxed);
    }

    /// True after [`Progress::cancel`].
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        self.watch.cancel.load(Ordering::Relaxed)
    }

    /// Progress over all steps, in thousandths.
    #[must_use]
    pub fn permille(&self) -> u32 {
        let steps = self.steps.load(Ordering::Relaxed);
        let done = self.done.load(Ordering::Relaxed);
        if steps == 0 {
            return 0;
        }
        let within = if done < steps { self.watch.permille.load(Ordering::Relaxed).min(1000) } else { 0 };
        (u64::from(done) * 1000 + u64::from(within)).div_euclid(u64::from(steps)).min(1000) as u32
    }

    /// Work of so many steps begins.
    pub(super) fn begin(&self, steps: usize) {
        self.watch.permille.store(0, Ordering::Relaxed);
        self.done.store(0, Ordering::Relaxed);
        self.steps.store(u32::try_from(steps).unwrap_or(u32::MAX), Ordering::Relaxed);
    }

    pub(super) fn finish_step(&self) {
        // In this order a reader may see progress fall short for a moment, but never jump ahead.
        self.watch.permille.store(0, Ordering::Relaxed);
        self.done.fetch_add(1, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_within_counts_for_its_share() {
        let progress = Progress::default();
        assert_eq!(progress.permille(), 0);
        progress.begin(4);
        progress.finish_step();
        progress.watch.permille.store(500, Ordering::Relaxed);
        assert_eq!(progress.permille(), 375);
        for _ in 0..9 {
            progress.finish_step();
        }
        assert_eq!(progress.permille(), 1000);
        assert!(!progress.is_cancelled());
        progress.cancel();
        assert!(progress.is_cancelled());
    }
}
