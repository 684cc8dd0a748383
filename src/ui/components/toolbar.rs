//! What the laboratory adds to the controls: undo and redo, clients, zoom, loop, twin, link.

use crate::model::TrueTime;
use crate::picture::Window;
use crate::text::Word;
use crate::ui::dom::{El, html};
use crate::ui::reactive::{text, word};
use crate::ui::stage::Stage;
use leptos::prelude::*;
use leptos::web_sys::Event;

/// A button of the toolbar.
pub fn tool(stage: Stage, testid: &str, name: Word, press: impl Fn() + 'static) -> El {
    html("button")
        .attr("type", "button")
        .attr("class", "plain")
        .attr("data-testid", testid)
        .says(word(stage, name))
        .on("click", move |_: Event| press())
}

/// A button that is on or off.
pub fn toggle(stage: Stage, testid: &str, name: Word, on: RwSignal<bool>) -> El {
    tool(stage, testid, name, move || on.update(|on| *on = !*on)).live(
        "aria-pressed",
        text(move || if on.get() { "true" } else { "false" }.to_owned()),
    )
}

/// Shows half or twice the time, around the playhead.
fn zoom(stage: Stage, numerator: i64, denominator: i64) {
    let scene = stage.now();
    let whole = Window::whole(scene.history.closed_at);
    let layout = scene.layout();
    let shown = Window {
        from: layout.scale.from,
        to: layout.end(),
    };
    let playhead = stage.playhead.get_untracked();
    let middle = TrueTime(i64::midpoint(shown.from.0, shown.to.0));
    let centre = if playhead > shown.from && playhead < shown.to {
        playhead
    } else {
        middle
    };
    let window = shown.zoomed(centre, numerator, denominator, whole);
    stage.zoom.set((window != whole).then_some(window));
}

/// Moves the shown part by a third of its length.
fn pan(stage: Stage, thirds: i64) {
    let whole = Window::whole(stage.now().history.closed_at);
    stage
        .zoom
        .update(|zoom| *zoom = zoom.map(|zoom| zoom.panned(thirds, 3, whole)));
}

/// Zoom and pan of the time axis; the scale stays true.
pub fn zoom_tools(stage: Stage) -> El {
    html("div")
        .attr("class", "tools")
        .attr("role", "group")
        .live("aria-label", word(stage, Word::TimeAxis))
        .child(tool(stage, "pan-left", Word::Earlier, move || {
            pan(stage, -1);
        }))
        .child(tool(stage, "zoom-in", Word::ZoomIn, move || {
            zoom(stage, 1, 2);
        }))
        .child(tool(stage, "zoom-out", Word::ZoomOut, move || {
            zoom(stage, 2, 1);
        }))
        .child(tool(stage, "zoom-fit", Word::ZoomFit, move || {
            stage.zoom.set(None);
        }))
        .child(tool(stage, "pan-right", Word::Later, move || pan(stage, 1)))
        .child(toggle(stage, "loop", Word::Loop, stage.looping))
}
