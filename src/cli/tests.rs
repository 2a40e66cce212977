//! Exit codes and words of the commands, with the output captured.

use super::{Exit, Start, run_with};
use crate::scene::{Anchor, AnchorTarget, Expect, Kind, Node, Rope};
use crate::{Scene, Simulation};
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// What a command line gave.
struct Answer {
    exit: Exit,
    out: Vec<u8>,
    err: String,
}

impl Answer {
    fn text(&self) -> &str {
        std::str::from_utf8(&self.out).expect("text")
    }

    #[track_caller]
    fn expect(&self, exit: Exit, err: &str) {
        assert_eq!(self.exit, exit, "{}{}", self.text(), self.err);
        assert!(self.err.contains(err), "{err:?} is missing in {:?}", self.err);
    }
}

fn isolab<T: Into<OsString>>(args: impl IntoIterator<Item = T>) -> Answer {
    let args = std::iter::once("isolab".into()).chain(args.into_iter().map(Into::into));
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let Start::Done(exit) = run_with(args, &mut out, &mut err) else { panic!("the editor would open") };
    Answer { exit, out, err: String::from_utf8(err).expect("text") }
}

/// Words and paths as one command line.
macro_rules! line {
    ($($arg:expr),+ $(,)?) => { isolab([$(OsString::from($arg)),+]) };
}

fn small_scene() -> Scene {
    let mut rope = Rope::new("leash", 6, 1.0);
    rope.anchors.push(Anchor { particle: 0, to: AnchorTarget::World { at: glam::DVec3::new(3.0, 1.0, 0.0) } });
    let mut scene = Scene {
        nodes: vec![Node::new("ball", Kind::Sphere { radius: 0.5 })],
        ropes: vec![rope],
        expect: vec![Expect::Closed],
        ..Scene::default()
    };
    scene.contour.cell = 0.2;
    scene
}

/// A folder with a good scene.
fn folder() -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("scene.ron");
    small_scene().save(&path).expect("the scene is saved");
    (folder, path)
}

fn save(folder: &Path, name: &str, edit: impl FnOnce(&mut Scene)) -> PathBuf {
    let mut scene = small_scene();
    edit(&mut scene);
    let path = folder.join(name);
    scene.save(&path).expect("the scene is saved");
    path
}

fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("a folder");
    let mut names: Vec<_> = entries.map(|e| e.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

#[test]
fn help_and_version_are_no_errors_and_name_the_exit_codes() {
    for line in ["--help", "--version", "check --help", "mesh --help", "render --help", "probe --help"] {
        let answer = isolab(line.split(' '));
        answer.expect(Exit::Holds, "");
        assert!(answer.err.is_empty());
        assert!(line == "--version" || answer.text().contains("Exit codes:"), "{}", answer.text());
    }
    assert!(line!("--version").text().starts_with("isolab "));
}

#[test]
fn without_a_command_the_editor_opens() {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let start = |args: &[&str], out: &mut Vec<u8>, err: &mut Vec<u8>| run_with(args.iter().map(Into::into), out, err);
    assert!(matches!(start(&["isolab"], &mut out, &mut err), Start::Editor(None)));
    let named = start(&["isolab", "a.ron"], &mut out, &mut err);
    assert!(matches!(named, Start::Editor(Some(path)) if path == Path::new("a.ron")));
    assert!(out.is_empty() && err.is_empty());
}

#[test]
fn usage_errors_are_2() {
    let (_folder, scene) = folder();
    line!("check").expect(Exit::Usage, "<SCENES>...");
    line!("mesh", &scene).expect(Exit::Usage, "--output");
    line!("run", &scene, "--ticks", "many").expect(Exit::Usage, "many");
    line!("probe", &scene).expect(Exit::Usage, "--cell");
    line!("probe", &scene, "--at", "1,2").expect(Exit::Usage, "3 numbers");
    line!("probe", &scene, "--at", "1,nan,2").expect(Exit::Usage, "not finite");
    line!("probe", &scene, "--ray", "0,0,0,0,0,0").expect(Exit::Usage, "cannot be zero");
    line!("render", &scene, "-o", "a.png", "--size", "0x720").expect(Exit::Usage, "1 to 8192 pixels");
    for cell in ["NaN", "0", "-0.1", "inf", "1e400", "wide"] {
        line!("mesh", &scene, "-o", "a.stl", "--cell", cell).expect(Exit::Usage, "--cell");
    }
}

#[test]
fn bad_files_are_3() {
    let (folder, scene) = folder();
    let missing = folder.path().join("missing.ron");
    for command in ["check", "fmt"] {
        line!(command, &missing).expect(Exit::File, "missing.ron");
    }
    line!("run", &missing, "--ticks", "1").expect(Exit::File, "missing.ron");
    line!("mesh", &missing, "-o", folder.path().join("a.stl")).expect(Exit::File, "missing.ron");
    let broken = folder.path().join("broken.ron");
    std::fs::write(&broken, "Scene(\n  version: 1,\n  nodes: [(id: 5)],\n)\n").expect("written");
    let answer = line!("check", &broken);
    answer.expect(Exit::File, "^");
    assert!(answer.err.starts_with("error: ") && answer.err.contains('3'), "{}", answer.err);
    let batch = line!("check", &broken, &scene, &missing);
    batch.expect(Exit::File, "missing.ron");
    assert!(batch.text().contains("1 of 3 scenes hold"), "{}", batch.text());
}

#[test]
fn check_tells_what_holds_and_what_does_not() {
    let (folder, scene) = folder();
    let answer = line!("check", &scene);
    answer.expect(Exit::Holds, "");
    assert!(answer.text().contains("holds Closed: \"ball\" is closed and manifold"), "{}", answer.text());
    let tight = save(folder.path(), "tight.ron", |s| {
        s.expect = vec![Expect::Stretch { rope: "leash".into(), at_most: 0.0, ticks: 20 }];
    });
    let answer = line!("check", &tight);
    answer.expect(Exit::Fails, "");
    assert!(answer.text().contains("FAILS Stretch of \"leash\""), "{}", answer.text());
    let bad = save(folder.path(), "bad.ron", |s| s.nodes[0].kind = Kind::Sphere { radius: -1.0 });
    let answer = line!("check", "--json", &scene, &tight, &bad);
    assert_eq!(answer.exit, Exit::Fails);
    let json: serde_json::Value = serde_json::from_slice(&answer.out).expect("JSON");
    assert_eq!([&json[0]["holds"], &json[1]["holds"], &json[2]["holds"]], [true, false, false]);
    assert_eq!(json[2]["issues"][0]["path"], "nodes[0].kind.radius");
    assert_eq!(json[1]["claims"][0]["claim"]["Stretch"]["rope"], "leash");
}

#[test]
fn mesh_writes_the_whole_file_or_nothing() {
    let (folder, scene) = folder();
    let stl = folder.path().join("part.stl");
    let answer = line!("mesh", &scene, "-o", &stl, "--report");
    answer.expect(Exit::Holds, "");
    assert!(answer.text().contains("Mesh \"ball\"\n  closed"), "{}", answer.text());
    let bytes = std::fs::read(&stl).expect("written");
    let triangles = u32::from_le_bytes(bytes[80..84].try_into().expect("four bytes"));
    assert_eq!(bytes.len(), 84 + 50 * triangles as usize);
    let piped = line!("mesh", &scene, "-o", "-", "--format", "stl", "--report");
    piped.expect(Exit::Holds, "Mesh \"ball\"");
    assert!(piped.out == bytes);
    let finer =
        line!("mesh", &scene, "-o", "-", "--format", "obj", "--method", "mc", "--cell", "0.1", "--solid", "ball");
    finer.expect(Exit::Holds, "");
    assert!(finer.text().lines().filter(|l| l.starts_with("f ")).count() > triangles as usize);
    assert_eq!(names(folder.path()), ["part.stl", "scene.ron"]);
}

#[test]
fn mesh_refuses_before_it_reads_the_scene() {
    let (folder, scene) = folder();
    // A scene that cannot be read tells whether the output was looked at first.
    let missing = folder.path().join("missing.ron");
    line!("mesh", &missing, "-o", "part.xyz").expect(Exit::Usage, "unknown mesh format");
    line!("mesh", &missing, "-o", "-").expect(Exit::Usage, "--format");
    line!("mesh", &missing, "-o", folder.path().join("no/part.stl")).expect(Exit::File, "create it first");
    std::fs::create_dir(folder.path().join("dir.stl")).expect("created");
    line!("mesh", &missing, "-o", folder.path().join("dir.stl")).expect(Exit::File, "it is a folder");
    line!("mesh", &scene, "-o", &scene, "--format", "stl").expect(Exit::Usage, "is the scene itself");
    line!("mesh", &scene, "-o", folder.path().join("a.stl"), "--solid", "cube").expect(Exit::Usage, "there are: ball");
    line!("mesh", &scene, "-o", folder.path().join("a.stl"), "--cell", "1e-6").expect(Exit::Fails, "cells");
    let bad = save(folder.path(), "bad.ron", |s| s.nodes[0].kind = Kind::Sphere { radius: -1.0 });
    line!("mesh", &bad, "-o", folder.path().join("a.stl")).expect(Exit::Fails, "nodes[0].kind.radius");
    assert_eq!(names(folder.path()), ["bad.ron", "dir.stl", "scene.ron"]);
}

#[test]
fn a_scene_without_surface_gives_no_file() {
    let (folder, _) = folder();
    let empty = save(folder.path(), "empty.ron", |s| s.nodes.clear());
    line!("mesh", &empty, "-o", folder.path().join("a.obj")).expect(Exit::Fails, "no solids");
    assert_eq!(names(folder.path()), ["empty.ron", "scene.ron"]);
}

#[test]
fn run_prints_the_hash_of_the_library() {
    let (_folder, scene) = folder();
    let mut simulation = Simulation::new(&small_scene()).expect("a valid scene");
    simulation.run_to(25).expect("finite");
    let hash = format!("{:016x}", simulation.state_hash());
    let answer = line!("run", &scene, "--ticks", "25", "--hash");
    answer.expect(Exit::Holds, "");
    assert_eq!(answer.text(), format!("{hash}\n"));
    let report = line!("run", &scene, "--ticks", "25");
    assert!(report.text().starts_with("Tick 25\nRope \"leash\"\n"), "{}", report.text());
    assert!(report.text().ends_with(&format!("State hash {hash}\n")), "{}", report.text());
    let json: serde_json::Value =
        serde_json::from_slice(&line!("run", &scene, "--ticks", "25", "--json").out).expect("JSON");
    assert_eq!(json["hash"], hash);
    assert_eq!(json["ropes"][0]["id"], "leash");
}

#[test]
fn probe_explains_cells_points_and_rays() {
    let (folder, scene) = folder();
    let at = line!("probe", &scene, "--at", "-0.49,0.01,0.01");
    at.expect(Exit::Holds, "");
    assert!(at.text().contains("node") && at.text().contains("\"ball\""), "{}", at.text());
    let cell_line = at.text().lines().find(|l| l.starts_with("Cell ")).expect("a cell").to_owned();
    let cell = cell_line.split(' ').nth(1).expect("coordinates");
    let by_cell = line!("probe", &scene, "--cell", cell);
    assert!(by_cell.text().contains(&cell_line), "{}", by_cell.text());
    line!("probe", &scene, "--cell=-1,0,0").expect(Exit::Usage, "are 0,0,0 to");
    let ray = line!("probe", &scene, "--ray", "-3,0.01,0.01,1,0,0");
    assert!(ray.text().contains("hit at 2.5"), "{}", ray.text());
    assert!(ray.text().contains(&cell_line), "{}", ray.text());
    let miss = line!("probe", &scene, "--ray", "-3,0,0,-1,0,0");
    assert!(miss.exit == Exit::Holds && miss.text().contains("no hit"), "{}", miss.text());
    line!("probe", &scene, "--at", "0,0,0", "--solid", "cube").expect(Exit::Usage, "there are: ball");
    let two = save(folder.path(), "two.ron", |s| s.nodes.push(Node::new("other", Kind::Sphere { radius: 0.1 })));
    line!("probe", &two, "--cell", "0,0,0").expect(Exit::Usage, "ball, other");
}

#[test]
fn fmt_rewrites_and_keeps_comments_unless_told() {
    let (folder, scene) = folder();
    line!("fmt", "--check", &scene).expect(Exit::Holds, "");
    let loose = folder.path().join("loose.ron");
    std::fs::write(&loose, "Scene(version: 1)").expect("written");
    line!("fmt", "--check", &loose, &scene).expect(Exit::Fails, "");
    assert_eq!(std::fs::read_to_string(&loose).expect("read"), "Scene(version: 1)");
    line!("fmt", &loose).expect(Exit::Holds, "");
    assert_eq!(std::fs::read_to_string(&loose).expect("read"), Scene::default().to_ron());
    line!("fmt", "--check", &loose).expect(Exit::Holds, "");

    let spoken = "// mind the gap\nScene(version: 1)";
    std::fs::write(&loose, spoken).expect("written");
    line!("fmt", &loose).expect(Exit::Fails, "--drop-comments");
    assert_eq!(std::fs::read_to_string(&loose).expect("read"), spoken);
    line!("fmt", "--drop-comments", &loose).expect(Exit::Holds, "");
    assert_eq!(std::fs::read_to_string(&loose).expect("read"), Scene::default().to_ron());
}

#[test]
fn errors_elsewhere_refuse_nothing() {
    let (folder, _) = folder();
    let stl = folder.path().join("a.stl");
    let claim = save(folder.path(), "claim.ron", |s| {
        s.expect = vec![Expect::StateHash { tick: 1, hash: String::new() }];
    });
    line!("mesh", &claim, "-o", &stl).expect(Exit::Holds, "");
    line!("probe", &claim, "--at", "0,0,0").expect(Exit::Holds, "");
    line!("run", &claim, "--ticks", "1", "--hash").expect(Exit::Holds, "");
    line!("check", &claim).expect(Exit::Fails, "");
    let rope = save(folder.path(), "rope.ron", |s| s.ropes[0].segments = 0);
    line!("mesh", &rope, "-o", &stl).expect(Exit::Holds, "");
    line!("probe", &rope, "--at", "0,0,0").expect(Exit::Holds, "");
    line!("run", &rope, "--ticks", "1").expect(Exit::Fails, "ropes[0].segments");
    let solid = save(folder.path(), "solid.ron", |s| s.nodes.push(Node::new("bad", Kind::Sphere { radius: -1.0 })));
    line!("mesh", &solid, "-o", &stl).expect(Exit::Fails, "nodes[1].kind.radius");
    line!("mesh", &solid, "-o", &stl, "--solid", "ball").expect(Exit::Holds, "");
    line!("probe", &solid, "--at", "0,0,0").expect(Exit::Fails, "nodes[1].kind.radius");
    line!("probe", &solid, "--at", "0,0,0", "--solid", "ball").expect(Exit::Holds, "");
    line!("probe", &solid, "--at", "0,0,0", "--solid", "bad").expect(Exit::Fails, "nodes[1].kind.radius");
}

#[cfg(unix)]
#[test]
fn bad_targets_are_refused_before_the_scene_is_read() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    let (folder, _) = folder();
    let at = |name: &str| folder.path().join(name);
    let missing = at("missing.ron");
    symlink(at("no/part.stl"), at("dangling.stl")).expect("a link");
    symlink(at("round.stl"), at("round.stl")).expect("a link");
    std::fs::write(at("old.stl"), "kept").expect("written");
    std::fs::set_permissions(at("old.stl"), std::fs::Permissions::from_mode(0o444)).expect("a mode");
    for (name, why) in [
        ("dangling.stl", "there is no folder"),
        ("round.stl", "round in a circle"),
        ("x.stl/", "names a folder"),
        ("old.stl", "read-only"),
    ] {
        line!("mesh", &missing, "--format", "stl", "-o", at(name)).expect(Exit::File, why);
    }
    symlink(at("new.stl"), at("good.stl")).expect("a link");
    line!("mesh", at("scene.ron"), "-o", at("good.stl")).expect(Exit::Holds, "");
    assert!(at("good.stl").is_symlink() && at("new.stl").is_file());
    assert_eq!(names(folder.path()), ["dangling.stl", "good.stl", "new.stl", "old.stl", "round.stl", "scene.ron"]);
}

#[test]
fn hostile_ids_cannot_steer_a_terminal() {
    let (folder, _) = folder();
    let evil = "ball\u{1b}[2J\no fake\u{202e}";
    let scene = save(folder.path(), "evil.ron", |s| {
        s.nodes[0].id = evil.into();
        s.ropes[0].id = evil.chars().rev().collect();
        s.nodes.push(Node::new(evil, Kind::Sphere { radius: -1.0 }));
    });
    let sound = save(folder.path(), "sound.ron", |s| {
        s.nodes[0].id = evil.into();
        s.ropes[0].id = evil.chars().rev().collect();
    });
    for answer in [
        line!("check", &scene),
        line!("check", &sound),
        line!("mesh", &scene, "-o", "-", "--format", "obj"),
        line!("mesh", &sound, "-o", "-", "--format", "obj", "--report"),
        line!("run", &sound, "--ticks", "1"),
        line!("probe", &sound, "--ray", "-3,0.01,0.01,1,0,0"),
        line!("probe", &sound, "--at", "0,0,0", "--solid", evil),
        line!("probe", &sound, "--at", "0,0,0", "--solid", "cube"),
    ] {
        let text = format!("{}{}", answer.text(), answer.err);
        assert!(!text.contains(['\u{1b}', '\u{202e}']) && !text.contains("\no fake"), "{text:?}");
        assert!(text.contains("\\u{1b}"), "{text}");
    }
}

#[test]
fn a_mistyped_command_is_recognised() {
    let (_folder, scene) = folder();
    line!("chekc", &scene).expect(Exit::Usage, "did you mean \"check\"?");
    line!("chekc").expect(Exit::Usage, "did you mean \"check\"?");
    line!("ru", &scene, "--ticks", "3").expect(Exit::Usage, "did you mean \"run\"?");
    line!(&scene, "--ticks", "3").expect(Exit::Usage, "--ticks");
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let start = run_with(["isolab".into(), "bridge".into()], &mut out, &mut err);
    assert!(matches!(start, Start::Editor(Some(_))), "a file without ending is no mistyped command");
}

#[test]
fn numbers_of_the_command_line_are_checked_in_words() {
    let (_folder, scene) = folder();
    for ticks in ["x", "-1", "1.5", "1000001", "4294967295"] {
        line!("run", &scene, "--ticks", ticks).expect(Exit::Usage, "a whole number from 0 to 1000000");
        line!("render", &scene, "-o", "a.png", "--tick", ticks).expect(Exit::Usage, "a whole number from 0 to 1000000");
    }
    line!("render", &scene, "-o", "a.png", "--size", "8192x8192").expect(Exit::Usage, "gigabytes");
    line!("render", &scene, "-o", "a.png", "--size", "9000x10").expect(Exit::Usage, "1 to 8192");
    for along in ["0,-1e308,0", "0,-1e-320,0", "0,-0.5,0"] {
        let ray = line!("probe", &scene, "--ray", format!("0.01,3,0.01,{along}"));
        ray.expect(Exit::Holds, "");
        assert!(ray.text().contains("hit at 2.5"), "{}", ray.text());
    }
    line!("check", "-").expect(Exit::Usage, "not read from standard input");
    assert_eq!(line!("check", "--version").exit, Exit::Holds);
}

#[test]
fn solids_without_surface_tell_why() {
    let (folder, _) = folder();
    let obj = folder.path().join("a.obj");
    let none = save(folder.path(), "none.ron", |s| s.nodes.clear());
    line!("mesh", &none, "-o", &obj).expect(Exit::Fails, "has no solids");
    line!("check", &none).expect(Exit::Fails, "");
    let empty = save(folder.path(), "empty.ron", |s| s.nodes[0].kind = Kind::Group);
    line!("mesh", &empty, "-o", &obj).expect(Exit::Fails, "\"ball\": The solid is empty");
    line!("mesh", &empty, "-o", &obj).expect(Exit::Fails, "warning: nodes[0].kind");
    let at = line!("probe", &empty, "--at", "0,0,0");
    assert!(at.text().contains("The solid has no grid") && !at.text().contains("e300"), "{}", at.text());
    let ray = line!("probe", &empty, "--ray", "0,3,0,0,-1,0");
    assert!(ray.text().contains("no hit") && !ray.text().contains("e300"), "{}", ray.text());
    line!("probe", &empty, "--cell", "0,0,0").expect(Exit::Usage, "has no grid");
    let thin = save(folder.path(), "thin.ron", |s| s.nodes[0].kind = Kind::Sphere { radius: 0.01 });
    line!("mesh", &thin, "-o", &obj).expect(Exit::Fails, "2.000e-2 m thin");
    let both = save(folder.path(), "both.ron", |s| s.nodes.push(Node::new("hollow", Kind::Group)));
    line!("mesh", &both, "-o", &obj).expect(Exit::Holds, "warning: solid \"hollow\" is not in the file");
}

#[test]
fn warnings_are_told_and_long_lists_are_cut() {
    let (folder, _) = folder();
    let pale = save(folder.path(), "pale.ron", |s| {
        s.nodes[0].color.x = 2.0;
        s.ropes[0].color.x = 2.0;
    });
    let mesh = line!("mesh", &pale, "-o", folder.path().join("a.stl"));
    mesh.expect(Exit::Holds, "warning: nodes[0].color");
    assert!(!mesh.err.contains("ropes[0]"), "a mesh has no ropes: {}", mesh.err);
    line!("run", &pale, "--ticks", "0").expect(Exit::Holds, "warning: ropes[0].color");
    let broken = save(folder.path(), "broken.ron", |s| {
        s.nodes = (0..20_000).map(|i| Node::new(format!("n{i}"), Kind::Sphere { radius: -1.0 })).collect();
    });
    let answer = line!("check", &broken);
    assert!(answer.text().len() < 20_000 && answer.text().contains("and 19950 more"), "{}", answer.text());
    let answer = line!("mesh", &broken, "-o", "-", "--format", "stl");
    answer.expect(Exit::Fails, "and 19950 more");
    assert!(answer.err.len() < 20_000);
}

/// A pipe gives its bytes once.
#[cfg(unix)]
#[test]
fn fmt_reads_its_file_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let pipe = folder.path().join("pipe.ron");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status().expect("mkfifo is there");
    assert!(made.success());
    let writer = std::thread::spawn({
        let pipe = pipe.clone();
        move || std::fs::write(pipe, Scene::default().to_ron()).expect("written")
    });
    line!("fmt", "--check", &pipe).expect(Exit::Holds, "");
    writer.join().expect("the writer ended");
}

#[cfg(not(feature = "gui"))]
#[test]
fn render_without_a_renderer_says_so() {
    let (_folder, scene) = folder();
    line!("render", &scene, "-o", "a.png", "--overlay", "normals,qef").expect(Exit::Usage, "without a renderer");
}

#[test]
fn without_a_window_the_start_scene_is_reported() {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let exit = super::write_headless_report(&small_scene(), None, "there is no display.", &mut out, &mut err);
    let (out, err) = (String::from_utf8(out).expect("text"), String::from_utf8(err).expect("text"));
    assert_eq!(exit, Exit::Holds, "{err}");
    assert!(err.starts_with("No window can be opened: there is no display.\n"), "{err}");
    assert!(err.contains("libxkbcommon-x11-0") && err.contains("isolab render"), "{err}");
    assert!(out.starts_with("Solid \"ball\"\n") && out.contains("Tick 120\n"), "{out}");
}

/// A reader that went away, and a disk that is full.
struct Closed(std::io::ErrorKind);

impl std::io::Write for Closed {
    fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
        Err(self.0.into())
    }
    fn flush(&mut self) -> std::io::Result<()> {
        Err(self.0.into())
    }
}

#[test]
fn a_closed_pipe_is_quiet_and_a_full_disk_is_not() {
    let (_folder, scene) = folder();
    for (kind, exit) in [(std::io::ErrorKind::BrokenPipe, Exit::Holds), (std::io::ErrorKind::StorageFull, Exit::File)] {
        let args = ["isolab".into(), "run".into(), scene.clone().into_os_string(), "--ticks".into(), "1".into()];
        let mut err = Vec::new();
        let start = run_with(args, &mut super::console::Pipe::new(Closed(kind)), &mut err);
        assert!(matches!(start, Start::Done(found) if found == exit), "{kind}: {start:?}");
        assert_eq!(err.is_empty(), exit == Exit::Holds);
    }
}
