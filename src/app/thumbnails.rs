//! Small pictures of every kind of node, for menus: made on a thread when they are first asked for, then kept.

mod trace;

use super::model::Wake;
use crate::scene::Kind;
use egui::{ColorImage, Context, TextureHandle, TextureId, TextureOptions};
use std::collections::BTreeMap;
use std::sync::mpsc::{Receiver, Sender, channel};

/// Side of a picture, pixels: it is shown at half of that many points, and so is sharp at a scale factor of 2.
const SIDE: usize = 96;

/// What became of a picture.
enum State {
    /// It was asked for.
    Asked,
    /// It is there.
    Ready(TextureHandle),
    /// There is none to be had: the kind's icon stands for it.
    Failed,
}

/// A picture that the thread has made, or none, and the kind's name.
type Made = (&'static str, Option<ColorImage>);

/// The thread's two ends.
struct Worker {
    ask: Sender<&'static str>,
    made: Receiver<Made>,
}

/// All pictures.
pub(crate) struct Thumbnails {
    states: BTreeMap<&'static str, State>,
    /// None until the first picture is asked for, or if there can be no thread.
    worker: Option<Worker>,
    wake: Wake,
}

impl Thumbnails {
    /// None yet. `wake` is called from a thread after each picture.
    pub(crate) fn new(wake: Wake) -> Self {
        Self { states: BTreeMap::new(), worker: None, wake }
    }

    /// The picture of a kind. None while it is being made, which is begun at the first call, or if it cannot be made.
    pub(crate) fn texture(&mut self, ctx: &Context, kind: &Kind) -> Option<TextureId> {
        self.take_in(ctx);
        let name = kind.name();
        if !self.states.contains_key(name) {
            self.ask(name);
        }
        match self.states.get(name) {
            Some(State::Ready(texture)) => Some(texture.id()),
            _ => None,
        }
    }

    fn ask(&mut self, name: &'static str) {
        if self.worker.is_none() {
            self.worker = start(&self.wake);
        }
        let asked = self.worker.as_ref().is_some_and(|w| w.ask.send(name).is_ok());
        self.states.insert(name, if asked { State::Asked } else { State::Failed });
    }

    fn take_in(&mut self, ctx: &Context) {
        let Some(worker) = &self.worker else { return };
        for (name, image) in worker.made.try_iter() {
            let ready = |image| ctx.load_texture(format!("thumbnail of {name}"), image, TextureOptions::LINEAR);
            self.states.insert(name, image.map_or(State::Failed, |image| State::Ready(ready(image))));
        }
    }
}

/// Starts the thread; it ends when its owner is gone.
fn start(wake: &Wake) -> Option<Worker> {
    let (ask, asked) = channel::<&'static str>();
    let (send, made) = channel();
    let wake = std::sync::Arc::clone(wake);
    let work = move || {
        for name in asked {
            let image = Kind::named(name).and_then(|kind| trace::picture(&kind.example(), SIDE));
            if send.send((name, image)).is_err() {
                return;
            }
            wake();
        }
    };
    std::thread::Builder::new().name("thumbnails".into()).spawn(work).ok()?;
    Some(Worker { ask, made })
}
