use super::{Camera, DrawError, Image, Picture, Renderer, Target};
use std::sync::Arc;

/// Which of the machine's devices draws.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Device {
    /// The first that works.
    #[default]
    Any,
    /// One that draws in software if there is one, for the same pixels everywhere.
    Software,
}

/// A renderer without window or display: an EGL context without a surface.
///
/// Its context is current on the thread that made it; use it on that thread only.
pub struct Offscreen {
    renderer: Renderer,
}

impl Offscreen {
    /// Makes a context and a renderer.
    ///
    /// # Errors
    /// A sentence that says what is missing and which package has it.
    pub fn new(device: Device) -> Result<Self, DrawError> {
        let _ = device;
        todo!()
    }

    /// The context.
    #[must_use]
    pub fn gl(&self) -> Arc<glow::Context> {
        todo!()
    }

    /// The renderer.
    pub fn renderer(&mut self) -> &mut Renderer {
        &mut self.renderer
    }

    /// Draws a picture.
    ///
    /// # Errors
    /// The target is larger than the driver can make.
    pub fn render(&mut self, picture: &Picture, camera: &Camera, target: Target) -> Result<Image, DrawError> {
        self.renderer.render(picture, camera, target)?;
        Ok(self.renderer.read_pixels())
    }
}
