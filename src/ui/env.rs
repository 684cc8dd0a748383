//! What the browser can do and what its user prefers. Each thing is asked once,
//! here, and has a fallback: in a sandboxed frame most of it throws.

use crate::text::Lang;
use leptos::prelude::{document, window};

const LANG_KEY: &str = "fencelab.lang";

/// The language: as chosen before, else the browser's first one that we speak.
pub fn language() -> Lang {
    stored(LANG_KEY)
        .and_then(|tag| Lang::from_tag(&tag))
        .or_else(|| {
            window()
                .navigator()
                .language()
                .and_then(|tag| Lang::from_tag(&tag))
        })
        .unwrap_or_default()
}

/// Keeps the chosen language where storage is allowed, and marks the page with it.
pub fn keep_language(lang: Lang, title: &str) {
    if let Ok(Some(storage)) = window().local_storage() {
        // Storage that is full or denied costs the preference, nothing else.
        let _ = storage.set_item(LANG_KEY, lang.tag());
    }
    mark_language(lang, title);
}

/// Marks the page with its language, for fonts, hyphens and screen readers.
pub fn mark_language(lang: Lang, title: &str) {
    if let Some(root) = document().document_element() {
        let _ = root.set_attribute("lang", lang.tag());
    }
    document().set_title(title);
}

fn stored(key: &str) -> Option<String> {
    window()
        .local_storage()
        .ok()
        .flatten()?
        .get_item(key)
        .ok()
        .flatten()
}

/// Whether the user wants things to move as little as possible.
pub fn reduced_motion() -> bool {
    window()
        .match_media("(prefers-reduced-motion: reduce)")
        .ok()
        .flatten()
        .is_some_and(|query| query.matches())
}

/// Milliseconds of the browser's own clock, for playing.
pub fn now() -> f64 {
    js_sys::Date::now()
}
