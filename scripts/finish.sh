#!/usr/bin/env bash
# Trunk's post_build hook, for what trunk does not do by itself.
set -euo pipefail
cd "$(dirname "$0")/.."

folder=${TRUNK_STAGING_DIR:?is set by trunk}

# Smaller wasm, where the machine has wasm-opt. No options beyond -Oz: the file names the
# features it may use, and --all-features writes a module that browsers refuse.
if [ "${TRUNK_PROFILE:-}" = release ]; then
    if command -v wasm-opt >/dev/null 2>&1; then
        for file in "$folder"/*.wasm; do
            wasm-opt -Oz "$file" -o "$file"
        done
    else
        echo ">> without wasm-opt (it comes with Node): the page works, but is larger"
    fi
fi

# The pages that need no script, written by a native program.
if [ "${TRUNK_PROFILE:-}" = release ]; then
    cargo run --quiet --release --no-default-features --example pages -- "$folder"
fi

scripts/policy.sh "$folder/index.html"
