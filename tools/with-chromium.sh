#!/usr/bin/env bash
# Runs a command that finds the path of a Chromium in PALIMPSEST_CHROMIUM. Where none is to be had, the command runs without, and the tests
# that need one say that they did not run.
set -euo pipefail

find_chromium() {
  command -v chromium || command -v chromium-browser || command -v google-chrome || true
}

if [ -z "$(find_chromium)" ] && command -v apt-get > /dev/null && [ "$(id -u)" = 0 ]; then
  (export DEBIAN_FRONTEND=noninteractive
    timeout 120 apt-get -qq update &&
      timeout 300 apt-get -qq install -y --no-install-recommends chromium) > /dev/null 2>&1 || true
fi

unset PALIMPSEST_CHROMIUM
chromium=$(find_chromium)
if [ -n "$chromium" ]; then export PALIMPSEST_CHROMIUM="$chromium"; fi

exec "$@"
