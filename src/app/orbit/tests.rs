use super::*;

const SIZE: DVec2 = DVec2::new(800.0, 600.0);

fn camera() -> Camera {
    Camera::new(DVec3::new(3.0, 2.5, 5.0), DVec3::new(0.2, 0.5, -0.1))
}

#[track_caller]
fn assert_near(a: DVec3, b: DVec3, tolerance: f64) {
    assert!((a - b).length() <= tolerance, "{a} is not {b}");
}

#[test]
fn the_wheel_adds_up() {
    let cursor = Some(DVec2::new(620.0, 130.0));
    let split = |n: u32| (0..n).fold(camera(), |c, _| zoom(&c, 50.0 / f64::from(n), cursor, SIZE));
    let one = split(1);
    assert!(one.distance() < camera().distance());
    for n in [5, 50] {
        let many = split(n);
        assert_near(many.eye, one.eye, 1e-9);
        assert_near(many.target, one.target, 1e-9);
    }
    assert_eq!(zoom(&camera(), 0.0, cursor, SIZE), camera());
    assert_eq!(zoom(&camera(), f64::NAN, cursor, SIZE), camera());
}

#[test]
fn what_is_under_the_cursor_stays() {
    for ortho in [false, true] {
        let camera = Camera { ortho, ..camera() };
        let cursor = DVec2::new(150.0, 480.0);
        let point = on_target_plane(&camera, cursor, SIZE).expect("a point");
        let near = zoom(&camera, 200.0, Some(cursor), SIZE);
        let seen = near.project(point, SIZE).expect("in front");
        assert!((seen - cursor).length() < 1e-6, "{seen}");
    }
}

#[test]
fn distances_stay_in_their_limits() {
    let cursor = Some(DVec2::new(10.0, 10.0));
    let mut c = camera();
    for _ in 0..10_000 {
        c = zoom(&c, 50.0, cursor, SIZE);
    }
    assert!(c.distance() >= DISTANCE_RANGE.0 * 0.999 && c.eye.is_finite());
    for _ in 0..20_000 {
        c = zoom(&c, -50.0, cursor, SIZE);
    }
    assert!(c.distance() <= DISTANCE_RANGE.1 * 1.001 && c.eye.is_finite() && c.target.is_finite());
}

#[test]
fn sizes_of_nothing_are_fine() {
    let cursor = Some(DVec2::ZERO);
    for size in [DVec2::ZERO, DVec2::ONE, DVec2::new(0.0, 600.0)] {
        for c in [
            zoom(&camera(), 50.0, cursor, size),
            pan(&camera(), DVec2::ONE, size),
            frame(&camera(), &Bounds::new(DVec3::ZERO, DVec3::ONE), size),
        ] {
            assert!(c.eye.is_finite() && c.target.is_finite(), "{size}: {c:?}");
        }
    }
}

#[test]
fn orbiting_keeps_the_distance_and_never_sticks() {
    let start = camera();
    let mut c = start;
    for _ in 0..200 {
        c = orbit(&c, DVec2::new(0.0, 10.0));
    }
    assert!(c.eye.y > c.target.y);
    assert!((c.distance() - start.distance()).abs() < 1e-9);
    // At the pole the way back is as long as at the equator, and turning goes on.
    let back = orbit(&c, DVec2::new(0.0, -20.0));
    let pitch = |c: &Camera| (-c.forward().y).asin().to_degrees();
    assert!((pitch(&c) - MAX_PITCH_DEG).abs() < 1e-6);
    assert!((pitch(&back) - (MAX_PITCH_DEG - 20.0 * DEGREES_PER_POINT)).abs() < 1e-6);
    let turned = orbit(&c, DVec2::new(100.0, 0.0));
    let turn = c.right().angle_between(turned.right()).to_degrees();
    assert!((turn - 100.0 * DEGREES_PER_POINT).abs() < 1e-6, "{turn}");
    // From straight above, which a preset gives.
    let top = look_from(&start, Preset::Top);
    let tilted = orbit(&top, DVec2::new(0.0, -40.0));
    assert_near(tilted.right(), top.right(), 1e-9);
    assert!(tilted.eye.is_finite());
}

#[test]
fn there_and_back_is_the_same() {
    let c = orbit(&orbit(&camera(), DVec2::new(37.0, -12.0)), DVec2::new(-37.0, 12.0));
    assert_near(c.eye, camera().eye, 1e-12);
    assert_eq!(orbit(&camera(), DVec2::ZERO), camera());
}

#[test]
fn panning_drags_the_target_along() {
    for ortho in [false, true] {
        let start = Camera { ortho, ..camera() };
        let delta = DVec2::new(60.0, -25.0);
        let seen = pan(&start, delta, SIZE).project(start.target, SIZE).expect("in front");
        assert!((seen - (SIZE / 2.0 + delta)).length() < 1e-6, "{seen}");
    }
}

#[test]
fn presets_look_along_axes() {
    for preset in Preset::ALL {
        let c = look_from(&camera(), preset);
        assert_near(c.forward(), -preset.direction(), 1e-12);
        assert_eq!(c.target, camera().target);
    }
}

#[test]
fn framing_shows_all_corners() {
    let bounds = Bounds::new(DVec3::new(-1.0, 0.0, 2.0), DVec3::new(4.0, 1.0, 3.0));
    let c = frame(&camera(), &bounds, SIZE);
    for corner in bounds.corners() {
        let p = c.project(corner, SIZE).expect("in front");
        assert!(p.cmpge(DVec2::ZERO).all() && p.cmple(SIZE).all(), "{p}");
    }
    assert_eq!(frame(&camera(), &Bounds::EMPTY, SIZE), camera());
    assert_eq!(frame(&camera(), &Bounds::EVERYTHING, SIZE), camera());
    assert!(frame(&camera(), &Bounds::new(DVec3::ONE, DVec3::ONE), SIZE).distance() > 0.3);
}

fn middle(delta: DVec2) -> NavigationInput {
    NavigationInput {
        cursor: Some(SIZE / 2.0),
        hovered: true,
        middle: true,
        delta,
        pinch: 1.0,
        focused: true,
        ..NavigationInput::default()
    }
}

#[test]
fn buttons_mean_what_the_key_help_says() {
    let started = |input: NavigationInput| {
        let mut n = Navigator::default();
        let _ = n.update(&camera(), &input, SIZE);
        n.drag()
    };
    let none = NavigationInput { middle: false, ..middle(DVec2::ZERO) };
    assert_eq!(started(middle(DVec2::ZERO)), Some(Navigation::Orbit));
    assert_eq!(started(NavigationInput { shift: true, ..middle(DVec2::ZERO) }), Some(Navigation::Pan));
    assert_eq!(started(NavigationInput { primary: true, ..none }), None);
    assert_eq!(started(NavigationInput { primary: true, alt: true, ..none }), Some(Navigation::Orbit));
    assert_eq!(started(NavigationInput { alt: true, ..middle(DVec2::ZERO) }), Some(Navigation::Pan));
    assert_eq!(started(NavigationInput { secondary: true, alt: true, ..none }), Some(Navigation::Dolly));
    assert_eq!(started(NavigationInput { secondary: true, ..none }), Some(Navigation::Fly));
    assert_eq!(started(NavigationInput { hovered: false, ..middle(DVec2::ZERO) }), None);
}

#[test]
fn a_drag_goes_on_outside_and_ends_with_the_button_or_the_focus() {
    let mut n = Navigator::default();
    let outside = NavigationInput { hovered: false, ..middle(DVec2::new(10.0, 0.0)) };
    assert_eq!(n.update(&camera(), &outside, SIZE), camera());
    // The button was pressed elsewhere: entering the viewport is no drag.
    assert_eq!(n.update(&camera(), &middle(DVec2::new(10.0, 0.0)), SIZE), camera());
    let up = NavigationInput { middle: false, ..middle(DVec2::ZERO) };
    assert_eq!(n.update(&camera(), &up, SIZE), camera());
    assert_ne!(n.update(&camera(), &middle(DVec2::new(10.0, 0.0)), SIZE), camera());
    assert_ne!(n.update(&camera(), &outside, SIZE), camera());
    assert_eq!(n.update(&camera(), &NavigationInput { focused: false, ..outside }, SIZE), camera());
    assert_eq!(n.drag(), None);
}

#[test]
fn a_sideways_wheel_zooms_as_well() {
    let mut n = Navigator::default();
    let wheel = |scroll| NavigationInput { middle: false, scroll, ..middle(DVec2::ZERO) };
    let upright = n.update(&camera(), &wheel(DVec2::new(0.0, 50.0)), SIZE);
    let sideways = n.update(&camera(), &NavigationInput { shift: true, ..wheel(DVec2::new(50.0, 0.0)) }, SIZE);
    assert_eq!(upright, sideways);
    assert_ne!(upright, camera());
}

#[test]
fn flying_moves_eye_and_target_together() {
    let c = fly(&camera(), DVec3::Z, 0.1);
    assert_near(c.eye - camera().eye, c.target - camera().target, 1e-12);
    assert!((c.eye - camera().eye).dot(camera().forward()) > 0.0);
    let turned = look(&camera(), DVec2::new(30.0, 5.0));
    assert_eq!(turned.eye, camera().eye);
    assert!((turned.distance() - camera().distance()).abs() < 1e-9);
    // The head turns to the right, and down, when the mouse does.
    assert!(turned.forward().dot(camera().right()) > 0.0);
    assert!(turned.forward().y < camera().forward().y);
}
