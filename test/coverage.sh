#!/usr/bin/env bash
# Lines of the library that the host's tests reach, by room: test/coverage.sh [BUILD_FOLDER]. It takes gcovr, and counts
# what has run in that folder: cmake --preset coverage && cmake --build --preset coverage && ctest --preset coverage
set -euo pipefail
cd "$(dirname "$0")/.."
gcovr --root . --filter include/gsta/ --filter src/ --csv - "${1:-build-coverage}" | awk -F, '
  NR > 1 { sub(/^(include\/gsta|src)\//, "", $1); sub(/\/.*/, "", $1); lines[$1] += $2; reached[$1] += $3 }
  END { for (room in lines) printf "%-12s %6d of %6d lines, %5.1f %%\n", room, reached[room], lines[room], 100 * reached[room] / lines[room] }' | sort
