#!/bin/sh
# Runs kserve-render for pre-commit: the one that is installed, or else the release of this checkout, which is downloaded once and
# built only where there is none.
set -eu
if command -v kserve-render >/dev/null; then
  exec kserve-render "$@"
fi
here=$(CDPATH='' cd "$(dirname "$0")" && pwd)
version=$(sed -n 's/^version = "\(.*\)"/\1/p' "$here/../Cargo.toml" | head -n 1)
folder=${XDG_CACHE_HOME:-$HOME/.cache}/kserve-render/bin/$version
[ -x "$folder/kserve-render" ] || sh "$here/install.sh" --to "$folder" --version "$version" >&2
exec "$folder/kserve-render" "$@"
