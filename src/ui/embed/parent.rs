//! The page around the frame: what it asks for, and what it is told (`docs/embed.md`).

use crate::share::Told;
use crate::share::message::MessageError;
use leptos::prelude::window;
use leptos::wasm_bindgen::closure::Closure;
use leptos::wasm_bindgen::{JsCast, JsValue};
use leptos::web_sys::{MessageEvent, Window};

/// The page around this one, if this one stands in a frame.
fn parent() -> Option<Window> {
    let parent = window().parent().ok().flatten()?;
    (!js_sys::Object::is(&parent, &window())).then_some(parent)
}

/// Tells the page around the frame something. It may be of any site: in a sandboxed frame
/// nothing tells where it comes from, so nothing is told that it must not know.
pub fn tell(told: &Told) {
    if let (Some(parent), Ok(value)) = (parent(), js_sys::JSON::parse(&told.to_json())) {
        // A page that is just going away hears nothing any more.
        let _ = parent.post_message(&value, "*");
    }
}

/// Hands on what the page around the frame says, as JSON; what anybody else says is dropped.
pub fn hear(heard: impl Fn(Result<String, MessageError>) + 'static) {
    let listener = move |event: MessageEvent| {
        let source = event.source().map(JsValue::from);
        let parent = parent().map(JsValue::from);
        let is_parent = parent
            .zip(source)
            .is_some_and(|(parent, source)| js_sys::Object::is(&parent, &source));
        if is_parent {
            heard(as_json(&event.data()));
        }
    };
    let listener = Closure::<dyn FnMut(MessageEvent)>::new(listener).into_js_value();
    // Without the event the frame works, and hears nothing.
    let _ = window().add_event_listener_with_callback("message", listener.unchecked_ref());
}

/// A value as JSON. What is no object, or has no JSON and is not meant for us, is `null`.
fn as_json(data: &JsValue) -> Result<String, MessageError> {
    if !data.is_object() {
        return Ok("null".to_owned());
    }
    match js_sys::JSON::stringify(data) {
        Ok(text) => Ok(text.as_string().unwrap_or_else(|| "null".to_owned())),
        Err(_) if js_sys::Reflect::has(data, &"fencelab".into()) == Ok(true) => {
            Err(MessageError::NotJson)
        }
        Err(_) => Ok("null".to_owned()),
    }
}
