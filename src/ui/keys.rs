//! Keys of the stage, where no field, button or handle takes them first.

use super::stage::Stage;
use crate::model::TrueTime;
use crate::share::Stand;
use leptos::prelude::*;
use leptos::wasm_bindgen::JsCast;
use leptos::web_sys::{Element, KeyboardEvent};

/// Keys of the stage, where no field, button or handle takes them first.
pub fn keys(stage: Stage, event: &KeyboardEvent) {
    if event.default_prevented() || event.ctrl_key() || event.meta_key() || event.alt_key() {
        return;
    }
    let target = event
        .target()
        .and_then(|target| target.dyn_into::<Element>().ok());
    let tag = target
        .map(|target| target.tag_name().to_ascii_lowercase())
        .unwrap_or_default();
    let typing = matches!(tag.as_str(), "input" | "select" | "textarea");
    if typing {
        return;
    }
    match event.key().as_str() {
        " " if tag != "button" => stage.playing.update(|playing| *playing = !*playing),
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
