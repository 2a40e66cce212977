//! Displacements against duals and differences, and bounds that are proven here by branch and bound.

use super::dual::Dual;
use super::*;
use crate::field::bump::Bump;
use crate::field::formula::{Formula, VisitFormula};
use crate::field::noise::{HIGHEST, STEEPEST, lattice};

struct Run<'a, T> {
    points: &'a [[T; 3]],
    out: &'a mut Vec<(T, [T; 3])>,
}

impl<T: Real> VisitFormula<T> for Run<'_, T> {
    fn visit(self, formula: impl Formula<T>) {
        self.out.extend(self.points.iter().map(|&p| (formula.value(p), formula.slope(p).gradient)));
    }
}

fn run<T: Real>(bump: &Bump, points: &[[T; 3]]) -> Vec<(T, [T; 3])> {
    let mut out = Vec::new();
    bump.visit(Run { points, out: &mut out });
    out
}

fn at(bump: &Bump, p: DVec3) -> (f64, DVec3) {
    let (value, gradient) = run(bump, &[p.to_array()])[0];
    (value, gradient.into())
}

fn bumps() -> Vec<Bump> {
    let noise = Bump::Noise { amplitude: 0.3, wavelength: 0.7, octaves: 4, gain: 0.5, lacunarity: 2.1 };
    let mut all = vec![Bump::Sine { amplitude: 0.1, wavenumber: 9.0 }];
    all.extend(noise.parts());
    all.push(Bump::Noise { amplitude: 0.2, wavelength: 1.3, octaves: 1, gain: 0.5, lacunarity: 2.0 });
    all.push(noise);
    all
}

#[test]
fn slopes_agree_with_duals_and_differences() {
    let mut rng = Rng::new(60);
    for bump in bumps() {
        for _ in 0..300 {
            let (p, h) = (rng.point(3.0), 1e-6);
            let (value, gradient) = at(&bump, p);
            let dual = run(&bump, &[Dual::variables(p.to_array())])[0].0;
            assert_eq!(dual.value.to_bits(), value.to_bits(), "{bump:?} at {p}");
            assert!((gradient - DVec3::from(dual.partials)).length() < 1e-12, "{bump:?} at {p}: {gradient}, {dual:?}");
            let differences = DVec3::from_array(
                DVec3::AXES.map(|axis| (at(&bump, p + h * axis).0 - at(&bump, p - h * axis).0) / (2.0 * h)),
            );
            assert!((gradient - differences).length() < 1e-7, "{bump:?} at {p}: {gradient}, not {differences}");
        }
    }
}

#[test]
fn heights_and_slopes_keep_their_bounds() {
    let mut rng = Rng::new(61);
    for bump in bumps() {
        let (mut highest, mut steepest) = (0.0_f64, 0.0_f64);
        for _ in 0..40_000 {
            let (value, gradient) = at(&bump, rng.point(20.0));
            highest = highest.max(value.abs());
            steepest = steepest.max(gradient.length());
        }
        let (amplitude, lipschitz) = (bump.amplitude(), bump.lipschitz());
        assert!(highest <= amplitude && steepest <= lipschitz * (1.0 + 1e-12), "{bump:?}: {highest}, {steepest}");
        // Octaves seldom peak together; one alone should show most of what it may.
        let share = if matches!(bump, Bump::Sine { .. }) { 0.97 } else { 0.5 };
        assert!(bump.parts().len() > 1 || highest > share * amplitude, "{bump:?}: {highest} of {amplitude}");
        assert!(bump.parts().len() > 1 || steepest > share * lipschitz, "{bump:?}: {steepest} of {lipschitz}");
    }
}

#[test]
fn parts_add_up() {
    let mut rng = Rng::new(62);
    for bump in bumps() {
        let parts = bump.parts();
        assert!((parts.iter().map(Bump::amplitude).sum::<f64>() - bump.amplitude()).abs() < 1e-15);
        assert!((parts.iter().map(Bump::lipschitz).sum::<f64>() - bump.lipschitz()).abs() < 1e-12);
        for _ in 0..50 {
            let p = rng.point(5.0);
            let sum: f64 = parts.iter().map(|part| at(part, p).0).sum();
            assert!((sum - at(&bump, p).0).abs() < 1e-15);
        }
    }
}

fn one_octave() -> Bump {
    Bump::Noise { amplitude: HIGHEST, wavelength: 1.0, octaves: 1, gain: 0.5, lacunarity: 2.0 }
}

#[test]
fn noise_is_smooth_across_the_lattice() {
    let mut rng = Rng::new(63);
    let noise = one_octave();
    for _ in 0..500 {
        let mut p = rng.point(300.0);
        p[rng.below(3)] = p.x.floor();
        let step = rng.point(1e-9);
        let (a, b) = (at(&noise, p - step), at(&noise, p + step));
        assert!((a.0 - b.0).abs() < 1e-7 && (a.1 - b.1).length() < 1e-6, "at {p}");
    }
}

/// Noise is 0 at the corners, with the corner's own gradient.
#[test]
fn noise_has_its_lattice() {
    let mut seen = std::collections::BTreeMap::new();
    for i in 0..4000_i32 {
        let p = DVec3::new(f64::from(i % 37 - 18), f64::from(i % 23 - 11), f64::from(i % 29 - 400));
        let (value, gradient) = at(&one_octave(), p);
        assert_eq!(value, 0.0);
        assert_eq!(gradient.to_array(), lattice::direction(p.to_array()), "at {p}");
        assert_eq!(gradient.length_squared(), 2.0);
        *seen.entry(gradient.to_array().map(|x| x as i32)).or_insert(0) += 1;
    }
    assert_eq!(seen.len(), 12, "all gradients are used");
    assert!(seen.values().all(|&n| n > 200), "about equally often: {seen:?}");
}

#[test]
fn both_types_have_one_lattice() {
    let mut rng = Rng::new(64);
    for i in 0..20_000 {
        let half = if i % 2 == 0 { 300.0 } else { 1e6 };
        let p = rng.point(half).floor();
        let single = lattice::direction(p.to_array().map(|x| x as f32));
        assert_eq!(single.map(f64::from), lattice::direction(p.to_array()), "at {p}");
    }
}

#[test]
fn noise_has_no_mean_and_repeats_late() {
    let noise = one_octave();
    // Each corner's part is odd about the corner, and so are the points: only corners on the border are left over.
    let (cells, steps) = (24, 3);
    let n = cells * steps;
    let mut sum = 0.0;
    for i in 0..n * n * n {
        let p =
            [i % n, i / n % n, i / (n * n)].map(|i| (f64::from(i) + 0.5) / f64::from(steps) - 0.5 * f64::from(cells));
        sum += at(&noise, p.into()).0;
    }
    assert!((sum / f64::from(n * n * n)).abs() < 0.005, "{sum}");
    let p = DVec3::new(0.3, 0.4, 0.6);
    assert!((at(&noise, p).0 - at(&noise, p + 289.0 * DVec3::X).0).abs() < 1e-12);
    assert!((1..289).all(|i| (at(&noise, p).1 - at(&noise, p + f64::from(i) * DVec3::X).1).length() > 1e-6));
}

#[test]
fn blocks_give_the_same_bits() {
    fn check<T: Real>(bump: &Bump, points: &[[T; 3]]) {
        let single: Vec<_> = points.iter().flat_map(|p| run(bump, &[*p])).collect();
        assert_eq!(run(bump, points), single, "{bump:?}");
    }
    let mut rng = Rng::new(65);
    for bump in bumps() {
        let double: Vec<[f64; 3]> = (0..101).map(|_| rng.point(2.0).to_array()).collect();
        let single: Vec<[f32; 3]> = double.iter().map(|p| p.map(|x| x as f32)).collect();
        check(&bump, &double);
        check(&bump, &single);
        for (s, d) in run(&bump, &single).iter().zip(run(&bump, &double)) {
            assert!((f64::from(s.0) - d.0).abs() < 3e-5, "{bump:?}: {s:?} for {d:?}");
        }
    }
}

#[test]
fn hostile_points_stay_numbers() {
    let mut rng = Rng::new(66);
    for bump in bumps() {
        for exponent in [-300, -30, 0, 10, 30, 100, 300] {
            let p = rng.point(10_f64.powi(exponent));
            let (value, gradient) = at(&bump, p);
            assert!(value.abs() <= bump.amplitude() && gradient.is_finite(), "{bump:?} at {p}: {value}, {gradient}");
        }
        for p in [1e30_f32, 1e-30, 3e37] {
            assert!(run(&bump, &[[p, -p, 0.5 * p]])[0].0.is_finite());
        }
    }
}

/// The eight corners of a cell as a point sees them: weight, its gradient, and the vector from the corner.
fn corners(f: [f64; 3]) -> [(f64, DVec3, DVec3); 8] {
    let fade = f.map(|t| t * t * t * (t * (6.0 * t - 15.0) + 10.0));
    let slope = f.map(|t| 30.0 * t * t * (1.0 - t) * (1.0 - t));
    std::array::from_fn(|i| {
        let far = [i & 1, i >> 1 & 1, i >> 2];
        let weight = |a: usize| if far[a] == 1 { fade[a] } else { 1.0 - fade[a] };
        let change = |a: usize| if far[a] == 1 { slope[a] } else { -slope[a] };
        let gradient = DVec3::new(
            change(0) * weight(1) * weight(2),
            weight(0) * change(1) * weight(2),
            weight(0) * weight(1) * change(2),
        );
        let from = DVec3::new(f[0] - far[0] as f64, f[1] - far[1] as f64, f[2] - far[2] as f64);
        (weight(0) * weight(1) * weight(2), gradient, from)
    })
}

/// The largest dot product with one of the twelve gradients: the sum of the two largest components.
fn steepest(v: DVec3) -> f64 {
    let v = v.abs();
    v.element_sum() - v.min_element()
}

/// A cube of the cell: its middle and half edge, with bounds of the fades' derivatives in it.
struct Part {
    at: [f64; 3],
    half: f64,
}

impl Part {
    /// Greatest f' and |f''| over the part's interval on an axis; f' grows up to the middle of the cell.
    fn fade_slopes(&self) -> (DVec3, DVec3) {
        let second = |t: f64| 60.0 * (t * (2.0 * t * t - 3.0 * t + 1.0)).abs();
        let first = self.at.map(|t| {
            let t = (t + self.half).min(0.5);
            30.0 * t * t * (1.0 - t) * (1.0 - t)
        });
        // |f''| peaks at (1 - 1/√3) / 2 = 0.2113.
        let peak =
            |from: f64, to: f64| if from < 0.2114 && to > 0.2113 { 5.7736 } else { second(from).max(second(to)) };
        let most = self.at.map(|t| peak((t - self.half).max(0.0), (t + self.half).min(0.5)));
        (first.into(), most.into())
    }

    /// By symmetry the octant next to a corner, with x >= y >= z, is all of the cell.
    fn all(bounded: impl Fn(&Self) -> bool) -> bool {
        let mut stack = vec![Self { at: [0.25; 3], half: 0.25 }];
        while let Some(part) = stack.pop() {
            let Self { at: [x, y, z], half } = part;
            if x + half < y - half || y + half < z - half || bounded(&part) {
                continue;
            }
            if half < 1e-5 {
                return false;
            }
            let quarter = 0.5 * half;
            stack.extend((0..8).map(|i| {
                let side = |bit: usize| if i >> bit & 1 == 0 { -quarter } else { quarter };
                Self { at: [x + side(0), y + side(1), z + side(2)], half: quarter }
            }));
        }
        true
    }

    /// The largest [`steepest`] of a vector from a corner.
    fn most_from(&self) -> f64 {
        steepest(DVec3::from_array(self.at.map(|t| 1.0 - (t - self.half).max(0.0))))
    }
}

/// Over the choice of gradients, the value is at most the sum of weight · steepest(from). Along an axis, weights change
/// by 2 f' in all, and each vector by 1.
#[test]
fn the_bound_of_heights_is_proven() {
    assert!(Part::all(|part| {
        let most: f64 = corners(part.at).iter().map(|(weight, _, from)| weight * steepest(*from)).sum();
        let change = 2.0 * part.fade_slopes().0.element_sum() * part.most_from() + 3.0;
        most + change * part.half <= HIGHEST
    }));
}

/// Over the choice of gradients, the slope along u is at most the sum of the corners' steepest(weight · u + (u · weight')
/// from). That is convex in u, so directions whose hull holds the unit sphere are enough. Along an axis a, the sum
/// changes by no more than the sums of |∂a weight| steepest(u), |u · ∂a weight'| steepest(from), |u · weight'|.
#[test]
fn the_bound_of_slopes_is_proven() {
    let side = 16;
    let mut directions = Vec::new();
    for axis in 0..3 {
        for i in 0..=side {
            for j in 0..=side {
                let mut u = DVec3::ONE;
                u[(axis + 1) % 3] = 2.0 * f64::from(i) / f64::from(side) - 1.0;
                u[(axis + 2) % 3] = 2.0 * f64::from(j) / f64::from(side) - 1.0;
                directions.push(u.normalize());
            }
        }
    }
    // Triangles of neighbours lie within a circle of half a square's diagonal, at least at this distance.
    let hull = 1.0 / (2.0 / f64::from(side) * 0.5_f64.sqrt()).cos();
    assert!(Part::all(|part| {
        let (first, second) = part.fade_slopes();
        let change: f64 = (0..3)
            .map(|a| {
                let mut mixed = 4.0 * first[a] * first;
                mixed[a] = 2.0 * second[a];
                2.0 * first[a] * 2.0_f64.sqrt() + mixed.length() * part.most_from() + 2.0 * first.length()
            })
            .sum();
        let corners = corners(part.at);
        let along =
            |u: DVec3| -> f64 { corners.iter().map(|(w, slope, from)| steepest(*w * u + u.dot(*slope) * from)).sum() };
        change * part.half * hull <= STEEPEST
            && directions.iter().all(|&u| hull * (along(u) + change * part.half) <= STEEPEST)
    }));
}
