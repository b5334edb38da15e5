#!/usr/bin/env bash
# Installs what is missing, builds, and runs the test suite:  ./test/run.sh [--all [--thorough]]
#
# Without --all: the format, the host's tests and the house's own, and where there is a GPU the CUDA parts and their
# tests. With --all also what takes longer: the CUDA parts where no GPU runs them (their tests show as skipped), tests
# under the address and undefined-behaviour sanitizers, fuzz targets, a sample of planted faults and the API reference.
# The sanitizers see the rooms that handle memory, structure and what comes from outside, and the drivers. What they leave
# out runs optimised, with bounds of vectors checked: rooms of pure computation, [slow] cases, most real designs, and what
# asks drivers for a device. --thorough: they see all rooms, and each header is compiled by itself. What a step took
# stands in timeline.txt of the build folder.
set -euo pipefail
cd "$(dirname "$0")/.."
. cmake/setup.sh

# Rooms of pure computation: what they are given was checked by others.
computation="adjoint;constrain;forward;path;slack;smooth;sta;update;weights"
all=OFF
case "$*" in
  '') ;;
  --all) all=ON ;;
  '--all --thorough')
    all=ON
    computation=
    export GSTA_HEADERS_ALONE=1
    ;;
  *)
    echo "usage: test/run.sh [--all [--thorough]]"
    exit 2
    ;;
esac
build=${GSTA_BUILD_DIR:-build-test}
build_asan=${build}-asan
fuzz_seconds=${GSTA_FUZZ_SECONDS:-3}
# What the compiler cache knows of one checkout serves another.
export CCACHE_BASEDIR=$PWD CCACHE_NOHASHDIR=1

# begin STEP: says so, and writes down what the step before it took.
step='' step_began=0 step_cpu=0
begin() {
  end_step
  step=$1
  step_began=$SECONDS
  step_cpu=$cpu
  say "$step"
}
end_step() {
  count_cpu
  if [ -z "$step" ]; then return 0; fi
  printf '%5d s, %5d s of processor time: %s\n' $((SECONDS - step_began)) $((cpu - step_cpu)) "$step" >>"$timeline"
}
# The processor time of all commands that have ended. (In a subshell `times` would know of none.)
count_cpu() {
  times >"$timeline.times"
  cpu=$(awk 'NR == 2 { split($1 "m" $2, t, /[ms]+/); printf "%d", 60 * t[1] + t[2] + 60 * t[3] + t[4] }' "$timeline.times")
  rm "$timeline.times"
}

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
  mapfile -t files < <(git ls-files --cached --others --exclude-standard -- '*.hpp' '*.cuh' '*.cpp' '*.cu')
  if [ ${#files[@]} -eq 0 ]; then return 0; fi
  printf '%s\0' "${files[@]}" | xargs -0 -n 50 -P "$jobs" clang-format-19 --dry-run -Werror
  echo "${#files[@]} files are well formatted."
}

# Reference results: folders that are named by variables, or archives beside the checkout, unpacked once.
find_goldens() {
  find_golden GSTA_GOLDENS tau15 "the TAU 2015 contest"
  find_golden GSTA_OPEN_GOLDENS open "open designs"
  find_golden GSTA_NETLIST_GOLDENS netlists "hard little netlists"
  find_golden GSTA_CLOCK_GOLDENS clocks "designs with several clocks"
  find_golden GSTA_SDC_GOLDENS sdc "constraint files as they are in the field"
  find_golden GSTA_CEFF_GOLDENS ceff "stages with effective capacitances"
}

# find_golden VARIABLE ARCHIVE WHAT: exports the variable, empty where there is nothing.
find_golden() {
  local archive=../shared/data/$2.tar.xz
  if [ -z "${!1:-}" ] && [ -f "$archive" ]; then
    if [ ! -d "$build/goldens/$2" ]; then
      mkdir -p "$build/goldens"
      tar -xJf "$archive" -C "$build/goldens"
    fi
    export "$1=$PWD/$build/goldens/$2"
  fi
  if [ -n "${!1:-}" ]; then
    export "$1"
    echo "Reference results of $3: found; their tests run."
  else
    echo "Reference results of $3: none (set $1 to their folder); their tests are skipped."
  fi
}

# Runs every fuzz target that was built, each for a few seconds from its stored inputs, as many at once as there are
# processors. An input that crashes stays in the build folder, and so does what a target says.
fuzz() {
  local targets=() target
  for target in "$build_asan"/fuzz/fuzz_*; do
    if [ -f "$target" ] && [ -x "$target" ]; then targets+=("$target"); fi
  done
  if [ ${#targets[@]} -eq 0 ]; then return 0; fi
  export build_asan fuzz_seconds
  printf '%s\0' "${targets[@]}" | xargs -0 -n 1 -P "$jobs" bash -c 'fuzz_one "$0"'
}
fuzz_one() { # TARGET
  local name found status=0
  name=$(basename "$1")
  found=$build_asan/fuzz/found/${name#fuzz_}
  rm -rf "$found"
  mkdir -p "$found"
  "$1" "$found" "test/fuzz/seeds/${name#fuzz_}" -max_total_time="$fuzz_seconds" -seed=7 -timeout=60 \
    -artifact_prefix="$found-crash-" -verbosity=0 -print_final_stats=1 >"$found.log" 2>&1 || status=$?
  echo "$name for $fuzz_seconds s
$(cat "$found.log")"
  return $status
}
export -f fuzz_one

# Runs ctest and puts the number of skipped GPU tests before its closing lines.
run_tests() {
  local folder=$1
  shift
  ctest --test-dir "$folder" -j "$jobs" --output-on-failure "$@" 2>&1 |
    awk '/[_-]cuda[^a-z].*\*\*\*Skipped/ { skipped++ }
         /tests passed, / { printf "GPU tests skipped: %d\n\n", skipped }
         { print; fflush() }'
}

# numbers_not_run FOLDER FOLDER_BEFORE: of the first folder's tests the numbers, with commas, of those that the second
# has not. What asks a driver for a device is run by both: the drivers of one have CUDA.
numbers_not_run() {
  local pattern='s/^ *Test *#\([0-9]*\): \(.*\)$/\1 \2/p'
  awk 'NR == FNR { $1 = ""; ran[$0] = 1; next }
       { number = $1; $1 = ""; if (!ran[$0] || / (golden|drivers)\/.*(GPU|device|backend)/) printf ",%d", number }' \
    <(ctest --test-dir "$2" -N | sed -n "$pattern") <(ctest --test-dir "$1" -N | sed -n "$pattern") | cut -c 2-
}

# The host's cases, "room/name", a line each: cases_of FOLDER... that ctest knows of there; cases_written that the sources
# have.
cases_of() {
  local folder
  for folder in "$@"; do ctest --test-dir "$folder" -N; done | sed -n 's|^ *Test *#[0-9]*: \([a-z_]*/.*\)$|\1|p' |
    grep -vE '^(house|[a-z]*_cuda)/' | sort -u
}
cases_written() {
  local file
  for file in test/*/*.cpp; do
    grep -zoP '\nTEST_CASE\(\s*"\K[^"]*' "$file" | tr '\0' '\n' | sed "s|^|$(basename "$(dirname "$file")")/|" || true
  done | sort -u
}

# What one build leaves out the other has: of what the sources have nothing is in neither.
check_every_case() {
  cases_of "$build" "$build_asan" >"$build/cases.txt"
  cases_written >"$build/cases_written.txt"
  echo "Cases of the host's rooms: $(wc -l <"$build/cases_written.txt"), under the sanitizers $(cases_of "$build_asan" | wc -l)."
  if [ ! -s "$build/cases_written.txt" ] || comm -23 "$build/cases_written.txt" "$build/cases.txt" | grep .; then
    echo "These are in none of the builds."
    return 1
  fi
}

# CUDA code is compiled where a GPU runs it, for that one; with --all also where none does, whole but hardly optimised
# and for one target: that takes a third of the time. (What gcc thinks is uninitialised depends on how far it
# optimises; and drivers, which tests run, compute in it.)
cuda_flags=()
choose_cuda() {
  if nvidia-smi >/dev/null 2>&1; then
    cuda_flags=(-DCMAKE_CUDA_ARCHITECTURES=native)
    return
  fi
  if [ $all = OFF ] && [ $with_cuda = ON ]; then
    echo "There is no GPU that nvidia-smi would know: only the host side is built (--all builds the CUDA parts too)."
    with_cuda=OFF
  fi
  cuda_flags=(-DCMAKE_CUDA_ARCHITECTURES=80-virtual)
  if [ $with_cuda = ON ] && nvcc --help 2>&1 | grep -e --Ofast-compile >/dev/null; then
    # Rooms are few sources: what they share, CUDA's own headers and timers, is read and compiled once. Of the host's
    # side only what drivers compute runs, and is optimised.
    cuda_flags+=(-DGSTA_MERGE_CUDA_ROOMS=ON -DCMAKE_CUDA_FLAGS="--Ofast-compile=max -Xcompiler=-Wno-maybe-uninitialized"
      -DCMAKE_CUDA_FLAGS_RELEASE="-DNDEBUG" -DGSTA_DRIVER_OPTIMIZATION=-O1)
  fi
}

# has_target FOLDER TARGET
has_target() { cmake --build "$1" --target help 2>/dev/null | grep -E "(^|[ .])$2(:|$)" >/dev/null; }

mkdir -p "$build"
timeline=$build/timeline.txt
: >"$timeline"
begin "Packages and tools"
packages=(g++ make cmake ninja-build ccache git xz-utils catch2 libtbb-dev tao-pegtl-dev tcl-dev zlib1g-dev libcli11-dev
  libfmt-dev nlohmann-json3-dev libedit-dev libbenchmark-dev clang-format-19)
if [ $all = ON ]; then packages+=(clang libclang-rt-dev python3 doxygen); fi
need_packages "${packages[@]}"
if [ $all = ON ]; then want_packages clang-19 clang-22; fi
find_nvcc
choose_cuda
choose_generator
find_goldens

begin "Format"
check_format

begin "Build"
# The numbered examples are built once: by the test that uses the installed package. Of the benchmarks one a side is
# built; the others are on the machine that runs them (bench/device.sh). With --all the sanitizers' build has the cases
# that it is to run, and this one the others: tests, libraries and drivers then check the bounds of vectors.
checks=()
if [ $all = ON ]; then checks=("-DCMAKE_CXX_FLAGS=${CXXFLAGS:+$CXXFLAGS }-D_GLIBCXX_ASSERTIONS"); fi
configure "$build" -DCMAKE_BUILD_TYPE=Release -DGSTA_CUDA=$with_cuda -DGSTA_WARNINGS_AS_ERRORS=ON "${cuda_flags[@]}" \
  -DGSTA_NUMBERED_EXAMPLES=OFF -DGSTA_BENCHMARKS="host_readers;snapshot_start" -DGSTA_MERGE_TESTS=ON \
  -DGSTA_MERGE_DRIVERS=ON -DGSTA_TEST_OPTIMIZATION=-O1 -DGSTA_BUILD_DEVICE_LIBRARY=$with_cuda "${checks[@]}" \
  -DGSTA_ONLY_SLOW_TESTS=$all -DGSTA_WHOLE_ROOMS="golden;drivers;$computation"
cmake --build "$build" -j "$jobs"

if [ $all = ON ]; then
  begin "Build with the address and undefined-behaviour sanitizers"
  # -O1 takes clang three times as long as -O0: where rooms of computation are left out, what runs long has it alone.
  sanitizer_compiler=() levels=()
  if [ -n "$computation" ]; then levels=(-DGSTA_LIBRARY_OPTIMIZATION= -DGSTA_LONG_RUN_OPTIMIZATION=-O1); fi
  if command -v clang++ >/dev/null; then sanitizer_compiler=(-DCMAKE_CXX_COMPILER=clang++); fi
  configure "$build_asan" --preset asan -B "$build_asan" "${sanitizer_compiler[@]}" -DGSTA_MERGE_TESTS=ON \
    -DGSTA_MERGE_DRIVERS=ON -DGSTA_LEFT_OUT_ROOMS="$computation" "${levels[@]}"
  cmake --build "$build_asan" -j "$jobs"

  begin "Host tests under the sanitizers"
  run_tests "$build_asan"

  begin "Fuzz targets"
  fuzz

  begin "A sample of planted faults"
  test/house/plant_faults "$build-faults" --rooms graph --each 12 --jobs "$jobs"

  if has_target "$build" docs; then
    begin "API reference"
    cmake --build "$build" --target docs
  fi
fi

begin "Tests"
echo "What the steps took before this one:"
cat "$timeline"
selected=()
if [ $all = ON ]; then
  check_every_case
  numbers=$(numbers_not_run "$build" "$build_asan")
  first=${numbers%%,*}
  selected=(-I "$first,$first,1,$numbers")
fi
run_tests "$build" "${selected[@]}"

if [ $all = ON ] && [ -z "$computation" ]; then
  begin "A hundred thousand edits of live timers"
  GSTA_LONG_TESTS=110 "$build/test/test_update" "live timers of designs with everything*"
fi
end_step
