//! Every run of a small world: what the search finds, that a counterexample
//! replays, and that the words of a state keep what the machines keep. The whole
//! matrix, with a second model, is in `tests/stateright`.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    clippy::panic,
    reason = "tests"
)]

#[path = "../web/explore.rs"]
mod carried;
mod machines;
mod replays;
mod rules;
mod search;
mod words;

use fencelab::explore::{Outcome, Search, Setup};
use fencelab::sim::scenario::Service;

/// The cells that end soon: all without Redlock, with three nodes those that are ideal.
fn small() -> impl Iterator<Item = Setup> {
    Setup::matrix().filter(|setup| {
        let is_redlock = setup.design.service() == Some(Service::Redlock);
        let name = setup.column.name();
        setup.check().is_ok() && name != "all_off" && (!is_redlock || name == "ideal")
    })
}

fn name(setup: Setup) -> String {
    let (design, workload, column) = (
        setup.design.name(),
        setup.workload.name(),
        setup.column.name(),
    );
    format!("{design}, {workload}, {column}")
}

fn finish(setup: Setup) -> Outcome {
    Search::new(setup).expect("it applies").finish()
}

#[test]
fn every_run_gives_the_bytes_that_the_browser_is_asked_for() {
    let found = carried::digest();
    if std::env::var_os("BLESS").is_some() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/explore.txt");
        std::fs::write(file, &found).expect("the digest is written");
        return;
    }
    let differs = carried::DIGEST
        .lines()
        .zip(found.lines())
        .find(|(old, new)| old != new);
    assert_eq!(differs, None, "BLESS=1 writes it anew");
    assert_eq!(carried::DIGEST.len(), found.len());
}
