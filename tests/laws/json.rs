//! Scenario files written by hand, so to speak: a writer of its own that knows
//! the format from the contract alone, and a tree that can also hold what is
//! wrong (a field twice, numbers that are no integers).

use fencelab::model::{Millis, Token};
use fencelab::sim::scenario::{
    Cause, Change, Check, Client, CutFrom, Delays, FailoverForgets, Fault, Fence, FenceScope,
    Purpose, Release, RestartForgets, Scenario, Sending, Service, Step, Stops, Tokens, Versions,
    Waiting,
};
use std::fmt;

/// JSON as it is written.
#[derive(Clone, Debug, PartialEq)]
pub enum Json {
    Null,
    Bool(bool),
    /// As it stands in the text.
    Number(String),
    Text(String),
    List(Vec<Json>),
    /// In order, and a name may stand twice.
    Object(Vec<(String, Json)>),
}

impl fmt::Display for Json {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Null => out.write_str("null"),
            Self::Bool(yes) => write!(out, "{yes}"),
            Self::Number(text) => out.write_str(text),
            Self::Text(text) => quote(out, text),
            Self::List(items) => {
                out.write_str("[")?;
                for (place, item) in items.iter().enumerate() {
                    write!(out, "{}{item}", if place == 0 { "" } else { "," })?;
                }
                out.write_str("]")
            }
            Self::Object(fields) => {
                out.write_str("{")?;
                for (place, (name, value)) in fields.iter().enumerate() {
                    out.write_str(if place == 0 { "" } else { "," })?;
                    quote(out, name)?;
                    write!(out, ":{value}")?;
                }
                out.write_str("}")
            }
        }
    }
}

fn quote(out: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    out.write_str("\"")?;
    for character in text.chars() {
        match character {
            '"' => out.write_str("\\\"")?,
            '\\' => out.write_str("\\\\")?,
            '\0'..='\u{1f}' => write!(out, "\\u{:04x}", u32::from(character))?,
            _ => write!(out, "{character}")?,
        }
    }
    out.write_str("\"")
}

/// A scenario with every field written.
pub fn full(scenario: &Scenario) -> Json {
    Writer { full: true }.scenario(scenario)
}

/// A scenario with only the fields that do not have their default value.
pub fn needed(scenario: &Scenario) -> Json {
    Writer { full: false }.scenario(scenario)
}

pub fn text(text: &str) -> Json {
    Json::Text(text.to_owned())
}

pub fn number(number: i64) -> Json {
    Json::Number(number.to_string())
}

fn ms(time: Millis) -> Json {
    number(time.0)
}

fn ms_or_null(time: Option<Millis>) -> Json {
    time.map_or(Json::Null, ms)
}

struct Writer {
    full: bool,
}

/// A field, and its default if it has one.
type Field = (&'static str, Json, Option<Json>);

impl Writer {
    fn object(&self, fields: Vec<Field>) -> Json {
        let kept = fields.into_iter().filter(|(_, value, default)| {
            self.full || default.as_ref().is_none_or(|default| default != value)
        });
        Json::Object(
            kept.map(|(name, value, _)| (name.to_owned(), value))
                .collect(),
        )
    }

    fn scenario(&self, scenario: &Scenario) -> Json {
        let empty = || Some(Json::Object(Vec::new()));
        let purpose = match scenario.purpose {
            Purpose::Correctness => "correctness",
            Purpose::Efficiency => "efficiency",
        };
        let clients = scenario.clients.iter().enumerate();
        let faults = scenario
            .faults
            .iter()
            .map(|fault| self.fault(scenario, fault))
            .collect();
        self.object(vec![
            ("format", number(1), None),
            ("purpose", text(purpose), Some(text("correctness"))),
            (
                "horizon_ms",
                number(scenario.horizon.0),
                Some(number(600_000)),
            ),
            ("lock", self.lock(scenario), None),
            ("resource", self.resource(scenario), empty()),
            (
                "network",
                self.object(vec![
                    ("lock_ms", ms(scenario.network.lock), Some(number(0))),
                    (
                        "resource_ms",
                        ms(scenario.network.resource),
                        Some(number(0)),
                    ),
                ]),
                empty(),
            ),
            (
                "clients",
                Json::List(
                    clients
                        .map(|(place, client)| self.client(place, client))
                        .collect(),
                ),
                None,
            ),
            ("faults", Json::List(faults), Some(Json::List(Vec::new()))),
        ])
    }

    fn lock(&self, scenario: &Scenario) -> Json {
        let lock = &scenario.lock;
        let (service, tokens_default) = match lock.service {
            Service::Lease => ("lease", "counter"),
            Service::Redlock => ("redlock", "none"),
        };
        let tokens = match lock.tokens {
            Tokens::Counter => "counter",
            Tokens::None => "none",
            Tokens::SeparateCounter => "separate_counter",
        };
        let waiting = match lock.waiting {
            Waiting::Poll => "poll",
            Waiting::Queue => "queue",
        };
        let release = match lock.release {
            Release::IfMine => "if_mine",
            Release::Always => "always",
        };
        let Token(first) = lock.first_token;
        self.object(vec![
            ("service", text(service), None),
            ("ttl_ms", ms(lock.ttl), None),
            ("tokens", text(tokens), Some(text(tokens_default))),
            (
                "first_token",
                number(i64::try_from(first).unwrap()),
                Some(number(33)),
            ),
            ("waiting", text(waiting), Some(text("poll"))),
            ("lock_delay_ms", ms(lock.lock_delay), Some(number(0))),
            ("release", text(release), Some(text("if_mine"))),
            ("nodes", number(lock.nodes.into()), Some(number(5))),
            (
                "drift_per_mille",
                number(lock.drift_per_mille.into()),
                Some(number(10)),
            ),
            ("drift_ms", ms(lock.drift), Some(number(2))),
            ("node_timeout_ms", ms(lock.node_timeout), Some(number(50))),
        ])
    }

    fn resource(&self, scenario: &Scenario) -> Json {
        let resource = &scenario.resource;
        let fence = match resource.fence {
            Fence::Off => "off",
            Fence::Writes => "writes",
            Fence::ReadsAndWrites => "reads_and_writes",
        };
        let scope = match resource.fence_scope {
            FenceScope::Lock => "lock",
            FenceScope::Object => "object",
        };
        let versions = match resource.versions {
            Versions::Ignored => "ignored",
            Versions::Checked => "checked",
        };
        self.object(vec![
            ("fence", text(fence), Some(text("off"))),
            ("fence_scope", text(scope), Some(text("lock"))),
            (
                "dedup_window_ms",
                ms_or_null(resource.dedup_window),
                Some(Json::Null),
            ),
            ("versions", text(versions), Some(text("ignored"))),
            (
                "asks_lock",
                Json::Bool(resource.asks_lock),
                Some(Json::Bool(false)),
            ),
        ])
    }

    fn client(&self, place: usize, client: &Client) -> Json {
        let check = match client.check {
            Check::None => "none",
            Check::Clock => "clock",
            Check::Ask => "ask",
        };
        let node_delays = client.node_delays.as_ref().map_or(Json::Null, |delays| {
            Json::List(delays.iter().map(|delay| ms(*delay)).collect())
        });
        let plan = client.plan.iter().map(|step| self.step(step)).collect();
        self.object(vec![
            (
                "name",
                text(&client.name),
                Some(text(&format!("Client {}", place + 1))),
            ),
            ("arrives_ms", number(client.arrives.0), Some(number(0))),
            ("retry_ms", ms(client.retry), Some(number(500))),
            ("timeout_ms", ms_or_null(client.timeout), Some(Json::Null)),
            ("renew_ms", ms_or_null(client.renew), Some(Json::Null)),
            ("check", text(check), Some(text("none"))),
            ("check_lead_ms", ms(client.check_lead), Some(number(0))),
            ("margin_ms", ms(client.margin), Some(number(0))),
            (
                "stops_when_lost",
                Json::Bool(client.stops_when_lost),
                Some(Json::Bool(true)),
            ),
            ("node_ms", node_delays, Some(Json::Null)),
            ("plan", Json::List(plan), Some(Json::List(Vec::new()))),
        ])
    }

    fn step(&self, step: &Step) -> Json {
        let after = |after: Millis| ("after_ms", ms(after), Some(number(0)));
        let request = |request| ("request_ms", ms_or_null(request), Some(Json::Null));
        let reply = |reply| ("reply_ms", ms_or_null(reply), Some(Json::Null));
        let both = |delays: &Delays| vec![request(delays.request), reply(delays.reply)];
        let object = |object: &str| ("object", text(object), Some(text("record")));
        let sending = |sending: &Sending| {
            let key = sending.key.as_deref().map_or(Json::Null, text);
            let mut fields = vec![
                after(sending.after),
                ("key", key, Some(Json::Null)),
                ("wait", Json::Bool(sending.wait), Some(Json::Bool(true))),
                (
                    "resend_after_ms",
                    ms_or_null(sending.resend_after),
                    Some(Json::Null),
                ),
                ("resends", number(sending.resends.into()), Some(number(0))),
            ];
            fields.extend(both(&sending.delays));
            fields
        };
        let change = |change: &Change| {
            let mut fields = vec![object(&change.object)];
            fields.extend(sending(&change.sending));
            fields
        };
        let (kind, fields) = match step {
            Step::Acquire { delays } => ("acquire", both(delays)),
            Step::Read {
                after: thinking,
                object: name,
                delays,
            } => {
                let mut fields = vec![after(*thinking), object(name)];
                fields.extend(both(delays));
                ("read", fields)
            }
            Step::Write(one) => ("write", change(one)),
            Step::Update(one) => ("update", change(one)),
            Step::Effect(effect) => {
                let unless = Json::Bool(effect.unless_done);
                let mut fields = vec![("unless_done", unless, Some(Json::Bool(false)))];
                fields.extend(sending(&effect.sending));
                ("effect", fields)
            }
            Step::Release {
                after: thinking,
                request: delay,
            } => ("release", vec![after(*thinking), request(*delay)]),
        };
        Json::Object(vec![(kind.to_owned(), self.object(fields))])
    }

    fn fault(&self, scenario: &Scenario, fault: &Fault) -> Json {
        let client = |client: fencelab::model::ClientId| {
            ("client", text(&scenario.clients[client.index()].name), None)
        };
        let at = |at: fencelab::model::TrueTime| ("at_ms", number(at.0), None);
        let lasting = |lasting: Millis| ("for_ms", ms(lasting), None);
        let node = |node: fencelab::model::NodeId| ("node", number(node.0.into()), None);
        let (kind, fields) = match fault {
            Fault::Pause {
                client: whose,
                at: when,
                lasting: long,
                cause,
                stops,
            } => {
                let (cause, default) = match cause {
                    Cause::Gc => ("gc", "process"),
                    Cause::PageFault => ("page_fault", "process"),
                    Cause::CpuSteal => ("cpu_steal", "process"),
                    Cause::Sigstop => ("sigstop", "process"),
                    Cause::VmMigration => ("vm_migration", "machine"),
                    Cause::Other => ("other", "process"),
                };
                let stops = match stops {
                    Stops::Worker => "worker",
                    Stops::Process => "process",
                    Stops::Machine => "machine",
                };
                (
                    "pause",
                    vec![
                        client(*whose),
                        at(*when),
                        lasting(*long),
                        ("cause", text(cause), None),
                        ("stops", text(stops), Some(text(default))),
                    ],
                )
            }
            Fault::Crash {
                client: whose,
                at: when,
            } => ("crash", vec![client(*whose), at(*when)]),
            Fault::Cut {
                client: whose,
                from,
                at: when,
                lasting: long,
            } => {
                let from = match from {
                    CutFrom::Lock => text("lock"),
                    CutFrom::Resource => text("resource"),
                    CutFrom::All => text("all"),
                    CutFrom::Node(one) => {
                        Json::Object(vec![("node".to_owned(), number(one.0.into()))])
                    }
                };
                (
                    "cut",
                    vec![
                        client(*whose),
                        ("from", from, None),
                        at(*when),
                        lasting(*long),
                    ],
                )
            }
            Fault::ClockJump {
                node: one,
                at: when,
                by,
            } => (
                "clock_jump",
                vec![node(*one), at(*when), ("by_ms", ms(*by), None)],
            ),
            Fault::ClockRate {
                node: one,
                per_mille,
            } => (
                "clock_rate",
                vec![node(*one), ("per_mille", number((*per_mille).into()), None)],
            ),
            Fault::NodeDown {
                node: one,
                at: when,
                lasting: long,
                keeps_data,
            } => {
                let keeps = ("keeps_data", Json::Bool(*keeps_data), None);
                (
                    "node_down",
                    vec![node(*one), at(*when), lasting(*long), keeps],
                )
            }
            Fault::Failover {
                at: when,
                forgets,
                counter_back_by,
            } => {
                let forgets = match forgets {
                    FailoverForgets::Lock => "lock",
                    FailoverForgets::LockAndCounter => "lock_and_counter",
                };
                let back = number(i64::try_from(*counter_back_by).unwrap());
                (
                    "failover",
                    vec![
                        at(*when),
                        ("forgets", text(forgets), None),
                        ("counter_back_by", back, Some(number(1))),
                    ],
                )
            }
            Fault::LockLost { at: when } => ("lock_lost", vec![at(*when)]),
            Fault::ResourceRestart { at: when, forgets } => {
                let forgets = match forgets {
                    RestartForgets::HighestToken => "highest_token",
                    RestartForgets::Keys => "keys",
                    RestartForgets::Both => "both",
                };
                (
                    "resource_restart",
                    vec![at(*when), ("forgets", text(forgets), None)],
                )
            }
        };
        Json::Object(vec![(kind.to_owned(), self.object(fields))])
    }
}
