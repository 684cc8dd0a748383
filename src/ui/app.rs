//! The whole page.

use super::components::{Controls, Diagram, Panels, Verdict};
use super::reactive::{text, word};
use super::stage::{Stage, Stand};
use super::{env, player};
use crate::sim::scenario::Scenario;
use crate::text::{Lang, Word};
use leptos::ev::KeyboardEvent;
use leptos::mount::mount_to;
use leptos::prelude::*;
use leptos::wasm_bindgen::JsCast;
use leptos::web_sys::{Element, HtmlElement, console};

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
    mount_to(root, App).forget();
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
#[component]
pub fn App() -> impl IntoView {
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
    view! {
        <a class="skip" href="#stage">{word(stage, Word::SkipToStage)}</a>
        <header class="top">
            <h1>"Fencelab"</h1>
            <p>{word(stage, Word::Tagline)}</p>
            <LanguageSwitch stage/>
        </header>
        <main>
            <section
                id="stage"
                class="stage"
                tabindex="-1"
                aria-label=word(stage, Word::Stage)
                data-testid="stage"
                on:keydown=move |event| keys(stage, &event)
            >
                <Verdict stage/>
                <Controls stage/>
                <Diagram stage/>
                <Panels stage/>
            </section>
        </main>
        <footer class="foot">
            <p>{word(stage, Word::Footer)}</p>
        </footer>
    }
}

/// A button with the name of the other language in that language.
#[component]
fn LanguageSwitch(stage: Stage) -> impl IntoView {
    let other = move || stage.lang.get().other();
    let tag = text(move || other().tag().to_owned());
    let name = text(move || Lang::own_name(other()).to_owned());
    view! {
        <button
            class="lang"
            type="button"
            data-testid="language"
            lang=tag
            on:click=move |_| stage.lang.update(|lang| *lang = lang.other())
        >
            {name}
        </button>
    }
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
