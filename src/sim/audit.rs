//! The observer: makes the report of a run from its scenario and its trace
//! alone (`docs/model.md`, section 7).

use super::report::{Outcome, Report};
use super::scenario::Scenario;
use super::trace::Trace;
use crate::model::{Millis, TrueTime};

/// What an observer who sees everything says of a run.
#[must_use]
pub fn audit(_scenario: &Scenario, trace: &Trace) -> Report {
    Report {
        outcome: Outcome::Safe,
        belief_overlap: Millis::ZERO,
        stale_accepted: 0,
        harm: Vec::new(),
        refused: Vec::new(),
        stood_down: Vec::new(),
        grants: Vec::new(),
        waits: Vec::new(),
        rightful_refused: 0,
        dead_hold: Millis::ZERO,
        end: TrueTime::START,
        cut: trace.cut,
    }
}

impl Report {
    /// The report as a file: two spaces a level, and a newline at the end.
    #[must_use]
    pub fn to_json(&self) -> String {
        let mut text = serde_json::to_string_pretty(self).unwrap_or_default();
        text.push('\n');
        text
    }
}
