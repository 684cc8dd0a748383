//! The chooser of the last lesson: four questions, the layers that follow, and what stays open.

use super::Course;
use super::parts::button;
use crate::lesson::chooser::{
    Advice, CHOOSER, COMPARE, COST, JUDGE, Question, REMEMBER, by_judge, by_receiver,
};
use crate::text::{LabWord, Lang};
use crate::ui::dom::Item;
use crate::ui::runs::form::{Choice, changed, choice};
use leptos::prelude::*;
use leptos::web_sys::Event;

/// The place of the answer to each question.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Answers {
    cost: usize,
    compare: usize,
    remember: usize,
    judge: usize,
}

fn asked<A>(lang: Lang, id: &'static str, question: &Question<A>, chosen: usize) -> Item {
    let options = question.answers.iter();
    choice(Choice {
        id,
        label: question.asks.of(lang).to_owned(),
        options: options
            .map(|(_, says)| (says.of(lang).to_owned(), None))
            .collect(),
        chosen,
    })
}

impl Course {
    fn advice(self) -> Option<[Advice; 2]> {
        let answers = self.answers.get();
        let (cost, _) = COST.answers.get(answers.cost)?;
        let (compare, _) = COMPARE.answers.get(answers.compare)?;
        let (remember, _) = REMEMBER.answers.get(answers.remember)?;
        let (judge, _) = JUDGE.answers.get(answers.judge)?;
        Some([by_receiver(*cost, *compare, *remember), by_judge(*judge)])
    }

    /// The chooser, in the lesson that it belongs to.
    pub(super) fn chooser(self) -> Vec<Item> {
        if self.lesson().id != CHOOSER {
            return Vec::new();
        }
        let (lang, answers) = (self.stage.lang.get(), self.answers.get());
        let title = Item::new("h3").text(LabWord::ChooseLayers.of(lang));
        let questions = [
            asked(lang, "choose-cost", &COST, answers.cost),
            asked(lang, "choose-compare", &COMPARE, answers.compare),
            asked(lang, "choose-remember", &REMEMBER, answers.remember),
            asked(lang, "choose-judge", &JUDGE, answers.judge),
        ];
        let fields = questions
            .into_iter()
            .fold(Item::new("div").attr("class", "fields"), Item::child);
        let mut items = vec![title, fields];
        let Some(advice) = self.advice() else {
            return items;
        };
        let layers = advice.iter().flat_map(|advice| advice.layers);
        let layers = layers.map(|layer| Item::new("li").text(layer.of(lang)));
        let list = Item::new("ol")
            .attr("class", "layers")
            .attr("data-testid", "layers");
        items.push(layers.fold(list, Item::child));
        for (place, advice) in advice.iter().enumerate() {
            let open = LabWord::StillOpen.of(lang);
            let says = format!("{open}{}", advice.open.of(lang));
            items.push(
                Item::new("p")
                    .attr("class", "told")
                    .child(Item::new("span").text(says)),
            );
            let proof = button(&format!("proof {place}"), "plain");
            items.push(proof.text(LabWord::ShowProof.of(lang)));
        }
        items
    }

    pub(super) fn chooser_changed(self, event: &Event) {
        let Some((name, value)) = changed(event) else {
            return;
        };
        let Ok(place) = value.parse() else {
            return;
        };
        self.answers.update(|answers| match name.as_str() {
            "choose-cost" => answers.cost = place,
            "choose-compare" => answers.compare = place,
            "choose-remember" => answers.remember = place,
            "choose-judge" => answers.judge = place,
            _ => {}
        });
    }

    /// Shows the run that proves what stays open.
    pub(super) fn show_proof(self, place: usize) {
        let advice = untrack(|| self.advice());
        let run = advice.and_then(|advice| Some(advice.get(place)?.run));
        if let Some(run) = run {
            self.show(run);
        }
    }
}
