//! What a shape, a warp and a bump are to the evaluator: small generic functions without branches on data, so that
//! the loop over the points of a block is compiled once for each of them and vectorised.

use super::Real;
use glam::DVec3;

/// A gradient, and whether it jumps or is undefined at the point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Slope<T> {
    /// Derivatives along x, y, z; zero (or the part that is defined) where there is none, never NaN.
    pub(super) gradient: [T; 3],
    /// True at ties, axes, centres and tips.
    pub(super) feature: bool,
}

/// A scalar function of a point in the frame of its node.
pub(super) trait Formula<T: Real>: Copy {
    /// Signed distance or a bound of it; negative inside.
    fn value(self, p: [T; 3]) -> T;

    /// The gradient of [`Formula::value`], by hand.
    fn slope(self, p: [T; 3]) -> Slope<T>;
}

/// What is done with a formula once it is known which one it is: the `match` over shapes stays outside of the loop
/// over points.
pub(super) trait VisitFormula<T: Real> {
    /// Is called once.
    fn visit(self, formula: impl Formula<T>);
}

/// A function from points in the frame of a domain operator to points in the frame of its children.
pub(super) trait Map<T: Real>: Copy {
    /// Where the children are asked for the operator's point `p`.
    fn point(self, p: [T; 3]) -> [T; 3];

    /// The gradient of `child ∘ point` at `p`, given the child's gradient at `point(p)`: the transposed Jacobian times it.
    fn pull(self, p: [T; 3], gradient: [T; 3]) -> [T; 3];
}

/// As [`VisitFormula`], for maps.
pub(super) trait VisitMap<T: Real> {
    /// Is called once.
    fn visit(self, map: impl Map<T>);
}

/// A formula's value at one point, in 64 bits.
pub(super) struct ValueAt<'a>(pub(super) DVec3, pub(super) &'a mut f64);

impl VisitFormula<f64> for ValueAt<'_> {
    #[inline(always)]
    fn visit(self, formula: impl Formula<f64>) {
        *self.1 = formula.value(self.0.to_array());
    }
}

/// A formula's gradient at one point, in 64 bits.
pub(super) struct SlopeAt<'a>(pub(super) DVec3, pub(super) &'a mut Slope<f64>);

impl VisitFormula<f64> for SlopeAt<'_> {
    #[inline(always)]
    fn visit(self, formula: impl Formula<f64>) {
        *self.1 = formula.slope(self.0.to_array());
    }
}

/// A map's image of one point, in 64 bits.
pub(super) struct PointAt<'a>(pub(super) DVec3, pub(super) &'a mut DVec3);

impl VisitMap<f64> for PointAt<'_> {
    #[inline(always)]
    fn visit(self, map: impl Map<f64>) {
        *self.1 = DVec3::from_array(map.point(self.0.to_array()));
    }
}

/// A map's pull of one gradient, in 64 bits.
pub(super) struct PullAt<'a>(pub(super) DVec3, pub(super) DVec3, pub(super) &'a mut DVec3);

impl VisitMap<f64> for PullAt<'_> {
    #[inline(always)]
    fn visit(self, map: impl Map<f64>) {
        *self.2 = DVec3::from_array(map.pull(self.0.to_array(), self.1.to_array()));
    }
}
