#!/usr/bin/env bash
# Builds and runs a project outside gsta: consumer.sh package|package-without-cuda|examples|subdirectory|documented
#   SOURCE BINARY PREFIX CUDA(ON|OFF) COMPONENTS(tbb,io,sta,host)
# Where gsta was built without CUDA, there is none on the PATH either.
set -euo pipefail
mode=$1 source=$2 binary=$3 prefix=$4 cuda=$5 components=${6//,/;}
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

# The projects that README and the quickstart show, around the README's program. As written for downloads; a variable
# of CMake's puts the sources that are here in their place.
documented() {
  local file name
  for file in "$source"/test/house/documented/*.cmake; do
    name=$(basename "$file" .cmake)
    if [ "$name" = cuda ] && [ "$cuda" = OFF ]; then continue; fi
    mkdir -p "$folder/$name"
    rm -rf "$binary-outside-$name"
    cp "$file" "$folder/$name/CMakeLists.txt"
    cp "$source/examples/015-files.cpp" "$folder/$name/timing.cpp"
    cp "$project/small.cu" "$folder/$name/timing.cu"
    cmake -S "$folder/$name" -B "$binary-outside-$name" "${arguments[@]}" -DGSTA_CUDA=OFF \
      -DFETCHCONTENT_SOURCE_DIR_GSTA="$source" -DFETCHCONTENT_FULLY_DISCONNECTED=ON
    cmake --build "$binary-outside-$name" -j 2
    (cd "$source/examples" && "$binary-outside-$name/timing") || [ $? = 4 ]  # skipped, where no GPU is
  done
}

# As gsta itself was built, and in a folder beside: a compiler cache, which goes by the way to the sources, knows its
# libraries then, which are most of such a project.
cached() { sed -n "s/^$1:[A-Z]*=//p" "$binary/CMakeCache.txt"; }
as_built() {
  local name
  for name in CMAKE_BUILD_TYPE CMAKE_CXX_FLAGS CMAKE_CXX_FLAGS_RELEASE CMAKE_CUDA_FLAGS CMAKE_CUDA_FLAGS_RELEASE \
    CMAKE_CUDA_ARCHITECTURES GSTA_WARNINGS_AS_ERRORS; do
    arguments+=("-D$name=$(cached $name)")
  done
}

if [ "$cuda" = OFF ]; then hide_cuda; fi
case $mode in
  package) arguments+=(-DCONSUMER_CUDA="$cuda" -DCONSUMER_COMPONENTS="$components") ;;
  package-without-cuda)
    hide_cuda
    arguments+=(-DCONSUMER_COMPONENTS="$components")
    ;;
  examples)
    project=$source/examples
    arguments+=(-DGSTA_EXAMPLE_DRIVERS=OFF "-DCMAKE_CXX_FLAGS=-Wall -Wextra -Werror"
      "-DCMAKE_CUDA_FLAGS=-Werror=all-warnings -Xcompiler=-Wall,-Wextra")
    ;;
  documented) as_built ;;
  subdirectory)
    as_built
    folder=$binary-outside-$mode
    arguments+=(-DCONSUMER_ADD="$source" -DCONSUMER_CUDA="$cuda" -DCONSUMER_COMPONENTS="$components")
    ;;
esac

rm -rf "$folder"
if [ "$mode" = documented ]; then
  documented
  exit
fi
cmake -S "$project" -B "$folder" "${arguments[@]}"
cmake --build "$folder" -j 2
ctest --test-dir "$folder" --output-on-failure --no-tests=error
