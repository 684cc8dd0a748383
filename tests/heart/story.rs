//! Stories for tests: a scenario as JSON, run, and told line by line.

use fencelab::sim::report::Report;
use fencelab::sim::{audit, line, read, simulate};
use std::fmt::Write;

/// A run, told.
pub struct Story {
    pub lines: Vec<String>,
    pub report: Report,
}

impl Story {
    /// Runs a scenario file.
    pub fn of(file: &str) -> Self {
        let scenario = read(file.as_bytes()).unwrap_or_else(|complaints| panic!("{complaints}"));
        let trace = simulate(&scenario);
        Self {
            lines: trace.entries.iter().map(|e| line(&scenario, e)).collect(),
            report: audit(&scenario, &trace),
        }
    }

    /// These lines are told, in this order, perhaps with others between.
    #[track_caller]
    pub fn tells(&self, expected: &[&str]) -> &Self {
        let mut lines = self.lines.iter();
        for line in expected {
            assert!(
                lines.any(|told| told == line),
                "not told (in this order): {line}\n{}",
                self.lines.join("\n")
            );
        }
        self
    }

    /// No line contains this.
    #[track_caller]
    pub fn never_tells(&self, part: &str) -> &Self {
        let told = self.lines.iter().find(|line| line.contains(part));
        assert_eq!(told, None, "\n{}", self.lines.join("\n"));
        self
    }

    /// The grants as `client#ordinal at-ended by`.
    pub fn grants(&self) -> Vec<String> {
        let grants = self.report.grants.iter();
        grants
            .map(|grant| {
                let mut text = format!("{}#{} {}", grant.client, grant.ordinal.0, grant.at.0);
                if let (Some(ended), Some(by)) = (grant.ended, grant.ended_by) {
                    write!(text, "-{} {by:?}", ended.0).expect("text");
                }
                text
            })
            .collect()
    }
}

/// A scenario file with a lock and clients named A, B, C … and more fields.
pub fn file(lock: &str, clients: &[&str], more: &str) -> String {
    let clients: Vec<_> = ('A'..)
        .zip(clients)
        .map(|(name, fields)| format!(r#"{{"name": "{name}", {fields}}}"#))
        .collect();
    format!(
        r#"{{"format": 1, "lock": {{{lock}}}, "clients": [{}]{more}}}"#,
        clients.join(", ")
    )
}

/// A lease of 1000 ms.
pub const LEASE: &str = r#""service": "lease", "ttl_ms": 1000"#;

/// Redlock with three nodes and a TTL of 1000 ms: drift 12 ms.
pub const REDLOCK: &str = r#""service": "redlock", "ttl_ms": 1000, "nodes": 3"#;
