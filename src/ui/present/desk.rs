//! The audience's side of the speaker's window: it opens it, tells it where the audience is, and
//! does what it asks for.

use super::Present;
use super::keys::Act;
use super::wire::{Wire, listen};
use crate::share::{Ask, Message, Now, PresetId, Shared};
use crate::ui::env;
use gloo_timers::callback::Timeout;
use leptos::prelude::*;
use leptos::wasm_bindgen::JsCast;
use leptos::wasm_bindgen::closure::Closure;
use leptos::web_sys::Window;

/// The audience's window is told of at most so often, in milliseconds.
const BETWEEN_MS: u32 = 60;

/// A window that was opened no longer ago can be why the page has left the whole screen, in
/// milliseconds.
const JUST_OPENED_MS: f64 = 3_000.0;

/// What the audience's window keeps of the speaker's.
#[derive(Clone, Copy)]
pub struct Desk {
    session: StoredValue<String>,
    wire: StoredValue<Option<Wire>, LocalStorage>,
    opened: StoredValue<Option<Window>, LocalStorage>,
    opened_at: StoredValue<f64>,
    since_ms: RwSignal<i64>,
    waiting: StoredValue<Option<Timeout>, LocalStorage>,
}

#[allow(clippy::cast_possible_truncation, reason = "`as` saturates")]
fn now_ms() -> i64 {
    env::now() as i64
}

impl Desk {
    /// A desk without a window.
    pub fn new() -> Self {
        let session = env::session();
        let wire = Wire::channel(&session);
        Self {
            session: StoredValue::new(session),
            wire: StoredValue::new_local(wire),
            opened: StoredValue::new_local(None),
            opened_at: StoredValue::new(-JUST_OPENED_MS),
            since_ms: RwSignal::new(now_ms()),
            waiting: StoredValue::new_local(None),
        }
    }

    /// Tells every change from now on, and does what is asked.
    pub fn open_up(self, present: &Present) {
        let present = *present;
        self.wire.with_value(|wire| {
            listen(wire.as_ref(), move |message| self.heard(&present, &message));
        });
        Effect::new(move |_| {
            // Read, so that it is followed.
            present.where_it_is();
            if self.waiting.with_value(Option::is_some) {
                return;
            }
            let later = Timeout::new(BETWEEN_MS, move || {
                self.waiting.try_set_value(None);
                self.tell(&present);
            });
            self.waiting.set_value(Some(later));
        });
        let closing = Closure::<dyn FnMut()>::new(move || self.send(&Message::Bye));
        let closing = closing.into_js_value();
        let _ = window().add_event_listener_with_callback("pagehide", closing.unchecked_ref());
        // Out of the browser's store of pages it comes back as it was.
        let shown = Closure::<dyn FnMut()>::new(move || self.tell(&present)).into_js_value();
        let _ = window().add_event_listener_with_callback("pageshow", shown.unchecked_ref());
    }

    /// Opens the speaker's window, or brings it to the front; false if that is not allowed.
    pub fn open_window(self) -> bool {
        let known = self.opened.get_value();
        if let Some(known) = known.filter(|known| known.closed() == Ok(false)) {
            let _ = known.focus();
            return true;
        }
        let session = self.session.get_value();
        let by = self.wire.with_value(|wire| match wire {
            Some(Wire::Channel(_)) => "",
            Some(Wire::Peer(_)) | None => "&by=opener",
        });
        let address = format!("?speaker={session}{by}");
        let target = format!("fencelab-speaker-{session}");
        let opened = window().open_with_url_and_target_and_features(
            &address,
            &target,
            "popup,width=1100,height=860",
        );
        let opened = opened.ok().flatten();
        if !by.is_empty() {
            self.wire.set_value(opened.clone().map(Wire::Peer));
        }
        let is_open = opened.is_some();
        self.opened_at.set_value(env::clock());
        self.opened.set_value(opened);
        is_open
    }

    /// Whether the speaker's window was opened a moment ago.
    pub fn has_just_opened(self) -> bool {
        env::clock() - self.opened_at.get_value() < JUST_OPENED_MS
    }

    fn send(self, message: &Message) {
        self.wire.try_with_value(|wire| {
            if let Some(wire) = wire {
                wire.send(message);
            }
        });
    }

    fn tell(self, present: &Present) {
        let now = untrack(|| present.where_it_is());
        self.send(&Message::Now(Box::new(now)));
    }

    fn heard(self, present: &Present, message: &Message) {
        match message {
            Message::Hello => self.tell(present),
            Message::Ask(Ask::Clock) => self.since_ms.set(now_ms()),
            // As any key does.
            Message::Ask(_) if present.blank.get_untracked() => present.blank.set(false),
            Message::Ask(Ask::Next) => present.act(Act::Next),
            Message::Ask(Ask::Previous) => present.act(Act::Previous),
            Message::Ask(Ask::Blank) => present.act(Act::Blank),
            Message::Ask(Ask::Digit(digit)) => present.act(Act::Digit(usize::from(*digit))),
            // A tab that was made as a copy of this one has its session.
            Message::Now(_) | Message::Bye => {}
        }
    }
}

impl Present {
    /// Where the audience is, followed.
    fn where_it_is(self) -> Now {
        let stage = self.stage;
        let story = PresetId::all().next().unwrap_or_default();
        Now {
            since_ms: self.desk.since_ms.get(),
            is_blank: self.blank.get(),
            seat: self.deck.with_value(|deck| deck.seat()),
            shared: Shared {
                scenario: stage.scenario.get(),
                stand: stage.stand.get(),
                lang: Some(stage.lang.get()),
                zoom: None,
                looped: None,
                twin: None,
                ..Shared::of(story)
            },
        }
    }
}
