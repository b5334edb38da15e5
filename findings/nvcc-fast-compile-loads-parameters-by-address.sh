#!/usr/bin/env bash
# nvcc from PyPI, 13.0.88 (the oldest there) and 13.5.37, `--Ofast-compile=mid`: a kernel with a __grid_constant__
# parameter whose member function returns a reference to a part of it, with another such call behind a loop. The first
# read is `ld.u64` (a generic load) from the parameter's address as `mov` gives it, without `cvta.param`, which stands
# further down for the second one. A parameter's address is no generic address: on a card such a kernel reads an address
# of some thousand bytes, and ends with cudaErrorIllegalAddress. Levels 0, min and max are right: `ld.param`, or
# `cvta.param` in front of the first use. The level is meant to save compile time, not to change what a program does.
#
# Output seen, by version and level: how the first member is read
#   13.0.88 0: as a parameter
#   13.0.88 min: as a parameter
#   13.0.88 mid: by an address that was not converted
#   13.0.88 max: by a converted address
#   13.5.37: the same four (at mid it also says "opt: Unknown command line argument '-enable-scalar-pre=false'")
#
# Needs python3 with venv and g++. Downloads some 60 MB a version. Fails if the behaviour changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat >"$folder/kernel.cu" <<'CODE'
struct row { int* count; int* value; };
struct table {
  long other[8];
  row rows[3];
  template <int I> __device__ row const& at() const { return rows[I]; }
  template <int I> __device__ void step(unsigned i) const { at<I>().count[i] = at<I>().value[i]; }
};
__global__ void walk(__grid_constant__ table const all, int level) {
  int const n = all.at<1>().count[level];
  for (unsigned i = threadIdx.x; i < unsigned(n); i += blockDim.x) all.step<2>(i);
}
CODE
look() { # of PTX on standard input: how the first pointer is read
  awk '
    /^\.visible \.entry/ { inside = 1 }
    inside && /mov\.b64/ && /_param_0;/ { gsub(/[,;]/, ""); raw[$2] }
    inside && /mov\.u64/ { gsub(/[,;]/, ""); if ($3 in raw) raw[$2] }
    inside && /add\.s64/ { gsub(/[,;]/, ""); if ($3 in raw) raw[$2] }
    inside && /ld\.param\.u64/ { print "as a parameter"; exit }
    inside && /cvta\.param/ { print "by a converted address"; exit }
    inside && /ld\.u64/ { split($3, at, /[][+;]/); print (at[2] in raw) ? "by an address that was not converted" : "otherwise"; exit }'
}
for version in 13.0.88 13.5.37; do
  python3 -m venv "$folder/$version"
  "$folder/$version/bin/pip" install --quiet nvidia-cuda-nvcc==$version nvidia-cuda-crt==$version nvidia-nvvm==$version \
    nvidia-cuda-runtime=="$([ $version = 13.0.88 ] && echo 13.0.96 || echo $version)" >/dev/null
  root=$(echo "$folder/$version"/lib/python3*/site-packages/nvidia/cu13)
  for level in 0 min mid max; do
    "$root/bin/nvcc" -std=c++17 --Ofast-compile=$level -arch=sm_90 -ptx -o "$folder/kernel.ptx" "$folder/kernel.cu" \
      2>/dev/null
    echo "$version $level: $(look <"$folder/kernel.ptx")" | tee -a "$folder/seen"
  done
done
diff "$folder/seen" - <<'END'
13.0.88 0: as a parameter
13.0.88 min: as a parameter
13.0.88 mid: by an address that was not converted
13.0.88 max: by a converted address
13.5.37 0: as a parameter
13.5.37 min: as a parameter
13.5.37 mid: by an address that was not converted
13.5.37 max: by a converted address
END
echo "as described"
