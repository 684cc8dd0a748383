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
    match stage.scene.get().lines.iter().rfind(|line| line.at <= at) {
        Some(line) => format!("{time}: {}", line.sentence),
        None => time,
    }
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
            let end = stage.now().layout().end();
            stage.go(if at >= end { Stand::End } else { Stand::At(at) });
        }),
    );
    let scene = stage.scene;
    let ruler = text(move || {
        let scene = scene.get();
        let scale = scene.layout().scale;
        let (from, length) = (tenths(scale.start - 10.0), tenths(scale.length + 20.0));
        match scene.layout().direction {
            Direction::Across => format!("M{from} 4h{length}v38h-{length}z"),
            Direction::Down => format!("M0 {from}h34v{length}h-34z"),
        }
    });
    let line = text(move || {
        let scene = scene.get();
        let layout = scene.layout();
        let along = tenths(layout.scale.at(stage.playhead.get()));
        match layout.direction {
            Direction::Across => format!("M{along} 38V{}", tenths(layout.height - 64.0)),
            Direction::Down => format!("M34 {along}H{}", tenths(layout.width - 24.0)),
        }
    });
    let knob = text(move || {
        let scene = scene.get();
        let layout = scene.layout();
        let from = tenths(layout.scale.at(stage.playhead.get()) - 8.0);
        match layout.direction {
            Direction::Across => format!("M{from} 27h16v7l-8 8l-8 -8z"),
            Direction::Down => format!("M23 {from}v16h7l8 -8l-8 -8z"),
        }
    });
    let end = text(move || scene.get().layout().end().0.to_string());
    view! {
        <path class="playline" d=line aria-hidden="true"></path>
        <g
            class="playhead"
            role="slider"
            tabindex="0"
            data-testid="playhead"
            aria-label=word(stage, Word::Playhead)
            aria-valuemin="0"
            aria-valuemax=end
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
