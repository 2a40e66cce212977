use super::frame::{Frame, Limits};
use super::passes::{GpuMesh, Passes, Shot};
use super::strokes::Strokes;
use super::{Camera, DrawError, Highlight, Image, Item, Picture};
use glow::HasContext;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};
use three_d::{Context, ScissorBox, Viewport};

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
    /// Time of the last drawing: all of it in software, until the commands were given on a graphics card.
    pub time: Duration,
}

/// Draws pictures in an OpenGL context, which must be current on the calling thread at each call, and at the drop.
/// Framebuffer binding, vertex array and depth mask are left as they were found; what egui sets anew itself is not.
pub struct Renderer {
    context: Context,
    driver: String,
    limits: Limits,
    passes: Passes,
    meshes: BTreeMap<String, GpuMesh>,
    strokes: Option<Strokes>,
    frame: Option<Frame>,
    /// What `frame` shows.
    shown: Option<(Picture, Camera, Target)>,
    statistics: Statistics,
}

impl Renderer {
    /// Compiles the shaders.
    ///
    /// # Errors
    /// The context is too old, or its driver refuses the shaders.
    pub fn new(gl: Arc<glow::Context>) -> Result<Self, DrawError> {
        let version = gl.version();
        let least = if version.is_embedded { (3, 0) } else { (3, 3) };
        if (version.major, version.minor) < least {
            let kind = if version.is_embedded { "OpenGL ES" } else { "OpenGL" };
            return Err(DrawError::OldOpenGl { found: format!("{kind} {}.{}", version.major, version.minor) });
        }
        // SAFETY: a query of a string that every OpenGL has.
        let driver = unsafe { gl.get_parameter_string(glow::RENDERER) };
        let _found = Found::save(&gl);
        let context = Context::from_gl_context(Arc::clone(&gl))
            .map_err(|e| DrawError::Driver { what: "a vertex array".to_owned(), reason: e.to_string() })?;
        Ok(Self {
            limits: Limits::of(&context),
            passes: Passes::new(&context)?,
            context,
            driver,
            meshes: BTreeMap::new(),
            strokes: None,
            frame: None,
            shown: None,
            statistics: Statistics::default(),
        })
    }

    /// Name of the driver's renderer, such as "llvmpipe (LLVM 15.0.6, 256 bits)".
    #[must_use]
    pub fn driver(&self) -> &str {
        &self.driver
    }

    /// 1 when the driver draws in software, where four samples cost four times as much; 4 otherwise.
    #[must_use]
    pub fn default_samples(&self) -> u32 {
        if self.is_software() { 1 } else { 4 }
    }

    /// True if the driver draws on the processor.
    #[must_use]
    pub fn is_software(&self) -> bool {
        let name = self.driver.to_lowercase();
        ["llvmpipe", "softpipe", "swiftshader"].iter().any(|software| name.contains(software))
    }

    /// Draws a picture into a texture that is kept; returns false, at no cost, if nothing has changed since the last
    /// call.
    ///
    /// # Errors
    /// The target is larger than the driver can make. What was rendered before is then gone.
    pub fn render(&mut self, picture: &Picture, camera: &Camera, target: Target) -> Result<bool, DrawError> {
        if self.shown.as_ref().is_some_and(|(p, c, t)| (p, c, t) == (picture, camera, &target)) {
            return Ok(false);
        }
        let start = Instant::now();
        let gl = self.context.clone();
        let _found = Found::save(&gl);
        let before = self.shown.take();
        if target.width == 0 || target.height == 0 {
            self.frame = None;
        } else {
            self.fit_frame(target)?;
            self.upload(picture, before.as_ref().map(|(picture, ..)| picture));
            self.draw(picture, camera, target)?;
            if self.is_software() {
                // SAFETY: a call that every OpenGL has. A graphics card is not waited for, it would only be slowed.
                unsafe { gl.finish() };
            }
        }
        self.shown = Some((picture.clone(), *camera, target));
        self.statistics.renders += 1;
        self.statistics.time = start.elapsed();
        Ok(true)
    }

    /// Copies what was rendered last into the framebuffer that is bound now, to `viewport`, where `clip` allows; for a
    /// paint callback of egui. Does nothing if nothing was rendered.
    pub fn paint_to(&self, viewport: PixelRect, clip: PixelRect) {
        let Some(frame) = &self.frame else { return };
        let area = clip.scissor().intersection(viewport.scissor());
        if area.width == 0 || area.height == 0 {
            return;
        }
        let _found = Found::save(&self.context);
        self.context.set_scissor(area);
        let (x, y, width, height) = (viewport.left, viewport.bottom, viewport.width, viewport.height);
        self.passes.copy(frame.texture(), Viewport { x, y, width, height });
    }

    /// What was rendered last; empty if nothing was.
    #[must_use]
    pub fn read_pixels(&self) -> Image {
        let _found = Found::save(&self.context);
        self.frame.as_ref().map_or_else(Image::default, Frame::read)
    }

    /// What the last drawing took.
    #[must_use]
    pub fn statistics(&self) -> Statistics {
        self.statistics
    }

    fn fit_frame(&mut self, target: Target) -> Result<(), DrawError> {
        let (width, height) = (target.width, target.height);
        let samples = self.limits.samples(target.samples.unwrap_or_else(|| self.default_samples()));
        if !self.frame.as_ref().is_some_and(|frame| frame.fits(width, height, samples)) {
            self.frame = None;
            self.limits.check(width, height)?;
            self.frame = Some(Frame::new(&self.context, width, height, samples));
        }
        Ok(())
    }

    /// Brings meshes and overlay up to date with the picture, and drops what it no longer holds.
    fn upload(&mut self, picture: &Picture, before: Option<&Picture>) {
        self.meshes.retain(|id, mesh| picture.items.iter().any(|item| item.id == *id && item.shape == mesh.shape));
        for item in &picture.items {
            let mesh = self.meshes.entry(item.id.clone()).or_insert_with(|| {
                self.statistics.uploads += 1;
                GpuMesh::new(&self.context, &item.shape)
            });
            if item.highlight != Highlight::None {
                mesh.prepare_outline(&self.context);
            }
        }
        let same = |old: &Picture| Arc::ptr_eq(&old.overlay, &picture.overlay) && old.theme == picture.theme;
        if self.strokes.is_none() || !before.is_some_and(same) {
            self.strokes = Some(Strokes::new(&self.context, &picture.overlay, picture.theme));
        }
        self.statistics.meshes = self.meshes.len() as u64;
        self.statistics.triangles = self.meshes.values().map(GpuMesh::triangle_count).sum();
        self.statistics.overlays = self.strokes.as_ref().map_or(0, Strokes::count);
    }

    /// Plain items first, then the outlines of highlighted ones, then these items: an item covers its outline but for
    /// the rim, and is itself hidden by what stands before it.
    fn draw(&self, picture: &Picture, camera: &Camera, target: Target) -> Result<(), DrawError> {
        let Some(frame) = &self.frame else { return Ok(()) };
        let size = (target.width, target.height);
        let shot = Shot::new(camera, size, target.pixels_per_point, picture.theme.palette());
        let draw = || {
            self.passes.backdrop(&shot);
            for highlight in [Highlight::None, Highlight::Hovered, Highlight::Selected] {
                for (mesh, item) in self.items(picture, highlight) {
                    self.passes.outline(&shot, mesh, item.highlight);
                }
                for (mesh, item) in self.items(picture, highlight) {
                    self.passes.surface(&shot, mesh, item);
                }
            }
            if picture.grid {
                self.passes.ground(&shot);
            }
            if let Some(strokes) = &self.strokes {
                self.passes.strokes(&shot, strokes);
            }
        };
        frame
            .draw_into(draw)
            .map_err(|e| DrawError::Driver { what: "to draw the picture".to_owned(), reason: e.to_string() })
    }

    fn items<'a>(
        &'a self,
        picture: &'a Picture,
        highlight: Highlight,
    ) -> impl Iterator<Item = (&'a GpuMesh, &'a Item)> + 'a {
        let items = picture.items.iter().filter(move |item| item.highlight == highlight);
        items.filter_map(|item| self.meshes.get(&item.id).map(|mesh| (mesh, item)))
    }
}

impl std::fmt::Debug for Renderer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let mut debug = f.debug_struct("Renderer");
        debug.field("driver", &self.driver).field("statistics", &self.statistics).finish_non_exhaustive()
    }
}

impl PixelRect {
    fn scissor(self) -> ScissorBox {
        ScissorBox { x: self.left, y: self.bottom, width: self.width, height: self.height }
    }
}

/// The state of a context that egui relies on, as it was found; put back at the drop.
struct Found<'a> {
    gl: &'a glow::Context,
    draw: Option<glow::Framebuffer>,
    read: Option<glow::Framebuffer>,
    vertex_array: Option<glow::VertexArray>,
    depth_mask: bool,
}

impl<'a> Found<'a> {
    fn save(gl: &'a glow::Context) -> Self {
        // SAFETY: queries of state that every OpenGL 3.3 and OpenGL ES 3.0 has. Errors that others left are dropped,
        // at most as many as there are kinds, since a lost context reports them for ever.
        unsafe {
            (0..16).take_while(|_| gl.get_error() != glow::NO_ERROR).for_each(drop);
            Self {
                gl,
                draw: gl.get_parameter_framebuffer(glow::DRAW_FRAMEBUFFER_BINDING),
                read: gl.get_parameter_framebuffer(glow::READ_FRAMEBUFFER_BINDING),
                vertex_array: gl.get_parameter_vertex_array(glow::VERTEX_ARRAY_BINDING),
                depth_mask: gl.get_parameter_bool(glow::DEPTH_WRITEMASK),
            }
        }
    }
}

impl Drop for Found<'_> {
    fn drop(&mut self) {
        // SAFETY: the objects were bound when they were found, and nothing in between deletes what is not its own.
        unsafe {
            self.gl.bind_framebuffer(glow::DRAW_FRAMEBUFFER, self.draw);
            self.gl.bind_framebuffer(glow::READ_FRAMEBUFFER, self.read);
            self.gl.bind_vertex_array(self.vertex_array);
            self.gl.depth_mask(self.depth_mask);
            self.gl.active_texture(glow::TEXTURE0);
        }
    }
}
