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

# get ADDRESS FILE: 0 if it is there, 4 if it was answered that there is no such file, 1 if there was no answer.
get() {
  case "$1" in
    file://*) [ -f "${1#file://}" ] || return 4 && cp "${1#file://}" "$2" && return ;;
  esac
  if command -v curl >/dev/null; then
    answer=$(curl --proto-default https -sSL -w '%{http_code}' "$1" -o "$2") || return 1
    case "$answer" in 2*) ;; 404 | 410) return 4 ;; *) echo "install: $1 answers with $answer" >&2 && return 1 ;; esac
  elif command -v wget >/dev/null; then
    answer=$(wget "$1" -O "$2" 2>&1) && return
    case "$answer" in *' 404 '* | *' 410 '*) return 4 ;; *) printf '%s\n' "$answer" >&2 && return 1 ;; esac
  else
    echo "install: neither curl nor wget is there to download with" >&2 && return 1
  fi
}

# Ends where a release may be there and cannot be reached: building something else in its place would be no answer.
unreachable() {
  echo "install: $releases cannot be reached; nothing is installed" >&2
  exit 1
}

# Tells who cannot run the program yet by its name alone what to do.
told() {
  to=$(CDPATH='' cd "$to" && pwd)
  echo "install: kserve-render $1 is in $to"
  case ":$PATH:" in
    *":$to:"*) ;;
    *) echo "install: this folder is not on the PATH; for this shell, and in its profile for later ones: export PATH=\"$to:\$PATH\"" ;;
  esac
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
target=$(target)
released=yes
[ -n "$target" ] || released=
# The newest release has its number beside its archives.
if [ -z "$version" ] && [ -n "$released" ]; then
  status=0
  get "$releases/latest/download/VERSION" "$work/version" || status=$?
  case $status in 0) version=$(cat "$work/version") ;; 4) released= ;; *) unreachable ;; esac
fi
name=kserve-render-$version-$target
case "$target" in *windows*) archive=$name.zip program=kserve-render.exe ;; *) archive=$name.tar.gz program=kserve-render ;; esac
if [ -n "$released" ]; then
  status=0
  get "$releases/download/v$version/$archive" "$work/$archive" || status=$?
  case $status in 0) ;; 4) released= ;; *) unreachable ;; esac
fi
if [ -n "$released" ]; then
  get "$releases/download/v$version/$archive.sha256" "$work/$archive.sha256" || unreachable
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
  told "$version"
  exit 0
fi

# No release for this system: from the sources that this file stands in, or those that are published. A script that comes through a
# pipe stands nowhere, and what is in the folder around is somebody else's.
command -v cargo >/dev/null || { echo "install: there is no release of kserve-render${version:+ $version} for this system, and no Rust to build it" >&2 && exit 1; }
sources=
case "$0" in
  */install.sh | install.sh) sources=$(CDPATH='' cd "$(dirname "$0")/.." && pwd) ;;
esac
if [ -n "$sources" ] && grep -q '^name = "kserve-render"$' "$sources/Cargo.toml" 2>/dev/null; then
  cargo install --locked --root "$work/root" --path "$sources"
else
  cargo install --locked --root "$work/root" ${version:+--version "$version"} kserve-render
fi
mkdir -p "$to"
install -m 755 "$work/root/bin/"kserve-render* "$to/"
told "as cargo built it"
