//! Glyphs of the embedded icon font (a subset of Lucide, ISC licence, in `assets/fonts`).
//!
//! Icons are characters of the font family [`family`]; they never carry meaning alone: each control that shows one also
//! has a text or an accessible name.

use crate::scene::{Category, Kind};
use egui::{FontFamily, FontId, RichText};

pub(crate) const ARC: &str = "\u{e4c2}";
pub(crate) const ARROW_DOWN: &str = "\u{e042}";
pub(crate) const ARROW_UP: &str = "\u{e04a}";
pub(crate) const BALLS: &str = "\u{e0b5}";
pub(crate) const BOX: &str = "\u{e061}";
pub(crate) const BUMPS: &str = "\u{e55b}";
pub(crate) const CHECK: &str = "\u{e226}";
pub(crate) const CHEVRON_DOWN: &str = "\u{e06d}";
pub(crate) const CHEVRON_RIGHT: &str = "\u{e06f}";
pub(crate) const CLOCK: &str = "\u{e087}";
pub(crate) const CLOSE: &str = "\u{e1b2}";
pub(crate) const CONE: &str = "\u{e523}";
pub(crate) const COPY: &str = "\u{e09e}";
pub(crate) const CYLINDER: &str = "\u{e525}";
pub(crate) const DEFORMER: &str = "\u{e62f}";
pub(crate) const DIAMOND: &str = "\u{e2d2}";
pub(crate) const DISC: &str = "\u{e0af}";
pub(crate) const EGG: &str = "\u{e25d}";
pub(crate) const ERROR: &str = "\u{e077}";
pub(crate) const EXPAND: &str = "\u{e21a}";
pub(crate) const EYE: &str = "\u{e0ba}";
pub(crate) const EYE_OFF: &str = "\u{e0bb}";
pub(crate) const FAIL: &str = "\u{e084}";
pub(crate) const FILE: &str = "\u{e0cc}";
pub(crate) const FIRST: &str = "\u{e15f}";
pub(crate) const FRAME: &str = "\u{e524}";
pub(crate) const GRID: &str = "\u{e0e9}";
pub(crate) const GROUP: &str = "\u{e0d7}";
pub(crate) const HANDLES: &str = "\u{e3b1}";
pub(crate) const HEXAGON: &str = "\u{e0f3}";
pub(crate) const INFO: &str = "\u{e0f9}";
pub(crate) const INPUT: &str = "\u{e120}";
pub(crate) const INSPECT: &str = "\u{e2e4}";
pub(crate) const INTERSECT: &str = "\u{e658}";
pub(crate) const LAST: &str = "\u{e160}";
pub(crate) const LINK: &str = "\u{e102}";
pub(crate) const MIRROR: &str = "\u{e35e}";
pub(crate) const MOUNTAIN: &str = "\u{e231}";
pub(crate) const MOVE: &str = "\u{e121}";
pub(crate) const ONION: &str = "\u{e345}";
pub(crate) const OVERLAYS: &str = "\u{e529}";
pub(crate) const PAUSE: &str = "\u{e12e}";
pub(crate) const PENTAGON: &str = "\u{e52b}";
pub(crate) const PILL: &str = "\u{e3bd}";
pub(crate) const PLANE: &str = "\u{e528}";
pub(crate) const PLAY: &str = "\u{e13c}";
pub(crate) const PLUS: &str = "\u{e13d}";
pub(crate) const POKE: &str = "\u{e1e8}";
pub(crate) const PYRAMID: &str = "\u{e52c}";
pub(crate) const ROPE: &str = "\u{e38b}";
pub(crate) const ROTATE: &str = "\u{e2ea}";
pub(crate) const ROUGH: &str = "\u{e038}";
pub(crate) const ROUND: &str = "\u{e648}";
pub(crate) const SCALE: &str = "\u{e2ec}";
pub(crate) const SELECT: &str = "\u{e1c3}";
pub(crate) const SETTINGS: &str = "\u{e29a}";
pub(crate) const SHAPES: &str = "\u{e4b3}";
pub(crate) const SHEAR: &str = "\u{e0fb}";
pub(crate) const SHELL: &str = "\u{e4b1}";
pub(crate) const SLAB: &str = "\u{e52a}";
pub(crate) const SNAP: &str = "\u{e2b5}";
pub(crate) const SPHERE: &str = "\u{e076}";
pub(crate) const SPOKES: &str = "\u{e109}";
pub(crate) const STALE: &str = "\u{e296}";
pub(crate) const STEP: &str = "\u{e3ea}";
pub(crate) const STEP_BACK: &str = "\u{e3e9}";
pub(crate) const STRETCH: &str = "\u{e27c}";
pub(crate) const SUBTRACT: &str = "\u{e659}";
pub(crate) const TERMINAL: &str = "\u{e181}";
pub(crate) const TEST: &str = "\u{e0d5}";
pub(crate) const TIMER: &str = "\u{e1e0}";
pub(crate) const TORNADO: &str = "\u{e218}";
pub(crate) const TORUS: &str = "\u{e52f}";
pub(crate) const TRASH: &str = "\u{e18e}";
pub(crate) const TRIANGLE: &str = "\u{e192}";
pub(crate) const TWIST: &str = "\u{e677}";
pub(crate) const UNION: &str = "\u{e65a}";
pub(crate) const UNLINK: &str = "\u{e19c}";
pub(crate) const VASE: &str = "\u{e2f8}";
pub(crate) const WARNING: &str = "\u{e193}";
pub(crate) const WAVES: &str = "\u{e283}";
pub(crate) const WEDGE: &str = "\u{e4ed}";
pub(crate) const XOR: &str = "\u{e657}";

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
        Category::Solids => SHAPES,
        Category::Implicit => WAVES,
        Category::Combine => UNION,
        Category::Deform => TORNADO,
        Category::Shell => SHELL,
    }
}

/// The icon of a kind of node.
pub(crate) fn of_kind(kind: &Kind) -> &'static str {
    match kind {
        Kind::Sphere { .. } => SPHERE,
        Kind::Box { .. } => BOX,
        Kind::BoxFrame { .. } => FRAME,
        Kind::Cylinder { .. } => CYLINDER,
        Kind::Capsule { .. } => PILL,
        Kind::Torus { .. } => TORUS,
        Kind::CappedTorus { .. } => ARC,
        Kind::Link { .. } => LINK,
        Kind::Cone { .. } | Kind::CappedCone { .. } => CONE,
        Kind::RoundedCone { .. } | Kind::Ellipsoid { .. } => EGG,
        Kind::Plane => PLANE,
        Kind::Slab { .. } => SLAB,
        Kind::HexPrism { .. } => HEXAGON,
        Kind::Prism { .. } | Kind::Extrusion { .. } => PENTAGON,
        Kind::TriPrism { .. } => TRIANGLE,
        Kind::Pyramid { .. } | Kind::Tetrahedron { .. } => PYRAMID,
        Kind::Octahedron { .. } => DIAMOND,
        Kind::Wedge { .. } => WEDGE,
        Kind::Disc { .. } => DISC,
        Kind::Revolution { .. } => VASE,
        Kind::Metaballs { .. } => BALLS,
        Kind::Terrain { .. } => MOUNTAIN,
        Kind::Union { .. } => UNION,
        Kind::Subtract { .. } => SUBTRACT,
        Kind::Intersect { .. } => INTERSECT,
        Kind::Xor { .. } => XOR,
        Kind::Group => GROUP,
        Kind::Mirror { .. } => MIRROR,
        Kind::Repeat { .. } => GRID,
        Kind::PolarRepeat { .. } => SPOKES,
        Kind::Elongate { .. } => STRETCH,
        Kind::Twist { .. } => TWIST,
        Kind::Shear { .. } => SHEAR,
        Kind::Displace { .. } => BUMPS,
        Kind::Noise { .. } => ROUGH,
        Kind::Offset { .. } => EXPAND,
        Kind::Round { .. } => ROUND,
        Kind::Onion { .. } => ONION,
        _ => of_category(kind.category()),
    }
}
