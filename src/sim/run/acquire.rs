//! A client tries to take the lock, until it has it (`docs/model.md`, section 4).

use super::World;
use super::actor::{Phase, Try};
use super::agenda::{ClientDue, Due};
use super::belief::News;
use super::network::Letter;
use crate::model::{Attempt, ClientId, Millis, NodeId, Ordinal, Token};
use crate::sim::scenario::{Delays, Service, Step};
use crate::sim::trace::{AttemptFailure, Event, Party};

impl World<'_> {
    /// The first attempt of a step, whose messages may have delays of their own.
    pub(super) fn attempt_first(&mut self, client: ClientId) {
        let step = self.actor(client).and_then(|actor| actor.step());
        let delays = match step {
            Some(Step::Acquire { delays }) => *delays,
            Some(
                Step::Read { .. }
                | Step::Write(_)
                | Step::Update(_)
                | Step::Effect(_)
                | Step::Release { .. },
            )
            | None => Delays::default(),
        };
        self.attempt(client, delays);
    }

    /// A later attempt.
    pub(super) fn attempt_again(&mut self, client: ClientId) {
        self.attempt(client, Delays::default());
    }

    fn attempt(&mut self, client: ClientId, delays: Delays) {
        let now = self.now;
        let waiting = self.scenario.lock.waiting;
        let Some(actor) = self.actor(client) else {
            return;
        };
        let attempt = actor.trying.attempt.next();
        actor.trying = Try {
            attempt,
            started: actor.clock.read(now),
            ..Try::default()
        };
        actor.phase = Phase::Attempting;
        let ticket = actor.ticket.renew();
        let timeout = actor.file.timeout_in_force(waiting);
        match self.scenario.lock.service {
            Service::Lease => {
                let usual = self.scenario.network.lock;
                let reply = delays.reply.unwrap_or(usual);
                let letter = Letter::Acquire { attempt, reply };
                let delay = delays.request.unwrap_or(usual);
                self.send(client, Party::Node(NodeId(0)), letter, delay);
                if let Some(timeout) = timeout {
                    let due = Due::Client(client, ClientDue::Timeout(ticket));
                    self.put_after(timeout, due);
                }
            }
            Service::Redlock => {
                for node in self.node_ids() {
                    let usual = self.node_delay(client, node);
                    let reply = delays.reply.unwrap_or(usual);
                    let letter = Letter::Acquire { attempt, reply };
                    let delay = delays.request.unwrap_or(usual);
                    self.send(client, Party::Node(node), letter, delay);
                }
                let due = Due::Client(client, ClientDue::NodeTimeout(ticket));
                self.put_after(self.scenario.lock.node_timeout, due);
            }
        }
    }

    /// The lease service has granted an attempt.
    pub(super) fn hear_granted(
        &mut self,
        client: ClientId,
        attempt: Attempt,
        grant: Ordinal,
        token: Option<Token>,
        waited: Millis,
    ) {
        let ttl = self.scenario.lock.ttl;
        if let Some(trying) = self.tries(client, attempt) {
            let deadline = trying.started.plus(waited).plus(ttl);
            let news = News {
                attempt,
                grant,
                token,
                deadline,
            };
            self.begin_belief(client, news);
        }
    }

    /// The lease service has refused an attempt.
    pub(super) fn hear_denied(&mut self, client: ClientId, attempt: Attempt) {
        if self.tries(client, attempt).is_some() {
            self.fail_attempt(client, AttemptFailure::Refused);
        }
    }

    /// An attempt is unanswered for too long: it counts as refused.
    pub(super) fn time_out(&mut self, client: ClientId) {
        self.fail_attempt(client, AttemptFailure::TimedOut);
    }

    /// The client sleeps, then tries anew.
    pub(super) fn fail_attempt(&mut self, client: ClientId, why: AttemptFailure) {
        let now = self.now;
        let Some(actor) = self.actor(client) else {
            return;
        };
        actor.phase = Phase::Sleeping;
        let attempt = actor.trying.attempt;
        let retry = actor.file.retry.max(Millis::ZERO);
        let ticket = actor.ticket.renew();
        self.tell(Event::AttemptFailed {
            client,
            attempt,
            why,
            retries_at: now.plus(retry),
        });
        let due = Due::Client(client, ClientDue::Retry(ticket));
        self.put_after(retry, due);
    }

    /// The attempt that the client waits for, if it is this one.
    pub(super) fn tries(&mut self, client: ClientId, attempt: Attempt) -> Option<Try> {
        let actor = self.actor(client)?;
        let waits = actor.phase == Phase::Attempting && actor.trying.attempt == attempt;
        waits.then_some(actor.trying)
    }

    /// Sends the same to all nodes.
    pub(super) fn send_to_nodes(
        &mut self,
        client: ClientId,
        letter: Letter,
        request: Option<Millis>,
    ) {
        for node in self.node_ids() {
            let delay = request.unwrap_or_else(|| self.node_delay(client, node));
            self.send(client, Party::Node(node), letter, delay);
        }
    }

    /// The usual one-way delay between a client and a node.
    fn node_delay(&mut self, client: ClientId, node: NodeId) -> Millis {
        let usual = self.scenario.network.lock;
        let delays = self
            .actor(client)
            .and_then(|actor| actor.file.node_delays.as_ref());
        match self.scenario.lock.service {
            Service::Lease => usual,
            Service::Redlock => delays
                .and_then(|delays| delays.get(node.index()))
                .copied()
                .unwrap_or(usual),
        }
    }

    fn node_ids(&self) -> impl Iterator<Item = NodeId> + use<> {
        (0..u8::try_from(self.stations.len()).unwrap_or(u8::MAX)).map(NodeId)
    }
}
