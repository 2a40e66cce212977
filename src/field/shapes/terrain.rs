//! The ground below a height y = h(x, z).
//!
//! Each octave of h is amplitude · sin u sin v in a grid of its own: turned by the angle of a 3-4-5 triangle against
//! the octave before, and moved, so that hills do not line up.

use super::super::Real;
use super::super::class::Class;
use super::super::formula::{Formula, Slope, VisitFormula};
use super::{Cast, Solid, cast};
use glam::{DVec2, DVec3};
use std::f64::consts::TAU;

/// More octaves than any picture shows; of more, the rest is left out.
const MOST_OCTAVES: u32 = 16;

/// One octave of the height.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Octave<T> {
    amplitude: T,
    /// u and v grow by these along x and z: radians per metre.
    u: [T; 2],
    v: [T; 2],
    /// Radians at the origin.
    phase: [T; 2],
}

cast!(Octave { amplitude, u, v, phase });

/// Adds nothing.
const FLAT: Octave<f64> = Octave { amplitude: 0.0, u: [0.0; 2], v: [0.0; 2], phase: [0.0; 2] };

/// A solid below a sum of octaves.
#[derive(Clone, Debug, PartialEq)]
pub struct Terrain {
    octaves: Vec<Octave<f64>>,
    /// |h| is at most this, metres.
    highest: f64,
    /// What the height above the ground is multiplied by to be a bound of the distance.
    scale: f64,
}

impl Terrain {
    /// `amplitude` and `wavelength`, in metres, are those of the first octave; `gain` and `lacunarity` are the ratios
    /// of amplitudes and of frequencies of an octave to the one before.
    ///
    /// The squared gradient of sin u sin v along u and v is a (1 - b) + b (1 - a), where a and b are squared sines:
    /// linear in each, and so at most 1, as it is at the corners. So the slope of h is at most s, the sum of amplitude
    /// times wavenumber, and (y - h) / √(1 + s²) is 1-Lipschitz.
    pub fn new(amplitude: f64, wavelength: f64, octaves: u32, gain: f64, lacunarity: f64) -> Self {
        let (mut amplitude, mut wavenumber) = (amplitude, TAU / wavelength);
        let (mut along, turn) = (DVec2::X, DVec2::new(0.8, 0.6));
        let (mut highest, mut steepest) = (0.0, 0.0);
        let mut list = Vec::new();
        for i in 0..octaves.min(MOST_OCTAVES) {
            let u = along * wavenumber;
            let v = DVec2::new(-u.y, u.x);
            let phase = [0.7 * f64::from(i), 1.3 * f64::from(i)];
            list.push(Octave { amplitude, u: u.to_array(), v: v.to_array(), phase });
            highest += amplitude.abs();
            steepest += (amplitude * wavenumber).abs();
            along = turn.rotate(along);
            amplitude *= gain;
            wavenumber *= lacunarity;
        }
        Self { octaves: list, highest, scale: 1.0 / (1.0 + steepest * steepest).sqrt() }
    }
}

/// Octaves as nested types where they are few: a loop over them keeps the loop over points from being vectorised.
trait Sum<T: Real>: Copy {
    fn height(self, x: T, z: T) -> T;
    /// Along x and z.
    fn gradient(self, x: T, z: T) -> [T; 2];
}

/// No octave.
#[derive(Clone, Copy)]
struct Nothing;

impl<T: Real> Sum<T> for Nothing {
    #[inline(always)]
    fn height(self, _: T, _: T) -> T {
        T::ZERO
    }

    #[inline(always)]
    fn gradient(self, _: T, _: T) -> [T; 2] {
        [T::ZERO; 2]
    }
}

/// Coarser octaves and one more.
#[derive(Clone, Copy)]
struct Finer<T, S> {
    coarser: S,
    octave: Octave<T>,
}

impl<T: Real> Octave<T> {
    #[inline(always)]
    fn angles(self, x: T, z: T) -> [T; 2] {
        let Self { u, v, phase, .. } = self;
        [u[0] * x + u[1] * z + phase[0], v[0] * x + v[1] * z + phase[1]]
    }
}

impl<T: Real, S: Sum<T>> Sum<T> for Finer<T, S> {
    #[inline(always)]
    fn height(self, x: T, z: T) -> T {
        let [u, v] = self.octave.angles(x, z);
        self.coarser.height(x, z) + self.octave.amplitude * (u.sin() * v.sin())
    }

    #[inline(always)]
    fn gradient(self, x: T, z: T) -> [T; 2] {
        let Octave { amplitude, u: along_u, v: along_v, .. } = self.octave;
        let [u, v] = self.octave.angles(x, z);
        let ((su, cu), (sv, cv)) = (u.sin_cos(), v.sin_cos());
        let (by_u, by_v) = (amplitude * (cu * sv), amplitude * (su * cv));
        let [gx, gz] = self.coarser.gradient(x, z);
        [gx + (by_u * along_u[0] + by_v * along_v[0]), gz + (by_u * along_u[1] + by_v * along_v[1])]
    }
}

/// The ground in the type of the evaluation.
#[derive(Clone, Copy)]
struct Ground<T, S> {
    sum: S,
    scale: T,
}

impl<T: Real, S: Sum<T>> Formula<T> for Ground<T, S> {
    #[inline(always)]
    fn value(self, [x, y, z]: [T; 3]) -> T {
        (y - self.sum.height(x, z)) * self.scale
    }

    #[inline(always)]
    fn slope(self, [x, _, z]: [T; 3]) -> Slope<T> {
        let [gx, gz] = self.sum.gradient(x, z);
        Slope { gradient: [-gx * self.scale, self.scale, -gz * self.scale], feature: false }
    }
}

/// So many octaves, or fewer filled up with flat ones, are unrolled.
const UNROLLED: usize = 6;

/// Octaves as they are.
#[derive(Clone, Copy)]
struct Many<'a>(&'a [Octave<f64>]);

impl<T: Real> Sum<T> for Many<'_> {
    #[inline(always)]
    fn height(self, x: T, z: T) -> T {
        let mut sum = T::ZERO;
        for octave in self.0 {
            sum = Finer { coarser: Nothing, octave: octave.cast() }.height(x, z) + sum;
        }
        sum
    }

    #[inline(always)]
    fn gradient(self, x: T, z: T) -> [T; 2] {
        let mut sum = [T::ZERO; 2];
        for octave in self.0 {
            let [gx, gz] = Finer { coarser: Nothing, octave: octave.cast() }.gradient(x, z);
            sum = [sum[0] + gx, sum[1] + gz];
        }
        sum
    }
}

impl Solid for Terrain {
    #[inline(always)]
    fn visit<T: Real>(&self, visitor: impl VisitFormula<T>) {
        let scale = Cast::<T>::cast(self.scale);
        if self.octaves.len() > UNROLLED {
            return visitor.visit(Ground { sum: Many(&self.octaves), scale });
        }
        let [a, b, c, d, e, f]: [Octave<T>; UNROLLED] =
            std::array::from_fn(|i| self.octaves.get(i).copied().unwrap_or(FLAT).cast());
        let sum = Finer { coarser: Nothing, octave: a };
        let sum = Finer { coarser: Finer { coarser: sum, octave: b }, octave: c };
        let sum = Finer { coarser: Finer { coarser: sum, octave: d }, octave: e };
        visitor.visit(Ground { sum: Finer { coarser: sum, octave: f }, scale });
    }

    fn reach(&self, d: DVec3, level: f64) -> f64 {
        if d.x == 0.0 && d.y >= 0.0 && d.z == 0.0 { d.y * (self.highest + level / self.scale) } else { f64::INFINITY }
    }

    fn class(&self) -> Class {
        Class::Bound
    }
}
