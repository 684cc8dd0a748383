//! Keys of the stage, where no field, button or handle takes them first.

use super::stage::Stage;
use crate::model::TrueTime;
use crate::share::Stand;
use leptos::prelude::*;
use leptos::wasm_bindgen::JsCast;
use leptos::web_sys::{Element, KeyboardEvent};

/// The tag of the element that an event happened at.
fn tag(event: &KeyboardEvent) -> String {
    event
        .target()
        .and_then(|target| target.dyn_into::<Element>().ok())
        .map(|target| target.tag_name().to_ascii_lowercase())
        .unwrap_or_default()
}

/// Whether the key goes into a field.
pub fn is_typing(event: &KeyboardEvent) -> bool {
    matches!(tag(event).as_str(), "input" | "select" | "textarea")
}

/// One key of the stage.
pub fn keys(stage: Stage, event: &KeyboardEvent) {
    if event.default_prevented() || is_typing(event) || event.alt_key() {
        return;
    }
    if event.ctrl_key() || event.meta_key() {
        match (event.key().as_str(), event.shift_key()) {
            ("z", false) => stage.undo(),
            ("y", false) | ("z" | "Z", true) => stage.redo(),
            _ => return,
        }
        return event.prevent_default();
    }
    match event.key().as_str() {
        " " if tag(event) != "button" => stage.playing.update(|playing| *playing = !*playing),
        "PageDown" | "n" => stage.next_event(),
        "PageUp" | "p" => stage.previous_event(),
        "Home" => stage.go(Stand::At(TrueTime::START)),
        "End" => stage.go(Stand::End),
        "r" => stage.reset(),
        digit @ ("0" | "1" | "2" | "3" | "4") => {
            stage.go_to_moment(digit.parse().unwrap_or(0));
        }
        _ => return,
    }
    event.prevent_default();
}
