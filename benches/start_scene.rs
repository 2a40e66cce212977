//! What the start scene costs: building it, checking its mesh, one tick; and what many primitives and edits cost.
//! `cargo bench`.

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use glam::DVec3;
use isolab::contour::{Memory, Settings, Watch, contour, contour_again};
use isolab::field::Field;
use isolab::pipeline::contour_settings;
use isolab::scene::{Blend, Kind, Node, START_SCENE, Scene};
use std::hint::black_box;

fn start() -> Scene {
    Scene::from_ron(START_SCENE).expect("the start scene")
}

/// Contouring should grow with the surface: four times the time at half the cell.
fn build(c: &mut Criterion) {
    let mut group = c.benchmark_group("build");
    group.sample_size(20);
    for divisor in [1, 2, 4] {
        let mut scene = start();
        scene.contour.cell /= f64::from(divisor);
        group.bench_function(format!("cell/{divisor}"), |b| {
            b.iter(|| isolab::build(black_box(&scene)).expect("builds"))
        });
    }
    group.finish();
}

/// A smooth union of spheres and capsules in a cube of 1.5 m, all lengths but their places times `scale`: scene S3 of the
/// benches against peers, with directions of its own.
fn chain(count: usize, scale: f64) -> Scene {
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    let mut random = |low: f64, high: f64| {
        // Xorshift (Marsaglia 2003), the same on every platform.
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        low + (high - low) * (state >> 11) as f64 / (1_u64 << 53) as f64
    };
    let mut scene = Scene::default();
    scene.contour.cell = 2.0 / 128.0;
    scene.nodes.push(Node::new("chain", Kind::Union { blend: Blend::Smooth { radius: 0.05 * scale } }));
    for i in 0..count {
        let at = DVec3::new(random(-0.75, 0.75), random(-0.75, 0.75), random(-0.75, 0.75));
        let turn = DVec3::new(random(0.0, 180.0), 0.0, random(0.0, 180.0));
        let kind = if i % 2 == 0 {
            Kind::Sphere { radius: scale * random(0.05, 0.12) }
        } else {
            Kind::Capsule { radius: scale * random(0.03, 0.07), half_height: scale * random(0.05, 0.15) }
        };
        scene.nodes.push(Node { at, turn, parent: Some("chain".to_owned()), ..Node::new(format!("n{i}"), kind) });
    }
    scene
}

fn compiled(scene: &Scene) -> (Field, Settings) {
    (Field::compile(scene, &scene.nodes[0].id).expect("compiles"), contour_settings(scene, 1.0))
}

/// Ten times the primitives, as dense: at most four times the time.
fn primitives(c: &mut Criterion) {
    let mut group = c.benchmark_group("primitives");
    group.sample_size(10);
    for (count, scale) in [(200, 1.0), (2000, 0.1_f64.cbrt())] {
        let (field, settings) = compiled(&chain(count, scale));
        group.bench_function(count.to_string(), |b| {
            b.iter(|| contour(black_box(&field), &settings, &Watch::default()).expect("contours"))
        });
    }
    group.finish();
}

/// One node of 200 is moved to and fro: field and mesh.
fn edit(c: &mut Criterion) {
    let mut scene = chain(200, 1.0);
    let mut memory = Memory::default();
    let mut step = 0.02;
    let mut again = || {
        scene.nodes[21].at.x += step;
        step = -step;
        let (field, settings) = compiled(&scene);
        contour_again(&field, &settings, &mut memory, &Watch::default()).expect("contours")
    };
    again();
    let mut group = c.benchmark_group("edit");
    group.sample_size(20);
    group.bench_function("one node of 200", |b| b.iter(&mut again));
    group.finish();
}

fn checks(c: &mut Criterion) {
    let built = isolab::build(&start()).expect("builds");
    let mesh = built.solids[0].mesh();
    c.bench_function("mesh check", |b| b.iter(|| black_box(mesh).check()));
    c.bench_function("self-intersections", |b| b.iter(|| black_box(mesh).self_intersections()));
}

fn simulate(c: &mut Criterion) {
    let scene = start();
    let sim = isolab::Simulation::new(&scene).expect("runs");
    c.bench_function("100 ticks", |b| {
        b.iter_batched(|| sim.clone(), |mut sim| sim.run_to(100).expect("runs"), BatchSize::LargeInput);
    });
    let mut late = sim.clone();
    late.run_to(1000).expect("runs");
    c.bench_function("seek back by one tick from 1000", |b| {
        b.iter_batched(|| late.clone(), |mut sim| sim.run_to(999).expect("runs"), BatchSize::LargeInput);
    });
}

criterion_group!(benches, build, primitives, edit, checks, simulate);
criterion_main!(benches);
