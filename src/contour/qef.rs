//! Quadratic error functions: the point that fits tangent planes best (Ju, Losasso, Schaefer, Warren 2002, "Dual
//! contouring of Hermite data").
//!
//! A crossing p with unit normal n says that the vertex x should lie on the plane n·(x - p) = 0. The sum of the squared
//! distances is a quadratic; about the mass point c (the mean of the crossings), with y = x - c, it is
//! yᵀMy - 2yᵀg + e. Everything is in cell units: the cell is the cube from 0 to 1.
//!
//! Two remedies hold a minimiser that the planes do not determine. *Sharpness* drops eigenvalues of M below a share q of
//! the greatest, so the vertex stays at the mass point along those directions: two sheets with as many crossings each
//! whose normals differ by θ have the eigenvalue ratio tan²(θ/2), hence q = tan²(sharpness/2). It is not normalised by
//! counts (QEFs that add know no sheets): at 5 crossings to 1 a crease must be about 1.4 times as sharp to be kept.
//! *Bias* pulls toward the mass point with strength s: Tikhonov regularisation with λ = s².

use super::Recorder;
use super::recorder::Tried;
use crate::math::{SymEigen3, sym_eigen3};
use glam::{DMat3, DVec3};
use std::ops::Add;

/// Below this share of the greatest eigenvalue, directions are rounding noise whatever the sharpness.
const NOISE: f64 = 1e-12;
/// The bias of the constrained problem is at least this, or flat cells would have no unique minimiser.
const LEAST_WALL_BIAS: f64 = 1e-3;
/// λ never exceeds this, so that hostile settings stay finite; a vertex is long at its mass point by then.
const GREATEST_LAMBDA: f64 = 1e12;
/// Vertices keep this distance from the walls of their cell, in cells. So vertices of neighbouring cells never coincide
/// where a face of the solid lies on a layer of corners; a box still has its volume to 1e-5 of a cell per face.
const INSET: f64 = 1e-5;
/// A free minimiser beyond a wall by no more than this, in cells, counts as on it.
const ON_WALL: f64 = 1e-9;

/// Sum of squared distances to planes, about the mass point, in cell units. QEFs add.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Qef {
    /// Sum of n nᵀ.
    pub m: DMat3,
    /// Sum of n (n·(p - c)).
    pub g: DVec3,
    /// Sum of (n·(p - c))².
    pub e: f64,
    /// Mean of the crossings, c.
    pub mass_point: DVec3,
    /// Number of crossings, those without normal included.
    pub count: u32,
}

/// How a QEF is solved.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct QefSettings {
    /// Creases whose normals differ by more than this are kept, degrees.
    pub sharpness_deg: f64,
    /// Strength of the pull toward the mass point.
    pub bias: f64,
}

/// What solving a QEF taught.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Solution {
    /// The chosen point, cell units.
    pub position: DVec3,
    /// Minimiser without constraint, cell units.
    pub free: DVec3,
    /// Rank after the cut-off.
    pub rank: u8,
    /// Plain error at `position`, cell units squared.
    pub error: f64,
    /// True if `free` lay outside of the cell.
    pub clamped: bool,
}

/// [`QefSettings`] as the solver uses them, computed once a contour.
#[derive(Clone, Copy, Debug)]
pub(super) struct Solver {
    /// q: least eigenvalue that counts, relative to the greatest.
    cutoff: f64,
    /// λ of the free minimiser.
    lambda: f64,
    /// λ of the constrained problem, above zero.
    wall_lambda: f64,
}

impl Solver {
    pub(super) fn new(settings: &QefSettings) -> Self {
        let tan = libm::tan(0.5 * settings.sharpness_deg.clamp(0.0, 180.0).to_radians());
        let lambda = |bias: f64| (bias * bias).min(GREATEST_LAMBDA);
        Self {
            cutoff: (tan * tan).max(NOISE),
            lambda: lambda(settings.bias),
            wall_lambda: lambda(settings.bias.max(LEAST_WALL_BIAS)),
        }
    }
}

impl Default for Qef {
    /// No planes: no error anywhere.
    fn default() -> Self {
        // Not derived: glam's default matrix is the identity.
        Self { m: DMat3::ZERO, g: DVec3::ZERO, e: 0.0, mass_point: DVec3::ZERO, count: 0 }
    }
}

impl Qef {
    /// From crossings with unit normals, in cell units. A zero normal only moves the mass point.
    #[must_use]
    pub fn new(planes: impl Iterator<Item = (DVec3, DVec3)> + Clone) -> Self {
        let (sum, count) = planes.clone().fold((DVec3::ZERO, 0), |(sum, count), (p, _)| (sum + p, count + 1));
        let mut qef = Self { mass_point: sum / f64::from(count.max(1)), count, ..Self::default() };
        for (p, n) in planes {
            let d = n.dot(p - qef.mass_point);
            qef.m += DMat3::from_cols(n * n.x, n * n.y, n * n.z);
            qef.g += n * d;
            qef.e += d * d;
        }
        qef
    }

    /// Sum of squared distances of a point to the planes, cell units squared.
    #[must_use]
    pub fn error(&self, point: DVec3) -> f64 {
        self.objective(point, 0.0)
    }

    /// The error and λ times the squared distance to the mass point.
    fn objective(&self, point: DVec3, lambda: f64) -> f64 {
        let y = point - self.mass_point;
        (y.dot(self.m * y) - 2.0 * y.dot(self.g) + self.e).max(0.0) + lambda * y.length_squared()
    }

    /// The best point of the cell: the free minimiser if it lies in there; otherwise the minimiser of the biased
    /// objective over the cell. That one is convex and quadratic, so it lies where some coordinates are fixed at walls
    /// and the others minimise: all 27 active sets are tried and the feasible one with the least objective wins. (All
    /// are compared by one and the same objective; comparing by the plain error lets rounding pick walls on flat cells.)
    #[must_use]
    pub fn solve(&self, settings: &QefSettings) -> Solution {
        self.solve_with(&Solver::new(settings), &mut ())
    }

    pub(super) fn solve_with<R: Recorder>(&self, solver: &Solver, recorder: &mut R) -> Solution {
        let eigen = sym_eigen3(self.m);
        let rank = rank(&eigen, solver.cutoff);
        recorder.qef(self, &eigen, rank);
        let free = self.free_minimiser(&eigen, rank, solver.lambda);
        let inside = in_cell(free, ON_WALL);
        let tried =
            Tried { fixed: [0; 3], point: free, objective: self.objective(free, solver.wall_lambda), feasible: inside };
        recorder.candidate(&tried);
        let chosen = if inside { free } else { self.constrained_minimiser(solver.wall_lambda, recorder) };
        let position = chosen.clamp(DVec3::splat(INSET), DVec3::splat(1.0 - INSET));
        Solution { position, free, rank, error: self.error(position), clamped: !inside }
    }

    /// Minimiser in the span of the first `rank` eigenvectors, at the mass point along the others.
    fn free_minimiser(&self, eigen: &SymEigen3, rank: u8, lambda: f64) -> DVec3 {
        (0..usize::from(rank)).fold(self.mass_point, |x, i| {
            let v = eigen.vectors.col(i);
            x + v * (v.dot(self.g) / (eigen.values[i] + lambda))
        })
    }

    fn constrained_minimiser<R: Recorder>(&self, lambda: f64, recorder: &mut R) -> DVec3 {
        let (mut best, mut least) = (self.mass_point, f64::INFINITY);
        // Recorder index 0 is the free minimiser.
        let mut choice = 0;
        for (i, fixed) in ACTIVE_SETS.into_iter().enumerate() {
            let point = self.minimiser_with_fixed(fixed, lambda);
            let objective = self.objective(point, lambda);
            let tried = Tried { fixed, point, objective, feasible: in_cell(point, 0.0) };
            recorder.candidate(&tried);
            // Sets with fewer fixed coordinates come first, and rounding must not let a later one win a tie.
            if tried.feasible && (least.is_infinite() || objective < least - 1e-12 * (1.0 + least)) {
                (best, least, choice) = (point, objective, i + 1);
            }
        }
        recorder.choice(choice);
        best
    }

    /// Minimiser of the biased objective with some coordinates fixed at walls: (M + λI) y = g for the others.
    fn minimiser_with_fixed(&self, fixed: [i8; 3], lambda: f64) -> DVec3 {
        let h = self.m + DMat3::from_diagonal(DVec3::splat(lambda));
        let wall = |i: usize| if fixed[i] > 0 { 1.0 } else { 0.0 };
        let mut a = [[0.0; 3]; 3];
        let mut b = [0.0; 3];
        for i in 0..3 {
            if fixed[i] == 0 {
                b[i] = self.g[i];
                for j in 0..3 {
                    if fixed[j] == 0 {
                        a[i][j] = h.col(j)[i];
                    } else {
                        b[i] -= h.col(j)[i] * (wall(j) - self.mass_point[j]);
                    }
                }
            } else {
                // A row of the identity keeps the system at one size.
                a[i][i] = 1.0;
            }
        }
        let y = solve_spd(a, b);
        DVec3::from_array(std::array::from_fn(|i| if fixed[i] == 0 { self.mass_point[i] + y[i] } else { wall(i) }))
    }

    /// The same function about another point, which need not be the mass point: M stays, g and e move.
    fn about(&self, c: DVec3) -> (DVec3, f64) {
        let d = c - self.mass_point;
        (self.g - self.m * d, self.e - 2.0 * d.dot(self.g) + d.dot(self.m * d))
    }
}

impl Add for Qef {
    type Output = Self;

    /// The sum of both errors, about the common mass point. Both must be in one coordinate frame.
    fn add(self, other: Self) -> Self {
        let count = self.count + other.count;
        let (a, b) = (f64::from(self.count), f64::from(other.count));
        let mass_point = (self.mass_point * a + other.mass_point * b) / (a + b).max(1.0);
        let ((g0, e0), (g1, e1)) = (self.about(mass_point), other.about(mass_point));
        Self { m: self.m + other.m, g: g0 + g1, e: e0 + e1, mass_point, count }
    }
}

/// Number of eigenvalues above the cut-off; the greatest counts whenever there is a normal at all.
fn rank(eigen: &SymEigen3, cutoff: f64) -> u8 {
    let greatest = eigen.values.x;
    let counts = |i: usize| eigen.values[i] > 0.0 && (i == 0 || eigen.values[i] > cutoff * greatest);
    (0..3).take_while(|&i| counts(i)).count() as u8
}

fn in_cell(point: DVec3, tolerance: f64) -> bool {
    point.cmpge(DVec3::splat(-tolerance)).all() && point.cmple(DVec3::splat(1.0 + tolerance)).all()
}

/// All ways to fix coordinates at the low (-1) or high (1) wall or to leave them free (0); fewer fixed ones first.
const ACTIVE_SETS: [[i8; 3]; 27] = {
    let mut sets = [[0; 3]; 27];
    let (mut n, mut fixed) = (0, 0);
    while fixed <= 3 {
        let mut i = 0;
        while i < 27 {
            let set = [(i % 3) as i8 - 1, (i / 3 % 3) as i8 - 1, (i / 9) as i8 - 1];
            if set[0] * set[0] + set[1] * set[1] + set[2] * set[2] == fixed {
                sets[n] = set;
                n += 1;
            }
            i += 1;
        }
        fixed += 1;
    }
    sets
};

/// Cholesky-like elimination without pivots, which symmetric positive definite systems do not need.
fn solve_spd(mut a: [[f64; 3]; 3], mut b: [f64; 3]) -> [f64; 3] {
    for k in 0..3 {
        let pivot = a[k];
        for i in k + 1..3 {
            let factor = a[i][k] / pivot[k];
            for j in k..3 {
                a[i][j] -= factor * pivot[j];
            }
            b[i] -= factor * b[k];
        }
    }
    for k in (0..3).rev() {
        for j in k + 1..3 {
            b[k] -= a[k][j] * b[j];
        }
        b[k] /= a[k][k];
    }
    b
}

#[cfg(test)]
mod tests {
    use super::*;

    const SETTINGS: QefSettings = QefSettings { sharpness_deg: 15.0, bias: 0.01 };

    /// Uniform numbers in 0..1 from a linear congruential generator (Knuth's MMIX constants).
    struct Random(u64);

    impl Random {
        fn unit(&mut self) -> f64 {
            self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (self.0 >> 11) as f64 / (1_u64 << 53) as f64
        }

        fn point(&mut self) -> DVec3 {
            DVec3::new(self.unit(), self.unit(), self.unit())
        }

        fn direction(&mut self) -> DVec3 {
            (self.point() - 0.5).try_normalize().unwrap_or(DVec3::X)
        }

        fn planes(&mut self) -> Vec<(DVec3, DVec3)> {
            let count = 3 + (self.unit() * 5.0) as usize;
            (0..count).map(|_| (self.point(), self.direction())).collect()
        }
    }

    fn qef(planes: &[(DVec3, DVec3)]) -> Qef {
        Qef::new(planes.iter().copied())
    }

    #[test]
    fn error_is_the_sum_of_squared_plane_distances() {
        let mut random = Random(1);
        for _ in 0..100 {
            let planes = random.planes();
            let x = random.point() * 3.0 - 1.0;
            let direct: f64 = planes.iter().map(|(p, n)| n.dot(x - *p).powi(2)).sum();
            assert!((qef(&planes).error(x) - direct).abs() < 1e-12);
        }
    }

    #[test]
    fn qefs_add() {
        let mut random = Random(2);
        for _ in 0..100 {
            let (a, b) = (random.planes(), random.planes());
            let sum = qef(&a) + qef(&b);
            let joined = qef(&[a, b].concat());
            assert_eq!(sum.count, joined.count);
            assert!((sum.mass_point - joined.mass_point).length() < 1e-14);
            assert!((sum.g - joined.g).length() < 1e-12 && (sum.e - joined.e).abs() < 1e-12);
        }
        assert_eq!(Qef::default() + Qef::default(), Qef::default());
    }

    #[test]
    fn a_corner_is_found_and_has_rank_three() {
        let corner = DVec3::new(0.3, 0.6, 0.2);
        let planes = [(DVec3::new(0.3, 0.0, 0.0), DVec3::X), (DVec3::new(1.0, 0.6, 0.0), DVec3::Y), (corner, DVec3::Z)];
        let solution = qef(&planes).solve(&SETTINGS);
        assert_eq!(solution.rank, 3);
        assert!((solution.position - corner).length() < 2e-4, "bias moves it by about lambda");
        let unbiased = qef(&planes).solve(&QefSettings { bias: 0.0, ..SETTINGS });
        assert!((unbiased.position - corner).length() < 1e-12 && unbiased.error < 1e-20);
    }

    #[test]
    fn a_flat_cell_stays_at_its_mass_point() {
        let n = DVec3::new(1.0, 2.0, 3.0).normalize();
        let tangents = [n.any_orthonormal_vector(), n.cross(n.any_orthonormal_vector())];
        let planes: Vec<_> =
            (0..4).map(|i| (DVec3::splat(0.5) + tangents[i % 2] * (i as f64 - 1.5) * 0.1, n)).collect();
        let solution = qef(&planes).solve(&SETTINGS);
        assert_eq!(solution.rank, 1);
        assert!((solution.position - qef(&planes).mass_point).length() < 1e-12);
    }

    #[test]
    fn sharpness_is_the_angle_between_normals_that_a_crease_keeps() {
        for angle in [4.0_f64, 12.0, 36.0, 90.0, 120.0] {
            let half = 0.5 * angle.to_radians();
            let sheets = [half, -half].map(|a| DVec3::new(libm::sin(a), libm::cos(a), 0.0));
            let planes: Vec<_> = sheets.iter().flat_map(|&n| [(DVec3::splat(0.5) + n * 0.1, n); 2]).collect();
            let rank_at = |sharpness_deg| qef(&planes).solve(&QefSettings { sharpness_deg, bias: 0.0 }).rank;
            assert_eq!(rank_at(angle - 0.5), 2, "{angle}");
            assert_eq!(rank_at(angle + 0.5).min(2), if angle > 90.0 { 2 } else { 1 }, "{angle}");
        }
    }

    #[test]
    fn the_constrained_minimiser_beats_brute_force() {
        let mut random = Random(3);
        let lambda = SETTINGS.bias * SETTINGS.bias;
        let mut clamped = 0;
        for _ in 0..300 {
            let qef = qef(&random.planes());
            let solution = qef.solve(&SETTINGS);
            assert!(in_cell(solution.position, 0.0));
            if !solution.clamped {
                continue;
            }
            clamped += 1;
            let least = qef.objective(solution.position, lambda);
            let descended = descend(&qef, lambda);
            // The inset moves the vertex by 1e-5, and the objective by that times its slope.
            assert!(least <= qef.objective(descended, lambda) + 1e-3 * (1.0 + least).sqrt() * 0.1);
            assert!((solution.position - descended).length() < 1e-3, "{} {descended}", solution.position);
            for _ in 0..200 {
                assert!(least <= qef.objective(random.point(), lambda) + 1e-4);
            }
        }
        assert!(clamped > 50, "{clamped} cases had something to test");
    }

    /// Cyclic coordinate descent with exact line minimisation, which converges for box constraints.
    fn descend(qef: &Qef, lambda: f64) -> DVec3 {
        let mut x = DVec3::splat(0.5);
        for _ in 0..200_000 {
            let before = x;
            for i in 0..3 {
                let y = x - qef.mass_point;
                let slope = (qef.m * y - qef.g)[i] + lambda * y[i];
                x[i] = (x[i] - slope / (qef.m.col(i)[i] + lambda)).clamp(0.0, 1.0);
            }
            if (x - before).length() < 1e-13 {
                break;
            }
        }
        x
    }

    #[test]
    fn nearly_parallel_planes_do_not_escape() {
        // Two sheets with a common line far outside: case C01's wedge, seen by one cell.
        let sheets = [DVec3::new(0.1, 1.0, 0.0).normalize(), DVec3::new(0.1, -1.0, 0.0).normalize()];
        let planes: Vec<_> = sheets.iter().map(|&n| (DVec3::new(0.5, 0.5 + 0.2 * n.y, 0.5), n)).collect();
        let solution = qef(&planes).solve(&QefSettings { sharpness_deg: 0.0, bias: 0.0 });
        assert!(solution.clamped && in_cell(solution.position, 0.0));
    }

    #[test]
    fn no_normal_and_hostile_settings_stay_finite() {
        let none = qef(&[(DVec3::splat(0.25), DVec3::ZERO), (DVec3::splat(0.75), DVec3::ZERO)]);
        for (sharpness_deg, bias) in [(15.0, 0.01), (180.0, 0.0), (0.0, 1e300), (f64::NAN, f64::NAN)] {
            let settings = QefSettings { sharpness_deg, bias };
            assert_eq!(none.solve(&settings).position, DVec3::splat(0.5));
            assert_eq!(none.solve(&settings).rank, 0);
            let solution = qef(&Random(4).planes()).solve(&settings);
            assert!(solution.position.is_finite() && in_cell(solution.position, 0.0));
        }
    }

    #[test]
    fn active_sets_are_all_different_and_ordered() {
        let mut sorted = ACTIVE_SETS.to_vec();
        sorted.sort_unstable();
        sorted.dedup();
        assert_eq!(sorted.len(), 27);
        assert!(ACTIVE_SETS.is_sorted_by_key(|s| s.iter().filter(|v| **v != 0).count()));
    }
}
