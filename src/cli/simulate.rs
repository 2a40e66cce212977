//! `isolab run`.

use super::Exit;
use super::args::RunArgs;
use super::console::{Console, Failure, load};
use crate::Simulation;
use crate::inspect::text;
use crate::pipeline::concerns_simulation;
use crate::sim::World;
use serde_json::{Value, json};

pub(super) fn run(args: &RunArgs, console: &mut Console<'_>) -> Result<Exit, Failure> {
    let scene = load(&args.scene)?;
    console.warn(&scene, concerns_simulation);
    console.catch_interrupts();
    let mut simulation = Simulation::new(&scene)?;
    console.with_progress("running", |progress| simulation.run_watched(args.ticks, progress))?;
    let world = simulation.world();
    let report = if args.json {
        format!("{:#}\n", object(world))
    } else if args.hash {
        format!("{:016x}\n", world.hash())
    } else {
        text::world(world)
    };
    console.say(&report)?;
    Ok(Exit::Holds)
}

fn object(world: &World) -> Value {
    let ropes = world.ropes().iter().map(|rope| {
        json!({
            "id": rope.id,
            "max_stretch": rope.max_stretch(),
            "contacts": rope.contacts.iter().filter(|c| **c).count(),
        })
    });
    let deformers = world.deformers().iter().map(|d| json!({ "id": d.id, "max_displacement": d.max_displacement() }));
    json!({
        "tick": world.tick(),
        "hash": format!("{:016x}", world.hash()),
        "ropes": ropes.collect::<Vec<_>>(),
        "deformers": deformers.collect::<Vec<_>>(),
    })
}
