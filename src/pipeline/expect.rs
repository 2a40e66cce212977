//! A scene's claims, evaluated.
use super::build::build_fields;
use super::fields::Fields;
use super::simulation::world;
use super::{Built, Error, Progress};
use crate::scene::{Expect, Issue, Part, Scene, Severity};
use std::collections::{BTreeMap, BTreeSet};

/// One claim and whether it holds.
#[derive(Clone, Debug, PartialEq)]
pub struct Claim {
    /// The claim.
    pub expect: Expect,
    /// Whether it holds.
    pub holds: bool,
    /// What was found, as a sentence with the value.
    pub found: String,
}

/// Result of `Scene::check`.
#[derive(Clone, Debug, PartialEq)]
pub struct CheckReport {
    /// Issues of the scene.
    pub issues: Vec<Issue>,
    /// Its claims; empty when the scene has errors other than of claims.
    pub claims: Vec<Claim>,
}

impl CheckReport {
    /// No error and no claim that fails.
    #[must_use]
    pub fn holds(&self) -> bool {
        self.issues.iter().all(|i| i.severity != Severity::Error) && self.claims.iter().all(|c| c.holds)
    }
}

impl Scene {
    /// Validates the scene and evaluates its claims: builds it if one is about meshes, and runs it once, as far as
    /// the claims need. A claim that is an error itself is left out.
    #[must_use]
    pub fn check(&self) -> CheckReport {
        let never_cancelled = Progress::default();
        self.check_watched(&never_cancelled)
            .unwrap_or_else(|| CheckReport { issues: self.issues(), claims: Vec::new() })
    }

    /// As [`Scene::check`], a step of progress for each solid and each tick; none soon after [`Progress::cancel`].
    #[must_use]
    pub fn check_watched(&self, progress: &Progress) -> Option<CheckReport> {
        let issues = self.issues();
        let mut bad_claims = BTreeSet::new();
        for issue in issues.iter().filter(|i| i.severity == Severity::Error) {
            match issue.part {
                Part::Expect(index) => bad_claims.insert(index),
                _ => return Some(CheckReport { issues, claims: Vec::new() }),
            };
        }
        let claims = self.expect.iter().enumerate().filter(|(i, _)| !bad_claims.contains(i)).map(|(_, claim)| claim);
        let claims: Vec<_> = claims.collect();
        let evidence = Evidence::gather(self, &claims, progress);
        if progress.is_cancelled() {
            return None;
        }
        let claims = claims.into_iter().map(|claim| evidence.evaluate(claim)).collect();
        Some(CheckReport { issues, claims })
    }
}

/// What claims are judged by.
struct Evidence {
    /// None if no claim is about meshes.
    built: Option<Result<Built, Error>>,
    run: Run,
}

impl Evidence {
    fn gather(scene: &Scene, claims: &[&Expect], progress: &Progress) -> Self {
        let mut run = Run::of(claims);
        let meshes = claims.iter().any(|claim| **claim == Expect::Closed);
        let fields = meshes.then(|| Fields::compile(scene));
        let solids = fields.as_ref().map_or(0, |f| f.ids().len());
        progress.begin(solids + run.last_tick().unwrap_or(0) as usize);
        let built = fields.map(|fields| build_fields(scene, &fields, progress));
        if let Err(error) = run.go(scene, progress) {
            run.fault = Some(error.to_string());
        }
        Self { built, run }
    }

    fn evaluate(&self, expect: &Expect) -> Claim {
        let (holds, found) = match expect {
            Expect::Closed => match &self.built {
                Some(Ok(built)) => closed(built),
                Some(Err(error)) => (false, format!("The solids cannot be built: {error}")),
                None => (false, "The solids were not built.".to_owned()),
            },
            Expect::Stretch { rope, at_most, ticks } => self.run.stretch(rope, *at_most, *ticks),
            Expect::StateHash { tick, hash } => self.run.hash(*tick, hash),
        };
        Claim { expect: expect.clone(), holds, found }
    }
}

/// Whether all meshes are closed and manifold, and what each has. Pairs of triangles that meet are told, not judged:
/// dual contouring makes some where a surface is thinner than a cell, and the mesh is closed all the same.
fn closed(built: &Built) -> (bool, String) {
    let mut holds = true;
    let mut sentences = Vec::new();
    for solid in &built.solids {
        let check = solid.mesh().check();
        holds &= check.is_closed_manifold();
        let fault = if let Some(why) = solid.absence() {
            format!("has no surface ({})", why.trim_end_matches('.'))
        } else if check.is_closed_manifold() {
            "is closed and manifold".to_owned()
        } else {
            let counts = [
                (check.open_edges, "open edge"),
                (check.non_manifold_edges, "edge with more than two triangles"),
                (check.misoriented_edges, "edge used twice in one direction"),
                (check.non_manifold_vertices, "vertex with more than one fan"),
                (check.duplicate_triangles, "duplicate triangle"),
            ];
            let faults = counts.iter().filter(|(n, _)| *n > 0).map(|(n, what)| format!("{what}: {n}"));
            format!("is not closed and manifold ({})", faults.collect::<Vec<_>>().join("; "))
        };
        let pairs = solid.mesh().self_intersections().len();
        sentences.push(format!("\"{}\" {fault}; self-intersecting pairs: {pairs}.", solid.id));
    }
    if sentences.is_empty() {
        return (false, "There are no solids that could be closed: add one, or remove the claim.".to_owned());
    }
    (holds, sentences.join(" "))
}

/// What the claims need to know of one run.
#[derive(Default)]
struct Run {
    /// For each tick that a claim about a rope ends with, the largest strain of each rope up to it.
    strains: BTreeMap<u32, Vec<(String, f64)>>,
    /// Hashes of the ticks that claims name; none until they are reached.
    hashes: BTreeMap<u32, Option<u64>>,
    /// Why the run ended early, or did not begin.
    fault: Option<String>,
}

impl Run {
    fn of(claims: &[&Expect]) -> Self {
        let mut run = Self::default();
        for claim in claims {
            match claim {
                Expect::Closed => {}
                Expect::Stretch { ticks, .. } => drop(run.strains.insert(*ticks, Vec::new())),
                Expect::StateHash { tick, .. } => drop(run.hashes.insert(*tick, None)),
            }
        }
        run
    }

    /// How far the run must go; none if no claim needs one.
    fn last_tick(&self) -> Option<u32> {
        self.strains.keys().last().max(self.hashes.keys().last()).copied()
    }

    fn go(&mut self, scene: &Scene, progress: &Progress) -> Result<(), Error> {
        let Some(last) = self.last_tick() else { return Ok(()) };
        let mut world = world(scene)?;
        let mut largest: Vec<_> = world.ropes().iter().map(|r| (r.id.clone(), f64::NEG_INFINITY)).collect();
        loop {
            for (rope, (_, strain)) in world.ropes().iter().zip(&mut largest) {
                *strain = strain.max(rope.max_stretch());
            }
            let tick = world.tick();
            if let Some(strains) = self.strains.get_mut(&tick) {
                strains.clone_from(&largest);
            }
            if let Some(hash) = self.hashes.get_mut(&tick) {
                *hash = Some(world.hash());
            }
            if tick >= last {
                return Ok(());
            }
            if progress.is_cancelled() {
                return Err(Error::Cancelled);
            }
            world.step(&scene.inputs)?;
            progress.finish_step();
        }
    }

    fn stretch(&self, rope: &str, at_most: f64, ticks: u32) -> (bool, String) {
        // A scene whose claims are sound has the rope, so it is missing only where the run did not come so far.
        match self.strains.get(&ticks).and_then(|strains| strains.iter().find(|(id, _)| id == rope)) {
            Some((_, strain)) => {
                let at_most_text = if at_most < 1e6 { format!("{at_most}") } else { format!("{at_most:e}") };
                let sentence = format!(
                    "The largest strain of \"{rope}\" in ticks 0 to {ticks} is {strain:.6}; at most {at_most_text} is claimed."
                );
                (*strain <= at_most, sentence)
            }
            None => (false, self.unreached(ticks)),
        }
    }

    fn hash(&self, tick: u32, claimed: &str) -> (bool, String) {
        let Some(hash) = self.hashes.get(&tick).copied().flatten() else { return (false, self.unreached(tick)) };
        let holds = u64::from_str_radix(claimed, 16) == Ok(hash);
        (holds, format!("The state hash at tick {tick} is {hash:016x}; {claimed} is claimed."))
    }

    fn unreached(&self, tick: u32) -> String {
        let why = self.fault.as_deref().unwrap_or("the run ended early");
        format!("Tick {tick} was not reached: {}.", why.trim_end_matches('.'))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pipeline::Simulation;
    use crate::scene::{Anchor, AnchorTarget, Domain, Kind, Node, Rope};
    use glam::DVec3;

    fn scene(expect: Vec<Expect>) -> Scene {
        let mut rope = Rope::new("leash", 8, 1.0);
        rope.anchors.push(Anchor { particle: 0, to: AnchorTarget::World { at: DVec3::Y } });
        let mut scene = Scene {
            nodes: vec![Node::new("ball", Kind::Sphere { radius: 0.5 })],
            ropes: vec![rope],
            expect,
            ..Scene::default()
        };
        scene.nodes[0].at.x = 3.0;
        scene.contour.cell = 0.1;
        scene
    }

    fn stretch(at_most: f64, ticks: u32) -> Expect {
        Expect::Stretch { rope: "leash".into(), at_most, ticks }
    }

    #[test]
    fn a_sphere_is_closed_and_a_solid_outside_of_the_domain_is_not() {
        let mut scene = scene(vec![Expect::Closed]);
        let report = scene.check();
        assert!(report.holds(), "{report:?}");
        assert_eq!(report.claims[0].found, "\"ball\" is closed and manifold; self-intersecting pairs: 0.");
        scene.contour.domain = Domain::Box { min: DVec3::splat(8.0), max: DVec3::splat(9.0) };
        let report = scene.check();
        assert!(!report.holds());
        assert!(report.claims[0].found.starts_with("\"ball\" has no surface (The solid lies outside"), "{report:?}");
        scene.nodes.clear();
        let report = scene.check();
        assert!(!report.holds(), "nothing is closed where nothing is");
    }

    #[test]
    fn stretch_and_hash_agree_with_a_simulation() {
        let mut sim = Simulation::new(&scene(Vec::new())).expect("a valid scene");
        let mut largest = f64::NEG_INFINITY;
        for tick in 0..=40 {
            sim.run_to(tick).expect("finite");
            largest = largest.max(sim.rope("leash").expect("it exists").max_stretch());
        }
        let hash = format!("{:016x}", sim.state_hash());
        let wrong = format!("{:016x}", !sim.state_hash());
        let report = scene(vec![
            stretch(largest, 40),
            stretch(largest - 1e-9, 40),
            Expect::StateHash { tick: 40, hash },
            Expect::StateHash { tick: 40, hash: wrong },
        ])
        .check();
        assert_eq!(report.claims.iter().map(|c| c.holds).collect::<Vec<_>>(), [true, false, true, false]);
        assert!(!report.holds());
    }

    #[test]
    fn a_scene_with_errors_has_no_claims() {
        let mut scene = scene(vec![Expect::Closed]);
        scene.nodes[0].kind = Kind::Sphere { radius: -1.0 };
        let report = scene.check();
        assert!(!report.holds() && report.claims.is_empty());
    }

    #[test]
    fn a_broken_claim_hides_no_other() {
        let broken = Expect::StateHash { tick: 1, hash: String::new() };
        let report = scene(vec![Expect::Closed, broken, stretch(1.0, 2)]).check();
        assert!(!report.holds());
        assert_eq!(report.claims.iter().map(|c| c.holds).collect::<Vec<_>>(), [true, true]);
    }

    #[test]
    fn a_check_counts_solids_and_ticks_and_can_be_cancelled() {
        let progress = Progress::default();
        assert!(scene(vec![Expect::Closed, stretch(1.0, 5)]).check_watched(&progress).is_some());
        assert_eq!(progress.permille(), 1000);
        progress.cancel();
        assert!(scene(vec![stretch(1.0, 5)]).check_watched(&progress).is_none());
    }
}
