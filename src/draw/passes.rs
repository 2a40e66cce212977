//! The shaders, and what each draws.

use super::palette::{Palette, Rgba};
use super::strokes::{Phase, Strokes};
use super::surface::Surface;
use super::{Camera, DrawError, Highlight, Item, Shape, convert};
use glam::{DMat4, DVec2, DVec3};
use glow::HasContext;
use three_d::{
    Blend, Context, Cull, DepthTest, ElementBuffer, Program, RenderStates, Texture2D, VertexBuffer, Viewport, WriteMask,
};

/// Width of the outline of a selected item, points.
const SELECTED_WIDTH: f32 = 2.5;
/// Width of the outline of a hovered item, points.
const HOVERED_WIDTH: f32 = 1.5;

/// A mesh on the GPU.
pub(super) struct GpuMesh {
    /// What was uploaded; it also keeps the mesh alive, so that no other can take its address.
    pub(super) shape: Shape,
    origin: DVec3,
    positions: VertexBuffer<[f32; 3]>,
    normals: VertexBuffer<[f32; 3]>,
    colors: Option<VertexBuffer<[f32; 3]>>,
    /// Made when the item is first highlighted.
    outward: Option<VertexBuffer<[f32; 3]>>,
    triangles: ElementBuffer<u32>,
}

impl GpuMesh {
    pub(super) fn new(context: &Context, shape: &Shape) -> Self {
        let surface = Surface::of(shape);
        let buffer = |data: &[[f32; 3]]| VertexBuffer::new_with_data(context, data);
        Self {
            shape: shape.clone(),
            origin: surface.origin,
            positions: buffer(&surface.positions),
            normals: buffer(&surface.normals),
            colors: (!surface.colors.is_empty()).then(|| buffer(&surface.colors)),
            outward: None,
            triangles: ElementBuffer::new_with_data(context, &surface.triangles),
        }
    }

    /// Adds what an outline needs, once.
    pub(super) fn prepare_outline(&mut self, context: &Context) {
        if self.outward.is_none() {
            let outward = Surface::of(&self.shape).outward();
            self.outward = Some(VertexBuffer::new_with_data(context, &outward));
        }
    }

    pub(super) fn triangle_count(&self) -> u64 {
        u64::from(self.triangles.triangle_count())
    }
}

/// What all passes of a picture share.
pub(super) struct Shot<'a> {
    camera: &'a Camera,
    viewport: Viewport,
    eye_from_world: DMat4,
    clip_from_eye: DMat4,
    /// Pixels a point.
    scale: f32,
    palette: &'static Palette,
}

impl<'a> Shot<'a> {
    pub(super) fn new(camera: &'a Camera, size: (u32, u32), scale: f32, palette: &'static Palette) -> Self {
        let aspect = f64::from(size.0) / f64::from(size.1);
        Self {
            camera,
            viewport: Viewport::new_at_origo(size.0, size.1),
            eye_from_world: camera.view(),
            clip_from_eye: camera.projection(aspect),
            scale: if scale.is_finite() { scale.clamp(0.25, 8.0) } else { 1.0 },
            palette,
        }
    }

    /// Both factors are in double precision, so that no digits are lost far from the world's origin.
    fn clip_from_local(&self, origin: DVec3) -> three_d::Mat4 {
        convert::mat4(self.clip_from_eye * self.eye_from_world * DMat4::from_translation(origin))
    }

    /// Moves points away from the eye, by a part of the distance, without moving them in the picture.
    fn pushed_back(&self, part: f64) -> DMat4 {
        if self.camera.ortho {
            DMat4::from_translation(DVec3::new(0.0, 0.0, -part * self.camera.distance()))
        } else {
            DMat4::from_scale(DVec3::splat(1.0 + part))
        }
    }

    fn resolution(&self) -> three_d::Vec2 {
        [self.viewport.width as f32, self.viewport.height as f32].into()
    }
}

/// One program a pass.
pub(super) struct Passes {
    backdrop: Program,
    surface: Program,
    outline: Program,
    ground: Program,
    stroke: Program,
    copy: Program,
    context: Context,
    /// A core profile draws nothing without a vertex array, and three-d binds its own only along with an attribute.
    no_attributes: glow::VertexArray,
}

impl Drop for Passes {
    fn drop(&mut self) {
        // SAFETY: made by `new` in the same context, and deleted once.
        unsafe { self.context.delete_vertex_array(self.no_attributes) };
    }
}

impl Passes {
    pub(super) fn new(context: &Context) -> Result<Self, DrawError> {
        let program = |name: &str, vertex: &str, fragment: &str| {
            Program::from_source(context, vertex, fragment)
                .map_err(|e| DrawError::Driver { what: format!("the shader `{name}`"), reason: e.to_string() })
        };
        let screen = include_str!("shaders/screen.vert");
        // SAFETY: a call that every OpenGL 3.3 and OpenGL ES 3.0 has.
        let no_attributes = unsafe { context.create_vertex_array() }
            .map_err(|reason| DrawError::Driver { what: "a vertex array".to_owned(), reason })?;
        Ok(Self {
            backdrop: program("backdrop", screen, include_str!("shaders/backdrop.frag"))?,
            surface: program("surface", include_str!("shaders/surface.vert"), include_str!("shaders/surface.frag"))?,
            outline: program("outline", include_str!("shaders/outline.vert"), include_str!("shaders/flat.frag"))?,
            ground: program("ground", include_str!("shaders/ground.vert"), include_str!("shaders/ground.frag"))?,
            stroke: program("stroke", include_str!("shaders/stroke.vert"), include_str!("shaders/stroke.frag"))?,
            copy: program("copy", screen, include_str!("shaders/copy.frag"))?,
            context: context.clone(),
            no_attributes,
        })
    }

    /// Draws vertices that the shader makes up from their number.
    fn draw_made_up(&self, program: &Program, states: RenderStates, viewport: Viewport, vertices: u32) {
        // SAFETY: made by `new` in the same context.
        unsafe { self.context.bind_vertex_array(Some(self.no_attributes)) };
        program.draw_arrays(states, viewport, vertices);
    }

    /// The background.
    pub(super) fn backdrop(&self, shot: &Shot<'_>) {
        self.backdrop.use_uniform("top", convert::color(shot.palette.background_top).truncate());
        self.backdrop.use_uniform("bottom", convert::color(shot.palette.background_bottom).truncate());
        self.draw_made_up(&self.backdrop, over_everything(), shot.viewport, 3);
    }

    /// A texture over a viewport of the bound framebuffer.
    pub(super) fn copy(&self, texture: &Texture2D, viewport: Viewport) {
        self.copy.use_texture("frame", texture);
        self.draw_made_up(&self.copy, over_everything(), viewport, 3);
    }

    /// A mesh.
    pub(super) fn surface(&self, shot: &Shot<'_>, mesh: &GpuMesh, item: &Item) {
        if mesh.triangles.count() == 0 {
            return;
        }
        let program = &self.surface;
        let camera = shot.camera;
        let paint = if mesh.colors.is_some() { 0.0 } else { 1.0 };
        let key = 0.55 * camera.up() - 0.45 * camera.right() - 0.70 * camera.forward();
        let viewer = if camera.ortho {
            convert::vec4(-camera.forward(), 0.0)
        } else {
            convert::vec4(camera.eye - mesh.origin, 1.0)
        };
        program.use_uniform("clip_from_local", shot.clip_from_local(mesh.origin));
        program.use_uniform("paint", convert::vec4(item.color.clamp(DVec3::ZERO, DVec3::ONE), paint));
        program.use_uniform("glow", if item.highlight == Highlight::Hovered { 1.0_f32 } else { 0.0 });
        program.use_uniform("key", convert::vec3(key.normalize_or(DVec3::Y)));
        program.use_uniform("viewer", viewer);
        program.use_vertex_attribute("position", &mesh.positions);
        program.use_vertex_attribute("normal", &mesh.normals);
        if let Some(colors) = &mesh.colors {
            program.use_vertex_attribute("color", colors);
        }
        let states = RenderStates { depth_test: DepthTest::LessOrEqual, ..RenderStates::default() };
        program.draw_elements(states, shot.viewport, &mesh.triangles);
    }

    /// The silhouette of a mesh, a little larger. It leaves no depth, so the mesh itself, which is drawn next, covers
    /// all of it but the rim.
    pub(super) fn outline(&self, shot: &Shot<'_>, mesh: &GpuMesh, highlight: Highlight) {
        let Some(outward) = mesh.outward.as_ref().filter(|_| mesh.triangles.count() > 0) else { return };
        let (color, width): (Rgba, f32) = match highlight {
            Highlight::None => return,
            Highlight::Hovered => (shot.palette.hovered, HOVERED_WIDTH),
            Highlight::Selected => (shot.palette.selected, SELECTED_WIDTH),
        };
        let program = &self.outline;
        program.use_uniform("clip_from_local", shot.clip_from_local(mesh.origin));
        program.use_uniform("resolution", shot.resolution());
        program.use_uniform("width", width * shot.scale);
        program.use_uniform("paint", convert::color(color));
        program.use_vertex_attribute("position", &mesh.positions);
        program.use_vertex_attribute("outward", outward);
        let states = RenderStates {
            depth_test: DepthTest::LessOrEqual,
            write_mask: WriteMask::COLOR,
            ..RenderStates::default()
        };
        program.draw_elements(states, shot.viewport, &mesh.triangles);
    }

    /// Grid and axes on y = 0.
    pub(super) fn ground(&self, shot: &Shot<'_>) {
        let (camera, program) = (shot.camera, &self.ground);
        let reach = camera.distance().max(camera.eye.y.abs()).clamp(Camera::MIN_DISTANCE, Camera::MAX_DISTANCE);
        let level = (reach / 4.0).log10();
        let spacing = 0.1 * 10.0_f64.powf(level.floor());
        let radius = 8.0 * reach;
        // The grid's own origin lies on a line of the coarsest level, so that all levels are drawn from small numbers.
        let coarse = 100.0 * spacing;
        let origin = DVec3::new(snapped(camera.target.x, coarse), 0.0, snapped(camera.target.z, coarse));
        let center = DVec2::new(camera.target.x - origin.x, camera.target.z - origin.z);
        // What lies in the plane wins over the grid.
        let eye_from_local = shot.pushed_back(0.0005) * shot.eye_from_world * DMat4::from_translation(origin);
        program.use_uniform("clip_from_local", convert::mat4(shot.clip_from_eye * eye_from_local));
        program.use_uniform("extent", (radius + coarse) as f32);
        program.use_uniform("spacing", spacing as f32);
        program.use_uniform("fading", (level - level.floor()) as f32);
        program.use_uniform("thickness", shot.scale);
        program.use_uniform("center", vec2(center));
        program.use_uniform("radius", radius as f32);
        program.use_uniform("axes", vec2(DVec2::new(-origin.x, -origin.z)));
        // Seen from below, the grid lies over everything: it steps back.
        let strength = if camera.eye.y < 0.0 { 0.4_f32 } else { 1.0 };
        program.use_uniform("strength", strength);
        program.use_uniform("thin", convert::color(shot.palette.grid));
        program.use_uniform("strong", convert::color(shot.palette.grid_strong));
        program.use_uniform("axis_x", convert::color(shot.palette.axis_x));
        program.use_uniform("axis_z", convert::color(shot.palette.axis_z));
        self.draw_made_up(program, transparent(DepthTest::Less), shot.viewport, 6);
    }

    /// Points, lines and arrows.
    pub(super) fn strokes(&self, shot: &Shot<'_>, strokes: &Strokes) {
        let (camera, program) = (shot.camera, &self.stroke);
        let (near, _) = camera.near_far();
        // What lies on a surface is seen, what lies behind it is not.
        let eye_from_local = shot.pushed_back(-0.002) * shot.eye_from_world * DMat4::from_translation(strokes.origin);
        strokes.draw(program, |phase, count| {
            program.use_uniform("eye_from_local", convert::mat4(eye_from_local));
            program.use_uniform("clip_from_eye", convert::mat4(shot.clip_from_eye));
            program.use_uniform("resolution", shot.resolution());
            program.use_uniform("scale", shot.scale);
            program.use_uniform("near", near as f32);
            program.use_uniform("phase", phase as i32);
            program.use_uniform("halo_color", convert::color(shot.palette.halo));
            let depth_test = if phase == Phase::Hidden { DepthTest::Greater } else { DepthTest::LessOrEqual };
            program.draw_arrays_instanced(transparent(depth_test), shot.viewport, 9, count);
        });
    }
}

fn vec2(v: DVec2) -> three_d::Vec2 {
    v.as_vec2().to_array().into()
}

fn snapped(value: f64, step: f64) -> f64 {
    let snapped = (value / step).round() * step;
    if snapped.is_finite() { snapped } else { 0.0 }
}

fn over_everything() -> RenderStates {
    RenderStates {
        depth_test: DepthTest::Always,
        write_mask: WriteMask::COLOR,
        cull: Cull::None,
        ..RenderStates::default()
    }
}

fn transparent(depth_test: DepthTest) -> RenderStates {
    RenderStates { depth_test, write_mask: WriteMask::COLOR, blend: Blend::TRANSPARENCY, cull: Cull::None }
}
