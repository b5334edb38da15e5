#!/usr/bin/env bash
# Every table and figure of five papers beside gsta's from this run: bench/papers.sh [BUILD_FOLDER], or
# bench/papers.sh keep [FROM]
#
# Runs the programs of BUILD_FOLDER (build-device) that these tables need, and writes papers.md, papers.json and
# papers.html into BUILD_FOLDER/papers, anew after each program: a run that is cut off leaves a page of what was done.
# What the placer's shortest periods are has a page of its own beside it, periods-NAME.html.
# In the end a line a table: PASS, FAIL or NONE. Without a GPU the host's part runs, and the page says what needs a card.
# GSTA_PAPERS_SECONDS: at most so long (530). GSTA_PAPERS_SHORT=1: the host's part with small designs only.
# GSTA_STAB, GSTA_OPENTIMER, GSTA_GPU_TIMER: other timers (bench/papers/outside.py). `keep` copies the page into
# docs/papers.
set -uo pipefail
shopt -s nullglob
cd "$(dirname "$0")/.."

if [ "${1:-}" = keep ]; then
  from=${2:-build-device/papers}
  mkdir -p docs/papers
  cp "$from"/papers.md "$from"/papers.json "$from"/papers.html docs/papers/
  exit
fi

build=${1:-build-device}
out=$build/papers
log=$out/logs
end=$((SECONDS + ${GSTA_PAPERS_SECONDS:-530}))
short=${GSTA_PAPERS_SHORT:-}
failures=0
rm -rf "$log" && mkdir -p "$log"
if [ -f "$build/commit" ]; then
  cp "$build/commit" "$out/"
else
  git describe --always --dirty --abbrev=7 >"$out/commit"
fi

has_card() { ! grep -qs "no CUDA device" "$log/bench_paths.log"; }
left() { echo $((end - SECONDS > 1 ? end - SECONDS : 1)); }
word() { case $1 in 0) echo PASS ;; 124) echo CUT ;; *) echo FAIL ;; esac; }
page() { python3 bench/papers/page.py "$out" "$log" >"$out/verdicts"; }
# step SECONDS PROGRAM ARGUMENT...: its output goes to the end of its log; longer than SECONDS is cut off.
step() {
  local most=$1 name=$2 start=$SECONDS status
  shift 2
  if [ ! -x "$build/bench/$name" ]; then
    echo "NONE papers $name: not built"
    return
  fi
  if [ "$(left)" -lt 5 ]; then
    echo "NONE papers $name $*: no time is left"
    return
  fi
  if [ "$(left)" -lt "$most" ]; then most=$(left); fi
  timeout "$most" stdbuf -oL "$build/bench/$name" "$@" >>"$log/$name.log" 2>>"$log/$name.err"
  status=$?
  if [ $status != 0 ]; then
    if [ $status = 124 ]; then echo "cut off after $most s: $*" >>"$log/$name.cut"; else failures=$((failures + 1)); fi
  fi
  echo "$(word $status) papers $name $*: $((SECONDS - start)) s"
  page
}
# placed SECONDS PRESET: the example placer in all three modes.
placed() { run_place "$1" "place-$2" --preset "$2"; }
# periods SECONDS PRESET: the shortest period that each of its modes meets, by three seeds; with a page of its own.
periods() {
  local page=$out/periods-$2.html
  rm -f "$page"
  run_place "$1" "place-periods-$2" --preset "$2" --shortest-period --html "$page"
}
# run_place SECONDS NAME ARGUMENT...: what it says goes into NAME.json beside the logs.
run_place() {
  local most=$1 name=$2 start=$SECONDS status
  shift 2
  if [ ! -x "$build/bin/place" ] || [ "$(left)" -lt 5 ]; then
    echo "NONE papers $name: not built, or no time is left"
    return
  fi
  if [ "$(left)" -lt "$most" ]; then most=$(left); fi
  timeout "$most" "$build/bin/place" --json --quiet --output "$log/$name.json" "$@"
  status=$?
  echo "$(word $status) papers $name: $((SECONDS - start)) s"
  if [ $status != 0 ]; then rm -f "$log/$name.json"; fi
  if [ $status != 0 ] && [ $status != 124 ]; then failures=$((failures + 1)); fi
  local placements=("$log"/place-*.json)
  if [ ${#placements[@]} = 0 ]; then return; fi
  python3 bench/papers/outside.py place "${placements[@]}" >"$log/bench_place.log"
  page
}

python3 bench/papers/outside.py peers >"$log/bench_peers.log"
if [ -n "$short" ]; then
  step 60 bench_by_threads "500 gates" "1K gates" "2K gates" "5K gates" "10K gates" aes_core des_perf
  step 60 bench_paths_by_threads b19_iccad
  placed 60 pins37k
  periods 120 tiny
else
  # What a card is for first; large designs of one program are made by many threads at once.
  step 130 bench_device_update --updates pins37k superblue18 superblue1 superblue10 superblue3 superblue4 superblue5 \
    superblue7 superblue16 contest
  step 90 bench_paths circuits more expansion breakdown
  step 40 bench_gradients pins37k superblue18 superblue1 superblue10 superblue4 superblue16
  step 40 bench_by_size
  step 150 bench_paths mdl constraints forest settings orders
  step 170 bench_paths steps diameters counts dense matrices
  step 60 bench_by_threads leon2
  step 60 bench_by_threads "500 gates" "1K gates" "2K gates" "5K gates" "10K gates" aes_core tip_master fft cordic \
    des_perf vga_lcd edit_dist mgc_edit_dist mgc_matrix_mult vga_lcd_iccad b19
  if has_card; then placed 40 pins37k; placed 40 superblue18; periods 60 pins37k; fi
  step 70 bench_paths_by_threads
  step 50 bench_paths densities
  step 40 bench_by_threads netcard
  if has_card; then placed 40 superblue4; fi
  step 40 bench_by_threads leon3mp
  if has_card; then placed 60 superblue10; fi
  step 60 bench_paths more_constraints
  step 60 bench_gradients superblue3 superblue5 superblue7
  if has_card; then
    for design in superblue16 superblue1 superblue3 superblue5 superblue7; do placed 60 $design; done
  fi
  if ! has_card; then placed 200 pins37k; periods 60 tiny; fi
fi
page
cat "$out/verdicts"
[ $failures = 0 ] && ! grep -q ^FAIL "$out/verdicts"
