//! A number and its three partial derivatives: the formulas' own derivatives, by the chain rule.

use super::Real;
use std::cmp::Ordering;
use std::ops::{Add, Div, Mul, Neg, Sub};

/// Compared by value alone.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Dual {
    pub(super) value: f64,
    /// Derivatives along x, y, z.
    pub(super) partials: [f64; 3],
}

impl Dual {
    /// The coordinates of a point as variables.
    pub(super) fn variables(p: [f64; 3]) -> [Self; 3] {
        std::array::from_fn(|axis| Self {
            value: p[axis],
            partials: std::array::from_fn(|i| if i == axis { 1.0 } else { 0.0 }),
        })
    }

    fn with(value: f64, partial: impl Fn(usize) -> f64) -> Self {
        Self { value, partials: std::array::from_fn(partial) }
    }
}

impl PartialEq for Dual {
    fn eq(&self, other: &Self) -> bool {
        self.value == other.value
    }
}

impl PartialOrd for Dual {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        self.value.partial_cmp(&other.value)
    }
}

impl Add for Dual {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self::with(self.value + other.value, |i| self.partials[i] + other.partials[i])
    }
}

impl Sub for Dual {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self::with(self.value - other.value, |i| self.partials[i] - other.partials[i])
    }
}

impl Mul for Dual {
    type Output = Self;
    #[expect(clippy::suspicious_arithmetic_impl, reason = "the product rule")]
    fn mul(self, other: Self) -> Self {
        Self::with(self.value * other.value, |i| self.partials[i] * other.value + other.partials[i] * self.value)
    }
}

impl Div for Dual {
    type Output = Self;
    #[expect(clippy::suspicious_arithmetic_impl, reason = "the quotient rule")]
    fn div(self, other: Self) -> Self {
        let value = self.value / other.value;
        Self::with(value, |i| (self.partials[i] - value * other.partials[i]) / other.value)
    }
}

impl Neg for Dual {
    type Output = Self;
    fn neg(self) -> Self {
        Self::with(-self.value, |i| -self.partials[i])
    }
}

impl Real for Dual {
    const ZERO: Self = Self { value: 0.0, partials: [0.0; 3] };
    const ONE: Self = Self { value: 1.0, partials: [0.0; 3] };
    const FAR: Self = Self { value: 1e300, partials: [0.0; 3] };

    fn from_f64(value: f64) -> Self {
        Self { value, ..Self::ZERO }
    }
    /// The derivative of the root at 0 is taken to be 0.
    fn sqrt(self) -> Self {
        let root = self.value.sqrt();
        Self::with(root, |i| if root > 0.0 { self.partials[i] / (2.0 * root) } else { 0.0 })
    }
    fn abs(self) -> Self {
        if self.value.is_sign_negative() { -self } else { self }
    }
    fn floor(self) -> Self {
        Self::from_f64(self.value.floor())
    }
    fn copysign(self, sign: Self) -> Self {
        if self.value.is_sign_negative() == sign.value.is_sign_negative() { self } else { -self }
    }
    fn sin(self) -> Self {
        let slope = Real::cos(self.value);
        Self::with(Real::sin(self.value), |i| self.partials[i] * slope)
    }
    fn cos(self) -> Self {
        let slope = -Real::sin(self.value);
        Self::with(Real::cos(self.value), |i| self.partials[i] * slope)
    }
    fn atan2(self, x: Self) -> Self {
        let square = self.value * self.value + x.value * x.value;
        let slope = |i: usize| (self.partials[i] * x.value - x.partials[i] * self.value) / square;
        Self::with(Real::atan2(self.value, x.value), |i| if square > 0.0 { slope(i) } else { 0.0 })
    }
}
