//! The numbers of each kind of node: one registry for the inspector and for validation.

use super::{Blend, Kind};

/// A number of a [`Kind`]: what the inspector shows and validation checks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Param {
    /// Path below `kind` in the file, such as `radius`, `half.x`, `blend.radius`.
    pub name: &'static str,
    /// Label in the inspector.
    pub label: &'static str,
    /// Unit, or empty.
    pub unit: &'static str,
    /// One sentence.
    pub tip: &'static str,
    /// True if the value must be above 0; false if 0 is allowed. Negative values never are.
    pub positive: bool,
    /// Greatest allowed value; infinite if only the scene's size limits it.
    pub max: f64,
    /// Value of a new node.
    pub default: f64,
    /// The present value.
    pub value: f64,
}

impl Kind {
    /// Its numbers with their present values, in the order of the file.
    #[must_use]
    pub fn params(&self) -> Vec<Param> {
        // Finding places in a copy serves reading and writing alike.
        let mut copy = *self;
        slots(&mut copy).into_iter().map(|(param, value)| Param { value: *value, ..param }).collect()
    }

    /// The same kind with another value of the number called `name` (see [`Param::name`]); none if it has no such
    /// number. The value is taken as it is: whether it is allowed is for [`Scene::issues`](super::Scene::issues).
    #[must_use]
    pub fn with_param(&self, name: &str, value: f64) -> Option<Self> {
        let mut changed = *self;
        let (_, slot) = slots(&mut changed).into_iter().find(|(param, _)| param.name == name)?;
        *slot = value;
        Some(changed)
    }
}

/// A length above 0.
const fn size(name: &'static str, label: &'static str, default: f64, tip: &'static str) -> Param {
    Param { name, label, unit: "m", tip, positive: true, max: f64::INFINITY, default, value: default }
}

/// The numbers of a kind and where they are.
fn slots(kind: &mut Kind) -> Vec<(Param, &mut f64)> {
    match kind {
        Kind::Sphere { radius } => {
            vec![(size("radius", "Radius", 0.5, "Distance of the surface from the centre"), radius)]
        }
        Kind::Box { half, round } => {
            let least = half.min_element();
            let edge = Param {
                positive: false,
                max: least,
                ..size("round", "Rounding", 0.0, "Radius of edges and corners, at most the least half size; 0 is sharp")
            };
            let [x, y, z] = half.as_mut();
            vec![
                (size("half.x", "Half width (x)", 0.5, "Half of the size along x, rounding included"), x),
                (size("half.y", "Half height (y)", 0.5, "Half of the size along y, rounding included"), y),
                (size("half.z", "Half depth (z)", 0.5, "Half of the size along z, rounding included"), z),
                (edge, round),
            ]
        }
        Kind::Cylinder { radius, half_height } => vec![
            (size("radius", "Radius", 0.4, "Distance of the side from the axis"), radius),
            (size("half_height", "Half height", 0.5, "Distance of each end from the centre"), half_height),
        ],
        Kind::Capsule { radius, half_height } => vec![
            (size("radius", "Radius", 0.25, "Distance of the surface from the segment"), radius),
            (size("half_height", "Half length", 0.5, "Half of the segment, caps not included"), half_height),
        ],
        Kind::Torus { major, minor } => vec![
            (size("major", "Ring radius", 0.5, "From the centre to the middle of the tube"), major),
            (size("minor", "Tube radius", 0.2, "Radius of the tube"), minor),
        ],
        Kind::Cone { radius, half_height } => vec![
            (size("radius", "Base radius", 0.5, "Radius of the base"), radius),
            (size("half_height", "Half height", 0.5, "Distance of tip and base from the centre"), half_height),
        ],
        Kind::Union { blend } | Kind::Subtract { blend } | Kind::Intersect { blend } => match blend {
            Blend::Hard => Vec::new(),
            Blend::Smooth { radius } => {
                let tip = "Where operands differ by less than this they are blended";
                vec![(size("blend.radius", "Blend radius", 0.05, tip), radius)]
            }
        },
        Kind::Plane | Kind::Group => Vec::new(),
    }
}
