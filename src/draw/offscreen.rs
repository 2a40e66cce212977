use super::{Camera, DrawError, Image, Picture, Renderer, Target};
use glutin::api::egl::context::PossiblyCurrentContext;
use glutin::api::egl::device::Device as EglDevice;
use glutin::api::egl::display::Display;
use glutin::config::{ConfigSurfaceTypes, ConfigTemplateBuilder};
use glutin::context::{ContextApi, ContextAttributesBuilder, Version};
use glutin::prelude::*;
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
/// Its context is current on the thread that made it; use and drop it on that thread only.
#[derive(Debug)]
pub struct Offscreen {
    // Dropped in this order: what lives in the context first.
    renderer: Renderer,
    gl: Arc<glow::Context>,
    context: PossiblyCurrentContext,
}

impl Offscreen {
    /// Makes a context and a renderer.
    ///
    /// # Errors
    /// A sentence that says what is missing and which package has it.
    pub fn new(device: Device) -> Result<Self, DrawError> {
        let mut devices: Vec<EglDevice> =
            EglDevice::query_devices().map_err(|e| DrawError::NoEgl(e.to_string()))?.collect();
        if device == Device::Software {
            devices.sort_by_key(|device| !device.extensions().contains("EGL_MESA_device_software"));
        }
        let mut faults = Vec::new();
        for device in &devices {
            match open(device) {
                Ok((gl, context)) => return Ok(Self { renderer: Renderer::new(Arc::clone(&gl))?, gl, context }),
                Err(fault) => faults.push(format!("{}: {fault}", device.name().unwrap_or("a device without a name"))),
            }
        }
        let faults = if faults.is_empty() { "there is none".to_owned() } else { faults.join("; ") };
        Err(DrawError::NoDevice(faults))
    }

    /// The context, for others that draw on this thread too. Drop what lives in it before this.
    #[must_use]
    pub fn gl(&self) -> Arc<glow::Context> {
        Arc::clone(&self.gl)
    }

    /// The renderer.
    pub fn renderer(&mut self) -> &mut Renderer {
        &mut self.renderer
    }

    /// Draws a picture. A target without pixels gives an empty image.
    ///
    /// # Errors
    /// The target is larger than the driver can make, or the context cannot be used on this thread.
    pub fn render(&mut self, picture: &Picture, camera: &Camera, target: Target) -> Result<Image, DrawError> {
        self.make_current()?;
        self.renderer.render(picture, camera, target)?;
        Ok(self.renderer.read_pixels())
    }

    /// Makes the context current, after another one of the same thread was.
    ///
    /// # Errors
    /// The context is current on another thread.
    pub fn make_current(&self) -> Result<(), DrawError> {
        self.context
            .make_current_surfaceless()
            .map_err(|e| DrawError::Driver { what: "to use the context".to_owned(), reason: e.to_string() })
    }
}

impl Drop for Offscreen {
    fn drop(&mut self) {
        // The renderer's objects belong to this context, so it must be the current one when they are deleted. Where
        // that fails they go with the context.
        let _ = self.make_current();
    }
}

fn open(device: &EglDevice) -> Result<(Arc<glow::Context>, PossiblyCurrentContext), String> {
    // SAFETY: no native display is handed over that could be invalid.
    let display = unsafe { Display::with_device(device, None) }.map_err(|e| e.to_string())?;
    let template = ConfigTemplateBuilder::new().with_surface_type(ConfigSurfaceTypes::empty()).build();
    // SAFETY: the template names no native window.
    let mut configs = unsafe { display.find_configs(template) }.map_err(|e| e.to_string())?;
    let config = configs.next().ok_or("it has no configuration")?;
    let attributes =
        ContextAttributesBuilder::new().with_context_api(ContextApi::OpenGl(Some(Version::new(3, 3)))).build(None);
    // SAFETY: the attributes name no native window.
    let context = unsafe { display.create_context(&config, &attributes) }.map_err(|e| e.to_string())?;
    let context = context.make_current_surfaceless().map_err(|e| e.to_string())?;
    // SAFETY: the context is current, and the functions are its own.
    let gl = unsafe { glow::Context::from_loader_function_cstr(|symbol| display.get_proc_address(symbol)) };
    Ok((Arc::new(gl), context))
}
