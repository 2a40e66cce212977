//! The field's own sine, cosine and angle against libm, whose error is below one unit in the last place.

use super::*;

/// Steps between neighbouring numbers from `a` to `b`.
fn steps(a: f64, b: f64) -> f64 {
    let spacing =
        |x: f64| f64::from_bits(x.abs().max(f64::MIN_POSITIVE).to_bits() + 1) - x.abs().max(f64::MIN_POSITIVE);
    (a - b).abs() / spacing(b)
}

/// Angles of all sizes up to `limit`, and next to multiples of π/4, where quarters change and digits cancel.
fn angles(limit: f64) -> Vec<f64> {
    let mut rng = Rng::new(40);
    let mut out: Vec<f64> = (0..100_000).map(|_| rng.range(-limit, limit)).collect();
    out.extend((0..20_000).map(|_| rng.range(-10.0, 10.0)));
    out.extend((0..20_000).map(|_| 10_f64.powf(rng.range(-20.0, limit.log10()))));
    for i in 0..20_000 {
        let near = f64::from(i) * std::f64::consts::FRAC_PI_4;
        if near < limit {
            out.extend([near, near.next_up(), near.next_down(), -near, near + rng.range(-1e-9, 1e-9)]);
        }
    }
    out
}

#[test]
fn double_sines_are_within_two_units() {
    let mut worst = [0.0_f64; 2];
    for x in angles(1e5) {
        let (s, c) = Real::sin_cos(x);
        worst[0] = worst[0].max(steps(s, libm::sin(x)));
        worst[1] = worst[1].max(steps(c, libm::cos(x)));
        assert_eq!((Real::sin(x), Real::cos(x)), (s, c));
    }
    assert!(worst.iter().all(|&w| w <= 2.0), "{worst:?} units in the last place");
}

#[test]
fn single_sines_are_within_a_unit_near_one() {
    let mut worst = [0.0_f64; 2];
    for x in angles(1e4) {
        let x = x as f32;
        let (s, c) = Real::sin_cos(x);
        worst[0] = worst[0].max((f64::from(s) - libm::sin(x.into())).abs());
        worst[1] = worst[1].max((f64::from(c) - libm::cos(x.into())).abs());
    }
    assert!(worst.iter().all(|&w| w <= 1e-7), "{worst:?}");
}

#[test]
fn angles_of_vectors_are_within_two_units() {
    let mut rng = Rng::new(41);
    let (mut double, mut single) = (0.0_f64, 0.0_f64);
    for i in 0..200_000 {
        let size = 10_f64.powf(rng.range(-12.0, 12.0));
        let (mut y, x) = (rng.range(-1.0, 1.0) * size, rng.range(-1.0, 1.0));
        if i % 7 == 0 {
            y = x * rng.range(0.999, 1.001);
        }
        double = double.max(steps(Real::atan2(y, x), libm::atan2(y, x)));
        let (y, x) = (y as f32, x as f32);
        single = single.max((f64::from(Real::atan2(y, x)) - libm::atan2(y.into(), x.into())).abs());
    }
    assert!(double <= 2.0, "{double} units in the last place");
    assert!(single <= 3e-7, "{single}");
}

#[test]
fn special_angles_are_exact() {
    fn check<T: Real>(pi: T) {
        let real = T::from_f64;
        let (zero, one) = (T::ZERO, T::ONE);
        assert_eq!((zero.sin(), zero.cos()), (zero, one));
        assert_eq!(zero.atan2(zero), zero);
        assert_eq!(zero.atan2(one), zero);
        assert_eq!(zero.atan2(-one), pi);
        assert_eq!((-zero).atan2(-one), -pi);
        assert_eq!(one.atan2(zero), pi * real(0.5));
        assert_eq!((-one).atan2(zero), pi * real(-0.5));
        assert_eq!(one.atan2(one), pi * real(0.25));
    }
    check(std::f32::consts::PI);
    check(std::f64::consts::PI);
    assert!(Real::sin(-0.0_f64).is_sign_negative() && Real::atan2(-0.0_f64, 1.0).is_sign_negative());
}

/// Any numbers, of every size up to the largest.
fn hostile() -> Vec<f64> {
    let mut rng = Rng::new(42);
    let mut out = vec![0.0, -0.0, f64::MIN_POSITIVE, 5e-324, f64::MAX, f64::MIN, 1e30, -1e30, 1e-30, 3.4e38];
    out.extend((0..20_000).map(|_| 10_f64.powf(rng.range(-300.0, 308.0)) * if rng.below(2) == 0 { 1.0 } else { -1.0 }));
    out
}

#[test]
fn every_finite_angle_has_finite_symmetric_sides() {
    fn check<T: Real>(x: T) {
        let ((s, c), (t, d)) = (x.sin_cos(), (-x).sin_cos());
        assert!(s == -t && c == d, "{x:?}");
        assert!(s.abs() <= T::ONE && c.abs() <= T::ONE, "{x:?}: {s:?}, {c:?}");
        assert!((s * s + c * c - T::ONE).abs() <= T::from_f64(1e-6), "{x:?}: {s:?}, {c:?}");
    }
    let double = hostile();
    let single: Vec<f32> = double.iter().map(|&x| x as f32).filter(|x| x.is_finite()).collect();
    double.iter().for_each(|&x| check(x));
    single.iter().for_each(|&x| check(x));
}

#[test]
fn every_finite_vector_has_an_angle() {
    fn check<T: Real>(y: T, x: T) {
        let angle = y.atan2(x);
        assert!(angle.abs() <= T::from_f64(std::f64::consts::PI), "{x:?}, {y:?}: {angle:?}");
        assert_eq!(angle, -(-y).atan2(x));
    }
    let numbers = hostile();
    for (i, &x) in numbers.iter().enumerate() {
        let y = numbers[numbers.len() - 1 - i];
        check(y, x);
        let (y, x) = (y as f32, x as f32);
        if y.is_finite() && x.is_finite() {
            check(y, x);
        }
    }
}

/// The same loop, compiled for two widths.
#[inline(always)]
fn turned<T: Real>(x: &[T], y: &[T], out: &mut [T]) {
    for ((out, x), y) in out.iter_mut().zip(x).zip(y) {
        let (s, c) = x.sin_cos();
        *out = s + c * y.atan2(*x);
    }
}

#[inline(never)]
fn plain<T: Real>(x: &[T], y: &[T], out: &mut [T]) {
    turned(x, y, out);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn wide<T: Real>(x: &[T], y: &[T], out: &mut [T]) {
    turned(x, y, out);
}

#[test]
fn all_widths_give_the_same_bits() {
    fn check<T: Real>() {
        let mut rng = Rng::new(43);
        let mut numbers = |n: usize| -> Vec<T> { (0..n).map(|_| T::from_f64(rng.range(-100.0, 100.0))).collect() };
        let (x, y) = (numbers(1003), numbers(1003));
        let mut blocks = vec![T::ZERO; x.len()];
        plain(&x, &y, &mut blocks);
        let single: Vec<T> = x
            .iter()
            .zip(&y)
            .map(|(&x, &y)| {
                let mut out = [T::ZERO];
                plain(&[x], &[y], &mut out);
                out[0]
            })
            .collect();
        assert_eq!(blocks, single);
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx2") {
            let mut out = vec![T::ZERO; x.len()];
            // SAFETY: the processor has just been found to have AVX2.
            unsafe { wide(&x, &y, &mut out) };
            assert_eq!(blocks, out);
        }
    }
    check::<f32>();
    check::<f64>();
}
