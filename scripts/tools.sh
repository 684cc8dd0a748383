#!/usr/bin/env bash
# Puts the build tools into .tools and node_modules of this folder; nothing global changes
# but the compiler target, which rustup keeps. `tools.sh mutants`, `tools.sh fuzz` and
# `tools.sh deny`: only cargo-mutants, cargo-fuzz, cargo-deny.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/common.sh

trunk_version=0.21.14
bindgen_version=0.2.129
mutants_version=27.1.0
fuzz_version=0.13.2
deny_version=0.20.2

# cargo_tool CRATE BINARY VERSION [cargo install options]
cargo_tool() {
    local crate=$1 binary=$2 version=$3
    shift 3
    if [ "$(tool_version ".tools/bin/$binary")" = "$version" ]; then
        return
    fi
    say "installing $crate $version into .tools (one to three minutes, once)"
    # The tools run for seconds: build them quickly rather than well. The variables
    # hold for this one command, so the page's own profiles are not touched.
    CARGO_PROFILE_RELEASE_OPT_LEVEL=0 CARGO_PROFILE_RELEASE_LTO=off \
        CARGO_PROFILE_RELEASE_CODEGEN_UNITS=16 CARGO_PROFILE_RELEASE_DEBUG=0 \
        cargo install "$crate" --version "=$version" --locked --root .tools --force "$@"
}

# The second word of what a tool answers to --version; empty when it is not there.
tool_version() {
    if [ -x "$1" ]; then
        # Tools that cargo calls want the name that cargo calls them by.
        { "$1" --version || "$1" "${1##*/cargo-}" --version; } 2>/dev/null | awk 'NR == 1 { print $2 }'
    fi
}

have cargo || stop "Rust is missing: install rustup from https://rustup.rs"

case "${1:-}" in
    mutants) cargo_tool cargo-mutants cargo-mutants "$mutants_version"; exit ;;
    fuzz) cargo_tool cargo-fuzz cargo-fuzz "$fuzz_version"; exit ;;
    deny) cargo_tool cargo-deny cargo-deny "$deny_version"; exit ;;
esac

if have rustup; then
    # rustup may be told not to fetch a missing version, or a part of one, by itself.
    if ! cargo clippy --version >/dev/null 2>&1 || ! cargo fmt --version >/dev/null 2>&1; then
        channel=$(sed -n 's/^channel = "\(.*\)"/\1/p' rust-toolchain.toml)
        say "installing Rust $channel with rustfmt and clippy"
        rustup toolchain install "$channel" --no-self-update \
            --profile minimal --component rustfmt --component clippy
    fi
    if ! rustup target list --installed | grep -qx wasm32-unknown-unknown; then
        say "adding the wasm32-unknown-unknown target"
        rustup target add wasm32-unknown-unknown
    fi
fi

cargo_tool trunk trunk "$trunk_version" --no-default-features
cargo_tool wasm-bindgen-cli wasm-bindgen "$bindgen_version"

if have npm; then
    if [ ! -f node_modules/.package-lock.json ] || [ package-lock.json -nt node_modules/.package-lock.json ]; then
        say "installing wasm-opt, esbuild, resvg with its font, axe-core and mermaid into node_modules"
        npm ci --no-audit --no-fund
        touch node_modules/.package-lock.json
    fi
else
    say "npm is missing: building without wasm-opt, esbuild and resvg: the page will be larger, its pictures SVG only"
fi
