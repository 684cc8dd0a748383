//! The learner's last attempt at a challenge beside what is on the stage now: the verdict, the
//! picture, and the fields in which they differ.

use super::Course;
use super::parts::button;
use crate::edit::field::{Field, Group, client_of, fields, group_name, name};
use crate::lesson::{Challenge, Run};
use crate::picture::{Extras, Layout, Picture, Window, draw, tenths};
use crate::share::saved::{Entry, Saved};
use crate::sim::scenario::Scenario;
use crate::text::saved::more;
use crate::text::verdict::{price, sentence, word};
use crate::text::{LabWord, Lang, SavedWord, say};
use crate::ui::components::{label, shape};
use crate::ui::dom::{El, Item, Space, html, svg};
use crate::ui::env;
use crate::ui::reactive::text;
use leptos::prelude::*;

/// Under which name the attempts are kept.
const KEY: &str = "fencelab.attempts";
/// What stands behind the name of a challenge: the last attempt, and the one before.
pub const REMEMBERED: [&str; 2] = ["", ".before"];
/// The widest that a picture is drawn, in CSS pixels.
const WIDEST: f64 = 640.0;
/// How many differences are listed at most.
const ROWS: usize = 12;

/// Which of the two is shown.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    Before,
    Now,
}

impl Course {
    fn attempt_name(self, challenge: &Challenge, place: &str) -> String {
        let lesson = untrack(|| self.lesson()).id;
        format!("{lesson}.{}{place}", challenge.id)
    }

    /// The attempts at a challenge that the browser has kept, if it keeps anything.
    pub(super) fn remembered(self, challenge: &Challenge) -> Vec<Scenario> {
        let kept = Saved::read(&env::kept(KEY).unwrap_or_default());
        let names = REMEMBERED.map(|place| self.attempt_name(challenge, place));
        let entries = names.iter().filter_map(|name| kept.named(name));
        // One that was damaged is as if it had never been made.
        let scenarios = entries.map(Entry::scenario);
        scenarios.filter_map(Result::ok).collect()
    }

    /// Keeps the attempts at a challenge, where that is allowed.
    pub(super) fn remember(self, challenge: &Challenge) {
        let mut kept = Saved::read(&env::kept(KEY).unwrap_or_default());
        let checked = self
            .attempt
            .with_untracked(|attempt| attempt.checked.clone());
        for (place, scenario) in REMEMBERED.iter().zip(&checked) {
            kept.remember(&self.attempt_name(challenge, place), scenario);
        }
        let _ = env::keep(KEY, &kept.written());
    }

    /// The last attempt that is not what is on the stage, and what it is called.
    pub(super) fn other_attempt(self) -> Option<(SavedWord, Scenario)> {
        let now = self.stage.scenario.get();
        let checked = self.attempt.with(|attempt| attempt.checked.clone());
        let mut named = [SavedWord::LastAttempt, SavedWord::AttemptBefore]
            .into_iter()
            .zip(checked);
        named.find(|(_, scenario)| *scenario != now)
    }

    /// Both attempts, side by side where there is room; absent while there is only one.
    pub(super) fn compared(self) -> El {
        let is_seen = move || {
            let is_made = self.part.get() == crate::lesson::Part::Make;
            is_made && self.other_attempt().is_some()
        };
        let class = text(move || {
            if is_seen() {
                "compare"
            } else {
                "compare closed"
            }
            .to_owned()
        });
        html("section")
            .live("class", class)
            .attr("data-testid", "compare")
            .live("aria-label", self.saved_word(SavedWord::Compared))
            .child(html("h3").says(self.saved_word(SavedWord::Compared)))
            .child(
                html("div")
                    .attr("class", "two")
                    .child(self.side(Side::Before))
                    .child(self.side(Side::Now)),
            )
            .child(
                html("div")
                    .attr("class", "lesson-work")
                    .list(Space::Html, move || self.differences()),
            )
            .on("click", move |event| self.pressed(&event))
    }

    fn saved_word(self, word: SavedWord) -> Signal<String> {
        text(move || word.of(self.stage.lang.get()).to_owned())
    }

    fn shown(self, side: Side) -> Option<(SavedWord, Scenario)> {
        if self.part.get() != crate::lesson::Part::Make {
            return None;
        }
        let other = self.other_attempt()?;
        match side {
            Side::Before => Some(other),
            Side::Now => Some((SavedWord::OnStage, self.stage.scenario.get())),
        }
    }

    /// One of the two: title, verdict, picture.
    fn side(self, side: Side) -> El {
        let words = move || {
            let (lang, shown) = (self.stage.lang.get(), self.shown(side));
            shown.map_or_else(Vec::new, |(title, scenario)| said(lang, title, scenario))
        };
        let picture = move || {
            let (_, scenario) = self.shown(side)?;
            let width = self.stage.width.get().min(WIDEST);
            Some(small(self.stage.lang.get(), scenario, width))
        };
        let picture = Memo::new_with_compare(move |_| picture(), |_, _| true);
        let view_box = text(move || {
            picture.with(|picture| {
                let layout = picture.as_ref().map(|picture| &picture.layout);
                let size = layout.map_or((0.0, 0.0), |layout| (layout.width, layout.height));
                format!("0 0 {} {}", tenths(size.0), tenths(size.1))
            })
        });
        let drawn = move || {
            picture.with(|picture| {
                let Some(picture) = picture else {
                    return Vec::new();
                };
                let shapes = picture.shapes.iter().map(shape);
                shapes.chain(picture.labels.iter().map(label)).collect()
            })
        };
        let class = text(move || {
            let is_narrow = self.stage.width.get() < WIDEST;
            if is_narrow {
                "still down"
            } else {
                "still across"
            }
            .to_owned()
        });
        html("div")
            .attr("class", "side")
            .child(html("div").list(Space::Html, words))
            .child(
                svg("svg")
                    .live("class", class)
                    .attr("aria-hidden", "true")
                    .attr("fill", "none")
                    .live("viewBox", view_box)
                    .list(Space::Svg, drawn),
            )
    }

    /// The fields in which the two differ, and the way back to the attempt.
    fn differences(self) -> Vec<Item> {
        let lang = self.stage.lang.get();
        let (Some((title, before)), Some((_, now))) =
            (self.shown(Side::Before), self.shown(Side::Now))
        else {
            return Vec::new();
        };
        let rows = differing(lang, &before, &now);
        let heads = [
            SavedWord::Field.of(lang),
            title.of(lang),
            SavedWord::OnStage.of(lang),
        ];
        let head = heads.into_iter().fold(Item::new("tr"), |row, head| {
            row.child(Item::new("th").attr("scope", "col").text(head))
        });
        let body = rows.iter().take(ROWS).map(|[field, before, now]| {
            Item::new("tr")
                .child(Item::new("th").attr("scope", "row").text(field.as_str()))
                .child(Item::new("td").text(before.as_str()))
                .child(Item::new("td").text(now.as_str()))
        });
        let table = Item::new("table")
            .attr("data-testid", "differences")
            .child(Item::new("caption").text(SavedWord::Differs.of(lang)))
            .child(Item::new("thead").child(head))
            .child(body.fold(Item::new("tbody"), Item::child));
        let mut items = vec![table];
        let surplus = rows.len().saturating_sub(ROWS);
        if surplus > 0 {
            items.push(Item::new("p").text(more(lang, surplus)));
        }
        let back = button("last", "plain").text(LabWord::LastAttempt.of(lang));
        items.push(Item::new("div").attr("class", "tools").child(back));
        items
    }
}

/// Title, verdict, sentence and price of a run.
fn said(lang: Lang, title: SavedWord, scenario: Scenario) -> Vec<Item> {
    let run = Run::of(scenario);
    let says = sentence(lang, &run.scenario, &run.history, &run.report);
    let verdict = word(run.report.outcome).of(lang);
    vec![
        Item::new("h4").text(title.of(lang)),
        Item::new("p")
            .attr("class", "verdict-word")
            .attr("data-testid", "side-verdict")
            .text(verdict),
        Item::new("p").text(says),
        Item::new("p")
            .attr("class", "price")
            .text(price(lang, &run.scenario, &run.report)),
    ]
}

fn small(lang: Lang, scenario: Scenario, width: f64) -> Picture {
    let run = Run::of(scenario);
    let window = Window::whole(run.history.closed_at);
    let layout = Layout::new(&run.scenario, width, window, env::letter_width());
    draw(lang, &run.scenario, &run.history, layout, Extras::ALL)
}

fn joined(lang: Lang, whole: &str, part: &str) -> String {
    say!(lang, "{whole} · {part}", "{whole}・{part}")
}

/// Of what something is a field; a step with its client.
fn place(lang: Lang, scenario: &Scenario, group: Group) -> String {
    let own = group_name(lang, scenario, group);
    match client_of(lang, scenario, group) {
        Some(client) => joined(lang, &client, &own),
        None => own,
    }
}

/// What a field is called, with what it belongs to, and what it holds in both.
fn differing(lang: Lang, before: &Scenario, now: &Scenario) -> Vec<[String; 3]> {
    let (old, new) = (fields(before), fields(now));
    let find = |list: &[Field], path: &str| -> Option<String> {
        let field = list.iter().find(|field| field.path == path)?;
        let is_empty = field.value.is_empty();
        let empty = is_empty.then(|| field.empty_word(lang)).flatten();
        Some(empty.unwrap_or_else(|| field.shown(lang)))
    };
    let absent = || SavedWord::Absent.of(lang).to_owned();
    let row = |scenario: &Scenario, field: &Field| {
        let (was, is) = (find(&old, &field.path), find(&new, &field.path));
        (was != is).then(|| {
            let title = joined(
                lang,
                &place(lang, scenario, field.group),
                &name(lang, field),
            );
            [title, was.unwrap_or_else(absent), is.unwrap_or_else(absent)]
        })
    };
    let of_now = new.iter().filter_map(|field| row(now, field));
    let gone = old.iter().filter(|field| find(&new, &field.path).is_none());
    let gone = gone.filter_map(|field| row(before, field));
    of_now.chain(gone).collect()
}
