//! Challenges: the learner changes the scenario on the stage, and the simulation judges.

use super::parts::button;
use super::{Course, compare};
use crate::lesson::{Challenge, Judgement};
use crate::sim::scenario::Scenario;
use crate::text::{LabWord, SavedWord, say, verdict};
use crate::ui::dom::Item;
use leptos::prelude::*;

/// What was tried at a challenge.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Attempt {
    /// Which challenge of the lesson.
    pub(super) challenge: usize,
    /// How many hints were asked for.
    hints: usize,
    /// What the simulation said when it was asked last.
    said: Option<Judgement>,
    /// The attempts that were checked, the last one first.
    pub(super) checked: Vec<Scenario>,
    /// Whether the answer was asked for.
    told: bool,
}

impl Course {
    pub(super) fn challenge_at_hand(self) -> Option<&'static Challenge> {
        let place = self.attempt.with(|attempt| attempt.challenge);
        self.lesson().challenges.get(place)
    }

    /// Which challenge of the lesson is at hand.
    pub(super) fn challenge_place(self) -> usize {
        self.attempt.with(|attempt| attempt.challenge)
    }

    /// The task of the challenge at hand, and what is asked.
    pub(super) fn task(self) -> Vec<Item> {
        let at_hand = self.challenge_at_hand();
        let at_hand = at_hand.and_then(|challenge| Some((challenge, self.run(challenge.start)?)));
        let Some((challenge, start)) = at_hand else {
            return Vec::new();
        };
        let judgement = self.judge(challenge);
        vec![
            self.fill("h3", &start, challenge.title)
                .attr("data-testid", "challenge-title"),
            self.fill("p", &start, challenge.task),
            self.conditions(challenge, judgement.as_ref()),
        ]
    }

    /// Begins a challenge of the lesson.
    pub(super) fn begin(self, challenge: usize) {
        self.attempt.set(Attempt {
            challenge,
            ..Attempt::default()
        });
        if let Some(challenge) = untrack(|| self.challenge_at_hand()) {
            let checked = self.remembered(challenge);
            self.attempt.update(|attempt| attempt.checked = checked);
            self.show(challenge.start);
        }
    }

    /// The challenge at hand: the task, what is asked, hints, and the answer after an attempt.
    pub(super) fn challenge(self) -> Vec<Item> {
        let lang = self.stage.lang.get();
        let Some(challenge) = self.challenge_at_hand() else {
            return Vec::new();
        };
        let Some(start) = self.run(challenge.start) else {
            return Vec::new();
        };
        let attempt = self.attempt.get();
        let judgement = self.judge(challenge);
        let mut items = vec![self.challenges(attempt.challenge)];
        items.push(
            self.fill("h3", &start, challenge.title)
                .attr("data-testid", "challenge-title"),
        );
        items.push(self.fill("p", &start, challenge.task));
        items.push(self.conditions(challenge, judgement.as_ref()));
        let mut tools = Item::new("div")
            .attr("class", "tools")
            .child(button("check", "plain main").text(LabWord::CheckAttempt.of(lang)))
            .child(button("again", "plain").text(LabWord::StartAgain.of(lang)));
        if attempt.hints < challenge.hints.len() {
            tools = tools.child(button("hint", "plain").text(LabWord::Hint.of(lang)));
        }
        if !attempt.checked.is_empty() && !attempt.told {
            tools = tools.child(button("solution", "plain").text(LabWord::ShowAnswer.of(lang)));
        }
        items.push(tools);
        for hint in challenge.hints.iter().take(attempt.hints) {
            items.push(self.fill("p", &start, *hint).attr("class", "hint-told"));
        }
        items.extend(self.outcome(challenge, &attempt));
        items
    }

    /// The challenges of the lesson, those that were passed marked.
    fn challenges(self, here: usize) -> Item {
        let lesson = self.lesson();
        let entries = lesson.challenges.iter().enumerate().map(|(place, one)| {
            let mark = if self.progress.has_passed(lesson.id, one.id) {
                " ✓"
            } else {
                ""
            };
            button(&format!("challenge {place}"), "")
                .attr("aria-pressed", if place == here { "true" } else { "false" })
                .text(format!("{}{mark}", one.title.of(self.stage.lang.get())))
        });
        entries.fold(Item::new("div").attr("class", "choices"), Item::child)
    }

    fn conditions(self, challenge: &Challenge, judgement: Option<&Judgement>) -> Item {
        let lang = self.stage.lang.get();
        let met = judgement.map(|judgement| judgement.met.as_slice());
        let entries = challenge.conditions.iter().enumerate().map(|(place, one)| {
            let is_met = met.and_then(|met| met.get(place)) == Some(&true);
            let (mark, class) = if is_met { ("✓", "met") } else { ("○", "") };
            let state = if is_met {
                LabWord::Met
            } else {
                LabWord::NotMet
            };
            Item::new("li")
                .attr("class", class)
                .child(Item::new("i").attr("aria-hidden", "true").text(mark))
                .child(Item::new("span").text(one.says.of(lang)))
                .child(Item::new("small").text(state.of(lang)))
        });
        let list = Item::new("ul")
            .attr("class", "conditions")
            .attr("data-testid", "conditions");
        entries.fold(list, Item::child)
    }

    fn judge(self, challenge: &Challenge) -> Option<Judgement> {
        let tried = self.stage.scenario.get();
        self.lesson().judge(challenge, tried).ok()
    }

    /// What was said of the last attempt, and the answer if it was asked for.
    fn outcome(self, challenge: &'static Challenge, attempt: &Attempt) -> Vec<Item> {
        let lang = self.stage.lang.get();
        let mut items = Vec::new();
        if let Some(judgement) = &attempt.said {
            let word = verdict::word(judgement.outcome).of(lang);
            let passed = judgement.passes();
            let now = self.stage.scenario.get();
            let said = if attempt.checked.first() != Some(&now) {
                SavedWord::ChangedSince.of(lang).to_owned()
            } else if passed {
                say!(
                    lang,
                    "Passed. The verdict is {word}.",
                    "合格。判定は「{word}」。"
                )
            } else {
                say!(
                    lang,
                    "Not yet: the verdict is {word}.",
                    "まだです。判定は「{word}」。"
                )
            };
            items.push(
                Item::new("p")
                    .attr("class", if passed { "answer passed" } else { "answer" })
                    .attr("role", "status")
                    .attr("data-testid", "judgement")
                    .text(said),
            );
        }
        let passed = attempt.said.as_ref().is_some_and(Judgement::passes);
        if attempt.told || passed {
            if let Some(run) = self.run(challenge.answer) {
                items.push(
                    self.fill("p", &run, challenge.because)
                        .attr("class", "told"),
                );
            }
            if let Some(then) = challenge.then
                && let Some(run) = self.run(then.run)
            {
                items.push(self.fill("p", &run, then.says).attr("class", "told"));
                let show = button(&format!("then {}", then.run), "plain");
                items.push(show.text(LabWord::PutOnStage.of(lang)));
            }
        }
        items
    }

    /// Does what a button of the challenge asks for.
    pub(super) fn make_pressed(self, what: &str, which: &str) {
        let Some(challenge) = untrack(|| self.challenge_at_hand()) else {
            return;
        };
        match what {
            "challenge" => self.begin(which.parse().unwrap_or(0)),
            "again" => self.show(challenge.start),
            "hint" => self.attempt.update(|attempt| attempt.hints += 1),
            "solution" => {
                self.attempt.update(|attempt| attempt.told = true);
                self.show(challenge.answer);
            }
            "then" => self.show(which),
            "last" => {
                if let Some((_, scenario)) = untrack(|| self.other_attempt()) {
                    self.stage.show(scenario);
                }
            }
            "check" => self.check(challenge),
            "proof" => self.show_proof(which.parse().unwrap_or(0)),
            _ => {}
        }
    }

    fn check(self, challenge: &Challenge) {
        let tried = self.stage.scenario.get_untracked();
        let Some(judgement) = untrack(|| self.judge(challenge)) else {
            return;
        };
        if judgement.passes() {
            let lesson = untrack(|| self.lesson());
            self.progress.passed(lesson.id, challenge.id);
        }
        self.attempt.update(|attempt| {
            attempt.said = Some(judgement);
            if attempt.checked.first() != Some(&tried) {
                attempt.checked.insert(0, tried);
                attempt.checked.truncate(compare::REMEMBERED.len());
            }
        });
        self.remember(challenge);
    }
}
