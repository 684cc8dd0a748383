//! A task that the simulation judges: whatever meets the conditions passes.

use super::run::Run;
use crate::model::Millis;
use crate::sim::report::{Outcome, Report};
use crate::sim::scenario::{Fault, Scenario};
use crate::sim::{audit, simulate};
use crate::text::{Both, both};

/// A task.
#[derive(Clone, Copy, Debug)]
pub struct Challenge {
    /// Its name in addresses.
    pub id: &'static str,
    /// Its name.
    pub title: Both,
    /// What is to be done.
    pub task: Both,
    /// The run of the lesson that it starts from.
    pub start: &'static str,
    /// All of them must be met.
    pub conditions: &'static [Condition],
    /// Told one after another, when they are asked for.
    pub hints: &'static [Both],
    /// A run of the lesson that passes. Told after an attempt.
    pub answer: &'static str,
    /// Why it passes.
    pub because: Both,
    /// A run that comes near and fails.
    pub near_miss: &'static str,
    /// What is shown to one who has passed: the price of the answer.
    pub then: Option<Then>,
}

/// A run that is shown after a challenge, and what it shows.
#[derive(Clone, Copy, Debug)]
pub struct Then {
    /// The run of the lesson.
    pub run: &'static str,
    /// What to see there.
    pub says: Both,
}

/// One condition of a challenge.
#[derive(Clone, Copy, Debug)]
pub struct Condition {
    /// In words.
    pub says: Both,
    /// As a question to the attempt.
    pub is_met: fn(&Trial) -> bool,
}

impl Condition {
    /// Harm is done.
    pub const BROKEN: Self = Self {
        says: both("the verdict is Broken", "判定が「破綻」"),
        is_met: |trial| trial.outcome() == Outcome::Broken,
    };
    /// Nothing goes wrong at all.
    pub const SAFE: Self = Self {
        says: both("the verdict is Safe", "判定が「安全」"),
        is_met: |trial| trial.outcome() == Outcome::Safe,
    };
    /// A repeat is recognised.
    pub const DEDUPLICATED: Self = Self {
        says: both("the verdict is Deduplicated", "判定が「重複を排除」"),
        is_met: |trial| trial.outcome() == Outcome::Deduplicated,
    };
    /// Whatever else happens, the data is right.
    pub const NO_HARM: Self = Self {
        says: both("no harm", "実害なし"),
        is_met: |trial| !trial.run.is_harmed(),
    };
    /// The pauses are to blame.
    pub const HARMLESS_WITHOUT_PAUSES: Self = Self {
        says: both("no harm without the pauses", "停止がなければ実害なし"),
        is_met: |trial| trial.without_pauses().harm.is_empty(),
    };
    /// The TTL is the only way.
    pub const ONLY_TTL: Self = Self {
        says: both("nothing but the TTL is changed", "変えたのは有効期間だけ"),
        is_met: |trial| trial.is_start_but(|tried, start| tried.lock.ttl = start.lock.ttl),
    };
    /// The TTL of the course's first runs.
    pub const TTL_OF_10_S: Self = Self {
        says: both("TTL 10 s", "有効期間は 10 秒"),
        is_met: |trial| trial.scenario().lock.ttl == Millis(10_000),
    };
}

/// An attempt at a challenge.
#[derive(Clone, Debug)]
pub struct Trial {
    /// What was tried, run.
    pub run: Run,
    /// What the challenge starts from.
    pub start: Scenario,
}

/// What the simulation says of an attempt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// The one word for the run that was tried.
    pub outcome: Outcome,
    /// For each condition, whether it is met.
    pub met: Vec<bool>,
}

impl Judgement {
    /// Whether all conditions are met.
    #[must_use]
    pub fn passes(&self) -> bool {
        self.met.iter().all(|met| *met)
    }
}

impl Challenge {
    /// Judges a scenario, given the one that the challenge starts from.
    #[must_use]
    pub fn judge(&self, start: Scenario, tried: Scenario) -> Judgement {
        let trial = Trial {
            run: Run::of(tried),
            start,
        };
        Judgement {
            outcome: trial.run.report.outcome,
            met: self
                .conditions
                .iter()
                .map(|condition| (condition.is_met)(&trial))
                .collect(),
        }
    }
}

impl Trial {
    /// The one word for the run.
    #[must_use]
    pub const fn outcome(&self) -> Outcome {
        self.run.report.outcome
    }

    /// What was tried.
    #[must_use]
    pub const fn scenario(&self) -> &Scenario {
        &self.run.scenario
    }

    /// The report of what was tried, after a change.
    #[must_use]
    pub fn if_changed(&self, change: impl FnOnce(&mut Scenario)) -> Report {
        let mut scenario = self.run.scenario.clone();
        change(&mut scenario);
        audit(&scenario, &simulate(&scenario))
    }

    /// The report of the same without its pauses.
    #[must_use]
    pub fn without_pauses(&self) -> Report {
        self.if_changed(|scenario| {
            scenario
                .faults
                .retain(|fault| !matches!(fault, Fault::Pause { .. }));
        })
    }

    /// The report of the same without any fault.
    #[must_use]
    pub fn without_faults(&self) -> Report {
        self.if_changed(|scenario| scenario.faults.clear())
    }

    /// Whether nothing differs from the start but what `change` puts back.
    #[must_use]
    pub fn is_start_but(&self, change: impl FnOnce(&mut Scenario, &Scenario)) -> bool {
        let mut scenario = self.run.scenario.clone();
        change(&mut scenario, &self.start);
        scenario == self.start
    }

    /// How long all pauses are together, in milliseconds.
    #[must_use]
    pub fn paused_ms(&self) -> i64 {
        self.pauses().map(|(_, lasting)| lasting).sum()
    }

    /// Begin and length of each pause, in milliseconds.
    pub fn pauses(&self) -> impl Iterator<Item = (i64, i64)> + '_ {
        self.scenario()
            .faults
            .iter()
            .filter_map(|fault| match fault {
                Fault::Pause { at, lasting, .. } => Some((at.0, lasting.0)),
                _ => None,
            })
    }
}
