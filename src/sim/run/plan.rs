//! A client runs its plan step by step (`docs/model.md`, section 4).

use super::World;
use super::actor::{Fate, Phase, Then};
use super::agenda::{ClientDue, Due};
use super::network::Letter;
use crate::model::client::{Next, look};
use crate::model::lease::Deletion;
use crate::model::redlock::Vote;
use crate::model::{ClientId, Millis, NodeId, StepId};
use crate::sim::scenario::{Check, Release, Service, Step};
use crate::sim::trace::{BeliefEnd, Event, Learnt, Party, Seen, StepEnd};

impl World<'_> {
    /// The client comes to its next step, or to the end of its plan.
    pub(super) fn begin_step(&mut self, client: ClientId) {
        let now = self.now;
        while self.passes_over(client) {
            self.leave_step(client, StepEnd::PassedOver);
        }
        let Some(actor) = self.actor(client) else {
            return;
        };
        let ticket = actor.ticket.renew();
        let due = Due::Client(client, ClientDue::Step(ticket));
        let step = actor.step_id();
        match actor.step() {
            None => self.finish_plan(client),
            Some(Step::Acquire { .. }) => {
                actor.phase = Phase::BeforeAcquire;
                self.agenda.put(now, due);
            }
            Some(
                Step::Read { .. }
                | Step::Write(_)
                | Step::Update(_)
                | Step::Effect(_)
                | Step::Release { .. },
            ) => {
                let after = actor.thinking();
                let thinks_until = actor.thought(now, after);
                let wakes = match actor.lead() {
                    None => {
                        actor.phase = Phase::Thinking(Then::Send);
                        thinks_until
                    }
                    Some(lead) => {
                        actor.phase = Phase::Thinking(Then::Look);
                        actor.thought(now, after.minus(lead))
                    }
                };
                self.tell(Event::StepBegan {
                    client,
                    step,
                    thinks_until,
                });
                self.agenda.put(wakes, due);
            }
        }
    }

    /// The next thing of its step is due.
    pub(super) fn go_on_with_step(&mut self, client: ClientId) {
        let now = self.now;
        let Some(actor) = self.actor(client) else {
            return;
        };
        match actor.phase {
            Phase::BeforeAcquire => {
                let step = actor.step_id();
                self.tell(Event::StepBegan {
                    client,
                    step,
                    thinks_until: now,
                });
                self.attempt_first(client);
            }
            Phase::Thinking(Then::Look) => self.look(client),
            Phase::Thinking(Then::Send) => self.send_step(client),
            Phase::Absent
            | Phase::Asking
            | Phase::Attempting
            | Phase::Sleeping
            | Phase::Counting
            | Phase::AwaitingReply
            | Phase::Finished
            | Phase::Crashed => {}
        }
    }

    /// The step is over, and the next one begins.
    pub(super) fn end_step(&mut self, client: ClientId, how: StepEnd) {
        self.leave_step(client, how);
        self.begin_step(client);
    }

    /// The client learns that the lock is lost. `stops_when_lost` decides what of it.
    pub(super) fn learn_lost(&mut self, client: ClientId, learnt: Learnt) {
        let stops = match learnt {
            Learnt::Check => true,
            Learnt::Renewal | Learnt::Refusal(_) => self
                .actor(client)
                .is_some_and(|actor| actor.file.stops_when_lost),
        };
        if stops {
            self.stand_down(client, learnt);
        } else {
            self.end_belief(client, BeliefEnd::LearntLost);
        }
    }

    /// The answer to `ask`.
    pub(super) fn hear_holds(&mut self, client: ClientId, step: StepId, vote: Vote) {
        let Some(actor) = self.actor(client) else {
            return;
        };
        if actor.phase != Phase::Asking || actor.step_id() != step {
            return;
        }
        self.tell(Event::Checked {
            client,
            saw: Seen::Answer {
                holds: vote.is_yes(),
            },
            goes_on: vote.is_yes(),
        });
        match vote {
            Vote::Yes => self.think_on(client),
            Vote::No => self.learn_lost(client, Learnt::Check),
        }
    }

    /// Whether the client passes over the step that it has come to.
    fn passes_over(&mut self, client: ClientId) -> bool {
        let Some(Step::Effect(effect)) = self.actor(client).and_then(|actor| actor.step()) else {
            return false;
        };
        if !effect.unless_done {
            return false;
        }
        let key = effect.sending.key.as_deref().and_then(|key| self.key(key));
        let seen = self.actor(client).map_or(0, |actor| actor.effects_seen);
        let mut done = self.resource.done().iter().take(seen);
        key.is_some_and(|key| done.any(|known| *known == key))
    }

    fn leave_step(&mut self, client: ClientId, how: StepEnd) {
        let Some(actor) = self.actor(client) else {
            return;
        };
        let step = actor.step_id();
        actor.place = actor.place.saturating_add(1);
        self.tell(Event::StepEnded { client, step, how });
    }

    fn finish_plan(&mut self, client: ClientId) {
        if let Some(actor) = self.actor(client) {
            actor.phase = Phase::Finished;
        }
        self.end_belief(client, BeliefEnd::PlanFinished);
        self.tell(Event::PlanFinished { client });
    }

    /// It looks at its clock, or asks, before it sends.
    fn look(&mut self, client: ClientId) {
        let now = self.now;
        let Some(actor) = self.actor(client) else {
            return;
        };
        let Some(holding) = actor.holding else {
            return self.send_step(client);
        };
        let step = actor.step_id();
        match actor.file.check {
            Check::None => self.send_step(client),
            Check::Clock => {
                let reading = actor.clock.read(now);
                let next = look(reading, holding.deadline, actor.file.margin);
                let at_once = actor.lead() == Some(Millis::ZERO);
                self.tell(Event::Checked {
                    client,
                    saw: Seen::Clock {
                        now: reading,
                        deadline: holding.deadline,
                    },
                    goes_on: next == Next::GoOn,
                });
                match next {
                    Next::Lost => self.learn_lost(client, Learnt::Check),
                    Next::GoOn if at_once => self.send_step(client),
                    Next::GoOn => self.think_on(client),
                }
            }
            Check::Ask => {
                actor.phase = Phase::Asking;
                let service = match self.scenario.lock.service {
                    Service::Lease => Party::Node(NodeId(0)),
                    Service::Redlock => Party::LockService,
                };
                let letter = Letter::Ask {
                    step,
                    grant: holding.grant,
                    attempt: holding.attempt,
                };
                self.send(client, service, letter, self.scenario.network.lock);
            }
        }
    }

    /// It thinks on after its look, then sends.
    fn think_on(&mut self, client: ClientId) {
        let now = self.now;
        let Some(actor) = self.actor(client) else {
            return;
        };
        actor.phase = Phase::Thinking(Then::Send);
        let lead = actor.lead().unwrap_or_default();
        let wakes = actor.thought(now, lead);
        let ticket = actor.ticket.renew();
        let due = Due::Client(client, ClientDue::Step(ticket));
        self.agenda.put(wakes, due);
    }

    fn send_step(&mut self, client: ClientId) {
        match self.actor(client).and_then(|actor| actor.step()) {
            Some(Step::Release { request, .. }) => self.send_release(client, *request),
            Some(step) => self.send_request(client, step),
            None => {}
        }
    }

    /// It gives the lock back, and has no grant any more.
    fn send_release(&mut self, client: ClientId, request: Option<Millis>) {
        let holding = self.actor(client).and_then(|actor| actor.holding.take());
        let letter = match (self.scenario.lock.release, holding) {
            (Release::IfMine, None) => None,
            (Release::IfMine, Some(holding)) => Some(Letter::Release {
                grant: Deletion::Own(holding.grant),
                value: Deletion::Own(holding.attempt),
            }),
            (Release::Always, _) => Some(Letter::Release {
                grant: Deletion::Whatever,
                value: Deletion::Whatever,
            }),
        };
        if let Some(letter) = letter {
            self.send_to_nodes(client, letter, request);
        }
        if let Some(holding) = holding {
            self.end_belief_of(client, holding.grant, BeliefEnd::Released);
        }
        self.end_step(client, StepEnd::SentOnly);
    }

    /// It skips the rest up to and including its next release, and has no grant.
    fn stand_down(&mut self, client: ClientId, learnt: Learnt) {
        self.end_belief(client, BeliefEnd::LearntLost);
        let Some(actor) = self.actor(client) else {
            return;
        };
        let grant = actor.grant();
        for request in &mut actor.requests {
            if request.body.grant == grant && request.fate == Fate::Open {
                request.fate = Fate::Dropped;
            }
        }
        actor.holding = None;
        if actor.phase == Phase::Finished {
            // It has learnt, but there is nothing left to skip.
            return;
        }
        let step = actor.step_id();
        let rest = actor.file.plan.iter().enumerate().skip(actor.place);
        let mut releases = rest.filter(|(_, step)| matches!(step, Step::Release { .. }));
        actor.place = releases
            .next()
            .map_or(actor.file.plan.len(), |(place, _)| place.saturating_add(1));
        self.tell(Event::StoodDown { client, learnt });
        self.tell(Event::StepEnded {
            client,
            step,
            how: StepEnd::Abandoned,
        });
        self.begin_step(client);
    }
}
