#!/usr/bin/env bash
# A user's build sees no warning of gsta's: warnings.sh INCLUDE_FOLDER SOURCE [FLAGS...]. g++ and clang++, where they
# are, read all public .hpp and some programs with the warnings that careful projects switch on, as errors. The programs
# instantiate timers, edits, gradients and path searches from headers alone. Prints a line a compiler and file.
set -euo pipefail
include=$(cd "$1" && pwd) source=$(cd "$2" && pwd)
shift 2
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT

(cd "$include" && find gsta -type f -name '*.hpp' -not -path '*/detail/*' | sort | sed 's/.*/#include "&"/') >"$folder/headers.cpp"
files=("$folder/headers.cpp" "$source"/examples/{015-files,145-gate-sizing}.cpp "$include/gsta/sta/detail/compiled_tbb.cpp")

failed=0 checked=0
for compiler in g++ clang++; do
  if ! command -v $compiler >/dev/null; then continue; fi
  for file in "${files[@]}"; do
    checked=$((checked + 1))
    if $compiler -std=c++20 -fsyntax-only -Wall -Wextra -Wconversion -Wsign-conversion -Wshadow -Werror "$@" -I "$include" "$file" \
      >"$folder/output" 2>&1; then
      echo "$compiler: ${file##*/}: no warning"
    else
      failed=1
      echo "$compiler: ${file##*/}: FAILED"
      { grep error: "$folder/output" || cat "$folder/output"; } | sort -u | head -n 20
    fi
  done
done
if [ $checked = 0 ]; then
  echo "there is neither g++ nor clang++"
  exit 4
fi
exit $failed
