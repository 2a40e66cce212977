//! Scene -> built state. The editor, the command line and users' tests have no other way. Layer 4.

mod absence;
mod build;
mod builder;
mod error;
mod expect;
mod fields;
mod plan;
mod progress;
mod simulation;
mod worker;

pub use build::{
    Built, Solid, SolidTimings, build, build_lenient, build_solid, build_watched, compile_solid, compile_solids,
    contour_settings,
};
pub use error::Error;
pub use expect::{CheckReport, Claim};
pub use plan::{concerns_simulation, concerns_solids};
pub use progress::Progress;
pub use simulation::Simulation;
pub use worker::{BuildResult, Quality, Request, Worker};
