//! Two scenarios that between them have every field of the format, none at its default.

use fencelab::sim::read;
use fencelab::sim::scenario::Scenario;

const CLIENTS: &str = r#"
  "clients": [
    { "name": "A", "arrives_ms": 5, "retry_ms": 100, "check": "clock", "check_lead_ms": 3,
      "margin_ms": 7, "stops_when_lost": false, OWN
      "plan": [
        { "acquire": { "request_ms": 4, "reply_ms": 5 } },
        { "read": { "after_ms": 10, "object": "x", "request_ms": 4, "reply_ms": 5 } },
        { "write": { "after_ms": 20, "object": "y", "key": "k", "wait": false,
                     "resend_after_ms": 50, "resends": 2, "request_ms": 4, "reply_ms": 5 } },
        { "update": { "after_ms": 30, "object": "x", "key": "k", "wait": false,
                      "resend_after_ms": 50, "resends": 2, "request_ms": 4, "reply_ms": 5 } },
        { "effect": { "after_ms": 40, "key": "e", "unless_done": true, "wait": false,
                      "resend_after_ms": 50, "resends": 2, "request_ms": 4, "reply_ms": 5 } },
        { "release": { "after_ms": 50, "request_ms": 9 } } ] },
    { "name": "B", "arrives_ms": 900, "plan": [ { "acquire": {} }, { "write": {} } ] } ],
  "faults": [
    { "pause": { "client": "A", "at_ms": 100, "for_ms": 200, "cause": "sigstop", "stops": "worker" } },
    { "crash": { "client": "B", "at_ms": 5000 } },
    { "cut": { "client": "A", "from": "resource", "at_ms": 10, "for_ms": 20 } },
    { "clock_jump": { "node": 0, "at_ms": 300, "by_ms": -40 } },
    { "clock_rate": { "node": 0, "per_mille": 1050 } },
    { "node_down": { "node": 0, "at_ms": 400, "for_ms": 30, "keeps_data": false } },
    MORE
    { "resource_restart": { "at_ms": 600, "forgets": "keys" } } ]"#;

const HEAD: &str = r#"{ "format": 1, "purpose": "efficiency", "horizon_ms": 50000,
  "lock": { LOCK, "tokens": "separate_counter", "first_token": 7, "release": "always" },
  "resource": { "fence": "writes", "fence_scope": "object", "dedup_window_ms": 800,
                "versions": "checked", "asks_lock": true },
  "network": { "lock_ms": 2, "resource_ms": 3 },"#;

fn scenario(lock: &str, own: &str, more: &str) -> Scenario {
    let clients = CLIENTS.replace("OWN", own).replace("MORE", more);
    let file = format!("{}{clients} }}", HEAD.replace("LOCK", lock));
    read(file.as_bytes()).unwrap_or_else(|complaints| panic!("{complaints} in {file}"))
}

/// Every field that a lease has, none at its default.
pub fn lease() -> Scenario {
    scenario(
        r#""service": "lease", "ttl_ms": 1000, "waiting": "queue", "lock_delay_ms": 60"#,
        r#""timeout_ms": 700, "renew_ms": 300,"#,
        r#"{ "failover": { "at_ms": 450, "forgets": "lock_and_counter", "counter_back_by": 2 } },
           { "lock_lost": { "at_ms": 470 } },"#,
    )
}

/// Every field that Redlock has, none at its default.
pub fn redlock() -> Scenario {
    scenario(
        r#""service": "redlock", "ttl_ms": 1000, "nodes": 3, "drift_per_mille": 20,
           "drift_ms": 4, "node_timeout_ms": 80"#,
        r#""node_ms": [1, 2, 3],"#,
        r#"{ "cut": { "client": "B", "from": { "node": 2 }, "at_ms": 30, "for_ms": 40 } },"#,
    )
}
