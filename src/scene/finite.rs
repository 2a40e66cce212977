//! Reading of numbers: NaN, infinities and numbers too large for 64 bits (`1e400`) are refused where they stand, so
//! that the error has their line, column and path. RON itself would accept them.

use glam::DVec3;
use serde::Deserialize;
use serde::de::{Deserializer, Error, SeqAccess, Visitor};
use std::fmt;

/// A finite number.
struct Finite(f64);

impl<'de> Deserialize<'de> for Finite {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        number(deserializer).map(Self)
    }
}

/// Reads a finite number.
pub(super) fn number<'de, D: Deserializer<'de>>(deserializer: D) -> Result<f64, D::Error> {
    let value = f64::deserialize(deserializer)?;
    if value.is_finite() { Ok(value) } else { Err(D::Error::custom(NotFinite(value))) }
}

/// Reads a finite number, or none.
pub(super) fn option<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<f64>, D::Error> {
    Ok(Option::<Finite>::deserialize(deserializer)?.map(|finite| finite.0))
}

/// Reads three finite numbers, element by element so that the path of a bad one ends in its index.
pub(super) fn vec3<'de, D: Deserializer<'de>>(deserializer: D) -> Result<DVec3, D::Error> {
    struct Three;

    impl<'de> Visitor<'de> for Three {
        type Value = DVec3;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("three numbers, such as (0.0, 1.0, 0.0)")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<DVec3, A::Error> {
            let mut values = [0.0; 3];
            for (i, value) in values.iter_mut().enumerate() {
                *value = seq.next_element::<Finite>()?.ok_or_else(|| A::Error::invalid_length(i, &self))?.0;
            }
            Ok(DVec3::from_array(values))
        }
    }

    deserializer.deserialize_tuple_struct("DVec3", 3, Three)
}

/// The complaint; [`super::read`] recognises it by its `Display` start.
struct NotFinite(f64);

impl fmt::Display for NotFinite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let value = if self.0.is_nan() {
            "NaN"
        } else if self.0 > 0.0 {
            "infinity, or too large for a 64-bit number"
        } else {
            "minus infinity, or too large for a 64-bit number"
        };
        write!(f, "{NOT_FINITE} ({value})")
    }
}

/// How the message of a number that is not finite starts.
pub(super) const NOT_FINITE: &str = "The number is not finite";
