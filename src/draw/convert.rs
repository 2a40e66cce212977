//! glam to three-d. Nothing else in `draw` needs to know that three-d has its own maths.

use super::palette::Rgba;
use glam::{DMat4, DVec3};

pub(super) fn mat4(m: DMat4) -> three_d::Mat4 {
    m.as_mat4().to_cols_array_2d().into()
}

pub(super) fn vec3(v: DVec3) -> three_d::Vec3 {
    v.as_vec3().to_array().into()
}

pub(super) fn vec4(v: DVec3, w: f32) -> three_d::Vec4 {
    let [x, y, z] = v.as_vec3().to_array();
    [x, y, z, w].into()
}

pub(super) fn color(rgba: Rgba) -> three_d::Vec4 {
    rgba.map(|channel| f32::from(channel) / 255.0).into()
}
