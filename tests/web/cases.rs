//! The case files as the browser tests carry them along: a page reads no folders. A test of
//! the heart sees to it that none is missing, and that the same digests come out natively.

use fencelab::sim::case::Case;
use fencelab::sim::{audit, line, simulate};

/// The names and texts of cases.
macro_rules! cases {
    ($($name:literal)*) => {
        /// Every case under `tests/cases`: its name, and its text.
        pub const CASES: &[(&str, &str)] =
            &[$(($name, include_str!(concat!("../cases/", $name, ".json")))),*];
    };
}

cases! {
    "incident-01-hbase-announce"
    "incident-01-hbase-cas"
    "incident-01-hbase-fence"
    "incident-01-hbase-idem"
    "incident-01-hbase-none"
    "incident-01b-hbase-replay-announce"
    "incident-01b-hbase-replay-fence"
    "incident-03-redisson-cpu-fence"
    "incident-03-redisson-cpu-idem"
    "incident-03-redisson-cpu-none"
    "incident-05-curator-client-stops-none"
    "incident-05-curator-cut-fence"
    "incident-05-curator-cut-idem"
    "incident-05-curator-cut-none"
    "incident-07-shedlock-fence"
    "incident-07-shedlock-idem"
    "incident-07-shedlock-none"
    "incident-07-shedlock-store-clock-none"
    "incident-09-node-redlock-right-start-none"
    "incident-09-node-redlock-too-long-fence"
    "incident-09-node-redlock-too-long-idem"
    "incident-09-node-redlock-too-long-none"
    "incident-11-etcd-dead-waiter-announce"
    "incident-11-etcd-dead-waiter-fence"
    "incident-11-etcd-dead-waiter-idem"
    "incident-11-etcd-dead-waiter-none"
    "incident-13-kubernetes-hang-fence"
    "incident-13-kubernetes-hang-idem"
    "incident-13-kubernetes-hang-none"
    "incident-13-kubernetes-own-timer-none"
    "incident-15-laravel-compare-none"
    "incident-15-laravel-fence"
    "incident-15-laravel-idem"
    "incident-15-laravel-none"
    "incident-17-delta-cas"
    "incident-17-delta-idem-short"
    "incident-17-delta-idem"
    "incident-17-delta-none"
    "incident-19-sidekiq-announce"
    "incident-19-sidekiq-efficiency-none"
    "incident-19-sidekiq-fence"
    "incident-19-sidekiq-idem"
    "incident-19-sidekiq-long-ttl-none"
    "incident-19-sidekiq-none"
    "incident-19-sidekiq-renewal-none"
    "p2-01-stale-but-serializable-announce"
    "p2-01-stale-but-serializable-cas"
    "p2-01-stale-but-serializable-fence"
    "p2-01-stale-but-serializable-idem"
    "p2-01-stale-but-serializable-none"
    "p2-03-classic-announce"
    "p2-03-classic-cas"
    "p2-03-classic-fence"
    "p2-03-classic-idem"
    "p2-03-classic-none"
    "p2-05-durable-counter-fence"
    "p2-05-token-reuse-fence"
    "p2-05-token-reuse-none"
    "p2-09-deadline-from-send-none"
    "p2-09-no-deadline-fence"
    "p2-09-no-deadline-none"
    "p2-11-late-registration-announce"
    "p2-13-resource-forgets-fence"
    "p2-15-different-keys-idem"
    "p2-15-different-keys-none"
    "p2-15-key-of-the-job-idem"
    "p2-15-key-of-the-job-none"
    "p2-17-renewal-in-process-fence"
    "p2-17-renewal-in-process-idem"
    "p2-17-renewal-in-process-none"
    "p2-19-clean-release-none"
    "p2-19-lock-delay-covers-none"
    "p2-19-lock-delay-too-short-fence"
    "p2-19-lock-delay-too-short-none"
    "p2-21-compare-and-delete-none"
    "p2-21-plain-del-fence"
    "p2-21-plain-del-idem"
    "p2-21-plain-del-none"
    "p2-25-redlock-jump-10000-none"
    "p2-25-redlock-jump-9000-none"
    "p2-25-redlock-jump-9007-none"
    "p2-25-redlock-jump-9008-none"
    "p2-25-redlock-jump-back-none"
    "p2-27-four-nodes-three-none"
    "p2-27-four-nodes-two-none"
    "p2-27-validity-0-none"
    "p2-27-validity-8-none"
    "p2-27-validity-minus-52-none"
    "p2-29-mail-idem"
    "p2-29-mail-none"
    "p2-29-stale-read-announce"
    "p2-29-stale-read-fence"
    "p2-29-stale-read-none"
    "p2-31-efficiency-no-pause-none"
    "p2-31-efficiency-none"
    "p2-33-waiter-told-late-clock-none"
    "p2-33-waiter-told-late-fence"
    "p2-33-waiter-told-late-none"
    "p2-35-token-before-key-fence-idem"
    "invalid/bad-dangling-client"
    "invalid/bad-negative-time"
    "invalid/bad-no-client"
    "invalid/bad-node-out-of-range"
    "invalid/bad-renew-with-redlock"
    "invalid/bad-same-name"
    "invalid/bad-six-clients"
    "invalid/bad-time-too-large"
    "invalid/bad-ttl-zero"
    "invalid/bad-unknown-field"
    "invalid/bad-update-without-read"
    "invalid/bad-wrong-type"
}

/// What the digests of all cases must be: one line a case.
pub const DIGESTS: &str = include_str!("../golden/cases.txt");

/// A case in one line: its name, and a digest of every line of its trace and every byte of its
/// report; or of what is wrong with it.
pub fn digest(name: &str, text: &str) -> String {
    let told = match Case::read(text.as_bytes()) {
        Err(complaints) => complaints.to_string(),
        Ok(case) => case.scenario.map_or_else(
            |complaints| complaints.to_string(),
            |scenario| told(&scenario),
        ),
    };
    format!("{name} {:016x}\n", fnv(&told))
}

fn told(scenario: &fencelab::sim::scenario::Scenario) -> String {
    let trace = simulate(scenario);
    let mut told = audit(scenario, &trace).to_json();
    for entry in &trace.entries {
        told.push_str(&line(scenario, entry));
        told.push('\n');
    }
    told
}

/// FNV-1a: the same number on every machine.
fn fnv(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    })
}
