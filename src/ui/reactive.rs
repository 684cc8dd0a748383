//! One type for everything that changes on the page. A closure in a view is a
//! type of its own, and each costs a copy of the framework's code in the wasm;
//! a signal of a text does not.

use super::stage::Stage;
use crate::text::{LabWord, PresentWord, Word};
use leptos::prelude::*;

/// A text that follows what it reads.
pub fn text(read: impl Fn() -> String + Send + Sync + 'static) -> Signal<String> {
    derived(Box::new(read))
}

#[inline(never)]
fn derived(read: Box<dyn Fn() -> String + Send + Sync>) -> Signal<String> {
    Signal::derive(read)
}

/// A word in the stage's language.
#[inline(never)]
pub fn word(stage: Stage, word: Word) -> Signal<String> {
    text(move || word.of(stage.lang.get()).to_owned())
}

/// A word of the laboratory in the stage's language.
#[inline(never)]
pub fn lab_word(stage: Stage, word: LabWord) -> Signal<String> {
    text(move || word.of(stage.lang.get()).to_owned())
}

/// A word of present mode in the stage's language.
pub fn present_word(stage: Stage, word: PresentWord) -> Signal<String> {
    text(move || word.of(stage.lang.get()).to_owned())
}
