//! A door for `make bench`: runs of the seed story, timed from outside.

use crate::sim::scenario::Scenario;
use crate::sim::{audit, simulate};
use wasm_bindgen::prelude::wasm_bindgen;

/// Runs the seed story `times` times and returns the number of grants seen in all.
#[wasm_bindgen]
#[must_use]
pub fn run_seed_story(times: u32) -> u32 {
    let seed = Scenario::seed();
    (0..times)
        .map(|_| {
            let trace = simulate(&seed);
            u32::try_from(audit(&seed, &trace).grants.len()).unwrap_or(u32::MAX)
        })
        .fold(0, u32::saturating_add)
}
