#!/usr/bin/env bash
# The model and the snippets of docs/monday against real servers: redis-server and etcd,
# started by the tests on this machine. REDIS_SERVER and ETCD may name others. With
# CONFORMANCE=optional, as `make test` calls it, servers that cannot be had are no failure.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/common.sh

# without SENTENCE: says why there are no servers, and ends.
without() {
    if [ "${CONFORMANCE:-}" = optional ]; then
        echo "skipped: $*"
        exit 0
    fi
    stop "$*"
}

missing=()
if [ -n "${REDIS_SERVER:-}" ]; then
    have "$REDIS_SERVER" || stop "REDIS_SERVER is $REDIS_SERVER, where nothing can be run"
elif ! have redis-server; then
    missing+=(redis-server)
fi
if [ -n "${ETCD:-}" ]; then
    have "$ETCD" || stop "ETCD is $ETCD, where nothing can be run"
elif ! have etcd; then
    missing+=(etcd-server)
fi

# For the snippets of docs/monday. PostgreSQL is asked where there is one.
for tool in redis-cli:redis-tools sqlite3:sqlite3 curl:curl; do
    have "${tool%%:*}" || missing+=("${tool##*:}")
done

[ -r /proc/self/stat ] || without "the tests of real servers need Linux: they read /proc"
if [ ${#missing[@]} -gt 0 ]; then
    hint="the tests of real servers need ${missing[*]}: install them (Debian: apt-get install redis-server etcd-server sqlite3 curl), or set REDIS_SERVER and ETCD to where they are"
    if [ "$(id -u)" != 0 ] || ! have apt-get; then
        without "$hint"
    fi
    say "installing the Debian packages ${missing[*]}"
    apt-get update -qq || true
    DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
        "${missing[@]}" >/dev/null || without "$hint"
fi

"${REDIS_SERVER:-redis-server}" --version | cut -d' ' -f1-3
"${ETCD:-etcd}" --version | sed -n 1p

# They mostly wait: many at a time, even on two cores. What they measured is printed.
cargo test -p conformance -- --show-output --test-threads=8
