#!/usr/bin/env bash
# Builds the page for release into dist (Trunk.toml, scripts/finish.sh).
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/common.sh

scripts/tools.sh
# Messages of a panic name source files: without the place where this machine keeps them.
flags=
for folder in "${CARGO_HOME:-$HOME/.cargo}"/registry/src/*/; do
    flags+=" --remap-path-prefix=$folder="
done
export CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS=$flags

say "building the page into dist"
trunk build --release
