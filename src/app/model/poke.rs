//! Recording what the mouse does to soft bodies into the input track.

use super::Model;
use crate::app::words::counted;
use crate::scene::{Act, Edit, Input};
use glam::DVec3;

/// Force of a poke by mouse, m/s² per unit mass; the tutorials' value.
const FORCE: f64 = 10.0;
/// Distance of the force point from the hit, metres; the tutorials' value.
pub(crate) const OFFSET: f64 = 0.1;
/// While held, the poke is written this far ahead, so that ticks of the coming frames have it.
const AHEAD: u32 = 12;

/// A poke that is held.
#[derive(Debug)]
pub(super) struct Recording {
    /// The inputs before it.
    before: Vec<Input>,
    /// What was recorded so far; the last one is held.
    pokes: Vec<Input>,
    /// Time stood still before: it stops again at the release.
    was_paused: bool,
}

impl Recording {
    /// Goes on with a ray at a tick; a moved ray starts another input.
    fn follow(&mut self, tick: u32, origin: DVec3, direction: DVec3) {
        let act = Act::Poke { origin, direction, force: FORCE, offset: OFFSET };
        if let Some(last) = self.pokes.last_mut() {
            if last.act == act || last.tick >= tick {
                last.act = act;
                last.ticks = tick.saturating_sub(last.tick) + AHEAD;
                return;
            }
            last.ticks = tick - last.tick;
        }
        self.pokes.push(Input { tick, ticks: AHEAD, act, note: String::new() });
    }

    /// Cuts what was written ahead.
    fn finish(&mut self, tick: u32) {
        if let Some(last) = self.pokes.last_mut() {
            last.ticks = tick.saturating_sub(last.tick).max(1);
        }
    }

    fn edit(&self) -> Edit {
        Edit::SetInputs(self.before.iter().chain(&self.pokes).cloned().collect())
    }
}

impl Model {
    /// The poke tool is held on a ray: time runs, and the poke is written into the input track.
    pub(crate) fn poke(&mut self, origin: DVec3, direction: DVec3) {
        let tick = self.tick();
        if self.derived.poke.is_none() {
            self.document.begin_gesture("Poke");
            let before = self.document.scene().inputs.clone();
            let was_paused = !self.playback.is_playing();
            self.derived.poke = Some(Recording { before, pokes: Vec::new(), was_paused });
            self.show_pending();
            if was_paused {
                self.playback.play();
            }
        }
        let Some(recording) = &mut self.derived.poke else { return };
        recording.follow(tick, origin, direction);
        let edit = recording.edit();
        if let Err(error) = self.document.preview(edit) {
            self.log.error(error.to_string());
        }
    }

    /// The poke tool was released: the recording is one undo entry.
    pub(crate) fn end_poke(&mut self) {
        let Some(mut recording) = self.derived.poke.take() else { return };
        recording.finish(self.tick());
        if let Err(error) = self.document.preview(recording.edit()) {
            self.log.error(error.to_string());
        }
        self.document.commit_gesture();
        if recording.was_paused {
            self.playback.pause();
        }
        if let (Some(first), Some(last)) = (recording.pokes.first(), recording.pokes.last()) {
            let ticks = last.tick.saturating_add(last.ticks) - first.tick;
            let length = counted(ticks as usize, "tick");
            self.log.info(format!("Recorded a poke of {length} at tick {} in the input track", first.tick));
        }
    }

    /// The poke is given up: the track is as before.
    pub(crate) fn cancel_poke(&mut self) {
        if let Some(recording) = self.derived.poke.take() {
            self.document.cancel_gesture();
            if recording.was_paused {
                self.playback.pause();
            }
        }
    }

    /// True while the poke tool is held.
    pub(crate) fn is_poking(&self) -> bool {
        self.derived.poke.is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_moved_ray_starts_another_input() {
        let mut recording = Recording { before: Vec::new(), pokes: Vec::new(), was_paused: false };
        recording.follow(10, DVec3::Y, DVec3::NEG_Y);
        recording.follow(12, DVec3::Y, DVec3::NEG_Y);
        recording.follow(14, DVec3::X, DVec3::NEG_X);
        recording.follow(14, DVec3::Z, DVec3::NEG_Z);
        recording.finish(17);
        let spans: Vec<_> = recording.pokes.iter().map(|p| (p.tick, p.ticks)).collect();
        assert_eq!(spans, [(10, 4), (14, 3)]);
        assert!(matches!(recording.pokes[1].act, Act::Poke { origin: DVec3::Z, .. }));
    }

    #[test]
    fn a_click_is_a_poke_of_one_tick() {
        let mut recording = Recording { before: Vec::new(), pokes: Vec::new(), was_paused: true };
        recording.follow(5, DVec3::Y, DVec3::NEG_Y);
        recording.finish(5);
        assert_eq!(recording.pokes[0].ticks, 1);
    }
}
