//! The question inside a run: play stops before the decisive event; what comes later is absent
//! until a choice is made. Then the run goes on and shows it.

use super::Course;
use super::parts::button;
use crate::lesson::{Choice, Prediction, Run, plain};
use crate::share::Stand;
use crate::text::present::marked;
use crate::text::{LabWord, PresentWord, say};
use crate::ui::dom::Item;
use crate::ui::env;
use gloo_timers::callback::Timeout;
use leptos::prelude::*;

impl Course {
    fn prediction(self) -> Option<&'static Prediction> {
        let lesson = self.lesson();
        lesson.predictions.get(self.asked.get())
    }

    /// Opens a question of the lesson.
    pub(super) fn ask(self, place: usize) {
        self.asked.set(place);
        self.chosen.set(None);
        self.marked.set(None);
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
        self.marked.set(None);
        self.remember_answer(place);
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

    /// How many choices there are.
    pub(super) fn choices(self) -> usize {
        self.prediction().map_or(0, |asked| asked.choices.len())
    }

    /// The question at hand, and its run.
    pub(super) fn question_at_hand(self) -> Option<(&'static Prediction, Run)> {
        let asked = self.prediction()?;
        Some((asked, self.run(asked.run)?))
    }

    /// The question with its choices; when one is made, with the reasons.
    pub(super) fn question(self) -> Vec<Item> {
        let Some((asked, run)) = self.question_at_hand() else {
            return Vec::new();
        };
        let question = self
            .fill("h3", &run, asked.question)
            .attr("data-testid", "question");
        match self.chosen.get() {
            None => self.open(asked, &run, question),
            Some(chosen) => self.reasons(asked, &run, question, chosen),
        }
    }

    /// The choices of an open question.
    fn open(self, asked: &'static Prediction, run: &Run, question: Item) -> Vec<Item> {
        let (lang, at) = (self.stage.lang.get(), self.marked.get());
        let choices = asked.choices.iter().enumerate().map(|(place, choice)| {
            let is_marked = at == Some(place);
            let class = if is_marked { "choice marked" } else { "choice" };
            let key = Item::new("kbd").text((place + 1).to_string());
            let says = self.fill("span", run, choice.says);
            let button = button(&format!("choose {place}"), class)
                .attr("aria-current", if is_marked { "true" } else { "false" });
            Item::new("li").child(button.child(key).child(says))
        });
        let is_presented = self.presenting.get() || at.is_some();
        let hint = if is_presented {
            PresentWord::ClickerHint.of(lang)
        } else {
            LabWord::ChooseHint.of(lang)
        };
        let spoken = at.and_then(|place| {
            let says = asked.choices.get(place)?.says;
            let says = self.lesson().fill(lang, run, says).ok()?;
            Some(marked(
                lang,
                place + 1,
                asked.choices.len(),
                &plain(lang, &says),
            ))
        });
        vec![
            question,
            choices.fold(Item::new("ol").attr("class", "choice-list"), Item::child),
            Item::new("p").attr("class", "hint").text(hint),
            Item::new("p")
                .attr("class", "unseen")
                .attr("role", "status")
                .attr("data-testid", "marked")
                .text(spoken.unwrap_or_default()),
        ]
    }

    /// A choice after the answer, with why it is so or not.
    pub(super) fn reason(
        self,
        run: &Run,
        choice: &Choice,
        place: usize,
        right: Option<usize>,
    ) -> Item {
        let lang = self.stage.lang.get();
        let (mark, class) = if right == Some(place) {
            (LabWord::SoItIs, "reason right")
        } else {
            (LabWord::NotSo, "reason")
        };
        let says = self.fill("span", run, choice.says);
        let mut head = Item::new("p").attr("class", "says").child(says);
        if self.chosen.get() == Some(place) {
            head = head.child(Item::new("em").text(LabWord::YourChoice.of(lang)));
        }
        let why = self.fill("span", run, choice.reason);
        let mark = Item::new("strong").text(format!("{} ", mark.of(lang)));
        Item::new("li")
            .attr("class", class)
            .child(head)
            .child(Item::new("p").child(mark).child(why))
    }

    /// Whether it was predicted.
    pub(super) fn answer_line(says: &str) -> Item {
        Item::new("p")
            .attr("class", "answer")
            .attr("id", "answer")
            .attr("tabindex", "-1")
            .attr("role", "status")
            .attr("data-testid", "answer")
            .text(says)
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
        let choices = asked.choices.iter().enumerate();
        let reasons = choices.map(|(place, choice)| self.reason(run, choice, place, right));
        let verdict = if right == Some(chosen) {
            LabWord::PredictedRight
        } else {
            LabWord::PredictedWrong
        };
        let mut items = vec![
            question,
            Self::answer_line(verdict.of(lang)),
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
