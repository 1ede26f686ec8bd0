#!/usr/bin/env bash
# Prints the licences of everything that a released program contains beside this project's own code, for a target:
#
#   scripts/third-party.sh x86_64-unknown-linux-musl > THIRD-PARTY.md
#
# Most of these licences ask that their text goes with every copy. Texts that are the same to the letter are printed once.
set -euo pipefail
cd "$(dirname "$0")/.."
target=${1:?the target, such as x86_64-unknown-linux-musl}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# A crate a line: name, version, licence, folder. Crates of this project have no folder in the registry's sources.
cargo tree --locked --edges normal,no-proc-macro --prefix none --target "$target" --format '{p} {l}' | sed 's/ (\*)$//' | sort -u >"$work/crates"
sources=("${CARGO_HOME:-$HOME/.cargo}"/registry/src/*/)
mkdir "$work/texts"
while read -r name version licence; do
  version=${version#v}
  for folder in "${sources[@]}"; do
    folder=$folder$name-$version
    [ -d "$folder" ] || continue
    echo "- $name $version: $licence" >>"$work/list"
    find "$folder" -maxdepth 4 -type f \( -iname 'licen[sc]e*' -o -iname 'copying*' -o -iname 'copyright*' -o -iname 'notice*' -o -iname 'unlicense*' \) \
      ! -name '*.rs' ! -path '*/tests/*' | sort >"$work/found"
    [ -s "$work/found" ] || echo "$name $version" >>"$work/none"
    while read -r file; do
      sum=$(tr -d ' \t\r\n' <"$file" | cksum | tr ' ' -)
      [ -e "$work/texts/$sum" ] || tr -d '\r' <"$file" >"$work/texts/$sum"
      echo "$name" >>"$work/texts/$sum.of"
    done <"$work/found"
    break
  done
done <"$work/crates"
[ -s "$work/list" ] || { echo "third-party: the sources of the crates are not in the registry's folder" >&2; exit 1; }

printf '# What is in this program beside its own code\n\n'
printf 'kserve-render is under the Apache License 2.0 (LICENSE, NOTICE). It contains these crates, each under one of the licences that it names,\n'
printf 'and the standard library of Rust (MIT or Apache-2.0, Copyright The Rust Project contributors)'
case "$target" in *musl*) printf '; on Linux also musl (MIT,\nCopyright 2005-2020 Rich Felker and others)' ;; esac
printf '.\n\n'
cat "$work/list"
[ ! -s "$work/none" ] || printf '\nThese come without the text of their licence, which is one of those below: %s.\n' "$(paste -sd, "$work/none" | sed 's/,/, /g')"
for text in "$work"/texts/*.of; do
  printf '\n## %s\n\n```text\n' "$(sort -u "$text" | paste -sd, | sed 's/,/, /g')"
  cat "${text%.of}"
  printf '\n```\n'
done
