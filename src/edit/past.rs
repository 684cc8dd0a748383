//! Undo and redo: the scenarios that were, each with what changed it.
//!
//! ```
//! use fencelab::edit::past::{Cause, Past};
//! use fencelab::model::Millis;
//! use fencelab::picture::HandleKind;
//! use fencelab::sim::scenario::Scenario;
//!
//! let mut past = Past::default();
//! let first = Scenario::seed();
//! let mut now = first.clone();
//! for ttl in [9_000, 8_000, 7_000] {
//!     past.push(now.clone(), Cause::Handle(HandleKind::LeaseEnd));
//!     now = HandleKind::LeaseEnd.set(&now, Millis(ttl));
//! }
//! past.close(&now);
//! assert_eq!(past.undo(&now), Some(first));
//! ```

use super::action::Action;
use crate::picture::{self, HandleKind};
use crate::sim::scenario::Scenario;
use crate::text::{Lang, label, say};
use std::collections::VecDeque;

/// What changed a scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cause {
    /// A handle was pulled or stepped.
    Handle(HandleKind),
    /// A field was set, by its path.
    Field(String),
    /// Something was added or removed.
    Action(Action),
    /// Another scenario was put in its place.
    Whole,
}

impl Cause {
    /// What it changed, in words; `scenario` is the one before the change.
    #[must_use]
    pub fn name(&self, lang: Lang, scenario: &Scenario) -> String {
        match self {
            Self::Handle(kind) => picture::name(lang, scenario, *kind),
            Self::Field(path) => label::place(lang, path),
            Self::Action(action) => action.name(lang, scenario),
            Self::Whole => say!(lang, "Another scenario", "別の筋書き"),
        }
    }
}

/// A scenario that was, and what changed it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Step {
    scenario: Scenario,
    cause: Cause,
}

/// The scenarios before the present one, and those that were taken back.
#[derive(Clone, Debug)]
pub struct Past {
    before: VecDeque<Step>,
    after: Vec<Step>,
    /// Whether the last cause is still at work.
    open: bool,
    bound: usize,
}

impl Default for Past {
    fn default() -> Self {
        Self::with_bound(Self::BOUND)
    }
}

impl Past {
    /// How many changes are remembered unless told otherwise: some more than a thousand.
    pub const BOUND: usize = 1200;

    /// An empty past that remembers at most so many changes.
    #[must_use]
    pub const fn with_bound(bound: usize) -> Self {
        Self {
            before: VecDeque::new(),
            after: Vec::new(),
            open: false,
            bound,
        }
    }

    /// Remembers the scenario before a change. While a gesture is open, further
    /// changes of the same cause belong to it. What was taken back is forgotten.
    pub fn push(&mut self, before: Scenario, cause: Cause) {
        self.after.clear();
        let continues = self.open && self.before.back().is_some_and(|step| step.cause == cause);
        self.open = match cause {
            Cause::Handle(_) | Cause::Field(_) => true,
            Cause::Action(_) | Cause::Whole => false,
        };
        if continues {
            return;
        }
        if self.before.len() >= self.bound {
            self.before.pop_front();
        }
        self.before.push_back(Step {
            scenario: before,
            cause,
        });
    }

    /// The gesture is over: a handle let go, a field left. The next change stands for itself. A
    /// gesture that led back to where it began was none.
    pub fn close(&mut self, now: &Scenario) {
        if self.open && self.before.back().is_some_and(|step| step.scenario == *now) {
            self.before.pop_back();
        }
        self.open = false;
    }

    /// What changed the scenario last, and whether that is still at work.
    #[must_use]
    pub fn gesture(&self) -> Option<(&Cause, bool)> {
        let step = self.before.back()?;
        Some((&step.cause, self.open))
    }

    /// The scenario before the last change that changed something.
    pub fn undo(&mut self, now: &Scenario) -> Option<Scenario> {
        self.open = false;
        loop {
            let step = self.before.pop_back()?;
            if step.scenario != *now {
                self.after.push(Step {
                    scenario: now.clone(),
                    cause: step.cause,
                });
                return Some(step.scenario);
            }
        }
    }

    /// The scenario after the change that was taken back last.
    pub fn redo(&mut self, now: &Scenario) -> Option<Scenario> {
        self.open = false;
        let step = self.after.pop()?;
        self.before.push_back(Step {
            scenario: now.clone(),
            cause: step.cause,
        });
        Some(step.scenario)
    }

    /// What would be taken back, in words; none if there is nothing.
    #[must_use]
    pub fn undo_name(&self, lang: Lang) -> Option<String> {
        let step = self.before.back()?;
        Some(step.cause.name(lang, &step.scenario))
    }

    /// What would be done again, in words; `now` is the scenario at hand.
    #[must_use]
    pub fn redo_name(&self, lang: Lang, now: &Scenario) -> Option<String> {
        let step = self.after.last()?;
        Some(step.cause.name(lang, now))
    }

    /// How many changes can be taken back, and how many done again.
    #[must_use]
    pub fn depth(&self) -> (usize, usize) {
        (self.before.len(), self.after.len())
    }
}
