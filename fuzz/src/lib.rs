//! Promises that must hold for any bytes whatever. A promise takes bytes and
//! panics if it is broken. `cargo fuzz` looks for such bytes (`targets` has a
//! program for each promise), and the tests of the laws hold each promise
//! against the files in `seeds`, where bytes that broke one stay for ever.
//!
//! A new promise is a function here, its line in [`PROMISES`], a program in
//! `targets` with its lines in Cargo.toml, and a folder of its name in `seeds`.

mod edits;
mod explorer;
mod import;
mod keys;
mod link;
mod message;
mod saved;
mod scenario;

pub use edits::edits;
pub use explorer::explorer;
pub use import::import;
pub use keys::keys;
pub use link::link;
pub use message::message;
pub use saved::saved;
pub use scenario::scenario;

use fencelab::text::Lang;

/// A promise: nothing comes of bytes for which it holds.
pub type Promise = fn(&[u8]);

/// Every promise, by the name of its program and of its folder in `seeds`.
pub const PROMISES: [(&str, Promise); 8] = [
    ("edits", edits),
    ("explorer", explorer),
    ("import", import),
    ("keys", keys),
    ("link", link),
    ("message", message),
    ("saved", saved),
    ("scenario", scenario),
];

/// What goes wrong is said in words, in both languages.
fn is_said(say: impl Fn(Lang) -> String) {
    for lang in Lang::ALL {
        let said = say(lang);
        assert!(said.chars().count() > 5, "{said:?} says nothing");
    }
}
