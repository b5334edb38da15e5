#!/usr/bin/env bash
# An empty program that includes <gsta/gsta.hpp> compiles in at most 1.5 s of processor time, best of three:
# include_cost.sh INCLUDE_FOLDER COMPILER.
set -euo pipefail
limit=1.5
TIMEFORMAT='%U %S'
best=
for _ in 1 2 3; do
  spent=$({ time printf '#include <gsta/gsta.hpp>\nint main() {}\n' |
    "$2" -x c++ -std=c++20 -O2 -I "$1" -c -o /dev/null - 1>&2; } 2>&1 | tail -n 1 | awk '{ print $1 + $2 }')
  best=$(awk -v a="${best:-1000}" -v b="$spent" 'BEGIN { print a < b ? a : b }')
done
echo "gsta/gsta.hpp: $best s of at most $limit s"
awk -v a="$best" -v b="$limit" 'BEGIN { exit !(a > 0 && a <= b) }'
