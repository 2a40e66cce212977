//! From wall time to ticks.

/// Turns wall time into whole ticks. Counts in integer nanoseconds, so that the number of ticks does not depend on
/// how time was cut into frames.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// Nanoseconds that are not yet a tick.
    pub pending_ns: u64,
    /// Ticks that were dropped by the cap since the start.
    pub dropped_ticks: u64,
}

impl Clock {
    /// Most ticks that one frame may cost. After a window was hidden for 5 s, catching up with 250 ticks would
    /// freeze it again, and the next frame would be later still.
    pub const MAX_TICKS_PER_FRAME: u32 = 8;

    /// A clock with nothing pending.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Number of ticks to run after `elapsed_ns` more; `dt_secs` is the length of a tick. Ticks beyond
    /// [`Self::MAX_TICKS_PER_FRAME`] are dropped and counted. A dt that is not finite or below a nanosecond gives 0
    /// and leaves the clock as it was.
    pub fn advance(&mut self, elapsed_ns: u64, dt_secs: f64) -> u32 {
        let dt_ns = (dt_secs * 1e9).round();
        if !(dt_ns.is_finite() && dt_ns >= 1.0) {
            return 0;
        }
        // The conversion saturates: a dt of centuries is a tick that never comes.
        let dt_ns = dt_ns as u64;
        let total = self.pending_ns.saturating_add(elapsed_ns);
        let due = total / dt_ns;
        let run = due.min(u64::from(Self::MAX_TICKS_PER_FRAME));
        self.pending_ns = total % dt_ns;
        self.dropped_ticks = self.dropped_ticks.saturating_add(due - run);
        u32::try_from(run).unwrap_or(Self::MAX_TICKS_PER_FRAME)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// Ticks of a second that is cut into `frames` frames.
    fn ticks_of_a_second(frames: u64) -> u32 {
        let mut clock = Clock::new();
        let at = |frame: u64| frame * 1_000_000_000 / frames;
        (0..frames).map(|f| clock.advance(at(f + 1) - at(f), 0.02)).sum()
    }

    #[test]
    fn p05_a_second_is_fifty_ticks_however_it_is_cut() {
        for frames in [10, 50, 144] {
            assert_eq!(ticks_of_a_second(frames), 50, "{frames} frames");
        }
    }

    #[test]
    fn p05_a_long_frame_is_capped_and_the_rest_counted() {
        let mut clock = Clock::new();
        assert_eq!(clock.advance(5_000_000_000, 0.02), 8);
        assert_eq!(clock, Clock { pending_ns: 0, dropped_ticks: 242 });
        assert_eq!(clock.advance(20_000_000, 0.02), 1);
    }

    #[test]
    fn p05_a_bad_tick_length_is_ignored() {
        for dt in [0.0, -0.0, -0.02, f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e-12] {
            let mut clock = Clock { pending_ns: 7, dropped_ticks: 1 };
            assert_eq!(clock.advance(1_000_000_000, dt), 0, "dt {dt}");
            assert_eq!(clock, Clock { pending_ns: 7, dropped_ticks: 1 }, "dt {dt}");
        }
    }

    #[test]
    fn extreme_times_do_not_overflow() {
        let mut clock = Clock { pending_ns: u64::MAX, dropped_ticks: u64::MAX };
        assert_eq!(clock.advance(u64::MAX, 1e-9), 8);
        assert_eq!(clock.dropped_ticks, u64::MAX);
        assert_eq!(Clock::new().advance(u64::MAX - 1, 1e300), 0);
    }

    proptest! {
        #[test]
        fn no_time_is_lost(frames in prop::collection::vec(0_u64..200_000_000, 1..60)) {
            let mut clock = Clock::new();
            let ran: u64 = frames.iter().map(|&f| u64::from(clock.advance(f, 0.02))).sum();
            let told = (ran + clock.dropped_ticks) * 20_000_000 + clock.pending_ns;
            prop_assert_eq!(told, frames.iter().sum::<u64>());
        }
    }
}
