//! Planes and boxes.

use super::super::Real;
use super::super::formula::{Formula, Slope, VisitFormula};
use super::vector::{above, direction, length3, sign, smooth, times};
use super::{Cast, Solid, cast};
use glam::DVec3;

/// The half space below y = 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plane;

impl<T: Real> Formula<T> for Plane {
    #[inline(always)]
    fn value(self, [_, y, _]: [T; 3]) -> T {
        y
    }

    #[inline(always)]
    fn slope(self, _: [T; 3]) -> Slope<T> {
        smooth([T::ZERO, T::ONE, T::ZERO])
    }
}

impl Solid for Plane {
    #[inline(always)]
    fn visit<T: Real>(&self, visitor: impl VisitFormula<T>) {
        visitor.visit(*self);
    }

    fn reach(&self, d: DVec3, level: f64) -> f64 {
        if d.x == 0.0 && d.y >= 0.0 && d.z == 0.0 { level * d.y } else { f64::INFINITY }
    }
}

/// All points within `half_height` of the plane y = 0.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Slab<T> {
    pub half_height: T,
}

cast!(Slab { half_height });

impl<T: Real> Formula<T> for Slab<T> {
    #[inline(always)]
    fn value(self, [_, y, _]: [T; 3]) -> T {
        y.abs() - self.half_height
    }

    #[inline(always)]
    fn slope(self, [_, y, _]: [T; 3]) -> Slope<T> {
        Slope { gradient: [T::ZERO, sign(y), T::ZERO], feature: y == T::ZERO }
    }
}

impl Solid for Slab<f64> {
    #[inline(always)]
    fn visit<T: Real>(&self, visitor: impl VisitFormula<T>) {
        visitor.visit(Cast::<T>::cast(*self));
    }

    fn reach(&self, d: DVec3, level: f64) -> f64 {
        if d.x == 0.0 && d.z == 0.0 { (self.half_height + level) * d.y.abs() } else { f64::INFINITY }
    }
}

/// A box grown by a radius.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RoundedBox<T> {
    /// Half size of the box that is grown.
    core: [T; 3],
    round: T,
}

cast!(RoundedBox { core, round });

impl RoundedBox<f64> {
    /// `half` is the half size over all.
    pub fn new(half: DVec3, round: f64) -> Self {
        Self { core: (half - round).max(DVec3::ZERO).to_array(), round }
    }
}

impl<T: Real> Formula<T> for RoundedBox<T> {
    /// By symmetry in the positive octant: outside, the length of the excess over the core; inside, the nearest face.
    #[inline(always)]
    fn value(self, [x, y, z]: [T; 3]) -> T {
        let (x, y, z) = (x.abs() - self.core[0], y.abs() - self.core[1], z.abs() - self.core[2]);
        length3(above(x), above(y), above(z)) + T::ZERO.min(x.max(y).max(z)) - self.round
    }

    #[inline(always)]
    fn slope(self, p: [T; 3]) -> Slope<T> {
        let excess: [T; 3] = std::array::from_fn(|i| p[i].abs() - self.core[i]);
        let outward = direction(excess.map(above));
        let face = nearest_face(p, excess);
        let outside = excess[0].max(excess[1]).max(excess[2]) > T::ZERO;
        let signs = p.map(sign);
        Slope {
            gradient: times(signs, if outside { outward } else { face.gradient }),
            feature: !outside & face.feature,
        }
    }
}

/// The axis of the greatest excess, the first at a tie; a feature at ties and on the plane of symmetry.
#[inline(always)]
pub fn nearest_face<T: Real>(p: [T; 3], excess: [T; 3]) -> Slope<T> {
    let [x, y, z] = excess;
    let greatest = x.max(y).max(z);
    let (first, second) = (x == greatest, y == greatest);
    let one = |yes: bool| if yes { T::ONE } else { T::ZERO };
    let gradient = [one(first), one(!first & second), one(!first & !second)];
    let ties = (first & second) | (second & (z == greatest)) | (first & (z == greatest));
    let middle = (gradient[0] * p[0] + gradient[1] * p[1] + gradient[2] * p[2]) == T::ZERO;
    Slope { gradient, feature: ties | middle }
}

impl Solid for RoundedBox<f64> {
    #[inline(always)]
    fn visit<T: Real>(&self, visitor: impl VisitFormula<T>) {
        visitor.visit(Cast::<T>::cast(*self));
    }

    fn reach(&self, d: DVec3, level: f64) -> f64 {
        d.abs().dot(DVec3::from_array(self.core)) + (self.round + level) * d.length()
    }
}

/// The twelve bars of a box.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoxFrame<T> {
    half: [T; 3],
    /// Where the windows end on each axis; minus infinity where the bars meet and no window is left.
    window: [T; 3],
}

cast!(BoxFrame { half, window });

impl BoxFrame<f64> {
    /// `thickness` is the full width of a bar.
    pub fn new(half: DVec3, thickness: f64) -> Self {
        let window = half.to_array().map(|h| if h > thickness { h - thickness } else { f64::NEG_INFINITY });
        Self { half: half.to_array(), window }
    }
}

impl<T: Real> BoxFrame<T> {
    /// For a point of the positive octant: the vectors from the nearest points of the three bars, along x, y, z.
    #[inline(always)]
    fn off_bars(self, p: [T; 3]) -> [[T; 3]; 3] {
        let past_end: [T; 3] = std::array::from_fn(|i| above(p[i] - self.half[i]));
        let across: [T; 3] = std::array::from_fn(|i| past_end[i] - above(self.window[i] - p[i]));
        [[past_end[0], across[1], across[2]], [across[0], past_end[1], across[2]], [across[0], across[1], past_end[2]]]
    }

    /// For a point of the positive octant: how far it is beyond the windows' sides, from within.
    #[inline(always)]
    fn beyond_windows(self, p: [T; 3]) -> [T; 3] {
        std::array::from_fn(|i| above(p[i] - self.window[i]))
    }
}

impl<T: Real> Formula<T> for BoxFrame<T> {
    /// Outside, the nearest bar. Inside, the nearest point that is not inside: a side of the box, or one of the three
    /// tunnels that its windows make. (The usual formula takes the deepest bar, which is a bound where bars cross.)
    #[inline(always)]
    fn value(self, p: [T; 3]) -> T {
        let p = p.map(T::abs);
        let [a, b, c] = self.off_bars(p).map(square);
        let outside = a.min(b).min(c);
        let face = (p[0] - self.half[0]).max(p[1] - self.half[1]).max(p[2] - self.half[2]);
        let [x, y, z] = self.beyond_windows(p);
        let tunnel = (x * x + y * y).min(y * y + z * z).min(z * z + x * x);
        let nearest = if outside > T::ZERO { outside } else { tunnel }.sqrt();
        if outside > T::ZERO { nearest } else { face.max(-nearest) }
    }

    #[inline(always)]
    fn slope(self, p: [T; 3]) -> Slope<T> {
        let signs = p.map(sign);
        let q = p.map(T::abs);
        let [a, b, c] = self.off_bars(q);
        let outside = square(a).min(square(b)).min(square(c)) > T::ZERO;
        let slope = if outside { nearest_of(a, b, c) } else { self.inside(p, q) };
        // The folds meet in a crease unless the gradient lies in them.
        let crease = (0..3).fold(false, |any, i| any | ((p[i] == T::ZERO) & (slope.gradient[i] != T::ZERO)));
        Slope { gradient: times(signs, slope.gradient), feature: slope.feature | crease }
    }
}

impl<T: Real> BoxFrame<T> {
    #[inline(always)]
    fn inside(self, p: [T; 3], q: [T; 3]) -> Slope<T> {
        let face = std::array::from_fn(|i| q[i] - self.half[i]);
        let depth = -face[0].max(face[1]).max(face[2]);
        let [x, y, z] = self.beyond_windows(q);
        // Infinite where there is no window; such a tunnel is never the nearest.
        let far = |v: [T; 3]| v.map(|c| if c <= T::FAR { c } else { T::FAR.sqrt() });
        let tunnel = nearest_of(far([x, y, T::ZERO]), far([T::ZERO, y, z]), far([x, T::ZERO, z]));
        let least = (x * x + y * y).min(y * y + z * z).min(z * z + x * x).sqrt();
        let face = nearest_face(p, face);
        Slope {
            gradient: if least < depth { tunnel.gradient.map(|c| -c) } else { face.gradient },
            feature: if least < depth { tunnel.feature } else { face.feature | (least == depth) },
        }
    }
}

#[inline(always)]
fn square<T: Real>([x, y, z]: [T; 3]) -> T {
    x * x + y * y + z * z
}

/// The direction of the shortest of three vectors; a feature where another one is as short.
#[inline(always)]
fn nearest_of<T: Real>(a: [T; 3], b: [T; 3], c: [T; 3]) -> Slope<T> {
    let (aa, bb, cc) = (square(a), square(b), square(c));
    let least = aa.min(bb).min(cc);
    let v = if aa == least {
        a
    } else if bb == least {
        b
    } else {
        c
    };
    let rival = |w: [T; 3], ww: T| (ww == least) & (w != v);
    Slope { gradient: direction(v), feature: (least == T::ZERO) | rival(a, aa) | rival(b, bb) | rival(c, cc) }
}

impl Solid for BoxFrame<f64> {
    #[inline(always)]
    fn visit<T: Real>(&self, visitor: impl VisitFormula<T>) {
        visitor.visit(Cast::<T>::cast(*self));
    }

    fn reach(&self, d: DVec3, level: f64) -> f64 {
        d.abs().dot(DVec3::from_array(self.half)) + level * d.length()
    }
}
