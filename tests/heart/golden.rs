//! The seed story, and the same with each end of each handle at its bounds, as
//! readable traces. `BLESS=1` writes them anew.

use fencelab::model::{ClientId, Millis, TrueTime};
use fencelab::sim::scenario::{Fault, Fence, Scenario, Step};
use fencelab::sim::{audit, line, simulate};
use std::fmt::Write;
use std::path::Path;

const DAY: i64 = 86_400_000;

/// The trace of a scenario as text: one line an entry, then how it ended.
fn told(scenario: &Scenario) -> String {
    let trace = simulate(scenario);
    let report = audit(scenario, &trace);
    let mut text = String::new();
    for entry in &trace.entries {
        writeln!(text, "{}", line(scenario, entry)).expect("text");
    }
    let end = trace.cut.map_or_else(
        || "nothing is left".to_owned(),
        |cut| format!("cut: {cut:?}").to_lowercase(),
    );
    let word = format!("{:?}", report.outcome).to_lowercase();
    writeln!(text, "{} ms  {end}; {word}", trace.closed_at.0).expect("text");
    text
}

#[track_caller]
fn golden(name: &str, scenario: &Scenario) {
    let told = told(scenario);
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/golden")
        .join(format!("{name}.txt"));
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &told).expect("the golden trace is written");
    }
    let golden = std::fs::read_to_string(&path).unwrap_or_default();
    let differs = golden
        .lines()
        .zip(told.lines())
        .find(|(old, new)| old != new);
    assert_eq!(differs, None, "{name} differs; BLESS=1 writes it anew");
    assert_eq!(golden.lines().count(), told.lines().count(), "{name}");
}

/// The seed story with another pause.
fn pause(begin: i64, end: i64) -> Scenario {
    let mut seed = Scenario::seed();
    if let Some(Fault::Pause { at, lasting, .. }) = seed.faults.first_mut() {
        *at = TrueTime(begin);
        *lasting = Millis(end - begin);
    }
    seed
}

/// The seed story with another TTL.
fn ttl(ttl: i64) -> Scenario {
    let mut seed = Scenario::seed();
    seed.lock.ttl = Millis(ttl);
    seed
}

/// The seed story with another arrival of a client.
fn arrival(client: ClientId, arrives: i64) -> Scenario {
    let mut seed = Scenario::seed();
    seed.clients[client.index()].arrives = TrueTime(arrives);
    seed
}

/// The seed story with another thinking time of Client 1 before its write.
fn thinking(after: i64) -> Scenario {
    let mut seed = Scenario::seed();
    if let Step::Write(change) = &mut seed.clients[0].plan[1] {
        change.sending.after = Millis(after);
    }
    seed
}

#[test]
fn the_seed_story() {
    golden("seed", &Scenario::seed());
}

#[test]
fn the_seed_story_with_the_fence_on() {
    let mut seed = Scenario::seed();
    seed.resource.fence = Fence::Writes;
    golden("seed-fenced", &seed);
}

#[test]
fn the_pause_begins_as_early_and_as_late_as_it_can() {
    golden("seed-pause-begin-least", &pause(0, 16_000));
    golden("seed-pause-begin-most", &pause(15_999, 16_000));
}

#[test]
fn the_pause_ends_as_early_and_as_late_as_it_can() {
    golden("seed-pause-end-least", &pause(1000, 1001));
    golden("seed-pause-end-most", &pause(1000, 1000 + DAY));
}

#[test]
fn the_lease_is_as_short_and_as_long_as_it_can_be() {
    golden("seed-ttl-least", &ttl(1));
    golden("seed-ttl-most", &ttl(DAY));
}

#[test]
fn a_client_arrives_as_early_and_as_late_as_it_can() {
    golden("seed-arrival-2-least", &arrival(ClientId(1), 0));
    golden("seed-arrival-2-most", &arrival(ClientId(1), DAY));
    golden("seed-arrival-1-most", &arrival(ClientId(0), DAY));
}

#[test]
fn the_first_client_thinks_as_short_and_as_long_as_it_can() {
    golden("seed-thinking-least", &thinking(0));
    golden("seed-thinking-most", &thinking(DAY));
}

#[test]
fn the_pause_ends_when_the_lease_would_and_when_the_other_writes() {
    golden("seed-pause-of-10-s", &pause(1000, 11_000));
    golden("seed-pause-to-the-lease-end", &pause(1000, 10_000));
}

#[test]
fn the_report_of_the_seed_story_is_written_as_the_contract_shows_it() {
    let seed = Scenario::seed();
    let report = audit(&seed, &simulate(&seed)).to_json();
    assert_eq!(
        report,
        r#"{
  "outcome": "broken",
  "belief_overlap_ms": 6000,
  "stale_accepted": 1,
  "harm": [
    {
      "kind": "inversion",
      "at_ms": 16000,
      "client": "Client 1",
      "object": "record"
    }
  ],
  "refused": [],
  "stood_down": [],
  "grants": [
    {
      "client": "Client 1",
      "ordinal": 1,
      "token": 33,
      "at_ms": 0,
      "ended_ms": 10000,
      "ended_by": "expiry"
    },
    {
      "client": "Client 2",
      "ordinal": 2,
      "token": 34,
      "at_ms": 10000,
      "ended_ms": 19000,
      "ended_by": "release"
    }
  ],
  "waits": [
    {
      "client": "Client 1",
      "from_ms": 0,
      "granted_ms": 0
    },
    {
      "client": "Client 2",
      "from_ms": 2000,
      "granted_ms": 10000
    }
  ],
  "rightful_refused": 0,
  "dead_hold_ms": 0,
  "end_ms": 19000,
  "cut": null
}
"#
    );
}
