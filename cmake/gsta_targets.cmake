# The library's targets. Headers and compiled sources both live under include/gsta.
set(gsta_include ${PROJECT_SOURCE_DIR}/include)

# Warnings for gsta's own code; never exported.
add_library(gsta_warnings INTERFACE)
target_compile_options(gsta_warnings INTERFACE
  $<$<COMPILE_LANGUAGE:CXX>:-Wall -Wextra -Wpedantic>
  $<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=-Wall,-Wextra>)
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU" AND CMAKE_CXX_COMPILER_VERSION VERSION_LESS 13)
  # g++ 12 sees overlapping copies in "text" + std::string, and a size of n where n + 1 would wrap around.
  target_compile_options(gsta_warnings INTERFACE
    $<$<COMPILE_LANGUAGE:CXX>:-Wno-restrict -Wno-stringop-overflow>
    $<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=-Wno-restrict,-Wno-stringop-overflow>)
endif()
if(GSTA_WARNINGS_AS_ERRORS)
  target_compile_options(gsta_warnings INTERFACE
    $<$<COMPILE_LANGUAGE:CXX>:-Werror>
    $<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=-Werror -Werror=all-warnings>)
endif()

# gsta::gsta: the primitives. Contraction is off for every user: the same bits on every backend depend on it.
add_library(gsta INTERFACE)
add_library(gsta::gsta ALIAS gsta)
target_compile_features(gsta INTERFACE cxx_std_20)
target_include_directories(gsta INTERFACE
  $<BUILD_INTERFACE:${gsta_include}> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}>)
target_compile_options(gsta INTERFACE
  $<$<COMPILE_LANG_AND_ID:CXX,GNU,Clang,AppleClang>:-ffp-contract=off>
  $<$<COMPILE_LANG_AND_ID:CUDA,NVIDIA>:-Xcompiler=-ffp-contract=off>)

# gsta::tbb and gsta::cuda are only requirements, so they install everywhere and can be used wherever oneTBB or
# CUDA is; here they get their public names if it is here.
add_library(gsta_tbb INTERFACE)
target_link_libraries(gsta_tbb INTERFACE gsta TBB::tbb)
target_compile_definitions(gsta_tbb INTERFACE GSTA_HAS_TBB=1)
set(gsta_missing)
gsta_find_tbb()
if(gsta_missing)
  message(STATUS "gsta: gsta::tbb is not available; missing: ${gsta_missing}")
else()
  add_library(gsta::tbb ALIAS gsta_tbb)
endif()

add_library(gsta_cuda INTERFACE)
target_link_libraries(gsta_cuda INTERFACE gsta CUDA::cudart_static)
target_compile_definitions(gsta_cuda INTERFACE GSTA_HAS_CUDA=1)
target_compile_features(gsta_cuda INTERFACE cuda_std_20)
if(gsta_with_cuda)
  add_library(gsta::cuda ALIAS gsta_cuda)
endif()

# gsta_compiled(name sources...): a small static library, or none and a message if something is missing.
function(gsta_compiled name)
  list(JOIN gsta_missing ", " missing)
  if(missing)
    message(STATUS "gsta: gsta::${name} is not built; missing: ${missing}")
    return()
  endif()
  add_library(gsta_${name} STATIC ${ARGN})
  add_library(gsta::${name} ALIAS gsta_${name})
  set_target_properties(gsta_${name} PROPERTIES EXPORT_NAME ${name} POSITION_INDEPENDENT_CODE ON)
  target_link_libraries(gsta_${name} PRIVATE $<BUILD_INTERFACE:gsta_warnings>)
endfunction()

set(gsta_missing)
gsta_find_zlib()
gsta_find_tcl()
gsta_find_pegtl()
file(GLOB gsta_sources CONFIGURE_DEPENDS ${gsta_include}/gsta/io/detail/*.cpp)
if(NOT gsta_sources)
  list(APPEND gsta_missing "its sources")
endif()
gsta_compiled(io ${gsta_sources})
if(TARGET gsta_io)
  target_link_libraries(gsta_io PUBLIC gsta
    PRIVATE ZLIB::ZLIB gsta_dependency::tcl $<BUILD_INTERFACE:gsta_dependency::pegtl>)
endif()

set(gsta_missing)
gsta_find_fmt()
gsta_find_json()
if(NOT TARGET gsta_io)
  list(APPEND gsta_missing "gsta::io")
endif()
file(GLOB gsta_sources CONFIGURE_DEPENDS
  ${gsta_include}/gsta/sta/detail/*.cpp ${gsta_include}/gsta/report/detail/*.cpp)
if(NOT gsta_sources)
  list(APPEND gsta_missing "its sources")
endif()
gsta_compiled(sta ${gsta_sources})
if(TARGET gsta_sta)
  target_link_libraries(gsta_sta PUBLIC gsta_io
    PRIVATE fmt::fmt $<BUILD_INTERFACE:nlohmann_json::nlohmann_json>)
endif()
set_target_properties(gsta_tbb PROPERTIES EXPORT_NAME tbb)
set_target_properties(gsta_cuda PROPERTIES EXPORT_NAME cuda)
