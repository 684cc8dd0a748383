//! The speaker's window: where the audience is, what comes next, the answer before it is given,
//! notes, a clock, and three buttons. It runs the same simulation on what it is told.

mod notes;

use super::keys::{Act, Mode, act};
use super::wire::{Wire, asked, is_session, listen};
use crate::lesson::{Lesson, Run, lesson};
use crate::picture::Extras;
use crate::share::{Ask, Message, Now, Seat};
use crate::sim::scenario::Scenario;
use crate::text::PresentWord;
use crate::text::present::clock;
use crate::ui::components::{clocks, diagram};
use crate::ui::dom::{El, Item, Space, html};
use crate::ui::reactive::{present_word, text};
use crate::ui::stage::Stage;
use crate::ui::{env, frame};
use gloo_timers::callback::Interval;
use leptos::prelude::*;
use leptos::web_sys::{Event, KeyboardEvent};

/// How often this window looks at its clock, in milliseconds.
const TICK_MS: u32 = 250;

/// The audience's window is greeted once in so many ticks.
const TICKS_BETWEEN: u32 = 6;

/// It is gone when so many greetings stayed without an answer.
const UNANSWERED_MAX: u32 = 2;

/// Whether the address asks for the speaker's window.
pub fn is_speaker() -> bool {
    asked().is_some()
}

/// Mounts the speaker's window.
pub fn start_speaker() {
    frame::mount(page);
}

/// Whether the audience's window is heard.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Contact {
    NoSession,
    Waiting,
    InStep,
    Gone,
}

/// The speaker's window.
#[derive(Clone, Copy)]
struct Speaker {
    /// The audience's stage, as it is told.
    stage: Stage,
    now: RwSignal<Option<Now>>,
    contact: RwSignal<Contact>,
    /// This window's clock, in milliseconds.
    time_ms: RwSignal<i64>,
    /// How often it has looked at it, and greetings that nobody has answered.
    ticks: StoredValue<u32>,
    unanswered: StoredValue<u32>,
    wire: StoredValue<Option<Wire>, LocalStorage>,
}

#[allow(clippy::cast_possible_truncation, reason = "`as` saturates")]
fn now_ms() -> i64 {
    env::now() as i64
}

fn page() -> Vec<El> {
    let stage = Stage::new(Scenario::seed(), env::language(), Extras::ALL);
    let speaker = Speaker {
        stage,
        now: RwSignal::new(None),
        contact: RwSignal::new(Contact::Waiting),
        time_ms: RwSignal::new(now_ms()),
        ticks: StoredValue::new(0),
        unanswered: StoredValue::new(0),
        wire: StoredValue::new_local(None),
    };
    speaker.call();
    Interval::new(TICK_MS, move || speaker.tick()).forget();
    Effect::new(move |_| {
        let lang = stage.lang.get();
        let title = format!("Fencelab · {}", PresentWord::Speaker.of(lang));
        env::mark_language(lang, &title);
    });
    let head = html("header")
        .attr("class", "top speaker-top")
        .child(html("h1").says(present_word(stage, PresentWord::Speaker)))
        .child(speaker.clock())
        .child(speaker.steering());
    let block = |testid: &'static str, told: fn(Speaker) -> Vec<Item>| {
        html("div")
            .attr("class", "speaker-block")
            .attr("data-testid", testid)
            .list(Space::Html, move || told(speaker))
    };
    let main = html("main")
        .attr("id", "stage")
        .attr("tabindex", "-1")
        .attr("class", "speaker")
        .child(speaker.contact_line())
        .child(
            html("div")
                .attr("class", "speaker-columns")
                .child(
                    html("div")
                        .child(block("speaker-next", Speaker::comes_next))
                        .child(speaker.seen()),
                )
                .child(
                    html("div")
                        .child(block("speaker-answer", Speaker::answer))
                        .child(block("speaker-notes", Speaker::notes)),
                ),
        );
    speaker.keys();
    vec![head, main]
}

impl Speaker {
    /// Says hello, and hears.
    fn call(self) {
        let session = asked().filter(|(session, _)| is_session(session));
        let Some((session, by_opener)) = session else {
            return self.contact.set(Contact::NoSession);
        };
        let wire = if by_opener {
            Wire::opener()
        } else {
            Wire::channel(&session)
        };
        listen(wire.as_ref(), move |message| self.heard(message));
        self.wire.set_value(wire);
        self.send(&Message::Hello);
    }

    /// The clock goes on, and now and then the audience's window is greeted: one that was closed
    /// may not have said so.
    fn tick(self) {
        self.time_ms.try_set(now_ms());
        let ticks = self.ticks.try_update_value(|ticks| {
            *ticks = ticks.wrapping_add(1);
            *ticks
        });
        if ticks.is_none_or(|ticks| ticks % TICKS_BETWEEN != 0) {
            return;
        }
        let unanswered = self.unanswered.get_value();
        if unanswered >= UNANSWERED_MAX && self.contact.get_untracked() == Contact::InStep {
            self.contact.set(Contact::Gone);
        }
        self.unanswered.set_value(unanswered.saturating_add(1));
        self.send(&Message::Hello);
    }

    fn send(self, message: &Message) {
        self.wire.with_value(|wire| {
            if let Some(wire) = wire {
                wire.send(message);
            }
        });
    }

    fn heard(self, message: Message) {
        match message {
            Message::Now(now) => {
                self.unanswered.set_value(0);
                if self.contact.get_untracked() != Contact::InStep {
                    self.contact.set(Contact::InStep);
                }
                if self
                    .now
                    .with_untracked(|known| known.as_ref() == Some(&*now))
                {
                    return;
                }
                let stage = self.stage;
                stage.until.set(None);
                stage.scenario.set(now.shared.scenario.clone());
                stage.stand.set(now.shared.stand);
                if let Some(lang) = now.shared.lang {
                    stage.lang.set(lang);
                }
                stage.until.set(stop_of(&now));
                self.now.set(Some(*now));
            }
            Message::Bye => self.contact.set(Contact::Gone),
            // Of another speaker's window of this session.
            Message::Hello | Message::Ask(_) => {}
        }
    }

    /// The keys are those of the audience's window.
    fn keys(self) {
        let mode = Mode {
            is_on: true,
            is_asked: true,
        };
        let on_key = leptos::wasm_bindgen::closure::Closure::<dyn FnMut(KeyboardEvent)>::new(
            move |event: KeyboardEvent| {
                if event.ctrl_key() || event.meta_key() || event.alt_key() {
                    return;
                }
                let ask = match act(&event, mode) {
                    Some(Act::Next) => Ask::Next,
                    Some(Act::Previous) => Ask::Previous,
                    Some(Act::Blank) => Ask::Blank,
                    Some(Act::Digit(digit)) => Ask::Digit(u8::try_from(digit).unwrap_or(0)),
                    Some(_) | None => return,
                };
                // Notes are read by the arrows and pages, as any page.
                if !matches!(event.key().as_str(), "ArrowUp" | "ArrowDown" | " ") {
                    event.prevent_default();
                    self.send(&Message::Ask(ask));
                }
            },
        );
        let on_key = on_key.into_js_value();
        let _ = document().add_event_listener_with_callback(
            "keydown",
            leptos::wasm_bindgen::JsCast::unchecked_ref(&on_key),
        );
    }

    fn clock(self) -> El {
        let elapsed = text(move || {
            let since = self.now.with(|now| now.as_ref().map(|now| now.since_ms));
            since.map_or("–:––".to_owned(), |since| {
                clock(self.time_ms.get() - since)
            })
        });
        html("p")
            .attr("class", "speaker-clock")
            .child(html("span").says(present_word(self.stage, PresentWord::Elapsed)))
            .child(
                html("strong")
                    .attr("role", "timer")
                    .attr("data-testid", "speaker-clock")
                    .says(elapsed),
            )
    }

    fn steering(self) -> El {
        let stage = self.stage;
        let blank = text(move || {
            let is_blank = self
                .now
                .with(|now| now.as_ref().is_some_and(|now| now.is_blank));
            let is_marked = self.with_seat(|seat| seat.is_open && seat.marked.is_some());
            let word = match (is_blank, is_marked) {
                (true, _) => PresentWord::NotBlack,
                (false, Some(true)) => PresentWord::ChooseMarked,
                (false, _) => PresentWord::Black,
            };
            word.of(stage.lang.get()).to_owned()
        });
        let button = |testid: &str, class: &str, says: Signal<String>, ask: Ask| {
            html("button")
                .attr("type", "button")
                .attr("class", class)
                .attr("data-testid", testid)
                .says(says)
                .on("click", move |_: Event| self.send(&Message::Ask(ask)))
        };
        let word = |word| present_word(stage, word);
        html("div")
            .attr("class", "tools")
            .attr("role", "group")
            .live("aria-label", word(PresentWord::Steering))
            .child(button(
                "speaker-back",
                "plain",
                word(PresentWord::Back),
                Ask::Previous,
            ))
            .child(button(
                "speaker-on",
                "plain main",
                word(PresentWord::Next),
                Ask::Next,
            ))
            .child(button("speaker-blank", "plain", blank, Ask::Blank))
            .child(button(
                "speaker-zero",
                "plain",
                word(PresentWord::RestartClock),
                Ask::Clock,
            ))
    }

    /// What the audience sees.
    fn seen(self) -> El {
        let stage = self.stage;
        let [picture, _] = diagram(stage, Some(clocks(stage)));
        // It shows, and takes nothing.
        let picture = picture.attr("inert", "");
        html("section")
            .attr("class", "panel speaker-seen")
            .attr("aria-labelledby", "speaker-seen")
            .child(
                html("h2")
                    .attr("id", "speaker-seen")
                    .says(present_word(stage, PresentWord::AudienceSees)),
            )
            .child(
                html("div")
                    .attr("data-testid", "speaker-where")
                    .list(Space::Html, move || self.place()),
            )
            .child(picture)
    }

    fn contact_line(self) -> El {
        let stage = self.stage;
        let said = text(move || {
            let word = match self.contact.get() {
                Contact::NoSession => PresentWord::NoSession,
                Contact::Waiting => PresentWord::Waiting,
                Contact::InStep => PresentWord::InStep,
                Contact::Gone => PresentWord::Gone,
            };
            word.of(stage.lang.get()).to_owned()
        });
        let class = text(move || {
            match self.contact.get() {
                Contact::InStep => "notice",
                Contact::NoSession | Contact::Waiting | Contact::Gone => "notice wrong",
            }
            .to_owned()
        });
        html("p")
            .live("class", class)
            .attr("role", "status")
            .attr("data-testid", "speaker-contact")
            .says(said)
    }

    fn with_seat<T>(self, read: impl FnOnce(&Seat) -> T) -> Option<T> {
        self.now
            .with(|now| now.as_ref().and_then(|now| now.seat.as_ref()).map(read))
    }

    /// The lesson at hand, if the audience is in the course.
    fn lesson(self) -> Option<&'static Lesson> {
        self.with_seat(|seat| lesson(&seat.lesson)).flatten()
    }

    /// The whole run of the scenario on the stage, also while the audience sees a part of it.
    fn whole(self) -> Run {
        Run::of(self.stage.scenario.get())
    }
}

/// The entry before which the audience's story stops.
fn stop_of(now: &Now) -> Option<usize> {
    let seat = now.seat.as_ref().filter(|seat| seat.is_open)?;
    let lesson = lesson(&seat.lesson)?;
    let asked = lesson.predictions.get(seat.question)?;
    let run = lesson.run_of(asked.run).ok()?;
    Some(asked.stop(&run)?.entry)
}
