//! The verdict: word, sentence, price; and the one live region that speaks it.

use crate::text::verdict::{Tone, price, sentence, tone, word};
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
#[component]
pub fn Verdict(stage: Stage) -> impl IntoView {
    let outcome = move || stage.scene.get().report.outcome;
    let the_word = text(move || word(outcome()).of(stage.lang.get()).to_owned());
    let the_sentence = text(move || {
        let run = stage.scene.get();
        sentence(stage.lang.get(), &run.scenario, &run.history, &run.report)
    });
    let the_price = text(move || {
        let run = stage.scene.get();
        price(stage.lang.get(), &run.scenario, &run.report)
    });
    let tone = text(move || class(tone(outcome())).to_owned());
    let spoken = spoken(move || format!("{}: {}", the_word.get(), the_sentence.get()));
    view! {
        <div class="verdict">
            <h2 class=tone data-testid="verdict">{the_word}</h2>
            <div>
                <p class="sentence" data-testid="sentence">{the_sentence}</p>
                <p class="price" data-testid="price">{the_price}</p>
            </div>
        </div>
        <p class="unseen" role="status" data-testid="spoken">{spoken}</p>
    }
}

/// A text that follows `text` once it has settled; silent at first.
fn spoken(text: impl Fn() -> String + Send + Sync + 'static) -> ReadSignal<String> {
    let (spoken, speak) = signal(String::new());
    let waiting = StoredValue::new_local(None::<Timeout>);
    Effect::new(move |first: Option<()>| {
        let text = text();
        if first.is_some() {
            waiting.set_value(Some(Timeout::new(SETTLED_MS, move || {
                speak.try_set(text);
            })));
        }
    });
    on_cleanup(move || {
        waiting.try_set_value(None);
    });
    spoken
}
