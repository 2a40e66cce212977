//! How honest a value is about its distance.

/// What the value of a field, or of one of its shapes, says about the distance to the surface.
///
/// The order is from the strongest promise to the weakest, so that the class of two parts together is the greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Class {
    /// |value| is the Euclidean distance to the surface, outside of the solid at least.
    Exact,
    /// |value| never exceeds the distance to the surface.
    Bound,
    /// |value| divided by the Lipschitz factor never exceeds the distance to the surface; nothing more.
    Neither,
}
