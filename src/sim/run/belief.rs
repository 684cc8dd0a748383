//! What a client believes, its deadline and its renewals (`docs/model.md`, section 4).

use super::World;
use super::actor::Phase;
use super::agenda::{ClientDue, Due};
use super::network::Letter;
use crate::model::redlock::Vote;
use crate::model::{Attempt, ClientId, Holding, LocalTime, NodeId, Ordinal, Token};
use crate::sim::scenario::{Check, Tokens};
use crate::sim::trace::{BeliefEnd, Event, Learnt, Party, StepEnd};

/// A grant as its client hears of it.
#[derive(Clone, Copy)]
pub(super) struct News {
    pub(super) attempt: Attempt,
    pub(super) grant: Ordinal,
    pub(super) token: Option<Token>,
    /// On the client's own clock.
    pub(super) deadline: LocalTime,
}

impl World<'_> {
    /// The client handles its grant: it believes from now on.
    pub(super) fn begin_belief(&mut self, client: ClientId, news: News) {
        let News {
            attempt,
            grant,
            token,
            deadline,
        } = news;
        self.end_belief(client, BeliefEnd::Replaced);
        let Some(actor) = self.actor(client) else {
            return;
        };
        actor.holding = Some(Holding {
            grant,
            attempt,
            token,
            deadline,
        });
        actor.believes = true;
        self.tell(Event::BeliefBegan {
            client,
            grant,
            token,
            deadline,
        });
        self.set_deadline(client, deadline);
        self.set_renewal(client);
        match self.scenario.lock.tokens {
            Tokens::SeparateCounter => {
                if let Some(actor) = self.actor(client) {
                    actor.phase = Phase::Counting;
                    actor.ticket.renew();
                }
                let delay = self.scenario.network.lock;
                self.send(client, Party::Counter, Letter::Count { grant }, delay);
            }
            Tokens::Counter | Tokens::None => self.end_step(client, StepEnd::Answered),
        }
    }

    /// The number of the separate counter reaches the client.
    pub(super) fn hear_counted(&mut self, client: ClientId, grant: Ordinal, token: Token) {
        let Some(actor) = self.actor(client) else {
            return;
        };
        let waits = actor.phase == Phase::Counting;
        let Some(holding) = actor.holding.as_mut().filter(|held| held.grant == grant) else {
            return;
        };
        if !waits {
            return;
        }
        holding.token = Some(token);
        self.tell(Event::TokenLearnt {
            client,
            grant,
            token,
        });
        self.end_step(client, StepEnd::Answered);
    }

    /// Belief and renewals end, if it believes.
    pub(super) fn end_belief(&mut self, client: ClientId, why: BeliefEnd) {
        if let Some(grant) = self.actor(client).and_then(|actor| actor.grant()) {
            self.end_belief_of(client, grant, why);
        }
    }

    /// The same, for a client that no longer keeps the grant.
    pub(super) fn end_belief_of(&mut self, client: ClientId, grant: Ordinal, why: BeliefEnd) {
        let Some(actor) = self.actor(client).filter(|actor| actor.believes) else {
            return;
        };
        actor.believes = false;
        actor.renewal.renew();
        actor.deadline.renew();
        self.tell(Event::BeliefEnded { client, grant, why });
    }

    /// Its own clock has reached the deadline.
    pub(super) fn reach_deadline(&mut self, client: ClientId) {
        self.end_belief(client, BeliefEnd::DeadlineReached);
    }

    /// It is time to renew. A renewal is sent and the next one set, answered or not.
    pub(super) fn renew(&mut self, client: ClientId) {
        let now = self.now;
        let Some(actor) = self.actor(client) else {
            return;
        };
        let Some(grant) = actor.grant() else {
            return;
        };
        let sent = actor.clock.read(now);
        let letter = Letter::Renew { grant, sent };
        let delay = self.scenario.network.lock;
        self.send(client, Party::Node(NodeId(0)), letter, delay);
        self.set_renewal(client);
    }

    /// The answer to a renewal.
    pub(super) fn hear_renewed(
        &mut self,
        client: ClientId,
        grant: Ordinal,
        sent: LocalTime,
        vote: Vote,
    ) {
        let ttl = self.scenario.lock.ttl;
        let Some(actor) = self.actor(client).filter(|actor| actor.believes) else {
            return;
        };
        let Some(holding) = actor.holding.as_mut().filter(|held| held.grant == grant) else {
            return;
        };
        if vote == Vote::No {
            self.learn_lost(client, Learnt::Renewal);
            return;
        }
        let deadline = sent.plus(ttl);
        holding.deadline = deadline;
        self.tell(Event::DeadlineMoved { client, deadline });
        self.set_deadline(client, deadline);
    }

    fn set_renewal(&mut self, client: ClientId) {
        let Some(actor) = self.actor(client) else {
            return;
        };
        let ticket = actor.renewal.renew();
        if let Some(renew) = actor.file.renew {
            let due = Due::Client(client, ClientDue::Renewal(ticket));
            self.put_after(renew, due);
        }
    }

    /// With `check: clock` the client sees its deadline pass.
    fn set_deadline(&mut self, client: ClientId, deadline: LocalTime) {
        let now = self.now;
        let Some(actor) = self.actor(client) else {
            return;
        };
        let ticket = actor.deadline.renew();
        match actor.file.check {
            Check::Clock => {
                let at = actor.clock.first_at(deadline, now);
                let due = Due::Client(client, ClientDue::Deadline(ticket));
                self.agenda.put(at, due);
            }
            Check::None | Check::Ask => {}
        }
    }
}
