//! The way of messages between two windows: a channel whose name holds the session, or, where a
//! browser has no such channels, from the window that was opened to the one that opened it.

use crate::share::Message;
use crate::ui::env;
use leptos::prelude::window;
use leptos::wasm_bindgen::closure::Closure;
use leptos::wasm_bindgen::{JsCast, JsValue};
use leptos::web_sys::{BroadcastChannel, MessageEvent, Window};

/// How two windows hear each other.
#[derive(Clone)]
pub enum Wire {
    /// By a channel.
    Channel(BroadcastChannel),
    /// By messages to the other window.
    Peer(Window),
}

impl Wire {
    /// The channel of a session, where there are channels.
    pub fn channel(session: &str) -> Option<Self> {
        let name = format!("fencelab-{session}");
        BroadcastChannel::new(&name).ok().map(Self::Channel)
    }

    /// The window that opened this one.
    pub fn opener() -> Option<Self> {
        let opener = window().opener().ok()?;
        // Of a window it must not be asked what it is: it may be of another origin.
        let is_window = opener.is_object();
        is_window.then(|| Self::Peer(opener.unchecked_into()))
    }

    /// Sends a message; nobody may be there to hear it.
    pub fn send(&self, message: &Message) {
        let line = JsValue::from_str(&message.write());
        let _ = match self {
            Self::Channel(channel) => channel.post_message(&line),
            Self::Peer(peer) => match window().location().origin() {
                Ok(origin) => peer.post_message(&line, &origin),
                Err(refused) => Err(refused),
            },
        };
    }
}

/// Hears the messages of a channel, or those of other windows of this site.
pub fn listen(wire: Option<&Wire>, mut heard: impl FnMut(Message) + 'static) {
    let listener = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        if event.origin() != window().location().origin().unwrap_or_default() {
            return;
        }
        let line = event.data().as_string();
        if let Some(message) = line.and_then(|line| Message::read(&line)) {
            heard(message);
        }
    });
    let listener = listener.into_js_value();
    let _ = match wire {
        Some(Wire::Channel(channel)) => {
            channel.add_event_listener_with_callback("message", listener.unchecked_ref())
        }
        Some(Wire::Peer(_)) | None => {
            window().add_event_listener_with_callback("message", listener.unchecked_ref())
        }
    };
}

/// The session that the address names, and whether it must be heard from the opener.
pub fn asked() -> Option<(String, bool)> {
    let query = env::query();
    let value = |name: &str| {
        let mut pairs = query.split('&').filter_map(|pair| pair.split_once('='));
        pairs
            .find(|(known, _)| *known == name)
            .map(|(_, value)| value.to_owned())
    };
    Some((value("speaker")?, value("by").as_deref() == Some("opener")))
}

/// Whether a session can be one of ours.
pub fn is_session(session: &str) -> bool {
    (1..=40).contains(&session.len()) && session.bytes().all(|byte| byte.is_ascii_digit())
}
