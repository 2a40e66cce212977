use glam::DVec3;

/// FNV-1a 64 over the little-endian bits of x, y, z of each point in order.
#[must_use]
pub fn state_hash(points: impl IntoIterator<Item = DVec3>) -> u64 {
    let _ = points.into_iter();
    todo!("sim helper")
}
