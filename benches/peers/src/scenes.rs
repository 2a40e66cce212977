//! What is compared: solids in terms that neither side owns. Each side turns them into its own.
//!
//! All lie in the cube from -1 to 1. The numbers are those of a published set of measurements, so that results can be
//! held against it.

use glam::{DVec2, DVec3};
use std::f64::consts::TAU;

/// A solid. Lengths are metres.
pub enum Solid {
    Ball {
        at: DVec3,
        radius: f64,
    },
    /// `half` includes the rounding.
    RoundedBox {
        at: DVec3,
        half: DVec3,
        round: f64,
    },
    /// A cylinder without end.
    Rod {
        at: DVec3,
        along: Axis,
        radius: f64,
    },
    Ring {
        at: DVec3,
        along: Axis,
        major: f64,
        minor: f64,
    },
    Capsule {
        from: DVec3,
        to: DVec3,
        radius: f64,
    },
    /// `|sin kx cos ky + sin ky cos kz + sin kz cos kx| <= level`.
    GyroidShell {
        wavenumber: f64,
        level: f64,
    },
    /// Below `z = Σ a sin(k u) sin(k v)`, where u and v are the horizontal axes, turned and shifted for each octave:
    /// see [`Octave`].
    Ground {
        octaves: u32,
    },
    /// Quadratic smooth minimum of radius `blend`, one operand after the other; 0 is a plain union.
    Union {
        blend: f64,
        operands: Vec<Solid>,
    },
    /// The first operand without the others.
    Subtract {
        operands: Vec<Solid>,
    },
    Intersect {
        operands: Vec<Solid>,
    },
}

/// One octave of the ground: `a sin(u . p + 0.7 i) sin(v . p + 1.3 i)` with `p = (x, -y)`.
pub struct Octave {
    pub amplitude: f64,
    pub u: DVec2,
    pub v: DVec2,
    pub phase: [f64; 2],
}

impl Octave {
    pub const AMPLITUDE: f64 = 0.16;
    pub const WAVENUMBER: f64 = 3.0;
    pub const GAIN: f64 = 0.5;
    pub const LACUNARITY: f64 = 1.9;

    /// Octave `i`, turned by as many times the angle of a triangle of sides 3, 4, 5.
    pub fn new(i: u32) -> Self {
        let along = (0..i).fold(DVec2::X, |along, _| DVec2::new(0.8, 0.6).rotate(along));
        let u = along * Self::WAVENUMBER * Self::LACUNARITY.powi(i as i32);
        let phase = [0.7 * f64::from(i), 1.3 * f64::from(i)];
        Self { amplitude: Self::AMPLITUDE * Self::GAIN.powi(i as i32), u, v: u.perp(), phase }
    }
}

#[derive(Clone, Copy)]
pub enum Axis {
    X,
    Y,
    Z,
}

impl Axis {
    pub fn direction(self) -> DVec3 {
        DVec3::AXES[self as usize]
    }
}

/// A scene and its name on the command line.
pub struct Scene {
    pub name: &'static str,
    pub title: &'static str,
    pub solid: Solid,
}

/// All scenes, cheapest first.
pub fn all() -> Vec<Scene> {
    vec![
        Scene { name: "s1", title: "ball", solid: ball() },
        Scene { name: "s2", title: "machined part", solid: part() },
        Scene { name: "s3", title: "200 blobs", solid: blobs(200) },
        Scene { name: "s4", title: "gyroid shell in a ball", solid: gyroid() },
        Scene { name: "s5", title: "ground of six octaves", solid: Solid::Ground { octaves: 6 } },
    ]
}

impl Solid {
    /// Moves its first capsule a little, as an edit of one node; false without capsules.
    pub fn nudge(&mut self) -> bool {
        match self {
            Self::Capsule { from, to, .. } => {
                let by = DVec3::new(0.01, 0.0, 0.0);
                (*from, *to) = (*from + by, *to + by);
                true
            }
            Self::Union { operands, .. } | Self::Subtract { operands } | Self::Intersect { operands } => {
                operands.iter_mut().any(Self::nudge)
            }
            _ => false,
        }
    }
}

fn ball() -> Solid {
    Solid::Ball { at: DVec3::ZERO, radius: 0.8 }
}

/// A rounded box with three holes and a notch, a ring and a capsule melted on, trimmed by a ball.
pub fn part() -> Solid {
    let v = DVec3::new;
    let rod = |along, at, radius| Solid::Rod { at, along, radius };
    let cut = Solid::Subtract {
        operands: vec![
            Solid::RoundedBox { at: DVec3::ZERO, half: v(0.62, 0.52, 0.42), round: 0.08 },
            rod(Axis::Z, DVec3::ZERO, 0.22),
            rod(Axis::X, v(0.0, 0.05, 0.0), 0.17),
            rod(Axis::Y, v(0.07, 0.0, -0.03), 0.14),
            Solid::RoundedBox { at: v(0.6, -0.5, 0.4), half: v(0.23, 0.21, 0.19), round: 0.0 },
        ],
    };
    let ring = Solid::Ring { at: v(-0.05, 0.03, 0.47), along: Axis::Z, major: 0.42, minor: 0.1 };
    let capsule = Solid::Capsule { from: v(-0.6, -0.4, -0.3), to: v(-0.2, -0.55, 0.35), radius: 0.09 };
    let melted_on = Solid::Union { blend: 0.0, operands: vec![ring, capsule] };
    let body = Solid::Union { blend: 0.1, operands: vec![cut, melted_on] };
    Solid::Intersect { operands: vec![body, Solid::Ball { at: v(0.02, -0.01, 0.03), radius: 0.74 }] }
}

fn gyroid() -> Solid {
    let shell = Solid::GyroidShell { wavenumber: 12.0, level: 0.35 };
    Solid::Intersect { operands: vec![shell, Solid::Ball { at: DVec3::ZERO, radius: 0.85 }] }
}

/// A chain of smooth unions of as many balls and capsules, which fill the same part of a cube whatever their number:
/// ten times as many have sizes and blend radius of `10^(-1/3)`.
pub fn blobs(count: usize) -> Solid {
    let mut random = Random(0x9E37_79B9_7F4A_7C15);
    let size = (count as f64 / 200.0).powf(-1.0 / 3.0);
    let operands = (0..count).map(|i| blob(i, size, &mut random)).collect();
    Solid::Union { blend: 0.05 * size, operands }
}

/// Balls and capsules in turn; the order of the random numbers is part of the scene.
fn blob(i: usize, size: f64, random: &mut Random) -> Solid {
    let at = DVec3::new(random.between(-0.75, 0.75), random.between(-0.75, 0.75), random.between(-0.75, 0.75));
    if i.is_multiple_of(2) {
        return Solid::Ball { at, radius: size * random.between(0.05, 0.12) };
    }
    let turn = random.between(0.0, TAU);
    let z = random.between(-1.0, 1.0);
    let flat = (1.0 - z * z).sqrt();
    let half = DVec3::new(flat * turn.cos(), flat * turn.sin(), z) * (size * random.between(0.05, 0.15));
    Solid::Capsule { from: at - half, to: at + half, radius: size * random.between(0.03, 0.07) }
}

/// Marsaglia's xorshift: the same numbers everywhere.
pub struct Random(pub u64);

impl Random {
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        low + (high - low) * ((self.0 >> 11) as f64 / (1_u64 << 53) as f64)
    }
}

/// Points, structure of arrays.
pub struct Cloud<T> {
    pub x: Vec<T>,
    pub y: Vec<T>,
    pub z: Vec<T>,
}

impl Cloud<f32> {
    /// As many points evenly spread over the cube.
    pub fn uniform(count: usize) -> Self {
        let mut random = Random(0x2545_F491_4F6C_DD1D);
        let mut axis = || (0..count).map(|_| random.between(-1.0, 1.0) as f32).collect();
        Self { x: axis(), y: axis(), z: axis() }
    }

    /// The same points in 64 bits.
    pub fn widened(&self) -> Cloud<f64> {
        let wide = |axis: &[f32]| axis.iter().map(|&v| f64::from(v)).collect();
        Cloud { x: wide(&self.x), y: wide(&self.y), z: wide(&self.z) }
    }

    pub fn point(&self, i: usize) -> DVec3 {
        DVec3::new(self.x[i].into(), self.y[i].into(), self.z[i].into())
    }
}
