//! The stage in a frame of another page: the picture, its verdict, and little else.

mod asked;
mod builder;
mod height;
mod parent;
mod preview;

pub use builder::builder;

use super::components::{clocks, diagram, fence_switch, transport, verdict};
use super::dom::{El, html};
use super::frame::region;
use super::keys::{is_typing, keys};
use super::link::Link;
use super::reactive::{text, word};
use super::stage::Stage;
use super::twin::Twin;
use super::{env, look, player};
use crate::edit::past::{Cause, Past};
use crate::model::TrueTime;
use crate::picture::Extras;
use crate::share::Ground;
use crate::share::keys::Keys;
use crate::share::{Stand, Told};
use crate::sim::scenario::Scenario;
use crate::text::{EmbedWord, Lang, Word, verdict as said};
use leptos::prelude::*;
use leptos::wasm_bindgen::JsCast;
use leptos::wasm_bindgen::closure::Closure;
use leptos::web_sys::KeyboardEvent;

/// A word of embedding in the stage's language.
fn embed_word(stage: Stage, word: EmbedWord) -> Signal<String> {
    text(move || word.of(stage.lang.get()).to_owned())
}

/// The page in a frame, as the keys of its address ask for it.
pub fn page(keys: &Keys) -> Vec<El> {
    let stage = Stage::new(Scenario::seed(), env::language(), Extras::ALL);
    stage.past.set(Past::packed());
    let twin = Twin::of(stage);
    let link = Link::open(stage, twin.setting());
    let first = stage.scenario.get_untracked();
    player::run_while_playing(stage);
    dress(keys);
    mark_language(stage);
    let is_bare = keys.controls == Some(false);
    let [picture, _] = diagram(stage, Some(clocks(stage)));
    let section = region(stage)
        .children(verdict(stage))
        .children((!is_bare).then(|| controls(stage)))
        .child(link.banner())
        .child(picture)
        .child(twin.view(RwSignal::new(false)))
        .child(origin(stage, link))
        .on("keydown", move |event: KeyboardEvent| {
            stage_key(stage, &first, &event);
        });
    forward_keys();
    if keys.autoplay == Some(true) && !env::reduced_motion() {
        stage.playing.set(true);
    }
    asked::follow(stage, link);
    let name = html("h1").attr("class", "unseen").text("Fencelab");
    let whole = html("main")
        .attr("class", if is_bare { "embedded bare" } else { "embedded" })
        .child(name)
        .child(section);
    height::tell(whole.element());
    vec![whole]
}

/// What the frame looks like beside its theme.
fn dress(keys: &Keys) {
    look::mark("data-embed", Some("1"));
    let is_clear = keys.background == Some(Ground::Transparent);
    look::mark("data-background", is_clear.then_some("transparent"));
    // A colour that could hardly be seen is told by the link's banner.
    if let Ok(Some(colour)) = keys.accent() {
        look::mark("data-accent", Some("1"));
        look::mark("style", Some(&format!("--accent: {colour}")));
    }
}

/// The language of the document; in the page of somebody else it is not kept.
fn mark_language(stage: Stage) {
    Effect::new(move |_| {
        let lang: Lang = stage.lang.get();
        env::mark_language(lang, &format!("Fencelab · {}", Word::Tagline.of(lang)));
    });
}

fn controls(stage: Stage) -> El {
    html("div")
        .attr("class", "controls")
        .attr("role", "group")
        .live("aria-label", word(stage, Word::Controls))
        .child(fence_switch(stage))
        .child(transport(stage))
}

/// Where the picture comes from, with what it shows now.
fn origin(stage: Stage, link: Link) -> El {
    let href = text(move || format!("./lab.html#{}", link.fragment()));
    let open = html("a")
        .live("href", href)
        .attr("target", "_blank")
        .attr("rel", "noopener")
        .attr("data-testid", "open-in")
        .says(embed_word(stage, EmbedWord::OpenIn))
        .child(
            html("span")
                .attr("class", "unseen")
                .text(" ")
                .says(embed_word(stage, EmbedWord::NewTab)),
        );
    html("p").attr("class", "origin").child(open)
}

/// A key of the stage. At the end of the run the next event is the reader's next page, and at
/// its start the previous one: there the keys are left to the page around the frame.
fn stage_key(stage: Stage, first: &Scenario, event: &KeyboardEvent) {
    let is_plain = !event.ctrl_key() && !event.meta_key() && !event.alt_key();
    let at = stage.playhead.get_untracked();
    match event.key().as_str() {
        "PageDown" if at >= stage.now().layout().end() => {}
        "PageUp" if at <= TrueTime::START => {}
        "r" if is_plain && !is_typing(event) && !event.default_prevented() => {
            event.prevent_default();
            stage.go(Stand::End);
            stage.change(first.clone(), Cause::Whole);
            stage.settle();
        }
        _ => keys(stage, event),
    }
}

/// Tells the page around the frame of keys that turn pages and that nothing here has taken.
fn forward_keys() {
    const TURN: [&str; 6] = [
        "PageUp",
        "PageDown",
        "ArrowLeft",
        "ArrowRight",
        "ArrowUp",
        "ArrowDown",
    ];
    let forward = |event: KeyboardEvent| {
        let held = event.ctrl_key() || event.meta_key() || event.alt_key() || event.shift_key();
        let key = event.key();
        let is_free = !event.default_prevented() && !held && !is_typing(&event);
        if is_free && TURN.contains(&key.as_str()) {
            parent::tell(&Told::Key(key));
        }
    };
    let listener = Closure::<dyn FnMut(KeyboardEvent)>::new(forward).into_js_value();
    // Without the event the keys stay in the frame.
    let _ = window().add_event_listener_with_callback("keydown", listener.unchecked_ref());
}

/// What the run comes to, as the page around the frame is told.
fn outcome(stage: Stage) -> Told {
    let (lang, scene) = (stage.lang.get(), stage.scene.get());
    let outcome = scene.report.outcome;
    Told::Verdict {
        outcome,
        word: said::word(outcome).of(lang).to_owned(),
        sentence: said::sentence(lang, &scene.scenario, &scene.history, &scene.report),
    }
}
