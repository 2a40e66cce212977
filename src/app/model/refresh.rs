//! Document -> derived state: builds, simulation, issues, claims.

use super::{Claims, Model, Pending};
use crate::app::playback::Playback;
use crate::app::words::counted;
use crate::pipeline::{Quality, Request, Simulation};
use crate::scene::Scene;
use std::sync::Arc;
use std::sync::mpsc::{TryRecvError, channel};
use std::time::{Duration, Instant};

impl Model {
    /// Brings everything that is derived up to date with the document, and lets time run for `elapsed`. Returns true if
    /// another frame is needed at once.
    pub(crate) fn refresh(&mut self, elapsed: Duration) -> bool {
        self.poll_build();
        self.poll_check();
        if self.derived.revision != self.document.revision() {
            self.derived.revision = self.document.revision();
            self.issues = self.document.scene().issues();
            self.selection.retain_existing(self.document.scene());
            self.resimulate();
            self.touch_picture();
        }
        self.find_facts();
        self.request_build();
        self.advance_pending() | self.advance_time(elapsed)
    }

    // ---- Meshes -----------------------------------------------------------------------------------------------

    /// Asks for a build if what meshes come from has changed: coarse while something is dragged, as the scene says
    /// otherwise.
    fn request_build(&mut self) {
        let quality = if self.document.in_gesture() { Quality::Preview } else { Quality::Final };
        let scene = self.document.snapshot();
        let up_to_date = self.derived.requested.as_ref().is_some_and(|(requested, requested_quality, _)| {
            // A final mesh serves as a preview of the same scene.
            let fine_enough = *requested_quality == Quality::Final || quality == Quality::Preview;
            fine_enough && same_solids(requested, &scene)
        });
        if up_to_date {
            return;
        }
        let revision = self.document.revision();
        self.derived.requested = Some((Arc::clone(&scene), quality, revision));
        self.derived.worker.request(Request { revision, scene, quality });
        if let Some(report) = &mut self.report {
            report.stale = true;
        }
    }

    fn poll_build(&mut self) {
        let Some(result) = self.derived.worker.poll() else { return };
        for issue in &result.built.issues {
            self.log.warn(issue.to_string());
        }
        self.derived.built = Some((result.revision, result.quality));
        self.built = Some(result.built);
        self.touch_picture();
    }

    // ---- Time -------------------------------------------------------------------------------------------------

    /// Puts the changed scene into a new simulation that goes to the present tick; only changed inputs keep the old one.
    fn resimulate(&mut self) {
        let scene = self.document.snapshot();
        let before = std::mem::replace(&mut self.derived.simulated, Arc::clone(&scene));
        let same_bodies = same_bodies(&before, &scene);
        if same_bodies && before.inputs == scene.inputs && self.derived.simulation.is_some() {
            return;
        }
        let (tick, play) = (self.tick(), self.playback.is_playing());
        if same_bodies
            && self.derived.pending.is_none()
            && let Some(simulation) = &mut self.derived.simulation
        {
            if let Err(error) = simulation.set_inputs(scene.inputs.clone()) {
                self.playback.pause();
                self.log.error(error.to_string());
            }
            return;
        }
        let target = self.playback.target().unwrap_or(tick);
        let play = play || self.derived.pending.as_ref().is_some_and(|p| p.play);
        self.derived.pending = Some(Pending { simulation: Simulation::lenient(&scene), tick: target, play });
        self.playback.pause();
    }

    /// Lets the new simulation go on; shows it when it is where the old one was.
    fn advance_pending(&mut self) -> bool {
        let Some(mut pending) = self.derived.pending.take() else { return false };
        let mut runner = Playback::default();
        runner.seek(pending.tick);
        match runner.advance(&mut pending.simulation, Duration::ZERO, 1.0, Playback::BUDGET) {
            Ok(progress) if progress.busy => {
                self.derived.pending = Some(pending);
                return true;
            }
            Ok(_) => {}
            Err(error) => self.log.error(error.to_string()),
        }
        self.show(pending);
        self.playback.is_playing()
    }

    fn show(&mut self, pending: Pending) {
        self.derived.simulation = Some(pending.simulation);
        if pending.play {
            self.playback.play();
        }
        self.touch_picture();
    }

    /// Ends a re-simulation under way, since the person goes elsewhere in time.
    pub(crate) fn show_pending(&mut self) {
        if let Some(pending) = self.derived.pending.take() {
            self.show(Pending { play: false, ..pending });
        }
    }

    fn advance_time(&mut self, elapsed: Duration) -> bool {
        let dt = self.document.scene().simulation.dt;
        let Some(simulation) = &mut self.derived.simulation else { return false };
        let (before, start) = (simulation.tick(), Instant::now());
        let result = self.playback.advance(simulation, elapsed, dt, Playback::BUDGET);
        let ticks = simulation.tick().abs_diff(before);
        match result {
            Ok(progress) => {
                if progress.changed {
                    self.note_ticks(ticks, start.elapsed());
                    self.touch_picture();
                }
                progress.busy
            }
            Err(error) => {
                self.log.error(error.to_string());
                self.touch_picture();
                false
            }
        }
    }

    /// A smoothed time of one tick.
    fn note_ticks(&mut self, ticks: u32, time: Duration) {
        let ms = time.as_secs_f64() * 1e3 / f64::from(ticks.max(1));
        self.tick_ms = Some(self.tick_ms.map_or(ms, |old| 0.8 * old + 0.2 * ms));
    }

    /// Goes to a tick.
    pub(crate) fn seek(&mut self, tick: u32) {
        self.show_pending();
        self.playback.seek(tick);
    }

    /// Goes some ticks on or back.
    pub(crate) fn step(&mut self, ticks: i32) {
        self.show_pending();
        if let Some(simulation) = &self.derived.simulation {
            self.playback.step(ticks, simulation);
        }
    }

    /// Plays or pauses.
    pub(crate) fn play_pause(&mut self) {
        self.show_pending();
        self.playback.toggle();
    }

    /// A replaced document starts at tick 0, with nothing of the old one.
    pub(crate) fn forget_derived(&mut self) {
        self.playback = Playback::default();
        self.derived.simulation = None;
        self.derived.pending = None;
        self.derived.poke = None;
        self.derived.facts = None;
        self.derived.requested = None;
        self.derived.built = None;
        self.built = None;
        self.claims = None;
        self.report = None;
        self.before_solo = None;
        self.hovered = None;
        self.selection = Default::default();
        self.page = Default::default();
    }

    // ---- Claims -----------------------------------------------------------------------------------------------

    /// Evaluates the scene's claims on a thread.
    pub(crate) fn check_now(&mut self) {
        let (send, receive) = channel();
        let (scene, wake) = (self.document.snapshot(), Arc::clone(&self.wake));
        let started = std::thread::Builder::new().name("check".into()).spawn(move || {
            // Fails if the window is gone, which is fine.
            let _ = send.send(scene.check());
            wake();
        });
        match started {
            Ok(_) => self.derived.checking = Some((self.document.revision(), receive)),
            Err(error) => self.log.error(format!("Checking could not be started: {error}")),
        }
    }

    fn poll_check(&mut self) {
        let Some((revision, receive)) = &self.derived.checking else { return };
        match receive.try_recv() {
            Err(TryRecvError::Empty) => return,
            Err(TryRecvError::Disconnected) => self.log.error("Checking the expectations failed"),
            Ok(report) => {
                let failed = report.claims.iter().filter(|c| !c.holds).count();
                let all = report.claims.len();
                match (failed, all) {
                    (0, 0) => self.log.info("The scene expects nothing, so nothing was checked"),
                    (0, 1) => self.log.info("The expectation holds"),
                    (0, _) => self.log.info(format!("All {all} expectations hold")),
                    _ => self.log.warn(format!("Not as expected: {failed} of {}", counted(all, "expectation"))),
                }
                self.claims = Some(Claims { revision: *revision, report });
            }
        }
        self.derived.checking = None;
    }
}

/// Equal in all that meshes come from.
fn same_solids(a: &Scene, b: &Scene) -> bool {
    a.nodes == b.nodes && a.contour == b.contour
}

/// Equal in all that a simulation is made from, but for its inputs.
fn same_bodies(a: &Scene, b: &Scene) -> bool {
    a.nodes == b.nodes && a.ropes == b.ropes && a.deformers == b.deformers && a.simulation == b.simulation
}
