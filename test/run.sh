#!/usr/bin/env bash
# Installs what is missing, builds, and runs the test suite:  ./test/run.sh [--all [--thorough]]
#
# Without --all: the format, the host's tests and the house's own, and where there is a GPU the CUDA parts and their
# tests. With --all also the CUDA parts where no GPU runs them (their tests show as skipped), all host tests but [slow]
# cases and the fuzz targets under the address and undefined-behaviour sanitizers, clang-tidy, a sample of planted faults
# and the API reference. --thorough adds long random runs. When a step began stands in timeline.txt of the build folder.
set -euo pipefail
cd "$(dirname "$0")/.."
. cmake/setup.sh

all=OFF
case "$*" in
  '') ;;
  --all | '--all --thorough') all=ON ;;
  *)
    echo "usage: test/run.sh [--all [--thorough]]"
    exit 2
    ;;
esac
build=${GSTA_BUILD_DIR:-build-test}
build_asan=${build}-asan
# What the compiler cache knows of one checkout serves another.
export CCACHE_BASEDIR=$PWD CCACHE_NOHASHDIR=1

begin() {
  say "$*"
  echo "$SECONDS s: $*" >>"$build/timeline.txt"
}

check_format() {
  if ! command -v clang-format-19 >/dev/null || ! git rev-parse --is-inside-work-tree >/dev/null 2>&1; then
    echo "Not checked: that takes clang-format 19 and a git checkout."
    return
  fi
  git ls-files --cached --others --exclude-standard -z -- '*.hpp' '*.cuh' '*.cpp' '*.cu' |
    xargs -0 -n 50 -P "$jobs" clang-format-19 --dry-run -Werror
}

# find_golden VARIABLE ARCHIVE: reference results are a folder that the variable names, or an archive beside the checkout,
# unpacked once.
find_golden() {
  local archive=../shared/data/$2.tar.xz
  if [ -z "${!1:-}" ] && [ -f "$archive" ]; then
    if [ ! -d "$build/goldens/$2" ]; then
      mkdir -p "$build/goldens"
      tar -xJf "$archive" -C "$build/goldens"
    fi
    export "$1=$PWD/$build/goldens/$2"
  fi
  echo "Reference results, $1: ${!1:-none; their tests are skipped}"
}

# Runs ctest and puts the number of skipped GPU tests before its closing lines.
run_tests() {
  ctest --test-dir "$1" -j "$jobs" --output-on-failure 2>&1 |
    awk '/_cuda\/.*\*\*\*Skipped/ { ++skipped }
         /tests passed, / { printf "GPU tests skipped: %d\n\n", skipped }
         { print; fflush() }'
}

mkdir -p "$build"
: >"$build/timeline.txt"
begin "Packages and tools"
packages=(g++ make cmake ninja-build ccache git xz-utils catch2 libtbb-dev tao-pegtl-dev tcl-dev zlib1g-dev libcli11-dev
  libfmt-dev nlohmann-json3-dev libedit-dev libbenchmark-dev clang-format-19 python3 doxygen)
if [ $all = ON ]; then packages+=(clang libclang-rt-dev); fi
need_packages "${packages[@]}"
for package in clang-19 clang-22 clang-tidy-19; do  # where the system has them
  if [ $all = ON ] && apt-cache show $package >/dev/null 2>&1; then (need_packages $package) || echo "Not installed: $package"; fi
done
find_nvcc
# CUDA code is compiled where a GPU runs it, for that one; with --all also where none does, for one target, its host's
# side not and the device's hardly optimised. (What gcc thinks is uninitialised depends on how far it optimises.)
cuda_flags=(-DCMAKE_CUDA_ARCHITECTURES=native)
if ! nvidia-smi >/dev/null 2>&1; then
  echo "There is no GPU that nvidia-smi would know."
  if [ $all = OFF ]; then with_cuda=OFF; fi
  cuda_flags=(-DCMAKE_CUDA_ARCHITECTURES=80-virtual -DCMAKE_CUDA_FLAGS_RELEASE=-DNDEBUG
    -DCMAKE_CUDA_FLAGS="--Ofast-compile=max -Xcompiler=-Wno-maybe-uninitialized")
fi
find_golden GSTA_GOLDENS tau15
find_golden GSTA_OPEN_GOLDENS open
find_golden GSTA_NETLIST_GOLDENS netlists
find_golden GSTA_CLOCK_GOLDENS clocks
find_golden GSTA_SDC_GOLDENS sdc
find_golden GSTA_CEFF_GOLDENS ceff

begin "Format"
check_format

begin "Build"
# The numbered examples are built once: by the test that uses the installed package. Of the benchmarks one a side is
# built; the others are on the machine that runs them (bench/device.sh).
configure "$build" -DCMAKE_BUILD_TYPE=Release -DGSTA_CUDA=$with_cuda -DGSTA_WARNINGS_AS_ERRORS=ON "${cuda_flags[@]}" \
  -DGSTA_NUMBERED_EXAMPLES=OFF -DGSTA_BENCHMARKS="host_readers;snapshot_start" -DGSTA_UNITY=ON \
  -DGSTA_TEST_OPTIMIZATION=-O1 -DGSTA_BUILD_DEVICE_LIBRARY=$with_cuda
cmake --build "$build" -j "$jobs"

if [ $all = ON ]; then
  begin "Build with the address and undefined-behaviour sanitizers"
  configure "$build_asan" --preset asan -DCMAKE_CXX_COMPILER=clang++
  cmake --build "$build_asan" -j "$jobs"

  begin "Host tests and fuzz targets under the sanitizers"
  run_tests "$build_asan"

  if command -v clang-tidy-19 >/dev/null; then
    begin "clang-tidy"
    # The library's sources, and a file that includes all public headers.
    (cd include && find gsta -name '*.hpp' -not -path '*/detail/*') | sed 's/.*/#include "&"/' >"$build/headers.cpp"
    clang-tidy-19 --quiet --config-file=.clang-tidy "$build/headers.cpp" -- -std=c++20 -I include -DGSTA_HAS_TBB=1
    run-clang-tidy-19 -quiet -j "$jobs" -p "$build_asan" "^$PWD/src/"
  else
    say "clang-tidy: not run, there is no clang-tidy-19"
  fi

  begin "A sample of planted faults"
  test/house/plant_faults "$build-faults" --rooms graph --each 12 --jobs "$jobs"

  begin "API reference"
  cmake --build "$build" --target docs
fi

begin "Tests"
run_tests "$build"
if [[ $* == *--thorough ]]; then
  begin "A hundred thousand edits of live timers"
  GSTA_LONG_TESTS=110 "$build/test/test_update" "live timers of designs with everything*"
fi
begin "End"
cat "$build/timeline.txt"
