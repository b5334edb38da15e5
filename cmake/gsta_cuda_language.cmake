# Enables the CUDA language the way gsta needs it. Include it at directory scope, before any target with .cu files,
# in place of naming CUDA in project():
#
#   find_package(gsta CONFIG REQUIRED COMPONENTS cuda)     # does it for you, unless CUDA is enabled already
#   include(<gsta>/cmake/gsta_cuda_language.cmake)         # before add_subdirectory(<gsta>)

# CMake before 3.25.2 does not know nvcc's C++20.
if(CMAKE_VERSION VERSION_LESS 3.25.2)
  set(CMAKE_CUDA20_STANDARD_COMPILE_OPTION "-std=c++20")
  set(CMAKE_CUDA20_EXTENSION_COMPILE_OPTION "-std=c++20")
endif()
# Else nvcc's oldest architecture is chosen silently, and `native` is an error where there is no GPU.
if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES)
  set(CMAKE_CUDA_ARCHITECTURES 80-virtual 90-real)
endif()
enable_language(CUDA)
