//! Undo and redo: the scenarios that were, each with what changed it.
//!
//! ```
//! use fencelab::edit::past::{Cause, Past, Version};
//! use fencelab::model::Millis;
//! use fencelab::picture::HandleKind;
//! use fencelab::sim::scenario::Scenario;
//!
//! let mut past = Past::default();
//! let first = Version::of(Scenario::seed());
//! let mut now = first.clone();
//! for ttl in [9_000, 8_000, 7_000] {
//!     past.push(now.clone(), Cause::Handle(HandleKind::LeaseEnd));
//!     now.scenario = HandleKind::LeaseEnd.set(&now.scenario, Millis(ttl));
//! }
//! past.close(&now);
//! assert_eq!(past.undo(&now), Some(first));
//! ```

use super::action::Action;
use crate::picture::{self, HandleKind};
use crate::share::{difference, differing};
use crate::sim::scenario::{Resource, Scenario};
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

/// What is remembered: a scenario, and the second setting beside it, where there is one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Version {
    /// What was run.
    pub scenario: Scenario,
    /// The resource's defences under which it was seen a second time.
    pub beside: Option<Resource>,
}

impl Version {
    /// A scenario that is seen once.
    #[must_use]
    pub const fn of(scenario: Scenario) -> Self {
        Self {
            scenario,
            beside: None,
        }
    }
}

/// How a scenario is kept as what differs from the one that followed it: a change is small, a
/// scenario is not.
#[derive(Clone, Copy, Debug)]
struct Packing {
    /// What the first scenario is, for one who knows the second.
    pack: fn(&Scenario, &Scenario) -> Vec<u8>,
    /// The first scenario again; none if it makes no sense.
    unpack: fn(&[u8], &Scenario) -> Option<Scenario>,
}

/// A version that was, and what changed it.
#[derive(Clone, Debug)]
struct Step {
    version: Version,
    cause: Cause,
}

/// A step that is not the last one.
#[derive(Clone, Debug)]
enum Kept {
    /// In a place of its own: the row would have room for a whole step at every place.
    Whole(Box<Step>),
    Packed {
        scenario: Vec<u8>,
        beside: Option<Resource>,
        cause: Cause,
    },
}

/// Steps, of which the last is at hand.
#[derive(Clone, Debug, Default)]
struct Row {
    last: Option<Step>,
    others: VecDeque<Kept>,
}

impl Row {
    fn push(&mut self, step: Step, packing: Option<Packing>) {
        let Some(former) = self.last.take() else {
            self.last = Some(step);
            return;
        };
        self.others.push_back(match packing {
            None => Kept::Whole(Box::new(former)),
            Some(packing) => Kept::Packed {
                scenario: (packing.pack)(&former.version.scenario, &step.version.scenario),
                beside: former.version.beside,
                cause: former.cause,
            },
        });
        self.last = Some(step);
    }

    fn pop(&mut self, packing: Option<Packing>) -> Option<Step> {
        let step = self.last.take()?;
        self.last = match (self.others.pop_back(), packing) {
            (Some(Kept::Whole(former)), _) => Some(*former),
            (
                Some(Kept::Packed {
                    scenario,
                    beside,
                    cause,
                }),
                Some(packing),
            ) => (packing.unpack)(&scenario, &step.version.scenario).map(|scenario| Step {
                version: Version { scenario, beside },
                cause,
            }),
            (Some(Kept::Packed { .. }) | None, _) => None,
        };
        if self.last.is_none() {
            self.others.clear();
        }
        Some(step)
    }

    fn len(&self) -> usize {
        self.others.len() + usize::from(self.last.is_some())
    }

    fn clear(&mut self) {
        self.last = None;
        self.others.clear();
    }
}

/// The versions before the present one, and those that were taken back.
#[derive(Clone, Debug)]
pub struct Past {
    before: Row,
    after: Row,
    /// Whether the last cause is still at work.
    open: bool,
    bound: usize,
    packing: Option<Packing>,
}

impl Default for Past {
    fn default() -> Self {
        Self::with_bound(Self::BOUND)
    }
}

impl Past {
    /// How many changes are remembered unless told otherwise. They are kept whole.
    pub const BOUND: usize = 100;
    /// How many changes a packed past remembers: some more than a thousand.
    pub const PACKED_BOUND: usize = 1200;

    /// An empty past that remembers at most so many changes.
    #[must_use]
    pub fn with_bound(bound: usize) -> Self {
        Self {
            before: Row::default(),
            after: Row::default(),
            open: false,
            bound,
            packing: None,
        }
    }

    /// An empty past that keeps of each change what differs, and so remembers many.
    #[must_use]
    pub fn packed() -> Self {
        Self {
            packing: Some(Packing {
                pack: difference,
                unpack: differing,
            }),
            ..Self::with_bound(Self::PACKED_BOUND)
        }
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.before.clear();
        self.after.clear();
        self.open = false;
    }

    /// Remembers the version before a change. While a gesture is open, further
    /// changes of the same cause belong to it. What was taken back is forgotten.
    pub fn push(&mut self, before: Version, cause: Cause) {
        self.after.clear();
        let last = self.before.last.as_ref();
        let continues = self.open && last.is_some_and(|step| step.cause == cause);
        self.open = match cause {
            Cause::Handle(_) | Cause::Field(_) => true,
            Cause::Action(_) | Cause::Whole => false,
        };
        if continues {
            return;
        }
        let version = before;
        self.before.push(Step { version, cause }, self.packing);
        if self.before.len() > self.bound {
            self.before.others.pop_front();
        }
    }

    /// The gesture is over: a handle let go, a field left. The next change stands for itself. A
    /// gesture that led back to where it began was none.
    pub fn close(&mut self, now: &Version) {
        let last = self.before.last.as_ref();
        if self.open && last.is_some_and(|step| step.version == *now) {
            self.before.pop(self.packing);
        }
        self.open = false;
    }

    /// Gives up the gesture that is at work: the version before it, as if nothing had been.
    pub fn cancel(&mut self) -> Option<Version> {
        if !std::mem::take(&mut self.open) {
            return None;
        }
        self.before.pop(self.packing).map(|step| step.version)
    }

    /// What was before the last change and what changed it, and whether that is still at work.
    #[must_use]
    pub fn gesture(&self) -> Option<(&Version, &Cause, bool)> {
        let step = self.before.last.as_ref()?;
        Some((&step.version, &step.cause, self.open))
    }

    /// The version before the last change that changed something.
    pub fn undo(&mut self, now: &Version) -> Option<Version> {
        self.open = false;
        loop {
            let Step { version, cause } = self.before.pop(self.packing)?;
            if version != *now {
                let step = Step {
                    version: now.clone(),
                    cause,
                };
                self.after.push(step, self.packing);
                return Some(version);
            }
        }
    }

    /// The version after the change that was taken back last.
    pub fn redo(&mut self, now: &Version) -> Option<Version> {
        self.open = false;
        let Step { version, cause } = self.after.pop(self.packing)?;
        let step = Step {
            version: now.clone(),
            cause,
        };
        self.before.push(step, self.packing);
        Some(version)
    }

    /// What would be taken back, in words; none if there is nothing.
    #[must_use]
    pub fn undo_name(&self, lang: Lang) -> Option<String> {
        let step = self.before.last.as_ref()?;
        Some(step.cause.name(lang, &step.version.scenario))
    }

    /// What would be done again, in words; `now` is the scenario at hand.
    #[must_use]
    pub fn redo_name(&self, lang: Lang, now: &Scenario) -> Option<String> {
        let step = self.after.last.as_ref()?;
        Some(step.cause.name(lang, now))
    }

    /// How many changes can be taken back, and how many done again.
    #[must_use]
    pub fn depth(&self) -> (usize, usize) {
        (self.before.len(), self.after.len())
    }
}
