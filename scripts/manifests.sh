#!/usr/bin/env bash
# Writes the manifests of krew, Homebrew and Scoop for the archives in a folder, from their checksums, and puts beside them what
# scripts/install.sh looks for:
#
#   scripts/manifests.sh dist https://github.com/OWNER/kserve-render
set -euo pipefail
dist=${1:?the folder with the archives}
repository=${2:?the address of the repository}
root=$(cd "$(dirname "$0")/.." && pwd)
version=$(sed -n 's/^version = "\(.*\)"/\1/p' "$root/Cargo.toml" | head -1)

fill() {
  local text target sum
  text=$(cat "$1")
  text=${text//'{{version}}'/$version}
  text=${text//'{{repository}}'/$repository}
  for target in {x86_64,aarch64}-{unknown-linux-musl,apple-darwin,pc-windows-msvc}; do
    case "$text" in *"{{sha256 $target}}"*) ;; *) continue ;; esac
    sum=$(cut -d' ' -f1 "$dist/kserve-render-$version-$target".{tar.gz,zip}.sha256 2>/dev/null || true)
    [ -n "$sum" ] || { echo "no checksum of $target in $dist" >&2; exit 1; }
    text=${text//"{{sha256 $target}}"/$sum}
  done
  printf '%s\n' "$text"
}

fill "$root/packaging/krew.yaml" >"$dist/kserve-render.yaml"
fill "$root/packaging/homebrew.rb" >"$dist/kserve-render.rb"
fill "$root/packaging/scoop.json" >"$dist/kserve-render.json"
printf '%s\n' "$version" >"$dist/VERSION"
cp "$root/scripts/install.sh" "$dist/"
