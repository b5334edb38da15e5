# What gsta's compiled components stand on. Used by gsta's own build and by the installed package alike.
# Each macro defines imported targets when it succeeds and leaves a sentence in gsta_missing when it does not.

macro(gsta_find_tbb)
  find_package(TBB CONFIG QUIET)
  if(NOT TARGET TBB::tbb)
    list(APPEND gsta_missing "oneTBB (Debian: libtbb-dev)")
  endif()
endmacro()

macro(gsta_find_zlib)
  find_package(ZLIB QUIET)
  if(NOT TARGET ZLIB::ZLIB)
    list(APPEND gsta_missing "zlib (Debian: zlib1g-dev)")
  endif()
endmacro()

# The Tcl that SDC files are read with. FindTCL also looks for Tk and its shells; this does not.
macro(gsta_find_tcl)
  if(NOT TARGET gsta_dependency::tcl)
    find_path(GSTA_TCL_INCLUDE_DIR tcl.h PATH_SUFFIXES tcl8.6 tcl)
    find_library(GSTA_TCL_LIBRARY NAMES tcl8.6 tcl)
    mark_as_advanced(GSTA_TCL_INCLUDE_DIR GSTA_TCL_LIBRARY)
    if(GSTA_TCL_INCLUDE_DIR AND GSTA_TCL_LIBRARY)
      add_library(gsta_dependency::tcl UNKNOWN IMPORTED GLOBAL)
      set_target_properties(gsta_dependency::tcl PROPERTIES
        IMPORTED_LOCATION "${GSTA_TCL_LIBRARY}"
        INTERFACE_INCLUDE_DIRECTORIES "${GSTA_TCL_INCLUDE_DIR}")
    else()
      list(APPEND gsta_missing "Tcl (Debian: tcl-dev)")
    endif()
  endif()
endmacro()

# PEGTL is header-only and needed only to build gsta::io, never to use it.
macro(gsta_find_pegtl)
  if(NOT TARGET gsta_dependency::pegtl)
    find_path(GSTA_PEGTL_INCLUDE_DIR tao/pegtl.hpp)
    mark_as_advanced(GSTA_PEGTL_INCLUDE_DIR)
    if(GSTA_PEGTL_INCLUDE_DIR)
      add_library(gsta_dependency::pegtl INTERFACE IMPORTED GLOBAL)
      set_target_properties(gsta_dependency::pegtl PROPERTIES
        INTERFACE_INCLUDE_DIRECTORIES "${GSTA_PEGTL_INCLUDE_DIR}")
    else()
      list(APPEND gsta_missing "PEGTL 3 (Debian: tao-pegtl-dev)")
    endif()
  endif()
endmacro()

macro(gsta_find_fmt)
  find_package(fmt CONFIG QUIET)
  if(NOT TARGET fmt::fmt)
    list(APPEND gsta_missing "fmt (Debian: libfmt-dev)")
  endif()
endmacro()

macro(gsta_find_json)
  find_package(nlohmann_json CONFIG QUIET)
  if(NOT TARGET nlohmann_json::nlohmann_json)
    list(APPEND gsta_missing "nlohmann-json (Debian: nlohmann-json3-dev)")
  endif()
endmacro()
