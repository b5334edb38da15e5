#!/usr/bin/env bash
# Installs what is missing, builds, and runs the whole test suite: format, host and CUDA tests, and the host tests
# again under the address and undefined-behaviour sanitizers. GPU tests run where there is a GPU, else show as skipped.
set -euo pipefail
cd "$(dirname "$0")/.."
. cmake/setup.sh

build=${GSTA_BUILD_DIR:-build-test}
build_asan=${build}-asan
fuzz_seconds=${GSTA_FUZZ_SECONDS:-3}
# What the compiler cache knows of one checkout serves another.
export CCACHE_BASEDIR=$PWD CCACHE_NOHASHDIR=1

check_format() {
  local files
  if ! command -v clang-format-19 >/dev/null; then
    echo "clang-format 19 is not here: the format is not checked."
    return 0
  fi
  if ! git rev-parse --is-inside-work-tree >/dev/null 2>&1; then
    echo "Not a git checkout: the format is not checked."
    return 0
  fi
  mapfile -t files < <(git ls-files --cached --others --exclude-standard -- '*.hpp' '*.cuh' '*.ipp' '*.cpp' '*.cu')
  if [ ${#files[@]} -eq 0 ]; then return 0; fi
  clang-format-19 --dry-run -Werror "${files[@]}"
  echo "${#files[@]} files are well formatted."
}

# Reference results: folders named by GSTA_GOLDENS and GSTA_OPEN_GOLDENS, or archives beside the checkout, unpacked
# once.
find_goldens() {
  GSTA_GOLDENS=$(golden_folder "${GSTA_GOLDENS:-}" tau15)
  GSTA_OPEN_GOLDENS=$(golden_folder "${GSTA_OPEN_GOLDENS:-}" open)
  export GSTA_GOLDENS GSTA_OPEN_GOLDENS
  if [ -n "$GSTA_GOLDENS" ]; then
    echo "Reference results of the TAU 2015 contest: found; their tests run."
  else
    echo "Reference results of the TAU 2015 contest: none (set GSTA_GOLDENS to their folder); their tests are skipped."
  fi
  if [ -n "$GSTA_OPEN_GOLDENS" ]; then
    echo "Reference results of open designs: found; their tests run."
  else
    echo "Reference results of open designs: none (set GSTA_OPEN_GOLDENS to their folder); their tests are skipped."
  fi
}

# golden_folder GIVEN NAME: the folder, or nothing.
golden_folder() {
  local archive=../shared/data/$2.tar.xz
  if [ -n "$1" ]; then
    echo "$1"
  elif [ -f "$archive" ]; then
    if [ ! -d "$build/goldens/$2" ]; then
      mkdir -p "$build/goldens"
      tar -xJf "$archive" -C "$build/goldens"
    fi
    echo "$PWD/$build/goldens/$2"
  fi
}

# Runs every fuzz target that was built, each for a few seconds from its stored inputs.
fuzz() {
  local target
  for target in "$build_asan"/fuzz/fuzz_*; do
    if [ -f "$target" ] && [ -x "$target" ]; then
      echo "$(basename "$target") for $fuzz_seconds s"
      "$target" -max_total_time="$fuzz_seconds" -seed=7
    fi
  done
}

# Runs ctest and puts the number of skipped GPU tests before its closing lines.
run_tests() {
  local folder=$1
  shift
  ctest --test-dir "$folder" -j "$jobs" --output-on-failure "$@" 2>&1 |
    awk '/[_-]cuda[^a-z].*\*\*\*Skipped/ { skipped++ }
         /tests passed, / { printf "GPU tests skipped: %d\n\n", skipped }
         { print; fflush() }'
}

# Where no GPU will run it, CUDA code is compiled whole but hardly optimised: that takes a third less time. (What gcc
# thinks is uninitialised depends on how far it optimises.)
cuda_flags=()
choose_cuda_flags() {
  if nvidia-smi >/dev/null 2>&1 || ! nvcc --help 2>&1 | grep -e --Ofast-compile >/dev/null; then return 0; fi
  cuda_flags=(-DCMAKE_CUDA_FLAGS="--Ofast-compile=max -Xcompiler=-Wno-maybe-uninitialized"
    -DCMAKE_CUDA_FLAGS_RELEASE="-O1 -DNDEBUG")
}

say "Packages and tools"
need_packages g++ make cmake ninja-build ccache git xz-utils catch2 libtbb-dev tao-pegtl-dev tcl-dev zlib1g-dev libcli11-dev \
  libfmt-dev nlohmann-json3-dev libbenchmark-dev clang-format-19
find_nvcc
choose_cuda_flags
choose_generator
find_goldens

say "Format"
check_format

say "Build"
# The numbered examples are built once: by the test that uses the installed package.
configure "$build" -DCMAKE_BUILD_TYPE=Release -DGSTA_CUDA=$with_cuda -DGSTA_WARNINGS_AS_ERRORS=ON \
  "${cuda_flags[@]}" -DGSTA_NUMBERED_EXAMPLES=OFF -DGSTA_MERGE_TESTS=ON
cmake --build "$build" -j "$jobs"

say "Build with the address and undefined-behaviour sanitizers"
configure "$build_asan" --preset asan -B "$build_asan" -DGSTA_MERGE_TESTS=ON
cmake --build "$build_asan" -j "$jobs"

say "Host tests under the sanitizers"
run_tests "$build_asan"

say "Fuzz targets"
fuzz

say "Tests"
run_tests "$build"
