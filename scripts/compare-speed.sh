#!/usr/bin/env bash
# Times whole processes against each other and prints the tables of docs/speed.md:
#
#   scripts/compare-speed.sh           everything, about five minutes
#   scripts/compare-speed.sh --quick   without the longest curves
#
# A floor is what any renderer has to do: parse the same input and emit the same output, on one processor. There are two:
# with saphyr, a maintained YAML library, and with this project's parser and emitter, which sinks whenever these become
# faster. `kustomize` is taken from KUSTOMIZE, the cache of the other scripts or PATH;
# without it its rows are left out. Times are of processors (user and system), which neighbours disturb less than those on
# the wall; of several runs the shortest counts.
set -euo pipefail
cd "$(dirname "$0")/.."
export LC_ALL=C

quick=
[ "${1:-}" = --quick ] && quick=yes
cargo build --release --locked --quiet --bin kserve-render --example measure
target=${CARGO_TARGET_DIR:-target}/release
kr=$target/kserve-render
measure=$target/examples/measure
kustomize=${KUSTOMIZE:-$HOME/.cache/kserve-render/tools/kustomize}
[ -x "$kustomize" ] || kustomize=$(command -v kustomize || true)
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT

# seconds ROUNDS TIMES COMMAND...: wall and processor seconds of one run; of ROUNDS rounds with TIMES runs each the
# shortest of each kind.
seconds() {
  local rounds=$1 times=$2 TIMEFORMAT='%R %U %S'
  shift 2
  for _ in $(seq "$rounds"); do
    { time for _ in $(seq "$times"); do "$@" >/dev/null 2>&1 || true; done; } 2>&1
  done | awk -v n="$times" '
    { wall = $1 / n; cpu = ($2 + $3) / n }
    NR == 1 || wall < least_wall { least_wall = wall }
    NR == 1 || cpu < least_cpu { least_cpu = cpu }
    END { printf "%.5f %.5f\n", least_wall, least_cpu }'
}

# Peak memory of a command in MiB; - where GNU time is not there.
peak() {
  if [ -x /usr/bin/time ]; then
    /usr/bin/time -f %M -o "$dir/peak" "$@" >/dev/null 2>&1 || true
    tail -n 1 "$dir/peak" | awk '{ printf "%.0f", $1 / 1024 }'
  else
    printf -- -
  fi
}

megabytes() { wc -c <"$1" | awk '{ printf "%.1f", $1 / 1e6 }'; }
one_core() { RAYON_NUM_THREADS=1 "$@"; }
two_cores() { RAYON_NUM_THREADS=2 "$@"; }

# floor LIBRARY INPUT OUTPUT: processor seconds in which a library parses the input and emits the output.
floor() { "$measure" floor "$@" | awk '{ printf "%.7f", $1 + $2 }'; }

# row NAME WALL CPU PEAK: a row of a table, in milliseconds and as multiples of the floors.
row() {
  awk -v name="$1" -v wall="$2" -v cpu="$3" -v peak="$4" -v saphyr="$saphyr" -v own="$own" '
    function times(seconds, floor) { return sprintf(seconds < 100 * floor ? "%.1f" : "%.0f", seconds / floor) }
    BEGIN {
      digits = wall < 0.001 ? 2 : wall < 0.1 ? 1 : 0
      printf "| %s | %.*f ms | %.*f ms | %s | %s | %s | %s | %s |\n", name, digits, wall * 1000, digits, cpu * 1000, \
        times(wall, saphyr), times(cpu, saphyr), times(wall, own), times(cpu, own), peak
    }'
}

# compare COUNT ROUNDS TIMES
compare() {
  local count=$1 rounds=$2 times=$3 input=$dir/$1.yaml output=$dir/$1.out saphyr own
  "$measure" services "$count" >"$input"
  "$kr" -qq "$input" >"$output"
  saphyr=$(floor saphyr "$input" "$output")
  own=$(floor own "$input" "$output")
  printf '\n%s services: %s MB in, %s MB out\n\n' "$count" "$(megabytes "$input")" "$(megabytes "$output")"
  printf '| | wall | processors | wall / saphyr | processors / saphyr | wall / own | processors / own | peak MiB |\n'
  printf '|---|--:|--:|--:|--:|--:|--:|--:|\n'
  row "floor, saphyr (a maintained YAML library): parse the input, emit the output" "$saphyr" "$saphyr" -
  row "floor, this project's parser and emitter" "$own" "$own" -
  # shellcheck disable=SC2046
  row "\`kserve-render\`, one thread" $(one_core seconds "$rounds" "$times" "$kr" -qq "$input") \
    "$(one_core peak "$kr" -qq "$input")"
  # shellcheck disable=SC2046
  [ "$count" = 1 ] || row "\`kserve-render\`, two threads" $(two_cores seconds "$rounds" "$times" "$kr" -qq "$input") \
    "$(two_cores peak "$kr" -qq "$input")"
  # shellcheck disable=SC2046
  row "\`kserve-render --version\`" $(seconds 5 100 "$kr" --version) "$(peak "$kr" --version)"
  if [ -n "$kustomize" ] && [ "$count" -le 1000 ]; then
    mkdir -p "$dir/k$count"
    cp "$input" "$dir/k$count/services.yaml"
    printf 'resources:\n- services.yaml\n' >"$dir/k$count/kustomization.yaml"
    # shellcheck disable=SC2046
    row "\`kustomize build\` of the same input" $(seconds 3 $((times / 10 + 1)) "$kustomize" build "$dir/k$count") \
      "$(peak "$kustomize" build "$dir/k$count")"
  fi
}

# curve NAME COUNT SERVICES COMMAND...: a row of a growth curve, the cost of a service on one thread.
curve() {
  local name=$1 count=$2 services=$3
  shift 3
  # shellcheck disable=SC2046
  set -- $(one_core seconds 3 $((services > 3000 ? 1 : services > 300 ? 3 : 20)) "$@")
  awk -v name="$name" -v count="$count" -v n="$services" -v cpu="$2" 'BEGIN {
    printf "| %s %s | %d | %.0f ms | %.1f µs |\n", count, name, n, cpu * 1000, cpu * 1e6 / n
  }'
}

printf '%s, %s processors, %s\n' "$(awk -F': *' '/model name/ { print $2; exit }' /proc/cpuinfo 2>/dev/null || uname -m)" \
  "$(getconf _NPROCESSORS_ONLN)" "$("$kr" --version)"
[ -z "$kustomize" ] || printf 'kustomize %s\n' "$("$kustomize" version)"

compare 1 5 100
compare 1000 5 10
compare 10000 5 1

printf '\n| Growth | services | processors | a service |\n|---|--:|--:|--:|\n'
for count in 100 1000 10000 ${quick:-100000}; do
  [ "$count" != yes ] || continue
  [ -s "$dir/$count.yaml" ] || "$measure" services "$count" >"$dir/$count.yaml"
  curve services "$count" "$count" "$kr" -qq "$dir/$count.yaml"
done
services=1000
for count in 10 100 1000; do
  "$measure" runtimes "$count" "$services" >"$dir/runtimes.yaml"
  curve "runtimes of one's own" "$count" "$services" "$kr" -qq "$dir/runtimes.yaml" "$dir/$services.yaml"
done
for count in 10 100 1000; do
  "$measure" context "$count" "$services" >"$dir/context.yaml"
  curve "Secrets, ServiceAccounts and ConfigMaps" "$count" "$services" \
    "$kr" -qq --context "$dir/context.yaml" "$dir/$services.yaml"
done
