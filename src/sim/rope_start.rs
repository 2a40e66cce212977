//! Where a rope's particles are at tick 0.

use crate::scene::RopeStart;
use glam::DVec3;

/// What a start shape is made from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Layout<'a> {
    /// Number of segments, at least 1.
    pub segments: usize,
    /// Rest length of a segment, metres.
    pub segment: f64,
    /// Anchored particles, ascending, and where they are, metres.
    pub anchors: &'a [(usize, DVec3)],
    /// Particle 0 of a rope without anchors, metres.
    pub at: DVec3,
    /// Unit direction of free ends.
    pub lay: DVec3,
    /// m/s².
    pub gravity: DVec3,
    /// Shape between two anchors.
    pub start: RopeStart,
}

/// Positions of all particles: spans between neighbouring anchors, free ends laid out straight.
pub(super) fn start_positions(layout: &Layout<'_>) -> Vec<DVec3> {
    let mut points = vec![layout.at; layout.segments + 1];
    let origin = [(0, layout.at)];
    let anchors = if layout.anchors.is_empty() { &origin[..] } else { layout.anchors };
    let (Some(&(first, first_at)), Some(&(last, last_at))) = (anchors.first(), anchors.last()) else {
        return points;
    };
    for (i, point) in points.iter_mut().enumerate() {
        if i < first {
            *point = first_at + layout.lay * (layout.segment * (first - i) as f64);
        } else if i >= last {
            *point = last_at + layout.lay * (layout.segment * (i - last) as f64);
        }
    }
    for pair in anchors.windows(2) {
        let [(i, a), (j, b)] = [pair[0], pair[1]];
        span(a, b, layout, &mut points[i..=j]);
    }
    points
}

/// Fills the particles from anchor `a` to anchor `b`, both included.
fn span(a: DVec3, b: DVec3, layout: &Layout<'_>, points: &mut [DVec3]) {
    let links = points.len() - 1;
    let length = layout.segment * links as f64;
    let down = layout.gravity.try_normalize();
    match (layout.start, down) {
        (RopeStart::Slack, Some(down)) if length > (b - a).length() * (1.0 + TAUT) => {
            hang(a, b, layout.segment, down, points);
        }
        _ => straight(a, b, points),
    }
    points[0] = a;
    points[links] = b;
}

/// Slack below this part of the distance cannot be told from a straight rope in double precision.
const TAUT: f64 = 1e-9;
/// Anchors whose horizontal distance is below this part of the length hang like a hairpin: there and back.
const VERTICAL: f64 = 1e-6;

/// Evenly spaced, whatever the rest length.
fn straight(a: DVec3, b: DVec3, points: &mut [DVec3]) {
    let links = points.len() - 1;
    for (i, point) in points.iter_mut().enumerate() {
        *point = a + (b - a) * (i as f64 / links as f64);
    }
}

/// The equilibrium of a chain of rigid links with equal weights in their joints: what a catenary becomes when it is cut
/// into links. Every link has its rest length, so nothing moves at the first tick.
fn hang(a: DVec3, b: DVec3, segment: f64, down: DVec3, points: &mut [DVec3]) {
    let links = points.len() - 1;
    let drop = (b - a).dot(down);
    let sideways = (b - a) - down * drop;
    let width = sideways.length();
    let length = segment * links as f64;
    if width <= VERTICAL * length {
        return hairpin(a, b, segment, down, points);
    }
    let Some(tension) = (Chain { links, width: width / segment, drop: drop / segment }).equilibrium() else {
        // Too close to straight for the numbers to tell.
        return straight(a, b, points);
    };
    let across = sideways / width;
    let mut at = a;
    for (i, point) in points.iter_mut().enumerate() {
        *point = at;
        let (x, y) = tension.link(i);
        at += (across * x + down * y) * segment;
    }
}

/// Straight down and up again, evenly spaced along the rope.
fn hairpin(a: DVec3, b: DVec3, segment: f64, down: DVec3, points: &mut [DVec3]) {
    let length = segment * (points.len() - 1) as f64;
    let descent = 0.5 * (length + (b - a).dot(down));
    for (i, point) in points.iter_mut().enumerate() {
        let along = segment * i as f64;
        *point = if along <= descent { a + down * along } else { b + down * (length - along) };
    }
}

/// A chain of unit links with unit weights in its joints, hung at two points.
#[derive(Clone, Copy, Debug)]
struct Chain {
    links: usize,
    /// Horizontal distance of the ends.
    width: f64,
    /// How much lower the second end is.
    drop: f64,
}

/// The pull at the chain's first end. Horizontally it is the same in every link, vertically each joint takes 1.
#[derive(Clone, Copy, Debug)]
struct Tension {
    horizontal: f64,
    vertical: f64,
}

impl Tension {
    /// Unit vector (across, down) of link `i`: a link lies along its pull.
    fn link(&self, i: usize) -> (f64, f64) {
        let v = self.vertical - i as f64;
        let pull = length_2d(self.horizontal, v);
        (self.horizontal / pull, v / pull)
    }
}

/// Length of (x, y) by sqrt alone, whose bits do not depend on the platform's maths library as `hypot`'s do.
fn length_2d(x: f64, y: f64) -> f64 {
    (x * x + y * y).sqrt()
}

/// The function that [`Chain::equilibrium`] minimises, and its derivatives.
#[derive(Clone, Copy, Debug)]
struct Slope {
    energy: f64,
    /// Where the chain ends, less where it should.
    gradient: (f64, f64),
    /// Second derivatives: hh, hv, vv.
    hessian: [f64; 3],
}

impl Slope {
    fn error(&self) -> f64 {
        self.gradient.0.abs() + self.gradient.1.abs()
    }

    /// Inverse Hessian times gradient.
    fn newton_step(&self) -> Option<(f64, f64)> {
        let [hh, hv, vv] = self.hessian;
        let determinant = hh * vv - hv * hv;
        let (gh, gv) = self.gradient;
        (determinant > 0.0).then(|| ((vv * gh - hv * gv) / determinant, (hh * gv - hv * gh) / determinant))
    }
}

impl Chain {
    /// Most Newton steps; from the catenary it takes about five.
    const MAX_STEPS: u32 = 60;
    /// How far from its second point the chain may end, in link lengths per link.
    const TOLERANCE: f64 = 1e-9;

    /// The pull for which the chain ends at its second point: the minimum of the convex function
    /// sum of |pull of link i| - horizontal·width - vertical·drop, by Newton's method with step halving.
    fn equilibrium(&self) -> Option<Tension> {
        let mut at = self.catenary()?;
        let mut now = self.slope(at);
        for _ in 0..Self::MAX_STEPS {
            if now.error() < 1e-13 * self.links as f64 {
                break;
            }
            let Some((next, slope)) = now.newton_step().and_then(|step| self.descend(at, step, &now)) else { break };
            (at, now) = (next, slope);
        }
        (now.error() < Self::TOLERANCE * self.links as f64).then_some(at)
    }

    /// The longest of the halved steps that goes down as Newton's step should (Armijo's rule) and keeps the horizontal
    /// pull above zero. Close to the minimum the energy drowns in rounding, and the gradient tells instead.
    fn descend(&self, at: Tension, step: (f64, f64), now: &Slope) -> Option<(Tension, Slope)> {
        let promised = 1e-4 * (step.0 * now.gradient.0 + step.1 * now.gradient.1);
        let take = |part: f64| {
            let next = Tension { horizontal: at.horizontal - part * step.0, vertical: at.vertical - part * step.1 };
            (next.horizontal > 0.0).then(|| (next, self.slope(next)))
        };
        let parts = || std::iter::successors(Some(1.0), |part| Some(part * 0.5)).take(40);
        let lower = parts().find_map(|part| take(part).filter(|(_, s)| s.energy < now.energy - part * promised));
        lower.or_else(|| parts().find_map(|part| take(part).filter(|(_, s)| s.error() < now.error())))
    }

    fn slope(&self, at: Tension) -> Slope {
        let mut slope = Slope {
            energy: -at.horizontal * self.width - at.vertical * self.drop,
            gradient: (-self.width, -self.drop),
            hessian: [0.0; 3],
        };
        for i in 0..self.links {
            let v = at.vertical - i as f64;
            let pull = length_2d(at.horizontal, v);
            let (x, y) = (at.horizontal / pull, v / pull);
            slope.energy += pull;
            slope.gradient.0 += x;
            slope.gradient.1 += y;
            slope.hessian[0] += y * y / pull;
            slope.hessian[1] -= x * y / pull;
            slope.hessian[2] += x * x / pull;
        }
        slope
    }

    /// The continuous catenary's pull, where Newton starts: length² - drop² = (2a·sinh(width/2a))² gives a, the ratio
    /// of horizontal pull and weight per length; the vertical pull at the end follows (Irvine, Cable Structures, 1.2).
    fn catenary(&self) -> Option<Tension> {
        let length = self.links as f64;
        let ratio = (length * length - self.drop * self.drop).sqrt() / self.width;
        if !(ratio.is_finite() && ratio > 1.0) {
            return None;
        }
        // sinh(x)/x grows from 1; at 700 sinh is near the end of double precision.
        let (mut low, mut high) = (0.0_f64, 700.0_f64);
        for _ in 0..200 {
            let x = 0.5 * (low + high);
            let too_slack = if x > 0.0 { libm::sinh(x) / x > ratio } else { false };
            if too_slack { high = x } else { low = x }
        }
        let x = 0.5 * (low + high);
        let horizontal = self.width / (2.0 * x);
        let vertical = 0.5 * (length - 1.0) + 0.5 * self.drop / libm::tanh(x);
        (horizontal.is_finite() && vertical.is_finite() && horizontal > 0.0).then_some(Tension { horizontal, vertical })
    }
}

#[cfg(test)]
#[path = "rope_start_tests.rs"]
mod tests;
