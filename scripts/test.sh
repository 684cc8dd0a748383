#!/usr/bin/env bash
# Every check, in order; the first that fails ends it.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/common.sh

# A backtrace of async frames is sixty lines that say nothing.
export RUST_BACKTRACE=0

wasm=wasm32-unknown-unknown
summary=

# step NAME COMMAND...: runs the command under a heading, with its seconds.
step() {
    local start=$SECONDS
    current=$1
    shift
    printf '\n== %s\n' "$current"
    "$@"
    printf -- '-- %s: %d s\n' "$current" $((SECONDS - start))
    summary+=$(printf '%5d s  %s' $((SECONDS - start)) "$current")$'\n'
    current=
}

# Says where it ended. (A trap, since `set -e` is off in all that runs under `if`.)
report() {
    local status=$?
    if [ $status -ne 0 ]; then
        printf '\nFAILED: %s (after %d s in all)\n' "$current" "$SECONDS" >&2
    fi
}
current=
trap report EXIT

documentation() {
    RUSTDOCFLAGS="-D warnings" cargo doc --no-deps --no-default-features
    RUSTDOCFLAGS="-D warnings" cargo doc --no-deps --target "$wasm"
}

# In a subshell: what it sets and unsets is for the runner alone.
browser_unit_tests() (
    # The runner takes the first driver it finds named: name one, and only one. Do not
    # add -q to cargo: it reaches the runner, which then ends without a word.
    unset GECKODRIVER SAFARIDRIVER MSEDGEDRIVER CHROMEDRIVER_REMOTE
    export CHROMEDRIVER=${CHROMEDRIVER:-$(command -v chromedriver)}
    if [ -n "${CHROME:-}" ]; then
        export WASM_BINDGEN_TEST_WEBDRIVER_JSON=$PWD/target/webdriver.json
        sed "s|\"args\"|\"binary\": \"$CHROME\", \"args\"|" webdriver.json > target/webdriver.json
    fi
    cargo test --target "$wasm" --test web
)

dependencies() {
    if cargo deny --version >/dev/null 2>&1; then
        cargo deny check licenses bans sources
    else
        echo "skipped: cargo-deny is not installed (scripts/tools.sh deny)"
    fi
}

step "tools" scripts/tools.sh
step "browser" scripts/browser.sh
step "format" cargo fmt --all --check
step "lints: heart" cargo clippy --no-default-features --all-targets -- -D warnings
step "lints: page" cargo clippy --target "$wasm" --lib --bins --test web -- -D warnings
step "lints: test tools" cargo clippy -p site -p e2e -p conformance -p proof --all-targets -- -D warnings
step "tests: heart" cargo test --no-default-features
step "tests: every run" cargo test --profile fuzz -p proof
step "tests: static server" cargo test -p site
step "tests: real servers" env CONFORMANCE=optional scripts/conformance.sh
step "documentation" documentation
step "tests: parts of the page" browser_unit_tests
step "build" scripts/build.sh
step "features of WebAssembly" scripts/features.sh dist
step "tests: whole page" cargo test -p e2e
step "dependencies" dependencies

printf '\nAll checks passed in %d s.\n%s' "$SECONDS" "$summary"
