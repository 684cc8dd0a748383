#!/usr/bin/env bash
# Holds each promise of `fuzz` against bytes that a fuzzer makes up, SECONDS_EACH long (120
# unless told otherwise); ONLY=link tries that one alone. What it learnt stays in fuzz/corpus.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/common.sh

# There is no unsafe code to watch: without a sanitizer it is faster and needs no nightly compiler.
each=${SECONDS_EACH:-120}
if ! scripts/tools.sh fuzz || ! have c++; then
    echo "skipped: the fuzzer needs cargo-fuzz (cargo install cargo-fuzz --locked) and a C++ compiler (Debian: apt-get install g++)"
    exit 0
fi

for folder in fuzz/seeds/*/; do
    name=$(basename "$folder")
    [ "${ONLY:-$name}" = "$name" ] || continue
    say "$name: $each s of bytes that nobody thought of"
    mkdir -p "fuzz/corpus/$name"
    log=target/fuzz-$name.log
    if ! cargo fuzz run --sanitizer none "$name" "fuzz/corpus/$name" "$folder" -- \
        -max_total_time="$each" -max_len=4096 -timeout=20 -dict=fuzz/words.dict -print_final_stats=1 > "$log" 2>&1; then
        tail -40 "$log" >&2
        stop "the promise $name is broken (or was not built): put the bytes from fuzz/artifacts/$name into fuzz/seeds/$name, and \`make heart\` shows it from now on"
    fi
    grep -E '^#[0-9]+.*DONE' "$log"
done
