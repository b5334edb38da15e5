#!/usr/bin/env bash
# Packs what `bench/device.sh build` made here into .carry/build.tar.xz. Where that file lies, on a GPU machine whose
# time is short, the stage unpacks it instead of building. In it: programs, stripped, the lists of their tests, and the
# commit; the house's tests, which compile, stay out. What test/run.sh builds without a GPU will not do: its kernels are
# compiled quickly, and run a hundred times slower.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD build=build-device
packed=$(mktemp -d)
trap 'rm -rf "$packed"' EXIT

cd $build
mapfile -t programs < <(find test bench bin examples -type f -executable ! -path '*/CMakeFiles/*')
mapfile -t lists < <(find . -name CTestTestfile.cmake ! -path '*/house/*' -o -name '*_include-*.cmake' -o -name '*_tests-*.cmake')
for file in "${programs[@]}" "${lists[@]}"; do mkdir -p "$packed/$(dirname "$file")"; done
for file in "${programs[@]}"; do strip -o "$packed/$file" "$file"; done
for file in "${lists[@]}"; do sed "/subdirs(\"house\")/d; s|$root/|@GSTA_ROOT@/|g" "$file" >"$packed/$file"; done
git describe --always --dirty --abbrev=7 >"$packed/commit"

mkdir -p "$root/.carry"
tar -cJf "$root/.carry/build.tar.xz" -C "$packed" .
echo "${#programs[@]} programs of $(cat "$packed/commit"): $(du -h "$root/.carry/build.tar.xz" | cut -f1)"
