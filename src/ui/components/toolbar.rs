//! What the laboratory adds to the controls: undo and redo, clients, zoom, loop, twin, link.

use crate::model::TrueTime;
use crate::picture::Window;
use crate::text::{LabWord, say};
use crate::ui::dom::{El, html};
use crate::ui::reactive::{lab_word, text};
use crate::ui::stage::Stage;
use leptos::prelude::*;
use leptos::web_sys::Event;

/// A button of the toolbar.
pub fn tool(stage: Stage, testid: &str, name: LabWord, press: impl Fn() + 'static) -> El {
    html("button")
        .attr("type", "button")
        .attr("class", "plain")
        .attr("data-testid", testid)
        .says(lab_word(stage, name))
        .on("click", move |_: Event| press())
}

/// A button that is on or off.
pub fn toggle(stage: Stage, testid: &str, name: LabWord, on: RwSignal<bool>) -> El {
    tool(stage, testid, name, move || on.update(|on| *on = !*on)).live(
        "aria-pressed",
        text(move || if on.get() { "true" } else { "false" }.to_owned()),
    )
}

/// Undo and redo; each names what it would change.
pub fn edit_tools(stage: Stage) -> El {
    let undo = text(move || {
        let lang = stage.lang.get();
        match stage.past.with(|past| past.undo_name(lang)) {
            Some(what) => say!(lang, "Undo: {what}", "取り消す：{what}"),
            None => LabWord::Undo.of(lang).to_owned(),
        }
    });
    let redo = text(move || {
        let lang = stage.lang.get();
        let scenario = stage.scenario.get();
        match stage.past.with(|past| past.redo_name(lang, &scenario)) {
            Some(what) => say!(lang, "Redo: {what}", "やり直す：{what}"),
            None => LabWord::Redo.of(lang).to_owned(),
        }
    });
    let off = move |count: fn((usize, usize)) -> usize| {
        text(move || {
            let count = stage.past.with(|past| count(past.depth()));
            if count == 0 { "true" } else { "false" }.to_owned()
        })
    };
    html("div")
        .attr("class", "tools")
        .child(
            tool(stage, "undo", LabWord::Undo, move || stage.undo())
                .live("title", undo)
                .live("aria-label", undo)
                .live("aria-disabled", off(|(before, _)| before)),
        )
        .child(
            tool(stage, "redo", LabWord::Redo, move || stage.redo())
                .live("title", redo)
                .live("aria-label", redo)
                .live("aria-disabled", off(|(_, after)| after)),
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
        .live("aria-label", lab_word(stage, LabWord::TimeAxis))
        .child(tool(stage, "pan-left", LabWord::Earlier, move || {
            pan(stage, -1);
        }))
        .child(tool(stage, "zoom-in", LabWord::ZoomIn, move || {
            zoom(stage, 1, 2);
        }))
        .child(tool(stage, "zoom-out", LabWord::ZoomOut, move || {
            zoom(stage, 2, 1);
        }))
        .child(tool(stage, "zoom-fit", LabWord::ZoomFit, move || {
            stage.zoom.set(None);
        }))
        .child(tool(stage, "pan-right", LabWord::Later, move || {
            pan(stage, 1);
        }))
        .child(toggle(stage, "loop", LabWord::Loop, stage.looping))
}
