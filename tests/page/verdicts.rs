//! Pulling the pause through all verdicts, with the boundaries that the contract gives:
//! the lease ends at 10 s, Client 2 writes at 11 s, Client 1 wakes at 1 s + the pause.

use crate::support::{run, seed_with};
use fencelab::model::Millis;
use fencelab::sim::report::Outcome;
use fencelab::sim::scenario::Fence;

fn outcome(pause: i64, fence: Fence) -> Outcome {
    run(seed_with(Millis(pause), fence)).report.outcome
}

#[test]
fn without_a_fence() {
    for pause in (1..=20_000)
        .step_by(7)
        .chain([8_999, 9_000, 10_000, 10_001])
    {
        let expected = match pause {
            // It wakes, writes and releases while it is the holder.
            ..9_000 => Outcome::Safe,
            // The lease ends before its write is sent, and Client 2 has not written yet; at
            // 10 000 both writes fall on one instant, and its own is decided first.
            9_000..=10_000 => Outcome::Lucky,
            _ => Outcome::Broken,
        };
        assert_eq!(outcome(pause, Fence::Off), expected, "{pause}");
    }
}

#[test]
fn with_a_fence() {
    for pause in (1..=20_000)
        .step_by(7)
        .chain([8_999, 9_000, 10_000, 10_001])
    {
        let expected = match pause {
            ..9_000 => Outcome::Safe,
            // Token 34 is granted and not yet seen: 33 is accepted.
            9_000..=10_000 => Outcome::Lucky,
            _ => Outcome::Fenced,
        };
        assert_eq!(outcome(pause, Fence::Writes), expected, "{pause}");
    }
}
