//! Triply periodic surfaces: gyroid, Schwarz P and D, in the usual approximations by sines of lowest order (Schoen
//! 1970; von Schnering and Nesper 1991), as the solid on the lower side or as a shell.
//!
//! With g a function of angles and k the wavenumber, the value is (g - level) / (k √3), and for a shell its absolute
//! value less half of the thickness: never more than the distance, as |grad g| <= √3 for each of the three. So a shell
//! is at least as thick as it says, and thickest where g is flat.

use super::super::Real;
use super::super::class::Class;
use super::super::formula::{Formula, Slope, VisitFormula};
use super::vector::{is_zero, sign};
use super::{Cast, Solid};
use glam::DVec3;
use std::f64::consts::TAU;

/// Which function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// sin x cos y + sin y cos z + sin z cos x. Each partial derivative is a product of vectors, as in cos x cos y -
    /// sin x sin z, of which one has length 1 and the other cos² y + sin² z; the squares of those add up to 3.
    Gyroid,
    /// cos x + cos y + cos z. The squared gradient is sin² x + sin² y + sin² z.
    SchwarzP,
    /// sin x sin y sin z + sin x cos y cos z + cos x sin y cos z + cos x cos y sin z. With X, Y, Z the cosines and U,
    /// V, W the sines of the doubled angles, the squared gradient is 3/2 (1 + XYZ) - (UV + VW + WU) / 2. Since
    /// (U + V + W)² >= 0 it is at most 9/4 + 3/2 XYZ - (X² + Y² + Z²) / 4, and by the inequality of means, with
    /// t³ = |XYZ|, at most 9/4 + 3/2 t³ - 3/4 t² <= 3.
    SchwarzD,
}

/// A solid that such a function bounds.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Periodic {
    family: Family,
    /// Radians per metre.
    wavenumber: f64,
    /// Value of the function on the surface, or in the middle of the shell.
    level: f64,
    /// Half of the shell's thickness, metres; 0 for the solid below the level.
    half: f64,
}

impl Periodic {
    /// `period` is in metres, as is `thickness`, which is 0 for the solid where the function is below `level`.
    pub fn new(family: Family, period: f64, level: f64, thickness: f64) -> Self {
        Self { family, wavenumber: TAU / period, level, half: 0.5 * thickness }
    }
}

/// A function of three angles, from their sines and cosines.
trait Waves: Copy {
    fn value<T: Real>(sin: [T; 3], cos: [T; 3]) -> T;
    fn gradient<T: Real>(sin: [T; 3], cos: [T; 3]) -> [T; 3];
}

#[derive(Clone, Copy)]
struct Gyroid;

impl Waves for Gyroid {
    #[inline(always)]
    fn value<T: Real>(s: [T; 3], c: [T; 3]) -> T {
        s[0] * c[1] + s[1] * c[2] + s[2] * c[0]
    }

    #[inline(always)]
    fn gradient<T: Real>(s: [T; 3], c: [T; 3]) -> [T; 3] {
        [c[0] * c[1] - s[2] * s[0], c[1] * c[2] - s[0] * s[1], c[2] * c[0] - s[1] * s[2]]
    }
}

#[derive(Clone, Copy)]
struct SchwarzP;

impl Waves for SchwarzP {
    #[inline(always)]
    fn value<T: Real>(_: [T; 3], c: [T; 3]) -> T {
        c[0] + c[1] + c[2]
    }

    #[inline(always)]
    fn gradient<T: Real>(s: [T; 3], _: [T; 3]) -> [T; 3] {
        [-s[0], -s[1], -s[2]]
    }
}

#[derive(Clone, Copy)]
struct SchwarzD;

impl Waves for SchwarzD {
    /// With the sums over y and z gathered: sin x cos(y - z) + cos x sin(y + z).
    #[inline(always)]
    fn value<T: Real>(s: [T; 3], c: [T; 3]) -> T {
        s[0] * (s[1] * s[2] + c[1] * c[2]) + c[0] * (s[1] * c[2] + c[1] * s[2])
    }

    #[inline(always)]
    fn gradient<T: Real>(s: [T; 3], c: [T; 3]) -> [T; 3] {
        let along =
            |i: usize, j: usize, k: usize| c[i] * (s[j] * s[k] + c[j] * c[k]) - s[i] * (s[j] * c[k] + c[j] * s[k]);
        [along(0, 1, 2), along(1, 2, 0), along(2, 0, 1)]
    }
}

/// A solid or a shell in the type of the evaluation.
#[derive(Clone, Copy)]
struct Surface<T, W> {
    waves: std::marker::PhantomData<W>,
    wavenumber: T,
    level: T,
    /// Metres per unit of the function.
    scale: T,
    half: T,
}

impl<T: Real, W: Waves> Surface<T, W> {
    #[inline(always)]
    fn waves(self, [x, y, z]: [T; 3]) -> ([T; 3], [T; 3]) {
        let k = self.wavenumber;
        let ((a, d), (b, e), (c, f)) = ((k * x).sin_cos(), (k * y).sin_cos(), (k * z).sin_cos());
        ([a, b, c], [d, e, f])
    }

    /// Signed bound to the middle surface.
    #[inline(always)]
    fn above(self, (sin, cos): ([T; 3], [T; 3])) -> T {
        (W::value(sin, cos) - self.level) * self.scale
    }
}

impl<T: Real, W: Waves> Formula<T> for Surface<T, W> {
    #[inline(always)]
    fn value(self, p: [T; 3]) -> T {
        let above = self.above(self.waves(p));
        if self.half > T::ZERO { above.abs() - self.half } else { above }
    }

    #[inline(always)]
    fn slope(self, p: [T; 3]) -> Slope<T> {
        let waves = self.waves(p);
        let above = self.above(waves);
        let shell = self.half > T::ZERO;
        let side = if shell { sign(above) } else { T::ONE };
        let steepness = side * self.scale * self.wavenumber;
        let [x, y, z] = W::gradient(waves.0, waves.1);
        let gradient = [x * steepness, y * steepness, z * steepness];
        Slope { gradient, feature: is_zero(gradient) | (shell & (above == T::ZERO)) }
    }
}

impl Periodic {
    #[inline(always)]
    fn visit_waves<T: Real, W: Waves>(&self, _: W, visitor: impl VisitFormula<T>) {
        let number = Cast::<T>::cast;
        let scale = number(1.0 / (self.wavenumber * 3.0_f64.sqrt()));
        let (wavenumber, level, half) = (number(self.wavenumber), number(self.level), number(self.half));
        let waves = std::marker::PhantomData::<W>;
        visitor.visit(Surface { waves, wavenumber, level, scale, half });
    }
}

impl Solid for Periodic {
    #[inline(always)]
    fn visit<T: Real>(&self, visitor: impl VisitFormula<T>) {
        match self.family {
            Family::Gyroid => self.visit_waves(Gyroid, visitor),
            Family::SchwarzP => self.visit_waves(SchwarzP, visitor),
            Family::SchwarzD => self.visit_waves(SchwarzD, visitor),
        }
    }

    fn reach(&self, d: DVec3, _: f64) -> f64 {
        if d == DVec3::ZERO { 0.0 } else { f64::INFINITY }
    }

    fn class(&self) -> Class {
        Class::Bound
    }
}
