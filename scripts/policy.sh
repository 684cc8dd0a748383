#!/usr/bin/env bash
# policy.sh PAGE: replaces 'sha256-INLINE' in a built page by the hashes of its inline
# scripts, so that the content security policy needs no 'unsafe-inline' for scripts.
set -euo pipefail
export LC_ALL=C

page=$1
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

digest() {
    if command -v sha256sum >/dev/null 2>&1; then sha256sum "$1"; else shasum -a 256 "$1"; fi
}

if ! grep -q "'sha256-INLINE'" "$page"; then
    echo "policy: $page names no 'sha256-INLINE', left as it is"
    exit 0
fi

# One file per inline script, with its text to the byte.
awk -v folder="$scratch" '
    { page = page $0 "\n" }
    END {
        while ((start = index(page, "<script")) > 0) {
            page = substr(page, start)
            close_tag = index(page, ">")
            tag = substr(page, 1, close_tag)
            page = substr(page, close_tag + 1)
            stop = index(page, "</script>")
            if (tag !~ /[ \n]src=/) {
                printf "%s", substr(page, 1, stop - 1) > (folder "/" ++count)
            }
            page = substr(page, stop)
        }
    }' "$page"

hashes=
for script in "$scratch"/*; do
    [ -e "$script" ] || continue
    # Hexadecimal to bytes to base64, with nothing but what every machine has.
    bytes=$(digest "$script" | cut -c1-64 | sed 's/../\\x&/g')
    # shellcheck disable=SC2059 # the bytes are written as a format on purpose
    hashes="$hashes 'sha256-$(printf "$bytes" | base64)'"
done

sed "s|'sha256-INLINE'|${hashes# }|" "$page" > "$scratch/page"
cat "$scratch/page" > "$page"
