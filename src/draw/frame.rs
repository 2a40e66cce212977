//! The texture that a picture is drawn into.

use super::{DrawError, Image};
use glow::HasContext;
use three_d::{
    ClearState, Context, CoreError, DepthTexture2D, Interpolation, RenderTarget, RenderTargetMultisample, Texture2D,
    Wrapping,
};

/// What the driver can do.
#[derive(Clone, Copy, Debug)]
pub(super) struct Limits {
    /// Pixels a side.
    pub(super) side: u32,
    /// Samples a pixel.
    pub(super) samples: u32,
}

impl Limits {
    pub(super) fn of(context: &Context) -> Self {
        // SAFETY: queries of numbers that every OpenGL 3.3 and OpenGL ES 3.0 has.
        let ask = |what| unsafe { context.get_parameter_i32(what) }.max(1).unsigned_abs();
        Self {
            side: ask(glow::MAX_TEXTURE_SIZE).min(ask(glow::MAX_RENDERBUFFER_SIZE)),
            samples: ask(glow::MAX_SAMPLES),
        }
    }

    /// The greatest power of two that is wished for and can be had.
    pub(super) fn samples(&self, wish: u32) -> u32 {
        let most = wish.clamp(1, self.samples);
        1 << most.ilog2()
    }

    pub(super) fn check(&self, width: u32, height: u32) -> Result<(), DrawError> {
        if width.max(height) > self.side {
            return Err(DrawError::TooLarge { width, height, limit: self.side });
        }
        Ok(())
    }
}

/// Colour with depth, of one size.
pub(super) struct Frame {
    color: Texture2D,
    depth: Depth,
}

enum Depth {
    /// One sample: drawn into the colour texture itself.
    Single(DepthTexture2D),
    /// Drawn here, then averaged into the colour texture.
    Multi(RenderTargetMultisample<[u8; 4], f32>),
}

impl Frame {
    /// Both sides must be above 0 and within the limits.
    pub(super) fn new(context: &Context, width: u32, height: u32, samples: u32) -> Self {
        let edge = Wrapping::ClampToEdge;
        let nearest = Interpolation::Nearest;
        let color = Texture2D::new_empty::<[u8; 4]>(context, width, height, nearest, nearest, None, edge, edge);
        let depth = if samples > 1 {
            Depth::Multi(RenderTargetMultisample::new(context, width, height, samples))
        } else {
            Depth::Single(DepthTexture2D::new::<f32>(context, width, height, edge, edge))
        };
        Self { color, depth }
    }

    pub(super) fn fits(&self, width: u32, height: u32, samples: u32) -> bool {
        let have = match &self.depth {
            Depth::Single(_) => 1,
            Depth::Multi(target) => target.number_of_samples(),
        };
        (self.color.width(), self.color.height(), have) == (width, height, samples)
    }

    pub(super) fn texture(&self) -> &Texture2D {
        &self.color
    }

    /// Runs `draw` with this frame as the target of drawing, its depth cleared.
    pub(super) fn draw_into(&self, draw: impl FnOnce()) -> Result<(), CoreError> {
        let clear = ClearState::color_and_depth(0.0, 0.0, 0.0, 1.0, 1.0);
        let draw = || {
            draw();
            Ok(())
        };
        match &self.depth {
            Depth::Single(depth) => {
                let target = RenderTarget::new(self.color.as_color_target(None), depth.as_depth_target());
                target.clear(clear).write(draw)?;
            }
            Depth::Multi(target) => {
                target.clear(clear).write(draw)?;
                target.resolve_color_to(&self.color.as_color_target(None));
            }
        }
        Ok(())
    }

    pub(super) fn read(&self) -> Image {
        let pixels = self.color.as_color_target(None).read::<[u8; 4]>();
        Image { width: self.color.width(), height: self.color.height(), rgba: pixels.into_flattened() }
    }
}
