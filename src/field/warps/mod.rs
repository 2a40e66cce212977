//! The domain operators, one file each: the map with its gradient, the image of a box, the Lipschitz factor.

pub(super) mod bend;
pub(super) mod elongate;
pub(super) mod mirror;
pub(super) mod polar;
pub(super) mod repeat;
pub(super) mod taper;
pub(super) mod twist;

mod arc;

pub(super) use polar::{Polar, PolarRepeat};
pub(super) use repeat::{Repeat, Window};
