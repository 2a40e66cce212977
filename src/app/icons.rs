//! Glyphs of the embedded icon font (a subset of Lucide, ISC licence, in `assets/fonts`).
//!
//! Icons are characters of the font family [`family`]; they never carry meaning alone: each control that shows one also
//! has a text or an accessible name.

use crate::scene::{Category, Kind};
use egui::{FontFamily, FontId, RichText};

pub(crate) const BOX: &str = "\u{e061}";
pub(crate) const CHECK: &str = "\u{e226}";
pub(crate) const CHEVRON_DOWN: &str = "\u{e06d}";
pub(crate) const CHEVRON_RIGHT: &str = "\u{e06f}";
pub(crate) const CLOCK: &str = "\u{e087}";
pub(crate) const CONE: &str = "\u{e523}";
pub(crate) const COPY: &str = "\u{e09e}";
pub(crate) const CYLINDER: &str = "\u{e525}";
pub(crate) const DEFORMER: &str = "\u{e62f}";
pub(crate) const ERROR: &str = "\u{e077}";
pub(crate) const EYE: &str = "\u{e0ba}";
pub(crate) const EYE_OFF: &str = "\u{e0bb}";
pub(crate) const FAIL: &str = "\u{e084}";
pub(crate) const FILE: &str = "\u{e0cc}";
pub(crate) const FIRST: &str = "\u{e15f}";
pub(crate) const GROUP: &str = "\u{e0d7}";
pub(crate) const INFO: &str = "\u{e0f9}";
pub(crate) const INPUT: &str = "\u{e120}";
pub(crate) const INSPECT: &str = "\u{e2e4}";
pub(crate) const INTERSECT: &str = "\u{e658}";
pub(crate) const LAST: &str = "\u{e160}";
pub(crate) const MOVE: &str = "\u{e121}";
pub(crate) const OVERLAYS: &str = "\u{e529}";
pub(crate) const PAUSE: &str = "\u{e12e}";
pub(crate) const PILL: &str = "\u{e3bd}";
pub(crate) const PLANE: &str = "\u{e528}";
pub(crate) const PLAY: &str = "\u{e13c}";
pub(crate) const PLUS: &str = "\u{e13d}";
pub(crate) const POKE: &str = "\u{e1e8}";
pub(crate) const ROPE: &str = "\u{e38b}";
pub(crate) const ROTATE: &str = "\u{e2ea}";
pub(crate) const SCALE: &str = "\u{e2ec}";
pub(crate) const SELECT: &str = "\u{e1c3}";
pub(crate) const SETTINGS: &str = "\u{e29a}";
pub(crate) const SNAP: &str = "\u{e2b5}";
pub(crate) const SPHERE: &str = "\u{e076}";
pub(crate) const STALE: &str = "\u{e296}";
pub(crate) const STEP: &str = "\u{e3ea}";
pub(crate) const STEP_BACK: &str = "\u{e3e9}";
pub(crate) const SUBTRACT: &str = "\u{e659}";
pub(crate) const TEST: &str = "\u{e0d5}";
pub(crate) const TERMINAL: &str = "\u{e181}";
pub(crate) const TIMER: &str = "\u{e1e0}";
pub(crate) const TORUS: &str = "\u{e52f}";
pub(crate) const TRASH: &str = "\u{e18e}";
pub(crate) const UNION: &str = "\u{e65a}";
pub(crate) const WARNING: &str = "\u{e193}";
pub(crate) const CLOSE: &str = "\u{e1b2}";

/// Name under which the icon font is registered.
pub(crate) const FAMILY: &str = "icons";

/// The icon font's family.
pub(crate) fn family() -> FontFamily {
    FontFamily::Name(FAMILY.into())
}

/// The icon font at a size in points.
pub(crate) fn font(size: f32) -> FontId {
    FontId::new(size, family())
}

/// An icon as text of the usual size.
pub(crate) fn text(icon: &str) -> RichText {
    RichText::new(icon).font(font(15.0))
}

/// The icon of a category: kinds without one of their own have it.
pub(crate) fn of_category(category: Category) -> &'static str {
    match category {
        Category::Solids => BOX,
        Category::Implicit => SPHERE,
        Category::Combine => UNION,
        Category::Deform => TORUS,
        Category::Shell => PILL,
    }
}

/// The icon of a kind of node.
pub(crate) fn of_kind(kind: &Kind) -> &'static str {
    match kind {
        Kind::Sphere { .. } => SPHERE,
        Kind::Box { .. } => BOX,
        Kind::Cylinder { .. } => CYLINDER,
        Kind::Capsule { .. } => PILL,
        Kind::Torus { .. } => TORUS,
        Kind::Cone { .. } => CONE,
        Kind::Plane => PLANE,
        Kind::Union { .. } => UNION,
        Kind::Subtract { .. } => SUBTRACT,
        Kind::Intersect { .. } => INTERSECT,
        Kind::Group => GROUP,
        _ => of_category(kind.category()),
    }
}
