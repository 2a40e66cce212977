//! Playing, stepping and seeking, in portions that keep the window alive.

use crate::pipeline::{Error, Simulation};
use crate::sim::Clock;
use std::time::{Duration, Instant};

/// Whether and how time runs. Holds no scene and no simulation.
#[derive(Clone, Debug)]
pub struct Playback {
    playing: bool,
    speed: f64,
    clock: Clock,
    /// Where a seek wants to go.
    target: Option<u32>,
}

/// What a frame did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// The simulation's tick changed.
    pub changed: bool,
    /// There is more to do: ask for another frame at once.
    pub busy: bool,
}

impl Default for Playback {
    fn default() -> Self {
        Self { playing: false, speed: 1.0, clock: new_clock(), target: None }
    }
}

fn new_clock() -> Clock {
    Clock { pending_ns: 0, dropped_ticks: 0 }
}

impl Playback {
    /// Time that one frame may spend on ticks; with 16 ms for a frame it leaves time to draw.
    pub const BUDGET: Duration = Duration::from_millis(12);
    /// Ticks between two looks at the clock while seeking.
    const CHUNK: u32 = 4;
    /// Speeds that a person can choose.
    pub const SPEEDS: [f64; 6] = [0.1, 0.25, 0.5, 1.0, 2.0, 4.0];

    /// True while time runs.
    #[must_use]
    pub fn is_playing(&self) -> bool {
        self.playing
    }

    /// True while time runs or a seek is under way: frames are needed.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        self.playing || self.target.is_some()
    }

    /// Simulated seconds per second.
    #[must_use]
    pub fn speed(&self) -> f64 {
        self.speed
    }

    /// Sets the speed, 0.01 to 100; NaN changes nothing.
    pub fn set_speed(&mut self, speed: f64) {
        if speed.is_finite() {
            self.speed = speed.clamp(0.01, 100.0);
        }
    }

    /// Ticks that were left out since playing began, because the machine is too slow; 0 while time stands still.
    #[must_use]
    pub fn behind(&self) -> u64 {
        if self.playing { self.clock.dropped_ticks } else { 0 }
    }

    /// Where a seek under way wants to go.
    #[must_use]
    pub fn target(&self) -> Option<u32> {
        self.target
    }

    /// Lets time run.
    pub fn play(&mut self) {
        self.playing = true;
        self.target = None;
        self.clock = new_clock();
    }

    /// Stops time, and a seek.
    pub fn pause(&mut self) {
        self.playing = false;
        self.target = None;
    }

    /// Plays, or pauses.
    pub fn toggle(&mut self) {
        if self.playing { self.pause() } else { self.play() }
    }

    /// Goes to a tick and stays there.
    pub fn seek(&mut self, tick: u32) {
        self.playing = false;
        self.target = Some(tick);
    }

    /// Goes some ticks on or back, from where a seek under way ends.
    pub fn step(&mut self, ticks: i32, simulation: &Simulation) {
        let from = self.target.unwrap_or(simulation.tick());
        self.seek(from.saturating_add_signed(ticks));
    }

    /// Does a frame's share of the work. `elapsed` is the time since the last frame, `dt_secs` the length of a tick.
    ///
    /// # Errors
    /// Time stops at the last good tick.
    pub fn advance(
        &mut self,
        simulation: &mut Simulation,
        elapsed: Duration,
        dt_secs: f64,
        budget: Duration,
    ) -> Result<Progress, Error> {
        let before = simulation.tick();
        let result = self.advance_inner(simulation, elapsed, dt_secs, budget);
        if result.is_err() {
            self.pause();
        }
        result.map(|()| Progress { changed: simulation.tick() != before, busy: self.is_busy() })
    }

    fn advance_inner(
        &mut self,
        simulation: &mut Simulation,
        elapsed: Duration,
        dt_secs: f64,
        budget: Duration,
    ) -> Result<(), Error> {
        if let Some(target) = self.target {
            if seek_some(simulation, target, budget)? {
                self.target = None;
            }
            return Ok(());
        }
        if !self.playing {
            return Ok(());
        }
        let scaled = elapsed.as_nanos() as f64 * self.speed;
        // The cast saturates, and takes a NaN to 0.
        let ticks = self.clock.advance(scaled as u64, dt_secs);
        let start = Instant::now();
        for done in 0..ticks {
            simulation.step()?;
            if start.elapsed() >= budget {
                self.clock.dropped_ticks += u64::from(ticks - done - 1);
                break;
            }
        }
        Ok(())
    }
}

/// Goes toward a tick for as long as the budget lasts; true when it is there.
fn seek_some(simulation: &mut Simulation, target: u32, budget: Duration) -> Result<bool, Error> {
    let start = Instant::now();
    if simulation.tick() > target {
        // Restores a keyframe and steps at most to the next one: bounded by the history.
        simulation.run_to(target)?;
    }
    while simulation.tick() < target {
        let next = simulation.tick().saturating_add(Playback::CHUNK).min(target);
        simulation.run_to(next)?;
        if start.elapsed() >= budget {
            break;
        }
    }
    Ok(simulation.tick() == target)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{Rope, Scene};

    const FRAME: Duration = Duration::from_millis(20);
    const LONG: Duration = Duration::from_secs(3600);

    fn simulation() -> Simulation {
        let scene = Scene { ropes: vec![Rope::new("rope", 4, 1.0)], ..Scene::default() };
        Simulation::new(&scene).expect("a simulation")
    }

    #[test]
    fn playing_keeps_wall_time() {
        let (mut playback, mut sim) = (Playback::default(), simulation());
        assert_eq!(playback.advance(&mut sim, FRAME, 0.02, LONG).expect("fine"), Progress::default());
        playback.play();
        for _ in 0..5 {
            playback.advance(&mut sim, FRAME, 0.02, LONG).expect("fine");
        }
        assert_eq!(sim.tick(), 5);
        playback.set_speed(0.5);
        for _ in 0..4 {
            playback.advance(&mut sim, FRAME, 0.02, LONG).expect("fine");
        }
        assert_eq!(sim.tick(), 7);
        playback.pause();
        assert!(!playback.advance(&mut sim, FRAME, 0.02, LONG).expect("fine").busy);
    }

    #[test]
    fn a_long_frame_is_cut_and_counted() {
        let (mut playback, mut sim) = (Playback::default(), simulation());
        playback.play();
        playback.advance(&mut sim, Duration::from_secs(5), 0.02, LONG).expect("fine");
        assert_eq!(sim.tick(), Clock::MAX_TICKS_PER_FRAME);
        assert_eq!(playback.behind(), 250 - u64::from(Clock::MAX_TICKS_PER_FRAME));
        playback.pause();
        assert_eq!(playback.behind(), 0);
    }

    #[test]
    fn seeking_far_takes_several_frames() {
        let (mut playback, mut sim) = (Playback::default(), simulation());
        playback.seek(10);
        let mut frames = 0;
        while playback.is_busy() {
            playback.advance(&mut sim, FRAME, 0.02, Duration::ZERO).expect("fine");
            frames += 1;
        }
        assert_eq!((sim.tick(), frames), (10, 3));
        playback.step(-4, &sim);
        playback.step(1, &sim);
        playback.advance(&mut sim, FRAME, 0.02, LONG).expect("fine");
        assert_eq!(sim.tick(), 7);
        playback.step(-100, &sim);
        playback.advance(&mut sim, FRAME, 0.02, LONG).expect("fine");
        assert_eq!(sim.tick(), 0);
    }

    #[test]
    fn bad_numbers_change_nothing() {
        let (mut playback, mut sim) = (Playback::default(), simulation());
        playback.set_speed(f64::NAN);
        assert_eq!(playback.speed(), 1.0);
        playback.play();
        for dt in [0.0, -1.0, f64::NAN, f64::INFINITY] {
            playback.advance(&mut sim, FRAME, dt, LONG).expect("fine");
        }
        assert_eq!(sim.tick(), 0);
    }
}
