# Installs headers, compiled libraries and the CMake package. Each component has an export set of its own, so that
# a user needs only what the components that he names need.
include(CMakePackageConfigHelpers)
set(gsta_package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/gsta)

install(DIRECTORY include/gsta DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
  FILES_MATCHING PATTERN *.hpp PATTERN *.cuh)
foreach(component IN ITEMS gsta tbb io sta host cuda device)
  if(component STREQUAL "gsta")
    set(target gsta)
  else()
    set(target gsta_${component})
  endif()
  if(component STREQUAL "device" AND NOT GSTA_BUILD_DEVICE_LIBRARY)
    continue()
  endif()
  if(TARGET ${target})
    install(TARGETS ${target} EXPORT gsta-${component} ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
    install(EXPORT gsta-${component} NAMESPACE gsta:: DESTINATION ${gsta_package_dir}
      FILE gsta-${component}-targets.cmake)
  endif()
endforeach()

configure_package_config_file(cmake/gsta-config.cmake.in ${PROJECT_BINARY_DIR}/package/gsta-config.cmake
  INSTALL_DESTINATION ${gsta_package_dir} NO_SET_AND_CHECK_MACRO NO_CHECK_REQUIRED_COMPONENTS_MACRO)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/package/gsta-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES
  ${PROJECT_BINARY_DIR}/package/gsta-config.cmake
  ${PROJECT_BINARY_DIR}/package/gsta-config-version.cmake
  cmake/gsta_cuda_language.cmake
  cmake/gsta_cuda_toolkit.cmake
  cmake/gsta_dependencies.cmake
  DESTINATION ${gsta_package_dir})
install(FILES LICENSE docs/report.schema.json DESTINATION ${CMAKE_INSTALL_DATADIR}/doc/gsta)
