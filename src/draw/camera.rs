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
