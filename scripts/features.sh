#!/usr/bin/env bash
# features.sh FOLDER: fails if a program in a built folder uses a feature of WebAssembly
# that the first table of docs/browsers.md does not name.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/common.sh

if ! have wasm-opt; then
    echo "skipped: without wasm-opt (it comes with Node) nothing reads the programs"
    exit 0
fi

allowed=(--mvp-features)
for feature in $(sed -n '/^## WebAssembly/,/^## CSS/s/^| `\([a-z-]*\)`.*/\1/p' docs/browsers.md); do
    allowed+=("--enable-$feature")
done
[ ${#allowed[@]} -gt 1 ] || stop "docs/browsers.md has no table of features"

count=0
for program in "$1"/*.wasm; do
    # It would take what a file says of itself for allowed; scripts/finish.sh has taken that out.
    if ! complaints=$(wasm-opt "${allowed[@]}" "$program" -o /dev/null 2>&1); then
        printf '%s\n' "$complaints" | sed -n 1,3p | cut -c1-200 >&2
        stop "$program uses a feature of WebAssembly that docs/browsers.md does not name"
    fi
    count=$((count + 1))
done
echo "$count programs use ${allowed[*]:1}"
