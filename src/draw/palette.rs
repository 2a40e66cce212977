//! The only place of colours outside of the editor's theme. Materials have theirs from the scene.
//!
//! Roles are told apart by people who see red and green alike: the hues are those of Okabe and Ito ("Color Universal
//! Design", 2008), some of them lighter on dark and darker on light ground.

use crate::inspect::Role;
use crate::scene::OverlayKind;

/// Light or dark ground.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Theme {
    /// Dark ground, light text.
    #[default]
    Dark,
    /// Light ground, dark text.
    Light,
}

/// sRGB red, green, blue, and opacity that is not multiplied in.
pub type Rgba = [u8; 4];

/// Colours of a theme that are not a role's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Palette {
    /// Upper edge of the background.
    pub background_top: Rgba,
    /// Lower edge of the background.
    pub background_bottom: Rgba,
    /// Lines of the grid.
    pub grid: Rgba,
    /// Every tenth line of the grid.
    pub grid_strong: Rgba,
    /// The x axis.
    pub axis_x: Rgba,
    /// The y axis.
    pub axis_y: Rgba,
    /// The z axis.
    pub axis_z: Rgba,
    /// Outline of what is selected; the editor's accent.
    pub selected: Rgba,
    /// Outline of what the pointer is over.
    pub hovered: Rgba,
    /// Round points, lines and arrows, so that they are seen on a mesh of any colour.
    pub halo: Rgba,
}

const DARK: Palette = Palette {
    background_top: [58, 62, 69, 255],
    background_bottom: [31, 33, 37, 255],
    grid: [150, 156, 166, 30],
    grid_strong: [165, 171, 181, 72],
    axis_x: [226, 96, 84, 200],
    axis_y: [122, 190, 84, 200],
    axis_z: [84, 146, 240, 200],
    selected: [64, 160, 255, 255],
    hovered: [168, 205, 245, 255],
    halo: [14, 16, 20, 190],
};

const LIGHT: Palette = Palette {
    background_top: [246, 247, 249, 255],
    background_bottom: [208, 213, 220, 255],
    grid: [92, 98, 108, 36],
    grid_strong: [80, 86, 96, 84],
    axis_x: [196, 56, 46, 200],
    axis_y: [72, 140, 40, 200],
    axis_z: [32, 92, 200, 200],
    selected: [0, 110, 225, 255],
    hovered: [84, 150, 220, 255],
    halo: [255, 255, 255, 205],
};

impl Theme {
    /// Its colours.
    #[must_use]
    pub fn palette(self) -> &'static Palette {
        match self {
            Self::Dark => &DARK,
            Self::Light => &LIGHT,
        }
    }
}

/// Colour of a role.
#[must_use]
pub fn role_color(role: Role, theme: Theme) -> Rgba {
    let (dark, light) = match role {
        Role::Normal => ([86, 180, 233, 255], [0, 114, 178, 255]),
        Role::Crossing => ([240, 228, 66, 255], [150, 130, 0, 255]),
        Role::CrossingNormal => ([230, 159, 0, 255], [178, 112, 0, 255]),
        Role::QefFree => ([240, 110, 40, 255], [200, 80, 0, 255]),
        Role::QefChosen => ([40, 200, 150, 255], [0, 128, 94, 255]),
        Role::QefPull => ([222, 140, 185, 255], [170, 80, 130, 255]),
        Role::MassPoint => ([245, 245, 245, 255], [60, 64, 70, 255]),
        Role::Cell => ([128, 132, 235, 170], [86, 80, 190, 150]),
        Role::SelectedCell => ([255, 255, 255, 255], [20, 22, 26, 255]),
        Role::CornerInside => ([40, 140, 220, 255], [0, 90, 160, 255]),
        Role::CornerOutside => ([235, 225, 205, 255], [170, 155, 125, 255]),
        Role::Ray => ([222, 140, 185, 255], [160, 60, 120, 255]),
        Role::Hit => ([240, 110, 40, 255], [200, 80, 0, 255]),
        Role::HitNormal => ([86, 180, 233, 255], [0, 114, 178, 255]),
        Role::ForcePoint => ([240, 228, 66, 255], [150, 130, 0, 255]),
        Role::Velocity => ([40, 200, 150, 255], [0, 128, 94, 255]),
        Role::Strain(degree) => (strain_color(degree, STRAIN_DARK), strain_color(degree, STRAIN_LIGHT)),
        Role::Wire => ([16, 18, 22, 110], [16, 18, 22, 100]),
        Role::Defect => ([255, 64, 160, 255], [216, 0, 110, 255]),
    };
    match theme {
        Theme::Dark => dark,
        Theme::Light => light,
    }
}

/// At rest, half way, too long. Lightness rises along with hue.
const STRAIN_DARK: [Rgba; 3] = [[60, 110, 190, 255], [240, 228, 66, 255], [255, 92, 30, 255]];
const STRAIN_LIGHT: [Rgba; 3] = [[40, 90, 170, 255], [190, 160, 0, 255], [205, 50, 0, 255]];

fn strain_color(degree: u8, stops: [Rgba; 3]) -> Rgba {
    let (from, to, part) = match degree {
        0..128 => (stops[0], stops[1], f32::from(degree) / 128.0),
        128.. => (stops[1], stops[2], f32::from(degree - 128) / 127.0),
    };
    std::array::from_fn(|i| (f32::from(from[i]) * (1.0 - part) + f32::from(to[i]) * part).round() as u8)
}

/// What a role is called in the legend.
#[must_use]
pub fn role_label(role: Role) -> &'static str {
    match role {
        Role::Normal => "Vertex normal",
        Role::Crossing => "Crossing",
        Role::CrossingNormal => "Gradient at a crossing",
        Role::QefFree => "Free QEF minimum",
        Role::QefChosen => "Chosen vertex",
        Role::QefPull => "Pulled into the cell",
        Role::MassPoint => "Mass point",
        Role::Cell => "Cell",
        Role::SelectedCell => "Selected cell",
        Role::CornerInside => "Corner inside",
        Role::CornerOutside => "Corner outside",
        Role::Ray => "Ray",
        Role::Hit => "Hit",
        Role::HitNormal => "Normal at the hit",
        Role::ForcePoint => "Force point",
        Role::Velocity => "Velocity",
        Role::Strain(0) => "Segment at rest",
        Role::Strain(255) => "Segment 5 % too long",
        Role::Strain(_) => "Segment strain",
        Role::Wire => "Triangle edge",
        Role::Defect => "Defect",
    }
}

/// The roles that an overlay draws, for its legend.
#[must_use]
pub fn legend(overlay: OverlayKind) -> &'static [Role] {
    match overlay {
        OverlayKind::Normals => &[Role::Normal],
        OverlayKind::Crossings => &[Role::Crossing, Role::CrossingNormal],
        OverlayKind::QefPoints => &[Role::QefFree, Role::QefChosen, Role::QefPull],
        OverlayKind::Cells => &[Role::Cell],
        OverlayKind::Rays => &[Role::Ray, Role::Hit, Role::HitNormal, Role::ForcePoint],
        OverlayKind::Velocities => &[Role::Velocity],
        OverlayKind::Strain => &[Role::Strain(0), Role::Strain(128), Role::Strain(255)],
        OverlayKind::Wireframe => &[Role::Wire],
    }
}

/// Widths of a role, in points.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Stroke {
    /// Width of its lines and arrows.
    pub(super) line: f32,
    /// Diameter of its points.
    pub(super) point: f32,
    /// Width of the dark or light rim on each side.
    pub(super) halo: f32,
    /// Opacity of what lies behind a surface.
    pub(super) hidden: f32,
}

/// Widths of a role. What there is one of shows through surfaces; what there are thousands of would hide the picture.
pub(super) fn role_stroke(role: Role) -> Stroke {
    let plain = Stroke { line: 1.5, point: 6.0, halo: 1.0, hidden: 0.0 };
    match role {
        Role::Cell | Role::Wire => Stroke { line: 1.0, halo: 0.0, ..plain },
        Role::Normal | Role::CrossingNormal | Role::Velocity => Stroke { line: 1.25, halo: 0.75, ..plain },
        Role::QefFree => Stroke { point: 8.0, hidden: 0.35, ..plain },
        Role::QefChosen => Stroke { point: 5.0, hidden: 0.35, ..plain },
        Role::QefPull => Stroke { hidden: 0.35, ..plain },
        Role::SelectedCell => Stroke { line: 2.0, hidden: 0.35, ..plain },
        Role::CornerInside | Role::CornerOutside | Role::MassPoint => Stroke { point: 7.0, hidden: 0.35, ..plain },
        Role::Ray | Role::HitNormal => Stroke { line: 2.0, hidden: 0.35, ..plain },
        Role::Hit | Role::ForcePoint => Stroke { point: 9.0, hidden: 0.5, ..plain },
        Role::Strain(_) => Stroke { line: 3.0, hidden: 0.35, ..plain },
        Role::Defect => Stroke { line: 2.5, point: 8.0, hidden: 0.5, ..plain },
        Role::Crossing => plain,
    }
}
