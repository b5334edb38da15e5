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
for file in "$cases"/*."$suffix"; do
  if [ ! -f "$file" ]; then continue; fi
  name=$(basename "$file") checked=$((checked + 1))
  says=$(sed -n '1s|^// Says: ||p' "$file")
  read -ra flags <<<"$(sed -n 's|^// Flags: ||p' "$file")"
  if [ -z "$says" ]; then
    echo "$name: its first line does not say what the error says"
    bad=1
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
echo "$checked programs checked"
exit $bad
