//! Vector units: which the processor has, and how a loop is compiled for each.

/// A vector unit of the processor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::field) enum Unit {
    /// What every processor of the target has.
    Narrow,
    #[cfg(target_arch = "x86_64")]
    Avx2,
    #[cfg(target_arch = "x86_64")]
    Avx512,
}

impl Unit {
    /// All that this processor has, the widest last.
    pub(in crate::field) fn available() -> impl DoubleEndedIterator<Item = Self> {
        #[cfg(target_arch = "x86_64")]
        let wide = [
            std::arch::is_x86_feature_detected!("avx2").then_some(Self::Avx2),
            std::arch::is_x86_feature_detected!("avx512f").then_some(Self::Avx512),
        ];
        #[cfg(not(target_arch = "x86_64"))]
        let wide = [];
        [Some(Self::Narrow)].into_iter().chain(wide).flatten()
    }

    pub(super) fn widest() -> Self {
        Self::available().next_back().unwrap_or(Self::Narrow)
    }
}

/// A loop over the points of a block.
pub(super) trait Pass {
    /// Runs it; inlined into functions of different target features.
    fn run(self);
}

/// A vector unit as a type, so that each loop is compiled for it.
pub(super) trait Width {
    fn run(pass: impl Pass);
}

/// See [`Unit::Narrow`].
pub(super) enum Narrow {}

impl Width for Narrow {
    #[inline(always)]
    fn run(pass: impl Pass) {
        pass.run();
    }
}

/// See [`Unit::Avx2`]. Only [`run_values`] and [`run_slopes`] choose it, for an available unit.
#[cfg(target_arch = "x86_64")]
pub(super) enum Avx2 {}

#[cfg(target_arch = "x86_64")]
impl Width for Avx2 {
    #[inline]
    fn run(pass: impl Pass) {
        #[target_feature(enable = "avx2")]
        fn wide(pass: impl Pass) {
            pass.run();
        }
        // SAFETY: the unit is available.
        unsafe { wide(pass) }
    }
}

/// See [`Unit::Avx512`]. Only [`run_values`] and [`run_slopes`] choose it, for an available unit.
#[cfg(target_arch = "x86_64")]
pub(super) enum Avx512 {}

#[cfg(target_arch = "x86_64")]
impl Width for Avx512 {
    #[inline]
    fn run(pass: impl Pass) {
        #[target_feature(enable = "avx512f")]
        fn wide(pass: impl Pass) {
            pass.run();
        }
        // SAFETY: the unit is available.
        unsafe { wide(pass) }
    }
}
