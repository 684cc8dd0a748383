//! A trace as plain lines, for terminals, tests and the curious.

use super::scenario::Scenario;
use super::trace::Entry;

/// One readable line for one thing that happened, without a newline.
#[must_use]
pub fn line(_scenario: &Scenario, entry: &Entry) -> String {
    format!("{} ms", entry.at.0)
}
