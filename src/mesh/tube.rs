//! Tube round a polyline.

use super::Mesh;
use crate::math::{cos, sin};
use glam::{DVec2, DVec3};

/// A tangent this close to vertical takes x as its reference axis in the tutorials' frame: a cone of half angle
/// acos(0.95) = 18.19 degrees.
pub const VERTICAL_DOT: f64 = 0.95;

/// Vectors below this length have no direction (the tutorials' engine normalises them to zero).
const NO_DIRECTION: f64 = 1e-5;

/// A right-handed frame of a ring: `normal` x `binormal` = `tangent`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TubeFrame {
    /// Unit tangent.
    pub tangent: DVec3,
    /// Unit normal, angle 0 of the ring.
    pub normal: DVec3,
    /// Unit binormal.
    pub binormal: DVec3,
}

/// Shape of a tube.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TubeSettings {
    /// Radius, metres.
    pub radius: f64,
    /// Sides of the section, at least 3.
    pub sides: u32,
    /// Close the ends.
    pub caps: bool,
}

/// Frame of one ring as the tutorials have it (reference axis y, or x when |tangent.y| > 0.95): kept as the start of
/// transported frames and for golden tests; by itself it flips. A zero tangent gives zero vectors.
#[must_use]
pub fn tutorial_frame(points: &[DVec3], ring: usize) -> TubeFrame {
    frame_of_tangent(central_tangent(points, ring).unwrap_or(DVec3::ZERO))
}

fn frame_of_tangent(tangent: DVec3) -> TubeFrame {
    let reference = if tangent.y.abs() > VERTICAL_DOT { DVec3::X } else { DVec3::Y };
    let normal = unit_or_zero(tangent.cross(reference));
    TubeFrame { tangent, normal, binormal: unit_or_zero(tangent.cross(normal)) }
}

fn unit_or_zero(v: DVec3) -> DVec3 {
    let length = v.length();
    if length > NO_DIRECTION { v / length } else { DVec3::ZERO }
}

/// Direction from the previous to the next point, one-sided at the ends; none where they coincide.
fn central_tangent(points: &[DVec3], ring: usize) -> Option<DVec3> {
    let before = points.get(ring.saturating_sub(1))?;
    let after = points.get((ring + 1).min(points.len() - 1))?;
    Some(unit_or_zero(*after - *before)).filter(|t| *t != DVec3::ZERO)
}

/// Rotation-minimising frames by double reflection (Wang, Jüttler, Zheng, Liu, "Computation of rotation minimizing
/// frames", 2008, table 1), starting with the tutorial frame of the first ring. A ring without a tangent of its own
/// (its neighbours coincide) reuses the last one; leading ones take the first that there is, or -y.
#[must_use]
pub fn transport_frames(points: &[DVec3]) -> Vec<TubeFrame> {
    let mut frames = Vec::new();
    transport_frames_into(points, &mut frames);
    frames
}

fn transport_frames_into(points: &[DVec3], frames: &mut Vec<TubeFrame>) {
    frames.clear();
    let first = (0..points.len()).find_map(|i| central_tangent(points, i)).unwrap_or(DVec3::NEG_Y);
    let mut last = frame_of_tangent(first);
    for i in 0..points.len() {
        if i > 0 {
            let tangent = central_tangent(points, i).unwrap_or(last.tangent);
            let normal = double_reflection(points[i] - points[i - 1], last.tangent, tangent, last.normal);
            // Rounding builds up over thousands of rings: keep the frame orthonormal.
            let normal = (normal - tangent * normal.dot(tangent)).try_normalize().unwrap_or(last.normal);
            last = TubeFrame { tangent, normal, binormal: tangent.cross(normal) };
        }
        frames.push(last);
    }
}

/// Carries `normal` from tangent `t0` to `t1` over the step `chord`: a reflection in the bisecting plane of the two
/// points, then one that brings the reflected tangent to `t1`.
fn double_reflection(chord: DVec3, t0: DVec3, t1: DVec3, normal: DVec3) -> DVec3 {
    let c1 = chord.length_squared();
    let (reflected, tangent) = if c1 < 1e-24 {
        (normal, t0)
    } else {
        (normal - chord * (2.0 * chord.dot(normal) / c1), t0 - chord * (2.0 * chord.dot(t0) / c1))
    };
    let to_t1 = t1 - tangent;
    let c2 = to_t1.length_squared();
    if c2 < 1e-24 { reflected } else { reflected - to_t1 * (2.0 * to_t1.dot(reflected) / c2) }
}

/// A tube round `points`: `sides + 1` vertices a ring (u reaches 1 on the seam), v by arc length over `rest_length`
/// (over the arc length itself when `rest_length` is 0), triangles outward, caps with their own vertices. Fewer than
/// two points give an empty mesh.
#[must_use]
pub fn tube(points: &[DVec3], settings: TubeSettings, rest_length: f64) -> Mesh {
    let mut mesh = Mesh::default();
    tube_into(points, settings, rest_length, &mut mesh);
    mesh
}

/// As [`tube`], into a mesh whose buffers are reused.
pub fn tube_into(points: &[DVec3], settings: TubeSettings, rest_length: f64, mesh: &mut Mesh) {
    mesh.positions.clear();
    mesh.normals.clear();
    mesh.uvs.clear();
    mesh.colors.clear();
    mesh.triangles.clear();
    if points.len() < 2 {
        return;
    }
    let sides = settings.sides.max(3);
    let frames = transport_frames(points);
    push_rings(points, &frames, sides, settings.radius, rest_length, mesh);
    push_strips(points.len() as u32, sides, &mut mesh.triangles);
    if settings.caps {
        push_cap(points[0], &frames[0], sides, settings.radius, false, mesh);
        let end = points.len() - 1;
        push_cap(points[end], &frames[end], sides, settings.radius, true, mesh);
    }
}

/// Unit vector of a ring's side. The seam (`side == sides`) has the very bits of side 0, so that the tube closes.
fn radial(frame: &TubeFrame, side: u32, sides: u32) -> DVec3 {
    let angle = f64::from(side % sides) * std::f64::consts::TAU / f64::from(sides);
    frame.normal * cos(angle) + frame.binormal * sin(angle)
}

fn push_rings(points: &[DVec3], frames: &[TubeFrame], sides: u32, radius: f64, rest_length: f64, mesh: &mut Mesh) {
    let arc: f64 = points.windows(2).map(|w| w[0].distance(w[1])).sum();
    let whole = if rest_length > 0.0 { rest_length } else { arc.max(f64::MIN_POSITIVE) };
    let mut along = 0.0;
    for (i, (point, frame)) in points.iter().zip(frames).enumerate() {
        if i > 0 {
            along += point.distance(points[i - 1]);
        }
        for side in 0..=sides {
            let normal = radial(frame, side, sides);
            mesh.positions.push(*point + normal * radius);
            mesh.normals.push(normal);
            mesh.uvs.push(DVec2::new(f64::from(side) / f64::from(sides), along / whole));
        }
    }
}

fn push_strips(rings: u32, sides: u32, triangles: &mut Vec<[u32; 3]>) {
    for ring in 0..rings - 1 {
        for side in 0..sides {
            let a = ring * (sides + 1) + side;
            let (b, c, d) = (a + 1, a + sides + 1, a + sides + 2);
            triangles.push([a, b, c]);
            triangles.push([b, d, c]);
        }
    }
}

fn push_cap(center: DVec3, frame: &TubeFrame, sides: u32, radius: f64, end: bool, mesh: &mut Mesh) {
    let normal = if end { frame.tangent } else { -frame.tangent };
    let hub = mesh.positions.len() as u32;
    mesh.positions.push(center);
    mesh.normals.push(normal);
    mesh.uvs.push(DVec2::splat(0.5));
    for side in 0..sides {
        let out = radial(frame, side, sides);
        mesh.positions.push(center + out * radius);
        mesh.normals.push(normal);
        mesh.uvs.push(DVec2::new(0.5 + 0.5 * out.dot(frame.normal), 0.5 + 0.5 * out.dot(frame.binormal)));
    }
    for side in 0..sides {
        let (this, next) = (hub + 1 + side, hub + 1 + (side + 1) % sides);
        mesh.triangles.push(if end { [hub, this, next] } else { [hub, next, this] });
    }
}

#[cfg(test)]
mod tests;
