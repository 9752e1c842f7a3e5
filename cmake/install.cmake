# SPDX-License-Identifier: Apache-2.0
# Installation, and the CMake package for find_package(lariat).
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

install(TARGETS lariat EXPORT lariatTargets)
if(TARGET lariat_cli)
  install(TARGETS lariat_cli)
endif()
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/lariat DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} FILES_MATCHING PATTERN "*.hpp")

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/lariat)
install(EXPORT lariatTargets NAMESPACE lariat:: DESTINATION ${package_dir})
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/lariatConfig.cmake.in ${PROJECT_BINARY_DIR}/lariatConfig.cmake
                              INSTALL_DESTINATION ${package_dir})
# Until 1.0 every minor version may change the interface.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/lariatConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/lariatConfig.cmake ${PROJECT_BINARY_DIR}/lariatConfigVersion.cmake
        DESTINATION ${package_dir})
