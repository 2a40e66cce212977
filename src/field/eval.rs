//! Batches of points through the program.

use super::Real;

/// Points as structure of arrays; the three slices have one length.
#[derive(Clone, Copy, Debug)]
pub struct Points<'a, T> {
    /// x, metres.
    pub x: &'a [T],
    /// y, metres.
    pub y: &'a [T],
    /// z, metres.
    pub z: &'a [T],
}

/// Buffers of an evaluation, reused between batches.
#[derive(Clone, Debug, Default)]
pub struct Scratch<T: Real> {
    _buffers: Vec<T>,
}
