//! Lengths, directions and slopes.

use super::super::Real;
use super::super::formula::Slope;

#[inline(always)]
pub fn length2<T: Real>(x: T, y: T) -> T {
    (x * x + y * y).sqrt()
}

#[inline(always)]
pub fn length3<T: Real>(x: T, y: T, z: T) -> T {
    (x * x + y * y + z * z).sqrt()
}

/// Zero, or the number if it is above.
#[inline(always)]
pub fn above<T: Real>(x: T) -> T {
    T::ZERO.max(x)
}

/// What is left of `x` when the interval from 0 to `end` has taken what it can: signed distance past either end.
#[inline(always)]
pub fn past<T: Real>(x: T, end: T) -> T {
    x - above(end.min(x))
}

/// 1 or -1.
#[inline(always)]
pub fn sign<T: Real>(x: T) -> T {
    T::ONE.copysign(x)
}

/// The vector's direction; zero for zero and for what is not finite. Scaled first, so that it neither overflows nor
/// underflows.
#[inline(always)]
pub fn direction<T: Real, const N: usize>(v: [T; N]) -> [T; N] {
    let largest = v.iter().fold(T::ZERO, |largest, c| largest.max(c.abs()));
    // Held finite for the least of numbers.
    let scale = (T::ONE / if largest > T::ZERO { largest } else { T::ONE }).min(T::FAR);
    let v = v.map(|c| c * scale);
    let length = v.iter().fold(T::ZERO, |sum, &c| sum + c * c).sqrt();
    let inverse = T::ONE / length;
    v.map(|c| if length > T::ZERO { c * inverse } else { T::ZERO })
}

/// Component by component.
#[inline(always)]
pub fn times<T: Real, const N: usize>(a: [T; N], b: [T; N]) -> [T; N] {
    std::array::from_fn(|i| a[i] * b[i])
}

#[inline(always)]
pub fn is_zero<T: Real, const N: usize>(v: [T; N]) -> bool {
    v.iter().all(|&c| c == T::ZERO)
}

/// A smooth spot, or an undefined one if the gradient is zero.
#[inline(always)]
pub fn smooth<T: Real>(gradient: [T; 3]) -> Slope<T> {
    Slope { gradient, feature: is_zero(gradient) }
}
