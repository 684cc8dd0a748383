//! The observer: makes the report of a run from its scenario and its trace
//! alone (`docs/model.md`, section 7).

use super::report::{
    EndedBy, Grant, Harm, HarmKind, HarmPlace, Outcome, Reason, Refusal, Report, StoodDown, Wait,
};
use super::scenario::{Fault, Purpose, Scenario, Service, Step};
use super::trace::{Decision, Event, Standing, Trace};
use crate::model::redlock::majority;
use crate::model::{ClientId, FaultId, Millis, Ordinal, StepId, Token, TrueTime};

/// What an observer who sees everything says of a run.
///
/// ```
/// use fencelab::sim::report::Outcome;
/// use fencelab::sim::{audit, scenario::Scenario, simulate};
///
/// let seed = Scenario::seed();
/// assert_eq!(audit(&seed, &simulate(&seed)).outcome, Outcome::Broken);
/// ```
#[must_use]
pub fn audit(scenario: &Scenario, trace: &Trace) -> Report {
    let mut observer = Observer::new(scenario, trace);
    for entry in &trace.entries {
        observer.see(entry.at, entry.event);
    }
    observer.close(trace.closed_at);
    observer.report
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

/// True time that passes while something is so.
#[derive(Default)]
struct Meter {
    since: Option<TrueTime>,
    total: Millis,
}

impl Meter {
    /// So many of those that matter are there now; it runs while there are `enough`.
    fn measure(&mut self, now: TrueTime, found: u8, enough: u8) {
        match (self.since, found >= enough) {
            (None, true) => self.since = Some(now),
            (Some(_), false) => self.stop(now),
            (None, false) | (Some(_), true) => {}
        }
    }

    fn stop(&mut self, now: TrueTime) {
        if let Some(since) = self.since.take() {
            self.total = self.total.plus(now.since(since));
        }
    }
}

/// What the observer keeps of each client.
#[derive(Clone, Copy, Default)]
struct Seen {
    has_crashed: bool,
    /// On a lease whether it is the holder, as 1; on Redlock how many nodes have its values.
    votes: u8,
    /// The place of its last wait in the list.
    wait: Option<usize>,
}

struct Observer<'s> {
    scenario: &'s Scenario,
    report: Report,
    clients: Vec<Seen>,
    /// How many votes make a holder.
    majority: u8,
    believers: u8,
    overlap: Meter,
    dead_hold: Meter,
}

impl<'s> Observer<'s> {
    fn new(scenario: &'s Scenario, trace: &Trace) -> Self {
        Self {
            scenario,
            report: Report {
                outcome: Outcome::Safe,
                belief_overlap: Millis::ZERO,
                stale_accepted: 0,
                harm: Vec::new(),
                refused: Vec::new(),
                stood_down: Vec::new(),
                grants: Vec::with_capacity(8),
                waits: Vec::with_capacity(8),
                rightful_refused: 0,
                dead_hold: Millis::ZERO,
                end: trace.entries.last().map_or(TrueTime::START, |last| last.at),
                cut: trace.cut,
            },
            clients: vec![Seen::default(); scenario.clients.len()],
            majority: match scenario.lock.service {
                Service::Lease => 1,
                Service::Redlock => majority(scenario.lock.nodes),
            },
            believers: 0,
            overlap: Meter::default(),
            dead_hold: Meter::default(),
        }
    }

    fn see(&mut self, at: TrueTime, event: Event) {
        match event {
            Event::FaultBegan { fault } => self.see_fault(at, fault),
            Event::StepBegan { client, step, .. } => self.see_step(at, client, step),
            Event::BeliefBegan { client, grant, .. } => self.see_belief(at, client, grant),
            Event::BeliefEnded { .. } => {
                self.believers = self.believers.saturating_sub(1);
                self.overlap.measure(at, self.believers, 2);
            }
            Event::StoodDown { client, .. } => {
                let client = self.name(client);
                self.report.stood_down.push(StoodDown { client, at });
            }
            Event::Granted {
                client,
                grant,
                token,
                ..
            } => self.see_grant(at, client, grant, token),
            Event::Counted { grant, token, .. } => {
                if let Some(grant) = self.grant(grant) {
                    grant.token = Some(token);
                }
            }
            Event::Ended { grant, by } => self.see_end(at, grant, by),
            Event::ValueStored { client, .. } => self.count(at, client, Vote::Won),
            Event::ValueGone { client, .. } => self.count(at, client, Vote::Lost),
            Event::Decided { .. } => self.see_decision(at, event),
            Event::Harmed { kind, client, step } => self.see_harm(at, kind, client, step),
            Event::FaultEnded { .. }
            | Event::Arrived { .. }
            | Event::StepEnded { .. }
            | Event::AttemptFailed { .. }
            | Event::Checked { .. }
            | Event::TokenLearnt { .. }
            | Event::DeadlineMoved { .. }
            | Event::PlanFinished { .. }
            | Event::Sent { .. }
            | Event::Delivered { .. }
            | Event::Vanished { .. }
            | Event::Denied { .. }
            | Event::Queued { .. }
            | Event::Renewed { .. }
            | Event::RenewalDenied { .. }
            | Event::ExpiryMoved { .. }
            | Event::LockDelayBegan { .. }
            | Event::LockDelayEnded
            | Event::ValueDenied { .. }
            | Event::Evaluated { .. } => {}
        }
    }

    /// Closes what is still open, and finds the word for the run.
    fn close(&mut self, closed_at: TrueTime) {
        self.overlap.stop(closed_at);
        self.dead_hold.stop(closed_at);
        self.report.belief_overlap = self.overlap.total;
        self.report.dead_hold = self.dead_hold.total;
        self.report.outcome = outcome(self.scenario.purpose, &self.report);
    }

    fn see_fault(&mut self, at: TrueTime, fault: FaultId) {
        let fault = self.scenario.faults.get(fault.index());
        if let Some(Fault::Crash { client, .. }) = fault
            && let Some(seen) = self.clients.get_mut(client.index())
        {
            seen.has_crashed = true;
            self.measure_dead_hold(at);
        }
    }

    fn see_step(&mut self, at: TrueTime, client: ClientId, step: StepId) {
        let Some(Step::Acquire { .. }) = self.step(client, step) else {
            return;
        };
        if let Some(seen) = self.clients.get_mut(client.index()) {
            seen.wait = Some(self.report.waits.len());
        }
        let client = self.name(client);
        self.report.waits.push(Wait {
            client,
            from: at,
            granted: None,
        });
    }

    fn see_belief(&mut self, at: TrueTime, client: ClientId, grant: Ordinal) {
        self.believers = self.believers.saturating_add(1);
        self.overlap.measure(at, self.believers, 2);
        let granted = self.grant(grant).map(|grant| grant.at);
        let wait = self.clients.get(client.index()).and_then(|seen| seen.wait);
        if let Some(wait) = wait.and_then(|wait| self.report.waits.get_mut(wait)) {
            wait.granted = granted;
        }
    }

    fn see_grant(&mut self, at: TrueTime, id: ClientId, ordinal: Ordinal, token: Option<Token>) {
        let client = self.name(id);
        self.report.grants.push(Grant {
            client,
            ordinal,
            token,
            at,
            ended: None,
            ended_by: None,
        });
        if self.is_lease() {
            self.count(at, id, Vote::Won);
        }
    }

    fn see_end(&mut self, at: TrueTime, grant: Ordinal, by: EndedBy) {
        if let Some(grant) = self.grant(grant) {
            grant.ended = Some(at);
            grant.ended_by = Some(by);
        }
        if self.is_lease() {
            for seen in &mut self.clients {
                seen.votes = 0;
            }
            self.measure_dead_hold(at);
        }
    }

    fn see_decision(&mut self, at: TrueTime, event: Event) {
        let Event::Decided {
            client,
            kind: step,
            token,
            issuer,
            decision,
            ..
        } = event
        else {
            return;
        };
        match decision {
            Decision::Answered { .. } => {}
            Decision::Applied { .. } => {
                if issuer == Standing::Stale {
                    self.report.stale_accepted = self.report.stale_accepted.saturating_add(1);
                }
            }
            Decision::Refused(reason) => {
                if issuer == Standing::Holder && reason != Reason::Duplicate {
                    self.report.rightful_refused = self.report.rightful_refused.saturating_add(1);
                }
                let client = self.name(client);
                self.report.refused.push(Refusal {
                    at,
                    client,
                    step,
                    reason,
                    token,
                });
            }
        }
    }

    fn see_harm(&mut self, at: TrueTime, kind: HarmKind, client: ClientId, step: StepId) {
        let place = match self.step(client, step) {
            Some(Step::Write(change) | Step::Update(change)) => {
                HarmPlace::Object(change.object.clone())
            }
            Some(Step::Effect(effect)) => {
                HarmPlace::Key(effect.sending.key.clone().unwrap_or_default())
            }
            Some(Step::Acquire { .. } | Step::Read { .. } | Step::Release { .. }) | None => return,
        };
        let client = self.name(client);
        self.report.harm.push(Harm {
            kind,
            at,
            client,
            place,
        });
    }

    fn count(&mut self, at: TrueTime, client: ClientId, vote: Vote) {
        if let Some(seen) = self.clients.get_mut(client.index()) {
            seen.votes = match vote {
                Vote::Won => seen.votes.saturating_add(1),
                Vote::Lost => seen.votes.saturating_sub(1),
            };
        }
        self.measure_dead_hold(at);
    }

    fn measure_dead_hold(&mut self, at: TrueTime) {
        let majority = self.majority;
        let dead = self.clients.iter().filter(|seen| seen.has_crashed);
        let votes = dead.map(|seen| seen.votes).max();
        self.dead_hold.measure(at, votes.unwrap_or(0), majority);
    }

    fn is_lease(&self) -> bool {
        match self.scenario.lock.service {
            Service::Lease => true,
            Service::Redlock => false,
        }
    }

    fn grant(&mut self, ordinal: Ordinal) -> Option<&mut Grant> {
        let place = ordinal.index().checked_sub(1)?;
        self.report.grants.get_mut(place)
    }

    fn step(&self, client: ClientId, step: StepId) -> Option<&'s Step> {
        let client = self.scenario.clients.get(client.index())?;
        client.plan.get(step.index())
    }

    fn name(&self, client: ClientId) -> String {
        let client = self.scenario.clients.get(client.index());
        client.map_or_else(String::new, |client| client.name.clone())
    }
}

/// A change in what a client holds.
#[derive(Clone, Copy)]
enum Vote {
    Won,
    Lost,
}

/// The first word that fits.
fn outcome(purpose: Purpose, report: &Report) -> Outcome {
    let overlaps = report.belief_overlap > Millis::ZERO;
    let is_harmed = !report.harm.is_empty();
    match purpose {
        Purpose::Efficiency if overlaps || is_harmed => Outcome::Wasted,
        Purpose::Correctness if is_harmed => Outcome::Broken,
        Purpose::Correctness if !report.refused.is_empty() => refusal(report),
        Purpose::Correctness if !report.stood_down.is_empty() => Outcome::StoodDown,
        Purpose::Correctness if overlaps || report.stale_accepted > 0 => Outcome::Lucky,
        Purpose::Efficiency | Purpose::Correctness => Outcome::Safe,
    }
}

/// The word for a run in which something was refused.
fn refusal(report: &Report) -> Outcome {
    let words = report.refused.iter().map(|refusal| match refusal.reason {
        Reason::StaleToken => Outcome::Fenced,
        Reason::NotHolder | Reason::NoToken | Reason::VersionConflict => Outcome::Refused,
        Reason::Duplicate => Outcome::Deduplicated,
    });
    // Outcomes are ordered, the worst first.
    words.min().unwrap_or(Outcome::Safe)
}
