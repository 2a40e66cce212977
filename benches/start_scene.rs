//! What the start scene costs: building it, checking its mesh, one tick. `cargo bench`.

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use isolab::scene::{START_SCENE, Scene};
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

criterion_group!(benches, build, checks, simulate);
criterion_main!(benches);
