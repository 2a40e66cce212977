//! What the window shows: the document, what is derived from it, and what the person is doing. Knows no widget.

mod context;
mod facts;
mod poke;
mod refresh;
mod report;

pub(crate) use facts::Facts;
pub(crate) use poke::OFFSET as POKE_OFFSET;
pub(crate) use report::Report;

use super::action::{Page, Tool};
use super::document::Document;
use super::log::Log;
use super::playback::Playback;
use super::selection::Selection;
use super::settings::Settings;
use crate::pipeline::{Built, CheckReport, Quality, Simulation, Worker};
use crate::scene::{Issue, Scene};
use std::sync::Arc;
use std::sync::mpsc::Receiver;

/// Wakes the window from a thread.
pub(crate) type Wake = Arc<dyn Fn() + Send + Sync>;

/// The whole state, read by panels and changed by the dispatcher.
pub(crate) struct Model {
    /// The scene and its undo stack.
    pub(crate) document: Document,
    /// Selected objects.
    pub(crate) selection: Selection,
    /// What the inspector shows when no object is selected.
    pub(crate) page: Page,
    /// The object under the pointer.
    pub(crate) hovered: Option<String>,
    /// What the left mouse button does in the viewport.
    pub(crate) tool: Tool,
    /// The last good meshes.
    pub(crate) built: Option<Built>,
    /// Complaints about the scene.
    pub(crate) issues: Vec<Issue>,
    /// The last evaluation of the scene's claims.
    pub(crate) claims: Option<Claims>,
    /// What the Report pane shows.
    pub(crate) report: Option<Report>,
    /// Whether time runs.
    pub(crate) playback: Playback,
    /// Time of one tick, milliseconds.
    pub(crate) tick_ms: Option<f64>,
    /// Messages.
    pub(crate) log: Log,
    /// Settings of this person.
    pub(crate) settings: Settings,
    /// What was hidden before "Solo".
    pub(crate) before_solo: Option<Vec<String>>,
    /// What only the window knows.
    pub(crate) window: WindowState,
    derived: Derived,
    wake: Wake,
}

/// What only the window knows, told each frame.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct WindowState {
    /// A file dialog is shown.
    pub(crate) dialog_open: bool,
    /// There is a viewport that draws.
    pub(crate) has_graphics: bool,
}

/// Claims and the revision that they were evaluated for.
#[derive(Debug)]
pub(crate) struct Claims {
    /// The document's revision.
    pub(crate) revision: u64,
    /// The result.
    pub(crate) report: CheckReport,
}

/// What is computed from the document, and for which state of it.
struct Derived {
    /// The revision that everything was derived for.
    revision: u64,
    worker: Worker,
    /// The scene and the quality of the last request.
    requested: Option<(Arc<Scene>, Quality, u64)>,
    /// Revision and quality of `built`.
    built: Option<(u64, Quality)>,
    simulation: Option<Simulation>,
    /// The scene that `simulation` (or `pending`) runs.
    simulated: Arc<Scene>,
    /// A new simulation that has not reached its tick yet; the old one stays on screen.
    pending: Option<Pending>,
    /// Evaluates claims.
    checking: Option<(u64, Receiver<CheckReport>)>,
    poke: Option<poke::Recording>,
    facts: Option<facts::Known>,
    /// Grows whenever the picture needs to be made anew.
    picture: u64,
}

struct Pending {
    simulation: Simulation,
    tick: u32,
    play: bool,
}

impl Model {
    /// A model of a scene; everything derived comes with the first [`Model::refresh`].
    pub(crate) fn new(scene: Scene, settings: Settings, wake: Wake) -> Self {
        let document = Document::new(scene);
        let worker_wake = Arc::clone(&wake);
        let derived = Derived {
            revision: 0,
            worker: Worker::new(move || worker_wake()),
            requested: None,
            built: None,
            simulation: None,
            simulated: Arc::new(Scene::default()),
            pending: None,
            checking: None,
            poke: None,
            facts: None,
            picture: 0,
        };
        Self {
            document,
            selection: Selection::default(),
            page: Page::default(),
            hovered: None,
            tool: Tool::default(),
            built: None,
            issues: Vec::new(),
            claims: None,
            report: None,
            playback: Playback::default(),
            tick_ms: None,
            log: Log::default(),
            settings,
            before_solo: None,
            window: WindowState::default(),
            derived,
            wake,
        }
    }

    /// The simulation that is shown.
    pub(crate) fn simulation(&self) -> Option<&Simulation> {
        self.derived.simulation.as_ref()
    }

    /// The present tick; while a changed scene is simulated again, the tick it goes to.
    pub(crate) fn tick(&self) -> u32 {
        let pending = self.derived.pending.as_ref().map(|p| p.tick);
        pending.or(self.simulation().map(Simulation::tick)).unwrap_or(0)
    }

    /// Progress of the build that runs, in thousandths.
    pub(crate) fn build_progress(&self) -> Option<u32> {
        self.derived.worker.progress()
    }

    /// Stops the build that runs.
    pub(crate) fn cancel_build(&mut self) {
        self.derived.worker.cancel();
        self.log.info("Building was stopped; the picture shows the last finished build");
    }

    /// True if the picture shows another state of the scene than the document.
    pub(crate) fn is_stale(&self) -> bool {
        let wanted = self.derived.requested.as_ref().map(|(_, quality, revision)| (*revision, *quality));
        wanted != self.derived.built
    }

    /// True if the picture is a coarse preview.
    pub(crate) fn is_preview(&self) -> bool {
        self.derived.built.is_some_and(|(_, quality)| quality == Quality::Preview)
    }

    /// True while claims are evaluated.
    pub(crate) fn is_checking(&self) -> bool {
        self.derived.checking.is_some()
    }

    /// True while a changed scene is simulated again.
    pub(crate) fn is_simulating_again(&self) -> bool {
        self.derived.pending.is_some()
    }

    /// Grows whenever solids, ropes or overlays changed.
    pub(crate) fn picture_revision(&self) -> u64 {
        self.derived.picture
    }

    /// Counts the picture as changed, such as after a change of the view.
    pub(crate) fn touch_picture(&mut self) {
        self.derived.picture += 1;
    }

    /// Triangles of all solids.
    pub(crate) fn triangles(&self) -> usize {
        self.built.iter().flat_map(|b| &b.solids).map(|s| s.mesh().triangles.len()).sum()
    }

    /// Time of the last build of all solids, milliseconds.
    pub(crate) fn build_ms(&self) -> f64 {
        let solids = self.built.iter().flat_map(|b| &b.solids);
        // The sum of nothing is -0.
        solids.map(|s| (s.timings.compile + s.timings.contour).as_secs_f64() * 1e3).sum::<f64>() + 0.0
    }

    /// True if the scene has no object.
    pub(crate) fn is_empty(&self) -> bool {
        let scene = self.document.scene();
        scene.nodes.is_empty() && scene.ropes.is_empty() && scene.deformers.is_empty()
    }
}
