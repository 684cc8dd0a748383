#!/usr/bin/env bash
# Breaks the heart on purpose, one small change at a time, and looks whether a test sees it.
# All mutants stand in one order, mixed by ORDER: SHARD=1 tries the first SAMPLE of them,
# SHARD=2 the next ones. ONLY (a regular expression) tries those of that name instead.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/common.sh
export LC_ALL=C
export FENCELAB_SCENARIOS=${SCENARIOS:-150}

sample=${SAMPLE:-300}
shard=${SHARD:-1}
order=${ORDER:-fencelab}
least=95

scripts/tools.sh mutants
have sha256sum || sha256sum() { shasum -a 256 "$@"; }

# FILE:LINE:COLUMN: WHAT. The order hangs on the file, on what is changed and on how often
# that came before, and not on the line: a line more above changes nothing.
mixed() {
    cargo mutants --list | awk -v order="$order" '{
        what = $0
        sub(/:[0-9]+:[0-9]+:/, ":", what)
        print order ":" what "#" ++times[what] "\t" $0
    }' | while IFS=$'\t' read -r key name; do
        printf '%s\t%s\n' "$(printf %s "$key" | sha256sum | cut -c1-16)" "$name"
    done | sort | cut -f2-
}

mkdir -p target/mutants
chosen=target/mutants/chosen.txt
if [ -n "${ONLY:-}" ]; then
    cargo mutants --list | grep -E "$ONLY" > "$chosen" || true
else
    mixed | sed -n "$(((shard - 1) * sample + 1)),$((shard * sample))p" > "$chosen"
fi
[ -s "$chosen" ] || stop "no mutant is chosen"
names="^($(sed 's/[][\\.*^$+?(){}|]/\\&/g' "$chosen" | paste -sd'|' -))\$"

# try TARGETS... [-- OPTIONS...]: what is not caught before meets the tests of these targets.
try() {
    local arguments=() status=0
    while [ $# -gt 0 ] && [ "$1" != -- ]; do
        arguments+=("--cargo-arg=$1")
        shift
    done
    cargo mutants --output target/mutants --jobs "${JOBS:-1}" --colors never \
        --re "$names" "${arguments[@]}" "${@:2}" || status=$?
    # 2: some were not seen; 3: some did not end, which is as good as seen.
    [ "$status" = 0 ] || [ "$status" = 2 ] || [ "$status" = 3 ] || exit "$status"
}

# A mutant that never ends must not eat the machine's memory meanwhile.
ulimit -v 8000000 2>/dev/null || true
say "$(wc -l < "$chosen") mutants meet the quick tests"
try --test=heart
out=target/mutants/mutants.out
# cargo-mutants tries its "delete field" ones whatever is chosen; they count in their own shard.
unviable=$(grep -cxFf "$chosen" "$out/unviable.txt" || true)
if [ -s "$out/missed.txt" ]; then
    say "what is left meets all tests of the heart"
    try --lib --test=heart --test=laws -- --iterate
fi
missed=$(grep -cxFf "$chosen" "$out/missed.txt" || true)
killed=$(($(wc -l < "$chosen") - unviable - missed))
say "killed $killed, survived $missed, not compiled $unviable"
grep -xFf "$chosen" "$out/missed.txt" || say "no survivor"
[ $((100 * killed)) -ge $((least * (killed + missed))) ] || stop "less than $least % are killed"
