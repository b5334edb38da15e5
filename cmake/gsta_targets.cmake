# The library's targets. Headers are in include/gsta, the sources of gsta::io and gsta::sta in src; bodies of templates
# that gsta::host and gsta::device instantiate stand beside their headers.
set(gsta_include ${PROJECT_SOURCE_DIR}/include)
set(gsta_src ${PROJECT_SOURCE_DIR}/src)

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
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  # gsta leaves out braces that only repeat the type's own. Tests call std::stable_sort, of which clang 19 warns (core/sort.hpp).
  target_compile_options(gsta_warnings INTERFACE
    $<$<COMPILE_LANGUAGE:CXX>:-Wno-missing-braces -Wno-deprecated-declarations -Wno-unknown-warning-option>)
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
set(gsta_system)
if(NOT PROJECT_IS_TOP_LEVEL)
  set(gsta_system SYSTEM)  # a project that adds this folder sees no warning of headers, as of the installed package
endif()
target_include_directories(gsta ${gsta_system} INTERFACE
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
gsta_find(tbb)
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

# gsta_library builds all that install copies. A project that adds this folder compiles only what it links.
add_custom_target(gsta_library)
set(gsta_exclude)
if(NOT PROJECT_IS_TOP_LEVEL AND NOT GSTA_INSTALL)
  set(gsta_exclude EXCLUDE_FROM_ALL)
endif()

# gsta_compiled(name sources...): a small static library, or none and a message if something is missing.
function(gsta_compiled name)
  list(JOIN gsta_missing ", " missing)
  if(missing)
    message(STATUS "gsta: gsta::${name} is not built; missing: ${missing}")
    return()
  endif()
  add_library(gsta_${name} STATIC ${gsta_exclude} ${ARGN})
  add_library(gsta::${name} ALIAS gsta_${name})
  set_target_properties(gsta_${name} PROPERTIES EXPORT_NAME ${name} POSITION_INDEPENDENT_CODE ON CXX_EXTENSIONS OFF)
  target_link_libraries(gsta_${name} PRIVATE $<BUILD_INTERFACE:gsta_warnings>)
  if(NOT gsta_exclude)
    add_dependencies(gsta_library gsta_${name})
  endif()
endfunction()

set(gsta_missing)
gsta_find(zlib)
gsta_find(tcl)
gsta_find(pegtl)
file(GLOB gsta_sources CONFIGURE_DEPENDS ${gsta_src}/io/*.cpp)
if(NOT gsta_sources)
  list(APPEND gsta_missing "its sources")
endif()
gsta_compiled(io ${gsta_sources})
if(TARGET gsta_io)
  target_include_directories(gsta_io PRIVATE ${PROJECT_SOURCE_DIR})  # for "src/..."
  target_link_libraries(gsta_io PUBLIC gsta
    PRIVATE ZLIB::ZLIB gsta_dependency::tcl $<BUILD_INTERFACE:gsta_dependency::pegtl>)
endif()

set(gsta_missing)
gsta_find(fmt)
gsta_find(json)
if(NOT TARGET gsta_io)
  list(APPEND gsta_missing "gsta::io")
endif()
file(GLOB gsta_sources CONFIGURE_DEPENDS ${gsta_src}/report/*.cpp ${gsta_src}/sta/*.cpp)
if(NOT gsta_sources)
  list(APPEND gsta_missing "its sources")
endif()
gsta_compiled(sta ${gsta_sources})
if(TARGET gsta_sta)
  target_include_directories(gsta_sta PRIVATE ${PROJECT_SOURCE_DIR})  # for "src/..."
  target_link_libraries(gsta_sta PUBLIC gsta_io
    PRIVATE fmt::fmt $<BUILD_INTERFACE:nlohmann_json::nlohmann_json>)
endif()

# gsta::host: bodies of what most host programs use. Headers only declare these to who links it, by GSTA_COMPILED_HOST,
# and what runs on oneTBB's threads by GSTA_COMPILED_TBB, if it was built with oneTBB. Who uses neither of the two
# executors of oneTBB needs it not.
set(gsta_missing)
file(GLOB gsta_sources CONFIGURE_DEPENDS ${gsta_include}/gsta/*/detail/compiled_host.cpp)
file(GLOB gsta_tbb_sources CONFIGURE_DEPENDS ${gsta_include}/gsta/*/detail/compiled_tbb.cpp)
if(TARGET gsta::tbb)
  list(APPEND gsta_sources ${gsta_tbb_sources})
endif()
gsta_compiled(host ${gsta_sources})
target_link_libraries(gsta_host PUBLIC gsta)
target_compile_definitions(gsta_host PUBLIC GSTA_COMPILED_HOST)
if(TARGET gsta::tbb)
  target_compile_definitions(gsta_host PUBLIC GSTA_COMPILED_TBB)
  target_link_libraries(gsta_host PRIVATE $<BUILD_INTERFACE:gsta_tbb> INTERFACE $<TARGET_NAME_IF_EXISTS:TBB::tbb>)
endif()

# gsta::device: the same for the device, by GSTA_COMPILED_DEVICE. It takes minutes to compile, so it is built where
# something links it, and installed on request.
if(gsta_with_cuda)
  file(GLOB gsta_sources CONFIGURE_DEPENDS ${gsta_include}/gsta/*/detail/compiled_device*.cu)
  set(gsta_exclude EXCLUDE_FROM_ALL)
  if(GSTA_BUILD_DEVICE_LIBRARY)
    set(gsta_exclude)
  endif()
  gsta_compiled(device ${gsta_sources})
  target_link_libraries(gsta_device PUBLIC gsta_cuda gsta_host)
  target_compile_definitions(gsta_device PUBLIC GSTA_COMPILED_DEVICE)
endif()
set_target_properties(gsta_tbb PROPERTIES EXPORT_NAME tbb)
set_target_properties(gsta_cuda PROPERTIES EXPORT_NAME cuda)
