#!/usr/bin/env bash
# All compilers of this machine take the library: compilers.sh INCLUDE_FOLDER SOURCE [FLAGS...]. Each g++ and clang++ on the PATH,
# by whatever version number, reads all public .hpp and the README's program; each nvcc named in GSTA_NVCCS (colons
# between) reads all public .cuh. Warnings are errors. Prints a line a compiler.
set -euo pipefail
include=$(cd "$1" && pwd) source=$(cd "$2" && pwd)
shift 2
folder=$(mktemp -d)
trap 'rm -r "$folder"' EXIT

headers() { # PATTERN
  (cd "$include" && find gsta -type f -name "$1" -not -path '*/detail/*' | sort | sed 's/.*/#include "&"/')
}
failed=0
# try NAME VERSION COMMAND...
try() {
  local status=0
  "${@:3}" >"$folder/output" 2>&1 || status=$?
  if [ $status = 0 ]; then printf '%-12s %-10s passes\n' "$1" "$2"; else failed=1; printf '%-12s %-10s FAILED\n' "$1" "$2"; head -n 20 "$folder/output"; fi
}

headers '*.hpp' >"$folder/all.cpp"
cat "$source/examples/015-files.cpp" >>"$folder/all.cpp"
seen=' '
while read -r compiler; do
  name=$(basename "$compiler")
  real=$(readlink -f "$compiler")
  if [[ $seen == *" $real "* ]]; then continue; fi
  seen+="$real "
  version=$("$compiler" -dumpfullversion 2>/dev/null || "$compiler" -dumpversion)
  try "${name%%-[0-9]*}" "$version" "$compiler" -std=c++20 -fsyntax-only -Wall -Wextra -Wpedantic -Werror -Wno-missing-braces "$@" \
    -I "$include" "$folder/all.cpp"
done < <(compgen -c | grep -xE '(g|clang)\+\+(-[0-9.]+)?' | sort -u | while read -r name; do command -v "$name"; done)
if [ "$seen" = ' ' ]; then echo "there is no compiler"; exit 1; fi

headers '*.cuh' >"$folder/all.cu"
IFS=: read -ra nvccs <<<"${GSTA_NVCCS:-}"
for nvcc in "${nvccs[@]}"; do
  version=$("$nvcc" --version | sed -n 's/.*release [0-9.]*, V//p')
  fast=(-O0 -Xcicc -O0)
  if "$nvcc" --help | grep -e -fdevice-syntax-only >/dev/null; then fast=(-fdevice-syntax-only); fi
  try nvcc "$version" "$nvcc" -std=c++20 -arch=compute_80 -ptx "${fast[@]}" -Werror=all-warnings "$@" -I "$include" -o "$folder/all.ptx" "$folder/all.cu"
done
exit $failed
