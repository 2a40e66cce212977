//! Exact distances of the primitives, their gradients and bounds, in a frame where the primitive is centred and
//! unscaled: a uniform scale is folded into the sizes when compiling, which multiplies the value by it.
//!
//! The formulas are the well-known ones of Inigo Quilez, "Distance functions", and Hart 1996, "Sphere tracing",
//! appendix; what differs is said at each. Each is the true Euclidean distance, inside and outside, but for the
//! inside of a torus whose tube is thicker than its ring, where it is a lower bound.

use super::Real;
use crate::math::{Bounds, Transform};
use glam::{DMat3, DVec2, DVec3};

/// A primitive's sizes in world metres.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Shape {
    Sphere {
        radius: f64,
    },
    /// `core` is the half size of the box that is rounded: the half size without `round`.
    Box {
        core: DVec3,
        round: f64,
    },
    Cylinder {
        radius: f64,
        half_height: f64,
    },
    Capsule {
        radius: f64,
        half_height: f64,
    },
    Torus {
        major: f64,
        minor: f64,
    },
    Cone(Cone),
    Plane,
}

/// A solid cone in its meridian plane (distance from the axis, height).
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Cone {
    radius: f64,
    half_height: f64,
    /// Length of the side from tip to rim.
    side: f64,
    /// Unit vector along the side, from the tip down to the rim.
    along: DVec2,
    /// Unit outward normal of the side.
    normal: DVec2,
}

impl Cone {
    pub(super) fn new(radius: f64, half_height: f64) -> Self {
        let down = DVec2::new(radius, -2.0 * half_height);
        let side = (down.x * down.x + down.y * down.y).sqrt();
        let along = down / side;
        Self { radius, half_height, side, along, normal: DVec2::new(-along.y, along.x) }
    }
}

/// What is done with a distance function once it is known which one it is: the `match` over shapes stays outside of
/// the loop over points, and the loop is compiled for each shape.
pub(super) trait Visit<T: Real> {
    fn visit(self, distance: impl Fn([T; 3]) -> T);
}

/// Where a primitive stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Placement {
    pub(super) at: DVec3,
    /// Local to world; none if it is the identity or does not matter.
    pub(super) turn: Option<DMat3>,
}

/// One primitive of a solid.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Primitive {
    pub(super) shape: Shape,
    pub(super) placement: Placement,
    /// Index in `Scene::nodes`.
    pub(super) node: u32,
    pub(super) color: DVec3,
}

#[inline(always)]
fn length2<T: Real>(x: T, y: T) -> T {
    (x * x + y * y).sqrt()
}

#[inline(always)]
fn length3<T: Real>(x: T, y: T, z: T) -> T {
    (x * x + y * y + z * z).sqrt()
}

/// Distance to the origin less the radius.
#[inline(always)]
fn sphere<T: Real>([x, y, z]: [T; 3], radius: T) -> T {
    length3(x, y, z) - radius
}

/// By symmetry in the positive octant: outside, the length of the excess over the core; inside, the nearest face.
#[inline(always)]
fn rounded_box<T: Real>([x, y, z]: [T; 3], core: [T; 3], round: T) -> T {
    let (x, y, z) = (x.abs() - core[0], y.abs() - core[1], z.abs() - core[2]);
    let outside = length3(T::ZERO.max(x), T::ZERO.max(y), T::ZERO.max(z));
    let inside = T::ZERO.min(x.max(y).max(z));
    outside + inside - round
}

/// A rectangle in the meridian plane, by the rule of the box.
#[inline(always)]
fn cylinder<T: Real>([x, y, z]: [T; 3], radius: T, half_height: T) -> T {
    let (r, h) = (length2(x, z) - radius, y.abs() - half_height);
    length2(T::ZERO.max(r), T::ZERO.max(h)) + T::ZERO.min(r.max(h))
}

/// Distance to the nearest point of the segment, less the radius.
#[inline(always)]
fn capsule<T: Real>([x, y, z]: [T; 3], radius: T, half_height: T) -> T {
    length3(x, T::ZERO.max(y.abs() - half_height), z) - radius
}

/// Distance to the ring's circle in the meridian plane, less the tube's radius.
#[inline(always)]
fn torus<T: Real>([x, y, z]: [T; 3], major: T, minor: T) -> T {
    length2(length2(x, z) - major, y) - minor
}

/// The plane y = 0: the height above it.
#[inline(always)]
fn plane<T: Real>([_, y, _]: [T; 3]) -> T {
    y
}

/// A cone's numbers in the type of the evaluation.
#[derive(Clone, Copy)]
struct ConeOf<T> {
    radius: T,
    half_height: T,
    side: T,
    along: [T; 2],
    normal: [T; 2],
}

impl<T: Real> ConeOf<T> {
    #[inline(always)]
    fn new(cone: &Cone) -> Self {
        Self {
            radius: T::from_f64(cone.radius),
            half_height: T::from_f64(cone.half_height),
            side: T::from_f64(cone.side),
            along: [T::from_f64(cone.along.x), T::from_f64(cone.along.y)],
            normal: [T::from_f64(cone.normal.x), T::from_f64(cone.normal.y)],
        }
    }

    /// Inside, the nearer of side and base, which is exact for a convex solid; outside, the nearer of the side as a
    /// segment and the base as a disc. Unlike the usual "root of the least square, times a sign", this keeps full
    /// precision next to the surface, and both branches are 0 on it.
    #[inline(always)]
    fn distance(self, [x, y, z]: [T; 3]) -> T {
        let (r, down) = (length2(x, z), y - self.half_height);
        let off_side = r * self.normal[0] + down * self.normal[1];
        let along_side = r * self.along[0] + down * self.along[1];
        let off_base = -self.half_height - y;
        let past_end = along_side - T::ZERO.max(self.side.min(along_side));
        let past_rim = T::ZERO.max(r - self.radius);
        let side = off_side * off_side + past_end * past_end;
        let base = off_base * off_base + past_rim * past_rim;
        let inside = off_side.max(off_base);
        if inside > T::ZERO { side.min(base).sqrt() } else { inside }
    }
}

impl Shape {
    /// Hands the visitor this shape's distance function.
    #[inline(always)]
    pub(super) fn visit<T: Real>(&self, visitor: impl Visit<T>) {
        let real = T::from_f64;
        match *self {
            Self::Sphere { radius } => {
                let radius = real(radius);
                visitor.visit(|p| sphere(p, radius));
            }
            Self::Box { core, round } => {
                let (core, round) = (core.to_array().map(real), real(round));
                visitor.visit(|p| rounded_box(p, core, round));
            }
            Self::Cylinder { radius, half_height } => {
                let (radius, half_height) = (real(radius), real(half_height));
                visitor.visit(|p| cylinder(p, radius, half_height));
            }
            Self::Capsule { radius, half_height } => {
                let (radius, half_height) = (real(radius), real(half_height));
                visitor.visit(|p| capsule(p, radius, half_height));
            }
            Self::Torus { major, minor } => {
                let (major, minor) = (real(major), real(minor));
                visitor.visit(|p| torus(p, major, minor));
            }
            Self::Cone(cone) => {
                let cone = ConeOf::<T>::new(&cone);
                visitor.visit(|p| cone.distance(p));
            }
            Self::Plane => visitor.visit(plane),
        }
    }

    /// The least box round the shape when `turn` maps its axes to the world's, about the origin.
    fn bounds(&self, turn: &DMat3) -> Bounds {
        let axis = turn.y_axis;
        // How far a unit circle round the axis reaches along each world axis.
        let circle = (DVec3::ONE - axis * axis).max(DVec3::ZERO).map(f64::sqrt);
        let symmetric = |half: DVec3| Bounds::new(-half, half);
        match *self {
            Self::Sphere { radius } => symmetric(DVec3::splat(radius)),
            Self::Box { core, round } => {
                let turned = turn.x_axis.abs() * core.x + turn.y_axis.abs() * core.y + turn.z_axis.abs() * core.z;
                symmetric(turned + round)
            }
            Self::Cylinder { radius, half_height } => symmetric(axis.abs() * half_height + circle * radius),
            Self::Capsule { radius, half_height } => symmetric(axis.abs() * half_height + radius),
            Self::Torus { major, minor } => symmetric(circle * major + minor),
            Self::Cone(Cone { radius, half_height, .. }) => {
                let (tip, base) = (axis * half_height, -axis * half_height);
                Bounds::new(tip.min(base - circle * radius), tip.max(base + circle * radius))
            }
            Self::Plane => plane_bounds(axis),
        }
    }
}

/// A half space has bounds only across an axis of the world.
fn plane_bounds(normal: DVec3) -> Bounds {
    let mut bounds = Bounds::EVERYTHING;
    for i in 0..3 {
        if normal[i] == 1.0 {
            bounds.max[i] = 0.0;
        } else if normal[i] == -1.0 {
            bounds.min[i] = 0.0;
        }
    }
    bounds
}

impl Placement {
    /// Where a shape of the given frame stands; spheres need no rotation. The scale is in the shape's sizes.
    pub(super) fn new(world: &Transform, shape: &Shape) -> Self {
        let turned = world.turn != DMat3::IDENTITY && !matches!(shape, Shape::Sphere { .. });
        Self { at: world.at, turn: turned.then_some(world.turn) }
    }

    /// World direction of a local one.
    pub(super) fn vector(&self, local: DVec3) -> DVec3 {
        self.turn.map_or(local, |turn| turn * local)
    }
}

impl Primitive {
    /// Hands the visitor the distance as a function of points relative to `origin`.
    #[inline(always)]
    pub(super) fn visit<T: Real>(&self, origin: DVec3, visitor: impl Visit<T>) {
        let at = (self.placement.at - origin).to_array().map(T::from_f64);
        match self.placement.turn {
            None => self.shape.visit(Moved { at, inner: visitor }),
            Some(turn) => {
                let axes = turn.to_cols_array_2d().map(|axis| axis.map(T::from_f64));
                self.shape.visit(Turned { at, axes, inner: visitor });
            }
        }
    }

    /// The distance at a world point.
    #[inline(always)]
    pub(super) fn value(&self, p: DVec3) -> f64 {
        struct One<'a>([f64; 3], &'a mut f64);
        impl Visit<f64> for One<'_> {
            #[inline(always)]
            fn visit(self, distance: impl Fn([f64; 3]) -> f64) {
                *self.1 = distance(self.0);
            }
        }
        let mut out = 0.0;
        self.visit(DVec3::ZERO, One(p.to_array(), &mut out));
        out
    }

    /// A world point in the primitive's frame, by the operations of [`Primitive::value`].
    pub(super) fn local(&self, p: DVec3) -> DVec3 {
        let d = (p - self.placement.at).to_array();
        DVec3::from_array(match self.placement.turn {
            None => d,
            Some(turn) => turned(d, turn.to_cols_array_2d()),
        })
    }

    /// The least world box round the primitive.
    pub(super) fn bounds(&self) -> Bounds {
        let local = self.shape.bounds(&self.placement.turn.unwrap_or(DMat3::IDENTITY));
        Bounds::new(local.min + self.placement.at, local.max + self.placement.at)
    }
}

/// Moves points into the primitive's frame.
struct Moved<T, V> {
    at: [T; 3],
    inner: V,
}

impl<T: Real, V: Visit<T>> Visit<T> for Moved<T, V> {
    #[inline(always)]
    fn visit(self, distance: impl Fn([T; 3]) -> T) {
        let at = self.at;
        self.inner.visit(|[x, y, z]| distance([x - at[0], y - at[1], z - at[2]]));
    }
}

/// Moves and turns points into the primitive's frame.
struct Turned<T, V> {
    at: [T; 3],
    axes: [[T; 3]; 3],
    inner: V,
}

impl<T: Real, V: Visit<T>> Visit<T> for Turned<T, V> {
    #[inline(always)]
    fn visit(self, distance: impl Fn([T; 3]) -> T) {
        let (at, axes) = (self.at, self.axes);
        self.inner.visit(|[x, y, z]| distance(turned([x - at[0], y - at[1], z - at[2]], axes)));
    }
}

/// Components along the given unit axes.
#[inline(always)]
fn turned<T: Real>([x, y, z]: [T; 3], axes: [[T; 3]; 3]) -> [T; 3] {
    axes.map(|a| a[0] * x + a[1] * y + a[2] * z)
}

/// A gradient, and whether it jumps or is undefined here.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Slope {
    pub(super) gradient: DVec3,
    pub(super) feature: bool,
}

/// The vector's direction, or zero. Scaled first, so that it neither overflows nor underflows.
fn direction(v: DVec3) -> DVec3 {
    let largest = v.abs().max_element();
    if largest > 0.0 && largest.is_finite() { (v / largest).normalize() } else { DVec3::ZERO }
}

/// Away from the y axis; zero on it, as the derivative of a square root at 0 is taken to be 0.
fn radial(p: DVec3) -> DVec3 {
    direction(DVec3::new(p.x, 0.0, p.z))
}

fn sign(x: f64) -> f64 {
    if x < 0.0 { -1.0 } else { 1.0 }
}

/// A smooth spot, or an undefined one if the gradient is zero.
fn smooth(gradient: DVec3) -> Slope {
    Slope { gradient, feature: gradient == DVec3::ZERO }
}

impl Primitive {
    /// The gradient at a world point.
    pub(super) fn slope(&self, p: DVec3) -> Slope {
        let local = self.shape.slope(self.local(p));
        let gradient = self.placement.vector(local.gradient);
        Slope { gradient, feature: local.feature }
    }
}

impl Shape {
    /// The gradient at a local point: where it is undefined, the part that is defined, flagged.
    fn slope(&self, p: DVec3) -> Slope {
        match *self {
            Self::Sphere { .. } => smooth(direction(p)),
            Self::Box { core, .. } => box_slope(p, core),
            Self::Cylinder { radius, half_height } => cylinder_slope(p, radius, half_height),
            Self::Capsule { half_height, .. } => {
                smooth(direction(DVec3::new(p.x, sign(p.y) * 0.0_f64.max(p.y.abs() - half_height), p.z)))
            }
            Self::Torus { major, .. } => torus_slope(p, major),
            Self::Cone(cone) => cone_slope(p, &cone),
            Self::Plane => smooth(DVec3::Y),
        }
    }
}

fn box_slope(p: DVec3, core: DVec3) -> Slope {
    let excess = p.abs() - core;
    let signs = p.to_array().map(sign);
    if excess.max_element() > 0.0 {
        return smooth(direction(excess.max(DVec3::ZERO)) * DVec3::from_array(signs));
    }
    let largest = excess.max_element();
    let ties = excess.to_array().iter().filter(|&&e| e == largest).count();
    let axis = if excess.x == largest {
        0
    } else if excess.y == largest {
        1
    } else {
        2
    };
    Slope { gradient: DVec3::AXES[axis] * signs[axis], feature: ties > 1 || p[axis] == 0.0 }
}

fn cylinder_slope(p: DVec3, radius: f64, half_height: f64) -> Slope {
    let (outward, up) = (radial(p), DVec3::Y * sign(p.y));
    let excess = DVec2::new((p.x * p.x + p.z * p.z).sqrt() - radius, p.y.abs() - half_height);
    if excess.max_element() > 0.0 {
        let d = direction(excess.max(DVec2::ZERO).extend(0.0));
        return smooth(outward * d.x + up * d.y);
    }
    let tie = excess.x == excess.y;
    if excess.x >= excess.y {
        Slope { gradient: outward, feature: tie || outward == DVec3::ZERO }
    } else {
        Slope { gradient: up, feature: p.y == 0.0 }
    }
}

fn torus_slope(p: DVec3, major: f64) -> Slope {
    let outward = radial(p);
    let d = direction(DVec3::new((p.x * p.x + p.z * p.z).sqrt() - major, p.y, 0.0));
    let gradient = outward * d.x + DVec3::Y * d.y;
    Slope { gradient, feature: d == DVec3::ZERO || outward == DVec3::ZERO }
}

fn cone_slope(p: DVec3, cone: &Cone) -> Slope {
    let outward = radial(p);
    let q = DVec2::new((p.x * p.x + p.z * p.z).sqrt(), p.y - cone.half_height);
    let (off_side, along_side) = (q.dot(cone.normal), q.dot(cone.along));
    let off_base = -cone.half_height - p.y;
    let in_world = |v: DVec2| outward * v.x + DVec3::Y * v.y;
    if off_side.max(off_base) <= 0.0 {
        return if off_side >= off_base {
            let feature = off_side == off_base || outward == DVec3::ZERO;
            Slope { gradient: in_world(cone.normal), feature }
        } else {
            smooth(DVec3::NEG_Y)
        };
    }
    let past_end = along_side - along_side.clamp(0.0, cone.side);
    let past_rim = 0.0_f64.max(q.x - cone.radius);
    let side = off_side * off_side + past_end * past_end;
    let base = off_base * off_base + past_rim * past_rim;
    let nearest =
        if base < side { DVec2::new(past_rim, -off_base) } else { cone.normal * off_side + cone.along * past_end };
    let d = direction(nearest.extend(0.0));
    // On the axis above the tip rounding may leave a trace of a radial part, which `outward` drops.
    smooth(direction(in_world(d.truncate())))
}
