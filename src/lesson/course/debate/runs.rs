//! The runs of the lesson.

use crate::lesson::{Variant, file, variant};
use crate::sim::report::Outcome;

/// The run of the lesson, and those that its text speaks of.
pub(super) const VARIANTS: &[Variant] = &[
    file(
        "process",
        Outcome::Safe,
        r#"{
  "format": 1,
  "lock": { "service": "redlock", "ttl_ms": 10000 },
  "network": { "lock_ms": 10 },
  "clients": [
    { "name": "Client 1",
      "plan": [{"acquire": {}}, {"read": {}}, {"update": {"after_ms": 1000}}, {"release": {}}] },
    { "name": "Client 2", "arrives_ms": 2000,
      "plan": [{"acquire": {}}, {"read": {}}, {"update": {"after_ms": 3000}}, {"release": {"after_ms": 1000}}] }
  ],
  "faults": [{"pause": {"client": "Client 1", "at_ms": 15, "for_ms": 11985, "cause": "gc"}}]
}"#,
    ),
    variant(
        "machine",
        "process",
        &[("faults[0].pause.cause", "\"vm_migration\"")],
        Outcome::Broken,
    ),
    variant(
        "machine-long",
        "machine",
        &[("faults[0].pause.for_ms", "15000")],
        Outcome::Lucky,
    ),
    variant(
        "after",
        "process",
        &[
            ("faults[0].pause.at_ms", "1000"),
            ("faults[0].pause.for_ms", "15000"),
        ],
        Outcome::Broken,
    ),
    variant(
        "point",
        "after",
        &[("faults[0].pause.at_ms", "15")],
        Outcome::Safe,
    ),
    variant(
        "point-missed",
        "after",
        &[("faults[0].pause.at_ms", "25")],
        Outcome::Broken,
    ),
    variant(
        "counted",
        "process",
        &[("faults[0].pause.at_ms", "25")],
        Outcome::Broken,
    ),
    variant(
        "no-order",
        "after",
        &[("resource.fence", "\"writes\"")],
        Outcome::Refused,
    ),
    variant(
        "rate-1",
        "process",
        &[
            ("network.lock_ms", "4"),
            (
                "clients[0].plan",
                r#"[{"acquire": {}}, {"write": {"after_ms": 9700}}, {"release": {}}]"#,
            ),
            ("clients[1].arrives_ms", "9300"),
            ("clients[1].retry_ms", "100"),
            (
                "clients[1].plan",
                r#"[{"acquire": {}}, {"write": {}}, {"release": {"after_ms": 1000}}]"#,
            ),
            (
                "faults",
                r#"[{"clock_rate": {"node": 0, "per_mille": 1010}}, {"clock_rate": {"node": 1, "per_mille": 1010}},
                        {"clock_rate": {"node": 2, "per_mille": 1010}}, {"clock_rate": {"node": 3, "per_mille": 1010}},
                        {"clock_rate": {"node": 4, "per_mille": 1010}}]"#,
            ),
        ],
        Outcome::Safe,
    ),
    variant(
        "rate-5",
        "rate-1",
        &[(
            "faults",
            r#"[{"clock_rate": {"node": 0, "per_mille": 1050}}, {"clock_rate": {"node": 1, "per_mille": 1050}},
                    {"clock_rate": {"node": 2, "per_mille": 1050}}, {"clock_rate": {"node": 3, "per_mille": 1050}},
                    {"clock_rate": {"node": 4, "per_mille": 1050}}]"#,
        )],
        Outcome::Broken,
    ),
    file(
        "compare",
        Outcome::Refused,
        r#"{
  "format": 1,
  "lock": { "service": "lease", "ttl_ms": 10000 },
  "resource": { "versions": "checked" },
  "clients": [
    { "name": "Client 1",
      "plan": [{"acquire": {}}, {"read": {"after_ms": 500}}, {"update": {"after_ms": 500}}, {"release": {}}] },
    { "name": "Client 2", "arrives_ms": 10500,
      "plan": [{"acquire": {}}, {"read": {"after_ms": 500}}, {"update": {"after_ms": 2000}}, {"release": {}}] }
  ],
  "faults": [{"pause": {"client": "Client 1", "at_ms": 1000, "for_ms": 11000, "cause": "gc"}}]
}"#,
    ),
    variant(
        "arrival",
        "compare",
        &[
            ("resource", r#"{"fence": "writes"}"#),
            ("clients[1].plan[1].read.after_ms", "2500"),
            ("clients[1].plan[2].update.after_ms", "500"),
        ],
        Outcome::Lucky,
    ),
];
