//! The run: a discrete-event simulation of a whole scenario
//! (`docs/model.md`, sections 3 to 6). It decides when things happen; what
//! happens then, the machines of [`crate::model`] decide.

mod acquire;
mod actor;
mod agenda;
mod belief;
mod faults;
mod lease;
mod network;
mod plan;
mod redlock;
mod requests;

use super::limits;
use super::report::Cut;
use super::scenario::{Fault, Scenario, Service, Step};
use super::trace::{Entry, Event, Party, Standing, Trace};
use crate::model::resource::Rules;
use crate::model::{
    ClientId, FaultId, KeyId, Lease, LocalTime, Millis, Node, NodeClock, NodeId, ObjectId, Ordinal,
    Resource, Span, Token, TrueTime,
};
use actor::{Actor, Aside, strand_of};
use agenda::{Agenda, ClientDue, Due, Ticket};
use network::{Gap, Letter, Message};

/// Runs a scenario to its end. Runs of equal scenarios are equal; a scenario
/// that `check` complains about is run as far as its limits go.
#[must_use]
pub fn simulate(scenario: &Scenario) -> Trace {
    World::new(scenario).run()
}

/// A moment on a node's clock at which something ends by itself.
#[derive(Default)]
struct Term {
    /// On the node's clock.
    local: LocalTime,
    /// In true time, as the clock stands now.
    at: TrueTime,
    ticket: Ticket,
    is_running: bool,
}

impl Term {
    fn stop(&mut self) {
        self.is_running = false;
        self.ticket.renew();
    }
}

/// A lock node. The lease service is the first, and the only one.
#[derive(Default)]
struct Station {
    clock: NodeClock,
    /// Redlock: its value.
    node: Node,
    /// When its lease or value runs out.
    ends: Term,
}

/// Everything that a run consists of.
struct World<'s> {
    scenario: &'s Scenario,
    now: TrueTime,
    agenda: Agenda,
    entries: Vec<Entry>,
    messages: Vec<Message>,
    actors: Vec<Actor<'s>>,
    stations: Vec<Station>,
    lease: Lease,
    lock_delay: Term,
    /// Redlock: how many grants there have been.
    grants: Ordinal,
    /// Redlock: grants that have not ended.
    open: Vec<(crate::model::redlock::Value, Ordinal)>,
    /// The next number of the separate counter.
    counter: Token,
    resource: Resource,
    objects: Vec<&'s str>,
    keys: Vec<&'s str>,
    gaps: Vec<Gap>,
    outages: Vec<(NodeId, Span)>,
}

impl<'s> World<'s> {
    fn new(scenario: &'s Scenario) -> Self {
        let lock = &scenario.lock;
        let (objects, keys) = names(scenario);
        let rules = Rules {
            asks_lock: scenario.resource.asks_lock,
            fence: scenario.resource.fence,
            fence_scope: scenario.resource.fence_scope,
            dedup_window: scenario.resource.dedup_window,
            versions: scenario.resource.versions,
        };
        let nodes = match lock.service {
            Service::Lease => 1,
            Service::Redlock => usize::from(lock.nodes).clamp(1, most(limits::NODES)),
        };
        let mut stations = Vec::new();
        stations.resize_with(nodes, Station::default);
        let mut world = Self {
            scenario,
            now: TrueTime::START,
            agenda: Agenda::new(),
            entries: Vec::with_capacity(256),
            messages: Vec::with_capacity(128),
            actors: Vec::with_capacity(scenario.clients.len().min(most(limits::CLIENTS))),
            stations,
            lease: Lease::new(lock.first_token),
            lock_delay: Term::default(),
            grants: Ordinal(0),
            open: Vec::new(),
            counter: lock.first_token,
            resource: Resource::new(rules, objects.len(), keys.len()),
            objects,
            keys,
            gaps: Vec::new(),
            outages: Vec::new(),
        };
        world.prepare();
        world
    }

    /// Puts the faults and the arrivals on the agenda.
    fn prepare(&mut self) {
        let scenario = self.scenario;
        for (id, fault) in (0..).map(FaultId).zip(faults(scenario)) {
            let (begin, end) = faults::span(fault);
            self.agenda.put(begin, Due::FaultBegins(id));
            if let Some(end) = end {
                self.agenda.put(end, Due::FaultEnds(id));
            }
            self.prepare_fault(fault);
        }
        let clients = scenario.clients.iter().take(most(limits::CLIENTS));
        for (id, client) in (0..).map(ClientId).zip(clients) {
            self.actors.push(Actor::new(id, client, faults(scenario)));
            let arrival = Due::Client(id, ClientDue::Arrival);
            self.agenda.put(client.arrives, arrival);
        }
    }

    fn run(mut self) -> Trace {
        let horizon = self.scenario.horizon;
        let mut handled = 0;
        let mut cut = None;
        while let Some((at, due)) = self.agenda.take() {
            if !self.expects(due) {
                continue;
            }
            if at > horizon {
                cut = Some(Cut::Horizon);
                break;
            }
            if handled == limits::ENTRIES {
                cut = Some(Cut::Entries);
                break;
            }
            handled += 1;
            self.now = at;
            self.handle(due);
        }
        let closed_at = match cut {
            Some(Cut::Horizon) => horizon,
            Some(Cut::Entries) | None => self.now,
        };
        Trace {
            entries: self.entries,
            closed_at,
            cut,
        }
    }

    /// Whether what is on the agenda still has its cause.
    fn expects(&self, due: Due) -> bool {
        match due {
            Due::FaultEnds(_) | Due::FaultBegins(_) | Due::Arrives(_) => true,
            Due::LeaseEnds(node, ticket) => self
                .stations
                .get(node.index())
                .is_some_and(|station| station.ends.ticket == ticket),
            Due::LockDelayEnds(ticket) => self.lock_delay.ticket == ticket,
            Due::Client(client, due) => self
                .actors
                .get(client.index())
                .is_some_and(|actor| actor.expects(due)),
        }
    }

    fn handle(&mut self, due: Due) {
        match due {
            Due::FaultEnds(fault) => self.end_fault(fault),
            Due::FaultBegins(fault) => self.begin_fault(fault),
            Due::LeaseEnds(node, _) => match self.scenario.lock.service {
                Service::Lease => self.lease_runs_out(),
                Service::Redlock => self.value_runs_out(node),
            },
            Due::LockDelayEnds(_) => self.lock_delay_passes(),
            Due::Arrives(message) => self.arrive(message),
            Due::Client(client, due) => self.client_due(client, due),
        }
    }

    /// Something falls due for a client: it does it, or puts it aside.
    fn client_due(&mut self, client: ClientId, due: ClientDue) {
        let now = self.now;
        let Some(actor) = self.actor(client) else {
            return;
        };
        if due == ClientDue::CatchUp {
            self.catch_up(client);
        } else if actor.catches_up || actor.stands_still(strand_of(due), now) {
            actor.put_aside(Aside::Due(due));
        } else {
            self.act(client, due);
        }
    }

    fn act(&mut self, client: ClientId, due: ClientDue) {
        match due {
            ClientDue::Arrival => {
                self.tell(Event::Arrived { client });
                self.begin_step(client);
            }
            ClientDue::Step(_) => self.go_on_with_step(client),
            ClientDue::Retry(_) => self.attempt_again(client),
            ClientDue::Timeout(_) => self.time_out(client),
            ClientDue::NodeTimeout(_) => self.evaluate(client),
            ClientDue::Renewal(_) => self.renew(client),
            ClientDue::Deadline(_) => self.reach_deadline(client),
            ClientDue::Resend(step, _) => self.resend(client, step),
            ClientDue::CatchUp => {}
        }
    }

    /// Handles what was put aside and may be handled now, in its order.
    fn catch_up(&mut self, client: ClientId) {
        let now = self.now;
        let Some(actor) = self.actor(client) else {
            return;
        };
        actor.catches_up = false;
        let aside = std::mem::take(&mut actor.aside);
        for thing in aside {
            let Some(actor) = self.actor(client) else {
                return;
            };
            if actor.stands_still(thing.strand(), now) {
                actor.put_aside(thing);
                continue;
            }
            match thing {
                Aside::Due(due) if actor.expects(due) => self.act(client, due),
                Aside::Due(_) => {}
                Aside::Reply(message) => self.handle_answer(client, message.letter),
            }
        }
    }

    /// The answer to something reaches its client.
    fn handle_answer(&mut self, client: ClientId, letter: Letter) {
        match letter {
            Letter::Granted {
                attempt,
                grant,
                token,
                waited,
            } => self.hear_granted(client, attempt, grant, token, waited),
            Letter::Denied { attempt } => self.hear_denied(client, attempt),
            Letter::Voted { attempt, vote } => self.hear_vote(client, attempt, vote),
            Letter::Renewed { grant, sent, vote } => self.hear_renewed(client, grant, sent, vote),
            Letter::Holds { step, vote } => self.hear_holds(client, step, vote),
            Letter::Counted { grant, token } => self.hear_counted(client, grant, token),
            Letter::Answer {
                step,
                decision,
                effects,
            } => self.hear_answer(client, step, decision, effects),
            Letter::Acquire { .. }
            | Letter::Release { .. }
            | Letter::Renew { .. }
            | Letter::Ask { .. }
            | Letter::Count { .. }
            | Letter::Request { .. } => {}
        }
    }

    /// What arrives at a lock node.
    fn arrive_at_node(&mut self, client: ClientId, node: NodeId, letter: Letter) {
        match self.scenario.lock.service {
            Service::Lease => self.arrive_at_lease(client, letter),
            Service::Redlock => self.arrive_at_redlock(client, node, letter),
        }
    }

    /// The separate counter hands out a number.
    fn arrive_at_counter(&mut self, client: ClientId, letter: Letter) {
        let Letter::Count { grant } = letter else {
            return;
        };
        let token = self.counter;
        self.counter = token.next();
        self.tell(Event::Counted {
            client,
            grant,
            token,
        });
        let letter = Letter::Counted { grant, token };
        let delay = self.scenario.network.lock;
        self.answer(client, Party::Counter, letter, delay);
    }

    /// Who holds the lock, in fact.
    fn holder(&self) -> Option<ClientId> {
        match self.scenario.lock.service {
            Service::Lease => self.lease.holder().map(|held| held.client),
            Service::Redlock => self.redlock_holder(),
        }
    }

    /// What the observer knows of a client.
    fn standing(&self, client: ClientId) -> Standing {
        let was_granted = self
            .actors
            .get(client.index())
            .is_some_and(|actor| actor.was_granted);
        if self.holder() == Some(client) {
            Standing::Holder
        } else if was_granted {
            Standing::Stale
        } else {
            Standing::Never
        }
    }

    fn actor(&mut self, client: ClientId) -> Option<&mut Actor<'s>> {
        self.actors.get_mut(client.index())
    }

    fn tell(&mut self, event: Event) {
        self.entries.push(Entry {
            at: self.now,
            event,
        });
    }

    fn put_after(&mut self, delay: Millis, due: Due) {
        let at = self.now.plus(delay.max(Millis::ZERO));
        self.agenda.put(at, due);
    }

    fn object(&self, name: &str) -> Option<ObjectId> {
        (0..)
            .map(ObjectId)
            .zip(&self.objects)
            .find_map(|(id, known)| (*known == name).then_some(id))
    }

    fn key(&self, name: &str) -> Option<KeyId> {
        (0..)
            .map(KeyId)
            .zip(&self.keys)
            .find_map(|(id, known)| (*known == name).then_some(id))
    }
}

/// The faults of a run: as many as a file may have.
fn faults(scenario: &Scenario) -> &[Fault] {
    let faults = scenario.faults.as_slice();
    faults.get(..most(limits::FAULTS)).unwrap_or(faults)
}

fn most(range: limits::Range) -> usize {
    usize::try_from(range.max).unwrap_or(usize::MAX)
}

fn add<'s>(list: &mut Vec<&'s str>, name: &'s str) {
    if !list.contains(&name) {
        list.push(name);
    }
}

/// The objects and keys of a scenario, each once.
fn names(scenario: &Scenario) -> (Vec<&str>, Vec<&str>) {
    let (mut objects, mut keys) = (Vec::new(), Vec::new());
    for client in scenario.clients.iter().take(most(limits::CLIENTS)) {
        for step in client.plan.iter().take(most(limits::STEPS)) {
            let (object, sending) = match step {
                Step::Acquire { .. } | Step::Release { .. } => (None, None),
                Step::Read { object, .. } => (Some(object), None),
                Step::Write(change) | Step::Update(change) => {
                    (Some(&change.object), Some(&change.sending))
                }
                Step::Effect(effect) => (None, Some(&effect.sending)),
            };
            if let Some(object) = object {
                add(&mut objects, object);
            }
            if let Some(key) = sending.and_then(|sending| sending.key.as_deref()) {
                add(&mut keys, key);
            }
        }
    }
    (objects, keys)
}
