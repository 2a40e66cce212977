//! The renderer in egui's paint callback, or the reason why there is none.

use crate::app::theme;
use crate::draw::{Camera, Image, Picture, PixelRect, Renderer, Statistics, Target};
use egui::mutex::Mutex;
use egui::{Align2, FontId, Rect, Ui};
use std::sync::Arc;

/// Draws pictures into the window.
#[derive(Clone)]
pub(crate) struct Graphics {
    renderer: Result<Arc<Mutex<Renderer>>, String>,
    /// Why the last picture could not be drawn.
    fault: Arc<Mutex<Option<String>>>,
}

impl Graphics {
    /// With the window's OpenGL context; none is fine.
    pub(crate) fn new(gl: Option<Arc<glow::Context>>) -> Self {
        let none = "There is no OpenGL here, so nothing can be drawn. Everything else works.";
        let renderer = gl
            .ok_or_else(|| none.to_owned())
            .and_then(|gl| Renderer::new(gl).map(|r| Arc::new(Mutex::new(r))).map_err(|e| e.to_string()));
        Self { renderer, fault: Arc::default() }
    }

    /// True if pictures are drawn.
    pub(crate) fn is_working(&self) -> bool {
        self.renderer.is_ok()
    }

    /// Why nothing is drawn.
    pub(crate) fn fault(&self) -> Option<String> {
        self.renderer.as_ref().err().cloned().or_else(|| self.fault.lock().clone())
    }

    /// What the last drawing took.
    pub(crate) fn statistics(&self) -> Option<Statistics> {
        self.renderer.as_ref().ok().map(|r| r.lock().statistics())
    }

    /// The last picture.
    pub(crate) fn image(&self) -> Option<Image> {
        self.renderer.as_ref().ok().map(|r| r.lock().read_pixels()).filter(|i| i.width > 0)
    }

    /// Draws a picture into a rectangle of the window: rendered only if it changed, copied at each frame.
    pub(crate) fn draw_ui(&self, ui: &Ui, rect: Rect, picture: Picture, camera: Camera) {
        let colors = theme::colors(ui.visuals());
        if let Some(fault) = self.fault() {
            ui.painter().rect_filled(rect, 0.0, colors.chrome);
            let width = (rect.width() - 48.0).max(80.0);
            let galley = ui.painter().layout(fault, FontId::proportional(14.0), colors.text, width);
            let at = Align2::CENTER_CENTER.align_size_within_rect(galley.size(), rect).min;
            ui.painter_at(rect).galley(at, galley, colors.text);
        }
        let Ok(renderer) = &self.renderer else { return };
        let (renderer, fault, ctx) = (Arc::clone(renderer), Arc::clone(&self.fault), ui.ctx().clone());
        let callback = egui_glow::CallbackFn::new(move |info, _| {
            let result = paint(&mut renderer.lock(), &info, &picture, &camera);
            let is_new = result == Ok(true);
            let found = result.err();
            let mut known = fault.lock();
            if is_new || *known != found {
                // The figures of this drawing, or its fault, are known only now: one more frame shows them.
                ctx.request_repaint();
            }
            *known = found;
        });
        ui.painter().add(egui::PaintCallback { rect, callback: Arc::new(callback) });
    }
}

/// True if something was rendered, and not only copied.
fn paint(
    renderer: &mut Renderer,
    info: &egui::PaintCallbackInfo,
    picture: &Picture,
    camera: &Camera,
) -> Result<bool, String> {
    let viewport = pixels(&info.viewport_in_pixels());
    let clip = pixels(&info.clip_rect_in_pixels());
    let (width, height) = (viewport.width, viewport.height);
    let target = Target { width, height, pixels_per_point: info.pixels_per_point, samples: None };
    let is_new = renderer.render(picture, camera, target).map_err(|e| e.to_string())?;
    renderer.paint_to(viewport, clip);
    Ok(is_new)
}

fn pixels(rect: &egui::epaint::ViewportInPixels) -> PixelRect {
    let side = |px: i32| u32::try_from(px).unwrap_or(0);
    PixelRect {
        left: rect.left_px,
        bottom: rect.from_bottom_px,
        width: side(rect.width_px),
        height: side(rect.height_px),
    }
}
