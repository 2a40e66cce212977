//! Points, lines and arrows on the GPU: one instance each.

use super::convert;
use super::palette::{self, Theme};
use crate::inspect::{Overlay, Role};
use crate::math::Bounds;
use glam::DVec3;
use std::collections::BTreeMap;
use three_d::{Context, InstanceBuffer, Program};

/// What an instance is; the numbers are those of `stroke.vert`.
#[derive(Clone, Copy)]
enum Kind {
    Disc = 0,
    Line = 1,
    Arrow = 2,
}

/// Instances that are drawn by the same passes.
#[derive(Default)]
struct Batch {
    /// The fourth number is the distance to neighbours, metres, or 0 where there is plenty of room.
    starts: Vec<[f32; 4]>,
    ends: Vec<[f32; 3]>,
    colors: Vec<[f32; 4]>,
    styles: Vec<[f32; 4]>,
}

/// An overlay on the GPU.
pub(super) struct Strokes {
    /// Where the positions' zero lies in the world.
    pub(super) origin: DVec3,
    batches: Vec<GpuBatch>,
}

struct GpuBatch {
    has_halo: bool,
    shows_through: bool,
    starts: InstanceBuffer<[f32; 4]>,
    ends: InstanceBuffer<[f32; 3]>,
    colors: InstanceBuffer<[f32; 4]>,
    styles: InstanceBuffer<[f32; 4]>,
}

/// Which part of the strokes is drawn; the numbers are those of `stroke.vert`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    Halo = 0,
    Color = 1,
    /// What lies behind a surface.
    Hidden = 2,
}

impl Strokes {
    /// Batches in the order they are drawn: quiet lines first, what there is one of last and on top.
    pub(super) fn new(context: &Context, overlay: &Overlay, theme: Theme) -> Self {
        let origin = center(overlay);
        let mut batches = [Batch::default(), Batch::default(), Batch::default()];
        let mut add = |kind, from: DVec3, to: DVec3, role: Role, room: Room| {
            let mut stroke = palette::role_stroke(role);
            let spacing = match room {
                Room::Plenty => 0.0,
                Room::Few(spacing) => spacing,
                Room::Crowd(spacing) => {
                    stroke.hidden = 0.0;
                    spacing
                }
            };
            let batch = &mut batches[if stroke.hidden > 0.0 { 2 } else { usize::from(stroke.halo > 0.0) }];
            let (from, to) = ((from - origin).as_vec3(), (to - origin).as_vec3());
            if !from.is_finite() || !to.is_finite() {
                return;
            }
            let width = if matches!(kind, Kind::Disc) { stroke.point } else { stroke.line };
            batch.starts.push(from.extend(spacing as f32).to_array());
            batch.ends.push(to.to_array());
            batch.colors.push(convert::color(palette::role_color(role, theme)).into());
            batch.styles.push([kind as u8 as f32, width, stroke.halo, stroke.hidden]);
        };
        for &(from, to, role) in &overlay.lines {
            add(Kind::Line, from, to, role, Room::Plenty);
        }
        let cell = cell_edge(overlay);
        let arrows = Crowds::of(overlay.arrows.iter().map(|&(from, _, role)| (from, role)));
        for &(from, to, role) in &overlay.arrows {
            add(Kind::Arrow, from, to, role, arrows.room(role, cell));
        }
        // By role, so that a chosen vertex is drawn on top of the free minimum that it is near to.
        let mut points = overlay.points.clone();
        points.sort_by_key(|(_, role)| *role);
        let crowds = Crowds::of(points.iter().copied());
        for (point, role) in points {
            add(Kind::Disc, point, point, role, crowds.room(role, cell));
        }
        let upload = |(i, batch): (usize, &Batch)| GpuBatch {
            has_halo: i > 0,
            shows_through: i == 2,
            starts: InstanceBuffer::new_with_data(context, &batch.starts),
            ends: InstanceBuffer::new_with_data(context, &batch.ends),
            colors: InstanceBuffer::new_with_data(context, &batch.colors),
            styles: InstanceBuffer::new_with_data(context, &batch.styles),
        };
        let batches = batches.iter().enumerate().filter(|(_, batch)| !batch.starts.is_empty()).map(upload).collect();
        Self { origin, batches }
    }

    /// Number of points, lines and arrows.
    pub(super) fn count(&self) -> u64 {
        self.batches.iter().map(|batch| u64::from(batch.starts.instance_count())).sum()
    }

    /// Calls `draw` for each batch and phase with the number of instances; the instances are bound to the program.
    pub(super) fn draw(&self, program: &Program, mut draw: impl FnMut(Phase, u32)) {
        for batch in &self.batches {
            for phase in [Phase::Hidden, Phase::Halo, Phase::Color] {
                let wanted = match phase {
                    Phase::Hidden => batch.shows_through,
                    Phase::Halo => batch.has_halo,
                    Phase::Color => true,
                };
                if wanted {
                    program.use_instance_attribute("start", &batch.starts);
                    program.use_instance_attribute("end", &batch.ends);
                    program.use_instance_attribute("color", &batch.colors);
                    program.use_instance_attribute("style", &batch.styles);
                    draw(phase, batch.starts.instance_count());
                }
            }
        }
    }
}

/// How close points of a role are. Where there are thousands they are drawn smaller, as if they had a size in the
/// world, and only before surfaces: else they would hide what they are about.
struct Crowds(BTreeMap<Role, (usize, Bounds)>);

impl Crowds {
    /// Fewer points than this are never a crowd.
    const LEAST: usize = 200;

    fn of(points: impl Iterator<Item = (DVec3, Role)>) -> Self {
        let mut crowds: BTreeMap<Role, (usize, Bounds)> = BTreeMap::new();
        for (point, role) in points.filter(|(point, _)| point.is_finite()) {
            let (count, bounds) = crowds.entry(role).or_insert((0, Bounds::EMPTY));
            *count += 1;
            *bounds = bounds.union(&Bounds::new(point, point));
        }
        Self(crowds)
    }

    /// What room each has if the points were spread over the faces of the box round them. Few points have plenty, but
    /// for those of an explained cell, which is as large as `cell`.
    fn room(&self, role: Role, cell: Option<f64>) -> Room {
        match (self.0.get(&role), cell) {
            (Some(&(count, bounds)), _) if count >= Self::LEAST => {
                let s = bounds.size();
                Room::Crowd((2.0 * (s.x * s.y + s.y * s.z + s.z * s.x) / count as f64).sqrt())
            }
            (_, Some(edge)) if is_of_a_cell(role) => Room::Few(CELL_ROOM * edge),
            _ => Room::Plenty,
        }
    }
}

/// How much room the points of a role have.
#[derive(Clone, Copy)]
enum Room {
    /// They never meet.
    Plenty,
    /// This distance to neighbours, metres.
    Few(f64),
    /// The same, and there are so many that those behind surfaces would hide the picture.
    Crowd(f64),
}

/// A cell has a point at each corner and others in between: each has so much of an edge.
const CELL_ROOM: f64 = 0.4;

/// The least edge of explained cells.
fn cell_edge(overlay: &Overlay) -> Option<f64> {
    let edges = overlay.lines.iter().filter(|line| line.2 == Role::SelectedCell);
    edges.map(|(a, b, _)| a.distance(*b)).filter(|edge| *edge > 0.0).min_by(f64::total_cmp)
}

fn is_of_a_cell(role: Role) -> bool {
    use Role::{CornerInside, CornerOutside, Crossing, CrossingNormal, MassPoint, QefChosen, QefFree};
    matches!(role, CornerInside | CornerOutside | Crossing | CrossingNormal | MassPoint | QefChosen | QefFree)
}

fn center(overlay: &Overlay) -> DVec3 {
    let lines = overlay.lines.iter().chain(&overlay.arrows).map(|line| line.0);
    let points = overlay.points.iter().map(|point| point.0);
    let bounds = Bounds::of_points(lines.chain(points).filter(|p| p.is_finite()));
    if bounds.is_empty() { DVec3::ZERO } else { bounds.center() }
}
