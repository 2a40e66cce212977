//! The number type of an evaluation.

/// f32 or f64.
pub trait Real: Copy + Default + Send + Sync + PartialOrd + 'static {}

impl Real for f32 {}
impl Real for f64 {}
