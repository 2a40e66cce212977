//! The damped spring in closed form: stable at any step, stiffness and damping.

/// Coefficients of one step of x'' = -k x - c v + f with constant f:
/// x' = xx·x + xv·v + xf·f and v' = vx·x + vv·v + vf·f.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct SpringStep {
    pub xx: f64,
    pub xv: f64,
    pub xf: f64,
    pub vx: f64,
    pub vv: f64,
    pub vf: f64,
}

impl SpringStep {
    /// Solves the equation over `dt` seconds for stiffness `k` (1/s², at least 0) and damping `c` (1/s, at least 0).
    pub(super) fn new(k: f64, c: f64, dt: f64) -> Self {
        let b = c / 2.0;
        let (decayed_cos, decayed_sin) = decayed_pair(k, b, dt);
        let xx = decayed_cos + b * decayed_sin;
        let xf = response_to_force(k, c, dt, xx, decayed_sin);
        Self { xx, xv: decayed_sin, xf, vx: -k * decayed_sin, vv: decayed_cos - b * decayed_sin, vf: decayed_sin }
    }

    /// (x, v) after the step.
    pub(super) fn apply(&self, x: f64, v: f64, f: f64) -> (f64, f64) {
        (self.xx * x + self.xv * v + self.xf * f, self.vx * x + self.vv * v + self.vf * f)
    }
}

/// e^(-bt)·cos(wt) and e^(-bt)·sin(wt)/w with w² = k - b², hyperbolic where that is negative.
fn decayed_pair(k: f64, b: f64, dt: f64) -> (f64, f64) {
    let w2 = k - b * b;
    let z = w2 * dt * dt;
    if z < -1e-8 {
        // Over-damped. The decay is folded into both exponentials, since cosh alone overflows for stiff springs; the
        // slow rate is written as k/(w+b), which does not cancel when b is much larger than k.
        let w = (-w2).sqrt();
        let slow = libm::exp(-k / (w + b) * dt);
        let fast = libm::exp(-(w + b) * dt);
        (0.5 * (slow + fast), 0.5 * (slow - fast) / w)
    } else {
        let decay = libm::exp(-b * dt);
        if z > 1e-8 {
            let w = w2.sqrt();
            (decay * crate::math::cos(w * dt), decay * crate::math::sin(w * dt) / w)
        } else {
            // Nearly critical: sin(wt)/w loses its digits, the series has them.
            (decay * (1.0 - z / 2.0), decay * dt * (1.0 - z / 6.0))
        }
    }
}

/// Displacement by a unit force from rest. Stiff springs approach 1/k; without a spring it is a force against drag.
fn response_to_force(k: f64, c: f64, dt: f64, xx: f64, decayed_sin: f64) -> f64 {
    if k * dt * dt > 1e-8 {
        (1.0 - xx) / k
    } else if c * dt > 1e-4 {
        (dt - decayed_sin) / c
    } else {
        0.5 * dt * dt * (1.0 - c * dt / 3.0)
    }
}

/// Closed-form step of x'' = -k x - c v + f: returns (x, v) after `dt` seconds. `k` in 1/s² and `c` in 1/s are at
/// least 0.
#[must_use]
pub fn damped_spring_step(x: f64, v: f64, k: f64, c: f64, f: f64, dt: f64) -> (f64, f64) {
    SpringStep::new(k, c, dt).apply(x, v, f)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Step of k 20, c 5 from x = 1 at rest.
    fn released(dt: f64) -> f64 {
        damped_spring_step(1.0, 0.0, 20.0, 5.0, 0.0, dt).0
    }

    #[test]
    fn m37_reference_values() {
        for (dt, x) in [(0.02, 0.996132628), (0.1, 0.916137824), (0.3, 0.494610498), (1.0, -0.098962966)] {
            assert!((released(dt) - x).abs() < 6e-10, "dt {dt}: {}", released(dt));
        }
    }

    #[test]
    fn m37_fifty_small_steps_are_one_large_step() {
        let (mut x, mut v) = (1.0, 0.0);
        for _ in 0..50 {
            (x, v) = damped_spring_step(x, v, 20.0, 5.0, 0.0, 0.02);
        }
        let one = damped_spring_step(1.0, 0.0, 20.0, 5.0, 0.0, 1.0);
        assert!((x - one.0).abs() < 1e-12 && (v - one.1).abs() < 1e-12);
    }

    #[test]
    fn m37_over_damped_stays_finite() {
        let (x, v) = damped_spring_step(1.0, 0.0, 1e6, 1e4, 0.0, 0.3);
        assert!(x.is_finite() && v.is_finite() && (0.0..1e-12).contains(&x), "{x} {v}");
        let (x, _) = damped_spring_step(1.0, 0.0, 20.0, 1e8, 0.0, 2.0);
        assert!((x - (1.0 - 20.0 * 2.0 / 1e8)).abs() < 1e-12, "creeps at k/c: {x}");
    }

    #[test]
    fn a_long_frame_lands_near_rest() {
        let (x, _) = damped_spring_step(1.0, 0.0, 20.0, 20.0, 0.0, 10.0);
        assert!((0.0..1e-4).contains(&x), "over-damped does not overshoot: {x}");
    }

    /// Runge-Kutta of order 4 with many small steps, as an independent answer.
    fn brute_force(k: f64, c: f64, f: f64, x0: f64, v0: f64, t: f64) -> (f64, f64) {
        let n = 20_000;
        let h = t / f64::from(n);
        let acceleration = |x: f64, v: f64| -k * x - c * v + f;
        let (mut x, mut v) = (x0, v0);
        for _ in 0..n {
            let (k1x, k1v) = (v, acceleration(x, v));
            let (k2x, k2v) = (v + 0.5 * h * k1v, acceleration(x + 0.5 * h * k1x, v + 0.5 * h * k1v));
            let (k3x, k3v) = (v + 0.5 * h * k2v, acceleration(x + 0.5 * h * k2x, v + 0.5 * h * k2v));
            let (k4x, k4v) = (v + h * k3v, acceleration(x + h * k3x, v + h * k3v));
            x += h / 6.0 * (k1x + 2.0 * k2x + 2.0 * k3x + k4x);
            v += h / 6.0 * (k1v + 2.0 * k2v + 2.0 * k3v + k4v);
        }
        (x, v)
    }

    #[test]
    fn m37_agrees_with_brute_force_in_every_regime() {
        // Under-damped, critical, over-damped, undamped, no spring with and without drag, a nearly slack spring.
        for (k, c) in [(20.0, 5.0), (6.25, 5.0), (1.0, 5.0), (20.0, 0.0), (0.0, 5.0), (0.0, 0.0), (1e-6, 5.0)] {
            for f in [0.0, 3.0] {
                let (x, v) = damped_spring_step(0.4, -1.5, k, c, f, 0.3);
                let (bx, bv) = brute_force(k, c, f, 0.4, -1.5, 0.3);
                assert!((x - bx).abs() < 1e-8 && (v - bv).abs() < 1e-8, "k {k} c {c} f {f}: {x} {bx}, {v} {bv}");
            }
        }
    }
}
