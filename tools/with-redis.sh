#!/usr/bin/env bash
# Runs a command beside a Redis of its own on a free port of this machine, whose address it finds in PALIMPSEST_REDIS. Where no Redis is
# to be had, the command runs without, and the tests that need one say that they did not run.
set -euo pipefail

if ! command -v redis-server > /dev/null && command -v apt-get > /dev/null && [ "$(id -u)" = 0 ]; then
  # Run level 1 keeps the package from starting a service.
  (export RUNLEVEL=1 DEBIAN_FRONTEND=noninteractive
    timeout 120 apt-get -qq update &&
      timeout 300 apt-get -qq install -y --no-install-recommends redis-server) > /dev/null 2>&1 || true
fi

redis=
folder=
stop() {
  if [ -n "$redis" ]; then
    kill "$redis" 2> /dev/null || true
    wait "$redis" 2> /dev/null || true
  fi
  if [ -n "$folder" ]; then rm -rf "$folder"; fi
}
trap stop EXIT
trap 'exit 130' INT
trap 'exit 143' TERM

unset PALIMPSEST_REDIS
if command -v redis-server > /dev/null; then
  folder=$(mktemp -d)
  port=$(node -e 'const s = require("net").createServer().listen(0, "127.0.0.1", () => { console.log(s.address().port); s.close(); })')
  redis-server --bind 127.0.0.1 --port "$port" --save '' --appendonly no --dir "$folder" > "$folder/log" 2>&1 &
  redis=$!
  for _ in $(seq 100); do
    kill -0 "$redis" 2> /dev/null || break
    if (: < "/dev/tcp/127.0.0.1/$port") 2> /dev/null; then
      export PALIMPSEST_REDIS="redis://127.0.0.1:$port"
      break
    fi
    sleep 0.1
  done
  if [ -z "${PALIMPSEST_REDIS:-}" ]; then cat "$folder/log" >&2; fi
fi

"$@"
