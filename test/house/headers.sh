#!/usr/bin/env bash
# Compiles each public header alone and included twice: headers.sh host|cuda INCLUDE_FOLDER FOLDER COMPILER [FLAGS...].
# host: every .hpp by the C++ compiler without CUDA; cuda: every .cuh by nvcc. Prints the headers that fail. Headers in
# detail/ are compiled by those that include them. FOLDER is for what is made, and is kept: what compiled is not
# compiled again.
set -euo pipefail
kind=$1 include=$(cd "$2" && pwd) compiler=$4
mkdir -p "$3"
work=$(cd "$3" && pwd)
shift 4
export include work compiler kind
export flags="$*"
export cache=
if command -v ccache >/dev/null; then cache=ccache; fi
export fast="-O0 -Xcicc -O0"
if [ "$kind" = cuda ] && "$compiler" --help | grep -e -fdevice-syntax-only >/dev/null; then fast=-fdevice-syntax-only; fi

check() {
  local file=$work/${1//\//-} how
  if [ "$kind" = cuda ]; then
    # The compiler's front, or down to PTX and hardly optimised: what is tested is that the header stands on its own.
    file=$file.cu
    how="-arch=compute_80 -ptx $fast -Werror=all-warnings -o $file.ptx"
  else
    # Names that system headers are known to define as macros must not be used.
    file=$file.cpp
    how="-fsyntax-only -fmax-errors=3 -Wall -Wextra -Wpedantic -Werror
      -DI=@ -DB0=@ -Dsmall=@ -Dnear=@ -Dfar=@ -Dmajor=@ -Dminor=@ -Dlinux=@ -Dunix=@"
  fi
  printf '#include "gsta/%s"\n#include "gsta/%s"\n' "$1" "$1" >"$file"
  # shellcheck disable=SC2086
  $cache "$compiler" -std=c++20 $how $flags -I "$include" "$file" || { echo "FAILED: gsta/$1"; return 1; }
  rm -f "$file.ptx"
}
export -f check

if [ "$kind" = cuda ]; then pattern='*.cuh'; else pattern='*.hpp'; fi
cd "$include/gsta"
mapfile -t headers < <(find . -type f -name "$pattern" -not -path '*/detail/*' -printf '%P\n' | sort)
if [ ${#headers[@]} -eq 0 ]; then
  echo "there is no header to check"
  exit 1
fi
# ccache does not know what nvcc makes PTX of.
state=$({ "$compiler" --version; declare -f check; echo "$flags $fast"; find . -type f | sort | xargs sha256sum; } | sha256sum)
if [ "$(cat "$work/$kind.good" 2>/dev/null)" = "$state" ]; then
  echo "${#headers[@]} headers compiled alone before, as they are"
  exit 0
fi
printf '%s\n' "${headers[@]}" | xargs -P "$(nproc)" -I{} bash -c 'check {}'
echo "$state" >"$work/$kind.good"
echo "${#headers[@]} headers compile alone"
