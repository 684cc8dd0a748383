//! The ruler's playhead: a line through all lanes, and a knob to scrub by.

use crate::model::TrueTime;
use crate::picture::{Direction, tenths};
use crate::share::Stand;
use crate::text::Word;
use crate::text::quantity::seconds;
use crate::ui::dom::{El, svg};
use crate::ui::drag::Drag;
use crate::ui::reactive::{text, word};
use crate::ui::stage::Stage;
use leptos::prelude::*;
use leptos::web_sys::{KeyboardEvent, PointerEvent};

/// What the log says at the playhead: all that happened at the last instant that has been.
fn told(stage: Stage) -> String {
    let at = stage.playhead.get();
    let mut told = seconds(stage.lang.get(), at.since(TrueTime::START)) + ":";
    let scene = stage.scene.get();
    let last = scene.lines.iter().rfind(|line| line.at <= at);
    for line in &scene.lines {
        if last.is_some_and(|last| last.at == line.at) {
            told.push(' ');
            told.push_str(&line.sentence);
        }
    }
    told
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
pub fn playhead(stage: Stage) -> [El; 2] {
    let scrub = Drag::new(stage, move |at: TrueTime| {
        let end = stage.now().layout().end();
        stage.go(if at >= end { Stand::End } else { Stand::At(at) });
    });
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
    let slider = svg("g")
        .attr("class", "playhead")
        .attr("role", "slider")
        .attr("tabindex", "0")
        .attr("data-testid", "playhead")
        .live("aria-label", word(stage, Word::Playhead))
        .attr("aria-valuemin", "0")
        .live(
            "aria-valuemax",
            text(move || scene.get().layout().end().0.to_string()),
        )
        .live(
            "aria-valuenow",
            text(move || stage.playhead.get().0.to_string()),
        )
        .live("aria-valuetext", text(move || told(stage)))
        .child(svg("path").attr("class", "ruler-area").live("d", ruler))
        .child(svg("path").attr("class", "knob").live("d", knob))
        .on("pointerdown", move |event: PointerEvent| {
            scrub.take(&event, stage.playhead.get_untracked());
            scrub.jump(&event);
        })
        .on("keydown", move |event: KeyboardEvent| key(stage, &event));
    let line = svg("path")
        .attr("class", "playline")
        .live("d", line)
        .attr("aria-hidden", "true");
    [line, scrub.on(slider)]
}
