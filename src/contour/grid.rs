//! The grid, and how settings become one.

use super::solid::Walls;
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

/// Margin round the bounds of a solid, in cells. The solid's surface cells end one cell beyond its bounds; the outermost
/// layer of the grid must lie outside of the solid, and half a cell is for rounding.
const AUTO_MARGIN: f64 = 2.5;

/// A uniform grid: a part of a lattice without end. Corner positions come from integers, never from accumulation, and
/// these integers are counted from the lattice's anchor: two grids of one lattice have the same bits at each corner that
/// they share, wherever they begin.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Grid {
    /// Position of corner (0, 0, 0), metres.
    pub origin: DVec3,
    /// Edge length of a cell, metres.
    pub h: f64,
    /// Cells along each axis.
    pub cells: [i32; 3],
    /// Position of the lattice's corner (0, 0, 0), metres.
    pub anchor: DVec3,
    /// The lattice's corner that is corner (0, 0, 0) of the grid; a multiple of the cells along a block's side.
    pub first: [i64; 3],
}

impl Grid {
    /// A grid that is anchored at its own origin.
    #[must_use]
    pub fn new(origin: DVec3, h: f64, cells: [i32; 3]) -> Self {
        Self { origin, h, cells, anchor: origin, first: [0; 3] }
    }

    /// The part of a lattice that begins at its corner `first`.
    fn of_lattice(anchor: DVec3, h: f64, first: [i64; 3], cells: [i32; 3]) -> Self {
        let grid = Self { origin: anchor, h, cells, anchor, first };
        Self { origin: grid.corner([0; 3]), ..grid }
    }

    /// World position of a corner.
    #[must_use]
    pub fn corner(&self, c: [i32; 3]) -> DVec3 {
        self.point(c, DVec3::ZERO)
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
            .then_some([q.x as i32, q.y as i32, q.z as i32])
    }

    /// True if the grid has this cell.
    #[must_use]
    pub fn contains(&self, cell: Cell) -> bool {
        (0..3).all(|i| (0..self.cells[i]).contains(&cell[i]))
    }

    /// World position of a point given in cell units from the cell's lower corner.
    pub(super) fn point(&self, cell: Cell, local: DVec3) -> DVec3 {
        let place = DVec3::from_array(std::array::from_fn(|i| (self.first[i] + i64::from(cell[i])) as f64));
        self.anchor + (place + local) * self.h
    }

    /// World position on the edge along `axis` from corner `low`; `t` is 0 there and 1 at the other end.
    pub(super) fn edge_point(&self, low: [i32; 3], axis: usize, t: f64) -> DVec3 {
        self.point(low, DVec3::AXES[axis] * t)
    }

    /// Blocks along each axis.
    pub(super) fn blocks(&self) -> [i32; 3] {
        self.cells.map(|n| (n + BLOCK - 1) / BLOCK)
    }

    /// The grid's first block, counted in the lattice.
    pub(super) fn first_block(&self) -> [i64; 3] {
        self.first.map(|c| c.div_euclid(i64::from(BLOCK)))
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

/// Sum of integer coordinates.
pub(super) fn add(a: [i32; 3], b: [i32; 3]) -> [i32; 3] {
    std::array::from_fn(|i| a[i] + b[i])
}

/// The grid, and where the solid ends at the latest. The grid reaches a cell farther than the walls on every side, so
/// that a solid that is cut by them gets its cap as an ordinary feature there, and all outermost corners are outside.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Layout {
    pub(super) grid: Grid,
    pub(super) walls: Walls,
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
        Ok(Some(match settings.domain {
            Some(_) => Self::of_domain(domain, h),
            None => Self::of_solid(bounds, h),
        }))
    }

    /// A grid that begins at the least corner of a given domain, but for the outer layer.
    fn of_domain(domain: Bounds, h: f64) -> Self {
        let cells = (domain.size() / h).to_array().map(|n| cells_along(n) as i32);
        let walls = Walls { hard: domain, fence: Bounds::EVERYTHING };
        Self { grid: Grid::new(domain.min - h, h, cells), walls }
    }

    /// A grid of whole blocks round the bounds of a solid, on a lattice that is fixed in the world: an edit that moves the
    /// bounds moves no corner, so that all blocks it does not touch stay what they were. The lattice lies half a cell off
    /// the origin, since sizes and places are round numbers more often than not: faces then run through the middle of
    /// cells, and not through corners, where samples are zero and the surface touches several cells at once.
    fn of_solid(bounds: &Bounds, h: f64) -> Self {
        let anchor = DVec3::splat(0.5 * h);
        let (mut first, mut cells) = ([0; 3], [0; 3]);
        let (mut hard, mut finite) = (Bounds::EVERYTHING, [[true; 2]; 3]);
        for axis in 0..3 {
            finite[axis] = [bounds.min[axis].is_finite(), bounds.max[axis].is_finite()];
            if !finite[axis][0] {
                hard.min[axis] = -AUTO_REACH;
            }
            if !finite[axis][1] {
                hard.max[axis] = AUTO_REACH;
            }
            let low = bounds.min[axis].max(hard.min[axis]);
            let high = bounds.max[axis].min(hard.max[axis]);
            let block = |v: f64| v / f64::from(BLOCK);
            let from = block((low - anchor[axis]) / h - AUTO_MARGIN).floor();
            let to = block((high - anchor[axis]) / h + AUTO_MARGIN).ceil();
            first[axis] = from as i64 * i64::from(BLOCK);
            cells[axis] = (to - from) as i32 * BLOCK;
        }
        let grid = Grid::of_lattice(anchor, h, first, cells);
        let mut fence = Bounds::new(grid.corner([1; 3]), grid.corner(cells.map(|n| n - 1)));
        for (axis, [low, high]) in finite.into_iter().enumerate() {
            if !low {
                fence.min[axis] = f64::NEG_INFINITY;
            }
            if !high {
                fence.max[axis] = f64::INFINITY;
            }
        }
        Self { grid, walls: Walls { hard, fence } }
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

/// The solid's bounds and one cell, to judge size and precision by; infinite sides are cut.
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
        // Corners at 0.05 + 0.1 k: 2.5 cells beyond -1 and 1 are k = -13 and 12, so blocks from -16 to 16.
        let grid = layout(cube(1.0), 0.1, None).expect("fits").expect("not empty").grid;
        assert_eq!((grid.first, grid.cells), ([-16; 3], [32; 3]));
        assert!((grid.origin - DVec3::splat(-1.55)).length() < 1e-12);
        for half in [0.01, 0.73, 0.75, 2.4999, 20.3] {
            let grid = layout(cube(half), 0.1, None).expect("fits").expect("not empty").grid;
            assert!(grid.corner([2; 3]).max_element() < -half && grid.corner(grid.cells.map(|n| n - 2)).x > half);
            assert!(grid.origin.x > -half - 1.1, "a block more than needed");
        }
    }

    #[test]
    fn grids_of_one_lattice_share_the_bits_of_their_corners() {
        let grid = |bounds| layout(bounds, 0.1, None).expect("fits").expect("not empty").grid;
        let (a, b) = (grid(cube(1.0)), grid(Bounds::new(DVec3::splat(-7.3), DVec3::splat(0.9))));
        let shift: i32 = (a.first[0] - b.first[0]) as i32;
        assert!(shift > 0 && shift % BLOCK == 0);
        for c in 0..16 {
            assert_eq!(a.corner([c; 3]), b.corner([c + shift; 3]));
        }
    }

    #[test]
    fn infinite_sides_are_cut_at_ten_metres() {
        let half_space = Bounds::new(DVec3::NEG_INFINITY, DVec3::new(f64::INFINITY, 0.0, f64::INFINITY));
        let Layout { grid, walls } = layout(half_space, 0.5, None).expect("fits").expect("not empty");
        assert_eq!(walls.hard, Bounds::new(DVec3::splat(-10.0), DVec3::new(10.0, f64::INFINITY, 10.0)));
        assert!(walls.fence.max.y > 0.5 && walls.fence.max.y < grid.corner(grid.cells).y);
        assert_eq!(walls.fence.min, DVec3::NEG_INFINITY);
        assert!(grid.corner([1; 3]).max_element() < -10.0);
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
