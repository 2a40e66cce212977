//! What an entry of the registry becomes.
//!
//! An entry is a doc comment (the description), a name, for kinds `in` a category with further words that a search
//! finds it by, its fields (doc comment = tooltip, name, type, value of a new node, [`Spec`](super::field::Spec), and
//! `default` if it may be left out of files), and its handles. Ranges and handles may use the values of the fields,
//! which are references there.

/// A name without the full stop and the line breaks of a doc comment.
macro_rules! sentence {
    ($($doc:literal),+) => {
        concat!($($doc),+).trim_ascii().trim_end_matches('.')
    };
}

/// The names of a field and its parts.
macro_rules! names {
    ($prefix:literal, $field:ident) => {
        $crate::scene::kind::field::Names {
            whole: concat!($prefix, stringify!($field)),
            parts: [
                concat!($prefix, stringify!($field), ".x"),
                concat!($prefix, stringify!($field), ".y"),
                concat!($prefix, stringify!($field), ".z"),
            ],
        }
    };
}

/// An enum with its serde form, names, descriptions and fields. `$prefix` stands before the names of its fields.
macro_rules! variants {
    (
        $(#[$meta:meta])*
        enum $name:ident at $prefix:literal;
        $(
            $(#[doc = $doc:literal])+
            $variant:ident $(in $category:ident [$($keyword:literal),*])? $({
                $(
                    $(#[doc = $tip:literal])+
                    $field:ident: $type:ty = $default:expr, $spec:expr $(, $optional:ident $(= $fallback:literal)?)?;
                )*
            })?
            $(handles [$($handle:expr),* $(,)?])?;
        )*
    ) => {
        $(#[$meta])*
        #[serde(deny_unknown_fields)]
        pub enum $name {
            $(
                $(#[doc = $doc])+
                $variant $({
                    $(
                        $(#[doc = $tip])+
                        #[serde(deserialize_with = "crate::scene::finite::read")]
                        $(#[serde($optional $(= $fallback)?)])?
                        $field: $type,
                    )*
                })?,
            )*
        }

        impl $name {
            /// One of each with the values of a new node, in menu order.
            pub(super) fn new_ones() -> Vec<Self> {
                vec![$(Self::$variant $({ $($field: $default),* })?),*]
            }

            /// Name in the file and in menus.
            #[must_use]
            pub fn name(&self) -> &'static str {
                match self {
                    $(Self::$variant { .. } => stringify!($variant),)*
                }
            }

            /// One sentence without a full stop, for menus and tooltips.
            #[must_use]
            pub fn description(&self) -> &'static str {
                match self {
                    $(Self::$variant { .. } => sentence!($($doc),+),)*
                }
            }

            /// Adds its fields.
            pub(super) fn describe_fields(&self, out: &mut $crate::scene::kind::field::Fields) {
                use $crate::scene::kind::field::FieldType;
                match self {
                    $(Self::$variant $({ $($field),* })? => {
                        $($({
                            let default: $type = $default;
                            let tip = sentence!($($tip),+);
                            <$type as FieldType>::describe($field, &default, &names!($prefix, $field), tip, &$spec, out);
                        })*)?
                    })*
                }
            }

            /// Sets a field; false if it has none of that name and sort.
            pub(super) fn set_field(&mut self, name: &str, value: $crate::scene::kind::field::Value<'_>) -> bool {
                use $crate::scene::kind::field::FieldType;
                match self {
                    $(Self::$variant $({ $($field),* })? => {
                        false $($(|| <$type as FieldType>::set($field, &names!($prefix, $field), name, value))*)?
                    })*
                }
            }
        }
    };
}

/// The enum of all kinds of node and what only kinds have: category, keywords, handles.
macro_rules! kinds {
    (
        $(#[$meta:meta])*
        enum $name:ident at $prefix:literal;
        $(
            $(#[doc = $doc:literal])+
            $variant:ident in $category:ident [$($keyword:literal),*] $({
                $(
                    $(#[doc = $tip:literal])+
                    $field:ident: $type:ty = $default:expr, $spec:expr $(, $optional:ident $(= $fallback:literal)?)?;
                )*
            })?
            $(handles [$($handle:expr),* $(,)?])?;
        )*
    ) => {
        variants! {
            $(#[$meta])*
            enum $name at $prefix;
            $(
                $(#[doc = $doc])+
                $variant $({
                    $(
                        $(#[doc = $tip])+
                        $field: $type = $default, $spec $(, $optional $(= $fallback)?)?;
                    )*
                })?;
            )*
        }

        impl $name {
            /// Where it stands in menus, and whether it has children.
            #[must_use]
            pub fn category(&self) -> $crate::scene::Category {
                match self {
                    $(Self::$variant { .. } => $crate::scene::Category::$category,)*
                }
            }

            /// Other words that a search finds it by, in lower case.
            #[must_use]
            pub fn keywords(&self) -> &'static [&'static str] {
                match self {
                    $(Self::$variant { .. } => &[$($keyword),*],)*
                }
            }

            /// Handles, those without a number of that name among them.
            pub(super) fn all_handles(&self) -> Vec<$crate::scene::Handle> {
                match self {
                    $(Self::$variant $({ $($field),* })? => {
                        // Most handles need but a few of the fields.
                        let _ = ($($(&$field,)*)?);
                        vec![$($($handle),*)?]
                    })*
                }
            }
        }
    };
}
