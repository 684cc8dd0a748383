//! When a run counts as failed.

use crate::sim::report::{HarmKind, Outcome, Report};

/// What failed in a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Failure {
    /// Harm of this kind was done.
    Harm(HarmKind),
    /// The purpose is efficiency, and two worked at once, without harm.
    Waste,
}

impl Failure {
    /// The first failure of a run; none if it did not fail.
    #[must_use]
    pub fn of(report: &Report) -> Option<Self> {
        match (report.harm.first(), report.outcome) {
            (Some(harm), _) => Some(Self::Harm(harm.kind)),
            (None, Outcome::Wasted) => Some(Self::Waste),
            (
                None,
                Outcome::Broken
                | Outcome::Fenced
                | Outcome::Refused
                | Outcome::Deduplicated
                | Outcome::StoodDown
                | Outcome::Lucky
                | Outcome::Safe,
            ) => None,
        }
    }

    /// Whether a run failed in this way, whatever else happened in it.
    #[must_use]
    pub fn is_in(self, report: &Report) -> bool {
        match self {
            Self::Harm(kind) => report.harm.iter().any(|harm| harm.kind == kind),
            Self::Waste => report.outcome == Outcome::Wasted,
        }
    }
}
