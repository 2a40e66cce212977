//! The number type of an evaluation.

use super::trig;
use std::fmt::Debug;
use std::ops::{Add, Div, Mul, Neg, Sub};

/// f32 or f64, with the few operations that the instructions of a program are made of.
///
/// [`Real::min`] and [`Real::max`] keep `self` at ties and when the other operand is NaN; that is one instruction
/// on every vector unit, and it fixes which operand of a hard union decides at a tie: the first.
pub trait Real:
    Copy
    + Default
    + Debug
    + Send
    + Sync
    + PartialOrd
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
    + 'static
{
    /// Zero.
    const ZERO: Self;
    /// One.
    const ONE: Self;
    /// The value of an empty solid: larger than any distance that is met, but finite. All values are held between
    /// `-FAR` and `FAR`.
    const FAR: Self;

    /// The nearest number of this type; infinite when out of range.
    fn from_f64(value: f64) -> Self;
    /// Correctly rounded square root.
    fn sqrt(self) -> Self;
    /// Absolute value.
    fn abs(self) -> Self;
    /// Greatest whole number that is not greater.
    fn floor(self) -> Self;
    /// The magnitude of `self` with the sign of `sign`, also of a zero.
    fn copysign(self, sign: Self) -> Self;
    /// Sine of an angle in radians: finite for every finite angle, odd.
    fn sin(self) -> Self;
    /// Cosine of an angle in radians: finite for every finite angle, even.
    fn cos(self) -> Self;
    /// The angle of the vector (`x`, `self`) from the x axis, radians, from -π to π; 0 for the zero vector.
    fn atan2(self, x: Self) -> Self;

    /// Sine and cosine, at little more than the price of one.
    #[inline(always)]
    fn sin_cos(self) -> (Self, Self) {
        (self.sin(), self.cos())
    }

    /// The lesser of both; `self` if they are equal or `other` is NaN.
    #[inline(always)]
    fn min(self, other: Self) -> Self {
        if other < self { other } else { self }
    }

    /// The greater of both; `self` if they are equal or `other` is NaN.
    #[inline(always)]
    fn max(self, other: Self) -> Self {
        if other > self { other } else { self }
    }
}

impl Real for f32 {
    const ZERO: Self = 0.0;
    const ONE: Self = 1.0;
    const FAR: Self = 1e38;

    #[inline(always)]
    fn from_f64(value: f64) -> Self {
        value as Self
    }
    #[inline(always)]
    fn sqrt(self) -> Self {
        self.sqrt()
    }
    #[inline(always)]
    fn abs(self) -> Self {
        self.abs()
    }
    #[inline(always)]
    fn floor(self) -> Self {
        self.floor()
    }
    #[inline(always)]
    fn copysign(self, sign: Self) -> Self {
        self.copysign(sign)
    }
    #[inline(always)]
    fn sin(self) -> Self {
        trig::sin_cos(self, &trig::SINGLE).0
    }
    #[inline(always)]
    fn cos(self) -> Self {
        trig::sin_cos(self, &trig::SINGLE).1
    }
    #[inline(always)]
    fn sin_cos(self) -> (Self, Self) {
        trig::sin_cos(self, &trig::SINGLE)
    }
    #[inline(always)]
    fn atan2(self, x: Self) -> Self {
        trig::atan2(self, x, &trig::SINGLE)
    }
}

impl Real for f64 {
    const ZERO: Self = 0.0;
    const ONE: Self = 1.0;
    const FAR: Self = 1e300;

    #[inline(always)]
    fn from_f64(value: f64) -> Self {
        value
    }
    #[inline(always)]
    fn sqrt(self) -> Self {
        self.sqrt()
    }
    #[inline(always)]
    fn abs(self) -> Self {
        self.abs()
    }
    #[inline(always)]
    fn floor(self) -> Self {
        self.floor()
    }
    #[inline(always)]
    fn copysign(self, sign: Self) -> Self {
        self.copysign(sign)
    }
    #[inline(always)]
    fn sin(self) -> Self {
        trig::sin_cos(self, &trig::DOUBLE).0
    }
    #[inline(always)]
    fn cos(self) -> Self {
        trig::sin_cos(self, &trig::DOUBLE).1
    }
    #[inline(always)]
    fn sin_cos(self) -> (Self, Self) {
        trig::sin_cos(self, &trig::DOUBLE)
    }
    #[inline(always)]
    fn atan2(self, x: Self) -> Self {
        trig::atan2(self, x, &trig::DOUBLE)
    }
}

/// Holds a finished value between `-FAR` and `FAR`; NaN, which only points beyond about 1e150 m can give (1e19 m in
/// 32 bits), becomes `FAR`: outside.
#[inline(always)]
pub(super) fn limited<T: Real>(value: T) -> T {
    (-T::FAR).max(T::FAR.min(value))
}
