#!/usr/bin/env bash
# Fills the cache of programs that the tests use where they are there: kustomize, kubeconform and krew, built from their Go modules, and,
# where npm is installed, the language server for YAML that editors use; and actionlint for .ci/run. Needs Go and some minutes. Run again
# after a change of versions; what is there is kept.
#
# usage: scripts/tools-cache.sh [DIR]     (default: $KSERVE_RENDER_TOOLS or ~/.cache/kserve-render/tools)
set -euo pipefail

TOOLS=(
  sigs.k8s.io/kustomize/kustomize/v5@v5.8.1
  github.com/yannh/kubeconform/cmd/kubeconform@v0.8.0
  github.com/rhysd/actionlint/cmd/actionlint@v1.7.12
  sigs.k8s.io/krew/cmd/krew@v0.4.3
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

# Its tests are told as skipped without it.
server=yaml-language-server
server_version=1.25.0
if [ ! -d "$cache/$server-$server_version" ] && command -v npm >/dev/null; then
  echo "installing $server $server_version"
  rm -rf "$cache/build"
  if npm install --silent --no-audit --no-fund --prefix "$cache/build" "$server@$server_version"; then
    mv "$cache/build" "$cache/$server-$server_version"
  else
    echo "tools-cache: npm cannot install $server" >&2
  fi
fi
[ ! -d "$cache/$server-$server_version" ] || ln -sf "$server-$server_version/node_modules/.bin/$server" "$cache/$server"
ls "$cache"
