use crate::math::Bounds;
use crate::scene::View;
use glam::{DMat4, DVec2, DVec3, DVec4, Vec4Swizzles};

/// Where the picture is taken from. Up is +y; straight above and below, the right of the picture is +x.
///
/// Sizes and positions in the picture are in any unit (pixels, points) with the origin at the top left, as long as it is
/// the same in one call. Every result is finite, whatever the size and the camera.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// Position, metres.
    pub eye: DVec3,
    /// What it looks at and orbits, metres.
    pub target: DVec3,
    /// Parallel instead of perspective projection; shows the same at the target's distance.
    pub ortho: bool,
    /// Angle from the lower to the upper edge of the picture, degrees.
    pub fov_deg: f64,
}

impl Camera {
    /// Angle of view of a new camera, degrees: about that of a 55 mm lens, which keeps shapes undistorted.
    pub const FOV_DEG: f64 = 36.0;
    /// Least distance between eye and target, metres.
    pub const MIN_DISTANCE: f64 = 1e-4;
    /// Greatest distance between eye and target, metres.
    pub const MAX_DISTANCE: f64 = 1e6;

    /// A perspective camera with the usual angle.
    #[must_use]
    pub fn new(eye: DVec3, target: DVec3) -> Self {
        Self { eye, target, ortho: false, fov_deg: Self::FOV_DEG }
    }

    /// The camera of a scene's view.
    #[must_use]
    pub fn of_view(view: &View) -> Self {
        Self { eye: view.eye, target: view.target, ortho: view.ortho, fov_deg: Self::FOV_DEG }
    }

    /// This camera moved along its direction so that the whole box is seen; unchanged if the box is empty or not finite.
    #[must_use]
    pub fn framing(&self, bounds: &Bounds, aspect: f64) -> Self {
        if bounds.is_empty() || !bounds.is_finite() {
            return *self;
        }
        let radius = (0.5 * bounds.size().length()).max(Self::MIN_DISTANCE);
        let half_angle = self.half_angle();
        let narrow = (half_angle.tan() * sane_aspect(aspect).min(1.0)).atan();
        let distance = (1.05 * radius / narrow.sin()).clamp(Self::MIN_DISTANCE, Self::MAX_DISTANCE);
        let target = bounds.center();
        Self { eye: target - self.forward() * distance, target, ..*self }
    }

    /// Distance from the eye to the target, metres, within limits that keep the maths finite.
    #[must_use]
    pub fn distance(&self) -> f64 {
        let d = (self.target - self.eye).length();
        if d.is_finite() { d.clamp(Self::MIN_DISTANCE, Self::MAX_DISTANCE) } else { 1.0 }
    }

    /// Unit vector into the picture.
    #[must_use]
    pub fn forward(&self) -> DVec3 {
        (self.target - self.eye).try_normalize().unwrap_or(DVec3::NEG_Z)
    }

    /// Unit vector to the right of the picture; always horizontal.
    #[must_use]
    pub fn right(&self) -> DVec3 {
        let right = self.forward().cross(DVec3::Y);
        // Nearer to the pole than this, the direction would be made of rounding errors.
        if right.length_squared() > 1e-18 { right.normalize() } else { DVec3::X }
    }

    /// Unit vector to the top of the picture.
    #[must_use]
    pub fn up(&self) -> DVec3 {
        self.right().cross(self.forward()).normalize_or(DVec3::Y)
    }

    /// Distances along [`Camera::forward`] from the eye between which things are drawn, metres. Behind the eye too if
    /// the projection is parallel, since there the eye's distance does not show.
    #[must_use]
    pub fn near_far(&self) -> (f64, f64) {
        let d = self.distance();
        if self.ortho { (-100.0 * d, 100.0 * d) } else { (d / 200.0, d * 500.0) }
    }

    /// World to eye coordinates: x right, y up, z out of the picture.
    #[must_use]
    pub fn view(&self) -> DMat4 {
        let (right, up, back) = (self.right(), self.up(), -self.forward());
        let eye = finite(self.eye);
        DMat4::from_cols(
            DVec4::new(right.x, up.x, back.x, 0.0),
            DVec4::new(right.y, up.y, back.y, 0.0),
            DVec4::new(right.z, up.z, back.z, 0.0),
            DVec4::new(-right.dot(eye), -up.dot(eye), -back.dot(eye), 1.0),
        )
    }

    /// Eye to clip coordinates, -1 to 1 on each axis. `aspect` is width by height.
    #[must_use]
    pub fn projection(&self, aspect: f64) -> DMat4 {
        let (near, far) = self.near_far();
        let depth = far - near;
        let half = self.half_size(aspect);
        if self.ortho {
            return DMat4::from_cols(
                DVec4::new(1.0 / half.x, 0.0, 0.0, 0.0),
                DVec4::new(0.0, 1.0 / half.y, 0.0, 0.0),
                DVec4::new(0.0, 0.0, -2.0 / depth, 0.0),
                DVec4::new(0.0, 0.0, -(far + near) / depth, 1.0),
            );
        }
        let d = self.distance();
        DMat4::from_cols(
            DVec4::new(d / half.x, 0.0, 0.0, 0.0),
            DVec4::new(0.0, d / half.y, 0.0, 0.0),
            DVec4::new(0.0, 0.0, -(far + near) / depth, -1.0),
            DVec4::new(0.0, 0.0, -2.0 * far * near / depth, 0.0),
        )
    }

    /// World to clip coordinates.
    #[must_use]
    pub fn view_projection(&self, aspect: f64) -> DMat4 {
        self.projection(aspect) * self.view()
    }

    /// Where a point is seen in a picture of the given size; none if it lies behind the eye.
    #[must_use]
    pub fn project(&self, point: DVec3, size: DVec2) -> Option<DVec2> {
        let clip = self.view_projection(aspect_of(size)) * point.extend(1.0);
        if !clip.is_finite() || clip.w < 1e-9 * self.distance() {
            return None;
        }
        let unit = clip.xy() / clip.w;
        Some(DVec2::new(0.5 + 0.5 * unit.x, 0.5 - 0.5 * unit.y) * sane_size(size))
    }

    /// Start and unit direction of the ray through a point of a picture of the given size. In perspective it starts at
    /// the eye, else on the near plane.
    #[must_use]
    pub fn ray(&self, position: DVec2, size: DVec2) -> (DVec3, DVec3) {
        let unit = position / sane_size(size);
        let half = self.half_size(aspect_of(size));
        let offset = DVec2::new(2.0 * unit.x - 1.0, 1.0 - 2.0 * unit.y) * half;
        let offset = if offset.is_finite() { offset } else { DVec2::ZERO };
        let across = self.right() * offset.x + self.up() * offset.y;
        let (eye, forward) = (finite(self.eye), self.forward());
        if self.ortho {
            (eye + across + forward * self.near_far().0, forward)
        } else {
            (eye, (across + forward * self.distance()).normalize_or(forward))
        }
    }

    /// Length in the world of one unit of the picture's size, at a point's depth: what has a constant size in the
    /// picture is scaled by it. Metres; behind the eye as on the near plane.
    #[must_use]
    pub fn pixel_size_at(&self, point: DVec3, size: DVec2) -> f64 {
        let height = 2.0 * self.half_size(aspect_of(size)).y / sane_size(size).y;
        if self.ortho {
            return height;
        }
        let depth = (finite(point) - finite(self.eye)).dot(self.forward());
        height * depth.max(self.near_far().0) / self.distance()
    }

    /// Half of the width and height that are seen at the target's distance, metres.
    fn half_size(&self, aspect: f64) -> DVec2 {
        let half = self.distance() * self.half_angle().tan();
        DVec2::new(half * sane_aspect(aspect), half)
    }

    fn half_angle(&self) -> f64 {
        let fov = if self.fov_deg.is_finite() { self.fov_deg } else { Self::FOV_DEG };
        0.5 * fov.clamp(1.0, 150.0).to_radians()
    }
}

/// A picture of no size is treated as one of a pixel.
fn sane_size(size: DVec2) -> DVec2 {
    let side = |s: f64| if s.is_finite() { s.max(1.0) } else { 1.0 };
    DVec2::new(side(size.x), side(size.y))
}

fn aspect_of(size: DVec2) -> f64 {
    let size = sane_size(size);
    size.x / size.y
}

fn sane_aspect(aspect: f64) -> f64 {
    if aspect.is_finite() { aspect.clamp(1e-4, 1e4) } else { 1.0 }
}

fn finite(point: DVec3) -> DVec3 {
    if point.is_finite() { point } else { DVec3::ZERO }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cameras() -> Vec<Camera> {
        let eyes = [
            DVec3::new(3.0, 2.5, 5.0),
            DVec3::new(-40.0, 0.001, 3.0),
            DVec3::new(0.0, 4.0, 0.0),
            DVec3::new(0.0, -4.0, 0.0),
            DVec3::new(1e-12, 4.0, 1e-12),
        ];
        let all = eyes
            .into_iter()
            .flat_map(|eye| [false, true].map(|ortho| Camera { ortho, ..Camera::new(eye, DVec3::ZERO) }));
        all.collect()
    }

    #[test]
    fn the_target_is_in_the_middle() {
        let size = DVec2::new(800.0, 600.0);
        for camera in cameras() {
            let seen = camera.project(camera.target, size).expect("before the eye");
            assert!((seen - 0.5 * size).length() < 1e-6, "{camera:?}: {seen}");
        }
    }

    #[test]
    fn axes_of_the_picture_are_unit_and_at_right_angles() {
        for camera in cameras() {
            let (r, u, f) = (camera.right(), camera.up(), camera.forward());
            assert!((r.cross(u) + f).length() < 1e-12, "{camera:?}");
            assert!(r.y.abs() < 1e-12, "the horizon is level");
        }
        let above = Camera::new(4.0 * DVec3::Y, DVec3::ZERO);
        assert_eq!((above.right(), above.up()), (DVec3::X, DVec3::NEG_Z));
        let below = Camera::new(-4.0 * DVec3::Y, DVec3::ZERO);
        assert_eq!((below.right(), below.up()), (DVec3::X, DVec3::Z));
    }

    #[test]
    fn points_of_a_ray_are_seen_where_the_ray_began() {
        for size in [DVec2::new(800.0, 600.0), DVec2::new(300.0, 900.0), DVec2::ONE] {
            for camera in cameras() {
                for part in [DVec2::new(0.1, 0.9), DVec2::new(0.5, 0.5), DVec2::new(1.0, 0.0)] {
                    let position = part * size;
                    let (origin, direction) = camera.ray(position, size);
                    assert!((direction.length() - 1.0).abs() < 1e-12);
                    let seen =
                        camera.project(origin + direction * 7.0 * camera.distance(), size).expect("before the eye");
                    assert!((seen - position).length() < 1e-6 * size.length(), "{camera:?}: {position} {seen}");
                }
            }
        }
    }

    #[test]
    fn what_is_a_pixel_long_is_seen_a_pixel_long() {
        let size = DVec2::new(640.0, 480.0);
        for camera in cameras() {
            let point = camera.target + 0.3 * camera.up() - 0.2 * camera.forward();
            let step = camera.pixel_size_at(point, size) * camera.right();
            let [a, b] = [point, point + step].map(|p| camera.project(p, size).expect("before the eye"));
            assert!((b - a - DVec2::X).length() < 1e-6, "{camera:?}: {}", b - a);
        }
    }

    #[test]
    fn both_projections_show_the_same_at_the_target() {
        let size = DVec2::new(640.0, 480.0);
        let flat = Camera { ortho: true, ..Camera::new(DVec3::new(3.0, 2.5, 5.0), DVec3::Y) };
        let deep = Camera { ortho: false, ..flat };
        let p = flat.target + 0.7 * flat.up() + 0.4 * flat.right();
        let difference = flat.project(p, size).expect("seen") - deep.project(p, size).expect("seen");
        assert!(difference.length() < 1e-9);
    }

    #[test]
    fn behind_the_eye_nothing_is_seen() {
        let camera = Camera::new(DVec3::new(0.0, 0.0, 5.0), DVec3::ZERO);
        assert_eq!(camera.project(DVec3::new(0.0, 0.0, 6.0), DVec2::splat(100.0)), None);
        assert_eq!(camera.project(camera.eye, DVec2::splat(100.0)), None);
        assert_eq!(camera.project(DVec3::NAN, DVec2::splat(100.0)), None);
    }

    #[test]
    fn a_framed_box_is_seen_whole() {
        let bounds = Bounds::new(DVec3::new(-1.0, 0.0, 2.0), DVec3::new(3.0, 0.5, 9.0));
        for size in [DVec2::new(800.0, 200.0), DVec2::new(200.0, 800.0)] {
            for camera in cameras() {
                let framed = camera.framing(&bounds, size.x / size.y);
                for corner in bounds.corners() {
                    let seen = framed.project(corner, size).expect("before the eye");
                    assert!(seen.cmpge(DVec2::ZERO).all() && seen.cmple(size).all(), "{framed:?}: {seen}");
                }
                assert!((framed.forward() - camera.forward()).length() < 1e-9);
            }
        }
        let camera = cameras()[0];
        assert_eq!(camera.framing(&Bounds::EMPTY, 1.0), camera);
        assert_eq!(camera.framing(&Bounds::EVERYTHING, 1.0), camera);
    }

    #[test]
    fn everything_stays_finite() {
        let numbers = [0.0, 1.0, f64::NAN, f64::INFINITY, 1e300, -1e300, 1e-300];
        for x in numbers {
            for camera in [
                Camera::new(DVec3::splat(x), DVec3::ZERO),
                Camera::new(DVec3::ONE, DVec3::splat(x)),
                Camera { fov_deg: x, ..Camera::new(DVec3::ONE, DVec3::ZERO) },
                Camera { ortho: true, ..Camera::new(DVec3::splat(x), DVec3::splat(x)) },
            ] {
                for size in [DVec2::ZERO, DVec2::ONE, DVec2::splat(x)] {
                    let (origin, direction) = camera.ray(DVec2::splat(x), size);
                    assert!(origin.is_finite() && direction.is_finite(), "{camera:?} {size}");
                    assert!(camera.pixel_size_at(DVec3::splat(x), size).is_finite(), "{camera:?} {size}");
                    assert!(camera.project(DVec3::splat(x), size).is_none_or(|p| p.is_finite()));
                    assert!(camera.projection(x).is_finite() && camera.view().is_finite(), "{camera:?}");
                }
            }
        }
    }
}
