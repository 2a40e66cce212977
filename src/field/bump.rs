//! What displacement adds to the child's value: a function of the operator's point with a known height and slope.
//!
//! The sum is no distance, even if the child's value is one: its Lipschitz factor is the child's plus
//! [`Bump::lipschitz`]. A positive bump is a dent, since it makes points be farther outside.

use super::Real;
use super::formula::{Formula, Slope, VisitFormula};
use super::noise::{self, Cell};

/// More octaves than any picture shows; of more, the rest is left out.
pub(super) const MOST_OCTAVES: u32 = 16;

/// A displacement, lengths in metres in the operator's frame.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Bump {
    /// amplitude · sin(w x) sin(w y) sin(w z); `wavenumber` w in radians per metre.
    Sine { amplitude: f64, wavenumber: f64 },
    /// A fractal sum of gradient noise: octave k has the height amplitude · gain^k and the wavelength (edge of a
    /// cell of the lattice) wavelength / lacunarity^k.
    Noise { amplitude: f64, wavelength: f64, octaves: u32, gain: f64, lacunarity: f64 },
    /// One octave of a noise, see [`Bump::parts`].
    Octave(Octave),
}

/// One octave of a noise.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Octave {
    /// Greatest height, metres.
    amplitude: f64,
    /// Cells per metre.
    frequency: f64,
    /// Which octave it is, from 0. Each is moved by another part of a cell, so that their zeros at the corners of
    /// cells do not meet, and by whole cells, so that they are unlike.
    index: u32,
}

/// Cells by which an octave is moved from the one before: whole ones and the fractions of the R3 sequence (Roberts
/// 2018, "The unreasonable effectiveness of quasirandom sequences"), which keep apart for any number of octaves.
const OFFSET: [f64; 3] = [31.819_172_513_396_17, 57.671_043_606_703_79, 83.549_700_477_901_95];

impl Bump {
    /// Hands the visitor the function.
    #[inline(always)]
    pub(super) fn visit<T: Real>(&self, visitor: impl VisitFormula<T>) {
        match *self {
            Self::Sine { amplitude, wavenumber } => {
                visitor.visit(Sine { amplitude: T::from_f64(amplitude), wavenumber: T::from_f64(wavenumber) });
            }
            Self::Noise { amplitude, wavelength, octaves, gain, lacunarity } => {
                let first = Octave { amplitude, frequency: 1.0 / wavelength, index: 0 };
                visitor.visit(Fractal { first, octaves: octaves.min(MOST_OCTAVES), gain, lacunarity });
            }
            Self::Octave(octave) => visitor.visit(OctaveOf::<T>::new(&octave)),
        }
    }

    /// Bumps whose sum this one is, without loops over octaves: what an evaluator of blocks wants, since compilers
    /// vectorise the innermost loop only. All other functions of the parts add up to those of the whole.
    pub(super) fn parts(&self) -> Vec<Self> {
        match *self {
            Self::Noise { .. } => self.octaves().map(Self::Octave).collect(),
            _ => vec![self.clone()],
        }
    }

    /// The octaves of a noise, else none.
    fn octaves(&self) -> impl Iterator<Item = Octave> {
        let (first, octaves, gain, lacunarity) = match *self {
            Self::Noise { amplitude, wavelength, octaves, gain, lacunarity } => {
                (Octave { amplitude, frequency: 1.0 / wavelength, index: 0 }, octaves, gain, lacunarity)
            }
            Self::Octave(octave) => (octave, 1, 1.0, 1.0),
            Self::Sine { .. } => (Octave { amplitude: 0.0, frequency: 0.0, index: 0 }, 0, 1.0, 1.0),
        };
        let octaves = octaves.min(MOST_OCTAVES) as usize;
        std::iter::successors(Some(first), move |octave| Some(octave.next(gain, lacunarity))).take(octaves)
    }

    /// |value| is at most this, metres; sines reach it.
    pub(super) fn amplitude(&self) -> f64 {
        match *self {
            Self::Sine { amplitude, .. } => amplitude.abs(),
            _ => self.octaves().map(|octave| octave.amplitude.abs()).sum(),
        }
    }

    /// The value changes by at most this, metre per metre.
    ///
    /// Sine: over A² w², the squared gradient is a + b + c with a = (1-u) v t, b = u (1-v) t, c = u v (1-t) and u, v, t
    /// the squared sines. That is linear in each of them, so it is the largest at a corner of the unit cube, where it
    /// is 0 or 1. Noise: the octaves' bounds added up.
    pub(super) fn lipschitz(&self) -> f64 {
        match *self {
            Self::Sine { amplitude, wavenumber } => (amplitude * wavenumber).abs(),
            _ => self.octaves().map(|octave| octave.lipschitz()).sum(),
        }
    }
}

impl Octave {
    fn next(self, gain: f64, lacunarity: f64) -> Self {
        Self { amplitude: self.amplitude * gain, frequency: self.frequency * lacunarity, index: self.index + 1 }
    }

    fn lipschitz(&self) -> f64 {
        (self.amplitude * self.frequency).abs() * (noise::STEEPEST / noise::HIGHEST)
    }
}

#[derive(Clone, Copy)]
struct Sine<T> {
    amplitude: T,
    wavenumber: T,
}

impl<T: Real> Formula<T> for Sine<T> {
    #[inline(always)]
    fn value(self, p: [T; 3]) -> T {
        let [x, y, z] = p;
        let wave = self.wavenumber;
        self.amplitude * ((wave * x).sin() * (wave * y).sin() * (wave * z).sin())
    }

    #[inline(always)]
    fn slope(self, p: [T; 3]) -> Slope<T> {
        let [x, y, z] = p;
        let wave = self.wavenumber;
        let ((sx, cx), (sy, cy), (sz, cz)) = ((wave * x).sin_cos(), (wave * y).sin_cos(), (wave * z).sin_cos());
        let steepness = self.amplitude * self.wavenumber;
        let [x, y, z] = [cx * sy * sz, sx * cy * sz, sx * sy * cz];
        Slope { gradient: [steepness * x, steepness * y, steepness * z], feature: false }
    }
}

/// An octave in the type of the evaluation.
#[derive(Clone, Copy)]
struct OctaveOf<T> {
    amplitude: T,
    frequency: T,
    offset: [T; 3],
}

impl<T: Real> OctaveOf<T> {
    #[inline(always)]
    fn new(octave: &Octave) -> Self {
        Self {
            amplitude: T::from_f64(octave.amplitude / noise::HIGHEST),
            frequency: T::from_f64(octave.frequency),
            offset: OFFSET.map(|offset| T::from_f64(offset * f64::from(octave.index))),
        }
    }

    #[inline(always)]
    fn cell(self, p: [T; 3]) -> Cell<T> {
        let axis = |i: usize| p[i] * self.frequency + self.offset[i];
        Cell::at([axis(0), axis(1), axis(2)])
    }
}

impl<T: Real> Formula<T> for OctaveOf<T> {
    #[inline(always)]
    fn value(self, p: [T; 3]) -> T {
        self.amplitude * self.cell(p).value()
    }

    #[inline(always)]
    fn slope(self, p: [T; 3]) -> Slope<T> {
        let steepness = self.amplitude * self.frequency;
        let [x, y, z] = self.cell(p).gradient();
        Slope { gradient: [steepness * x, steepness * y, steepness * z], feature: false }
    }
}

/// The sum of all octaves, for those who want it in one piece.
#[derive(Clone, Copy)]
struct Fractal {
    first: Octave,
    octaves: u32,
    gain: f64,
    lacunarity: f64,
}

impl Fractal {
    /// Folds something over the octaves.
    #[inline(always)]
    fn sum<S>(self, start: S, add: impl Fn(S, Octave) -> S) -> S {
        let (mut octave, mut sum) = (self.first, start);
        for _ in 0..self.octaves {
            sum = add(sum, octave);
            octave = octave.next(self.gain, self.lacunarity);
        }
        sum
    }
}

/// Not inlined: the loop around it is not vectorised anyway, and this is much code.
#[inline(never)]
fn value<T: Real>(octave: Octave, p: [T; 3]) -> T {
    OctaveOf::new(&octave).value(p)
}

/// As [`value`].
#[inline(never)]
fn gradient<T: Real>(octave: Octave, p: [T; 3]) -> [T; 3] {
    OctaveOf::new(&octave).slope(p).gradient
}

impl<T: Real> Formula<T> for Fractal {
    #[inline(always)]
    fn value(self, p: [T; 3]) -> T {
        self.sum(T::ZERO, |sum, octave| sum + value(octave, p))
    }

    #[inline(always)]
    fn slope(self, p: [T; 3]) -> Slope<T> {
        let gradient = self.sum([T::ZERO; 3], |sum, octave| {
            let more = gradient(octave, p);
            [sum[0] + more[0], sum[1] + more[1], sum[2] + more[2]]
        });
        Slope { gradient, feature: false }
    }
}
