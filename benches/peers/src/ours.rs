//! Isolab's side: a scene of nodes, as a user would author it.

use crate::scenes::{Axis, Cloud, Octave, Solid};
use glam::DVec3;
use isolab::contour::{self, Contoured, Memory, Settings, Watch};
use isolab::field::{Field, Points, Real, Scratch, Slopes};
use isolab::math::Bounds;
use isolab::scene::{Blend, Kind, Method, Node, Scene};
use std::f64::consts::TAU;

/// Half the height of the cylinders that stand for rods: their ends are farther from the cube than any point of it is
/// from their sides, so that inside of the cube they have a rod's distances.
const ROD_HALF_HEIGHT: f64 = 4.0;

/// Id of the root node.
const ROOT: &str = "n0";

pub struct Ours {
    field: Field,
}

impl Ours {
    pub fn new(solid: &Solid) -> Self {
        let mut scene = Scene::default();
        add(&mut scene, None, solid);
        Self { field: Field::compile(&scene, ROOT).expect("the scenes are sound") }
    }

    /// Values at all points, so many at a time.
    pub fn values<T: Real>(&self, cloud: &Cloud<T>, batch: usize, out: &mut [T], scratch: &mut Scratch<T>) {
        let axes = cloud.x.chunks(batch).zip(cloud.y.chunks(batch)).zip(cloud.z.chunks(batch));
        for (((x, y), z), out) in axes.zip(out.chunks_mut(batch)) {
            self.field.values(Points { x, y, z }, out, scratch);
        }
    }

    /// Dual contouring of the cube, so many cells a side, by the threads of the current pool.
    pub fn contour(&self, cells: u32) -> Contoured {
        contour::contour(&self.field, &settings(cells), &Watch::default()).expect("the settings are sound")
    }

    /// [`Ours::contour`], which takes over what has not changed since the last contour that left this memory.
    pub fn contour_again(&self, cells: u32, memory: &mut Memory) -> Contoured {
        let again = contour::contour_again(&self.field, &settings(cells), memory, &Watch::default());
        again.expect("the settings are sound")
    }

    /// Values at all points in 32 bits.
    pub fn all_values(&self, cloud: &Cloud<f32>) -> Vec<f32> {
        let mut out = vec![0.0; cloud.x.len()];
        self.values(cloud, out.len(), &mut out, &mut Scratch::default());
        out
    }

    /// Values and gradients at all points, so many at a time; `out` holds values, then derivatives by x, y and z.
    pub fn slopes<T: Real>(&self, cloud: &Cloud<T>, batch: usize, out: &mut [Vec<T>; 4], scratch: &mut Scratch<T>) {
        let [value, gx, gy, gz] = out;
        for from in (0..cloud.x.len()).step_by(batch) {
            let range = from..(from + batch).min(cloud.x.len());
            let points = Points { x: &cloud.x[range.clone()], y: &cloud.y[range.clone()], z: &cloud.z[range.clone()] };
            let (value, x) = (&mut value[range.clone()], &mut gx[range.clone()]);
            let slopes = Slopes { value, x, y: &mut gy[range.clone()], z: &mut gz[range] };
            self.field.slopes(points, slopes, scratch);
        }
    }

    /// Gradients at all points in 32 bits.
    pub fn all_gradients(&self, cloud: &Cloud<f32>) -> Vec<DVec3> {
        let count = cloud.x.len();
        let mut out = std::array::from_fn(|_| vec![0.0; count]);
        self.slopes(cloud, count, &mut out, &mut Scratch::default());
        (0..count).map(|i| DVec3::new(out[1][i].into(), out[2][i].into(), out[3][i].into())).collect()
    }

    pub fn value(&self, p: DVec3) -> f64 {
        self.field.value(p)
    }
}

fn settings(cells: u32) -> Settings {
    Settings {
        method: Method::DualContouring,
        cell: 2.0 / f64::from(cells),
        domain: Some(Bounds::new(DVec3::NEG_ONE, DVec3::ONE)),
        sharpness_deg: 15.0,
        bias: 0.01,
    }
}

/// Adds a solid's nodes below a parent.
fn add(scene: &mut Scene, parent: Option<&str>, solid: &Solid) {
    let id = format!("n{}", scene.nodes.len());
    let mut node = node(&id, solid);
    node.parent = parent.map(str::to_owned);
    scene.nodes.push(node);
    if let Solid::Union { operands, .. } | Solid::Subtract { operands } | Solid::Intersect { operands } = solid {
        operands.iter().for_each(|operand| add(scene, Some(&id), operand));
    }
}

fn node(id: &str, solid: &Solid) -> Node {
    let placed = |at, up, kind| Node { at, turn: turn_up_to(up), ..Node::new(id, kind) };
    let along = Axis::direction;
    match *solid {
        Solid::Ball { at, radius } => placed(at, DVec3::Y, Kind::Sphere { radius }),
        Solid::RoundedBox { at, half, round } => placed(at, DVec3::Y, Kind::Box { half, round }),
        Solid::Rod { at, along: axis, radius } => {
            placed(at, along(axis), Kind::Cylinder { radius, half_height: ROD_HALF_HEIGHT })
        }
        Solid::Ring { at, along: axis, major, minor } => placed(at, along(axis), Kind::Torus { major, minor }),
        Solid::Capsule { from, to, radius } => {
            let half_height = 0.5 * from.distance(to);
            placed(from.midpoint(to), (to - from).normalize(), Kind::Capsule { radius, half_height })
        }
        Solid::GyroidShell { wavenumber, level } => {
            // The value is |g| / (wavenumber · √3) - thickness / 2.
            let thickness = 2.0 * level / (wavenumber * 3.0_f64.sqrt());
            Node::new(id, Kind::Gyroid { period: TAU / wavenumber, level: 0.0, thickness })
        }
        Solid::Ground { octaves } => {
            let kind = Kind::Terrain {
                amplitude: Octave::AMPLITUDE,
                wavelength: TAU / Octave::WAVENUMBER,
                octaves,
                gain: Octave::GAIN,
                lacunarity: Octave::LACUNARITY,
            };
            placed(DVec3::ZERO, DVec3::Z, kind)
        }
        Solid::Union { blend, .. } => Node::new(id, Kind::Union { blend: blend_of(blend) }),
        Solid::Subtract { .. } => Node::new(id, Kind::Subtract { blend: Blend::Hard }),
        Solid::Intersect { .. } => Node::new(id, Kind::Intersect { blend: Blend::Hard }),
    }
}

fn blend_of(radius: f64) -> Blend {
    if radius > 0.0 { Blend::Smooth { radius } } else { Blend::Hard }
}

/// The turn about x, then y, in degrees, that takes a node's own axis y to a unit vector.
fn turn_up_to(direction: DVec3) -> DVec3 {
    let about_x = direction.y.clamp(-1.0, 1.0).acos();
    let about_y = direction.x.atan2(direction.z);
    DVec3::new(about_x.to_degrees(), if about_x == 0.0 { 0.0 } else { about_y.to_degrees() }, 0.0)
}
