#!/usr/bin/env bash
# Sees to it that there is a Chromium and its driver. CHROME and CHROMEDRIVER may name others.
set -euo pipefail
cd "$(dirname "$0")/.."
. scripts/common.sh

missing=()
if [ -n "${CHROME:-}" ]; then
    [ -x "$CHROME" ] || stop "CHROME is $CHROME, where nothing can be run"
elif ! have chromium; then
    missing+=(chromium)
fi
if [ -n "${CHROMEDRIVER:-}" ]; then
    [ -x "$CHROMEDRIVER" ] || stop "CHROMEDRIVER is $CHROMEDRIVER, where nothing can be run"
elif ! have chromedriver; then
    missing+=(chromium-driver)
fi

if [ ${#missing[@]} -gt 0 ]; then
    if [ "$(id -u)" = 0 ] && have apt-get; then
        say "installing the Debian packages ${missing[*]}"
        apt-get update -qq
        # The page's Japanese needs a font, in screenshots and in measured widths.
        DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
            "${missing[@]}" fonts-noto-cjk fonts-inter >/dev/null
    else
        stop "the browser tests need ${missing[*]}: install them (Debian: apt-get install chromium chromium-driver), or set CHROME and CHROMEDRIVER to where they are"
    fi
fi

# Debian's wrapper may complain about what it reads of the machine's memory: not here.
"${CHROME:-chromium}" --version 2>/dev/null
"${CHROMEDRIVER:-chromedriver}" --version | cut -d'(' -f1
