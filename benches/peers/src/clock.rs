//! How long things take, side by side.

use cpu_time::ProcessTime;
use std::time::{Duration, Instant};

/// Most rounds, of which the median counts.
const MOST_ROUNDS: usize = 15;
/// Rounds that are run even of what is slow.
const LEAST_ROUNDS: usize = 3;
/// Beyond this a contender sits out further rounds, once it has run [`LEAST_ROUNDS`].
const BUDGET: Duration = Duration::from_secs(2);
/// What takes longer than this needs neither warming up nor repeating.
const LONG: Duration = Duration::from_secs(5);

/// What is counted.
#[derive(Clone, Copy)]
pub enum Clock {
    /// Processor time of this process: all threads, none of what else the machine does.
    Processor,
    /// Time on the wall, for what several threads do.
    Wall,
}

impl Clock {
    fn time(self, work: &mut dyn FnMut()) -> Duration {
        match self {
            Self::Processor => {
                let start = ProcessTime::now();
                work();
                start.elapsed()
            }
            Self::Wall => {
                let start = Instant::now();
                work();
                start.elapsed()
            }
        }
    }
}

/// Median of each contender's times in seconds; none for those that are left out. They take turns, so that a change in
/// the machine's speed meets all.
pub fn medians<const N: usize>(clock: Clock, mut contenders: [Option<&mut dyn FnMut()>; N]) -> [Option<f64>; N] {
    let mut times: [Vec<Duration>; N] = std::array::from_fn(|_| Vec::new());
    for round in 0..=MOST_ROUNDS {
        for (work, times) in contenders.iter_mut().zip(&mut times) {
            let Some(work) = work else { continue };
            let spent: Duration = times.iter().sum();
            if spent > LONG || (times.len() >= LEAST_ROUNDS && spent > BUDGET) {
                continue;
            }
            let time = clock.time(work);
            if round > 0 || time > LONG {
                times.push(time);
            }
        }
    }
    times.map(|mut times| {
        times.sort_unstable();
        times.get(times.len() / 2).map(Duration::as_secs_f64)
    })
}
