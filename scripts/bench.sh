#!/usr/bin/env bash
# Measures the page against its budgets: first load, drag, one run of the seed story, many runs,
# every run.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/common.sh

scripts/browser.sh
scripts/build.sh
say "timing the seed story on this machine"
mkdir -p target/bench
cargo run --quiet --release --no-default-features --example seed_bench > target/bench/seed.json
cargo run --quiet --release --no-default-features --example sweep_bench > target/bench/sweep.json
say "timing every run against stateright"
cargo run --quiet --release -p proof --bin speed > target/bench/explore.json
say "timing the page"
cargo run --quiet -p e2e --bin bench -- target/bench/seed.json target/bench/sweep.json target/bench/explore.json
