#!/bin/sh
# write-etcd.sh ENDPOINT LOCK_KEY CREATE_REVISION KEY VALUE
# Writes only while the lock's key still is the one that our grant created: the check
# and the write are one transaction. Exit status 1: refused.
set -eu
encode() { printf %s "$1" | base64 | tr -d '\n'; }
lock=$(encode "$2") key=$(encode "$4") value=$(encode "$5")

answer=$(curl -fsS "$1/v3/kv/txn" -d @- <<JSON
{ "compare": [{ "key": "$lock", "target": "CREATE", "create_revision": "$3" }],
  "success": [{ "request_put": { "key": "$key", "value": "$value" } }] }
JSON
)
case $answer in
  *'"succeeded":true'*) echo accepted ;;
  *) echo refused; exit 1 ;;
esac
