#!/usr/bin/env bash
# The page in the browser and the npm package: builds the module for WebAssembly, the page, and runs its tests.
#
# usage: scripts/web.sh module     the module, into web/wasm
#        scripts/web.sh build      module and page; the page is web/dist, for any static host
#        scripts/web.sh serve      builds, and shows the page on http://localhost:4173
#        scripts/web.sh test       builds, and runs the tests in Chromium, which CHROMIUM names (default: chromium)
#        scripts/web.sh package    the npm package, into target/npm
#        scripts/web.sh install    only the programs and packages that the others need
#
# Needs Rust and, but for `module`, Node.js. Programs that are built for it are kept in ~/.cache/kserve-render/tools (or
# KSERVE_RENDER_TOOLS).
set -euo pipefail
cd "$(dirname "$0")/.."

tools=${KSERVE_RENDER_TOOLS:-$HOME/.cache/kserve-render/tools}
version=$(sed -n '/^name = "wasm-bindgen"$/{n;s/^version = "\(.*\)"$/\1/p}' Cargo.lock)
bindgen=$tools/wasm-bindgen-$version/bin/wasm-bindgen
target=${CARGO_TARGET_DIR:-target}

bindgen() {
  if [ ! -x "$bindgen" ]; then
    # It runs for seconds, so it need not be optimised. Its own lock file may name versions that a mirror does not have yet.
    CARGO_PROFILE_RELEASE_OPT_LEVEL=1 cargo install -q wasm-bindgen-cli --version "=$version" --root "$tools/wasm-bindgen-$version"
  fi
}

module() {
  rustup target add wasm32-unknown-unknown 2>/dev/null || rustup target list --installed | grep -q wasm32-unknown-unknown
  bindgen
  # Deep documents are read by recursion; the default stack is small.
  RUSTFLAGS="-C link-arg=-zstack-size=4194304" \
    cargo build -q --locked --package kserve-render-wasm --target wasm32-unknown-unknown --profile web --target-dir "$target/web"
  bind web wasm-web web/wasm
}

# Copies only what differs, so that what is made of it stays.
bind() {
  local made=$target/$2
  rm -rf "$made"
  "$bindgen" --remove-name-section --remove-producers-section --target "$1" --out-dir "$made" "$target/web/wasm32-unknown-unknown/web/kserve_render_wasm.wasm"
  mkdir -p "$3"
  local file
  for file in "$made"/*; do
    cmp -s "$file" "$3/$(basename "$file")" || cp "$file" "$3/"
  done
}

packages() {
  command -v npm >/dev/null || { echo "web.sh: Node.js with npm is not installed" >&2; exit 1; }
  if [ ! -d web/node_modules ] || [ web/package-lock.json -nt web/node_modules/.package-lock.json ]; then
    npm --prefix web ci
  fi
}

build() {
  module
  packages
  npm --prefix web run build
}

package() {
  module
  local out=$target/npm
  rm -rf "$out"
  mkdir -p "$out"
  cp web/wasm/* crates/kserve-render-wasm/README.md LICENSE NOTICE "$out/"
  sed "s/@VERSION@/$(sed -n 's/^version = "\(.*\)"$/\1/p' Cargo.toml | head -n 1)/" crates/kserve-render-wasm/package.json >"$out/package.json"
  (cd "$out" && npm pack --silent)
}

case ${1:-} in
  module) module ;;
  build) build ;;
  serve) build && npm --prefix web run preview ;;
  test) build && cargo build -q --locked && npm --prefix web test ;;
  package) package ;;
  install) bindgen && packages ;;
  *) sed -n '4,9s/^# \{0,1\}//p' "$0"; exit 2 ;;
esac
