//! Words of the outcome map, the TTL sweep and chaos. Only the laboratory says
//! them: they are kept apart from the words of the first page.

mod chaos;
mod map;
mod ttl;

pub use chaos::{failure, found, impossible, intensity, intensity_means, kind, shrunk, survived};
pub use map::{axis, edge, lack, no_map};
pub use ttl::{about, defences, distribution, duration, finding, probability, strike};

use super::Lang;

/// How many runs have been made.
#[must_use]
pub fn runs(lang: Lang, done: u32, of: u32) -> String {
    say!(lang, "{done} of {of} runs", "{of} 回中 {done} 回を実行")
}
