//! The program of the laboratory and the course: mounts the one that its page asks for. Its doors for `make bench`
//! are here and not in the library, so that the first page does not carry them.

use fencelab::sim::scenario::Scenario;
use fencelab::sweep::{Axis, Map, Plan, Side, Sweep};
use wasm_bindgen::prelude::wasm_bindgen;

fn main() {
    fencelab::ui::start_page();
}

/// Makes the outcome map of the seed story, TTL against the length of the
/// pause, and returns how many cells it has.
#[wasm_bindgen]
#[must_use]
pub fn run_outcome_map(columns: u32, rows: u32) -> u32 {
    let seed = Scenario::seed();
    let side = |axis| Side::around(axis, &seed).ok();
    let sides = side(Axis::Ttl).zip(side(Axis::PauseLength));
    let map = sides.and_then(|(x, y)| Map::new(&seed, x, y, columns, rows).ok());
    map.map_or(0, |mut map| {
        map.advance(u32::MAX);
        u32::try_from(map.cells().len()).unwrap_or(u32::MAX)
    })
}

/// Makes so many runs of a TTL sweep around the seed story, and returns how
/// many of them did harm.
#[wasm_bindgen]
#[must_use]
pub fn run_ttl_sweep(runs: u32) -> u32 {
    let Ok(mut plan) = Plan::around(&Scenario::seed()) else {
        return 0;
    };
    plan.draws = u32::MAX;
    let Ok(mut sweep) = Sweep::new(plan) else {
        return 0;
    };
    sweep.advance(runs);
    let points = sweep.points();
    points
        .iter()
        .flat_map(|point| &point.harm)
        .map(|share| share.hits)
        .sum()
}
