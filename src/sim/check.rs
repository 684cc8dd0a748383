//! What a scenario must keep to: the ranges of its numbers and what must fit
//! together (`docs/model.md`, section 2). Once, for files and for edits.

use super::complaint::{Complaint, Problem};
use super::limits::{
    CLIENTS, DRIFT, DURATION, FAULTS, JUMP, NODES, RATE, RESENDS, Range, STEPS, TEXT, TIME, TOKEN,
};
use super::scenario::{
    Change, Client, CutFrom, Delays, Effect, Fault, Lock, Scenario, Sending, Service, Step, Tokens,
    Waiting,
};
use crate::model::{ClientId, Millis, NodeId, TrueTime};
use std::collections::BTreeMap;

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
    checker.range(DURATION, scenario.horizon.0, || "horizon_ms".to_owned());
    checker.lock(&scenario.lock);
    let window = scenario.resource.dedup_window;
    checker.optional(DURATION, window, || "resource.dedup_window_ms".to_owned());
    let network = &scenario.network;
    checker.time(network.lock, || "network.lock_ms".to_owned());
    checker.time(network.resource, || "network.resource_ms".to_owned());
    checker.length(CLIENTS, scenario.clients.len(), || "clients".to_owned());
    checker.names(&scenario.clients);
    for (index, client) in scenario.clients.iter().enumerate() {
        checker.client(client, &format!("clients[{index}]"));
    }
    checker.length(FAULTS, scenario.faults.len(), || "faults".to_owned());
    for (index, fault) in scenario.faults.iter().enumerate() {
        checker.fault(fault, &format!("faults[{index}]"));
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
    fn complain(&mut self, path: String, problem: Problem) {
        self.complaints.push(Complaint { path, problem });
    }

    fn range(&mut self, range: Range, number: i64, path: impl FnOnce() -> String) {
        if !range.contains(number) {
            self.complain(path(), Problem::OutOfRange { range });
        }
    }

    fn optional(&mut self, range: Range, number: Option<Millis>, path: impl FnOnce() -> String) {
        if let Some(number) = number {
            self.range(range, number.0, path);
        }
    }

    fn time(&mut self, time: Millis, path: impl FnOnce() -> String) {
        self.range(TIME, time.0, path);
    }

    fn length(&mut self, range: Range, found: usize, path: impl FnOnce() -> String) {
        if !range.allows(found) {
            self.complain(path(), Problem::ListLength { found, range });
        }
    }

    fn text(&mut self, text: &str, path: impl FnOnce() -> String) {
        let found = text.chars().count();
        if !TEXT.allows(found) {
            let range = TEXT;
            self.complain(path(), Problem::TextLength { found, range });
        }
    }

    /// A field of one service must have its default value with the other.
    fn only<T: PartialEq>(&mut self, only: Service, given: &T, usual: &T, path: &str) {
        if self.service != only && given != usual {
            self.complain(path.to_owned(), Problem::OtherService { only });
        }
    }

    fn lock(&mut self, lock: &Lock) {
        let usual = Lock::new(lock.service, lock.ttl);
        self.range(DURATION, lock.ttl.0, || "lock.ttl_ms".to_owned());
        if lock.service == Service::Redlock && lock.tokens == Tokens::Counter {
            let only = Service::Lease;
            self.complain("lock.tokens".to_owned(), Problem::OtherService { only });
        }
        let first_token = i64::try_from(lock.first_token.0).unwrap_or(i64::MAX);
        self.range(TOKEN, first_token, || "lock.first_token".to_owned());
        self.only(
            Service::Lease,
            &lock.waiting,
            &Waiting::default(),
            "lock.waiting",
        );
        let delay = "lock.lock_delay_ms";
        self.time(lock.lock_delay, || delay.to_owned());
        self.only(Service::Lease, &lock.lock_delay, &usual.lock_delay, delay);
        let nodes = "lock.nodes";
        self.range(NODES, lock.nodes.into(), || nodes.to_owned());
        self.only(Service::Redlock, &lock.nodes, &usual.nodes, nodes);
        let share = "lock.drift_per_mille";
        self.range(DRIFT, lock.drift_per_mille.into(), || share.to_owned());
        let (given, default) = (&lock.drift_per_mille, &usual.drift_per_mille);
        self.only(Service::Redlock, given, default, share);
        let drift = "lock.drift_ms";
        self.time(lock.drift, || drift.to_owned());
        self.only(Service::Redlock, &lock.drift, &usual.drift, drift);
        let timeout = "lock.node_timeout_ms";
        self.range(DURATION, lock.node_timeout.0, || timeout.to_owned());
        let (given, default) = (&lock.node_timeout, &usual.node_timeout);
        self.only(Service::Redlock, given, default, timeout);
    }

    fn names(&mut self, clients: &[Client]) {
        let mut first = BTreeMap::new();
        for (index, client) in clients.iter().enumerate() {
            let by = *first.entry(client.name.as_str()).or_insert(index);
            if by != index {
                let path = format!("clients[{index}].name");
                self.complain(path, Problem::NameTaken { by });
            }
        }
    }

    fn client(&mut self, client: &Client, at: &str) {
        self.text(&client.name, || format!("{at}.name"));
        self.range(TIME, client.arrives.0, || format!("{at}.arrives_ms"));
        self.range(DURATION, client.retry.0, || format!("{at}.retry_ms"));
        let timeout = format!("{at}.timeout_ms");
        self.optional(DURATION, client.timeout, || timeout.clone());
        self.only(Service::Lease, &client.timeout, &None, &timeout);
        let renew = format!("{at}.renew_ms");
        self.optional(DURATION, client.renew, || renew.clone());
        self.only(Service::Lease, &client.renew, &None, &renew);
        self.time(client.check_lead, || format!("{at}.check_lead_ms"));
        self.time(client.margin, || format!("{at}.margin_ms"));
        self.node_delays(client, &format!("{at}.node_ms"));
        let plan = &client.plan;
        self.length(STEPS, plan.len(), || format!("{at}.plan"));
        for (index, step) in plan.iter().enumerate() {
            let before = plan.get(..index).unwrap_or_default();
            self.step(step, before, &format!("{at}.plan[{index}]"));
        }
    }

    fn node_delays(&mut self, client: &Client, at: &str) {
        let Some(delays) = &client.node_delays else {
            return;
        };
        for (index, delay) in delays.iter().enumerate() {
            self.time(*delay, || format!("{at}[{index}]"));
        }
        match self.service {
            Service::Lease => {
                let only = Service::Redlock;
                self.complain(at.to_owned(), Problem::OtherService { only });
            }
            Service::Redlock if delays.len() != usize::from(self.nodes) => {
                let (found, nodes) = (delays.len(), self.nodes);
                self.complain(at.to_owned(), Problem::NodeDelays { found, nodes });
            }
            Service::Redlock => {}
        }
    }

    fn step(&mut self, step: &Step, before: &[Step], at: &str) {
        match step {
            Step::Acquire { delays } => self.delays(delays, &format!("{at}.acquire")),
            Step::Read {
                after,
                object,
                delays,
            } => {
                let at = format!("{at}.read");
                self.time(*after, || format!("{at}.after_ms"));
                self.text(object, || format!("{at}.object"));
                self.delays(delays, &at);
            }
            Step::Write(change) => self.change(change, &format!("{at}.write")),
            Step::Update(change) => {
                self.change(change, &format!("{at}.update"));
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
                    self.complain(at.to_owned(), Problem::UpdateWithoutRead { object });
                }
            }
            Step::Effect(effect) => self.effect(effect, before, &format!("{at}.effect")),
            Step::Release { after, request } => {
                self.time(*after, || format!("{at}.release.after_ms"));
                self.optional(TIME, *request, || format!("{at}.release.request_ms"));
            }
        }
    }

    fn change(&mut self, change: &Change, at: &str) {
        self.text(&change.object, || format!("{at}.object"));
        self.sending(&change.sending, at);
    }

    fn effect(&mut self, effect: &Effect, before: &[Step], at: &str) {
        self.sending(&effect.sending, at);
        if !effect.unless_done {
            return;
        }
        if effect.sending.key.is_none() {
            let path = format!("{at}.unless_done");
            self.complain(path, Problem::UnlessDoneWithoutKey);
        }
        if !before.iter().any(|step| matches!(step, Step::Read { .. })) {
            let path = format!("{at}.unless_done");
            self.complain(path, Problem::UnlessDoneWithoutRead);
        }
    }

    fn sending(&mut self, sending: &Sending, at: &str) {
        self.time(sending.after, || format!("{at}.after_ms"));
        if let Some(key) = &sending.key {
            self.text(key, || format!("{at}.key"));
        }
        self.optional(DURATION, sending.resend_after, || {
            format!("{at}.resend_after_ms")
        });
        self.range(RESENDS, sending.resends.into(), || format!("{at}.resends"));
        if sending.resends > 0 && sending.resend_after.is_none() {
            self.complain(format!("{at}.resends"), Problem::ResendsWithoutAfter);
        }
        self.delays(&sending.delays, at);
    }

    fn delays(&mut self, delays: &Delays, at: &str) {
        self.optional(TIME, delays.request, || format!("{at}.request_ms"));
        self.optional(TIME, delays.reply, || format!("{at}.reply_ms"));
    }

    fn fault(&mut self, fault: &Fault, at: &str) {
        match fault {
            Fault::Pause {
                client,
                at: begin,
                lasting,
                cause: _,
                stops: _,
            } => {
                let at = format!("{at}.pause");
                self.known_client(*client, &at);
                self.instant(*begin, &at);
                self.lasting(*lasting, &at);
            }
            Fault::Crash { client, at: begin } => {
                let at = format!("{at}.crash");
                self.known_client(*client, &at);
                self.instant(*begin, &at);
            }
            Fault::Cut {
                client,
                from,
                at: begin,
                lasting,
            } => {
                let at = format!("{at}.cut");
                self.known_client(*client, &at);
                match from {
                    CutFrom::Node(node) => self.known_node(*node, &format!("{at}.from")),
                    CutFrom::Lock | CutFrom::Resource | CutFrom::All => {}
                }
                self.instant(*begin, &at);
                self.lasting(*lasting, &at);
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
    fn far_fault(&mut self, fault: &Fault, at: &str) {
        match fault {
            Fault::ClockJump { node, at: when, by } => {
                let at = format!("{at}.clock_jump");
                self.known_node(*node, &at);
                self.instant(*when, &at);
                self.range(JUMP, by.0, || format!("{at}.by_ms"));
            }
            Fault::ClockRate { node, per_mille } => {
                let at = format!("{at}.clock_rate");
                self.known_node(*node, &at);
                self.range(RATE, (*per_mille).into(), || format!("{at}.per_mille"));
            }
            Fault::NodeDown {
                node,
                at: begin,
                lasting,
                keeps_data: _,
            } => {
                let at = format!("{at}.node_down");
                self.known_node(*node, &at);
                self.instant(*begin, &at);
                self.lasting(*lasting, &at);
            }
            Fault::Failover {
                at: when,
                forgets: _,
                counter_back_by,
            } => {
                let at = format!("{at}.failover");
                self.only(Service::Lease, &true, &false, &at);
                self.instant(*when, &at);
                let back = i64::try_from(*counter_back_by).unwrap_or(i64::MAX);
                self.range(TOKEN, back, || format!("{at}.counter_back_by"));
            }
            Fault::LockLost { at: when } => {
                let at = format!("{at}.lock_lost");
                self.only(Service::Lease, &true, &false, &at);
                self.instant(*when, &at);
            }
            Fault::ResourceRestart {
                at: when,
                forgets: _,
            } => self.instant(*when, &format!("{at}.resource_restart")),
            Fault::Pause { .. } | Fault::Crash { .. } | Fault::Cut { .. } => {}
        }
    }

    fn instant(&mut self, instant: TrueTime, at: &str) {
        self.range(TIME, instant.0, || format!("{at}.at_ms"));
    }

    fn lasting(&mut self, lasting: Millis, at: &str) {
        self.range(DURATION, lasting.0, || format!("{at}.for_ms"));
    }

    /// Without any client, that is complaint enough.
    fn known_client(&mut self, client: ClientId, at: &str) {
        if self.clients > 0 && client.index() >= self.clients {
            let path = format!("{at}.client");
            self.complain(path, Problem::UnknownClient { name: None });
        }
    }

    fn known_node(&mut self, node: NodeId, at: &str) {
        if node.0 >= self.nodes {
            let nodes = self.nodes;
            self.complain(format!("{at}.node"), Problem::UnknownNode { nodes });
        }
    }

    fn rates(&mut self, faults: &[Fault]) {
        let mut seen = BTreeMap::new();
        for (index, fault) in faults.iter().enumerate() {
            let Fault::ClockRate { node, .. } = fault else {
                continue;
            };
            let first = *seen.entry(*node).or_insert(index);
            if first != index {
                let path = format!("faults[{index}].clock_rate.node");
                self.complain(path, Problem::SecondRate { first });
            }
        }
    }
}
