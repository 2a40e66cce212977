//! Copies round the y axis.
//!
//! As in [`super::repeat`], with angles about the axis in place of coordinates: of the same spot of all copies the one
//! whose angle differs least from the point's is the nearest, since a chord grows with its angle up to π.

use super::arc;
use super::repeat::{Crowd, MOST_WINDOWS};
use crate::field::Real;
use crate::field::formula::Map;
use crate::field::warp::Warp;
use crate::math::Bounds;
use glam::{DVec2, DVec3};
use std::f64::consts::PI;

/// A repetition round y, before its children are known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::field) struct PolarRepeat {
    /// Copies, at equal angles; the first where the child is.
    pub(in crate::field) count: u32,
}

/// A polar repetition as one window sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::field) struct Polar {
    /// Copies, at least 1.
    count: u32,
    /// The child's greatest angle from the z axis toward x, radians.
    high: f64,
    /// Which of the windows this is.
    window: u32,
}

/// Images are the exact union of so many turned boxes, or the disc round more.
const EXACT_IMAGES: u32 = 360;

impl PolarRepeat {
    /// As [`super::Repeat::windows`].
    ///
    /// # Errors
    /// If a point had to ask too many copies.
    pub(in crate::field) fn windows(&self, child: &Bounds) -> Result<Vec<Warp>, Crowd> {
        if child.is_empty() {
            return Ok(Vec::new());
        }
        let count = self.count.max(1);
        let sector = 2.0 * PI / f64::from(count);
        let (high, width) = angles(child).unwrap_or((0.0, 2.0 * PI));
        let windows = ((width / sector).ceil() + 1.0).min(count.into()) as u32;
        if u64::from(windows) > MOST_WINDOWS {
            return Err(Crowd::Turns { count: windows.into() });
        }
        Ok((0..windows).map(|window| Warp::Polar(Polar { count, high, window })).collect())
    }
}

/// Greatest angle of a box and the width of its interval of angles; none if the box holds the axis or is infinite
/// across it.
fn angles(child: &Bounds) -> Option<(f64, f64)> {
    let (min, max) = (child.min, child.max);
    let off_axis = min.x > 0.0 || max.x < 0.0 || min.z > 0.0 || max.z < 0.0;
    let finite = [min.x, min.z, max.x, max.z].iter().all(|x| x.is_finite());
    if !off_axis || !finite {
        return None;
    }
    // The box spans less than π, so each corner's angle from the middle's is unambiguous.
    let middle = DVec2::new(0.5 * (min.z + max.z), 0.5 * (min.x + max.x));
    let mut interval = (0.0_f64, 0.0_f64);
    for corner in [(min.x, min.z), (min.x, max.z), (max.x, min.z), (max.x, max.z)] {
        let corner = DVec2::new(corner.1, corner.0);
        let angle = libm::atan2(middle.perp_dot(corner), middle.dot(corner));
        interval = (interval.0.min(angle), interval.1.max(angle));
    }
    Some((libm::atan2(middle.y, middle.x) + interval.1, interval.1 - interval.0))
}

impl Polar {
    fn sector(&self) -> f64 {
        2.0 * PI / f64::from(self.count)
    }

    /// The window takes copy `ceil((angle - shift) / sector) + window`.
    fn shift(&self) -> f64 {
        self.high + 0.5 * self.sector()
    }

    /// Index of the first of all windows' copies, not brought into 0..count.
    fn index(&self, angle: f64) -> f64 {
        ((angle - self.shift()) / self.sector()).ceil()
    }

    /// By how many copies the window jumps over a ball, which is widened by what rounding in 32 bits may do.
    fn jumps(&self, center: DVec3, radius: f64) -> f64 {
        let distance = DVec2::new(center.x, center.z).length();
        let sine = (radius + 1e-5 * (distance + radius)) / distance;
        if self.count == 1 {
            return 0.0;
        }
        // At distance 0 the sine may be no number.
        if sine >= 1.0 || sine.is_nan() {
            return f64::INFINITY;
        }
        let (angle, slack) = (libm::atan2(center.x, center.z), libm::asin(sine) + 1e-5);
        self.index(angle + slack) - self.index(angle - slack)
    }
}

/// Turns points into the window's copy.
#[derive(Clone, Copy)]
pub(in crate::field) struct Nearest<T> {
    shift: T,
    per_sector: T,
    sector: T,
    count: T,
    per_count: T,
    window: T,
}

impl<T: Real> Nearest<T> {
    #[inline(always)]
    pub(in crate::field) fn new(window: &Polar) -> Self {
        let real = T::from_f64;
        Self {
            shift: real(window.shift()),
            per_sector: real(1.0 / window.sector()),
            sector: real(window.sector()),
            count: real(window.count.into()),
            per_count: real(1.0 / f64::from(window.count)),
            window: real(window.window.into()),
        }
    }

    /// Sine and cosine of the copy's turn. The index is brought into 0..count, so that a copy has one turn, bit for
    /// bit, on both sides of the half plane where angles jump; half an index keeps rounding from missing a multiple.
    #[inline(always)]
    fn turn(self, [x, _, z]: [T; 3]) -> (T, T) {
        let angle = x.atan2(z);
        let index = self.window - ((self.shift - angle) * self.per_sector).floor();
        let half = T::from_f64(0.5);
        let index = index - self.count * ((index + half) * self.per_count).floor();
        (index * self.sector).sin_cos()
    }
}

impl<T: Real> Map<T> for Nearest<T> {
    #[inline(always)]
    fn point(self, p: [T; 3]) -> [T; 3] {
        let (s, c) = self.turn(p);
        let [x, y, z] = p;
        [x * c - z * s, y, x * s + z * c]
    }

    #[inline(always)]
    fn pull(self, p: [T; 3], [gx, gy, gz]: [T; 3]) -> [T; 3] {
        let (s, c) = self.turn(p);
        [gx * c + gz * s, gy, gz * c - gx * s]
    }
}

/// The boxes of all copies.
pub(in crate::field) fn image(window: &Polar, local: &Bounds) -> Bounds {
    if window.count == 1 {
        return *local;
    }
    if window.count > EXACT_IMAGES {
        return arc::swept(local, 0.0, 2.0 * PI);
    }
    let copies = (0..window.count).map(|i| f64::from(i) * window.sector());
    copies.fold(Bounds::EMPTY, |all, turn| all.union(&arc::swept(local, turn, turn)))
}

/// The radius, if the window keeps to one copy.
pub(in crate::field) fn reach(window: &Polar, center: DVec3, radius: f64) -> f64 {
    if window.jumps(center, radius) == 0.0 { radius } else { f64::INFINITY }
}

/// The radius, and the chord between the window's copies of the centre.
pub(in crate::field) fn spread(window: &Polar, center: DVec3, radius: f64) -> f64 {
    let half_turn = (0.5 * window.jumps(center, radius) * window.sector()).min(0.5 * PI);
    radius + 2.0 * DVec2::new(center.x, center.z).length() * libm::sin(half_turn)
}
