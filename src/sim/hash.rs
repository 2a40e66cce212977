//! State hashes: equal hashes mean equal bits.

use glam::DVec3;

/// FNV-1a, 64 bit (Fowler, Noll, Vo): `h = (h ^ byte) * prime` over a stream of bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fnv1a(u64);

impl Fnv1a {
    const OFFSET_BASIS: u64 = 0xcbf2_9ce4_8422_2325;
    const PRIME: u64 = 0x0000_0100_0000_01b3;

    pub(super) fn new() -> Self {
        Self(Self::OFFSET_BASIS)
    }

    pub(super) fn point(&mut self, p: DVec3) {
        for coordinate in p.to_array() {
            for byte in coordinate.to_le_bytes() {
                self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(Self::PRIME);
            }
        }
    }

    pub(super) fn points(&mut self, points: &[DVec3]) {
        for &p in points {
            self.point(p);
        }
    }

    pub(super) fn finish(self) -> u64 {
        self.0
    }
}

/// FNV-1a 64 over the little-endian bits of x, y, z of each point in order. Minus zero differs from zero.
#[must_use]
pub fn state_hash(points: impl IntoIterator<Item = DVec3>) -> u64 {
    let mut hash = Fnv1a::new();
    for p in points {
        hash.point(p);
    }
    hash.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fnv_of_nothing_is_the_offset_basis() {
        assert_eq!(state_hash([]), 0xcbf2_9ce4_8422_2325);
    }

    #[test]
    fn minus_zero_counts() {
        assert_ne!(state_hash([DVec3::ZERO]), state_hash([DVec3::new(0.0, -0.0, 0.0)]));
    }
}
