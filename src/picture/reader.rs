//! Reads a trace into spans, one entry after another.

use super::history::{
    Belief, History, Hold, Message, Paused, Request, Span, Stored, Thinking, Waiting,
};
use crate::model::{ClientId, FaultId, MessageId, Ordinal, StepId, Token, TrueTime};
use crate::sim::scenario::{Fault, Scenario, Step};
use crate::sim::trace::{Content, Event, Party, Standing, StepEnd};

/// Reads one entry after another.
pub(super) struct Reader<'a> {
    scenario: &'a Scenario,
    /// What has been read so far.
    pub history: History,
    /// What each message is, by its id: ids count up from 0.
    sent: Vec<Slot>,
    /// The request that the resource is deciding on.
    arriving: Option<usize>,
}

/// Where a message is kept.
#[derive(Clone, Copy)]
enum Slot {
    Request(usize),
    Message(usize),
}

impl<'a> Reader<'a> {
    /// A reader of a run that was closed at an instant.
    pub fn new(scenario: &'a Scenario, closed_at: TrueTime) -> Self {
        Self {
            scenario,
            history: History {
                closed_at,
                ..History::default()
            },
            sent: Vec::new(),
            arriving: None,
        }
    }

    /// A span that is open until something closes it.
    const fn open(&self, from: TrueTime) -> Span {
        Span {
            from,
            to: self.history.closed_at,
        }
    }

    /// Reads one entry.
    pub fn read(&mut self, entry: usize, at: TrueTime, event: &Event) {
        match *event {
            Event::FaultBegan { fault } => self.fault_began(entry, at, fault),
            Event::FaultEnded { fault } => {
                let pause = self
                    .history
                    .pauses
                    .iter_mut()
                    .find(|pause| pause.fault == fault);
                if let Some(pause) = pause {
                    pause.span.to = at;
                }
            }
            Event::Arrived { client } => self.history.arrivals.push((client, at)),
            Event::StepBegan {
                client,
                step,
                thinks_until,
            } => {
                self.step_began(at, client, step, thinks_until);
            }
            Event::StepEnded { client, step, how } => self.step_ended(at, client, step, how),
            Event::AttemptFailed { client, .. } => {
                if let Some(wait) = self.open_wait(client) {
                    wait.denied.push(at);
                }
            }
            Event::BeliefBegan { .. }
            | Event::TokenLearnt { .. }
            | Event::DeadlineMoved { .. }
            | Event::BeliefEnded { .. } => self.believed(entry, at, event),
            Event::PlanFinished { client } => self.history.finished.push((client, at)),
            Event::Sent {
                from, to, content, ..
            } => {
                let message = Message {
                    from,
                    to,
                    content,
                    sent: at,
                    ended: None,
                    vanished: false,
                    entry,
                };
                self.sent(message);
            }
            Event::Delivered { message } => self.arrived(at, message, Fate::Delivered),
            Event::Vanished { message } => self.arrived(at, message, Fate::Vanished),
            Event::Decided {
                kind,
                grant,
                issuer,
                decision,
                highest,
                ..
            } => {
                self.history.decisions.extend(self.arriving);
                if let Some(request) = self.deciding() {
                    request.kind = Some(kind);
                    request.grant = grant;
                    request.issuer = issuer;
                    request.decision = Some(decision);
                    request.highest = highest;
                    request.entry = entry;
                }
            }
            Event::Harmed { kind, .. } => {
                if let Some(request) = self.deciding() {
                    request.harm.push(kind);
                }
            }
            Event::Granted { .. }
            | Event::Renewed { .. }
            | Event::ExpiryMoved { .. }
            | Event::Ended { .. }
            | Event::Counted { .. }
            | Event::LockDelayBegan { .. }
            | Event::LockDelayEnded
            | Event::ValueStored { .. }
            | Event::ValueGone { .. } => self.at_the_lock(entry, at, event),
            Event::Checked { .. }
            | Event::StoodDown { .. }
            | Event::Denied { .. }
            | Event::Queued { .. }
            | Event::RenewalDenied { .. }
            | Event::ValueDenied { .. }
            | Event::Evaluated { .. } => {}
        }
    }

    fn believed(&mut self, entry: usize, at: TrueTime, event: &Event) {
        match *event {
            Event::BeliefBegan {
                client,
                grant,
                token,
                deadline,
            } => {
                if let Some(wait) = self.open_wait(client) {
                    wait.span.to = at;
                    wait.granted = true;
                }
                let span = self.open(at);
                self.history.beliefs.push(Belief {
                    client,
                    grant,
                    token,
                    deadline,
                    span,
                    end: None,
                    entry,
                });
            }
            Event::TokenLearnt { grant, token, .. } => self.token(grant, token),
            Event::DeadlineMoved { client, deadline } => {
                if let Some(belief) = self.open_belief(client) {
                    belief.deadline = deadline;
                }
            }
            Event::BeliefEnded { client, why, .. } => {
                if let Some(belief) = self.open_belief(client) {
                    belief.span.to = at;
                    belief.end = Some(why);
                }
            }
            _ => {}
        }
    }

    fn at_the_lock(&mut self, entry: usize, at: TrueTime, event: &Event) {
        match *event {
            Event::Granted {
                client,
                attempt,
                grant,
                token,
                expires,
            } => {
                for stored in &mut self.history.stored {
                    if stored.client == client && stored.attempt == attempt {
                        stored.grant = Some(grant);
                    }
                }
                let span = self.open(at);
                self.history.holds.push(Hold {
                    client,
                    grant,
                    token,
                    span,
                    expires,
                    by: None,
                    entry,
                });
            }
            Event::Renewed { grant, expires } => {
                if let Some(hold) = self
                    .history
                    .holds
                    .iter_mut()
                    .find(|hold| hold.grant == grant)
                {
                    hold.expires = expires;
                }
            }
            Event::ExpiryMoved { expires, .. } => {
                if let Some(hold) = self
                    .history
                    .holds
                    .iter_mut()
                    .rfind(|hold| hold.by.is_none())
                {
                    hold.expires = expires;
                }
            }
            Event::Ended { grant, by } => {
                if let Some(hold) = self
                    .history
                    .holds
                    .iter_mut()
                    .find(|hold| hold.grant == grant)
                {
                    hold.span.to = at;
                    hold.by = Some(by);
                }
            }
            Event::Counted { grant, token, .. } => self.token(grant, token),
            Event::LockDelayBegan { .. } => {
                let span = self.open(at);
                self.history.lock_delays.push(span);
            }
            Event::LockDelayEnded => {
                if let Some(span) = self.history.lock_delays.last_mut() {
                    span.to = at;
                }
            }
            Event::ValueStored {
                node,
                client,
                attempt,
                ..
            } => {
                let span = self.open(at);
                self.history.stored.push(Stored {
                    node,
                    client,
                    attempt,
                    grant: None,
                    span,
                });
            }
            Event::ValueGone {
                node,
                client,
                attempt,
                ..
            } => {
                if let Some(stored) = self.history.stored.iter_mut().rfind(|stored| {
                    stored.node == node && stored.client == client && stored.attempt == attempt
                }) {
                    stored.span.to = at;
                }
            }
            _ => {}
        }
    }

    fn fault_began(&mut self, entry: usize, at: TrueTime, fault: FaultId) {
        match self.scenario.faults.get(fault.index()) {
            Some(Fault::Pause { client, .. }) => {
                let span = self.open(at);
                self.history.pauses.push(Paused {
                    client: *client,
                    fault,
                    span,
                    entry,
                });
            }
            Some(Fault::Crash { client, .. }) => {
                let client = *client;
                self.history.crashes.push((client, at));
                for thinking in &mut self.history.thinking {
                    if thinking.client == client && thinking.span.to > at {
                        thinking.span.to = at;
                    }
                }
            }
            Some(_) | None => {}
        }
    }

    fn step_began(&mut self, at: TrueTime, client: ClientId, step: StepId, until: TrueTime) {
        let acquires = self
            .scenario
            .clients
            .get(client.index())
            .and_then(|client| client.plan.get(step.index()))
            .is_some_and(|step| matches!(step, Step::Acquire { .. }));
        if acquires {
            let span = self.open(at);
            self.history.waits.push(Waiting {
                client,
                step,
                span,
                denied: Vec::new(),
                granted: false,
            });
        } else {
            let to = until.min(self.history.closed_at);
            self.history.thinking.push(Thinking {
                client,
                step,
                span: Span { from: at, to },
            });
        }
    }

    fn step_ended(&mut self, at: TrueTime, client: ClientId, step: StepId, how: StepEnd) {
        if how == StepEnd::Abandoned {
            for thinking in &mut self.history.thinking {
                if thinking.client == client && thinking.step == step && thinking.span.to > at {
                    thinking.span.to = at;
                }
            }
            if let Some(wait) = self.open_wait(client) {
                wait.span.to = at;
            }
        }
    }

    fn open_wait(&mut self, client: ClientId) -> Option<&mut Waiting> {
        let closed_at = self.history.closed_at;
        self.history
            .waits
            .iter_mut()
            .rfind(|wait| wait.client == client && !wait.granted && wait.span.to == closed_at)
    }

    fn open_belief(&mut self, client: ClientId) -> Option<&mut Belief> {
        self.history
            .beliefs
            .iter_mut()
            .rfind(|belief| belief.client == client && belief.end.is_none())
    }

    fn token(&mut self, grant: Ordinal, token: Token) {
        for hold in &mut self.history.holds {
            if hold.grant == grant {
                hold.token = Some(token);
            }
        }
        for belief in &mut self.history.beliefs {
            if belief.grant == grant {
                belief.token = Some(token);
            }
        }
    }

    fn sent(&mut self, message: Message) {
        let slot = if let (Party::Client(client), Content::Request { step, token, .. }) =
            (message.from, message.content)
        {
            self.history.requests.push(Request {
                client,
                step,
                kind: None,
                grant: None,
                token,
                sent: message.sent,
                ended: None,
                decision: None,
                issuer: Standing::Never,
                highest: None,
                harm: Vec::new(),
                entry: message.entry,
            });
            Slot::Request(self.history.requests.len() - 1)
        } else {
            self.history.messages.push(message);
            Slot::Message(self.history.messages.len() - 1)
        };
        self.sent.push(slot);
    }

    fn arrived(&mut self, at: TrueTime, id: MessageId, fate: Fate) {
        match self.sent.get(id.index()).copied() {
            Some(Slot::Request(index)) => {
                self.arriving = Some(index);
                if let Some(request) = self.history.requests.get_mut(index) {
                    request.ended = Some(at);
                }
            }
            Some(Slot::Message(index)) => {
                if let Some(message) = self.history.messages.get_mut(index) {
                    message.ended = Some(at);
                    message.vanished = fate == Fate::Vanished;
                }
            }
            None => {}
        }
    }

    fn deciding(&mut self) -> Option<&mut Request> {
        self.arriving
            .and_then(|index| self.history.requests.get_mut(index))
    }
}

/// What became of a message.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fate {
    Delivered,
    Vanished,
}
