//! Reading of numbers: NaN, infinities and numbers too large for 64 bits (`1e400`) are refused where they stand, so
//! that the error has their line, column and path. RON itself would accept them.

use super::{Axis, Ball, Blend};
use glam::{DVec2, DVec3};
use serde::de::{Deserializer, Error, SeqAccess, Visitor};
use serde::{Deserialize, Serialize, Serializer};
use std::fmt;

/// What the fields of kinds can be, each read without numbers that are not finite.
pub(super) trait Read: Sized {
    /// Reads one.
    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error>;
}

/// Reads a field of a kind.
pub(super) fn read<'de, T: Read, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    T::read(deserializer)
}

impl Read for f64 {
    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        number(deserializer)
    }
}

impl Read for DVec3 {
    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        vec3(deserializer)
    }
}

/// Types whose own reading refuses such numbers, or which hold none.
macro_rules! read_as_they_are {
    ($($type:ty),*) => {
        $(impl Read for $type {
            fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                Self::deserialize(deserializer)
            }
        })*
    };
}

read_as_they_are!(u32, [u32; 3], Axis, Blend, Vec<Ball>);

impl Read for Vec<DVec2> {
    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let points = Vec::<Point>::deserialize(deserializer)?;
        Ok(points.into_iter().map(|point| point.0).collect())
    }
}

/// A finite point of a plane.
struct Point(DVec2);

impl<'de> Deserialize<'de> for Point {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let expecting = "two numbers, such as (0.5, 1.0)";
        deserializer.deserialize_tuple_struct("DVec2", 2, Numbers(expecting)).map(|v| Self(DVec2::from_array(v)))
    }
}

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
    deserializer.deserialize_tuple_struct("DVec3", 3, Numbers(THREE)).map(DVec3::from_array)
}

/// Reads a scale: one number, or three.
pub(super) fn scale<'de, D: Deserializer<'de>>(deserializer: D) -> Result<DVec3, D::Error> {
    deserializer.deserialize_any(OneOrThree)
}

const THREE: &str = "three numbers, such as (0.0, 1.0, 0.0)";

/// Writes one number for a uniform scale, three for others.
pub(super) fn write_scale<S: Serializer>(scale: &DVec3, serializer: S) -> Result<S::Ok, S::Error> {
    if scale.to_array().iter().all(|part| part.to_bits() == scale.x.to_bits()) {
        scale.x.serialize(serializer)
    } else {
        scale.serialize(serializer)
    }
}

/// Finite numbers; what is expected, for complaints.
struct Numbers<const N: usize>(&'static str);

impl<'de, const N: usize> Visitor<'de> for Numbers<N> {
    type Value = [f64; N];

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<[f64; N], A::Error> {
        let mut values = [0.0; N];
        for (i, value) in values.iter_mut().enumerate() {
            *value = seq.next_element::<Finite>()?.ok_or_else(|| A::Error::invalid_length(i, &self))?.0;
        }
        Ok(values)
    }
}

/// One finite number for all three axes, or one for each.
struct OneOrThree;

impl<'de> Visitor<'de> for OneOrThree {
    type Value = DVec3;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a number such as 1.5, or three such as (1.0, 2.0, 0.5)")
    }

    fn visit_f64<E: Error>(self, value: f64) -> Result<DVec3, E> {
        if value.is_finite() { Ok(DVec3::splat(value)) } else { Err(E::custom(NotFinite(value))) }
    }

    fn visit_i64<E: Error>(self, value: i64) -> Result<DVec3, E> {
        self.visit_f64(value as f64)
    }

    fn visit_u64<E: Error>(self, value: u64) -> Result<DVec3, E> {
        self.visit_f64(value as f64)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<DVec3, A::Error> {
        Numbers(THREE).visit_seq(seq).map(DVec3::from_array)
    }
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
