#!/bin/sh
# try.sh [PORT [TTL_MS]]: stops a holder with SIGSTOP past its TTL, lets another write,
# wakes the first, and sees whether the fence holds. Needs a Redis to play with.
set -eu
cd "$(dirname "$0")"
port=${1:-6379} ttl=${2:-3000}
run() { redis-cli -p "$port" --eval "$@"; }
name=try:$$

holder() { # NAME: takes the lock, works for a second, writes
  token=$(run acquire.lua "$name:lock" "$name:tokens" , "$1" "$ttl")
  echo "$1 holds the lock with token $token"
  sleep 1
  case $(run write.lua "$name:record" , "$token" "the data of $1") in
    1) echo "$1 wrote with token $token: accepted" ;;
    *) echo "$1 wrote with token $token: refused" ;;
  esac
}

holder A & first=$!
sleep 0.5
kill -STOP "$first"
echo "A is stopped"
sleep "$((ttl / 1000 + 1))"
holder B
kill -CONT "$first"
echo "A goes on"
wait "$first"
record=$(redis-cli -p "$port" hget "$name:record" value)
redis-cli -p "$port" del "$name:lock" "$name:tokens" "$name:record" >/dev/null
echo "the record has $record"
[ "$record" = "the data of B" ]
