//! Convex solids with flat faces: folded by their symmetries into one part, then the nearest face inside, and the
//! nearest of face, edge and corner outside.

use super::super::Real;
use super::super::formula::{Formula, Slope, VisitFormula};
use super::vector::{above, direction, is_zero, length2, length3, sign, times};
use super::{Cast, Solid, cast};
use glam::DVec3;

/// 1 / sqrt 2.
const HALF_ROOT: f64 = std::f64::consts::FRAC_1_SQRT_2;
/// 1 / sqrt 3 and 1 / sqrt 6.
const THIRD_ROOT: f64 = 0.577_350_269_189_625_8;
const SIXTH_ROOT: f64 = 0.408_248_290_463_863;

#[inline(always)]
fn dot<T: Real>(a: [T; 3], b: [T; 3]) -> T {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

/// Sorted from the greatest down, and which neighbours were swapped on the way.
#[inline(always)]
fn sorted<T: Real>(v: [T; 3]) -> ([T; 3], [bool; 3]) {
    let [a, b, c] = v;
    let first = a < b;
    let (a, b) = (a.max(b), a.min(b));
    let second = b < c;
    let (b, c) = (b.max(c), b.min(c));
    let third = a < b;
    ([a.max(b), a.min(b), c], [first, second, third])
}

/// Undoes the swaps of [`sorted`].
#[inline(always)]
fn unsorted<T: Real>([a, b, c]: [T; 3], [first, second, third]: [bool; 3]) -> [T; 3] {
    let (a, b) = if third { (b, a) } else { (a, b) };
    let (b, c) = if second { (c, b) } else { (b, c) };
    let (a, b) = if first { (b, a) } else { (a, b) };
    [a, b, c]
}

/// An octahedron with its corners on the axes: |x| + |y| + |z| <= radius.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Octahedron<T> {
    /// To a corner.
    pub radius: T,
}

cast!(Octahedron { radius });

impl<T: Real> Octahedron<T> {
    /// What the sorted coordinates exceed the face, the edge and the corner by, summed; and which of face and edge
    /// is the nearest: the nearest point is a projection on a simplex, which takes the same amount off the greatest
    /// coordinates until none is left below zero.
    #[inline(always)]
    fn excess(self, [a, b, c]: [T; 3]) -> ([T; 3], bool, bool) {
        let corner = a - self.radius;
        let edge = corner + b;
        let face = edge + c;
        ([face, edge, corner], c + c + c >= face, b >= corner)
    }
}

impl<T: Real> Formula<T> for Octahedron<T> {
    #[inline(always)]
    fn value(self, p: [T; 3]) -> T {
        let ([a, b, c], _) = sorted(p.map(T::abs));
        let ([face, edge, corner], on_face, on_edge) = self.excess([a, b, c]);
        let to_edge = edge * edge * T::from_f64(0.5) + c * c;
        let to_corner = corner * corner + b * b + c * c;
        let away = if on_edge { to_edge } else { to_corner }.sqrt();
        if on_face { face * T::from_f64(THIRD_ROOT) } else { away }
    }

    #[inline(always)]
    fn slope(self, p: [T; 3]) -> Slope<T> {
        let q = p.map(T::abs);
        let ([_, edge, corner], on_face, on_edge) = self.excess(sorted(q).0);
        let taken = if on_edge { edge * T::from_f64(0.5) } else { corner };
        let away = direction(q.map(|c| taken.min(c)));
        let gradient = if on_face { [T::from_f64(THIRD_ROOT); 3] } else { away };
        let crease = (p[0] == T::ZERO) | (p[1] == T::ZERO) | (p[2] == T::ZERO);
        Slope { gradient: times(gradient, p.map(sign)), feature: on_face & crease }
    }
}

impl Solid for Octahedron<f64> {
    #[inline(always)]
    fn visit<T: Real>(&self, visitor: impl VisitFormula<T>) {
        visitor.visit(Cast::<T>::cast(*self));
    }

    fn reach(&self, d: DVec3, level: f64) -> f64 {
        self.radius * d.abs().max_element() + level * d.length()
    }
}

/// A regular tetrahedron with its corners along (1, 1, 1), (1, -1, -1), (-1, 1, -1) and (-1, -1, 1).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tetrahedron<T> {
    /// Each coordinate of a corner, but for the sign.
    corner: T,
}

cast!(Tetrahedron { corner });

impl Tetrahedron<f64> {
    /// `radius` reaches to a corner.
    pub fn new(radius: f64) -> Self {
        Self { corner: radius * THIRD_ROOT }
    }
}

impl<T: Real> Tetrahedron<T> {
    /// Unit vectors in the part that the symmetries leave, where x >= y >= |z|: out of the nearest face, out of that
    /// face over its nearest edge, along this edge to its corner at (1, 1, 1).
    #[inline(always)]
    fn frame() -> [[T; 3]; 3] {
        let [n, w, e] = [THIRD_ROOT, SIXTH_ROOT, HALF_ROOT].map(T::from_f64);
        [[n, n, -n], [w + w, -w, w], [T::ZERO, e, e]]
    }

    /// The point folded into that part; the signs and swaps that did it.
    #[inline(always)]
    fn folded(p: [T; 3]) -> ([T; 3], T, [bool; 3]) {
        let flip = sign(p[0]) * sign(p[1]) * sign(p[2]);
        let ([a, b, c], swaps) = sorted(p.map(T::abs));
        ([a, b, c * flip], flip, swaps)
    }

    /// Signed distance from the face, and how far the point is past the edge and its end.
    #[inline(always)]
    fn off_and_past(self, q: [T; 3]) -> [T; 3] {
        let [face, over, along] = Self::frame();
        let k = self.corner;
        [
            dot(q, face) - k * T::from_f64(THIRD_ROOT),
            above(dot(q, over) - (k + k) * T::from_f64(SIXTH_ROOT)),
            above(dot(q, along) - (k + k) * T::from_f64(HALF_ROOT)),
        ]
    }
}

impl<T: Real> Formula<T> for Tetrahedron<T> {
    #[inline(always)]
    fn value(self, p: [T; 3]) -> T {
        let [off, over, along] = self.off_and_past(Self::folded(p).0);
        let outside = (off * off + over * over + along * along).sqrt();
        if off > T::ZERO { outside } else { off }
    }

    #[inline(always)]
    fn slope(self, p: [T; 3]) -> Slope<T> {
        let (q, flip, swaps) = Self::folded(p);
        let off = self.off_and_past(q);
        let outside = off[0] > T::ZERO;
        let [a, b, c] = direction(off);
        let (a, b, c) = if outside { (a, b, c) } else { (T::ONE, T::ZERO, T::ZERO) };
        let [face, over, along] = Self::frame();
        let [gx, gy, gz]: [T; 3] = std::array::from_fn(|i| a * face[i] + b * over[i] + c * along[i]);
        // Inside, the faces change where y = z: on the planes through the centre and an edge.
        Slope { gradient: times(unsorted([gx, gy, gz * flip], swaps), p.map(sign)), feature: !outside & (q[1] == q[2]) }
    }
}

impl Solid for Tetrahedron<f64> {
    #[inline(always)]
    fn visit<T: Real>(&self, visitor: impl VisitFormula<T>) {
        visitor.visit(Cast::<T>::cast(*self));
    }

    fn reach(&self, d: DVec3, level: f64) -> f64 {
        let farthest = (d.x + d.y + d.z).max(d.x - d.y - d.z).max(d.y - d.x - d.z).max(d.z - d.x - d.y);
        self.corner * farthest + level * d.length()
    }
}

/// A pyramid over a rectangle: the base at the bottom, the apex on +y.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pyramid<T> {
    half: [T; 3],
    /// Length of the edge from the apex to a corner of the base, and its unit vector for the corner at +x, +z.
    edge: T,
    along: [T; 3],
    /// Unit outward normals of the faces toward +x and +z, as (sideward, up), and their lengths from apex to base.
    normals: [[T; 2]; 2],
    lengths: [T; 2],
}

cast!(Pyramid { half, edge, along, normals, lengths });

impl Pyramid<f64> {
    pub fn new(half: DVec3) -> Self {
        let height = 2.0 * half.y;
        Self {
            half: half.to_array(),
            edge: length3(half.x, height, half.z),
            along: direction([half.x, -height, half.z]),
            normals: [direction([height, half.x]), direction([height, half.z])],
            lengths: [length2(height, half.x), length2(height, half.z)],
        }
    }
}

/// Where a point with x, z >= 0 is relative to a pyramid.
#[derive(Clone, Copy)]
struct Around<T> {
    /// Signed distances from the planes of the faces toward +x and +z, and of the base.
    off: [T; 3],
    /// True if the nearest point of the plane of the face toward +x, +z belongs to the face.
    over: [bool; 2],
    /// The vectors from the nearest points of the edge and of the base.
    from_edge: [T; 3],
    from_base: [T; 3],
}

impl<T: Real> Pyramid<T> {
    #[inline(always)]
    fn around(self, [x, y, z]: [T; 3]) -> Around<T> {
        let [bx, h, bz] = self.half;
        let down = y - h;
        // Off the plane of a face, and along it from the apex down.
        let turned = |sideward: T, [n, up]: [T; 2]| (sideward * n + down * up, sideward * up - down * n);
        let (off_x, fall_x) = turned(x, self.normals[0]);
        let (off_z, fall_z) = turned(z, self.normals[1]);
        // A face is as wide there as its base by the share of its length.
        let over_x = (z * self.lengths[0] <= fall_x * bz) & (fall_x <= self.lengths[0]);
        let over_z = (x * self.lengths[1] <= fall_z * bx) & (fall_z <= self.lengths[1]);
        let from_apex = [x, down, z];
        let along = above(self.edge.min(dot(from_apex, self.along)));
        Around {
            off: [off_x, off_z, -h - y],
            over: [over_x, over_z],
            from_edge: std::array::from_fn(|i| from_apex[i] - along * self.along[i]),
            from_base: [above(x - bx), y + h, above(z - bz)],
        }
    }
}

impl<T: Real> Formula<T> for Pyramid<T> {
    #[inline(always)]
    fn value(self, [x, y, z]: [T; 3]) -> T {
        let Around { off, over, from_edge, from_base } = self.around([x.abs(), y, z.abs()]);
        let inside = off[0].max(off[1]).max(off[2]);
        let rest = dot(from_edge, from_edge).min(dot(from_base, from_base));
        let face_x = if over[0] { off[0] * off[0] } else { rest };
        let face_z = if over[1] { off[1] * off[1] } else { rest };
        let outside = rest.min(face_x).min(face_z).sqrt();
        if inside > T::ZERO { outside } else { inside }
    }

    #[inline(always)]
    fn slope(self, [x, y, z]: [T; 3]) -> Slope<T> {
        let Around { off, over, from_edge, from_base } = self.around([x.abs(), y, z.abs()]);
        let normals = [
            [self.normals[0][0], self.normals[0][1], T::ZERO],
            [T::ZERO, self.normals[1][1], self.normals[1][0]],
            [T::ZERO, -T::ONE, T::ZERO],
        ];
        let inside = off[0].max(off[1]).max(off[2]);
        let face = if off[0] == inside {
            normals[0]
        } else if off[1] == inside {
            normals[1]
        } else {
            normals[2]
        };
        let (edge, base) = (dot(from_edge, from_edge), dot(from_base, from_base));
        let rest = edge.min(base);
        let away = direction(if base < edge { from_base } else { from_edge });
        let (x2, z2) = (off[0] * off[0], off[1] * off[1]);
        let away = if over[0] & (x2 <= rest) { normals[0] } else { away };
        let away = if over[1] & (z2 <= rest) & !(over[0] & (x2 <= z2)) { normals[1] } else { away };
        // On an edge, rounding may put a point outside of a plane but at no distance.
        let outside = (inside > T::ZERO) & !is_zero(away);
        let [gx, gy, gz] = if outside { away } else { face };
        let equal = |i: usize, j: usize| (off[i] == inside) & (off[j] == inside);
        let tie = !outside & ((inside > T::ZERO) | equal(0, 1) | equal(1, 2) | equal(2, 0));
        let crease = ((x == T::ZERO) & (gx != T::ZERO)) | ((z == T::ZERO) & (gz != T::ZERO));
        Slope { gradient: [gx * sign(x), gy, gz * sign(z)], feature: tie | crease }
    }
}

impl Solid for Pyramid<f64> {
    #[inline(always)]
    fn visit<T: Real>(&self, visitor: impl VisitFormula<T>) {
        visitor.visit(Cast::<T>::cast(*self));
    }

    fn reach(&self, d: DVec3, level: f64) -> f64 {
        let [x, y, z] = self.half;
        let (apex, base) = (y * d.y, x * d.x.abs() + z * d.z.abs() - y * d.y);
        apex.max(base) + level * d.length()
    }
}
