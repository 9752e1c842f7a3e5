# SPDX-License-Identifier: Apache-2.0
# Installation, and the CMake package for find_package(lariat). Components: program, mpi
# (the program for clusters), development (the library), python.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

if(TARGET lariat_cli)
  install(TARGETS lariat_cli COMPONENT program)
  # Manual pages and completions are written by the program that is installed.
  set(pages ${PROJECT_BINARY_DIR}/pages)
  install(CODE "set(program_with_pages \"$<TARGET_FILE:lariat_cli>\")\nset(pages \"${pages}\")" COMPONENT program)
  install(SCRIPT ${CMAKE_CURRENT_LIST_DIR}/pages.cmake COMPONENT program)
  install(DIRECTORY ${pages}/man1 DESTINATION ${CMAKE_INSTALL_MANDIR} COMPONENT program)
  install(FILES ${pages}/lariat.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME lariat
          COMPONENT program)
  install(FILES ${pages}/_lariat DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions COMPONENT program)
  install(FILES ${pages}/lariat.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d COMPONENT program)
  install(FILES README.md CHANGELOG.md SECURITY.md NOTICES.md LICENSE DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT program)
  install(DIRECTORY docs DESTINATION ${CMAKE_INSTALL_DOCDIR} COMPONENT program)
  install(DIRECTORY models DESTINATION ${CMAKE_INSTALL_DATADIR}/lariat COMPONENT program)
endif()

if(TARGET lariat_mpi)
  install(TARGETS lariat_mpi COMPONENT mpi OPTIONAL)
endif()

install(TARGETS lariat EXPORT lariatTargets COMPONENT development)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/lariat DESTINATION ${CMAKE_INSTALL_INCLUDEDIR} COMPONENT development
        FILES_MATCHING PATTERN "*.hpp")
set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/lariat)
install(EXPORT lariatTargets NAMESPACE lariat:: DESTINATION ${package_dir} COMPONENT development)
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/lariatConfig.cmake.in ${PROJECT_BINARY_DIR}/lariatConfig.cmake
                              INSTALL_DESTINATION ${package_dir})
# Until 1.0 every minor version may change the interface.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/lariatConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/lariatConfig.cmake ${PROJECT_BINARY_DIR}/lariatConfigVersion.cmake
        DESTINATION ${package_dir} COMPONENT development)
