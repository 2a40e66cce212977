//! Quadratic error functions: the point that fits tangent planes best (Ju et al. 2002).

use glam::{DMat3, DVec3};

/// Sum of squared distances to planes, about the mass point, in cell units. QEFs add.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Qef {
    /// Sum of n nᵀ.
    pub m: DMat3,
}

/// How a QEF is solved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct QefSettings {
    /// Creases whose normals differ by more than this are kept, degrees.
    pub sharpness_deg: f64,
    /// Strength of the pull toward the mass point.
    pub bias: f64,
}

/// What solving a QEF taught.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Solution {
    /// The chosen point, cell units.
    pub position: DVec3,
    /// Minimiser without constraint, cell units.
    pub free: DVec3,
    /// Rank after the cut-off.
    pub rank: u8,
    /// Plain error at `position`, cell units squared.
    pub error: f64,
    /// True if `free` lay outside of the cell.
    pub clamped: bool,
}
