//! Position Verlet rope.
use glam::DVec3;

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

impl RopeState {
    /// (length - rest) / rest of each segment.
    pub fn strains(&self) -> impl Iterator<Item = f64> + '_ {
        self.positions.windows(2).map(|w| ((w[1] - w[0]).length() - self.segment) / self.segment)
    }

    /// Largest strain of a segment; 0.02 is 2 %.
    #[must_use]
    pub fn max_stretch(&self) -> f64 {
        self.strains().fold(f64::NEG_INFINITY, f64::max)
    }
}

/// Worst strain of a settled hanging rope: N(N-1)·g·h²/(iterations·L) (h = substep).
#[must_use]
pub fn predicted_stretch(segments: u32, length: f64, iterations: u32, gravity: f64, substep_secs: f64) -> f64 {
    let n = f64::from(segments);
    n * (n - 1.0) * gravity * substep_secs * substep_secs / (f64::from(iterations) * length)
}
