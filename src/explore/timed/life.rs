//! What one client does and waits for in a counterexample, as a client of a
//! scenario. What the counterexample leaves open happens just after its end.

use super::schedule::Schedule;
use super::{BEYOND, NARROW};
use crate::explore::plan::{self, Kind, Plan};
use crate::explore::setup::{Setup, Workload};
use crate::explore::told::Told;
use crate::model::{ClientId, Millis, NodeId, TrueTime};
use crate::sim::scenario::{
    Cause, Change, Client, Delays, Effect, Fault, Sending, Service, Step, Stops,
};

/// The key of the job.
const JOB: &str = "job";

/// A client, and when it is paused.
pub(super) struct Life {
    client: Client,
    pub(super) pauses: Vec<Fault>,
}

impl Life {
    /// What a client does in a counterexample.
    pub(super) fn of(setup: Setup, id: ClientId, told: &[Told], schedule: &Schedule) -> Self {
        let mut client = Client::new(id.index());
        client.check = setup.design.check();
        // Who is refused does not come again within the counterexample.
        client.retry = BEYOND;
        if setup.design.service() == Some(Service::Lease) {
            client.timeout = Some(BEYOND);
        }
        let mut teller = Teller {
            setup,
            id,
            past: Past { id, told, schedule },
            client,
            pauses: Vec::new(),
            free: None,
            looked: None,
        };
        let plan = Plan::new(setup);
        for step in (0..).map_while(|place| plan.step(place)) {
            match step {
                plan::Step::Look => teller.look(),
                plan::Step::Send(Kind::Acquire) => teller.acquire(),
                plan::Step::Send(Kind::Ask) => teller.ask(),
                plan::Step::Send(Kind::Release) => teller.release(),
                plan::Step::Send(
                    kind @ (Kind::Read | Kind::Write | Kind::Update | Kind::Effect),
                ) => teller.request(kind),
            }
        }
        Self {
            client: teller.client,
            pauses: teller.pauses,
        }
    }

    /// The client of the scenario.
    pub(super) fn client(&self) -> Client {
        self.client.clone()
    }
}

/// When a client did what.
struct Past<'t> {
    id: ClientId,
    told: &'t [Told],
    schedule: &'t Schedule,
}

impl Past<'_> {
    fn find(&self, is: impl Fn(&Told) -> bool) -> Option<TrueTime> {
        let mut timed = self.told.iter().zip(&self.schedule.moves);
        timed.find_map(|(did, at)| is(did).then_some(*at))
    }

    fn sent(&self, asked: Kind) -> Option<TrueTime> {
        self.find(|did| {
            matches!(did, Told::Sent { client, kind, .. } if *client == self.id && *kind == asked)
        })
    }

    fn looked(&self) -> Option<TrueTime> {
        self.find(|did| matches!(did, Told::Looked { client, .. } if *client == self.id))
    }

    fn handled(&self, asked: Kind) -> Option<TrueTime> {
        self.find(|did| {
            matches!(did, Told::Handled { client, kind, .. }
                if *client == self.id && *kind == asked)
        })
    }

    fn arrived(&self, asked: Kind, there: NodeId) -> Option<TrueTime> {
        self.find(|did| {
            matches!(did, Told::Arrived { client, kind, node, .. }
                if *client == self.id && *kind == asked && *node == there)
        })
    }
}

/// Goes through the plan.
struct Teller<'t> {
    setup: Setup,
    id: ClientId,
    past: Past<'t>,
    client: Client,
    pauses: Vec<Fault>,
    /// Since when it has had nothing to wait for; none before its first step.
    free: Option<TrueTime>,
    /// How long it thought before its look at the clock (or its question), and when that was done.
    looked: Option<(Millis, TrueTime)>,
}

impl Teller<'_> {
    /// When something open happens.
    fn after(&self) -> TrueTime {
        self.past.schedule.after
    }

    fn look(&mut self) {
        let at = self.past.looked().unwrap_or(self.after());
        let thought = self.think(at);
        self.looked = Some((thought, at));
        self.free = Some(at);
    }

    fn ask(&mut self) {
        let at = self.past.sent(Kind::Ask).unwrap_or(self.after());
        let thought = self.think(at);
        let handled = self.past.handled(Kind::Ask).unwrap_or(self.after());
        if let Some(arrived) = self.past.arrived(Kind::Ask, NodeId(0))
            && handled.since(arrived) > NARROW
        {
            self.pause(arrived, handled.since(arrived));
        }
        self.looked = Some((thought, handled));
        self.free = Some(handled);
    }

    fn acquire(&mut self) {
        let sent = self.past.sent(Kind::Acquire).unwrap_or(self.after());
        self.client.arrives = sent;
        let nodes = plan::nodes_of(self.setup, Kind::Acquire);
        let arrivals: Vec<TrueTime> = (0..nodes)
            .map(|node| self.past.arrived(Kind::Acquire, NodeId(node)))
            .map(|arrived| arrived.unwrap_or(self.after()))
            .collect();
        let last = arrivals.iter().copied().max().unwrap_or(sent);
        let reply = self.wait_for_handling(Kind::Acquire, last);
        let request = match self.setup.design.service() {
            Some(Service::Redlock) => {
                let delays = arrivals.iter().map(|arrived| arrived.since(sent));
                self.client.node_delays = Some(delays.collect());
                None
            }
            Some(Service::Lease) | None => Some(last.since(sent)),
        };
        let delays = Delays {
            request,
            reply: Some(reply),
        };
        self.client.plan.push(Step::Acquire { delays });
    }

    fn request(&mut self, kind: Kind) {
        let sent = self.past.sent(kind).unwrap_or(self.after());
        let thought = self.think(sent);
        let after = match self.looked {
            Some((before, _)) if kind != Kind::Read => {
                self.client.check_lead = thought;
                before.plus(thought)
            }
            Some(_) | None => thought,
        };
        let arrived = self.past.arrived(kind, NodeId(0)).unwrap_or(self.after());
        let reply = self.wait_for_handling(kind, arrived);
        let delays = Delays {
            request: above_zero(arrived.since(sent)),
            reply: above_zero(reply),
        };
        self.client.plan.push(step(self.setup, kind, after, delays));
    }

    /// It is sent as soon as the answer before it is handled, unless the client is paused then.
    fn release(&mut self) {
        let free = self.free.unwrap_or(self.after());
        let sent = self.past.sent(Kind::Release).unwrap_or(self.after());
        let nodes = plan::nodes_of(self.setup, Kind::Release);
        let arrived = (0..nodes)
            .filter_map(|node| self.past.arrived(Kind::Release, NodeId(node)))
            .min()
            .unwrap_or(self.after());
        let (after, from) = if self.past.schedule.has_end(free, sent) {
            (self.think(sent), sent)
        } else {
            (Millis::ZERO, free)
        };
        let request = Some(arrived.since(from).max(Millis::ZERO));
        self.client.plan.push(Step::Release { after, request });
    }

    /// How long the client thinks until it acts at an instant. If a deadline passes or a lease
    /// ends meanwhile, it is paused soon, and acts as soon as it wakes.
    fn think(&mut self, until: TrueTime) -> Millis {
        let Some(from) = self.free else {
            self.client.arrives = until;
            return Millis::ZERO;
        };
        let all = until.since(from).max(Millis::ZERO);
        if !self.past.schedule.has_end(from, until) {
            return all;
        }
        let thought = Millis(self.past.schedule.usual_after(from).0 / 2);
        self.pause(from.plus(thought), all.minus(thought));
        thought
    }

    /// How long an answer that is there at an instant travels, so that it is handled when it
    /// should be; if a deadline passes or a lease ends meanwhile, the client is paused instead.
    fn wait_for_handling(&mut self, kind: Kind, from: TrueTime) -> Millis {
        let handled = self.past.handled(kind).unwrap_or(self.after().max(from));
        self.free = Some(handled);
        let all = handled.since(from).max(Millis::ZERO);
        if !self.past.schedule.has_end(from, handled) {
            return all;
        }
        self.pause(from, all);
        Millis::ZERO
    }

    fn pause(&mut self, at: TrueTime, lasting: Millis) {
        self.pauses.push(Fault::Pause {
            client: self.id,
            at,
            lasting,
            cause: Cause::Gc,
            stops: Stops::Process,
        });
    }
}

fn step(setup: Setup, kind: Kind, after: Millis, delays: Delays) -> Step {
    let sending = Sending {
        after,
        delays,
        ..Sending::default()
    };
    match kind {
        Kind::Write => Step::Write(Change {
            sending,
            ..Change::default()
        }),
        Kind::Update => Step::Update(Change {
            sending,
            ..Change::default()
        }),
        Kind::Effect => Step::Effect(Effect {
            unless_done: setup.workload == Workload::EffectIfNotDone,
            sending: Sending {
                key: Some(JOB.to_owned()),
                ..sending
            },
        }),
        Kind::Read | Kind::Acquire | Kind::Ask | Kind::Release => Step::Read {
            after,
            object: Change::default().object,
            delays,
        },
    }
}

fn above_zero(time: Millis) -> Option<Millis> {
    (time > Millis::ZERO).then_some(time)
}
