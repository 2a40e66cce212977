//! Position Verlet rope: the state, and the tutorials' step in their order of operations.
//!
//! Jakobsen, "Advanced Character Physics" (2001): velocity is the difference of two positions, constraints move
//! positions, one pair after the other.

use super::collide::Obstacles;
use glam::DVec3;

/// Pairs closer than this have no direction to correct along and are skipped, metres.
pub(super) const COINCIDENT: f64 = 0.0001;

/// State of a rope.
#[derive(Clone, Debug, PartialEq)]
pub struct RopeState {
    /// Its id.
    pub id: String,
    /// Positions, metres.
    pub positions: Vec<DVec3>,
    /// Positions one step ago, metres.
    pub previous: Vec<DVec3>,
    /// Particles that anchors hold.
    pub pinned: Vec<bool>,
    /// Rest length of a segment, metres.
    pub segment: f64,
    /// Radius, metres.
    pub radius: f64,
    /// Particles in contact after the last tick.
    pub contacts: Vec<bool>,
}

/// Watches a rope step. Its methods return nothing, so that a recorder cannot change a result; `()` records nothing
/// and costs nothing.
pub trait Recorder {
    /// Particles moved by their velocity and gravity.
    fn integrated(&mut self, rope: &RopeState) {
        let _ = rope;
    }
    /// One sweep over all segments is done; `iteration` counts from 0.
    fn swept(&mut self, rope: &RopeState, iteration: u32) {
        let _ = (rope, iteration);
    }
    /// Particles are pushed out of obstacles.
    fn collided(&mut self, rope: &RopeState) {
        let _ = rope;
    }
}

impl Recorder for () {}

/// The first value of a rope that is not finite.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct RopeFault {
    pub particle: usize,
    pub phase: &'static str,
}

/// How a rope steps: numbers that stay the same from substep to substep.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct RopeSolver {
    /// Part of the displacement kept per substep.
    pub damping: f64,
    /// Gravity times the square of the substep, metres.
    pub fall: DVec3,
    /// Sweeps per substep.
    pub iterations: u32,
}

impl RopeSolver {
    /// `damping` is kept per tick; with several substeps each keeps its root, so that a second loses the same.
    pub(super) fn new(damping: f64, gravity: DVec3, iterations: u32, dt_secs: f64, substeps: u32) -> Self {
        let h = dt_secs / f64::from(substeps);
        let damping = if substeps > 1 { libm::pow(damping, 1.0 / f64::from(substeps)) } else { damping };
        Self { damping, fall: gravity * (h * h), iterations }
    }

    /// One substep after the anchors are written. Without contact it is integrate and sweeps, as in the tutorials.
    /// With contact the sweeps run again, since a push stretches the rope, and a last push ends the substep, since
    /// sweeps pull particles back in: what is drawn does not penetrate.
    pub(super) fn substep(
        &self,
        rope: &mut RopeState,
        obstacles: &Obstacles<'_>,
        recorder: &mut impl Recorder,
    ) -> Result<(), RopeFault> {
        rope.contacts.fill(false);
        self.integrate(rope);
        recorder.integrated(rope);
        rope.check_finite("integrate")?;
        self.solve(rope, recorder);
        rope.check_finite("solve")?;
        if obstacles.collide(rope) {
            recorder.collided(rope);
            self.solve(rope, recorder);
            obstacles.collide(rope);
            recorder.collided(rope);
            rope.check_finite("collide")?;
        }
        Ok(())
    }

    /// Moves what a start shape still has in an obstacle out of it, before time begins: pushes and sweeps in turn,
    /// without gravity, until no segment is far from its rest length. A push of some decimetres within one tick would
    /// stretch the rope. A shape that touches nothing stays as it was laid.
    pub(super) fn clear_start(&self, rope: &mut RopeState, obstacles: &Obstacles<'_>) {
        const MAX_ROUNDS: u32 = 200;
        const STRETCHED: f64 = 0.005;
        const COMPRESSED: f64 = -0.05;
        // A straight start may be shorter than the rope on purpose.
        let least = rope.min_strain().min(COMPRESSED);
        for _ in 0..MAX_ROUNDS {
            if !obstacles.collide(rope) || (rope.max_stretch() < STRETCHED && rope.min_strain() >= least) {
                break;
            }
            self.solve(rope, &mut ());
        }
        obstacles.collide(rope);
        rope.previous.clone_from(&rope.positions);
        rope.contacts.fill(false);
    }

    /// x' = x + (x - previous)·damping + g·h²; damping never scales gravity.
    pub(super) fn integrate(&self, rope: &mut RopeState) {
        for ((position, previous), &pinned) in rope.positions.iter_mut().zip(&mut rope.previous).zip(&rope.pinned) {
            if pinned {
                continue;
            }
            let current = *position;
            let kept = (current - *previous) * self.damping;
            *position = current + (kept + self.fall);
            *previous = current;
        }
    }

    /// All sweeps of a substep.
    pub(super) fn solve(&self, rope: &mut RopeState, recorder: &mut impl Recorder) {
        for iteration in 0..self.iterations {
            rope.sweep();
            recorder.swept(rope, iteration);
        }
    }
}

impl RopeState {
    /// A rope at rest: previous positions equal positions, nothing pinned.
    #[must_use]
    pub fn at_rest(id: impl Into<String>, positions: Vec<DVec3>, segment: f64, radius: f64) -> Self {
        let n = positions.len();
        Self {
            id: id.into(),
            previous: positions.clone(),
            positions,
            pinned: vec![false; n],
            segment,
            radius,
            contacts: vec![false; n],
        }
    }

    /// (length - rest) / rest of each segment. Segments of rest length 0 have no strain: theirs is 0.
    pub fn strains(&self) -> impl Iterator<Item = f64> + '_ {
        self.positions
            .windows(2)
            .map(|w| if self.segment > 0.0 { ((w[1] - w[0]).length() - self.segment) / self.segment } else { 0.0 })
    }

    /// Largest strain of a segment; 0.02 is 2 %.
    #[must_use]
    pub fn max_stretch(&self) -> f64 {
        self.strains().fold(f64::NEG_INFINITY, f64::max)
    }

    /// Least strain of a segment; -1 where both its particles are in one point.
    #[must_use]
    pub fn min_strain(&self) -> f64 {
        self.strains().fold(f64::INFINITY, f64::min)
    }

    /// Velocity of each particle over the last substep, m/s; `substep_secs` is its length.
    pub fn velocities(&self, substep_secs: f64) -> impl Iterator<Item = DVec3> + '_ {
        self.positions.iter().zip(&self.previous).map(move |(&x, &p)| (x - p) / substep_secs)
    }

    /// Sum of the segments' lengths, metres.
    #[must_use]
    pub fn total_length(&self) -> f64 {
        self.positions.windows(2).map(|w| (w[1] - w[0]).length()).sum()
    }

    /// Puts a held particle somewhere without giving it speed: both positions are written, so that it does not shoot
    /// off when it is released.
    pub(super) fn place(&mut self, particle: usize, at: DVec3) {
        self.positions[particle] = at;
        self.previous[particle] = at;
    }

    /// One Gauss-Seidel sweep from particle 0 to the tail: each pair is brought to its rest length and sees what the
    /// pair before it did.
    pub(super) fn sweep(&mut self) {
        for i in 0..self.positions.len().saturating_sub(1) {
            let d = self.positions[i + 1] - self.positions[i];
            let length = length(d);
            if length < COINCIDENT {
                continue;
            }
            let correction = d * ((length - self.segment) / length);
            match (self.pinned[i], self.pinned[i + 1]) {
                (false, false) => {
                    self.positions[i] += correction * 0.5;
                    self.positions[i + 1] -= correction * 0.5;
                }
                (false, true) => self.positions[i] += correction,
                (true, false) => self.positions[i + 1] -= correction,
                (true, true) => {}
            }
        }
    }

    /// The first particle that is not finite.
    pub(super) fn check_finite(&self, phase: &'static str) -> Result<(), RopeFault> {
        match self.positions.iter().position(|p| !p.is_finite()) {
            Some(particle) => Err(RopeFault { particle, phase }),
            None => Ok(()),
        }
    }
}

/// Length by squares summed left to right. The golden hashes need this very order, which a maths library may change.
pub(super) fn length(d: DVec3) -> f64 {
    (d.x * d.x + d.y * d.y + d.z * d.z).sqrt()
}

/// Worst strain of a settled hanging rope: N(N-1)·g·h²/(iterations·L) (h = substep).
#[must_use]
pub fn predicted_stretch(segments: u32, length: f64, iterations: u32, gravity: f64, substep_secs: f64) -> f64 {
    let n = f64::from(segments);
    n * (n - 1.0) * gravity * substep_secs * substep_secs / (f64::from(iterations) * length)
}

#[cfg(test)]
#[path = "rope_tests.rs"]
mod tests;
