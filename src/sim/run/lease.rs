//! The lease service in a run: its timers, its line, its answers
//! (`docs/model.md`, section 5).

use super::agenda::Due;
use super::network::Letter;
use super::{Station, World};
use crate::model::lease::{Acquired, AfterEnd, Held, Request};
use crate::model::redlock::Vote;
use crate::model::{Attempt, ClientId, EndedBy, LocalTime, Millis, NodeId, Ordinal, TrueTime};
use crate::sim::scenario::{FailoverForgets, Tokens};
use crate::sim::trace::{Event, Party};

/// The lease service is the only node.
const SERVICE: NodeId = NodeId(0);

impl World<'_> {
    /// A request arrives at the lease service.
    pub(super) fn arrive_at_lease(&mut self, client: ClientId, letter: Letter) {
        match letter {
            Letter::Acquire { attempt, reply } => self.ask_for_lease(client, attempt, reply),
            Letter::Release { grant, .. } => {
                if let Some((held, by)) = self.lease.release(client, grant) {
                    self.lease_ended(held, by);
                    self.grant_next();
                }
            }
            Letter::Renew { grant, sent } => self.extend_lease(client, grant, sent),
            Letter::Ask { step, grant, .. } => {
                let vote = Vote::from(self.lease.holds(grant));
                self.answer_from_service(client, Letter::Holds { step, vote });
            }
            Letter::Granted { .. }
            | Letter::Denied { .. }
            | Letter::Voted { .. }
            | Letter::Renewed { .. }
            | Letter::Holds { .. }
            | Letter::Count { .. }
            | Letter::Counted { .. }
            | Letter::Request { .. }
            | Letter::Answer { .. } => {}
        }
    }

    /// The lease has run out on the service's clock.
    pub(super) fn lease_runs_out(&mut self) {
        self.drop_lease(EndedBy::Expiry);
    }

    /// The service drops the holder's session, if there is a holder.
    pub(super) fn lose_lease(&mut self) {
        self.drop_lease(EndedBy::Lost);
    }

    /// Lock-delay has passed on the service's clock.
    pub(super) fn lock_delay_passes(&mut self) {
        self.lease.delay_passed();
        self.end_lock_delay();
        self.grant_next();
    }

    /// The service forgets the lock at the start of an outage.
    pub(super) fn erase_lease(&mut self) {
        if let Some(held) = self.lease.erase() {
            self.lease_ended(held, EndedBy::Lost);
        }
        self.end_lock_delay();
    }

    /// Another goes on in the service's place.
    pub(super) fn fail_over(&mut self, forgets: FailoverForgets, counter_back_by: u64) {
        if let Some(held) = self.lease.fail_over(forgets, counter_back_by) {
            self.lease_ended(held, EndedBy::Failover);
        }
        self.end_lock_delay();
        self.grant_next();
    }

    /// Grants the lock to the first in line, if it is free and the service is up.
    pub(super) fn grant_next(&mut self) {
        if self.is_down(SERVICE) {
            return;
        }
        if let Some((held, request)) = self.lease.grant_next() {
            self.grant_lease(held, request);
        }
    }

    /// The service's clock has jumped: what it waits for moves.
    pub(super) fn lease_clock_jumped(&mut self) {
        if let Some(expires) = self.move_term(SERVICE) {
            let node = SERVICE;
            self.tell(Event::ExpiryMoved { node, expires });
        }
        if self.lock_delay.is_running {
            let at = self.first_at(SERVICE, self.lock_delay.local);
            if at != self.lock_delay.at {
                self.lock_delay.at = at;
                let ticket = self.lock_delay.ticket.renew();
                self.agenda.put(at, Due::LockDelayEnds(ticket));
            }
        }
    }

    fn ask_for_lease(&mut self, client: ClientId, attempt: Attempt, reply: Millis) {
        let request = Request {
            client,
            attempt,
            arrived: self.service_clock(),
            reply,
        };
        match self.lease.acquire(request, self.scenario.lock.waiting) {
            Acquired::Granted(held) => self.grant_lease(held, request),
            Acquired::Denied(why) => {
                self.tell(Event::Denied {
                    client,
                    attempt,
                    why,
                });
                let letter = Letter::Denied { attempt };
                self.answer(client, Party::Node(SERVICE), letter, reply);
            }
            Acquired::Queued => self.tell(Event::Queued { client, attempt }),
        }
    }

    fn grant_lease(&mut self, held: Held, request: Request) {
        let Held {
            client,
            attempt,
            grant,
            token,
        } = held;
        let token = match self.scenario.lock.tokens {
            Tokens::Counter => Some(token),
            Tokens::None | Tokens::SeparateCounter => None,
        };
        let expires = self.set_term(SERVICE);
        if let Some(actor) = self.actor(client) {
            actor.was_granted = true;
        }
        self.tell(Event::Granted {
            client,
            attempt,
            grant,
            token,
            expires,
        });
        let letter = Letter::Granted {
            attempt,
            grant,
            token,
            waited: self.service_clock().since(request.arrived),
        };
        self.answer(client, Party::Node(SERVICE), letter, request.reply);
    }

    fn extend_lease(&mut self, client: ClientId, grant: Ordinal, sent: LocalTime) {
        let vote = Vote::from(self.lease.holds(grant));
        match vote {
            Vote::Yes => {
                let expires = self.set_term(SERVICE);
                self.tell(Event::Renewed { grant, expires });
            }
            Vote::No => self.tell(Event::RenewalDenied { client }),
        }
        self.answer_from_service(client, Letter::Renewed { grant, sent, vote });
    }

    /// The lease ends by expiry or loss: lock-delay follows, if there is any.
    fn drop_lease(&mut self, by: EndedBy) {
        let after = if self.scenario.lock.lock_delay > Millis::ZERO {
            AfterEnd::Delay
        } else {
            AfterEnd::Free
        };
        let Some(held) = self.lease.expire(after) else {
            return;
        };
        self.lease_ended(held, by);
        match after {
            AfterEnd::Free => self.grant_next(),
            AfterEnd::Delay => self.begin_lock_delay(),
        }
    }

    fn lease_ended(&mut self, held: Held, by: EndedBy) {
        if let Some(station) = self.stations.first_mut() {
            station.ends.stop();
        }
        self.tell(Event::Ended {
            grant: held.grant,
            by,
        });
    }

    fn begin_lock_delay(&mut self) {
        let local = self.service_clock().plus(self.scenario.lock.lock_delay);
        let until = self.first_at(SERVICE, local);
        self.lock_delay.local = local;
        self.lock_delay.at = until;
        self.lock_delay.is_running = true;
        let ticket = self.lock_delay.ticket.renew();
        self.agenda.put(until, Due::LockDelayEnds(ticket));
        self.tell(Event::LockDelayBegan { until });
    }

    fn end_lock_delay(&mut self) {
        if self.lock_delay.is_running {
            self.lock_delay.stop();
            self.tell(Event::LockDelayEnded);
        }
    }

    fn answer_from_service(&mut self, client: ClientId, letter: Letter) {
        let delay = self.scenario.network.lock;
        self.answer(client, Party::Node(SERVICE), letter, delay);
    }

    fn service_clock(&self) -> LocalTime {
        let now = self.now;
        let station = self.stations.first();
        station.map_or(LocalTime(0), |station| station.clock.read(now))
    }
}

impl World<'_> {
    /// Lets what a node holds run out one TTL from now, on its own clock.
    /// Returns when that will be in true time, as the clock stands now.
    pub(super) fn set_term(&mut self, node: NodeId) -> TrueTime {
        let (now, ttl) = (self.now, self.scenario.lock.ttl);
        let Some(Station { clock, ends, .. }) = self.stations.get_mut(node.index()) else {
            return now;
        };
        ends.local = clock.read(now).plus(ttl);
        ends.at = clock.first_at(ends.local, now);
        ends.is_running = true;
        let (at, ticket) = (ends.at, ends.ticket.renew());
        self.agenda.put(at, Due::LeaseEnds(node, ticket));
        at
    }

    /// A node's clock has jumped: what it holds runs out at another instant.
    /// Returns when, if it does.
    pub(super) fn move_term(&mut self, node: NodeId) -> Option<TrueTime> {
        let now = self.now;
        let Station { clock, ends, .. } = self.stations.get_mut(node.index())?;
        let at = clock.first_at(ends.local, now);
        if !ends.is_running || at == ends.at {
            return None;
        }
        ends.at = at;
        let ticket = ends.ticket.renew();
        self.agenda.put(at, Due::LeaseEnds(node, ticket));
        Some(at)
    }

    fn first_at(&self, node: NodeId, local: LocalTime) -> TrueTime {
        let now = self.now;
        let station = self.stations.get(node.index());
        station.map_or(now, |station| station.clock.first_at(local, now))
    }
}
