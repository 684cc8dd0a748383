//! What the browser can do and what its user prefers. Each thing is asked once,
//! here, and has a fallback: in a sandboxed frame most of it throws.

use crate::text::{LabWord, Lang};
use gloo_timers::callback::Timeout;
use leptos::prelude::{document, window};
use leptos::task::spawn_local;
use leptos::wasm_bindgen::JsCast;
use leptos::wasm_bindgen::closure::Closure;
use leptos::web_sys::{
    Blob, BlobPropertyBag, ClipboardEvent, FocusOptions, HtmlAnchorElement, HtmlElement, Url,
};
use wasm_bindgen_futures::JsFuture;

const LANG_KEY: &str = "fencelab.lang";

/// The language: as chosen before, else the browser's first one that we speak.
pub fn language() -> Lang {
    kept(LANG_KEY)
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
    // Storage that is full or denied costs a preference, nothing else.
    let _ = keep(LANG_KEY, lang.tag());
    mark_language(lang, title);
}

/// Marks the page with its language, for fonts, hyphens and screen readers.
pub fn mark_language(lang: Lang, title: &str) {
    if let Some(root) = document().document_element() {
        let _ = root.set_attribute("lang", lang.tag());
    }
    document().set_title(title);
}

/// Keeps a text under a name, where storage is allowed and not full; tells whether it did.
pub fn keep(key: &str, text: &str) -> bool {
    let storage = window().local_storage().ok().flatten();
    storage.is_some_and(|storage| storage.set_item(key, text).is_ok())
}

/// Whether anything can be kept here.
pub fn has_storage() -> bool {
    window().local_storage().is_ok_and(|found| found.is_some())
}

/// Calls back whenever another page of this browser has kept something.
pub fn on_kept_elsewhere(changed: impl Fn() + 'static) {
    let listener = leptos::wasm_bindgen::closure::Closure::<dyn FnMut()>::new(changed);
    let listener = listener.into_js_value();
    // A page without the event sees it when it is loaded again.
    let _ = window().add_event_listener_with_callback("storage", listener.unchecked_ref());
}

/// What was kept under a name.
pub fn kept(key: &str) -> Option<String> {
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

/// Milliseconds of a clock that never goes back, for measuring how long work takes.
pub fn clock() -> f64 {
    window().performance().map_or_else(now, |clock| clock.now())
}

/// How wide letters are on this machine, against what pictures assume: labels give
/// way by it. 1 where nothing can be measured.
pub fn letter_width() -> f64 {
    const SAMPLE: &str = "believes it, but the lease is gone: 6 s · GC 停止・体感";
    let assumed = crate::picture::text_width(SAMPLE, 100.0);
    measured(SAMPLE)
        .filter(|width| *width > 0.0)
        .map_or(1.0, |width| width / assumed)
}

/// The width of a text at 100 px, as a label of a picture would have it.
fn measured(text: &str) -> Option<f64> {
    let span = document().create_element("span").ok()?;
    span.set_class_name("measure");
    span.set_text_content(Some(text));
    let body = document().body()?;
    body.append_child(&span).ok()?;
    let width = span.get_bounding_client_rect().width();
    span.remove();
    Some(width)
}

/// Which page the document asks for, where several share a program.
pub fn asked_page() -> Option<String> {
    document()
        .get_element_by_id("app")?
        .get_attribute("data-page")
}

/// What stands after the `#` of the address.
pub fn fragment() -> String {
    let hash = window().location().hash().unwrap_or_default();
    hash.strip_prefix('#').unwrap_or(&hash).to_owned()
}

/// What stands after the `?` of the address.
pub fn query() -> String {
    let search = window().location().search().unwrap_or_default();
    search.strip_prefix('?').unwrap_or(&search).to_owned()
}

/// Calls back whenever somebody else writes another fragment into the address.
pub fn on_fragment_change(changed: impl Fn() + 'static) {
    let listener = Closure::<dyn FnMut()>::new(changed).into_js_value();
    // A page without the event stays as it is until it is loaded again.
    let _ = window().add_event_listener_with_callback("hashchange", listener.unchecked_ref());
}

/// Writes what stands after the `#`, without a step in the history.
pub fn set_fragment(fragment: &str) {
    if let Ok(history) = window().history() {
        // Some frames deny it: then the address stays as it is.
        let _ = history.replace_state_with_url(
            &leptos::wasm_bindgen::JsValue::NULL,
            "",
            Some(&format!("#{fragment}")),
        );
    }
}

/// The address of the folder that the page lies in, with a slash at its end.
pub fn folder() -> String {
    let address = window().location().href().unwrap_or_default();
    let plain = address.split(['?', '#']).next().unwrap_or_default();
    let end = plain.rfind('/').map_or(0, |slash| slash + 1);
    plain.get(..end).unwrap_or_default().to_owned()
}

/// The address of this page, as a whole.
pub fn address() -> String {
    window().location().href().unwrap_or_default()
}

/// The address of this page with another fragment; it need not be the one in the address bar.
pub fn address_with(fragment: &str) -> String {
    let href = window().location().href().unwrap_or_default();
    let page = href.split('#').next().unwrap_or_default();
    format!("{page}#{fragment}")
}

/// Puts the address on the clipboard, and tells in a word whether that was allowed.
pub fn copy_address(told: impl FnOnce(LabWord) + 'static) {
    let Ok(address) = window().location().href() else {
        return told(LabWord::LinkInAddress);
    };
    copy_text(&address, |copied| {
        told(match copied {
            Copied::Yes => LabWord::LinkCopied,
            Copied::Denied => LabWord::LinkInAddress,
        });
    });
}

/// Whether a text is on the clipboard.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Copied {
    /// It is.
    Yes,
    /// The page was not allowed to put it there.
    Denied,
}

/// Puts a text on the clipboard, and tells whether that was allowed.
pub fn copy_text(text: &str, told: impl FnOnce(Copied) + 'static) {
    let navigator = window().navigator();
    let clipboard = js_sys::Reflect::get(&navigator, &"clipboard".into());
    if !clipboard.is_ok_and(|clipboard| clipboard.is_object()) {
        return told(Copied::Denied);
    }
    let written = navigator.clipboard().write_text(text);
    spawn_local(async move {
        told(match JsFuture::from(written).await {
            Ok(_) => Copied::Yes,
            Err(_) => Copied::Denied,
        });
    });
}

/// Calls back whenever something is pasted, wherever the focus is.
pub fn on_paste(pasted: impl Fn(ClipboardEvent) + 'static) {
    let listener = Closure::<dyn FnMut(ClipboardEvent)>::new(pasted).into_js_value();
    let _ = document().add_event_listener_with_callback("paste", listener.unchecked_ref());
}

/// Opens the browser's print dialogue; nothing happens where it is denied.
pub fn print() {
    let _ = window().print();
}

/// A text as the contents of a file.
pub fn blob(kind: &str, text: &str) -> Option<Blob> {
    let parts = js_sys::Array::of1(&text.into());
    let options = BlobPropertyBag::new();
    options.set_type(kind);
    Blob::new_with_str_sequence_and_options(&parts, &options).ok()
}

/// Hands a text to the user as a file; nothing happens where files are denied.
pub fn save(name: &str, kind: &str, text: &str) {
    if let Some(blob) = blob(kind, text) {
        save_blob(name, &blob);
    }
}

/// Hands the contents of a file to the user; nothing happens where files are denied.
pub fn save_blob(name: &str, blob: &Blob) {
    let address = Url::create_object_url_with_blob(blob);
    let link = document().create_element("a").ok();
    let link = link.and_then(|link| link.dyn_into::<HtmlAnchorElement>().ok());
    if let (Ok(address), Some(link)) = (address, link) {
        link.set_href(&address);
        link.set_download(name);
        link.click();
        // The browser has taken the file by the time that the page has its turn again.
        Timeout::new(1_000, move || {
            let _ = Url::revoke_object_url(&address);
        })
        .forget();
    }
}

/// Whether somebody is just pressing a key or a button; true where the browser does not say.
fn is_in_hand() -> bool {
    let active = js_sys::Reflect::get(&window().navigator(), &"userActivation".into())
        .and_then(|activation| js_sys::Reflect::get(&activation, &"isActive".into()));
    active.ok().and_then(|active| active.as_bool()) != Some(false)
}

/// Puts the whole page on the screen, or takes it off, where that is allowed; else nothing.
pub fn fullscreen(on: bool) {
    // A browser complains of a page that asks by itself.
    if on && !is_in_hand() {
        return;
    }
    let page = document();
    let root = page.document_element();
    let (target, name) = match root {
        Some(root) if on => (
            leptos::wasm_bindgen::JsValue::from(root),
            "requestFullscreen",
        ),
        Some(_) if page.fullscreen_element().is_some() => (page.into(), "exitFullscreen"),
        Some(_) | None => return,
    };
    let act = js_sys::Reflect::get(&target, &name.into()).ok();
    let act = act.and_then(|act| act.dyn_into::<js_sys::Function>().ok());
    let asked = act.and_then(|act| act.call0(&target).ok());
    let asked = asked.and_then(|asked| asked.dyn_into::<js_sys::Promise>().ok());
    if let Some(asked) = asked {
        spawn_local(async move {
            // A page that may not is as large as its window.
            let _ = JsFuture::from(asked).await;
        });
    }
}

/// Calls back when the page is no longer on the whole screen.
pub fn on_fullscreen_end(ended: impl Fn() + 'static) {
    let listener = Closure::<dyn FnMut()>::new(move || {
        if document().fullscreen_element().is_none() {
            ended();
        }
    });
    let listener = listener.into_js_value();
    let _ =
        document().add_event_listener_with_callback("fullscreenchange", listener.unchecked_ref());
}

/// A name of its own for this tab, which stays when the page is loaded again, where that can be
/// kept.
pub fn session() -> String {
    const KEY: &str = "fencelab.session";
    let storage = window().session_storage().ok().flatten();
    let kept = storage
        .as_ref()
        .and_then(|it| it.get_item(KEY).ok().flatten());
    kept.unwrap_or_else(|| {
        let half = || (js_sys::Math::random() * 1e12).floor();
        let session = format!("{}{}", half(), half());
        if let Some(storage) = storage {
            let _ = storage.set_item(KEY, &session);
        }
        session
    })
}

/// Moves the focus to the element with this id.
pub fn focus(id: &str) {
    let element = document().get_element_by_id(id);
    if let Some(element) = element.and_then(|element| element.dyn_into::<HtmlElement>().ok()) {
        let _ = element.focus();
    }
}

/// Moves the focus to the element with this id; the page stays where it is.
pub fn focus_in_place(id: &str) {
    let element = document().get_element_by_id(id);
    if let Some(element) = element.and_then(|element| element.dyn_into::<HtmlElement>().ok()) {
        let options = FocusOptions::new();
        options.set_prevent_scroll(true);
        let _ = element.focus_with_options(&options);
    }
}

/// Moves the focus to the first element of a selector.
pub fn focus_first(selector: &str) {
    focus_place(selector, 0);
}

/// Moves the focus to the next (1) or previous (-1) element of a selector, round in a circle.
pub fn focus_beside(selector: &str, by: i32) {
    let Ok(all) = document().query_selector_all(selector) else {
        return;
    };
    let active = document().active_element();
    let here = (0..all.length()).find(|place| {
        all.item(*place).is_some_and(|node| {
            active.as_ref().is_some_and(|active| {
                let node: &leptos::web_sys::Node = &node;
                node.is_same_node(Some(active))
            })
        })
    });
    let count = i32::try_from(all.length()).unwrap_or(1).max(1);
    let here = here.and_then(|here| i32::try_from(here).ok()).unwrap_or(0);
    focus_place(selector, (here + by).rem_euclid(count));
}

fn focus_place(selector: &str, place: i32) {
    let all = document().query_selector_all(selector).ok();
    let node = all
        .zip(u32::try_from(place).ok())
        .and_then(|(all, place)| all.item(place));
    if let Some(element) = node.and_then(|node| node.dyn_into::<HtmlElement>().ok()) {
        let _ = element.focus();
    }
}
