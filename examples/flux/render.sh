#!/bin/sh
# Renders services/ into rendered/, which Flux applies. Run it in CI: on the main branch commit what it writes; on a pull request
# use `render.sh --check`, which fails when rendered/ is not what the services say.
set -eu
cd "$(dirname "$0")"
kserve-render check services --recursive --quiet
kserve-render render services --recursive --namespace garden --passthrough=all --output-dir rendered --prune
if [ "${1:-}" = --check ]; then
  changes=$(git status --porcelain -- rendered)
  if [ -n "$changes" ]; then
    printf 'rendered/ is not up to date; run render.sh and commit:\n%s\n' "$changes" >&2
    exit 1
  fi
fi
