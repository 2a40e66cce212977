//! One harness for everything that looks at the crate from outside. Modules by subject.

mod cli;
mod layers;
mod readme;
mod scenes;
#[cfg(feature = "gui")]
mod window;
