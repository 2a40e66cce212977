//! The shapes that are tested, each with what it is by definition: which points it holds.

use super::*;

/// A shape and its definition.
pub(super) struct Case {
    pub(super) name: &'static str,
    pub(super) shape: Shape,
    /// Membership by definition, away from the surface.
    pub(super) holds: Box<dyn Fn(DVec3) -> bool>,
    /// Points well inside, from which much of the surface can be seen.
    pub(super) seeds: Vec<DVec3>,
    /// False if the value is only a bound inside.
    pub(super) exact_inside: bool,
    /// The greatest size; metres.
    pub(super) size: f64,
}

impl Case {
    fn bound_inside(self) -> Self {
        Self { exact_inside: false, ..self }
    }
}

fn case(
    name: &'static str,
    shape: Shape,
    size: f64,
    seeds: impl Into<Vec<DVec3>>,
    holds: impl Fn(DVec3) -> bool + 'static,
) -> Case {
    Case { name, shape, holds: Box::new(holds), seeds: seeds.into(), exact_inside: true, size }
}

/// All shapes with sizes in units of `s` metres. A new shape is a new line here.
pub(super) fn cases(s: f64) -> Vec<Case> {
    let v = |x: f64, y: f64, z: f64| DVec3::new(x, y, z) * s;
    vec![
        sphere(0.8 * s),
        rounded_box(v(0.9, 0.4, 0.6), 0.0),
        rounded_box(v(0.9, 0.4, 0.6), 0.15 * s),
        rounded_box(v(0.9, 0.4, 0.6), 0.4 * s),
        rounded_box(v(300.0, 0.002, 1.0), 0.001 * s),
        box_frame(v(0.875, 0.5, 0.75), 0.25 * s),
        box_frame(v(0.875, 0.25, 0.75), 0.375 * s),
        box_frame(v(40.0, 0.5, 0.75), 0.015625 * s),
        torus(0.7 * s, 0.2 * s),
        torus(50.0 * s, 0.01 * s),
        torus(0.3 * s, 0.5 * s).bound_inside(),
        capped_torus(0.7 * s, 0.2 * s, 250.0),
        capped_torus(0.7 * s, 0.2 * s, 180.0),
        capped_torus(0.7 * s, 0.1 * s, 40.0),
        capped_torus(0.7 * s, 0.3 * s, 350.0).bound_inside(),
        link(0.5 * s, 0.4 * s, 0.15 * s),
        link(50.0 * s, 0.4 * s, 0.01 * s),
        link(0.5 * s, 0.2 * s, 0.3 * s).bound_inside(),
        capsule(0.3 * s, 0.6 * s),
        capsule(0.01 * s, 90.0 * s),
        cylinder(0.5 * s, 0.7 * s),
        cylinder(60.0 * s, 0.01 * s),
        capped_cone("capped cone", 0.7 * s, 0.3 * s, 0.5 * s),
        capped_cone("capped cone", 0.2 * s, 0.6 * s, 0.3 * s),
        capped_cone("capped cone", 0.5 * s, 0.5 * s, 0.3 * s),
        capped_cone("capped cone", 30.0 * s, 0.02 * s, 0.03 * s),
        capped_cone("cone", 0.6 * s, 0.0, 0.8 * s),
        capped_cone("cone", 0.02 * s, 0.0, 20.0 * s),
        rounded_cone(0.5 * s, 0.2 * s, 0.6 * s),
        rounded_cone(0.1 * s, 0.4 * s, 0.3 * s),
        rounded_cone(0.9 * s, 0.2 * s, 0.3 * s),
        rounded_cone(0.2 * s, 0.9 * s, 0.3 * s),
        rounded_cone(0.5 * s, 0.01 * s, 40.0 * s),
        ellipsoid(v(0.9, 0.4, 0.6)),
        ellipsoid(v(30.0, 0.1, 1.0)),
        case("plane", Shape::plane(), s, [-DVec3::Y * s], |p| p.y < 0.0),
        case("slab", Shape::slab(0.3 * s), s, [DVec3::ZERO], move |p| p.y.abs() < 0.3 * s),
        hex_prism(0.6 * s, 0.3 * s),
        prism(3, 0.7 * s, 0.4 * s),
        prism(4, 0.7 * s, 0.4 * s),
        prism(5, 0.7 * s, 0.05 * s),
        prism(7, 0.7 * s, 9.0 * s),
        prism(12, 0.7 * s, 0.4 * s),
        prism(61, 0.7 * s, 0.4 * s),
        prism(64, 0.7 * s, 0.4 * s),
        pyramid(v(0.7, 0.5, 0.4)),
        pyramid(v(0.3, 0.9, 0.8)),
        pyramid(v(20.0, 0.1, 0.3)),
        pyramid(v(0.1, 20.0, 0.3)),
        case("octahedron", Shape::octahedron(0.8 * s), s, [DVec3::ZERO], move |p| {
            p.x.abs() + p.y.abs() + p.z.abs() < 0.8 * s
        }),
        tetrahedron(0.9 * s),
        wedge(v(0.8, 0.4, 0.5)),
        wedge(v(30.0, 0.1, 0.5)),
        wedge(v(0.1, 0.1, 20.0)),
        disc(0.7 * s, 0.3 * s),
        disc(50.0 * s, 0.01 * s),
        extrusion("extruded triangle", TRIANGLE, s, 0.4 * s),
        extrusion("extruded arrow", ARROW, s, 0.3 * s),
        extrusion("extruded comb", COMB, s, 0.05 * s),
        revolution("revolved vase", VASE, s),
        revolution("revolved ring", TRIANGLE, s),
        revolution("revolved spool", SPOOL, s),
    ]
}

fn radial(p: DVec3) -> f64 {
    p.x.hypot(p.z)
}

fn sphere(radius: f64) -> Case {
    case("sphere", Shape::sphere(radius), radius, [DVec3::ZERO], move |p| p.length() < radius)
}

fn rounded_box(half: DVec3, round: f64) -> Case {
    let core = half - round;
    case("box", Shape::rounded_box(half, round), half.max_element(), [DVec3::ZERO], move |p| {
        if round == 0.0 { p.abs().cmplt(half).all() } else { p.distance(p.clamp(-core, core)) < round }
    })
}

/// Where two coordinates at least are within a bar's width of a side.
fn box_frame(half: DVec3, thickness: f64) -> Case {
    let middle = half - 0.5 * thickness;
    let seeds: Vec<DVec3> = (0..3)
        .flat_map(|axis| {
            let mut at = middle;
            at[axis] = 0.0;
            [at, -at, middle]
        })
        .collect();
    case("box frame", Shape::box_frame(half, thickness), half.max_element(), seeds, move |p| {
        let near = p.abs().cmpgt(half - thickness);
        p.abs().cmplt(half).all() && near.bitmask().count_ones() >= 2
    })
}

fn torus(major: f64, minor: f64) -> Case {
    let seeds: Vec<DVec3> = (0..8).map(|i| ring(major, f64::from(i) / 8.0)).collect();
    case("torus", Shape::torus(major, minor), major + minor, seeds, move |p| (radial(p) - major).hypot(p.y) < minor)
}

/// A point of a circle in the xz plane, at a part of a turn from +x.
fn ring(radius: f64, part: f64) -> DVec3 {
    let (sin, cos) = (std::f64::consts::TAU * part).sin_cos();
    DVec3::new(cos, 0.0, sin) * radius
}

fn capped_torus(major: f64, minor: f64, arc: f64) -> Case {
    let seeds: Vec<DVec3> = (-4..=4).map(|i| ring(major, arc / 360.0 * f64::from(i) / 8.0)).collect();
    let half = arc.to_radians() / 2.0;
    case("capped torus", Shape::capped_torus(major, minor, arc), major + minor, seeds, move |p| {
        let angle = p.z.atan2(p.x).clamp(-half, half);
        p.distance(ring(major, angle / std::f64::consts::TAU)) < minor
    })
}

fn link(half_length: f64, major: f64, minor: f64) -> Case {
    let (x, y) = (major, half_length + major);
    let seeds = [DVec3::X * x, -DVec3::X * x, DVec3::Y * y, -DVec3::Y * y];
    case("link", Shape::link(half_length, major, minor), half_length + major + minor, seeds, move |p| {
        let center = DVec3::Y * p.y.clamp(-half_length, half_length);
        let outward = (p - center).with_z(0.0).try_normalize().unwrap_or(DVec3::X);
        p.distance(center + outward * major) < minor
    })
}

fn capsule(radius: f64, half_height: f64) -> Case {
    let seeds = [DVec3::ZERO, DVec3::Y * half_height, -DVec3::Y * half_height];
    case("capsule", Shape::capsule(radius, half_height), radius + half_height, seeds, move |p| {
        p.distance(DVec3::Y * p.y.clamp(-half_height, half_height)) < radius
    })
}

fn cylinder(radius: f64, half_height: f64) -> Case {
    case("cylinder", Shape::cylinder(radius, half_height), radius.max(half_height), [DVec3::ZERO], move |p| {
        radial(p) < radius && p.y.abs() < half_height
    })
}

fn capped_cone(name: &'static str, bottom: f64, top: f64, h: f64) -> Case {
    let shape = if name == "cone" { Shape::cone(bottom, h) } else { Shape::capped_cone(bottom, top, h) };
    case(name, shape, bottom.max(top).max(h), [DVec3::ZERO, -DVec3::Y * 0.9 * h], move |p| {
        let part = (p.y + h) / (2.0 * h);
        p.y.abs() < h && radial(p) < bottom + (top - bottom) * part
    })
}

/// In one of the balls whose centre and radius go evenly from one end to the other.
fn rounded_cone(bottom: f64, top: f64, h: f64) -> Case {
    let seeds = [DVec3::Y * (-h), DVec3::Y * h, DVec3::ZERO];
    case("rounded cone", Shape::rounded_cone(bottom, top, h), h + bottom.max(top), seeds, move |p| {
        let outside = |t: f64| p.distance(DVec3::Y * (2.0 * t - 1.0) * h) - (bottom + (top - bottom) * t);
        // It is convex in t.
        let (mut low, mut high) = (0.0, 1.0);
        for _ in 0..120 {
            let (a, b) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
            if outside(a) < outside(b) {
                high = b;
            } else {
                low = a;
            }
        }
        outside(low).min(outside(0.0)).min(outside(1.0)) < 0.0
    })
}

fn ellipsoid(radii: DVec3) -> Case {
    case("ellipsoid", Shape::ellipsoid(radii), radii.max_element(), [DVec3::ZERO], move |p| (p / radii).length() < 1.0)
        .bound_inside()
}

/// Inside of all sides; a corner is at +x.
fn prism(sides: u32, radius: f64, half_height: f64) -> Case {
    let inner = radius * (std::f64::consts::PI / f64::from(sides)).cos();
    let normals: Vec<DVec3> = (0..sides).map(|i| ring(1.0, (f64::from(i) + 0.5) / f64::from(sides))).collect();
    let shape = Shape::prism(sides, radius, half_height);
    case("prism", shape, radius.max(half_height), [DVec3::ZERO], move |p| {
        p.y.abs() < half_height && normals.iter().all(|n| p.dot(*n) < inner)
    })
}

/// Inside of all sides; a side is toward +x.
fn hex_prism(inner: f64, half_height: f64) -> Case {
    let shape = Shape::hex_prism(inner, half_height);
    case("hex prism", shape, 2.0 * inner.max(half_height), [DVec3::ZERO], move |p| {
        p.y.abs() < half_height && (0..6).all(|i| p.dot(ring(1.0, f64::from(i) / 6.0)) < inner)
    })
}

/// The base shrinks evenly with the height.
fn pyramid(half: DVec3) -> Case {
    let seeds = [DVec3::ZERO, DVec3::Y * 0.9 * half.y, -DVec3::Y * 0.9 * half.y];
    case("pyramid", Shape::pyramid(half), half.max_element(), seeds, move |p| {
        let part = (half.y - p.y) / (2.0 * half.y);
        p.y > -half.y && p.x.abs() < half.x * part && p.z.abs() < half.z * part
    })
}

/// On the inner side of the plane opposite to each corner, a third of the radius from the centre.
fn tetrahedron(radius: f64) -> Case {
    let corners = [DVec3::ONE, DVec3::new(1.0, -1.0, -1.0), DVec3::new(-1.0, 1.0, -1.0), DVec3::new(-1.0, -1.0, 1.0)];
    case("tetrahedron", Shape::tetrahedron(radius), radius, [DVec3::ZERO], move |p| {
        corners.iter().all(|c| -p.dot(c.normalize()) < radius / 3.0)
    })
}

fn wedge(half: DVec3) -> Case {
    case("wedge", Shape::wedge(half), half.max_element(), [half * DVec3::new(-0.4, -0.4, 0.0)], move |p| {
        p.abs().cmplt(half).all() && p.x / half.x + p.y / half.y < 0.0
    })
}

fn disc(radius: f64, thickness: f64) -> Case {
    case("disc", Shape::disc(radius, thickness), radius + thickness, [DVec3::ZERO], move |p| {
        (radial(p) - radius).max(0.0).hypot(p.y) < thickness / 2.0
    })
}

const TRIANGLE: &[[f64; 2]] = &[[0.2, -0.3], [0.9, 0.1], [0.4, 0.7]];
/// Clockwise and concave.
const ARROW: &[[f64; 2]] = &[[-0.8, -0.6], [-0.2, 0.0], [-0.8, 0.6], [0.9, 0.0]];
const COMB: &[[f64; 2]] = &[
    [-1.0, -0.5],
    [1.0, -0.5],
    [1.0, 0.6],
    [0.8, 0.6],
    [0.7, -0.2],
    [0.3, -0.2],
    [0.2, 0.5],
    [0.0, 0.6],
    [-0.3, -0.1],
    [-0.6, 0.7],
    [-1.0, 0.7],
];
/// Edges on the axis at the foot and in the neck.
const VASE: &[[f64; 2]] = &[[0.0, -0.8], [0.5, -0.8], [0.2, -0.1], [0.7, 0.5], [0.6, 0.9], [0.1, 0.2], [0.0, 0.2]];
/// Touches the axis with corners only, and has an edge of full height on it in between.
const SPOOL: &[[f64; 2]] = &[[0.8, -0.7], [0.3, 0.0], [0.9, 0.6], [0.0, 0.8], [0.0, -0.6]];

fn outline(points: &[[f64; 2]], s: f64) -> Vec<DVec2> {
    points.iter().map(|&p| DVec2::from_array(p) * s).collect()
}

/// By the angle under which the outline goes round the point.
fn winds(outline: &[DVec2], q: DVec2) -> bool {
    let angle: f64 = (0..outline.len())
        .map(|i| {
            let (a, b) = (outline[i] - q, outline[(i + 1) % outline.len()] - q);
            a.perp_dot(b).atan2(a.dot(b))
        })
        .sum();
    angle.abs() > std::f64::consts::PI
}

/// Inner points of a polygon: the middles of chords between its sides.
fn inner_points(outline: &[DVec2]) -> Vec<DVec2> {
    let middle = |i: usize| 0.5 * (outline[i] + outline[(i + 1) % outline.len()]);
    let pairs = (0..outline.len()).flat_map(|i| (0..i).map(move |j| (i, j)));
    pairs.map(|(i, j)| 0.5 * (middle(i) + middle(j))).filter(|&q| winds(outline, q)).collect()
}

fn extrusion(name: &'static str, points: &[[f64; 2]], s: f64, half_height: f64) -> Case {
    let outline = outline(points, s);
    let shape = Shape::extrusion(&outline, half_height).unwrap();
    let seeds: Vec<DVec3> = inner_points(&outline).iter().map(|q| DVec3::new(q.x, 0.0, q.y)).collect();
    case(name, shape, s, seeds, move |p| p.y.abs() < half_height && winds(&outline, DVec2::new(p.x, p.z)))
}

fn revolution(name: &'static str, points: &[[f64; 2]], s: f64) -> Case {
    let outline = outline(points, s);
    let shape = Shape::revolution(&outline).unwrap();
    let seeds: Vec<DVec3> = inner_points(&outline).iter().map(|q| DVec3::new(q.x, q.y, 0.0)).collect();
    // The solid goes through the axis: what winds round it is the outline with its mirror image.
    case(name, shape, s, seeds, move |p| winds(&outline, DVec2::new(radial(p).max(1e-9 * s), p.y)))
}
