//! A scene that runs.
use super::build::refuse_errors;
use super::fields::Fields;
use super::plan::{Plan, concerns_simulation, list_index};
use super::{Error, Progress};
use crate::field::Field;
use crate::scene::{Act, Input, Issue, Part, Scene, Severity, SimulationSettings};
use crate::sim::{DeformerState, History, RopeState, SimError, World};
use std::collections::BTreeSet;
use std::sync::Arc;

/// Memory for keyframes, bytes: the start scene has one of about 200 kB, so 64 MiB hold some 300 of them.
const KEYFRAME_BUDGET: usize = 64 << 20;

/// A scene's ropes and deformers in time. Going back restores a keyframe and steps again, to the same bits.
#[derive(Clone, Debug)]
pub struct Simulation {
    history: History,
    inputs: Vec<Input>,
    issues: Vec<Issue>,
}

impl Simulation {
    /// Compiles the solids (no contour is needed) and starts at tick 0.
    ///
    /// # Errors
    /// A scene whose nodes, ropes, deformers, inputs or simulation settings have errors is refused with all of them.
    /// Errors of contour settings and claims do not matter here.
    pub fn new(scene: &Scene) -> Result<Self, Error> {
        let world = world(scene)?;
        Ok(Self::start(world, scene.inputs.clone(), Vec::new()))
    }

    /// As [`Simulation::new`], but leaves out the parts that have errors: the editor shows what it can.
    #[must_use]
    pub fn lenient(scene: &Scene) -> Self {
        let plan = Plan::new(scene);
        let fields = Fields::compile(scene);
        let sound = plan.sources.iter().filter_map(|source| fields.get(source.root).ok());
        let solids: Arc<[Field]> = sound.map(|timed| timed.field).collect();
        let mut issues = scene.issues();
        issues.retain(|i| i.severity == Severity::Error);
        let mut whole = without_broken_parts(scene, &issues);
        loop {
            let error = match World::new(&whole, Arc::clone(&solids)) {
                Ok(world) => return Self::start(world, whole.inputs, issues),
                Err(error) => error,
            };
            issues.push(setup_issue(&error));
            if !leave_out(&mut whole, &error) {
                let nothing = World::new(&Scene::default(), solids).expect("a scene without anything has no faults");
                return Self::start(nothing, Vec::new(), issues);
            }
        }
    }

    fn start(world: World, inputs: Vec<Input>, issues: Vec<Issue>) -> Self {
        Self { history: History::new(world, KEYFRAME_BUDGET), inputs, issues }
    }

    /// Errors of the scene, whose parts [`Simulation::lenient`] left out; empty after [`Simulation::new`].
    #[must_use]
    pub fn issues(&self) -> &[Issue] {
        &self.issues
    }

    /// Goes to a tick, forward or back.
    ///
    /// # Errors
    /// The first value that is not finite; the state is then that of the last good tick.
    pub fn run_to(&mut self, tick: u32) -> Result<(), Error> {
        Ok(self.history.seek(tick, &self.inputs)?)
    }

    /// As [`Simulation::run_to`], a step of progress for each tick, and stops soon after [`Progress::cancel`].
    ///
    /// # Errors
    /// As [`Simulation::run_to`], and [`Error::Cancelled`].
    pub fn run_watched(&mut self, tick: u32, progress: &Progress) -> Result<(), Error> {
        self.run_to(tick.min(self.tick()))?;
        progress.begin((tick - self.tick()) as usize);
        while self.tick() < tick {
            if progress.is_cancelled() {
                return Err(Error::Cancelled);
            }
            self.step()?;
            progress.finish_step();
        }
        Ok(())
    }

    /// One tick forward.
    ///
    /// # Errors
    /// As [`Simulation::run_to`].
    pub fn step(&mut self) -> Result<(), Error> {
        self.run_to(self.tick().saturating_add(1))
    }

    /// The present tick.
    #[must_use]
    pub fn tick(&self) -> u32 {
        self.world().tick()
    }

    /// The present state.
    #[must_use]
    pub fn world(&self) -> &World {
        self.history.world()
    }

    /// Keyframes and hashes.
    #[must_use]
    pub fn history(&self) -> &History {
        &self.history
    }

    /// The input track.
    #[must_use]
    pub fn inputs(&self) -> &[Input] {
        &self.inputs
    }

    /// Replaces the input track; what lies after the first change is simulated again when asked for, and the present
    /// tick is kept.
    ///
    /// # Errors
    /// As [`Simulation::run_to`].
    pub fn set_inputs(&mut self, inputs: Vec<Input>) -> Result<(), Error> {
        let change = first_difference(&self.inputs, &inputs);
        self.inputs = inputs;
        let Some(tick) = change else { return Ok(()) };
        let present = self.tick();
        // An input at tick n acts in the step from n to n + 1: the state at n stays true.
        self.history.invalidate_after(tick, &self.inputs)?;
        self.run_to(present)
    }

    /// A rope's state.
    ///
    /// # Errors
    /// [`Error::NotFound`] lists the ropes.
    pub fn rope(&self, id: &str) -> Result<&RopeState, Error> {
        let ropes = self.world().ropes();
        let found = ropes.iter().find(|r| r.id == id);
        found.ok_or_else(|| Error::not_found("rope", id, ropes.iter().map(|r| r.id.as_str())))
    }

    /// A deformer's state.
    ///
    /// # Errors
    /// [`Error::NotFound`] lists the deformers.
    pub fn deformer(&self, id: &str) -> Result<&DeformerState, Error> {
        let deformers = self.world().deformers();
        let found = deformers.iter().find(|d| d.id == id);
        found.ok_or_else(|| Error::not_found("deformer", id, deformers.iter().map(|d| d.id.as_str())))
    }

    /// Hash of the present state.
    #[must_use]
    pub fn state_hash(&self) -> u64 {
        self.world().hash()
    }
}

/// The world at tick 0, with the scene's solids to collide with; refuses a scene with errors in what runs.
pub(super) fn world(scene: &Scene) -> Result<World, Error> {
    refuse_errors(scene, concerns_simulation)?;
    let solids = Field::solids(scene).into_iter().map(|(_, field)| field).collect::<Result<_, _>>()?;
    Ok(World::new(scene, solids)?)
}

/// A copy without the ropes, deformers and inputs that have errors. Nodes stay, since anchors may need their frames.
fn without_broken_parts(scene: &Scene, errors: &[Issue]) -> Scene {
    if errors.iter().any(|i| i.part == Part::Scene) {
        return Scene::default();
    }
    let broken = |list| errors.iter().filter_map(|i| list_index(&i.path, list)).collect::<BTreeSet<usize>>();
    let mut whole = scene.clone();
    keep_all_but(&mut whole.ropes, &broken("ropes"));
    keep_all_but(&mut whole.deformers, &broken("deformers"));
    keep_all_but(&mut whole.inputs, &broken("inputs"));
    if errors.iter().any(|i| i.part == Part::Simulation) {
        whole.simulation = SimulationSettings::default();
    }
    whole
}

/// Takes the thing that an error names out of a scene; false if it names none.
fn leave_out(scene: &mut Scene, error: &SimError) -> bool {
    let SimError::Setup { path, .. } = error else { return false };
    if let Some(index) = list_index(path, "ropes").filter(|&i| i < scene.ropes.len()) {
        scene.ropes.remove(index);
    } else if let Some(index) = list_index(path, "deformers").filter(|&i| i < scene.deformers.len()) {
        scene.deformers.remove(index);
    } else {
        return false;
    }
    true
}

fn setup_issue(error: &SimError) -> Issue {
    let (path, message) = match error {
        SimError::Setup { path, message } => (path.clone(), message.clone()),
        other @ SimError::NotFinite { .. } => ("simulation".to_owned(), other.to_string()),
    };
    Issue { severity: Severity::Error, part: Part::Simulation, path, message, hint: String::new() }
}

fn keep_all_but<T>(list: &mut Vec<T>, left_out: &BTreeSet<usize>) {
    let mut index = 0;
    list.retain(|_| {
        index += 1;
        !left_out.contains(&(index - 1))
    });
}

/// The first tick in whose step two tracks do different things; none if they never do.
fn first_difference(old: &[Input], new: &[Input]) -> Option<u32> {
    // Recording appends to a track of thousands of inputs: what both begin and end with needs no comparison.
    let head = old.iter().zip(new).take_while(|(a, b)| same(a, b)).count();
    let (old, new) = (&old[head..], &new[head..]);
    let tail = old.iter().rev().zip(new.iter().rev()).take_while(|(a, b)| same(a, b)).count();
    let (old, new) = (&old[..old.len() - tail], &new[..new.len() - tail]);

    let mut ticks: Vec<u32> = old.iter().chain(new).flat_map(|i| [i.tick, end(i)]).collect();
    ticks.sort_unstable();
    ticks.dedup();
    // Between two of these ticks nothing begins and nothing ends.
    ticks.into_iter().find(|&tick| !acting(old, tick).eq(acting(new, tick)))
}

fn end(input: &Input) -> u32 {
    input.tick.saturating_add(input.ticks)
}

/// True if two inputs do the same; notes do nothing.
fn same(a: &Input, b: &Input) -> bool {
    a.tick == b.tick && a.ticks == b.ticks && a.act == b.act
}

/// What is felt in the step from `tick`, in order. A poke is the same in each of its ticks; a moved anchor depends on
/// when its move began and ends, and stays where it was moved to.
fn acting(inputs: &[Input], tick: u32) -> impl Iterator<Item = (&Act, Option<(u32, u32)>)> {
    inputs.iter().filter(move |i| i.tick <= tick).filter_map(move |i| match &i.act {
        Act::Poke { .. } => (tick < end(i)).then_some((&i.act, None)),
        Act::MoveAnchor { .. } => Some((&i.act, Some((i.tick, i.ticks)))),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{Anchor, AnchorTarget, Deformer, Kind, Node, Rope};
    use glam::DVec3;

    fn poke(tick: u32, ticks: u32) -> Input {
        let act = Act::Poke { origin: DVec3::new(0.0, 3.0, 0.0), direction: DVec3::NEG_Y, force: 10.0, offset: 0.1 };
        Input { tick, ticks, act, note: String::new() }
    }

    fn slide(tick: u32, ticks: u32, x: f64) -> Input {
        let act = Act::MoveAnchor { rope: "rope".into(), particle: 0, to: DVec3::new(x, 1.0, 0.0) };
        Input { tick, ticks, act, note: String::new() }
    }

    fn scene() -> Scene {
        let mut rope = Rope::new("rope", 8, 1.0);
        rope.anchors.push(Anchor { particle: 0, to: AnchorTarget::World { at: DVec3::Y } });
        let mut ball = Deformer::new("ball");
        ball.body = crate::scene::Body::CubeSphere { grid: 4, radius: 0.5 };
        Scene {
            nodes: vec![Node::new("post", Kind::Sphere { radius: 0.2 })],
            ropes: vec![rope],
            deformers: vec![ball],
            inputs: vec![poke(3, 2)],
            ..Scene::default()
        }
    }

    #[test]
    fn the_first_difference_is_where_the_tracks_part() {
        let base = [poke(10, 5), slide(20, 4, 0.5)];
        let mut noted = base.clone();
        noted[0].note = "said".into();
        assert_eq!(first_difference(&base, &noted), None);
        assert_eq!(first_difference(&base, &base[..1]), Some(20));
        assert_eq!(first_difference(&[], &base), Some(10));
        // A poke that goes on for longer differs only after its old end.
        assert_eq!(first_difference(&base, &[poke(10, 9), slide(20, 4, 0.5)]), Some(15));
        // Two pokes, one after the other, are one.
        assert_eq!(first_difference(&base[..1], &[poke(10, 2), poke(12, 3)]), None);
        // A move that takes longer differs from its start, since its speed does.
        assert_eq!(first_difference(&base, &[poke(10, 5), slide(20, 8, 0.5)]), Some(20));
        assert_eq!(first_difference(&[poke(u32::MAX - 1, u32::MAX)], &[]), Some(u32::MAX - 1));
    }

    #[test]
    fn new_inputs_give_the_same_bits_as_a_fresh_run() {
        let scene = scene();
        let mut edited = scene.clone();
        edited.inputs = vec![poke(3, 4), slide(6, 3, 0.4)];
        let mut sim = Simulation::new(&scene).expect("a valid scene");
        sim.run_to(20).expect("finite");
        let before = sim.state_hash();
        sim.set_inputs(edited.inputs.clone()).expect("finite");
        assert_eq!(sim.tick(), 20);
        let mut fresh = Simulation::new(&edited).expect("a valid scene");
        fresh.run_to(20).expect("finite");
        assert_eq!(sim.state_hash(), fresh.state_hash());
        assert_ne!(sim.state_hash(), before);
        sim.set_inputs(scene.inputs).expect("finite");
        assert_eq!(sim.state_hash(), before);
    }

    #[test]
    fn going_back_and_forth_gives_the_same_bits() {
        let mut sim = Simulation::new(&scene()).expect("a valid scene");
        sim.run_to(7).expect("finite");
        let seven = sim.state_hash();
        sim.run_to(30).expect("finite");
        sim.run_to(6).expect("finite");
        sim.step().expect("finite");
        assert_eq!((sim.tick(), sim.state_hash()), (7, seven));
    }

    #[test]
    fn things_are_found_by_name() {
        let sim = Simulation::new(&scene()).expect("a valid scene");
        assert_eq!(sim.rope("rope").expect("it exists").positions.len(), 9);
        assert!(sim.deformer("ball").is_ok());
        let error = sim.rope("leash").expect_err("it does not exist").to_string();
        assert_eq!(error, "there is no rope called \"leash\"; there are: rope");
    }

    #[test]
    fn broken_parts_are_left_out_or_refused() {
        let mut scene = scene();
        scene.ropes.push(Rope::new("broken", 0, -1.0));
        scene.nodes.push(Node::new("flat", Kind::Sphere { radius: 0.0 }));
        assert!(matches!(Simulation::new(&scene), Err(Error::Issues(_))));
        let mut sim = Simulation::lenient(&scene);
        assert!(!sim.issues().is_empty());
        assert_eq!(sim.world().ropes().len(), 1);
        assert_eq!(sim.world().solids().len(), 1);
        sim.run_to(5).expect("finite");
        scene.simulation.dt = -1.0;
        assert_eq!(Simulation::lenient(&scene).world().deformers().len(), 1);
    }

    #[test]
    fn errors_of_contour_and_claims_do_not_matter() {
        let mut scene = scene();
        scene.contour.cell = 0.0;
        scene.expect.push(crate::scene::Expect::StateHash { tick: 1, hash: String::new() });
        assert!(Simulation::new(&scene).is_ok());
        scene.inputs[0].ticks = 0;
        assert!(matches!(Simulation::new(&scene), Err(Error::Issues(issues)) if issues.len() == 1));
    }

    #[test]
    fn a_watched_run_counts_its_ticks_and_can_be_cancelled() {
        let mut sim = Simulation::new(&scene()).expect("a valid scene");
        let progress = Progress::default();
        sim.run_watched(8, &progress).expect("finite");
        assert_eq!((sim.tick(), progress.permille()), (8, 1000));
        sim.run_watched(3, &progress).expect("finite");
        assert_eq!(sim.tick(), 3);
        progress.cancel();
        assert!(sim.run_watched(9, &progress).is_err_and(|e| e.is_cancelled()));
        assert_eq!(sim.tick(), 3);
    }
}
