//! Every scene in `scenes/` is loaded, round-tripped, checked and built.

use isolab::scene::Scene;
use std::path::{Path, PathBuf};

fn scene_files() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenes");
    let mut files = files_of(&root);
    files.extend(files_of(&root.join("nodes")));
    assert!(files.len() >= 60, "an empty corpus proves nothing");
    files
}

fn files_of(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("the scenes folder");
    let paths = entries.map(|e| e.expect("an entry").path());
    let mut files: Vec<PathBuf> = paths.filter(|p| p.extension().is_some_and(|e| e == "ron")).collect();
    files.sort();
    files
}

fn load(path: &Path) -> Scene {
    Scene::load(path).unwrap_or_else(|e| panic!("{e}"))
}

#[test]
fn all_are_written_as_the_program_writes_them() {
    for path in scene_files() {
        let text = std::fs::read_to_string(&path).expect("text");
        let scene = load(&path);
        let written = scene.to_ron();
        assert_eq!(Scene::from_ron(&written).expect("readable"), scene, "{}", path.display());
        assert_eq!(written, text, "{}: run `isolab fmt`", path.display());
    }
}

#[test]
fn all_are_without_issues_and_their_claims_hold() {
    for path in scene_files() {
        let report = load(&path).check();
        assert!(report.issues.is_empty(), "{}: {:?}", path.display(), report.issues);
        assert!(report.holds(), "{}: {:#?}", path.display(), report.claims);
    }
}

#[test]
fn all_build_to_closed_manifold_meshes_and_run_to_one_hash() {
    for path in scene_files() {
        let scene = load(&path);
        let built = isolab::build(&scene).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        for solid in &built.solids {
            let check = solid.mesh().check();
            assert!(check.is_closed_manifold() && check.finite, "{}: {}: {check:?}", path.display(), solid.id);
            assert!(check.volume > 0.0);
        }
        let run = |ticks: u32| {
            let mut sim = isolab::Simulation::new(&scene).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
            sim.run_to(ticks).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
            sim
        };
        let (mut there_and_back, straight) = (run(40), run(15));
        there_and_back.run_to(15).expect("going back");
        assert_eq!(there_and_back.state_hash(), straight.state_hash(), "{}", path.display());
    }
}

/// Every feature of the format stands in some scene, so that the loops above mean something.
#[test]
fn the_scenes_show_every_feature() {
    let all: String = scene_files().iter().map(|p| std::fs::read_to_string(p).expect("text")).collect();
    let kinds = isolab::scene::Kind::all().iter().map(|kind| kind.name());
    let words = [
        "Smooth",
        "Hard",
        "MarchingCubes",
        "DualContouring",
        "CubeSphere",
        "Stable",
        "Tutorial",
        "World(",
        "Node(",
        "Deformer(",
        "Poke",
        "MoveAnchor",
        "Closed",
        "Stretch",
        "StateHash",
        "floor:",
        "substeps:",
        "overlays:",
        "note:",
    ];
    for word in kinds.chain(words) {
        assert!(all.contains(word), "no scene shows {word}");
    }
}
