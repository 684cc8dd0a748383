//! A second implementation of the contract, as simple and slow as possible,
//! that shares no code with the simulator: it only has the types of the
//! scenario and the report in common. It keeps no trace; it computes the
//! report as it goes. The agenda is a list that is searched from end to end,
//! whatever loses its cause is removed from it, and pauses, cuts and outages
//! are looked up in the file each time instead of being remembered.
//!
//! Where the contract leaves a choice, the reading taken here is said in the
//! comment at the place.

mod client;
mod resource;
mod service;

use fencelab::model::{Millis, Ordinal, Token, TrueTime};
use fencelab::sim::report::{
    Cut, EndedBy, Grant, Harm, Outcome, Reason, Refusal, Report, StoodDown, Wait,
};
use fencelab::sim::scenario::{CutFrom, Fault, Purpose, Scenario, Service, Stops};
use std::collections::{BTreeMap, BTreeSet};

/// About how many entries a run may have; a run that is longer has no exact report.
const ENTRIES_MAX: usize = 9_000;

/// The report of a scenario, or none if the run is so long that the contract
/// does not say where it is cut.
pub fn report(scenario: &Scenario) -> Option<Report> {
    let mut world = World::new(scenario);
    world.run()?;
    Some(world.into_report())
}

/// What stands on the agenda.
#[derive(Clone, Debug)]
enum Due {
    FaultEnds(usize),
    FaultBegins(usize),
    /// The lease, or the value of a node, runs out.
    Expiry(usize),
    LockDelayEnds,
    Arrives(Message),
    Wakes(usize),
    Client(usize, Thing),
}

/// What falls due for a client.
#[derive(Clone, Debug, PartialEq)]
enum Thing {
    Arrival,
    /// The entry of an acquire step.
    Acquire,
    /// Thought long enough to look.
    Look,
    /// Thought to the end.
    Send,
    Retry,
    Timeout,
    NodeTimeout,
    Renewal,
    Resend(usize),
    Deadline,
    Answer(Answer),
}

#[derive(Clone, Debug, PartialEq)]
enum Answer {
    Acquire {
        attempt: u32,
        granted: Option<(usize, i64)>,
    },
    Vote {
        attempt: u32,
        yes: bool,
    },
    Renew {
        grant: usize,
        yes: bool,
        sent_local: i64,
    },
    Ask {
        asked: u32,
        yes: bool,
    },
    Count {
        grant: usize,
        token: u64,
    },
    Request {
        request: usize,
        said: Said,
    },
}

/// What the resource says.
#[derive(Clone, Debug, PartialEq)]
enum Said {
    Read {
        version: u32,
        done: BTreeSet<String>,
    },
    Applied {
        version: Option<u32>,
    },
    No(Reason),
}

#[derive(Clone, Debug)]
struct Message {
    client: usize,
    link: Link,
    way: Way,
    /// The delay of the reply.
    back: i64,
}

#[derive(Clone, Debug)]
enum Way {
    There(Question),
    Back(Answer),
}

#[derive(Clone, Debug)]
enum Question {
    Acquire {
        attempt: u32,
    },
    Release {
        grant: Option<usize>,
        value: Option<u32>,
        whatever: bool,
    },
    Renew {
        grant: usize,
        sent_local: i64,
    },
    Ask {
        grant: usize,
        asked: u32,
    },
    Count {
        grant: usize,
    },
    Request {
        request: usize,
    },
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Link {
    Node(usize),
    /// The lock service as a whole.
    Whole,
    Counter,
    Resource,
}

/// A grant and what the observer knows of it.
struct Granted {
    client: usize,
    /// On Redlock, the attempt whose value it is.
    attempt: u32,
    report: Grant,
}

struct World<'a> {
    s: &'a Scenario,
    now: i64,
    agenda: Vec<(i64, u8, u64, Due)>,
    put: u64,
    clients: Vec<client::State>,
    requests: Vec<client::Request>,
    jumps: Vec<i64>,
    lease: service::Lease,
    nodes: Vec<Option<service::Value>>,
    /// By what a value was last lost at a node.
    last_loss: BTreeMap<(usize, u32), EndedBy>,
    counter_next: u64,
    resource: resource::State,
    grants: Vec<Granted>,
    overlap: i64,
    dead: i64,
    stale_accepted: u32,
    rightful_refused: u32,
    harm: Vec<Harm>,
    refused: Vec<Refusal>,
    stood_down: Vec<StoodDown>,
    waits: Vec<Wait>,
    closed_at: i64,
    cut: Option<Cut>,
}

impl<'a> World<'a> {
    fn new(s: &'a Scenario) -> Self {
        let nodes = match s.lock.service {
            Service::Lease => 1,
            Service::Redlock => usize::from(s.lock.nodes),
        };
        let mut world = World {
            s,
            now: 0,
            agenda: Vec::new(),
            put: 0,
            clients: s.clients.iter().map(|_| client::State::default()).collect(),
            requests: Vec::new(),
            jumps: vec![0; nodes],
            lease: service::Lease::new(s.lock.first_token.0),
            nodes: vec![None; nodes],
            last_loss: BTreeMap::new(),
            counter_next: s.lock.first_token.0,
            resource: resource::State::default(),
            grants: Vec::new(),
            overlap: 0,
            dead: 0,
            stale_accepted: 0,
            rightful_refused: 0,
            harm: Vec::new(),
            refused: Vec::new(),
            stood_down: Vec::new(),
            waits: Vec::new(),
            closed_at: 0,
            cut: None,
        };
        for (place, fault) in s.faults.iter().enumerate() {
            let (begin, lasting) = span(fault);
            world.put(begin, 1, Due::FaultBegins(place));
            if let Some(lasting) = lasting {
                world.put(begin + lasting, 0, Due::FaultEnds(place));
            }
        }
        for (place, client) in s.clients.iter().enumerate() {
            world.put(client.arrives.0, 4, Due::Client(place, Thing::Arrival));
        }
        world
    }

    fn put(&mut self, at: i64, class: u8, due: Due) {
        self.agenda.push((at, class, self.put, due));
        self.put += 1;
    }

    fn run(&mut self) -> Option<()> {
        let mut handled = 0;
        while let Some(first) = (0..self.agenda.len()).min_by_key(|place| {
            let (at, class, order, _) = &self.agenda[*place];
            (*at, *class, *order)
        }) {
            let (at, _, _, due) = self.agenda.swap_remove(first);
            if at > self.s.horizon.0 {
                self.cut = Some(Cut::Horizon);
                self.pass_to(self.s.horizon.0);
                return Some(());
            }
            handled += 1;
            if handled > ENTRIES_MAX {
                return None;
            }
            self.pass_to(at);
            match due {
                Due::FaultEnds(place) => self.fault_ends(place),
                Due::FaultBegins(place) => self.fault_begins(place),
                Due::Expiry(node) => self.runs_out(node),
                Due::LockDelayEnds => self.lock_delay_ends(),
                Due::Arrives(message) => self.arrives(&message),
                Due::Wakes(client) => self.wakes(client),
                Due::Client(client, thing) => self.falls_due(client, thing),
            }
        }
        Some(())
    }

    /// True time goes on; what lasted is counted.
    fn pass_to(&mut self, at: i64) {
        let believing = self.clients.iter().filter(|client| client.believes).count();
        if believing >= 2 {
            self.overlap += at - self.now;
        }
        if self
            .holder()
            .is_some_and(|holder| self.clients[holder].crashed)
        {
            self.dead += at - self.now;
        }
        self.now = at;
        self.closed_at = at;
    }

    fn fault_begins(&mut self, place: usize) {
        match self.s.faults[place].clone() {
            Fault::Pause { .. } | Fault::Cut { .. } | Fault::ClockRate { .. } => {}
            Fault::Crash { client, .. } => self.crash(client.index()),
            Fault::ClockJump { node, by, .. } => self.clock_jumps(node.index(), by.0),
            Fault::NodeDown {
                node, keeps_data, ..
            } => {
                if !keeps_data {
                    self.erase(node.index());
                }
            }
            Fault::Failover {
                forgets,
                counter_back_by,
                ..
            } => {
                self.failover(forgets, counter_back_by);
            }
            Fault::LockLost { .. } => self.lock_lost(),
            Fault::ResourceRestart { forgets, .. } => self.resource.restart(forgets),
        }
    }

    fn fault_ends(&mut self, place: usize) {
        match self.s.faults[place].clone() {
            Fault::Pause { client, .. } => self.pause_ends(client.index()),
            Fault::NodeDown { .. } => self.grant_next(),
            Fault::Cut { .. }
            | Fault::ClockRate { .. }
            | Fault::Crash { .. }
            | Fault::ClockJump { .. }
            | Fault::Failover { .. }
            | Fault::LockLost { .. }
            | Fault::ResourceRestart { .. } => {}
        }
    }

    /// The pauses of a client, as begin, end and what they stop.
    fn pauses(&self, whose: usize) -> Vec<(i64, i64, Stops)> {
        let mut pauses = Vec::new();
        for fault in &self.s.faults {
            if let Fault::Pause {
                client,
                at,
                lasting,
                stops,
                ..
            } = fault
                && client.index() == whose
            {
                pauses.push((at.0, at.0 + lasting.0, *stops));
            }
        }
        pauses
    }

    fn node_is_down(&self, which: usize) -> bool {
        self.s.faults.iter().any(|fault| match fault {
            Fault::NodeDown {
                node, at, lasting, ..
            } => node.index() == which && at.0 <= self.now && self.now < at.0 + lasting.0,
            _ => false,
        })
    }

    fn is_cut(&self, whose: usize, link: Link) -> bool {
        self.s.faults.iter().any(|fault| match fault {
            Fault::Cut {
                client,
                from,
                at,
                lasting,
            } => {
                client.index() == whose
                    && at.0 <= self.now
                    && self.now < at.0 + lasting.0
                    && match from {
                        CutFrom::All => true,
                        CutFrom::Resource => link == Link::Resource,
                        CutFrom::Lock => link != Link::Resource,
                        CutFrom::Node(node) => link == Link::Node(node.index()),
                    }
            }
            _ => false,
        })
    }

    /// Sends there; the reply will take `back`.
    fn send(&mut self, client: usize, link: Link, question: Question, delay: i64, back: i64) {
        self.put_message(
            Message {
                client,
                link,
                way: Way::There(question),
                back,
            },
            delay,
        );
    }

    fn put_message(&mut self, message: Message, delay: i64) {
        if !self.is_cut(message.client, message.link) {
            self.put(self.now + delay, 3, Due::Arrives(message));
        }
    }

    fn reply(&mut self, to: &Message, answer: Answer) {
        let way = Way::Back(answer);
        let (client, link, back) = (to.client, to.link, to.back);
        self.put_message(
            Message {
                client,
                link,
                way,
                back,
            },
            back,
        );
    }

    fn arrives(&mut self, message: &Message) {
        if self.is_cut(message.client, message.link) {
            return;
        }
        match message.way.clone() {
            Way::Back(answer) => self.falls_due(message.client, Thing::Answer(answer)),
            Way::There(question) => {
                if let Link::Node(node) = message.link
                    && self.node_is_down(node)
                {
                    return;
                }
                if let Question::Request { request } = question {
                    self.decide(message, request);
                } else {
                    self.serve(message, &question);
                }
            }
        }
    }

    fn name(&self, client: usize) -> String {
        self.s.clients[client].name.clone()
    }

    fn grant_report(&self, client: usize, token: Option<u64>) -> Grant {
        Grant {
            client: self.name(client),
            ordinal: Ordinal(u32::try_from(self.grants.len()).unwrap() + 1),
            token: token.map(Token),
            at: TrueTime(self.now),
            ended: None,
            ended_by: None,
        }
    }

    fn into_report(self) -> Report {
        let refused_for = |wanted: &dyn Fn(Reason) -> bool| {
            self.refused.iter().any(|refusal| wanted(refusal.reason))
        };
        let outcome = match self.s.purpose {
            Purpose::Efficiency if self.overlap > 0 || !self.harm.is_empty() => Outcome::Wasted,
            Purpose::Efficiency => Outcome::Safe,
            Purpose::Correctness => {
                if !self.harm.is_empty() {
                    Outcome::Broken
                } else if refused_for(&|reason| reason == Reason::StaleToken) {
                    Outcome::Fenced
                } else if refused_for(&|reason| reason != Reason::Duplicate) {
                    Outcome::Refused
                } else if refused_for(&|_| true) {
                    Outcome::Deduplicated
                } else if !self.stood_down.is_empty() {
                    Outcome::StoodDown
                } else if self.overlap > 0 || self.stale_accepted > 0 {
                    Outcome::Lucky
                } else {
                    Outcome::Safe
                }
            }
        };
        Report {
            outcome,
            belief_overlap: Millis(self.overlap),
            stale_accepted: self.stale_accepted,
            harm: self.harm,
            refused: self.refused,
            stood_down: self.stood_down,
            grants: self.grants.into_iter().map(|grant| grant.report).collect(),
            waits: self.waits,
            rightful_refused: self.rightful_refused,
            dead_hold: Millis(self.dead),
            end: TrueTime(self.closed_at),
            cut: self.cut,
        }
    }
}

/// When a fault begins, and how long it lasts if it has a length.
fn span(fault: &Fault) -> (i64, Option<i64>) {
    match fault {
        Fault::Pause { at, lasting, .. }
        | Fault::Cut { at, lasting, .. }
        | Fault::NodeDown { at, lasting, .. } => (at.0, Some(lasting.0)),
        Fault::Crash { at, .. }
        | Fault::ClockJump { at, .. }
        | Fault::Failover { at, .. }
        | Fault::LockLost { at }
        | Fault::ResourceRestart { at, .. } => (at.0, None),
        Fault::ClockRate { .. } => (0, None),
    }
}
