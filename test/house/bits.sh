#!/usr/bin/env bash
# The same bits under foreign compiler flags: bits.sh SOURCE BINARY PREFIX CUDA(TRUE|FALSE)
#
# Where no GPU runs them, of the device's two programs the one with foreign flags is compiled, at -O2, where gcc fuses
# already, and says its host's hash alone.
set -euo pipefail
source=$1 binary=$2 prefix=$3 cuda=$4
if ! grep -qw avx2 /proc/cpuinfo || ! grep -qw fma /proc/cpuinfo; then
  echo "skipped: this processor cannot run x86-64-v3 code"
  exit 4
fi
build() { # FOLDER CUDA TYPE CXX_FLAGS CUDA_FLAGS
  cmake -S "$source/test/house/bits" -B "$binary/$1" -DCMAKE_PREFIX_PATH="$prefix" -DBITS_CUDA="$2" -DCMAKE_BUILD_TYPE="$3" \
    -DCMAKE_CXX_FLAGS="$4" -DCMAKE_CUDA_FLAGS="$5" -DCMAKE_CUDA_ARCHITECTURES=80-virtual
  cmake --build "$binary/$1" -j 2
}
plain_cuda=$cuda foreign_cuda=-Xcompiler=-march=x86-64-v3,-O3
if ! nvidia-smi >/dev/null 2>&1; then
  plain_cuda=OFF foreign_cuda=-Xcompiler=-march=x86-64-v3,-O2
  if nvcc --help 2>/dev/null | grep -e --Ofast-compile >/dev/null; then foreign_cuda+=" --Ofast-compile=max"; fi
fi
build plain "$plain_cuda" Debug "" ""
build foreign "$cuda" Release "-march=x86-64-v3 -O3" "$foreign_cuda"

# A line each: the hash of items, and that of these and a design, which is what programs have that nvcc compiled.
plain=$("$binary/plain/bits")
items=${plain%%$'\n'*} bad=0
for program in "$binary"/*/bits "$binary"/*/bits_cuda "$binary/foreign/bits_fused"; do
  if [ ! -x "$program" ]; then continue; fi
  hashes=$("$program")
  echo "$program:" $hashes
  case $program in
    *_cuda) if [ "$(sort -u <<<"$hashes")" != "${plain##*$'\n'}" ]; then echo "other bits"; bad=1; fi ;;
    *_fused) if [ "$hashes" = "$items" ]; then echo "the comparison would not notice contraction"; bad=1; fi ;;
    *) if [ "$hashes" != "$plain" ]; then echo "other bits"; bad=1; fi ;;
  esac
done
exit $bad
