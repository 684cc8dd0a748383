//! One run with all that is read off it.

use crate::picture::history::History;
use crate::sim::report::Report;
use crate::sim::scenario::Scenario;
use crate::sim::trace::Trace;
use crate::sim::{audit, simulate};

/// A scenario and everything that follows from it.
#[derive(Debug, PartialEq)]
pub struct Run {
    /// What was run.
    pub scenario: Scenario,
    /// What happened.
    pub trace: Trace,
    /// The same as spans.
    pub history: History,
    /// What an observer says of it.
    pub report: Report,
}

impl Run {
    /// Runs a scenario.
    pub fn of(scenario: Scenario) -> Self {
        let trace = simulate(&scenario);
        let history = History::of(&scenario, &trace);
        let report = audit(&scenario, &trace);
        Self {
            scenario,
            trace,
            history,
            report,
        }
    }
}
