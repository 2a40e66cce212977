//! Meshes and overlays to pixels, in a window or offscreen. Layer 5.
//!
//! ```text
//! Scene + Built + Simulation --picture_of--> Picture --+
//!                                            Camera  --+--> Renderer --> egui's paint callback (paint_to)
//!                                                                    --> Image (read_pixels), PNG
//! ```
//!
//! A [`Picture`] says what is drawn, a [`Camera`] from where; both are plain data, so that they are compared and the
//! same picture is not drawn twice. A [`Renderer`] lives in any OpenGL 3.3 or OpenGL ES 3.0 context: egui's, or the
//! one that [`Offscreen`] makes without a display. three-d's types stay inside of this module, colours inside of
//! [`palette`].

mod camera;
mod convert;
mod error;
mod frame;
mod image;
mod offscreen;
pub mod palette;
mod passes;
mod picture;
mod renderer;
mod strokes;
mod surface;
#[cfg(test)]
mod tests;

pub use self::image::Image;
pub use camera::Camera;
pub use error::DrawError;
pub use offscreen::{Device, Offscreen};
pub use palette::Theme;
pub use picture::{Highlight, Item, Picture, Shape, picture_of};
pub use renderer::{PixelRect, Renderer, Statistics, Target};
