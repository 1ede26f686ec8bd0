#!/usr/bin/env bash
# Builds the program for a target and packs it as releases do:
#
#   scripts/package.sh x86_64-unknown-linux-musl dist
#
# makes dist/kserve-render-VERSION-TARGET.tar.gz (.zip for Windows) with the program, its manual page, completions and the licences of
# all that it contains, and the SHA-256 of the archive beside it. The same commit gives the same archive.
set -euo pipefail
cd "$(dirname "$0")/.."
target=${1:?the target, such as x86_64-unknown-linux-musl}
out=${2:?the folder for the archive}
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -1)
name=kserve-render-$version-$target
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}

# Paths of the building machine do not belong into a program for others.
flags="${RUSTFLAGS:-} --remap-path-prefix=$PWD=. --remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=cargo"
# Only what is small is put where it is called: docs/speed.md tells what that saves, and that it costs no time.
flags+=" -C llvm-args=-inline-threshold=80"
case "$target" in
  *linux*)
    # The linker that comes with Rust keeps one of several functions that are alike and packs relocations; tables for unwinding are left
    # out, since a panic aborts.
    host=$(rustc -vV | sed -n 's/^host: //p')
    flags+=" -C link-arg=-fuse-ld=lld -C link-arg=-B$(rustc --print sysroot)/lib/rustlib/$host/bin/gcc-ld"
    flags+=" -C link-arg=-Wl,--icf=all,-z,pack-relative-relocs,--no-eh-frame-hdr,-T,$PWD/packaging/without-unwinding.ld"
    ;;
esac
export RUSTFLAGS=$flags
cargo build --release --locked --target "$target"

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/$name" "$out"
program=kserve-render
case "$target" in *windows*) program=kserve-render.exe ;; esac
cp "target/$target/release/$program" "$work/$name/"
# What is measured on one system is a promise there.
size=$(wc -c <"$work/$name/$program" | tr -d ' ')
echo "$program has $size bytes"
if [ "$target" = x86_64-unknown-linux-musl ] && [ "$size" -ge 10000000 ]; then
  echo "package: more than 10 MB; docs/speed.md tells what makes the program smaller" >&2
  exit 1
fi
cp LICENSE NOTICE README.md CHANGELOG.md "$work/$name/"
scripts/third-party.sh "$target" >"$work/$name/THIRD-PARTY.md"
cp -r completions "$work/$name/"
# What is built for another system cannot make its manual page here.
"$work/$name/$program" man >"$work/$name/kserve-render.1" 2>/dev/null || rm -f "$work/$name/kserve-render.1"

case "$target" in
  *windows*)
    archive=$name.zip
    if command -v 7z >/dev/null; then
      (cd "$work" && 7z a -bd -mtm=off "$archive" "$name" >/dev/null)
    else
      (cd "$work" && python3 -m zipfile -c "$archive" "$name")
    fi
    mv "$work/$archive" "$out/"
    ;;
  *)
    archive=$name.tar.gz
    # Archives of GNU tar can be made alike to the byte; those of other tars differ in times only. The Bash of macOS takes an empty list
    # for one that nobody set.
    options=(--sort=name --owner=0 --group=0 --numeric-owner --mtime="@$SOURCE_DATE_EPOCH")
    tar --version 2>/dev/null | grep -q GNU || options=()
    tar ${options[@]+"${options[@]}"} -C "$work" -cf - "$name" | gzip -n9 >"$out/$archive"
    ;;
esac
cd "$out"
if command -v sha256sum >/dev/null; then sha256sum "$archive"; else shasum -a 256 "$archive"; fi >"$archive.sha256"
cat "$archive.sha256"
