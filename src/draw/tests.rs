//! Pictures, drawn offscreen. Without OpenGL these tests say that they are skipped; where `ISOLAB_REQUIRE_GL` is 1, as
//! in continuous integration, that is a failure.

use super::*;
use crate::inspect::{Overlay, Role};
use crate::math::Bounds;
use crate::mesh::{Mesh, cube_sphere};
use glam::{DVec2, DVec3};
use glow::HasContext;
use std::sync::Arc;

fn offscreen() -> Option<Offscreen> {
    match Offscreen::new(Device::Software) {
        Ok(offscreen) => Some(offscreen),
        Err(e) if std::env::var("ISOLAB_REQUIRE_GL").is_ok_and(|v| v == "1") => panic!("{e}"),
        Err(e) => {
            eprintln!("skipped, since nothing can be drawn here: {e}");
            None
        }
    }
}

fn target(width: u32, height: u32) -> Target {
    Target { width, height, pixels_per_point: 1.0, samples: Some(1) }
}

fn camera() -> Camera {
    Camera::new(DVec3::new(3.0, 2.0, 5.0), DVec3::ZERO)
}

/// A red ball at the origin, without a grid.
fn ball() -> Picture {
    let color = DVec3::new(0.9, 0.1, 0.1);
    let item = Item { id: "ball".into(), shape: cube_sphere(12, 1.0).into(), color, highlight: Highlight::None };
    Picture { items: vec![item], ..Picture::default() }
}

fn is_red([r, g, b, a]: [u8; 4]) -> bool {
    a == 255 && i32::from(r) > i32::from(g) + 40 && i32::from(r) > i32::from(b) + 40
}

fn is_background([r, g, b, a]: [u8; 4]) -> bool {
    a == 255 && r.abs_diff(g) < 12 && g.abs_diff(b) < 16 && b < 100
}

#[test]
fn a_ball_is_in_the_middle_and_the_background_in_the_corners() {
    let Some(mut offscreen) = offscreen() else { return };
    let image = offscreen.render(&ball(), &camera(), target(320, 200)).expect("a picture");
    assert_eq!(image.rgba.len(), 320 * 200 * 4);
    assert!(is_red(image.pixel(160, 100).expect("inside")));
    for (x, y) in [(0, 0), (319, 0), (0, 199), (319, 199)] {
        let pixel = image.pixel(x, y).expect("inside");
        assert!(is_background(pixel), "{pixel:?}");
    }
    assert_eq!(image.pixel(320, 0), None);
}

#[test]
fn an_object_is_drawn_where_the_camera_projects_it() {
    let Some(mut offscreen) = offscreen() else { return };
    let mut picture = ball();
    let at = DVec3::new(0.8, 0.5, -0.3);
    let mut mesh = cube_sphere(6, 0.1);
    mesh.positions.iter_mut().for_each(|p| *p += at);
    picture.items[0].shape = mesh.into();
    for ortho in [false, true] {
        let camera = Camera { ortho, ..camera() };
        let image = offscreen.render(&picture, &camera, target(320, 200)).expect("a picture");
        let seen = camera.project(at, DVec2::new(320.0, 200.0)).expect("before the eye");
        let red = (0..200)
            .flat_map(|y| (0..320).map(move |x| (x, y)))
            .filter(|&(x, y)| is_red(image.pixel(x, y).expect("inside")));
        let red: Vec<DVec2> = red.map(|(x, y)| DVec2::new(f64::from(x) + 0.5, f64::from(y) + 0.5)).collect();
        let middle = red.iter().copied().sum::<DVec2>() / red.len() as f64;
        assert!((middle - seen).length() < 1.0, "drawn at {middle}, projected to {seen}");
    }
}

#[test]
fn the_same_picture_has_the_same_bytes() {
    let Some(mut offscreen) = offscreen() else { return };
    let first = offscreen.render(&everything(), &camera(), target(200, 150)).expect("a picture");
    let second = offscreen.render(&everything(), &camera(), target(200, 150)).expect("a picture");
    assert_eq!(offscreen.renderer().statistics().renders, 2, "the second is drawn, since its meshes are new");
    assert_eq!(first, second);
}

#[test]
fn what_has_not_changed_is_neither_drawn_nor_uploaded_again() {
    let Some(mut offscreen) = offscreen() else { return };
    let (mut picture, camera, target) = (everything(), camera(), target(64, 64));
    let renderer = offscreen.renderer();
    assert_eq!(renderer.render(&picture, &camera, target), Ok(true));
    assert_eq!(renderer.render(&picture.clone(), &camera, target), Ok(false));
    let uploads = renderer.statistics().uploads;
    picture.set_highlight(&["ball"], None);
    let moved = Camera { eye: camera.eye * 1.1, ..camera };
    assert_eq!(renderer.render(&picture, &moved, target), Ok(true));
    assert_eq!(renderer.statistics().uploads, uploads);
    picture.items.clear();
    assert_eq!(renderer.render(&picture, &moved, target), Ok(true));
    assert_eq!((renderer.statistics().meshes, renderer.statistics().triangles), (0, 0));
}

#[test]
fn sizes_of_nothing_and_of_one_pixel_change_nothing_later() {
    let Some(mut offscreen) = offscreen() else { return };
    let picture = everything();
    let mut shoot = |w, h| offscreen.render(&picture, &camera(), target(w, h)).expect("a picture");
    let first = shoot(400, 300);
    assert_eq!(shoot(0, 0), Image::default());
    assert_eq!(shoot(400, 0), Image::default());
    assert_eq!(shoot(1, 1).rgba.len(), 4);
    assert_eq!(shoot(400, 300), first);
}

#[test]
fn a_picture_beyond_the_limits_is_refused() {
    let Some(mut offscreen) = offscreen() else { return };
    let refused = offscreen.render(&ball(), &camera(), target(1_000_000, 10));
    assert!(matches!(refused, Err(DrawError::TooLarge { .. })), "{refused:?}");
    assert!(offscreen.render(&ball(), &camera(), target(10, 10)).is_ok());
}

#[test]
fn a_selected_object_has_an_outline_and_a_hidden_one_has_not() {
    let Some(mut offscreen) = offscreen() else { return };
    let count =
        |image: &Image| image.rgba.chunks(4).filter(|p| p[..] == palette::Theme::Dark.palette().selected).count();
    let mut picture = ball();
    let plain = offscreen.render(&picture, &camera(), target(320, 200)).expect("a picture");
    picture.set_highlight(&["ball"], None);
    let selected = offscreen.render(&picture, &camera(), target(320, 200)).expect("a picture");
    assert_eq!(count(&plain), 0);
    assert!(count(&selected) > 300, "{}", count(&selected));
    assert_eq!(plain.pixel(160, 100), selected.pixel(160, 100), "the object itself looks the same");
    let mut wall = ball();
    wall.items[0].id = "wall".into();
    let mut mesh = cube_sphere(6, 1.3);
    mesh.positions.iter_mut().for_each(|p| *p += camera().eye * 0.3);
    wall.items[0].shape = mesh.into();
    picture.items.extend(wall.items);
    let behind = offscreen.render(&picture, &camera(), target(320, 200)).expect("a picture");
    assert_eq!(count(&behind), 0);
}

#[test]
fn points_keep_their_size_and_are_hidden_by_objects() {
    let Some(mut offscreen) = offscreen() else { return };
    let color = palette::role_color(Role::Crossing, Theme::Dark);
    let mut count = |picture: &Picture, camera: &Camera| {
        let image = offscreen.render(picture, camera, target(320, 200)).expect("a picture");
        image.rgba.chunks(4).filter(|p| **p == color).count()
    };
    let toward = camera().eye.normalize();
    let with_point = |p: DVec3| {
        let overlay = Arc::new(Overlay { points: vec![(p, Role::Crossing)], ..Overlay::default() });
        Picture { overlay, ..ball() }
    };
    let near = count(&with_point(toward), &camera());
    let far = count(&with_point(toward), &Camera { eye: camera().eye * 4.0, ..camera() });
    assert!(near > 12 && near == far, "{near} {far}");
    assert_eq!(count(&with_point(-toward), &camera()), 0);
}

#[test]
fn painting_fills_the_clipped_viewport_and_leaves_the_bindings_alone() {
    let Some(mut offscreen) = offscreen() else { return };
    let gl = offscreen.gl();
    let image = offscreen.render(&ball(), &camera(), target(40, 30)).expect("a picture");
    let (left, bottom) = (10, 5);
    let viewport = PixelRect { left, bottom, width: 40, height: 30 };
    let clip = PixelRect { left, bottom, width: 20, height: 30 };
    let mut pixels = vec![0; 64 * 48 * 4];
    // SAFETY: the context is current; a texture stands for the window of which egui would paint.
    unsafe {
        let texture = gl.create_texture().expect("a texture");
        gl.bind_texture(glow::TEXTURE_2D, Some(texture));
        gl.tex_storage_2d(glow::TEXTURE_2D, 1, glow::RGBA8, 64, 48);
        let window = gl.create_framebuffer().expect("a framebuffer");
        gl.bind_framebuffer(glow::FRAMEBUFFER, Some(window));
        let (attachment, kind) = (glow::COLOR_ATTACHMENT0, glow::TEXTURE_2D);
        gl.framebuffer_texture_2d(glow::FRAMEBUFFER, attachment, kind, Some(texture), 0);
        gl.disable(glow::SCISSOR_TEST);
        gl.clear_color(0.0, 0.0, 0.0, 0.0);
        gl.clear(glow::COLOR_BUFFER_BIT);
        gl.depth_mask(false);
        let _ = offscreen.renderer().render(&ball(), &Camera { ortho: true, ..camera() }, target(40, 30));
        let _ = offscreen.renderer().render(&ball(), &camera(), target(40, 30));
        offscreen.renderer().paint_to(viewport, clip);
        assert_eq!(gl.get_parameter_framebuffer(glow::DRAW_FRAMEBUFFER_BINDING), Some(window));
        assert_eq!(gl.get_parameter_framebuffer(glow::READ_FRAMEBUFFER_BINDING), Some(window));
        assert_eq!(gl.get_parameter_vertex_array(glow::VERTEX_ARRAY_BINDING), None);
        assert!(!gl.get_parameter_bool(glow::DEPTH_WRITEMASK));
        let into = glow::PixelPackData::Slice(Some(&mut pixels));
        gl.read_pixels(0, 0, 64, 48, glow::RGBA, glow::UNSIGNED_BYTE, into);
        gl.delete_framebuffer(window);
        gl.delete_texture(texture);
    }
    for (i, pixel) in pixels.chunks(4).enumerate() {
        let (x, y) = ((i % 64) as i32 - left, (i / 64) as i32 - bottom);
        let inside = (0..20).contains(&x) && (0..30).contains(&y);
        let expected = if inside { image.pixel(x as u32, 29 - y as u32) } else { None };
        assert_eq!(pixel, expected.unwrap_or_default(), "{x} {y}");
    }
}

#[test]
fn a_scene_is_drawn_without_what_its_view_hides() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/scenes/start.ron");
    let mut scene = crate::Scene::load(path).expect("the start scene");
    let built = crate::build(&scene).expect("a build");
    let simulation = crate::Simulation::new(&scene).expect("a simulation");
    scene.view.overlays = crate::scene::OverlayKind::ALL.to_vec();
    let ids = |picture: &Picture| picture.items.iter().map(|item| item.id.clone()).collect::<Vec<_>>();
    let all = picture_of(&scene, &built, Some(&simulation), Theme::Dark);
    assert_eq!(ids(&all), ["part", "ball", "leash"]);
    assert!(all.overlay.arrows.iter().any(|arrow| arrow.2 == Role::Normal));
    assert!(all.items[0].shape == Shape::Contoured(Arc::clone(&built.solids[0].contoured)), "the mesh is not copied");
    assert_eq!(ids(&picture_of(&scene, &built, None, Theme::Dark)), ["part"]);
    scene.view.hidden = vec!["part".into(), "leash".into(), "ball".into()];
    let none = picture_of(&scene, &built, Some(&simulation), Theme::Dark);
    assert!(none.items.is_empty() && none.overlay.is_empty());
}

#[test]
fn roles_of_one_overlay_differ_in_colour_and_in_name() {
    for theme in [Theme::Dark, Theme::Light] {
        for kind in crate::scene::OverlayKind::ALL {
            let roles = palette::legend(kind);
            assert!(!roles.is_empty());
            for (i, a) in roles.iter().enumerate() {
                for b in &roles[..i] {
                    assert_ne!(palette::role_color(*a, theme), palette::role_color(*b, theme));
                    assert_ne!(palette::role_label(*a), palette::role_label(*b));
                }
            }
        }
    }
}

#[test]
fn hostile_numbers_draw_a_picture() {
    let Some(mut offscreen) = offscreen() else { return };
    let bad = [f64::NAN, f64::INFINITY, 1e300, -1e300, 0.0];
    for x in bad {
        let mut picture = everything();
        let mut mesh = cube_sphere(4, 1.0);
        mesh.positions[3] = DVec3::splat(x);
        picture.items[0].shape = Shape::from(Mesh { normals: Vec::new(), ..mesh });
        picture.items[0].color = DVec3::splat(x);
        let overlay = Overlay { arrows: vec![(DVec3::splat(x), DVec3::ONE, Role::Normal)], ..Overlay::default() };
        picture.overlay = Arc::new(overlay);
        for camera in [camera(), Camera::new(DVec3::splat(x), DVec3::ZERO), Camera::new(DVec3::ZERO, DVec3::splat(x))] {
            let target = Target { pixels_per_point: x as f32, ..target(32, 32) };
            assert!(offscreen.render(&picture, &camera, target).is_ok());
        }
    }
}

#[test]
fn a_png_starts_as_png_does_and_has_the_size() {
    let image = Image { width: 3, height: 2, rgba: vec![128; 24] };
    let png = image.png().expect("a file");
    assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
    assert_eq!(png[16..24], [0, 0, 0, 3, 0, 0, 0, 2]);
    assert!(matches!(Image::default().png(), Err(DrawError::Png(_))));
}

/// Something of each kind.
fn everything() -> Picture {
    let up = DVec3::Y;
    let overlay = Overlay {
        points: vec![(up, Role::Hit), (2.0 * up, Role::MassPoint)],
        lines: vec![(DVec3::X, 2.0 * up, Role::Cell), (DVec3::Z, up, Role::Strain(100))],
        arrows: vec![(up, 2.0 * up, Role::Normal), (2.0 * DVec3::X, DVec3::X, Role::Ray)],
    };
    let mut picture = Picture { overlay: Arc::new(overlay), grid: true, ..ball() };
    let mut box_ = Mesh { normals: Vec::new(), ..cube_sphere(1, 1.0) };
    box_.positions.iter_mut().for_each(|p| *p += DVec3::new(0.0, 0.0, -2.0));
    let hovered =
        Item { id: "box".into(), shape: box_.into(), color: DVec3::splat(0.7), highlight: Highlight::Hovered };
    picture.items.push(hovered);
    picture
}

#[test]
fn the_box_round_a_picture_holds_all_items() {
    let bounds = ball().bounds();
    assert!((bounds.max - DVec3::ONE).length() < 1e-9 && (bounds.min + DVec3::ONE).length() < 1e-9);
    assert_eq!(Picture::default().bounds(), Bounds::EMPTY);
}
