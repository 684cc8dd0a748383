//! What stands beside the picture on a projector: few words, large.

use super::Course;
use crate::lesson::{Look, Part};
use crate::text::PresentWord;
use crate::ui::dom::Item;
use leptos::prelude::*;

impl Course {
    /// Above the picture: the lesson and its part.
    pub(super) fn slide_above(self) -> Vec<Item> {
        let lang = self.stage.lang.get();
        let number = self.lesson.get() + 1;
        let title = format!("{number}. {}", self.lesson().title.of(lang));
        let part = self.part.get().name().of(lang);
        vec![
            Item::new("h2")
                .attr("data-testid", "lesson-title")
                .child(Item::new("span").text(title))
                .child(Item::new("small").text(part)),
        ]
    }

    /// Beside it: the question, what is looked at, or the task.
    pub(super) fn slide_below(self) -> Vec<Item> {
        let part = self.part.get();
        match part {
            Part::Predict if self.asks() => self.question(),
            Part::Predict if self.chosen.get().is_some() => self.answered(),
            Part::Predict | Part::Run => Vec::new(),
            Part::Investigate | Part::Change => self.looked_at(part),
            Part::Make => self.task(),
        }
    }

    /// Whether it was predicted, and why the right choice is right; if not, why the other is not.
    fn answered(self) -> Vec<Item> {
        let lang = self.stage.lang.get();
        let Some((asked, run)) = self.question_at_hand() else {
            return Vec::new();
        };
        let (right, chosen) = (asked.right(&run), self.chosen.get());
        let word = if right == chosen {
            PresentWord::Predicted
        } else {
            PresentWord::Otherwise
        };
        let shown = asked.choices.iter().enumerate().filter(|(place, _)| {
            let place = Some(*place);
            place == right || place == chosen
        });
        let reasons = shown.map(|(place, choice)| self.reason(&run, choice, place, right));
        vec![
            self.fill("h3", &run, asked.question)
                .attr("data-testid", "question"),
            Self::answer_line(word.of(lang)),
            reasons.fold(Item::new("ol").attr("class", "reason-list"), Item::child),
        ]
    }

    fn looked_at(self, part: Part) -> Vec<Item> {
        let shown = self.look.get();
        let mut looks = self.lesson().looks(part).iter();
        let look = looks.find(|look: &&Look| shown == Some(look.run));
        let Some((look, run)) = look.and_then(|look| Some((look, self.run(look.run)?))) else {
            return Vec::new();
        };
        vec![
            self.fill("h3", &run, look.title)
                .attr("data-testid", "look-title"),
            self.fill("p", &run, look.says),
        ]
    }
}
