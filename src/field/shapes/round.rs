//! Shapes at a distance round a point, a segment, a ring or a disc.

use super::super::Real;
use super::super::class::Class;
use super::super::formula::{Formula, Slope, VisitFormula};
use super::combine::{PlaneSlope, Profile, Revolved};
use super::vector::{above, direction, is_zero, length2, length3, sign, smooth, times};
use super::{Cast, Solid, cast};
use crate::math::{cos, sin};
use glam::DVec3;

/// A ball.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sphere<T> {
    pub radius: T,
}

cast!(Sphere { radius });

impl<T: Real> Formula<T> for Sphere<T> {
    #[inline(always)]
    fn value(self, [x, y, z]: [T; 3]) -> T {
        length3(x, y, z) - self.radius
    }

    #[inline(always)]
    fn slope(self, p: [T; 3]) -> Slope<T> {
        smooth(direction(p))
    }
}

impl Solid for Sphere<f64> {
    #[inline(always)]
    fn visit<T: Real>(&self, visitor: impl VisitFormula<T>) {
        visitor.visit(Cast::<T>::cast(*self));
    }

    fn reach(&self, d: DVec3, level: f64) -> f64 {
        (self.radius + level) * d.length()
    }
}

/// All points within `radius` of a segment of the y axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Capsule<T> {
    pub radius: T,
    /// Of the segment.
    pub half_height: T,
}

cast!(Capsule { radius, half_height });

impl<T: Real> Formula<T> for Capsule<T> {
    #[inline(always)]
    fn value(self, [x, y, z]: [T; 3]) -> T {
        length3(x, above(y.abs() - self.half_height), z) - self.radius
    }

    #[inline(always)]
    fn slope(self, [x, y, z]: [T; 3]) -> Slope<T> {
        smooth(direction([x, sign(y) * above(y.abs() - self.half_height), z]))
    }
}

impl Solid for Capsule<f64> {
    #[inline(always)]
    fn visit<T: Real>(&self, visitor: impl VisitFormula<T>) {
        visitor.visit(Cast::<T>::cast(*self));
    }

    fn reach(&self, d: DVec3, level: f64) -> f64 {
        self.half_height * d.y.abs() + (self.radius + level) * d.length()
    }
}

/// A capsule along any axis: it needs no frame of its own, which spares turning the point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Segment<T> {
    pub radius: T,
    /// Of the segment.
    pub half_height: T,
    /// Unit vector along it.
    pub axis: [T; 3],
}

cast!(Segment { radius, half_height, axis });

impl<T: Real> Segment<T> {
    /// From the nearest point of the segment.
    #[inline(always)]
    fn away(self, [x, y, z]: [T; 3]) -> [T; 3] {
        let [ax, ay, az] = self.axis;
        let along = (x * ax + y * ay + z * az).min(self.half_height).max(-self.half_height);
        [x - along * ax, y - along * ay, z - along * az]
    }
}

impl<T: Real> Formula<T> for Segment<T> {
    #[inline(always)]
    fn value(self, p: [T; 3]) -> T {
        let [x, y, z] = self.away(p);
        length3(x, y, z) - self.radius
    }

    #[inline(always)]
    fn slope(self, p: [T; 3]) -> Slope<T> {
        smooth(direction(self.away(p)))
    }
}

impl Solid for Segment<f64> {
    #[inline(always)]
    fn visit<T: Real>(&self, visitor: impl VisitFormula<T>) {
        visitor.visit(Cast::<T>::cast(*self));
    }

    fn reach(&self, d: DVec3, level: f64) -> f64 {
        self.half_height * d.dot(DVec3::from_array(self.axis)).abs() + (self.radius + level) * d.length()
    }
}

/// All points within `minor` of a circle of radius `major` in the xz plane. Where the tube is thicker than the ring
/// the value is a lower bound inside.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Torus<T> {
    pub major: T,
    pub minor: T,
}

cast!(Torus { major, minor });

impl<T: Real> Profile<T> for Torus<T> {
    #[inline(always)]
    fn value(self, [r, y]: [T; 2]) -> T {
        length2(r - self.major, y) - self.minor
    }

    #[inline(always)]
    fn slope(self, [r, y]: [T; 2]) -> PlaneSlope<T> {
        PlaneSlope::smooth(direction([r - self.major, y]))
    }
}

impl Solid for Torus<f64> {
    #[inline(always)]
    fn visit<T: Real>(&self, visitor: impl VisitFormula<T>) {
        visitor.visit(Revolved(Cast::<T>::cast(*self)));
    }

    fn reach(&self, d: DVec3, level: f64) -> f64 {
        self.major * d.x.hypot(d.z) + (self.minor + level) * d.length()
    }
}

/// All points within `minor` of an arc, centred on +x, of a circle of radius `major` in the xz plane. Inside, the
/// value is a lower bound where the tube is thicker than the ring or the ends overlap.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CappedTorus<T> {
    major: T,
    minor: T,
    /// Direction from the centre to the arc's end on the side of +z.
    end: [T; 2],
}

cast!(CappedTorus { major, minor, end });

impl CappedTorus<f64> {
    /// `arc` is the part of the ring that is there, in degrees; 360 and more are the whole ring.
    pub fn new(major: f64, minor: f64, arc: f64) -> Self {
        let half = 0.5 * arc.clamp(0.0, 360.0);
        let end = if half == 90.0 {
            [0.0, 1.0]
        } else if half == 180.0 {
            [-1.0, 0.0]
        } else {
            [cos(half.to_radians()), sin(half.to_radians())]
        };
        Self { major, minor, end }
    }
}

impl<T: Real> CappedTorus<T> {
    /// True if the nearest point of the circle is on the arc; `z` is not negative.
    #[inline(always)]
    fn faces_arc(self, x: T, z: T) -> bool {
        self.end[0] * z <= self.end[1] * x
    }

    /// The point relative to the end of the arc.
    #[inline(always)]
    fn off_end(self, [x, y, z]: [T; 3]) -> [T; 3] {
        [x - self.major * self.end[0], y, z - self.major * self.end[1]]
    }
}

impl<T: Real> Formula<T> for CappedTorus<T> {
    #[inline(always)]
    fn value(self, [x, y, z]: [T; 3]) -> T {
        let z = z.abs();
        let off_ring = length2(x, z) - self.major;
        let [ex, ey, ez] = self.off_end([x, y, z]);
        let (ring, end) = (off_ring * off_ring + y * y, ex * ex + ey * ey + ez * ez);
        let nearest = if self.faces_arc(x, z) { ring } else { end };
        nearest.sqrt() - self.minor
    }

    #[inline(always)]
    fn slope(self, [x, y, z]: [T; 3]) -> Slope<T> {
        let q = [x, y, z.abs()];
        let ring = Revolved(Torus { major: self.major, minor: self.minor }).slope(q);
        let end = smooth(direction(self.off_end(q)));
        let slope = if self.faces_arc(x, q[2]) { ring } else { end };
        let [gx, gy, gz] = slope.gradient;
        let between_ends = (z == T::ZERO) & (gz != T::ZERO);
        Slope { gradient: [gx, gy, gz * sign(z)], feature: slope.feature | between_ends }
    }
}

impl Solid for CappedTorus<f64> {
    #[inline(always)]
    fn visit<T: Real>(&self, visitor: impl VisitFormula<T>) {
        visitor.visit(Cast::<T>::cast(*self));
    }

    fn reach(&self, d: DVec3, level: f64) -> f64 {
        let z = d.z.abs();
        let arc = if self.faces_arc(d.x, z) { d.x.hypot(z) } else { self.end[0] * d.x + self.end[1] * z };
        self.major * arc + (self.minor + level) * d.length()
    }
}

/// All points within `minor` of a stadium in the xy plane: two half circles of radius `major` and two segments along
/// y between them. Where the tube is thicker than the ring the value is a lower bound inside.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Link<T> {
    /// Of the segments.
    pub half_length: T,
    pub major: T,
    pub minor: T,
}

cast!(Link { half_length, major, minor });

impl<T: Real> Formula<T> for Link<T> {
    #[inline(always)]
    fn value(self, [x, y, z]: [T; 3]) -> T {
        let off_ring = length2(x, above(y.abs() - self.half_length)) - self.major;
        length2(off_ring, z) - self.minor
    }

    #[inline(always)]
    fn slope(self, [x, y, z]: [T; 3]) -> Slope<T> {
        let beyond = above(y.abs() - self.half_length);
        let [outward_x, outward_y] = direction([x, beyond]);
        let [off_ring, off_plane] = direction([length2(x, beyond) - self.major, z]);
        let gradient = [off_ring * outward_x, off_ring * outward_y * sign(y), off_plane];
        let between = is_zero([outward_x, outward_y]) & (off_ring != T::ZERO);
        Slope { gradient, feature: between | is_zero(gradient) }
    }
}

impl Solid for Link<f64> {
    #[inline(always)]
    fn visit<T: Real>(&self, visitor: impl VisitFormula<T>) {
        visitor.visit(Cast::<T>::cast(*self));
    }

    fn reach(&self, d: DVec3, level: f64) -> f64 {
        self.half_length * d.y.abs() + self.major * d.x.hypot(d.y) + (self.minor + level) * d.length()
    }
}

/// The convex hull of two balls on the y axis.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RoundedCone<T> {
    /// Radii of the balls at the bottom and at the top.
    radii: [T; 2],
    /// Of the segment between the centres.
    half_height: T,
    /// Unit outward normal of the side in the meridian plane.
    normal: [T; 2],
    /// Where along the side, measured from the bottom's centre, the bottom's ball ends and the top's begins: infinite
    /// if one ball holds the other.
    ends: [T; 2],
}

cast!(RoundedCone { radii, half_height, normal, ends });

impl RoundedCone<f64> {
    pub fn new(bottom: f64, top: f64, half_height: f64) -> Self {
        let height = 2.0 * half_height;
        let tilt = (bottom - top) / height;
        let (normal, ends) = if tilt >= 1.0 {
            ([0.0, 1.0], [f64::INFINITY, f64::INFINITY])
        } else if tilt <= -1.0 {
            ([0.0, -1.0], [f64::NEG_INFINITY, f64::NEG_INFINITY])
        } else {
            let radial = ((1.0 - tilt) * (1.0 + tilt)).sqrt();
            ([radial, tilt], [0.0, radial * height])
        };
        Self { radii: [bottom, top], half_height, normal, ends }
    }
}

impl<T: Real> RoundedCone<T> {
    /// Where the nearest point of the side would be, along it.
    #[inline(always)]
    fn along(self, [r, y]: [T; 2]) -> T {
        (y + self.half_height) * self.normal[0] - r * self.normal[1]
    }

    #[inline(always)]
    fn beside(self, along: T) -> bool {
        (along >= self.ends[0]) & (along <= self.ends[1])
    }

    /// Height of the centre of the ball that is the nearer one beyond the side, and its radius.
    #[inline(always)]
    fn ball(self, along: T) -> (T, T) {
        let top = along > self.ends[1];
        (if top { self.half_height } else { -self.half_height }, if top { self.radii[1] } else { self.radii[0] })
    }
}

impl<T: Real> Profile<T> for RoundedCone<T> {
    #[inline(always)]
    fn value(self, [r, y]: [T; 2]) -> T {
        let along = self.along([r, y]);
        let (center, radius) = self.ball(along);
        let side = r * self.normal[0] + (y + self.half_height) * self.normal[1] - self.radii[0];
        let ball = length2(r, y - center) - radius;
        if self.beside(along) { side } else { ball }
    }

    #[inline(always)]
    fn slope(self, [r, y]: [T; 2]) -> PlaneSlope<T> {
        let along = self.along([r, y]);
        let (center, _) = self.ball(along);
        PlaneSlope::smooth(if self.beside(along) { self.normal } else { direction([r, y - center]) })
    }
}

impl Solid for RoundedCone<f64> {
    #[inline(always)]
    fn visit<T: Real>(&self, visitor: impl VisitFormula<T>) {
        visitor.visit(Revolved(Cast::<T>::cast(*self)));
    }

    fn reach(&self, d: DVec3, level: f64) -> f64 {
        let [bottom, top] = self.radii;
        let (tilt, length) = (self.half_height * d.y, d.length());
        (bottom * length - tilt).max(top * length + tilt) + level * length
    }
}

/// An ellipsoid. The value is a bound: that of the ball it is an image of, times the least radius.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ellipsoid<T> {
    /// One by the radii.
    inverse: [T; 3],
    least: T,
    /// The least radius by the radii.
    ratios: [T; 3],
}

cast!(Ellipsoid { inverse, least, ratios });

impl Ellipsoid<f64> {
    pub fn new(radii: DVec3) -> Self {
        let least = radii.min_element();
        Self { inverse: radii.recip().to_array(), least, ratios: (least / radii).to_array() }
    }
}

impl<T: Real> Formula<T> for Ellipsoid<T> {
    #[inline(always)]
    fn value(self, p: [T; 3]) -> T {
        let [x, y, z] = times(p, self.inverse);
        (length3(x, y, z) - T::ONE) * self.least
    }

    #[inline(always)]
    fn slope(self, p: [T; 3]) -> Slope<T> {
        smooth(times(direction(times(p, self.inverse)), self.ratios))
    }
}

impl Solid for Ellipsoid<f64> {
    #[inline(always)]
    fn visit<T: Real>(&self, visitor: impl VisitFormula<T>) {
        visitor.visit(Cast::<T>::cast(*self));
    }

    fn class(&self) -> Class {
        Class::Bound
    }

    /// A level set is an ellipsoid again.
    fn reach(&self, d: DVec3, level: f64) -> f64 {
        (d / DVec3::from_array(self.inverse)).length() * (1.0 + level / self.least)
    }
}

/// All points within half a thickness of a flat disc in the xz plane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Disc<T> {
    radius: T,
    half_thickness: T,
}

cast!(Disc { radius, half_thickness });

impl Disc<f64> {
    /// The disc of radius `radius` is what is thickened.
    pub fn new(radius: f64, thickness: f64) -> Self {
        Self { radius, half_thickness: 0.5 * thickness }
    }
}

impl<T: Real> Profile<T> for Disc<T> {
    #[inline(always)]
    fn value(self, [r, y]: [T; 2]) -> T {
        length2(above(r - self.radius), y) - self.half_thickness
    }

    #[inline(always)]
    fn slope(self, [r, y]: [T; 2]) -> PlaneSlope<T> {
        PlaneSlope::smooth(direction([above(r - self.radius), y]))
    }
}

impl Solid for Disc<f64> {
    #[inline(always)]
    fn visit<T: Real>(&self, visitor: impl VisitFormula<T>) {
        visitor.visit(Revolved(Cast::<T>::cast(*self)));
    }

    fn reach(&self, d: DVec3, level: f64) -> f64 {
        self.radius * d.x.hypot(d.z) + (self.half_thickness + level) * d.length()
    }
}
