//! The border found by bisection equals the formula, to the millisecond.

use fencelab::model::{Millis, TrueTime};
use fencelab::sim::report::Outcome;
use fencelab::sim::scenario::{Check, Fault, Fence, Scenario, Step, Stops, Waiting};
use fencelab::sweep::analytic::{Edge, border};
use fencelab::sweep::{Axis, Chance, borders};

const SETTINGS: u32 = 1_000;
/// What time has to do with an edge.
const ALONG: [(Edge, Axis); 9] = [
    (Edge::Late, Axis::PauseLength),
    (Edge::Late, Axis::Ttl),
    (Edge::Late, Axis::MessageDelay),
    (Edge::Overtaken, Axis::PauseLength),
    (Edge::Overtaken, Axis::Ttl),
    (Edge::Overtaken, Axis::MessageDelay),
    (Edge::Overtaken, Axis::SecondArrival),
    (Edge::StandsDown, Axis::PauseLength),
    (Edge::StandsDown, Axis::Margin),
];

/// A plain story with random numbers. Every shape that a formula knows, and some that none does.
fn setting(chance: &mut Chance) -> Scenario {
    let mut scenario = Scenario::seed();
    let ttl = chance.between(2_000, 20_000);
    let lock_ms = chance.pick(&[0, 0, 1, 3, 20]).unwrap();
    scenario.lock.ttl = Millis(ttl);
    scenario.network.lock = Millis(lock_ms);
    scenario.network.resource = Millis(chance.pick(&[0, 0, 1, lock_ms, 20]).unwrap());
    scenario.resource.fence = chance.pick(&[Fence::Off, Fence::Writes]).unwrap();
    if chance.between(0, 1) == 0 {
        scenario.lock.waiting = Waiting::Queue;
    }
    if chance.between(0, 3) == 0 {
        scenario.lock.lock_delay = Millis(chance.between(0, 3_000));
    }
    let thinking = chance.between(1, ttl / 2);
    let begins = chance.between(1, thinking) + 2 * lock_ms;
    think(&mut scenario, 0, thinking);
    let rest = ttl - lock_ms - 21;
    think(&mut scenario, 1, chance.between(0, rest.min(3_000)));
    if let Some(Fault::Pause {
        at, lasting, stops, ..
    }) = scenario.faults.first_mut()
    {
        *at = TrueTime(begins);
        *lasting = Millis(chance.between(1, 2 * ttl));
        *stops = chance
            .pick(&[
                Stops::Process,
                Stops::Process,
                Stops::Worker,
                Stops::Machine,
            ])
            .unwrap();
    }
    scenario.clients[1].arrives = TrueTime(chance.between(1, ttl));
    scenario.clients[1].retry = Millis(chance.between(1, 900));
    match chance.between(0, 5) {
        0 => scenario.clients[0].renew = Some(Millis(chance.between(ttl / 10, ttl / 3))),
        1 => {
            scenario.clients[0].check = Check::Clock;
            scenario.clients[0].margin = Millis(chance.between(0, ttl / 4));
        }
        _ => {}
    }
    scenario
}

fn think(scenario: &mut Scenario, client: usize, thinking: i64) {
    if let Some(Step::Write(change)) = scenario.clients[client].plan.get_mut(1) {
        change.sending.after = Millis(thinking);
    }
}

#[test]
fn a_border_found_by_bisection_is_that_of_the_formula() {
    let mut chance = Chance::new(7);
    let mut found = [0_u32; ALONG.len()];
    let mut settings = 0;
    let mut renewals = 0;
    while settings < SETTINGS {
        let scenario = setting(&mut chance);
        let mut has_one = false;
        for (place, (edge, along)) in ALONG.into_iter().enumerate() {
            let Some(at) = border(&scenario, along, edge) else {
                continue;
            };
            has_one = true;
            renewals += u32::from(scenario.clients[0].renew.is_some());
            found[place] += 1;
            // Anywhere around it, on both sides.
            let limits = along.limits();
            let from = (at.0 - chance.between(1, 400)).max(limits.min);
            let to = (at.0 + chance.between(0, 400)).min(limits.max);
            let all = borders(&scenario, along, Millis(from), Millis(to)).unwrap();
            let here = all.iter().find(|border| border.at == at);
            let here = here.unwrap_or_else(|| {
                panic!(
                    "{edge:?} along {along:?}: {at:?} is none of {all:?}\n{}",
                    scenario.to_json()
                )
            });
            let (less, more) = match along {
                Axis::Ttl | Axis::SecondArrival => (here.after, here.before),
                _ => (here.before, here.after),
            };
            let tell = || scenario.to_json();
            match edge {
                Edge::Late => assert_eq!(less, Outcome::Safe, "{}", tell()),
                Edge::Overtaken => {
                    let harmed = match scenario.resource.fence {
                        Fence::Off => Outcome::Broken,
                        Fence::Writes | Fence::ReadsAndWrites => Outcome::Fenced,
                    };
                    assert_eq!(more, harmed, "{}", tell());
                }
                Edge::StandsDown => {
                    assert_eq!(
                        (less, more),
                        (Outcome::Safe, Outcome::StoodDown),
                        "{}",
                        tell()
                    );
                }
            }
        }
        settings += u32::from(has_one);
    }
    assert!(found.iter().all(|count| *count >= 50), "{found:?}");
    assert!(renewals >= 50, "{renewals}");
}
