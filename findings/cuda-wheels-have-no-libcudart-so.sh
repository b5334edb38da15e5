#!/usr/bin/env bash
# CUDA from PyPI (nvidia-cuda-nvcc, -crt, -runtime, nvidia-nvvm 13.5.37; nvidia-cuda-cccl 13.3.5.0.6) and CMake 4.4.5:
# enable_language(CUDA) succeeds with the wheels' nvcc, and then find_package(CUDAToolkit) does not find its runtime. The
# wheels have libcudart.so.13 and libcudart_static.a, but no libcudart.so, which is the only name that FindCUDAToolkit asks
# for, even where only CUDA::cudart_static is used. With -DCUDA_CUDART=.../libcudart.so.13 everything is found. Where a
# system's folder has some other libcudart.so, that one is taken without a word, and with it its libcudart_static.a.
#
# Output seen:
#   runtime files: libcudart.so.13 libcudart_static.a
#   plain: compiler 13.5.37, toolkit found: FALSE
#     (where a folder of the system has another toolkit's libcudart.so: TRUE, static library in the wheel: no)
#   with CUDA_CUDART: compiler 13.5.37, toolkit found: TRUE, static library in the wheel: yes
#
# Needs python3 with venv, g++ and make. Downloads some 150 MB. Fails if the behaviour changes.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
python3 -m venv "$folder/env"
"$folder/env/bin/pip" install --quiet nvidia-cuda-nvcc==13.5.37 nvidia-cuda-crt==13.5.37 nvidia-cuda-runtime==13.5.37 \
  nvidia-nvvm==13.5.37 nvidia-cuda-cccl==13.3.5.0.6 cmake==4.4.5
root=$(echo "$folder"/env/lib/python3*/site-packages/nvidia/cu13)
echo "runtime files: $(cd "$root/lib" && echo libcudart*)" | tee "$folder/seen"

mkdir "$folder/project"
cat >"$folder/project/CMakeLists.txt" <<'END'
cmake_minimum_required(VERSION 3.25)
project(probe LANGUAGES CXX CUDA)
find_package(CUDAToolkit QUIET)
set(where "")
if(TARGET CUDA::cudart_static)
  if(CUDA_cudart_static_LIBRARY MATCHES "site-packages")
    set(where ", static library in the wheel: yes")
  else()
    set(where ", static library in the wheel: no")
  endif()
endif()
message(STATUS "SEEN: compiler ${CMAKE_CUDA_COMPILER_VERSION}, toolkit found: ${CUDAToolkit_FOUND}${where}")
END
probe() { # NAME ARGUMENT...
  PATH=$root/bin:$folder/env/bin:/usr/bin:/bin cmake -S "$folder/project" -B "$folder/$1" -DCMAKE_CUDA_ARCHITECTURES=80 \
    "${@:2}" | sed -n 's/^-- SEEN: //p'
}
echo "plain: $(probe plain)" | tee -a "$folder/seen"
echo "with CUDA_CUDART: $(probe set -DCUDA_CUDART="$root/lib/libcudart.so.13")" | tee -a "$folder/seen"
sed -i 's/^\(plain: .*found: \)TRUE, static library in the wheel: no$/\1FALSE/' "$folder/seen"
diff "$folder/seen" - <<'END'
runtime files: libcudart.so.13 libcudart_static.a
plain: compiler 13.5.37, toolkit found: FALSE
with CUDA_CUDART: compiler 13.5.37, toolkit found: TRUE, static library in the wheel: yes
END
echo "as described"
