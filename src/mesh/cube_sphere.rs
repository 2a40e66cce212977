use super::Mesh;
use glam::DVec3;

/// A sphere from a cube with `grid` quads along each edge, welded: 6·grid² + 2 vertices, 12·grid² triangles,
/// unit normals. A `grid` of 0 counts as 1.
///
/// Lattice points of the cube are moved to the sphere by x·sqrt(1 - y²/2 - z²/2 + y²z²/3) and the like, which keeps
/// quads more even than normalising does (Nowell, "Mapping a cube to a sphere", 2005).
#[must_use]
pub fn cube_sphere(grid: u32, radius: f64) -> Mesh {
    let lattice = Lattice { grid: grid.max(1) };
    let mut mesh = Mesh::default();
    lattice.for_each_point(|p| {
        let unit = cube_to_sphere(p.map(|c| f64::from(c) / f64::from(lattice.grid) * 2.0 - 1.0));
        mesh.positions.push(unit * radius);
        mesh.normals.push(unit);
    });
    for axis in 0..3 {
        for high in [false, true] {
            lattice.push_face(axis, high, &mut mesh.triangles);
        }
    }
    mesh
}

fn cube_to_sphere([x, y, z]: [f64; 3]) -> DVec3 {
    let (xx, yy, zz) = (x * x, y * y, z * z);
    let v = DVec3::new(
        x * (1.0 - yy / 2.0 - zz / 2.0 + yy * zz / 3.0).sqrt(),
        y * (1.0 - xx / 2.0 - zz / 2.0 + xx * zz / 3.0).sqrt(),
        z * (1.0 - xx / 2.0 - yy / 2.0 + xx * yy / 3.0).sqrt(),
    );
    v.normalize()
}

/// Points of the surface of a cube of `grid`³ cells, numbered layer by layer in z, then y, then x.
struct Lattice {
    grid: u32,
}

impl Lattice {
    fn for_each_point(&self, mut visit: impl FnMut([u32; 3])) {
        let g = self.grid;
        for z in 0..=g {
            for y in 0..=g {
                let full = z == 0 || z == g || y == 0 || y == g;
                // Inside of the four walls a row has only its two ends.
                for x in (0..=g).step_by(if full { 1 } else { g as usize }) {
                    visit([x, y, z]);
                }
            }
        }
    }

    /// Position of a surface point in the order of [`Self::for_each_point`].
    fn index(&self, [x, y, z]: [u32; 3]) -> u32 {
        let g = self.grid;
        let (full_layer, ring_layer) = ((g + 1) * (g + 1), 4 * g);
        match z {
            0 => y * (g + 1) + x,
            _ if z == g => full_layer + (g - 1) * ring_layer + y * (g + 1) + x,
            _ => {
                let layer = full_layer + (z - 1) * ring_layer;
                match y {
                    0 => layer + x,
                    _ if y == g => layer + (g + 1) + 2 * (g - 1) + x,
                    _ => layer + (g + 1) + 2 * (y - 1) + u32::from(x == g),
                }
            }
        }
    }

    /// Triangles of one face, counter-clockwise seen from outside.
    fn push_face(&self, axis: usize, high: bool, triangles: &mut Vec<[u32; 3]>) {
        let (mut u_axis, mut v_axis) = ((axis + 1) % 3, (axis + 2) % 3);
        if !high {
            std::mem::swap(&mut u_axis, &mut v_axis);
        }
        let corner = |u: u32, v: u32| {
            let mut p = [0; 3];
            p[axis] = if high { self.grid } else { 0 };
            p[u_axis] = u;
            p[v_axis] = v;
            self.index(p)
        };
        for v in 0..self.grid {
            for u in 0..self.grid {
                let [a, b, c, d] = [corner(u, v), corner(u + 1, v), corner(u + 1, v + 1), corner(u, v + 1)];
                triangles.push([a, b, c]);
                triangles.push([a, c, d]);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn p16_grid_20_has_2402_vertices_and_4800_triangles() {
        let mesh = cube_sphere(20, 1.0);
        let check = mesh.check();
        assert_eq!((mesh.positions.len(), mesh.triangles.len(), check.euler), (2402, 4800, 2));
        assert!(check.is_closed_manifold() && check.volume > 0.0);
        assert!(mesh.positions.iter().all(|p| (p.length() - 1.0).abs() < 1e-15));
    }

    #[test]
    fn every_grid_is_closed_and_near_the_sphere() {
        for grid in 1..8 {
            let mesh = cube_sphere(grid, 2.0);
            let check = mesh.check();
            assert!(check.is_closed_manifold(), "grid {grid}");
            assert_eq!(mesh.positions.len() as u32, 6 * grid * grid + 2);
            assert_eq!(mesh.triangles.len() as u32, 12 * grid * grid);
        }
        // Inscribed: below the sphere's volume, and second order close to it.
        let exact = 4.0 / 3.0 * std::f64::consts::PI;
        let error = |grid| exact - cube_sphere(grid, 1.0).check().volume;
        let (coarse, fine) = (error(10), error(20));
        assert!(fine > 0.0 && (coarse / fine - 4.0).abs() < 0.2, "{coarse} {fine}");
    }
}
