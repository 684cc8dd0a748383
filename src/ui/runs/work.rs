//! Long work in slices on the page's one thread: the page stays usable, work can be stopped at
//! once and taken up again, and it goes on in a hidden tab.

use crate::ui::env;
use crate::ui::reactive::text;
use gloo_timers::callback::Timeout;
use leptos::prelude::*;
use leptos::wasm_bindgen::JsCast;
use leptos::wasm_bindgen::JsValue;
use leptos::wasm_bindgen::closure::Closure;
use leptos::web_sys::MessageChannel;

/// A slice is over after so long, in milliseconds of the browser's clock.
const SLICE_MS: f64 = 8.0;
/// How often what has been reached is shown, in milliseconds of the browser's clock.
const TOLD_EVERY_MS: f64 = 100.0;

/// What is left after a piece of work.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Left {
    /// There is more to do.
    More,
    /// It is done.
    Nothing,
}

impl Left {
    /// What is left of something that may be done; of something that is gone, nothing.
    pub fn unless(is_done: Option<bool>) -> Self {
        if is_done == Some(false) {
            Self::More
        } else {
            Self::Nothing
        }
    }
}

/// One piece of long work at a time.
#[derive(Clone, Copy)]
pub struct Work {
    /// Whether it is under way.
    pub running: RwSignal<bool>,
    /// Grows with every start and stop, so that an older slice finds that it is not wanted.
    generation: StoredValue<u32>,
}

/// Work under way.
struct Job {
    generation: u32,
    piece: Box<dyn FnMut() -> Left>,
    tell: Box<dyn Fn()>,
    told_at: f64,
}

impl Work {
    /// Nothing to do yet.
    pub fn new() -> Self {
        Self {
            running: RwSignal::new(false),
            generation: StoredValue::new(0),
        }
    }

    /// Does `piece` again and again until nothing is left, in place of what was under way.
    /// `tell` shows what has been reached, now and then and at the end. A piece takes about a
    /// millisecond.
    pub fn start(self, piece: impl FnMut() -> Left + 'static, tell: impl Fn() + 'static) {
        self.stop();
        self.running.set(true);
        let job = Job {
            generation: self.generation.get_value(),
            piece: Box::new(piece),
            tell: Box::new(tell),
            told_at: env::clock(),
        };
        later(move || self.slice(job));
    }

    /// Whether it is under way, as an attribute.
    pub fn busy(self) -> Signal<String> {
        text(move || self.running.get().to_string())
    }

    /// Stops at once; what has been reached stays.
    pub fn stop(self) {
        self.generation
            .update_value(|number| *number = number.wrapping_add(1));
        self.running.set(false);
    }

    fn slice(self, mut job: Job) {
        if self.generation.try_get_value() != Some(job.generation) {
            return;
        }
        let began = env::clock();
        while env::clock() - began < SLICE_MS {
            if (job.piece)() == Left::Nothing {
                self.running.set(false);
                return (job.tell)();
            }
        }
        let now = env::clock();
        if now - job.told_at >= TOLD_EVERY_MS {
            job.told_at = now;
            (job.tell)();
        }
        later(move || self.slice(job));
    }
}

/// Calls back as soon as the page has had its turn. A message, not a timer: a hidden tab's timers
/// are slowed down.
fn later(next: impl FnOnce() + 'static) {
    let Ok(channel) = MessageChannel::new() else {
        Timeout::new(0, next).forget();
        return;
    };
    let port = channel.port1();
    let used = port.clone();
    let callback = Closure::once_into_js(move |_: JsValue| {
        used.close();
        next();
    });
    port.set_onmessage(Some(callback.unchecked_ref()));
    // It fails only for what cannot be copied.
    let _ = channel.port2().post_message(&JsValue::NULL);
}
