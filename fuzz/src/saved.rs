//! What was saved is read line by line, and written as it was read.

use super::is_said;
use fencelab::share::saved::Saved;
use fencelab::sim::check;
use fencelab::text::link::explain;

/// Reads the bytes as saved scenarios.
pub fn saved(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let saved = Saved::read(&text);
    let lines = text.lines().filter(|line| !line.trim().is_empty());
    assert_eq!(
        saved.entries().len(),
        lines.count(),
        "a line is passed over"
    );
    for entry in saved.entries() {
        match entry.scenario() {
            Ok(scenario) => assert_eq!(check(&scenario), []),
            Err(error) => is_said(|lang| explain(lang, &error)),
        }
    }
    assert_eq!(Saved::read(&saved.written()), saved);
}
