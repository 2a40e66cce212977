//! Small maths that glam lacks. Layer 0: it knows no other module.

mod affine;
mod bounds;
mod eigen;
mod polygon;
mod transform;

pub use affine::Affine;
pub use bounds::Bounds;
pub use eigen::{SymEigen3, sym_eigen3};
pub use polygon::{PolygonFault, is_clockwise, polygon_fault};
pub use transform::Transform;

/// Sine of an angle in radians, the same bits on every platform.
#[must_use]
pub fn sin(radians: f64) -> f64 {
    libm::sin(radians)
}

/// Cosine of an angle in radians, the same bits on every platform.
#[must_use]
pub fn cos(radians: f64) -> f64 {
    libm::cos(radians)
}
