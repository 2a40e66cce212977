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
pub(super) fn span(a: DVec3, b: DVec3, layout: &Layout<'_>, points: &mut [DVec3]) {
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
/// Evenly spaced, whatever the rest length.
fn straight(a: DVec3, b: DVec3, points: &mut [DVec3]) {
    let links = points.len() - 1;
    for (i, point) in points.iter_mut().enumerate() {
        *point = a + (b - a) * (i as f64 / links as f64);
    }
}

/// The equilibrium of a chain of rigid links with equal weights in their joints: what a catenary becomes when it is cut
/// into links. Links have their rest length, so nothing moves at the first tick.
fn hang(a: DVec3, b: DVec3, segment: f64, down: DVec3, points: &mut [DVec3]) {
    let drop = (b - a).dot(down);
    let sideways = (b - a) - down * drop;
    let across = sideways.try_normalize().unwrap_or(DVec3::ZERO);
    let chain = Chain { links: points.len() - 1, width: sideways.dot(across) / segment, drop: drop / segment };
    let Some(tension) = chain.folded().or_else(|| chain.newton()).or_else(|| chain.bisection()) else {
        // Too close to straight for the numbers to tell.
        return straight(a, b, points);
    };
    let mut at = a;
    for (i, point) in points.iter_mut().enumerate() {
        *point = at;
        let (x, y) = tension.link(i);
        at += (across * x + down * y) * segment;
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
    /// Where the link without pull goes, if there is one.
    loose: (f64, f64),
}

impl Tension {
    fn new(horizontal: f64, vertical: f64) -> Self {
        Self { horizontal, vertical, loose: (0.0, 0.0) }
    }

    /// Unit vector (across, down) of link `i`: a link lies along its pull.
    fn link(&self, i: usize) -> (f64, f64) {
        let v = self.vertical - i as f64;
        let pull = length_2d(self.horizontal, v);
        if pull > 0.0 { (self.horizontal / pull, v / pull) } else { self.loose }
    }
}

/// Where `above` turns from false to true between `low` and `high`, by at most 100 halvings.
fn bisect(mut low: f64, mut high: f64, above: impl Fn(f64) -> bool) -> f64 {
    for _ in 0..100 {
        let middle = 0.5 * (low + high);
        // No double lies between: the interval has closed.
        if middle <= low || middle >= high {
            break;
        }
        if above(middle) { high = middle } else { low = middle }
    }
    0.5 * (low + high)
}

/// Length of (x, y) by sqrt alone, whose bits do not depend on the platform's maths library as `hypot`'s do.
fn length_2d(x: f64, y: f64) -> f64 {
    (x * x + y * y).sqrt()
}

/// The function that [`Chain::newton`] minimises, and its derivatives.
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

    /// The chain whose ends are closer than a link is long: straight down, one loose link, straight up. Nothing pulls
    /// horizontally, and the loose link closes the gap; it may be shorter than the others. None if the gap is wider
    /// than a link.
    fn folded(&self) -> Option<Tension> {
        let last = self.links as f64 - 1.0;
        let lowest = (0.5 * (last + self.drop)).round();
        let loose = (self.width, self.drop - (2.0 * lowest - last));
        let fits = (0.0..=last).contains(&lowest) && length_2d(loose.0, loose.1) <= 1.0;
        fits.then_some(Tension { horizontal: 0.0, vertical: lowest, loose })
    }

    /// The pull for which the chain ends at its second point: the minimum of the convex function
    /// sum of |pull of link i| - horizontal·width - vertical·drop, by Newton's method with step halving.
    fn newton(&self) -> Option<Tension> {
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

    /// The same minimum by two nested bisections: the width grows with the horizontal pull, the drop with the vertical
    /// one. Slower by far, but sure where the ends are hardly farther apart than a link, and the energy has nearly a
    /// corner.
    fn bisection(&self) -> Option<Tension> {
        let pull_for_drop = |horizontal: f64| {
            let reach = 1e6 * self.links as f64;
            let vertical = bisect(-reach, reach, |v| self.slope(Tension::new(horizontal, v)).gradient.1 > 0.0);
            Tension::new(horizontal, vertical)
        };
        let exponent = bisect(-40.0, 40.0, |e| self.slope(pull_for_drop(libm::exp(e))).gradient.0 > 0.0);
        let found = pull_for_drop(libm::exp(exponent));
        (self.slope(found).error() < Self::TOLERANCE * self.links as f64).then_some(found)
    }

    /// The longest of the halved steps that goes down as Newton's step should (Armijo's rule) and keeps the horizontal
    /// pull above zero. Close to the minimum the energy drowns in rounding, and the gradient tells instead.
    fn descend(&self, at: Tension, step: (f64, f64), now: &Slope) -> Option<(Tension, Slope)> {
        let promised = 1e-4 * (step.0 * now.gradient.0 + step.1 * now.gradient.1);
        let take = |part: f64| {
            let next = Tension::new(at.horizontal - part * step.0, at.vertical - part * step.1);
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
        let x = bisect(0.0, 700.0, |x| libm::sinh(x) / x > ratio);
        let horizontal = self.width / (2.0 * x);
        let vertical = 0.5 * (length - 1.0) + 0.5 * self.drop / libm::tanh(x);
        let sound = horizontal.is_finite() && vertical.is_finite() && horizontal > 0.0;
        sound.then_some(Tension::new(horizontal, vertical))
    }
}

#[cfg(test)]
#[path = "rope_start_tests.rs"]
mod tests;
