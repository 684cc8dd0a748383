#!/usr/bin/env bash
# Builds the page and serves dist on this machine only, until Ctrl-C.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/common.sh

scripts/build.sh
exec cargo run --quiet -p site -- dist "${PORT:-8080}"
