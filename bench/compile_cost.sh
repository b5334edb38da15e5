#!/usr/bin/env bash
# What users wait for: bench/compile_cost.sh host|cuda [COMPILER]. Each program, named with its limit, compiles in at most
# so many seconds of processor time, best of nine, on a machine where a fixed list of standard headers takes 0.45 s or
# less; on a slower machine, in proportion. Run it where nothing else runs: a shared machine's clock varies by a third.
# (What the test suite checks is the size of what is compiled: test/house/include_size.sh.)
set -euo pipefail
yardstick=0.45
source=$(cd "$(dirname "$0")/.." && pwd)
kind=${1:-host}
if [ "$kind" = host ]; then
  compiler=${2:-g++}
  flags=(-DGSTA_COMPILED_HOST)
elif [ "$kind" = cuda ]; then
  compiler=${2:-nvcc}
  flags=(-DGSTA_COMPILED_HOST -DGSTA_COMPILED_DEVICE)
else
  echo "usage: bench/compile_cost.sh [host|cuda [COMPILER]]"
  exit 2
fi
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
TIMEFORMAT='%U %S'

# least ENOUGH COMMAND...: processor seconds that it takes, best of nine, or of fewer once one takes no more than ENOUGH.
least() {
  local enough=$1 best=1000 spent
  shift
  for _ in 1 2 3 4 5 6 7 8 9; do
    spent=$({ time "$@" >&2 2>"$folder/output"; } 2>&1 | awk '{ print $1 + $2 }') || { cat "$folder/output" >&2; return 1; }
    best=$(awk -v a="$best" -v b="$spent" 'BEGIN { print (a < b ? a : b) }')
    if awk -v a="$best" -v b="$enough" 'BEGIN { exit !(a > 0 && a <= b) }'; then break; fi
  done
  echo "$best"
}
compile() { "$compiler" -std=c++20 -I "$source/include" -c -o "$folder/output.o" "$@"; }
standard() { "${CXX:-c++}" -std=c++20 -O2 -c -o "$folder/standard.o" "$folder/standard.cpp"; }

failed=0
# at_most SECONDS WHAT ARGUMENTS...
at_most() {
  local limit ours verdict
  limit=$(awk -v a="$1" -v b="$theirs" -v c="$yardstick" 'BEGIN { print (b > c ? a * b / c : a) }')
  ours=$(least "$limit" compile "${@:3}")
  verdict=PASS
  if ! awk -v a="$ours" -v b="$limit" 'BEGIN { exit !(a > 0 && a <= b) }'; then verdict=FAIL failed=1; fi
  echo "$verdict $2: $ours s of at most $limit s (standard headers: $theirs s)"
}

for header in algorithm atomic cmath map memory numeric optional queue stdexcept string tuple vector; do
  echo "#include <$header>"
done >"$folder/standard.cpp"
echo 'int main() {}' >>"$folder/standard.cpp"
theirs=$(least 0 standard)

if [ "$kind" = host ]; then
  printf '#include <gsta/gsta.hpp>\nint main() {}\n' >"$folder/all.cpp"
  at_most 2.4 "an empty program with gsta/gsta.hpp" -O2 "$folder/all.cpp"
  at_most 1.4 "the same with gsta::host" -O2 "${flags[@]}" "$folder/all.cpp"
  at_most 2.2 "the README's program with gsta::host" -O2 "${flags[@]}" "$source/examples/015-files.cpp"
else
  # As a user's project compiles it: PTX for later cards, code for one.
  at_most 12 "a placer's file with gsta::device" -O3 -gencode arch=compute_80,code=compute_80 \
    -gencode arch=compute_90,code=sm_90 "${flags[@]}" "$source/examples/110-moving-pins.cu"
fi
exit $failed
