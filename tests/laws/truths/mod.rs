//! The truths of `docs/facts.md`, T1 to T36, each as a schedule with its verdict.
//!
//! What the format cannot express:
//!
//! - T7 (a token made from a count of epochs): the counter only adds one, or
//!   falls back in a failover; T5 has the harm that comes of a token used twice.
//! - T24 as it is told (one value used for two attempts): here each attempt has
//!   its own. The test shows the cure, and the harm with a release that deletes
//!   whatever is there.
//!
//! What it can express in part:
//!
//! - T11: it has no random values at the resource; versions stand for them.
//! - T12: it has no replicas of the resource, only objects.
//! - T22: the wrong designs (a key made anew by a renewal, a highest token set
//!   back) are not built; the right one is shown.
//! - T23: nothing is re-entrant, so there is no inner grant; what is shown is a
//!   client whose newer token fences its own older request.
//! - T32: it has the service's clock and the client's own; leaders with
//!   consensus, timers of observers and clocks of acquirers it has not.
//! - T35, T36: the wrong order of the two checks is not built.

mod one_to_twelve;
mod thirteen_to_twenty_four;
mod twenty_five_to_thirty_six;

use crate::support::Run;
use fencelab::model::{LocalTime, Token};
use fencelab::sim::report::{EndedBy, HarmKind, Outcome, Reason};
use fencelab::sim::trace::{Decision, Event, Learnt};
use serde_json::{Value, json};

/// A lease of ten seconds with these clients, this resource and these faults.
pub fn lease(resource: &Value, clients: &Value, faults: &Value) -> Run {
    with_lock(
        &json!({"service": "lease", "ttl_ms": 10_000}),
        resource,
        clients,
        faults,
    )
}

pub fn with_lock(lock: &Value, resource: &Value, clients: &Value, faults: &Value) -> Run {
    let file = json!({
        "format": 1, "lock": lock, "resource": resource, "clients": clients, "faults": faults,
    });
    Run::of_file(&file.to_string())
}

pub fn none() -> Value {
    json!({})
}

pub fn fence() -> Value {
    json!({"fence": "writes"})
}

pub fn announce() -> Value {
    json!({"fence": "reads_and_writes"})
}

pub fn idem() -> Value {
    json!({"dedup_window_ms": 600_000})
}

pub fn cas() -> Value {
    json!({"versions": "checked"})
}

pub fn asks() -> Value {
    json!({"asks_lock": true})
}

pub fn pause(client: &str, from: i64, to: i64, stops: &str) -> Value {
    json!({"pause": {"client": client, "at_ms": from, "for_ms": to - from, "cause": "gc",
                     "stops": stops}})
}

/// When what was applied, and whose it was.
pub fn applied(run: &Run) -> Vec<(i64, String)> {
    let applied = |(at, event)| match event {
        Event::Decided {
            client,
            decision: Decision::Applied { .. },
            ..
        } => Some((at, run.scenario.clients[client.index()].name.clone())),
        _ => None,
    };
    run.events().filter_map(applied).collect()
}

pub fn appliers(run: &Run) -> String {
    applied(run).into_iter().map(|(_, name)| name).collect()
}

pub fn granted_at(run: &Run, client: &str) -> Vec<i64> {
    let grants = run
        .report
        .grants
        .iter()
        .filter(|grant| grant.client == client);
    grants.map(|grant| grant.at.0).collect()
}

pub fn tokens(run: &Run) -> Vec<Option<u64>> {
    run.report
        .grants
        .iter()
        .map(|grant| grant.token.map(|token| token.0))
        .collect()
}

/// A pauses with a write to send; B is granted and writes at 11 500; A's write comes at 15 000.
pub fn classic(resource: &Value, keys: [&str; 2]) -> Run {
    lease(
        resource,
        &json!([
            {"name": "A", "plan": [{"acquire": {}}, {"read": {"after_ms": 500}},
                {"update": {"after_ms": 500, "key": keys[0]}}]},
            {"name": "B", "arrives_ms": 10_500, "plan": [{"acquire": {}},
                {"read": {"after_ms": 500}}, {"update": {"after_ms": 500, "key": keys[1]}}]}]),
        &json!([pause("A", 1_000, 15_000, "process")]),
    )
}
