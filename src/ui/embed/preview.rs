//! The panel's preview: the very frame that the markup makes, trusted with no more than there.

use super::builder::Chosen;
use super::embed_word;
use crate::share::snippet::{ALLOW, SANDBOX};
use crate::text::EmbedWord;
use crate::ui::dom::{El, html};
use crate::ui::reactive::text;
use gloo_timers::callback::Timeout;
use js_sys::{Object, Reflect};
use leptos::prelude::*;
use leptos::wasm_bindgen::closure::Closure;
use leptos::wasm_bindgen::{JsCast, JsValue};
use leptos::web_sys::{Element, MessageEvent, Window};

/// How long the stage must stand still before the preview follows, in milliseconds.
const SETTLED_MS: u32 = 350;

/// A frame that is loaded when the panel is opened, and follows what is chosen.
pub(super) fn preview(chosen: &Chosen) -> El {
    let chosen = *chosen;
    // Where it is wider than the page, it is scrolled: by keys, too.
    let place = html("div")
        .attr("class", "embed-preview")
        .attr("role", "group")
        .attr("tabindex", "0")
        .live("aria-label", embed_word(chosen.stage, EmbedWord::Preview));
    let parent = place.element().clone();
    let frame = StoredValue::new_local(None::<Element>);
    let snippet = Memo::new(move |_| chosen.open.get().then(|| chosen.snippet()));
    // Another look is another frame: the old one would leave a step in the history.
    let dress = Memo::new(move |_| {
        let snippet = snippet.get()?;
        Some((snippet.dress(), snippet.width, chosen.lang.get()))
    });
    Effect::new(move |_| {
        parent.set_text_content(None);
        frame.set_value(None);
        let (Some((_, width, _)), Some(snippet)) = (dress.get(), snippet.get_untracked()) else {
            return;
        };
        let made = html("iframe")
            .live("title", embed_word(chosen.stage, EmbedWord::Preview))
            .attr("data-testid", "embed-preview")
            .attr("width", &width.to_string())
            .live("height", text(move || chosen.height.get().to_string()))
            .attr("sandbox", SANDBOX)
            .attr("allow", ALLOW)
            .attr("src", &snippet.address());
        // It fails only for a node that contains its parent.
        let _ = parent.append_child(made.element());
        frame.set_value(Some(made.element().clone()));
    });
    follow_link(&chosen, frame);
    hear_height(&chosen, frame);
    place
}

type Frame = StoredValue<Option<Element>, LocalStorage>;

/// The window in a frame.
fn window_of(frame: Frame) -> Option<JsValue> {
    let element = frame.try_get_value().flatten()?;
    Reflect::get(&element, &"contentWindow".into()).ok()
}

/// Says to the frame what is on the stage, once that has settled.
fn follow_link(chosen: &Chosen, frame: Frame) {
    let chosen = *chosen;
    let waiting = StoredValue::new_local(None::<Timeout>);
    Effect::new(move |_| {
        if !chosen.open.get() {
            return;
        }
        let link = chosen.link.fragment_in(chosen.lang.get());
        let say = move || {
            let message = Object::new();
            for (name, value) in [
                ("fencelab", JsValue::from(1)),
                ("type", "set".into()),
                ("link", link.as_str().into()),
            ] {
                // A new object takes every field.
                let _ = Reflect::set(&message, &name.into(), &value);
            }
            if let Some(window) = window_of(frame) {
                let window: Window = window.unchecked_into();
                let _ = window.post_message(&message, "*");
            }
        };
        waiting.set_value(Some(Timeout::new(SETTLED_MS, say)));
    });
}

/// Gives the frame, and the markup, the height that the stage in it has.
fn hear_height(chosen: &Chosen, frame: Frame) {
    let chosen = *chosen;
    let heard = move |event: MessageEvent| {
        let source = event.source().map(JsValue::from);
        let is_ours = source
            .zip(window_of(frame))
            .is_some_and(|(source, window)| Object::is(&source, &window));
        let height = Reflect::get(&event.data(), &"height".into()).ok();
        let height = height.and_then(|height| height.as_f64());
        if let Some(height) = height.filter(|_| is_ours) {
            #[allow(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "`as` saturates"
            )]
            chosen.height.set(height.clamp(0.0, 10_000.0) as u32);
        }
    };
    let listener = Closure::<dyn FnMut(MessageEvent)>::new(heard).into_js_value();
    // Without the event the height stays as it is.
    let _ = window().add_event_listener_with_callback("message", listener.unchecked_ref());
}
