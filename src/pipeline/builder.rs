//! A lenient build that remembers: solids whose nodes did not change are not contoured again, and of the others only what
//! the change touches.

use super::build::{self, contour_settings, left_out};
use super::fields::{Fields, TimedField};
use super::plan::{Plan, Source};
use super::{Built, Error, Progress, Quality, Solid};
use crate::contour::{Memory, Settings, Watch};
use crate::scene::Scene;
use std::any::Any;
use std::cell::LazyCell;
use std::collections::{HashMap, HashSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

/// A preview of one solid should not take longer than this: a drag then shows more than 20 meshes a second.
const PREVIEW_BUDGET: Duration = Duration::from_millis(40);

/// Coarsest preview, in multiples of the scene's cell: beyond it, shapes can no longer be recognised.
const MAX_PREVIEW_SCALE: f64 = 8.0;

/// Scale of a preview of a solid that was never built.
const FIRST_PREVIEW_SCALE: f64 = 2.0;

/// Bytes that the memories of all solids may take, those of finals and those of previews each.
const MEMORY_BUDGET: usize = Memory::DEFAULT_BUDGET;

/// Contours a solid; a function, so that tests can put a faulty one in its place.
type Contour = fn(&str, TimedField, &Settings, &mut Memory, &Watch) -> Result<Solid, Error>;

/// What the worker keeps from build to build.
#[derive(Debug)]
pub(super) struct Builder {
    finals: Cache,
    previews: Cache,
    /// Estimated time of a final contour, by id of the root node.
    costs: HashMap<String, Duration>,
    contour: Contour,
}

impl Default for Builder {
    fn default() -> Self {
        Self {
            finals: Cache::default(),
            previews: Cache::default(),
            costs: HashMap::new(),
            contour: build::contour_solid_again,
        }
    }
}

impl Builder {
    /// Builds what can be built; none when cancelled. `wake` is called after each solid.
    pub fn build(&mut self, scene: &Scene, quality: Quality, progress: &Progress, wake: &dyn Fn()) -> Option<Built> {
        let mut plan = Plan::new(scene);
        let sources = std::mem::take(&mut plan.sources);
        // Only if a solid has changed.
        let fields = LazyCell::new(|| Fields::compile(scene));
        progress.begin(sources.len());
        let mut solids = Vec::new();
        for source in &sources {
            match self.solid(scene, source, quality, |settings, memory, contour| {
                let field = fields.get(source.root)?;
                contour_caught(contour, &source.id, field, settings, memory, progress)
            }) {
                Ok(solid) => solids.push(solid),
                Err(error) if error.is_cancelled() => return None,
                Err(error) => plan.issues.push(left_out(source, &error)),
            }
            progress.finish_step();
            wake();
        }
        self.forget_all_but(&sources);
        Some(Built { solids, issues: plan.issues })
    }

    fn solid(
        &mut self,
        scene: &Scene,
        source: &Source,
        quality: Quality,
        contour: impl FnOnce(&Settings, &mut Memory, Contour) -> Result<Solid, Error>,
    ) -> Result<Solid, Error> {
        let final_settings = contour_settings(scene, 1.0);
        // A preview shows the final mesh of what did not change.
        if let Some(solid) = self.finals.find(source, &final_settings) {
            return Ok(solid.clone());
        }
        let scale = match quality {
            Quality::Final => 1.0,
            Quality::Preview => preview_scale(self.costs.get(&source.id).copied()),
        };
        let settings = contour_settings(scene, scale);
        if let Some(solid) = self.previews.find(source, &settings) {
            return Ok(solid.clone());
        }
        let cache = if scale == 1.0 { &mut self.finals } else { &mut self.previews };
        // The cost of an edit, not that of a contour from nothing: while one node is dragged, the next edit is like the last.
        let solid = contour(&settings, cache.memory(&source.id), self.contour)?;
        self.costs.insert(source.id.clone(), full_cost(solid.timings.contour, scale));
        cache.keep(source, &solid);
        Ok(solid)
    }

    fn forget_all_but(&mut self, sources: &[Source]) {
        let ids: HashSet<&str> = sources.iter().map(|s| s.id.as_str()).collect();
        self.finals.retain(&ids);
        self.previews.retain(&ids);
        self.costs.retain(|id, _| ids.contains(id.as_str()));
    }
}

/// Contours a solid; a panic, which is a fault of ours, costs this solid and not the thread.
fn contour_caught(
    contour: Contour,
    id: &str,
    field: TimedField,
    settings: &Settings,
    memory: &mut Memory,
    progress: &Progress,
) -> Result<Solid, Error> {
    // A contour shares nothing but the watch, which is a number and a flag, and the memory, which it replaces as a whole
    // when it is done.
    let work = AssertUnwindSafe(|| contour(id, field, settings, memory, &progress.watch));
    catch_unwind(work).unwrap_or_else(|panic| Err(Error::Fault(panic_message(&*panic))))
}

/// What a panic said.
pub(super) fn panic_message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no reason was given").to_owned()
}

/// Multiple of the scene's cell for a preview. Only previews, which a final build replaces, depend on a clock.
fn preview_scale(full_cost: Option<Duration>) -> f64 {
    let Some(cost) = full_cost else { return FIRST_PREVIEW_SCALE };
    if cost <= PREVIEW_BUDGET {
        return 1.0;
    }
    // A power of two, so that the cache is met again when measured times waver.
    let wish = (cost.as_secs_f64() / PREVIEW_BUDGET.as_secs_f64()).sqrt();
    let mut scale = 2.0;
    while scale < wish && scale < MAX_PREVIEW_SCALE {
        scale *= 2.0;
    }
    scale
}

/// Time at the scene's cell, from the time at `scale` times that: the surface has scale² times as many cells.
fn full_cost(cost: Duration, scale: f64) -> Duration {
    cost.mul_f64(scale * scale)
}

/// The last solids of one quality, by the ids of their root nodes.
#[derive(Debug, Default)]
struct Cache {
    entries: HashMap<String, (Source, Solid)>,
    /// What the last contour of each solid left for the next one.
    memories: HashMap<String, Memory>,
}

impl Cache {
    fn find(&self, source: &Source, settings: &Settings) -> Option<&Solid> {
        let (kept, solid) = self.entries.get(&source.id)?;
        (solid.settings == *settings && kept.nodes == source.nodes).then_some(solid)
    }

    /// The memory of a solid, with what the others leave of the budget.
    fn memory(&mut self, id: &str) -> &mut Memory {
        let of_others = self.memories.iter().filter(|(other, _)| *other != id).map(|(_, memory)| memory.bytes());
        let budget = MEMORY_BUDGET.saturating_sub(of_others.sum());
        let memory = self.memories.entry(id.to_owned()).or_default();
        memory.set_budget(budget);
        memory
    }

    fn keep(&mut self, source: &Source, solid: &Solid) {
        self.entries.insert(source.id.clone(), (source.clone(), solid.clone()));
    }

    fn retain(&mut self, ids: &HashSet<&str>) {
        self.entries.retain(|id, _| ids.contains(id.as_str()));
        self.memories.retain(|id, _| ids.contains(id.as_str()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::{Kind, Node};
    use std::cell::Cell;
    use std::sync::Arc;

    fn scene() -> Scene {
        let mut scene = Scene {
            nodes: vec![Node::new("a", Kind::Sphere { radius: 0.5 }), Node::new("b", Kind::Sphere { radius: 0.6 })],
            ..Scene::default()
        };
        scene.contour.cell = 0.2;
        scene
    }

    fn build(builder: &mut Builder, scene: &Scene, quality: Quality) -> Built {
        builder.build(scene, quality, &Progress::default(), &|| ()).expect("not cancelled")
    }

    #[test]
    fn unchanged_solids_are_the_same_object() {
        let mut builder = Builder::default();
        let mut scene = scene();
        let first = build(&mut builder, &scene, Quality::Final);
        scene.nodes[1].kind = Kind::Sphere { radius: 0.7 };
        scene.nodes[0].note = "a note changes no mesh".into();
        for quality in [Quality::Preview, Quality::Final] {
            let second = build(&mut builder, &scene, quality);
            assert!(Arc::ptr_eq(&first.solids[0].contoured, &second.solids[0].contoured));
            assert!(!Arc::ptr_eq(&first.solids[1].contoured, &second.solids[1].contoured));
        }
    }

    #[test]
    fn indices_and_settings_are_part_of_the_key() {
        let mut builder = Builder::default();
        let mut scene = scene();
        let first = build(&mut builder, &scene, Quality::Final);
        scene.nodes.swap(0, 1);
        let swapped = build(&mut builder, &scene, Quality::Final);
        assert!(!Arc::ptr_eq(&first.solids[0].contoured, &swapped.solids[1].contoured));
        scene.contour.cell = 0.25;
        let coarser = build(&mut builder, &scene, Quality::Final);
        assert!(!Arc::ptr_eq(&swapped.solids[0].contoured, &coarser.solids[0].contoured));
    }

    #[test]
    fn the_cache_changes_no_mesh() {
        let mut builder = Builder::default();
        let mut scene = scene();
        build(&mut builder, &scene, Quality::Final);
        scene.nodes[0].at.x = 0.1;
        build(&mut builder, &scene, Quality::Preview);
        let cached = build(&mut builder, &scene, Quality::Final);
        let fresh = super::super::build(&scene).expect("a valid scene");
        for (a, b) in cached.solids.iter().zip(&fresh.solids) {
            assert_eq!(a.mesh(), b.mesh());
        }
    }

    #[test]
    fn an_edit_rebuilds_only_a_part_of_a_solid() {
        let mut scene = Scene { nodes: vec![Node::new("row", Kind::Group)], ..Scene::default() };
        scene.contour.cell = 0.05;
        for i in 0..8 {
            let mut ball = Node::new(format!("ball {i}"), Kind::Sphere { radius: 0.4 });
            (ball.parent, ball.at.x) = (Some("row".to_owned()), f64::from(i));
            scene.nodes.push(ball);
        }
        let mut builder = Builder::default();
        let (rebuilt, all) = build(&mut builder, &scene, Quality::Final).solids[0].rebuilt_blocks();
        assert!(rebuilt == all && all > 0);
        scene.nodes[4].at.y += 0.1;
        let edited = build(&mut builder, &scene, Quality::Final);
        let (rebuilt, all) = edited.solids[0].rebuilt_blocks();
        // One ball of eight, and the blocks that it shares with its neighbours.
        assert!(rebuilt > 0 && rebuilt * 2 < all, "{rebuilt} of {all}");
        let fresh = super::super::build(&scene).expect("a valid scene");
        assert_eq!(edited.solids[0].mesh(), fresh.solids[0].mesh());
    }

    #[test]
    fn progress_covers_all_solids() {
        let progress = Progress::default();
        let seen = Cell::new(0);
        let mut builder = Builder::default();
        builder.build(&scene(), Quality::Final, &progress, &|| {
            seen.set(seen.get() + 1);
            assert_eq!(progress.permille(), 500 * seen.get());
        });
        assert_eq!(seen.get(), 2);
    }

    #[test]
    fn a_panic_costs_one_solid() {
        let faulty: Contour = |id, field, settings, memory, watch| {
            assert_ne!(id, "a", "a fault of ours");
            build::contour_solid_again(id, field, settings, memory, watch)
        };
        let mut builder = Builder { contour: faulty, ..Builder::default() };
        let built = build(&mut builder, &scene(), Quality::Final);
        assert_eq!(built.solids.iter().map(|s| s.id.as_str()).collect::<Vec<_>>(), ["b"]);
        assert_eq!(built.issues.len(), 1);
        assert_eq!(built.issues[0].path, "nodes[0]");
        assert!(built.issues[0].message.contains("a fault of ours"), "{:?}", built.issues);
    }

    #[test]
    fn previews_are_coarser_only_where_the_final_is_slow() {
        assert_eq!(preview_scale(None), 2.0);
        assert_eq!(preview_scale(Some(Duration::from_millis(39))), 1.0);
        assert_eq!(preview_scale(Some(Duration::from_millis(41))), 2.0);
        assert_eq!(preview_scale(Some(Duration::from_millis(400))), 4.0);
        assert_eq!(preview_scale(Some(Duration::from_secs(3600))), 8.0);
    }
}
