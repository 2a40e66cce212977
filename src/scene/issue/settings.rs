//! Checks of contour and simulation settings, inputs, expectations and view.

use super::Part;
use super::checker::{Checker, Found, Place};
use crate::scene::{Act, Domain, Expect, limits, number};

impl Checker<'_> {
    pub(super) fn contour(&mut self) {
        let contour = &self.scene.contour;
        let at = Place::new(Part::Contour, "contour");
        let cell = contour.cell;
        self.size(&at, "cell", cell);
        if (limits::MIN_LENGTH..limits::SMALL_CELL).contains(&cell) {
            let cells = (1.0 / cell).powi(3);
            let message =
                format!("The cell of contour is {}: a solid of 1 m has about {cells:.0e} such cells.", number(cell));
            self.warn(&at, "cell", message, "Use a greater cell, unless the solids are tiny.");
        }
        if let Domain::Box { min, max } = contour.domain {
            self.point(&at, "domain.min", min);
            self.point(&at, "domain.max", max);
            let sides = [("x", min.x, max.x), ("y", min.y, max.y), ("z", min.z, max.z)];
            let is_empty = |(_, min, max): &(&str, f64, f64)| min.is_finite() && max.is_finite() && min >= max;
            let empty: Vec<String> = sides
                .into_iter()
                .filter(is_empty)
                .map(|(axis, min, max)| format!("along {axis} it goes from {} to {}", number(min), number(max)))
                .collect();
            if !empty.is_empty() {
                let message = format!("The domain is empty: {}.", empty.join(", "));
                self.error(&at, "domain", message, "Use a min below max on each axis.");
            }
        }
        self.number(&at, "sharpness", contour.sharpness, limits::SHARPNESS);
        self.number(&at, "bias", contour.bias, limits::BIAS);
    }

    pub(super) fn simulation(&mut self) {
        let simulation = &self.scene.simulation;
        let at = Place::new(Part::Simulation, "simulation");
        if !(simulation.dt > 0.0 && simulation.dt <= limits::MAX_DT) {
            self.bad_value(&at, "dt", simulation.dt, format!("Use seconds above 0, at most {:?}.", limits::MAX_DT));
        }
        self.vector(&at, "gravity", simulation.gravity, limits::MAX_GRAVITY);
        self.whole(&at, "substeps", simulation.substeps, &limits::SUBSTEPS);
        if let Some(floor) = simulation.floor {
            self.number(&at, "floor", floor, -limits::MAX_LENGTH..=limits::MAX_LENGTH);
        }
    }

    pub(super) fn inputs(&mut self) {
        let scene = self.scene;
        for (i, input) in scene.inputs.iter().enumerate() {
            let at = Place::new(Part::Input(i), format!("inputs[{i}]"));
            self.whole(&at, "ticks", input.ticks, &(1..=limits::MAX_TICK));
            let end = u64::from(input.tick) + u64::from(input.ticks);
            if end > u64::from(limits::MAX_TICK) {
                let message = format!("inputs[{i}] goes on until tick {end}.");
                self.error(&at, "tick", message, format!("Use ticks up to {}.", limits::MAX_TICK));
            }
            match &input.act {
                Act::Poke { origin, direction, force, offset } => {
                    self.point(&at, "act.origin", *origin);
                    self.direction(&at, "act.direction", *direction);
                    self.number(&at, "act.force", *force, -limits::MAX_FORCE..=limits::MAX_FORCE);
                    self.number(&at, "act.offset", *offset, -limits::MAX_LENGTH..=limits::MAX_LENGTH);
                }
                Act::MoveAnchor { rope, particle, to } => {
                    self.anchored_particle(&at, rope, *particle);
                    self.point(&at, "act.to", *to);
                }
            }
        }
    }

    fn anchored_particle(&mut self, at: &Place, rope: &str, particle: u32) {
        let Some(i) = self.rope_named(at, "act.rope", rope) else { return };
        let anchors = &self.scene.ropes[i].anchors;
        if anchors.iter().all(|anchor| anchor.particle != particle) {
            let mut held: Vec<String> = anchors.iter().map(|anchor| anchor.particle.to_string()).take(20).collect();
            if held.is_empty() {
                held.push("none".to_owned());
            }
            let message = format!("Particle {particle} of \"{rope}\" has no anchor that could be moved.");
            self.error(
                at,
                "act.particle",
                message,
                format!("Add one, or move another; anchored are: {}.", held.join(", ")),
            );
        }
    }

    /// Position of the rope called so; otherwise an error.
    fn rope_named(&mut self, at: &Place, field: &str, rope: &str) -> Option<usize> {
        let message = match self.find(rope) {
            Some(Found::Rope(i)) => return Some(i),
            Some(found) => format!("\"{rope}\" is {}, not a rope.", found.sort()),
            None => format!("There is no rope called \"{rope}\"."),
        };
        self.error(at, field, message, "Name a rope of the scene.");
        None
    }

    pub(super) fn expectations(&mut self) {
        let scene = self.scene;
        for (i, claim) in scene.expect.iter().enumerate() {
            let at = Place::new(Part::Expect(i), format!("expect[{i}]"));
            match claim {
                Expect::Closed => {}
                Expect::Stretch { rope, at_most, ticks } => {
                    let _ = self.rope_named(&at, "rope", rope);
                    self.number(&at, "at_most", *at_most, 0.0..=f64::MAX);
                    self.whole(&at, "ticks", *ticks, &(0..=limits::MAX_TICK));
                }
                Expect::StateHash { tick, hash } => {
                    self.whole(&at, "tick", *tick, &(0..=limits::MAX_TICK));
                    if hash.len() != 16 || !hash.bytes().all(|b| b.is_ascii_hexdigit()) {
                        let hint = "Use 16 hexadecimal digits, as \"isolab run --hash\" prints them.";
                        self.bad_value(&at, "hash", hash.as_str(), hint);
                    }
                }
            }
        }
    }

    /// A bad view is a warning only: nothing that is built depends on it.
    pub(super) fn view(&mut self) {
        let view = &self.scene.view;
        let at = Place::new(Part::View, "view");
        let is_usable = |p: glam::DVec3| p.is_finite() && p.abs().max_element() <= limits::MAX_LENGTH;
        for (field, point) in [("eye", view.eye), ("target", view.target)] {
            if !is_usable(point) {
                let message = format!(
                    "The {field} of the view is ({}, {}, {}).",
                    number(point.x),
                    number(point.y),
                    number(point.z)
                );
                self.warn(&at, field, message, "Use finite numbers near the scene.");
            }
        }
        if view.eye == view.target {
            let message = "The camera's eye is at its target, so it looks nowhere.".to_owned();
            self.warn(&at, "eye", message, "Move one of them.");
        }
        for (i, id) in view.hidden.iter().enumerate() {
            if self.find(id).is_none() {
                let message = format!("There is nothing called \"{id}\" that could be hidden.");
                self.warn(&at, &format!("hidden[{i}]"), message, "Remove it from the list.");
            }
        }
    }
}
