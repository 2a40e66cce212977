//! What an algorithm tells while it runs. Every method has an empty body, and `()` records nothing.

/// Listens to the contouring of one cell. Cannot change a result: its methods return nothing.
pub trait Recorder {}

impl Recorder for () {}
