//! What stands above and below the picture in each part of a lesson, and what its buttons do.

use super::{Course, prose};
use crate::lesson::{Look, Part, lessons, plain};
use crate::text::{LabWord, Lang, say, verdict};
use crate::ui::components::attribute_above;
use crate::ui::dom::Item;
use crate::ui::env;
use leptos::prelude::*;
use leptos::web_sys::Event;

/// A button that asks for something; what, stands in an attribute.
pub fn button(asks: &str, class: &str) -> Item {
    Item::new("button")
        .attr("type", "button")
        .attr("class", class)
        .attr("data-testid", asks.replace(' ', "-"))
        .attr("data-asks", asks)
}

/// A word and where it leads.
fn led(lang: Lang, word: LabWord, to: &str) -> String {
    let word = word.of(lang);
    say!(lang, "{word}: {to}", "{word}：{to}")
}

/// The place of a part in a lesson.
pub fn place(part: Part) -> usize {
    Part::ALL
        .iter()
        .position(|known| *known == part)
        .unwrap_or(0)
}

impl Course {
    /// The head of the lesson, its parts, and the text of the part at hand.
    pub(super) fn above(self) -> Vec<Item> {
        if self.presenting.get() {
            return self.slide_above();
        }
        let (lang, lesson, here) = (self.stage.lang.get(), self.lesson(), self.part.get());
        let minutes = lesson.minutes;
        let long = match lang {
            Lang::En => format!("{minutes} min"),
            Lang::Ja => format!("{minutes} 分"),
        };
        let head = Item::new("h2")
            .attr("data-testid", "lesson-title")
            .child(Item::new("span").text(lesson.title.of(lang)))
            .child(Item::new("small").text(long));
        let aim = Item::new("p")
            .attr("class", "aim")
            .text(lesson.aim.of(lang));
        let ways = Part::ALL.into_iter().enumerate().map(|(number, part)| {
            button(&format!("part {number}"), "")
                .attr("aria-current", if part == here { "step" } else { "false" })
                .text(format!("{}. {}", number + 1, part.name().of(lang)))
        });
        let nav = Item::new("nav")
            .attr("class", "parts")
            .attr("aria-label", LabWord::Parts.of(lang));
        let mut items = vec![head, aim, ways.fold(nav, Item::child)];
        if let Some(run) = self.run(lesson.base_name()) {
            items.extend(self.paragraphs(&run, lesson.text(here)));
        }
        items
    }

    /// What is to be done in the part at hand.
    pub(super) fn below(self) -> Vec<Item> {
        if self.presenting.get() {
            return self.slide_below();
        }
        let part = self.part.get();
        match part {
            Part::Predict => self.question(),
            Part::Run => Vec::new(),
            Part::Investigate => [self.looks(part), self.chooser()].concat(),
            Part::Change => self.looks(part),
            Part::Make => self.challenge(),
        }
    }

    /// The runs to look at, each with what it shows once it is on the stage.
    fn looks(self, part: Part) -> Vec<Item> {
        let lesson = self.lesson();
        let shown = self.look.get();
        let entries = lesson.looks(part).iter().filter_map(|look: &Look| {
            let run = self.run(look.run)?;
            let is_shown = shown == Some(look.run);
            // No link within a button: only the words, and the links beside it.
            let title = lesson.fill(self.stage.lang.get(), &run, look.title).ok()?;
            let button = button(&format!("look {}", look.run), "look")
                .attr("aria-pressed", if is_shown { "true" } else { "false" })
                .text(plain(self.stage.lang.get(), &title));
            let mut entry = Item::new("li").child(button);
            if let Some(links) = prose::links(self.stage.lang.get(), &title) {
                entry = entry.child(links);
            }
            if is_shown {
                let word = verdict::word(run.report.outcome).of(self.stage.lang.get());
                entry = entry
                    .child(Item::new("p").attr("class", "verdict-word").text(word))
                    .child(self.fill("p", &run, look.says));
            }
            Some(entry)
        });
        vec![entries.fold(Item::new("ol").attr("class", "look-list"), Item::child)]
    }

    /// The way on: to the next part, or to the next lesson.
    pub(super) fn next(self, part: Part) -> Vec<Item> {
        let lang = self.stage.lang.get();
        let next = place(part) + 1;
        if let Some(next_part) = Part::ALL.get(next) {
            let words = led(lang, LabWord::OnTo, next_part.name().of(lang));
            return vec![button(&format!("part {next}"), "plain main").text(words)];
        }
        let mut items = Vec::new();
        if let Some(run) = self.run(self.lesson().base_name()) {
            let title = Item::new("h3").text(LabWord::Discuss.of(lang));
            items.push(title);
            items.push(self.fill("p", &run, self.lesson().discuss));
        }
        let next = self.lesson.get() + 1;
        if let Some(lesson) = lessons().get(next) {
            let words = led(lang, LabWord::NextLesson, lesson.title.of(lang));
            items.push(button(&format!("lesson {next}"), "plain main").text(words));
        }
        items
    }

    /// Does what a button asks for.
    pub(super) fn pressed(self, event: &Event) {
        let Some(asks) = attribute_above(event, "data-asks") else {
            return;
        };
        let (what, which) = asks.split_once(' ').unwrap_or((&asks, ""));
        let place: usize = which.parse().unwrap_or(0);
        match what {
            "lesson" => {
                self.go(place, Part::Predict);
                env::focus("stage");
            }
            "part" => {
                if let Some(part) = Part::ALL.get(place) {
                    self.go(self.lesson.get_untracked(), *part);
                }
            }
            "choose" => self.choose(place),
            "question" => self.ask(place),
            "look" => self.look_at(which),
            "progress" => self.share_progress(),
            other => self.make_pressed(other, which),
        }
    }

    /// Takes an answer to the chooser's questions.
    pub(super) fn changed(self, event: &Event) {
        self.chooser_changed(event);
    }

    pub(super) fn look_at(self, run: &str) {
        let lesson = untrack(|| self.lesson());
        let known = lesson.variants.iter().find(|known| known.name == run);
        if let Some(known) = known {
            self.look.set(Some(known.name));
            self.show(known.name);
        }
    }
}
