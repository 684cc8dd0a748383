//! What a scenario must keep to: the ranges of its numbers and what must fit
//! together (`docs/model.md`, section 2). Once, for files and for edits.

use super::complaint::{Complaint, Problem};
use super::fields::Place;
use super::limits::{
    CLIENTS, DRIFT, DURATION, FAULTS, JUMP, NODES, RATE, RESENDS, Range, STEPS, TEXT, TIME, TOKEN,
};
use super::scenario::{
    Change, Client, CutFrom, Delays, Effect, Fault, Lock, Scenario, Sending, Service, Step, Tokens,
};
use crate::model::{ClientId, Millis, NodeId, TrueTime};

/// Everything that is out of range or does not fit together, in the order of
/// the file. An empty list: the scenario can be written, read and run.
#[must_use]
pub fn check(scenario: &Scenario) -> Vec<Complaint> {
    let nodes = match scenario.lock.service {
        Service::Lease => 1,
        Service::Redlock if NODES.contains(scenario.lock.nodes.into()) => scenario.lock.nodes,
        // What is wrong counts as its default.
        Service::Redlock => Lock::new(Service::Redlock, Millis(1)).nodes,
    };
    let mut checker = Checker {
        complaints: Vec::new(),
        service: scenario.lock.service,
        nodes,
        clients: scenario.clients.len(),
    };
    checker.range(DURATION, scenario.horizon.0, &Place::ROOT, "horizon_ms");
    checker.lock(&scenario.lock);
    let window = scenario.resource.dedup_window;
    checker.optional(
        DURATION,
        window,
        &Place::ROOT.field("resource"),
        "dedup_window_ms",
    );
    let network = &scenario.network;
    checker.time(network.lock, &Place::ROOT.field("network"), "lock_ms");
    checker.time(
        network.resource,
        &Place::ROOT.field("network"),
        "resource_ms",
    );
    checker.length(CLIENTS, scenario.clients.len(), &Place::ROOT, "clients");
    checker.names(&scenario.clients);
    let clients = Place::ROOT.field("clients");
    for (index, client) in scenario.clients.iter().enumerate() {
        checker.client(client, &clients.entry(index));
    }
    checker.length(FAULTS, scenario.faults.len(), &Place::ROOT, "faults");
    let faults = Place::ROOT.field("faults");
    for (index, fault) in scenario.faults.iter().enumerate() {
        checker.fault(fault, &faults.entry(index));
    }
    checker.rates(&scenario.faults);
    checker.complaints
}

struct Checker {
    complaints: Vec<Complaint>,
    service: Service,
    nodes: u8,
    clients: usize,
}

impl Checker {
    fn complain(&mut self, at: &Place<'_>, problem: Problem) {
        let path = at.to_string();
        self.complaints.push(Complaint { path, problem });
    }

    fn range(&mut self, range: Range, number: i64, at: &Place<'_>, name: &'static str) {
        if !range.contains(number) {
            self.complain(&at.field(name), Problem::OutOfRange { range });
        }
    }

    fn optional(
        &mut self,
        range: Range,
        number: Option<Millis>,
        at: &Place<'_>,
        name: &'static str,
    ) {
        if let Some(number) = number {
            self.range(range, number.0, at, name);
        }
    }

    fn time(&mut self, time: Millis, at: &Place<'_>, name: &'static str) {
        self.range(TIME, time.0, at, name);
    }

    fn length(&mut self, range: Range, found: usize, at: &Place<'_>, name: &'static str) {
        if !range.allows(found) {
            self.complain(&at.field(name), Problem::ListLength { found, range });
        }
    }

    fn text(&mut self, text: &str, at: &Place<'_>, name: &'static str) {
        let found = text.chars().count();
        if !TEXT.allows(found) {
            let range = TEXT;
            self.complain(&at.field(name), Problem::TextLength { found, range });
        }
    }

    /// What only one service has must be as usual with the other.
    fn only(&mut self, only: Service, usual: bool, at: &Place<'_>) {
        if self.service != only && !usual {
            self.complain(at, Problem::OtherService { only });
        }
    }

    fn lock(&mut self, lock: &Lock) {
        let usual = Lock::new(lock.service, lock.ttl);
        let at = &Place::ROOT.field("lock");
        self.range(DURATION, lock.ttl.0, at, "ttl_ms");
        let counter = lock.tokens == Tokens::Counter;
        self.only(Service::Lease, !counter, &at.field("tokens"));
        let first_token = i64::try_from(lock.first_token.0).unwrap_or(i64::MAX);
        self.range(TOKEN, first_token, at, "first_token");
        let is_usual = lock.waiting == usual.waiting;
        self.only(Service::Lease, is_usual, &at.field("waiting"));
        self.time(lock.lock_delay, at, "lock_delay_ms");
        let is_usual = lock.lock_delay == usual.lock_delay;
        self.only(Service::Lease, is_usual, &at.field("lock_delay_ms"));
        let numbers = |lock: &Lock| {
            [
                i64::from(lock.nodes),
                lock.drift_per_mille.into(),
                lock.drift.0,
                lock.node_timeout.0,
            ]
        };
        let of_redlock = [
            ("nodes", NODES),
            ("drift_per_mille", DRIFT),
            ("drift_ms", TIME),
            ("node_timeout_ms", DURATION),
        ];
        let given = numbers(lock).into_iter().zip(numbers(&usual));
        for ((name, range), (number, usual)) in of_redlock.into_iter().zip(given) {
            self.range(range, number, at, name);
            self.only(Service::Redlock, number == usual, &at.field(name));
        }
    }

    fn names(&mut self, clients: &[Client]) {
        for (index, client) in clients.iter().enumerate() {
            let by = clients.iter().position(|other| other.name == client.name);
            if let Some(by) = by.filter(|by| *by != index) {
                let at = Place::ROOT.field("clients");
                let problem = Problem::NameTaken { by };
                self.complain(&at.entry(index).field("name"), problem);
            }
        }
    }

    fn client(&mut self, client: &Client, at: &Place<'_>) {
        self.text(&client.name, at, "name");
        self.range(TIME, client.arrives.0, at, "arrives_ms");
        self.range(DURATION, client.retry.0, at, "retry_ms");
        for (time, name) in [(client.timeout, "timeout_ms"), (client.renew, "renew_ms")] {
            self.optional(DURATION, time, at, name);
            self.only(Service::Lease, time.is_none(), &at.field(name));
        }
        self.time(client.check_lead, at, "check_lead_ms");
        self.time(client.margin, at, "margin_ms");
        self.node_delays(client, &at.field("node_ms"));
        let plan = &client.plan;
        self.length(STEPS, plan.len(), at, "plan");
        for (index, step) in plan.iter().enumerate() {
            let before = plan.get(..index).unwrap_or_default();
            self.step(step, before, &at.field("plan").entry(index));
        }
    }

    fn node_delays(&mut self, client: &Client, at: &Place<'_>) {
        let Some(delays) = &client.node_delays else {
            return;
        };
        for (index, delay) in delays.iter().enumerate() {
            if !TIME.contains(delay.0) {
                let range = TIME;
                self.complain(&at.entry(index), Problem::OutOfRange { range });
            }
        }
        match self.service {
            Service::Lease => {
                let only = Service::Redlock;
                self.complain(at, Problem::OtherService { only });
            }
            Service::Redlock if delays.len() != usize::from(self.nodes) => {
                let (found, nodes) = (delays.len(), self.nodes);
                self.complain(at, Problem::NodeDelays { found, nodes });
            }
            Service::Redlock => {}
        }
    }

    fn step(&mut self, step: &Step, before: &[Step], at: &Place<'_>) {
        match step {
            Step::Acquire { delays } => self.delays(delays, &at.field("acquire")),
            Step::Read {
                after,
                object,
                delays,
            } => {
                let at = &at.field("read");
                self.time(*after, at, "after_ms");
                self.text(object, at, "object");
                self.delays(delays, at);
            }
            Step::Write(change) => self.change(change, &at.field("write")),
            Step::Update(change) => {
                self.change(change, &at.field("update"));
                let reads_it = |step: &Step| match step {
                    Step::Read { object, .. } => *object == change.object,
                    Step::Acquire { .. }
                    | Step::Write(_)
                    | Step::Update(_)
                    | Step::Effect(_)
                    | Step::Release { .. } => false,
                };
                if !before.iter().any(reads_it) {
                    let object = change.object.clone();
                    self.complain(at, Problem::UpdateWithoutRead { object });
                }
            }
            Step::Effect(effect) => self.effect(effect, before, &at.field("effect")),
            Step::Release { after, request } => {
                let at = &at.field("release");
                self.time(*after, at, "after_ms");
                self.optional(TIME, *request, at, "request_ms");
            }
        }
    }

    fn change(&mut self, change: &Change, at: &Place<'_>) {
        self.text(&change.object, at, "object");
        self.sending(&change.sending, at);
    }

    fn effect(&mut self, effect: &Effect, before: &[Step], at: &Place<'_>) {
        self.sending(&effect.sending, at);
        if !effect.unless_done {
            return;
        }
        if effect.sending.key.is_none() {
            self.complain(&at.field("unless_done"), Problem::UnlessDoneWithoutKey);
        }
        if !before.iter().any(|step| matches!(step, Step::Read { .. })) {
            self.complain(&at.field("unless_done"), Problem::UnlessDoneWithoutRead);
        }
    }

    fn sending(&mut self, sending: &Sending, at: &Place<'_>) {
        self.time(sending.after, at, "after_ms");
        if let Some(key) = &sending.key {
            self.text(key, at, "key");
        }
        self.optional(DURATION, sending.resend_after, at, "resend_after_ms");
        self.range(RESENDS, sending.resends.into(), at, "resends");
        if sending.resends > 0 && sending.resend_after.is_none() {
            self.complain(&at.field("resends"), Problem::ResendsWithoutAfter);
        }
        self.delays(&sending.delays, at);
    }

    fn delays(&mut self, delays: &Delays, at: &Place<'_>) {
        self.optional(TIME, delays.request, at, "request_ms");
        self.optional(TIME, delays.reply, at, "reply_ms");
    }

    fn fault(&mut self, fault: &Fault, at: &Place<'_>) {
        match fault {
            Fault::Pause {
                client,
                at: begin,
                lasting,
                cause: _,
                stops: _,
            } => {
                let at = &at.field("pause");
                self.known_client(*client, at);
                self.instant(*begin, at);
                self.lasting(*lasting, at);
            }
            Fault::Crash { client, at: begin } => {
                let at = &at.field("crash");
                self.known_client(*client, at);
                self.instant(*begin, at);
            }
            Fault::Cut {
                client,
                from,
                at: begin,
                lasting,
            } => {
                let at = &at.field("cut");
                self.known_client(*client, at);
                match from {
                    CutFrom::Node(node) => self.known_node(*node, &at.field("from")),
                    CutFrom::Lock | CutFrom::Resource | CutFrom::All => {}
                }
                self.instant(*begin, at);
                self.lasting(*lasting, at);
            }
            Fault::ClockJump { .. }
            | Fault::ClockRate { .. }
            | Fault::NodeDown { .. }
            | Fault::Failover { .. }
            | Fault::LockLost { .. }
            | Fault::ResourceRestart { .. } => self.far_fault(fault, at),
        }
    }

    /// The faults of the lock service and the resource.
    fn far_fault(&mut self, fault: &Fault, at: &Place<'_>) {
        match fault {
            Fault::ClockJump { node, at: when, by } => {
                let at = &at.field("clock_jump");
                self.known_node(*node, at);
                self.instant(*when, at);
                self.range(JUMP, by.0, at, "by_ms");
            }
            Fault::ClockRate { node, per_mille } => {
                let at = &at.field("clock_rate");
                self.known_node(*node, at);
                self.range(RATE, (*per_mille).into(), at, "per_mille");
            }
            Fault::NodeDown {
                node,
                at: begin,
                lasting,
                keeps_data: _,
            } => {
                let at = &at.field("node_down");
                self.known_node(*node, at);
                self.instant(*begin, at);
                self.lasting(*lasting, at);
            }
            Fault::Failover {
                at: when,
                forgets: _,
                counter_back_by,
            } => {
                let at = &at.field("failover");
                self.only(Service::Lease, false, at);
                self.instant(*when, at);
                let back = i64::try_from(*counter_back_by).unwrap_or(i64::MAX);
                self.range(TOKEN, back, at, "counter_back_by");
            }
            Fault::LockLost { at: when } => {
                let at = &at.field("lock_lost");
                self.only(Service::Lease, false, at);
                self.instant(*when, at);
            }
            Fault::ResourceRestart {
                at: when,
                forgets: _,
            } => self.instant(*when, &at.field("resource_restart")),
            Fault::Pause { .. } | Fault::Crash { .. } | Fault::Cut { .. } => {}
        }
    }

    fn instant(&mut self, instant: TrueTime, at: &Place<'_>) {
        self.range(TIME, instant.0, at, "at_ms");
    }

    fn lasting(&mut self, lasting: Millis, at: &Place<'_>) {
        self.range(DURATION, lasting.0, at, "for_ms");
    }

    /// Without any client, that is complaint enough.
    fn known_client(&mut self, client: ClientId, at: &Place<'_>) {
        if self.clients > 0 && client.index() >= self.clients {
            self.complain(&at.field("client"), Problem::UnknownClient { name: None });
        }
    }

    fn known_node(&mut self, node: NodeId, at: &Place<'_>) {
        if node.0 >= self.nodes {
            let nodes = self.nodes;
            self.complain(&at.field("node"), Problem::UnknownNode { nodes });
        }
    }

    fn rates(&mut self, faults: &[Fault]) {
        let node_of = |fault: &Fault| match fault {
            Fault::ClockRate { node, .. } => Some(*node),
            Fault::Pause { .. }
            | Fault::Crash { .. }
            | Fault::Cut { .. }
            | Fault::ClockJump { .. }
            | Fault::NodeDown { .. }
            | Fault::Failover { .. }
            | Fault::LockLost { .. }
            | Fault::ResourceRestart { .. } => None,
        };
        for (index, fault) in faults.iter().enumerate() {
            let Some(node) = node_of(fault) else {
                continue;
            };
            let first = faults.iter().position(|other| node_of(other) == Some(node));
            if let Some(first) = first.filter(|first| *first != index) {
                let (list, problem) = (Place::ROOT.field("faults"), Problem::SecondRate { first });
                self.complain(
                    &list.entry(index).field("clock_rate").field("node"),
                    problem,
                );
            }
        }
    }
}
