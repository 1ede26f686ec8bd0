#!/usr/bin/env bash
# Runs recorded cases that the project does not keep, where they are at hand.
#
# usage: scripts/conformance-extra.sh [RECORDINGS [FOLDER]...]     (default: ../shared/golden legacy random)
set -euo pipefail
cd "$(dirname "$0")/.."
recordings=${1:-../shared/golden}
[ $# -gt 0 ] && shift
[ -d "$recordings" ] || { echo "conformance-extra: no recordings at $recordings" >&2; exit 1; }
packed=$(mktemp -d)
trap 'rm -rf "$packed"' EXIT
[ $# -gt 0 ] || set -- legacy random
python3 scripts/pack-conformance.py --target "$packed" "$recordings" "$@"
KSERVE_RENDER_CASES=$packed cargo test --test conformance
