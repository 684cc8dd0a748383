//! What goes wrong, when it begins and when it ends (`docs/model.md`, sections 2 to 5).

use super::World;
use super::agenda::{ClientDue, Due};
use super::network::Gap;
use crate::model::{ClientId, FaultId, Millis, NodeClock, NodeId, Span, TrueTime};
use crate::sim::scenario::{Fault, Service};
use crate::sim::trace::{BeliefEnd, Event};

/// When a fault begins and, if it lasts, ends.
pub(super) fn span(fault: &Fault) -> (TrueTime, Option<TrueTime>) {
    match *fault {
        Fault::Pause { at, lasting, .. }
        | Fault::Cut { at, lasting, .. }
        | Fault::NodeDown { at, lasting, .. } => (at, Some(Span::new(at, lasting).end)),
        Fault::Crash { at, .. }
        | Fault::ClockJump { at, .. }
        | Fault::Failover { at, .. }
        | Fault::LockLost { at }
        | Fault::ResourceRestart { at, .. } => (at, None),
        Fault::ClockRate { .. } => (TrueTime::START, None),
    }
}

impl World<'_> {
    /// Notes what is known of a fault from the file alone.
    pub(super) fn prepare_fault(&mut self, fault: &Fault) {
        match *fault {
            Fault::Cut {
                client,
                from,
                at,
                lasting,
            } => self.gaps.push(Gap {
                client,
                from,
                span: Span::new(at, lasting),
            }),
            Fault::NodeDown {
                node, at, lasting, ..
            } => self.outages.push((node, Span::new(at, lasting))),
            Fault::ClockRate { node, per_mille } => {
                if let Some(station) = self.stations.get_mut(node.index()) {
                    station.clock = NodeClock::new(per_mille);
                }
            }
            Fault::Pause { .. }
            | Fault::Crash { .. }
            | Fault::ClockJump { .. }
            | Fault::Failover { .. }
            | Fault::LockLost { .. }
            | Fault::ResourceRestart { .. } => {}
        }
    }

    pub(super) fn begin_fault(&mut self, id: FaultId) {
        let Some(fault) = self.scenario.faults.get(id.index()) else {
            return;
        };
        self.tell(Event::FaultBegan { fault: id });
        let service = self.scenario.lock.service;
        match *fault {
            Fault::Pause { .. } | Fault::Cut { .. } | Fault::ClockRate { .. } => {}
            Fault::Crash { client, .. } => self.crash(client),
            Fault::ClockJump { node, by, .. } => self.jump_clock(node, by),
            Fault::NodeDown {
                node, keeps_data, ..
            } => match service {
                Service::Lease if !keeps_data => self.erase_lease(),
                Service::Redlock if !keeps_data => self.erase_value(node),
                Service::Lease | Service::Redlock => {}
            },
            Fault::Failover {
                forgets,
                counter_back_by,
                ..
            } => match service {
                Service::Lease => self.fail_over(forgets, counter_back_by),
                Service::Redlock => {}
            },
            Fault::LockLost { .. } => match service {
                Service::Lease => self.lose_lease(),
                Service::Redlock => {}
            },
            Fault::ResourceRestart { forgets, .. } => self.resource.restart(forgets),
        }
    }

    pub(super) fn end_fault(&mut self, id: FaultId) {
        let Some(fault) = self.scenario.faults.get(id.index()) else {
            return;
        };
        self.tell(Event::FaultEnded { fault: id });
        match *fault {
            Fault::Pause { client, .. } => self.wake(client),
            Fault::NodeDown { .. } => self.grant_next(),
            Fault::Cut { .. }
            | Fault::Crash { .. }
            | Fault::ClockJump { .. }
            | Fault::ClockRate { .. }
            | Fault::Failover { .. }
            | Fault::LockLost { .. }
            | Fault::ResourceRestart { .. } => {}
        }
    }

    /// A pause ends. If something was put aside that may be handled now, an
    /// entry for it goes on the agenda.
    fn wake(&mut self, client: ClientId) {
        let now = self.now;
        let Some(actor) = self.actor(client) else {
            return;
        };
        let finds = actor
            .aside
            .iter()
            .any(|thing| actor.awaits(thing) && !actor.stands_still(thing.strand(), now));
        if finds && !actor.catches_up {
            actor.catches_up = true;
            self.agenda
                .put(now, Due::Client(client, ClientDue::CatchUp));
        }
    }

    fn crash(&mut self, client: ClientId) {
        self.end_belief(client, BeliefEnd::Crashed);
        if let Some(actor) = self.actor(client) {
            actor.crash();
        }
    }

    fn jump_clock(&mut self, node: NodeId, by: Millis) {
        let Some(station) = self.stations.get_mut(node.index()) else {
            return;
        };
        station.clock.jump(by);
        match self.scenario.lock.service {
            Service::Lease => self.lease_clock_jumped(),
            Service::Redlock => self.redlock_clock_jumped(node),
        }
    }
}
