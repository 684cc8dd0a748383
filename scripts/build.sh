#!/usr/bin/env bash
# Builds the page for release into dist (Trunk.toml, scripts/finish.sh).
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/common.sh

scripts/tools.sh
say "building the page into dist"
trunk build --release
