//! Writes a scenario as a file: only what differs from the defaults, in the
//! order of `docs/model.md`, section 2.

use super::defaults::OBJECT;
use super::json::Json;
use super::scenario::{
    Change, Client, CutFrom, Delays, Effect, Fault, Lock, Network, Resource, Scenario, Sending,
    Step, Stops,
};
use super::words::Word;
use crate::model::{ClientId, Millis, TrueTime};

impl Scenario {
    /// The scenario as a file: two spaces a level, and a newline at the end.
    /// What `read` would take for granted is left out; a scenario without
    /// complaints reads back as it was.
    #[must_use]
    pub fn to_json(&self) -> String {
        let mut text = serde_json::to_string_pretty(&self.to_tree()).unwrap_or_default();
        text.push('\n');
        text
    }

    /// The same as a tree.
    #[must_use]
    pub fn to_tree(&self) -> Json {
        let usual = Self::new(self.lock.clone(), Vec::new());
        let mut out = Object::default();
        out.always("format", Json::Integer(1));
        out.word("purpose", self.purpose, usual.purpose);
        out.number("horizon_ms", self.horizon.0, usual.horizon.0);
        out.always("lock", lock(&self.lock));
        out.inner("resource", resource(&self.resource, &usual.resource));
        out.inner("network", network(&self.network));
        let clients = self.clients.iter().enumerate();
        let clients = clients.map(|(index, written)| client(written, &Client::new(index)));
        out.always("clients", Json::List(clients.collect()));
        if !self.faults.is_empty() {
            let faults = self.faults.iter().map(|written| fault(written, self));
            out.always("faults", Json::List(faults.collect()));
        }
        out.done()
    }
}

/// The fields of an object that is being written.
#[derive(Default)]
struct Object(Vec<(String, Json)>);

impl Object {
    fn always(&mut self, name: &str, value: Json) {
        self.0.push((name.to_owned(), value));
    }

    fn number<N: Into<i128> + PartialEq + Copy>(&mut self, name: &str, value: N, usual: N) {
        if value != usual {
            self.always(name, Json::Integer(value.into()));
        }
    }

    fn millis(&mut self, name: &str, value: Millis, usual: Millis) {
        self.number(name, value.0, usual.0);
    }

    fn optional(&mut self, name: &str, value: Option<Millis>) {
        if let Some(value) = value {
            self.always(name, Json::Integer(value.0.into()));
        }
    }

    fn word<T: Word + PartialEq>(&mut self, name: &str, value: T, usual: T) {
        if value != usual {
            self.always(name, named(value));
        }
    }

    fn text(&mut self, name: &str, value: &str, usual: &str) {
        if value != usual {
            self.always(name, Json::Text(value.to_owned()));
        }
    }

    fn flag(&mut self, name: &str, value: bool, usual: bool) {
        if value != usual {
            self.always(name, Json::Bool(value));
        }
    }

    /// An object that is left out when it is empty.
    fn inner(&mut self, name: &str, value: Self) {
        if !value.0.is_empty() {
            self.always(name, value.done());
        }
    }

    fn at(&mut self, at: TrueTime) {
        self.always("at_ms", Json::Integer(at.0.into()));
    }

    fn lasting(&mut self, lasting: Millis) {
        self.always("for_ms", Json::Integer(lasting.0.into()));
    }

    fn done(self) -> Json {
        Json::Object(self.0)
    }

    /// This as the only field of an object: a step or a fault.
    fn only(self, name: &str) -> Json {
        let mut out = Self::default();
        out.always(name, self.done());
        out.done()
    }
}

fn named(choice: impl Word) -> Json {
    Json::Text(choice.word().to_owned())
}

fn lock(lock: &Lock) -> Json {
    let usual = Lock::new(lock.service, lock.ttl);
    let mut out = Object::default();
    out.always("service", named(lock.service));
    out.always("ttl_ms", Json::Integer(lock.ttl.0.into()));
    out.word("tokens", lock.tokens, usual.tokens);
    out.number("first_token", lock.first_token.0, usual.first_token.0);
    out.word("waiting", lock.waiting, usual.waiting);
    out.millis("lock_delay_ms", lock.lock_delay, usual.lock_delay);
    out.word("release", lock.release, usual.release);
    out.number("nodes", lock.nodes, usual.nodes);
    let (drift, usual_drift) = (lock.drift_per_mille, usual.drift_per_mille);
    out.number("drift_per_mille", drift, usual_drift);
    out.millis("drift_ms", lock.drift, usual.drift);
    out.millis("node_timeout_ms", lock.node_timeout, usual.node_timeout);
    out.done()
}

fn resource(resource: &Resource, usual: &Resource) -> Object {
    let mut out = Object::default();
    out.word("fence", resource.fence, usual.fence);
    out.word("fence_scope", resource.fence_scope, usual.fence_scope);
    out.optional("dedup_window_ms", resource.dedup_window);
    out.word("versions", resource.versions, usual.versions);
    out.flag("asks_lock", resource.asks_lock, usual.asks_lock);
    out
}

fn network(network: &Network) -> Object {
    let mut out = Object::default();
    out.millis("lock_ms", network.lock, Millis::ZERO);
    out.millis("resource_ms", network.resource, Millis::ZERO);
    out
}

fn client(client: &Client, usual: &Client) -> Json {
    let mut out = Object::default();
    out.text("name", &client.name, &usual.name);
    out.number("arrives_ms", client.arrives.0, usual.arrives.0);
    out.millis("retry_ms", client.retry, usual.retry);
    out.optional("timeout_ms", client.timeout);
    out.optional("renew_ms", client.renew);
    out.word("check", client.check, usual.check);
    out.millis("check_lead_ms", client.check_lead, usual.check_lead);
    out.millis("margin_ms", client.margin, usual.margin);
    out.flag(
        "stops_when_lost",
        client.stops_when_lost,
        usual.stops_when_lost,
    );
    if let Some(delays) = &client.node_delays {
        let delays = delays.iter().map(|delay| Json::Integer(delay.0.into()));
        out.always("node_ms", Json::List(delays.collect()));
    }
    if !client.plan.is_empty() {
        out.always("plan", Json::List(client.plan.iter().map(step).collect()));
    }
    out.done()
}

fn step(step: &Step) -> Json {
    let mut out = Object::default();
    match step {
        Step::Acquire { delays: given } => {
            delays(&mut out, given);
            out.only("acquire")
        }
        Step::Read {
            after,
            object,
            delays: given,
        } => {
            out.millis("after_ms", *after, Millis::ZERO);
            out.text("object", object, OBJECT);
            delays(&mut out, given);
            out.only("read")
        }
        Step::Write(given) => change(given).only("write"),
        Step::Update(given) => change(given).only("update"),
        Step::Effect(given) => effect(given).only("effect"),
        Step::Release { after, request } => {
            out.millis("after_ms", *after, Millis::ZERO);
            out.optional("request_ms", *request);
            out.only("release")
        }
    }
}

fn change(change: &Change) -> Object {
    let mut out = Object::default();
    out.millis("after_ms", change.sending.after, Millis::ZERO);
    out.text("object", &change.object, OBJECT);
    key(&mut out, &change.sending);
    sending(&mut out, &change.sending);
    out
}

fn effect(effect: &Effect) -> Object {
    let mut out = Object::default();
    out.millis("after_ms", effect.sending.after, Millis::ZERO);
    key(&mut out, &effect.sending);
    out.flag("unless_done", effect.unless_done, false);
    sending(&mut out, &effect.sending);
    out
}

fn key(out: &mut Object, sending: &Sending) {
    if let Some(key) = &sending.key {
        out.always("key", Json::Text(key.clone()));
    }
}

fn sending(out: &mut Object, sending: &Sending) {
    let usual = Sending::default();
    out.flag("wait", sending.wait, usual.wait);
    out.optional("resend_after_ms", sending.resend_after);
    out.number("resends", sending.resends, usual.resends);
    delays(out, &sending.delays);
}

fn delays(out: &mut Object, delays: &Delays) {
    out.optional("request_ms", delays.request);
    out.optional("reply_ms", delays.reply);
}

fn fault(fault: &Fault, scenario: &Scenario) -> Json {
    let name = |client: ClientId| {
        let client = scenario.clients.get(client.index());
        Json::Text(client.map_or_else(String::new, |client| client.name.clone()))
    };
    let mut out = Object::default();
    match *fault {
        Fault::Pause {
            client,
            at,
            lasting,
            cause,
            stops,
        } => {
            out.always("client", name(client));
            out.at(at);
            out.lasting(lasting);
            out.always("cause", named(cause));
            out.word("stops", stops, Stops::default_of(cause));
            out.only("pause")
        }
        Fault::Crash { client, at } => {
            out.always("client", name(client));
            out.at(at);
            out.only("crash")
        }
        Fault::Cut {
            client,
            from,
            at,
            lasting,
        } => {
            out.always("client", name(client));
            out.always("from", cut_from(from));
            out.at(at);
            out.lasting(lasting);
            out.only("cut")
        }
        Fault::ClockJump { .. }
        | Fault::ClockRate { .. }
        | Fault::NodeDown { .. }
        | Fault::Failover { .. }
        | Fault::LockLost { .. }
        | Fault::ResourceRestart { .. } => far_fault(fault),
    }
}

/// The faults of the lock service and the resource.
fn far_fault(fault: &Fault) -> Json {
    let mut out = Object::default();
    match *fault {
        Fault::ClockJump { node, at, by } => {
            out.always("node", Json::Integer(node.0.into()));
            out.at(at);
            out.always("by_ms", Json::Integer(by.0.into()));
            out.only("clock_jump")
        }
        Fault::ClockRate { node, per_mille } => {
            out.always("node", Json::Integer(node.0.into()));
            out.always("per_mille", Json::Integer(per_mille.into()));
            out.only("clock_rate")
        }
        Fault::NodeDown {
            node,
            at,
            lasting,
            keeps_data,
        } => {
            out.always("node", Json::Integer(node.0.into()));
            out.at(at);
            out.lasting(lasting);
            out.always("keeps_data", Json::Bool(keeps_data));
            out.only("node_down")
        }
        Fault::Failover {
            at,
            forgets,
            counter_back_by,
        } => {
            out.at(at);
            out.always("forgets", named(forgets));
            out.number("counter_back_by", counter_back_by, 1);
            out.only("failover")
        }
        Fault::LockLost { at } => {
            out.at(at);
            out.only("lock_lost")
        }
        Fault::ResourceRestart { at, forgets } => {
            out.at(at);
            out.always("forgets", named(forgets));
            out.only("resource_restart")
        }
        Fault::Pause { .. } | Fault::Crash { .. } | Fault::Cut { .. } => out.done(),
    }
}

fn cut_from(from: CutFrom) -> Json {
    match from {
        CutFrom::Lock => Json::Text("lock".to_owned()),
        CutFrom::Resource => Json::Text("resource".to_owned()),
        CutFrom::All => Json::Text("all".to_owned()),
        CutFrom::Node(node) => {
            let mut out = Object::default();
            out.always("node", Json::Integer(node.0.into()));
            out.done()
        }
    }
}
