//! The report, counted a second time from the trace alone.
//!
//! Nothing that the trace says of the observer's judgement is believed: who
//! holds is followed from the grants and the values on the nodes, versions are
//! counted, harm is found anew. The scenario is asked for what a trace refers
//! to by number only: names, objects, keys, what a fault is, the purpose.

use fencelab::model::{ClientId, Millis, Ordinal, StepId, Token, TrueTime};
use fencelab::sim::report::{
    EndedBy, Grant, Harm, HarmKind, HarmPlace, Outcome, Reason, Refusal, Report, StepKind,
    StoodDown, Wait,
};
use fencelab::sim::scenario::{Fault, Purpose, Scenario, Service, Step};
use fencelab::sim::trace::{Content, Decision, Entry, Event, Party, Standing, Trace};
use std::collections::{BTreeMap, BTreeSet};

/// Counts the report again. `end` is taken as the closing instant, which the contract leaves open.
pub fn recount(scenario: &Scenario, trace: &Trace) -> Report {
    let mut count = Count::new(scenario);
    for entry in &trace.entries {
        count.pass_to(entry.at);
        count.take(entry);
    }
    count.pass_to(trace.closed_at);
    count.into_report(trace)
}

/// What the trace says of an issuer, told again from what happened before.
pub fn standings(scenario: &Scenario, trace: &Trace) -> Vec<(usize, Standing)> {
    let mut count = Count::new(scenario);
    let mut standings = Vec::new();
    for (place, entry) in trace.entries.iter().enumerate() {
        if let Event::Decided { client, .. } = entry.event {
            standings.push((place, count.standing(client)));
        }
        count.take(entry);
    }
    standings
}

struct Count<'a> {
    scenario: &'a Scenario,
    now: TrueTime,
    believing: BTreeMap<ClientId, Ordinal>,
    crashed: BTreeSet<ClientId>,
    overlap: i64,
    dead: i64,
    /// The lease that holds.
    lease: Option<(ClientId, Ordinal)>,
    /// Node by node, whose value is there.
    values: BTreeMap<u8, ClientId>,
    granted: BTreeSet<ClientId>,
    versions: BTreeMap<String, u32>,
    latest: BTreeMap<String, Ordinal>,
    effects: BTreeSet<String>,
    /// The acquire step that a client has come to and not yet sent anything for.
    acquiring: BTreeSet<ClientId>,
    waiting: BTreeMap<ClientId, usize>,
    report: Report,
}

impl<'a> Count<'a> {
    fn new(scenario: &'a Scenario) -> Self {
        Self {
            scenario,
            now: TrueTime::START,
            believing: BTreeMap::new(),
            crashed: BTreeSet::new(),
            overlap: 0,
            dead: 0,
            lease: None,
            values: BTreeMap::new(),
            granted: BTreeSet::new(),
            versions: BTreeMap::new(),
            latest: BTreeMap::new(),
            effects: BTreeSet::new(),
            acquiring: BTreeSet::new(),
            waiting: BTreeMap::new(),
            report: Report {
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
                cut: None,
            },
        }
    }

    fn pass_to(&mut self, at: TrueTime) {
        let passed = at.since(self.now).0;
        if self.believing.len() >= 2 {
            self.overlap += passed;
        }
        if self
            .holder()
            .is_some_and(|holder| self.crashed.contains(&holder))
        {
            self.dead += passed;
        }
        self.now = at;
    }

    fn holder(&self) -> Option<ClientId> {
        match self.scenario.lock.service {
            Service::Lease => self.lease.map(|(client, _)| client),
            Service::Redlock => {
                let majority = usize::from(self.scenario.lock.nodes) / 2 + 1;
                let mut votes: BTreeMap<ClientId, usize> = BTreeMap::new();
                for client in self.values.values() {
                    *votes.entry(*client).or_default() += 1;
                }
                votes
                    .into_iter()
                    .find(|(_, votes)| *votes >= majority)
                    .map(|(client, _)| client)
            }
        }
    }

    fn standing(&self, client: ClientId) -> Standing {
        if self.holder() == Some(client) {
            Standing::Holder
        } else if self.granted.contains(&client) {
            Standing::Stale
        } else {
            Standing::Never
        }
    }

    fn name(&self, client: ClientId) -> String {
        self.scenario.clients[client.index()].name.clone()
    }

    fn grant(&mut self, ordinal: Ordinal) -> &mut Grant {
        &mut self.report.grants[ordinal.index() - 1]
    }

    fn take(&mut self, entry: &Entry) {
        match entry.event {
            Event::FaultBegan { fault } => {
                if let Fault::Crash { client, .. } = self.scenario.faults[fault.index()] {
                    self.crashed.insert(client);
                }
            }
            Event::StepBegan { client, step, .. } => {
                if let Step::Acquire { .. } =
                    self.scenario.clients[client.index()].plan[step.index()]
                {
                    self.acquiring.insert(client);
                }
            }
            Event::Sent {
                from: Party::Client(client),
                content: Content::Acquire { .. },
                ..
            } if self.acquiring.remove(&client) => {
                self.waiting.insert(client, self.report.waits.len());
                let name = self.name(client);
                let wait = Wait {
                    client: name,
                    from: entry.at,
                    granted: None,
                };
                self.report.waits.push(wait);
            }
            Event::BeliefBegan { client, grant, .. } => {
                self.believing.insert(client, grant);
                let granted = self.grant(grant).at;
                self.report.waits[self.waiting[&client]].granted = Some(granted);
            }
            Event::BeliefEnded { client, grant, .. }
                if self.believing.get(&client) == Some(&grant) =>
            {
                self.believing.remove(&client);
            }
            Event::StoodDown { client, .. } => {
                let (client, at) = (self.name(client), entry.at);
                self.report.stood_down.push(StoodDown { client, at });
            }
            Event::Granted {
                client,
                grant,
                token,
                ..
            } => {
                self.granted.insert(client);
                self.lease = Some((client, grant));
                let grant = Grant {
                    client: self.name(client),
                    ordinal: grant,
                    token,
                    at: entry.at,
                    ended: None,
                    ended_by: None,
                };
                self.report.grants.push(grant);
            }
            Event::Counted { grant, token, .. } => self.grant(grant).token = Some(token),
            Event::Ended { grant, by } => self.ended(grant, by, entry.at),
            Event::ValueStored { node, client, .. } => {
                self.values.insert(node.0, client);
            }
            Event::ValueGone { node, .. } => {
                self.values.remove(&node.0);
            }
            Event::Decided {
                client,
                step,
                kind,
                grant,
                token,
                decision,
                ..
            } => {
                self.decided(client, step, kind, grant, token, decision);
            }
            _ => {}
        }
    }

    fn ended(&mut self, grant: Ordinal, by: EndedBy, at: TrueTime) {
        if self.lease.is_some_and(|(_, held)| held == grant) {
            self.lease = None;
        }
        let ended = self.grant(grant);
        ended.ended = Some(at);
        ended.ended_by = Some(by);
    }

    fn decided(
        &mut self,
        client: ClientId,
        step: StepId,
        kind: StepKind,
        grant: Option<Ordinal>,
        token: Option<Token>,
        decision: Decision,
    ) {
        let standing = self.standing(client);
        match decision {
            Decision::Answered { .. } => {}
            Decision::Refused(reason) => {
                if standing == Standing::Holder && reason != Reason::Duplicate {
                    self.report.rightful_refused += 1;
                }
                let (client, at) = (self.name(client), self.now);
                self.report.refused.push(Refusal {
                    at,
                    client,
                    step: kind,
                    reason,
                    token,
                });
            }
            Decision::Applied { based_on, .. } => {
                if standing == Standing::Stale {
                    self.report.stale_accepted += 1;
                }
                match self.scenario.clients[client.index()].plan[step.index()].clone() {
                    Step::Write(change) => self.changed(client, grant, &change.object, None),
                    Step::Update(change) => {
                        self.changed(client, grant, &change.object, based_on.map(|base| base.0));
                    }
                    Step::Effect(effect) => {
                        if let Some(key) = effect.sending.key
                            && !self.effects.insert(key.clone())
                        {
                            self.harmed(HarmKind::DuplicateEffect, client, HarmPlace::Key(key));
                        }
                    }
                    Step::Acquire { .. } | Step::Read { .. } | Step::Release { .. } => {
                        panic!("step {step:?} of {client:?} cannot be applied")
                    }
                }
            }
        }
    }

    fn changed(
        &mut self,
        client: ClientId,
        grant: Option<Ordinal>,
        object: &str,
        base: Option<u32>,
    ) {
        let place = || HarmPlace::Object(object.to_owned());
        if let Some(grant) = grant {
            let latest = self.latest.entry(object.to_owned()).or_insert(grant);
            if *latest > grant {
                self.harmed(HarmKind::Inversion, client, place());
            } else {
                *latest = grant;
            }
        }
        let version = self.versions.entry(object.to_owned()).or_default();
        let lost = base.is_some_and(|base| base != *version);
        *version += 1;
        if lost {
            self.harmed(HarmKind::LostUpdate, client, place());
        }
    }

    fn harmed(&mut self, kind: HarmKind, client: ClientId, place: HarmPlace) {
        let client = self.name(client);
        self.report.harm.push(Harm {
            kind,
            at: self.now,
            client,
            place,
        });
    }

    fn into_report(mut self, trace: &Trace) -> Report {
        self.report.belief_overlap = Millis(self.overlap);
        self.report.dead_hold = Millis(self.dead);
        self.report.end = trace.closed_at;
        self.report.cut = trace.cut;
        self.report.outcome = outcome(self.scenario.purpose, &self.report);
        self.report
    }
}

/// The one word that fits what was counted.
pub fn outcome(purpose: Purpose, report: &Report) -> Outcome {
    let refused = |reasons: &[Reason]| {
        report
            .refused
            .iter()
            .any(|refusal| reasons.contains(&refusal.reason))
    };
    let overlap = report.belief_overlap > Millis::ZERO;
    let harm = !report.harm.is_empty();
    let order = match purpose {
        Purpose::Efficiency => vec![(harm || overlap, Outcome::Wasted)],
        Purpose::Correctness => vec![
            (harm, Outcome::Broken),
            (refused(&[Reason::StaleToken]), Outcome::Fenced),
            (
                refused(&[Reason::NotHolder, Reason::NoToken, Reason::VersionConflict]),
                Outcome::Refused,
            ),
            (refused(&[Reason::Duplicate]), Outcome::Deduplicated),
            (!report.stood_down.is_empty(), Outcome::StoodDown),
            (overlap || report.stale_accepted > 0, Outcome::Lucky),
        ],
    };
    order
        .into_iter()
        .find(|(fits, _)| *fits)
        .map_or(Outcome::Safe, |(_, outcome)| outcome)
}
