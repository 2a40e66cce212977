//! What the README shows is true.

use isolab::scene::Scene;

const README: &str = include_str!("../../README.md");

/// Code blocks of a language.
fn blocks(language: &str) -> Vec<&str> {
    let fence = format!("```{language}\n");
    README.split(&fence).skip(1).filter_map(|rest| rest.split("```").next()).collect()
}

#[test]
fn scenes_are_without_issues_and_hold() {
    let scenes = blocks("ron");
    assert!(!scenes.is_empty());
    for text in scenes {
        let report = Scene::from_ron(text).unwrap_or_else(|e| panic!("{e}")).check();
        assert!(report.issues.is_empty() && report.holds(), "{report:#?}");
    }
}

/// The README's test, run as its readers would.
#[test]
fn the_leash_holds() -> Result<(), isolab::Error> {
    let scene = Scene::load(concat!(env!("CARGO_MANIFEST_DIR"), "/scenes/start.ron"))?;
    let part = isolab::build(&scene)?;
    assert!(part.solid("part")?.mesh().check().is_closed_manifold());
    let mut sim = isolab::Simulation::new(&scene)?;
    sim.run_to(120)?;
    assert!(sim.rope("leash")?.max_stretch() < 0.02);
    Ok(())
}

#[test]
fn every_command_is_described() {
    for command in ["check", "mesh", "run", "render", "probe", "fmt", "nodes"] {
        assert!(blocks("text").iter().any(|b| b.contains(&format!("isolab {command}"))), "{command}");
    }
}
