#!/usr/bin/env bash
# Installs what is missing, builds the command-line drivers, times a real design and prints the report.
# Uses the GPU where there is one, else the host.
set -euo pipefail
cd "$(dirname "$0")/.."
. cmake/setup.sh

build=${GSTA_BUILD_DIR:-build-examples}

say "Packages and tools"
need_packages g++ make cmake ninja-build libtbb-dev tao-pegtl-dev tcl-dev zlib1g-dev libcli11-dev libfmt-dev \
  nlohmann-json3-dev libedit-dev
find_nvcc
if [ $with_cuda = ON ] && ! nvidia-smi >/dev/null 2>&1; then
  echo "There is no GPU that nvidia-smi would know: the drivers are built for the host, in less than half the time."
  with_cuda=OFF
fi

say "Build"
configure "$build" -DCMAKE_BUILD_TYPE=Release -DGSTA_CUDA=$with_cuda -DGSTA_BUILD_TESTS=OFF -DGSTA_BUILD_BENCH=OFF
cmake --build "$build" -j "$jobs" --target gsta_drivers

say "Run"
exec examples/demo.sh "$build/bin"
