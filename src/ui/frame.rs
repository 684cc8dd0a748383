//! What every page has: how it is mounted and stopped, its head, its foot, its language.

use super::dom::{El, html};
use super::env;
use super::reactive::{text, word};
use super::stage::Stage;
use crate::text::Word;
use leptos::mount::mount_to;
use leptos::prelude::*;
use leptos::wasm_bindgen::JsCast;
use leptos::web_sys::{Event, HtmlElement, console};

/// Mounts a page in place of the static one, which stays if this never runs.
pub fn mount(page: fn() -> Vec<El>) {
    std::panic::set_hook(Box::new(|info| {
        console::error_1(&format!("{info}").into());
        stop_page();
    }));
    let root = document()
        .get_element_by_id("app")
        .and_then(|root| root.dyn_into().ok());
    if let Some(root) = root {
        open(root, page);
    }
}

/// Builds a page into `root`, in place of what is there.
pub fn open(root: HtmlElement, page: fn() -> Vec<El>) {
    root.set_text_content(None);
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

/// A page around its stage.
pub fn framed(stage: Stage, here: Word, section: El) -> Vec<El> {
    remember_language(stage);
    let skip = html("a")
        .attr("class", "skip")
        .attr("href", "#stage")
        .says(word(stage, Word::SkipToStage))
        // The fragment belongs to the link: the focus goes there without it.
        .on("click", |event: Event| {
            event.prevent_default();
            env::focus("stage");
        });
    let foot = html("footer")
        .attr("class", "foot")
        .child(html("p").says(word(stage, Word::Footer)));
    vec![skip, top(stage, here), html("main").child(section), foot]
}

/// The region of a stage, still empty.
pub fn region(stage: Stage) -> El {
    html("section")
        .attr("id", "stage")
        .attr("class", "stage")
        .attr("tabindex", "-1")
        .live("aria-label", word(stage, Word::Stage))
        .attr("data-testid", "stage")
}

/// Name, ways to the other pages, language.
fn top(stage: Stage, here: Word) -> El {
    let file =
        |name: &'static str| text(move || format!("./{name}.{}.html", stage.lang.get().tag()));
    let way = |name: Word, href: Signal<String>| {
        let link = html("a").live("href", href).says(word(stage, name));
        if name == here {
            link.attr("aria-current", "page")
        } else {
            link
        }
    };
    let nav = html("nav")
        .live("aria-label", word(stage, Word::Pages))
        .child(way(Word::NavStage, text(|| "./".to_owned())))
        .child(way(Word::NavCourse, text(|| "./course.html".to_owned())))
        .child(way(Word::NavLaboratory, text(|| "./lab.html".to_owned())))
        .child(way(Word::NavStories, file("stories")))
        .child(way(Word::NavMyLock, file("my-lock")))
        .child(way(Word::NavMonday, file("monday")));
    html("header")
        .attr("class", "top")
        .child(html("h1").text("Fencelab"))
        .child(nav)
        .child(language_switch(stage))
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

/// Marks the page with its language, and keeps the choice where that is allowed.
fn remember_language(stage: Stage) {
    Effect::new(move |first: Option<()>| {
        let lang = stage.lang.get();
        let title = format!("Fencelab · {}", Word::Tagline.of(lang));
        match first {
            None => env::mark_language(lang, &title),
            Some(()) => env::keep_language(lang, &title),
        }
    });
}
