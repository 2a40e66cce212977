//! Every kind of node, declared once. See [`macros`](super::macros) for what an entry holds.
//!
//! Primitives are centred on their origin, and those with an axis have it along y. Operators take their children as
//! one solid (their plain union) unless they say otherwise.

use super::{Axis, Ball, Blend, Spec, geared, handle};
use crate::scene::limits;
use glam::{DVec2, DVec3};
use serde::{Deserialize, Serialize};

const X: DVec3 = DVec3::X;
const Y: DVec3 = DVec3::Y;
const Z: DVec3 = DVec3::Z;
const ORIGIN: [f64; 3] = [0.0; 3];

/// Labels of the half sizes along the three axes.
const HALVES: [&str; 3] = ["Half width (x)", "Half height (y)", "Half depth (z)"];

kinds! {
    /// What a node is.
    #[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
    enum Kind at "";

    /// All points within a radius of the origin.
    Sphere in Solids ["ball", "globe"] {
        /// Distance of the surface from the centre.
        radius: f64 = 0.5, Spec::size("Radius");
    } handles [handle("radius", ORIGIN, X)];

    /// A box with sharp or rounded edges.
    Box in Solids ["cube", "cuboid", "block", "rounded box"] {
        /// Half of the size along each axis, rounding included.
        half: DVec3 = DVec3::splat(0.5), Spec::size("").each(HALVES);
        /// Radius of edges and corners, at most the least half size; 0 is sharp.
        round: f64 = 0.0, Spec::length("Rounding").at_most(half.min_element(), "the least half size"), default;
    } handles [
        handle("half.x", ORIGIN, X), handle("half.y", ORIGIN, Y), handle("half.z", ORIGIN, Z),
        handle("round", [half.x, half.y, half.z], -X),
    ];

    /// A cylinder along y.
    Cylinder in Solids ["tube", "rod", "disk"] {
        /// Distance of the side from the axis.
        radius: f64 = 0.4, Spec::size("Radius");
        /// Distance of each end from the centre.
        half_height: f64 = 0.5, Spec::size("Half height");
    } handles [handle("radius", ORIGIN, X), handle("half_height", ORIGIN, Y)];

    /// All points within a radius of a segment along y.
    Capsule in Solids ["pill", "stadium", "line"] {
        /// Distance of the surface from the segment.
        radius: f64 = 0.25, Spec::size("Radius");
        /// Half of the segment, caps not included.
        half_height: f64 = 0.5, Spec::size("Half length");
    } handles [handle("radius", ORIGIN, X), handle("half_height", ORIGIN, Y)];

    /// A ring round y.
    Torus in Solids ["ring", "donut", "doughnut"] {
        /// From the centre to the middle of the tube.
        major: f64 = 0.5, Spec::size("Ring radius");
        /// Radius of the tube.
        minor: f64 = 0.2, Spec::size("Tube radius");
    } handles [handle("major", ORIGIN, X), handle("minor", [*major, 0.0, 0.0], Y)];

    /// A cone along y, tip up.
    Cone in Solids ["tip", "funnel"] {
        /// Radius of the base.
        radius: f64 = 0.5, Spec::size("Base radius");
        /// Distance of tip and base from the centre.
        half_height: f64 = 0.5, Spec::size("Half height");
    } handles [handle("radius", [0.0, -half_height, 0.0], X), handle("half_height", ORIGIN, Y)];

    /// The half space below y = 0, which the contour domain cuts.
    Plane in Solids ["half space", "ground", "floor"];

    /// The space between two planes at equal distances above and below y = 0, which the contour domain cuts.
    Slab in Solids ["plate", "layer", "wall"] {
        /// Distance of each plane from the centre.
        half_height: f64 = 0.25, Spec::size("Half height");
    } handles [handle("half_height", ORIGIN, Y)];

    /// The twelve bars along the edges of a box.
    BoxFrame in Solids ["wireframe", "cage", "edges", "bars"] {
        /// Half of the size along each axis, bars included.
        half: DVec3 = DVec3::splat(0.5), Spec::size("").each(HALVES);
        /// Full width of a bar, at most twice the least half size.
        thickness: f64 = 0.12,
            Spec::size("Thickness").at_most(2.0 * half.min_element(), "twice the least half size");
    } handles [
        handle("half.x", ORIGIN, X), handle("half.y", ORIGIN, Y), handle("half.z", ORIGIN, Z),
        handle("thickness", [half.x, half.y, half.z], -X),
    ];

    /// A part of a ring round y, with round ends.
    CappedTorus in Solids ["arc", "horseshoe", "half ring", "handle"] {
        /// From the centre to the middle of the tube.
        major: f64 = 0.5, Spec::size("Ring radius");
        /// Radius of the tube.
        minor: f64 = 0.15, Spec::size("Tube radius");
        /// How much of the ring is there, centred on +x.
        arc: f64 = 240.0, Spec::angle("Arc", "°", limits::MIN_ARC, 360.0).above_zero();
    } handles [
        handle("major", ORIGIN, X), handle("minor", [*major, 0.0, 0.0], Y),
        geared("arc", ORIGIN, -X, major / 360.0),
    ];

    /// A link of a chain in the xy plane: a ring drawn out along y.
    Link in Solids ["chain", "oval ring", "long torus"] {
        /// Half of the straight part along y; 0 is a torus.
        half_length: f64 = 0.3, Spec::length("Half length");
        /// From the middle of each bend to the middle of the tube.
        major: f64 = 0.3, Spec::size("Bend radius");
        /// Radius of the tube.
        minor: f64 = 0.1, Spec::size("Tube radius");
    } handles [
        handle("half_length", [0.0, *major, 0.0], Y), handle("major", ORIGIN, X),
        handle("minor", [*major, 0.0, 0.0], Z),
    ];

    /// A cone along y without its tip.
    CappedCone in Solids ["frustum", "truncated cone", "bucket"] {
        /// Radius of the lower end.
        bottom: f64 = 0.5, Spec::length("Bottom radius");
        /// Radius of the upper end.
        top: f64 = 0.25, Spec::length("Top radius");
        /// Distance of each end from the centre.
        half_height: f64 = 0.5, Spec::size("Half height");
    } handles [
        handle("bottom", [0.0, -half_height, 0.0], X), handle("top", [0.0, *half_height, 0.0], X),
        handle("half_height", ORIGIN, Y),
    ];

    /// Two spheres on the y axis and what lies between them.
    RoundedCone in Solids ["egg", "drop", "limb", "sausage"] {
        /// Radius of the lower sphere.
        bottom: f64 = 0.4, Spec::size("Bottom radius");
        /// Radius of the upper sphere.
        top: f64 = 0.2, Spec::size("Top radius");
        /// Half of the distance between the centres.
        half_height: f64 = 0.35, Spec::size("Half length");
    } handles [
        handle("bottom", [0.0, -half_height, 0.0], X), handle("top", [0.0, *half_height, 0.0], X),
        handle("half_height", ORIGIN, Y),
    ];

    /// A sphere stretched along the three axes.
    Ellipsoid in Solids ["oval", "egg", "spheroid"] {
        /// Half of the size along each axis.
        radii: DVec3 = DVec3::new(0.7, 0.35, 0.5), Spec::size("").each(["Radius x", "Radius y", "Radius z"]);
    } handles [handle("radii.x", ORIGIN, X), handle("radii.y", ORIGIN, Y), handle("radii.z", ORIGIN, Z)];

    /// A prism along y over a regular hexagon.
    HexPrism in Solids ["hexagon", "nut", "honeycomb"] {
        /// From the axis to the middle of each side face; one face looks along +x.
        radius: f64 = 0.45, Spec::size("Radius to a face");
        /// Distance of each end from the centre.
        half_height: f64 = 0.3, Spec::size("Half height");
    } handles [handle("radius", ORIGIN, X), handle("half_height", ORIGIN, Y)];

    /// A prism along y over a regular polygon.
    Prism in Solids ["polygon", "pentagon", "octagon", "column"] {
        /// How many side faces there are.
        sides: u32 = 5, Spec::count("Sides", limits::PRISM_SIDES);
        /// From the axis to each corner; one corner lies on +x.
        radius: f64 = 0.5, Spec::size("Radius to a corner");
        /// Distance of each end from the centre.
        half_height: f64 = 0.3, Spec::size("Half height");
    } handles [handle("radius", ORIGIN, X), handle("half_height", ORIGIN, Y)];

    /// A prism along y over an equilateral triangle.
    TriPrism in Solids ["triangle", "triangular prism"] {
        /// From the axis to each corner; one corner lies on +x.
        radius: f64 = 0.55, Spec::size("Radius to a corner");
        /// Distance of each end from the centre.
        half_height: f64 = 0.3, Spec::size("Half height");
    } handles [handle("radius", ORIGIN, X), handle("half_height", ORIGIN, Y)];

    /// A pyramid over a rectangle, apex up.
    Pyramid in Solids ["roof", "spire"] {
        /// Half of the base along x and z, and half of the height along y.
        half: DVec3 = DVec3::splat(0.5), Spec::size("").each(HALVES);
    } handles [
        handle("half.x", [0.0, -half.y, 0.0], X), handle("half.y", ORIGIN, Y),
        handle("half.z", [0.0, -half.y, 0.0], Z),
    ];

    /// A regular octahedron with a corner on each half axis.
    Octahedron in Solids ["diamond", "crystal", "gem"] {
        /// From the centre to each corner.
        radius: f64 = 0.6, Spec::size("Radius to a corner");
    } handles [handle("radius", ORIGIN, X)];

    /// A regular tetrahedron whose corners are every other corner of a cube.
    Tetrahedron in Solids ["triangular pyramid", "simplex", "caltrop"] {
        /// From the centre to each corner.
        radius: f64 = 0.7, Spec::size("Radius to a corner");
    } handles [handle("radius", ORIGIN, DVec3::splat(3.0_f64.sqrt().recip()))];

    /// A ramp: a box cut along the diagonal from its upper edge at -x to its lower edge at +x.
    Wedge in Solids ["ramp", "slope", "door stop"] {
        /// Half of the size along each axis.
        half: DVec3 = DVec3::new(0.6, 0.3, 0.4), Spec::size("").each(HALVES);
    } handles [
        handle("half.x", [0.0, -half.y, 0.0], X), handle("half.y", [-half.x, 0.0, 0.0], Y),
        handle("half.z", ORIGIN, Z),
    ];

    /// All points within half a thickness of a flat round disc, so that its rim is round.
    Disc in Solids ["disk", "coin", "pill", "lens"] {
        /// Radius of the flat disc, rim not included.
        radius: f64 = 0.5, Spec::size("Radius");
        /// Full thickness.
        thickness: f64 = 0.2, Spec::size("Thickness");
    } handles [handle("radius", ORIGIN, X), geared("thickness", ORIGIN, Y, 0.5)];

    /// A polygon in the xz plane, drawn out along y.
    Extrusion in Solids ["extrude", "polygon", "profile", "linear extrude"] {
        /// Corners of the polygon, each (x, z), in order either way round; its sides may not cross.
        points: Vec<DVec2> = polygon(&[(-0.5, -0.4), (0.5, -0.4), (0.5, 0.0), (0.0, 0.0), (0.0, 0.4), (-0.5, 0.4)]),
            Spec::label("Polygon");
        /// Distance of each end from the centre.
        half_height: f64 = 0.25, Spec::size("Half height");
    } handles [handle("half_height", ORIGIN, Y)];

    /// A polygon turned round the y axis.
    Revolution in Solids ["lathe", "revolve", "vase", "rotate extrude"] {
        /// Corners of the polygon, each (distance from the axis, y), in order either way round; its sides may not cross.
        points: Vec<DVec2> =
            polygon(&[(0.0, -0.5), (0.4, -0.5), (0.5, -0.1), (0.2, 0.2), (0.3, 0.5), (0.0, 0.5)]),
            Spec::label("Profile");
    };

    /// A gyroid, the triply periodic surface without straight lines, as a solid or as a shell.
    Gyroid in Implicit ["tpms", "lattice", "infill", "minimal surface"] {
        /// Length after which it repeats along each axis.
        period: f64 = 0.8, Spec::size("Period");
        /// Value of the function on the surface; 0 parts space into equal halves.
        level: f64 = 0.0, Spec::number("Level", -1.49, 1.49), default;
        /// Thickness of the shell; 0 is the solid on the lower side.
        thickness: f64 = 0.08, Spec::length("Thickness"), default;
    } handles [handle("period", ORIGIN, X), geared("thickness", [0.5 * period, 0.0, 0.0], Y, 0.5)];

    /// Schwarz's P surface, cubic cells joined through round necks, as a solid or as a shell.
    SchwarzP in Implicit ["tpms", "lattice", "infill", "primitive", "minimal surface"] {
        /// Length after which it repeats along each axis.
        period: f64 = 0.8, Spec::size("Period");
        /// Value of the function on the surface; 0 parts space into equal halves.
        level: f64 = 0.0, Spec::number("Level", -2.99, 2.99), default;
        /// Thickness of the shell; 0 is the solid on the lower side.
        thickness: f64 = 0.08, Spec::length("Thickness"), default;
    } handles [handle("period", ORIGIN, X), geared("thickness", [0.5 * period, 0.0, 0.0], Y, 0.5)];

    /// Schwarz's D surface, joined like the bonds of diamond, as a solid or as a shell.
    SchwarzD in Implicit ["tpms", "lattice", "infill", "diamond", "minimal surface"] {
        /// Length after which it repeats along each axis.
        period: f64 = 0.8, Spec::size("Period");
        /// Value of the function on the surface; 0 parts space into equal halves.
        level: f64 = 0.0, Spec::number("Level", -1.41, 1.41), default;
        /// Thickness of the shell; 0 is the solid on the lower side.
        thickness: f64 = 0.08, Spec::length("Thickness"), default;
    } handles [handle("period", ORIGIN, X), geared("thickness", [0.5 * period, 0.0, 0.0], Y, 0.5)];

    /// Balls that flow into each other where they are close.
    Metaballs in Implicit ["blobs", "blobby", "soft objects", "liquid"] {
        /// Centre and radius of each ball.
        balls: Vec<Ball> = vec![
            Ball { at: DVec3::new(-0.3, 0.0, 0.0), radius: 0.35 },
            Ball { at: DVec3::new(0.35, 0.1, 0.0), radius: 0.3 },
            Ball { at: DVec3::new(0.0, 0.45, 0.1), radius: 0.2 },
        ], Spec::label("Balls");
        /// How far a ball is felt, as a multiple of the radius that it has alone.
        reach: f64 = 2.0, Spec::number("Reach", *limits::REACH.start(), *limits::REACH.end()), default = "two";
    };

    /// The ground below a height that noise gives, which the contour domain cuts.
    Terrain in Implicit ["landscape", "hills", "mountains", "heightmap", "ground"] {
        /// Height of the first octave of noise above and below y = 0.
        amplitude: f64 = 0.3, Spec::length("Amplitude");
        /// Length of a hill of the first octave.
        wavelength: f64 = 1.5, Spec::size("Wavelength");
        /// How many layers of noise are added, each finer than the one before.
        octaves: u32 = 5, Spec::count("Octaves", limits::OCTAVES);
        /// Amplitude of each octave against the one before.
        gain: f64 = 0.5, Spec::number("Gain", *limits::GAIN.start(), *limits::GAIN.end()), default = "half";
        /// Frequency of each octave against the one before.
        lacunarity: f64 = 2.0,
            Spec::number("Lacunarity", *limits::LACUNARITY.start(), *limits::LACUNARITY.end()), default = "two";
    } handles [handle("amplitude", ORIGIN, Y), handle("wavelength", ORIGIN, X)];

    /// What any child holds.
    Union in Combine ["add", "join", "merge", "or", "boolean"] {
        /// How the children meet.
        blend: Blend = Blend::Hard, Spec::label("Blend"), default;
    } handles [
        handle("blend.radius", ORIGIN, X), handle("blend.width", ORIGIN, X), handle("blend.depth", ORIGIN, -Y),
    ];

    /// The first child without the others.
    Subtract in Combine ["cut", "difference", "minus", "hole", "boolean"] {
        /// How the children meet.
        blend: Blend = Blend::Hard, Spec::label("Blend"), default;
    } handles [
        handle("blend.radius", ORIGIN, X), handle("blend.width", ORIGIN, X), handle("blend.depth", ORIGIN, -Y),
    ];

    /// What all children hold.
    Intersect in Combine ["common", "and", "overlap", "boolean"] {
        /// How the children meet.
        blend: Blend = Blend::Hard, Spec::label("Blend"), default;
    } handles [
        handle("blend.radius", ORIGIN, X), handle("blend.width", ORIGIN, X), handle("blend.depth", ORIGIN, -Y),
    ];

    /// What an odd number of children hold.
    Xor in Combine ["exclusive or", "symmetric difference", "boolean"] {
        /// How the children meet.
        blend: Blend = Blend::Hard, Spec::label("Blend"), default;
    } handles [
        handle("blend.radius", ORIGIN, X), handle("blend.width", ORIGIN, X), handle("blend.depth", ORIGIN, -Y),
    ];

    /// Moves, turns and scales its children together.
    Group in Combine ["folder", "transform", "assembly", "parent"];

    /// The children and their image in a mirror.
    Mirror in Deform ["symmetry", "reflect", "flip"] {
        /// Normal of the mirror; what is on its positive side is shown twice, the other side is dropped.
        axis: Axis = Axis::X, Spec::label("Axis"), default;
        /// Where the mirror stands on that axis.
        offset: f64 = 0.0, Spec::signed("Offset"), default;
    } handles [handle("offset", ORIGIN, axis.direction())];

    /// Copies of the children at equal distances along the axes.
    Repeat in Deform ["array", "pattern", "tile", "grid", "copies", "instances"] {
        /// Distance from copy to copy along each axis; 0 makes no copies along it.
        spacing: DVec3 = DVec3::new(0.5, 0.0, 0.5),
            Spec::length("").each(["Spacing x", "Spacing y", "Spacing z"]).none_or(limits::MIN_LENGTH);
        /// How many copies there are along each axis, centred; 0 is without end.
        count: [u32; 3] = [3, 1, 3], Spec::count("", limits::COPIES).each(["Count x", "Count y", "Count z"]);
    } handles [
        handle("spacing.x", ORIGIN, X), handle("spacing.y", ORIGIN, Y), handle("spacing.z", ORIGIN, Z),
    ];

    /// Copies of the children in a circle round y.
    PolarRepeat in Deform ["radial array", "circular pattern", "spokes", "around", "gear"] {
        /// How many copies there are in the full circle.
        count: u32 = 6, Spec::count("Count", 1..=*limits::COPIES.end());
    };

    /// The children cut at the origin's planes and drawn apart, with the gaps filled by their cross sections.
    Elongate in Deform ["stretch", "extend", "lengthen", "slot"] {
        /// How far each side is moved outward along each axis.
        half: DVec3 = DVec3::new(0.3, 0.0, 0.0), Spec::length("").each(HALVES);
    } handles [handle("half.x", ORIGIN, X), handle("half.y", ORIGIN, Y), handle("half.z", ORIGIN, Z)];

    /// The children wound about y.
    Twist in Deform ["screw", "wring", "helix", "spiral"] {
        /// Turn about y for each metre along y.
        rate: f64 = 90.0, Spec::angle("Rate", "°/m", -limits::MAX_RATE, limits::MAX_RATE);
    } handles [geared("rate", [0.0, 0.5, 0.0], X, 1.0 / 180.0)];

    /// The children bent about z, such that a bar along x curls up toward +y.
    Bend in Deform ["curl", "arch", "bow", "curve"] {
        /// Turn about z for each metre along x.
        rate: f64 = 60.0, Spec::angle("Rate", "°/m", -limits::MAX_RATE, limits::MAX_RATE);
    } handles [geared("rate", [0.5, 0.0, 0.0], Y, 1.0 / 360.0)];

    /// The children narrowed or widened along y.
    Taper in Deform ["narrow", "flare", "draft", "cone"] {
        /// The scale changes from 1 at this height below the origin to that of the top at this height above it.
        half_height: f64 = 0.5, Spec::size("Half height");
        /// Scale of x and z at the top and beyond.
        top: f64 = 0.5, Spec::number("Top scale", *limits::TAPER.start(), *limits::TAPER.end()).above_zero();
    } handles [
        handle("half_height", ORIGIN, Y), geared("top", [0.0, *half_height, 0.0], X, 0.5),
    ];

    /// The children leaning along x and z as they rise along y.
    Shear in Deform ["slant", "lean", "skew", "italic"] {
        /// Metres along x for each metre along y.
        x: f64 = 0.4, Spec::number("Shear x", -limits::MAX_SHEAR, limits::MAX_SHEAR);
        /// Metres along z for each metre along y.
        z: f64 = 0.0, Spec::number("Shear z", -limits::MAX_SHEAR, limits::MAX_SHEAR), default;
    } handles [geared("x", [0.0, 0.5, 0.0], X, 0.5), geared("z", [0.0, 0.5, 0.0], Z, 0.5)];

    /// The children with bumps: a product of three sines moves their surface.
    Displace in Deform ["bumps", "sine", "waves", "dents"] {
        /// Height of the bumps above and below the surface.
        amplitude: f64 = 0.04, Spec::length("Amplitude");
        /// Length after which the bumps repeat along each axis.
        wavelength: f64 = 0.3, Spec::size("Wavelength");
    } handles [handle("amplitude", ORIGIN, Y), handle("wavelength", ORIGIN, X)];

    /// The children with a rough surface: fractal noise moves it.
    Noise in Deform ["rough", "rock", "fractal", "erode", "fbm"] {
        /// Height of the first octave above and below the surface.
        amplitude: f64 = 0.06, Spec::length("Amplitude");
        /// Length of a bump of the first octave.
        wavelength: f64 = 0.4, Spec::size("Wavelength");
        /// How many layers of noise are added, each finer than the one before.
        octaves: u32 = 4, Spec::count("Octaves", limits::OCTAVES);
        /// Amplitude of each octave against the one before.
        gain: f64 = 0.5, Spec::number("Gain", *limits::GAIN.start(), *limits::GAIN.end()), default = "half";
        /// Frequency of each octave against the one before.
        lacunarity: f64 = 2.0,
            Spec::number("Lacunarity", *limits::LACUNARITY.start(), *limits::LACUNARITY.end()), default = "two";
    } handles [handle("amplitude", ORIGIN, Y), handle("wavelength", ORIGIN, X)];

    /// The children grown or shrunk by a distance.
    Offset in Shell ["grow", "shrink", "inset", "expand", "inflate"] {
        /// How far the surface moves outward; inward if negative.
        distance: f64 = 0.05, Spec::signed("Distance");
    } handles [handle("distance", ORIGIN, Y)];

    /// The children grown by a radius, which rounds their outer edges and corners.
    Round in Shell ["fillet", "soften", "bevel", "rounded"] {
        /// How far the surface moves outward.
        radius: f64 = 0.08, Spec::length("Radius");
    } handles [handle("radius", ORIGIN, X)];

    /// A skin about the surface of the children, half of it to each side.
    Onion in Shell ["hollow", "skin", "layer", "thicken"] {
        /// Full thickness of the skin.
        thickness: f64 = 0.06, Spec::size("Thickness");
    } handles [geared("thickness", ORIGIN, Y, 0.5)];

    /// The children hollowed out, with a wall inside of their surface.
    Shell in Shell ["hollow", "wall", "vessel", "cavity"] {
        /// Thickness of the wall.
        thickness: f64 = 0.06, Spec::size("Thickness");
    } handles [handle("thickness", ORIGIN, Y)];
}

fn half() -> f64 {
    0.5
}

fn two() -> f64 {
    2.0
}

fn polygon(points: &[(f64, f64)]) -> Vec<DVec2> {
    points.iter().map(|&point| point.into()).collect()
}
