//! Pulling the pause through all verdicts, with the boundaries that the contract gives:
//! the lease ends at 10 s, Client 2 writes at 11 s, Client 1 wakes at 1 s + the pause.

use crate::support::{Run, cases, run, seed_with};
use fencelab::lesson::{lesson, lessons};
use fencelab::model::{Decision, Millis, Standing, TrueTime};
use fencelab::sim::report::{EndedBy, Outcome};
use fencelab::sim::scenario::{Fault, Fence, Purpose, Scenario};
use fencelab::sim::trace::{Event, Seen};
use fencelab::text::{Lang, verdict};

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

fn sentence(run: &Run) -> String {
    verdict::sentence(Lang::En, &run.scenario, &run.history, &run.report)
}

/// The run of this name in a lesson.
fn told_in(id: &str, name: &str) -> Run {
    let known = lesson(id).expect("there is such a lesson");
    run(known.scenario(name).expect("it can be read"))
}

/// Every scenario that is at hand: of the cases, of the lessons, and the story with any pause.
fn scenarios() -> impl Iterator<Item = Scenario> {
    let of_lessons = lessons().iter().flat_map(|lesson| {
        let variants = lesson.variants.iter();
        variants.map(|variant| lesson.scenario(variant.name).expect("it can be read"))
    });
    let pauses = (1..=20_000).step_by(501);
    cases()
        .into_iter()
        .map(|(_, scenario)| scenario)
        .chain(of_lessons)
        .chain(pauses.map(|pause| seed_with(Millis(pause), Fence::Off)))
        .flat_map(|scenario| {
            [Purpose::Correctness, Purpose::Efficiency].map(|purpose| {
                let mut scenario = scenario.clone();
                scenario.purpose = purpose;
                scenario
            })
        })
}

/// Whether a client that was paused had one grant from before its pause until after it.
fn outlasted(run: &Run) -> bool {
    run.scenario.faults.iter().any(|fault| {
        let Fault::Pause {
            client,
            at,
            lasting,
            ..
        } = fault
        else {
            return false;
        };
        let wakes = TrueTime(at.0 + lasting.0);
        run.report.grants.iter().any(|grant| {
            grant.client == run.scenario.clients[client.index()].name
                && grant.at <= *at
                && grant.ended.is_none_or(|ended| {
                    ended > wakes || ended == wakes && grant.ended_by == Some(EndedBy::Release)
                })
        })
    })
}

fn only_holders_wrote(run: &Run) -> bool {
    run.trace.entries.iter().all(|entry| match entry.event {
        Event::Decided {
            decision: Decision::Applied { .. },
            issuer,
            ..
        } => issuer == Standing::Holder,
        _ => true,
    })
}

#[test]
fn what_is_said_of_a_safe_run_is_so() {
    let mut kinds = [0; 3];
    for scenario in scenarios() {
        let run = run(scenario);
        if run.report.outcome != Outcome::Safe {
            continue;
        }
        let said = sentence(&run);
        assert_eq!(run.report.belief_overlap, Millis::ZERO, "{said}");
        assert!(run.report.harm.is_empty(), "{said}");
        if said.contains("outlasted") {
            assert!(outlasted(&run), "{said}\n{:?}", run.scenario);
            kinds[0] += 1;
        }
        if said
            .to_lowercase()
            .contains("every write came from the holder")
        {
            assert!(only_holders_wrote(&run), "{said}\n{:?}", run.scenario);
            kinds[1] += 1;
        }
        if said.contains("ended by itself") {
            let mut grants = run.report.grants.iter();
            assert!(
                grants.any(|grant| grant.ended_by == Some(EndedBy::Expiry)),
                "{said}\n{:?}",
                run.scenario
            );
            kinds[2] += 1;
        }
    }
    assert!(!kinds.contains(&0), "not all was said: {kinds:?}");
}

#[test]
fn a_pause_before_the_grant_is_not_said_to_be_outlasted_by_a_lease() {
    assert_eq!(
        sentence(&told_in("debate", "process")),
        "Client 1 paused for 11.985\u{a0}s. No two clients believed at once, and every write came from the holder."
    );
    assert!(sentence(&run(seed_with(Millis(5_000), Fence::Off))).contains("outlasted"));
}

#[test]
fn a_stale_write_with_the_purpose_efficiency_is_not_said_to_be_the_holders() {
    let mut scenario = seed_with(Millis(12_000), Fence::Off);
    scenario.purpose = Purpose::Efficiency;
    scenario.clients.truncate(1);
    let run = run(scenario);
    assert_eq!(run.report.outcome, Outcome::Safe);
    assert_eq!(
        sentence(&run),
        "Client 1 paused for 12\u{a0}s. No two clients believed at once, and no harm was done."
    );
}

#[test]
fn whoever_is_said_to_stop_by_its_clock_has_looked_at_it() {
    let mut said_so = 0;
    for scenario in scenarios() {
        let run = run(scenario);
        let said = sentence(&run);
        if run.report.outcome == Outcome::StoodDown && said.contains("By its own clock") {
            said_so += 1;
            let at = run.report.stood_down[0].at;
            let looked = run.trace.entries.iter().any(|entry| {
                let Event::Checked { saw, goes_on, .. } = entry.event else {
                    return false;
                };
                entry.at == at && !goes_on && matches!(saw, Seen::Clock { .. })
            });
            assert!(looked, "{said}\n{:?}", run.scenario);
        }
    }
    assert!(said_so > 0, "never said");
}

#[test]
fn a_client_that_stops_in_time_is_not_said_to_have_lost_its_lock() {
    let in_time = sentence(&told_in("clock-check", "margin"));
    assert!(
        in_time.contains("while it still held the lock"),
        "{in_time}"
    );
    let too_late = sentence(&told_in("clock-check", "caught"));
    assert!(too_late.contains("its lock was lost"), "{too_late}");
}
