#!/usr/bin/env bash
# Programs that must not compile: must_not_compile.sh host|cuda INCLUDE_FOLDER COMPILER
#
# Each must_not_compile/*.cpp (host) or *.cu (cuda) says in its first line what the compiler's first error must say,
# "// Says: sentence". With what stands between "#ifdef GSTA_TEST_RIGHT" and "#endif" all of them compile, as one
# program: it is that fault alone which is refused. A line "// Flags: ..." holds further flags of the wrong program.
set -euo pipefail
kind=$1 include=$2 compiler=$3
cases=$(cd "$(dirname "$0")" && pwd)/must_not_compile
output=$(mktemp)
trap 'rm -f "$output" "$output".*' EXIT

compile() { # FILE FLAGS...
  if [ "$kind" = cuda ]; then
    local fast=()
    if "$compiler" --help | grep -e -fdevice-syntax-only >/dev/null; then fast=(-fdevice-syntax-only); fi
    "$compiler" -std=c++20 -arch=compute_80 -ptx "${fast[@]}" -I "$include" "${@:2}" "$1" -o "$output.ptx"
  else
    "$compiler" -std=c++20 -fsyntax-only -I "$include" "${@:2}" "$1"
  fi >"$output" 2>&1
}

# refused SENTENCE: it is the first error, and others, if any, are sentences of ours too: of primitives that are called.
refused() {
  local errors
  errors=$(grep 'error: ' "$output" || true)
  head -n 1 <<<"$errors" | grep -F -- "$1" >/dev/null || return 1
  [ "$(wc -l <<<"$errors")" = 1 ] || ! grep -v 'static assertion failed' <<<"$errors" >/dev/null
}

suffix=cpp checked=0 bad=0
if [ "$kind" = cuda ]; then suffix=cu; fi

# Programs that miss a driver are looked at together first, each in a namespace behind the headers of all: these have no
# driver but core/algorithm.cuh, so that none has what another misses. If of each the first error is its sentence, and
# there are only such errors, that was it; else each is looked at alone.
can_be_together() {
  [ $suffix = cu ] && ! grep '^// Flags: ' "$1" >/dev/null || return 1
  local drivers
  drivers=$(sed '/^#ifdef/,/^#endif/d' "$1" | grep -o '^#include <gsta/.*\.cuh>')
  [ "$drivers" = '#include <gsta/core/algorithm.cuh>' ]
}
all_refused() { # FILE...
  local file
  for file in "$@"; do sed '/^#ifdef/,/^#endif/d' "$file" | grep '^#include'; done | sort -u >"$output.together.cu"
  for file in "$@"; do
    printf 'namespace %s {\n#include "%s"\n}\n' "$(basename "$file" .cu)" "$file"
  done >>"$output.together.cu"
  if compile "$output.together.cu" || ! grep 'error: ' "$output" >/dev/null ||
    grep 'error: ' "$output" | grep -v 'static assertion failed' >/dev/null; then
    return 1
  fi
  # An error's lines name the program that it is met from.
  for file in "$@"; do
    awk -v name="/$(basename "$file")" '/error: / { error = $0 } index($0, name) { print error; exit }' "$output" |
      grep -F -- "$(sed -n '1s|^// Says: ||p' "$file")" >/dev/null || return 1
  done
}
together=()
for file in "$cases"/*."$suffix"; do
  if [ -f "$file" ] && can_be_together "$file"; then together+=("$file"); fi
done
if [ ${#together[@]} -lt 2 ] || ! all_refused "${together[@]}"; then together=(); fi

for file in "$cases"/*."$suffix"; do
  if [ ! -f "$file" ]; then continue; fi
  name=$(basename "$file") checked=$((checked + 1))
  says=$(sed -n '1s|^// Says: ||p' "$file")
  read -ra flags <<<"$(sed -n 's|^// Flags: ||p' "$file")"
  if [ -z "$says" ]; then
    echo "$name: its first line does not say what the error says"
    bad=1
  elif [[ " ${together[*]} " = *" $file "* ]]; then
    continue
  elif compile "$file" "${flags[@]}"; then
    echo "$name: compiles"
    bad=1
  elif ! refused "$says"; then
    echo "$name: should say first \"$says\", and nothing but such sentences, but:"
    head -n 30 "$output"
    bad=1
  fi
done
if [ $checked = 0 ]; then
  echo "there is no program to check"
  exit 4
fi
# Without their faults, each in a namespace of its own.
grep -h '^#include' "$cases"/*."$suffix" | sort -u >"$output.$suffix"
for file in "$cases"/*."$suffix"; do
  printf 'namespace %s {\n' "$(basename "$file" ".$suffix")"
  sed '/^#/d' "$file"
  printf '}\n'
done >>"$output.$suffix"
if ! compile "$output.$suffix"; then
  echo "without their faults they do not compile:"
  head -n 30 "$output"
  bad=1
fi
echo "$checked programs checked, ${#together[@]} of them together"
exit $bad
