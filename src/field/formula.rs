//! What a shape, a warp and a bump are to the evaluator: small generic functions without branches on data, so that
//! the loop over the points of a block is compiled once for each of them and vectorised.

use super::Real;

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
