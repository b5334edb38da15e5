#!/usr/bin/env bash
# Builds, tests and measures on a machine with a GPU: bench/device.sh build|test|sanitize|bench|papers|fuzz|all
#
# The machine needs nvcc, CMake, g++ and Catch2; what else is missing comes from .carry (bench/carry.sh), programs built
# elsewhere too, if they are there (bench/pack.sh). Each stage ends within nine minutes and prints PASS or FAIL for each
# target; build-device is kept, so a stage can be repeated.
set -uo pipefail
cd "$(dirname "$0")/.."

build=build-device
stage_seconds=530
carried=$PWD/.carry/root/usr
if [ -d "$carried" ]; then
  libraries=$carried/lib/x86_64-linux-gnu
  export CMAKE_PREFIX_PATH=$carried${CMAKE_PREFIX_PATH:+:$CMAKE_PREFIX_PATH}
  export CPLUS_INCLUDE_PATH=$carried/include${CPLUS_INCLUDE_PATH:+:$CPLUS_INCLUDE_PATH}
  export LIBRARY_PATH=$libraries${LIBRARY_PATH:+:$LIBRARY_PATH}
  export LD_LIBRARY_PATH=$libraries${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
  export TCL_LIBRARY=$carried/share/tcltk/tcl8.6
fi
if ! command -v nvcc >/dev/null; then export PATH="$PATH:/usr/local/cuda/bin"; fi
failures=0

pass() { echo "PASS $*"; }
fail() {
  echo "FAIL $*"
  failures=$((failures + 1))
}
# attempt SECONDS NAME COMMAND...: PASS or FAIL by exit status, the output only when it fails.
attempt() {
  local seconds=$1 name=$2 log
  shift 2
  log=$(mktemp)
  local status=0
  timeout "$seconds" "$@" >"$log" 2>&1 || status=$?
  if [ $status = 0 ]; then
    pass "$name"
  else
    tail -n 60 "$log"
    if [ $status = 124 ]; then name+=": cut off after $seconds s"; fi
    fail "$name"
  fi
  rm -f "$log"
}
left() { echo $((stage_end - SECONDS > 1 ? stage_end - SECONDS : 1)); }

# unpack ARCHIVE: programs of bench/pack.sh.
unpack() {
  mkdir -p $build
  tar -xJf "$1" -C $build || return 1
  find $build -name '*.cmake' -exec sed -i "s|@GSTA_ROOT@|$PWD|g" {} +
  echo "Programs of $(cat $build/commit)"
}

stage_build() {
  local generator=()
  if [ -f .carry/build.tar.xz ]; then
    if unpack .carry/build.tar.xz; then pass "build, unpacked"; else fail "build, unpacked"; fi
    return
  fi
  if command -v ninja >/dev/null && [ ! -f $build/CMakeCache.txt ]; then generator=(-G Ninja); fi
  cmake -S . -B $build "${generator[@]}" -DCMAKE_BUILD_TYPE=Release -DGSTA_CUDA=ON -DCMAKE_CUDA_ARCHITECTURES=90-real \
    -DGSTA_WARNINGS_AS_ERRORS=OFF -DGSTA_UNITY=ON | grep -E '^-- gsta|Error|Warning'
  local keep_going=(-k)
  if [ -f $build/build.ninja ]; then keep_going=(-k 0); fi
  if timeout "$(left)" cmake --build $build -j "$(nproc)" -- "${keep_going[@]}"; then pass "build"; else fail "build"; fi
}

# golden_folder NAME: where the reference results of that name lie, unpacked.
golden_folder() {
  local folder=$PWD/$build/goldens
  if [ ! -d "$folder/$1" ] && [ -f ".carry/$1.tar.gz" ]; then
    mkdir -p "$folder"
    tar -xzf ".carry/$1.tar.gz" -C "$folder"
  fi
  echo "$folder/$1"
}

unpack_goldens() {
  GSTA_GOLDENS=$(golden_folder tau15)
  GSTA_OPEN_GOLDENS=$(golden_folder open)
  GSTA_CLOCK_GOLDENS=$(golden_folder clocks)
  GSTA_CEFF_GOLDENS=$(golden_folder ceff)
  GSTA_NETLIST_GOLDENS=$(golden_folder netlists)
  GSTA_SDC_GOLDENS=$(golden_folder sdc)
  export GSTA_GOLDENS GSTA_OPEN_GOLDENS GSTA_CLOCK_GOLDENS GSTA_CEFF_GOLDENS GSTA_NETLIST_GOLDENS GSTA_SDC_GOLDENS
  export GSTA_REQUIRE_GOLDENS=1
}

# A target passes when no case of it failed and at least one ran: here a GPU test that skips has not been run.
stage_test() {
  local log=$build/device-tests.log
  unpack_goldens
  timeout "$(left)" ctest --test-dir $build -j 8 --timeout 300 --output-on-failure \
    -E '^house/(layers|comments|snippets|doors|headers|must_not_compile|include_size|compilers|selftest|consumer/(examples|subdirectory|documented|package-without))' 2>&1 |
    tee "$log"
  awk '
    match($0, /Test +#[0-9]+: /) && / Passed|Not Run|\*\*\*[A-Z]/ {
      name = substr($0, RSTART + RLENGTH)
      sub(/[\/:].*/, "", name)
      seen[name]
      if (/ Passed +[0-9.]+ sec/) ++passed[name]
      else if (/\*\*\*Skipped/) ++skipped[name]
      else ++failed[name]
    }
    /tests passed/ { finished = 1; if ($0 !~ /^100% tests passed/) worst = 1 }
    END {
      for (name in seen) {
        bad = failed[name] > 0 || passed[name] == 0
        worst = worst || bad
        printf "%s test %s: %d passed, %d failed, %d skipped\n", bad ? "FAIL" : "PASS", name, passed[name], failed[name], skipped[name]
      }
      if (!finished) print "FAIL test: ctest did not finish"
      exit worst || !finished
    }' "$log" || failures=$((failures + 1))
}

# racecheck looks for hazards in shared memory and makes CUB's kernels very slow: it runs the cases tagged [race],
# which between them launch every kernel of gsta's own.
stage_sanitize() {
  local tool tag tags target name ran=0
  for target in $build/test/test_*_cuda; do
    if [ ! -x "$target" ]; then fail "sanitize: nothing is built"; continue; fi
    name=$(basename "$target")
    tags=$("$target" --list-tags)  # its status says nothing: older versions of Catch2 return the number of tags
    for tool in memcheck racecheck; do
      tag=small
      if [ $tool = racecheck ]; then tag=race; fi
      if [[ $tags == *"[$tag]"* ]]; then
        ran=$((ran + 1))
        attempt "$(left)" "sanitize $name $tool" \
          compute-sanitizer --tool $tool --error-exitcode 9 --print-limit 5 "$target" "[$tag]"
      else
        echo "NONE sanitize $name $tool: no case is tagged [$tag]"
      fi
    done
  done
  if [ $ran = 0 ]; then fail "sanitize: nothing ran"; fi
}

# What is measured lies in the build folder afterwards, a log for each program. Designs whose files are not there are
# left out.
stage_bench() {
  local target name
  unpack_goldens
  if [ ! -d "$GSTA_GOLDENS" ]; then unset GSTA_GOLDENS; fi
  if [ ! -d "$GSTA_OPEN_GOLDENS" ]; then unset GSTA_OPEN_GOLDENS; fi
  for target in $build/bench/bench_*; do
    if [ ! -x "$target" ]; then echo "NONE bench: no benchmark is built"; continue; fi
    name=$(basename "$target")
    case $name in bench_host_files | bench_by_* | bench_paths_by_threads) continue ;; esac  # bench_files, papers
    if timeout "$(left)" "$target" | tee "$build/$name.log"; then pass "bench $name"; else fail "bench $name"; fi
  done
  bench_files
}

# Tables and figures of five papers beside gsta's: a page in the build folder's papers/.
stage_papers() {
  if ! command -v python3 >/dev/null; then
    echo "NONE papers: no python3"
    return
  fi
  unpack_goldens
  if [ ! -d "$GSTA_GOLDENS" ]; then unset GSTA_GOLDENS; fi
  if [ ! -d "$GSTA_OPEN_GOLDENS" ]; then unset GSTA_OPEN_GOLDENS; fi
  if GSTA_PAPERS_SECONDS=$(left) bench/papers.sh $build; then pass "papers"; else fail "papers"; fi
}

# From files to slacks by threads of the host.
bench_files() {
  local threads files=$build/generated
  if [ ! -x $build/bench/bench_host_files ]; then return; fi
  $build/bin/bench_generate superblue18 "$files" --wires tree >/dev/null
  for threads in 1 2 4 8 16; do
    echo "threads: $threads"
    if timeout "$(left)" $build/bench/bench_host_files "$files" $threads; then
      pass "bench host_files $threads"
    else
      fail "bench host_files $threads"
    fi
  done | tee "$build/bench_host_files.log"
  if grep -q ^FAIL "$build/bench_host_files.log"; then failures=$((failures + 1)); fi
}

# Every reader's fuzz target for ten minutes of processor time under the address and undefined-behaviour sanitizers:
# two processes of five minutes, all at once.
stage_fuzz() {
  local target seed log
  cmake -S . --preset asan -B $build-asan -DGSTA_BUILD_TESTS=ON >/dev/null
  if ! timeout "$(left)" cmake --build $build-asan -j "$(nproc)" --target fuzz_targets >/dev/null; then
    fail "fuzz: build"
    return
  fi
  log=$(mktemp -d)
  for target in $build-asan/fuzz/fuzz_*; do
    if [ ! -f "$target" ] || [ ! -x "$target" ]; then continue; fi
    for seed in 7 8; do
      (
        timeout "$(left)" "$target" -max_total_time=300 -seed=$seed >"$log/$(basename "$target").$seed" 2>&1
        echo $? >"$log/$(basename "$target").$seed.status"
      ) &
    done
  done
  wait
  for status in "$log"/*.status; do
    target=${status%.status}
    tail -n 1 "$target"
    if [ "$(cat "$status")" = 0 ]; then pass "fuzz $(basename "$target")"; else tail -n 40 "$target"; fail "fuzz $(basename "$target")"; fi
  done
  rm -r "$log"
}

run_stage() {
  stage_end=$((SECONDS + stage_seconds))
  echo "== $1"
  "stage_$1"
}

case ${1:-} in
  build | test | sanitize | bench | papers | fuzz) run_stage "$1" ;;
  all) for stage in build test sanitize bench; do run_stage $stage; done ;;
  *)
    echo "usage: bench/device.sh build|test|sanitize|bench|papers|fuzz|all"
    exit 2
    ;;
esac
if [ "$failures" -gt 0 ]; then
  echo "FAIL ${1}: see above"
  exit 1
fi
echo "PASS ${1}"
