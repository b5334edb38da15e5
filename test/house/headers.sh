#!/usr/bin/env bash
# Compiles each header alone and included twice: headers.sh host|cuda INCLUDE_FOLDER COMPILER [FLAGS...].
# host: every .hpp by the C++ compiler without CUDA; cuda: every .cuh by nvcc. Prints the headers that fail.
set -euo pipefail
kind=$1 include=$2 compiler=$3
shift 3
export include compiler kind
export flags="$*"
export fast="-O0 -Xcicc -O0"
if [ "$kind" = cuda ] && "$compiler" --help | grep -e --Ofast-compile >/dev/null; then fast=--Ofast-compile=max; fi

check() {
  local header=$1 text extra=()
  text=$(printf '#include "gsta/%s"\n#include "gsta/%s"\n' "$header" "$header")
  if [ "$kind" = cuda ]; then
    local folder
    folder=$(mktemp -d)
    printf '%s\n' "$text" >"$folder/header.cu"
    # Down to PTX and hardly optimised: what is tested is that the header stands on its own.
    # shellcheck disable=SC2086
    "$compiler" -std=c++20 -arch=compute_80 -ptx $fast -Werror=all-warnings $flags -I "$include" \
      "$folder/header.cu" -o "$folder/header.ptx" || { echo "FAILED: gsta/$header"; rm -r "$folder"; return 1; }
    rm -r "$folder"
    return 0
  fi
  # Names that system headers are known to define as macros must not be used; other people's headers may.
  case $header in
    io/detail/* | report/detail/* | sta/detail/*) ;;
    *) extra=(-DI=@ -DB0=@ -Dsmall=@ -Dnear=@ -Dfar=@ -Dmajor=@ -Dminor=@ -Dlinux=@ -Dunix=@) ;;
  esac
  # shellcheck disable=SC2086
  printf '%s\n' "$text" | "$compiler" -x c++ -std=c++20 -fsyntax-only -fmax-errors=3 -Wall -Wextra -Wpedantic -Werror "${extra[@]}" \
    $flags -I "$include" - || { echo "FAILED: gsta/$header"; return 1; }
}
export -f check

if [ "$kind" = cuda ]; then pattern='*.cuh'; else pattern='*.hpp'; fi
cd "$include/gsta"
mapfile -t headers < <(find . -type f -name "$pattern" -printf '%P\n' | sort)
if [ ${#headers[@]} -eq 0 ]; then
  echo "there is no header to check"
  exit 1
fi
printf '%s\n' "${headers[@]}" | xargs -P "$(nproc)" -I{} bash -c 'check {}'
echo "${#headers[@]} headers compile alone"
