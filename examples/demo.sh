#!/usr/bin/env bash
# Times the designs that come with gsta and prints the reports:  demo.sh [FOLDER-OF-THE-DRIVERS]
# Without an argument the drivers are those on the PATH. Fails where one of them does.
set -euo pipefail
bin=${1:-$(dirname "$(command -v tau15 || echo ./tau15)")}
bin=$(cd "$bin" && pwd)
cd "$(dirname "$0")/designs"
output=$(mktemp -d)
trap 'rm -rf "$output"' EXIT

run() {
  printf '\n$ %s\n' "$*"
  "$bin/$1" "${@:2}"
}

if [ ! -x "$bin/tau15" ]; then
  echo "demo.sh: there is no tau15 in $bin; build the drivers first (examples/run.sh does)" >&2
  exit 1
fi

echo "== demo: a design in the formats of the TAU 2015 contest, with edits (examples/designs/demo) =="
run tau15 demo/demo.tau2015 demo/demo.timing demo/demo.ops "$output/demo.output" --no-cppr
printf '\nEach command of demo.ops with what it reported; of several paths, the worst (endpoint first):\n\n'
awk '
  NR == FNR { line[++lines] = $0; next }  # first the output, then the commands
  /^report_worst_paths/ {
    print
    split(line[++at], head)
    for (p = 1; p <= head[2]; ++p) {
      split(line[++at], path)
      if (p == 1) print "  " line[at]
      for (i = 1; i <= path[5]; ++i) { ++at; if (p == 1) print "    " line[at] }
    }
    next
  }
  /^report_/ { printf "%-36s%10s\n", $0, line[++at]; next }
  { print }
' "$output/demo.output" demo/demo.ops

if [ -x "$bin/sta" ]; then
  echo
  echo "== riscling: a processor of 9,122 cells, hierarchical, with wires (examples/designs/riscling) =="
  run sta --liberty riscling/plain45.lib --verilog riscling/riscling.v.gz --spef riscling/riscling.spef.gz \
    --sdc riscling/riscling.sdc --html "$output/riscling.html"
  echo
  echo "The page that --html wrote has $(wc -c <"$output/riscling.html") bytes."
fi
