# What gsta's compiled components stand on. Used by gsta's own build and by the installed package alike.
# gsta_find(NAME) defines imported targets when it succeeds and leaves a sentence in gsta_missing when it does not.
macro(gsta_find gsta_name)
  if("${gsta_name}" STREQUAL "tbb")
    gsta_find_package(TBB TBB::tbb "oneTBB (Debian: libtbb-dev)" CONFIG)
  elseif("${gsta_name}" STREQUAL "zlib")
    gsta_find_package(ZLIB ZLIB::ZLIB "zlib (Debian: zlib1g-dev)")
  elseif("${gsta_name}" STREQUAL "fmt")
    gsta_find_package(fmt fmt::fmt "fmt (Debian: libfmt-dev)" CONFIG)
  elseif("${gsta_name}" STREQUAL "json")
    gsta_find_package(nlohmann_json nlohmann_json::nlohmann_json "nlohmann-json (Debian: nlohmann-json3-dev)" CONFIG)
  elseif("${gsta_name}" STREQUAL "tcl")  # FindTCL also looks for Tk and its shells; this does not
    find_library(GSTA_TCL_LIBRARY NAMES tcl8.6 tcl)
    gsta_find_header(tcl TCL tcl.h "Tcl (Debian: tcl-dev)" "${GSTA_TCL_LIBRARY}" tcl8.6 tcl)
  elseif("${gsta_name}" STREQUAL "pegtl")  # header-only, and needed only to build gsta::io, never to use it
    gsta_find_header(pegtl PEGTL tao/pegtl.hpp "PEGTL 3 (Debian: tao-pegtl-dev)" "none")
  endif()
endmacro()

macro(gsta_find_package gsta_package gsta_target gsta_words)
  find_package(${gsta_package} QUIET ${ARGN})
  if(NOT TARGET ${gsta_target})
    list(APPEND gsta_missing "${gsta_words}")
  endif()
endmacro()

# gsta_find_header(NAME VARIABLE HEADER WORDS LIBRARY SUFFIXES...): a target of headers, and of a library unless it is "none".
macro(gsta_find_header gsta_name gsta_variable gsta_header gsta_words gsta_library)
  find_path(GSTA_${gsta_variable}_INCLUDE_DIR ${gsta_header} PATH_SUFFIXES ${ARGN})
  mark_as_advanced(GSTA_${gsta_variable}_INCLUDE_DIR GSTA_${gsta_variable}_LIBRARY)
  if(NOT GSTA_${gsta_variable}_INCLUDE_DIR OR "${gsta_library}" MATCHES "NOTFOUND$")
    list(APPEND gsta_missing "${gsta_words}")
  elseif(NOT TARGET gsta_dependency::${gsta_name})
    add_library(gsta_dependency::${gsta_name} INTERFACE IMPORTED GLOBAL)
    set_target_properties(gsta_dependency::${gsta_name} PROPERTIES
      INTERFACE_INCLUDE_DIRECTORIES "${GSTA_${gsta_variable}_INCLUDE_DIR}")
    if(NOT "${gsta_library}" STREQUAL "none")
      target_link_libraries(gsta_dependency::${gsta_name} INTERFACE "${gsta_library}")
    endif()
  endif()
endmacro()
