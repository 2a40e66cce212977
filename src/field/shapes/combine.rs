//! Solids from profiles: a plane figure turned about y or drawn out along it.

use super::super::Real;
use super::super::formula::{Formula, Slope};
use super::vector::{above, direction, is_zero, length2, sign};

/// A gradient in the plane, and whether it jumps or is undefined at the point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PlaneSlope<T> {
    pub gradient: [T; 2],
    pub feature: bool,
}

impl<T: Real> PlaneSlope<T> {
    /// A smooth spot, or an undefined one if the gradient is zero.
    #[inline(always)]
    pub fn smooth(gradient: [T; 2]) -> Self {
        Self { gradient, feature: is_zero(gradient) }
    }
}

/// The signed distance of a plane figure.
pub trait Profile<T: Real>: Copy {
    fn value(self, q: [T; 2]) -> T;
    fn slope(self, q: [T; 2]) -> PlaneSlope<T>;
}

/// A profile over (distance from the y axis, y), turned about y. Exact if the profile's half with distances above 0
/// is.
#[derive(Clone, Copy)]
pub struct Revolved<P>(pub P);

impl<T: Real, P: Profile<T>> Formula<T> for Revolved<P> {
    #[inline(always)]
    fn value(self, [x, y, z]: [T; 3]) -> T {
        self.0.value([length2(x, z), y])
    }

    /// On the axis only the part along it is defined, unless the radial part is zero anyway, but for rounding.
    #[inline(always)]
    fn slope(self, [x, y, z]: [T; 3]) -> Slope<T> {
        let slope = self.0.slope([length2(x, z), y]);
        let [radial, axial] = slope.gradient;
        let outward = direction([x, z]);
        Slope {
            gradient: [outward[0] * radial, axial, outward[1] * radial],
            feature: slope.feature | (is_zero(outward) & (radial.abs() > T::from_f64(1e-7))),
        }
    }
}

/// A profile over (x, z), drawn out along y. Exact if the profile is: outside, the excess over the profile and over
/// the height are at a right angle; inside, the nearer of both decides.
#[derive(Clone, Copy)]
pub struct Extruded<P, T> {
    pub profile: P,
    pub half_height: T,
}

impl<T: Real, P: Profile<T>> Formula<T> for Extruded<P, T> {
    #[inline(always)]
    fn value(self, [x, y, z]: [T; 3]) -> T {
        let (d, h) = (self.profile.value([x, z]), y.abs() - self.half_height);
        length2(above(d), above(h)) + T::ZERO.min(d.max(h))
    }

    #[inline(always)]
    fn slope(self, [x, y, z]: [T; 3]) -> Slope<T> {
        let (d, h) = (self.profile.value([x, z]), y.abs() - self.half_height);
        let slope = self.profile.slope([x, z]);
        let outside = d.max(h) > T::ZERO;
        let [a, b] = direction([above(d), above(h)]);
        let end = if h > d { T::ONE } else { T::ZERO };
        let (a, b) = if outside { (a, b) } else { (T::ONE - end, end) };
        let tie = (d == h) | ((b > T::ZERO) & (y == T::ZERO));
        Slope {
            gradient: [a * slope.gradient[0], b * sign(y), a * slope.gradient[1]],
            feature: (!outside & tie) | ((a > T::ZERO) & slope.feature),
        }
    }
}

/// A formula with its y and z swapped.
#[derive(Clone, Copy)]
pub struct Swapped<F>(pub F);

impl<T: Real, F: Formula<T>> Formula<T> for Swapped<F> {
    #[inline(always)]
    fn value(self, [x, y, z]: [T; 3]) -> T {
        self.0.value([x, z, y])
    }

    #[inline(always)]
    fn slope(self, [x, y, z]: [T; 3]) -> Slope<T> {
        let Slope { gradient: [gx, gz, gy], feature } = self.0.slope([x, z, y]);
        Slope { gradient: [gx, gy, gz], feature }
    }
}

/// A profile with its two coordinates swapped.
#[derive(Clone, Copy)]
pub struct Mirrored<P>(pub P);

impl<T: Real, P: Profile<T>> Profile<T> for Mirrored<P> {
    #[inline(always)]
    fn value(self, [x, y]: [T; 2]) -> T {
        self.0.value([y, x])
    }

    #[inline(always)]
    fn slope(self, [x, y]: [T; 2]) -> PlaneSlope<T> {
        let PlaneSlope { gradient: [gy, gx], feature } = self.0.slope([y, x]);
        PlaneSlope { gradient: [gx, gy], feature }
    }
}
