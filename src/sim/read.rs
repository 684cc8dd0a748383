//! Reads a scenario file and returns every complaint about it at once
//! (`docs/model.md`, section 2).
//!
//! ```
//! use fencelab::sim::{read, scenario::Scenario};
//!
//! let seed = Scenario::seed();
//! assert_eq!(read(seed.to_json().as_bytes()), Ok(seed));
//!
//! let file = br#"{"format": 1, "lock": {"service": "lease", "ttl_ms": 0}, "clients": []}"#;
//! let paths: Vec<_> = read(file).unwrap_err().0.into_iter().map(|c| c.path).collect();
//! assert_eq!(paths, ["lock.ttl_ms", "clients"]);
//! ```

use super::check::check;
use super::complaint::{Complaint, Complaints, Problem, Wanted};
use super::fields::{Absent, Fields, Place, Reader};
use super::json::Json;
use super::limits::{DRIFT, DURATION, FILE_BYTES, NODES, Range, TIME, TOKEN};
use super::read_faults::read_faults;
use super::scenario::{
    Check, Client, Fence, FenceScope, Lock, Network, Purpose, Release, Resource, Scenario, Service,
    Versions, Waiting,
};
use crate::model::{Millis, Token, TrueTime};

/// Reads a scenario file.
///
/// # Errors
///
/// All complaints together: first what cannot be read, then what is out of
/// range or does not fit together.
pub fn read(bytes: &[u8]) -> Result<Scenario, Complaints> {
    read_tree(&tree(bytes)?)
}

/// Reads the tree of a JSON file.
///
/// # Errors
///
/// A file that is too large, not UTF-8 or not JSON: one complaint with the path `$`.
pub fn tree(bytes: &[u8]) -> Result<Json, Complaints> {
    let whole = |problem| {
        let path = Place::ROOT.to_string();
        Complaints(vec![Complaint { path, problem }])
    };
    if bytes.len() > FILE_BYTES {
        let bytes = bytes.len();
        return Err(whole(Problem::FileTooLarge { bytes }));
    }
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let good = bytes.get(..error.valid_up_to()).unwrap_or_default();
        let lines = good.split(|byte| *byte == b'\n');
        let (line, last) = lines.fold((0, 0), |(line, _), text| (line + 1, text.len()));
        let column = last + 1;
        whole(Problem::NotUtf8 { line, column })
    })?;
    Json::read(text).map_err(|stop| {
        whole(Problem::NotJson {
            line: stop.line,
            column: stop.column,
        })
    })
}

/// Reads a scenario from the tree of a file.
///
/// # Errors
///
/// As [`read`].
pub fn read_tree(json: &Json) -> Result<Scenario, Complaints> {
    let mut reader = Reader::default();
    let scenario = reader.scenario(json);
    let mut complaints = reader.complaints;
    let unread = complaints.len();
    for complaint in check(&scenario) {
        let earlier = complaints.get(..unread).unwrap_or_default();
        if !follows(&complaint, earlier) {
            complaints.push(complaint);
        }
    }
    if complaints.is_empty() {
        Ok(scenario)
    } else {
        Err(Complaints(complaints))
    }
}

/// Whether a complaint may only follow from one of the earlier ones.
fn follows(complaint: &Complaint, earlier: &[Complaint]) -> bool {
    let named = |path: &str| earlier.iter().any(|other| other.path == path);
    if named("$") || named(&complaint.path) {
        return true;
    }
    let of_service = matches!(
        complaint.problem,
        Problem::OtherService { .. } | Problem::UnknownNode { .. } | Problem::NodeDelays { .. }
    );
    if of_service && (named("lock") || named("lock.service")) {
        return true;
    }
    let of_read = matches!(
        complaint.problem,
        Problem::UpdateWithoutRead { .. } | Problem::UnlessDoneWithoutRead
    );
    of_read
        && earlier
            .iter()
            .any(|other| hides_a_read(other, &complaint.path))
}

/// Whether a complaint is about an earlier step of the same plan that could not be read as
/// a whole: it may have been the read that another step misses.
fn hides_a_read(other: &Complaint, path: &str) -> bool {
    let place = |path: &str| {
        let (client, rest) = path.split_once(".plan[")?;
        let (step, rest) = rest.split_once(']')?;
        Some((
            client.to_owned(),
            step.parse::<usize>().ok()?,
            rest.to_owned(),
        ))
    };
    let (Some(hidden), Some(missing)) = (place(&other.path), place(path)) else {
        return false;
    };
    let unknown_kind =
        matches!(other.problem, Problem::UnknownField { .. }) && hidden.2.matches('.').count() == 1;
    let no_step = matches!(
        other.problem,
        Problem::NotOneField { .. }
            | Problem::WrongType {
                wanted: Wanted::Object,
                ..
            }
    );
    hidden.0 == missing.0 && hidden.1 < missing.1 && (unknown_kind || no_step)
}

const SCENARIO: &[&str] = &[
    "format",
    "purpose",
    "horizon_ms",
    "lock",
    "resource",
    "network",
    "clients",
    "faults",
];
const LOCK: &[&str] = &[
    "service",
    "ttl_ms",
    "tokens",
    "first_token",
    "waiting",
    "lock_delay_ms",
    "release",
    "nodes",
    "drift_per_mille",
    "drift_ms",
    "node_timeout_ms",
];
const RESOURCE: &[&str] = &[
    "fence",
    "fence_scope",
    "dedup_window_ms",
    "versions",
    "asks_lock",
];
const NETWORK: &[&str] = &["lock_ms", "resource_ms"];
const CLIENT: &[&str] = &[
    "name",
    "arrives_ms",
    "retry_ms",
    "timeout_ms",
    "renew_ms",
    "check",
    "check_lead_ms",
    "margin_ms",
    "stops_when_lost",
    "node_ms",
    "plan",
];
impl Reader {
    fn scenario(&mut self, json: &Json) -> Scenario {
        let root = Place::ROOT;
        let fields = self.object(&root, json, SCENARIO);
        self.format(&fields);
        let purpose = self.word(&fields, "purpose", Absent::Default(Purpose::default()));
        let horizon = self.number(&fields, "horizon_ms", DURATION, Absent::Default(600_000));
        let mut lock = Lock::new(Service::Lease, Millis(10_000));
        if fields.is_object() {
            let place = root.field("lock");
            let inner = self.inner(&place, fields.get("lock"), LOCK);
            lock = self.lock(&inner);
        }
        let place = root.field("resource");
        let inner = self.inner(&place, fields.get("resource"), RESOURCE);
        let resource = self.resource(&inner);
        let place = root.field("network");
        let inner = self.inner(&place, fields.get("network"), NETWORK);
        let network = Network {
            lock: self.time(&inner, "lock_ms"),
            resource: self.time(&inner, "resource_ms"),
        };
        let place = root.field("clients");
        let clients: Vec<Client> = self
            .list(&fields, "clients", Absent::Missing(()))
            .iter()
            .enumerate()
            .map(|(index, json)| self.client(&place.entry(index), json, index))
            .collect();
        let place = root.field("faults");
        let faults = self.list(&fields, "faults", Absent::Default(()));
        let faults = read_faults(self, &place, faults, &clients);
        Scenario {
            purpose,
            horizon: TrueTime(horizon),
            lock,
            resource,
            network,
            clients,
            faults,
        }
    }

    fn format(&mut self, fields: &Fields<'_>) {
        let format: Option<i64> = self
            .present(fields, "format", &Absent::Missing(()))
            .and_then(|json| {
                let range = Range::new(1, 1);
                let wanted = Wanted::WholeNumber(range);
                self.whole(&fields.place.field("format"), json, range, wanted)
            });
        if format.is_some_and(|format| format != 1) {
            self.complain(&fields.place.field("format"), Problem::OtherFormat);
        }
    }

    fn lock(&mut self, fields: &Fields<'_>) -> Lock {
        let service = self.word(fields, "service", Absent::Missing(Service::Lease));
        let ttl = self.number(fields, "ttl_ms", DURATION, Absent::Missing(10_000));
        let usual = Lock::new(service, Millis(ttl));
        let tokens = self.word(fields, "tokens", Absent::Default(usual.tokens));
        let first_token = Absent::Default(usual.first_token.0);
        let drift_per_mille = Absent::Default(usual.drift_per_mille);
        let drift = Absent::Default(usual.drift.0);
        let node_timeout = Absent::Default(usual.node_timeout.0);
        Lock {
            tokens,
            first_token: Token(self.number(fields, "first_token", TOKEN, first_token)),
            waiting: self.word(fields, "waiting", Absent::Default(Waiting::default())),
            lock_delay: self.time(fields, "lock_delay_ms"),
            release: self.word(fields, "release", Absent::Default(Release::default())),
            nodes: self.number(fields, "nodes", NODES, Absent::Default(usual.nodes)),
            drift_per_mille: self.number(fields, "drift_per_mille", DRIFT, drift_per_mille),
            drift: Millis(self.number(fields, "drift_ms", TIME, drift)),
            node_timeout: Millis(self.number(fields, "node_timeout_ms", DURATION, node_timeout)),
            ..usual
        }
    }

    fn resource(&mut self, fields: &Fields<'_>) -> Resource {
        Resource {
            fence: self.word(fields, "fence", Absent::Default(Fence::default())),
            fence_scope: self.word(
                fields,
                "fence_scope",
                Absent::Default(FenceScope::default()),
            ),
            dedup_window: self.optional(fields, "dedup_window_ms", DURATION),
            versions: self.word(fields, "versions", Absent::Default(Versions::default())),
            asks_lock: self.flag(fields, "asks_lock", Absent::Default(false)),
        }
    }

    fn client(&mut self, place: &Place<'_>, json: &Json, index: usize) -> Client {
        let fields = self.object(place, json, CLIENT);
        let usual = Client::new(index);
        let name = self.text(&fields, "name", Absent::Default(()));
        let retry = Absent::Default(usual.retry.0);
        let check = Absent::Default(Check::default());
        let stops_when_lost = Absent::Default(usual.stops_when_lost);
        Client {
            name: name.map_or(usual.name, ToOwned::to_owned),
            arrives: TrueTime(self.time(&fields, "arrives_ms").0),
            retry: Millis(self.number(&fields, "retry_ms", DURATION, retry)),
            timeout: self.optional(&fields, "timeout_ms", DURATION),
            renew: self.optional(&fields, "renew_ms", DURATION),
            check: self.word(&fields, "check", check),
            check_lead: self.time(&fields, "check_lead_ms"),
            margin: self.time(&fields, "margin_ms"),
            stops_when_lost: self.flag(&fields, "stops_when_lost", stops_when_lost),
            node_delays: self.node_delays(&fields),
            plan: self.plan(&fields),
        }
    }

    fn node_delays(&mut self, fields: &Fields<'_>) -> Option<Vec<Millis>> {
        let place = fields.place.field("node_ms");
        match fields.get("node_ms")? {
            Json::Null => None,
            Json::List(entries) => {
                let wanted = Wanted::WholeNumber(TIME);
                let delays = entries.iter().enumerate().map(|(index, json)| {
                    self.whole(&place.entry(index), json, TIME, wanted)
                        .map_or(Millis::ZERO, Millis)
                });
                Some(delays.collect())
            }
            other => {
                self.wrong_type(&place, Wanted::ListOrNull, other);
                None
            }
        }
    }

    pub(super) fn time(&mut self, fields: &Fields<'_>, name: &str) -> Millis {
        Millis(self.number(fields, name, TIME, Absent::Default(0)))
    }
}
