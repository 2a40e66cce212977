//! Sine, cosine and the angle of a vector, without branches, so that loops over slices vectorise; the same bits at
//! every vector width and on every platform.
//!
//! Angles are reduced by Cody and Waite's method ("Software Manual for the Elementary Functions", 1980): a multiple
//! of π/2 is taken away in three parts, the first two so short that their products are exact. The polynomials are
//! minimax ones: in 64 bits those of fdlibm (Sun Microsystems 1993, `k_sin.c`, `k_cos.c`, `s_atan.c`), in 32 bits
//! those of Cephes (Moshier, `sinf.c`, `atanf.c`).

use super::Real;

/// The constants of one number type.
pub(super) struct Trig<T: 'static> {
    /// 2/π.
    quarters: T,
    /// π/2 in three parts, the largest first.
    half_pi: [T; 3],
    /// sin x = x + x z (c0 + c1 z + …), z = x², |x| <= π/4; the last coefficient first.
    sin: &'static [T],
    /// cos x = 1 - z/2 + z² (c0 + c1 z + …), the last coefficient first.
    cos: &'static [T],
    /// π/4 in two parts; small multiples of the first are exact.
    quarter_pi: [T; 2],
    /// tan(π/8).
    octant: T,
    /// atan x = x + x z (c0 + c1 z + …), |x| <= tan(π/8), the last coefficient first.
    atan: &'static [T],
    quarter: T,
    half: T,
    two: T,
    four: T,
    /// A little more than π/4: what reduced angles are held to, where no digit of the angle is left.
    largest: T,
}

/// 64 bits: within 2 units in the last place for angles up to 1e5.
pub(super) const DOUBLE: Trig<f64> = Trig {
    quarters: std::f64::consts::FRAC_2_PI,
    // 33 bits, 33 bits, and the rest.
    half_pi: [1.570_796_326_734_125_6, 6.077_100_506_303_966e-11, 2.022_266_248_795_950_6e-21],
    sin: &[
        1.589_690_995_211_55e-10,
        -2.505_076_025_340_686_3e-8,
        2.755_731_370_707_006_8e-6,
        -1.984_126_982_985_795e-4,
        8.333_333_333_322_49e-3,
        -1.666_666_666_666_663_2e-1,
    ],
    cos: &[
        -1.135_964_755_778_819_5e-11,
        2.087_572_321_298_175e-9,
        -2.755_731_435_139_066_3e-7,
        2.480_158_728_947_673e-5,
        -1.388_888_888_887_411e-3,
        4.166_666_666_666_66e-2,
    ],
    quarter_pi: [0.785_398_163_367_062_8, 3.038_550_253_253_096e-11],
    octant: 0.414_213_562_373_095_05,
    atan: &[
        -1.628_582_011_536_578_2e-2,
        3.653_157_274_421_691_6e-2,
        -4.976_877_994_615_932e-2,
        5.833_570_133_790_573_5e-2,
        -6.661_073_137_387_531e-2,
        7.691_876_205_044_83e-2,
        -9.090_887_133_436_507e-2,
        1.111_111_040_546_235_6e-1,
        -1.428_571_427_250_346_6e-1,
        1.999_999_999_987_648_3e-1,
        -3.333_333_333_333_293e-1,
    ],
    quarter: 0.25,
    half: 0.5,
    two: 2.0,
    four: 4.0,
    largest: 0.8,
};

/// 32 bits: within 1e-7 for angles up to 1e4.
pub(super) const SINGLE: Trig<f32> = Trig {
    quarters: std::f32::consts::FRAC_2_PI,
    // 8 bits, 11 bits, and the rest.
    half_pi: [1.570_312_5, 4.837_513e-4, 7.549_79e-8],
    sin: &[-1.951_529_6e-4, 8.332_161e-3, -1.666_665_5e-1],
    cos: &[2.443_315_7e-5, -1.388_731_6e-3, 4.166_664_6e-2],
    quarter_pi: [0.785_156_25, 2.419_134e-4],
    octant: 0.414_213_57,
    atan: &[8.053_745e-2, -1.387_768_5e-1, 1.997_771_1e-1, -3.333_295e-1],
    quarter: 0.25,
    half: 0.5,
    two: 2.0,
    four: 4.0,
    largest: 0.8,
};

/// c0 + c1 z + c2 z² + …, the last coefficient first.
#[inline(always)]
fn polynomial<T: Real>(z: T, coefficients: &'static [T]) -> T {
    let (&last, rest) = coefficients.split_first().expect("polynomials are not empty");
    rest.iter().fold(last, |sum, &c| sum * z + c)
}

/// Both of an angle in radians, always within [-1, 1]; exactly odd and even. Past the stated range of angles they
/// lose their phase, but stay the sides of a unit triangle.
#[inline(always)]
pub(super) fn sin_cos<T: Real>(angle: T, trig: &Trig<T>) -> (T, T) {
    let x = angle.abs();
    let n = (x * trig.quarters + trig.half).floor();
    let r = ((x - n * trig.half_pi[0]) - n * trig.half_pi[1]) - n * trig.half_pi[2];
    // The constant first: it is what is left of a NaN.
    let r = (-trig.largest).max(trig.largest.min(r));

    let z = r * r;
    let sin = r + r * (z * polynomial(z, trig.sin));
    // 1 - z/2 is rounded; what it lost comes back with the small terms.
    let (one, half_z) = (T::ONE, trig.half * z);
    let rounded = one - half_z;
    let cos = rounded + (((one - rounded) - half_z) + z * (z * polynomial(z, trig.cos)));

    let quarter = n - trig.four * (n * trig.quarter).floor();
    let odd = quarter - trig.two * (quarter * trig.half).floor() > trig.half;
    let (s, c) = if odd { (cos, sin) } else { (sin, cos) };
    let flip_sin = quarter >= trig.two;
    let flip_cos = odd != flip_sin;
    let s = if flip_sin { -s } else { s };
    let c = if flip_cos { -c } else { c };
    (s * one.copysign(angle), c)
}

/// The angle of the vector (x, y) from the x axis, from -π to π, with the sign of `y`; 0 for the zero vector. An `x`
/// of -0 counts as 0.
#[inline(always)]
pub(super) fn atan2<T: Real>(y: T, x: T, trig: &Trig<T>) -> T {
    let (across, up) = (x.abs(), y.abs());
    let (most, least) = (across.max(up), across.min(up));
    // Past π/8 the angle is π/4 less that of the slope turned by π/4.
    let upper = least > trig.octant * most;
    let over = if upper { least - most } else { least };
    let under = if upper { least + most } else { most };
    let under = if under > T::ZERO { under } else { T::ONE };
    let slope = over / under;
    let z = slope * slope;
    let part = slope + slope * (z * polynomial(z, trig.atan));

    // The angle is `eighths` times π/4 and then `part`, with a sign.
    let (one, zero) = (T::ONE, T::ZERO);
    let eighths = if upper { one } else { zero };
    let steep = up > across;
    let left = x < zero;
    let eighths = if steep { trig.two - eighths } else { eighths };
    let eighths = if left { trig.four - eighths } else { eighths };
    let part = if steep != left { -part } else { part };
    let angle = eighths * trig.quarter_pi[0] + (eighths * trig.quarter_pi[1] + part);
    angle.copysign(y)
}
