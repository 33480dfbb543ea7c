#!/bin/sh
# Prints the path of the Chromium that the browser tests drive. Installs Debian's package
# where that is allowed; otherwise says what is missing and fails, so that no browser test
# is skipped without a word.
find_chromium() {
    for name in "${TREK_CHROMIUM:-}" chromium chromium-browser google-chrome; do
        [ -n "$name" ] && command -v "$name" && return 0
    done
    return 1
}

find_chromium && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "Installing Chromium for the browser tests ..." >&2
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -qq >&2 && apt-get install -y -qq --no-install-recommends chromium >&2
    find_chromium && exit 0
fi
echo "The browser tests need Chromium. On Debian: apt install chromium." >&2
echo "Elsewhere install Chromium or Chrome, and name it: TREK_CHROMIUM=/path/to/chromium." >&2
exit 1
