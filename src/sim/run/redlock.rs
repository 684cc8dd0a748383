//! Redlock in a run: nodes, votes, and what the observer counts
//! (`docs/model.md`, section 5).

use super::World;
use super::belief::News;
use super::network::Letter;
use crate::model::lease::Deletion;
use crate::model::redlock::{Value, Vote, count, drift, evaluate, majority};
use crate::model::{Attempt, ClientId, EndedBy, NodeId, TrueTime};
use crate::sim::trace::{AttemptFailure, Event, Party};

impl World<'_> {
    /// A request arrives at a node.
    pub(super) fn arrive_at_redlock(&mut self, client: ClientId, node: NodeId, letter: Letter) {
        match letter {
            Letter::Acquire { attempt, reply } => {
                let vote = self.store(node, Value { client, attempt });
                let letter = Letter::Voted { attempt, vote };
                self.answer(client, Party::Node(node), letter, reply);
            }
            Letter::Release { value, .. } => {
                let deletion = match value {
                    Deletion::Own(attempt) => Deletion::Own(Value { client, attempt }),
                    Deletion::Whatever => Deletion::Whatever,
                };
                let station = self.stations.get_mut(node.index());
                if let Some((value, by)) =
                    station.and_then(|station| station.node.unlock(client, deletion))
                {
                    self.value_gone(node, value, by);
                }
            }
            Letter::Granted { .. }
            | Letter::Denied { .. }
            | Letter::Voted { .. }
            | Letter::Renew { .. }
            | Letter::Renewed { .. }
            | Letter::Ask { .. }
            | Letter::Holds { .. }
            | Letter::Count { .. }
            | Letter::Counted { .. }
            | Letter::Request { .. }
            | Letter::Answer { .. } => {}
        }
    }

    /// The service as a whole is asked whether a grant still holds.
    pub(super) fn arrive_at_service(&mut self, client: ClientId, letter: Letter) {
        let Letter::Ask { step, attempt, .. } = letter else {
            return;
        };
        let vote = Vote::from(self.has_majority(Value { client, attempt }));
        let letter = Letter::Holds { step, vote };
        let delay = self.scenario.network.lock;
        self.answer(client, Party::LockService, letter, delay);
    }

    /// A node's answer reaches the client. It counts when all are there.
    pub(super) fn hear_vote(&mut self, client: ClientId, attempt: Attempt, vote: Vote) {
        if self.tries(client, attempt).is_none() {
            return;
        }
        let nodes = self.node_count();
        let Some(actor) = self.actor(client) else {
            return;
        };
        let trying = &mut actor.trying;
        trying.answers = trying.answers.saturating_add(1);
        trying.yes = trying.yes.saturating_add(u8::from(vote.is_yes()));
        if trying.answers >= nodes {
            self.evaluate(client);
        }
    }

    /// The client counts the votes.
    pub(super) fn evaluate(&mut self, client: ClientId) {
        let lock = &self.scenario.lock;
        let (now, nodes) = (self.now, self.node_count());
        let drift = drift(lock.ttl, lock.drift_per_mille, lock.drift);
        let Some(actor) = self.actor(client) else {
            return;
        };
        let trying = actor.trying;
        let elapsed = actor.clock.read(now).since(trying.started);
        let evaluation = evaluate(trying.yes, nodes, lock.ttl, elapsed, drift);
        let attempt = trying.attempt;
        self.tell(Event::Evaluated {
            client,
            attempt,
            yes: trying.yes,
            elapsed,
            validity: evaluation.validity,
            granted: evaluation.is_granted,
        });
        if !evaluation.is_granted {
            let letter = Letter::Release {
                grant: Deletion::Whatever,
                value: Deletion::Own(attempt),
            };
            self.send_to_nodes(client, letter, None);
            self.fail_attempt(client, AttemptFailure::VotedDown);
            return;
        }
        let grant = self.grants.next();
        self.grants = grant;
        if let Some(actor) = self.actor(client) {
            actor.was_granted = true;
        }
        let value = Value { client, attempt };
        self.tell(Event::Granted {
            client,
            attempt,
            grant,
            token: None,
            expires: self.majority_ends(value),
        });
        if self.has_majority(value) {
            self.open.push((value, grant));
        } else {
            let by = trying.last_loss.unwrap_or(EndedBy::Expiry);
            self.tell(Event::Ended { grant, by });
        }
        let deadline = trying.started.plus(lock.ttl.minus(drift));
        let news = News {
            attempt,
            grant,
            token: None,
            deadline,
        };
        self.begin_belief(client, news);
    }

    /// A value has run out on its node's clock.
    pub(super) fn value_runs_out(&mut self, node: NodeId) {
        self.drop_value(node, EndedBy::Expiry);
    }

    /// A node forgets its value at the start of an outage.
    pub(super) fn erase_value(&mut self, node: NodeId) {
        self.drop_value(node, EndedBy::Lost);
    }

    /// A node's clock has jumped: its value runs out at another instant.
    pub(super) fn redlock_clock_jumped(&mut self, node: NodeId) {
        if let Some(expires) = self.move_term(node) {
            self.tell(Event::ExpiryMoved { node, expires });
        }
    }

    /// The client whose values a majority of nodes have.
    pub(super) fn redlock_holder(&self) -> Option<ClientId> {
        let majority = majority(self.node_count());
        let holds = |client: &ClientId| {
            let nodes = self.stations.iter().map(|station| &station.node);
            count(nodes, |value| value.client == *client) >= majority
        };
        (0..)
            .map(ClientId)
            .zip(&self.actors)
            .map(|(client, _)| client)
            .find(holds)
    }

    fn store(&mut self, node: NodeId, value: Value) -> Vote {
        let Value { client, attempt } = value;
        let station = self.stations.get_mut(node.index());
        match station.map(|station| station.node.store(value)) {
            Some(Vote::Yes) => {
                let expires = self.set_term(node);
                self.tell(Event::ValueStored {
                    node,
                    client,
                    attempt,
                    expires,
                });
                Vote::Yes
            }
            Some(Vote::No) | None => {
                self.tell(Event::ValueDenied {
                    node,
                    client,
                    attempt,
                });
                Vote::No
            }
        }
    }

    fn drop_value(&mut self, node: NodeId, by: EndedBy) {
        let station = self.stations.get_mut(node.index());
        if let Some(value) = station.and_then(|station| station.node.forget()) {
            self.value_gone(node, value, by);
        }
    }

    /// A node has a value no more, and perhaps no majority has it.
    fn value_gone(&mut self, node: NodeId, value: Value, by: EndedBy) {
        if let Some(station) = self.stations.get_mut(node.index()) {
            station.ends.stop();
        }
        let Value { client, attempt } = value;
        self.tell(Event::ValueGone {
            node,
            client,
            attempt,
            by,
        });
        if let Some(actor) = self.actor(client)
            && actor.trying.attempt == attempt
        {
            actor.trying.last_loss = Some(by);
        }
        let open = self.open.iter().position(|(open, _)| *open == value);
        if let Some(place) = open
            && !self.has_majority(value)
        {
            let (_, grant) = self.open.swap_remove(place);
            self.tell(Event::Ended { grant, by });
        }
    }

    fn has_majority(&self, value: Value) -> bool {
        let nodes = self.stations.iter().map(|station| &station.node);
        count(nodes, |stored| stored == value) >= majority(self.node_count())
    }

    /// When no majority will have a value any more, as the clocks stand now.
    fn majority_ends(&self, value: Value) -> TrueTime {
        let stations = self.stations.iter();
        let mut ends: Vec<TrueTime> = Vec::new();
        for station in stations.filter(|station| station.node.value() == Some(value)) {
            let place = ends.partition_point(|known| *known < station.ends.at);
            ends.insert(place, station.ends.at);
        }
        let majority = usize::from(majority(self.node_count()));
        let last = ends.len().checked_sub(majority);
        last.and_then(|last| ends.get(last).copied())
            .unwrap_or(self.now)
    }

    fn node_count(&self) -> u8 {
        u8::try_from(self.stations.len()).unwrap_or(u8::MAX)
    }
}
