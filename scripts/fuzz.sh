#!/usr/bin/env bash
# Runs the fuzz targets, each for some seconds, from the kept corpus. Needs a C++ compiler, for libFuzzer; the stable
# toolchain is enough. A finding is left under fuzz/artifacts/.
#
# usage: scripts/fuzz.sh SECONDS [TARGET]...   (FUZZ_SEED=N repeats the same choices)
#        scripts/fuzz.sh build [TARGET]...     only builds the targets
set -euo pipefail
cd "$(dirname "$0")/../fuzz"
seconds=${1:?usage: scripts/fuzz.sh SECONDS|build [TARGET]...}
shift
[ $# -gt 0 ] || set -- yaml config_map template quantity render documents living session krm project dump fix
command -v c++ >/dev/null || { echo "skipped: fuzzing needs a C++ compiler (Debian: apt-get install g++)"; exit 0; }

# Coverage as libFuzzer reads it, with options of the stable compiler.
export RUSTFLAGS="-Cpasses=sancov-module -Cllvm-args=-sanitizer-coverage-level=4 \
-Cllvm-args=-sanitizer-coverage-inline-8bit-counters -Cllvm-args=-sanitizer-coverage-pc-table \
-Cllvm-args=-sanitizer-coverage-trace-compares -Ccodegen-units=1 --cfg fuzzing"
target=$(rustc -vV | sed -n 's/^host: //p')
bins=()
for name in "$@"; do bins+=(--bin "$name"); done
cargo build --release --locked --target "$target" "${bins[@]}"
[ "$seconds" != build ] || exit 0
for name in "$@"; do
  mkdir -p "corpus/$name" "artifacts/$name" "target/found/$name"
  echo "== $name for ${seconds}s"
  status=0
  "target/$target/release/$name" -max_total_time="$seconds" -seed="${FUZZ_SEED:-0}" -timeout=10 -rss_limit_mb=2048 -max_len=4096 \
    -artifact_prefix="artifacts/$name/" -print_final_stats=1 "target/found/$name" "corpus/$name" >"target/$name.log" 2>&1 || status=$?
  grep -E 'stat::number_of_executed_units|stat::peak_rss_mb|ERROR|panicked|SUMMARY|artifact' "target/$name.log" || true
  # A stack that overflows ends a target without a word or an artifact.
  [ "$status" -eq 0 ] || { echo "$name found something (exit status $status): see fuzz/artifacts/$name and fuzz/target/$name.log"; exit 1; }
done
