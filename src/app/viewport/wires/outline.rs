//! Lines of any shape, found from a coarse mesh of its own field: its creases, and where it is round its sections
//! through the middle.

use crate::contour::{Settings, Watch, contour};
use crate::field::Field;
use crate::math::Bounds;
use crate::mesh::Mesh;
use crate::scene::{Kind, Method, Node, Scene};
use glam::DVec3;
use std::collections::BTreeMap;

/// Cells along the longest side of the shape: enough that a thin tube is no row of creases.
const CELLS: f64 = 40.0;
/// What has no end is shown in a cube of this half size, metres.
const HALF: f64 = 1.0;
/// Neighbouring triangles whose normals differ by more than the angle of this cosine (35 degrees) form a crease.
const CREASE: f64 = 0.82;
/// Normals that differ by more than the angle of this cosine (2 degrees) are not of one plane.
const FLAT: f64 = 0.999_4;
/// A shape is round if more than one of so many edges is neither a crease nor in a plane.
const ROUND: usize = 20;

/// A point of a line: on the edge between two vertices, or on the vertex that is both.
type Key = (u32, u32);

/// Lines of a kind in its own coordinates; empty if it has no field or nothing to show.
pub(super) fn of_kind(kind: &Kind) -> Vec<Vec<DVec3>> {
    mesh_of(kind).map_or(Vec::new(), |mesh| of_mesh(&mesh))
}

fn mesh_of(kind: &Kind) -> Option<Mesh> {
    let scene = Scene { nodes: vec![Node::new("it", kind.clone())], ..Scene::default() };
    let field = Field::compile(&scene, "it").ok()?;
    let bounds = field.bounds();
    let is_whole = bounds.is_finite();
    let shown =
        if is_whole { bounds } else { bounds.intersection(&Bounds::new(DVec3::splat(-HALF), DVec3::splat(HALF))) };
    let cell = shown.size().max_element() / CELLS;
    if shown.is_empty() || !(cell.is_finite() && cell > 0.0) {
        return None;
    }
    // What is whole gets the usual margin; a cut is where it should be.
    let domain = (!is_whole).then_some(shown);
    let settings = Settings { method: Method::DualContouring, cell, domain, sharpness_deg: 15.0, bias: 0.01 };
    contour(&field, &settings, &Watch::default()).ok().map(|contoured| contoured.mesh)
}

fn of_mesh(mesh: &Mesh) -> Vec<Vec<DVec3>> {
    let edges = edges(mesh);
    let creases: Vec<[Key; 2]> =
        edges.iter().filter(|(_, cosine)| **cosine < CREASE).map(|(&(a, b), _)| [(a, a), (b, b)]).collect();
    let curved = edges.values().filter(|c| (CREASE..FLAT).contains(*c)).count();
    let mut lines = chained(mesh, creases, |p| mesh.positions[p.0 as usize]);
    if curved * ROUND > edges.len() {
        let middle = Bounds::of_points(mesh.positions.iter().copied()).center();
        for axis in 0..3 {
            lines.extend(section(mesh, axis, middle[axis]));
        }
    }
    lines
}

/// The edges between two triangles, and the cosine of the angle between these.
fn edges(mesh: &Mesh) -> BTreeMap<Key, f64> {
    let mut first: BTreeMap<Key, DVec3> = BTreeMap::new();
    let mut edges = BTreeMap::new();
    for triangle in &mesh.triangles {
        let [a, b, c] = triangle.map(|i| mesh.positions[i as usize]);
        // Slivers have no normal to speak of.
        let Some(normal) = (b - a).cross(c - a).try_normalize() else { continue };
        for side in sides(triangle) {
            match first.get(&side) {
                Some(other) => {
                    edges.insert(side, normal.dot(*other));
                }
                None => {
                    first.insert(side, normal);
                }
            }
        }
    }
    edges
}

/// The sides of a triangle, the lesser vertex first.
fn sides(triangle: &[u32; 3]) -> [Key; 3] {
    let [a, b, c] = *triangle;
    [(a, b), (b, c), (c, a)].map(|(a, b)| (a.min(b), a.max(b)))
}

/// Where a plane across an axis cuts the mesh.
fn section(mesh: &Mesh, axis: usize, at: f64) -> Vec<Vec<DVec3>> {
    let height = |i: u32| mesh.positions[i as usize][axis] - at;
    let cut = |side: &Key| (height(side.0) < 0.0) != (height(side.1) < 0.0);
    let segments = mesh.triangles.iter().filter_map(|triangle| {
        let mut ends = sides(triangle).into_iter().filter(cut);
        Some([ends.next()?, ends.next()?])
    });
    chained(mesh, segments.collect(), |(a, b)| {
        let part = height(a) / (height(a) - height(b));
        mesh.positions[a as usize].lerp(mesh.positions[b as usize], part)
    })
}

/// Segments joined into lines as long as they go; closed ones end where they begin.
fn chained(mesh: &Mesh, segments: Vec<[Key; 2]>, place: impl Fn(Key) -> DVec3) -> Vec<Vec<DVec3>> {
    let mut beside: BTreeMap<Key, Vec<Key>> = BTreeMap::new();
    for [a, b] in segments {
        beside.entry(a).or_default().push(b);
        beside.entry(b).or_default().push(a);
    }
    // Lines begin where an odd number of segments meet, loops anywhere.
    let (ends, rest): (Vec<Key>, Vec<Key>) = beside.keys().copied().partition(|k| beside[k].len() % 2 == 1);
    let mut lines = Vec::new();
    for start in ends.into_iter().chain(rest) {
        while let Some(line) = walk(&mut beside, start, mesh.triangles.len() * 3) {
            lines.push(line.into_iter().map(&place).collect());
        }
    }
    lines
}

/// Goes on along segments that were not used yet, and uses them up; none if there is none at the start.
fn walk(beside: &mut BTreeMap<Key, Vec<Key>>, start: Key, most: usize) -> Option<Vec<Key>> {
    let mut line = vec![start];
    let mut at = start;
    while line.len() <= most {
        let Some(next) = beside.get_mut(&at).and_then(Vec::pop) else { break };
        if let Some(back) = beside.get_mut(&next) {
            // The same segment, seen from its other end.
            if let Some(i) = back.iter().position(|k| *k == at) {
                back.swap_remove(i);
            }
        }
        line.push(next);
        at = next;
    }
    (line.len() > 1).then_some(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn length(lines: &[Vec<DVec3>]) -> f64 {
        lines.iter().flat_map(|l| l.windows(2)).map(|w| (w[1] - w[0]).length()).sum()
    }

    #[test]
    fn a_box_has_the_length_of_its_edges() {
        let half = DVec3::new(0.5, 0.4, 0.3);
        let lines = of_kind(&Kind::Box { half, round: 0.0 });
        let expected = 4.0 * 2.0 * (half.x + half.y + half.z);
        // Vertices are drawn a little toward their mass point.
        assert!((length(&lines) - expected).abs() < 1e-3, "{} for {expected}", length(&lines));
        assert!(lines.len() <= 12, "edges are joined: {}", lines.len());
    }

    /// Three great circles, but for the shortness of chords.
    #[test]
    fn a_ball_has_three_circles() {
        let lines = of_kind(&Kind::Sphere { radius: 0.5 });
        let expected = 3.0 * std::f64::consts::TAU * 0.5;
        assert_eq!(lines.len(), 3);
        assert!(lines.iter().all(|l| l.first() == l.last()), "closed");
        assert!((length(&lines) / expected - 1.0).abs() < 0.01, "{} for {expected}", length(&lines));
    }
}
