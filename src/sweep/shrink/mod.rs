//! Shrinking: from a scenario that fails to one from which nothing can be
//! taken away.

mod reduction;

use super::failure::Failure;
use crate::sim::scenario::Scenario;
use crate::sim::{audit, check, simulate};
use reduction::{Reduction, reductions};

/// A shrink under way. Faults, clients, steps and delays are taken away, and
/// instants, lengths and delays made smaller, as long as the run still fails
/// in the same way. What makes up the design stays: the lock, the resource and
/// how each client behaves; so what comes out is about the same design.
///
/// At the end no single one of these can be taken away and no single number
/// halved. Each step takes something away or makes a number smaller, so there
/// is an end.
#[derive(Clone, Debug)]
pub struct Shrink {
    failure: Failure,
    smallest: Scenario,
    reductions: Vec<Reduction>,
    next: usize,
    /// Whether something was taken away since the list was begun.
    has_shrunk: bool,
    is_done: bool,
    runs: u32,
}

impl Shrink {
    /// A shrink of which nothing has been run yet; none if the scenario does not
    /// fail in this way, or [`check`] complains about it.
    #[must_use]
    pub fn new(scenario: &Scenario, failure: Failure) -> Option<Self> {
        fails(scenario, failure).then(|| Self {
            failure,
            smallest: scenario.clone(),
            reductions: reductions(scenario),
            next: 0,
            has_shrunk: false,
            is_done: false,
            runs: 0,
        })
    }

    /// Makes so many runs, or fewer if that is the end.
    pub fn advance(&mut self, runs: u32) {
        for _ in 0..runs {
            let Some(reduction) = self.reductions.get(self.next) else {
                self.next = 0;
                self.is_done = !self.has_shrunk;
                self.has_shrunk = false;
                if self.is_done {
                    return;
                }
                continue;
            };
            self.runs = self.runs.saturating_add(1);
            let smaller = reduction.of(&self.smallest);
            if fails(&smaller, self.failure) {
                // The same place again: another thing stands there now.
                self.reductions = reductions(&smaller);
                self.smallest = smaller;
                self.has_shrunk = true;
            } else {
                self.next += 1;
            }
        }
    }

    /// Whether nothing more can be taken away.
    #[must_use]
    pub const fn is_done(&self) -> bool {
        self.is_done
    }

    /// How many runs have been made.
    #[must_use]
    pub const fn runs(&self) -> u32 {
        self.runs
    }

    /// The smallest scenario so far that fails in this way.
    #[must_use]
    pub const fn smallest(&self) -> &Scenario {
        &self.smallest
    }
}

fn fails(scenario: &Scenario, failure: Failure) -> bool {
    check(scenario).is_empty() && failure.is_in(&audit(scenario, &simulate(scenario)))
}
