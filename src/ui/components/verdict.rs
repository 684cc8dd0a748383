//! The verdict: word, sentence, price; and the one live region that speaks it.

use crate::text::verdict::{Tone, price, sentence, tone, word};
use crate::ui::dom::{El, html};
use crate::ui::reactive::text;
use crate::ui::stage::Stage;
use gloo_timers::callback::Timeout;
use leptos::prelude::*;

/// How long the outcome must stand before it is spoken, in milliseconds.
const SETTLED_MS: u32 = 600;

/// The class that colours a tone.
const fn class(tone: Tone) -> &'static str {
    match tone {
        Tone::Harm => "tone-harm",
        Tone::Defended => "tone-ok",
        Tone::Luck => "tone-luck",
        Tone::Plain => "tone-plain",
    }
}

/// Always visible, above the picture.
pub fn verdict(stage: Stage) -> [El; 2] {
    let lang = stage.lang;
    let outcome = move || stage.scene.get().report.outcome;
    let the_word = text(move || word(outcome()).of(lang.get()).to_owned());
    let the_sentence = text(move || {
        let scene = stage.scene.get();
        sentence(lang.get(), &scene.scenario, &scene.history, &scene.report)
    });
    let the_price = text(move || {
        let scene = stage.scene.get();
        price(lang.get(), &scene.scenario, &scene.report)
    });
    let colour = text(move || class(tone(outcome())).to_owned());
    let said = text(move || format!("{}: {}", the_word.get(), the_sentence.get()));
    let word = html("h2")
        .live("class", colour)
        .attr("data-testid", "verdict")
        .says(the_word);
    let sentence = html("p")
        .attr("class", "sentence")
        .attr("data-testid", "sentence")
        .says(the_sentence);
    let price = html("p")
        .attr("class", "price")
        .attr("data-testid", "price")
        .says(the_price);
    [
        html("div")
            .attr("class", "verdict")
            .child(word)
            .child(html("div").child(sentence).child(price)),
        html("p")
            .attr("class", "unseen")
            .attr("role", "status")
            .attr("data-testid", "spoken")
            .says(settled(said)),
    ]
}

/// A text that follows another once that has settled; silent at first.
fn settled(text: Signal<String>) -> Signal<String> {
    let spoken = RwSignal::new(String::new());
    let waiting = StoredValue::new_local(None::<Timeout>);
    Effect::new(move |first: Option<String>| {
        let now = text.get();
        if first.is_some_and(|first| first != now) {
            let say = now.clone();
            let timeout = Timeout::new(SETTLED_MS, move || {
                spoken.try_set(say);
            });
            waiting.set_value(Some(timeout));
        }
        now
    });
    spoken.into()
}
