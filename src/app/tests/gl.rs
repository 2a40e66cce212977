//! The window with its 3D view, painted offscreen. Without OpenGL these tests say that they are skipped; where
//! `ISOLAB_REQUIRE_GL` is 1, as in continuous integration, that is a failure.

use super::*;
use crate::draw::{Device, Image, Offscreen};
use egui::FullOutput;
use glow::HasContext;
use std::time::Duration;

/// A window's framebuffer, in a context without a window.
pub(super) struct Screen {
    painter: egui_glow::Painter,
    /// After what lives in it.
    offscreen: Offscreen,
    /// What was painted last, rows from the top.
    pub(super) image: Image,
}

impl Screen {
    /// None, and a line that says so, where there is no OpenGL.
    pub(super) fn new() -> Option<Self> {
        let offscreen = match Offscreen::new(Device::Software) {
            Ok(offscreen) => offscreen,
            Err(e) if std::env::var("ISOLAB_REQUIRE_GL").is_ok_and(|v| v == "1") => panic!("{e}"),
            Err(e) => {
                eprintln!("skipped, since nothing can be drawn here: {e}");
                return None;
            }
        };
        let painter = egui_glow::Painter::new(offscreen.gl(), "", None, false).expect("egui's shaders");
        Some(Self { painter, offscreen, image: Image::default() })
    }

    pub(super) fn gl(&self) -> Arc<glow::Context> {
        self.offscreen.gl()
    }

    /// Paints a frame as the window does: a window without pixels paints nothing.
    pub(super) fn paint(&mut self, ctx: &egui::Context, output: FullOutput, size: egui::Vec2) {
        self.offscreen.make_current().expect("the context of this thread");
        let mut textures = output.textures_delta;
        for (id, deltas) in textures.set.drain() {
            deltas.iter().for_each(|delta| self.painter.set_texture(id, delta));
        }
        let scale = output.pixels_per_point;
        let [width, height] = [size.x, size.y].map(|side| (side * scale).round() as u32);
        if width > 0 && height > 0 {
            let meshes = ctx.tessellate(output.shapes, scale);
            self.image = paint_into_texture(&self.offscreen.gl(), [width, height], || {
                self.painter.clear([width, height], [0.0, 0.0, 0.0, 1.0]);
                self.painter.paint_primitives([width, height], scale, &meshes);
            });
        }
        textures.free.drain().for_each(|id| self.painter.free_texture(id));
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        self.painter.destroy();
    }
}

/// Calls `paint` with a framebuffer of that size bound, and reads what it left there.
fn paint_into_texture(gl: &glow::Context, [width, height]: [u32; 2], paint: impl FnOnce()) -> Image {
    let [w, h] = [width, height].map(|side| i32::try_from(side).expect("a size"));
    let mut bytes = vec![0; width as usize * height as usize * 4];
    // SAFETY: the context is current, all objects are its own, and the buffer holds as many pixels as are read.
    unsafe {
        let texture = gl.create_texture().expect("a texture");
        gl.bind_texture(glow::TEXTURE_2D, Some(texture));
        gl.tex_storage_2d(glow::TEXTURE_2D, 1, glow::RGBA8, w, h);
        let framebuffer = gl.create_framebuffer().expect("a framebuffer");
        gl.bind_framebuffer(glow::FRAMEBUFFER, Some(framebuffer));
        gl.framebuffer_texture_2d(glow::FRAMEBUFFER, glow::COLOR_ATTACHMENT0, glow::TEXTURE_2D, Some(texture), 0);
        paint();
        gl.bind_framebuffer(glow::FRAMEBUFFER, Some(framebuffer));
        let pixels = glow::PixelPackData::Slice(Some(&mut bytes));
        gl.read_pixels(0, 0, w, h, glow::RGBA, glow::UNSIGNED_BYTE, pixels);
        gl.bind_framebuffer(glow::FRAMEBUFFER, None);
        gl.delete_framebuffer(framebuffer);
        gl.delete_texture(texture);
    }
    let rgba = bytes.chunks_exact(4 * width as usize).rev().flatten().copied().collect();
    Image { width, height, rgba }
}

impl Window {
    /// With a 3D view, at a scale factor.
    fn painted(scale: f32) -> Option<Self> {
        let screen = Screen::new()?;
        let mut window = Self::with_screen(Some(screen), scale).0;
        window.settle();
        Some(window)
    }

    /// Frames until none is asked for.
    #[track_caller]
    fn settle(&mut self) {
        for _ in 0..200 {
            self.frame(vec![]);
            if self.repaint_delay > Duration::from_secs(1) && !self.app.model.is_stale() {
                return;
            }
            std::thread::yield_now();
        }
        panic!("it goes on asking for frames");
    }

    fn screen_image(&self) -> &Image {
        &self.screen.as_ref().expect("a painted window").image
    }

    /// The pixel of the whole window where a point of the world is seen.
    fn pixel_of(&self, point: glam::DVec3) -> [u8; 4] {
        let camera = Camera::of_view(&self.app.model.document.scene().view);
        let seen = camera.project(point, self.app.viewport.size).expect("it is in view");
        let view = self.nodes.iter().find(|n| n.label() == Some("3D viewport")).and_then(Node::bounds).expect("a view");
        let scale = f64::from(self.scale);
        let (x, y) = ((view.x0 + seen.x) * scale, (view.y0 + seen.y) * scale);
        self.screen_image().pixel(x as u32, y as u32).expect("inside of the window")
    }
}

/// The part of a picture of the window that holds no figures of time.
fn without_figures(image: &Image) -> Vec<[u8; 4]> {
    let (width, height) = (image.width * 6 / 10, image.height * 9 / 10);
    (0..height).flat_map(|y| (0..width).filter_map(move |x| image.pixel(x, y))).collect()
}

/// Case C24: the view shows the scene at each scale, and again after a window of no size.
#[test]
fn the_view_survives_windows_of_no_size() {
    for scale in [1.0, 1.5, 2.0] {
        let Some(mut window) = Window::painted(scale) else { return };
        let first = window.screen_image().clone();
        assert_eq!([first.width, first.height], [1280.0, 800.0].map(|s: f32| (s * scale) as u32));
        let [r, _, b, _] = window.pixel_of(glam::DVec3::new(0.4, 0.6, 0.2));
        assert!(b > r && r > 80, "the block is blue at scale {scale}: {r} {b}");
        let [r, _, b, _] = window.pixel_of(glam::DVec3::new(1.45, 0.42, 0.6));
        assert!(r > 150 && u32::from(r) > u32::from(b) + 60, "the ball is red at scale {scale}: {r} {b}");
        for size in [vec2(0.0, 0.0), vec2(1.0, 1.0), vec2(1280.0, 800.0)] {
            window.size = size;
            window.frame(vec![]);
            window.frame(vec![]);
        }
        window.settle();
        let last = window.screen_image();
        assert_eq!([last.width, last.height], [first.width, first.height]);
        assert!(without_figures(last) == without_figures(&first), "another picture at scale {scale}");
        assert_eq!(window.app.viewport.graphics.fault(), None);
    }
}

/// What is selected below a root has no mesh; its lines are painted.
#[test]
fn a_selected_primitive_shows_its_shape() {
    let Some(mut window) = Window::painted(1.0) else { return };
    // The rim of the bore, in front of the block.
    let rim = glam::DVec3::new(0.28, 0.3 + 0.19, 0.7);
    let before = window.pixel_of(rim);
    window.click("bore");
    window.frame(vec![Event::PointerMoved(pos2(3.0, 3.0))]);
    window.settle();
    let [r, _, b, _] = window.pixel_of(rim);
    assert_ne!(window.pixel_of(rim), before);
    assert!(u32::from(b) > u32::from(r) + 60, "a line in the accent: {r} {b}");
}

/// Nothing is asked for when nothing changes, not even by the paint callback.
#[test]
fn an_idle_window_asks_for_no_frames() {
    let Some(mut window) = Window::painted(1.0) else { return };
    let renders = |w: &Window| w.app.viewport.graphics.statistics().map(|s| s.renders);
    let before = renders(&window);
    for _ in 0..5 {
        window.frame(vec![]);
        assert_eq!(window.repaint_delay, Duration::MAX);
    }
    assert_eq!(renders(&window), before, "the 3D view is drawn again for nothing");
    // Playing does ask, and pausing ends it.
    window.key(Modifiers::NONE, Key::Space);
    window.frame(vec![]);
    assert_eq!(window.repaint_delay, Duration::ZERO);
    window.key(Modifiers::NONE, Key::Space);
    window.settle();
    assert_eq!(window.repaint_delay, Duration::MAX);
}

/// Without OpenGL there is a sentence where the picture would be, and everything else works.
#[test]
fn without_opengl_the_rest_works() {
    let (mut window, _) = Window::new();
    let fault = window.app.viewport.graphics.fault().expect("a sentence");
    assert!(fault.contains("OpenGL") && fault.ends_with('.'), "{fault}");
    assert!(window.painted_text().contains(&fault), "the sentence is in the view");
    assert!(window.app.model.log.latest().is_some());
    window.click("ball");
    window.key(Modifiers::NONE, Key::Delete);
    assert!(window.app.model.document.scene().deformer("ball").is_none());
    window.key(Modifiers::COMMAND, Key::Z);
    assert!(window.app.model.document.scene().deformer("ball").is_some());
    window.key(Modifiers::NONE, Key::ArrowRight);
    window.wait(|app| app.model.tick() == 1);
    window.click("Report");
    window.settle();
}
