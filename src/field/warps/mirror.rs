//! Reflection in a plane across an axis. The map is a reflection on one side and the identity on the other: it never
//! lengthens.

use crate::field::Real;
use crate::field::formula::{Map, VisitMap};
use crate::math::Bounds;

/// Folds the points below the plane over to the side above it.
#[derive(Clone, Copy)]
struct Fold<T, const AXIS: usize> {
    offset: T,
}

/// Hands the visitor the fold; the axis is a constant of its type.
#[inline(always)]
pub(in crate::field) fn visit<T: Real>(axis: usize, offset: f64, visitor: impl VisitMap<T>) {
    let offset = T::from_f64(offset);
    match axis {
        0 => visitor.visit(Fold::<T, 0> { offset }),
        1 => visitor.visit(Fold::<T, 1> { offset }),
        _ => visitor.visit(Fold::<T, 2> { offset }),
    }
}

impl<T: Real, const AXIS: usize> Map<T> for Fold<T, AXIS> {
    #[inline(always)]
    fn point(self, mut p: [T; 3]) -> [T; 3] {
        p[AXIS] = self.offset + (p[AXIS] - self.offset).abs();
        p
    }

    #[inline(always)]
    fn pull(self, p: [T; 3], mut gradient: [T; 3]) -> [T; 3] {
        let g = gradient[AXIS];
        gradient[AXIS] = if p[AXIS] < self.offset { -g } else { g };
        gradient
    }
}

/// What is left above the plane, and its reflection.
pub(in crate::field) fn image(axis: usize, offset: f64, local: &Bounds) -> Bounds {
    let mut image = *local;
    if local.max[axis] < offset {
        return Bounds::EMPTY;
    }
    image.min[axis] = 2.0 * offset - local.max[axis];
    image
}
