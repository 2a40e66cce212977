use glam::{DMat3, DVec3};

/// Eigenvalues and eigenvectors of a symmetric 3x3 matrix.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SymEigen3 {
    /// Eigenvalues, greatest first.
    pub values: DVec3,
    /// Unit eigenvectors as columns, in the order of `values`.
    pub vectors: DMat3,
}

/// What is left beside the diagonal counts as zero below this share of the diagonal: it is less than the rounding of it.
const NEGLIGIBLE: f64 = f64::EPSILON / 16.0;

/// Cyclic Jacobi rotations (Golub and Van Loan, Matrix Computations, 8.5). Reads the symmetric matrix from its
/// columns. Converges quadratically; four sweeps reach rounding for nearly any input, eight are the limit.
#[must_use]
pub fn sym_eigen3(m: DMat3) -> SymEigen3 {
    let mut a = m.to_cols_array_2d();
    let mut v = DMat3::IDENTITY.to_cols_array_2d();
    for _sweep in 0..8 {
        let beside = a[0][1].abs() + a[0][2].abs() + a[1][2].abs();
        if beside <= NEGLIGIBLE * (a[0][0].abs() + a[1][1].abs() + a[2][2].abs()) {
            break;
        }
        for (p, q) in [(0, 1), (0, 2), (1, 2)] {
            rotate(&mut a, &mut v, p, q);
        }
    }
    let mut order = [0, 1, 2];
    order.sort_by(|&i, &j| a[j][j].total_cmp(&a[i][i]));
    SymEigen3 {
        values: DVec3::from_array(order.map(|i| a[i][i])),
        vectors: DMat3::from_cols_array_2d(&order.map(|i| v[i])),
    }
}

/// One Jacobi rotation that makes `a[p][q]` zero. `v[k]` is the k-th eigenvector.
fn rotate(a: &mut [[f64; 3]; 3], v: &mut [[f64; 3]; 3], p: usize, q: usize) {
    let apq = a[p][q];
    if apq == 0.0 {
        return;
    }
    let theta = (a[q][q] - a[p][p]) / (2.0 * apq);
    let t = if theta.is_finite() { theta.signum() / (theta.abs() + (theta * theta + 1.0).sqrt()) } else { 0.0 };
    let c = 1.0 / (t * t + 1.0).sqrt();
    let s = t * c;
    let r = 3 - p - q;
    let (arp, arq) = (a[r][p], a[r][q]);
    a[p][p] -= t * apq;
    a[q][q] += t * apq;
    a[p][q] = 0.0;
    a[q][p] = 0.0;
    a[r][p] = c * arp - s * arq;
    a[p][r] = a[r][p];
    a[r][q] = s * arp + c * arq;
    a[q][r] = a[r][q];
    let (vp, vq) = (v[p], v[q]);
    v[p] = std::array::from_fn(|k| c * vp[k] - s * vq[k]);
    v[q] = std::array::from_fn(|k| s * vp[k] + c * vq[k]);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn known_matrix() {
        // Eigenvalues 4, 2, 1 about axes (1,1,0), (1,-1,0), z.
        let m = DMat3::from_cols(DVec3::new(3.0, 1.0, 0.0), DVec3::new(1.0, 3.0, 0.0), DVec3::Z);
        let e = sym_eigen3(m);
        assert!((e.values - DVec3::new(4.0, 2.0, 1.0)).length() < 1e-14);
        for i in 0..3 {
            let x = e.vectors.col(i);
            assert!((m * x - x * e.values[i]).length() < 1e-14);
        }
    }

    #[test]
    fn zero_and_rank_one() {
        assert_eq!(sym_eigen3(DMat3::ZERO).values, DVec3::ZERO);
        let n = DVec3::new(1.0, 2.0, -2.0) / 3.0;
        let m = DMat3::from_cols(n * n.x, n * n.y, n * n.z);
        let e = sym_eigen3(m);
        assert!((e.values - DVec3::X).length() < 1e-14);
        assert!(e.vectors.col(0).dot(n).abs() > 1.0 - 1e-14);
    }
}
