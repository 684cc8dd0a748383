//! The ruler's playhead: a line through all lanes, and a knob to scrub by.

use crate::model::TrueTime;
use crate::picture::Direction;
use crate::picture::tenths;
use crate::text::Word;
use crate::text::quantity::seconds;
use crate::ui::drag::Drag;
use crate::ui::reactive::{text, word};
use crate::ui::stage::{Stage, Stand};
use leptos::ev::KeyboardEvent;
use leptos::prelude::*;

/// What the log says at the playhead.
fn told(stage: Stage) -> String {
    let at = stage.playhead.get();
    let time = seconds(stage.lang.get(), at.since(TrueTime::START));
    stage
        .lines
        .with(|lines| match lines.iter().rfind(|line| line.at <= at) {
            Some(line) => format!("{time}: {}", line.sentence),
            None => time,
        })
}

fn key(stage: Stage, event: &KeyboardEvent) {
    match event.key().as_str() {
        "ArrowRight" | "ArrowUp" => stage.next_event(),
        "ArrowLeft" | "ArrowDown" => stage.previous_event(),
        "Home" => stage.go(Stand::At(TrueTime::START)),
        "End" => stage.go(Stand::End),
        _ => return,
    }
    event.prevent_default();
}

/// The line and its knob. The whole ruler takes hold of it.
#[component]
pub fn PlayheadView(stage: Stage) -> impl IntoView {
    let scrub = Drag::new(
        stage,
        Callback::new(move |at: TrueTime| {
            let end = stage.layout.with_untracked(crate::picture::Layout::end);
            stage.go(if at >= end { Stand::End } else { Stand::At(at) });
        }),
    );
    let layout = stage.layout;
    let along = move || layout.with(|l| l.scale.at(stage.playhead.get()));
    let ruler = text(move || {
        layout.with(|l| {
            let (from, length) = (tenths(l.scale.start - 10.0), tenths(l.scale.length + 20.0));
            match l.direction {
                Direction::Across => format!("M{from} 4h{length}v38h-{length}z"),
                Direction::Down => format!("M0 {from}h34v{length}h-34z"),
            }
        })
    });
    let line = text(move || {
        let along = tenths(along());
        layout.with(|l| match l.direction {
            Direction::Across => format!("M{along} 38V{}", tenths(l.height - 64.0)),
            Direction::Down => format!("M34 {along}H{}", tenths(l.width - 24.0)),
        })
    });
    let knob = text(move || {
        let from = tenths(along() - 8.0);
        layout.with(|l| match l.direction {
            Direction::Across => format!("M{from} 27h16v7l-8 8l-8 -8z"),
            Direction::Down => format!("M23 {from}v16h7l8 -8l-8 -8z"),
        })
    });
    view! {
        <path class="playline" d=line aria-hidden="true"></path>
        <g
            class="playhead"
            role="slider"
            tabindex="0"
            data-testid="playhead"
            aria-label=word(stage, Word::Playhead)
            aria-valuemin="0"
            aria-valuemax=text(move || layout.with(|l| l.end().0.to_string()))
            aria-valuenow=text(move || stage.playhead.get().0.to_string())
            aria-valuetext=text(move || told(stage))
            on:pointerdown=move |event| {
                scrub.take(&event, stage.playhead.get_untracked());
                scrub.jump(&event);
            }
            on:pointermove=move |event| scrub.follow(&event)
            on:pointerup=move |_| scrub.release()
            on:pointercancel=move |_| scrub.release()
            on:lostpointercapture=move |_| scrub.release()
            on:touchstart=|event| event.prevent_default()
            on:keydown=move |event| key(stage, &event)
        >
            <path class="ruler-area" d=ruler></path>
            <path class="knob" d=knob></path>
        </g>
    }
}
