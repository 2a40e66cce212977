//! Checks of what a node is: each number against the registry's range, then what several fields must fulfil together.

use super::checker::{Checker, Place};
use crate::math::{PolygonFault, polygon_fault};
use crate::scene::{Ball, Kind, List, Param, limits, number};
use glam::{DVec2, DVec3};

impl Checker<'_> {
    pub(super) fn kind(&mut self, at: &Place, kind: &Kind) {
        for param in kind.params() {
            self.param(at, &param);
        }
        for list in kind.lists() {
            self.list(at, kind, &list);
        }
        match kind {
            Kind::CappedCone { bottom: 0.0, top: 0.0, .. } => {
                let message = format!("Both radii of {} are 0, so it is a line.", at.name());
                self.error(at, "kind.bottom", message, "Give one end a radius above 0.");
            }
            Kind::Repeat { spacing: DVec3::ZERO, .. } => {
                let message = format!("The spacing of {} is 0 along all axes, so nothing is repeated.", at.name());
                self.warn(at, "kind.spacing", message, "Give one axis a spacing, or use a Group.");
            }
            _ => {}
        }
    }

    /// One number against its range.
    fn param(&mut self, at: &Place, param: &Param) {
        // A limit that follows from a size which is an error itself says nothing.
        let has_limit = param.max >= param.min;
        if param.allows(param.value) || (!has_limit && param.value >= param.min) {
            return;
        }
        let shown = shown(param, param.value);
        let label = lower_first(param.label);
        let message = if param.integer && label.ends_with('s') && param.name == label {
            format!("{} has {shown} {label}.", at.name())
        } else {
            format!("The {label} of {} is {shown}.", at.name())
        };
        self.error(at, &format!("kind.{}", param.name), message, hint(param));
    }

    /// The entries of a list: how many, and each.
    fn list(&mut self, at: &Place, kind: &Kind, list: &List) {
        let field = format!("kind.{}", list.name);
        let count = list.value.len();
        if !list.counts.contains(&count) {
            let message = format!("{} has {count} {}.", at.name(), list.name);
            self.error(at, &field, message, format!("Use {} to {}.", list.counts.start(), list.counts.end()));
            return;
        }
        match &list.value {
            crate::scene::Entries::Points(points) => self.polygon(at, kind, &field, points),
            crate::scene::Entries::Balls(balls) => self.balls(at, &field, balls),
        }
    }

    fn balls(&mut self, at: &Place, field: &str, balls: &[Ball]) {
        for (i, ball) in balls.iter().enumerate() {
            let inner = at.inner(&format!("{field}[{i}]"));
            self.point(&inner, "at", ball.at);
            self.size(&inner, "radius", ball.radius);
        }
    }

    /// A polygon whose sides do not touch each other but at their common corners, with an area.
    fn polygon(&mut self, at: &Place, kind: &Kind, field: &str, points: &[DVec2]) {
        let is_far = |p: &DVec2| !p.is_finite() || p.abs().max_element() > limits::MAX_LENGTH;
        if let Some(i) = points.iter().position(is_far) {
            let message = format!("Corner {i} of {} is {}.", at.name(), corner(points[i]));
            let hint = format!("Use finite numbers, none beyond {} m.", number(limits::MAX_LENGTH));
            self.error(at, &format!("{field}[{i}]"), message, hint);
            return;
        }
        let is_revolved = matches!(kind, Kind::Revolution { .. });
        if let Some(i) = points.iter().position(|p| is_revolved && p.x < 0.0) {
            let message = format!("Corner {i} of {} is {}, beyond the axis.", at.name(), corner(points[i]));
            self.error(
                at,
                &format!("{field}[{i}]"),
                message,
                "The first number is the distance from y: use 0 or more.",
            );
            return;
        }
        match polygon_fault(points) {
            None => {}
            Some(PolygonFault::Repeated(i)) => {
                let message =
                    format!("Corners {i} and {} of {} are the same point.", (i + 1) % points.len(), at.name());
                self.error(at, &format!("{field}[{i}]"), message, "Remove one of the two.");
            }
            Some(PolygonFault::Crossing(i, j)) => {
                let message = format!("The polygon of {} touches itself: side {i} meets side {j}.", at.name());
                let hint = "Side i goes from corner i to the next: move or reorder corners so that no two sides meet.";
                self.error(at, field, message, hint);
            }
        }
    }
}

fn hint(param: &Param) -> String {
    let unit = if param.unit.is_empty() { String::new() } else { format!(" {}", param.unit) };
    let is_length = param.unit == "m";
    if !param.value.is_finite() {
        return "Use a finite number.".to_owned();
    }
    if param.positive && param.value <= 0.0 {
        return format!("Use a {} above 0.", if is_length { "length" } else { "number" });
    }
    if param.value > param.max && param.max >= param.min {
        let why = if param.max_is.is_empty() { String::new() } else { format!(", {}", param.max_is) };
        return format!("Use at most {}{unit}{why}.", shown(param, param.max));
    }
    let none = if param.or_zero { "0, or " } else { "" };
    format!("Use {none}at least {}{unit}.", shown(param, param.min))
}

fn shown(param: &Param, value: f64) -> String {
    if param.integer { format!("{value:.0}") } else { number(value) }
}

fn corner(p: DVec2) -> String {
    format!("({}, {})", number(p.x), number(p.y))
}

/// "Half height (y)" as it stands within a sentence.
fn lower_first(label: &str) -> String {
    let mut chars = label.chars();
    chars.next().map_or_else(String::new, |first| first.to_lowercase().chain(chars).collect())
}
