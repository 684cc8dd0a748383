//! Start, previous, play, next, end, speed.

use crate::model::TrueTime;
use crate::text::Word;
use crate::ui::reactive::{text, word};
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
    let play_icon = text(move || if stage.playing.get() { STOP } else { PLAY }.to_owned());
    let play_word = text(move || {
        let word = if stage.playing.get() {
            Word::Stop
        } else {
            Word::Play
        };
        word.of(stage.lang.get()).to_owned()
    });
    let icon = |icon: &'static str| text(move || icon.to_owned());
    view! {
        <div class="transport" role="group" aria-label=word(stage, Word::Transport)>
            <IconButton testid="to-start" name=word(stage, Word::ToStart) icon=icon(START)
                on_press=Callback::new(move |()| stage.go(Stand::At(TrueTime::START)))/>
            <IconButton testid="previous" name=word(stage, Word::PreviousEvent) icon=icon(PREVIOUS)
                on_press=Callback::new(move |()| stage.previous_event())/>
            <IconButton testid="play" name=play_word icon=play_icon class="icon main"
                on_press=Callback::new(move |()| stage.playing.update(|playing| *playing = !*playing))/>
            <IconButton testid="next" name=word(stage, Word::NextEvent) icon=icon(NEXT)
                on_press=Callback::new(move |()| stage.next_event())/>
            <IconButton testid="to-end" name=word(stage, Word::ToEnd) icon=icon(END)
                on_press=Callback::new(move |()| stage.go(Stand::End))/>
            <select
                aria-label=word(stage, Word::Speed)
                data-testid="speed"
                on:change=move |event| {
                    let chosen = event_target_value(&event);
                    if let Some((_, speed)) = SPEEDS.iter().find(|(name, _)| *name == chosen) {
                        stage.speed.set(*speed);
                    }
                }
            >
                {SPEEDS
                    .map(|(name, speed)| {
                        let chosen = (speed - 1.0_f64).abs() < 0.01;
                        view! { <option value=name selected=chosen>{name}</option> }
                    })
                    .collect_view()}
            </select>
        </div>
    }
}

/// A button with a picture, and its name as label and as tip.
#[component]
fn IconButton(
    testid: &'static str,
    name: Signal<String>,
    icon: Signal<String>,
    #[prop(default = "icon")] class: &'static str,
    on_press: Callback<()>,
) -> impl IntoView {
    view! {
        <button
            type="button"
            class=class
            aria-label=name
            title=name
            data-testid=testid
            on:click=move |_| on_press.run(())
        >
            <svg viewBox="0 0 20 20" aria-hidden="true"><path d=icon></path></svg>
        </button>
    }
}
