#!/bin/sh
# Installs a released kserve-render, after a look at its checksum; builds it only where there is no release for the system.
#
#   sh install.sh [--to DIR] [--version VERSION]
#
# DIR is ~/.local/bin without --to; VERSION the newest release without --version. KSERVE_RENDER_RELEASES names another place with
# releases than that of the project.
set -eu
releases=${KSERVE_RENDER_RELEASES:-https://github.com/kserve-render/kserve-render/releases}
to=$HOME/.local/bin
version=
while [ $# -gt 0 ]; do
  case "$1" in
    --to) to=${2:?a folder} && shift 2 ;;
    --version) version=${2:?a version} && version=${version#v} && shift 2 ;;
    *) echo "install: unknown argument $1" >&2 && exit 2 ;;
  esac
done

# The target whose archive this system takes; nothing if there is none.
target() {
  case "$(uname -m)" in
    x86_64 | amd64) machine=x86_64 ;;
    aarch64 | arm64) machine=aarch64 ;;
    *) return ;;
  esac
  case "$(uname -s)" in
    Linux) echo "$machine-unknown-linux-musl" ;;
    Darwin) echo "$machine-apple-darwin" ;;
    MINGW* | MSYS* | CYGWIN*) echo "$machine-pc-windows-msvc" ;;
  esac
}

get() {
  if command -v curl >/dev/null; then curl --proto-default https -sSfL "$1" -o "$2"; else wget -q "$1" -O "$2"; fi
}

# The newest release has its number in the name of its archives.
newest() {
  get "$releases/latest/download/VERSION" "$work/version" 2>/dev/null && cat "$work/version"
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
target=$(target)
[ -n "$version" ] || version=$(newest) || version=
name=kserve-render-$version-$target
case "$target" in *windows*) archive=$name.zip program=kserve-render.exe ;; *) archive=$name.tar.gz program=kserve-render ;; esac
if [ -n "$target" ] && [ -n "$version" ] && get "$releases/download/v$version/$archive" "$work/$archive" 2>/dev/null; then
  get "$releases/download/v$version/$archive.sha256" "$work/$archive.sha256"
  (
    cd "$work"
    if command -v sha256sum >/dev/null; then sha256sum -c "$archive.sha256"; else shasum -a 256 -c "$archive.sha256"; fi
  ) >/dev/null || { echo "install: $archive is not what its checksum says; nothing is installed" >&2 && exit 1; }
  case "$archive" in
    *.zip) (cd "$work" && unzip -q "$archive") ;;
    *) tar -xzf "$work/$archive" -C "$work" ;;
  esac
  mkdir -p "$to"
  install -m 755 "$work/$name/$program" "$to/$program"
  echo "install: kserve-render $version is in $to"
  exit 0
fi

# No release for this system, or none to be had: from the sources beside this file, or those that are published.
command -v cargo >/dev/null || { echo "install: there is no release of kserve-render for this system, and no Rust to build it" >&2 && exit 1; }
here=$(CDPATH='' cd "$(dirname "$0")" && pwd)
if [ -f "$here/../Cargo.toml" ]; then
  cargo install --locked --root "$work/root" --path "$here/.."
else
  cargo install --locked --root "$work/root" ${version:+--version "$version"} kserve-render
fi
mkdir -p "$to"
install -m 755 "$work/root/bin/"kserve-render* "$to/"
echo "install: kserve-render is built and in $to"
