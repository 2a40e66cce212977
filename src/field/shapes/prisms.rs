//! Cylinders, cones and prisms: convex profiles, turned about y or drawn out along it.

use super::super::Real;
use super::super::formula::VisitFormula;
use super::combine::{Extruded, Mirrored, PlaneSlope, Profile, Revolved, Swapped};
use super::vector::{above, direction, is_zero, length2, past};
use super::{Cast, Solid, cast};
use crate::math::{cos, sin};
use glam::{DVec2, DVec3};

/// A cylinder about y.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Cylinder<T> {
    pub radius: T,
    pub half_height: T,
}

cast!(Cylinder { radius, half_height });

/// A disc about the origin.
#[derive(Clone, Copy)]
struct Circle<T>(T);

impl<T: Real> Profile<T> for Circle<T> {
    #[inline(always)]
    fn value(self, [x, y]: [T; 2]) -> T {
        length2(x, y) - self.0
    }

    #[inline(always)]
    fn slope(self, q: [T; 2]) -> PlaneSlope<T> {
        PlaneSlope::smooth(direction(q))
    }
}

impl Solid for Cylinder<f64> {
    #[inline(always)]
    fn visit<T: Real>(&self, visitor: impl VisitFormula<T>) {
        let Cylinder { radius, half_height } = Cast::<T>::cast(*self);
        visitor.visit(Extruded { profile: Circle(radius), half_height });
    }

    fn reach(&self, d: DVec3, level: f64) -> f64 {
        self.radius * d.x.hypot(d.z) + self.half_height * d.y.abs() + level * d.length()
    }
}

/// A side of a plane figure, with the figure to its left.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Side<T> {
    pub from: [T; 2],
    /// Unit vector.
    pub along: [T; 2],
    pub length: T,
}

cast!(Side { from, along, length });

impl Side<f64> {
    /// None if the points are one.
    pub fn new(from: DVec2, to: DVec2) -> Option<Self> {
        let d = to - from;
        let largest = d.abs().max_element();
        let scaled = d / largest;
        let length = scaled.length();
        (largest > 0.0).then(|| Self {
            from: from.to_array(),
            along: (scaled / length).to_array(),
            length: length * largest,
        })
    }
}

impl<T: Real> Side<T> {
    /// Unit outward normal.
    #[inline(always)]
    pub fn normal(self) -> [T; 2] {
        [self.along[1], -self.along[0]]
    }

    /// Signed distance from the line, positive outside; and along it past either end of the side, 0 beside it.
    #[inline(always)]
    pub fn off_and_past(self, q: [T; 2]) -> (T, T) {
        let [x, y] = [q[0] - self.from[0], q[1] - self.from[1]];
        let off = x * self.along[1] - y * self.along[0];
        (off, past(x * self.along[0] + y * self.along[1], self.length))
    }

    /// The vector to a point from the side's nearest one, given where the point is.
    #[inline(always)]
    pub fn offset(self, (off, past): (T, T)) -> [T; 2] {
        let n = self.normal();
        [n[0] * off + self.along[0] * past, n[1] * off + self.along[1] * past]
    }
}

/// A cut cone about y.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CappedCone<T> {
    /// At the bottom and at the top.
    radii: [T; 2],
    half_height: T,
    /// From the lower rim to the upper.
    side: Side<T>,
}

cast!(CappedCone { radii, half_height, side });

impl CappedCone<f64> {
    /// With a top of radius 0 it is a cone.
    pub fn new(bottom: f64, top: f64, half_height: f64) -> Self {
        let (low, high) = (DVec2::new(bottom, -half_height), DVec2::new(top, half_height));
        // No height is refused with the scene; an upright side is as good as any other then.
        let side = Side::new(low, high).unwrap_or(Side { from: low.to_array(), along: [0.0, 1.0], length: 0.0 });
        Self { radii: [bottom, top], half_height, side }
    }
}

impl<T: Real> CappedCone<T> {
    /// Signed distances from the lines of bottom, top and side.
    #[inline(always)]
    fn off(self, [r, y]: [T; 2]) -> [T; 3] {
        [-self.half_height - y, y - self.half_height, self.side.off_and_past([r, y]).0]
    }

    /// The vectors from the nearest points of bottom, top and side.
    #[inline(always)]
    fn offsets(self, [r, y]: [T; 2]) -> [[T; 2]; 3] {
        [
            [above(r - self.radii[0]), y + self.half_height],
            [above(r - self.radii[1]), y - self.half_height],
            self.side.offset(self.side.off_and_past([r, y])),
        ]
    }
}

impl<T: Real> Profile<T> for CappedCone<T> {
    /// Inside, the nearest line, which is exact for a convex figure; outside, the nearest of bottom and top as discs
    /// and the side as a segment.
    #[inline(always)]
    fn value(self, [r, y]: [T; 2]) -> T {
        let (below, over) = (-self.half_height - y, y - self.half_height);
        let (off, past) = self.side.off_and_past([r, y]);
        let (past_low, past_high) = (above(r - self.radii[0]), above(r - self.radii[1]));
        let low = below * below + past_low * past_low;
        let high = over * over + past_high * past_high;
        let inside = off.max(below).max(over);
        if inside > T::ZERO { (off * off + past * past).min(low).min(high).sqrt() } else { inside }
    }

    #[inline(always)]
    fn slope(self, q: [T; 2]) -> PlaneSlope<T> {
        let normals = [[T::ZERO, -T::ONE], [T::ZERO, T::ONE], self.side.normal()];
        convex_slope(self.off(q), normals, self.offsets(q))
    }
}

/// The slope of a convex figure: inside, the normal of the nearest side (the last at a tie, which is a feature);
/// outside, the direction from the nearest point.
#[inline(always)]
pub fn convex_slope<T: Real, const N: usize>(off: [T; N], normals: [[T; 2]; N], offsets: [[T; 2]; N]) -> PlaneSlope<T> {
    let square = |v: [T; 2]| v[0] * v[0] + v[1] * v[1];
    let (mut greatest, mut normal, mut tie) = (off[0], normals[0], false);
    let (mut least, mut offset) = (square(offsets[0]), offsets[0]);
    for i in 1..N {
        tie = (off[i] == greatest) | (tie & (off[i] < greatest));
        normal = if off[i] >= greatest { normals[i] } else { normal };
        greatest = greatest.max(off[i]);
        let length = square(offsets[i]);
        offset = if length < least { offsets[i] } else { offset };
        least = least.min(length);
    }
    // On a corner, rounding may put a point outside of a line but at no distance.
    let outside = (greatest > T::ZERO) & !is_zero(offset);
    let gradient = if outside { direction(offset) } else { normal };
    PlaneSlope { gradient, feature: !outside & (tie | (greatest > T::ZERO)) }
}

impl Solid for CappedCone<f64> {
    #[inline(always)]
    fn visit<T: Real>(&self, visitor: impl VisitFormula<T>) {
        visitor.visit(Revolved(Cast::<T>::cast(*self)));
    }

    fn reach(&self, d: DVec3, level: f64) -> f64 {
        let (radial, up) = (d.x.hypot(d.z), self.half_height * d.y);
        (self.radii[0] * radial - up).max(self.radii[1] * radial + up) + level * d.length()
    }
}

/// A right triangle in the xy plane, drawn out along z: a ramp of full height at -x that falls to the bottom at +x.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Wedge<T> {
    half: [T; 3],
    ramp: Side<T>,
}

cast!(Wedge { half, ramp });

impl Wedge<f64> {
    pub fn new(half: DVec3) -> Self {
        let (low, high) = (DVec2::new(half.x, -half.y), DVec2::new(-half.x, half.y));
        let ramp = Side::new(low, high).unwrap_or(Side { from: low.to_array(), along: [-1.0, 0.0], length: 0.0 });
        Self { half: half.to_array(), ramp }
    }
}

impl<T: Real> Wedge<T> {
    /// The vectors from the nearest points of the back, the bottom and the ramp.
    #[inline(always)]
    fn offsets(self, [x, y]: [T; 2]) -> [[T; 2]; 3] {
        let ([bx, by, _], two) = (self.half, T::ONE + T::ONE);
        [
            [x + bx, past(y + by, two * by)],
            [past(x + bx, two * bx), y + by],
            self.ramp.offset(self.ramp.off_and_past([x, y])),
        ]
    }

    #[inline(always)]
    fn off(self, [x, y]: [T; 2]) -> [T; 3] {
        [-self.half[0] - x, -self.half[1] - y, self.ramp.off_and_past([x, y]).0]
    }
}

impl<T: Real> Profile<T> for Wedge<T> {
    #[inline(always)]
    fn value(self, q: [T; 2]) -> T {
        let [back, bottom, _] = self.offsets(q);
        let [off_back, off_bottom, _] = self.off(q);
        let (off, past) = self.ramp.off_and_past(q);
        let ramp = off * off + past * past;
        let (back, bottom) = (back[0] * back[0] + back[1] * back[1], bottom[0] * bottom[0] + bottom[1] * bottom[1]);
        let inside = off.max(off_back).max(off_bottom);
        if inside > T::ZERO { ramp.min(back).min(bottom).sqrt() } else { inside }
    }

    #[inline(always)]
    fn slope(self, q: [T; 2]) -> PlaneSlope<T> {
        let normals = [[-T::ONE, T::ZERO], [T::ZERO, -T::ONE], self.ramp.normal()];
        convex_slope(self.off(q), normals, self.offsets(q))
    }
}

impl Solid for Wedge<f64> {
    #[inline(always)]
    fn visit<T: Real>(&self, visitor: impl VisitFormula<T>) {
        let profile = Cast::<T>::cast(*self);
        visitor.visit(Swapped(Extruded { profile, half_height: profile.half[2] }));
    }

    fn reach(&self, d: DVec3, level: f64) -> f64 {
        let [x, y, z] = self.half;
        // The lower corners, or the upper one at -x.
        let lower = x * d.x.abs() - y * d.y;
        let upper = y * d.y - x * d.x;
        lower.max(upper) + z * d.z.abs() + level * d.length()
    }
}

/// A prism over a regular polygon in the xz plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Prism {
    sides: u32,
    half_height: f64,
    /// With as many folds as the most sides need.
    base: Regular<f64, 6>,
}

impl Prism {
    /// `radius` reaches to the corners, of which one is on +x. From 3 to 64 sides; the scene refuses other numbers,
    /// and the nearest is taken.
    pub fn to_corner(sides: u32, radius: f64, half_height: f64) -> Self {
        let sides = sides.clamp(3, 64);
        Self { sides, half_height, base: Regular::new(sides, radius) }
    }
}

/// A prism over a regular hexagon in the xz plane, with a face toward +x.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HexPrism(Prism);

impl HexPrism {
    /// `radius` reaches to the faces.
    pub fn new(radius: f64, half_height: f64) -> Self {
        Self(Prism::to_corner(6, radius / turn(1, 6)[0], half_height))
    }
}

/// A regular polygon with a corner on +x.
///
/// The polygon's mirrors fold the plane into the sector between the first corner and the middle of the side after it:
/// first the x axis, then a mirror near the middle of the sector that is left, again and again. `K` such folds do for
/// up to 2^K sides; the rest are idle.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Regular<T, const K: usize> {
    /// Unit normals of the mirrors, in the order of folding, away from the side that is kept; zero if idle.
    mirrors: [[T; 2]; K],
    /// Unit outward normal of the side.
    normal: [T; 2],
    /// Distance of the corners and of the sides from the centre.
    radius: T,
    inner: T,
    half_side: T,
}

impl Regular<f64, 6> {
    fn new(sides: u32, radius: f64) -> Self {
        let mut mirrors = [[0.0; 2]; 6];
        let mut sectors = sides;
        for mirror in &mut mirrors {
            if sectors > 1 {
                sectors = sectors.div_ceil(2);
                let [c, s] = turn(sectors, sides);
                *mirror = [-s, c];
            }
        }
        let normal = turn(1, sides);
        Self { mirrors, normal, radius, inner: radius * normal[0], half_side: radius * normal[1] }
    }
}

/// Cosine and sine of `part` / `whole` of half a turn.
fn turn(part: u32, whole: u32) -> [f64; 2] {
    let angle = std::f64::consts::PI * (f64::from(part) / f64::from(whole));
    if u64::from(part) * 2 == u64::from(whole) { [0.0, 1.0] } else { [cos(angle), sin(angle)] }
}

impl Regular<f64, 6> {
    /// With the first `K` folds only, in the type of an evaluation.
    #[inline(always)]
    fn with_folds<T: Real, const K: usize>(&self) -> Regular<T, K> {
        Regular {
            mirrors: std::array::from_fn(|i| self.mirrors[i].cast()),
            normal: self.normal.cast(),
            radius: self.radius.cast(),
            inner: self.inner.cast(),
            half_side: self.half_side.cast(),
        }
    }
}

impl Regular<f64, 6> {
    /// The greatest dot product with a corner: with the first, of a direction folded into its sector.
    fn reach(&self, x: f64, z: f64) -> f64 {
        let ([x, _], _) = self.folded([x, z]);
        self.radius * x
    }
}

impl<T: Real, const K: usize> Regular<T, K> {
    /// The point folded into the first sector, and how far it was beyond each mirror.
    #[inline(always)]
    fn folded(self, [x, z]: [T; 2]) -> ([T; 2], [T; K]) {
        let (mut q, mut beyond) = ([x, z.abs()], [T::ZERO; K]);
        for (m, beyond) in self.mirrors.iter().zip(&mut beyond) {
            *beyond = q[0] * m[0] + q[1] * m[1];
            let twice = above(*beyond) + above(*beyond);
            q = [q[0] - twice * m[0], q[1] - twice * m[1]];
        }
        (q, beyond)
    }

    /// For a folded point: distance from the side's line, and along it past the corner.
    #[inline(always)]
    fn off_and_past(self, [x, z]: [T; 2]) -> (T, T) {
        let n = self.normal;
        (x * n[0] + z * n[1] - self.inner, above(x * n[1] - z * n[0] - self.half_side))
    }
}

impl<T: Real, const K: usize> Profile<T> for Regular<T, K> {
    #[inline(always)]
    fn value(self, q: [T; 2]) -> T {
        let (off, past) = self.off_and_past(self.folded(q).0);
        if off > T::ZERO { length2(off, past) } else { off }
    }

    #[inline(always)]
    fn slope(self, q: [T; 2]) -> PlaneSlope<T> {
        let (folded, beyond) = self.folded(q);
        let (off, past) = self.off_and_past(folded);
        let n = self.normal;
        let [a, b] = direction([off, past]);
        let outside = off > T::ZERO;
        let (a, b) = if outside { (a, b) } else { (T::ONE, T::ZERO) };
        let mut g = [a * n[0] + b * n[1], a * n[1] - b * n[0]];
        // A point on a mirror lies on a crease unless the gradient lies in the mirror, to rounding.
        let across = T::from_f64(1e-3);
        let hair = (q[0].abs() + q[1].abs()) * T::from_f64(1e-15);
        let mut feature = false;
        for (m, &beyond) in self.mirrors.iter().zip(&beyond).rev() {
            let along = g[0] * m[0] + g[1] * m[1];
            feature |= (beyond.abs() <= hair) & (along.abs() > across);
            let twice = if beyond > T::ZERO { along + along } else { T::ZERO };
            g = [g[0] - twice * m[0], g[1] - twice * m[1]];
        }
        feature |= (q[1] == T::ZERO) & (g[1].abs() > across);
        let flip = if q[1] < T::ZERO { -T::ONE } else { T::ONE };
        PlaneSlope { gradient: [g[0], g[1] * flip], feature }
    }
}

impl Solid for Prism {
    #[inline(always)]
    fn visit<T: Real>(&self, visitor: impl VisitFormula<T>) {
        let half_height = self.half_height.cast();
        match self.sides {
            0..=4 => visitor.visit(Extruded { profile: self.base.with_folds::<T, 2>(), half_height }),
            5..=8 => visitor.visit(Extruded { profile: self.base.with_folds::<T, 3>(), half_height }),
            _ => visitor.visit(Extruded { profile: self.base.with_folds::<T, 6>(), half_height }),
        }
    }

    fn reach(&self, d: DVec3, level: f64) -> f64 {
        self.base.reach(d.x, d.z) + self.half_height * d.y.abs() + level * d.length()
    }
}

impl Solid for HexPrism {
    #[inline(always)]
    fn visit<T: Real>(&self, visitor: impl VisitFormula<T>) {
        let profile = Mirrored(self.0.base.with_folds::<T, 3>());
        visitor.visit(Extruded { profile, half_height: self.0.half_height.cast() });
    }

    fn reach(&self, d: DVec3, level: f64) -> f64 {
        self.0.reach(DVec3::new(d.z, d.y, d.x), level)
    }
}
