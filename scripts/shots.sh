#!/usr/bin/env bash
# Pictures of the page as it is in dist, into screens: `scripts/shots.sh [WORD]` takes those
# whose name contains the word.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/common.sh

scripts/browser.sh
[ -f dist/index.html ] || scripts/build.sh
cargo run --quiet -p e2e --bin shots -- screens "$@"
