# SPDX-License-Identifier: Apache-2.0
# Part of the installation: writes the manual pages and completions of ${program_with_pages} to the folder ${pages}.
function(write_page file)
  execute_process(COMMAND ${program_with_pages} ${ARGN} OUTPUT_FILE ${file} COMMAND_ERROR_IS_FATAL ANY)
endfunction()

file(REMOVE_RECURSE ${pages})
file(MAKE_DIRECTORY ${pages}/man1)
write_page(${pages}/lariat.bash completion bash)
write_page(${pages}/_lariat completion zsh)
write_page(${pages}/lariat.fish completion fish)
write_page(${pages}/man1/lariat.1 manual)
execute_process(COMMAND ${program_with_pages} --help OUTPUT_VARIABLE help COMMAND_ERROR_IS_FATAL ANY)
string(REGEX MATCH "Commands:\n(.*)\nOptions:" list "${help}")
string(REGEX MATCHALL "\n  [a-z]+" commands "\n${CMAKE_MATCH_1}")
foreach(command ${commands})
  string(STRIP "${command}" command)
  write_page(${pages}/man1/lariat-${command}.1 manual ${command})
endforeach()
