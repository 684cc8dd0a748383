//! The truths of `docs/facts.md`, T1 to T36, each as a schedule with its
//! verdict. Those that the format cannot express, or only in part, say so in
//! ARCHITECTURE.md; the part that it can express stands here.

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
