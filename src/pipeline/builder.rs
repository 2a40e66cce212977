//! A lenient build that remembers: solids whose nodes did not change are not contoured again.

use super::build::{Plan, Source, contour_settings, contour_solid, left_out};
use super::{Built, Quality, Solid};
use crate::contour::{Settings, Watch};
use crate::scene::Scene;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

/// A preview of one solid should not take longer than this: a drag then shows more than 20 meshes a second.
const PREVIEW_BUDGET: Duration = Duration::from_millis(40);

/// Coarsest preview, in multiples of the scene's cell: beyond it, shapes can no longer be recognised.
const MAX_PREVIEW_SCALE: f64 = 8.0;

/// Scale of a preview of a solid that was never built.
const FIRST_PREVIEW_SCALE: f64 = 2.0;

/// Cancel and progress of a build.
#[derive(Debug, Default)]
pub(super) struct Job {
    /// Handed to the contourer.
    pub watch: Watch,
    solids_done: AtomicU32,
    solids: AtomicU32,
}

impl Job {
    pub fn cancel(&self) {
        self.watch.cancel.store(true, Ordering::Relaxed);
    }

    pub fn is_cancelled(&self) -> bool {
        self.watch.cancel.load(Ordering::Relaxed)
    }

    /// Progress over all solids, in thousandths.
    pub fn permille(&self) -> u32 {
        let solids = self.solids.load(Ordering::Relaxed);
        let done = self.solids_done.load(Ordering::Relaxed);
        if solids == 0 {
            return 0;
        }
        let within = if done < solids { self.watch.permille.load(Ordering::Relaxed).min(1000) } else { 0 };
        (u64::from(done) * 1000 + u64::from(within)).div_euclid(u64::from(solids)).min(1000) as u32
    }

    fn finish_solid(&self) {
        // In this order a reader may see progress fall short for a moment, but never jump ahead.
        self.watch.permille.store(0, Ordering::Relaxed);
        self.solids_done.fetch_add(1, Ordering::Relaxed);
    }
}

/// What the worker keeps from build to build.
#[derive(Debug, Default)]
pub(super) struct Builder {
    finals: Cache,
    previews: Cache,
    /// Estimated time of a final contour, by id of the root node.
    costs: HashMap<String, Duration>,
}

impl Builder {
    /// Builds what can be built; none when cancelled. `progress` is called after each solid.
    pub fn build(&mut self, scene: &Scene, quality: Quality, job: &Job, progress: &dyn Fn()) -> Option<Built> {
        let mut plan = Plan::new(scene);
        let sources = std::mem::take(&mut plan.sources);
        job.solids.store(u32::try_from(sources.len()).unwrap_or(u32::MAX), Ordering::Relaxed);
        let mut solids = Vec::new();
        for source in &sources {
            match self.solid(scene, source, quality, job) {
                Ok(solid) => solids.push(solid),
                Err(error) if error.is_cancelled() => return None,
                Err(error) => plan.issues.push(left_out(source, &error)),
            }
            job.finish_solid();
            progress();
        }
        self.forget_all_but(&sources);
        Some(Built { solids, issues: plan.issues })
    }

    fn solid(&mut self, scene: &Scene, source: &Source, quality: Quality, job: &Job) -> Result<Solid, super::Error> {
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
        let solid = contour_solid(scene, &source.id, &settings, &job.watch)?;
        self.costs.insert(source.id.clone(), full_cost(solid.timings.contour, scale));
        let cache = if scale == 1.0 { &mut self.finals } else { &mut self.previews };
        cache.keep(source, &solid);
        Ok(solid)
    }

    fn forget_all_but(&mut self, sources: &[Source]) {
        self.finals.retain(sources);
        self.previews.retain(sources);
        self.costs.retain(|id, _| sources.iter().any(|s| s.id == *id));
    }
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

/// The last solids of one quality, at most one for each root node.
#[derive(Debug, Default)]
struct Cache {
    entries: Vec<(Source, Solid)>,
}

impl Cache {
    fn find(&self, source: &Source, settings: &Settings) -> Option<&Solid> {
        self.entries.iter().find(|(s, solid)| solid.settings == *settings && s == source).map(|(_, solid)| solid)
    }

    fn keep(&mut self, source: &Source, solid: &Solid) {
        self.entries.retain(|(s, _)| s.id != source.id);
        self.entries.push((source.clone(), solid.clone()));
    }

    fn retain(&mut self, sources: &[Source]) {
        self.entries.retain(|(entry, _)| sources.iter().any(|s| s.id == entry.id));
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
        builder.build(scene, quality, &Job::default(), &|| ()).expect("not cancelled")
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
    fn progress_covers_all_solids() {
        let job = Job::default();
        let seen = Cell::new(0);
        let mut builder = Builder::default();
        builder.build(&scene(), Quality::Final, &job, &|| {
            seen.set(seen.get() + 1);
            assert_eq!(job.permille(), 500 * seen.get());
        });
        assert_eq!(seen.get(), 2);
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
