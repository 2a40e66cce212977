//! Saving: the path holds the old or the new bytes, whatever happens (C34).

use super::*;
use std::fs;
use std::io::{BufRead as _, BufReader, ErrorKind};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, SystemTime};

/// Tells a copy of the test program to do what a child does, and where.
const CHILD_TARGET: &str = "ISOLAB_TEST_SAVE_TARGET";

/// A scene of about 50 KB.
fn large(name: &str) -> Scene {
    let mut scene = Scene::default();
    scene.nodes.extend((0..300).map(|i| Node::new(format!("{name} {i}"), Kind::Sphere { radius: 1.0 })));
    scene
}

fn names_in(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut names: Vec<String> =
        entries.map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned()).collect();
    names.sort();
    names
}

/// A copy of this test program that runs one test.
fn child(test: &str) -> Vec<String> {
    let program = std::env::current_exe().expect("own path").to_string_lossy().into_owned();
    [&program, test, "--exact", "--nocapture"].map(str::to_owned).to_vec()
}

#[test]
fn saving_replaces_the_file_and_leaves_nothing_else() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("scene.ron");
    for scene in [full(), large("a"), Scene::default()] {
        scene.save(&path).expect("saved");
        assert_eq!(fs::read_to_string(&path).expect("a file"), scene.to_ron());
        assert_eq!(Scene::load(&path).expect("a scene"), scene);
    }
    assert_eq!(names_in(folder.path()), ["scene.ron"]);
}

#[test]
fn missing_folder_and_folder_as_target_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let error = full().save(folder.path().join("no/scene.ron")).expect_err("no folder");
    assert_eq!((error.step, error.source.kind()), ("creating the temporary file", ErrorKind::NotFound));
    assert!(error.to_string().contains("no/scene.ron: creating the temporary file: "), "{error}");
    let error = full().save(folder.path()).expect_err("a folder");
    assert_eq!(error.source.kind(), ErrorKind::IsADirectory);
    assert_eq!(names_in(folder.path()), [""; 0]);
}

#[cfg(unix)]
#[test]
fn modes_and_links_survive() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    let mode = |path: &PathBuf| fs::metadata(path).expect("a file").permissions().mode() & 0o7777;
    full().save(at("real.ron")).expect("saved");
    fs::set_permissions(at("real.ron"), fs::Permissions::from_mode(0o640)).expect("a mode");
    fs::create_dir(at("links")).expect("a folder");
    symlink("../real.ron", at("links/one")).expect("a link");
    symlink(at("links/one"), at("two")).expect("a link");
    Scene::default().save(at("two")).expect("saved");
    assert_eq!(Scene::load(at("real.ron")).expect("a scene"), Scene::default());
    assert_eq!(mode(&at("real.ron")), 0o640);
    assert_eq!(fs::read_link(at("links/one")).expect("still a link"), Path::new("../real.ron"));
    assert!(fs::symlink_metadata(at("two")).expect("still there").is_symlink());
    // A link to nothing yet, and links in a circle.
    symlink("later.ron", at("early")).expect("a link");
    full().save(at("early")).expect("saved");
    assert_eq!(Scene::load(at("later.ron")).expect("a scene"), full());
    symlink("round", at("round")).expect("a link");
    assert_eq!(full().save(at("round")).expect_err("a circle").step, "following symbolic links");
    assert_eq!(names_in(folder.path()), ["early", "later.ron", "links", "real.ron", "round", "two"]);
}

#[cfg(unix)]
#[test]
fn read_only_files_and_folders_are_left_alone() {
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("scene.ron");
    full().save(&path).expect("saved");
    fs::set_permissions(&path, fs::Permissions::from_mode(0o444)).expect("a mode");
    let error = Scene::default().save(&path).expect_err("read-only");
    assert_eq!(error.source.kind(), ErrorKind::PermissionDenied);
    fs::set_permissions(&path, fs::Permissions::from_mode(0o644)).expect("a mode");
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o555)).expect("a mode");
    // The administrator may write there all the same.
    if fs::File::create(folder.path().join("probe")).is_err() {
        let error = Scene::default().save(&path).expect_err("a read-only folder");
        assert_eq!(error.step, "creating the temporary file");
        assert_eq!(names_in(folder.path()), ["scene.ron"]);
    }
    fs::set_permissions(folder.path(), fs::Permissions::from_mode(0o755)).expect("a mode");
    assert_eq!(Scene::load(&path).expect("a scene"), full());
}

/// Where nobody can make files, not even the administrator.
#[cfg(target_os = "linux")]
#[test]
fn a_folder_without_room_for_files_is_refused() {
    let error = full().save("/proc/scene.ron").expect_err("no files there");
    assert_eq!(error.step, "creating the temporary file");
    let error = full().save("/dev/full").expect_err("a full device");
    assert_eq!((error.step, error.source.kind()), ("writing to the device or pipe", ErrorKind::StorageFull));
}

#[test]
fn leftovers_of_killed_processes_go_after_an_hour() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    for (name, age) in
        [(".scene.ron.old.isolab-tmp", 7200), (".scene.ron.new.isolab-tmp", 60), (".other.ron.old.isolab-tmp", 7200)]
    {
        let file = fs::File::create(at(name)).expect("a file");
        file.set_modified(SystemTime::now() - Duration::from_secs(age)).expect("a time");
    }
    full().save(at("scene.ron")).expect("saved");
    assert_eq!(names_in(folder.path()), [".other.ron.old.isolab-tmp", ".scene.ron.new.isolab-tmp", "scene.ron"]);
}

/// Processes can be looked up on Linux; elsewhere only the age tells.
#[cfg(target_os = "linux")]
#[test]
fn leftovers_of_dead_processes_go_at_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name);
    let mut ended = Command::new("true").spawn().expect("a process");
    let dead = ended.id();
    ended.wait().expect("its end");
    let alive = std::process::id();
    for name in [
        format!(".scene.ron.{dead}-Ab12Cd.isolab-tmp"),
        format!(".scene.ron.{alive}-Ab12Cd.isolab-tmp"),
        format!(".other.ron.{dead}-Ab12Cd.isolab-tmp"),
        format!(".scene.ron.{dead}-Ab12Cd.txt"),
    ] {
        fs::write(at(&name), "").expect("a file");
    }
    full().save(at("scene.ron")).expect("saved");
    let mut expected = [
        format!(".other.ron.{dead}-Ab12Cd.isolab-tmp"),
        format!(".scene.ron.{alive}-Ab12Cd.isolab-tmp"),
        format!(".scene.ron.{dead}-Ab12Cd.txt"),
        "scene.ron".to_owned(),
    ];
    expected.sort();
    assert_eq!(names_in(folder.path()), expected);
}

#[test]
fn saves_at_the_same_time_do_not_mix() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("scene.ron");
    let scenes = [large("a"), large("b"), full()];
    std::thread::scope(|scope| {
        for scene in &scenes {
            let path = &path;
            scope.spawn(move || (0..5).for_each(|_| scene.save(path).expect("saved")));
        }
    });
    let found = Scene::load(&path).expect("a scene");
    assert!(scenes.contains(&found));
    assert_eq!(names_in(folder.path()), ["scene.ron"]);
}

/// What the child of [`killed_in_the_middle`] does; nothing in a normal run.
#[test]
fn child_saves_until_killed() {
    let Some(target) = std::env::var_os(CHILD_TARGET) else { return };
    let scenes = [large("a"), large("b")];
    for i in 0..100_000 {
        scenes[i % 2].save(&target).expect("saved");
        println!("saved");
    }
}

#[test]
fn killed_in_the_middle() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("scene.ron");
    let complete = [full().to_ron(), large("a").to_ron(), large("b").to_ron()];
    full().save(&path).expect("saved");
    for saves in 1..=10 {
        let command = child("scene::tests::saving::child_saves_until_killed");
        let mut process = Command::new(&command[0])
            .args(&command[1..])
            .env(CHILD_TARGET, &path)
            .stdout(Stdio::piped())
            .spawn()
            .expect("a copy of this program");
        let output = BufReader::new(process.stdout.take().expect("a pipe"));
        let seen = output.lines().map_while(Result::ok).filter(|line| line.ends_with("saved")).take(saves).count();
        // The child is saving again by now.
        process.kill().expect("it runs until killed");
        process.wait().expect("its end");
        assert_eq!(seen, saves, "the child ended by itself");
        let found = fs::read_to_string(&path).expect("a whole file");
        assert!(complete[1..].contains(&found), "neither old nor new after {saves} saves");
    }
}

/// What the child of [`full_disk`] does; nothing in a normal run.
#[test]
fn child_fails_to_save() {
    let Some(target) = std::env::var_os(CHILD_TARGET) else { return };
    let error = large("new").save(&target).expect_err("no room");
    println!("failed while {}", error.step);
}

/// A limit of the file size stands in for a full disk: writing fails after some kilobytes.
#[cfg(unix)]
#[test]
fn full_disk() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("scene.ron");
    full().save(&path).expect("saved");
    for blocks in [0, 1, 8, 40] {
        let output = Command::new("sh")
            .arg("-c")
            .arg(format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$0\" \"$@\""))
            .args(child("scene::tests::saving::child_fails_to_save"))
            .env(CHILD_TARGET, &path)
            .output()
            .expect("a shell");
        let text = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success() && text.contains("failed while writing the temporary file"), "{output:?}");
        assert_eq!(fs::read_to_string(&path).expect("the old file"), FULL);
        assert_eq!(names_in(folder.path()), ["scene.ron"]);
    }
}
