//! How long one run of the seed story takes: simulate and audit, in
//! microseconds, median of many batches. Prints JSON.
#![allow(clippy::print_stdout, reason = "an example may print")]

use fencelab::sim::{audit, scenario::Scenario, simulate};
use std::hint::black_box;
use std::time::Instant;

const BATCHES: usize = 401;
const RUNS: u32 = 250;

fn main() {
    let seed = Scenario::seed();
    let mut batches: Vec<u128> = (0..BATCHES)
        .map(|_| {
            let begin = Instant::now();
            for _ in 0..RUNS {
                let scenario = black_box(&seed);
                let trace = simulate(scenario);
                black_box(audit(scenario, black_box(&trace)));
            }
            begin.elapsed().as_nanos()
        })
        .collect();
    batches.sort_unstable();
    let median = batches.get(BATCHES / 2).copied().unwrap_or_default();
    let picoseconds = median * 1000 / u128::from(RUNS);
    let (whole, rest) = (picoseconds / 1_000_000, picoseconds % 1_000_000 / 1000);
    println!("{{\"native_us_per_run\": {whole}.{rest:03}}}");
}
