use super::{Camera, DrawError, Image, Picture};
use std::sync::Arc;
use std::time::Duration;

/// A rectangle of a framebuffer, in pixels from its lower left corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PixelRect {
    /// Pixels from the left edge.
    pub left: i32,
    /// Pixels from the lower edge.
    pub bottom: i32,
    /// Pixels.
    pub width: u32,
    /// Pixels.
    pub height: u32,
}

/// What a picture is drawn into.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Target {
    /// Pixels; 0 draws nothing.
    pub width: u32,
    /// Pixels; 0 draws nothing.
    pub height: u32,
    /// Scale factor of lines, points and outlines.
    pub pixels_per_point: f32,
    /// Samples a pixel: 1 or a power of two, or none for [`Renderer::default_samples`]. What the driver cannot do is
    /// reduced to what it can.
    pub samples: Option<u32>,
}

/// What the last drawing took.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Statistics {
    /// Triangles of meshes.
    pub triangles: u64,
    /// Meshes.
    pub meshes: u64,
    /// Points, lines and arrows.
    pub overlays: u64,
    /// Pictures drawn since the start; grows only when something changed.
    pub renders: u64,
    /// Meshes uploaded since the start.
    pub uploads: u64,
    /// Time of the last drawing, until all commands were given; in software rendering nearly all of it.
    pub time: Duration,
}

/// Draws pictures in an OpenGL context, which must be current on the calling thread at each call, and at the drop.
/// Framebuffer binding, vertex array and depth mask are left as they were found.
pub struct Renderer {}

impl Renderer {
    /// Compiles the shaders.
    ///
    /// # Errors
    /// The context is too old, or its driver refuses the shaders.
    pub fn new(gl: Arc<glow::Context>) -> Result<Self, DrawError> {
        let _ = gl;
        todo!()
    }

    /// Name of the driver's renderer, such as "llvmpipe (LLVM 15.0.6, 256 bits)".
    #[must_use]
    pub fn driver(&self) -> &str {
        todo!()
    }

    /// 1 when the driver draws in software, where four samples cost four times as much; 4 otherwise.
    #[must_use]
    pub fn default_samples(&self) -> u32 {
        todo!()
    }

    /// Draws a picture into a texture that is kept; returns false, at no cost, if nothing has changed since the last
    /// call.
    ///
    /// # Errors
    /// The target is larger than the driver can make.
    pub fn render(&mut self, picture: &Picture, camera: &Camera, target: Target) -> Result<bool, DrawError> {
        let _ = (picture, camera, target);
        todo!()
    }

    /// Copies what was rendered last into the framebuffer that is bound now, of `screen` pixels, at `viewport`, where
    /// `clip` allows; for a paint callback of egui. Draws nothing if nothing was rendered.
    pub fn paint_to(&mut self, viewport: PixelRect, clip: PixelRect, screen: [u32; 2]) {
        let _ = (viewport, clip, screen);
        todo!()
    }

    /// What was rendered last; empty if nothing was.
    #[must_use]
    pub fn read_pixels(&mut self) -> Image {
        todo!()
    }

    /// What the last drawing took.
    #[must_use]
    pub fn statistics(&self) -> Statistics {
        todo!()
    }
}
