//! Many runs as one text: equal natively and in the browser, to the last digit.

use fencelab::model::Millis;
use fencelab::sim::scenario::Scenario;
use fencelab::sweep::{
    Axis, Chaos, Distribution, Intensity, Kind, Map, Plan, Shrink, Side, Sweep, csv,
};
use std::fmt::Write as _;

/// What [`digest`] must give.
pub const DIGEST: &str = include_str!("../golden/sweep.txt");

/// The tables of sweeps with every distribution, the borders of a map, and
/// what chaos finds, before and after shrinking.
pub fn digest() -> String {
    let seed = Scenario::seed();
    let mut text = String::new();
    for pauses in Distribution::all(seed.lock.ttl) {
        text += &table(&seed, pauses);
    }
    let side = |axis| Side::around(axis, &seed).ok();
    let sides = side(Axis::Ttl).zip(side(Axis::PauseLength));
    let map = sides.and_then(|(x, y)| Map::new(&seed, x, y, 12, 8).ok());
    if let Some(mut map) = map {
        map.advance(u32::MAX);
        for row in 0..map.rows() {
            let _ = writeln!(text, "{row}: {:?}", map.row(row));
        }
    }
    let mut chaos = Chaos::new(&seed, &Kind::ALL, Intensity::Heavy, 7, 1_000);
    chaos.advance(u32::MAX);
    if let Some(found) = chaos.found() {
        text += &found.scenario.to_json();
        if let Some(mut shrink) = Shrink::new(&found.scenario, found.failure) {
            while !shrink.is_done() {
                shrink.advance(1_000);
            }
            let _ = writeln!(text, "{} runs", shrink.runs());
            text += &shrink.smallest().to_json();
        }
    }
    text
}

fn table(base: &Scenario, pauses: Distribution) -> String {
    let Ok(mut plan) = Plan::around(base) else {
        return String::new();
    };
    plan.pauses = pauses;
    plan.ttls = vec![Millis(2_000), Millis(10_000), Millis(30_000)];
    plan.work = (Millis(500), Millis(3_000));
    plan.draws = 100;
    let Ok(mut sweep) = Sweep::new(plan.clone()) else {
        return String::new();
    };
    sweep.advance(u32::MAX);
    csv(&plan, &sweep.points())
}
