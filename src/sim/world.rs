//! Runs a scenario.
use super::scenario::Scenario;
use super::trace::Trace;

/// Runs a scenario to its end.
#[must_use]
pub fn simulate(_scenario: &Scenario) -> Trace {
    Trace::default()
}
