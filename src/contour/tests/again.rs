//! Contours that take over what an edit did not touch, against contours from nothing.

use super::*;
use crate::contour::block::Block;
use crate::contour::memory::Kept;
use crate::contour::octree::Keep;
use crate::contour::{Memory, Stats, contour_again, contour_with};
use crate::scene::Blend;
use std::collections::HashMap;
use std::sync::Arc;

/// A small generator, the same on every platform (xorshift64*, Vigna 2016).
struct Rng(u64);

impl Rng {
    fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_F491_4F6C_DD1D)
    }

    fn range(&mut self, low: f64, high: f64) -> f64 {
        low + (high - low) * (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    fn below(&mut self, end: usize) -> usize {
        (self.next() >> 33) as usize % end
    }

    fn point(&mut self, half: f64) -> DVec3 {
        DVec3::new(self.range(-half, half), self.range(-half, half), self.range(-half, half))
    }
}

fn random_node(rng: &mut Rng, id: usize) -> Node {
    let kind = match rng.below(4) {
        0 => Kind::Sphere { radius: rng.range(0.1, 0.4) },
        1 => Kind::Capsule { radius: rng.range(0.05, 0.15), half_height: rng.range(0.1, 0.5) },
        2 => Kind::Box { half: DVec3::splat(rng.range(0.1, 0.3)), round: 0.02 },
        _ => Kind::Torus { major: rng.range(0.2, 0.4), minor: 0.1 },
    };
    let mut node = Node::new(format!("n{id}"), kind);
    (node.at, node.turn) = (rng.point(1.0), rng.point(180.0));
    node.color = rng.point(0.5) + 0.5;
    node.parent = Some(if rng.below(3) == 0 { "cut" } else { "all" }.to_owned());
    node
}

/// A union, smooth or hard, of loose primitives and of one difference.
fn random_scene(rng: &mut Rng) -> Scene {
    let blend = if rng.below(2) == 0 { Blend::Hard } else { Blend::Smooth { radius: 0.1 } };
    let mut scene = Scene::default();
    scene.nodes.push(Node::new("all", Kind::Union { blend }));
    let cut = Node { parent: Some("all".to_owned()), ..Node::new("cut", Kind::Subtract { blend: Blend::Hard }) };
    scene.nodes.push(cut);
    scene.nodes.extend((0..12).map(|i| random_node(rng, i)));
    scene
}

/// Moves, resizes, recolours, deletes or adds a node.
fn edit(rng: &mut Rng, scene: &mut Scene) {
    let victim = 2 + rng.below(scene.nodes.len() - 2);
    match rng.below(5) {
        0 => scene.nodes[victim].at += rng.point(0.2),
        1 => scene.nodes[victim].scale *= rng.range(0.8, 1.25),
        2 => scene.nodes[victim].color = rng.point(0.5) + 0.5,
        3 if scene.nodes.len() > 6 => drop(scene.nodes.remove(victim)),
        _ => {
            let id = 100 + rng.below(1 << 20);
            scene.nodes.push(random_node(rng, id));
        }
    }
}

fn compiled(scene: &Scene) -> Field {
    Field::compile(scene, &scene.nodes[0].id).expect("the scene is valid")
}

/// Stats without what they say about taking over.
fn own_stats(contoured: &Contoured) -> Stats {
    Stats { rebuilt_blocks: 0, reused_blocks: 0, ..contoured.stats }
}

#[track_caller]
fn check_same(again: &Contoured, fresh: &Contoured) {
    assert!(again.mesh == fresh.mesh, "the meshes differ");
    assert!(again.facts == fresh.facts, "the facts differ");
    assert_eq!(again.grid, fresh.grid);
    assert_eq!(own_stats(again), own_stats(fresh));
    assert_eq!(
        again.stats.rebuilt_blocks + again.stats.reused_blocks,
        fresh.stats.rebuilt_blocks,
        "each block is either sampled or taken over"
    );
}

#[test]
fn edits_give_the_bytes_of_a_contour_from_nothing() {
    let mut reused = 0;
    for seed in 0..10 {
        let mut rng = Rng::new(seed);
        let mut scene = random_scene(&mut rng);
        for method in METHODS {
            let mut memory = Memory::default();
            let settings = match seed % 3 {
                0 => within(method, 0.061, DVec3::splat(-0.9), DVec3::splat(0.83)),
                _ => settings(method, 0.061),
            };
            for _ in 0..8 {
                let solid = compiled(&scene);
                let again = contour_again(&solid, &settings, &mut memory, &Watch::default()).expect("valid");
                check_same(&again, &build(&solid, &settings));
                reused += again.stats.reused_blocks;
                edit(&mut rng, &mut scene);
            }
        }
    }
    assert!(reused > 1000, "{reused}");
}

#[test]
fn other_settings_keep_what_does_not_depend_on_them() {
    let solid = carved();
    let mut memory = Memory::default();
    let mut again = |settings: &Settings| {
        let contoured = contour_again(&solid, settings, &mut memory, &Watch::default()).expect("valid");
        check_same(&contoured, &build(&solid, settings));
        contoured.stats.rebuilt_blocks
    };
    let first = settings(Method::DualContouring, 0.05);
    assert!(again(&first) > 0);
    for settings in [
        first,
        Settings { sharpness_deg: 60.0, ..first },
        Settings { bias: 0.5, ..first },
        Settings { method: Method::MarchingCubes, ..first },
    ] {
        assert_eq!(again(&settings), 0, "{settings:?}");
    }
    assert!(again(&Settings { cell: 0.06, ..first }) > 0);
    assert!(again(&within(Method::DualContouring, 0.06, DVec3::NEG_ONE, DVec3::ONE)) > 0);
}

#[test]
fn a_memory_over_its_budget_is_dropped() {
    let (solid, settings) = (carved(), settings(Method::DualContouring, 0.05));
    let mut memory = Memory::default();
    contour_again(&solid, &settings, &mut memory, &Watch::default()).expect("valid");
    let bytes = memory.bytes();
    let cells = build(&solid, &settings).stats.surface_cells as usize;
    assert!((100 * cells..2000 * cells).contains(&bytes), "{bytes} bytes for {cells} cells");
    for (budget, kept) in [(bytes, bytes), (bytes - 1, 0)] {
        let mut memory = Memory::with_budget(budget);
        contour_again(&solid, &settings, &mut memory, &Watch::default()).expect("valid");
        assert_eq!(memory.bytes(), kept);
    }
}

#[test]
fn a_cancelled_contour_leaves_the_memory_as_it_was() {
    let settings = settings(Method::DualContouring, 0.05);
    let mut memory = Memory::default();
    contour_again(&carved(), &settings, &mut memory, &Watch::default()).expect("valid");
    let watch = Watch::default();
    watch.cancel.store(true, std::sync::atomic::Ordering::Relaxed);
    let result = contour_again(&sphere(1.0), &settings, &mut memory, &watch);
    assert_eq!(result.map(|_| ()), Err(crate::contour::ContourError::Cancelled));
    let again = contour_again(&carved(), &settings, &mut memory, &Watch::default()).expect("valid");
    assert_eq!(again.stats.rebuilt_blocks, 0);
}

/// 200 spheres and capsules in a chain of smooth unions: S3 of the benches, with directions of its own.
fn chain() -> Scene {
    let mut rng = Rng::new(3);
    let mut scene = Scene::default();
    scene.nodes.push(Node::new("chain", Kind::Union { blend: Blend::Smooth { radius: BLEND } }));
    for i in 0..200 {
        let kind = if i % 2 == 0 {
            Kind::Sphere { radius: rng.range(0.05, 0.12) }
        } else {
            Kind::Capsule { radius: rng.range(0.03, 0.07), half_height: rng.range(0.05, 0.15) }
        };
        let parent = Some("chain".to_owned());
        let (at, turn) = (rng.point(0.75), rng.point(180.0));
        scene.nodes.push(Node { at, turn, parent, ..Node::new(format!("n{i}"), kind) });
    }
    scene
}

/// Blend radius of the chain, metres.
const BLEND: f64 = 0.05;

type Blocks = HashMap<[i64; 3], Arc<Block<Field>>>;

fn blocks(kept: &Kept<Field>) -> Blocks {
    kept.octree_of_any_grid().blocks().into_iter().map(|(place, block)| (place, Arc::clone(block))).collect()
}

#[test]
fn an_edit_rebuilds_only_what_its_bounds_touch() {
    let mut scene = chain();
    let settings = settings(Method::DualContouring, 2.0 / 128.0);
    let contour = |scene: &Scene, old: Option<&Kept<Field>>| {
        let (contoured, kept) =
            contour_with(&compiled(scene), &settings, Keep::All, old, &Watch::default()).expect("valid");
        (contoured, kept.expect("all is kept"))
    };
    // A sphere that is well inside of the others, so that the domain stays.
    let victim = (1..=200).step_by(2).min_by(|&a, &b| {
        scene.nodes[a].at.length().total_cmp(&scene.nodes[b].at.length())
    });
    let victim = victim.expect("there are spheres");
    let (first, old) = contour(&scene, None);
    let Kind::Sphere { radius } = scene.nodes[victim].kind else { panic!("a sphere") };
    let bounds = |scene: &Scene| {
        let at = scene.nodes[victim].at;
        Bounds::new(at - radius, at + radius)
    };
    let touched = bounds(&scene);
    scene.nodes[victim].at += DVec3::new(0.03, -0.02, 0.01);
    let touched = touched.union(&bounds(&scene));
    let (again, new) = contour(&scene, Some(&old));
    check_same(&again, &build(&compiled(&scene), &settings));

    let grid = again.grid;
    assert_eq!(grid, first.grid);
    let side = 8.0 * grid.h;
    // A node stays in a block's program as long as it could decide or blend somewhere in the ball round the block's region
    // (nine cells a side): while its value at the centre is within twice the ball's radius and the blend of the least one. The
    // least is below the ball's radius where there is surface.
    let radius = 0.5 * (9.01 * grid.h) * 3.0_f64.sqrt();
    let allowed = touched.grown(3.0 * radius + BLEND + side);
    let (before, after) = (blocks(&old), blocks(&new));
    let is_rebuilt = |(place, block): &(&[i64; 3], &Arc<Block<Field>>)| {
        before.get(*place).is_none_or(|old| !Arc::ptr_eq(old, block))
    };
    let rebuilt: Vec<_> = after.iter().filter(is_rebuilt).map(|(place, _)| *place).collect();
    assert_eq!(rebuilt.len() as u64, again.stats.rebuilt_blocks);
    for place in &rebuilt {
        let low = grid.anchor + DVec3::from_array(place.map(|b| b as f64)) * side;
        assert!(allowed.contains(low) && allowed.contains(low + side), "{place:?}");
    }
    let share = rebuilt.len() as f64 / after.len() as f64;
    assert!(share < 0.25, "{share}: {:?}", again.stats);
}
