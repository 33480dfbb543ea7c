#!/bin/sh
# Makes sure that Chromium, which the browser tests drive, is on this machine: installs
# Debian's package where that is allowed, otherwise says what is missing and fails.
find_chromium() {
    for name in "${TREK_CHROMIUM:-}" chromium chromium-browser google-chrome; do
        [ -n "$name" ] && command -v "$name" >/dev/null && return 0
    done
    return 1
}

find_chromium && exit 0
if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "Installing Chromium for the browser tests ..."
    export DEBIAN_FRONTEND=noninteractive
    apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium >/dev/null
    find_chromium && exit 0
fi
echo "The browser tests need Chromium. On Debian: apt install chromium." >&2
echo "Elsewhere install Chromium or Chrome, and name it: TREK_CHROMIUM=/path/to/chromium." >&2
exit 1
