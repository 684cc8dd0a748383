//! The link is the document: what is on the page stands in the fragment of the address, and
//! what stands there at first is put on the page.

use super::dom::{El, html};
use super::reactive::text;
use super::stage::Stage;
use super::twin::Setting;
use super::{env, look, named};
use crate::edit::past::{Cause, Past};
use crate::model::Span;
use crate::picture::Window;
use crate::share::keys::{self, KeyComplaint, KeyProblem, Keys};
use crate::share::{LinkError, PresetId, Shared, decode, encode};
use crate::sim::scenario::Scenario;
use crate::text::{LabWord, Lang, link};
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
    /// It was copied, or where to copy it from.
    Word(LabWord),
}

/// The link of a stage.
#[derive(Clone, Copy)]
pub struct Link {
    stage: Stage,
    preset: StoredValue<PresetId>,
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
        Effect::new(move |first: Option<String>| {
            let now = self.fragment();
            if first.is_some_and(|first| first != now) {
                let fragment = now.clone();
                let timeout = Timeout::new(SETTLED_MS, move || env::set_fragment(&fragment));
                waiting.set_value(Some(timeout));
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

    /// Puts the address of what is on the page on the clipboard, and says so.
    pub fn copy(self) {
        env::set_fragment(&untrack(|| encode(&self.shared())));
        env::copy_address(move |word| {
            self.notice.try_set(Some(Notice::Word(word)));
        });
    }

    /// Where what there is to say of a link is said.
    pub fn banner(self) -> El {
        let lang = self.stage.lang;
        let said = text(move || match self.notice.get() {
            None => String::new(),
            Some(Notice::Word(word)) => word.of(lang.get()).to_owned(),
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
                Some(Notice::Word(_)) | None => "notice",
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
