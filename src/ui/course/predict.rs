//! The question inside a run: play stops before the decisive event; what comes later is absent
//! until a choice is made. Then the run goes on and shows it.

use super::Course;
use super::parts::button;
use crate::lesson::{Prediction, Run};
use crate::share::Stand;
use crate::text::{LabWord, say};
use crate::ui::dom::Item;
use crate::ui::env;
use gloo_timers::callback::Timeout;
use leptos::prelude::*;
use leptos::web_sys::KeyboardEvent;

impl Course {
    fn prediction(self) -> Option<&'static Prediction> {
        let lesson = self.lesson();
        lesson.predictions.get(self.asked.get())
    }

    /// Opens a question of the lesson.
    pub(super) fn ask(self, place: usize) {
        self.asked.set(place);
        self.chosen.set(None);
        let Some(asked) = untrack(|| self.prediction()) else {
            return;
        };
        let Some(run) = untrack(|| self.run(asked.run)) else {
            return;
        };
        let stop = asked.stop(&run);
        self.stage.show(run.scenario);
        self.stage.until.set(stop.map(|stop| stop.entry));
        if let Some(stop) = stop {
            self.stage.go(Stand::At(stop.at));
        }
    }

    /// Takes a choice, and lets the run go on.
    pub(super) fn choose(self, place: usize) {
        let asked = untrack(|| self.prediction());
        let is_open = self.stage.until.get_untracked().is_some();
        let Some(asked) = asked.filter(|asked| is_open && place < asked.choices.len()) else {
            return;
        };
        let lesson = untrack(|| self.lesson());
        self.progress
            .answered(lesson.id, self.asked.get_untracked(), place);
        self.chosen.set(Some(place));
        // The button that had the focus is gone: the focus goes to what is said.
        Timeout::new(0, || env::focus("answer")).forget();
        let stop = untrack(|| self.run(asked.run)).and_then(|run| asked.stop(&run));
        self.stage.until.set(None);
        if env::reduced_motion() {
            self.stage.go(Stand::End);
        } else {
            self.stage
                .go(stop.map_or(Stand::End, |stop| Stand::At(stop.at)));
            self.stage.playing.set(true);
        }
    }

    /// A number key chooses while a question is open.
    pub(super) fn choose_by_key(self, event: &KeyboardEvent) -> bool {
        let is_open = self.stage.until.get_untracked().is_some();
        let digit: Option<usize> = event.key().parse().ok();
        match digit {
            Some(number @ 1..=9) if is_open => {
                self.choose(number - 1);
                true
            }
            // The moments t0 to t4 wait until the question is answered.
            Some(0) => is_open,
            Some(_) | None => false,
        }
    }

    /// The question with its choices; when one is made, with the reasons.
    pub(super) fn question(self) -> Vec<Item> {
        let lang = self.stage.lang.get();
        let Some(asked) = self.prediction() else {
            return Vec::new();
        };
        let Some(run) = self.run(asked.run) else {
            return Vec::new();
        };
        let question = self
            .fill("h3", &run, asked.question)
            .attr("data-testid", "question");
        match self.chosen.get() {
            None => {
                let choices = asked.choices.iter().enumerate().map(|(place, choice)| {
                    let key = Item::new("kbd").text((place + 1).to_string());
                    let says = self.fill("span", &run, choice.says);
                    let button = button(&format!("choose {place}"), "choice");
                    Item::new("li").child(button.child(key).child(says))
                });
                let hint = Item::new("p")
                    .attr("class", "hint")
                    .text(LabWord::ChooseHint.of(lang));
                let list = Item::new("ol").attr("class", "choice-list");
                vec![question, choices.fold(list, Item::child), hint]
            }
            Some(chosen) => self.reasons(asked, &run, question, chosen),
        }
    }

    fn reasons(
        self,
        asked: &'static Prediction,
        run: &Run,
        question: Item,
        chosen: usize,
    ) -> Vec<Item> {
        let lang = self.stage.lang.get();
        let right = asked.right(run);
        let reasons = asked.choices.iter().enumerate().map(|(place, choice)| {
            let is_right = right == Some(place);
            let (mark, class) = if is_right {
                (LabWord::SoItIs, "reason right")
            } else {
                (LabWord::NotSo, "reason")
            };
            let says = self.fill("span", run, choice.says);
            let mut head = Item::new("p").attr("class", "says").child(says);
            if place == chosen {
                head = head.child(Item::new("em").text(LabWord::YourChoice.of(lang)));
            }
            let why = self.fill("span", run, choice.reason);
            let mark = Item::new("strong").text(format!("{} ", mark.of(lang)));
            Item::new("li")
                .attr("class", class)
                .child(head)
                .child(Item::new("p").child(mark).child(why))
        });
        let verdict = if right == Some(chosen) {
            LabWord::PredictedRight
        } else {
            LabWord::PredictedWrong
        };
        let mut items = vec![
            question,
            Item::new("p")
                .attr("class", "answer")
                .attr("id", "answer")
                .attr("tabindex", "-1")
                .attr("role", "status")
                .attr("data-testid", "answer")
                .text(verdict.of(lang)),
            reasons.fold(Item::new("ol").attr("class", "reason-list"), Item::child),
        ];
        let next = self.asked.get() + 1;
        if self.lesson().predictions.len() > next {
            let number = next + 1;
            let words = say!(lang, "Question {number}", "質問 {number}");
            items.push(button(&format!("question {next}"), "plain main").text(words));
        }
        items
    }
}
