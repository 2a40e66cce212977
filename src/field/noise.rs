//! Gradient noise in three dimensions (Perlin 2002, "Improving noise"): each corner of the unit lattice has one of
//! twelve gradients, (±1, ±1, 0) and its like; the eight linear functions of a cell's corners are blended by quintic
//! fades, which makes value, gradient and second derivatives continuous. The mean over space is 0, for any gradients:
//! what a corner gives to the eight cells round it is odd about the corner.
//!
//! Which gradient a corner has is computed, without tables, by permutation polynomials modulo 289 (McEwan, Sheets,
//! Gustavson and Richardson 2012, "Efficient computational noise in GLSL", 3.2). All numbers in it are whole and
//! below 2^22, where halves are exact even in 32 bits: both number types have the same lattice. It repeats after 289
//! cells.

use super::Real;

/// |value| is at most this. Over the choice of the eight gradients the largest value at a point is the weighted sum
/// of the corners' largest ones, a function of the point alone. It is 1.0364 at about (0.36, 0.48, 0.5); a branch and
/// bound over the cell shows that it is nowhere more than this (a test repeats it).
pub(super) const HIGHEST: f64 = 1.04;

/// |gradient| is at most this. As with [`HIGHEST`], the steepest slope at a point in a direction, over the choice of
/// gradients, is known in closed form. It is 3.75, twice the steepest slope of the fade, in the middle of a cell along
/// an axis; branch and bound over cell and directions shows that it is nowhere more than this.
pub(super) const STEEPEST: f64 = 3.85;

/// Numbers of the permutation polynomial.
const MODULUS: f64 = 289.0;

/// `i` modulo a whole number, for whole numbers. The half keeps the rounded quotient of a multiple from falling short
/// of it.
#[inline(always)]
fn modulo<T: Real>(i: T, modulus: f64) -> T {
    let (half, inverse) = (T::from_f64(0.5), T::from_f64(1.0 / modulus));
    i - T::from_f64(modulus) * ((i + half) * inverse).floor()
}

/// The sum of two numbers below the modulus, below the modulus.
#[inline(always)]
fn plus<T: Real>(a: T, b: T) -> T {
    let (sum, modulus) = (a + b, T::from_f64(MODULUS));
    if sum >= modulus { sum - modulus } else { sum }
}

/// Maps 0..289 onto itself.
#[inline(always)]
fn permuted<T: Real>(i: T) -> T {
    modulo((T::from_f64(34.0) * i + T::ONE) * i, MODULUS)
}

/// The gradient of a corner with a given hash, one of twelve.
#[inline(always)]
fn direction<T: Real>(hash: T) -> [T; 3] {
    let real = T::from_f64;
    let edge = modulo(hash, 12.0);
    // 0 to 3: the signs; and which axis has none.
    let signs = modulo(edge, 4.0);
    let (one, zero) = (T::ONE, T::ZERO);
    let second = if signs >= real(2.0) { -one } else { one };
    let first = if modulo(signs, 2.0) >= one { -one } else { one };
    let (not_z, not_x) = (edge < real(4.0), edge >= real(8.0));
    let x = if not_x { zero } else { first };
    let z = if not_z { zero } else { second };
    let y = if not_x { first } else { zero };
    let y = if not_z { second } else { y };
    [x, y, z]
}

/// A point in its cell.
#[derive(Clone, Copy)]
pub(super) struct Cell<T> {
    /// From the cell's least corner, 0 to 1.
    at: [T; 3],
    /// The least corner's coordinates, 0 to 288.
    corner: [T; 3],
}

/// Weight of the far corner: t³ (6 t² - 15 t + 10).
#[inline(always)]
fn fade<T: Real>(t: T) -> T {
    let real = T::from_f64;
    t * t * t * (t * (t * real(6.0) - real(15.0)) + real(10.0))
}

/// Derivative of [`fade`]: 30 t² (t - 1)².
#[inline(always)]
fn fade_slope<T: Real>(t: T) -> T {
    let rest = t * (t - T::ONE);
    T::from_f64(30.0) * (rest * rest)
}

#[inline(always)]
fn lerp<T: Real>(a: T, b: T, t: T) -> T {
    a + t * (b - a)
}

/// Lerps all three axes of a value per corner, x fastest.
#[inline(always)]
fn blend<T: Real>(corners: [T; 8], [x, y, z]: [T; 3]) -> T {
    let [a, b, c, d, e, f, g, h] = corners;
    let near = lerp(lerp(a, b, x), lerp(c, d, x), y);
    let far = lerp(lerp(e, f, x), lerp(g, h, x), y);
    lerp(near, far, z)
}

impl<T: Real> Cell<T> {
    /// The cell of a point, in cells.
    #[inline(always)]
    pub(super) fn at(p: [T; 3]) -> Self {
        let last = T::from_f64(MODULUS - 1.0);
        // Both are held to their range where coordinates are so large that no fraction is left.
        let at = |x: T| T::ZERO.max(T::ONE.min(x - x.floor()));
        let corner = |x: T| T::ZERO.max(last.min(modulo(x.floor(), MODULUS)));
        let [x, y, z] = p;
        Self { at: [at(x), at(y), at(z)], corner: [corner(x), corner(y), corner(z)] }
    }

    /// Gradients of the corners, x fastest. Written out, as compilers vectorise loops over points only if there is
    /// none within.
    #[inline(always)]
    fn directions(self) -> [[T; 3]; 8] {
        let [x, y, z] = self.corner;
        let (y1, z1) = (plus(y, T::ONE), plus(z, T::ONE));
        let (near, far) = (permuted(x), permuted(plus(x, T::ONE)));
        let (a, b) = (permuted(plus(near, y)), permuted(plus(far, y)));
        let (c, d) = (permuted(plus(near, y1)), permuted(plus(far, y1)));
        let corner = |hash: T, z: T| direction(permuted(plus(hash, z)));
        [
            corner(a, z),
            corner(b, z),
            corner(c, z),
            corner(d, z),
            corner(a, z1),
            corner(b, z1),
            corner(c, z1),
            corner(d, z1),
        ]
    }

    /// The corners' linear functions at the point.
    #[inline(always)]
    fn heights(self, [a, b, c, d, e, f, g, h]: [[T; 3]; 8]) -> [T; 8] {
        let near = self.at;
        let far = [near[0] - T::ONE, near[1] - T::ONE, near[2] - T::ONE];
        let dot = |g: [T; 3], x: T, y: T, z: T| g[0] * x + g[1] * y + g[2] * z;
        [
            dot(a, near[0], near[1], near[2]),
            dot(b, far[0], near[1], near[2]),
            dot(c, near[0], far[1], near[2]),
            dot(d, far[0], far[1], near[2]),
            dot(e, near[0], near[1], far[2]),
            dot(f, far[0], near[1], far[2]),
            dot(g, near[0], far[1], far[2]),
            dot(h, far[0], far[1], far[2]),
        ]
    }

    /// Weights of the far corners, by axis.
    #[inline(always)]
    fn fades(self) -> [T; 3] {
        let [x, y, z] = self.at;
        [fade(x), fade(y), fade(z)]
    }

    /// The noise.
    #[inline(always)]
    pub(super) fn value(self) -> T {
        blend(self.heights(self.directions()), self.fades())
    }

    /// Its gradient, per cell: the blend of the corners' gradients, and what the fades' slopes make of the
    /// differences of their values.
    #[inline(always)]
    pub(super) fn gradient(self) -> [T; 3] {
        let directions = self.directions();
        let [a, b, c, d, e, f, g, h] = self.heights(directions);
        let weights = self.fades();
        let [x, y, z] = weights;
        let bilinear = |[a, b, c, d]: [T; 4], s: T, t: T| lerp(lerp(a, b, s), lerp(c, d, s), t);
        let differences = [
            bilinear([b - a, d - c, f - e, h - g], y, z),
            bilinear([c - a, d - b, g - e, h - f], x, z),
            bilinear([e - a, f - b, g - c, h - d], x, y),
        ];
        let [s, t, u] = self.at;
        let slopes = [fade_slope(s), fade_slope(t), fade_slope(u)];
        let [a, b, c, d, e, f, g, h] = directions;
        let along =
            |i: usize| blend([a[i], b[i], c[i], d[i], e[i], f[i], g[i], h[i]], weights) + slopes[i] * differences[i];
        [along(0), along(1), along(2)]
    }
}

#[cfg(test)]
pub(super) mod lattice {
    //! What the tests see of the lattice.

    use super::{Cell, Real};

    /// The gradient that belongs to the least corner of the point's cell.
    pub(in crate::field) fn direction<T: Real>(p: [T; 3]) -> [T; 3] {
        Cell::at(p).directions()[0]
    }
}
