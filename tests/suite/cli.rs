//! The real binary in a temporary folder: case C44, and what the window has no part in.

use isolab::scene::{Blend, Expect, Kind, Node, Scene};
use std::io::Read;
use std::path::Path;
use std::process::{Command, Output, Stdio};

fn isolab(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_isolab"));
    command.current_dir(folder).env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY").env_remove("WAYLAND_SOCKET");
    command
}

fn run(folder: &Path, args: &[&str]) -> (i32, String, String) {
    let Output { status, stdout, stderr } = isolab(folder).args(args).output().expect("the program runs");
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    (status.code().unwrap_or(-1), text(stdout), text(stderr))
}

/// A sphere in `good.ron`, a claim that fails in `fails.ron`, and no scene in `bad.ron`.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let mut scene = Scene::default();
    scene.nodes.push(Node::new("ball", Kind::Sphere { radius: 0.5 }));
    scene.expect.push(Expect::Closed);
    scene.save(folder.path().join("good.ron")).expect("saved");
    scene.expect.push(Expect::StateHash { tick: 0, hash: "0000000000000000".to_owned() });
    scene.save(folder.path().join("fails.ron")).expect("saved");
    std::fs::write(folder.path().join("bad.ron"), "Scene(version: 1, nodes: [(id: \"a\", kind: Spere(radius: 1.0))])")
        .expect("written");
    folder
}

#[test]
fn c44_exit_codes() {
    let folder = folder();
    for (args, code, says) in [
        (&["--help"][..], 0, "isolab"),
        (&["--version"], 0, env!("CARGO_PKG_VERSION")),
        (&["check", "good.ron"], 0, "holds"),
        (&["check", "fails.ron"], 1, "0000000000000000"),
        (&["check"], 2, "Usage"),
        (&["check", "missing.ron"], 3, "missing.ron"),
        (&["check", "bad.ron"], 3, "Sphere"),
        (&["check", "good.ron", "bad.ron", "good.ron"], 3, "bad.ron"),
        (&["mesh", "good.ron", "-o", "part.step"], 2, "step"),
        (&["mesh", "good.ron", "-o", "nowhere/part.stl"], 3, "nowhere"),
        (&["mesh", "good.ron", "-o", "part.stl", "--cell", "NaN"], 2, "cell"),
        (&["mesh", "good.ron", "-o", "part.stl", "--solid", "bell"], 2, "ball"),
        (&["probe", "good.ron", "--cell", "999,0,0"], 2, "31,31,31"),
    ] {
        let (found, out, err) = run(folder.path(), args);
        assert_eq!(found, code, "{args:?}\n{out}\n{err}");
        assert!((out + &err).contains(says), "{args:?} should name {says}: {err}");
        assert!(!err.contains("panicked"), "{args:?}: {err}");
    }
    let left: Vec<_> =
        std::fs::read_dir(folder.path()).expect("listed").map(|e| e.expect("entry").file_name()).collect();
    assert_eq!(left.len(), 3, "nothing was written: {left:?}");
}

#[test]
fn c44_output_over_the_input_is_refused() {
    let folder = folder();
    let before = std::fs::read(folder.path().join("good.ron")).expect("read");
    std::fs::copy(folder.path().join("good.ron"), folder.path().join("good.obj")).expect("copied");
    let (code, _, err) = run(folder.path(), &["mesh", "good.obj", "-o", "good.obj"]);
    assert_eq!(code, 2, "{err}");
    assert_eq!(std::fs::read(folder.path().join("good.obj")).expect("read"), before);
}

#[test]
fn c44_a_closed_pipe_is_no_panic() {
    let folder = folder();
    let mut child = isolab(folder.path())
        .args(["mesh", "good.ron", "--format", "obj", "--cell", "0.01", "-o", "-"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut first = [0; 16];
    child.stdout.take().expect("a pipe").read_exact(&mut first).expect("some output");
    let mut said = String::new();
    child.stderr.take().expect("a pipe").read_to_string(&mut said).expect("text");
    child.wait().expect("it ends");
    assert!(said.is_empty(), "{said}");
}

#[test]
fn meshes_say_how_often_they_intersect_themselves() {
    // Case C01 (b): two planes that meet at a sharp tip, seen by a diagonal row of cells.
    let folder = folder();
    let half_angle = 0.33_f64.atan().to_degrees();
    let mut scene = Scene::default();
    scene.nodes.push(Node::new("wedge", Kind::Intersect { blend: Blend::Hard }));
    let child = |id: &str, kind, turn_z: f64| {
        let mut node = Node::new(id, kind);
        (node.parent, node.turn.z) = (Some("wedge".to_owned()), turn_z);
        node
    };
    let mut cube = child("cube", Kind::Box { half: glam::DVec3::splat(0.5), round: 0.0 }, 0.0);
    cube.at = glam::DVec3::splat(0.5);
    scene.nodes.push(cube);
    scene.nodes.push(child("upper", Kind::Plane, 45.0 + half_angle));
    scene.nodes.push(child("lower", Kind::Plane, 225.0 - half_angle));
    scene.contour.cell = 0.1;
    scene.save(folder.path().join("wedge.ron")).expect("saved");
    let pairs = isolab::build(&scene).expect("built").solids[0].mesh().self_intersections().len();
    let (code, out, err) = run(folder.path(), &["mesh", "wedge.ron", "-o", "wedge.obj", "--report"]);
    assert_eq!(code, 0, "{err}");
    let line = out.lines().chain(err.lines()).find(|l| l.contains("self-intersecting pairs")).expect("a line about it");
    assert_eq!(line.split_whitespace().last(), Some(pairs.to_string().as_str()), "{line}");
}

#[test]
fn without_a_display_it_says_so_and_does_the_job() {
    let folder = folder();
    let (code, out, err) = run(folder.path(), &["good.ron"]);
    assert_eq!(code, 0, "{err}");
    assert!(err.contains("DISPLAY") || err.contains("without the feature"), "{err}");
    assert!(err.contains("libxkbcommon-x11-0") && err.contains("isolab render"), "{err}");
    assert!(out.contains("\"ball\""), "{out}");
}
