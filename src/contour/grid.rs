use crate::math::Bounds;
use glam::DVec3;

/// Integer coordinates of a cell: 0 to `Grid::cells - 1` on each axis.
pub type Cell = [i32; 3];

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
}
