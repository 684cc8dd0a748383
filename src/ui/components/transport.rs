//! Start, previous, play, next, end, speed.

use crate::model::TrueTime;
use crate::share::Stand;
use crate::text::Word;
use crate::ui::dom::{El, html, svg};
use crate::ui::reactive::{text, word};
use crate::ui::stage::Stage;
use leptos::prelude::*;
use leptos::wasm_bindgen::JsCast;
use leptos::web_sys::{Event, HtmlSelectElement};

const START: &str = "M5 4h2v12H5zM16 4v12L8 10z";
const PREVIOUS: &str = "M13 4v12L5 10z";
const PLAY: &str = "M6 3v14l11-7z";
const STOP: &str = "M5 4h3.5v12H5zM11.5 4H15v12h-3.5z";
const NEXT: &str = "M7 4v12l8-6z";
const END: &str = "M13 4h2v12h-2zM4 4v12l8-6z";

/// The speeds on offer, as text and as factor of true time; the fourth is the first choice.
const SPEEDS: [(&str, f64); 7] = [
    ("0.1×", 0.1),
    ("0.25×", 0.25),
    ("0.5×", 0.5),
    ("1×", 1.0),
    ("2×", 2.0),
    ("5×", 5.0),
    ("10×", 10.0),
];

/// Moves the playhead.
pub fn transport(stage: Stage) -> El {
    let playing = stage.playing;
    let play_icon = text(move || if playing.get() { STOP } else { PLAY }.to_owned());
    let play_word = text(move || {
        let word = if playing.get() {
            Word::Stop
        } else {
            Word::Play
        };
        word.of(stage.lang.get()).to_owned()
    });
    let plain = |testid: &str, name: Word, icon: &str, act: fn(Stage)| {
        icon_button(
            testid,
            word(stage, name),
            svg("path").attr("d", icon),
            move || act(stage),
        )
    };
    let play = icon_button(
        "play",
        play_word,
        svg("path").live("d", play_icon),
        move || {
            playing.update(|playing| *playing = !*playing);
        },
    );
    html("div")
        .attr("class", "transport")
        .attr("role", "group")
        .live("aria-label", word(stage, Word::Transport))
        .child(plain("to-start", Word::ToStart, START, |s| {
            s.go(Stand::At(TrueTime::START));
        }))
        .child(plain(
            "previous",
            Word::PreviousEvent,
            PREVIOUS,
            Stage::previous_event,
        ))
        .child(play.attr("class", "icon main"))
        .child(plain("next", Word::NextEvent, NEXT, Stage::next_event))
        .child(plain("to-end", Word::ToEnd, END, |s| s.go(Stand::End)))
        .child(speed(stage))
}

fn speed(stage: Stage) -> El {
    let options = SPEEDS.iter().map(|(name, speed)| {
        let option = html("option").attr("value", name).text(name);
        if (speed - 1.0).abs() < 0.01 {
            option.attr("selected", "")
        } else {
            option
        }
    });
    let choose = move |event: Event| {
        let chosen = event
            .target()
            .and_then(|target| target.dyn_into::<HtmlSelectElement>().ok());
        let chosen = chosen.map(|select| select.value());
        let speed = SPEEDS
            .iter()
            .find(|(name, _)| chosen.as_deref() == Some(name));
        if let Some((_, speed)) = speed {
            stage.speed.set(*speed);
        }
    };
    html("select")
        .live("aria-label", word(stage, Word::Speed))
        .attr("data-testid", "speed")
        .children(options)
        .on("change", choose)
}

/// A button with a picture, and its name as label and as tip.
fn icon_button(testid: &str, name: Signal<String>, icon: El, press: impl Fn() + 'static) -> El {
    let picture = svg("svg")
        .attr("viewBox", "0 0 20 20")
        .attr("aria-hidden", "true")
        .child(icon);
    html("button")
        .attr("type", "button")
        .attr("class", "icon")
        .live("aria-label", name)
        .live("title", name)
        .attr("data-testid", testid)
        .child(picture)
        .on("click", move |_: Event| press())
}
