//! The state of the stage: a scenario, a playhead, a language. All else is
//! derived from these three.

use super::env;
use super::scene::{Scene, View};
use crate::edit::past::{Cause, Past, Version};
use crate::model::{Millis, TrueTime};
use crate::picture::{Extras, HandleKind, Window};
use crate::share::Stand;
use crate::sim::scenario::Scenario;
use crate::text::Lang;
use leptos::prelude::*;
use std::sync::Arc;

/// What the Delete key on a handle does.
pub type Delete = fn(&Scenario, HandleKind) -> Scenario;

/// The signals of one stage.
#[derive(Clone, Copy)]
pub struct Stage {
    /// What is run.
    pub scenario: RwSignal<Scenario>,
    /// The scenarios that were.
    pub past: RwSignal<Past>,
    /// The scenario of the second stage, whose defences are remembered too, if there is one.
    pub second: StoredValue<Option<RwSignal<Scenario>>>,
    /// What the Delete key on a handle does to a scenario, if it does anything here.
    pub delete: StoredValue<Option<Delete>>,
    /// Where the playhead stands.
    pub stand: RwSignal<Stand>,
    /// The language of every word.
    pub lang: RwSignal<Lang>,
    /// Whether the playhead moves by itself.
    pub playing: RwSignal<bool>,
    /// Whether playing begins again at the end of what is shown.
    pub looping: RwSignal<bool>,
    /// How fast, as a factor of true time.
    pub speed: RwSignal<f64>,
    /// The entry of the trace that is lit in picture and log.
    pub lit: RwSignal<Option<usize>>,
    /// The width of the picture in CSS pixels.
    pub width: RwSignal<f64>,
    /// The window shown while a handle is in the hand: the scale stands still.
    pub frozen: RwSignal<Option<Window>>,
    /// The part of the run that is shown; none: the whole.
    pub zoom: RwSignal<Option<Window>>,
    /// The entry of the trace before which the story stops, while a question is open: what comes
    /// later is absent, and nothing can be pulled.
    pub until: RwSignal<Option<usize>>,
    /// The run of the scenario, and its picture.
    pub scene: Memo<Arc<Scene>>,
    /// The instant shown.
    pub playhead: Memo<TrueTime>,
}

impl Stage {
    /// A stage for a scenario, with the playhead at the end; `extras` are drawn beside the story.
    pub fn new(scenario: Scenario, lang: Lang, extras: Extras) -> Self {
        let (stand, lang) = (RwSignal::new(Stand::End), RwSignal::new(lang));
        Self::with(scenario, stand, lang, RwSignal::new(None), extras)
    }

    /// A stage beside another: with the same playhead, language and part of time, and the
    /// fence the other way round.
    pub fn beside(self) -> Self {
        let mut scenario = self.scenario.get_untracked();
        scenario.resource = scenario.resource.twin();
        Self::with(scenario, self.stand, self.lang, self.zoom, Extras::ALL)
    }

    fn with(
        scenario: Scenario,
        stand: RwSignal<Stand>,
        lang: RwSignal<Lang>,
        zoom: RwSignal<Option<Window>>,
        extras: Extras,
    ) -> Self {
        let scenario = RwSignal::new(scenario);
        let width = RwSignal::new(1120.0);
        let frozen = RwSignal::new(None);
        let until = RwSignal::new(None);
        let letters = env::letter_width();
        let compute = move |_: Option<&Arc<Scene>>| {
            let view = View {
                lang: lang.get(),
                width: width.get(),
                window: frozen.get().or_else(|| zoom.get()),
                letters,
                extras,
                until: until.get(),
            };
            Arc::new(Scene::of(scenario.get(), &view))
        };
        // It is computed only when something that it reads has changed.
        let scene = Memo::new_with_compare(compute, |_, _| true);
        let playhead = Memo::new(move |_| {
            let scene = scene.get();
            // Of a run that was cut nothing is known after the cut.
            let end = match scene.trace.cut {
                Some(_) => scene.layout().end().min(scene.trace.closed_at),
                None => scene.layout().end(),
            };
            match stand.get() {
                Stand::End => end,
                Stand::At(at) => at.min(end),
                Stand::Moment(number) => scene
                    .picture
                    .moments
                    .iter()
                    .find(|(moment, _)| *moment == number)
                    .map_or(end, |(_, at)| *at),
            }
        });
        Self {
            scenario,
            past: RwSignal::new(Past::default()),
            second: StoredValue::new(None),
            delete: StoredValue::new(None),
            stand,
            lang,
            playing: RwSignal::new(false),
            looping: RwSignal::new(false),
            speed: RwSignal::new(1.0),
            lit: RwSignal::new(None),
            width,
            frozen,
            zoom,
            until,
            scene,
            playhead,
        }
    }

    /// The scene, without following it.
    pub fn now(self) -> Arc<Scene> {
        self.scene.get_untracked()
    }

    /// Sets what a handle or field changes, within its bounds.
    pub fn set(self, kind: HandleKind, value: Millis) {
        let edited = self
            .scenario
            .with_untracked(|scenario| kind.set(scenario, value));
        self.change(edited, Cause::Handle(kind));
    }

    /// Takes an edited scenario in place of the one at hand, which can be had back.
    pub fn change(self, edited: Scenario, cause: Cause) {
        let before = self.version();
        if before.scenario != edited {
            self.past.update(|past| past.push(before, cause));
            self.scenario.set(edited);
        }
    }

    /// What undo would come back to.
    pub fn version(self) -> Version {
        let resource = |second: RwSignal<Scenario>| second.with_untracked(|it| it.resource.clone());
        Version {
            scenario: self.scenario.get_untracked(),
            beside: self.second.get_value().map(resource),
        }
    }

    /// A gesture has ended: the next change is one of its own.
    pub fn settle(self) {
        let now = self.version();
        self.past.update(|past| past.close(&now));
    }

    /// Takes the last change back.
    pub fn undo(self) {
        self.step_back(Past::undo);
    }

    /// Does again what was taken back.
    pub fn redo(self) {
        self.step_back(Past::redo);
    }

    /// Gives up the gesture that is at work.
    pub fn cancel(self) {
        let version = self.past.try_update(Past::cancel).flatten();
        self.bring_back(version);
    }

    /// What is in the hand is let go first: else it might go away in it.
    fn step_back(self, step: fn(&mut Past, &Version) -> Option<Version>) {
        if self.frozen.get_untracked().is_some() {
            return;
        }
        let now = self.version();
        let version = self.past.try_update(|past| step(past, &now)).flatten();
        self.bring_back(version);
    }

    fn bring_back(self, version: Option<Version>) {
        let Some(version) = version else {
            return;
        };
        if let Some((second, resource)) = self.second.get_value().zip(version.beside) {
            // As a whole, or it would seem to be the second stage that was changed.
            second.set(Scenario {
                resource,
                ..version.scenario.clone()
            });
        }
        self.scenario.set(version.scenario);
    }

    /// Moves the playhead to the next event, or to the end.
    pub fn next_event(self) {
        let at = self.playhead.get_untracked();
        let next = self
            .now()
            .lines
            .iter()
            .map(|line| line.at)
            .find(|event| *event > at);
        self.go(next.map_or(Stand::End, Stand::At));
    }

    /// Moves the playhead to the previous event, or to the start.
    pub fn previous_event(self) {
        let at = self.playhead.get_untracked();
        let previous = self
            .now()
            .lines
            .iter()
            .map(|line| line.at)
            .rfind(|event| *event < at);
        self.go(Stand::At(previous.unwrap_or(TrueTime::START)));
    }

    /// Stops playing and puts the playhead somewhere.
    pub fn go(self, stand: Stand) {
        self.playing.set(false);
        self.stand.set(stand);
    }

    /// Moves the playhead to t0 … t4, if the run has it.
    pub fn go_to_moment(self, number: usize) {
        if self
            .now()
            .picture
            .moments
            .iter()
            .any(|(moment, _)| *moment == number)
        {
            self.go(Stand::Moment(number));
        }
    }

    /// Shows another scenario as a whole, in place of the one at hand, which can be had back.
    pub fn show(self, scenario: Scenario) {
        self.until.set(None);
        self.zoom.set(None);
        self.change(scenario, Cause::Whole);
        self.settle();
        self.go(Stand::End);
    }

    /// Gives the first scenario back, with the playhead at the end.
    pub fn reset(self) {
        self.go(Stand::End);
        self.change(Scenario::seed(), Cause::Whole);
        self.settle();
    }
}
