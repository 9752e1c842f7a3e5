# SPDX-License-Identifier: Apache-2.0
# Writes the header with the commit of the tree, if it has changed: cmake -DSOURCE=DIR -DTEMPLATE=FILE -DHEADER=FILE -P commit.cmake
# Without git, or outside of a repository, the commit is empty.
set(commit "")
find_program(git git)
if(git AND EXISTS ${SOURCE}/.git)
  execute_process(
    COMMAND ${git} describe --always --dirty --abbrev=12 --exclude=*
    WORKING_DIRECTORY ${SOURCE}
    OUTPUT_VARIABLE commit
    ERROR_QUIET OUTPUT_STRIP_TRAILING_WHITESPACE)
endif()
configure_file(${TEMPLATE} ${HEADER} @ONLY)
