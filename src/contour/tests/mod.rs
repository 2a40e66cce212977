//! Whole contours: the failure cases by name, and properties that hold for every solid.

mod again;
mod cases;
mod explaining;
mod properties;

use super::solid::{Solid, Survey};
use super::{Contoured, Settings, Watch, contour};
use crate::field::{Field, Points, Sample, Scratch, Slopes};
use crate::math::Bounds;
use crate::mesh::Check;
use crate::scene::{Kind, Method, Node, Scene};
use glam::DVec3;

const METHODS: [Method; 2] = [Method::DualContouring, Method::MarchingCubes];

/// A solid from a function, with gradients by central differences. It can be what no scene can: noise, NaN, lies.
#[derive(Clone)]
struct Shape<F> {
    value: F,
    bounds: Bounds,
    lipschitz: f64,
}

impl<F: Fn(DVec3) -> f64 + Clone + Send + Sync> Solid for Shape<F> {
    fn values(&self, points: Points<'_, f64>, out: &mut [f64], _scratch: &mut Scratch<f64>) {
        for (i, v) in out.iter_mut().enumerate() {
            *v = (self.value)(DVec3::new(points.x[i], points.y[i], points.z[i]));
        }
    }

    fn slopes(&self, points: Points<'_, f64>, out: Slopes<'_, f64>, _scratch: &mut Scratch<f64>) {
        for i in 0..out.value.len() {
            let sample = self.sample(DVec3::new(points.x[i], points.y[i], points.z[i]));
            out.value[i] = sample.value;
            [out.x[i], out.y[i], out.z[i]] = sample.gradient.to_array();
        }
    }

    fn value(&self, p: DVec3) -> f64 {
        (self.value)(p)
    }

    fn sample(&self, p: DVec3) -> Sample {
        let step = 1e-6;
        let slope = |axis: DVec3| (self.value(p + axis * step) - self.value(p - axis * step)) / (2.0 * step);
        let gradient = DVec3::from_array(DVec3::AXES.map(slope));
        let gradient = if gradient.is_finite() { gradient } else { DVec3::ZERO };
        Sample { value: self.value(p), gradient, feature: false, node: 0, color: DVec3::splat(0.5) }
    }

    fn bounds(&self) -> Bounds {
        self.bounds
    }

    fn survey(&self, region: &Bounds) -> Survey<Self> {
        let reach = 0.5 * region.size().length() * self.lipschitz;
        Survey { solid: self.clone(), value: self.value(region.center()), reach, spread: reach }
    }

    fn same_program(&self, _other: &Self) -> bool {
        false
    }

    fn bytes(&self) -> usize {
        size_of::<Self>()
    }
}

/// Brute force: a solid whose every block is sampled, with the whole field.
#[derive(Clone)]
struct Everywhere<'a>(&'a Field);

impl Solid for Everywhere<'_> {
    fn values(&self, points: Points<'_, f64>, out: &mut [f64], scratch: &mut Scratch<f64>) {
        self.0.values(points, out, scratch);
    }

    fn slopes(&self, points: Points<'_, f64>, out: Slopes<'_, f64>, scratch: &mut Scratch<f64>) {
        self.0.slopes(points, out, scratch);
    }

    fn value(&self, p: DVec3) -> f64 {
        self.0.value(p)
    }

    fn sample(&self, p: DVec3) -> Sample {
        self.0.sample(p)
    }

    fn bounds(&self) -> Bounds {
        self.0.bounds()
    }

    fn survey(&self, region: &Bounds) -> Survey<Self> {
        let value = self.value(region.center());
        Survey { solid: self.clone(), value, reach: f64::INFINITY, spread: f64::INFINITY }
    }

    fn same_program(&self, _other: &Self) -> bool {
        false
    }

    fn bytes(&self) -> usize {
        size_of::<Self>()
    }
}

/// The solid of a scene with these nodes under the first one.
#[track_caller]
fn field(nodes: &[(Kind, DVec3, DVec3)]) -> Field {
    let mut scene = Scene::default();
    for (i, (kind, at, turn)) in nodes.iter().enumerate() {
        let mut node = Node::new(format!("n{i}"), kind.clone());
        node.parent = (i > 0).then(|| "n0".to_owned());
        (node.at, node.turn) = (*at, *turn);
        scene.nodes.push(node);
    }
    Field::compile(&scene, "n0").expect("the scene is valid")
}

/// One primitive at a place.
#[track_caller]
fn primitive(kind: Kind, at: DVec3) -> Field {
    field(&[(kind, at, DVec3::ZERO)])
}

fn sphere(radius: f64) -> Field {
    primitive(Kind::Sphere { radius }, DVec3::ZERO)
}

/// A turned box without a cylinder, joined to a sphere: flat and round faces, sharp edges, corners.
fn carved() -> Field {
    let part = Kind::Subtract { blend: crate::scene::Blend::Hard };
    let block = Kind::Box { half: DVec3::new(0.6, 0.4, 0.5), round: 0.0 };
    let bore = Kind::Cylinder { radius: 0.25, half_height: 1.0 };
    let turn = DVec3::new(20.0, 35.0, 10.0);
    field(&[(part, DVec3::ZERO, turn), (block, DVec3::ZERO, DVec3::ZERO), (bore, DVec3::ZERO, DVec3::ZERO)])
}

fn settings(method: Method, cell: f64) -> Settings {
    Settings { method, cell, domain: None, sharpness_deg: 15.0, bias: 0.01 }
}

fn within(method: Method, cell: f64, min: DVec3, max: DVec3) -> Settings {
    Settings { domain: Some(Bounds::new(min, max)), ..settings(method, cell) }
}

#[track_caller]
fn build(field: &Field, settings: &Settings) -> Contoured {
    contour(field, settings, &Watch::default()).expect("the settings are valid")
}

#[track_caller]
fn build_solid(solid: &impl Solid, settings: &Settings) -> Contoured {
    super::contour_solid(solid, settings, &Watch::default()).expect("the settings are valid")
}

/// MANIFOLD and FINITE, and no triangle without area.
#[track_caller]
fn check_sound(contoured: &Contoured) -> Check {
    let mesh = &contoured.mesh;
    assert_eq!(mesh.positions.len(), contoured.facts.len());
    assert_eq!(mesh.positions.len(), mesh.normals.len());
    assert_eq!(mesh.positions.len(), mesh.colors.len());
    let check = mesh.check();
    assert!(check.is_closed_manifold(), "{check:?}");
    assert!(check.finite && check.degenerate_triangles == 0, "{check:?}");
    assert!(check.volume > 0.0, "{}", check.volume);
    check
}

/// Every vertex lies in the cell that its fact names, to 1e-6 of a cell.
#[track_caller]
fn check_cells(contoured: &Contoured) {
    let grid = &contoured.grid;
    for (p, fact) in contoured.mesh.positions.iter().zip(&contoured.facts) {
        assert!(grid.cell_bounds(fact.cell).grown(1e-6 * grid.h).contains(*p), "{p} {fact:?}");
    }
}

#[track_caller]
fn check_near(actual: f64, expected: f64, relative: f64) {
    assert!((actual - expected).abs() <= relative * expected.abs(), "{actual} is not {expected} within {relative}");
}

/// Volumes may be off by this: 1 % for dual contouring, 1.5 % for marching cubes.
fn tolerance(method: Method) -> f64 {
    match method {
        Method::DualContouring => 0.01,
        Method::MarchingCubes => 0.015,
    }
}
