//! What a key means, while presenting and while a question is open. A clicker is a keyboard.

use leptos::wasm_bindgen::JsCast;
use leptos::web_sys::{Element, KeyboardEvent};

/// What a key asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// Present mode on or off.
    Toggle,
    /// Present mode off.
    Leave,
    /// The next event.
    Next,
    /// Back.
    Previous,
    /// The black screen, or the marked choice.
    Blank,
    /// 0 to 9.
    Digit(usize),
    /// The begin of the run.
    Start,
    /// The end of the run.
    End,
    /// Everything as at the begin.
    Reset,
    /// The speaker's window.
    Speaker,
    /// The QR code of what is on the screen.
    Code,
    /// The list of keys.
    Help,
}

/// What keys are for at the moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mode {
    /// Whether present mode is on.
    pub is_on: bool,
    /// Whether a question waits for a choice.
    pub is_asked: bool,
}

/// What takes its own keys first.
const FIELDS: &str = "input, select, textarea, [contenteditable]";
const WITH_ARROWS: &str = "[role=slider], [role=tablist], [role=grid], .menu";

/// What a key asks for, if it is ours.
pub fn act(event: &KeyboardEvent, mode: Mode) -> Option<Act> {
    let target = event.target()?.dyn_into::<Element>().ok();
    let within = |selector: &str| {
        let found = target.as_ref().map(|target| target.closest(selector));
        matches!(found, Some(Ok(Some(_))))
    };
    if within(FIELDS) {
        return None;
    }
    let key = event.key();
    let clicks = mode.is_on || mode.is_asked;
    let act = match key.as_str() {
        "f" | "F" => Act::Toggle,
        "s" | "S" => Act::Speaker,
        "q" | "Q" if mode.is_on => Act::Code,
        "?" => Act::Help,
        "n" | "N" if clicks => Act::Next,
        "p" | "P" if clicks => Act::Previous,
        "b" | "B" | "." if clicks => Act::Blank,
        "r" | "R" if mode.is_on => Act::Reset,
        key => match key.parse() {
            Ok(digit @ 0..=9) if clicks => Act::Digit(digit),
            Ok(_) => return None,
            Err(_) => return moving(key, mode, within),
        },
    };
    Some(act)
}

/// Keys that move something wherever the focus is.
fn moving(key: &str, mode: Mode, within: impl Fn(&str) -> bool) -> Option<Act> {
    if key == "Escape" {
        return (mode.is_on && !within(".menu")).then_some(Act::Leave);
    }
    if within(WITH_ARROWS) {
        return None;
    }
    // Where nobody presents, a page must still scroll by its keys.
    let pages = mode.is_on || (mode.is_asked && within("#stage"));
    match key {
        "PageDown" if pages => Some(Act::Next),
        "PageUp" if pages => Some(Act::Previous),
        "ArrowRight" | "ArrowDown" if mode.is_on => Some(Act::Next),
        "ArrowLeft" | "ArrowUp" if mode.is_on => Some(Act::Previous),
        " " if mode.is_on && !within("button, summary") => Some(Act::Next),
        "Home" if mode.is_on => Some(Act::Start),
        "End" if mode.is_on => Some(Act::End),
        _ => None,
    }
}

/// Whether a key does nothing by itself.
pub fn is_modifier(event: &KeyboardEvent) -> bool {
    matches!(
        event.key().as_str(),
        "Shift" | "Control" | "Alt" | "Meta" | "AltGraph" | "CapsLock" | "Fn"
    )
}
