#!/usr/bin/env bash
# Users' compilers take the library: compilers.sh PROJECT [FLAGS...]. Each g++ and clang++ on the PATH reads all public
# .hpp and programs that instantiate timers, edits, gradients and path searches from headers alone, each nvcc named in
# GSTA_NVCCS (colons between) all public .cuh, without a warning that careful projects switch on. Prints a line a compiler.
set -euo pipefail
cd "$1"
shift
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT
for suffix in hpp cuh; do
  (cd include && find gsta -name "*.$suffix" -not -path '*/detail/*' | sort | sed 's/.*/#include "&"/') >"$folder/$suffix.cu"
done
cp "$folder/hpp.cu" "$folder/headers.cpp"
files=("$folder/headers.cpp" examples/{015-files,145-gate-sizing}.cpp include/gsta/sta/detail/compiled_tbb.cpp)

failed=0
try() { # NAME COMMAND...
  if "${@:2}" >"$folder/output" 2>&1; then
    echo "$1 passes"
  else
    echo "$1 FAILED"
    head -n 20 "$folder/output"
    failed=1
  fi
}
while read -r compiler; do
  for file in "${files[@]}"; do
    try "$(basename "$compiler") $("$compiler" -dumpfullversion 2>/dev/null || "$compiler" -dumpversion): $(basename "$file")" \
      "$compiler" -std=c++20 -fsyntax-only -Wall -Wextra -Wpedantic -Wconversion -Wsign-conversion -Wshadow -Werror \
      -Wno-missing-braces "$@" -I include "$file"
  done
done < <(compgen -c | grep -xE '(g|clang)\+\+(-[0-9.]+)?' | xargs -n 1 which | xargs readlink -f | sort -u)

IFS=: read -ra nvccs <<<"${GSTA_NVCCS:-}"
for nvcc in "${nvccs[@]}"; do
  fast=(-O0 -Xcicc -O0)
  if "$nvcc" --help | grep -e -fdevice-syntax-only >/dev/null; then fast=(-fdevice-syntax-only); fi
  try "$nvcc" "$nvcc" -std=c++20 -arch=compute_80 -ptx "${fast[@]}" -Werror=all-warnings "$@" -I include -o "$folder/ptx" "$folder/cuh.cu"
done
exit $failed
