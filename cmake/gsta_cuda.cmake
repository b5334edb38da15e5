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
endif()
include(${CMAKE_CURRENT_LIST_DIR}/gsta_cuda_toolkit.cmake)
gsta_find_cuda_toolkit(gsta_cuda_missing)
if(NOT gsta_cuda_missing)
  set(gsta_with_cuda TRUE)
elseif(GSTA_CUDA STREQUAL "ON")
  message(FATAL_ERROR "gsta: GSTA_CUDA=ON, but this is missing: ${gsta_cuda_missing}")
else()
  message(STATUS "gsta: the host side only; missing for CUDA: ${gsta_cuda_missing}")
endif()
