//! Prints the words of `scripts/offline.js`, by language and name, as JSON.
//!
//! ```text
//! cargo run --no-default-features --example offline_words
//! ```

use fencelab::text::{Lang, OfflineWord};
use serde_json::{Map, Value};
use std::io::Write;

fn main() -> std::io::Result<()> {
    let words = |lang: Lang| {
        let words = OfflineWord::ALL.iter();
        let words = words.map(|word| (word.name().to_owned(), word.of(lang).into()));
        Value::Object(words.collect())
    };
    let languages = Lang::ALL.map(|lang| (lang.tag().to_owned(), words(lang)));
    let all = Map::from_iter(languages);
    writeln!(std::io::stdout(), "{}", Value::Object(all))
}
