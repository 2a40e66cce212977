//! Copies along the axes.
//!
//! A point asks few of the copies, those that can be the nearest, also if the child is larger than its cell or off
//! its middle. Along one axis, copy i stands at c(i); let the child reach from `low` to `high`. Say that the nearest
//! point of all copies is the one whose child's coordinate is u. The same spot of the other copies differs from it by
//! whole spacings along the axis, so none of them lies nearer to x: |x - c(i) - u| <= spacing / 2, or i is an end of
//! the row. As low <= u <= high, c(i) lies between x - high - spacing / 2 and x - low + spacing / 2. Half open, that
//! interval holds at most ceil((high - low) / spacing) + 1 copies (of two copies at equal distance one is enough). It
//! also holds every copy that contains x. So these many *windows* are evaluated, window w taking the w-th copy of the
//! interval, and the operator is their minimum: that of all copies wherever the child's value is a distance.

use crate::field::Real;
use crate::field::formula::Map;
use crate::field::warp::Warp;
use crate::math::Bounds;
use glam::DVec3;
use thiserror::Error;

/// Most copies that one point may have to ask.
pub(in crate::field) const MOST_WINDOWS: u64 = 64;

/// Why copies cannot be evaluated.
#[derive(Clone, Debug, PartialEq, Error)]
pub(in crate::field) enum Crowd {
    /// Too many copies overlap.
    #[error(
        "spacing {spacing} m along {axis} is too small for children {width:.3} m wide: up to {count} copies overlap at \
         one point, and {MOST_WINDOWS} are the most; enlarge the spacing, shrink the children or lower the count"
    )]
    Overlap { axis: char, spacing: f64, width: f64, count: u64 },
    /// The child has no end along the axis.
    #[error(
        "children without end along {axis} cannot be repeated along it without end: set a count, or the spacing along \
         {axis} to 0"
    )]
    Endless { axis: char },
    /// Too many copies round the axis.
    #[error(
        "{count} copies round the axis overlap at one point, and {MOST_WINDOWS} are the most; lower the count or move \
         the children off the axis"
    )]
    Turns { count: u64 },
}

/// A repetition, before its children are known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::field) struct Repeat {
    /// Metres from copy to copy; 0 along axes that it does not repeat along.
    pub(in crate::field) spacing: DVec3,
    /// Copies, centred about 0; 0 is without end, with a copy at 0.
    pub(in crate::field) count: [u32; 3],
}

/// A repetition as one window sees it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::field) struct Window {
    axes: [Row; 3],
}

/// The copies along one axis and the window's place among them.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Row {
    /// Metres; 0 if there is one copy, at 0.
    spacing: f64,
    /// Copies; 0 is without end.
    count: u32,
    /// The child's greatest coordinate.
    high: f64,
    /// Windows along this axis, at most `count` of a row with ends.
    windows: u32,
    /// Which of the windows this is.
    window: u32,
}

const AXES: [char; 3] = ['x', 'y', 'z'];

impl Repeat {
    /// The windows that together show all copies of children with the given bounds, which must hold their solid. None
    /// if the bounds are empty.
    ///
    /// # Errors
    /// If a point had to ask too many copies, or endlessly many.
    pub(in crate::field) fn windows(&self, child: &Bounds) -> Result<Vec<Warp>, Crowd> {
        if child.is_empty() {
            return Ok(Vec::new());
        }
        let mut axes = [Row { spacing: 0.0, count: 1, high: 0.0, windows: 1, window: 0 }; 3];
        let mut total = 1;
        // The axis to blame is the one with the most windows.
        let mut worst = (0, 0);
        for (i, axis) in axes.iter_mut().enumerate() {
            let windows = self.row(i, child, axis)?;
            total = windows.saturating_mul(total);
            worst = worst.max((windows, i));
        }
        if total > MOST_WINDOWS {
            let (axis, spacing) = (AXES[worst.1], self.spacing[worst.1].abs());
            return Err(Crowd::Overlap { axis, spacing, width: child.size()[worst.1], count: total });
        }
        let [x, y, z] = axes.map(|axis| 0..axis.windows);
        let places = z.flat_map(|k| {
            y.clone().flat_map({
                let x = x.clone();
                move |j| x.clone().map(move |i| [i, j, k])
            })
        });
        Ok(places
            .map(|place| {
                let mut axes = axes;
                for (axis, window) in axes.iter_mut().zip(place) {
                    axis.window = window;
                }
                Warp::Repeat(Window { axes })
            })
            .collect())
    }

    /// Fills one axis in and says how many windows it needs, which may be too many.
    fn row(&self, axis: usize, child: &Bounds, row: &mut Row) -> Result<u64, Crowd> {
        let (spacing, count) = (self.spacing[axis].abs(), self.count[axis]);
        if spacing == 0.0 || count == 1 {
            return Ok(1);
        }
        let (low, high) = (child.min[axis], child.max[axis]);
        let width = high - low;
        if !width.is_finite() && count == 0 {
            return Err(Crowd::Endless { axis: AXES[axis] });
        }
        // A cast of a huge or infinite number gives the largest; what is exactly as wide as its cells may have been
        // rounded up.
        let needed = ((width / spacing * (1.0 - 1e-12)).ceil() as u64).saturating_add(1);
        let windows = if count == 0 { needed } else { needed.min(count.into()) };
        // A child without end lets a row with ends begin with its first copy, for all points.
        *row = Row { spacing, count, high, windows: u32::try_from(windows).unwrap_or(u32::MAX), window: 0 };
        Ok(windows)
    }
}

impl Row {
    /// Where the copy with index 0 stands, in spacings.
    fn first(&self) -> f64 {
        if self.count == 0 { 0.0 } else { -0.5 * (f64::from(self.count) - 1.0) }
    }

    /// The window takes copy `ceil((x - shift) / spacing) + window`, if the row has no ends.
    fn shift(&self) -> f64 {
        if self.high.is_finite() { self.high + (0.5 + self.first()) * self.spacing } else { 0.0 }
    }

    /// Least and greatest first copy.
    fn ends(&self) -> [f64; 2] {
        match self.count {
            0 => [f64::NEG_INFINITY, f64::INFINITY],
            // Of children without end all copies are asked.
            count => [0.0, f64::from(count - self.windows)],
        }
    }

    /// Index of the first of all windows' copies.
    fn index(&self, x: f64) -> f64 {
        if self.spacing == 0.0 {
            return 0.0;
        }
        let [least, most] = self.ends();
        ((x - self.shift()) / self.spacing).ceil().clamp(least, most)
    }

    /// By how many copies the window jumps over an interval, which is widened by what rounding in 32 bits may do.
    fn jumps(&self, x: f64, radius: f64) -> f64 {
        let slack = radius + 1e-5 * (x.abs() + radius + self.shift().abs() + self.spacing);
        self.index(x + slack) - self.index(x - slack)
    }
}

/// Moves points into the window's copy.
#[derive(Clone, Copy)]
pub(in crate::field) struct Nearest<T> {
    shift: [T; 3],
    per_spacing: [T; 3],
    spacing: [T; 3],
    least: [T; 3],
    most: [T; 3],
    /// From the first copy's index to the place of the window's, in spacings.
    place: [T; 3],
}

impl<T: Real> Nearest<T> {
    #[inline(always)]
    pub(in crate::field) fn new(window: &Window) -> Self {
        let of = |number: fn(&Row) -> f64| window.axes.each_ref().map(|row| T::from_f64(number(row)));
        Self {
            shift: of(Row::shift),
            per_spacing: of(|row| if row.spacing == 0.0 { 0.0 } else { 1.0 / row.spacing }),
            spacing: of(|row| row.spacing),
            least: of(|row| row.ends()[0]),
            most: of(|row| row.ends()[1]),
            place: of(|row| row.first() + f64::from(row.window)),
        }
    }
}

impl<T: Real> Map<T> for Nearest<T> {
    #[inline(always)]
    fn point(self, p: [T; 3]) -> [T; 3] {
        std::array::from_fn(|i| {
            // The ceiling, by the floor.
            let index = -(((self.shift[i] - p[i]) * self.per_spacing[i]).floor());
            let index = self.least[i].max(self.most[i].min(index));
            p[i] - (index + self.place[i]) * self.spacing[i]
        })
    }

    #[inline(always)]
    fn pull(self, _: [T; 3], gradient: [T; 3]) -> [T; 3] {
        gradient
    }
}

/// From the first copy to the last; the same for every window.
pub(in crate::field) fn image(window: &Window, local: &Bounds) -> Bounds {
    let mut image = *local;
    for (i, row) in window.axes.iter().enumerate() {
        if row.spacing == 0.0 {
            continue;
        }
        let end = if row.count == 0 { f64::INFINITY } else { -row.first() * row.spacing };
        image.min[i] -= end;
        image.max[i] += end;
    }
    image
}

/// The radius, if the window keeps to one copy.
pub(in crate::field) fn reach(window: &Window, center: DVec3, radius: f64) -> f64 {
    let jumps = window.axes.iter().enumerate().any(|(i, row)| row.jumps(center[i], radius) != 0.0);
    if jumps { f64::INFINITY } else { radius }
}

/// The radius, and how far the window's copies stand apart.
pub(in crate::field) fn spread(window: &Window, center: DVec3, radius: f64) -> f64 {
    let apart = |(i, row): (usize, &Row)| row.jumps(center[i], radius) * row.spacing;
    let [x, y, z] = std::array::from_fn(|i| apart((i, &window.axes[i])));
    radius + DVec3::new(x, y, z).length()
}
