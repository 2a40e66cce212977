//! The grid, and how settings become one.

use super::{ContourError, MAX_CELLS, Settings};
use crate::math::Bounds;
use glam::DVec3;

/// Integer coordinates of a cell: 0 to `Grid::cells - 1` on each axis.
pub type Cell = [i32; 3];

/// Cells along the side of a block, the unit of parallel work.
pub(super) const BLOCK: i32 = 8;

/// Where `Domain::Auto` cuts infinite solids, metres from the origin.
const AUTO_REACH: f64 = 10.0;

/// Least size of a cell relative to the greatest coordinate. Root finding resolves 1e-4 of a cell, and a 64-bit number
/// has 16 digits; survey data with 0.1 mm cells at 4,600 km has 2e-11.
const LEAST_RELATIVE_CELL: f64 = 1e-12;

/// A uniform grid. Corner positions come from integers, never from accumulation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grid {
    /// Position of corner (0, 0, 0), metres.
    pub origin: DVec3,
    /// Edge length of a cell, metres.
    pub h: f64,
    /// Cells along each axis.
    pub cells: [i32; 3],
}

impl Grid {
    /// World position of a corner.
    #[must_use]
    pub fn corner(&self, c: [i32; 3]) -> DVec3 {
        self.origin + DVec3::new(f64::from(c[0]), f64::from(c[1]), f64::from(c[2])) * self.h
    }

    /// Box of a cell.
    #[must_use]
    pub fn cell_bounds(&self, cell: Cell) -> Bounds {
        Bounds::new(self.corner(cell), self.corner(cell.map(|c| c + 1)))
    }

    /// The cell that holds a world point; none outside of the grid.
    #[must_use]
    pub fn cell_at(&self, p: DVec3) -> Option<Cell> {
        let q = ((p - self.origin) / self.h).floor();
        let inside = |v: f64, n: i32| v >= 0.0 && v < f64::from(n);
        (inside(q.x, self.cells[0]) && inside(q.y, self.cells[1]) && inside(q.z, self.cells[2]))
            .then(|| [q.x as i32, q.y as i32, q.z as i32])
    }

    /// True if the grid has this cell.
    #[must_use]
    pub fn contains(&self, cell: Cell) -> bool {
        (0..3).all(|i| (0..self.cells[i]).contains(&cell[i]))
    }

    /// World position of a point given in cell units from the cell's lower corner.
    pub(super) fn point(&self, cell: Cell, local: DVec3) -> DVec3 {
        let cell = DVec3::new(f64::from(cell[0]), f64::from(cell[1]), f64::from(cell[2]));
        self.origin + (cell + local) * self.h
    }

    /// World position on the edge along `axis` from corner `low`; `t` is 0 there and 1 at the other end.
    pub(super) fn edge_point(&self, low: [i32; 3], axis: usize, t: f64) -> DVec3 {
        self.point(low, DVec3::AXES[axis] * t)
    }

    /// Blocks along each axis.
    pub(super) fn blocks(&self) -> [i32; 3] {
        self.cells.map(|n| (n + BLOCK - 1) / BLOCK)
    }
}

/// Sorts cells in the order of a mesh's vertices: by block, then inside of it, x fastest.
pub(super) fn storage_key(cell: Cell) -> ([i32; 3], u16) {
    let [x, y, z] = cell.map(|c| c.div_euclid(BLOCK));
    ([z, y, x], local_index(cell))
}

/// Index of a cell in its block, x fastest.
pub(super) fn local_index(cell: Cell) -> u16 {
    let [x, y, z] = cell.map(|c| c.rem_euclid(BLOCK) as u16);
    let n = BLOCK as u16;
    x + n * (y + n * z)
}

/// The domain and the grid that covers it. The grid reaches one cell farther than the domain on every side, so that a
/// solid that is cut by the domain gets its cap as an ordinary feature at the domain's border, and all outermost
/// corners are outside.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Layout {
    pub(super) grid: Grid,
    pub(super) domain: Bounds,
}

impl Layout {
    /// From settings and the solid's bounds; none if there is nothing to look at. Allocates nothing.
    pub(super) fn new(bounds: &Bounds, settings: &Settings) -> Result<Option<Self>, ContourError> {
        let h = settings.cell;
        if !(h > 0.0 && h.is_finite()) {
            return Err(ContourError::BadCell(h));
        }
        let domain = match &settings.domain {
            Some(domain) => given_domain(domain)?,
            None => match auto_domain(bounds, h) {
                Some(domain) => domain,
                None => return Ok(None),
            },
        };
        if !(domain.size() + 4.0 * h).is_finite() {
            return Err(ContourError::BadCell(h));
        }
        check_cell_count(&domain, h)?;
        check_precision(&domain, h)?;
        let cells = (domain.size() / h).to_array().map(|n| cells_along(n) as i32);
        Ok(Some(Self { grid: Grid { origin: domain.min - h, h, cells }, domain }))
    }
}

/// Cells along a side of `n` cell lengths, the two outer layers included. A last sliver that only rounding makes does
/// not count as a cell.
fn cells_along(n: f64) -> f64 {
    (n - 1e-6).ceil().max(1.0) + 2.0
}

fn given_domain(domain: &Bounds) -> Result<Bounds, ContourError> {
    let is_box = domain.is_finite() && domain.size().is_finite() && domain.min.cmplt(domain.max).all();
    if is_box { Ok(*domain) } else { Err(ContourError::BadDomain) }
}

/// The solid's bounds and one cell (the grid adds the second one); infinite sides are cut.
fn auto_domain(bounds: &Bounds, h: f64) -> Option<Bounds> {
    if bounds.is_empty() {
        return None;
    }
    let side = |v: f64, grow: f64, reach: f64| if v.is_finite() { v + grow } else { reach };
    let min = bounds.min.to_array().map(|v| side(v, -h, -AUTO_REACH));
    let max = bounds.max.to_array().map(|v| side(v, h, AUTO_REACH));
    let domain = Bounds::new(DVec3::from_array(min), DVec3::from_array(max));
    domain.min.cmplt(domain.max).all().then_some(domain)
}

/// In floating point, where no product can wrap round.
fn cell_count(size: DVec3, h: f64) -> f64 {
    (size / h).to_array().map(cells_along).iter().product()
}

fn check_cell_count(domain: &Bounds, h: f64) -> Result<(), ContourError> {
    let limit = MAX_CELLS as f64;
    let cells = cell_count(domain.size(), h);
    if cells <= limit {
        return Ok(());
    }
    Err(ContourError::TooManyCells { cell: h, cells, limit, suggested: cell_that_fits(domain.size(), limit) })
}

/// A cell whose grid has at most `limit` cells, at most 5 % larger than needed. The start is too small for flat or long
/// domains, whose outer layers count most.
fn cell_that_fits(size: DVec3, limit: f64) -> f64 {
    let cube_root: f64 = size.to_array().map(f64::cbrt).iter().product();
    let mut h = (cube_root / limit.cbrt()).max(size.max_element() / limit);
    while cell_count(size, h) > limit && h.is_finite() {
        h *= 1.05;
    }
    h
}

/// Refuses grids whose neighbouring corners could round to one position.
fn check_precision(domain: &Bounds, h: f64) -> Result<(), ContourError> {
    let far = domain.min.abs().max(domain.max.abs()).max_element();
    let least = far * LEAST_RELATIVE_CELL;
    if h < least {
        return Err(ContourError::CellTooFine { cell: h, coordinate: far, suggested: least });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::Method;

    fn layout(bounds: Bounds, cell: f64, domain: Option<Bounds>) -> Result<Option<Layout>, ContourError> {
        let settings = Settings { method: Method::DualContouring, cell, domain, sharpness_deg: 15.0, bias: 0.01 };
        Layout::new(&bounds, &settings)
    }

    fn cube(half: f64) -> Bounds {
        Bounds::new(DVec3::splat(-half), DVec3::splat(half))
    }

    #[test]
    fn auto_leaves_two_cells_on_each_side() {
        let grid = layout(cube(1.0), 0.1, None).expect("fits").expect("not empty").grid;
        assert_eq!(grid.cells, [24; 3]);
        assert!((grid.corner([2; 3]) - DVec3::NEG_ONE).length() < 1e-12);
        assert!((grid.corner([22; 3]) - DVec3::ONE).length() < 1e-12);
    }

    #[test]
    fn infinite_sides_are_cut_at_ten_metres() {
        let half_space = Bounds::new(DVec3::NEG_INFINITY, DVec3::new(f64::INFINITY, 0.0, f64::INFINITY));
        let domain = layout(half_space, 0.5, None).expect("fits").expect("not empty").domain;
        assert_eq!(domain, Bounds::new(DVec3::splat(-10.0), DVec3::new(10.0, 0.5, 10.0)));
        let beyond = Bounds::new(DVec3::splat(20.0), DVec3::INFINITY);
        assert_eq!(layout(beyond, 0.5, None), Ok(None));
        assert_eq!(layout(Bounds::EMPTY, 0.5, None), Ok(None));
    }

    #[test]
    fn a_domain_that_is_no_multiple_of_the_cell_is_covered() {
        let grid = layout(cube(1.0), 0.3, Some(cube(1.0))).expect("fits").expect("not empty").grid;
        assert_eq!(grid.cells, [9; 3]);
        assert!(grid.corner([9; 3]).min_element() >= 1.3 - 1e-12);
    }

    #[test]
    fn c09_absurd_cells_are_refused_before_allocation() {
        for cell in [1e-6, 1e-7, 1e-320] {
            let error = layout(cube(1.0), cell, None).expect_err("too many");
            let ContourError::TooManyCells { cells, suggested, .. } = error else { panic!("{error}") };
            assert!(cells > 7e18);
            assert!(layout(cube(1.0), suggested, None).is_ok(), "{suggested} fits");
            assert!((0.003..0.006).contains(&suggested));
        }
        for cell in [0.0, -0.0, -0.1, f64::NAN, f64::INFINITY] {
            let error = layout(cube(1.0), cell, None).expect_err("no size");
            assert!(matches!(error, ContourError::BadCell(_)), "{error}");
        }
        assert!(matches!(layout(cube(1.0), 1e308, None), Err(ContourError::BadCell(_))));
    }

    #[test]
    fn c09_domains_that_are_no_box_are_refused() {
        let bad = [
            Bounds::EVERYTHING,
            Bounds::EMPTY,
            Bounds::new(DVec3::ZERO, DVec3::new(1.0, f64::INFINITY, 1.0)),
            Bounds::new(DVec3::ZERO, DVec3::new(1.0, f64::NAN, 1.0)),
            Bounds::new(DVec3::ZERO, DVec3::new(1.0, 0.0, 1.0)),
        ];
        for domain in bad {
            assert_eq!(layout(cube(1.0), 0.1, Some(domain)), Err(ContourError::BadDomain));
        }
        let wide = Bounds::new(DVec3::splat(-1e308), DVec3::splat(1e308));
        assert_eq!(layout(cube(1.0), 0.1, Some(wide)), Err(ContourError::BadDomain));
        let wide = Bounds::new(DVec3::splat(-1e300), DVec3::splat(1e300));
        assert!(matches!(layout(cube(1.0), 0.1, Some(wide)), Err(ContourError::TooManyCells { .. })));
    }

    #[test]
    fn suggested_cells_fit_long_and_flat_domains() {
        for size in [DVec3::new(1e6, 1e-3, 1e-3), DVec3::new(1e4, 1e4, 1e-6), DVec3::new(1e300, 1e-300, 1.0)] {
            let domain = Bounds::new(DVec3::ZERO, size);
            let Err(ContourError::TooManyCells { suggested, .. }) = layout(cube(1.0), 1e-9, Some(domain)) else {
                panic!("{size} has too many cells")
            };
            assert!(cell_count(size, suggested) <= MAX_CELLS as f64);
            assert!(cell_count(size, suggested * 0.9) > MAX_CELLS as f64);
        }
    }

    #[test]
    fn cells_below_the_resolution_of_coordinates_are_refused() {
        let far = Bounds::new(DVec3::splat(1e9), DVec3::splat(1e9 + 1e-4));
        let error = layout(far, 1e-6, None).expect_err("too fine");
        assert!(matches!(error, ContourError::CellTooFine { .. }), "{error}");
    }

    #[test]
    fn storage_order_goes_block_by_block() {
        let mut cells = vec![[8, 0, 0], [7, 7, 7], [0, 0, 0], [0, 8, 0], [1, 0, 0]];
        cells.sort_by_key(|&c| storage_key(c));
        assert_eq!(cells, [[0, 0, 0], [1, 0, 0], [7, 7, 7], [8, 0, 0], [0, 8, 0]]);
    }
}
