#!/usr/bin/env bash
# Makes the design again:  make.sh [--simulate] [BUILD-FOLDER]
# Needs Debian's yosys (with its abc) and python3. Two runs give the same bytes.
# --simulate also runs the test bench on the RTL and on the netlist; it needs iverilog and takes minutes.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
simulate=no
if [ "${1:-}" = --simulate ]; then simulate=yes; shift; fi
build=${1:-$(mktemp -d)}
mkdir -p "$build"
cd "$build"
ln -sfn "$here/rtl" rtl
export PYTHONDONTWRITEBYTECODE=1

python3 "$here/make_library.py" plain45.lib cells.v
yosys -q -l synth.log "$here/synth.ys"
python3 "$here/make_design.py" mapped.json riscling.v riscling.spef

if [ $simulate = yes ]; then
  python3 rtl/program.py .
  iverilog -g2005 -o rtl.vvp rtl/*.v
  iverilog -g2005 -o netlist.vvp rtl/testbench.v riscling.v cells.v
  for what in rtl netlist; do
    echo "simulating: $what"
    vvp -n $what.vvp | tee $what.out | grep -v WARNING
    grep -q ^PASS $what.out
  done
fi

cp plain45.lib "$here/"
for file in riscling.v riscling.spef; do gzip -n -9 -c $file > "$here/$file.gz"; done
