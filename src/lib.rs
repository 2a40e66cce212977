//! Isolab: author solids from signed distance functions, ropes with anchors and soft deformers, step the
//! simulation tick by tick, and look inside every algorithm.
//!
//! # The picture
//!
//! ```text
//!             edits (one function)
//!    Scene  <---------------------  Command <--- window, keys, palette
//!      |  compile
//!      v
//!    Field  --contour-->  Mesh  --------------------->  screen, file
//!      |
//!      +--- collide ---->  World (ropes, deformers)  -->  screen
//!                           |  tick by tick, keyframes
//!    "why?"  = run the same cell / the same tick again with a recorder -> Report -> text, overlay
//! ```
//!
//! One way, always: document -> derived state -> view. Only a command travels back, through one function.
//!
//! # Modules, and who may know whom
//!
//! | layer | module | holds |
//! |---|---|---|
//! | 0 | [`math`] | symmetric eigenvalues, bounds, transforms, platform-independent sin and cos |
//! | 1 | [`mesh`] | triangle mesh, cube sphere, tube, ray hits, checks, export |
//! | 1 | [`scene`] | the document: plain data, the registry of all kinds of node, edits, validation, RON |
//! | 2 | [`field`] | a compiled solid: shapes, blends, warps; values, gradients, bounds, pruning |
//! | 3 | [`contour`] | pruned descent, marching cubes, dual contouring, QEF, explanations of a cell |
//! | 3 | [`sim`] | rope, deformer, world, clock, history |
//! | 4 | [`pipeline`] | scene -> built state, the background worker, expectations |
//! | 4 | [`inspect`] | reports -> text and -> overlay |
//! | 5 | `draw` | meshes and overlays -> pixels (feature `gui`) |
//! | 6 | [`cli`] | headless commands |
//! | 6 | `app` | the editor (feature `gui`) |
//!
//! A module names only modules of lower layers, never a sibling; `tests/suite/layers.rs` fails otherwise.
//!
//! # What is absent
//!
//! 1. A [`Scene`] holds no cache, handle or `Arc`; saving and loading gives an equal scene.
//! 2. No panel changes a scene; only the editor's `Document::apply` does.
//! 3. `math`, `mesh` (but its writers), `field`, `contour`, `sim` do no I/O, no logging and read no clock.
//! 4. A recorder cannot change a result: its methods return nothing.
//! 5. An explanation calls the very function that the bulk run calls.
//! 6. Results never depend on the number of threads, on hash order or on a clock.
//!
//! # Example
//!
//! ```
//! # fn main() -> Result<(), isolab::Error> {
//! # let path = concat!(env!("CARGO_MANIFEST_DIR"), "/scenes/start.ron");
//! let scene = isolab::Scene::load(path)?;                   // errors print line, caret, path, hint
//! let built = isolab::build(&scene)?;                       // field + mesh of each solid
//! assert!(built.solid("part")?.mesh().check().is_closed_manifold());
//! let mut sim = isolab::Simulation::new(&scene)?;
//! sim.run_to(120)?;
//! assert!(sim.rope("leash")?.max_stretch() < 0.02);
//! let mut same_scene_again = isolab::Simulation::new(&scene)?;
//! same_scene_again.run_to(120)?;
//! assert_eq!(sim.state_hash(), same_scene_again.state_hash());
//! # Ok(())
//! # }
//! ```

pub mod cli;
pub mod contour;
pub mod field;
pub mod inspect;
pub mod math;
pub mod mesh;
pub mod pipeline;
pub mod scene;
pub mod sim;

#[cfg(feature = "gui")]
pub mod app;
#[cfg(feature = "gui")]
pub mod draw;

pub use pipeline::{Built, Error, Simulation, Solid, build};
pub use scene::Scene;

/// The README's Rust examples compile.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
