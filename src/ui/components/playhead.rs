//! The ruler's playhead: a line through all lanes, and a knob to scrub by.

use crate::model::TrueTime;
use crate::picture::Direction;
use crate::text::Word;
use crate::text::quantity::seconds;
use crate::ui::drag::Drag;
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
    let ruler = move || {
        layout.with(|l| {
            let (from, length) = (l.scale.start - 10.0, l.scale.length + 20.0);
            match l.direction {
                Direction::Across => format!("M{from} 4h{length}v38h-{length}z"),
                Direction::Down => format!("M0 {from}h34v{length}h-34z"),
            }
        })
    };
    let line = move || {
        let along = along();
        layout.with(|l| match l.direction {
            Direction::Across => format!("M{along} 38V{}", l.height - 64.0),
            Direction::Down => format!("M34 {along}H{}", l.width - 24.0),
        })
    };
    let knob = move || {
        let along = along();
        layout.with(|l| match l.direction {
            Direction::Across => format!("M{} 27h16v7l-8 8l-8 -8z", along - 8.0),
            Direction::Down => format!("M23 {}v16h7l8 -8l-8 -8z", along - 8.0),
        })
    };
    view! {
        <path class="playline" d=line aria-hidden="true"></path>
        <g
            class="playhead"
            role="slider"
            tabindex="0"
            data-testid="playhead"
            aria-label=move || Word::Playhead.of(stage.lang.get())
            aria-valuemin="0"
            aria-valuemax=move || layout.with(|l| l.end().0)
            aria-valuenow=move || stage.playhead.get().0
            aria-valuetext=move || told(stage)
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
