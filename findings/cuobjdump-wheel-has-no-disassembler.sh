#!/usr/bin/env bash
# nvidia-cuda-cuobjdump 13.5.37 from PyPI: `cuobjdump -sass`, what the tool is mostly used for, does not work behind
# `pip install nvidia-cuda-cuobjdump`. It runs nvdisasm, which is in a wheel of its own (nvidia-cuda-nvdisasm) that this one
# does not declare as needed. Behind installing that one, it works without any setting, as both land in one folder.
#
# Output seen:
#   requirements declared: none
#   alone: exit 1, no instruction, Could not find executable file 'nvdisasm'
#   with nvidia-cuda-nvdisasm: exit 0, instructions
#
# Needs python3 with venv. Downloads some 60 MB. Fails if the behaviour changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
pip=$folder/env/bin/pip
"$pip" install --quiet nvidia-cuda-nvcc==13.5.37 nvidia-cuda-cuobjdump==13.5.37
root=$(echo "$folder"/env/lib/python3*/site-packages/nvidia/cu13)
cat >"$folder/one.ptx" <<'END'
.version 8.0
.target sm_80
.address_size 64
.visible .entry one() { ret; }
END
"$root/bin/ptxas" -arch=sm_80 "$folder/one.ptx" -o "$folder/one.cubin"

# dump NAME: what `cuobjdump -sass` does now, with nothing but the wheels on the PATH.
dump() {
  local status=0 words="no instruction"
  PATH=$root/bin:/usr/bin:/bin "$root/bin/cuobjdump" -sass "$folder/one.cubin" >"$folder/dump" 2>&1 || status=$?
  if grep -q EXIT "$folder/dump"; then words=instructions; fi
  echo "$1: exit $status, $words$(grep -o "Could not find executable file 'nvdisasm'" "$folder/dump" | sed 's/^/, /' || true)"
}
{
  needs=$("$pip" show nvidia-cuda-cuobjdump | sed -n 's/^Requires: *//p')
  echo "requirements declared: ${needs:-none}"
  dump alone
  "$pip" install --quiet nvidia-cuda-nvdisasm==13.5.37
  dump "with nvidia-cuda-nvdisasm"
} | tee "$folder/seen"
diff <(sed -n 's/^#   //p' "$0") "$folder/seen" && echo "as before"
