//! A run with what is read off it, as lessons ask about it.

use crate::model::{ClientId, Ordinal, StepId, TrueTime};
use crate::picture::History;
use crate::sim::report::{Reason, Report};
use crate::sim::scenario::Scenario;
use crate::sim::trace::{Content, Decision, Event, Party, Trace};
use crate::sim::{audit, simulate};

/// A run with its trace, spans and report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// What was run.
    pub scenario: Scenario,
    /// Everything that happened.
    pub trace: Trace,
    /// The same as spans.
    pub history: History,
    /// What an observer says of it.
    pub report: Report,
}

/// A place in a run at which it stops: before the entry that decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stop {
    /// The decisive entry of the trace; it has not happened yet.
    pub entry: usize,
    /// The instant at which it will happen.
    pub at: TrueTime,
}

impl Run {
    /// Runs a scenario.
    #[must_use]
    pub fn of(scenario: Scenario) -> Self {
        let trace = simulate(&scenario);
        Self::told(scenario, trace)
    }

    fn told(scenario: Scenario, trace: Trace) -> Self {
        let history = History::of(&scenario, &trace);
        let report = audit(&scenario, &trace);
        Self {
            scenario,
            trace,
            history,
            report,
        }
    }

    /// The run as far as anybody can know it at a stop: what comes later is absent.
    #[must_use]
    pub fn until(&self, stop: Stop) -> Self {
        let trace = self.trace.clone().until(stop.entry);
        Self::told(self.scenario.clone(), trace)
    }

    /// The stop before an entry of the trace.
    #[must_use]
    pub fn stop(&self, entry: usize) -> Option<Stop> {
        let at = self.trace.entries.get(entry)?.at;
        Some(Stop { entry, at })
    }

    /// The first entry whose event fits.
    #[must_use]
    pub fn find(&self, fits: impl Fn(&Event) -> bool) -> Option<usize> {
        self.trace
            .entries
            .iter()
            .position(|entry| fits(&entry.event))
    }

    /// Where a client first sends the request of a step. Both count from 0, as in the file.
    #[must_use]
    pub fn sending(&self, client: u8, step: u8) -> Option<usize> {
        self.find(|event| {
            matches!(*event, Event::Sent { from, content: Content::Request { step: sent, .. }, .. }
                if sent == StepId(step) && from == Party::Client(ClientId(client)))
        })
    }

    /// Where a grant is made.
    #[must_use]
    pub fn granting(&self, ordinal: u32) -> Option<usize> {
        self.find(
            |event| matches!(*event, Event::Granted { grant, .. } if grant == Ordinal(ordinal)),
        )
    }

    /// Where the resource decides on the first request of a step.
    #[must_use]
    pub fn deciding(&self, client: u8, step: u8) -> Option<usize> {
        self.find(|event| {
            matches!(*event, Event::Decided { client: issuer, step: decided, .. }
                if issuer == ClientId(client) && decided == StepId(step))
        })
    }

    /// What the resource decided on the first request of a step.
    #[must_use]
    pub fn decision(&self, client: u8, step: u8) -> Option<Decision> {
        match self.trace.entries.get(self.deciding(client, step)?)?.event {
            Event::Decided { decision, .. } => Some(decision),
            _ => None,
        }
    }

    /// Whether the first request of a step was applied.
    #[must_use]
    pub fn is_applied(&self, client: u8, step: u8) -> bool {
        matches!(self.decision(client, step), Some(Decision::Applied { .. }))
    }

    /// Whether the first request of a step was refused for this reason.
    #[must_use]
    pub fn is_refused(&self, client: u8, step: u8, reason: Reason) -> bool {
        self.decision(client, step) == Some(Decision::Refused(reason))
    }

    /// Whether harm was done.
    #[must_use]
    pub fn is_harmed(&self) -> bool {
        !self.report.harm.is_empty()
    }

    /// Whether a client stood down, having learnt of its loss.
    #[must_use]
    pub fn stood_down(&self, client: u8) -> bool {
        self.find(|event| {
            matches!(*event, Event::StoodDown { client: who, .. } if who == ClientId(client))
        })
        .is_some()
    }

    /// When a grant was made.
    #[must_use]
    pub fn granted_at(&self, ordinal: u32) -> Option<TrueTime> {
        let place = Ordinal(ordinal).index().checked_sub(1)?;
        self.report.grants.get(place).map(|grant| grant.at)
    }

    /// When a client first got what its first acquire asked for.
    #[must_use]
    pub fn first_granted_at(&self, client: u8) -> Option<TrueTime> {
        let name = &self.scenario.clients.get(usize::from(client))?.name;
        let grant = self
            .report
            .grants
            .iter()
            .find(|grant| grant.client == *name)?;
        Some(grant.at)
    }
}
