#!/usr/bin/env bash
# Compiles each public header alone and included twice: headers.sh host|cuda INCLUDE_FOLDER FOLDER COMPILER [FLAGS...].
# host: every .hpp by the C++ compiler without CUDA; cuda: every .cuh by nvcc. Prints the headers that fail. Headers in
# detail/ are compiled by those that include them. FOLDER is for what is made, and is kept: what compiled is not
# compiled again. Where there is Python, headers are compiled in rows, each behind others that it includes itself
# (header_rows.py); with GSTA_HEADERS_ALONE=1 each by itself.
set -euo pipefail
kind=$1 include=$(cd "$2" && pwd) compiler=$4 house=$(cd "$(dirname "$0")" && pwd)
mkdir -p "$3"
work=$(cd "$3" && pwd)
shift 4
export include work compiler kind
export flags="$*"
export cache=
if command -v ccache >/dev/null; then cache=ccache; fi
export fast="-O0 -Xcicc -O0"
if [ "$kind" = cuda ] && "$compiler" --help | grep -e -fdevice-syntax-only >/dev/null; then fast=-fdevice-syntax-only; fi

export few_errors=-fmax-errors=3
if "$compiler" --version | grep clang >/dev/null; then few_errors=-ferror-limit=3; fi

check() { # HEADER...: the last one's name is the row's
  local file=${*: -1} how header
  file=$work/${file//\//-}
  if [ "$kind" = cuda ]; then
    # The compiler's front, or down to PTX and hardly optimised: what is tested is that the header stands on its own.
    file=$file.cu
    how="-arch=compute_80 -ptx $fast -Werror=all-warnings -o $file.ptx"
  else
    # Names that system headers are known to define as macros must not be used.
    file=$file.cpp
    how="-fsyntax-only $few_errors -Wall -Wextra -Wpedantic -Werror
      -DI=@ -DB0=@ -Dsmall=@ -Dnear=@ -Dfar=@ -Dmajor=@ -Dminor=@ -Dlinux=@ -Dunix=@"
  fi
  printf '#include "gsta/%s"\n' "$@" "$@" >"$file"
  # shellcheck disable=SC2086
  if ! $cache "$compiler" -std=c++20 $how $flags -I "$include" "$file"; then
    if [ $# -gt 1 ]; then
      for header in "$@"; do check "$header" || true; done  # which of them it is
    fi
    echo "FAILED: gsta/$*"
    return 1
  fi
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
state=$({ "$compiler" --version; declare -f check; echo "$flags $fast ${GSTA_HEADERS_ALONE:-}"; cat "$house/header_rows.py"; find . -type f | sort | xargs sha256sum; } | sha256sum)
if [ "$(cat "$work/$kind.good" 2>/dev/null)" = "$state" ]; then
  echo "${#headers[@]} headers compiled alone before, as they are"
  exit 0
fi
rows=$(printf '%s\n' "${headers[@]}")
if [ -z "${GSTA_HEADERS_ALONE:-}" ] && command -v python3 >/dev/null; then
  rows=$(python3 "$house/header_rows.py" "$include" "${headers[@]}")
fi
xargs -P "$(nproc)" -I{} bash -c 'check {}' <<<"$rows"
echo "$state" >"$work/$kind.good"
echo "${#headers[@]} headers compile alone, in $(wc -l <<<"$rows") rows"
