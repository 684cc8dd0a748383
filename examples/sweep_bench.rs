//! How long many runs take here: an outcome map, a TTL sweep, and chaos that
//! finds nothing. In milliseconds, median of some turns. Prints JSON.
#![allow(clippy::print_stdout, reason = "an example may print")]

use fencelab::sim::scenario::{Fence, Scenario};
use fencelab::sweep::{Axis, Chaos, Intensity, Kind, Map, Plan, Side, Sweep};
use std::hint::black_box;
use std::time::Instant;

const TURNS: usize = 11;
const COLUMNS: u32 = 60;
const ROWS: u32 = 40;
const RUNS: u32 = 100_000;

fn main() {
    let map = median(|| {
        let seed = Scenario::seed();
        let side = |axis| Side::around(axis, &seed).ok();
        let sides = side(Axis::Ttl).zip(side(Axis::PauseLength));
        let map = sides.and_then(|(x, y)| Map::new(&seed, x, y, COLUMNS, ROWS).ok());
        if let Some(mut map) = map {
            map.advance(u32::MAX);
            black_box(map);
        }
    });
    let sweep = median(|| {
        if let Ok(mut plan) = Plan::around(&Scenario::seed()) {
            plan.draws = u32::MAX;
            if let Ok(mut sweep) = Sweep::new(plan) {
                sweep.advance(RUNS);
                black_box(sweep.points());
            }
        }
    });
    let chaos = median(|| {
        let mut fenced = Scenario::seed();
        fenced.resource.fence = Fence::Writes;
        let kinds = [Kind::Pause, Kind::Crash, Kind::Cut, Kind::Delay];
        let mut chaos = Chaos::new(&fenced, &kinds, Intensity::Medium, 1, RUNS);
        chaos.advance(u32::MAX);
        black_box(chaos.found().is_none());
    });
    println!(
        "{{\"native_map_60x40_ms\": {map}, \"native_sweep_100k_ms\": {sweep}, \"native_chaos_100k_ms\": {chaos}}}"
    );
}

/// The time of the middle turn, to a tenth of a millisecond.
fn median(mut work: impl FnMut()) -> String {
    let mut turns: Vec<u128> = (0..TURNS)
        .map(|_| {
            let begin = Instant::now();
            work();
            begin.elapsed().as_micros()
        })
        .collect();
    turns.sort_unstable();
    let micros = turns.get(TURNS / 2).copied().unwrap_or_default();
    format!("{}.{}", micros / 1000, micros % 1000 / 100)
}
