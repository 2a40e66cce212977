//! A shaded picture of a scene's solids by sphere tracing, without OpenGL.

use crate::draw::Camera;
use crate::field::Field;
use crate::math::Bounds;
use crate::scene::{Domain, Scene};
use egui::{Color32, ColorImage};
use glam::{DVec2, DVec3};

/// What infinite solids are cut to where the scene does not say, metres from the origin: as contouring does.
const INFINITE: f64 = 10.0;
/// Rays of the first look, along each side, which finds where in the picture something is.
const COARSE: usize = 24;
/// Room round what is shown, of its size.
const MARGIN: f64 = 0.06;
/// Neighbours whose normals differ by more than the angle of this cosine lie on an edge, which is smoothed.
const EDGE: f64 = 0.9;
/// Toward the key light.
const KEY: DVec3 = DVec3::new(0.1, 0.75, 0.65);

/// What a ray met.
#[derive(Clone, Copy)]
struct Hit {
    normal: DVec3,
    /// Shaded, linear.
    color: DVec3,
}

/// Solids, and the box that they are shown in.
struct Stage {
    fields: Vec<Field>,
    domain: Bounds,
    camera: Camera,
}

/// The solids of a scene as its view shows them, cut to what is seen; none if there is nothing to see.
pub(super) fn picture(scene: &Scene, side: usize) -> Option<ColorImage> {
    let stage = Stage::new(scene)?;
    let window = stage.seen_part()?;
    let (low, size) = window;
    let at = |x: f64, y: f64| low + DVec2::new(x, y) * (size / side as f64);
    let first: Vec<Option<Hit>> =
        (0..side * side).map(|i| stage.hit(at((i % side) as f64 + 0.5, (i / side) as f64 + 0.5))).collect();
    let differs = |i: usize, j: usize| match (&first[i], &first[j]) {
        (None, None) => false,
        (Some(a), Some(b)) => a.normal.dot(b.normal) < EDGE || (a.color - b.color).abs().max_element() > 0.15,
        _ => true,
    };
    let pixel = |i: usize| {
        let (x, y) = (i % side, i / side);
        let beside = [
            (x > 0, i.wrapping_sub(1)),
            (x + 1 < side, i + 1),
            (y > 0, i.wrapping_sub(side)),
            (y + 1 < side, i + side),
        ];
        if !beside.into_iter().any(|(is_there, j)| is_there && differs(i, j)) {
            return color_of(&[first[i]]);
        }
        let parts = [(0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75)];
        color_of(&parts.map(|(u, v)| stage.hit(at(x as f64 + u, y as f64 + v))))
    };
    Some(ColorImage::new([side, side], (0..side * side).map(pixel).collect()))
}

impl Stage {
    fn new(scene: &Scene) -> Option<Self> {
        let fields: Vec<Field> = Field::solids(scene).into_iter().filter_map(|(_, field)| field.ok()).collect();
        let all = fields.iter().fold(Bounds::EMPTY, |all, field| all.union(&field.bounds()));
        let domain = match scene.contour.domain {
            Domain::Box { min, max } => all.intersection(&Bounds::new(min, max)),
            Domain::Auto => all.intersection(&Bounds::new(DVec3::splat(-INFINITE), DVec3::splat(INFINITE))),
        };
        let is_shown = !domain.is_empty() && domain.is_finite();
        is_shown.then(|| Self { fields, domain, camera: Camera::of_view(&scene.view).framing(&domain, 1.0) })
    }

    /// Corner and side of the square of the picture (of side 1) in which something is seen.
    fn seen_part(&self) -> Option<(DVec2, f64)> {
        let step = 1.0 / COARSE as f64;
        let (mut low, mut high) = (DVec2::INFINITY, DVec2::NEG_INFINITY);
        for i in 0..COARSE * COARSE {
            let cell = DVec2::new((i % COARSE) as f64, (i / COARSE) as f64) * step;
            if self.hit(cell + 0.5 * step).is_some() {
                low = low.min(cell);
                high = high.max(cell + step);
            }
        }
        let size = (high - low).max_element() * (1.0 + 2.0 * MARGIN);
        (size.is_finite() && size > 0.0).then(|| (0.5 * (low + high) - 0.5 * size, size))
    }

    /// What is seen at a point of the picture of side 1.
    fn hit(&self, at: DVec2) -> Option<Hit> {
        let (origin, direction) = self.camera.ray(at, DVec2::ONE);
        let (enter, leave, face) = crossing(&self.domain, origin, direction)?;
        let start = origin + direction * enter;
        let length = leave - enter;
        let hits = self.fields.iter().filter_map(|f| Some((f.trace_ray(start, direction, length, |_, _| ())?, f)));
        let (way, field) = hits.min_by(|a, b| a.0.total_cmp(&b.0))?;
        let sample = field.sample(start + direction * way);
        // Where the domain cuts a solid its own face is seen.
        let normal = if way > 0.0 { sample.gradient.try_normalize().unwrap_or(face) } else { face };
        Some(Hit { normal, color: lit(sample.color, normal) })
    }
}

/// Where a ray is in a box: distances to where it enters and leaves, and the outward normal of where it enters.
fn crossing(bounds: &Bounds, origin: DVec3, direction: DVec3) -> Option<(f64, f64, DVec3)> {
    let inverse = direction.recip();
    let (a, b) = ((bounds.min - origin) * inverse, (bounds.max - origin) * inverse);
    // A ray along a face gives NaN there, which these comparisons leave out.
    let (near, far) = (a.min(b), a.max(b));
    let axis = (0..3).max_by(|i, j| near[*i].total_cmp(&near[*j]))?;
    let (enter, leave) = (near[axis].max(0.0), far.min_element());
    let face = -DVec3::AXES[axis] * direction[axis].signum();
    (enter <= leave && leave.is_finite()).then_some((enter, leave, face))
}

/// A material under a sky, a ground and a key light. Takes sRGB, gives linear.
fn lit(color: DVec3, normal: DVec3) -> DVec3 {
    let sky = 0.5 + 0.5 * normal.y;
    let ambient = DVec3::new(0.20, 0.19, 0.18).lerp(DVec3::new(0.50, 0.53, 0.58), sky);
    let key = normal.dot(KEY.normalize()).max(0.0);
    let linear = color.clamp(DVec3::ZERO, DVec3::ONE).powf(2.2);
    linear * (ambient + DVec3::splat(0.75 * key))
}

/// The mean of some rays: transparent as far as they met nothing.
fn color_of(hits: &[Option<Hit>]) -> Color32 {
    let met = hits.iter().flatten();
    let sum: DVec3 = met.clone().map(|h| h.color).sum();
    let share = met.count() as f64 / hits.len() as f64;
    if share == 0.0 {
        return Color32::TRANSPARENT;
    }
    let mean = sum / (share * hits.len() as f64);
    let [r, g, b] = mean.clamp(DVec3::ZERO, DVec3::ONE).powf(1.0 / 2.2).to_array().map(|v| (v * 255.0).round() as u8);
    Color32::from_rgba_unmultiplied(r, g, b, (share * 255.0).round() as u8)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{Kind, Node};

    /// A ball fills the circle in the square but for the margin, and nothing else.
    #[test]
    fn a_ball_is_a_disc() {
        let scene = Kind::Sphere { radius: 0.5 }.example();
        let image = picture(&scene, 64).expect("it is seen");
        for (i, color) in image.pixels.iter().enumerate() {
            let from_middle = (DVec2::new((i % 64) as f64, (i / 64) as f64) + 0.5 - 32.0).length() / 32.0;
            match color.a() {
                255 => assert!(from_middle < 0.95, "{from_middle}"),
                0 => assert!(from_middle > 0.8, "{from_middle}"),
                _ => {}
            }
        }
        let [top, bottom] = [16, 48].map(|y| image.pixels[y * 64 + 32]);
        assert!(top.g() > bottom.g() + 20, "light comes from above: {top:?} {bottom:?}");
    }

    #[test]
    fn what_is_empty_has_no_picture() {
        let scene = Scene { nodes: vec![Node::new("it", Kind::Group)], ..Scene::default() };
        assert!(picture(&scene, 16).is_none());
    }

    #[test]
    fn rays_meet_boxes_where_they_should() {
        let bounds = Bounds::new(DVec3::splat(-1.0), DVec3::splat(1.0));
        let (enter, leave, face) = crossing(&bounds, DVec3::new(-3.0, 0.5, 0.0), DVec3::X).expect("met");
        assert_eq!((enter, leave, face), (2.0, 4.0, DVec3::NEG_X));
        assert!(crossing(&bounds, DVec3::new(-3.0, 1.5, 0.0), DVec3::X).is_none());
        assert!(crossing(&bounds, DVec3::new(3.0, 0.0, 0.0), DVec3::X).is_none(), "behind the origin");
        let inside = crossing(&bounds, DVec3::ZERO, DVec3::Y).expect("met");
        assert_eq!((inside.0, inside.1), (0.0, 1.0));
    }
}
