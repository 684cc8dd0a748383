//! The runs of the lesson.

use crate::lesson::{Variant, file, variant};
use crate::sim::report::Outcome;

/// The run of the lesson, and those that its text speaks of.
pub(super) const VARIANTS: &[Variant] = &[
    file(
        "attacked",
        Outcome::Broken,
        r#"{
  "format": 1,
  "lock": { "service": "lease", "ttl_ms": 10000 },
  "resource": { "fence": "reads_and_writes" },
  "clients": [
    { "name": "Client 1",
      "plan": [{"acquire": {}}, {"read": {"after_ms": 500}}, {"update": {"after_ms": 8000}}, {"release": {}}] },
    { "name": "Client 2", "arrives_ms": 2000,
      "plan": [{"acquire": {}}, {"read": {"after_ms": 1000}}, {"update": {"after_ms": 1000}}, {"release": {"after_ms": 1000}}] }
  ],
  "faults": [{"failover": {"at_ms": 4000, "forgets": "lock_and_counter", "counter_back_by": 1}}]
}"#,
    ),
    variant("design", "attacked", &[("faults", "[]")], Outcome::Safe),
    variant(
        "pause",
        "design",
        &[(
            "faults",
            r#"[{"pause": {"client": "Client 1", "at_ms": 1000, "for_ms": 15000, "cause": "gc"}}]"#,
        )],
        Outcome::Fenced,
    ),
    variant(
        "crash",
        "design",
        &[(
            "faults",
            r#"[{"crash": {"client": "Client 1", "at_ms": 1000}}]"#,
        )],
        Outcome::Safe,
    ),
    variant(
        "cut",
        "design",
        &[(
            "faults",
            r#"[{"cut": {"client": "Client 1", "from": "lock", "at_ms": 1000, "for_ms": 15000}}]"#,
        )],
        Outcome::Safe,
    ),
    variant(
        "clock",
        "design",
        &[(
            "faults",
            r#"[{"clock_jump": {"node": 0, "at_ms": 4000, "by_ms": 10000}}]"#,
        )],
        Outcome::Fenced,
    ),
    variant(
        "failover",
        "design",
        &[(
            "faults",
            r#"[{"failover": {"at_ms": 4000, "forgets": "lock"}}]"#,
        )],
        Outcome::Fenced,
    ),
    variant(
        "versions",
        "attacked",
        &[("resource.versions", "\"checked\"")],
        Outcome::Refused,
    ),
    variant(
        "back-two",
        "attacked",
        &[("faults[0].failover.counter_back_by", "2")],
        Outcome::Fenced,
    ),
    variant(
        "receiver-forgets",
        "pause",
        &[(
            "faults[1]",
            r#"{"resource_restart": {"at_ms": 13000, "forgets": "highest_token"}}"#,
        )],
        Outcome::Broken,
    ),
    file(
        "late-write",
        Outcome::Broken,
        r#"{
  "format": 1,
  "lock": { "service": "lease", "ttl_ms": 10000 },
  "clients": [
    { "name": "Client 1",
      "plan": [{"acquire": {}}, {"write": {"after_ms": 1000}}, {"release": {}}] },
    { "name": "Client 2", "arrives_ms": 2000,
      "plan": [{"acquire": {}}, {"write": {"after_ms": 1000}}, {"release": {"after_ms": 8000}}] }
  ],
  "faults": [{"pause": {"client": "Client 1", "at_ms": 1000, "for_ms": 15000, "cause": "gc"}}]
}"#,
    ),
    variant(
        "double-work",
        "late-write",
        &[("purpose", "\"efficiency\"")],
        Outcome::Wasted,
    ),
    variant(
        "blind-write",
        "late-write",
        &[("resource.versions", "\"checked\"")],
        Outcome::Broken,
    ),
    variant(
        "drawn-late",
        "late-write",
        &[
            ("lock.tokens", "\"separate_counter\""),
            ("resource.fence", "\"reads_and_writes\""),
            ("network.lock_ms", "20"),
            ("clients[0].plan[1].write.after_ms", "500"),
            ("clients[1].plan[1].write.after_ms", "500"),
            ("clients[1].plan[2].release.after_ms", "3000"),
            ("faults[0].pause.at_ms", "20"),
        ],
        Outcome::Broken,
    ),
    file(
        "mail",
        Outcome::Broken,
        r#"{
  "format": 1,
  "lock": { "service": "lease", "ttl_ms": 10000 },
  "clients": [
    { "name": "Client 1",
      "plan": [{"acquire": {}}, {"effect": {"key": "invoice-7", "after_ms": 1000}}, {"release": {}}] },
    { "name": "Client 2", "arrives_ms": 2000,
      "plan": [{"acquire": {}}, {"effect": {"key": "invoice-7", "after_ms": 1000}}, {"release": {}}] }
  ]
}"#,
    ),
    variant(
        "mail-day",
        "mail",
        &[("resource.dedup_window_ms", "86400000")],
        Outcome::Deduplicated,
    ),
    variant(
        "mail-minute",
        "mail",
        &[("resource.dedup_window_ms", "60000")],
        Outcome::Deduplicated,
    ),
    variant(
        "after-window",
        "mail-minute",
        &[(
            "faults",
            r#"[{"pause": {"client": "Client 1", "at_ms": 1000, "for_ms": 75000, "cause": "gc"}}]"#,
        )],
        Outcome::Broken,
    ),
    file(
        "sent-twice",
        Outcome::Broken,
        r#"{
  "format": 1,
  "lock": { "service": "lease", "ttl_ms": 10000 },
  "resource": { "fence": "reads_and_writes" },
  "network": { "resource_ms": 50 },
  "clients": [
    { "name": "Client 1",
      "plan": [{"acquire": {}},
               {"effect": {"key": "invoice-7", "after_ms": 1000, "resend_after_ms": 2000, "resends": 1}}, {"release": {}}] }
  ],
  "faults": [{"cut": {"client": "Client 1", "from": "resource", "at_ms": 1060, "for_ms": 100}}]
}"#,
    ),
];
