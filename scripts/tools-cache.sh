#!/usr/bin/env bash
# Fills the cache of programs that the tests of integrations use where they are there: kustomize and kubeconform, built from
# their Go modules. Needs Go and some minutes. Run again after a change of versions; what is there is kept.
#
# usage: scripts/tools-cache.sh [DIR]     (default: $KSERVE_RENDER_TOOLS or ~/.cache/kserve-render/tools)
set -euo pipefail

TOOLS=(
  sigs.k8s.io/kustomize/kustomize/v5@v5.8.1
  github.com/yannh/kubeconform/cmd/kubeconform@v0.8.0
)

cache=${1:-${KSERVE_RENDER_TOOLS:-$HOME/.cache/kserve-render/tools}}
mkdir -p "$cache"
command -v go >/dev/null || { echo "tools-cache: Go is not installed" >&2; exit 1; }

for tool in "${TOOLS[@]}"; do
  package=${tool%@*}
  version=${tool##*@v}
  # The last part of the path that is no major version is the program's name.
  name=$(basename "${package%/v[0-9]}")
  if [ ! -x "$cache/$name-$version" ]; then
    echo "building $name $version"
    GOBIN=$cache/build go install "$tool"
    mv "$cache/build/$name" "$cache/$name-$version"
    rmdir "$cache/build"
  fi
  ln -sf "$name-$version" "$cache/$name"
done
ls "$cache"
