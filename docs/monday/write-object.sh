#!/bin/sh
# write-object.sh BUCKET KEY TOKEN FILE
# The object carries the highest token as metadata; If-Match makes compare and write one
# step. Exit status 1: refused, or somebody wrote in between (then read again).
set -eu
head=$(aws s3api head-object --bucket "$1" --key "$2" \
  --query '[ETag, Metadata.token]' --output text)
etag=${head%%	*} highest=${head##*	}

if [ "$3" -lt "$highest" ]; then
  echo "refused: $3 < $highest"
  exit 1
fi
aws s3api put-object --bucket "$1" --key "$2" --body "$4" \
  --metadata "token=$3" --if-match "$etag" >/dev/null
echo accepted
