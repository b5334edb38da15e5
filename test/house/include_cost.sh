#!/usr/bin/env bash
# An empty program that includes <gsta/gsta.hpp> compiles in at most 1.5 s of processor time, best of three, on a
# machine where the standard headers alone, below, take 0.45 s or less; on a slower machine, in proportion:
# include_cost.sh INCLUDE_FOLDER COMPILER.
set -euo pipefail
limit=1.5 yardstick=0.45
include=$1 compiler=$2
TIMEFORMAT='%U %S'

compile() { printf '%b' "$1" | "$compiler" -x c++ -std=c++20 -O2 -I "$include" -c -o /dev/null -; }
# spent TEXT: processor seconds that it takes to compile it.
spent() { { time compile "$1"; } 2>&1 | awk '{ print $1 + $2 }'; }
least() { awk -v a="$1" -v b="$2" 'BEGIN { print (a < b ? a : b) }'; }

standard=
for header in algorithm atomic cmath map memory numeric optional queue stdexcept string tuple vector; do
  standard+="#include <$header>\n"
done
program='#include <gsta/gsta.hpp>\nint main() {}\n'
compile "$program"
ours=1000 theirs=1000
for _ in 1 2 3; do
  ours=$(least "$ours" "$(spent "$program")")
  theirs=$(least "$theirs" "$(spent "${standard}int main() {}\n")")
done
limit=$(awk -v a="$limit" -v b="$theirs" -v c="$yardstick" 'BEGIN { print (b > c ? a * b / c : a) }')
echo "gsta/gsta.hpp: $ours s of at most $limit s (standard headers: $theirs s)"
awk -v a="$ours" -v b="$limit" 'BEGIN { exit !(a > 0 && a <= b) }'
