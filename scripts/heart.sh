#!/usr/bin/env bash
# The quick loop: format, lints and tests of the heart, without a browser.
set -euo pipefail
cd "$(dirname "$0")/.."

cargo fmt --all --check
cargo clippy --no-default-features --all-targets -- -D warnings
cargo test --no-default-features
