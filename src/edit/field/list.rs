//! The list of all fields of a scenario, in the order of the format.

use super::{Field, Group, Kind, step_kind, word_of};
use crate::model::{ClientId, FaultId, Millis, NodeId, StepId};
use crate::sim::limits::{DRIFT, DURATION, JUMP, NODES, RATE, RESENDS, Range, TEXT, TIME, TOKEN};
use crate::sim::scenario::{
    Client, CutFrom, Delays, Fault, Lock, Resource, Scenario, Sending, Service, Step, Tokens,
};
use crate::sim::words::Word;
use crate::text::quantity::bare_seconds;

/// Every field of a scenario.
#[must_use]
pub fn fields(scenario: &Scenario) -> Vec<Field> {
    let mut lister = Lister::new(scenario);
    lister.at(Group::Run, String::new());
    lister.choice("purpose", scenario.purpose);
    lister.time("horizon_ms", Millis(scenario.horizon.0), DURATION);
    lister.lock(&scenario.lock);
    lister.resource(&scenario.resource);
    lister.at(Group::Network, "network.".to_owned());
    lister.time("lock_ms", scenario.network.lock, TIME);
    lister.time("resource_ms", scenario.network.resource, TIME);
    for (index, client) in scenario.clients.iter().enumerate() {
        lister.client(index, client);
    }
    for (index, fault) in scenario.faults.iter().enumerate() {
        let id = FaultId(u8::try_from(index).unwrap_or(u8::MAX));
        let path = format!("faults[{index}].{}.", fault_kind(fault));
        lister.at(Group::Fault(id), path);
        lister.fault(fault);
    }
    lister.fields
}

/// The name of a fault in a file.
pub(in crate::edit) const fn fault_kind(fault: &Fault) -> &'static str {
    match fault {
        Fault::Pause { .. } => "pause",
        Fault::Crash { .. } => "crash",
        Fault::Cut { .. } => "cut",
        Fault::ClockJump { .. } => "clock_jump",
        Fault::ClockRate { .. } => "clock_rate",
        Fault::NodeDown { .. } => "node_down",
        Fault::Failover { .. } => "failover",
        Fault::LockLost { .. } => "lock_lost",
        Fault::ResourceRestart { .. } => "resource_restart",
    }
}

/// Lists one group after another.
struct Lister<'a> {
    fields: Vec<Field>,
    scenario: &'a Scenario,
    group: Group,
    path: String,
    /// The only service that has what is listed now.
    only: Option<Service>,
}

impl<'a> Lister<'a> {
    const fn new(scenario: &'a Scenario) -> Self {
        Self {
            fields: Vec::new(),
            scenario,
            group: Group::Run,
            path: String::new(),
            only: None,
        }
    }

    /// Goes on with another group; `path` stands before the names of its fields.
    fn at(&mut self, group: Group, path: String) {
        self.group = group;
        self.path = path;
        self.only = None;
    }

    fn push(&mut self, name: &str, kind: Kind, value: String) {
        let service = self.scenario.lock.service;
        self.fields.push(Field {
            path: format!("{}{name}", self.path),
            group: self.group,
            kind,
            value,
            applies: self.only.is_none_or(|only| only == service),
        });
    }

    fn time(&mut self, name: &str, value: Millis, range: Range) {
        let kind = Kind::Time {
            optional: false,
            least: Millis(range.min),
            most: Millis(range.max),
        };
        self.push(name, kind, bare_seconds(value));
    }

    fn optional(&mut self, name: &str, value: Option<Millis>, range: Range) {
        let kind = Kind::Time {
            optional: true,
            least: Millis(range.min),
            most: Millis(range.max),
        };
        self.push(name, kind, value.map_or_else(String::new, bare_seconds));
    }

    fn number(&mut self, name: &str, value: impl Into<u64>, range: Range) {
        let kind = Kind::Number {
            least: range.min,
            most: range.max,
        };
        self.push(name, kind, value.into().to_string());
    }

    fn choice<T: Word>(&mut self, name: &str, value: T) {
        let words = T::WORDS.to_vec();
        self.push(name, Kind::Choice { words }, word_of(value));
    }

    fn switch(&mut self, name: &str, value: bool) {
        self.push(name, Kind::Switch, value.to_string());
    }

    fn text(&mut self, name: &str, value: &str) {
        let kind = Kind::Text {
            optional: false,
            most: TEXT.max,
        };
        self.push(name, kind, value.to_owned());
    }

    fn lock(&mut self, lock: &Lock) {
        self.at(Group::Lock, "lock.".to_owned());
        self.choice("service", lock.service);
        self.time("ttl_ms", lock.ttl, DURATION);
        let words = Tokens::ALL
            .iter()
            .filter(|tokens| lock.service == Service::Lease || **tokens != Tokens::Counter)
            .map(|tokens| tokens.word());
        let words = words.collect();
        self.push("tokens", Kind::Choice { words }, word_of(lock.tokens));
        self.number("first_token", lock.first_token.0, TOKEN);
        self.choice("release", lock.release);
        self.only = Some(Service::Lease);
        self.choice("waiting", lock.waiting);
        self.time("lock_delay_ms", lock.lock_delay, TIME);
        self.only = Some(Service::Redlock);
        self.number("nodes", lock.nodes, NODES);
        self.number("drift_per_mille", lock.drift_per_mille, DRIFT);
        self.time("drift_ms", lock.drift, TIME);
        self.time("node_timeout_ms", lock.node_timeout, DURATION);
    }

    fn resource(&mut self, resource: &Resource) {
        self.at(Group::Resource, "resource.".to_owned());
        self.choice("fence", resource.fence);
        self.choice("fence_scope", resource.fence_scope);
        self.optional("dedup_window_ms", resource.dedup_window, DURATION);
        self.choice("versions", resource.versions);
        self.switch("asks_lock", resource.asks_lock);
    }

    fn client(&mut self, index: usize, client: &Client) {
        let id = ClientId(u8::try_from(index).unwrap_or(u8::MAX));
        self.at(Group::Client(id), format!("clients[{index}]."));
        self.text("name", &client.name);
        self.time("arrives_ms", Millis(client.arrives.0), TIME);
        self.time("retry_ms", client.retry, DURATION);
        self.choice("check", client.check);
        self.time("check_lead_ms", client.check_lead, TIME);
        self.time("margin_ms", client.margin, TIME);
        self.switch("stops_when_lost", client.stops_when_lost);
        self.only = Some(Service::Lease);
        self.optional("timeout_ms", client.timeout, DURATION);
        self.optional("renew_ms", client.renew, DURATION);
        self.only = Some(Service::Redlock);
        let delays = client.node_delays.as_deref().unwrap_or_default();
        let delays: Vec<String> = delays.iter().map(|delay| bare_seconds(*delay)).collect();
        let kind = Kind::NodeDelays {
            nodes: self.scenario.lock.nodes,
            most: Millis(TIME.max),
        };
        self.push("node_ms", kind, delays.join("; "));
        for (place, step) in client.plan.iter().enumerate() {
            let step_id = StepId(u8::try_from(place).unwrap_or(u8::MAX));
            let path = format!("clients[{index}].plan[{place}].{}.", step_kind(step));
            self.at(Group::Step(id, step_id), path);
            self.step(step);
        }
    }

    fn step(&mut self, step: &Step) {
        match step {
            Step::Acquire { delays } => self.delays(delays),
            Step::Read {
                after,
                object,
                delays,
            } => {
                self.time("after_ms", *after, TIME);
                self.text("object", object);
                self.delays(delays);
            }
            Step::Write(change) | Step::Update(change) => {
                self.time("after_ms", change.sending.after, TIME);
                self.text("object", &change.object);
                self.key(&change.sending);
                self.sending(&change.sending);
            }
            Step::Effect(effect) => {
                self.time("after_ms", effect.sending.after, TIME);
                self.key(&effect.sending);
                self.switch("unless_done", effect.unless_done);
                self.sending(&effect.sending);
            }
            Step::Release { after, request } => {
                self.time("after_ms", *after, TIME);
                self.optional("request_ms", *request, TIME);
            }
        }
    }

    fn key(&mut self, sending: &Sending) {
        let kind = Kind::Text {
            optional: true,
            most: TEXT.max,
        };
        self.push("key", kind, sending.key.clone().unwrap_or_default());
    }

    fn sending(&mut self, sending: &Sending) {
        self.switch("wait", sending.wait);
        self.optional("resend_after_ms", sending.resend_after, DURATION);
        self.number("resends", sending.resends, RESENDS);
        self.delays(&sending.delays);
    }

    fn delays(&mut self, delays: &Delays) {
        self.optional("request_ms", delays.request, TIME);
        self.optional("reply_ms", delays.reply, TIME);
    }

    fn fault(&mut self, fault: &Fault) {
        match *fault {
            Fault::Pause {
                client,
                at,
                lasting,
                cause,
                stops,
            } => {
                self.who(client);
                self.span(Millis(at.0), lasting);
                self.choice("cause", cause);
                self.choice("stops", stops);
            }
            Fault::Crash { client, at } => {
                self.who(client);
                self.time("at_ms", Millis(at.0), TIME);
            }
            Fault::Cut {
                client,
                from,
                at,
                lasting,
            } => {
                self.who(client);
                self.cut_from(from);
                self.span(Millis(at.0), lasting);
            }
            Fault::ClockJump { .. }
            | Fault::ClockRate { .. }
            | Fault::NodeDown { .. }
            | Fault::Failover { .. }
            | Fault::LockLost { .. }
            | Fault::ResourceRestart { .. } => self.far_fault(fault),
        }
    }

    /// The faults of the lock service and the resource.
    fn far_fault(&mut self, fault: &Fault) {
        match *fault {
            Fault::ClockJump { node, at, by } => {
                self.node(node);
                self.time("at_ms", Millis(at.0), TIME);
                self.time("by_ms", by, JUMP);
            }
            Fault::ClockRate { node, per_mille } => {
                self.node(node);
                self.number("per_mille", per_mille, RATE);
            }
            Fault::NodeDown {
                node,
                at,
                lasting,
                keeps_data,
            } => {
                self.node(node);
                self.span(Millis(at.0), lasting);
                self.switch("keeps_data", keeps_data);
            }
            Fault::Failover {
                at,
                forgets,
                counter_back_by,
            } => {
                self.only = Some(Service::Lease);
                self.time("at_ms", Millis(at.0), TIME);
                self.choice("forgets", forgets);
                self.number("counter_back_by", counter_back_by, TOKEN);
            }
            Fault::LockLost { at } => {
                self.only = Some(Service::Lease);
                self.time("at_ms", Millis(at.0), TIME);
            }
            Fault::ResourceRestart { at, forgets } => {
                self.time("at_ms", Millis(at.0), TIME);
                self.choice("forgets", forgets);
            }
            Fault::Pause { .. } | Fault::Crash { .. } | Fault::Cut { .. } => {}
        }
    }

    fn who(&mut self, client: ClientId) {
        let clients = &self.scenario.clients;
        let names = clients.iter().map(|client| client.name.clone()).collect();
        let name = clients
            .get(client.index())
            .map(|client| client.name.clone());
        self.push(
            "client",
            Kind::ClientName { names },
            name.unwrap_or_default(),
        );
    }

    fn node(&mut self, node: NodeId) {
        let nodes = match self.scenario.lock.service {
            Service::Lease => 1,
            Service::Redlock => self.scenario.lock.nodes,
        };
        self.push("node", Kind::Node { nodes }, node.0.to_string());
    }

    fn cut_from(&mut self, from: CutFrom) {
        // A lease has one node, which is the service: nobody needs to name it.
        let nodes = match (self.scenario.lock.service, from) {
            (Service::Lease, CutFrom::Node(_)) => 1,
            (Service::Lease, CutFrom::Lock | CutFrom::Resource | CutFrom::All) => 0,
            (Service::Redlock, _) => self.scenario.lock.nodes,
        };
        let value = match from {
            CutFrom::Lock => "lock".to_owned(),
            CutFrom::Resource => "resource".to_owned(),
            CutFrom::All => "all".to_owned(),
            CutFrom::Node(node) => format!("node-{}", node.0),
        };
        self.push("from", Kind::CutFrom { nodes }, value);
    }

    fn span(&mut self, at: Millis, lasting: Millis) {
        self.time("at_ms", at, TIME);
        self.time("for_ms", lasting, DURATION);
    }
}
