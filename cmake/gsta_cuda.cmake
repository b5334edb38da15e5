# Decides whether the CUDA parts are built: sets gsta_with_cuda.
#
# A project that adds gsta as a subdirectory and compiles .cu files enables CUDA itself, before
# (gsta_cuda_language.cmake); gsta's own targets need only the toolkit's runtime.
set(gsta_with_cuda FALSE)
if(NOT GSTA_CUDA MATCHES "^(AUTO|ON|OFF)$")
  message(FATAL_ERROR "GSTA_CUDA must be AUTO, ON or OFF, not '${GSTA_CUDA}'")
endif()
if(GSTA_CUDA STREQUAL "OFF")
  message(STATUS "gsta: CUDA parts are off (GSTA_CUDA=OFF)")
  return()
endif()

if(NOT CMAKE_CUDA_COMPILER)
  include(CheckLanguage)
  check_language(CUDA)
endif()
if(CMAKE_CUDA_COMPILER)
  include(${CMAKE_CURRENT_LIST_DIR}/gsta_cuda_language.cmake)
  find_package(CUDAToolkit QUIET)
endif()
if(TARGET CUDA::cudart_static)
  set(gsta_with_cuda TRUE)
elseif(GSTA_CUDA STREQUAL "ON")
  message(FATAL_ERROR "gsta: GSTA_CUDA=ON, but there is no CUDA compiler and toolkit "
                      "(put nvcc on the PATH or set CMAKE_CUDA_COMPILER)")
else()
  message(STATUS "gsta: no CUDA compiler: the host side only")
endif()
