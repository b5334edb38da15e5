# gsta_find_cuda_toolkit(MISSING): the toolkit of CMAKE_CUDA_COMPILER, as find_package(CUDAToolkit) has it. MISSING is set
# to what is missing, in words, or to nothing.
#
# The runtime is the one beside the compiler. FindCUDAToolkit looks for libcudart.so alone, in the system's folders first:
# packages of PyPI have libcudart.so.13 and the static library, and another toolkit's library may be in the system's.
#
# nvcc 13.0 and 13.5 with --Ofast-compile=mid read members of a kernel's parameter by an address that no memory has
# (findings/): what is compiled so is wrong, and is refused here.
macro(gsta_find_cuda_toolkit gsta_result)
  set(${gsta_result})
  if("${CMAKE_CUDA_FLAGS}" MATCHES "-Ofast-compile[= ]mid")
    message(FATAL_ERROR "gsta: nvcc compiles kernels wrongly with --Ofast-compile=mid; use min, max or none")
  endif()
  if(NOT CMAKE_CUDA_COMPILER)
    set(${gsta_result} "a CUDA compiler (nvcc on the PATH, or CMAKE_CUDA_COMPILER)")
  else()
    if(NOT CUDA_CUDART)
      get_filename_component(gsta_cuda_root "${CMAKE_CUDA_COMPILER}" REALPATH)
      get_filename_component(gsta_cuda_root "${gsta_cuda_root}" DIRECTORY)
      get_filename_component(gsta_cuda_root "${gsta_cuda_root}" DIRECTORY)
      file(GLOB gsta_cuda_runtime
        "${gsta_cuda_root}/lib64/libcudart.so" "${gsta_cuda_root}/targets/${CMAKE_HOST_SYSTEM_PROCESSOR}-linux/lib/libcudart.so"
        "${gsta_cuda_root}/lib/libcudart.so" "${gsta_cuda_root}/lib64/libcudart.so.[0-9]*" "${gsta_cuda_root}/lib/libcudart.so.[0-9]*")
      if(gsta_cuda_runtime)
        list(GET gsta_cuda_runtime 0 gsta_cuda_runtime)
        set(CUDA_CUDART "${gsta_cuda_runtime}" CACHE FILEPATH "The CUDA runtime beside the compiler")
      endif()
    endif()
    find_package(CUDAToolkit QUIET)
    if(NOT CUDAToolkit_FOUND)
      set(${gsta_result} "the CUDA runtime (libcudart.so) of ${CMAKE_CUDA_COMPILER}: set CUDA_CUDART")
    elseif(NOT TARGET CUDA::cudart_static)
      set(${gsta_result} "the static CUDA runtime (libcudart_static.a) of ${CMAKE_CUDA_COMPILER}")
    endif()
  endif()
endmacro()
