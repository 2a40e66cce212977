//! What values a scene may have: one place for validation, inspectors and sliders.

use std::ops::RangeInclusive;

/// Greatest coordinate or length, metres: 10 000 km. Map coordinates fit (UTM northings go to 1e7), 64-bit numbers
/// still resolve 2 nanometres there, and squares and products of such numbers stay far from overflow.
pub const MAX_LENGTH: f64 = 1e7;
/// Least size, radius or cell, metres: a nanometre. Below it divisions by sizes would overflow sooner or later.
pub const MIN_LENGTH: f64 = 1e-9;
/// Cells below this are warned of: a solid of 1 m would have 1e12 of them.
pub const SMALL_CELL: f64 = 1e-4;
/// Scale of one node along each axis, and of a node in the world (the products over its ancestors).
pub const SCALE: RangeInclusive<f64> = 1e-6..=1e6;
/// Greatest angle of a turn, degrees; far beyond a full turn, so that a wound-up angle is kept.
pub const MAX_TURN: f64 = 1e6;
/// Most nodes, by far more than a person can make.
pub const MAX_NODES: usize = 100_000;
/// Most deformers, and most ropes.
pub const MAX_BODIES: usize = 10_000;
/// Most vertices of all deformers together; with their keyframes they take about 1 GB.
pub const MAX_VERTICES: u64 = 2_000_000;
/// Most particles of all ropes together; with their tubes they take about 1 GB.
pub const MAX_PARTICLES: u64 = 1_000_000;
/// Most corrections of segments per tick (segments times iterations times substeps, of all ropes together): a few
/// seconds.
pub const MAX_CORRECTIONS: u64 = 250_000_000;
/// Deepest nesting of nodes; roots have depth 1.
pub const MAX_DEPTH: u32 = 256;
/// Crease angle of contouring, degrees.
pub const SHARPNESS: RangeInclusive<f64> = 0.0..=180.0;
/// Pull toward the mass point.
pub const BIAS: RangeInclusive<f64> = 0.0..=1.0;
/// Quads along an edge of a deformer's cube sphere; 200 gives 480 000 triangles.
pub const GRID: RangeInclusive<u32> = 1..=200;
/// Greatest spring (1/s²) and damping (1/s) of a deformer.
pub const MAX_STIFFNESS: f64 = 1e12;
/// Segments of a rope.
pub const SEGMENTS: RangeInclusive<u32> = 1..=10_000;
/// Sides of a rope's tube.
pub const SIDES: RangeInclusive<u32> = 3..=64;
/// Constraint sweeps per step of a rope (the tutorial's slider).
pub const ITERATIONS: RangeInclusive<u32> = 1..=16;
/// Part of a rope's velocity that is kept per step.
pub const ROPE_DAMPING: RangeInclusive<f64> = 0.0..=1.0;
/// Greatest seconds per tick; the least is above 0.
pub const MAX_DT: f64 = 0.5;
/// Steps per tick.
pub const SUBSTEPS: RangeInclusive<u32> = 1..=64;
/// Greatest component of gravity, m/s².
pub const MAX_GRAVITY: f64 = 1e6;
/// Greatest force of a poke, m/s² per unit mass.
pub const MAX_FORCE: f64 = 1e9;
/// Last tick that inputs and expectations may name: five and a half hours at 0.02 s.
pub const MAX_TICK: u32 = 1_000_000;
/// How far barycentric weights may be from a sum of 1 and below 0: rounding of hand-written thirds.
pub const WEIGHT_TOLERANCE: f64 = 1e-6;
/// Corners of a polygon. Each costs time at every point of the field.
pub const POLYGON_POINTS: RangeInclusive<usize> = 3..=1000;
/// Balls of one node of metaballs.
pub const BALLS: RangeInclusive<usize> = 1..=1000;
/// Ratio of a metaball's support to the radius that it has alone.
pub const REACH: RangeInclusive<f64> = 1.01..=10.0;
/// Sides of a prism; above them it is a cylinder to the eye.
pub const PRISM_SIDES: RangeInclusive<u32> = 3..=64;
/// Octaves of noise: the twelfth has 1/2048 of the first one's wavelength.
pub const OCTAVES: RangeInclusive<u32> = 1..=12;
/// Amplitude of an octave of noise against that of the one before.
pub const GAIN: RangeInclusive<f64> = 0.0..=1.0;
/// Frequency of an octave of noise against that of the one before.
pub const LACUNARITY: RangeInclusive<f64> = 1.0..=4.0;
/// Steps of a stairs blend.
pub const STEPS: RangeInclusive<u32> = 1..=100;
/// Copies along one axis, or round one; 0 along an axis is without end.
pub const COPIES: RangeInclusive<u32> = 0..=10_000;
/// Greatest rate of a twist or bend, degrees per metre: a turn per 4 mm.
pub const MAX_RATE: f64 = 90_000.0;
/// Scale of a taper's top against its bottom. Steep tapers overstate distance without bound.
pub const TAPER: RangeInclusive<f64> = 0.01..=100.0;
/// Greatest shear, metres per metre.
pub const MAX_SHEAR: f64 = 10.0;
/// Least part of a capped torus, degrees.
pub const MIN_ARC: f64 = 0.01;
