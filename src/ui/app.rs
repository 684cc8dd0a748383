//! The whole page.

use super::components::{controls, diagram, panels, verdict};
use super::dom::{El, html};
use super::reactive::{text, word};
use super::stage::{Stage, Stand};
use super::{env, player};
use crate::sim::scenario::Scenario;
use crate::text::Word;
use leptos::mount::mount_to;
use leptos::prelude::*;
use leptos::wasm_bindgen::JsCast;
use leptos::web_sys::{Element, Event, HtmlElement, KeyboardEvent, console};

/// Mounts the page in place of the static story, which stays if this never runs.
pub fn start() {
    std::panic::set_hook(Box::new(|info| {
        console::error_1(&format!("{info}").into());
        stop_page();
    }));
    let Some(root) = document()
        .get_element_by_id("app")
        .and_then(|root| root.dyn_into().ok())
    else {
        return;
    };
    let root: HtmlElement = root;
    root.set_text_content(None);
    open(root);
}

/// Builds the page into `root`.
pub fn open(root: HtmlElement) {
    let parent = root.clone();
    mount_to(parent, move || {
        for part in page() {
            // It fails only for a node that contains the root.
            let _ = root.append_child(part.element());
        }
    })
    .forget();
}

/// After a panic: the sentence is shown, and what is half alive cannot be used.
fn stop_page() {
    if let Some(sentence) = document().get_element_by_id("stopped") {
        let _ = sentence.remove_attribute("hidden");
    }
    if let Some(root) = document().get_element_by_id("app") {
        let _ = root.set_attribute("inert", "");
    }
}

/// The page: the stage of the seed story, with its frame.
fn page() -> Vec<El> {
    let stage = Stage::new(Scenario::seed(), env::language());
    player::run_while_playing(stage);
    Effect::new(move |first: Option<()>| {
        let lang = stage.lang.get();
        let title = format!("Fencelab · {}", Word::Tagline.of(lang));
        match first {
            None => env::mark_language(lang, &title),
            Some(()) => env::keep_language(lang, &title),
        }
    });
    let section = html("section")
        .attr("id", "stage")
        .attr("class", "stage")
        .attr("tabindex", "-1")
        .live("aria-label", word(stage, Word::Stage))
        .attr("data-testid", "stage")
        .children(verdict(stage))
        .children(controls(stage))
        .children(diagram(stage))
        .child(panels(stage))
        .on("keydown", move |event: KeyboardEvent| keys(stage, &event));
    let top = html("header")
        .attr("class", "top")
        .child(html("h1").text("Fencelab"))
        .child(html("p").says(word(stage, Word::Tagline)))
        .child(language_switch(stage));
    let skip = html("a")
        .attr("class", "skip")
        .attr("href", "#stage")
        .says(word(stage, Word::SkipToStage));
    let foot = html("footer")
        .attr("class", "foot")
        .child(html("p").says(word(stage, Word::Footer)));
    vec![skip, top, html("main").child(section), foot]
}

/// A button with the name of the other language in that language.
fn language_switch(stage: Stage) -> El {
    let other = move || stage.lang.get().other();
    html("button")
        .attr("class", "lang")
        .attr("type", "button")
        .attr("data-testid", "language")
        .live("lang", text(move || other().tag().to_owned()))
        .says(text(move || other().own_name().to_owned()))
        .on("click", move |_: Event| {
            stage.lang.update(|lang| *lang = lang.other());
        })
}

/// Keys of the stage, where no field, button or handle takes them first.
fn keys(stage: Stage, event: &KeyboardEvent) {
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
        "Home" => stage.go(Stand::At(crate::model::TrueTime::START)),
        "End" => stage.go(Stand::End),
        "r" => stage.reset(),
        digit @ ("0" | "1" | "2" | "3" | "4") => {
            stage.go_to_moment(digit.parse().unwrap_or(0));
        }
        _ => return,
    }
    event.prevent_default();
}
