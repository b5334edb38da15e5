#!/usr/bin/env bash
# Builds and runs a project outside gsta: consumer.sh package|package-without-cuda|examples|subdirectory
#   SOURCE BINARY PREFIX CUDA(ON|OFF) COMPONENTS("tbb;io;sta")
set -euo pipefail
mode=$1 source=$2 binary=$3 prefix=$4 cuda=$5 components=$6
folder=$binary/consumer/$mode
project=$source/test/house/consumer
# Unoptimised and for one architecture: what is tested is that it builds and runs.
cuda_flags=-O0
if command -v nvcc >/dev/null && nvcc --help | grep -e --Ofast-compile >/dev/null; then
  cuda_flags+=" --Ofast-compile=max"
fi
arguments=(-DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG=-O0 "-DCMAKE_CUDA_FLAGS_DEBUG=$cuda_flags"
  -DCMAKE_CUDA_ARCHITECTURES=80-virtual -DCMAKE_PREFIX_PATH="$prefix")
if command -v ninja >/dev/null; then arguments+=(-G Ninja); fi
if command -v ccache >/dev/null; then
  arguments+=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache -DCMAKE_CUDA_COMPILER_LAUNCHER=ccache)
fi

# Takes every folder with an nvcc in it off the PATH.
hide_cuda() {
  local rest=$PATH: visible= entry
  while [ -n "$rest" ]; do
    entry=${rest%%:*}
    rest=${rest#*:}
    if [ ! -x "$entry/nvcc" ]; then visible=${visible:+$visible:}$entry; fi
  done
  export PATH=$visible
  unset CUDACXX CUDA_PATH CUDA_HOME
}

case $mode in
  package) arguments+=(-DCONSUMER_CUDA="$cuda" -DCONSUMER_COMPONENTS="$components") ;;
  package-without-cuda)
    hide_cuda
    arguments+=(-DCONSUMER_COMPONENTS="$components" -DCONSUMER_EXAMPLES="$source/examples" -DGSTA_EXAMPLE_DRIVERS=OFF)
    ;;
  examples)
    project=$source/examples
    arguments+=(-DGSTA_EXAMPLE_DRIVERS=OFF "-DCMAKE_CXX_FLAGS=-Wall -Wextra -Werror"
      "-DCMAKE_CUDA_FLAGS=-Werror=all-warnings -Xcompiler=-Wall,-Wextra")
    if [ "$cuda" = OFF ]; then hide_cuda; fi
    ;;
  subdirectory)
    # Not the examples: the installed package has built all of them.
    arguments+=(-DCONSUMER_ADD="$source" -DCONSUMER_CUDA="$cuda" -DCONSUMER_COMPONENTS="$components")
    if [ "$cuda" = OFF ]; then hide_cuda; fi
    ;;
esac

rm -rf "$folder"
cmake -S "$project" -B "$folder" "${arguments[@]}"
cmake --build "$folder" -j 2
ctest --test-dir "$folder" --output-on-failure --no-tests=error
