//! The background builder: the latest request wins, previews finish, final builds can be cancelled.
use super::builder::{Builder, panic_message};
use super::{Built, Progress};
use crate::scene::{Issue, Part, Scene, Severity};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;

/// How fine a build is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Quality {
    /// Coarse where the final mesh would be slow, while something is dragged; never cancelled.
    Preview,
    /// As the scene says; cancelled by a newer request.
    Final,
}

/// A wish to build.
#[derive(Clone, Debug)]
pub struct Request {
    /// Grows with each change of the document.
    pub revision: u64,
    /// What to build.
    pub scene: Arc<Scene>,
    /// How fine.
    pub quality: Quality,
}

/// What came of a request.
#[derive(Clone, Debug)]
pub struct BuildResult {
    /// The request's revision.
    pub revision: u64,
    /// The request's quality.
    pub quality: Quality,
    /// What could be built; solids with faults are missing and listed in its issues.
    pub built: Built,
}

/// A thread that builds. Dropping it cancels what runs and joins the thread.
#[derive(Debug)]
pub struct Worker {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

#[derive(Debug, Default)]
struct Shared {
    state: Mutex<State>,
    /// Notified when `pending` or `quit` changes.
    changed: Condvar,
}

/// What the owner and the thread know of each other. A job is cancelled, and asked whether it is, under the lock, so
/// that a cancelled result can never slip through.
#[derive(Debug, Default)]
struct State {
    pending: Option<Request>,
    running: Option<(Quality, Arc<Progress>)>,
    result: Option<BuildResult>,
    quit: bool,
}

impl Worker {
    /// Starts the thread. `wake` is called from it whenever a result is ready or progress was made.
    #[must_use]
    pub fn new(wake: impl Fn() + Send + 'static) -> Self {
        let mut builder = Builder::default();
        Self::with_build(wake, move |request, job, progress| {
            builder.build(&request.scene, request.quality, job, progress)
        })
    }

    fn with_build(
        wake: impl Fn() + Send + 'static,
        build: impl FnMut(&Request, &Progress, &dyn Fn()) -> Option<Built> + Send + 'static,
    ) -> Self {
        let shared = Arc::new(Shared::default());
        let seen_by_thread = Arc::clone(&shared);
        let thread = std::thread::spawn(move || seen_by_thread.run(&wake, build));
        Self { shared, thread: Some(thread) }
    }

    /// Asks for a build; replaces a request that has not begun.
    pub fn request(&self, request: Request) {
        let mut state = self.shared.lock();
        state.cancel_final();
        state.pending = Some(request);
        self.shared.changed.notify_one();
    }

    /// The latest finished build, once.
    #[must_use]
    pub fn poll(&self) -> Option<BuildResult> {
        self.shared.lock().result.take()
    }

    /// Progress of the build that runs, in thousandths; none when idle.
    #[must_use]
    pub fn progress(&self) -> Option<u32> {
        let state = self.shared.lock();
        match &state.running {
            Some((_, job)) => Some(job.permille()),
            None => state.pending.is_some().then_some(0),
        }
    }

    /// Stops the build that runs, if it is a final one; its result is dropped. A final build that has not begun is
    /// dropped too.
    pub fn cancel(&self) {
        let mut state = self.shared.lock();
        state.cancel_final();
        if state.pending.as_ref().is_some_and(|r| r.quality == Quality::Final) {
            state.pending = None;
        }
    }
}

impl Drop for Worker {
    fn drop(&mut self) {
        {
            let mut state = self.shared.lock();
            state.quit = true;
            if let Some((_, job)) = &state.running {
                job.cancel();
            }
            self.shared.changed.notify_one();
        }
        if let Some(thread) = self.thread.take() {
            // A panic of the thread was already reported by the panic hook; there is nothing left to undo here.
            let _ = thread.join();
        }
    }
}

impl State {
    fn cancel_final(&self) {
        if let Some((Quality::Final, job)) = &self.running {
            job.cancel();
        }
    }
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        // No invariant spans a panic: each lock holds for a few assignments.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn run(&self, wake: &dyn Fn(), mut build: impl FnMut(&Request, &Progress, &dyn Fn()) -> Option<Built>) {
        while let Some((request, job)) = self.next() {
            // The builder may have lost what it was working on, never what it keeps: each step ends with one insertion.
            let work = AssertUnwindSafe(|| build(&request, &job, wake));
            let built = catch_unwind(work).unwrap_or_else(|panic| Some(nothing_built(&panic_message(&*panic))));
            let mut state = self.lock();
            state.running = None;
            if let Some(built) = built.filter(|_| !job.is_cancelled()) {
                state.result = Some(BuildResult { revision: request.revision, quality: request.quality, built });
            }
            drop(state);
            wake();
        }
    }

    /// Waits for a request; none when the worker is dropped.
    fn next(&self) -> Option<(Request, Arc<Progress>)> {
        let mut state = self.lock();
        loop {
            if state.quit {
                return None;
            }
            if let Some(request) = state.pending.take() {
                let job = Arc::new(Progress::default());
                state.running = Some((request.quality, Arc::clone(&job)));
                return Some((request, job));
            }
            state = self.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// What a build gives that came upon a fault of ours: the editor says so and lives on.
fn nothing_built(panic: &str) -> Built {
    let issue = Issue {
        severity: Severity::Error,
        part: Part::Scene,
        path: String::new(),
        message: format!("Building the scene failed by a fault of Isolab: {}.", panic.trim_end_matches('.')),
        hint: "Please report it with the scene.".to_owned(),
    };
    Built { solids: Vec::new(), issues: vec![issue] }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::mpsc::{Receiver, Sender, channel};

    /// A worker whose builds begin and end when the test says so.
    struct Gated {
        worker: Worker,
        begun: Receiver<u64>,
        go_on: Sender<()>,
        woken: Receiver<()>,
    }

    impl Gated {
        /// Builds look at `cancel` only after they were told to go on, as a slow contour would.
        fn new() -> Self {
            let (begin, begun) = channel();
            let (go_on, wait) = channel();
            let (wake, woken) = channel();
            let worker = Worker::with_build(
                move || wake.send(()).unwrap_or_default(),
                move |request, _, _| {
                    begin.send(request.revision).unwrap_or_default();
                    wait.recv().unwrap_or_default();
                    Some(Built { solids: Vec::new(), issues: Vec::new() })
                },
            );
            Self { worker, begun, go_on, woken }
        }

        fn request(&self, revision: u64, quality: Quality) {
            self.worker.request(Request { revision, scene: Arc::new(Scene::default()), quality });
        }

        fn begins(&self) -> u64 {
            self.begun.recv().expect("a build begins")
        }

        fn finish(&self) -> Option<(u64, Quality)> {
            self.go_on.send(()).expect("the thread lives");
            self.woken.recv().expect("the thread lives");
            self.worker.poll().map(|r| (r.revision, r.quality))
        }
    }

    #[test]
    fn the_latest_request_wins() {
        let gated = Gated::new();
        gated.request(1, Quality::Preview);
        assert_eq!(gated.begins(), 1);
        for revision in 2..10 {
            gated.request(revision, Quality::Preview);
        }
        assert_eq!(gated.finish(), Some((1, Quality::Preview)));
        assert_eq!(gated.begins(), 9);
        assert_eq!(gated.finish(), Some((9, Quality::Preview)));
        assert_eq!(gated.worker.poll().map(|r| r.revision), None);
        assert_eq!(gated.worker.progress(), None);
    }

    #[test]
    fn previews_are_delivered_while_requests_keep_coming() {
        let gated = Gated::new();
        gated.request(0, Quality::Preview);
        for revision in 1..20 {
            assert_eq!(gated.begins(), revision - 1);
            gated.request(revision, Quality::Preview);
            assert!(gated.worker.progress().is_some());
            assert_eq!(gated.finish(), Some((revision - 1, Quality::Preview)));
        }
        gated.go_on.send(()).expect("the thread lives");
    }

    #[test]
    fn a_cancelled_final_is_never_delivered() {
        let gated = Gated::new();
        gated.request(1, Quality::Final);
        assert_eq!(gated.begins(), 1);
        gated.request(2, Quality::Final);
        assert_eq!(gated.finish(), None);
        assert_eq!(gated.begins(), 2);
        gated.worker.cancel();
        assert_eq!(gated.finish(), None);
        gated.request(3, Quality::Final);
        assert_eq!(gated.begins(), 3);
        assert_eq!(gated.finish(), Some((3, Quality::Final)));
    }

    #[test]
    fn cancel_leaves_previews_alone() {
        let gated = Gated::new();
        gated.request(1, Quality::Preview);
        assert_eq!(gated.begins(), 1);
        gated.worker.cancel();
        assert_eq!(gated.finish(), Some((1, Quality::Preview)));
    }

    #[test]
    fn drop_cancels_a_long_build_and_joins() {
        let (begin, begun) = channel();
        let (end, ended) = channel();
        let worker = Worker::with_build(
            || (),
            move |_, job, _| {
                begin.send(()).unwrap_or_default();
                while !job.is_cancelled() {
                    std::thread::yield_now();
                }
                end.send(()).unwrap_or_default();
                None
            },
        );
        worker.request(Request { revision: 1, scene: Arc::new(Scene::default()), quality: Quality::Preview });
        begun.recv().expect("the build begins");
        drop(worker);
        ended.try_recv().expect("the build ended before the drop returned");
    }

    #[test]
    fn a_panic_is_reported_and_the_thread_goes_on() {
        let (wake, woken) = channel();
        let worker = Worker::with_build(
            move || wake.send(()).unwrap_or_default(),
            |request, _, _| {
                assert_ne!(request.revision, 1, "a fault of ours");
                Some(Built { solids: Vec::new(), issues: Vec::new() })
            },
        );
        let build = |revision| {
            worker.request(Request { revision, scene: Arc::new(Scene::default()), quality: Quality::Final });
            woken.recv().expect("the thread lives");
            worker.poll().expect("a result").built.issues
        };
        let issues = build(1);
        assert!(issues.len() == 1 && issues[0].message.contains("a fault of ours"), "{issues:?}");
        assert!(build(2).is_empty());
    }

    #[test]
    fn a_real_scene_is_built_and_reported() {
        let (wake, woken) = channel();
        let worker = Worker::new(move || wake.send(()).unwrap_or_default());
        let mut scene = Scene::default();
        scene.nodes.push(crate::scene::Node::new("ball", crate::scene::Kind::Sphere { radius: 0.5 }));
        scene.contour.cell = 0.1;
        worker.request(Request { revision: 7, scene: Arc::new(scene), quality: Quality::Final });
        let result = loop {
            woken.recv().expect("the thread lives");
            if let Some(result) = worker.poll() {
                break result;
            }
        };
        assert_eq!((result.revision, result.built.solids.len()), (7, 1));
        assert!(result.built.issues.is_empty());
    }
}
