//! Tube round a polyline.

use super::Mesh;
use glam::DVec3;

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

/// Frame of one ring as the tutorials have it (reference axis y, or x when |tangent.y| > 0.95): kept for golden
/// tests; it flips. Zero tangent gives zero vectors.
#[must_use]
pub fn tutorial_frame(points: &[DVec3], ring: usize) -> TubeFrame {
    let _ = (points, ring);
    todo!("mesh helper")
}

/// Rotation-minimising frames by double reflection (Wang et al. 2008, table 1), starting with the tutorial frame.
/// Coincident neighbours reuse the last valid tangent.
#[must_use]
pub fn transport_frames(points: &[DVec3]) -> Vec<TubeFrame> {
    let _ = points;
    todo!("mesh helper")
}

/// A tube round `points`: `sides + 1` vertices a ring (u reaches 1 on the seam), v by arc length over `rest_length`
/// (by arc length over itself when `rest_length` is 0), triangles outward, caps with own vertices.
#[must_use]
pub fn tube(points: &[DVec3], settings: TubeSettings, rest_length: f64) -> Mesh {
    let mut mesh = Mesh::default();
    tube_into(points, settings, rest_length, &mut mesh);
    mesh
}

/// As [`tube`], into a mesh whose buffers are reused.
pub fn tube_into(points: &[DVec3], settings: TubeSettings, rest_length: f64, mesh: &mut Mesh) {
    let _ = (points, settings, rest_length, mesh);
    todo!("mesh helper")
}
