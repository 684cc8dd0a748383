//! Start, previous, play, next, end, speed.

use crate::model::TrueTime;
use crate::text::Word;
use crate::ui::stage::{Stage, Stand};
use leptos::prelude::*;

const START: &str = "M5 4h2v12H5zM16 4v12L8 10z";
const PREVIOUS: &str = "M13 4v12L5 10z";
const PLAY: &str = "M6 3v14l11-7z";
const STOP: &str = "M5 4h3.5v12H5zM11.5 4H15v12h-3.5z";
const NEXT: &str = "M7 4v12l8-6z";
const END: &str = "M13 4h2v12h-2zM4 4v12l8-6z";

/// The speeds on offer, as text and as factor of true time.
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
#[component]
pub fn Transport(stage: Stage) -> impl IntoView {
    let lang = stage.lang;
    let play_icon = Signal::derive(move || if stage.playing.get() { STOP } else { PLAY });
    let play_word = Signal::derive(move || {
        if stage.playing.get() {
            Word::Stop
        } else {
            Word::Play
        }
    });
    view! {
        <div class="transport" role="group" aria-label=move || Word::Transport.of(lang.get())>
            <IconButton stage testid="to-start" word=Word::ToStart icon=START
                on_press=move || stage.go(Stand::At(TrueTime::START))/>
            <IconButton stage testid="previous" word=Word::PreviousEvent icon=PREVIOUS
                on_press=move || stage.previous_event()/>
            <IconButton stage testid="play" word=play_word icon=play_icon main=true
                on_press=move || stage.playing.update(|playing| *playing = !*playing)/>
            <IconButton stage testid="next" word=Word::NextEvent icon=NEXT
                on_press=move || stage.next_event()/>
            <IconButton stage testid="to-end" word=Word::ToEnd icon=END
                on_press=move || stage.go(Stand::End)/>
            <select
                aria-label=move || Word::Speed.of(lang.get())
                data-testid="speed"
                on:change=move |event| {
                    let chosen = event_target_value(&event);
                    if let Some((_, speed)) = SPEEDS.iter().find(|(text, _)| *text == chosen) {
                        stage.speed.set(*speed);
                    }
                }
            >
                {SPEEDS
                    .map(|(text, speed)| {
                        let chosen = move || (stage.speed.get() - speed).abs() < 0.01;
                        view! { <option value=text selected=chosen>{text}</option> }
                    })
                    .collect_view()}
            </select>
        </div>
    }
}

/// A button with a picture, and its name as label and as tip.
#[component]
fn IconButton<F: Fn() + Send + Sync + 'static>(
    stage: Stage,
    testid: &'static str,
    #[prop(into)] word: Signal<Word>,
    #[prop(into)] icon: Signal<&'static str>,
    #[prop(optional)] main: bool,
    on_press: F,
) -> impl IntoView {
    let name = move || word.get().of(stage.lang.get());
    view! {
        <button
            type="button"
            class="icon"
            class:main=main
            aria-label=name
            title=name
            data-testid=testid
            on:click=move |_| on_press()
        >
            <svg viewBox="0 0 20 20" aria-hidden="true"><path d=move || icon.get()></path></svg>
        </button>
    }
}
