/// Turns wall time into whole ticks. Counts in integer nanoseconds, so that the number of ticks does not depend on
/// how time was cut into frames.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clock {
    /// Nanoseconds that are not yet a tick.
    pub pending_ns: u64,
    /// Ticks that were dropped by the cap since the start.
    pub dropped_ticks: u64,
}
impl Clock {
    /// Most ticks that one frame may cost.
    pub const MAX_TICKS_PER_FRAME: u32 = 8;
    /// Number of ticks to run after `elapsed_ns` more; `dt_secs` is the length of a tick. A bad dt gives 0.
    pub fn advance(&mut self, elapsed_ns: u64, dt_secs: f64) -> u32 {
        let _ = (elapsed_ns, dt_secs);
        todo!("sim helper")
    }
}
