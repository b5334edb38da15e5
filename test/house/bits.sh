#!/usr/bin/env bash
# The same bits under foreign compiler flags: bits.sh SOURCE BINARY PREFIX CUDA(ON|OFF)
#
# Where no GPU runs them, of the device's two programs the one with foreign flags is compiled, for the device hardly
# optimised and for the host at -O2, where gcc fuses already, and the other is not: only the host's hash is said then.
set -euo pipefail
source=$1 binary=$2/bits prefix=$3 cuda=$4
if ! grep -qw avx2 /proc/cpuinfo || ! grep -qw fma /proc/cpuinfo; then
  echo "skipped: this processor cannot run x86-64-v3 code"
  exit 4
fi
generator=()
if command -v ninja >/dev/null; then generator=(-G Ninja); fi
launcher=()
if command -v ccache >/dev/null; then
  launcher=(-DCMAKE_CXX_COMPILER_LAUNCHER=ccache -DCMAKE_CUDA_COMPILER_LAUNCHER=ccache)
fi

targets=(bits) level=-O3 fast=
if nvidia-smi >/dev/null 2>&1; then
  if [ "$cuda" = ON ]; then targets+=(bits_cuda); fi
elif [ "$cuda" = ON ] && nvcc --help | grep -e --Ofast-compile >/dev/null; then
  level=-O2 fast=" --Ofast-compile=max"
fi

build() { # FOLDER CUDA(ON|OFF) TYPE CXX_FLAGS CUDA_FLAGS TARGET...
  rm -rf "$1"
  cmake -S "$source/test/house/bits" -B "$1" "${generator[@]}" -DCMAKE_PREFIX_PATH="$prefix" -DBITS_CUDA="$2" \
    -DCMAKE_BUILD_TYPE="$3" -DCMAKE_CXX_FLAGS="$4" -DCMAKE_CUDA_FLAGS="$5" -DCMAKE_CUDA_ARCHITECTURES=80-virtual \
    "${launcher[@]}" >/dev/null
  cmake --build "$1" -j 2 -t "${@:6}" >"$1/log" || { cat "$1/log"; return 1; }
}
plain_cuda=OFF
if [ ${#targets[@]} = 2 ]; then plain_cuda=ON; fi
build "$binary/plain" $plain_cuda Debug "" "" "${targets[@]}"
build "$binary/foreign" "$cuda" Release "-march=x86-64-v3 -O3" "-Xcompiler=-march=x86-64-v3,$level$fast" all

# A line each: the hash of items, and that of these and a design, which is what programs have that nvcc compiled.
plain=$("$binary/plain/bits")
foreign=$("$binary/foreign/bits")
echo "plain: "$plain
echo "foreign flags: "$foreign
if [ "$foreign" != "$plain" ]; then echo "other bits"; exit 1; fi
items=${plain%%$'\n'*} expected=${plain##*$'\n'}
programs=()
if [ "$cuda" = ON ]; then programs+=(foreign/bits_cuda); fi
if [ ${#targets[@]} = 2 ]; then programs+=(plain/bits_cuda); fi
for program in "${programs[@]}"; do
  hashes=$("$binary/$program")
  for hash in $hashes; do
    echo "$program: $hash"
    if [ "$hash" != "$expected" ]; then echo "other bits"; exit 1; fi
  done
done
fused=$("$binary/foreign/bits_fused")
echo "fused on purpose: $fused"
if [ "$fused" = "$items" ]; then echo "the comparison would not notice contraction"; exit 1; fi
