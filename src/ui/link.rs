//! The link is the document: what is on the page stands in the fragment of the address, and
//! what stands there at first is put on the page.

use super::dom::{El, html};
use super::env::{self, Copied};
use super::reactive::text;
use super::share::reveal_link;
use super::stage::Stage;
use super::twin::Setting;
use super::{look, named};
use crate::edit::past::{Cause, Past};
use crate::model::Span;
use crate::picture::Window;
use crate::share::keys::{self, KeyComplaint, KeyProblem, Keys};
use crate::share::{Brought, LinkError, PresetId, Shared, Stand, decode, encode};
use crate::sim::scenario::Scenario;
use crate::text::{LabWord, Lang, ShareWord, link};
use gloo_timers::callback::Timeout;
use leptos::prelude::*;

/// How long the page must stand still before the address follows, in milliseconds.
const SETTLED_MS: u32 = 350;

/// What is said of a link.
#[derive(Clone, PartialEq)]
enum Notice {
    /// It could not be read.
    Wrong(LinkError),
    /// Keys of the address are not followed.
    Keys(Vec<KeyComplaint>),
    /// It was copied.
    Word(LabWord),
    /// Where to copy it from.
    Denied(ShareWord),
}

/// The link of a stage.
#[derive(Clone, Copy)]
pub struct Link {
    stage: Stage,
    preset: StoredValue<PresetId>,
    /// What the address should hold after its `#`, and does where that is allowed.
    written: RwSignal<String>,
    twin: Setting,
    notice: RwSignal<Option<Notice>>,
}

impl Link {
    /// Reads the address onto the stage, and keeps the fragment up to date from now on.
    pub fn follow(stage: Stage, twin: Setting) -> Self {
        let link = Self::open(stage, twin);
        link.write();
        link
    }

    /// Reads the address onto the stage, now and whenever somebody writes another one.
    pub fn open(stage: Stage, twin: Setting) -> Self {
        let seed = PresetId::all().next().unwrap_or_default();
        let link = Self {
            stage,
            preset: StoredValue::new(seed),
            written: RwSignal::new(String::new()),
            twin,
            notice: RwSignal::new(None),
        };
        link.read();
        // What the page opens with is no change.
        stage.past.update(Past::clear);
        env::on_fragment_change(move || link.read());
        link
    }

    /// Keeps the fragment up to date from now on.
    fn write(self) {
        let waiting = StoredValue::new_local(None::<Timeout>);
        Effect::new(move |last: Option<String>| {
            if let Some(last) = last.as_ref()
                && self.stage.frozen.get().is_some()
            {
                // A handle is in the hand: the address follows when it is let go. Some browsers
                // allow a hundred changes of the address in half a minute, and then throw.
                waiting.set_value(None);
                return last.clone();
            }
            let now = self.fragment();
            match last {
                None => self.written.set(now.clone()),
                Some(last) if last == now => {}
                Some(_) => {
                    let fragment = now.clone();
                    let timeout = Timeout::new(SETTLED_MS, move || self.put(&fragment));
                    waiting.set_value(Some(timeout));
                }
            }
            now
        });
        on_cleanup(move || {
            waiting.try_set_value(None);
        });
    }

    /// What is on the page, as a link.
    pub fn fragment(self) -> String {
        encode(&self.shared())
    }

    /// The same, for readers of another language; none: of their own.
    pub fn fragment_in(self, lang: Option<Lang>) -> String {
        let shared = self.shared();
        encode(&Shared { lang, ..shared })
    }

    /// Puts on the stage what the address holds; what cannot be read is said, and the page
    /// keeps what it has.
    fn read(self) {
        let fragment = env::fragment();
        if fragment == untrack(|| self.fragment()) {
            return;
        }
        self.notice.set(None);
        let by_hand = keys::are_keys(&fragment);
        if !by_hand && !fragment.is_empty() && fragment != "stage" {
            match decode(&fragment) {
                Ok(shared) => {
                    self.show(shared);
                    self.complain(look::address_keys().accent().err());
                }
                Err(error) => {
                    if let Some(preset) = error.preset() {
                        self.show(Shared::of(preset));
                    }
                    self.notice.set(Some(Notice::Wrong(error)));
                }
            }
            return;
        }
        let keys = look::address_keys();
        let mut complaints = keys.complaints.clone();
        complaints.extend(keys.accent().err());
        complaints.extend(self.show_keys(&keys));
        self.complain(complaints);
    }

    /// Says which keys are not followed, if there are any.
    fn complain(self, complaints: impl IntoIterator<Item = KeyComplaint>) {
        let complaints: Vec<_> = complaints.into_iter().collect();
        if !complaints.is_empty() {
            self.notice.set(Some(Notice::Keys(complaints)));
        }
    }

    /// Follows the keys that people write into an address by hand. Returns what the scenario has
    /// no place for; all else is followed.
    pub fn show_keys(self, keys: &Keys) -> Vec<KeyComplaint> {
        let stage = self.stage;
        let (scenario, complaints) = self.asked(keys);
        if scenario.is_some() && keys.lesson.is_some() {
            self.preset.set_value(PresetId::OWN);
        }
        if let Some(scenario) = scenario {
            stage.change(scenario, Cause::Whole);
        }
        if let Some(stand) = keys.at {
            stage.stand.set(stand);
        }
        if let Some(lang) = keys.lang {
            stage.lang.set(lang);
        }
        complaints
    }

    /// The scenario that keys ask for, if there is one, and what it has no place for.
    pub fn asked(self, keys: &Keys) -> (Option<Scenario>, Vec<KeyComplaint>) {
        let story = match &keys.lesson {
            Some(name) => named::scenario(name),
            None => Some(self.stage.scenario.get_untracked()),
        };
        let Some(mut scenario) = story else {
            let (key, problem) = ("lesson".to_owned(), KeyProblem::NoStory);
            return (None, vec![KeyComplaint { key, problem }]);
        };
        let complaints = keys.apply(&mut scenario);
        (Some(scenario), complaints)
    }

    /// Puts on the stage what a link holds.
    pub fn show(self, shared: Shared) {
        let stage = self.stage;
        self.preset.set_value(shared.preset);
        stage.change(shared.scenario, Cause::Whole);
        stage.stand.set(shared.stand);
        if let Some(lang) = shared.lang {
            stage.lang.set(lang);
        }
        let window = |span: Span| Window {
            from: span.begin,
            to: span.end,
        };
        stage.zoom.set(shared.looped.or(shared.zoom).map(window));
        stage.looping.set(shared.looped.is_some());
        self.twin.show(shared.twin);
    }

    /// What is on the page.
    fn shared(self) -> Shared {
        let stage = self.stage;
        let zoom = stage.zoom.get().map(|window| Span {
            begin: window.from,
            end: window.to,
        });
        let looping = stage.looping.get();
        Shared {
            preset: self.preset.get_value(),
            scenario: stage.scenario.get(),
            stand: if stage.playing.get() {
                stage.stand.get_untracked()
            } else {
                stage.stand.get()
            },
            lang: Some(stage.lang.get()),
            zoom: zoom.filter(|_| !looping),
            looped: zoom.filter(|_| looping),
            twin: self.twin.shown(),
        }
    }

    fn put(self, fragment: &str) {
        env::set_fragment(fragment);
        if self.written.get_untracked() != fragment {
            self.written.set(fragment.to_owned());
        }
    }

    /// The address of what is on the page, as soon as that stands still.
    pub fn address(self) -> Signal<String> {
        text(move || env::address_with(&self.written.get()))
    }

    /// The address of what is on the page at this moment.
    pub fn address_now(self) -> String {
        env::address_with(&untrack(|| encode(&self.shared())))
    }

    /// Puts the address of what is on the page on the clipboard, and says so.
    pub fn copy(self) {
        let now = untrack(|| self.fragment());
        self.put(&now);
        env::copy_text(&env::address_with(&now), move |copied| {
            self.notice.try_set(Some(match copied {
                Copied::Yes => Notice::Word(LabWord::LinkCopied),
                Copied::Denied => Notice::Denied(ShareWord::LinkInPanel),
            }));
            if copied == Copied::Denied {
                reveal_link();
            }
        });
    }

    /// Puts on the stage what somebody has brought along. Undo brings the former scenario back.
    pub fn take(self, brought: Brought) {
        let stage = self.stage;
        self.notice.set(None);
        match brought {
            Brought::Scenario(scenario) => {
                self.preset.set_value(PresetId::OWN);
                stage.change(scenario, Cause::Whole);
                stage.zoom.set(None);
                stage.looping.set(false);
                stage.go(Stand::End);
            }
            Brought::Link(shared) => {
                stage.playing.set(false);
                self.show(shared);
            }
            Brought::Keys(keys) => {
                let mut complaints = keys.complaints.clone();
                complaints.extend(self.show_keys(&keys));
                self.complain(complaints);
            }
        }
        stage.settle();
    }

    /// Where what there is to say of a link is said.
    pub fn banner(self) -> El {
        let lang = self.stage.lang;
        let said = text(move || match self.notice.get() {
            None => String::new(),
            Some(Notice::Word(word)) => word.of(lang.get()).to_owned(),
            Some(Notice::Denied(word)) => word.of(lang.get()).to_owned(),
            Some(Notice::Wrong(error)) => link::explain(lang.get(), &error),
            Some(Notice::Keys(complaints)) => {
                let told = complaints
                    .iter()
                    .map(|key| link::explain_key(lang.get(), key));
                told.collect::<Vec<_>>().join(" ")
            }
        });
        let class = text(move || {
            match self.notice.get() {
                Some(Notice::Wrong(_) | Notice::Keys(_)) => "notice wrong",
                Some(Notice::Word(_) | Notice::Denied(_)) | None => "notice",
            }
            .to_owned()
        });
        html("p")
            .live("class", class)
            .attr("role", "status")
            .attr("data-testid", "notice")
            .says(said)
    }
}
